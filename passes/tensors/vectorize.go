package tensors

import (
	"math"
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/ir/ranges"
	"optc/passes"
)

// VectorizeOptions are the options of Vectorize.
type VectorizeOptions struct {
	EnableCleanup             bool  `opt:"enable-cleanup" help:"fold reads of what was just written"`
	EnableVectorMasking       bool  `opt:"enable-vector-masking" help:"mask vectors that are larger than the tensors, as vectors of dynamic extents are"`
	FoldCastIntoContract      bool  `opt:"fold-cast-into-contract" help:"let vector.contract extend its operands"`
	GenerateContract          bool  `opt:"generate-contract" help:"sum products with vector.contract, not with vector.multi_reduction"`
	MaxVectorSize             int64 `opt:"max-vector-size" help:"leave operations whose vectors have this many elements or more"`
	UseConfiguredVectorSizes  bool  `opt:"use-configured-vector-sizes" help:"take the sizes of vectors from the attribute iree_codegen.vector_tile_sizes"`
	VectorizeCopies           bool  `opt:"vectorize-copies" help:"also vectorize linalg.copy"`
	VectorizeToTransferGather bool  `opt:"vectorize-to-transfer-gather" help:"make iree_vector_ext.transfer_gather of elements at computed indices, not vector.gather"`
}

// configuredSizes is the attribute with the sizes of vectors along the loops of an operation.
const configuredSizes = "iree_codegen.vector_tile_sizes"

// rule specifies how an operation is vectorized.
type rule struct {
	// sizes returns the sizes of vectors with masks, nil if they are not known.
	sizes func(b *bounds, op *ir.Operation) []int64
	// vectorize replaces the operation. sizes are the sizes of vectors with masks, or nil. If the
	// operation has no vector form, it changes nothing and returns false.
	vectorize func(op *ir.Operation, sizes []int64, rw *ir.Rewriter, o *VectorizeOptions) bool
}

// vectorization is implemented by operations on tensors that have a vector form.
var vectorization = ir.NewInterface[*rule]("vectorization")

// structuredRule is the rule of structured operations.
var structuredRule = &rule{
	sizes: func(b *bounds, op *ir.Operation) []int64 {
		sizes, ok := b.ofLoops(op)
		if !ok {
			return nil
		}
		return sizes
	},
	vectorize: vectorizeStructured,
}

func ruleOf(op *ir.Operation) *rule {
	if r, ok := vectorization.Of(op); ok {
		return r
	}
	if linalg.Structured.Has(op) && linalg.IsOnTensors(op) {
		return structuredRule
	}
	return nil
}

