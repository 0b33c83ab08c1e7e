package vertex

import (
	enchex "encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

// fieldType builds a field type from its C++ spelling.
func fieldType(t testing.TB, spelling string) FieldType {
	t.Helper()
	f, err := ParseFieldType(spelling)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func resolve(t testing.TB, arch, spelling string) (target.Target, Resolved) {
	t.Helper()
	tg := targettest.New(t, arch)
	r, err := Resolve(&tg, fieldType(t, spelling), CompactReference)
	if err != nil {
		t.Fatalf("%s on %s: %v", spelling, arch, err)
	}
	return tg, r
}

// dump formats bytes as the tables of the specification do: "10 00 05 00".
func dump(b []byte) string {
	words := make([]string, len(b))
	for i := range b {
		words[i] = enchex.EncodeToString(b[i : i+1])
	}
	return strings.Join(words, " ")
}

// undump is the inverse of dump.
func undump(t testing.TB, s string) []byte {
	t.Helper()
	b, err := enchex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tileMemory is tile memory for tests: the bytes that were stored.
type tileMemory map[uint64]byte

func (m tileMemory) store(addr uint64, b []byte) {
	for i := range b {
		m[addr+uint64(i)] = b[i]
	}
}

func (m tileMemory) Load(addr uint64, dst []byte) error {
	for i := range dst {
		b, ok := m[addr+uint64(i)]
		if !ok {
			return errors.New("unwritten memory")
		}
		dst[i] = b
	}
	return nil
}

// The bytes of vectors in every layout.
func TestVectorBytes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		archs, layout, elem string
		addr, count         uint64
		want                string
	}{
		{archs: "ipu1 ipu2", layout: "SPAN", elem: "float", addr: 0x50010, count: 37, want: "10 00 05 00 25 00 00 00"},
		{archs: "ipu1 ipu2", layout: "SHORT_SPAN", elem: "half", addr: 0x50010, count: 37, want: "10 00 55 02"},
		{archs: "ipu2", layout: "SHORT_SPAN", elem: "float", addr: 0xE6000, count: 2047, want: "00 60 fe 7f"},
		{archs: "ipu1 ipu2", layout: "ONE_PTR", elem: "half", addr: 0x50010, count: 37, want: "10 00 05 00"},
		{archs: "ipu1", layout: "SCALED_PTR32", elem: "float", addr: 0x50010, count: 37, want: "04 40"},
		{archs: "ipu1", layout: "SCALED_PTR32", elem: "float", addr: 0x7FFFC, count: 1, want: "ff ff"},
		{archs: "ipu1", layout: "SCALED_PTR32", elem: "float", addr: 0x40000, count: 1, want: "00 00"},
		{archs: "ipu1", layout: "SCALED_PTR64", elem: "float", addr: 0x50010, count: 37, want: "02 a0"},
		{archs: "ipu1 ipu2", layout: "SCALED_PTR128", elem: "float", addr: 0x50010, count: 37, want: "01 50"},
		{archs: "ipu2", layout: "SCALED_PTR128", elem: "float", addr: 0xE7FF0, count: 4, want: "ff e7"},
		{archs: "ipu1 ipu2", layout: "SCALED_PTR128", elem: "float", addr: 0x3, count: 0, want: "00 00"}, // empty: zero bits for any address
	} {
		for _, arch := range strings.Fields(c.archs) {
			tg, r := resolve(t, arch, "Input<Vector<"+c.elem+", "+c.layout+">>")
			got, err := AppendVector(nil, &tg, r.Data, Extent{c.addr, c.count})
			if err != nil || dump(got) != c.want {
				t.Errorf("%s %s %#x %d: got %s, error %v; want %s", arch, c.layout, c.addr, c.count, dump(got), err, c.want)
				continue
			}
			if c.count == 0 {
				continue
			}
			want := Extent{c.addr, c.count}
			if !r.Data.Layout.HasCount() {
				want.Count = 0
			}
			if back, err := DecodeVector(&tg, r.Data, got); err != nil || back != want {
				t.Errorf("%s %s: decoded %+v, error %v; want %+v", arch, c.layout, back, err, want)
			}
		}
	}
}

// The bytes of lists, with and without elements.
func TestListBytes(t *testing.T) {
	t.Parallel()
	three := []Extent{{0x60010, 7}, {0x60000, 5}, {0x60100, 300}}
	regular := make([]Extent, 300)
	for i := range regular {
		regular[i] = Extent{0x90000 + 8*uint64(i), 2}
	}
	for _, c := range []struct {
		arch, list  string
		subs        []Extent
		field, last string // bytes of the field and of the last delta word
		first       string // bytes of the first delta words
	}{
		{arch: "ipu2", list: "half, DELTANELEMENTS", subs: three, field: "00 00 06 00 00 00 05 03", last: "80 00 c0 12",
			first: "08 00 70 00 00 00 50 00"},
		{arch: "ipu2", list: "half, DELTANELEMENTS, 8", subs: three, field: "00 00 06 00 00 00 05 03", last: "20 00 b0 04",
			first: "02 00 1c 00 00 00 14 00"},
		{arch: "ipu1", list: "half, DELTAN", subs: three, field: "00 00 36 00 00 40", last: "00 01 b0 04",
			first: "10 00 1c 00 00 00 14 00"},
		{arch: "ipu2", list: "float, COMPACT_DELTAN", subs: regular, field: "00 00 09 01 00 00 05 2c", last: "56 02 10 00",
			first: "00 00 10 00 02 00 10 00"},
		{arch: "ipu2", list: "half, DELTANELEMENTS", subs: []Extent{{0, 0}, {0x60000, 1}}, field: "00 00 06 00 00 00 05 02",
			last: "00 00 10 00", first: "00 00 00 00"},
		{arch: "ipu2", list: "half, DELTANELEMENTS", subs: []Extent{{0, 0}}, field: "00 00 00 00 00 00 05 01",
			last: "00 00 00 00"},
		{arch: "ipu1", list: "half, DELTAN", field: "00 00 00 00 00 00"},
	} {
		tg, r := resolve(t, c.arch, "Input<VectorList<"+c.list+">>")
		field, deltas, err := AppendList(nil, nil, &tg, r.List, c.subs, 0x50000)
		if err != nil {
			t.Errorf("%s: %v", c.list, err)
			continue
		}
		last := deltas[max(0, len(deltas)-4):]
		if dump(field) != c.field || dump(last) != c.last || !strings.HasPrefix(dump(deltas), c.first) || len(deltas) != 4*len(c.subs) {
			t.Errorf("%s: field %s, %d bytes of deltas %.40s … %s; want %s, %s … %s",
				c.list, dump(field), len(deltas), dump(deltas), dump(last), c.field, c.first, c.last)
		}
		mem := tileMemory{}
		mem.store(0x50000, deltas)
		op, err := DecodeField(&tg, &r, field, mem)
		if diff := cmp.Diff(c.subs, op.Subs); err != nil || diff != "" {
			t.Errorf("%s: decoded with error %v (-want +got)\n%s", c.list, err, diff)
		}
	}
}

func TestReservedBitsAreIgnored(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	got, err := DecodeListBase(&tg, target.DeltaNElements, undump(t, "00 00 e6 01 00 00 f5 2c"))
	if want := (ListBase{Base: 0x60000, Deltas: 0x150000, Count: 300}); err != nil || got != want {
		t.Errorf("got %+v, error %v; want %+v", got, err, want)
	}
}

// The division of a delta word into offset and count.
func TestDeltaBits(t *testing.T) {
	t.Parallel()
	for align, want := range map[int][2]int{1: {21, 11}, 2: {20, 12}, 4: {19, 13}, 8: {18, 14}, 16: {17, 15}, 32: {16, 16}} {
		l := ResolvedList{Layout: target.DeltaNElements, ElemSize: 1, DataAlign: align}
		offset, count, _ := l.deltaBits()
		if got := [2]int{offset, count}; got != want || l.MaxCount() != 1<<want[1]-1 {
			t.Errorf("alignment %d: %v bits, largest count %d; want %v", align, got, l.MaxCount(), want)
		}
	}
}

// Bytes per table entry and table alignment of all 36 pairs of layouts.
func TestNestedTable(t *testing.T) {
	t.Parallel()
	inners := []target.VectorLayout{target.Span, target.ShortSpan, target.OnePtr, target.ScaledPtr32, target.ScaledPtr64, target.ScaledPtr128}
	rows := []struct {
		outer target.VectorLayout
		cells string
	}{
		{target.Span, "8/4 4/4 4/4 2/2 2/2 2/2"},
		{target.ShortSpan, "8/4 4/4 4/4 2/2 2/2 2/2"},
		{target.OnePtr, "8/4 4/4 4/4 2/2 2/2 2/2"},
		{target.ScaledPtr32, "8/4 4/4 4/4 2/4 2/4 2/4"},
		{target.ScaledPtr64, "8/8 4/8 4/8 2/8 2/8 2/8"},
		{target.ScaledPtr128, "8/16 4/16 4/16 2/16 2/16 2/16"},
	}
	onIPU2 := targettest.New(t, "ipu2").Layouts
	for _, row := range rows {
		for i, cell := range strings.Fields(row.cells) {
			entry, align := int(cell[0]-'0'), cell[2:]
			spelling := "Vector<Input<Vector<half, " + inners[i].String() + ">>, " + row.outer.String() + ", 1>"
			_, r := resolve(t, "ipu1", spelling)
			if size, at := r.IndirectSize(3); size != 3*entry || dec(at) != align || r.Size != row.outer.Size() {
				t.Errorf("%s: table of %d bytes aligned to %d, field %d; want %d, %s, %d", spelling, size, at, r.Size, 3*entry, align, row.outer.Size())
			}
			tg := targettest.New(t, "ipu2")
			_, err := Resolve(&tg, fieldType(t, spelling), CompactReference)
			if ok := onIPU2.Has(row.outer) && onIPU2.Has(inners[i]); ok != (err == nil) {
				t.Errorf("%s on ipu2: error %v, want legal %v", spelling, err, ok)
			}
		}
	}
}

func dec(n int) string {
	return strings.TrimLeft(string([]byte{'0' + byte(n/10), '0' + byte(n%10)}), "0")
}

// The bytes of a table of vectors.
func TestNestedBytes(t *testing.T) {
	t.Parallel()
	subs := []Extent{{0x60010, 8}, {0x60040, 20}, {0x60000, 3}}
	spans := "10 00 06 00 08 00 00 00 40 00 06 00 14 00 00 00 00 00 06 00 03 00 00 00"
	for _, c := range []struct{ arch, outer, inner, table, field string }{
		{arch: "ipu2", outer: "SPAN", inner: "SPAN", table: spans, field: "20 00 05 00 03 00 00 00"},
		{arch: "ipu2", outer: "SHORT_SPAN", inner: "SPAN", table: spans, field: "20 00 35 00"},
		{arch: "ipu2", outer: "ONE_PTR", inner: "SCALED_PTR128", table: "01 60 04 60 00 60", field: "20 00 05 00"},
		{arch: "ipu2", outer: "SPAN", inner: "SHORT_SPAN", table: "10 00 86 00 40 00 46 01 00 00 36 00",
			field: "20 00 05 00 03 00 00 00"},
		{arch: "ipu1", outer: "SHORT_SPAN", inner: "SCALED_PTR64", table: "02 c0 08 c0 00 c0", field: "20 00 35 00"},
	} {
		tg, r := resolve(t, c.arch, "Vector<Input<Vector<half, "+c.inner+", 16>>, "+c.outer+">")
		field, table, err := AppendField(nil, nil, &tg, &r, &Operand{Subs: subs, Indirect: 0x50020})
		if err != nil || dump(table) != c.table || dump(field) != c.field {
			t.Errorf("%s of %s: table %s, field %s, error %v; want %s, %s", c.outer, c.inner, dump(table), dump(field), err, c.table, c.field)
			continue
		}
		mem := tileMemory{}
		mem.store(0x50020, table)
		op, err := DecodeField(&tg, &r, field, mem)
		if err != nil || op.Indirect != 0x50020 {
			t.Errorf("%s of %s: decoded %+v, error %v", c.outer, c.inner, op, err)
		}
		if !r.Table.Layout.HasCount() {
			if op.Subs != nil {
				t.Errorf("%s of %s: decoded %v without a count", c.outer, c.inner, op.Subs)
			}
			if op.Subs, err = LoadTable(&tg, &r, Extent{op.Indirect, 3}, mem); err != nil {
				t.Error(err)
			}
		}
		for i, x := range op.Subs {
			want := subs[i]
			if !r.Data.Layout.HasCount() {
				want.Count = 0
			}
			if x != want {
				t.Errorf("%s of %s: entry %d is %+v, want %+v", c.outer, c.inner, i, x, want)
			}
		}
	}
}

// Every error code, in the order of the checks: each case breaks the named rule and,
// where possible, all later rules too.
func TestEncodeErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arch, field string
		op          Operand
		want        string
	}{
		{arch: "ipu2", field: "Input<Vector<half, SCALED_PTR32, 3>>", op: Operand{},
			want: "layout SCALED_PTR32 does not exist on ipu2; available: SPAN, SHORT_SPAN, ONE_PTR, SCALED_PTR128 [layout-target]"},
		{arch: "ipu2", field: "Input<VectorList<half, DELTAN, 3>>", op: Operand{},
			want: "layout DELTAN does not exist on ipu2; available: DELTANELEMENTS [layout-target]"},
		{arch: "ipu1", field: "Input<Vector<half, SCALED_PTR64, 6>>", op: Operand{},
			want: "alignment 6 is not a power of two [bad-align]"},
		{arch: "ipu1", field: "Input<Vector<float, SCALED_PTR64, 4>>", op: Operand{},
			want: "layout SCALED_PTR64 needs data aligned to 8 bytes, but alignment is 4 [align-too-small]; alignment = max(MinAlign 4, size of float 4) = 4"},
		{arch: "ipu1", field: "Input<Vector<half, SPAN, 2097152>>", op: Operand{},
			want: "alignment 2097152 does not fit in 21 address bits [bad-align]"},
		{arch: "ipu2", field: "Input<Vector<char>>", op: Operand{Data: Extent{0xE7FFF, 2}},
			want: "[0xe7fff, 0xe8001) is outside tile memory [0x4c000, 0xe8000) [addr-range]; 2 elements of 1 bytes"},
		{arch: "ipu2", field: "Input<Vector<half>>", op: Operand{Data: Extent{0x40001, 1}},
			want: "[0x40001, 0x40003) is outside tile memory [0x4c000, 0xe8000) [addr-range]; 1 elements of 2 bytes"},
		{arch: "ipu1", field: "Input<Vector<float>>", op: Operand{Data: Extent{0x40000, 1 << 62}},
			want: "[0x40000, 0xffffffffffffffff) is outside tile memory [0x40000, 0x80000) [addr-range]"},
		{arch: "ipu1", field: "Input<Vector<half, SHORT_SPAN, 8>>", op: Operand{Data: Extent{0x60004, 4000}},
			want: "address 0x60004 is not a multiple of 8 [addr-align]; 0x60004 mod 8 = 4"},
		{arch: "ipu1", field: "Input<Vector<half, SHORT_SPAN>>", op: Operand{Data: Extent{0x60004, 2048}},
			want: "2048 elements exceed the 2047 that SHORT_SPAN can count [count-overflow]; the count has 11 bits: 2^11 - 1 = 2047"},
		{arch: "ipu2", field: "Input<VectorList<half, DELTANELEMENTS>>", op: Operand{Subs: []Extent{{0x60000, 4096}}, Indirect: 0x50000},
			want: "4096 elements exceed the 4095 that DELTANELEMENTS can count [count-overflow]; the count has 12 bits: 2^12 - 1 = 4095; sub-vector 0"},
		{arch: "ipu1", field: "Input<VectorList<char, DELTAN>>", op: Operand{Subs: []Extent{{0x40000, 1}, {0x60000, 16384}}, Indirect: 0x50000},
			want: "16384 elements exceed the 16383 that DELTAN can count [count-overflow]; the count has 14 bits: 2^14 - 1 = 16383; sub-vector 1"},
		{arch: "ipu1", field: "Input<VectorList<char, DELTAN>>", op: Operand{Subs: make([]Extent, 4096), Indirect: 0x50002},
			want: "address 0x50002 is not a multiple of 4 [addr-align]"},
		{arch: "ipu1", field: "Input<VectorList<char, DELTAN>>", op: Operand{Subs: make([]Extent, 4096), Indirect: 0x50000},
			want: "4096 sub-vectors exceed the 4095 that DELTAN can count [count-overflow]; the count has 12 bits: 2^12 - 1 = 4095"},
		{arch: "ipu1", field: "Input<VectorList<half, DELTAN>>", op: Operand{Subs: []Extent{{0x60000, 1}, {0x60001, 1}}, Indirect: 0x50002},
			want: "address 0x60001 is not a multiple of 2 [addr-align]; 0x60001 mod 2 = 1; sub-vector 1"},
		{arch: "ipu1", field: "Vector<Input<Vector<half, SHORT_SPAN>>, SHORT_SPAN>", op: Operand{Subs: []Extent{{0x60000, 2048}}, Indirect: 0x50002},
			want: "2048 elements exceed the 2047 that SHORT_SPAN can count [count-overflow]; the count has 11 bits: 2^11 - 1 = 2047; sub-vector 0"},
		{arch: "ipu1", field: "Vector<Input<Vector<half, SHORT_SPAN>>, SHORT_SPAN>", op: Operand{Subs: []Extent{{0x60000, 1}}, Indirect: 0x50002},
			want: "address 0x50002 is not a multiple of 4 [addr-align]; 0x50002 mod 4 = 2; table of 1 entries at 0x50002"},
		{arch: "ipu1", field: "Input<quarter>", op: Operand{Data: Extent{Addr: 0x50000}},
			want: "field holds quarter data, whose metadata layout is unknown [quarter-metadata]"},
		{arch: "ipu1", field: "unsigned short[2]", op: Operand{Plain: []uint64{1, 65536}},
			want: "value 0x10000 does not fit in unsigned short of 2 bytes [value-range]"},
		{arch: "ipu1", field: "bool", op: Operand{Plain: []uint64{2}},
			want: "value 0x2 does not fit in bool of 1 bytes [value-range]"},
	} {
		tg := targettest.New(t, c.arch)
		r, err := Resolve(&tg, fieldType(t, c.field), CompactReference)
		var field, indirect []byte
		if err == nil {
			field, indirect, err = AppendField([]byte{0xAA}, []byte{0xBB}, &tg, &r, &c.op)
			if dump(field) != "aa" || dump(indirect) != "bb" {
				t.Errorf("%s: bytes appended in spite of an error: %s, %s", c.field, dump(field), dump(indirect))
			}
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %s %+v:\n got %v\nwant %s", c.arch, c.field, c.op.Data, err, c.want)
		}
	}
}

