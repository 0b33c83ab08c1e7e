package okk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"optc/diag"
	"optc/layout"
	"optc/num"
)

// walked is a tensor placed step by step: channels are dealt to NPUs one by one, blocks
// are placed one after the other, and every byte is classified.
type walked struct {
	element map[[5]int64]layout.Place // logical coordinate and byte
	class   map[layout.Place]layout.Class
}

// walk places a canonical tensor of start NPU q and base offset r.
func walk(m *Machine, t Type, q, r int64) walked {
	out := walked{map[[5]int64]layout.Place{}, map[layout.Place]layout.Class{}}
	b, p := t.DType.Bytes(), t.Mode.Pack()
	u := b * p
	shape := t.PackedShape()
	block := shape[2] * shape[3] * u
	if t.Layout != Compact {
		for block%m.Align != 0 {
			block++
		}
	}
	rows := int64(1)
	for npu, c := q, int64(1); c < shape[1]; c++ {
		if npu++; npu == m.NPUs {
			npu = 0
			rows++
		}
	}
	// The whole reserved range is free until a channel is placed in it.
	for l := range m.NPUs {
		for o := range shape[0] * rows * block {
			out.class[layout.Place{Unit: int(l), Offset: r + o}] = layout.Free
		}
	}
	for n := range shape[0] {
		npu, row := q, int64(0)
		for c := range shape[1] {
			offset := r + (n*rows+row)*block
			end := offset + block
			for h := range shape[2] {
				for w := range shape[3] {
					for j := range p {
						for k := range b {
							at := layout.Place{Unit: int(npu), Offset: offset}
							offset++
							switch {
							case t.Layout == Matrix && c*t.Width+w >= t.Cols:
								out.class[at] = layout.Tail
							case t.Layout == Matrix:
								out.class[at] = layout.Element
								out.element[[5]int64{n, c*t.Width + w, 0, 0, k}] = at
							case n*p+j >= t.Shape[0]:
								out.class[at] = layout.Dummy
							default:
								out.class[at] = layout.Element
								out.element[[5]int64{n*p + j, c, h, w, k}] = at
							}
						}
					}
				}
			}
			for ; offset < end; offset++ {
				out.class[layout.Place{Unit: int(npu), Offset: offset}] = layout.Padding
			}
			if npu++; npu == m.NPUs {
				npu = 0
				row++
			}
		}
	}
	return out
}

// check compares the tensor's unit map with the walk, byte by byte.
func (w walked) check(t *testing.T, x *Tensor) {
	t.Helper()
	f := x.Elements()
	b := x.Type.DType.Bytes()
	if int64(len(w.element)) != f.Count()*b {
		t.Fatalf("%+v: %d bytes were placed, want %d", x.Type, len(w.element), f.Count()*b)
	}
	for at, place := range w.element {
		coord := at[:f.Rank()]
		p, ok := f.Locate(coord)
		if !ok || p.Unit != place.Unit || p.Offset+at[4] != place.Offset {
			t.Fatalf("%+v at %d: byte %d of %v lies at %v, want %v", x.Type, x.Address, at[4], coord, p, place)
		}
		hit := f.Invert(place.Unit, place.Offset)
		if hit.Class != layout.Element || hit.Cell != at[4] || !slices.Equal(f.Coord(hit.Index, nil), coord) {
			t.Fatalf("%+v at %d: %v inverts to %v, want %v", x.Type, x.Address, place, hit, at)
		}
	}
	table := diag.Must(layout.NewTable(layout.Table{Units: f.Units(), Width: f.Width(), Shape: f.Shape(), Runs: slices.Collect(f.Runs())}))
	if !diag.Must(f.Equal(table)) {
		t.Fatalf("%+v at %d: the table form differs", x.Type, x.Address)
	}
	if folded, ok := table.Fold(); ok && !diag.Must(f.Equal(folded)) || !ok && x.Type.Mode == N1 && x.Type.Layout == Aligned {
		t.Fatalf("%+v at %d: the table folds to another map or not at all", x.Type, x.Address)
	}
	inside := 0
	for l := range x.Machine.NPUs {
		for o := range x.Machine.NPUBytes {
			place := layout.Place{Unit: int(l), Offset: o}
			want, ok := w.class[place]
			if !ok {
				want = layout.Outside
			} else {
				inside++
			}
			if got := f.Invert(place.Unit, place.Offset).Class; got != want {
				t.Fatalf("%+v at %d: byte %v is %s, want %s", x.Type, x.Address, place, got, want)
			}
		}
	}
	if int64(inside) != x.Reserved*x.Machine.NPUs {
		t.Fatalf("%+v at %d: %d bytes are reserved, want %d", x.Type, x.Address, x.Reserved*x.Machine.NPUs, inside)
	}
}

