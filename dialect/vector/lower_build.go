package vector

import "optc/ir"

// The lowerings rewrite an operation, or the vector.mask around it, into
// operations on vectors of lower rank. Their patterns are for passes and for
// programs that embed the compiler; canonicalization does not use them.

// lowering is where the operations that replace one operation are built.
type lowering struct {
	*ir.Rewriter
	root *ir.Operation // what is replaced: the operation or the mask around it
	mask *ir.Value     // of root, or nil
}

// lower builds the replacement of op through build, which returns nil, before it
// has built anything, when the operation stays.
func lower(op *ir.Operation, rw *ir.Rewriter, build func(l lowering) *ir.Value) bool {
	root, mask := maskAround(op)
	defer func(loc ir.Location) { rw.Loc = loc }(rw.Loc)
	rw.Before(root).Loc = op.Loc()
	v := build(lowering{rw, root, mask})
	if v == nil {
		return false
	}
	rw.Replace(root, v)
	return true
}

// at extracts element or subvector i of the outermost dimension; nil of nil.
func (l lowering) at(v *ir.Value, i int64) *ir.Value {
	if v == nil {
		return nil
	}
	return l.Value(Extract, []*ir.Value{v}, nil, dense(l.Context(), staticPosition, []int64{i}))
}

// put inserts v at position i of the outermost dimension.
func (l lowering) put(v, into *ir.Value, i int64) *ir.Value {
	return l.Value(Insert, []*ir.Value{v, into}, []ir.Type{into.Type()}, dense(l.Context(), staticPosition, []int64{i}))
}

// transpose permutes the dimensions of v; nil of nil.
func (l lowering) transpose(v *ir.Value, perm []int64) *ir.Value {
	if v == nil {
		return nil
	}
	from := vectorOf(v)
	dims, scalable := make([]int64, len(perm)), make([]bool, len(perm))
	for i, p := range perm {
		dims[i], scalable[i] = from.Dims[p], from.IsScalable(int(p))
	}
	return l.Value(Transpose, []*ir.Value{v}, []ir.Type{ir.ScalableVector(dims, scalable, from.Elem)}, dense(l.Context(), permutationAttr, perm))
}

// reshape casts v to other extents; nil of nil.
func (l lowering) reshape(v *ir.Value, dims []int64, scalable []bool) *ir.Value {
	if v == nil {
		return nil
	}
	t := ir.ScalableVector(dims, scalable, vectorOf(v).Elem)
	return l.Value(ShapeCast, []*ir.Value{v}, []ir.Type{t})
}

// masked builds an operation with one result, or none if result is nil, inside a
// vector.mask, or as it is when there is no mask.
//
//	%1 = vector.mask %k { vector.reduction <add>, %v, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
func (l lowering) masked(mask *ir.Value, result ir.Type, build func() *ir.Value) *ir.Value {
	if mask == nil {
		return build()
	}
	types := []ir.Type{}
	if result != nil {
		types = append(types, result)
	}
	op := l.Create(&ir.OpState{
		Loc: l.Loc, Def: l.Context().MustOpDef(Mask),
		Operands: []*ir.Value{mask}, ResultTypes: types, Regions: []*ir.Region{{}},
	})
	after := l.Save()
	l.AtEnd(l.NewBlock(op.Region(0), nil, l.Loc))
	yielded := []*ir.Value{build()}[:len(types)]
	l.Op(Yield, yielded, nil)
	l.Restore(after)
	if result == nil {
		return nil
	}
	return op.Result(0)
}
