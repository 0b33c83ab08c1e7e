package codelet

import (
	"math"

	"optc/dialect/arith"
	"optc/dialect/poplar/scalar"
	"optc/dialect/vector"
	"optc/internal/family/poplar/structured"
	"optc/ir"
	"optc/num"
)

// val returns an operand as a value of the IR.
func (t *translator) val(o *operand) *structured.Value {
	switch {
	case o.number != nil:
		return t.b.Constant(t.irType(o.typ), t.attribute(o))
	case o.value != nil:
		return o.value
	case o.place != nil:
		return o.place.load(t)
	}
	t.failHere("expected a number, but got '%s'", t.describe(o))
	return nil
}

func (t *translator) describe(o *operand) string {
	switch {
	case o.isList:
		return "a list"
	case o.fn != nil:
		return "the function " + o.fn.name
	case o.typ == nil:
		return "nothing"
	}
	return o.typ.name
}

// attribute returns the value of a constant.
func (t *translator) attribute(o *operand) ir.Attribute {
	of := t.irType(o.typ)
	if f, ok := of.(*ir.FloatType); ok {
		return t.c.FloatOf(f, num.FloatFromFloat64(f.Kind, o.number.f))
	}
	return t.c.Int(of, o.number.n)
}

// settled returns the value of an operand now, so that later assignments do not change
// it.
func (t *translator) settled(o *operand) *operand {
	switch {
	case o.place != nil:
		return &operand{typ: o.typ, value: o.place.load(t)}
	case o.holder != nil, o.stored != nil:
		p := t.pointerOf(o)
		return &operand{typ: o.typ, ptr: p}
	case o.memory != nil && o.memory.baseVar != nil:
		m := *o.memory
		m.base, m.baseVar = t.b.Read(m.baseVar), nil
		return &operand{typ: o.typ, memory: &m}
	}
	return o
}

// convert converts an operand to a type as an initialization does.
func (t *translator) convert(o *operand, to *typ) *operand {
	switch {
	case o.isList && !(to.class != nil) && !to.array && !to.isVector():
		if len(o.list) == 0 {
			return t.zero(to)
		}
		if len(o.list) > 1 {
			t.failHere("expected one value, but got %d", len(o.list))
		}
		return t.convert(o.list[0], to)
	case to.isVoid():
		return &operand{typ: voidType}
	case to.array && o.memory != nil && o.memory.typ.array && o.memory.known == to.n:
		return o
	case to.code:
		return t.toFunctionPointer(o, to)
	case to.isScalar():
		return t.toScalar(t.decayed(o), to)
	case to.isVector():
		return t.toVector(o, to)
	case to.to != nil:
		return t.toPointer(o, to)
	case to.reference != nil:
		return o
	case to.class != nil:
		return t.toObject(o, to)
	}
	t.failHere("cannot convert '%s' to '%s'", t.describe(o), to.name)
	return nil
}

// zero returns the value of an object without an initializer in T{}.
func (t *translator) zero(of *typ) *operand {
	switch {
	case of.isArithmetic():
		return &operand{typ: of, number: &constantNumber{}}
	case of.isVector():
		return t.toVector(&operand{typ: of.of, number: &constantNumber{}}, of)
	}
	t.failHere("cannot translate an empty initializer of '%s'", of.name)
	return nil
}

func (t *translator) toScalar(o *operand, to *typ) *operand {
	if o.object != nil {
		o = t.objectValue(o, to)
	}
	from := o.typ
	switch {
	case o.stored != nil && to.elem == scalar.Bool:
		return t.toScalar(&operand{typ: uintType, place: o.stored.number}, to)
	case o.isPointer() && to.elem == scalar.Bool && t.targets.wanted:
		if p := t.pointerOf(o); p.target != nil {
			return t.notNull(p)
		}
		return constantInt(boolType, b2i(!t.pointerOf(o).isNull()))
	case o.isPointer() && to.elem == scalar.Bool:
		return constantInt(boolType, b2i(!t.pointerOf(o).isNull()))
	case o.isPointer() || from == nil || !from.isScalar():
		t.failHere("cannot convert '%s' to '%s'", t.describe(o), to.name)
	case from.elem == scalar.Quarter || to.elem == scalar.Quarter:
		if !from.same(to) {
			t.failHere("cannot translate a conversion of quarters, whose metadata is not known here")
		}
	}
	if o.number != nil {
		return t.convertNumber(o, to)
	}
	if from.same(to) {
		return t.settled(o)
	}
	return &operand{typ: to, value: t.convertValue(t.val(o), t.plain(from), t.plain(to))}
}