// machines of this test are small and awkward.
func smallMachines() []*Machine {
	var out []*Machine
	for _, npus := range []int64{1, 2, 3, 5} {
		m := CustomMachine(fmt.Sprintf("small%d", npus))
		m.NPUs, m.NPUBytes, m.Align, m.Banks = npus, 240, 24, 5
		out = append(out, &m)
	}
	return out
}

func TestLayoutsByWalking(t *testing.T) {
	t.Parallel()
	types := []Type{
		{DType: I8, Mode: N4}, {DType: UI16, Mode: N2}, {DType: F32, Mode: IC2},
		{DType: I8}, {DType: BF16}, {DType: F32},
	}
	placed := 0
	for _, m := range smallMachines() {
		for q := range m.NPUs {
			for _, r := range []int64{0, 24, 44} {
				address := m.Join(q, r)
				for _, typ := range types {
					for _, l := range []Layout{Aligned, Compact} {
						for _, shape := range []Dims{{1, 1, 1, 1}, {2, 3, 1, 2}, {3, 4, 2, 1}, {5, 2, 1, 3}, {1, 7, 2, 2}, {1, 11, 1, 1}} {
							typ.Layout, typ.Shape = l, shape
							placed += checkPlaced(t, m, typ, q, r, address)
						}
					}
				}
				for rows := int64(1); rows <= 2; rows++ {
					for cols := int64(1); cols <= 9; cols += 2 {
						for width := int64(1); width <= cols; width++ {
							typ := Type{DType: F16, Layout: Matrix, Rows: rows, Cols: cols, Width: width}
							placed += checkPlaced(t, m, typ, q, r, address)
						}
					}
				}
			}
		}
	}
	if placed < 500 {
		t.Errorf("only %d tensors were placed", placed)
	}
}

func checkPlaced(t *testing.T, m *Machine, typ Type, q, r, address int64) int {
	t.Helper()
	x, err := Place(m, typ, address)
	switch diag.CodeOf(err) {
	case "":
	case "does-not-fit", "addr-align":
		return 0
	default:
		t.Fatal(err)
	}
	w := walk(m, typ, q, r)
	w.check(t, x)

	// The dummies are the bytes of that class.
	dummies := x.Dummies()
	n := int64(0)
	for _, v := range dummies {
		for k := range v.Len {
			if c := w.class[layout.Place{Unit: v.Dst.Unit, Offset: v.Dst.Offset + k}]; c != layout.Dummy {
				t.Fatalf("%+v: a dummy run covers %s", typ, c)
			}
		}
		n += v.Len
	}
	if n != typ.DummyBytes() {
		t.Fatalf("%+v: %d dummy bytes, want %d", typ, n, typ.DummyBytes())
	}
	return 1
}

