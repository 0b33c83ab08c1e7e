package vector_test

import (
	"slices"
	"testing"

	"optc/dialect/vector"
	"optc/ir"
	"optc/parser"
)

// TestTypeConstraints: operands and results of operations accept their types and reject others.
func TestTypeConstraints(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(vector.Dialect)
	for _, test := range []struct {
		op, value   string
		accepts     []string
		acceptsNone []string
	}{
		{op: "vector.scan", value: "initial_value", accepts: []string{"vector<f32>", "vector<[4]xi8>"},
			acceptsNone: []string{"f32", "tensor<4xf32>"}},
		{op: "vector.contract", value: "lhs", accepts: []string{"vector<4xf32>", "vector<[4]xf32>"},
			acceptsNone: []string{"vector<f32>", "f32"}},
		{op: "vector.shuffle", value: "v1", accepts: []string{"vector<f32>", "vector<4x8xf32>"},
			acceptsNone: []string{"vector<4x[8]xf32>"}},
		{op: "vector.fma", value: "lhs", accepts: []string{"vector<4xbf16>"},
			acceptsNone: []string{"vector<4xi16>", "vector<4xindex>"}},
		{op: "vector.create_mask", value: "result", accepts: []string{"vector<i1>", "vector<[4]xi1>"},
			acceptsNone: []string{"vector<4xi8>", "vector<4xsi1>", "i1"}},
		{op: "vector.mask", value: "mask", accepts: []string{"vector<4xi1>", "vector<[4]xi1>"},
			acceptsNone: []string{"vector<i1>", "vector<4xi8>"}},
		{op: "vector.expandload", value: "mask", accepts: []string{"vector<4x8xi1>"},
			acceptsNone: []string{"vector<i1>", "vector<[4]xi1>", "vector<4xi8>"}},
		{op: "vector.gather", value: "indices", accepts: []string{"vector<4xi32>", "vector<4xindex>", "vector<2x4xsi8>"},
			acceptsNone: []string{"vector<i32>", "vector<4xf32>"}},
		{op: "vector.step", value: "result", accepts: []string{"vector<4xindex>"},
			acceptsNone: []string{"vector<4xi64>", "vector<2x4xindex>", "vector<index>"}},
		{op: "vector.scalable.insert", value: "valueToStore", accepts: []string{"vector<4xf32>", "vector<[4]xf32>"},
			acceptsNone: []string{"vector<f32>", "vector<4x4xf32>"}},
		{op: "vector.scalable.insert", value: "dest", accepts: []string{"vector<[4]xf32>"},
			acceptsNone: []string{"vector<4xf32>", "vector<2x[4]xf32>"}},
		{op: "vector.gather", value: "base", accepts: []string{"tensor<*xf32>", "memref<4xf32>"},
			acceptsNone: []string{"vector<4xf32>", "f32"}},
		{op: "vector.type_cast", value: "memref", accepts: []string{"memref<4xf32>", "memref<f32>"},
			acceptsNone: []string{"memref<?xf32>", "memref<*xf32>", "tensor<4xf32>"}},
		{op: "vector.print", value: "source", accepts: []string{"vector<4xf32>", "i1", "si8", "index", "f16"},
			acceptsNone: []string{"tensor<4xf32>", "complex<f32>"}},
	} {
		def := c.OpDef(test.op)
		values := slices.Concat(def.Operands, def.Results)
		constraint := values[slices.IndexFunc(values, func(v ir.ValueDef) bool { return v.Name == test.value })].Type
		for want, texts := range map[bool][]string{true: test.accepts, false: test.acceptsNone} {
			for _, text := range texts {
				typ, err := parser.ParseType(c, text, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := constraint.Check(typ); got != want {
					t.Errorf("%s of %s accepts %s: %t", test.value, test.op, text, got)
				}
			}
		}
	}
}
