package bufferize

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"optc/dialect/arith"
	"optc/dialect/bufferization"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/linalg"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/ir"
)

// otherRules are the rules of dialects with few operations on tensors.
func otherRules() map[ir.Kind]*rule {
	return map[ir.Kind]*rule{
		fn.FuncOp{}.Kind():         functionRule(),
		fn.CallOp{}.Kind():         callRule(),
		fn.ReturnOp{}.Kind():       returnRule(),
		cf.BranchOp{}.Kind():       branchRule(),
		cf.CondBranchOp{}.Kind():   branchRule(),
		arith.ConstantOp{}.Kind():  {writable: func(*ir.Operation, *ir.Value) bool { return false }, replace: replaceConstant},
		arith.IndexCastOp{}.Kind(): {reads: never, aliases: sameAsResult, replace: replaceIndexCast},
		arith.SelectOp{}.Kind(): {
			reads: never,
			aliases: func(_ *state, u *ir.OpOperand) []alias {
				return []alias{{value: u.Owner().Result(0), same: true, maybe: true}}
			},
			typeOf: selectedType, replace: replaceSelect,
		},
		vector.MaskOp{}.Kind():         maskRule(),
		vector.YieldOp{}.Kind():        {fixed: true, aliases: maskedAliases, replace: replaceMaskedYield},
		vector.TransferReadOp{}.Kind(): {replace: replaceFirstTensor(0)},
		vector.GatherOp{}.Kind():       {replace: replaceFirstTensor(0)},
		vector.TransferWriteOp{}.Kind(): {
			reads:  readsAroundTransfer,
			writes: isInit, aliases: tiedResult, replace: replaceTransferWrite,
		},
		bufferization.AllocTensorOp{}.Kind(): {
			alloc:   true,
			defines: func(op *ir.Operation) bool { return ir.Cast[bufferization.AllocTensorOp](op).Copy() != nil },
			typeOf:  allocatedType, replace: replaceAlloc,
		},
		bufferization.ToTensorOp{}.Kind(): {
			writable: func(op *ir.Operation, _ *ir.Value) bool { return ir.Cast[bufferization.ToTensorOp](op).Writable() },
			typeOf: func(_ *bufferizer, v *ir.Value, _ []*ir.Value) (ir.Type, problem) {
				return ir.Cast[bufferization.ToTensorOp](v.DefiningOp()).Buffer().Type(), nil
			},
			replace: func(*bufferizer, *ir.Operation) problem { return nil },
		},
		bufferization.ToBufferOp{}.Kind(): {
			writes:  func(_ *state, u *ir.OpOperand) bool { return !ir.Cast[bufferization.ToBufferOp](u.Owner()).ReadOnly() },
			replace: func(*bufferizer, *ir.Operation) problem { return nil },
		},
		linalg.GenericOp{}.Kind():              structuredRule(), // the rule of all structured operations
		linalg.SoftmaxOp{}.Kind():              softmaxRule(),
		bufferization.DeallocTensorOp{}.Kind(): {reads: never, replace: replaceDealloc},
		bufferization.MaterializeInDestinationOp{}.Kind(): {
			fixed:  true,
			reads:  func(_ *state, u *ir.OpOperand) bool { return u.Index() == 0 },
			writes: func(_ *state, u *ir.OpOperand) bool { return u.Index() == 1 },
			aliases: func(s *state, u *ir.OpOperand) []alias {
				if u.Index() == 0 {
					return nil
				}
				return sameAsResult(s, u)
			},
			access:  func(*state, ...*ir.OpOperand) bool { return true },
			replace: replaceMaterialize,
		},
	}
}

var (
	rulesOnce   sync.Once
	rulesByKind map[ir.Kind]*rule
)

// ruleFor returns the rule of an operation, or nil.
func ruleFor(op *ir.Operation) *rule {
	rulesOnce.Do(func() {
		rulesByKind = map[ir.Kind]*rule{}
		for _, table := range []map[ir.Kind]*rule{otherRules(), tensorRules(), sliceRules(), scfRules()} {
			maps.Copy(rulesByKind, table)
		}
	})
	if r := rulesByKind[op.Kind()]; r != nil {
		return r
	}
	if linalg.Structured.Has(op) {
		return rulesByKind[linalg.GenericOp{}.Kind()]
	}
	return nil
}

