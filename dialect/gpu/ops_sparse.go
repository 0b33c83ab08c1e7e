package gpu

import (
	"slices"

	"optc/ir"
)

// Operands and attributes of the sparse operations, which are calls of a library.

func indexOperand(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: ir.IndexConstraint} }

func memrefOperand(name string) ir.ValueDef {
	return ir.ValueDef{Name: name, Type: ir.AnyMemRef}
}

func tensorOperand(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: tensorConstraint} }

func matrixOperand(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: matrixConstraint} }

func gemmOperand(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: gemmConstraint} }

func transposeMode(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: transposeModes.Constraint(),
		Default: func(c *ir.Context) ir.Attribute { return transposeModes.Of(c, nonTranspose) }}
}

func computeType() ir.PropDef {
	return ir.PropDef{Name: "computeType", Type: ir.TypeConstraintAttr, Doc: "type in which sums are computed"}
}

func createDnTensor() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.create_dn_tensor", Summary: "handle of a dense tensor", Description: "A handle of the tensor in the memref with these extents.",
		Operands: []ir.ValueDef{memrefOperand("memref"), ir.VariadicIndex("dims")},
		Results:  []ir.ValueDef{tensorOperand("dnTensor")},
		Traits:   ir.AttrSizedOperandSegments,
		Assembly: "$memref `,` $dims attr-dict `:` type($dims) `into` type($memref)",
	})
}

func destroyDnTensor() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.destroy_dn_tensor", Summary: "end of a dense tensor handle", Description: "Frees the handle, not the memory of the tensor.",
		Operands: []ir.ValueDef{tensorOperand("dnTensor")},
		Assembly: "$dnTensor attr-dict",
	})
}

func destroySpMat() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.destroy_sp_mat", Summary: "end of a sparse matrix handle", Description: "Frees the handle, not the memory of the matrix.",
		Operands: []ir.ValueDef{matrixOperand("spmat")},
		Assembly: "$spmat attr-dict",
	})
}

// create declares the creation of a sparse matrix handle from extents and memrefs.
func create(kind ir.OpKind, summary string, extents, memrefs []string) *ir.OpDef {
	d := &ir.OpDef{
		Kind: kind.Kind(), Summary: summary, Results: []ir.ValueDef{matrixOperand("spmat")},
		Description: "A handle of the matrix in the memrefs. The operands give the extents and the number of stored elements or blocks.",
	}
	types := " attr-dict `:`"
	for i, e := range extents {
		d.Operands = append(d.Operands, indexOperand(e))
		if i > 0 {
			d.Assembly += " `,` "
		}
		d.Assembly += "$" + e
	}
	for i, m := range memrefs {
		d.Operands = append(d.Operands, memrefOperand(m))
		d.Assembly += " `,` $" + m
		if i > 0 {
			types += " `,`"
		}
		types += " type($" + m + ")"
	}
	d.Assembly += types
	return async(d)
}

// sparseOps are the operations on handles of sparse matrices.
func sparseOps() []*ir.OpDef {
	return slices.Concat([]*ir.OpDef{createDnTensor(), destroyDnTensor()}, createOfLists(), []*ir.OpDef{
		create2To4SpMat(), destroySpMat(),
		spmvBufferSize(), spmv(), spmmBufferSize(), spmm(), sddmmBufferSize(), sddmm(),
		spgemmCreateDescr(), spgemmDestroyDescr(), spgemmEstimate(), spgemmCopy(), spmatGetSize(), setCsrPointers(),
	})
}

