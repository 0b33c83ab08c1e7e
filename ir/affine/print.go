package affine

import (
	"slices"
	"strconv"
)

// spelling holds the operators of the binary kinds, with the spaces around them.
var spelling = [...]string{
	KindAdd: " + ", KindMul: " * ", KindMod: " mod ", KindFloorDiv: " floordiv ", KindCeilDiv: " ceildiv ",
}

// String returns e as MLIR prints it, for example `d0 * 4 - s0 floordiv 2`.
func (e Expr) String() string { return string(e.AppendText(nil)) }

// AppendText appends e as MLIR prints it.
func (e Expr) AppendText(dst []byte) []byte {
	if e.IsZero() {
		return append(dst, "<no expression>"...)
	}
	return e.appendText(dst, false, appendName)
}

// Namer appends the name of a dimension or symbol.
type Namer func(dst []byte, position int, symbol bool) []byte

// AppendTextFunc is AppendText with other names for dimensions and symbols.
func (e Expr) AppendTextFunc(dst []byte, name Namer) []byte {
	return e.appendText(dst, false, name)
}

func appendName(dst []byte, position int, symbol bool) []byte {
	letter := byte('d')
	if symbol {
		letter = 's'
	}
	return strconv.AppendInt(append(dst, letter), int64(position), 10)
}

// appendText appends e; tight puts binary expressions in parentheses.
func (e Expr) appendText(dst []byte, tight bool, name Namer) []byte {
	switch e.n.kind {
	case KindConst:
		return strconv.AppendInt(dst, e.n.value, 10)
	case KindDim, KindSymbol:
		return name(dst, int(e.n.value), e.n.kind == KindSymbol)
	}
	if tight {
		dst = append(dst, '(')
	}
	switch {
	case e.n.kind == KindAdd:
		dst = e.appendSum(dst, name)
	case e.n.kind == KindMul && e.n.rhs.isConstOf(-1):
		dst = e.n.lhs.appendText(append(dst, '-'), true, name)
	default:
		dst = e.n.lhs.appendText(dst, true, name)
		dst = append(dst, spelling[e.n.kind]...)
		dst = e.n.rhs.appendText(dst, true, name)
	}
	if tight {
		dst = append(dst, ')')
	}
	return dst
}

// appendSum appends a sum; a negative right operand is printed as subtraction.
func (e Expr) appendSum(dst []byte, name Namer) []byte {
	dst = e.n.lhs.appendText(dst, false, name)
	if c, ok := e.n.rhs.IsConst(); ok && c < 0 {
		return strconv.AppendInt(append(dst, " - "...), -c, 10)
	}
	x, c := splitCoefficient(e.n.rhs)
	switch {
	case c == -1:
		return x.appendText(append(dst, " - "...), x.n.kind == KindAdd, name)
	case c < -1:
		dst = x.appendText(append(dst, " - "...), true, name)
		return strconv.AppendInt(append(dst, " * "...), -c, 10)
	}
	return e.n.rhs.appendText(append(dst, " + "...), false, name)
}

// String returns m as MLIR prints it, for example `(d0, d1)[s0] -> (d0 + s0, d1)`.
func (m Map) String() string { return string(m.AppendText(nil)) }

// AppendText appends m as MLIR prints it.
func (m Map) AppendText(dst []byte) []byte {
	dst = appendInputs(dst, m.NumDims, m.NumSymbols)
	dst = append(dst, " -> ("...)
	for i, e := range m.Results {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = e.AppendText(dst)
	}
	return append(dst, ')')
}

// String returns s as MLIR prints it, for example `(d0) : (d0 - 10 >= 0, d0 == 0)`.
func (s IntegerSet) String() string { return string(s.AppendText(nil)) }

// AppendText appends s as MLIR prints it.
func (s IntegerSet) AppendText(dst []byte) []byte {
	dst = appendInputs(dst, s.NumDims, s.NumSymbols)
	dst = append(dst, " : ("...)
	for i, e := range s.Constraints {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = e.AppendText(dst)
		if s.EqFlags[i] {
			dst = append(dst, " == 0"...)
		} else {
			dst = append(dst, " >= 0"...)
		}
	}
	return append(dst, ')')
}

// AppendGroups appends how the sums of m are grouped, if the text of m does not show it:
// maps with equal texts and equal groups are equal. The groups are the tree without
// its words, each operator before its operands.
//
//	d0 + (d1 + 1)   →   +.+..
func (m Map) AppendGroups(dst []byte) []byte {
	if !slices.ContainsFunc(m.Results, func(e Expr) bool { return e.n.grouped }) {
		return dst
	}
	for _, e := range m.Results {
		dst = e.appendGroups(dst)
	}
	return dst
}

func (e Expr) appendGroups(dst []byte) []byte {
	switch {
	case !e.n.kind.IsBinary():
		return append(dst, '.')
	case e.n.kind == KindAdd:
		dst = append(dst, '+')
	default:
		dst = append(dst, '*')
	}
	return e.n.rhs.appendGroups(e.n.lhs.appendGroups(dst))
}

// AppendGroups appends the groups of the constraints, as Map.AppendGroups.
func (s IntegerSet) AppendGroups(dst []byte) []byte { return s.asMap().AppendGroups(dst) }

// appendInputs appends `(d0, d1)` and, if there are symbols, `[s0, s1]`.
func appendInputs(dst []byte, numDims, numSymbols int) []byte {
	dst = append(appendNames(append(dst, '('), 'd', numDims), ')')
	if numSymbols > 0 {
		dst = append(appendNames(append(dst, '['), 's', numSymbols), ']')
	}
	return dst
}

func appendNames(dst []byte, letter byte, n int) []byte {
	for i := range n {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(append(dst, letter), int64(i), 10)
	}
	return dst
}
