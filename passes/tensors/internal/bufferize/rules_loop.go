package bufferize

import (
	"slices"

	"optc/dialect/scf"
	"optc/ir"
)

// carriedType is the type of a value that a loop carries: of its initial value, if the loop yields the same.
func (b *bufferizer) carriedType(loop *ir.Operation, carried, init, yielded *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	from, d := b.typeOf(init, stack)
	if d != nil {
		return nil, d
	}
	visits := 0
	for _, v := range stack {
		if v == carried {
			visits++
		}
	}
	if visits >= 2 { // the yielded value depends on the carried value
		return from, nil
	}
	to, d := b.typeOf(yielded, stack)
	switch {
	case d != nil:
		return nil, d
	case from == to:
		return to, nil
	case ir.MemorySpace(from) != ir.MemorySpace(to):
		return nil, loop.Errorf("init_arg and yielded value bufferize to inconsistent memory spaces")
	}
	return strided(carried.Type(), ir.MemorySpace(to)), nil
}

// initBuffers returns the buffers of the initial values of a loop, as the types of the values that it carries.
func (b *bufferizer) initBuffers(inits, carried []*ir.Value) (buffers []*ir.Value, _ problem) {
	buffers = slices.Clone(inits)
	for i, v := range inits {
		if isTensor(v.Type()) {
			x, d := b.buffer(v)
			if d != nil {
				return nil, d
			}
			buffers[i] = x
		}
	}
	for i, v := range carried {
		if isTensor(v.Type()) {
			t, d := b.bufferType(v)
			if d != nil {
				return nil, d
			}
			buffers[i] = b.cast(buffers[i], t)
		}
	}
	return buffers, nil
}

func forRule() *rule {
	return &rule{
		reads: func(s *state, u *ir.OpOperand) bool {
			loop := ir.Cast[scf.ForOp](u.Owner())
			lower, known := ir.Mixed{Value: loop.LowerBound()}.Constant()
			upper, known2 := ir.Mixed{Value: loop.UpperBound()}.Constant()
			if !known || !known2 || upper <= lower { // without an iteration, the initial value is the result
				return true
			}
			i, _ := loop.InitOf(u)
			return s.isRead(loop.IterArgs()[i])
		},
		writes: always,
		aliases: func(s *state, u *ir.OpOperand) []alias {
			loop := ir.Cast[scf.ForOp](u.Owner())
			i, _ := loop.InitOf(u)
			same := carriesSame(s, loop, i)
			return []alias{{value: u.Owner().Result(i), same: same, maybe: !same}}
		},
		writable: func(*ir.Operation, *ir.Value) bool { return true },
		resolve: func(c *copier, op *ir.Operation) problem {
			if d := copyOperands(c, op); d != nil || !c.analyzed {
				return d
			}
			loop := ir.Cast[scf.ForOp](op)
			yield := loop.Body().Back()
			for i, v := range yield.Operands() {
				if !isTensor(v.Type()) || c.isLocal(v, loop.Region(), loop.IterArgs()[i]) {
					continue
				}
				c.Before(yield).Loc = yield.Loc()
				copied, d := c.allocLike(v, true)
				if d != nil {
					return d
				}
				yield.SetOperand(i, copied)
			}
			return nil
		},
		verify: func(s *state, op *ir.Operation) problem {
			loop := ir.Cast[scf.ForOp](op)
			for i, r := range op.Results() {
				if isTensor(r.Type()) && !s.AllowReturnAllocs && !carriesSame(s, loop, i) {
					return notEqual(loop.Body().Back(), "Yield operand", i)
				}
			}
			return nil
		},
		typeOf: func(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
			loop := ir.Cast[scf.ForOp](ownerOf(v))
			if v.DefiningOp() != nil {
				return b.typeOf(loop.IterArgs()[v.Index()], stack)
			}
			i := v.Index() - 1
			return b.carriedType(loop.Operation(), v, loop.InitArgs()[i], loop.Body().Back().Operand(i), stack)
		},
		replace: func(b *bufferizer, op *ir.Operation) problem {
			loop := ir.Cast[scf.ForOp](op)
			inits, d := b.initBuffers(loop.InitArgs(), op.ResultList())
			if d != nil {
				return d
			}
			operands := slices.Concat([]*ir.Value{loop.LowerBound(), loop.UpperBound(), loop.Step()}, inits)
			types := typesOf(inits)
			fresh := b.withRegions(op, operands, types)
			b.setArguments(fresh.Body(), 1, types)
			b.replaceByBuffers(op, fresh.ResultList()...)
			return nil
		},
	}
}

func typesOf(vs []*ir.Value) []ir.Type {
	types := make([]ir.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type()
	}
	return types
}

func notEqual(op *ir.Operation, what string, i int) problem {
	return ir.Errorf(op.Loc(), "%s #%d is not equivalent to the corresponding iter bbArg", what, i).
		HintNote(op.Loc(), "the option allow-return-allocs-from-loops lets a loop return other buffers")
}

// carriesSame reports whether iteration after iteration works on the same buffer.
func carriesSame(s *state, loop scf.ForOp, i int) bool {
	return s.areEqual(loop.IterArgs()[i], loop.Body().Back().Operand(i))
}

// isLocal reports whether no value outside of a region but its own argument shares elements with v.
func (c *copier) isLocal(v *ir.Value, r *ir.Region, own *ir.Value) bool {
	return !slices.ContainsFunc(c.aliasing.of(v), func(w *ir.Value) bool {
		around := w.ParentBlock().Region()
		if w.DefiningOp() == nil {
			return w != own && (around == r || !r.IsAncestorOf(around))
		}
		return !r.IsAncestorOf(around)
	})
}

