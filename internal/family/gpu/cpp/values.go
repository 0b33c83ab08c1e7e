package cpp

import (
	"fmt"
	"strings"

	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
)

// expr is an expression with its precedence.
type expr struct {
	text string
	prec int
}

// Precedences of expressions.
const (
	precChoice = iota + 1
	precOr
	precAnd
	precBits // precedence of |, ^ and &, whose operands are written in parentheses
	precEqual
	precLess
	precShift
	precSum
	precProduct
	precUnary
	precWord
)

// word is an expression that needs no parentheses.
func word(text string) expr { return expr{text, precWord} }

// in returns the text of the expression as an operand of an operator with precedence prec.
func (e expr) in(prec int) string {
	if e.prec < prec {
		return "(" + e.text + ")"
	}
	return e.text
}

// isSimple reports whether an expression is a name or a number.
func (e expr) isSimple() bool {
	return !strings.ContainsAny(e.text, " ([")
}

// longest is the most bytes of an expression that is written at its use.
const longest = 64

// position is the position of an element of a vector: a constant plus an expression, which may be
// empty.
type position struct {
	text string
	add  int64
}

func at(n int64) position { return position{add: n} }

func (p position) plus(n int64) position { return position{p.text, p.add + n} }

func (p position) String() string {
	switch {
	case p.text == "":
		return fmt.Sprint(p.add)
	case p.add == 0:
		return p.text
	}
	return fmt.Sprintf("%s + %d", p.text, p.add)
}

// value is the text of the value of an operation. A vector of one element is written as a scalar,
// and a memref as a pointer to its first element.
type value struct {
	expr expr // expression of a scalar or a pointer
	// A vector of several elements is a part of an array, or the expressions of its elements.
	array   string
	offset  int64
	element func(position) expr
}

// scalar returns the expression of a scalar or a pointer.
func (w *writer) scalar(v *ir.Value) expr { return w.element(v, position{}) }

// element returns the expression of an element of a vector, or of a scalar.
func (w *writer) element(v *ir.Value, p position) expr { return w.values[v].at(p) }

// at returns the expression of an element. After an operation that has no form, values are
// missing.
func (x *value) at(p position) expr {
	switch {
	case x == nil:
		return word("0")
	case x.array != "":
		return word(fmt.Sprintf("%s[%s]", x.array, p.plus(x.offset)))
	case x.element != nil:
		return x.element(p)
	}
	return x.expr
}

// pointer returns a pointer to an element of an array.
func (x *value) pointer(n int64) string {
	if n += x.offset; n != 0 {
		return fmt.Sprintf("%s + %d", x.array, n)
	}
	return x.array
}

// count returns the number of elements of a value: 1 for a scalar.
func count(t ir.Type) int64 {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return 1
	}
	n, _ := ir.NumElements(v.Dims)
	return n
}

// isArray reports whether values of a type are written as arrays.
func isArray(t ir.Type) bool { return count(t) != 1 }

// define names a scalar: it writes the declaration of a variable.
func (w *writer) define(v *ir.Value, e expr) {
	name := w.name(v)
	w.line("const %s %s = %s;", w.typeOf(v), name, e.text)
	w.values[v] = &value{expr: word(name)}
}

// give sets the expression of a scalar, which is written at its use if there is only one.
func (w *writer) give(v *ir.Value, e expr) {
	if v.Unused() {
		return
	}
	if e.isSimple() || len(e.text) <= longest && w.isUsedHere(v) {
		w.values[v] = &value{expr: e}
		return
	}
	w.define(v, e)
}

// isUsedHere reports whether v has one use, in its block, by an operation that computes it once.
func (w *writer) isUsedHere(v *ir.Value) bool {
	if !v.HasOneUse() {
		return false
	}
	user := v.FirstUse().Owner()
	return user.Block() == v.ParentBlock() && !ir.Is[vector.BroadcastOp](user) && (user.NumRegions() == 0 || ir.Is[scf.IfOp](user))
}

// giveElements sets the elements of a vector, which are written at their use if the vector has a
// single use that needs each element once.
func (w *writer) giveElements(v *ir.Value, element func(position) expr) {
	switch {
	case v.Unused():
	case !isArray(v.Type()):
		w.give(v, element(at(0)))
	case w.isUsedHere(v) && usesElementsOnce(v.FirstUse().Owner()) && len(element(position{text: "i"}).text) <= longest:
		w.values[v] = &value{element: element}
	default:
		to := w.array(v)
		w.loop(count(v.Type()), func(i position) { w.plain("%s[%s] = %s;", to.array, i.plus(to.offset), element(i).text) })
	}
}

// alias makes a vector a part of another one, or a scalar an element of it.
func (w *writer) alias(v, source *ir.Value, offset int64) {
	x := w.values[source]
	switch {
	case x == nil:
	case !isArray(v.Type()):
		w.give(v, w.element(source, at(offset)))
	case x.array == "" && x.element == nil:
		w.values[v] = &value{element: func(position) expr { return x.expr }}
	case x.array != "":
		w.values[v] = &value{array: x.array, offset: x.offset + offset}
		w.owned[v] = w.owned[source] && source.HasOneUse()
	case v.HasOneUse():
		w.giveElements(v, func(p position) expr { return x.element(p.plus(offset)) })
	default:
		x = w.stored(source)
		w.values[v] = &value{array: x.array, offset: x.offset + offset}
	}
}

// array returns the array for a vector that is computed next: a part of another array, or a new
// array.
func (w *writer) array(v *ir.Value) *value {
	w.owned[v] = true
	x := w.destination(v)
	if x == nil {
		x = w.declare(v)
	}
	w.values[v] = x
	return x
}

// declare declares an array for a vector.
func (w *writer) declare(v *ir.Value) *value {
	x := &value{array: w.name(v)}
	w.line("%s %s[%d];", w.elementType(w.at, ir.ElementOrSelf(v.Type())), x.array, count(v.Type()))
	return x
}

// stored returns a vector as an array, and writes the array if there is none yet.
func (w *writer) stored(v *ir.Value) *value {
	x := w.values[v]
	if x == nil || x.array != "" || !isArray(v.Type()) {
		return x
	}
	to := w.declare(v)
	w.loop(count(v.Type()), func(i position) { w.plain("%s[%s] = %s;", to.array, i, w.element(v, i).text) })
	w.keep(v, to)
	return to
}

// keep remembers a variable for a value, unless the variable is in a block in the value's block.
func (w *writer) keep(v *ir.Value, x *value) {
	if v.ParentBlock() == w.at.Block() {
		w.values[v] = x
	}
}

// loop writes a loop over n elements.
func (w *writer) loop(n int64, body func(i position)) {
	w.comment()
	w.plain("for (int i = 0; i < %d; ++i)", n)
	w.depth++
	body(position{text: "i"})
	w.depth--
}
