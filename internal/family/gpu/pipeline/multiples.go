package gpu

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/ir/integers"
	"optc/passes"
)

// aligner finds powers of two that divide values and addresses.
type aligner struct{ function *ir.Operation }

// alignerOf returns an aligner for the kernel of a context, after it gave the arguments the
// attribute llvm.align.
func alignerOf(c *passes.Context, align int64) (*aligner, error) {
	if align < 1 || align&(align-1) != 0 {
		return nil, c.Op.Errorf("expected 'align' to be a power of two, but got %d", align).WithCode("gpu.align")
	}
	c.Rewriter(nil).Modify(c.Op, func() { gpu.AlignArguments(c.Op, align) })
	return &aligner{function: c.Op}, nil
}

// anything is the power of two that stands for a multiple of every number.
const anything = 1 << 30

// address returns a power of two that divides the address of an element.
func (a *aligner) address(base *ir.Value, indices []*ir.Value) int64 {
	power := a.first(base)
	for d := range indices {
		power = min(power, a.step(base, indices, d))
	}
	return power
}

// step returns a power of two that divides the number of bytes between the first element and the
// element at an index of a dimension.
func (a *aligner) step(base *ir.Value, indices []*ir.Value, d int) int64 {
	return times(a.stride(base, d), a.multiple(indices[d]))
}

// stride returns a power of two that divides the number of bytes between neighbours along a
// dimension of a memref.
func (a *aligner) stride(v *ir.Value, d int) int64 {
	t := v.Type().(*ir.MemRefType)
	strides, _, known := t.StridesAndOffset()
	element := int64(ir.ElementBytes(t.Elem))
	switch {
	case !known || element == 0:
		return 1
	case strides[d] != ir.Dynamic:
		return times(element, powerIn(strides[d]))
	case v.DefiningOp() == nil:
		power := lowestBit(element)
		for inner := d + 1; inner < len(t.Dims) && t.HasIdentityLayout(); inner++ {
			power = times(a.extent(v, inner), power)
		}
		return power
	}
	cut, isCut := memref.CutOf(v.DefiningOp())
	switch {
	case isCut && cut.OfBuffer:
		return times(element, a.mixed(cut.Strides[d]))
	case isCut && ranked(cut.Source, len(t.Dims)):
		return times(a.stride(cut.Source, d), a.mixed(cut.Strides[d]))
	case ir.KeepsStrides.Has(v.DefiningOp()) && ranked(ir.ViewedElements(v), len(t.Dims)):
		return a.stride(ir.ViewedElements(v), d)
	}
	return lowestBit(element)
}

// extent returns a power of two that divides the extent of an argument along a dimension.
func (a *aligner) extent(v *ir.Value, d int) int64 {
	t := v.Type().(*ir.MemRefType)
	switch {
	case d < 0 || d >= len(t.Dims):
		return 1
	case t.Dims[d] != ir.Dynamic:
		return powerIn(t.Dims[d])
	case v.DefiningOp() == nil && v.OwnerBlock() == a.function.Body():
		if list := gpu.MultiplesOf(a.function, v.Index()); len(list) == len(t.Dims) {
			return powerIn(list[d])
		}
	}
	return 1
}

// ranked reports whether v is a memref of a rank.
func ranked(v *ir.Value, rank int) bool {
	t, ok := v.Type().(*ir.MemRefType)
	return ok && len(t.Dims) == rank
}

// first returns a power of two that divides the address of the first element of a memref.
func (a *aligner) first(v *ir.Value) int64 {
	power := min(a.buffer(v), a.offset(v))
	if assume := ir.DefiningOp[memref.AssumeAlignmentOp](v); assume.Ok() {
		return max(power, lowestBit(assume.Alignment()), a.first(assume.Memref()))
	}
	if cut, ok := memref.CutOf(v.DefiningOp()); ok {
		if cut.OfBuffer {
			return power
		}
		return max(power, min(a.first(cut.Source), a.shift(cut)))
	}
	if source := ir.ViewedElements(v); source != nil {
		return max(power, a.first(source))
	}
	return power
}

