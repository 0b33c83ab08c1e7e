package vectors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/revision"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// SimplifyGather is vectorext-simplify-transfer-gather.
var SimplifyGather = &passes.Pass{
	Name:  "vectorext-simplify-transfer-gather",
	Title: "Simplify gathers and scatters to contiguous transfers",
	Doc: `Applies the folds and canonicalizations of iree_vector_ext.transfer_gather and
transfer_scatter: producers of index operands are looked through, steps become
contiguous dimensions, single elements become offsets, constant masks disappear,
and a transfer without index operands becomes vector.transfer_read or
vector.transfer_write.

Of the remaining transfers, those whose indices are linear in the coordinates of
the vector lose their index vectors, too. The elements of an index vector are
computed from constants, steps and scalars that all elements share, through
arithmetic (also with divisions of linearised indices), casts, slices and changes
of shape. Where the step along a dimension is not 1, the transfer uses a view;
neighbouring rows are read as a single vector; a dimension that counts down is
reversed by vector.shuffle. With the option explain, a remark describes why a
transfer keeps its index vectors.`,
	Options:  SimplifyGatherOptions{},
	Dialects: []string{"affine", "arith", "iree_vector_ext", "memref", "tensor", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		a := &affineTransfers{ranges: rangesOf(c.Op)}
		changed := passes.ApplyPatterns(c, slices.Concat(transferPatterns(c.IR), a.patterns()))
		if passes.OptionsOf[SimplifyGatherOptions](c).Explain {
			a.explain(c)
		}
		return changed, nil
	},
}

// SimplifyGatherOptions are the options of vectorext-simplify-transfer-gather.
type SimplifyGatherOptions struct {
	Explain bool `opt:"explain" help:"report in a remark why a transfer keeps its index vectors"`
}

// transferPatterns are the canonicalizations of the two transfers.
func transferPatterns(c *ir.Context) []*ir.Pattern {
	return slices.Concat(c.MustOpDef(vectorext.TransferGatherOp{}).Patterns, c.MustOpDef(vectorext.TransferScatterOp{}).Patterns)
}

// LowerGather is vectorext-lower-gather-scatter.
var LowerGather = &passes.Pass{
	Name:    "vectorext-lower-gather-scatter",
	Aliases: []string{"iree-vector-ext-lower-transfer-gather-scatter-to-vector"},
	Title:   "Lower gathers and scatters to vector.gather and vector.scatter",
	Doc: `Lowers gathers and scatters whose innermost base dimension alone is picked by an
index vector:

    %r = iree_vector_ext.transfer_gather %m[%a, %b] [%i : vector<8xindex>], %pad, %k {indexing_maps =
           [affine_map<(d0)[s0] -> (0, s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]}
    →
    %p = vector.broadcast %pad : f32 to vector<8xf32>
    %r = vector.gather %m[%a, %b] [%i], %k, %p : memref<64x16xf32>, …

The reference ignores the maps of the index vector and the mask; here they must be the
identity (IREE LowerTransferGatherScatterOps.cpp). vectorext-lower-vectors, which
includes this pass, first splits gathers and scatters of higher rank.`,
	Dialects: []string{"affine", "arith", "iree_vector_ext", "vector"},
	Run:      passes.Patterns(gatherLowering),
}

func gatherLowering() []*ir.Pattern {
	return []*ir.Pattern{
		{Name: "lower-transfer-gather", Root: vectorext.TransferGatherOp{}, Rewrite: lowerGather},
		{Name: "lower-transfer-scatter", Root: vectorext.TransferScatterOp{}, Rewrite: lowerScatter},
	}
}

// LowerVectorsOptions are the options of vectorext-lower-vectors.
type LowerVectorsOptions struct {
	Loads bool `opt:"loads" help:"make loads and stores of transfers"`
}

