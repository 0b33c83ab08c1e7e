package vectors

import (
	"math"
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/poplar"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// LowerVectorMask is lower-vector-mask.
var LowerVectorMask = &passes.Pass{
	Name:  "lower-vector-mask",
	Title: "Lower 'vector.mask' operations",
	Doc: `Turns vector.mask around vector.transfer_read, vector.transfer_write and
vector.gather into the mask of that operation. Masks around other operations are
kept: the lowerings of those operations handle them.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "vector"},
	Run:      passes.Patterns(vector.MaskLowering),
}

// MultiReductionOptions are the options of lower-vector-multi-reduction.
type MultiReductionOptions struct {
	Strategy string `opt:"lowering-strategy" values:"inner-parallel,inner-reduction" help:"reduce the outer dimension with operations on whole vectors, or the inner one with vector.reduction"`
}

// LowerVectorMultiReduction is lower-vector-multi-reduction.
var LowerVectorMultiReduction = &passes.Pass{
	Name:  "lower-vector-multi-reduction",
	Title: "Lower 'vector.multi_reduction' operations",
	Doc: `Reshapes reductions to two dimensions, one kept and one reduced, and unrolls them:
with inner-parallel into operations of arith on whole vectors, with
inner-reduction into vector.reduction of single rows.`,
	Options:  MultiReductionOptions{Strategy: "inner-parallel"},
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		s := vector.InnerParallel
		if passes.OptionsOf[MultiReductionOptions](c).Strategy == "inner-reduction" {
			s = vector.InnerReduction
		}
		return passes.ApplyPatterns(c, vector.MultiReductionLowering(s)), nil
	},
}

// LowerVectorGather is lower-vector-gather.
var LowerVectorGather = &passes.Pass{
	Name:  "lower-vector-gather",
	Title: "Lower 'vector.gather' operations to conditional loads",
	Doc: `Unrolls gathers to rank 1 and loads each element inside an scf.if on its mask bit.
A gather from a column of a matrix first becomes a gather from the whole matrix.
Gathers of scalable vectors, and gathers of several elements from a memref without
unit stride, are kept.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "memref", "scf", "tensor", "ub", "vector"},
	Run:      passes.Patterns(vector.GatherLowering),
}

// ContractOptions are the options of lower-vector-contract.
type ContractOptions struct {
	Strategy string `opt:"lowering-strategy" values:"dot,outerproduct,parallelarith" help:"reduce the product of a row and a column, add up outer products, or multiply whole vectors where the reduced extents are 1"`
}

// LowerVectorContract is lower-vector-contract.
var LowerVectorContract = &passes.Pass{
	Name:  "lower-vector-contract",
	Title: "Lower 'vector.contract' and 'vector.outerproduct' operations",
	Doc: `Lowers products of matrices and vectors by the strategy, and unrolls other
contractions until the strategy applies or a dot product remains. Contractions
that would unroll a scalable dimension are kept. So are contractions of a kind
other than add or with operands narrower than the result, unless the strategy is
outerproduct and they are products of matrices or of a matrix and a vector.`,
	Options:  ContractOptions{Strategy: "dot"},
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		s := vector.ContractDot
		switch passes.OptionsOf[ContractOptions](c).Strategy {
		case "outerproduct":
			s = vector.ContractOuterProduct
		case "parallelarith":
			s = vector.ContractParallelArith
		}
		return passes.ApplyPatterns(c, vector.ContractLowering(s)), nil
	},
}

// FlattenTransfersOptions are the options of flatten-vector-transfers.
type FlattenTransfersOptions struct {
	TargetBits uint32 `opt:"target-vector-bitwidth" help:"flatten transfers whose innermost dimension has fewer bits than this"`
}