// buffer returns a power of two that divides the address of a buffer.
func (a *aligner) buffer(v *ir.Value) int64 {
	if v.DefiningOp() == nil {
		if v.OwnerBlock() == a.function.Body() {
			return gpu.ArgumentAlign(a.function, v.Index())
		}
		return 1
	}
	if view := ir.DefiningOp[memref.ViewOp](v); view.Ok() {
		return min(a.first(view.Source()), a.multiple(view.ByteShift()))
	}
	if ir.Is[memref.AllocOp](v.DefiningOp()) {
		return memoryAlign
	}
	if assume := ir.DefiningOp[memref.AssumeAlignmentOp](v); assume.Ok() { // assumed alignment of the first element
		return max(a.buffer(assume.Memref()), min(lowestBit(assume.Alignment()), a.offset(assume.Memref())))
	}
	if source := ir.ViewedElements(v); source != nil {
		return a.buffer(source)
	}
	return 1
}

// offset returns a power of two that divides the number of bytes between a buffer and the first
// element of a memref.
func (a *aligner) offset(v *ir.Value) int64 {
	t, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return 1
	}
	_, offset, known := t.StridesAndOffset()
	element := int64(ir.ElementBytes(t.Elem))
	switch {
	case !known || element == 0:
		return 1
	case offset != ir.Dynamic:
		return times(element, powerIn(offset))
	case v.DefiningOp() == nil:
		return lowestBit(element)
	}
	if cut, ok := memref.CutOf(v.DefiningOp()); ok {
		if cut.OfBuffer {
			return times(element, a.mixed(cut.Offsets[0]))
		}
		return min(a.offset(cut.Source), a.shift(cut))
	}
	if source := ir.ViewedElements(v); source != nil {
		return a.offset(source)
	}
	return lowestBit(element)
}

// shift returns a power of two that divides the number of bytes between the first element of the
// source of a cut and the first element of the cut.
func (a *aligner) shift(cut memref.Cut) int64 {
	power := int64(anything)
	for d, m := range cut.Offsets {
		power = min(power, times(a.stride(cut.Source, d), a.mixed(m)))
	}
	return power
}

// mixed returns a power of two that divides m.
func (a *aligner) mixed(m ir.Mixed) int64 {
	if m.Value == nil {
		return powerIn(m.Const)
	}
	return a.multiple(m.Value)
}

// explain adds the reasons to a remark about an access: the facts because of which its address is
// not known to be a multiple of want bytes.
func (a *aligner) explain(d *ir.Diagnostic, base *ir.Value, indices []*ir.Value, wanted int64) *ir.Diagnostic {
	first := a.first(base)
	if n := a.buffer(base); n < wanted && first < wanted {
		d = d.Note(base.Location(), "the buffer is known to be at a multiple of %d bytes; --align, llvm.align of the argument or memref.assume_alignment can give more", n)
	}
	if n := a.offset(base); n < wanted && first < wanted {
		d = d.Note(base.Location(), "the view begins at a multiple of %d bytes of its buffer", n)
	}
	for i, v := range indices {
		if n := a.step(base, indices, i); n < wanted {
			d = d.Note(v.Location(), "index %d moves the address by a multiple of %d bytes: it is known to be a multiple of %d", i, n, a.multiple(v))
		}
	}
	return d
}

// lowestBit returns the largest power of two that divides n.
func lowestBit(n int64) int64 { return n & -n }

// powerIn returns the largest power of two that divides n; for 0 it returns anything.
func powerIn(n int64) int64 {
	if n == 0 {
		return anything
	}
	return lowestBit(n)
}

// times multiplies two powers of two, up to anything.
func times(x, y int64) int64 { return min(lowestBit(x)*y, anything) }