func createOfLists() []*ir.OpDef {
	return []*ir.OpDef{
		create(CreateCooOp{}, "sparse matrix of coordinates", []string{"rows", "cols", "nnz"}, []string{"rowIdxs", "colIdxs", "values"}),
		create(CreateCooAosOp{}, "sparse matrix of interleaved coordinates", []string{"rows", "cols", "nnz"}, []string{"idxs", "values"}),
		create(CreateCsrOp{}, "sparse matrix of compressed rows", []string{"rows", "cols", "nnz"}, []string{"rowPos", "colIdxs", "values"}),
		create(CreateCscOp{}, "sparse matrix of compressed columns", []string{"rows", "cols", "nnz"}, []string{"colPos", "rowIdxs", "values"}),
		create(CreateBsrOp{}, "sparse matrix of compressed rows of blocks",
			[]string{"brows", "bcols", "bnnz", "rBlockSize", "cBlockSize"}, []string{"bRowPos", "bColIdxs", "values"}),
	}
}

func create2To4SpMat() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.create_2to4_spmat", GoName: "Create2To4SpMat", Summary: "sparse matrix with two elements of four",
		Description: "A handle of a matrix in which at most two of four neighbouring elements are not zero; the flag specifies how the matrix is pruned.",
		Operands:    []ir.ValueDef{indexOperand("rows"), indexOperand("cols"), memrefOperand("memref")},
		Results:     []ir.ValueDef{matrixOperand("spMat")},
		Attrs: []ir.PropDef{{Name: "pruneFlag", Type: pruneFlags.Constraint(),
			Default: func(c *ir.Context) ir.Attribute { return pruneFlags.Of(c, pruneAndCheck) }}},
		Assembly: "`{` $pruneFlag `}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)",
	})
}

func spmvBufferSize() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spmv_buffer_size", GoName: "SpMVBufferSize", Summary: "buffer of a sparse matrix-vector product", Description: "The bytes that gpu.spmv needs.",
		Operands: []ir.ValueDef{matrixOperand("spmatA"), tensorOperand("dnX"), tensorOperand("dnY")},
		Results:  []ir.ValueDef{indexOperand("bufferSz")},
		Attrs:    []ir.PropDef{transposeMode("modeA"), computeType()},
		Assembly: "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType",
	})
}

func spmv() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spmv", GoName: "SpMV", Summary: "sparse matrix-vector product", Description: "Y = op(A) * X.",
		Operands: []ir.ValueDef{matrixOperand("spmatA"), tensorOperand("dnX"), tensorOperand("dnY"), memrefOperand("buffer")},
		Attrs:    []ir.PropDef{transposeMode("modeA"), computeType()},
		Assembly: "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
	})
}

func spmmBufferSize() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spmm_buffer_size", GoName: "SpMMBufferSize", Summary: "buffers of a sparse matrix product", Description: "The bytes of the buffers that gpu.spmm needs.",
		Operands: []ir.ValueDef{matrixOperand("spmatA"), tensorOperand("dnmatB"), tensorOperand("dnmatC")},
		Results:  []ir.ValueDef{ir.VariadicIndex("bufferSzs")},
		Attrs:    []ir.PropDef{transposeMode("modeA"), transposeMode("modeB"), computeType()},
		Traits:   ir.AttrSizedResultSegments,
		Assembly: "$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC attr-dict `:` type($bufferSzs) `into` $computeType",
	})
}

func spmm() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spmm", GoName: "SpMM", Summary: "sparse matrix product", Description: "C = op(A) * op(B).",
		Operands: []ir.ValueDef{
			matrixOperand("spmatA"), tensorOperand("dnmatB"), tensorOperand("dnmatC"),
			{Name: "buffers", Type: ir.AnyMemRef, Kind: ir.Variadic},
		},
		Attrs:    []ir.PropDef{transposeMode("modeA"), transposeMode("modeB"), computeType()},
		Traits:   ir.AttrSizedOperandSegments,
		Assembly: "$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC `,` $buffers attr-dict `:` type($buffers) `into` $computeType",
	})
}