// LowerVectors is vectorext-lower-vectors.
var LowerVectors = &passes.Pass{
	Name:    "vectorext-lower-vectors",
	Aliases: []string{"iree-llvmgpu-vector-lowering"},
	Title:   "Lower gathers, scatters and transfers to loads and stores of rows",
	Doc: `Splits gathers and scatters into transfers of rank 1: base dimensions that follow
the outermost vector dimension move their offset, index vectors and masks along it
are cut, and the parts are joined by vector.insert_strided_slice. Index operands
that become scalars move offsets, so that most of the resulting transfers are
contiguous; the others become vector.gather and vector.scatter. Transfers of
memrefs become vector.load, vector.store and their masked forms, one for each row.`,
	Options:  LowerVectorsOptions{Loads: true},
	Dialects: []string{"affine", "arith", "iree_vector_ext", "ub", "vector"},
	Run: func(c *passes.Context) (bool, error) {
		unrolled := passes.ApplyPatterns(c, slices.Concat(transferPatterns(c.IR), gatherLowering(), []*ir.Pattern{
			{Name: "unroll-transfer-gather", Root: vectorext.TransferGatherOp{}, Rewrite: unrollTransfer},
			{Name: "unroll-transfer-scatter", Root: vectorext.TransferScatterOp{}, Rewrite: unrollTransfer},
		}))
		if !passes.OptionsOf[LowerVectorsOptions](c).Loads {
			return unrolled, nil
		}
		return passes.ApplyPatterns(c, vector.TransferToLoad()) || unrolled, nil
	},
}

// lowerable reports whether a transfer is exactly a vector.gather or vector.scatter: a vector of
// rank 1, and a single index vector that selects along the innermost base dimension, while the
// other dimensions are at the offsets; index vector and mask are in the order of the vector.
func lowerable(t vectorext.Transfer) bool {
	if !t.Unified() || len(t.VectorType().Dims) == 0 || len(t.IndexVecs()) != 1 || !passes.IsVectorValue(t.IndexVecs()[0]) {
		return false
	}
	base := t.Maps()[0].Results
	if len(base) == 0 {
		return false
	}
	for _, e := range base[:len(base)-1] {
		if _, isConst := e.IsConst(); !isConst {
			return false
		}
	}
	if _, ok := base[len(base)-1].IsSymbol(); !ok {
		return false
	}
	identity := func(m affine.Map) bool { return m.NumDims == len(m.Results) && m.IsIdentity() }
	return identity(t.VectorMaps()[0]) && (t.Mask() == nil || identity(t.MaskMap()))
}

// maskOrTrue returns the mask of a transfer, or a constant of true.
func maskOrTrue(t vectorext.Transfer, rw *ir.Rewriter) *ir.Value {
	if m := t.Mask(); m != nil {
		return m
	}
	c := rw.Context()
	return arith.NewConstant(rw, c.Dense(ir.Vector(t.VectorType().Dims, c.I1()), []byte{1})).Result()
}

func lowerGather(op *ir.Operation, rw *ir.Rewriter) bool {
	t, _ := vectorext.AsTransfer(op)
	if !lowerable(t) {
		return false
	}
	mask := maskOrTrue(t, rw)
	pass := vector.NewBroadcast(rw, t.VectorType(), t.Padding()).Vector()
	rw.Replace(op, vector.NewGather(rw, t.Base(), t.Offsets(), t.IndexVecs()[0], mask, pass).Result())
	return true
}

func lowerScatter(op *ir.Operation, rw *ir.Rewriter) bool {
	t, _ := vectorext.AsTransfer(op)
	if !lowerable(t) {
		return false
	}
	scatter := vector.NewScatter(rw, t.Base(), t.Offsets(), t.IndexVecs()[0], maskOrTrue(t, rw), t.Vector()).Operation()
	rw.Replace(op, scatter.ResultList()...)
	return true
}

