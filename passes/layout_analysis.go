package passes

import (
	"slices"

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
func analyzeLayouts(op *ir.Operation, rw *ir.Rewriter) map[*ir.Value]*vectorext.NestedLayout {
	a := &layoutAnalysis{layouts: map[*ir.Value]*vectorext.NestedLayout{}, rw: rw}
	ir.WalkPost(op, func(o *ir.Operation) ir.WalkResult {
		if vectorext.ToLayout.Is(o) {
			a.set(o.Result(0), vectorext.LayoutOf(o))
		}
		return ir.Advance
	})
	for {
		switch {
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
	switch op.Name() {
	case "vector.step", "vector.create_mask", "vector.constant_mask":
		return true
	}
	return op.Has(ir.ConstantLike)
}

// require demands a layout of operand i of op.
func (a *layoutAnalysis) require(op *ir.Operation, i int, l *vectorext.NestedLayout) {
	v := op.Operand(i)
	if l == nil || !isVectorValue(v) {
		return
	}
	if def := v.DefiningOp(); isClonedProducer(def) {
		clone := a.rw.Before(def).Clone(def, nil)
		n := clone.Result(v.Index())
		op.SetOperand(i, n)
		a.layouts[n] = l
		return
	}
	switch a.layouts[v] {
	case nil:
		a.set(v, l)
	case l:
	default:
		a.rw.Before(op)
		a.rw.Loc = op.Loc()
		n := a.rw.Value(vectorext.ToLayout, []*ir.Value{v}, []ir.Type{v.Type()}, ir.NamedAttr{Name: "layout", Value: l})
		op.SetOperand(i, n)
		a.layouts[n] = l
	}
}

// requireGroup demands a layout of the only operand of a group, if present.
func (a *layoutAnalysis) requireGroup(op *ir.Operation, group string, l *vectorext.NestedLayout) {
	if lo, hi := op.OperandRange(op.Def().OperandIndex(group)); lo < hi {
		a.require(op, lo, l)
	}
}

// visitUse propagates the layout of a used value to the results of its user.
func (a *layoutAnalysis) visitUse(u *ir.OpOperand, l *vectorext.NestedLayout) {
	op := u.Owner()
	switch {
	case ir.Kind("scf.for").Is(op):
		if i := u.Index() - 3; i >= 0 {
			a.set(op.Body().Arg(1+i), l)
			a.set(op.Result(i), l)
		}
	case ir.Kind("scf.yield").Is(op):
		parent := op.Parent()
		if ir.Kind("scf.for").Is(parent) {
			a.set(parent.Body().Arg(1+u.Index()), l)
		}
		if ir.Kind("scf.for").Is(parent) || ir.Kind("scf.if").Is(parent) {
			a.set(parent.Result(u.Index()), l)
		}
	case ir.Kind("vector.yield").Is(op):
		if parent := op.Parent(); ir.Kind("vector.mask").Is(parent) {
			a.set(parent.Result(u.Index()), l)
		}
	case op.Has(ir.Elementwise):
		for _, r := range op.Results() {
			a.set(r, l)
		}
	case ir.Kind("vector.multi_reduction").Is(op):
		if u.Index() == 1 {
			a.set(op.Result(0), l)
			return
		}
		if mask := op.Parent(); ir.Kind("vector.mask").Is(mask) {
			a.require(mask, 0, l)
		}
		a.set(op.Result(0), l.Project(reducedDims(op, l.Rank())))
	case ir.Kind("vector.transpose").Is(op):
		perm, _ := ir.Int64s(op.Attr("permutation"))
		a.set(op.Result(0), l.Permute(perm))
	case ir.Kind("vector.contract").Is(op):
		a.visitContract(op, u.Index(), l)
	case ir.Kind("vector.gather").Is(op):
		a.set(op.Result(0), l)
	case ir.Kind("vector.transfer_write").Is(op) && u.Index() == 0:
		a.requireGroup(op, "mask", l.Apply(transferMaskMap(op)))
	case ir.Kind("vector.shape_cast").Is(op):
		a.set(op.Result(0), l.Reshape(op.Result(0).Type().(*ir.VectorType).Dims))
	}
}

func (a *layoutAnalysis) visitContract(op *ir.Operation, operand int, l *vectorext.NestedLayout) {
	if operand == 2 {
		a.set(op.Result(0), l)
		return
	}
	if op.Attr("iree.gpu.mma") != nil {
		return
	}
	maps, _ := ir.Maps(op.Attr("indexing_maps"))
	if mask := op.Parent(); ir.Kind("vector.mask").Is(mask) && maps[operand].IsPermutation() {
		if inverse, ok := affine.InversePermutation(maps[operand]); ok {
			a.require(mask, 0, l.Apply(inverse))
		}
	}
	lhs, rhs := a.layouts[op.Operand(0)], a.layouts[op.Operand(1)]
	if lhs != nil && rhs != nil {
		a.set(op.Result(0), vectorext.Recombine([]*vectorext.NestedLayout{lhs, rhs}, maps[:2], maps[2]))
	}
}

// reducedDims tells which dimensions of the source a multi_reduction removes.
func reducedDims(op *ir.Operation, rank int) []bool {
	drop := make([]bool, rank)
	dims, _ := ir.Int64s(op.Attr("reduction_dims"))
	for _, d := range dims {
		drop[d] = true
	}
	return drop
}

// transferMaskMap maps the dimensions of a transfer's vector to those of its mask.
func transferMaskMap(op *ir.Operation) affine.Map {
	return vectorext.TransferMaskMap(ir.Get[*ir.AffineMapAttr](op, "permutation_map").Map)
}

// visitDef propagates the layout of a value to the operands of its definition.
func (a *layoutAnalysis) visitDef(v *ir.Value, l *vectorext.NestedLayout) {
	op := v.DefiningOp()
	if op == nil {
		parent := v.OwnerBlock().ParentOp()
		if i := v.Index() - 1; ir.Kind("scf.for").Is(parent) && i >= 0 {
			a.require(v.OwnerBlock().Back(), i, l)
			a.require(parent, 3+i, l)
		}
		return
	}
	switch {
	case op.Has(ir.Elementwise):
		for i := range op.NumOperands() {
			a.require(op, i, l)
		}
	case vectorext.ToLayout.Is(op):
		a.require(op, 0, l)
	case ir.Kind("vector.multi_reduction").Is(op):
		a.require(op, 1, l)
	case ir.Kind("vector.transpose").Is(op):
		perm, _ := ir.Int64s(op.Attr("permutation"))
		inverse := make([]int64, len(perm))
		for i, p := range perm {
			inverse[p] = int64(i)
		}
		a.require(op, 0, l.Permute(inverse))
	case ir.Kind("vector.broadcast").Is(op):
		a.requireBroadcast(op, l)
	case ir.Kind("vector.contract").Is(op):
		a.require(op, 2, l)
	case ir.Kind("vector.gather").Is(op):
		for _, g := range []string{"indices", "mask", "pass_thru"} {
			a.requireGroup(op, g, l)
		}
	case ir.Kind("vector.transfer_read").Is(op):
		a.requireGroup(op, "mask", l.Apply(transferMaskMap(op)))
	case vectorext.TransferGather.Is(op):
		a.requireGather(op, l)
	case ir.Kind("vector.shape_cast").Is(op):
		a.require(op, 0, l.Reshape(op.Operand(0).Type().(*ir.VectorType).Dims))
	}
}

// requireBroadcast projects the added leading dimensions away. A broadcast that
// stretches unit dimensions gives its source no layout.
func (a *layoutAnalysis) requireBroadcast(op *ir.Operation, l *vectorext.NestedLayout) {
	src, ok := op.Operand(0).Type().(*ir.VectorType)
	if !ok {
		return
	}
	dst := op.Result(0).Type().(*ir.VectorType).Dims
	added := len(dst) - len(src.Dims)
	if !slices.Equal(src.Dims, dst[added:]) {
		return
	}
	drop := make([]bool, len(dst))
	for d := range added {
		drop[d] = true
	}
	a.require(op, 0, l.Project(drop))
}

// requireGather gives the index operands and the mask of a gather the layouts
// that follow from their maps.
func (a *layoutAnalysis) requireGather(op *ir.Operation, l *vectorext.NestedLayout) {
	t, _ := vectorext.AsTransfer(op)
	lo, hi := op.OperandRange(op.Def().OperandIndex("index_vecs"))
	maps := t.VectorMaps()
	for k := range hi - lo {
		a.require(op, lo+k, l.Apply(maps[k]))
	}
	a.requireGroup(op, "mask", l.Apply(t.MaskMap()))
}
