package codelet

import (
	"optc/dialect/arith"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// commonType is the type to which two operands are converted before they are combined (ISO C++,
// [expr.arith.conv]); a half and an integer give a half.
func (t *translator) commonType(a, b *typ) *typ {
	a, b = t.plain(a), t.plain(b)
	for _, f := range []*typ{doubleType, floatType, halfType} {
		if a.same(f) || b.same(f) {
			return f
		}
	}
	return scalarType(common(a.elem, b.elem))
}

// binary combines two operands.
func (t *translator) binary(op string, a, b *operand) *operand {
	switch {
	case relations[op] && a.typ != nil && a.typ.code:
		b = t.toFunctionPointer(b, a.typ)
	case relations[op] && b.typ != nil && b.typ.code:
		a = t.toFunctionPointer(a, b.typ)
	}
	a, b = t.scalarOf(a), t.scalarOf(b)
	if relations[op] && (a.isPointer() || b.isPointer()) {
		a, b = nullOf(a), nullOf(b)
		for _, o := range []*operand{a, b} {
			if other := a; o.stored != nil && (op == "==" || op == "!=") {
				if o == a {
					other = b
				}
				if other.ptr != nil && other.ptr.isNull() {
					return t.binary(op, &operand{typ: uintType, place: o.stored.number}, constantInt(uintType, 0))
				}
			}
		}
	}
	switch {
	case a.isPointer() || b.isPointer():
		return t.pointerBinary(op, a, b)
	case a.typ.isVector() || b.typ.isVector():
		return t.vectorBinary(op, a, b)
	case !a.typ.isArithmetic() || !b.typ.isArithmetic():
		t.failHere("cannot translate '%s' of '%s' and '%s'", op, t.describe(a), t.describe(b))
	}
	if op == "<<" || op == ">>" {
		return t.shift(op, a, b)
	}
	of := t.commonType(a.typ, b.typ)
	a, b = t.toScalar(a, of), t.toScalar(b, of)
	if a.number != nil && b.number != nil {
		return t.binaryConstants(op, of, a, b)
	}
	result := of
	if relations[op] {
		result = boolType
	}
	x, y := t.val(a), t.val(b)
	if of.isFloat() {
		return &operand{typ: result, value: t.floatOp(op, x, y)}
	}
	if r := simplified(op, a, b); r != nil {
		return r
	}
	return &operand{typ: result, value: t.intOp(op, of.isSigned(), x, y)}
}

// nullOf returns the constant 0 as a null pointer.
func nullOf(o *operand) *operand {
	if o.number == nil || o.number.n != 0 || !o.typ.isInteger() {
		return o
	}
	return &operand{typ: pointerTo(voidType), ptr: &pointer{to: voidType}}
}

// simplified returns the operand x of x + 0 or x · 1.
func simplified(op string, a, b *operand) *operand {
	is := func(o *operand, n int64) bool { return o.number != nil && o.number.n == n }
	switch {
	case op == "+" && is(a, 0), op == "*" && is(a, 1):
		return b
	case (op == "+" || op == "-") && is(b, 0), (op == "*" || op == "/") && is(b, 1):
		return a
	}
	return nil
}

// scalarOf returns an operand of an operator: arrays become pointers, and objects of the
// library the values that they convert to.
func (t *translator) scalarOf(o *operand) *operand {
	o = t.decayed(o)
	if o.object != nil {
		o = t.objectValue(o, nil)
	}
	if o.typ == nil {
		t.failHere("expected a value, but got %s", t.describe(o))
	}
	return o
}

var relations = map[string]bool{"==": true, "!=": true, "<": true, ">": true, "<=": true, ">=": true}

// binaryConstants combines two constants of one type.
func (t *translator) binaryConstants(op string, of *typ, a, b *operand) *operand {
	if !of.isFloat() {
		v, err := t.e.binary(op, value{typ: of, constant: true, n: a.number.n}, value{typ: of, constant: true, n: b.number.n})
		t.must(err)
		return constantInt(v.typ, v.n)
	}
	x, y := a.number.f, b.number.f
	r := &operand{typ: of, number: &constantNumber{}}
	truth := func(holds bool) *operand { return constantInt(boolType, b2i(holds)) }
	switch op {
	case "+":
		r.number.f = roundTo(of, x+y)
	case "-":
		r.number.f = roundTo(of, x-y)
	case "*":
		r.number.f = roundTo(of, x*y)
	case "/":
		r.number.f = roundTo(of, x/y)
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case "<":
		return truth(x < y)
	case ">":
		return truth(x > y)
	case "<=":
		return truth(x <= y)
	case ">=":
		return truth(x >= y)
	default:
		t.failHere("cannot translate '%s' of '%s'", op, of.name)
	}
	return r
}

var floatPredicates = map[string]arith.CmpFPredicate{"==": arith.OEQ, "!=": arith.UNE, "<": arith.OLT, ">": arith.OGT, "<=": arith.OLE, ">=": arith.OGE}

// floatOp combines two floats, or two vectors of floats.
func (t *translator) floatOp(op string, x, y *structured.Value) *structured.Value {
	if p, ok := floatPredicates[op]; ok {
		return t.compareFloats(p, x, y)
	}
	var build func(b *ir.Builder, a []*ir.Value) *ir.Value
	switch op {
	case "+":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewAddF(b, a[0], a[1]).Result() }
	case "-":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewSubF(b, a[0], a[1]).Result() }
	case "*":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewMulF(b, a[0], a[1]).Result() }
	case "/":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewDivF(b, a[0], a[1]).Result() }
	default:
		t.failHere("cannot translate '%s' of floating-point numbers", op)
	}
	return t.pure(op+"f", x.Type, build, x, y)
}

