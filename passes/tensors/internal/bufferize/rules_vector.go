package bufferize

import (
	"optc/dialect/bufferization"
	"optc/dialect/vector"
	"optc/ir"
)

// replaceFirstTensor replaces an operation on a tensor by the same operation on its buffer.
func replaceFirstTensor(i int) func(b *bufferizer, op *ir.Operation) problem {
	return func(b *bufferizer, op *ir.Operation) problem {
		operands := op.OperandList()
		x, d := b.buffer(operands[i])
		if d != nil {
			return d
		}
		operands[i] = x
		fresh := b.Like(op, operands, op.ResultTypes())
		fresh.SetDiscardable(nil) // as upstream
		b.Replace(op, fresh.ResultList()...)
		return nil
	}
}

// readsAroundTransfer: the destination is not read if the vector covers all of it. Upstream overlooks the operand mask,
// and vectors of a smaller rank than the tensor.
func readsAroundTransfer(_ *state, u *ir.OpOperand) bool {
	op := ir.Cast[vector.TransferWriteOp](u.Owner())
	t, _ := vector.AsTransfer(u.Owner())
	if u != op.BaseMutable() || t.Mask() != nil || ir.Is[vector.MaskOp](u.Owner().Parent()) {
		return true
	}
	p := transferred(t)
	for d, n := range t.BaseType().Shape() {
		if n == ir.Dynamic || !isNumber(p.offsets[d], 0) || p.sizes[d].Const < n {
			return true
		}
	}
	return false
}

func replaceTransferWrite(b *bufferizer, op *ir.Operation) problem {
	operands := op.OperandList()
	x, d := b.buffer(operands[1])
	if d != nil {
		return d
	}
	operands[1] = x
	b.Like(op, operands, []ir.Type{}).SetDiscardable(nil) // as upstream
	b.replaceByBuffers(op, x)
	return nil
}

// maskRule: vector.mask yields the results of the masked operation.
func maskRule() *rule {
	return &rule{
		sources: func(_ *state, v *ir.Value) []source {
			return []source{{operand: ownerOf(v).Body().Back().OpOperand(v.Index()), same: true}}
		},
		resolve: func(c *copier, op *ir.Operation) problem {
			if d := copyOperands(c, op); d != nil {
				return d
			}
			for inside := range op.Body().Ops() {
				if ir.Is[bufferization.AllocTensorOp](inside) {
					return op.Errorf("body must bufferize in-place")
				}
			}
			return nil
		},
		replace: replaceMask,
	}
}

func maskedAliases(_ *state, u *ir.OpOperand) []alias {
	return []alias{{value: u.Owner().Parent().Result(u.Index()), same: true}}
}

func replaceMaskedYield(b *bufferizer, op *ir.Operation) problem {
	if !ir.Is[vector.MaskOp](op.Parent()) {
		return ir.Errorf(op.Loc(), "unsupported vector::YieldOp parent")
	}
	if b.rule(op.Block().Front()) == nil {
		return nil
	}
	values := op.OperandList()
	for i, v := range values {
		if isTensor(v.Type()) {
			x, d := b.buffer(v)
			if d != nil {
				return d
			}
			values[i] = x
		}
	}
	b.Before(op)
	b.Like(op, values, nil)
	b.Erase(op)
	return nil
}

// replaceMask makes vector.mask yield only the results of the masked operation: buffers are visible outside.
func replaceMask(b *bufferizer, op *ir.Operation) problem {
	masked, yield := op.Body().Front(), op.Body().Back()
	if b.rule(masked) == nil {
		return nil
	}
	values := make([]*ir.Value, op.NumResults())
	var kept []*ir.Value
	for i, v := range yield.Operands() {
		if v.DefiningOp() == masked {
			kept = append(kept, v)
		} else {
			values[i] = v
		}
	}
	yield.SetOperands(kept)
	fresh := b.withRegions(op, op.OperandList(), append([]ir.Type{}, typesOf(kept)...))
	next := 0
	for i := range values {
		if values[i] == nil {
			values[i] = fresh.Result(next)
			next++
		}
	}
	b.replaceByBuffers(op, values...)
	return nil
}
