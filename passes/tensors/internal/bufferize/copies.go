package bufferize

import (
	"optc/dialect/arith"
	"optc/dialect/bufferization"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
)

// copier inserts copies of tensors where an operand is not used in place.
type copier struct {
	*ir.Rewriter
	*state
}

// insertCopies inserts copies according to an analysis.
func insertCopies(s *state, c *ir.Context, root *ir.Operation) (first problem) {
	k := &copier{ir.NewRewriter(c, nil), s}
	ir.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		r := s.rule(op)
		if r == nil || first != nil {
			return ir.Advance
		}
		k.Before(op).Loc = op.Loc()
		if r.resolve != nil {
			first = r.resolve(k, op)
		} else {
			first = copyOperands(k, op)
		}
		return ir.Advance
	})
	return first
}

// copyOperands copies the operands that are not used in place. If an operand only becomes the result, as in
// tensor.extract_slice, the result is copied instead, which is smaller.
func copyOperands(c *copier, op *ir.Operation) problem {
	type copied struct {
		use   *ir.OpOperand
		value *ir.Value
		empty bool
	}
	var before, after []copied
	for _, u := range tensorUses(op) {
		if c.isInPlace(u) {
			continue
		}
		if ir.IsType[*ir.UnrankedTensorType](u.Value().Type()) {
			return noUnrankedCopies(op)
		}
		empty := c.needsNoElements(u)
		as := c.aliases(u)
		if len(as) == 1 && as[0].value.DefiningOp() != nil && !c.writes(u) && len(c.sources(as[0].value)) == 1 &&
			ir.IsType[*ir.TensorType](as[0].value.Type()) {
			after = append(after, copied{value: as[0].value, empty: empty})
		} else {
			before = append(before, copied{use: u, empty: empty})
		}
	}
	c.Before(op)
	for _, k := range before {
		v, d := c.allocLike(k.use.Value(), !k.empty)
		if d != nil {
			return d
		}
		k.use.Set(v)
	}
	c.After(op)
	for _, k := range after {
		users := usesOf(k.value)
		v, d := c.allocLike(k.value, !k.empty)
		if d != nil {
			return d
		}
		for _, u := range users {
			if u.Owner() != v.DefiningOp() && !ir.Is[tensor.DimOp](u.Owner()) {
				u.Set(v)
			}
		}
	}
	return nil
}

func noUnrankedCopies(op *ir.Operation) problem {
	return ir.Errorf(op.Loc(), "copying of unranked tensors is not implemented")
}

// allocLike allocates a tensor of the shape of v, with its elements if copied is set.
func (s *settings) allocLike(rw *ir.Rewriter, v *ir.Value, copied bool) (*ir.Value, problem) {
	t, ranked := v.Type().(*ir.TensorType)
	if !ranked {
		return nil, noUnrankedCopies(ownerOf(v))
	}
	if copied {
		return bufferization.NewAllocCopy(rw, v).Result(), nil
	}
	b := &bufferizer{Rewriter: rw, settings: s, plain: newState(s)}
	sizes := shapeOf(rw, v)
	bt, d := b.bufferType(v)
	if d != nil {
		return nil, d
	}
	space := ir.MemorySpace(bt)
	if space == nil {
		space, _ = s.space(t)
	}
	return bufferization.NewAllocTensor(rw, t, space, sizes...).Result(), nil
}

func (c *copier) allocLike(v *ir.Value, copied bool) (*ir.Value, problem) {
	return c.settings.allocLike(c.Rewriter, v, copied)
}

// shapeOf returns the dynamic extents of a tensor, computed from the operands of the operation that makes it, if
// that operation can tell (reifyResultShapes upstream).
func shapeOf(rw *ir.Rewriter, v *ir.Value) (sizes []*ir.Value) {
	t := v.Type().(*ir.TensorType)
	if op := v.DefiningOp(); op != nil {
		if alloc := ir.As[bufferization.AllocTensorOp](op); alloc.Ok() && alloc.Copy() == nil {
			return alloc.DynamicSizes()
		}
		if extents := linalg.Extents(rw, v); extents != nil {
			for d, n := range t.Dims {
				if n == ir.Dynamic {
					sizes = append(sizes, extents[d])
				}
			}
			return sizes
		}
	}
	for d, n := range t.Dims {
		if n == ir.Dynamic {
			sizes = append(sizes, tensor.NewDim(rw, v, arith.ConstantIndex(rw, int64(d))).Result())
		}
	}
	return sizes
}

// droppedDims returns which dimensions of extent 1 are left out of a shape with fewer dimensions.
func droppedDims(full, reduced []int64) []bool {
	dropped := make([]bool, len(full))
	k := 0
	for i, n := range full {
		if k < len(reduced) && reduced[k] == n {
			k++
		} else {
			dropped[i] = true
		}
	}
	return dropped
}