// multiple returns a power of two that divides an index.
func (a *aligner) multiple(v *ir.Value) int64 {
	if n, ok := ir.ConstantInt(v); ok {
		return powerIn(n.Int64())
	}
	if v.DefiningOp() == nil {
		loop := ir.As[scf.ForOp](v.OwnerBlock().ParentOp())
		if loop.Ok() && v.Index() == 0 {
			return min(a.multiple(loop.LowerBound()), a.multiple(loop.Step()))
		}
		return 1
	}
	op := v.DefiningOp()
	switch f, x := integers.Of(op); f {
	case integers.Add, integers.Sub, integers.RemS, integers.RemU, integers.MinS, integers.MaxS, integers.MinU, integers.MaxU,
		integers.Or, integers.Xor, integers.CastS, integers.CastU:
		return a.every(x)
	case integers.Mul:
		return times(a.multiple(x[0]), a.multiple(x[1]))
	case integers.Shl:
		if n, ok := ir.ConstantInt(x[1]); ok && n.Int64() >= 0 && n.Int64() < 30 {
			return times(a.multiple(x[0]), 1<<n.Int64())
		}
	case integers.And:
		return max(a.multiple(x[0]), a.multiple(x[1]))
	}
	if rule := multiples[op.Kind()]; rule != nil {
		return rule(a, op)
	}
	return 1
}

// multiples are the rules of operations that apply no single function of integers.
var multiples map[ir.Kind]func(a *aligner, op *ir.Operation) int64

func init() { // the rules call aligner.multiple in turn
	multiples = map[ir.Kind]func(a *aligner, op *ir.Operation) int64{
		affine.LinearizeIndexOp{}.Kind(): func(a *aligner, op *ir.Operation) int64 { return a.linearized(ir.Cast[affine.LinearizeIndexOp](op)) },
		affine.ApplyOp{}.Kind(): func(a *aligner, op *ir.Operation) int64 {
			apply := ir.Cast[affine.ApplyOp](op)
			return a.expression(apply.Map().Results[0], apply.Map(), apply.MapOperands())
		},
		affine.MinOp{}.Kind(): func(a *aligner, op *ir.Operation) int64 {
			return a.anyOf(ir.Cast[affine.MinOp](op).Map(), op.OperandList())
		},
		affine.MaxOp{}.Kind(): func(a *aligner, op *ir.Operation) int64 {
			return a.anyOf(ir.Cast[affine.MaxOp](op).Map(), op.OperandList())
		},
		memref.DimOp{}.Kind(): func(a *aligner, op *ir.Operation) int64 {
			dim := ir.Cast[memref.DimOp](op)
			if d, known := dim.ConstantIndex(); known {
				return a.extent(dim.Source(), int(d))
			}
			return 1
		},
		arith.SelectOp{}.Kind(): func(a *aligner, op *ir.Operation) int64 { return a.every(op.OperandList()[1:]) },
	}
}

// every returns a power of two that divides each of some indices.
func (a *aligner) every(values []*ir.Value) int64 {
	power := int64(anything)
	for _, v := range values {
		power = min(power, a.multiple(v))
	}
	return power
}

// anyOf returns a power of two that divides every result of an affine map.
func (a *aligner) anyOf(m maps.Map, operands []*ir.Value) int64 {
	power := int64(anything)
	for _, e := range m.Results {
		power = min(power, a.expression(e, m, operands))
	}
	return power
}

// expression returns a power of two that divides an affine expression.
func (a *aligner) expression(e maps.Expr, m maps.Map, operands []*ir.Value) int64 {
	if n, ok := e.IsConst(); ok {
		return powerIn(n)
	}
	if d, ok := e.IsDim(); ok {
		return a.multiple(operands[d])
	}
	if s, ok := e.IsSymbol(); ok {
		return a.multiple(operands[m.NumDims+s])
	}
	x, y := a.expression(e.LHS(), m, operands), a.expression(e.RHS(), m, operands)
	switch e.Kind() {
	case maps.KindMul:
		return times(x, y)
	case maps.KindAdd, maps.KindMod:
		return min(x, y)
	}
	return 1
}

// linearized returns a power of two that divides the sum of digits times their weights.
func (a *aligner) linearized(op affine.LinearizeIndexOp) int64 {
	weight, power := int64(1), int64(anything)
	digits, basis := op.MultiIndex(), op.StaticBasis()
	for i, digit := range slices.Backward(digits) {
		power = min(power, times(weight, a.multiple(digit)))
		if at := len(basis) - (len(digits) - i); at >= 0 {
			if basis[at] == ir.Dynamic {
				weight = 1
			} else {
				weight = times(powerIn(basis[at]), weight)
			}
		}
	}
	return power
}