func sddmmBufferSize() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.sddmm_buffer_size", GoName: "SDDMMBufferSize", Summary: "buffer of a sampled matrix product", Description: "The bytes that gpu.sddmm needs.",
		Operands: []ir.ValueDef{tensorOperand("dnmatA"), tensorOperand("dnmatB"), matrixOperand("spmatC")},
		Results:  []ir.ValueDef{indexOperand("bufferSz")},
		Attrs:    []ir.PropDef{transposeMode("modeA"), transposeMode("modeB"), computeType()},
		Assembly: "$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC attr-dict `into` $computeType",
	})
}

func sddmm() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.sddmm", GoName: "SDDMM", Summary: "sampled matrix product", Description: "C = op(A) * op(B), at the stored elements of C only.",
		Operands: []ir.ValueDef{tensorOperand("dnmatA"), tensorOperand("dnmatB"), matrixOperand("spmatC"), memrefOperand("buffer")},
		Attrs:    []ir.PropDef{transposeMode("modeA"), transposeMode("modeB"), computeType()},
		Assembly: "$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
	})
}

func spgemmCreateDescr() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spgemm_create_descr", GoName: "SpGEMMCreateDescr", Summary: "descriptor of a product of sparse matrices", Description: "A descriptor for the steps of the product.",
		Results:  []ir.ValueDef{gemmOperand("desc")},
		Assembly: "attr-dict",
	})
}

func spgemmDestroyDescr() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spgemm_destroy_descr", GoName: "SpGEMMDestroyDescr", Summary: "end of a descriptor", Description: "Frees the descriptor of a product of sparse matrices.",
		Operands: []ir.ValueDef{gemmOperand("desc")},
		Assembly: "$desc attr-dict",
	})
}

// gemmOperands are the operands of each step of a product of sparse matrices.
func gemmOperands(more ...ir.ValueDef) []ir.ValueDef {
	return append([]ir.ValueDef{gemmOperand("desc"), matrixOperand("spmatA"), matrixOperand("spmatB"), matrixOperand("spmatC")}, more...)
}

func spgemmEstimate() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spgemm_work_estimation_or_compute", GoName: "SpGEMMWorkEstimationOrCompute", Summary: "step of a product of sparse matrices",
		Description: "Estimates the work or computes; a buffer of zero bytes asks for the size that is needed.",
		Operands:    gemmOperands(indexOperand("bufferSz"), memrefOperand("buffer")),
		Results:     []ir.ValueDef{indexOperand("bufferSzNew")},
		Attrs:       []ir.PropDef{transposeMode("modeA"), transposeMode("modeB"), computeType(), {Name: "kind", Type: estimateKinds.Constraint()}},
		Assembly: "`{` $kind `}` $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc `,` $bufferSz `,` $buffer " +
			"attr-dict `:` $computeType `into` type($buffer)",
	})
}

func spgemmCopy() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spgemm_copy", GoName: "SpGEMMCopy", Summary: "result of a product of sparse matrices", Description: "Copies the computed product into C.",
		Operands: gemmOperands(),
		Attrs:    []ir.PropDef{transposeMode("modeA"), transposeMode("modeB"), computeType()},
		Assembly: "$spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc attr-dict `:` $computeType",
	})
}

func spmatGetSize() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.spmat_get_size", GoName: "SpMatGetSize", Summary: "extents of a sparse matrix", Description: "Rows, columns and number of stored elements.",
		Operands: []ir.ValueDef{matrixOperand("spmat")},
		Results:  []ir.ValueDef{indexOperand("rows"), indexOperand("cols"), indexOperand("nnz")},
		Assembly: "$spmat attr-dict",
	})
}

func setCsrPointers() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.set_csr_pointers", Summary: "memory of a sparse matrix", Description: "Gives a matrix of compressed rows its memory.",
		Operands: []ir.ValueDef{matrixOperand("spmat"), memrefOperand("positions"), memrefOperand("coordinates"), memrefOperand("values")},
		Assembly: "$spmat `,` $positions `,` $coordinates `,` $values attr-dict `:` type($positions) `,` type($coordinates) `,` type($values)",
	})
}