var intRelations = map[string]structured.Relation{"==": structured.Equal, "!=": structured.Unequal, "<": structured.Less, ">": structured.Greater, "<=": structured.AtMost, ">=": structured.AtLeast}

// intOp combines two integers of one type, or two vectors of such integers. The overflow of signed
// numbers is undefined.
func (t *translator) intOp(op string, signed bool, x, y *structured.Value) *structured.Value {
	if r, ok := intRelations[op]; ok {
		return t.b.Compare(r, signed, x, y)
	}
	var flags []arith.Overflow
	key := op
	if signed {
		flags, key = []arith.Overflow{arith.NSW}, op+" nsw"
	}
	var build func(b *ir.Builder, a []*ir.Value) *ir.Value
	total := true
	switch op {
	case "+":
		return t.b.AddInts(x, y, !signed)
	case "-":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewSubI(b, a[0], a[1], flags...).Result() }
	case "*":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewMulI(b, a[0], a[1], flags...).Result() }
	case "/":
		total = false
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewDivSI(b, a[0], a[1]).Result() }
		if !signed {
			build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewDivUI(b, a[0], a[1]).Result() }
		}
	case "%":
		total = false
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewRemSI(b, a[0], a[1]).Result() }
		if !signed {
			build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewRemUI(b, a[0], a[1]).Result() }
		}
	case "&":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewAndI(b, a[0], a[1]).Result() }
	case "|":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewOrI(b, a[0], a[1]).Result() }
	case "^":
		build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewXOrI(b, a[0], a[1]).Result() }
	default:
		t.failHere("cannot translate '%s'", op)
	}
	if c, ok := y.Constant().(*ir.IntegerAttr); ok && !c.Value.IsZero() && (!signed || c.Int64() != -1) {
		total = true
	}
	return t.b.Op(structured.Op{Key: key, Total: total, Args: []*structured.Value{x, y}, Build: build}, x.Type)
}

// shift has the type of its left operand (ISO C++, [expr.shift]).
func (t *translator) shift(op string, a, b *operand) *operand {
	of := scalarType(promoted(t.plain(a.typ).elem))
	if !a.typ.isInteger() || !b.typ.isInteger() {
		t.failHere("cannot translate '%s' of '%s' and '%s'", op, t.describe(a), t.describe(b))
	}
	a = t.toScalar(a, of)
	if a.number != nil && b.number != nil {
		v, err := t.e.shift(op, value{typ: of, constant: true, n: a.number.n}, b.number.n)
		t.must(err)
		return constantInt(v.typ, v.n)
	}
	if b.number != nil && b.number.n == 0 {
		return a
	}
	by := t.toScalar(b, of)
	return &operand{typ: of, value: t.shiftOp(op, of.isSigned(), t.val(a), t.val(by))}
}

func (t *translator) shiftOp(op string, signed bool, x, y *structured.Value) *structured.Value {
	key, build := "shli", func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewShLI(b, a[0], a[1]).Result() }
	switch {
	case op == ">>" && signed:
		key, build = "shrsi", func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewShRSI(b, a[0], a[1]).Result() }
	case op == ">>":
		key, build = "shrui", func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewShRUI(b, a[0], a[1]).Result() }
	}
	return t.pure(key, x.Type, build, x, y)
}

// unaryOp is -x, +x, ~x or !x.
func (t *translator) unaryOp(op string, o *operand) *operand {
	o = t.scalarOf(o)
	switch {
	case op == "!":
		c := t.truth(o)
		if c.number != nil {
			return constantInt(boolType, 1-c.number.n)
		}
		return &operand{typ: boolType, value: t.not(t.val(c))}
	case o.typ.isVector():
		return t.vectorUnary(op, o)
	case o.typ.isFloat() && op == "-":
		if o.number != nil {
			return &operand{typ: o.typ, number: &constantNumber{f: -o.number.f}}
		}
		return &operand{typ: o.typ, value: t.negF(t.val(o))}
	case o.typ.isFloat() && op == "+":
		return t.settled(o)
	case !o.typ.isInteger():
		t.failHere("cannot translate '%s' of '%s'", op, t.describe(o))
	}
	of := scalarType(promoted(t.plain(o.typ).elem))
	o = t.toScalar(o, of)
	switch op {
	case "-":
		return t.binary("-", constantInt(of, 0), o)
	case "~":
		return t.binary("^", o, constantInt(of, wrapped(-1, of.elem)))
	}
	return o
}

// not negates a condition.
func (t *translator) not(v *structured.Value) *structured.Value {
	yes := t.b.Constant(v.Type, t.c.Bool(true))
	return t.pure("xori", v.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewXOrI(b, a[0], a[1]).Result() }, v, yes)
}

func (t *translator) negF(v *structured.Value) *structured.Value {
	return t.pure("negf", v.Type, func(b *ir.Builder, a []*ir.Value) *ir.Value { return arith.NewNegF(b, a[0]).Result() }, v)
}

// literal reads a number or character literal.
func (t *translator) literal(n *node) *operand {
	text := n.tok.text
	if isFloatLiteral(text) {
		return t.floatLiteral(n)
	}
	t.e.at = n.loc()
	v, err := t.e.literal(text)
	t.must(err)
	return constantInt(v.typ, v.n)
}
