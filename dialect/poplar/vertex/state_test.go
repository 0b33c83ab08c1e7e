package vertex

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

// blend is a vertex with a field of every kind.
func blend(t testing.TB) []Field {
	return []Field{
		{"lhs", fieldType(t, "Input<Vector<half, COMPACT_PTR, 8>>")},
		{"dst", fieldType(t, "Output<Vector<half, COMPACT_PTR, 4>>")},
		{"flags", fieldType(t, "unsigned char")},
		{"k", fieldType(t, "Input<float>")},
		{"n", fieldType(t, "unsigned short")},
		{"rows", fieldType(t, "Input<VectorList<half, COMPACT_DELTAN>>")},
		{"last", fieldType(t, "unsigned short")},
	}
}

func TestStateBytes(t *testing.T) {
	t.Parallel()
	ops := []Operand{
		{Data: Extent{0x60010, 8}},
		{Data: Extent{0x60040, 8}},
		{Plain: []uint64{0x81}},
		{Data: Extent{0x50000, 1}},
		{Plain: []uint64{0x1234}},
		{Subs: []Extent{{0x60010, 7}, {0x60000, 5}, {0x60100, 300}}, Indirect: 0x50000},
		{}, // absent: 0
	}
	for arch, want := range map[string]string{
		"ipu1": "02 c0 10 80 81 00 00 00 00 00 05 00 34 12 00 00 36 00 00 40 00 00 00 00",
		"ipu2": "10 00 06 00 40 00 06 00 81 00 00 00 00 00 05 00 34 12 00 00 00 00 06 00 00 00 05 03 00 00 00 00",
	} {
		tg := targettest.New(t, arch)
		layout, errs := PackState(&tg, blend(t), CompactReference)
		if errs != nil {
			t.Fatal(errs[0])
		}
		mem := tileMemory{}
		state, errs := layout.AppendState([]byte{0xEE}, &tg, ops, mem.store)
		if errs != nil {
			t.Fatal(errs[0])
		}
		if got := dump(state[1:]); got != want {
			t.Errorf("%s:\n got %s\nwant %s", arch, got, want)
		}
		got, errs := layout.DecodeState(&tg, state[1:], mem)
		if errs != nil {
			t.Fatal(errs[0])
		}
		for i := range ops {
			want := ops[i].decoded(&layout.Fields[i].Resolved)
			if k := layout.Fields[i].Type.Kind; (k == ScalarField || k == ArrayField) && want.Plain == nil {
				want.Plain = []uint64{0}
			}
			if diff := cmp.Diff(want, got[i]); diff != "" {
				t.Errorf("%s: field %s (-want +got)\n%s", arch, layout.Fields[i].Name, diff)
			}
		}
	}
}

func TestStateSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		types       string // of the fields, separated by "; "
		size, align int
	}{
		{"", 0, 4},
		{"char", 1, 4},
		{"unsigned short; char", 4, 4},
		{"Input<VectorList<half, DELTAN>>; unsigned short", 8, 4},
		{"Input<VectorList<half, DELTAN>>", 6, 4},
		{"float; char", 8, 4},
		{"long long; char", 16, 8},
		{"char[3]; short[2]", 8, 4},
	} {
		tg := targettest.New(t, "ipu1")
		var fields []Field
		for s := range strings.SplitSeq(c.types, "; ") {
			if s != "" {
				fields = append(fields, Field{s, fieldType(t, s)})
			}
		}
		layout, errs := PackState(&tg, fields, CompactReference)
		if errs != nil || layout.Size != c.size || layout.Align != c.align {
			t.Errorf("%s: %d bytes aligned to %d, errors %v; want %d, %d", c.types, layout.Size, layout.Align, errs, c.size, c.align)
		}
	}
}

// The list of demo::Blend has offset 14 on ipu1; after rows it would have offset 12.
func TestMisplacedLists(t *testing.T) {
	t.Parallel()
	fields := blend(t)
	for _, c := range []struct {
		arch string
		want string
	}{
		{"ipu1", "field 'rows': list field rows lies at offset 14, not a multiple of 4 [DELTAN-offset]"},
		{"ipu2", ""},
	} {
		tg := targettest.New(t, c.arch)
		layout, _ := PackState(&tg, fields, CompactReference)
		got := ""
		for _, w := range layout.MisplacedLists() {
			got += w.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.arch, got, c.want)
		}
	}
	moved := slices.Concat(fields[:4], fields[5:6], fields[4:5], fields[6:])
	tg := targettest.New(t, "ipu1")
	layout, _ := PackState(&tg, moved, CompactReference)
	i, err := layout.FieldIndex("rows")
	if err != nil || layout.Fields[i].Offset != 12 || layout.MisplacedLists() != nil {
		t.Errorf("rows at %d, warnings %v, error %v; want 12", layout.Fields[i].Offset, layout.MisplacedLists(), err)
	}
	if _, err := layout.FieldIndex("row"); err == nil || err.Error() != "there is no field 'row'; did you mean 'rows'? [unknown-field]" {
		t.Errorf("got %v", err)
	}
}

