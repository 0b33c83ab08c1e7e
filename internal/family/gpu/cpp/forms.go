package cpp

import (
	"optc/ir"
	"optc/ir/lowering"
)

// language is the name of C++ among the languages that operations have texts for.
const language = "c++"

// form writes the operations of a kind.
type form struct {
	kind  ir.Kind
	write func(w *writer, op *ir.Operation)
}

// typed is satisfied by the types of operations.
type typed interface {
	~struct{ ir.Op }
	ir.TypedOp
}

// of returns the form of the operations of type T.
func of[T typed](write func(w *writer, op T)) form {
	var kind T
	return form{kind.Kind(), func(w *writer, op *ir.Operation) { write(w, ir.Cast[T](op)) }}
}

// forms holds the forms of the operations that the pipeline leaves, except for operations that
// compute each element separately.
var forms = map[ir.Kind]form{}

func init() {
	for _, list := range [][]form{flowForms, vectorForms, memoryForms, laneForms, indexForms} {
		for _, f := range list {
			forms[f.kind] = f
		}
	}
}

// operation writes an operation: by the text of its definition, by its form, or element by element.
func (w *writer) operation(op *ir.Operation) {
	w.at = op
	if write := w.more[op.Kind()]; write != nil {
		write(op)
	} else {
		w.usual(op)
	}
	if len(w.problems) > 0 {
		w.standIn(op)
	}
}

// usual writes an operation in its usual form.
func (w *writer) usual(op *ir.Operation) {
	if text := w.kernel.Target.Text(op, language); text != nil {
		w.text(op, text)
	} else if f, ok := forms[op.Kind()]; ok {
		f.write(w, op)
	} else if a, ok := ir.MoveOf(op); (!ok || !w.move(&a)) && !w.elementwise(op) {
		w.problems = append(w.problems, op.Errorf("has no form in C++").WithCode(w.code))
	}
}

// text writes an operation by the text of its definition: for numbers once, and for vectors in a
// loop over their elements.
//
//	for (int i = 0; i < 4; ++i) {
//	  v[i] = (x[i] & y[i]) + ((x[i] ^ y[i]) >> 1);
//	}
func (w *writer) text(op *ir.Operation, text lowering.Text) {
	results := op.ResultList()
	written := func(p position) []string {
		var operands []string
		for _, v := range op.Operands() {
			operands = append(operands, w.element(v, p).in(precWord))
		}
		list := text(statements{w}, op, operands)
		if len(list) != len(results) {
			w.refuse(op, "its text has %d results, but it has %d", len(list), len(results))
			return make([]string, len(results))
		}
		return list
	}
	if len(results) == 0 || !isArray(results[0].Type()) {
		for i, x := range written(at(0)) {
			w.define(results[i], expr{text: x})
		}
		return
	}
	n := count(results[0].Type())
	var to []*value
	for _, v := range results {
		if count(v.Type()) != n {
			w.refuse(op, "its results have different numbers of elements")
			return
		}
		to = append(to, w.array(v))
	}
	w.comment()
	w.plain("for (int i = 0; i < %d; ++i) {", n)
	w.depth++
	i := position{text: "i"}
	for k, x := range written(i) {
		w.plain("%s[%s] = %s;", to[k].array, i.plus(to[k].offset), x)
	}
	w.depth--
	w.plain("}")
}

// statements receives the text of an operation.
type statements struct{ w *writer }

// Type implements lowering.Writer.
func (s statements) Type(t ir.Type) string { return s.w.elementType(s.w.at, ir.ElementOrSelf(t)) }

// Name implements lowering.Writer.
func (s statements) Name(hint string) string { return s.w.names.Pick(hint) }

// Line implements lowering.Writer.
func (s statements) Line(format string, args ...any) { s.w.line(format, args...) }