// A larger tile than any chip has, with addresses that the packed formats cannot hold.
func TestAddressDoesNotFit(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu1", target.Setting{Field: "address_bits", Int: 28}, target.Setting{Field: "element_bytes", Int: 0x10000},
		target.Setting{Field: "bytes_per_tile", Int: 0x2000000}, target.Setting{Field: "region1_base", Int: 0x2040000})
	tg.BytesPerTile = 1 << 33
	for _, c := range []struct {
		field string
		op    Operand
		want  string
	}{
		{"Input<Vector<float, SHORT_SPAN>>", Operand{Data: Extent{0x100000, 1}}, "addr-range"},
		{"Input<Vector<float, SCALED_PTR32>>", Operand{Data: Extent{0x80000, 1}}, "addr-range"},
		{"Input<Vector<float, SCALED_PTR64>>", Operand{Data: Extent{0x80000, 1}}, "addr-range"},
		{"Input<Vector<float, SCALED_PTR128>>", Operand{Data: Extent{0x100000, 1}}, "addr-range"},
		{"Input<Vector<float, ONE_PTR>>", Operand{Data: Extent{0x1000000, 1}}, ""},
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{0x50000, 1}}, Indirect: 0x80000}, "addr-range"},
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{0x100000, 1}}, Indirect: 0x50000}, "addr-range"},
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{0x50000, 1}, {0x90000, 1}}, Indirect: 0x50000}, "offset-range"},
		{"Input<VectorList<float, DELTANELEMENTS>>", Operand{Subs: []Extent{{0x50000, 1}, {0x250000, 1}}, Indirect: 0x50000}, "offset-range"},
		{"Input<VectorList<float, DELTANELEMENTS>>", Operand{Subs: []Extent{{0x200000, 1}}, Indirect: 0x50000}, "addr-range"},
		{"Input<VectorList<float, DELTANELEMENTS>>", Operand{Subs: []Extent{{0x50000, 1}}, Indirect: 0x200000}, "addr-range"},
		{"Input<VectorList<float, DELTANELEMENTS>>", Operand{Subs: []Extent{{0x1FFFFC, 1}}, Indirect: 0x1FFFFC}, ""},
		// The largest value that each layout can hold.
		{"Input<Vector<float, SPAN>>", Operand{Data: Extent{0xFFFFFFFC, 1}}, ""},
		{"Input<Vector<float, SPAN>>", Operand{Data: Extent{0x100000000, 1}}, "addr-range"},
		{"Input<Vector<float, ONE_PTR>>", Operand{Data: Extent{0xFFFFFFFC, 1}}, ""},
		{"Input<Vector<float, ONE_PTR>>", Operand{Data: Extent{0x100000000, 1}}, "addr-range"},
		{"Input<Vector<float, SHORT_SPAN>>", Operand{Data: Extent{0xFFFFC, 2047}}, ""},
		{"Input<Vector<float, SCALED_PTR32>>", Operand{Data: Extent{0x7FFFC, 1}}, ""},
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{0xFFFFC, 1}}, Indirect: 0x7FFFC}, ""},
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{0x50000, 1}, {0x8FFFC, 1}}, Indirect: 0x50000}, ""},
		{"Input<VectorList<float, DELTANELEMENTS>>", Operand{Subs: []Extent{{0x50000, 1}, {0x24FFFC, 1}}, Indirect: 0x50000}, ""},
		// An empty sub-vector ends no list.
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{0x50000, 1}, {}, {0x90000, 1}}, Indirect: 0x50000}, "offset-range"},
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{}, {0x50001, 1}}, Indirect: 0x50000}, "addr-align"},
		{"Input<VectorList<float, DELTAN>>", Operand{Subs: []Extent{{}, {}}, Indirect: 0x50000}, ""},
	} {
		r, err := Resolve(&tg, fieldType(t, c.field), CompactReference)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := AppendField(nil, nil, &tg, &r, &c.op); diag.CodeOf(err) != c.want {
			t.Errorf("%s %+v: error %v, want %q", c.field, c.op, err, c.want)
		}
	}
}

