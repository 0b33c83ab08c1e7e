package gpu

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// AlignAccessesOptions are the options of gpu-align-accesses.
type AlignAccessesOptions struct {
	Align   int64 `opt:"align" help:"bytes of which the addresses of arguments are multiples, unless llvm.align gives another number"`
	Explain bool  `opt:"explain" help:"report in remarks which accesses are narrower than their vectors, and why"`
}

// AlignAccesses is gpu-align-accesses.
var AlignAccesses = &passes.Pass{
	Name:  "gpu-align-accesses",
	Title: "Write the alignment of accesses down, so that they are as wide as memory allows",
	Doc: `Computes of which number of bytes the address of a vector.load or vector.store is a multiple,
and writes it to the attribute alignment. Without it upstream accesses memory element by
element. The facts come from the alignment of arguments (the attribute llvm.align, or the
option), the places of buffers in workgroup memory, the shapes of memrefs, and the arithmetic
of indices.

    %i = affine.linearize_index [%t, %c0] by (8, 4)
    %v = vector.load %m[%i] : memref<64xf32>, vector<4xf32>
    →
    %v = vector.load %m[%i] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>`,
	Options: AlignAccessesOptions{Align: widestAccess},
	Anchor:  []ir.OpKind{fn.FuncOp{}},
	Run:     runAlignAccesses,
}

// widestAccess is the number of bytes that a thread accesses at most with one instruction.
const widestAccess = 16

func runAlignAccesses(c *passes.Context) (changed bool, err error) {
	if ireecodegen.TranslationOf(c.Op) == nil {
		return false, nil
	}
	o := passes.OptionsOf[AlignAccessesOptions](c)
	if o.Align < 1 || o.Align&(o.Align-1) != 0 {
		return false, c.Op.Errorf("expected 'align' to be a power of two, but got %d", o.Align).WithCode("gpu.align")
	}
	rw := c.Rewriter(nil)
	a := &aligner{function: c.Op, align: o.Align}
	rw.Modify(c.Op, func() { gpu.AlignArguments(c.Op, o.Align) })
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		var t *ir.VectorType
		var known int64
		var set func(int64)
		switch access := op.Typed().(type) {
		case vector.LoadOp:
			t = access.Result().Type().(*ir.VectorType)
			known, set = a.address(access.Base(), access.Indices()), access.SetAlignment
		case vector.StoreOp:
			t = access.ValueToStore().Type().(*ir.VectorType)
			known, set = a.address(access.Base(), access.Indices()), access.SetAlignment
		default:
			return ir.Advance
		}
		n, fixed := ir.NumElements(t.Dims)
		element := int64(ir.ElementBytes(t.Elem))
		if !fixed || t.AnyScalable() || element == 0 {
			return ir.Advance
		}
		wanted := min(lowestBit(n*element), widestAccess)
		if got := min(known, wanted); got > element {
			rw.Modify(op, func() { set(got) })
			changed = true
		}
		if o.Explain && known < wanted {
			d := op.Errorf("accesses %d bytes in parts of %d: its address is known to be a multiple of %d bytes only", n*element, max(known, element), max(known, element))
			d.Severity = ir.Remark
			c.Report(d)
		}
		return ir.Advance
	})
	return true, nil
}

// lowestBit returns the largest power of two that divides n.
func lowestBit(n int64) int64 { return n & -n }

// aligner finds the numbers of which values and addresses are multiples.
type aligner struct {
	function *ir.Operation
	align    int64
}

// anything is the power of two that stands for a multiple of every number.
const anything = 1 << 30

// address returns a power of two of which the address of an element is a multiple.
func (a *aligner) address(base *ir.Value, indices []*ir.Value) int64 {
	t, ok := base.Type().(*ir.MemRefType)
	if !ok {
		return 1
	}
	element := int64(ir.ElementBytes(t.Elem))
	strides, offset, known := t.StridesAndOffset()
	if !known || element == 0 || offset == ir.Dynamic {
		return 1
	}
	power := min(a.buffer(base), times(element, powerIn(offset)))
	for d, i := range indices {
		if strides[d] == ir.Dynamic {
			return min(power, lowestBit(element))
		}
		power = min(power, times(element, times(powerIn(strides[d]), a.multiple(i))))
	}
	return power
}

// buffer returns a power of two of which the address of a buffer is a multiple.
func (a *aligner) buffer(v *ir.Value) int64 {
	if v.DefiningOp() == nil {
		if v.OwnerBlock() == a.function.Body() {
			return gpu.ArgumentAlign(a.function, v.Index())
		}
		return 1
	}
	switch op := v.DefiningOp().Typed().(type) {
	case memref.ViewOp:
		return min(memoryAlign, a.multiple(op.ByteShift()))
	case memref.AllocOp:
		return memoryAlign
	}
	return 1
}

// powerIn returns the largest power of two that divides n, which is anything for 0.
func powerIn(n int64) int64 {
	if n == 0 {
		return anything
	}
	return lowestBit(n)
}

// times multiplies two powers of two, up to anything.
func times(x, y int64) int64 { return min(lowestBit(x)*y, anything) }

// multiple returns a power of two of which an index is a multiple.
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
	switch op := v.DefiningOp().Typed().(type) {
	case affine.LinearizeIndexOp:
		return a.linearized(op)
	case arith.AddIOp:
		return min(a.multiple(op.Lhs()), a.multiple(op.Rhs()))
	case arith.XOrIOp:
		return min(a.multiple(op.Lhs()), a.multiple(op.Rhs()))
	case arith.SubIOp:
		return min(a.multiple(op.Lhs()), a.multiple(op.Rhs()))
	case arith.MulIOp:
		return times(a.multiple(op.Lhs()), a.multiple(op.Rhs()))
	case arith.SelectOp:
		return min(a.multiple(op.TrueValue()), a.multiple(op.FalseValue()))
	case arith.IndexCastOp:
		return a.multiple(op.In())
	}
	return 1
}

// linearized returns a power of two of which the sum of digits times their weights is a
// multiple.
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
