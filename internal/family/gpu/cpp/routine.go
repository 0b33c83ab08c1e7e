package cpp

import (
	"optc/internal/base/identifiers"
	"optc/ir"
	"optc/ir/affine"
	"optc/ir/ranges"
)

// Writer writes code other than kernels: the code of vertices and the programs that make graphs.
// The forms of the operations of another family call its methods; all other operations are written
// as in a kernel.
type Writer struct{ w *writer }

// A Form writes an operation.
type Form func(w *Writer, op *ir.Operation)

// NewWriter returns a writer for the code in root. Errors have the given code. Names that are used
// are not given to values.
func NewWriter(root *ir.Operation, code string, used func(name string) bool, forms map[ir.Kind]Form) *Writer {
	w := &writer{
		kernel: &Kernel{}, code: code, depth: 1, names: identifiers.New(used),
		values: map[*ir.Value]*value{}, homes: map[*ir.Value]*value{}, owned: map[*ir.Value]bool{}, extents: map[*ir.Value]expr{},
		ranges: ranges.Analyze(root, nil), more: map[ir.Kind]func(*ir.Operation){},
	}
	x := &Writer{w}
	for kind, form := range forms {
		w.more[kind] = func(op *ir.Operation) { form(x, op) }
	}
	return x
}

// Reserved reports names that the code of a kernel uses itself.
func Reserved(name string) bool { return reserved(name) }

// Block writes the operations of a block but its terminator.
func (x *Writer) Block(b *ir.Block) { x.w.block(b) }

// Usual writes an operation as in a kernel, even if another family gives it another form.
func (x *Writer) Usual(op *ir.Operation) { x.w.usual(op) }

// Nested writes the lines of a block of C++; names that values get in the block can be reused after it.
func (x *Writer) Nested(lines func()) {
	x.w.depth++
	x.w.names.Nest(lines)
	x.w.depth--
}

// Line writes a line.
func (x *Writer) Line(format string, args ...any) { x.w.plain(format, args...) }

// Outside writes a line, from within [Writer.Nested], that belongs to the enclosing block: the head
// of a loop, whose variable can be reused after the loop.
func (x *Writer) Outside(format string, args ...any) {
	x.w.depth--
	x.w.plain(format, args...)
	x.w.depth++
}

// Comment writes the source operation that the next lines come from, if it is an operation on vectors.
func (x *Writer) Comment() { x.w.comment() }

// Blank writes an empty line, unless a block begins.
func (x *Writer) Blank() {
	if text := x.w.body.String(); text != "" && text[len(text)-2] != '{' && text[len(text)-2] != '\n' {
		x.w.body.WriteByte('\n')
	}
}

// Name picks a name that resembles a word.
func (x *Writer) Name(word string) string { return x.w.names.Pick(word) }

// NameOf picks a name for a value.
func (x *Writer) NameOf(v *ir.Value) string { return x.w.name(v) }

// Set sets the text of a value where it is used: a name, a number or a call.
func (x *Writer) Set(v *ir.Value, text string) { x.w.values[v] = &value{expr: word(text)} }

// Define names a scalar: it writes the declaration of a variable.
func (x *Writer) Define(v *ir.Value, text string) { x.w.define(v, expr{text: text}) }

// SetExtent sets the text for the number of elements of a memref of one dimension whose extent is
// known only at run time.
func (x *Writer) SetExtent(v *ir.Value, text string) { x.w.extents[v] = word(text) }

// Value returns the text of a scalar or pointer, or the text that [Writer.Set] set, as an operand of any operator.
func (x *Writer) Value(v *ir.Value) string { return x.w.scalar(v).in(precWord) }

// Argument returns a value as the argument of a call.
func (x *Writer) Argument(v *ir.Value) string { return x.w.scalar(v).text }

// Affine returns the value of an affine expression for the operands of its map.
func (x *Writer) Affine(e affine.Expr, m affine.Map, operands []*ir.Value) string {
	return x.w.affine(e, m, operands).text
}

// TypeOf returns the type of the variable of a scalar.
func (x *Writer) TypeOf(v *ir.Value) string { return x.w.typeOf(v) }

// ElementType returns the type of numbers in memory, or refuses the operation.
func (x *Writer) ElementType(op *ir.Operation, t ir.Type) string { return x.w.elementType(op, t) }

// IsWritten reports whether a memref may be changed.
func IsWritten(v *ir.Value) bool { return isWritten(v) }

// Refuse reports an operation that has no form.
func (x *Writer) Refuse(op *ir.Operation, format string, args ...any) {
	x.w.refuse(op, format, args...)
}

// Report reports an error.
func (x *Writer) Report(d *ir.Diagnostic) { x.w.problems = append(x.w.problems, d) }

// Text returns the text written so far.
func (x *Writer) Text() string { return x.w.body.String() }

// Problems returns the operations that have no form.
func (x *Writer) Problems() []*ir.Diagnostic { return x.w.problems }

// Header returns a header that the code of [Writer] includes: "numbers.h".
func Header(name string) []byte {
	data, err := headers.ReadFile("runtime/" + name)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return data
}