func structuredRule() *rule {
	return &rule{
		reads: func(_ *state, u *ir.OpOperand) bool { return !u.Owner().Body().Arg(u.Index()).Unused() },
		access: func(_ *state, us ...*ir.OpOperand) bool {
			op := us[0].Owner()
			if slices.Contains(linalg.IteratorsOf(op), linalg.Reduction) {
				return false
			}
			ms := linalg.MapsOf(op)
			return !slices.ContainsFunc(us, func(u *ir.OpOperand) bool { return !ms[u.Index()].IsIdentity() })
		},
		writes: isInit, aliases: tiedResult, replace: replaceDestinations,
	}
}

func softmaxRule() *rule {
	return &rule{
		reads:  func(_ *state, u *ir.OpOperand) bool { return u.Index() == 0 },
		writes: isInit, aliases: tiedResult, replace: replaceDestinations,
	}
}

// replaceDestinations replaces the tensors among the operands; the results are the buffers of the destinations.
func replaceDestinations(b *bufferizer, op *ir.Operation) problem {
	if slices.ContainsFunc(op.OperandTypes(), isMemory) {
		return ir.Errorf(op.Loc(), "op does not have pure tensor semantics")
	}
	operands := op.OperandList()
	for i, v := range operands {
		if isTensor(v.Type()) {
			x, d := b.buffer(v)
			if d != nil {
				return d
			}
			operands[i] = x
		}
	}
	b.withRegions(op, operands, []ir.Type{})
	lo, hi := op.Def().Interfaces.DestStyle.Inits(op)
	b.replaceByBuffers(op, operands[lo:hi]...)
	return nil
}

func branchRule() *rule {
	return &rule{
		reads: never,
		aliases: func(_ *state, u *ir.OpOperand) (as []alias) {
			op := u.Owner()
			for i := range op.NumSuccessors() {
				if lo, hi := op.Def().Interfaces.Branch.Forwarded(op, i); u.Index() >= lo && u.Index() < hi {
					as = append(as, alias{value: op.Successor(i).Arg(u.Index() - lo), same: true, maybe: true})
				}
			}
			return as
		},
		replace: func(*bufferizer, *ir.Operation) problem { return nil }, // replaced together with the block that it branches to
	}
}

func replaceConstant(b *bufferizer, op *ir.Operation) problem {
	t, ranked := op.Result(0).Type().(*ir.TensorType)
	if !ranked {
		return op.Errorf("is a constant of type '%s', which has no rank", op.Result(0).Type())
	}
	space, ok := b.space(t)
	if !ok {
		return noSpace(op)
	}
	g := b.global(op, t, space)
	b.replaceByBuffers(op, memref.NewGetGlobal(b, g.Type(), b.Context().FlatSymbol(g.SymName())).Result())
	return nil
}

// globals are the constants of a module.
type globals struct {
	byValue map[ir.Attribute]memref.GlobalOp
	names   map[string]bool
	next    int // the number of the next name that is taken otherwise
}

// global returns the constant buffer with the elements of a constant tensor.
func (b *bufferizer) global(op *ir.Operation, t *ir.TensorType, space ir.Attribute) memref.GlobalOp {
	all := b.constants
	value := ir.Cast[arith.ConstantOp](op).Value()
	if g := all.byValue[value]; g.Ok() {
		return g
	}
	var dims []string
	for _, n := range t.Dims {
		dims = append(dims, strconv.FormatInt(n, 10))
	}
	name := "__constant_" + strings.Join(dims, "x") + "x" + t.Elem.String()
	for base := name; all.names[name]; all.next++ {
		name = base + "_" + strconv.Itoa(all.next)
	}
	all.names[name] = true
	at := b.Save()
	defer b.Restore(at)
	b.Before(b.module.Body().Front())
	g := memref.NewGlobal(b, name, ir.MemRef(t.Dims, t.Elem, nil, space))
	g.SetSymVisibility("private")
	g.SetInitialValue(value)
	g.SetConstant(true)
	if b.Alignment != 0 {
		g.SetAlignment(b.Context().I64Attr(int64(b.Alignment)))
	}
	all.byValue[value] = g
	return g
}