func TestWholeUndoesPart(t *testing.T) {
	t.Parallel()
	for _, m := range smallMachines() {
		for q := range m.NPUs {
			x, err := Place(m, Type{DType: F32, Layout: Compact, Shape: Dims{1, 9, 1, 2}}, m.Join(q, 8))
			if err != nil {
				t.Fatal(err)
			}
			for c := range int64(9) {
				part := m.Part(x.Address, x.Strides, x.Unit, Dims{0, c, 0, 0})
				if got := m.Whole(part, x.Strides[1], x.Unit, c); got != x.Address {
					t.Errorf("%s: channel %d at %d belongs to %d, want %d", m.Name, c, part, got, x.Address)
				}
			}
			if q == 0 && m.Whole(m.Join(0, 0), 100, 4, 1) >= 0 {
				t.Errorf("%s: a tensor begins below offset 0", m.Name)
			}
		}
	}
}

// TestOverlapByWalking compares the collision test with a set of all bytes in use.
func TestOverlapByWalking(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 4))
	m := CustomMachine("three")
	m.NPUs, m.NPUBytes, m.Align, m.Banks = 3, 1<<20, 8, 1
	collisions := 0
	for range 3000 {
		shape := Dims{1 + rng.Int64N(3), 1 + rng.Int64N(8), 1 + rng.Int64N(3), 1 + rng.Int64N(4)}
		strides := Dims{rng.Int64N(20), rng.Int64N(12), rng.Int64N(7), rng.Int64N(4)}
		start := rng.Int64N(m.NPUs)
		var wantA, wantB Dims
		found := false
		seen := map[[2]int64]Dims{}
		for i := int64(0); i < shape[0]*shape[1]*shape[2]*shape[3] && !found; i++ {
			at := Dims{i / shape[3] / shape[2] / shape[1], i / shape[3] / shape[2] % shape[1], i / shape[3] % shape[2], i % shape[3]}
			npu, row := m.ChannelPlace(start, at[1])
			key := [2]int64{npu, at[0]*strides[0] + row*strides[1] + at[2]*strides[2] + at[3]*strides[3]}
			if wantA, found = seen[key]; found {
				wantB = at
			}
			seen[key] = at
		}
		a, b, got, err := m.Overlap(shape, strides)
		if err != nil || got != found || a != wantA || b != wantB {
			t.Fatalf("shape %v strides %v start %d: %v %v %v %v, want %v %v %v", shape, strides, start, a, b, got, err, wantA, wantB, found)
		}
		if found {
			collisions++
		}
	}
	if collisions < 300 || collisions > 2700 {
		t.Errorf("%d of 3000 shapes collide", collisions)
	}
}

func TestOverlapOfBroadcast(t *testing.T) {
	t.Parallel()
	m, err := LookupMachine("bm1684")
	if err != nil {
		t.Fatal(err)
	}
	// 2^62 elements on a few bytes must not be enumerated.
	a, b, found, err := m.Overlap(Dims{maxDim, 1, maxDim, 1}, Dims{})
	if err != nil || !found || a != (Dims{}) || b != (Dims{0, 0, 1, 0}) {
		t.Errorf("Overlap = %v, %v, %v, %v", a, b, found, err)
	}
}

// TestMatrixWidthByTrying compares the choice with a search over all widths, by the
// definition.
func TestMatrixWidthByTrying(t *testing.T) {
	t.Parallel()
	for _, m := range smallMachines() {
		for start := range m.NPUs {
			for _, dtype := range []DType{F32, F16, I8} {
				for cols := int64(1); cols <= 130; cols++ {
					best, cost := int64(0), [5]int64{}
					for w := int64(1); w <= cols; w++ {
						g, err := Type{DType: dtype, Layout: Matrix, Rows: 1, Cols: cols, Width: w}.Geometry(m, start)
						if err != nil {
							t.Fatal(err)
						}
						c := g.Packed[1]
						try := [5]int64{g.Reserved, 0, -min(c, m.NPUs), c*w - cols, w}
						if start+c > m.NPUs {
							try[1] = 1
						}
						if best == 0 || slices.Compare(try[:], cost[:]) < 0 {
							best, cost = w, try
						}
					}
					got, err := m.MatrixWidth(Lanes, cols, dtype, start)
					if err != nil || got != best {
						t.Fatalf("%s: %d columns of %s from NPU %d: width %d, %v; want %d", m.Name, cols, dtype, start, got, err, best)
					}
					if start == 0 && got != num.CeilDiv(cols, m.NPUs) {
						t.Errorf("%s: from NPU 0 the width of %d columns is %d, not ceil(M/X)", m.Name, cols, got)
					}
				}
			}
		}
	}
}