// unrollTransfer unrolls the outermost vector dimension of a gather or scatter of
// rank above 1 (IREE LowerTransferGatherScatterOps.cpp). Index operands that follow the
// dimension are sliced, base dimensions along it move their offset.
//
//	transfer_gather %m[%a, %b] [%i : vector<2x4xindex>] : memref<…>, vector<2x4xf32>
//	→ %i0 = vector.extract %i[0], %r0 = transfer_gather %m[%a, %b] [%i0 : vector<4xindex>] : …, vector<4xf32>
//	  … the same for 1, joined by vector.insert_strided_slice
func unrollTransfer(op *ir.Operation, rw *ir.Rewriter) bool {
	t, _ := vectorext.AsTransfer(op)
	vec := t.VectorType()
	if !t.Unified() || len(vec.Dims) < 2 || vec.IsScalable(0) || !unrollable(t) {
		return false
	}
	rw.Loc = op.Loc()
	maps := t.Maps()
	inner := ir.Vector(vec.Dims[1:], vec.Elem)
	var acc *ir.Value
	if t.IsGather() {
		acc = ub.NewPoison(rw, vec).Result()
	} else {
		acc = t.Base()
	}
	newMaps := make([]affine.Map, len(maps))
	for m := range maps {
		newMaps[m] = withoutFirstDim(maps[m], m > 0)
	}
	for i := range vec.Dims[0] {
		offsets := t.Offsets()
		for k, e := range maps[0].Results {
			if d, ok := e.IsDim(); ok && d == 0 {
				offsets[k] = arith.NewAddI(rw, offsets[k], arith.ConstantIndex(rw, i)).Result()
			}
		}
		vecs := t.IndexVecs()
		for k := range vecs {
			vecs[k] = sliceFirst(rw, vecs[k], maps[1+k], i)
		}
		mask := t.Mask()
		if mask != nil {
			mask = sliceFirst(rw, mask, maps[len(maps)-1], i)
		}
		if t.IsGather() {
			part := vectorext.NewTransferGather(rw, inner, t.Base(), offsets, vecs, t.Padding(), mask, newMaps).Vector()
			if vec.Dims[0] == 1 && revision.Of(rw.Context()) == revision.Release {
				acc = vector.NewBroadcast(rw, vec, part).Vector()
				continue
			}
			at := make([]int64, len(vec.Dims))
			at[0] = i
			acc = vector.NewInsertStridedSlice(rw, part, acc, at).Result()
			continue
		}
		part := vector.NewExtract(rw, t.Vector(), i).Result()
		n := vectorext.NewTransferScatter(rw, acc, part, offsets, vecs, mask, newMaps)
		if written := n.Result(); written != nil {
			acc = written
		}
	}
	if op.NumResults() > 0 {
		rw.Replace(op, acc)
	} else {
		rw.Erase(op)
	}
	return true
}

// unrollable refuses transfers that slicing along an axis cannot express: with index
// operands or masks that use the dimension twice, or masks that would become scalars.
func unrollable(t vectorext.Transfer) bool {
	for m, vm := range t.Maps()[1:] {
		n := 0
		for _, e := range vm.Results {
			if d, ok := e.IsDim(); ok && d == 0 {
				n++
			}
		}
		isMask := m == len(t.IndexVecs())
		if n > 1 || isMask && n == 1 && len(vm.Results) == 1 {
			return false
		}
	}
	return true
}

// withoutFirstDim drops dimension 0 and renumbers the other dimensions. In the base map it becomes
// the constant 0; in the other maps its results disappear.
func withoutFirstDim(m affine.Map, drop bool) affine.Map {
	dims := make([]affine.Expr, m.NumDims)
	dims[0] = affine.Const(0)
	for d := 1; d < m.NumDims; d++ {
		dims[d] = affine.Dim(d - 1)
	}
	out := affine.Map{NumDims: m.NumDims - 1, NumSymbols: m.NumSymbols}
	for _, e := range m.Results {
		if d, ok := e.IsDim(); ok && d == 0 && drop {
			continue
		}
		out.Results = append(out.Results, e.ReplaceDims(dims))
	}
	return out
}

// sliceFirst returns the part of an index operand or mask at position i of the
// axis that follows dimension 0, without that axis.
func sliceFirst(rw *ir.Rewriter, v *ir.Value, m affine.Map, i int64) *ir.Value {
	axis := slices.IndexFunc(m.Results, func(e affine.Expr) bool { d, ok := e.IsDim(); return ok && d == 0 })
	if axis < 0 {
		return v
	}
	if axis == 0 {
		return vector.NewExtract(rw, v, i).Result()
	}
	t := v.Type().(*ir.VectorType)
	offsets, sizes := make([]int64, len(t.Dims)), slices.Clone(t.Dims)
	offsets[axis], sizes[axis] = i, 1
	part := vector.NewExtractStridedSlice(rw, v, offsets, sizes).Result()
	return vector.NewShapeCast(rw, ir.Vector(slices.Delete(slices.Clone(t.Dims), axis, axis+1), t.Elem), part).Result()
}
