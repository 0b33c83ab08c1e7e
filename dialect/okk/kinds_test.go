package okk

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"testing"

	"optc/diag"
	"optc/layout"
)

func runAddress(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct{ Address int64 }
	decode(t, c.Input, &in)
	a, err := m.Split(in.Address)
	if err == nil && m.Join(a.NPU, a.Offset) != in.Address {
		t.Errorf("%v does not join to %d", a, in.Address)
	}
	return answer{"npu": a.NPU, "offset": a.Offset, "bank": a.Bank}, err
}

func runScatter(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Channels int64
		Start    int64 `json:"start_npu"`
	}
	decode(t, c.Input, &in)
	leading, trailing := m.FreeBlocks(in.Start, in.Channels)
	out := answer{"channels_per_npu": m.BlockRows(in.Start, in.Channels), "free_leading": leading, "free_trailing": trailing}
	var place [][2]int64
	var same []int64
	for ch := range in.Channels {
		npu, row := m.ChannelPlace(in.Start, ch)
		place = append(place, [2]int64{npu, row})
		if npu == in.Start {
			same = append(same, ch)
		}
	}
	out["place"] = place
	var want struct {
		PlaceAt [][3]int64 `json:"place_at"`
		Same    []int64    `json:"same_npu_as_channel_0"`
	}
	decode(t, c.Expect, &want)
	placeAt := [][3]int64{}
	for _, w := range want.PlaceAt {
		placeAt = append(placeAt, [3]int64{w[0], place[w[0]][0], place[w[0]][1]})
	}
	out["place_at"] = placeAt
	out["same_npu_as_channel_0"] = same[:min(len(same), len(want.Same))]
	return out, nil
}

// elements answers the sampled elements of an expectation.
func elements(t *testing.T, c caseItem, m *Machine, f *layout.Map, address bool) []answer {
	t.Helper()
	var want struct{ Elements []elementCase }
	decode(t, c.Expect, &want)
	out := []answer{}
	for _, e := range want.Elements {
		p, ok := f.Locate(e.At)
		if !ok {
			t.Errorf("element %v is nowhere", e.At)
		}
		a := answer{"at": e.At, "npu": p.Unit, "offset": p.Offset}
		if address {
			a["address"] = m.Join(int64(p.Unit), p.Offset)
		}
		out = append(out, a)
		// Element by byte is the inverse.
		for k := range f.Width() {
			hit := f.Invert(p.Unit, p.Offset+k)
			if hit.Class != layout.Element || hit.Cell != k || !slices.Equal(f.Coord(hit.Index, nil), e.At) {
				if _, _, clash, err := f.Collides(); err != nil || !clash {
					t.Errorf("byte %d of element %v inverts to %v", k, e.At, hit)
				}
			}
		}
	}
	return out
}

