package run

import (
	"testing"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/poplar/program"
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
		{"number", vertex.FieldType{Kind: vertex.ScalarField}, 0, 0},
		{"edge", vertex.FieldType{Kind: vertex.VectorEdge, Vec: vec(target.ScaledPtr64)}, 1, scaled},
		{"table of numbers", vertex.FieldType{Kind: vertex.ScalarEdgeArray, Outer: vec(target.ScaledPtr64), Vec: vec(target.ShortSpan)}, 3, scaled},
		{"table of edges", vertex.FieldType{Kind: vertex.VectorEdgeArray, Outer: vec(target.ShortSpan), Vec: vec(target.ScaledPtr64)}, 3, span + 3*scaled},
		{"empty table", vertex.FieldType{Kind: vertex.VectorEdgeArray, Outer: vec(target.ShortSpan), Vec: vec(target.ScaledPtr64)}, 0, span},
		{"list", vertex.FieldType{Kind: vertex.ListEdge, Sub: vertex.ListParams{Layout: target.DeltaN}}, 4, base + 4*delta},
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