// convertNumber converts a constant.
func (t *translator) convertNumber(o *operand, to *typ) *operand {
	from, into := t.plain(o.typ), t.plain(to)
	r := &constantNumber{}
	switch {
	case into.isFloat() && from.isFloat():
		r.f = roundTo(into, o.number.f)
	case into.isFloat() && isUnsigned(from.elem):
		r.f = roundTo(into, float64(uint64(o.number.n)))
	case into.isFloat():
		r.f = roundTo(into, float64(o.number.n))
	case from.isFloat() && into.elem == scalar.Bool:
		r.n = b2i(o.number.f != 0)
	case from.isFloat():
		x := math.Trunc(o.number.f)
		if !(math.Abs(x) < 1<<63) || wrapped(int64(x), into.elem) != int64(x) {
			t.failHere("the number %g does not fit in '%s'", o.number.f, to.name)
		}
		r.n = int64(x)
	case into.elem == scalar.Bool:
		r.n = b2i(o.number.n != 0)
	default:
		r.n = wrapped(o.number.n, into.elem)
	}
	return &operand{typ: to, number: r}
}

// roundTo rounds x to a floating-point type.
func roundTo(of *typ, x float64) float64 {
	switch {
	case of.isDouble():
		return x
	case of.elem == scalar.Half:
		return num.FloatFromFloat64(num.F16, x).Float64()
	}
	return float64(float32(x))
}

func (t *translator) width(of *typ) int64 {
	if of.elem == scalar.Bool {
		return 1
	}
	return 8 * t.size(of)
}

// convertValue converts a scalar to another type.
func (t *translator) convertValue(v *structured.Value, from, to *typ) *structured.Value {
	out := t.irType(to)
	in := v.Type
	switch {
	case from.isFloat() && to.isFloat():
		switch a, b := t.width(from), t.width(to); {
		case a < b:
			return t.pure("extf", out, func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewExtF(b, out, a[0]).Operation().Result(0) }, v)
		case a > b:
			return t.pure("truncf", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
				return arith.NewTruncF(b, out, a[0]).Operation().Result(0)
			}, v)
		}
		return v
	case from.isFloat() && to.elem == scalar.Bool:
		zero := t.b.Constant(in, t.c.FloatOf(in.(*ir.FloatType), num.FloatFromFloat64(in.(*ir.FloatType).Kind, 0)))
		return t.compareFloats(arith.UNE, v, zero)
	case from.isFloat():
		key, build := "fptosi", func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewFPToSI(b, out, a[0]).Operation().Result(0)
		}
		if isUnsigned(to.elem) {
			key, build = "fptoui", func(b *ir.Builder, a []*ir.Value) *ir.Value {
				return arith.NewFPToUI(b, out, a[0]).Operation().Result(0)
			}
		}
		return t.pure(key, out, build, v)
	case to.isFloat() && isUnsigned(from.elem):
		return t.pure("uitofp", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewUIToFP(b, out, a[0]).Operation().Result(0)
		}, v)
	case to.isFloat():
		return t.pure("sitofp", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewSIToFP(b, out, a[0]).Operation().Result(0)
		}, v)
	case to.elem == scalar.Bool:
		if from.elem == scalar.Bool {
			return v
		}
		return t.b.Compare(structured.Unequal, true, v, t.b.Int(in, 0))
	}
	switch a, b := t.width(from), t.width(to); {
	case a == b:
		return v
	case a > b:
		return t.pure("trunci", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewTruncI(b, out, a[0]).Operation().Result(0)
		}, v)
	case isUnsigned(from.elem):
		return t.pure("extui", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return arith.NewExtUI(b, out, a[0]).Operation().Result(0)
		}, v)
	}
	return t.pure("extsi", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return arith.NewExtSI(b, out, a[0]).Operation().Result(0)
	}, v)
}