func whileRule() *rule {
	return &rule{
		writes: always,
		aliases: func(s *state, u *ir.OpOperand) []alias {
			op, i := u.Owner(), u.Index()
			if i >= op.NumResults() || u.Value().Type() != op.Result(i).Type() {
				return nil
			}
			same := whileCarriesSame(s, op, i)
			return []alias{{value: op.Result(i), same: same, maybe: !same}}
		},
		writable: func(*ir.Operation, *ir.Value) bool { return true },
		resolve: func(c *copier, op *ir.Operation) problem {
			if d := copyOperands(c, op); d != nil || !c.analyzed {
				return d
			}
			before, after := op.Region(0).Front(), op.Region(1).Front()
			condition := before.Back()
			equal := func(block *ir.Block, values []*ir.Value, i int) bool {
				return i < block.NumArgs() && i < len(values) && isTensor(block.Arg(i).Type()) && isTensor(values[i].Type()) && c.areEqual(block.Arg(i), values[i])
			}
			args := ir.Cast[scf.ConditionOp](condition).Args()
			for i, v := range args {
				if !isTensor(v.Type()) || equal(after, after.Back().OperandList(), i) && equal(before, args, i) {
					continue
				}
				c.Before(condition).Loc = condition.Loc()
				copied, d := c.allocLike(v, true)
				if d != nil {
					return d
				}
				condition.SetOperand(i+1, copied)
			}
			return nil
		},
		verify: func(s *state, op *ir.Operation) problem {
			if s.AllowReturnAllocs {
				return nil
			}
			for k, what := range []string{"Condition arg", "Yield operand"} {
				block := op.Region(k).Front()
				values := block.Back().OperandList()
				if k == 0 {
					values = values[1:]
				}
				for i, v := range values {
					if isTensor(v.Type()) && (i >= block.NumArgs() || !s.areEqual(v, block.Arg(i))) {
						return notEqual(block.Back(), what, i)
					}
				}
			}
			return nil
		},
		typeOf: func(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
			op := ownerOf(v)
			if v.DefiningOp() == nil && v.OwnerBlock().Region() == op.Region(0) {
				return b.carriedType(op, v, op.Operand(v.Index()), op.Region(1).Front().Back().Operand(v.Index()), stack)
			}
			return b.typeOf(op.Region(0).Front().Back().Operand(v.Index()+1), stack)
		},
		replace: func(b *bufferizer, op *ir.Operation) problem {
			before, after := op.Region(0).Front(), op.Region(1).Front()
			inits, d := b.initBuffers(op.OperandList(), before.Args())
			if d != nil {
				return d
			}
			types, d := b.bufferTypes(after.Args())
			if d != nil {
				return d
			}
			fresh := b.withRegions(op, inits, types)
			b.setArguments(before, 0, typesOf(inits))
			b.setArguments(after, 0, types)
			b.replaceByBuffers(op, fresh.ResultList()...)
			return nil
		},
	}
}

// whileCarriesSame reports whether scf.while works on the same buffer in both regions.
func whileCarriesSame(s *state, op *ir.Operation, i int) bool {
	before, after := op.Region(0).Front(), op.Region(1).Front()
	if i >= before.NumArgs() || op.Result(i).Type() != before.Arg(i).Type() {
		return false
	}
	return s.areEqual(before.Arg(i), before.Back().Operand(i+1)) && i < after.Back().NumOperands() && s.areEqual(after.Arg(i), after.Back().Operand(i))
}

func forallRule() *rule {
	return &rule{
		writes: always, // and all outputs are read: elements that no thread writes keep their value
		aliases: func(_ *state, u *ir.OpOperand) []alias {
			return []alias{{value: u.Owner().Result(outputOf(u)), same: true}}
		},
		writable: func(*ir.Operation, *ir.Value) bool { return true },
		repeats: func(op *ir.Operation, _ int) bool {
			loop := ir.Cast[scf.ForallOp](op)
			lower, upper, step := loop.MixedLowerBound(), loop.MixedUpperBound(), loop.MixedStep()
			for i := range lower {
				lo, known := lower[i].Constant()
				hi, known2 := upper[i].Constant()
				by, known3 := step[i].Constant()
				if !known || !known2 || !known3 || lo+by < hi {
					return true
				}
			}
			return false
		},
		parallel: true,
		typeOf: func(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
			loop := ir.Cast[scf.ForallOp](ownerOf(v))
			i := v.Index()
			if v.DefiningOp() == nil {
				i -= len(loop.InductionVars())
			}
			return b.typeOf(loop.Outputs()[i], stack)
		},
		replace: func(b *bufferizer, op *ir.Operation) problem {
			loop := ir.Cast[scf.ForallOp](op)
			var buffers []*ir.Value
			for _, v := range loop.Outputs() {
				x, d := b.buffer(v)
				if d != nil {
					return d
				}
				buffers = append(buffers, x)
			}
			b.AtStart(loop.Body())
			for i, arg := range loop.OutputArgs() {
				arg.ReplaceAllUsesWith(b.toTensor(arg.Type(), buffers[i]))
			}
			b.Before(op)
			fresh := scf.NewForall(b, nil, loop.MixedLowerBound(), loop.MixedUpperBound(), loop.MixedStep(), nil)
			if m := loop.Mapping(); m != nil {
				fresh.SetMapping(m)
			}
			fresh.Operation().SetDiscardable(op.Discardable())
			rank := len(loop.InductionVars())
			fresh.Region().TakeBody(loop.Region())
			for range buffers {
				fresh.Body().EraseArg(rank)
			}
			b.replaceByBuffers(op, buffers...)
			return nil
		},
	}
}

// outputOf returns the number of an output of scf.forall.
func outputOf(u *ir.OpOperand) int {
	return slices.Index(ir.Cast[scf.ForallOp](u.Owner()).OutputsMutable(), u)
}
