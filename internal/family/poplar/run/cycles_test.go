package run

import (
	"testing"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/program"
)

// TestUnpacking: a pointer is unpacked once, and each entry of a table or a list once.
func TestUnpacking(t *testing.T) {
	t.Parallel()
	vec := func(l target.VectorLayout) vertex.VectorParams { return vertex.VectorParams{Layout: l} }
	scaled, span := target.ScaledPtr64.UnpackCycles(), target.ShortSpan.UnpackCycles()
	base, delta := target.DeltaN.UnpackCycles()
	for _, c := range []struct {
		name    string
		typ     vertex.FieldType
		entries int
		want    int
	}{
		{name: "number", typ: vertex.FieldType{Kind: vertex.ScalarField}, entries: 0, want: 0},
		{name: "edge", typ: vertex.FieldType{Kind: vertex.VectorEdge, Vec: vec(target.ScaledPtr64)}, entries: 1,
			want: scaled},
		{name: "table of numbers",
			typ:     vertex.FieldType{Kind: vertex.ScalarEdgeArray, Outer: vec(target.ScaledPtr64), Vec: vec(target.ShortSpan)},
			entries: 3, want: scaled},
		{name: "table of edges",
			typ:     vertex.FieldType{Kind: vertex.VectorEdgeArray, Outer: vec(target.ShortSpan), Vec: vec(target.ScaledPtr64)},
			entries: 3, want: span + 3*scaled},
		{name: "empty table",
			typ:     vertex.FieldType{Kind: vertex.VectorEdgeArray, Outer: vec(target.ShortSpan), Vec: vec(target.ScaledPtr64)},
			entries: 0, want: span},
		{name: "list", typ: vertex.FieldType{Kind: vertex.ListEdge, Sub: vertex.ListParams{Layout: target.DeltaN}},
			entries: 4, want: base + 4*delta},
	} {
		fields := []vertex.StateField{
			{Name: "n", Resolved: vertex.Resolved{Type: vertex.FieldType{Kind: vertex.ScalarField}}}, {Name: "x", Resolved: vertex.Resolved{Type: c.typ}},
		}
		operands := []program.BoundField{{}, {Data: make([]program.AllocExtent, c.entries)}}
		if got := unpacking(fields, operands); got != int64(c.want) {
			t.Errorf("%s of %d entries: %d cycles, want %d", c.name, c.entries, got, c.want)
		}
	}
	if scaled == 0 || base == 0 || delta == 0 || base == delta {
		t.Errorf("cycles %d, %d and %d do not tell the rules apart", scaled, base, delta)
	}
}
