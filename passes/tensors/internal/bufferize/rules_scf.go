package bufferize

import (
	"optc/dialect/scf"
	"optc/ir"
)

func scfRules() map[ir.Kind]*rule {
	return map[ir.Kind]*rule{
		scf.IfOp{}.Kind():            {sources: yieldedAs, typeOf: branchType, replace: replaceBranches},
		scf.IndexSwitchOp{}.Kind():   {sources: yieldedAs, typeOf: branchType, replace: replaceBranches},
		scf.ExecuteRegionOp{}.Kind(): executeRegionRule(),
		scf.ForOp{}.Kind():           forRule(),
		scf.WhileOp{}.Kind():         whileRule(),
		scf.ForallOp{}.Kind():        forallRule(),
		scf.ConditionOp{}.Kind():     {fixed: true, replace: replaceCondition},
		scf.YieldOp{}.Kind():         {fixed: true, aliases: yieldAliases, replace: replaceYield},
	}
}

// yieldAliases: the results of a conditional are the values that its regions yield. Loops are handled by their own rules.
func yieldAliases(_ *state, u *ir.OpOperand) []alias {
	parent := u.Owner().Parent()
	switch {
	case ir.Is[scf.IfOp](parent), ir.Is[scf.IndexSwitchOp](parent):
		return []alias{{value: parent.Result(u.Index()), same: true, maybe: true}}
	case ir.Is[scf.ExecuteRegionOp](parent):
		return []alias{{value: parent.Result(u.Index()), same: true}}
	}
	return nil
}

// branchRegions returns the regions of a conditional: then and else, or the default region and the cases.
func branchRegions(op *ir.Operation) (rs []*ir.Region) {
	for r := range op.Regions() {
		rs = append(rs, r)
	}
	return rs
}

// yieldedAs lists the operands that the regions of a conditional yield for a result; upstream lists a default last.
func yieldedAs(_ *state, v *ir.Value) (list []source) {
	op := v.DefiningOp()
	if op == nil {
		return nil
	}
	regions := branchRegions(op)
	if ir.Is[scf.IndexSwitchOp](op) {
		regions = append(regions[1:], regions[0])
	}
	for _, r := range regions {
		list = append(list, source{operand: r.Front().Back().OpOperand(v.Index()), same: true, maybe: true})
	}
	return list
}

// branchType is the type that all regions yield, or a type with any layout if they differ.
func branchType(b *bufferizer, v *ir.Value, stack []*ir.Value) (found ir.Type, _ problem) {
	for _, r := range branchRegions(v.DefiningOp()) {
		t, d := b.typeOf(r.Front().Back().Operand(v.Index()), stack)
		switch {
		case d != nil:
			return nil, d
		case found == nil || found == t:
			found = t
		case ir.MemorySpace(found) != ir.MemorySpace(t):
			where := "then/else branches"
			if ir.Is[scf.IndexSwitchOp](v.DefiningOp()) {
				where = "switch cases"
			}
			return nil, ir.Errorf(v.DefiningOp().Loc(), "inconsistent memory space on %s", where)
		default:
			found = strided(v.Type(), ir.MemorySpace(found))
		}
	}
	return found, nil
}

// bufferTypes returns the types of values; tensors become buffers.
func (b *bufferizer) bufferTypes(vs []*ir.Value) ([]ir.Type, problem) {
	types := make([]ir.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type()
		if isTensor(v.Type()) {
			t, d := b.bufferType(v)
			if d != nil {
				return nil, d
			}
			types[i] = t
		}
	}
	return types, nil
}

// withRegions builds an operation like op with other operands and results, which takes over the regions.
func (b *bufferizer) withRegions(op *ir.Operation, operands []*ir.Value, results []ir.Type) *ir.Operation {
	b.Before(op).Loc = op.Loc()
	fresh := b.Like(op, operands, results)
	for i := range op.NumRegions() {
		fresh.Region(i).TakeBody(op.Region(i))
	}
	return fresh
}

