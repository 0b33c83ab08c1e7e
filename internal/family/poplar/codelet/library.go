package codelet

import (
	gomath "math"
	"strings"

	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/dialect/poplar"
	"optc/ir"
)

// buildUnary builds an operation of one operand.
type buildUnary = func(b ir.OpBuilder, x *ir.Value) *ir.Value

// mathFunctions are the functions of one number that the prelude declares with the prefix
// mathPrefix.
var mathFunctions = map[string]buildUnary{
	"acos":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewAcos(b, x).Result() },
	"acosh": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewAcosh(b, x).Result() },
	"asin":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewAsin(b, x).Result() },
	"asinh": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewAsinh(b, x).Result() },
	"atan":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewAtan(b, x).Result() },
	"atanh": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewAtanh(b, x).Result() },
	"cbrt":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewCbrt(b, x).Result() },
	"ceil":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewCeil(b, x).Result() },
	"cos":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewCos(b, x).Result() },
	"cosh":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewCosh(b, x).Result() },
	"erf":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewErf(b, x).Result() },
	"exp":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewExp(b, x).Result() },
	"exp2":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewExp2(b, x).Result() },
	"expm1": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewExpM1(b, x).Result() },
	"fabs":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewAbsF(b, x).Result() },
	"floor": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewFloor(b, x).Result() },
	"log":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewLog(b, x).Result() },
	"log10": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewLog10(b, x).Result() },
	"log1p": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewLog1p(b, x).Result() },
	"log2":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewLog2(b, x).Result() },
	"rint":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewRoundEven(b, x).Result() },
	"round": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewRound(b, x).Result() },
	"sin":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewSin(b, x).Result() },
	"sinh":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewSinh(b, x).Result() },
	"sqrt":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewSqrt(b, x).Result() },
	"tan":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewTan(b, x).Result() },
	"tanh":  func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewTanh(b, x).Result() },
	"trunc": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewTrunc(b, x).Result() },
	"clz":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewCtLZ(b, x).Result() },
	"ctz":   func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewCtTZ(b, x).Result() },
	"ctpop": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewCtPop(b, x).Result() },
}

const (
	mathPrefix = "__math_"
	noWorkers  = "numWorkers"
)

// binaryFunctions are the functions of two numbers.
var binaryFunctions = map[string]func(b ir.OpBuilder, x, y *ir.Value) *ir.Value{
	"atan2":    func(b ir.OpBuilder, x, y *ir.Value) *ir.Value { return math.NewAtan2(b, x, y).Result() },
	"copysign": func(b ir.OpBuilder, x, y *ir.Value) *ir.Value { return math.NewCopySign(b, x, y).Result() },
	"fmax":     func(b ir.OpBuilder, x, y *ir.Value) *ir.Value { return arith.NewMaxNumF(b, x, y).Result() },
	"fmin":     func(b ir.OpBuilder, x, y *ir.Value) *ir.Value { return arith.NewMinNumF(b, x, y).Result() },
	"fmod":     func(b ir.OpBuilder, x, y *ir.Value) *ir.Value { return arith.NewRemF(b, x, y).Result() },
	"pow":      func(b ir.OpBuilder, x, y *ir.Value) *ir.Value { return math.NewPowF(b, x, y).Result() },
}

// classifications are the functions that classify a float, such as isnan.
var classifications = map[string]buildUnary{
	"isnan":    func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewIsNaN(b, x).Result() },
	"isinf":    func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewIsInf(b, x).Result() },
	"isfinite": func(b ir.OpBuilder, x *ir.Value) *ir.Value { return math.NewIsFinite(b, x).Result() },
}

// lazyLibrary holds the functions whose arguments are not executed.
var lazyLibrary = map[string]bool{"assert": true, "__builtin_unreachable": true, "__builtin_assume": true}

// libraryName returns a function that the translator knows, or nil.
func (t *translator) libraryName(s *scope, q *qualified) *operand {
	ident := q.last().ident
	bare, isMath := strings.CutPrefix(ident, mathPrefix)
	switch {
	case lazyLibrary[ident], ident == noWorkers, ident == "__builtin_expect", ident == "__builtin_huge_valf", ident == "__builtin_nanf", ident == "move", ident == "forward", ident == "memcpy", ident == "__builtin_memcpy":
	case isMath && (mathFunctions[bare] != nil || binaryFunctions[bare] != nil || classifications[bare] != nil || bare == "fma"):
	default:
		return nil
	}
	return &operand{fn: &functions{name: ident, library: ident}}
}