// TestOffsetError: the message shows the computation of an offset that is too large.
func TestOffsetError(t *testing.T) {
	t.Parallel()
	tg, r := resolve(t, "ipu2", "Input<VectorList<float, DELTANELEMENTS>>")
	tg.BytesPerTile = 1 << 30
	_, _, err := AppendField(nil, nil, &tg, &r, &Operand{Subs: []Extent{{0x250000, 1}, {0x50000, 1}}, Indirect: 0x50000})
	const want = "offset 2097152 does not fit in the 19 offset bits of DELTANELEMENTS with alignment 4 [offset-range]; " +
		"offset = 0x250000 - base 0x50000; unit 4 bytes, limit 2097152 bytes; sub-vector 0"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestPlainFields: a plain array has as many values as elements; values that are not
// given are 0. Elements of quarter have no metadata.
func TestPlainFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		field  string
		values []uint64
		want   string
	}{
		{"short[3]", []uint64{1, 0x203, 0x8000}, "01 00 03 02 00 80"},
		{"short[3]", []uint64{7}, "07 00 00 00 00 00"},
		{"short[3]", []uint64{1, 2, 3, 4}, "4 values exceed the 3 that the field holds [count-overflow]"},
		{"int", nil, "00 00 00 00"},
		{"int", []uint64{1<<32 - 1}, "ff ff ff ff"},
		{"int", []uint64{1 << 32}, "value 0x100000000 does not fit in int of 4 bytes [value-range]"},
		{"bool", []uint64{1}, "01"},
		{"long long", []uint64{1<<64 - 1}, "ff ff ff ff ff ff ff ff"},
		{"quarter", []uint64{0x38}, "38"},
	} {
		tg, r := resolve(t, "ipu2", c.field)
		field, _, err := AppendField(nil, nil, &tg, &r, &Operand{Plain: c.values})
		got := dump(field)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s of %d: %s, want %s", c.field, c.values, got, c.want)
		}
		if err != nil {
			continue
		}
		back, err := DecodeField(&tg, &r, field, nil)
		for len(c.values) < len(back.Plain) {
			c.values = append(c.values, 0)
		}
		if diff := cmp.Diff(c.values, back.Plain); err != nil || diff != "" {
			t.Errorf("%s: error %v (-want +got)\n%s", c.field, err, diff)
		}
		if _, err := DecodeField(&tg, &r, field[1:], nil); diag.CodeOf(err) != "short-bytes" {
			t.Errorf("%s of a byte less: %v", c.field, err)
		}
	}
}