// FlattenVectorTransfers is flatten-vector-transfers.
var FlattenVectorTransfers = &passes.Pass{
	Name:  "flatten-vector-transfers",
	Title: "Flatten contiguous transfers to vectors of rank 1",
	Doc: `Collapses the inner dimensions of a memref when a vector.transfer_read or
vector.transfer_write moves neighbouring elements, and transfers a vector of rank 1. Drops
unit dimensions of elementwise operations, vector.transpose and iteration arguments of
loops. Transfers with a mask, with a permutation, of scalable vectors, or that may be out
of bounds are left unchanged.`,
	Options:  FlattenTransfersOptions{TargetBits: math.MaxUint32},
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"affine", "arith", "memref", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		return passes.ApplyPatterns(c, vector.FlattenTransfers(passes.OptionsOf[FlattenTransfersOptions](c).TargetBits)), nil
	},
}

// DropVectorUnitDims is drop-vector-unit-dims.
var DropVectorUnitDims = &passes.Pass{
	Name:  "drop-vector-unit-dims",
	Title: "Drop unit dimensions of vectors",
	Doc: `Drops dimensions of extent 1 from the operands of elementwise operations, from
vector.transpose, from iteration arguments of loops, and from transfers of whole memrefs,
which become transfers of a memref.subview. Scalable dimensions are kept.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "memref", "vector"},
	Run:      passes.Patterns(vector.TransferUnitDims),
}

// UnrollVectorsOptions are the options of unroll-vectors.
type UnrollVectorsOptions struct {
	NativeShape []int64  `opt:"native-shape" help:"extents of a tile, one for each dimension of the operations to unroll"`
	Ops         []string `opt:"ops" help:"operations to unroll, such as vector.transfer_read; all if empty"`
	Reversed    bool     `opt:"reverse-unroll-order" help:"let the outermost dimension be the fastest one"`
}

// UnrollVectors is unroll-vectors.
var UnrollVectors = &passes.Pass{
	Name:  "unroll-vectors",
	Title: "Unroll vector operations to tiles of a native shape",
	Doc: `Replaces vector.transfer_read, vector.transfer_write, vector.load, vector.store,
vector.gather, elementwise operations, vector.broadcast, vector.transpose,
vector.step, vector.contract, vector.multi_reduction and vector.reduction by the
same operations on tiles of the native shape. Operations are left unchanged if
their rank differs, their extents are not multiples of the native shape, they are
masked, or a scalable dimension would have to be divided.`,
	Options:  UnrollVectorsOptions{},
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"affine", "arith", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		o := passes.OptionsOf[UnrollVectorsOptions](c)
		if len(o.NativeShape) == 0 || slices.Min(o.NativeShape) < 1 {
			return false, c.Op.Errorf("option 'native-shape' of 'unroll-vectors': expected positive numbers, but got %v", o.NativeShape)
		}
		return passes.ApplyPatterns(c, vector.Unrolling(vector.Tiling{Shape: o.NativeShape, Ops: o.Ops, Reversed: o.Reversed})), nil
	},
}

// LowerVectorCreateMask is lower-vector-create-mask.
var LowerVectorCreateMask = &passes.Pass{
	Name:  "lower-vector-create-mask",
	Title: "Lower 'vector.create_mask' operations to rank 1",
	Doc: `Builds each row of a mask by a comparison and arith.select, until
vector.create_mask has rank 1. Masks whose outermost dimension is scalable are
kept.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "vector"},
	Run:      passes.Patterns(vector.CreateMaskLowering),
}

// LowerVectorTranspose is lower-vector-transpose.
var LowerVectorTranspose = &passes.Pass{
	Name:  "lower-vector-transpose",
	Title: "Lower 'vector.transpose' operations",
	Doc: `Extracts and inserts the parts that a transposition keeps contiguous, or casts the
shape of a matrix with one row or column. Other vectors with scalable dimensions
are kept.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"ub", "vector"},
	Run:      passes.Patterns(vector.TransposeLowering),
}

// LowerVectorScan is lower-vector-scan.
var LowerVectorScan = &passes.Pass{
	Name:  "lower-vector-scan",
	Title: "Lower 'vector.scan' operations",
	Doc: `Combines the slices of a vector along the scanned dimension one after the other. Scans of
scalable vectors are kept.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "ub", "vector"},
	Run:      passes.Patterns(vector.ScanLowering),
}