// callLibrary calls a function that the translator knows.
func (t *translator) callLibrary(f *functions, args []*operand) *operand {
	need := func(n int) {
		if len(args) != n {
			t.failHere("'%s' takes %d arguments, but got %d", f.name, n, len(args))
		}
	}
	switch f.library {
	case noWorkers:
		n := t.pure("num_workers", t.c.Index(), func(b *ir.Builder, _ []*ir.Value) *ir.Value { return poplar.NewNumWorkers(b).Result() })
		return &operand{typ: uintType, value: t.b.FromIndex(n, t.c.Integer(32), true)}
	case "move", "forward", "__builtin_expect":
		if len(args) == 0 {
			need(1)
		}
		return args[0]
	case "memcpy", "__builtin_memcpy":
		need(3)
		t.copyBytes(t.pointerOf(t.decayed(args[0])), t.pointerOf(t.decayed(args[1])), t.scalarOf(args[2]))
		return args[0]
	case "__builtin_huge_valf":
		return &operand{typ: floatType, number: &constantNumber{f: gomath.Inf(1)}}
	case "__builtin_nanf":
		return &operand{typ: floatType, number: &constantNumber{f: gomath.NaN()}}
	}
	name := strings.TrimPrefix(f.library, mathPrefix)
	if len(args) == 0 {
		need(1)
	}
	x := t.scalarOf(args[0])
	if !x.typ.isArithmetic() && !x.typ.isVector() {
		t.failHere("cannot translate '%s' of '%s'", name, t.describe(x))
	}
	v := t.val(x)
	switch build := mathFunctions[name]; {
	case build != nil:
		need(1)
		return &operand{typ: x.typ, value: t.pure(name, v.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value { return build(b, a[0]) }, v)}
	case classifications[name] != nil:
		need(1)
		return &operand{typ: boolType, value: t.pure(name, t.c.I1(), func(b *ir.Builder, a []*ir.Value) *ir.Value { return classifications[name](b, a[0]) }, v)}
	case name == "fma":
		need(3)
		y, z := t.val(t.convert(args[1], x.typ)), t.val(t.convert(args[2], x.typ))
		return &operand{typ: x.typ, value: t.pure(name, v.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value { return math.NewFMA(b, a[0], a[1], a[2]).Result() }, v, y, z)}
	}
	need(2)
	y := t.val(t.convert(args[1], x.typ))
	return &operand{typ: x.typ, value: t.pure(name, v.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value { return binaryFunctions[name](b, a[0], a[1]) }, v, y)}
}

// libraryMember returns a member of a vector or list, or nil.
func (t *translator) libraryMember(o *operand, name string) *operand {
	if o.memory == nil {
		return nil
	}
	m := o.memory
	switch name {
	case "size":
		return &operand{fn: &functions{name: name, bound: func() *operand { return t.count(m) }}}
	case "empty":
		return &operand{fn: &functions{name: name, bound: func() *operand { return t.binary("==", t.count(m), constantInt(sizeType, 0)) }}}
	}
	if m.rows {
		return nil
	}
	switch name {
	case "begin", "data", "cbegin":
		return &operand{fn: &functions{name: name, bound: func() *operand {
			p := t.address(m, nil)
			return t.pointerTo(p.to, p)
		}}}
	case "end", "cend":
		return &operand{fn: &functions{name: name, bound: func() *operand {
			p := t.address(m, t.index(t.count(m)))
			return t.pointerTo(p.to, p)
		}}}
	case "front":
		return &operand{fn: &functions{name: name, bound: func() *operand { return t.deref(t.address(m, nil)) }}}
	}
	return nil
}

// prelude calls a function of the prelude.
func (t *translator) prelude(name string, args ...*operand) *operand {
	global := t.class.scope
	for global.parent != nil {
		global = global.parent
	}
	return t.callOperand(&operand{fn: &functions{name: name, list: global.routines[name], home: global}}, args)
}

// copyBytes is memcpy: of a variable as a whole, or of elements of memory.
func (t *translator) copyBytes(to, from *pointer, n *operand) {
	if n.number == nil {
		if to.at == nil && to.to.isVoid() || from.isNull() || to.isNull() {
			t.failHere("cannot translate a copy of bytes whose number is not constant")
		}
		t.prelude("__copy_bytes", &operand{typ: pointerTo(to.to), ptr: to}, &operand{typ: pointerTo(from.to), ptr: from}, n)
		return
	}
	whole := to.at
	if whole == nil {
		whole = from.at
	}
	if whole == nil || whole.place == nil {
		of := to.to
		if of.isVoid() || t.size(of) == 0 || n.number.n%t.size(of) != 0 || n.number.n/t.size(of) > maxUnrolled {
			t.failHere("cannot translate this copy of bytes")
		}
		for k := range n.number.n / t.size(of) {
			i := t.b.Int(t.c.Index(), k)
			p, q := t.advance(to, i), *from
			q.to = of
			t.assign(t.deref(p), t.settled(t.deref(t.advance(&q, i))))
		}
		return
	}
	if t.size(whole.typ) != n.number.n {
		t.failHere("cannot translate a copy of %d bytes of '%s'", n.number.n, whole.typ.name)
	}
	value := func(p *pointer) *operand {
		if p.at == nil {
			q := *p
			q.to = whole.typ
			return t.deref(&q)
		}
		return p.at
	}
	x := value(from)
	if x.place == nil && x.value == nil {
		t.failHere("cannot translate a copy of bytes of '%s'", t.describe(x))
	}
	target := value(to)
	if target.place == nil {
		t.failHere("cannot translate a copy of bytes to '%s'", t.describe(target))
	}
	target.place.store(t, t.reinterpret(t.val(x), t.irType(target.typ)))
}