// pure adds an operation without effects.
func (t *translator) pure(key string, of ir.Type, build func(b *ir.Builder, a []*ir.Value) *ir.Value, args ...*structured.Value) *structured.Value {
	return t.b.Pure(key, of, build, args...)
}

func (t *translator) compareFloats(p arith.CmpFPredicate, x, y *structured.Value) *structured.Value {
	out := ir.Type(t.c.I1())
	if v, ok := x.Type.(*ir.VectorType); ok {
		out = ir.Vector(v.Dims, out)
	}
	return t.pure("cmpf "+string(rune('a'+int(p))), out, func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewCmpF(b, p, a[0], a[1]).Result() }, x, y)
}

// truth returns an operand as a condition.
func (t *translator) truth(o *operand) *operand {
	if o.typ != nil && o.typ.isVector() {
		t.failHere("cannot translate a condition of type '%s'", o.typ.name)
	}
	return t.toScalar(t.decayed(o), boolType)
}

// decayed returns an array as a pointer to its first element.
func (t *translator) decayed(o *operand) *operand {
	if o.memory != nil && !o.memory.rows && o.memory.typ.array && !o.memory.typ.solid {
		p := t.address(o.memory, nil)
		return &operand{typ: pointerTo(p.to), ptr: p}
	}
	return o
}

// toVector converts to a vector of the hardware: a list has the elements, a scalar is
// each element.
func (t *translator) toVector(o *operand, to *typ) *operand {
	out := t.irType(to)
	if o.isList {
		var list []*structured.Value
		for i := range to.n {
			if int(i) < len(o.list) {
				list = append(list, t.val(t.convert(o.list[i], to.of)))
			} else {
				list = append(list, t.val(t.zero(to.of)))
			}
		}
		return &operand{typ: to, value: t.pure("from_elements", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return vector.NewFromElements(b, out, a).Operation().Result(0)
		}, list...)}
	}
	switch {
	case o.typ != nil && o.typ.isVector() && o.typ.n == to.n && o.typ.of.same(to.of):
		return &operand{typ: to, value: t.val(o)}
	case o.typ != nil && o.typ.isVector() && t.size(o.typ) == t.size(to):
		return &operand{typ: to, value: t.pure("bitcast lanes", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
			return vector.NewBitcast(b, out, a[0]).Operation().Result(0)
		}, t.val(o))}
	case o.typ != nil && o.typ.isScalar():
		return &operand{typ: to, value: t.splat(t.val(t.toScalar(o, to.of)), out)}
	}
	t.failHere("cannot convert '%s' to '%s'", t.describe(o), to.name)
	return nil
}

// splat returns a vector of equal elements.
func (t *translator) splat(v *structured.Value, out ir.Type) *structured.Value {
	return t.pure("broadcast", out, func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return vector.NewBroadcast(b, out, a[0]).Operation().Result(0)
	}, v)
}

// toPointer converts to a pointer.
func (t *translator) toPointer(o *operand, to *typ) *operand {
	o = t.decayed(o)
	if o.memory != nil && !o.memory.rows { // Vector converts to a pointer in nothing but helpers
		p := t.address(o.memory, nil)
		o = &operand{typ: pointerTo(p.to), ptr: p}
	}
	o = nullOf(o)
	if !o.isPointer() {
		t.failHere("cannot convert '%s' to '%s'", t.describe(o), to.name)
	}
	p := *t.pointerOf(o)
	p.to = to.to
	if p.to.isVoid() && p.elem != nil {
		p.to = p.elem
	}
	return &operand{typ: to, ptr: &p}
}

func extSI(out ir.Type) func(b *ir.Builder, a []*ir.Value) *ir.Value {
	return func(b *ir.Builder, a []*ir.Value) *ir.Value {
		return arith.NewExtSI(b, out, a[0]).Operation().Result(0)
	}
}
