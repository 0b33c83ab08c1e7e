package extent

import (
	"math"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/integers"
	"optc/num"
)

// Sizes finds the sizes of the values of a kernel.
type Sizes struct {
	atoms map[string]*Atom
	ids   map[*ir.Value]int
	known map[*ir.Value]Size
}

// New returns an analysis that knows nothing yet.
func New() *Sizes {
	return &Sizes{atoms: map[string]*Atom{}, ids: map[*ir.Value]int{}, known: map[*ir.Value]Size{}}
}

// Of returns the size that a value is.
func (x *Sizes) Of(v *ir.Value) Size {
	if s, known := x.known[v]; known {
		return s
	}
	s := x.compute(v)
	x.known[v] = s
	return s
}

// OfMixed returns the size of an entry of a list of numbers and values.
func (x *Sizes) OfMixed(m ir.Mixed) Size {
	if m.Value == nil {
		return Constant(m.Const)
	}
	return x.Of(m.Value)
}

// IsSize reports whether an operation computes a size or a condition on sizes: a constant, a function of integers of any
// dialect, a comparison, a choice.
func IsSize(op *ir.Operation) bool {
	return op.Has(ir.ConstantLike) || integers.FunctionOf(op) != integers.None || op.Def().Owner() == arith.Dialect
}

// most bounds numbers, so that sums of products do not overflow.
const most = 1 << 31

func (x *Sizes) compute(v *ir.Value) Size {
	if a, ok := ir.ConstantValue(v).(*ir.IntegerAttr); ok {
		if n := a.Int64(); -most <= n && n <= most {
			return Constant(n)
		}
	}
	op := v.DefiningOp()
	if loop := loopOf(v); loop.Ok() {
		// The bounds have lower ranks than the index, so that proofs replace the index by them.
		x.Of(loop.LowerBound())
		x.Of(loop.UpperBound())
	}
	if op == nil || op.NumOperands() == 0 {
		return x.atom(Value, v, Size{}, Size{})
	}
	if choice := ir.As[arith.SelectOp](op); choice.Ok() {
		a, b := x.Of(choice.TrueValue()), x.Of(choice.FalseValue())
		if a.Equal(b) {
			return a
		}
		return x.atom(Choice, choice.Condition(), a, b)
	}
	function, of := integers.Of(op)
	if len(of) != 2 {
		return x.atom(Value, v, Size{}, Size{})
	}
	a, b := x.Of(of[0]), x.Of(of[1])
	switch function {
	case integers.Add:
		return a.Plus(b)
	case integers.Sub:
		return a.Minus(b)
	case integers.Mul:
		return x.Product(a, b)
	case integers.DivU, integers.DivS, integers.FloorDivS:
		return x.Quotient(a, b)
	case integers.CeilDivU, integers.CeilDivS:
		return x.Quotient(a.Plus(b).Add(-1), b)
	case integers.RemU, integers.RemS:
		return x.Rest(a, b)
	case integers.MinU, integers.MinS:
		return x.Smallest(a, b)
	case integers.MaxU, integers.MaxS:
		return x.Largest(a, b)
	}
	return x.atom(Value, v, Size{}, Size{})
}

// loopOf returns the loop whose index is a value, or no operation.
func loopOf(v *ir.Value) scf.ForOp {
	if block := v.OwnerBlock(); block != nil && v.Index() == 0 {
		return ir.As[scf.ForOp](block.ParentOp())
	}
	return scf.ForOp{}
}

// Shape returns the extents of a tensor.
func (x *Sizes) Shape(v *ir.Value) []Size {
	shape, open := okk.Extents(v.Type())
	out := make([]Size, len(shape))
	for d, n := range shape {
		out[d] = Constant(n)
	}
	if open == 0 {
		return out
	}
	if init, _ := okk.Carried(v); init != nil { // as large as before the first iteration
		return x.Shape(init)
	}
	if view, ok := okk.ViewOf(v.DefiningOp()); ok && view.Order != nil {
		from := x.Shape(view.Source)
		for d, i := range view.Order {
			out[d] = from[i]
		}
		return out
	}
	values, _ := okk.SizesOf(v.DefiningOp())
	for d := range out {
		if open.Has(d) && len(values) > 0 {
			out[d], values = x.Of(values[0]), values[1:]
		}
	}
	return out
}

// Start returns the first NPU of a tensor in local memory on a machine of that many NPUs.
func (x *Sizes) Start(v *ir.Value, npus int64) Size {
	t := v.Type().(*okk.LocalType)
	if !t.AnyStart {
		return Constant(t.Start)
	}
	switch view, _ := okk.ViewOf(v.DefiningOp()); {
	case view.Part:
		at := x.Start(view.Source, npus).Plus(x.OfMixed(view.Offsets[1]))
		return x.Rest(at, Constant(npus))
	case view.Repeats, view.Order != nil:
		return x.Start(view.Source, npus)
	}
	if init, _ := okk.Carried(v); init != nil {
		return x.Start(init, npus)
	}
	return x.atom(Value, v, Size{}, Size{})
}

// Values are numbers of the values that atoms depend on.
type Values func(v *ir.Value) int64

// Evaluate returns the number of a size.
func (s Size) Evaluate(of Values) int64 {
	n := s.sum.Constant
	for _, t := range s.sum.Terms {
		n += t.Factor * t.Value.evaluate(of)
	}
	return n
}

func (a *Atom) evaluate(of Values) int64 {
	if a.Kind == Value {
		return of(a.Value)
	}
	p, q := a.Sizes[0].Evaluate(of), a.Sizes[1].Evaluate(of)
	switch a.Kind {
	case Product:
		return p * q
	case Quotient:
		if q == 0 {
			return 0
		}
		return num.FloorDiv(p, q)
	case Rest:
		if q == 0 {
			return 0
		}
		return p - q*num.FloorDiv(p, q)
	case Smallest:
		return min(p, q)
	case Largest:
		return max(p, q)
	}
	if of(a.Value) != 0 {
		return p
	}
	return q
}

// ParameterRange returns the bounds of a parameter.
func ParameterRange(v *ir.Value) (low, high int64, ok bool) {
	p := ir.As[okk.ParamOp](v.DefiningOp())
	if !p.Ok() {
		return math.MinInt64, math.MaxInt64, false
	}
	r := p.Range()
	return r[0], r[1], true
}