// COMPACT_PTR by alignment, and the option of poplibs.
func TestCompactResolution(t *testing.T) {
	t.Parallel()
	const one, p32, p64, p128 = "ONE_PTR", "SCALED_PTR32", "SCALED_PTR64", "SCALED_PTR128"
	for _, c := range []struct {
		arch   string
		policy CompactPolicy
		want   map[int]string // by alignment
	}{
		{"ipu1", CompactReference, map[int]string{1: one, 2: one, 4: p32, 8: p64, 16: p128, 32: p128}},
		{"ipu2", CompactReference, map[int]string{1: one, 2: one, 4: one, 8: one, 16: p128, 32: p128}},
		{"ipu21", CompactReference, map[int]string{8: one, 16: p128}},
		{"cpu", CompactReference, map[int]string{1: one, 4: one, 8: one, 16: one}},
		{"ipu1", CompactPoplibs, map[int]string{1: one, 4: p32, 8: p64, 16: p64, 32: p64}},
		{"ipu2", CompactPoplibs, map[int]string{4: one, 8: one, 16: one, 32: one}},
	} {
		tg := targettest.New(t, c.arch)
		for align, want := range c.want {
			f, err := Scalar(scalar.Char).Vector(VectorParams{Layout: target.CompactPtr, MinAlign: align})
			if err == nil {
				f, err = f.Edge(In)
			}
			if err != nil {
				t.Fatal(err)
			}
			if r, err := Resolve(&tg, f, c.policy); err != nil || r.Data.Layout.String() != want || r.DataAlign() != align {
				t.Errorf("%s, policy %s, alignment %d: %s aligned to %d, error %v; want %s", c.arch, c.policy, align, r.Data.Layout, r.DataAlign(), err, want)
			}
		}
	}
	for arch, want := range map[string]target.ListLayout{"ipu1": target.DeltaN, "ipu2": target.DeltaNElements, "ipu21": target.DeltaNElements, "cpu": target.DeltaNElements} {
		if _, r := resolve(t, arch, "Input<VectorList<half, COMPACT_DELTAN>>"); r.List.Layout != want {
			t.Errorf("%s: COMPACT_DELTAN is %s, want %s", arch, r.List.Layout, want)
		}
	}
	// The effective alignment is used, not only MinAlign.
	if _, r := resolve(t, "ipu1", "Input<Vector<float, COMPACT_PTR>>"); r.Type.String() != "Input<Vector<float, SCALED_PTR32>>" {
		t.Errorf("COMPACT_PTR to float is %s", r.Type)
	}
	// The declared alignment stays.
	if _, r := resolve(t, "ipu1", "Input<Vector<half, COMPACT_PTR, 8>>"); r.Type.IR() != "!poplar.in<vec<f16, SCALED_PTR64, align 8>>" {
		t.Errorf("COMPACT_PTR to half aligned to 8 is %s", r.Type.IR())
	}
}