func runLayout(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in tensorInput
	decode(t, c.Input, &in)
	x, err := in.place(t, m)
	if err != nil {
		return nil, err
	}
	span := x.Span()
	f := x.Elements()
	units := x.Units()
	var want struct {
		Ranges [][3]int64 `json:"npu_ranges"`
		CRC    []string   `json:"image_crc32"`
	}
	decode(t, c.Expect, &want)
	ranges := [][3]int64{}
	used := 0
	for l := range units.Units() {
		if lo, hi, err := units.Extent(l); err != nil || lo < hi {
			used++
			ranges = append(ranges, [3]int64{int64(l), lo, hi})
		}
	}
	if len(want.Ranges) == 0 {
		ranges = nil
	}
	if int64(used) != x.NPUsUsed() {
		t.Errorf("%d NPUs hold something, NPUsUsed = %d", used, x.NPUsUsed())
	}
	leading, trailing := m.FreeBlocks(x.Start, x.Packed[1])
	out := answer{
		"unit_bytes": x.Unit, "view_shape": x.Packed, "start_npu": x.Start, "offset": x.Offset,
		"channels_per_npu": x.Rows, "strides": x.Strides, "reserved_bytes": x.Reserved, "span_bytes": span,
		"payload_bytes": x.Type.PayloadBytes(), "dummy_bytes": x.Type.DummyBytes(),
		"free_blocks": answer{"leading": leading, "trailing": trailing},
		"npus_used":   x.NPUsUsed(), "npu_ranges": ranges, "elements": elements(t, c, m, f, true),
	}
	if want.CRC != nil {
		b := x.Type.DType.Bytes()
		data := make([]byte, f.Count()*b)
		for i := range data {
			q, k := int64(i)/b, int64(i)%b
			data[i] = byte(1 + (31*q+7*k)%255)
		}
		images := make([][]byte, f.Units())
		base := make([]int64, f.Units())
		for u := range images {
			lo, hi, err := f.Range(u)
			if err != nil {
				t.Fatal(err)
			}
			images[u], base[u] = make([]byte, hi-lo), lo
		}
		for r := range f.Runs() {
			copy(images[r.Unit][r.Offset-base[r.Unit]:], data[r.Index*f.Width():(r.Index+r.Len)*f.Width()])
		}
		out["image_crc32"] = checksums(images)
	}
	return out, nil
}

// applyMoves copies bytes between memories.
func applyMoves(moves []layout.Move, src, dst [][]byte) {
	for _, v := range moves {
		copy(dst[v.Dst.Unit][v.Dst.Offset:], src[v.Src.Unit][v.Src.Offset:v.Src.Offset+v.Len])
	}
}

func checksums(images [][]byte) []string {
	var out []string
	for _, b := range images {
		out = append(out, fmt.Sprintf("%08x", crc32.ChecksumIEEE(b)))
	}
	return out
}

func runSystem(t *testing.T, _ *Machine, c caseItem) (answer, error) {
	var in struct {
		tensorInput
		Base int64
	}
	decode(t, c.Input, &in)
	in.Layout = "strides"
	typ := in.typ(t)
	s := System{DType: typ.DType, Mode: typ.Mode, Shape: typ.Shape, Strides: in.tensorInput.Strides, Base: in.Base}
	if err := s.Check(); err != nil {
		return nil, err
	}
	f := s.Elements()
	samples := elements(t, c, &Machine{}, f, false)
	for _, e := range samples {
		e["address"] = e["offset"]
		delete(e, "npu")
		delete(e, "offset")
	}
	return answer{"strides": s.UnitStrides(), "unit_bytes": s.UnitBytes(), "span_bytes": s.Span(), "elements": samples}, nil
}

// localPattern and sysPattern are the memories before an operation.
func localPattern(m *Machine) [][]byte {
	memory := make([][]byte, m.NPUs)
	for l := range memory {
		memory[l] = make([]byte, m.NPUBytes)
		for o := range memory[l] {
			memory[l][o] = byte((37*l + 11*o + 5) % 256)
		}
	}
	return memory
}

func filled(n int, b byte) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = b
	}
	return out
}

