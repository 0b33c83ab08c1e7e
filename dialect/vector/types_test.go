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
		{"anyVector", anyVector, []string{"vector<f32>", "vector<[4]xi8>"}, []string{"f32", "tensor<4xf32>"}},
		{"rankedVector", rankedVector, []string{"vector<4xf32>", "vector<[4]xf32>"}, []string{"vector<f32>", "f32"}},
		{"fixedVector", fixedVector, []string{"vector<f32>", "vector<4x8xf32>"}, []string{"vector<4x[8]xf32>"}},
		{"floatVector", floatVector, []string{"vector<4xbf16>"}, []string{"vector<4xi16>", "vector<4xindex>"}},
		{"anyMask", anyMask, []string{"vector<i1>", "vector<[4]xi1>"}, []string{"vector<4xi8>", "vector<4xsi1>", "i1"}},
		{"rankedMask", rankedMask, []string{"vector<4xi1>", "vector<[4]xi1>"}, []string{"vector<i1>", "vector<4xi8>"}},
		{"fixedMask", fixedMask, []string{"vector<4x8xi1>"}, []string{"vector<i1>", "vector<[4]xi1>", "vector<4xi8>"}},
		{"indices", indices, []string{"vector<4xi32>", "vector<4xindex>", "vector<2x4xsi8>"}, []string{"vector<i32>", "vector<4xf32>"}},
		{"indexVector", indexVector, []string{"vector<4xindex>"}, []string{"vector<4xi64>", "vector<2x4xindex>", "vector<index>"}},
		{"vector1D", vector1D, []string{"vector<4xf32>", "vector<[4]xf32>"}, []string{"vector<f32>", "vector<4x4xf32>"}},
		{"scalable1D", scalable1D, []string{"vector<[4]xf32>"}, []string{"vector<4xf32>", "vector<2x[4]xf32>"}},
		{"tensorOrMemRef", tensorOrMemRef, []string{"tensor<*xf32>", "memref<4xf32>"}, []string{"vector<4xf32>", "f32"}},
		{"staticMemRef", staticMemRef, []string{"memref<4xf32>", "memref<f32>"}, []string{"memref<?xf32>", "memref<*xf32>", "tensor<4xf32>"}},
		{"printable", printable, []string{"vector<4xf32>", "i1", "si8", "index", "f16"}, []string{"tensor<4xf32>", "complex<f32>"}},
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
