package passes

import (
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
)

// layoutAnalysis finds a nested layout for every vector that is connected to a
// to_layout operation (IREE VectorLayoutAnalysis.cpp). The first layout that
// reaches a value stays; where another one is required, the operand is cloned if
// it is a constant, or a to_layout is put in front of its user.
type layoutAnalysis struct {
	layouts  map[*ir.Value]*vectorext.NestedLayout
	forward  []*ir.Value
	backward []*ir.Value
	rw       *ir.Rewriter
}

// analyzeLayouts returns the layout of every vector in op that has one. It may
// insert to_layout operations and clone constants.
func analyzeLayouts(c *Context, op *ir.Operation, rw *ir.Rewriter) map[*ir.Value]*vectorext.NestedLayout {
	a := &layoutAnalysis{layouts: map[*ir.Value]*vectorext.NestedLayout{}, rw: rw}
	c.walkPost(op, func(o *ir.Operation) ir.WalkResult {
		if vectorext.ToLayout.Is(o) {
			a.set(vectorext.ToLayout.Output(o), vectorext.ToLayout.Layout(o))
		}
		return ir.Advance
	})
	for {
		switch {
		case c.ended():
			return a.layouts
		case len(a.forward) > 0:
			v := a.forward[0]
			a.forward = a.forward[1:]
			for u := v.FirstUse(); u != nil; u = u.Next() {
				a.visitUse(u, a.layouts[v])
			}
		case len(a.backward) > 0:
			v := a.backward[0]
			a.backward = a.backward[1:]
			a.visitDef(v, a.layouts[v])
		default:
			return a.layouts
		}
	}
}

// set gives a vector its layout unless it has one.
func (a *layoutAnalysis) set(v *ir.Value, l *vectorext.NestedLayout) {
	if l == nil || !isVectorValue(v) || a.layouts[v] != nil {
		return
	}
	a.layouts[v] = l
	a.forward = append(a.forward, v)
	a.backward = append(a.backward, v)
}

// clonedProducers are the operations whose copies cost nothing, so that every
// user may have one in the layout that it needs.
func isClonedProducer(op *ir.Operation) bool {
	if op == nil {
		return false
	}
	return ir.IsAny(op, vector.Step, vector.CreateMask, vector.ConstantMask) || op.Has(ir.ConstantLike)
}

// require demands a layout of an operand, if it is present.
func (a *layoutAnalysis) require(u *ir.OpOperand, l *vectorext.NestedLayout) {
	if u == nil || l == nil || !isVectorValue(u.Value()) {
		return
	}
	op, v := u.Owner(), u.Value()
	set := func(n *ir.Value) {
		a.rw.Modify(op, func() { u.Set(n) })
		a.layouts[n] = l
	}
	if def := v.DefiningOp(); isClonedProducer(def) {
		clone := a.rw.Before(def).Clone(def, nil)
		set(clone.Result(v.Index()))
		return
	}
	switch a.layouts[v] {
	case nil:
		a.set(v, l)
	case l:
	default:
		a.rw.Before(op)
		a.rw.Loc = op.Loc()
		set(vectorext.ToLayout.Build(a.rw, v, l))
	}
}

// visitUse propagates the layout of a used value to the results of its user.
func (a *layoutAnalysis) visitUse(u *ir.OpOperand, l *vectorext.NestedLayout) {
	op := u.Owner()
	switch {
	case scf.For.Is(op):
		if i, ok := scf.For.InitOf(u); ok {
			a.set(op.Body().Arg(1+i), l)
			a.set(op.Result(i), l)
		}
	case scf.Yield.Is(op):
		parent := op.Parent()
		if scf.For.Is(parent) {
			a.set(parent.Body().Arg(1+u.Index()), l)
		}
		if scf.For.Is(parent) || scf.If.Is(parent) {
			a.set(parent.Result(u.Index()), l)
		}
	case vector.Yield.Is(op):
		if parent := op.Parent(); vector.Mask.Is(parent) {
			a.set(parent.Result(u.Index()), l)
		}
	case op.Has(ir.Elementwise):
		for _, r := range op.Results() {
			a.set(r, l)
		}
	case vector.MultiReduction.Is(op):
		if u == vector.MultiReduction.AccMutable(op) {
			a.set(vector.MultiReduction.Dest(op), l)
			return
		}
		if mask := op.Parent(); vector.Mask.Is(mask) {
			a.require(vector.Mask.MaskMutable(mask), l)
		}
		a.set(vector.MultiReduction.Dest(op), l.Project(reducedDims(op, l.Rank())))
	case vector.Transpose.Is(op):
		a.set(vector.Transpose.Result(op), l.Permute(vector.Transpose.Permutation(op)))
	case vector.Contract.Is(op):
		a.visitContract(op, u, l)
	case vector.Gather.Is(op):
		a.set(vector.Gather.Result(op), l)
	case vector.TransferWrite.Is(op):
		if u.Value() == vector.TransferWrite.ValueToStore(op) {
			a.require(vector.TransferWrite.MaskMutable(op), l.Apply(transferMaskMap(op)))
		}
	case vector.ShapeCast.Is(op):
		result := vector.ShapeCast.Result(op)
		a.set(result, l.Reshape(result.Type().(*ir.VectorType).Dims))
	}
}

