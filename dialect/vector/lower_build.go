package vector

import "optc/ir"

// The lowerings replace an operation, or the vector.mask around it, by operations on vectors of
// lower rank. Passes and programs that embed the compiler use these patterns; canonicalization does
// not.

// lowering builds the operations that replace an operation.
type lowering struct {
	*ir.Rewriter
	root *ir.Operation // the replaced operation: the operation itself or the mask around it
	mask *ir.Value     // mask of root, or nil
}

// lowerByBuilding replaces op by the value that build returns. build returns nil, before it builds
// anything, if op is to be kept.
func lowerByBuilding(op *ir.Operation, rw *ir.Rewriter, build func(l lowering) *ir.Value) bool {
	root, mask := maskAround(op)
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
	return NewExtract(l, v, i).Result()
}

// put inserts v at position i of the outermost dimension.
func (l lowering) put(v, into *ir.Value, i int64) *ir.Value {
	return NewInsert(l, v, into, i).Result()
}

// transpose permutes the dimensions of v; nil of nil.
func (l lowering) transpose(v *ir.Value, perm []int64) *ir.Value {
	if v == nil {
		return nil
	}
	return NewTranspose(l, v, perm).Result()
}

// reshape casts v to other extents; nil of nil.
func (l lowering) reshape(v *ir.Value, dims []int64, scalable []bool) *ir.Value {
	if v == nil {
		return nil
	}
	t := ir.ScalableVector(dims, scalable, vectorOf(v).Elem)
	return NewShapeCast(l, t, v).Result()
}

// masked builds an operation, with one result or, if result is nil, none. The operation
// is built inside a vector.mask if there is a mask.
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
	op := NewMask(l, types, mask)
	after := l.Save()
	l.NewBlock(op.MaskRegion(), nil, l.Loc)
	NewYield(l, []*ir.Value{build()}[:len(types)]...)
	l.Restore(after)
	if result == nil {
		return nil
	}
	return op.Results()[0]
}