func runCopy(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Direction string
		DType     string
		Mode      string
		Shape     []int64
		W         int64
		Local     tensorInput
		LocalDst  *tensorInput `json:"local_dst"`
		Sys       struct {
			Addr, Bytes int64
			Strides     *Dims
			RowStride   int64 `json:"row_stride"`
		}
	}
	decode(t, c.Input, &in)
	local := func(x tensorInput) (*Tensor, error) {
		x.DType, x.Mode, x.Shape, x.W = in.DType, in.Mode, in.Shape, in.W
		return x.place(t, m)
	}
	a, err := local(in.Local)
	if err != nil {
		return nil, err
	}
	s := System{DType: a.Type.DType, Mode: a.Type.Mode, Shape: a.Type.Shape, Strides: in.Sys.Strides, Base: in.Sys.Addr, Bytes: in.Sys.Bytes}
	if a.Type.Layout == Matrix {
		s.Rows, s.Cols, s.RowStride = a.Type.Rows, a.Type.Cols, in.Sys.RowStride
	}
	var src, dst Operand = s, a
	from, to := make([][]byte, 1), make([][]byte, m.NPUs)
	switch in.Direction {
	case "S2L":
		from[0] = make([]byte, in.Sys.Addr+s.Span())
		for i := range from[0] {
			from[0][i] = byte((131*i + 17) % 256)
		}
		for l := range to {
			to[l] = filled(int(m.NPUBytes), 0xEE)
		}
	case "L2S":
		src, dst = a, s
		from, to = localPattern(m), [][]byte{filled(int(in.Sys.Addr+in.Sys.Bytes), 0xDD)}
	case "L2L":
		b, err := local(*in.LocalDst)
		if err != nil {
			return nil, err
		}
		src, dst = a, b
		to = localPattern(m)
		from = to
	default:
		t.Fatalf("direction %q", in.Direction)
	}
	plan, err := PlanCopy(m, dst, src)
	if err != nil {
		return nil, err
	}
	moved := int64(0)
	for i, v := range plan.Moves {
		moved += v.Len
		if i > 0 && !(plan.Moves[i-1].Dst.Unit < v.Dst.Unit || plan.Moves[i-1].Dst.Offset < v.Dst.Offset) {
			t.Errorf("moves %v and %v are not sorted", plan.Moves[i-1], v)
		}
	}
	if moved != plan.Bytes && !plan.NoOp {
		t.Errorf("the moves have %d bytes, the plan %d", moved, plan.Bytes)
	}
	applyMoves(plan.Moves, from, to)
	out := answer{"bytes_moved": plan.Bytes, "no_op": plan.NoOp}
	if in.Direction == "L2S" {
		out["sys_crc32"] = checksums([][]byte{to[0][in.Sys.Addr:]})[0]
	} else {
		out["npu_crc32"] = checksums(to)
	}

	var want struct{ Pairs []map[string]any }
	decode(t, c.Expect, &want)
	fromMap := src.Units()
	toMap := dst.Units()
	pairs := []answer{}
	for _, w := range want.Pairs {
		at, isMatrix := w["unit_at"], false
		if at == nil {
			at, isMatrix = w["at"], true
		}
		var coord []int64
		raw, _ := json.Marshal(at)
		decode(t, raw, &coord)
		if a.Type.Layout == Matrix && len(coord) == 4 {
			coord = []int64{coord[0], coord[1]*a.Type.Width + coord[3]}
		}
		p, ok1 := fromMap.Locate(coord)
		q, ok2 := toMap.Locate(coord)
		if !ok1 || !ok2 {
			t.Errorf("unit %v is nowhere", coord)
		}
		pair := answer{"unit_at": at}
		if isMatrix {
			pair = answer{"at": at}
		}
		switch in.Direction {
		case "S2L":
			pair["npu"], pair["offset"], pair["sys"] = q.Unit, q.Offset, p.Offset
		case "L2S":
			pair["npu"], pair["offset"], pair["sys"] = p.Unit, p.Offset, q.Offset
		case "L2L":
			pair["npu"], pair["offset"], pair["dst_npu"], pair["dst_offset"] = p.Unit, p.Offset, q.Unit, q.Offset
		}
		pairs = append(pairs, pair)
	}
	out["pairs"] = pairs
	return out, nil
}

