package codelet

import (
	"strconv"
	"strings"

	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/scalar"
)

// The arithmetic of C++'s integer constants, with the sizes that types have on a tile.

func isUnsigned(t scalar.Type) bool {
	switch t {
	case scalar.Bool, scalar.UChar, scalar.UShort, scalar.UInt, scalar.ULong, scalar.ULongLong:
		return true
	}
	return false
}

// promoted is the type to which the operand of an operator is promoted (ISO C++, [conv.prom]).
// Enumerations are converted to int.
func promoted(t scalar.Type) scalar.Type {
	if t.Size() < scalar.Int.Size() {
		return scalar.Int
	}
	return t
}

// common is the type of a binary operator (ISO C++, [expr.arith.conv]): the type of the
// higher rank, and unsigned if it cannot hold the values of the other type.
func common(a, b scalar.Type) scalar.Type {
	a, b = promoted(a), promoted(b)
	a, b = max(a, b), min(a, b)
	if isUnsigned(b) && !isUnsigned(a) && a.Size() == b.Size() {
		a++ // the unsigned type follows the signed type
	}
	return a
}

// wrapped returns n modulo the width of an integer type.
func wrapped(n int64, t scalar.Type) int64 {
	switch cut := 64 - 8*t.Size(); {
	case t == scalar.Float:
		return n
	case isUnsigned(t):
		return int64(uint64(n) << cut >> cut)
	default:
		return n << cut >> cut
	}
}

// lessThan reports whether a is less than b as values of type t.
func lessThan(a, b int64, t scalar.Type) bool {
	if isUnsigned(t) {
		return uint64(a) < uint64(b)
	}
	return a < b
}

func truthOf(op string, a, b int64, t scalar.Type) (holds, known bool) {
	switch a, b := wrapped(a, t), wrapped(b, t); op {
	case "==":
		return a == b, true
	case "!=":
		return a != b, true
	case "<":
		return lessThan(a, b, t), true
	case ">":
		return lessThan(b, a, t), true
	case "<=":
		return !lessThan(b, a, t), true
	case ">=":
		return !lessThan(a, b, t), true
	}
	return false, false
}

func (e *evaluator) binary(op string, a, b value) (value, error) {
	if !a.constant || !b.constant {
		return value{}, e.errorf("expected constants around '%s', but got '%s' and '%s'", op, a, b)
	}
	switch op {
	case "||":
		return boolValue(a.n != 0 || b.n != 0), nil
	case "&&":
		return boolValue(a.n != 0 && b.n != 0), nil
	}
	t := common(a.typ.elem, b.typ.elem)
	if holds, known := truthOf(op, a.n, b.n, t); known {
		return boolValue(holds), nil
	}
	if op == "<<" || op == ">>" {
		return e.shift(op, a, b.n)
	}
	x, y := wrapped(a.n, t), wrapped(b.n, t)
	var n int64
	switch op {
	case "+":
		n = x + y
	case "-":
		n = x - y
	case "*":
		n = x * y
	case "/", "%":
		if y == 0 {
			return value{}, e.errorf("division by zero")
		}
		n = quotient(op, x, y, t)
	case "&":
		n = x & y
	case "|":
		n = x | y
	case "^":
		n = x ^ y
	}
	if !isUnsigned(t) && wrapped(n, t) != n {
		return value{}, e.errorf("%d %s %d does not fit in '%s'", x, op, y, t)
	}
	return constantOf(wrapped(n, t), t), nil
}

func quotient(op string, a, b int64, t scalar.Type) int64 {
	switch {
	case isUnsigned(t) && op == "/":
		return int64(uint64(a) / uint64(b))
	case isUnsigned(t):
		return int64(uint64(a) % uint64(b))
	case op == "/":
		return a / b
	}
	return a % b
}

// shift is done in the type of the left operand.
func (e *evaluator) shift(op string, a value, by int64) (value, error) {
	t := promoted(a.typ.elem)
	if by < 0 || by >= int64(8*t.Size()) {
		return value{}, e.errorf("cannot shift '%s' by %d", t, by)
	}
	n := wrapped(a.n, t)
	switch {
	case op == "<<":
		n = wrapped(n<<by, t)
	case isUnsigned(t):
		n = int64(uint64(n) >> by)
	default:
		n >>= by
	}
	return constantOf(n, t), nil
}

func constantOf(n int64, t scalar.Type) value {
	return value{typ: scalarType(t), constant: true, n: n}
}

// literal reads an integer or a character. An integer has the first type that can hold
// it, of the types that its base and suffix allow (ISO C++, [lex.icon]).
func (e *evaluator) literal(text string) (value, error) {
	if char, ok := strings.CutPrefix(text, "'"); ok {
		r, _, rest, err := strconv.UnquoteChar(char, '\'')
		if err != nil || rest != "'" || r > 0x7f {
			return value{}, e.errorf("expected a type or an integer, but got %s", text)
		}
		return constantOf(int64(r), scalar.Char), nil
	}
	decimal, err := cpp.Decimal(text)
	n, overflow := strconv.ParseUint(decimal, 10, 64)
	if err != nil || overflow != nil {
		return value{}, e.errorf("expected an integer, but got '%s'", text)
	}
	suffix := strings.ToLower(text[len(strings.TrimRight(text, "uUlL")):])
	least := [...]scalar.Type{scalar.Int, scalar.Long, scalar.LongLong}[min(strings.Count(suffix, "l"), 2)]
	decimalOnly := len(text) == 1 || text[0] != '0'
	for _, t := range []scalar.Type{scalar.Int, scalar.UInt, scalar.Long, scalar.ULong, scalar.LongLong, scalar.ULongLong} {
		allowed := isUnsigned(t) || !strings.Contains(suffix, "u")
		if isUnsigned(t) && decimalOnly {
			allowed = strings.Contains(suffix, "u")
		}
		if v := wrapped(int64(n), t); t >= least && allowed && uint64(v) == n && (v >= 0 || isUnsigned(t)) {
			return constantOf(v, t), nil
		}
	}
	return value{}, e.errorf("'%s' is too large for an integer", text)
}
