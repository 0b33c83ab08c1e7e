package ptx

import (
	"fmt"

	"optc/dialect/gpu"
	"optc/ir"
	"optc/ir/ranges"
)

// Kernel is a kernel with its launch.
type Kernel struct {
	Op       *ir.Operation // the gpu.func
	Block    [3]int64
	Grid     [3]int64
	Subgroup int64     // lanes
	Arena    *ir.Value // the buffer of workgroup memory, or nil
	Bytes    int64     // bytes of the arena
}

// element is an element of a value: an operand, or the sum that an index is.
type element struct {
	operand
	index *sum
}

func elementOf(o operand) element { return element{operand: o} }
func indexOf(s *sum) element      { return element{index: s} }

// writer writes the body of a kernel.
type writer struct {
	code
	kernel   *Kernel
	chip     gpu.Chip
	name     string
	values   map[*ir.Value][]element
	pointers map[*ir.Value]pointer
	ranges   *ranges.Analysis
	problems []*ir.Diagnostic
	op       *ir.Operation // operation that is being written
	files    *files
	locals   []string // declarations of variables in the memory of a thread
}

// refuse reports an operation that has no form in PTX.
func (w *writer) refuse(op *ir.Operation, format string, args ...any) {
	w.problems = append(w.problems, op.Errorf("has no form in PTX: "+format, args...).WithCode("gpu.language").
		HintNote(op.Loc(), "--language mlir writes the kernel for upstream's tools, and --language c++ as a source"))
}

// numberOf returns the type of the elements of a value.
func (w *writer) numberOf(v *ir.Value) number {
	n, ok := numberOf(v.Type())
	if !ok {
		w.refuse(w.op, "no register holds numbers of type '%s'", ir.ElementOrSelf(v.Type()))
		return number{class: word, width: 32}
	}
	return n
}

// count returns the number of elements of a type.
func count(t ir.Type) int64 {
	if v, ok := t.(*ir.VectorType); ok {
		n, _ := ir.NumElements(v.Dims)
		return n
	}
	return 1
}

// elements returns the elements of a value.
func (w *writer) elements(v *ir.Value) []element {
	if list := w.values[v]; list != nil {
		return list
	}
	if len(w.problems) == 0 {
		w.refuse(w.op, "a value of type '%s' is in no registers", v.Type())
	}
	list := make([]element, count(v.Type()))
	for i := range list {
		list[i] = w.zero(v)
	}
	return list
}

// zero returns the constant 0 of a value's element type.
func (w *writer) zero(v *ir.Value) element {
	n := w.numberOf(v)
	if n.isIndex {
		return indexOf(constantSum(0))
	}
	return elementOf(constant(n.class, 0))
}

// first returns the only element of a scalar.
func (w *writer) first(v *ir.Value) element { return w.elements(v)[0] }

// operand returns a scalar in a register of its type, or a constant.
func (w *writer) operand(v *ir.Value) operand { return w.held(w.first(v)) }

// held returns an element in a register of its type, or a constant: an index in 64 bits.
func (w *writer) held(e element) operand {
	if e.index != nil {
		return w.double(e.index)
	}
	return e.operand
}

// sum returns an index.
func (w *writer) sum(v *ir.Value) *sum {
	e := w.first(v)
	if e.index == nil {
		return sumOf(e.operand)
	}
	return e.index
}

// setIndex sets the only element of an index, whose values may be known.
func (w *writer) setIndex(v *ir.Value, s *sum) {
	if r, ok := w.ranges.Known(v); ok {
		s = s.within(r)
	}
	w.values[v] = []element{indexOf(s)}
}

func (w *writer) set(v *ir.Value, o operand) { w.values[v] = []element{elementOf(o)} }

// block writes the operations of a block but its terminator.
func (w *writer) block(b *ir.Block) {
	for op := range b.Ops() {
		if op != b.Back() || !op.IsTerminator() {
			w.operation(op)
		}
	}
}

// operation writes an operation: by its form, as an access to memory, or element by element.
func (w *writer) operation(op *ir.Operation) {
	w.op, w.line = op, w.files.placeOf(op)
	if f, ok := forms[op.Kind()]; ok {
		f.write(w, op)
	} else if a, ok := ir.MoveOf(op); (!ok || !w.move(&a)) && !w.elementwise(op) {
		w.refuse(op, "it is not among the operations that are written")
	}
	if len(w.problems) > 0 {
		w.standIn(op)
	}
}

// standIn gives a value to the results that have none, because an operation has no form: later
// operations are still checked.
func (w *writer) standIn(op *ir.Operation) {
	for _, v := range op.Results() {
		if _, isMemory := v.Type().(*ir.MemRefType); isMemory {
			if _, ok := w.pointers[v]; !ok {
				w.pointers[v] = pointer{space: "global", base: constant(double, 0), at: constantSum(0)}
			}
			continue
		}
		if w.values[v] != nil {
			continue
		}
		e := indexOf(constantSum(0))
		if n, ok := numberOf(v.Type()); ok && !n.isIndex {
			e = elementOf(constant(n.class, 0))
		}
		for range count(v.Type()) {
			w.values[v] = append(w.values[v], e)
		}
	}
}

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

// write writes the kernel: its entry, or the operations that have no form.
func (w *writer) write() (string, []*ir.Diagnostic) {
	body := w.kernel.Op.Body()
	w.at = newScope(nil, false)
	params := w.parameters(body)
	w.block(body)
	w.op = body.Back()
	if !w.kernel.Op.Region(0).HasOneBlock() {
		w.refuse(body.Back(), "it goes to another block; use scf.if, scf.for or scf.while")
	}
	if len(w.problems) > 0 {
		return "", w.problems
	}
	w.effect(&instruction{op: "ret", effect: writes})
	list := finish(w.at)
	threads := fmt.Sprintf(".reqntid %d, %d, %d\n", w.kernel.Block[0], w.kernel.Block[1], w.kernel.Block[2])
	return fmt.Sprintf(".visible .entry %s(%s)\n%s{\n%s}\n", w.name, params, threads, w.text(list)), nil
}
