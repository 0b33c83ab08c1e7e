package sim

import (
	"math"

	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/ir"
	"optc/num"
)

// quick computes an operation on two numbers of the processor from their raw bits. ok is
// false where the exact arithmetic of package num must decide: it says which NaN is the
// result.
type quick func(a, b uint64) (r uint64, ok bool)

// quicken gives an operation on two numbers, or on two vectors of them, the meaning that
// prepare returns for it; where that is nil, and for poison, it means what slow does.
func quicken(slow Func, prepare func(op *ir.Operation) quick) Func {
	return func(f *Frame, in *Instr) error {
		q, prepared := in.Data.(quick)
		if !prepared {
			if in.Data == nil {
				q = prepare(in.Op)
			}
			if q == nil {
				return slow(f, in)
			}
			in.Data = q
		}
		a, b := f.arg(in, 0), f.arg(in, 1)
		if a.Ref == nil && b.Ref == nil {
			if r, ok := q(a.Bits, b.Bits); ok {
				f.Set(in, 0, Value{Bits: r})
				return nil
			}
		} else if v, err := q.vector(f, in, a.Vector(), b.Vector()); v != nil || err != nil {
			f.Set(in, 0, Value{Ref: v})
			return err
		}
		in.Data = nil
		err := slow(f, in)
		in.Data = q
		return err
	}
}

// vector computes element by element; nil where something is poison or not quick.
func (q quick) vector(f *Frame, in *Instr, a, b *Vector) (*Vector, error) {
	if a == nil || b == nil || a.Undef != nil || b.Undef != nil || len(a.Elems) != len(b.Elems) {
		return nil, nil
	}
	out := NewVector(a.Shape, in.Op.Result(0).Type().(ir.ShapedType).ElementType())
	for first := 0; first < len(a.Elems); first += pollSteps {
		xs := a.Elems[first:min(first+pollSteps, len(a.Elems))]
		ys, rs := b.Elems[first:][:len(xs)], out.Elems[first:][:len(xs)]
		for i, x := range xs {
			r, ok := q(x, ys[i])
			if !ok {
				return nil, nil
			}
			rs[i] = r
		}
		if err := f.worked(int64(len(xs))); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// elementOf returns the type of the numbers that an operation computes with.
func elementOf(op *ir.Operation) ir.Type {
	for _, v := range op.Operands() {
		return ir.ElementOrSelf(v.Type())
	}
	return nil
}

// quickInt prepares a wrapping operation on integers of at most 64 bits; nil if flags
// promise that it does not wrap.
func quickInt(compute func(a, b uint64) uint64) func(op *ir.Operation) quick {
	return func(op *ir.Operation) quick {
		w := width(elementOf(op))
		if w > 64 || arith.OverflowFlags(op) != 0 {
			return nil
		}
		keep := ^uint64(0) >> (64 - w)
		return func(a, b uint64) (uint64, bool) { return compute(a, b) & keep, true }
	}
}

// quickFloat prepares an operation on floats that the processor has.
func quickFloat(single func(a, b float32) float32, double func(a, b float64) float64) func(op *ir.Operation) quick {
	return func(op *ir.Operation) quick {
		t, _ := elementOf(op).(*ir.FloatType)
		switch {
		case t == nil || arith.FastMathFlags(op) != 0:
			return nil
		case t.Kind == num.F32:
			return func(a, b uint64) (uint64, bool) {
				r := single(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))
				return uint64(math.Float32bits(r)), r == r
			}
		case t.Kind == num.F64:
			return func(a, b uint64) (uint64, bool) {
				r := double(math.Float64frombits(a), math.Float64frombits(b))
				return math.Float64bits(r), r == r
			}
		}
		return nil
	}
}

// quickCompare prepares a comparison of integers of at most 64 bits.
func quickCompare(op *ir.Operation) quick {
	t := elementOf(op)
	w := width(t)
	if w == 0 || w > 64 {
		return nil
	}
	up := 64 - w // what is on top decides for signed numbers
	var holds func(a, b uint64) bool
	switch arith.CmpI.Predicate(op) {
	case arith.EQ:
		holds = func(a, b uint64) bool { return a == b }
	case arith.NE:
		holds = func(a, b uint64) bool { return a != b }
	case arith.SLT:
		holds = func(a, b uint64) bool { return int64(a<<up) < int64(b<<up) }
	case arith.SLE:
		holds = func(a, b uint64) bool { return int64(a<<up) <= int64(b<<up) }
	case arith.SGT:
		holds = func(a, b uint64) bool { return int64(a<<up) > int64(b<<up) }
	case arith.SGE:
		holds = func(a, b uint64) bool { return int64(a<<up) >= int64(b<<up) }
	case arith.ULT:
		holds = func(a, b uint64) bool { return a < b }
	case arith.ULE:
		holds = func(a, b uint64) bool { return a <= b }
	case arith.UGT:
		holds = func(a, b uint64) bool { return a > b }
	case arith.UGE:
		holds = func(a, b uint64) bool { return a >= b }
	default:
		return nil
	}
	return func(a, b uint64) (uint64, bool) { return boolBits(holds(a, b)), true }
}

// quickOps gives the commonest operations their quick form.
func quickOps(t Table) {
	for kind, prepare := range map[ir.Kind]func(op *ir.Operation) quick{
		arith.AddI.Kind: quickInt(func(a, b uint64) uint64 { return a + b }),
		arith.SubI.Kind: quickInt(func(a, b uint64) uint64 { return a - b }),
		arith.MulI.Kind: quickInt(func(a, b uint64) uint64 { return a * b }),
		arith.AndI.Kind: quickInt(func(a, b uint64) uint64 { return a & b }),
		arith.OrI.Kind:  quickInt(func(a, b uint64) uint64 { return a | b }),
		arith.XOrI.Kind: quickInt(func(a, b uint64) uint64 { return a ^ b }),
		arith.CmpI.Kind: quickCompare,
		arith.AddF.Kind: quickFloat(func(a, b float32) float32 { return a + b }, func(a, b float64) float64 { return a + b }),
		arith.SubF.Kind: quickFloat(func(a, b float32) float32 { return a - b }, func(a, b float64) float64 { return a - b }),
		arith.MulF.Kind: quickFloat(func(a, b float32) float32 { return a * b }, func(a, b float64) float64 { return a * b }),
		arith.DivF.Kind: quickFloat(func(a, b float32) float32 { return a / b }, func(a, b float64) float64 { return a / b }),
	} {
		t[kind] = quicken(t[kind], prepare)
	}
}

// access1 is a load or store of a number in a memref of at most one dimension.
type access1 struct {
	base, index, value int // numbers of the operands; -1 without one
	size               int // bytes of the element, 1 to 8
	keep               uint64
}

// accessOf describes a load or store and keeps the answer with the instruction; nil for
// one that is not so simple.
func accessOf(in *Instr, base, value *ir.Value, indices []*ir.Value) *access1 {
	in.Data = general{}
	t, _ := base.Type().(*ir.MemRefType)
	if t == nil || len(indices) > 1 {
		return nil
	}
	switch t.Elem.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType:
	default:
		return nil
	}
	w, size := width(t.Elem), ElementBytes(t.Elem)
	if w == 0 || w > 64 || size > 8 {
		return nil
	}
	a := &access1{base: in.find(base, 0), index: -1, value: -1, size: size, keep: ^uint64(0) >> (64 - w)}
	if len(indices) == 1 {
		a.index = in.find(indices[0], a.base+1)
	}
	if value != nil {
		a.value = in.find(value, 0)
	}
	in.Data = a
	return a
}