func TestMaxDims(t *testing.T) {
	t.Parallel()
	for spelling, want := range map[string][2]uint64{
		"Input<Vector<half>>":                              {0, 1<<32 - 1},
		"Input<Vector<half, SHORT_SPAN>>":                  {0, 2047},
		"Input<Vector<half, ONE_PTR>>":                     {0, NoLimit},
		"Vector<Input<Vector<half, SHORT_SPAN>>, ONE_PTR>": {NoLimit, 2047},
		"Vector<Input<Vector<half, ONE_PTR>>, SHORT_SPAN>": {2047, NoLimit},
		"Vector<Input<half>, SHORT_SPAN>":                  {2047, 1},
		"Input<VectorList<half, DELTAN>>":                  {4095, 16383},
		"Input<VectorList<half, DELTANELEMENTS>>":          {65535, 4095},
		"Input<VectorList<half, DELTANELEMENTS, 32>>":      {65535, 65535},
		"Input<half>": {0, 1},
		"half[5]":     {0, 5},
	} {
		_, r := resolve(t, "ipu1", spelling)
		if outer, inner := r.MaxDims(); [2]uint64{outer, inner} != want {
			t.Errorf("%s: %d, %d; want %d", spelling, outer, inner, want)
		}
	}
}

func TestCompactLayoutsAreNotEncoded(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu1")
	v, l := ResolvedVector{Layout: target.CompactPtr, ElemSize: 1, DataAlign: 1}, ResolvedList{Layout: target.CompactDeltaN, ElemSize: 1, DataAlign: 1}
	_, encodeVector := AppendVector(nil, &tg, v, Extent{})
	_, decodeVector := DecodeVector(&tg, v, make([]byte, 8))
	_, _, encodeList := AppendList(nil, nil, &tg, l, nil, 0)
	_, decodeList := DecodeListBase(&tg, l.Layout, make([]byte, 8))
	for i, err := range []error{encodeVector, decodeVector, encodeList, decodeList} {
		if diag.CodeOf(err) != "unresolved" {
			t.Errorf("%d: error %v, want unresolved", i, err)
		}
	}
}

// poplibs, cyclesTables.hpp.
func TestUnpackCycles(t *testing.T) {
	t.Parallel()
	for l, want := range map[target.VectorLayout]int{target.Span: 0, target.OnePtr: 0, target.ShortSpan: 2, target.ScaledPtr32: 2, target.ScaledPtr64: 1, target.ScaledPtr128: 1} {
		if got := l.UnpackCycles(); got != want {
			t.Errorf("%s: %d cycles, want %d", l, got, want)
		}
	}
	for l, want := range map[target.ListLayout][2]int{target.DeltaN: {2, 3}, target.DeltaNElements: {5, 2}} {
		if base, delta := l.UnpackCycles(); [2]int{base, delta} != want {
			t.Errorf("%s: %d and %d cycles, want %d", l, base, delta, want)
		}
	}
}