func runPack(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		DType     string
		ToMode    string `json:"to_mode"`
		Shape     []int64
		Src, Dst  tensorInput
		DummyFill byte `json:"dummy_fill"`
	}
	decode(t, c.Input, &in)
	place := func(x tensorInput, mode string) *Tensor {
		x.DType, x.Mode, x.Shape = in.DType, mode, in.Shape
		p, err := x.place(t, m)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	src, dst := place(in.Src, "1N"), place(in.Dst, in.ToMode)
	plan, dummies, err := PlanPack(dst, src)
	if err != nil {
		return nil, err
	}
	memory := localPattern(m)
	applyMoves(plan.Moves, memory, memory)
	n := int64(0)
	for _, v := range dummies {
		n += v.Len
		copy(memory[v.Dst.Unit][v.Dst.Offset:], filled(int(v.Len), in.DummyFill))
	}
	if n != dst.Type.DummyBytes() {
		t.Errorf("%d dummy bytes are filled, DummyBytes = %d", n, dst.Type.DummyBytes())
	}
	out := answer{"npu_crc32": checksums(memory), "dummy_bytes": n}

	// Unpacking moves every element back to its old place.
	back, err := PlanUnpack(src, dst)
	if err != nil {
		return nil, err
	}
	again := make([][]byte, m.NPUs)
	for l := range again {
		again[l] = make([]byte, m.NPUBytes)
	}
	applyMoves(back.Moves, memory, again)
	original := localPattern(m)
	f := src.Elements()
	for r := range f.Runs() {
		lo, hi := r.Offset, r.Offset+r.Len*f.Width()
		if !slices.Equal(again[r.Unit][lo:hi], original[r.Unit][lo:hi]) {
			t.Errorf("element %d did not come back", r.Index)
		}
	}
	return out, nil
}

func runChooseW(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Rows, Cols int64
		DType      string
		Start      int64 `json:"start_npu"`
	}
	decode(t, c.Input, &in)
	typ := tensorInput{Layout: "matrix", DType: in.DType, Shape: []int64{in.Rows, in.Cols}}.typ(t)
	var err error
	if typ.Width, err = m.MatrixWidth(Lanes, in.Cols, typ.DType, in.Start); err != nil {
		return nil, err
	}
	g, err := typ.Geometry(m, in.Start)
	if err != nil {
		return nil, err
	}
	channels := g.Packed[1]
	return answer{
		"w": typ.Width, "channels": channels, "channels_per_npu": g.Rows, "strides": g.Strides, "reserved_bytes": g.Reserved,
		"last_channel_cols": in.Cols - (channels-1)*typ.Width, "npus_used": min(channels, m.NPUs),
	}, nil
}

func runOverlap(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in tensorInput
	decode(t, c.Input, &in)
	in.Layout = "strides"
	typ := in.typ(t)
	a, b, found, err := m.Overlap(typ.PackedShape(), typ.Strides)
	out := answer{"overlap": found, "first_pair": nil}
	if found {
		out["first_pair"] = []Dims{a, b}
	}
	return out, err
}

func runSlice(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Base           tensorInput
		Offsets, Sizes Dims
	}
	decode(t, c.Input, &in)
	base, err := in.Base.place(t, m)
	if err != nil {
		t.Fatal(err)
	}
	x, err := base.Slice(in.Offsets, in.Sizes)
	if err != nil {
		return nil, err
	}
	f := x.Elements()
	whole := base.Elements()
	part, err := whole.Slice(in.Offsets[:], in.Sizes[:])
	if err != nil || !diag.Must(part.Equal(f)) {
		t.Errorf("the slice of the unit map is another map: %v", err)
	}
	return answer{"address": x.Address, "start_npu": x.Start, "offset": x.Offset, "strides": x.Strides, "view_shape": x.Packed,
		"elements": elements(t, c, m, f, true)}, nil
}

func runView(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Base     tensorInput
		NewShape Dims `json:"new_shape"`
	}
	decode(t, c.Input, &in)
	base, err := in.Base.place(t, m)
	if err != nil {
		t.Fatal(err)
	}
	x, err := base.View(in.NewShape)
	if err != nil {
		return nil, err
	}
	also := []string{}
	for _, l := range []Layout{Aligned, Compact} {
		typ := x.Type
		typ.Layout, typ.Strides = l, Dims{}
		if _, err := base.ViewAs(typ); err == nil {
			also = append(also, l.String())
		} else if diag.CodeOf(err) != "view-illegal" && diag.CodeOf(err) != "addr-align" {
			t.Errorf("as %s: %v", l, err)
		}
	}
	return answer{"address": x.Address, "start_npu": x.Start, "channels_per_npu": x.Rows, "strides": x.Strides, "also": also}, nil
}