// mmaAttr marks a contraction whose layouts its matrix instruction decides.
const mmaAttr = "iree.gpu.mma"

func (a *layoutAnalysis) visitContract(op *ir.Operation, u *ir.OpOperand, l *vectorext.NestedLayout) {
	if u == vector.Contract.AccMutable(op) {
		a.set(vector.Contract.Result(op), l)
		return
	}
	if op.Attr(mmaAttr) != nil {
		return
	}
	maps := vector.Contract.IndexingMaps(op)
	operand := u.Index() // maps are in the order of operands
	if mask := op.Parent(); vector.Mask.Is(mask) && maps[operand].IsPermutation() {
		if inverse, ok := affine.InversePermutation(maps[operand]); ok {
			a.require(vector.Mask.MaskMutable(mask), l.Apply(inverse))
		}
	}
	lhs, rhs := a.layouts[vector.Contract.Lhs(op)], a.layouts[vector.Contract.Rhs(op)]
	if lhs != nil && rhs != nil {
		a.set(vector.Contract.Result(op), vectorext.Recombine([]*vectorext.NestedLayout{lhs, rhs}, maps[:2], maps[2]))
	}
}

// reducedDims tells which dimensions of the source a multi_reduction removes.
func reducedDims(op *ir.Operation, rank int) []bool {
	drop := make([]bool, rank)
	for _, d := range vector.MultiReduction.ReductionDims(op) {
		drop[d] = true
	}
	return drop
}

// transferMaskMap maps the dimensions of a transfer's vector to those of its mask.
func transferMaskMap(op *ir.Operation) affine.Map {
	t, _ := vector.AsTransfer(op)
	return vectorext.TransferMaskMap(t.Map())
}

// visitDef propagates the layout of a value to the operands of its definition.
func (a *layoutAnalysis) visitDef(v *ir.Value, l *vectorext.NestedLayout) {
	op := v.DefiningOp()
	if op == nil {
		parent := v.OwnerBlock().ParentOp()
		if i := v.Index() - 1; scf.For.Is(parent) && i >= 0 {
			a.require(v.OwnerBlock().Back().OpOperand(i), l)
			a.require(scf.For.InitArgMutable(parent, i), l)
		}
		return
	}
	switch {
	case op.Has(ir.Elementwise):
		for i := range op.NumOperands() {
			a.require(op.OpOperand(i), l)
		}
	case vectorext.ToLayout.Is(op):
		a.require(vectorext.ToLayout.InputMutable(op), l)
	case vector.MultiReduction.Is(op):
		a.require(vector.MultiReduction.AccMutable(op), l)
	case vector.Transpose.Is(op):
		perm := vector.Transpose.Permutation(op)
		inverse := make([]int64, len(perm))
		for i, p := range perm {
			inverse[p] = int64(i)
		}
		a.require(vector.Transpose.VectorMutable(op), l.Permute(inverse))
	case vector.Broadcast.Is(op):
		a.requireBroadcast(op, l)
	case vector.Contract.Is(op):
		a.require(vector.Contract.AccMutable(op), l)
	case vector.Gather.Is(op):
		a.require(vector.Gather.IndicesMutable(op), l)
		a.require(vector.Gather.MaskMutable(op), l)
		a.require(vector.Gather.PassThruMutable(op), l)
	case vector.TransferRead.Is(op):
		a.require(vector.TransferRead.MaskMutable(op), l.Apply(transferMaskMap(op)))
	case vectorext.TransferGather.Is(op):
		a.requireGather(op, l)
	case vector.ShapeCast.Is(op):
		source := vector.ShapeCast.SourceMutable(op)
		a.require(source, l.Reshape(source.Value().Type().(*ir.VectorType).Dims))
	}
}

// requireBroadcast projects the added leading dimensions away. A broadcast that
// stretches unit dimensions gives its source no layout.
func (a *layoutAnalysis) requireBroadcast(op *ir.Operation, l *vectorext.NestedLayout) {
	source := vector.Broadcast.SourceMutable(op)
	src, ok := source.Value().Type().(*ir.VectorType)
	if !ok {
		return
	}
	dst := vector.Broadcast.Vector(op).Type().(*ir.VectorType).Dims
	added := len(dst) - len(src.Dims)
	if !slices.Equal(src.Dims, dst[added:]) {
		return
	}
	drop := make([]bool, len(dst))
	for d := range added {
		drop[d] = true
	}
	a.require(source, l.Project(drop))
}

// requireGather gives the index operands and the mask of a gather the layouts
// that follow from their maps.
func (a *layoutAnalysis) requireGather(op *ir.Operation, l *vectorext.NestedLayout) {
	t, _ := vectorext.AsTransfer(op)
	maps := t.VectorMaps()
	for k, u := range vectorext.TransferGather.IndexVecsMutable(op) {
		a.require(u, l.Apply(maps[k]))
	}
	if t.Mask() != nil {
		a.require(vectorext.TransferGather.MaskMutable(op), l.Apply(t.MaskMap()))
	}
}
