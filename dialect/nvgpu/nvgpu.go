// Package nvgpu is the part of the nvgpu dialect that distributed code needs: the matrix
// instruction of a warp, the instruction that reads matrices from shared memory, and copies to
// shared memory that go on while a thread computes.
package nvgpu

import (
	"optc/ir"
	"optc/layout/threads"
	"optc/sim"
)

const shapeAttr = "mmaShape"

// Dialect is the nvgpu dialect.
var Dialect = &ir.Dialect{
	Name:    "nvgpu",
	Summary: "matrix instructions of NVIDIA GPUs",
	Description: `The matrix instruction of a warp, the instruction that reads its operands from shared memory, and copies to shared memory that go on
while a thread computes; all other operations of upstream are kept as text.`,
	Partial: true,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{Typed: typedOps(), Types: []*ir.TypeDef{tokenDef}, Ops: append(asyncOps(), mmaSync(), ldMatrix())}
	},
}

func fragment(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: ir.AnyVector} }

func mmaSync() *ir.OpDef {
	return &ir.OpDef{
		Kind: "nvgpu.mma.sync", GoName: "MmaSync",
		New:     []string{"mmaShape", "matrixA", "matrixB", "matrixC", "res=matrixC"},
		Summary: "matrix product of a warp",
		Description: `Adds the product of an m x k and a k x n matrix to an m x n matrix. The 32 lanes
hold parts of the matrices, as rows of neighbouring elements, in the layout that
the PTX manual describes for mma.m16n8k16. The first two elements of lane l are from
the rows l div 4 and l div 4 + 8 of A, from column 2 * (l mod 4) on. The next two
are from the same rows, k / 2 columns further.`,
		Operands: []ir.ValueDef{fragment("matrixA"), fragment("matrixB"), fragment("matrixC")},
		Results:  []ir.ValueDef{fragment("res")},
		Attrs: []ir.PropDef{
			{Name: shapeAttr, Type: ir.I64ArrayAttr},
			{Name: "tf32Enabled", Type: ir.UnitConstraint, Optional: true},
		},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"matrixC", "res"}},
		Implements:  []ir.Implementation{sim.Moves(), threads.MeetingOf(threads.OfSubgroup), threads.AlwaysIn(threads.Thread)},
		Assembly:    "`(` $matrixA `,` $matrixB `,` $matrixC `)` attr-dict `:` `(` type($matrixA) `,` type($matrixB) `,` type($matrixC) `)` `->` type($res)",
		Verify:      verifyMmaSync,
		Examples: []string{`func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %d = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %d : vector<2x2xf32>
}`},
	}
}

// verifyMmaSync checks that 32 lanes hold all elements (NVGPUDialect.cpp,
// verifyMmaSyncOp).
func verifyMmaSync(op *ir.Operation) *ir.Diagnostic {
	mmaSync := ir.Cast[MmaSyncOp](op)
	shape := mmaSync.MmaShape()
	if len(shape) != 3 {
		return op.Errorf("mmaShape must have 3 elements, but got %d", len(shape))
	}
	m, n, k := shape[0], shape[1], shape[2]
	const lanes = 32
	for _, part := range []struct {
		name       string
		v          *ir.Value
		rows, cols int64
	}{{name: "A", v: mmaSync.MatrixA(), rows: m, cols: k}, {name: "B", v: mmaSync.MatrixB(), rows: k, cols: n}, {name: "C", v: mmaSync.MatrixC(), rows: m, cols: n}} {
		t := part.v.Type().(*ir.VectorType)
		if len(t.Dims) != 2 {
			return op.Errorf("matrix %s must be 2 dimensional vector", part.name)
		}
		if got := t.Dims[0] * t.Dims[1] * lanes; got != part.rows*part.cols {
			return op.Errorf("expected %d warp-wide matrix %s elements, but got %d", part.rows*part.cols, part.name, got)
		}
	}
	return nil
}

// Products returns the number of products that the instruction adds up: M · N · K.
func (op MmaSyncOp) Products() int64 {
	shape := op.MmaShape()
	return shape[0] * shape[1] * shape[2]
}