func runInverse(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Base   tensorInput
		Points [][2]int64
	}
	decode(t, c.Input, &in)
	base, err := in.Base.place(t, m)
	if err != nil {
		t.Fatal(err)
	}
	f := base.Elements()
	answers := []answer{}
	for _, p := range in.Points {
		hit := f.Invert(int(p[0]), p[1])
		a := answer{"npu": p[0], "offset": p[1], "class": hit.Class.String()}
		if hit.Class == layout.Element {
			a["at"], a["byte"] = f.Coord(hit.Index, nil), hit.Cell
		}
		answers = append(answers, a)
	}
	return answer{"answers": answers}, nil
}

func runAlloc(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Policy  string
		Tensors []struct {
			Name        string
			Size, Align int64
			Live        [2]int64
		}
		Conflicts [][2]string
	}
	decode(t, c.Input, &in)
	a := Allocator{Machine: m, Policy: map[string]Policy{"linear": Linear, "reuse": Reuse, "bank": Bank}[in.Policy]}
	index := map[string]int{}
	var requests []Request
	for i, x := range in.Tensors {
		index[x.Name] = i
		requests = append(requests, Request{Name: x.Name, Size: x.Size, Align: x.Align, FirstUse: x.Live[0], LastUse: x.Live[1]})
	}
	for _, p := range in.Conflicts {
		a.Conflicts = append(a.Conflicts, Conflict{A: index[p[0]], B: index[p[1]]})
	}
	result, err := a.Allocate(requests)
	if err != nil {
		var want struct{ Tensor string }
		decode(t, c.Expect, &want)
		var failed *AllocError
		if !errors.As(err, &failed) || requests[failed.Request].Name != want.Tensor {
			t.Errorf("%v, want tensor %s to fail", err, want.Tensor)
		}
		return nil, err
	}
	offsets := map[string]int64{}
	for name, i := range index {
		offsets[name] = result.Offsets[i]
	}
	return answer{"offsets": offsets, "peak_bytes": result.Peak}, nil
}

func runOpCheck(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct {
		Op       string
		Operands []tensorInput
	}
	decode(t, c.Input, &in)
	class, err := m.OpClass(map[string]string{"eltwise_add": "eltwise", "convert": "function"}[in.Op])
	if err != nil {
		if class, err = m.OpClass(in.Op); err != nil {
			t.Fatal(err)
		}
	}
	var operands []*Tensor
	for _, o := range in.Operands {
		x, err := o.place(t, m)
		if err != nil {
			return nil, err
		}
		operands = append(operands, x)
	}
	return answer{"ok": true}, class.Check(m, operands...)
}

func runDigits(t *testing.T, m *Machine, c caseItem) (answer, error) {
	var in struct{ Base tensorInput }
	decode(t, c.Input, &in)
	base, err := in.Base.place(t, m)
	if err != nil {
		t.Fatal(err)
	}
	f := base.Elements()
	d, ok := f.Digits()
	if !ok {
		t.Fatal("not a digit map")
	}
	dims := []answer{}
	for _, dim := range d.Dims {
		digits := [][3]int64{}
		for _, g := range dim.Digits {
			digits = append(digits, [3]int64{g.Size, g.Unit, g.Offset})
		}
		dims = append(dims, answer{"shift": dim.Shift, "digits": digits})
	}
	return answer{"base_unit": d.Base.Unit, "base_offset": d.Base.Offset, "dims": dims, "elements": elements(t, c, m, f, false)}, nil
}
