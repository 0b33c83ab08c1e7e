package gpu

import (
	"optc/ir"
)

func leadDimension() ir.PropDef {
	return ir.PropDef{Name: "leadDimension", Type: ir.IndexAttr, Doc: "elements from one row of the memory to the next"}
}

func flag(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: ir.UnitConstraint, Optional: true}
}

// lastDimContiguous reports whether neighbours of the last dimension are neighbours
// in memory.
func lastDimContiguous(t ir.Type) bool {
	strides, _, ok := t.(*ir.MemRefType).StridesAndOffset()
	return ok && (len(strides) == 0 || strides[len(strides)-1] == 1)
}

func mmaLoad() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.subgroup_mma_load_matrix", Summary: "load a matrix fragment",
		Description: "Loads a matrix from the memory that begins at the indices.",
		Operands:    []ir.ValueDef{{Name: "srcMemref", Type: mmaMemRef, Effects: ir.Read}, ir.VariadicIndex("indices")},
		Results:     []ir.ValueDef{{Name: "res", Type: anyMMAMatrix}},
		Attrs:       []ir.PropDef{leadDimension(), flag("transpose")},
		Assembly:    "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
		Effects:     func(*ir.Operation) []ir.Effect { return []ir.Effect{{Kind: ir.Read}} },
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if !lastDimContiguous(ir.Cast[SubgroupMMALoadMatrixOp](op).SrcMemref().Type()) {
				return ir.Errorf(op.Loc(), "expected source memref most minor dim must have unit stride")
			}
			return nil
		},
		Implements: []ir.Implementation{loweredMatrix, meetsSubgroup},
	}
}

func mmaStore() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.subgroup_mma_store_matrix", Summary: "store a matrix fragment",
		Description: "Stores a result matrix into the memory that begins at the indices.",
		Operands: []ir.ValueDef{
			{Name: "src", Type: mmaOf(si8, ui8, i32, f16, f32, f64)},
			{Name: "dstMemref", Type: mmaMemRef, Effects: ir.Write}, ir.VariadicIndex("indices"),
		},
		Attrs:    []ir.PropDef{leadDimension(), flag("transpose")},
		Assembly: "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)",
		Effects:  writes,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			subgroupMMAStoreMatrix := ir.Cast[SubgroupMMAStoreMatrixOp](op)
			if !lastDimContiguous(subgroupMMAStoreMatrix.DstMemref().Type()) {
				return ir.Errorf(op.Loc(), "expected destination memref most minor dim must have unit stride")
			}
			if subgroupMMAStoreMatrix.Src().Type().(*MMAMatrixType).Operand != "COp" {
				return ir.Errorf(op.Loc(), "expected the operand matrix being stored to have 'COp' operand type")
			}
			return nil
		},
		Implements: []ir.Implementation{loweredMatrix, meetsSubgroup},
	}
}

func mmaCompute() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.subgroup_mma_compute", Summary: "matrix product",
		Description: "A * B + C.",
		Operands: []ir.ValueDef{
			{Name: "opA", Type: mmaOf(si8, ui8, f16, f32, f64)}, {Name: "opB", Type: mmaOf(si8, ui8, f16, f32, f64)},
			{Name: "opC", Type: mmaOf(i32, f16, f32, f64)},
		},
		Results:     []ir.ValueDef{{Name: "res", Type: anyMMAMatrix}},
		Attrs:       []ir.PropDef{flag("a_transpose"), flag("b_transpose")},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"opC", "res"}},
		Assembly:    "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			matrix := func(v *ir.Value) *MMAMatrixType { return v.Type().(*MMAMatrixType) }
			subgroupMMACompute := ir.Cast[SubgroupMMAComputeOp](op)
			a, b, c := matrix(subgroupMMACompute.OpA()), matrix(subgroupMMACompute.OpB()), matrix(subgroupMMACompute.OpC())
			if a.Operand != "AOp" || b.Operand != "BOp" || c.Operand != "COp" {
				return ir.Errorf(op.Loc(), "operands must be in the order AOp, BOp, COp")
			}
			if a.Dims[1] != b.Dims[0] || a.Dims[0] != c.Dims[0] || b.Dims[1] != c.Dims[1] {
				return ir.Errorf(op.Loc(), "operand shapes do not satisfy matmul constraints")
			}
			return nil
		},
		Implements: []ir.Implementation{loweredMatrix, meetsSubgroup},
	}
}

// elementOfMatrix ties a scalar to the elements of a matrix.
func elementOfMatrix(matrix, value string) []ir.Constraint {
	return []ir.Constraint{ir.TypesMatchWith{
		Sentence: "value type matches element type of mma_matrix", From: matrix, To: value, Transform: elementOf,
	}}
}

func mmaConstant() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.subgroup_mma_constant_matrix", Summary: "matrix of equal elements",
		Description: "Every element is the operand.",
		Implements:  []ir.Implementation{loweredMatrix},
		Operands:    []ir.ValueDef{{Name: "value", Type: ir.AnyOf(si8, ui8, i32, f16, f32)}},
		Results:     []ir.ValueDef{{Name: "res", Type: anyMMAMatrix}},
		Traits:      ir.Pure,
		Constraints: elementOfMatrix("res", "value"),
		Assembly:    "$value attr-dict `:` type($res)",
	}
}

func mmaExtract() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.subgroup_mma_extract_thread_local", GoName: "SubgroupMMAExtract", Summary: "an element of the thread's part of a matrix",
		Description: "The indices count the elements that this thread holds.",
		Operands:    []ir.ValueDef{{Name: "matrix", Type: anyMMAMatrix}, ir.VariadicIndex("indices")},
		Results:     []ir.ValueDef{{Name: "res", Type: numberConstraint}},
		Traits:      ir.Pure,
		Constraints: elementOfMatrix("matrix", "res"),
		Assembly:    "$matrix `[` $indices `]` attr-dict `:` type($matrix) `->` type($res)",
		Implements:  []ir.Implementation{loweredMatrix, perThread},
	}
}

func mmaInsert() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.subgroup_mma_insert_thread_local", GoName: "SubgroupMMAInsert", Summary: "replace an element of the thread's part of a matrix",
		Description: "The indices count the elements that this thread holds.",
		Implements:  []ir.Implementation{loweredMatrix},
		Operands:    []ir.ValueDef{{Name: "value", Type: numberConstraint}, {Name: "matrix", Type: anyMMAMatrix}, ir.VariadicIndex("indices")},
		Results:     []ir.ValueDef{{Name: "res", Type: anyMMAMatrix}},
		Traits:      ir.Pure,
		Constraints: elementOfMatrix("matrix", "value"),
		Assembly:    "$value `,` $matrix `[` $indices `]` attr-dict `:` type($value) `,` type($matrix) `->` type($res)",
	}
}

func mmaElementwise() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.subgroup_mma_elementwise", Summary: "elementwise operation on matrices",
		Description: "Applies the operation to corresponding elements.",
		Implements:  []ir.Implementation{loweredMatrix},
		Operands:    []ir.ValueDef{{Name: "args", Type: anyMMAMatrix, Kind: ir.Variadic}},
		Results:     []ir.ValueDef{{Name: "res", Type: anyMMAMatrix}},
		Attrs:       []ir.PropDef{{Name: "opType", Type: elementwiseOps.Constraint()}},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.Predicate{Sentence: "all of {args} have same type", Holds: func(op *ir.Operation) bool {
			for _, t := range op.OperandTypes() {
				if t != op.Operand(0).Type() {
					return false
				}
			}
			return true
		}}},
		Assembly: "$opType $args attr-dict `:` functional-type($args, $res)",
	}
}