func TestMatrixWidthEU(t *testing.T) {
	t.Parallel()
	m, err := LookupMachine("cv181x") // 8 NPUs, 16 bytes
	if err != nil {
		t.Fatal(err)
	}
	for cols, want := range map[int64]int64{3: 3, 4: 4, 20: 4, 32: 4, 33: 8, 100: 16, 1000: 128} {
		if got, err := m.MatrixWidth(EU, cols, F32, 0); err != nil || got != want {
			t.Errorf("width of %d columns = %d, %v; want %d", cols, got, err, want)
		}
	}
}

// TestAllocateByTrying compares every policy with a search over all offsets.
func TestAllocateByTrying(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	m := smallMachines()[2]
	failures := 0
	for range 1500 {
		n := 1 + rng.IntN(6)
		requests := make([]Request, n)
		for i := range requests {
			first := rng.Int64N(8)
			requests[i] = Request{
				Name: fmt.Sprint(i), Size: 1 + rng.Int64N(90), Align: []int64{1, 4, 24}[rng.IntN(3)],
				FirstUse: first, LastUse: first + rng.Int64N(5), Start: rng.Int64N(3), NPUs: rng.Int64N(4),
			}
		}
		a := Allocator{Machine: m, Policy: Policy(rng.IntN(3)), ExactNPUs: rng.IntN(2) == 0}
		for range rng.IntN(4) {
			a.Conflicts = append(a.Conflicts, Conflict{A: rng.IntN(n), B: rng.IntN(n)})
		}
		want, failed := allocateByTrying(a, requests)
		if failed >= 0 && a.Policy == Bank { // which leaves gaps
			dense := a
			dense.Policy = Reuse
			want, failed = allocateByTrying(dense, requests)
		}
		got, err := a.Allocate(requests)
		if a.Policy == Bank && err == nil && (failed >= 0 || !slices.Equal(got.Offsets, want)) {
			checkApart(t, a, requests, got.Offsets, want, failed >= 0)
			continue
		}
		if failed >= 0 {
			failures++
			if e, ok := err.(*AllocError); !ok || e.Request != failed || diag.CodeOf(err) != "does-not-fit" {
				t.Fatalf("%+v %+v: %v, want request %d to fail", a, requests, err, failed)
			}
			continue
		}
		if err != nil || !slices.Equal(got.Offsets, want) {
			t.Fatalf("%+v %+v: %v, %v; want %v", a, requests, got.Offsets, err, want)
		}
	}
	if failures == 0 || failures > 1000 {
		t.Errorf("%d of 1500 allocations fail", failures)
	}
}

// checkApart checks offsets that are not those of requests which are placed one after the other in the order of their sizes:
// that order lets requests share banks, or does not fit, and these offsets are apart.
func checkApart(t *testing.T, a Allocator, requests []Request, got, tried []int64, failed bool) {
	t.Helper()
	shares := func(offsets []int64) bool {
		return slices.ContainsFunc(a.Conflicts, func(c Conflict) bool {
			first, last := a.Machine.BanksOf(offsets[c.A], offsets[c.A]+requests[c.A].Size)
			from, to := a.Machine.BanksOf(offsets[c.B], offsets[c.B]+requests[c.B].Size)
			return c.A != c.B && first <= to && from <= last
		})
	}
	if shares(got) || !failed && !shares(tried) {
		t.Fatalf("%+v %+v: %v, want %v", a, requests, got, tried)
	}
	for i, r := range requests {
		for j, q := range requests[:i] {
			disjoint := a.ExactNPUs && a.Machine.disjoint(r, q)
			if !disjoint && r.life().Meets(q.life()) && got[i] < got[j]+q.Size && got[j] < got[i]+r.Size {
				t.Fatalf("%+v %+v: %v, requests %d and %d share bytes", a, requests, got, i, j)
			}
		}
		if got[i]%r.Align != 0 || got[i]+r.Size > a.Machine.NPUBytes {
			t.Fatalf("%+v %+v: %v, request %d is at no place for it", a, requests, got, i)
		}
	}
}