// The first error of each field is reported, and every field is checked.
func TestStateErrors(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2")
	_, errs := PackState(&tg, []Field{
		{"a", fieldType(t, "Input<Vector<half, SCALED_PTR32, 3>>")},
		{"b", fieldType(t, "half")},
		{"c", fieldType(t, "Input<Vector<half, SPAN, 3>>")},
	}, CompactReference)
	var got []string
	for _, e := range errs {
		got = append(got, e.Name+" "+diag.CodeOf(e))
	}
	if diff := cmp.Diff([]string{"a layout-target", "c bad-align"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}

	layout, errs := PackState(&tg, blend(t), CompactReference)
	if errs != nil {
		t.Fatal(errs[0])
	}
	ops := make([]Operand, len(layout.Fields))
	ops[3].Data.Addr = 0x50000
	ops[0].Data = Extent{0x60001, 1}
	ops[2].Plain = []uint64{256}
	dst, errs := layout.AppendState([]byte{1}, &tg, ops, func(uint64, []byte) { t.Error("nothing to store") })
	got = nil
	for _, e := range errs {
		got = append(got, e.Name+" "+diag.CodeOf(e))
	}
	if diff := cmp.Diff([]string{"lhs addr-align", "flags value-range"}, got); diff != "" || len(dst) != 1 {
		t.Errorf("%d bytes (-want +got)\n%s", len(dst), diff)
	}
	if _, errs := layout.AppendState(nil, &tg, ops[1:], nil); len(errs) != 1 || errs[0].Field != -1 || errs[0].Error() != "expected operands for 7 fields, but got 6 [operand-count]" {
		t.Errorf("got %v, want operand-count", errs)
	}

	state := make([]byte, layout.Size)
	if _, errs := layout.DecodeState(&tg, state[:13], tileMemory{}); len(errs) != 4 || diag.CodeOf(errs[0]) != "short-bytes" {
		t.Errorf("13 bytes of state: errors %v, want short-bytes for 4 fields", errs)
	}
	// A state that ends where its last field begins.
	last := layout.Fields[len(layout.Fields)-1]
	if _, errs := layout.DecodeState(&tg, state[:last.Offset], tileMemory{}); len(errs) == 0 || errs[len(errs)-1].Name != last.Name || diag.CodeOf(errs[len(errs)-1]) != "short-bytes" {
		t.Errorf("no byte of the last field: errors %v, want short-bytes", errs)
	}
	// A list whose delta array was never written.
	copy(state[20:], undump(t, "00 00 06 00 00 00 05 03"))
	if _, errs := layout.DecodeState(&tg, state, tileMemory{}); len(errs) != 1 || errs[0].Name != "rows" {
		t.Errorf("unwritten deltas: errors %v, want one for rows", errs)
	}
	// A table that would need more than the tile's memory.
	r, err := Resolve(&tg, fieldType(t, "Vector<Input<Vector<half>>>"), CompactReference)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeField(&tg, &r, undump(t, "00 00 06 00 ff ff ff ff"), tileMemory{}); diag.CodeOf(err) != "count-overflow" {
		t.Errorf("huge table: error %v, want count-overflow", err)
	}

	cpu := targettest.New(t, "cpu")
	if _, errs := PackState(&cpu, nil, CompactReference); len(errs) != 1 || errs[0].Field != -1 || diag.CodeOf(errs[0]) != "image-target" {
		t.Errorf("cpu: errors %v, want image-target", errs)
	}
}

func TestQuarterMetadata(t *testing.T) {
	t.Parallel()
	op := Operand{Data: Extent{0x50000, 4}}
	for _, c := range []struct {
		settings []target.Setting
		code     string
	}{
		{nil, "quarter-metadata"},
		{[]target.Setting{{Field: "quarter_metadata", Names: []string{"none"}}}, ""},
	} {
		tg := targettest.New(t, "ipu2", c.settings...)
		for _, spelling := range []string{"Input<Vector<quarter>>", "Vector<quarter>", "Output<quarter>"} {
			r, err := Resolve(&tg, fieldType(t, spelling), CompactReference)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := AppendField(nil, nil, &tg, &r, &op); diag.CodeOf(err) != c.code {
				t.Errorf("%s with %v: error %v, want %q", spelling, c.settings, err, c.code)
			}
		}
	}
}

func TestCompactPolicies(t *testing.T) {
	t.Parallel()
	for _, p := range []CompactPolicy{CompactReference, CompactPoplibs} {
		if got, err := ParseCompactPolicy(p.String()); got != p || err != nil {
			t.Errorf("%s: %v, error %v", p, got, err)
		}
	}
	_, err := ParseCompactPolicy("ref")
	if diag.CodeOf(err) != "option-value" {
		t.Errorf("got %v, want option-value", err)
	}
}
