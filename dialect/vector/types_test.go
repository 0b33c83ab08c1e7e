package vector

import (
	"testing"

	"optc/ir"
	"optc/parser"
)

// TestTypeConstraints: each constraint accepts its types and rejects others.
func TestTypeConstraints(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(Dialect)
	for _, test := range []struct {
		name        string
		constraint  *ir.TypeConstraint
		accepts     []string
		acceptsNone []string
	}{
		{name: "anyVector", constraint: anyVector, accepts: []string{"vector<f32>", "vector<[4]xi8>"},
			acceptsNone: []string{"f32", "tensor<4xf32>"}},
		{name: "rankedVector", constraint: rankedVector, accepts: []string{"vector<4xf32>", "vector<[4]xf32>"},
			acceptsNone: []string{"vector<f32>", "f32"}},
		{name: "fixedVector", constraint: fixedVector, accepts: []string{"vector<f32>", "vector<4x8xf32>"},
			acceptsNone: []string{"vector<4x[8]xf32>"}},
		{name: "floatVector", constraint: floatVector, accepts: []string{"vector<4xbf16>"},
			acceptsNone: []string{"vector<4xi16>", "vector<4xindex>"}},
		{name: "anyMask", constraint: anyMask, accepts: []string{"vector<i1>", "vector<[4]xi1>"},
			acceptsNone: []string{"vector<4xi8>", "vector<4xsi1>", "i1"}},
		{name: "rankedMask", constraint: rankedMask, accepts: []string{"vector<4xi1>", "vector<[4]xi1>"},
			acceptsNone: []string{"vector<i1>", "vector<4xi8>"}},
		{name: "fixedMask", constraint: fixedMask, accepts: []string{"vector<4x8xi1>"},
			acceptsNone: []string{"vector<i1>", "vector<[4]xi1>", "vector<4xi8>"}},
		{name: "indices", constraint: indices, accepts: []string{"vector<4xi32>", "vector<4xindex>", "vector<2x4xsi8>"},
			acceptsNone: []string{"vector<i32>", "vector<4xf32>"}},
		{name: "indexVector", constraint: indexVector, accepts: []string{"vector<4xindex>"},
			acceptsNone: []string{"vector<4xi64>", "vector<2x4xindex>", "vector<index>"}},
		{name: "vector1D", constraint: vector1D, accepts: []string{"vector<4xf32>", "vector<[4]xf32>"},
			acceptsNone: []string{"vector<f32>", "vector<4x4xf32>"}},
		{name: "scalable1D", constraint: scalable1D, accepts: []string{"vector<[4]xf32>"},
			acceptsNone: []string{"vector<4xf32>", "vector<2x[4]xf32>"}},
		{name: "tensorOrMemRef", constraint: tensorOrMemRef, accepts: []string{"tensor<*xf32>", "memref<4xf32>"},
			acceptsNone: []string{"vector<4xf32>", "f32"}},
		{name: "staticMemRef", constraint: staticMemRef, accepts: []string{"memref<4xf32>", "memref<f32>"},
			acceptsNone: []string{"memref<?xf32>", "memref<*xf32>", "tensor<4xf32>"}},
		{name: "printable", constraint: printable, accepts: []string{"vector<4xf32>", "i1", "si8", "index", "f16"},
			acceptsNone: []string{"tensor<4xf32>", "complex<f32>"}},
	} {
		for want, texts := range map[bool][]string{true: test.accepts, false: test.acceptsNone} {
			for _, text := range texts {
				typ, err := parser.ParseType(c, text, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := test.constraint.Check(typ); got != want {
					t.Errorf("%s accepts %s: %t", test.name, text, got)
				}
			}
		}
	}
}