func replaceIndexCast(b *bufferizer, op *ir.Operation) problem {
	x, d := b.buffer(ir.Cast[arith.IndexCastOp](op).In())
	if d != nil {
		return d
	}
	elem := ir.ElementOrSelf(op.Result(0).Type())
	var t ir.Type = ir.UnrankedMemRef(elem, ir.MemorySpace(x.Type()))
	if m, ranked := x.Type().(*ir.MemRefType); ranked {
		t = ir.MemRef(m.Dims, elem, m.Layout, m.Space)
	}
	b.replaceByBuffers(op, arith.NewIndexCast(b, t, x).Out())
	return nil
}

func selectedType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	op := ir.Cast[arith.SelectOp](v.DefiningOp())
	x, d := b.typeOf(op.TrueValue(), stack)
	if d != nil {
		return nil, d
	}
	y, d := b.typeOf(op.FalseValue(), stack)
	switch {
	case d != nil:
		return nil, d
	case x == y:
		return x, nil
	case ir.MemorySpace(x) != ir.MemorySpace(y):
		return nil, ir.Errorf(v.DefiningOp().Loc(), "inconsistent memory space on true/false operands")
	}
	return strided(v.Type(), ir.MemorySpace(x)), nil
}

func replaceSelect(b *bufferizer, op *ir.Operation) problem {
	choice := ir.Cast[arith.SelectOp](op)
	if choice.Condition().Type() != b.Context().I1() {
		return op.Errorf("only i1 condition values are supported")
	}
	x, d := b.buffer(choice.TrueValue())
	if d != nil {
		return d
	}
	y, d := b.buffer(choice.FalseValue())
	if d != nil {
		return d
	}
	if x.Type() != y.Type() {
		t, d := b.bufferType(op.Result(0))
		if d != nil {
			return d
		}
		if x.Type() != t {
			x = memref.NewCast(b, t, x).Dest()
		}
		if y.Type() != t {
			y = memref.NewCast(b, t, y).Dest()
		}
	}
	b.replaceByBuffers(op, arith.NewSelect(b, choice.Condition(), x, y).Result())
	return nil
}

func allocatedType(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem) {
	op := ir.Cast[bufferization.AllocTensorOp](v.DefiningOp())
	space := op.MemorySpace()
	if space == nil && op.Copy() != nil {
		t, d := b.typeOf(op.Copy(), stack)
		if d != nil {
			return nil, d
		}
		space = ir.MemorySpace(t)
	} else if space == nil {
		var ok bool
		if space, ok = b.space(v.Type()); !ok {
			return nil, noSpace(v.DefiningOp())
		}
	}
	return contiguous(v.Type(), space), nil
}

func replaceAlloc(b *bufferizer, op *ir.Operation) problem {
	alloc := ir.Cast[bufferization.AllocTensorOp](op)
	if op.Unused() {
		b.Erase(op)
		return nil
	}
	var copied *ir.Value
	if alloc.Copy() != nil {
		x, d := b.buffer(alloc.Copy())
		if d != nil {
			return d
		}
		copied = x
	}
	t, d := b.bufferType(op.Result(0))
	if d != nil {
		return d
	}
	m, ranked := t.(*ir.MemRefType)
	if !ranked {
		return op.Errorf("allocates a tensor of type '%s', which has no rank", op.Result(0).Type())
	}
	sizes := slices.Clone(alloc.DynamicSizes())
	if copied != nil {
		sizes = b.sizesOf(m.Dims, copied)
	}
	x := b.alloc(m, sizes)
	if copied != nil {
		memref.NewCopy(b, copied, x)
	}
	b.replaceByBuffers(op, x)
	return nil
}

func replaceDealloc(b *bufferizer, op *ir.Operation) problem {
	x, d := b.buffer(ir.Cast[bufferization.DeallocTensorOp](op).Tensor())
	if d != nil {
		return d
	}
	memref.NewDealloc(b, x)
	b.Erase(op)
	return nil
}

func replaceMaterialize(b *bufferizer, op *ir.Operation) problem {
	materialize := ir.Cast[bufferization.MaterializeInDestinationOp](op)
	dest := materialize.Dest()
	if isTensor(dest.Type()) {
		x, d := b.buffer(dest)
		if d != nil {
			return d
		}
		dest = x
	}
	source, d := b.buffer(materialize.Source())
	if d != nil {
		return d
	}
	memref.NewCopy(b, source, dest)
	if op.NumResults() == 0 {
		b.Erase(op)
		return nil
	}
	b.replaceByBuffers(op, dest)
	return nil
}