// general marks what has no quick form.
type general struct{}

// locate returns the memref and the address of the element. ok is false where the
// general way must find out what is wrong.
func (a *access1) locate(f *Frame, in *Instr) (r *MemRef, addr int64, ok bool) {
	r = f.arg(in, a.base).MemRef()
	if r == nil || r.freed != nil && *r.freed {
		return nil, 0, false
	}
	at := r.Offset
	if a.index >= 0 {
		v := f.arg(in, a.index)
		i := int64(v.Bits)
		if v.Ref != nil || i < 0 || i >= r.Sizes[0] || i > maxAllocation {
			return nil, 0, false
		}
		at += i * r.Strides[0]
	}
	return r, r.Base + at*int64(a.size), true
}

func loadElement(f *Frame, in *Instr) error {
	a, _ := in.Data.(*access1)
	if in.Data == nil {
		a = accessOf(in, memref.Load.Memref(in.Op), nil, memref.Load.Indices(in.Op))
	}
	if a != nil {
		if r, addr, ok := a.locate(f, in); ok {
			if err := r.allow(addr, a.size, false); err != nil {
				return err
			}
			bits, written, err := r.Mem.Load(addr, a.size)
			if err != nil {
				return err
			}
			if written {
				f.Set(in, 0, Value{Bits: bits & a.keep})
				return nil
			}
		}
	}
	idx, err := f.indices(in, memref.Load.Indices(in.Op))
	if err != nil {
		return err
	}
	return f.load(in, memref.Load.Memref(in.Op), idx)
}

func storeElement(f *Frame, in *Instr) error {
	a, _ := in.Data.(*access1)
	if in.Data == nil {
		a = accessOf(in, memref.Store.Memref(in.Op), memref.Store.Value(in.Op), memref.Store.Indices(in.Op))
	}
	if a != nil {
		if v := f.arg(in, a.value); v.Ref == nil {
			if r, addr, ok := a.locate(f, in); ok {
				if err := r.allow(addr, a.size, true); err != nil {
					return err
				}
				return asError(r.Mem.Store(addr, a.size, v.Bits))
			}
		}
	}
	idx, err := f.indices(in, memref.Store.Indices(in.Op))
	if err != nil {
		return err
	}
	return f.store(in, memref.Store.Value(in.Op), memref.Store.Memref(in.Op), idx)
}
