package poplar_test

import (
	"fmt"
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// TestStateOf: the state of a vertex for a target, or the error, at the field that causes
// it.
func TestStateOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ arch, fields, want string }{
		{"ipu2", "poplar.field @n : ui16\npoplar.field @x : !poplar.in<vec<f32>>", "12 bytes aligned to 4"},
		{"ipu2", "", "0 bytes aligned to 4"},
		{"ipu2", "poplar.field @n : ui16\npoplar.field @x : !poplar.in<vec<f32, COMPACT_PTR>>",
			"test.mlir:3:1: error: 'poplar.field' op layout of 'x' must be resolved before the state is laid out [poplar.unresolved]"},
		{"ipu2", "poplar.field @n : ui16\npoplar.field @x : !poplar.in<vec<f32, SCALED_PTR32>>",
			"test.mlir:3:1: error: 'poplar.field' op layout SCALED_PTR32 does not exist on ipu2; available: SPAN, SHORT_SPAN, ONE_PTR, SCALED_PTR128 [poplar.layout-target]"},
		{"cpu", "poplar.field @n : ui16", "test.mlir:1:1: error: 'poplar.vertex' op images are not defined for cpu [poplar.image-target]; pointers of a host are not those of a tile; targets with images: ipu1, ipu2, ipu21, bow"},
	} {
		module, problems := parseModule(ir.NewContext(poplar.Dialect), "poplar.vertex @V worker {\n"+c.fields+"\n}")
		if problems != "" {
			t.Fatal(problems)
		}
		chip, err := target.Lookup(c.arch)
		if err != nil {
			t.Fatal(err)
		}
		state, err := poplar.StateOf(module.Body().Front(), &chip)
		got := fmt.Sprintf("%d bytes aligned to %d", state.Size, state.Align)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.fields, got, c.want)
		}
	}
}

// TestAllocDemands: an allocation has the demands with which it was built.
func TestAllocDemands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		demands poplar.Demands
		want    string
	}{
		{poplar.Demands{}, `"poplar.alloc"() <{align = 4 : i64, kind = "data", name = "x", size = 8 : i64}> : () -> ()`},
		{poplar.Demands{HasAddress: true}, `"poplar.alloc"() <{address = 0 : i64, align = 4 : i64, kind = "data", name = "x", size = 8 : i64}> : () -> ()`},
		{poplar.Demands{Address: 16, HasAddress: true, Region: 1, HasRegion: true, Range: target.Range{Lo: 8, Hi: 32}},
			`"poplar.alloc"() <{address = 16 : i64, align = 4 : i64, hi = 32 : i64, kind = "data", lo = 8 : i64, name = "x", region = 1 : i64, size = 8 : i64}> : () -> ()`},
		{poplar.Demands{HasRegion: true, Range: target.Range{Hi: 32}},
			`"poplar.alloc"() <{align = 4 : i64, hi = 32 : i64, kind = "data", lo = 0 : i64, name = "x", region = 0 : i64, size = 8 : i64}> : () -> ()`},
	} {
		rw := ir.NewRewriter(ir.NewContext(poplar.Dialect), nil)
		op := poplar.NewAlloc(rw, "x", "data", 8, 4, c.demands).Operation()
		if got := string(ir.Print(op, ir.PrintOptions{Generic: true})); got != c.want+"\n" {
			t.Errorf("got %swant %s", got, c.want)
		}
	}
}