// Vectorize is linalg-vectorize.
var Vectorize = &passes.Pass{
	Name:    "linalg-vectorize",
	Aliases: []string{"iree-codegen-generic-vectorization"},
	Title:   "Compute operations on tensors with vectors",
	Doc: `Replaces structured operations by reads of whole tensors into vectors, operations on vectors, and
writes:

    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
    →
    %x = vector.transfer_read %a[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x8xf32>
    %y = vector.transfer_read %b[%c0, %c0], %p {in_bounds = [true, true]} : tensor<8x16xf32>, vector<8x16xf32>
    %z = vector.transfer_read %c[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x16xf32>, vector<4x16xf32>
    %s = vector.contract … %x, %y, %z : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
    %0 = vector.transfer_write %s, %c[%c0, %c0] {in_bounds = [true, true]} : vector<4x16xf32>, tensor<4x16xf32>

Other sums become vector.multi_reduction, and elements at computed indices become vector.gather or
iree_vector_ext.transfer_gather. Convolutions and pools of static extents become one operation for each point of
their window, at most 64; floats are only summed in their order, so that the window must come before the channels.
The pass also vectorizes iree_linalg_ext.gather, iree_linalg_ext.arg_compare, to_layout of
tensors and, with masks, tensor.pad.

Vectors have the extents of the loops. With enable-vector-masking, extents may be dynamic if they have
a bound, such as affine.min or util.assume.int: vectors have the size of the bound, and masks turn off
what is outside. An operation whose region may have undefined behaviour there, such as a division
of integers, stays. Operations on buffers stay, because an operation may write the same buffer that it reads.
So do operations without a vector form; the statistics count them.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "iree_vector_ext", "memref", "tensor", "ub", "vector"},
	Options:  VectorizeOptions{EnableCleanup: true, GenerateContract: true, UseConfiguredVectorSizes: true, VectorizeCopies: true, MaxVectorSize: math.MaxInt32},
	Models:   models,
	Stats:    []passes.Stat{{Name: "vectorized", Doc: "operations that were vectorized"}, {Name: "left", Doc: "operations that have no vector form, or too large vectors"}},
	Run:      runVectorize,
}

func runVectorize(c *passes.Context) (changed bool, err error) {
	o := passes.OptionsOf[VectorizeOptions](c)
	var found []*ir.Operation
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		copies := ir.Is[linalg.CopyOp](op) && !o.VectorizeCopies
		pads := ir.Is[tensor.PadOp](op) && !o.EnableVectorMasking
		if ruleOf(op) != nil && !copies && !pads {
			found = append(found, op)
		}
		return ir.Advance
	})
	if len(found) == 0 {
		return false, nil
	}
	var b *bounds
	if o.EnableVectorMasking {
		b = newBounds(c)
	}
	// Sizes follow from earlier operations, so that the last operation is vectorized first.
	slices.Reverse(found)
	rw := c.Rewriter(nil)
	for op := range passes.Each(c, found) {
		rw.Before(op).Loc = op.Loc()
		if vectorizeOperation(op, b, rw, o) {
			c.Count("vectorized", 1)
			changed = true
		} else {
			c.Count("left", 1)
		}
	}
	if !changed {
		return false, nil
	}
	cleanUp(c, o)
	return true, nil
}

// vectorizeOperation vectorizes an operation with masks for the sizes that b knows, or without masks if b is nil.
func vectorizeOperation(op *ir.Operation, b *bounds, rw *ir.Rewriter, o *VectorizeOptions) bool {
	r := ruleOf(op)
	var sizes []int64
	if b != nil {
		if sizes = configured(op, o); sizes == nil {
			sizes = r.sizes(b, op)
		}
		if sizes == nil {
			return false
		}
	}
	if n, ok := pointsOf(op, sizes); !ok || n >= o.MaxVectorSize {
		return false
	}
	return r.vectorize(op, sizes, rw, o)
}

// configured returns the sizes that an attribute sets, nil if there is none.
func configured(op *ir.Operation, o *VectorizeOptions) []int64 {
	sizes, ok := ir.ReadInt64s(op.Attr(configuredSizes))
	if !o.UseConfiguredVectorSizes || !ok || slices.ContainsFunc(sizes, func(n int64) bool { return n < 1 }) {
		return nil
	}
	return sizes
}

// pointsOf returns the number of elements of the largest vector: of sizes, or of the largest operand,
// which then must be static.
func pointsOf(op *ir.Operation, sizes []int64) (n int64, ok bool) {
	if sizes != nil {
		return ir.NumElements(sizes)
	}
	for _, v := range op.Operands() {
		t, isShaped := v.Type().(ir.ShapedType)
		if !isShaped {
			continue
		}
		if slices.Contains(t.Shape(), ir.Dynamic) {
			return 0, false
		}
		count, ok := ir.NumElements(t.Shape())
		if !ok {
			return 0, false
		}
		n = max(n, count)
	}
	return n, true
}

func newBounds(c *passes.Context) *bounds {
	return &bounds{known: ranges.Analyze(c.Op, c.Ended), dims: map[dimension]bound{}, values: map[*ir.Value]maps.Interval{}}
}

// VectorizeExt is vectorext-vectorize.
var VectorizeExt = &passes.Pass{
	Name:    "vectorext-vectorize",
	Aliases: []string{"iree-vector-ext-vectorize-ops"},
	Title:   "Give vectors the layouts of tensors",
	Doc: `Replaces iree_vector_ext.to_layout of a tensor by one of a vector with the size of the layout, which
is read from the tensor and written to it, with a mask if the layout is larger:

    %r = iree_vector_ext.to_layout %t to layout(#l) : tensor<64x64xf32>
    →
    %v = vector.transfer_read %t[%c0, %c0], %p {in_bounds = [true, true]} : tensor<64x64xf32>, vector<64x64xf32>
    %w = iree_vector_ext.to_layout %v to layout(#l) : vector<64x64xf32>
    %r = vector.transfer_write %w, %t[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, tensor<64x64xf32>

linalg-vectorize does so, too.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "iree_vector_ext", "tensor", "ub", "vector"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{{Name: "vectorize-to-layout", Root: vectorext.ToLayoutOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
			return vectorizeToLayout(op, nil, rw, nil)
		}}}
	}),
}

// cleanUp simplifies masks, and with enable-cleanup reads and writes.
func cleanUp(c *passes.Context, o *VectorizeOptions) {
	kinds := []ir.OpKind{tensor.DimOp{}, vector.CreateMaskOp{}, vector.ConstantMaskOp{}, vector.MaskOp{}, arith.ConstantOp{}}
	if o.EnableCleanup {
		kinds = append(kinds, vector.TransferReadOp{}, vector.TransferWriteOp{})
	}
	var patterns []*ir.Pattern
	for _, k := range kinds {
		patterns = append(patterns, c.IR.MustOpDef(k).Patterns...)
	}
	passes.ApplyPatterns(c, patterns)
}