func allocateByTrying(a Allocator, requests []Request) (offsets []int64, failed int) {
	m := a.Machine
	offsets = make([]int64, len(requests))
	order := make([]int, len(requests))
	for i := range order {
		order[i] = i
	}
	if a.Policy != Linear {
		slices.SortStableFunc(order, func(i, j int) int {
			if d := requests[j].Size - requests[i].Size; d != 0 {
				return int(d)
			}
			return int(requests[i].FirstUse - requests[j].FirstUse)
		})
	}
	uses := func(r Request, npu int64) bool { return r.NPUs == 0 || num.Mod(npu-r.Start, m.NPUs) < r.NPUs }
	meet := func(i int, o int64, j int) bool {
		r, q := requests[i], requests[j]
		if o >= offsets[j]+q.Size || offsets[j] >= o+r.Size || r.LastUse < q.FirstUse || q.LastUse < r.FirstUse {
			return false
		}
		for npu := range m.NPUs {
			if !a.ExactNPUs || uses(r, npu) && uses(q, npu) {
				return true
			}
		}
		return false
	}
	banks := func(i int, o int64, j int) bool {
		if !slices.Contains(a.Conflicts, Conflict{A: i, B: j}) && !slices.Contains(a.Conflicts, Conflict{A: j, B: i}) {
			return false
		}
		for b := range m.Banks {
			lo, hi := b*m.BankBytes(), (b+1)*m.BankBytes()
			if o < hi && lo < o+requests[i].Size && offsets[j] < hi && lo < offsets[j]+requests[j].Size {
				return true
			}
		}
		return false
	}
	end := int64(0)
	for k, i := range order {
		found := false
		for _, careful := range []bool{true, false} {
			if found || careful && a.Policy != Bank {
				continue
			}
			for o := int64(0); o+requests[i].Size <= m.NPUBytes && !found; o += requests[i].Align {
				if a.Policy == Linear {
					found = o >= end
				} else {
					found = !slices.ContainsFunc(order[:k], func(j int) bool { return meet(i, o, j) || careful && banks(i, o, j) })
				}
				offsets[i] = o
			}
		}
		if !found {
			return nil, i
		}
		end = offsets[i] + requests[i].Size
	}
	return offsets, -1
}

func TestAllocateFixed(t *testing.T) {
	t.Parallel()
	m := smallMachines()[0]
	for _, policy := range []Policy{Linear, Reuse} {
		got, err := Allocator{Machine: m, Policy: policy}.Allocate([]Request{
			{Name: "a", Size: 40, Align: 4},
			{Name: "fixed", Size: 50, Align: 24, Fixed: true, Offset: 24},
			{Name: "b", Size: 16, Align: 4},
		})
		want := []int64{76, 24, 116}
		if policy == Reuse {
			want[2] = 0
		}
		if err != nil || !slices.Equal(got.Offsets, want) {
			t.Errorf("policy %d: %v, %v; want %v", policy, got.Offsets, err, want)
		}
	}
	for code, r := range map[string]Request{
		"bad-alloc":    {Size: 0, Align: 4},
		"does-not-fit": {Size: 8, Align: 8, Fixed: true, Offset: 240},
	} {
		if _, err := (Allocator{Machine: m}).Allocate([]Request{r}); diag.CodeOf(err) != code {
			t.Errorf("%+v: %v, want %s", r, err, code)
		}
	}
}