// setArguments gives arguments of a block the types of buffers; their users see tensors.
func (b *bufferizer) setArguments(block *ir.Block, first int, types []ir.Type) {
	at := b.Save()
	b.AtStart(block)
	for i, t := range types {
		arg := block.Arg(first + i)
		old := arg.Type()
		if old == t {
			continue
		}
		users := usesOf(arg)
		arg.SetType(t)
		b.Loc = arg.Location()
		v := b.toTensor(old, arg)
		for _, u := range users {
			u.Set(v)
		}
	}
	b.Restore(at)
}

func replaceBranches(b *bufferizer, op *ir.Operation) problem {
	types, d := b.bufferTypes(op.ResultList())
	if d != nil {
		return d
	}
	fresh := b.withRegions(op, op.OperandList(), types)
	b.replaceByBuffers(op, fresh.ResultList()...)
	return nil
}

func executeRegionRule() *rule {
	return &rule{
		blocks:   true,
		writable: func(*ir.Operation, *ir.Value) bool { return true },
		verify: func(_ *state, op *ir.Operation) problem {
			if onlyYield(op) == nil {
				return op.Errorf("op without unique scf.yield is not supported")
			}
			return nil
		},
		sources: func(_ *state, v *ir.Value) []source {
			if v.DefiningOp() == nil {
				return passedAs(v)
			}
			yield := onlyYield(v.DefiningOp())
			if yield == nil {
				return nil
			}
			return []source{{operand: yield.OpOperand(v.Index()), same: true}}
		},
		typeOf: func(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
			if v.DefiningOp() == nil {
				return b.passedType(v, stack)
			}
			yield := onlyYield(v.DefiningOp())
			if yield == nil {
				return nil, v.DefiningOp().Errorf("op without unique scf.yield is not supported")
			}
			return b.typeOf(yield.Operand(v.Index()), stack)
		},
		replace: func(b *bufferizer, op *ir.Operation) problem {
			yield := onlyYield(op)
			if yield == nil {
				return op.Errorf("op without unique scf.yield is not supported")
			}
			fresh := b.withRegions(op, nil, yield.OperandTypes())
			for block := range fresh.Region(0).Blocks() {
				if d := b.bufferizeArguments(block); d != nil {
					return d
				}
			}
			b.replaceByBuffers(op, fresh.ResultList()...)
			return nil
		},
	}
}

// onlyYield returns the only scf.yield that ends scf.execute_region, or nil.
func onlyYield(op *ir.Operation) (yield *ir.Operation) {
	for block := range op.Region(0).Blocks() {
		if ir.Is[scf.YieldOp](block.Back()) {
			if yield != nil {
				return nil
			}
			yield = block.Back()
		}
	}
	return yield
}

func replaceYield(b *bufferizer, op *ir.Operation) problem {
	parent := op.Parent()
	switch {
	case ir.Is[scf.IfOp](parent), ir.Is[scf.IndexSwitchOp](parent), ir.Is[scf.ForOp](parent), ir.Is[scf.WhileOp](parent), ir.Is[scf.ExecuteRegionOp](parent):
	default:
		return ir.Errorf(op.Loc(), "unsupported scf::YieldOp parent")
	}
	values := op.OperandList()
	for i, v := range values {
		if !isTensor(v.Type()) {
			continue
		}
		x, d := b.buffer(v)
		if d != nil {
			return d
		}
		if !ir.Is[scf.ExecuteRegionOp](parent) {
			becomes := parent.Region(0)
			var to *ir.Value
			if ir.Is[scf.WhileOp](parent) {
				to = becomes.Front().Arg(i)
			} else {
				to = parent.Result(i)
			}
			t, d := b.bufferType(to)
			if d != nil {
				return d
			}
			x = b.cast(x, t)
		}
		values[i] = x
	}
	b.Before(op)
	b.Like(op, values, nil)
	b.Erase(op)
	return nil
}

func replaceCondition(b *bufferizer, op *ir.Operation) problem {
	after := op.Parent().Region(1).Front()
	values := op.OperandList()
	for i, v := range values {
		if !isTensor(v.Type()) {
			continue
		}
		x, d := b.buffer(v)
		if d != nil {
			return d
		}
		t, d := b.bufferType(after.Arg(i - 1))
		if d != nil {
			return d
		}
		values[i] = b.cast(x, t)
	}
	b.Before(op)
	b.Like(op, values, nil)
	b.Erase(op)
	return nil
}
