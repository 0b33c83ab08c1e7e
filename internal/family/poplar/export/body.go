package export

import (
	"fmt"
	"strings"

	fn "optc/dialect/func"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/base/identifiers"
	"optc/internal/family/gpu/cpp"
	"optc/internal/family/poplar/codelet"
	"optc/ir"
	"optc/num"
)

// bodyWriter writes the code of vertices and the functions that they call.
type bodyWriter struct {
	*cpp.Writer
	target    target.Target
	symbols   *ir.SymbolTables
	lists     map[*ir.Value]vertex.FieldKind // arguments that are lists
	functions *functions
	problems  []*ir.Diagnostic
}

// functions are the functions that vertices call, in the order in which C++ needs their definitions.
type functions struct {
	names map[*ir.Operation]string
	text  strings.Builder
}

// bodyNames reports the names that no value of a body gets.
var bodyNames = identifiers.Words("wide Part poplar workerId compute")

// newBody returns the writer of a body.
func (b *bodyWriter) newBody(root *ir.Operation) *bodyWriter {
	inner := &bodyWriter{target: b.target, symbols: b.symbols, functions: b.functions, lists: map[*ir.Value]vertex.FieldKind{}}
	inner.Writer = cpp.NewWriter(root, poplar.Codes+"export-form", func(name string) bool { return cpp.Reserved(name) || bodyNames(name) }, map[ir.Kind]cpp.Form{
		poplar.ComputeReturnOp{}.Kind(): func(*cpp.Writer, *ir.Operation) {},
		poplar.NumWorkersOp{}.Kind(): func(w *cpp.Writer, op *ir.Operation) {
			w.Define(op.Result(0), "MultiVertex::numWorkers()")
		},
		poplar.PartOp{}.Kind(): func(_ *cpp.Writer, op *ir.Operation) { inner.part(ir.Cast[poplar.PartOp](op)) },
		poplar.ListSizeOp{}.Kind(): func(w *cpp.Writer, op *ir.Operation) {
			w.Define(op.Result(0), w.Value(ir.Cast[poplar.ListSizeOp](op).List())+".size()")
		},
		poplar.ListRowOp{}.Kind(): func(_ *cpp.Writer, op *ir.Operation) { inner.row(ir.Cast[poplar.ListRowOp](op)) },
		poplar.ConvertOp{}.Kind(): func(w *cpp.Writer, op *ir.Operation) {
			w.Define(op.Result(0), fmt.Sprintf("%s(%s)", w.TypeOf(op.Result(0)), w.Argument(ir.Cast[poplar.ConvertOp](op).Value())))
		},
		poplar.StartOp{}.Kind(): func(_ *cpp.Writer, op *ir.Operation) {
			inner.Refuse(op, "Poplar's API has no call with which a supervisor starts workers, which the SDK's libraries do in assembly")
		},
		poplar.JoinOp{}.Kind(): func(_ *cpp.Writer, _ *ir.Operation) {}, // joins workers that poplar.start starts
		fn.CallOp{}.Kind():     func(_ *cpp.Writer, op *ir.Operation) { inner.call(ir.Cast[fn.CallOp](op)) },
	})
	return inner
}

// compute returns the compute method of a class, with its body.
func (b *bodyWriter) compute(v poplar.VertexView) string {
	op := v.Compute()
	if op == nil {
		return codelet.Signature(v) + ";"
	}
	w := b.newBody(op)
	w.Nested(func() {
		w.fields(v, op)
		w.Block(op.Body())
	})
	b.problems = append(b.problems, w.Problems()...)
	head := codelet.Signature(v)
	if v.Codelet().Kind == vertex.Supervisor {
		head = "SUPERVISOR " + head
	}
	return head + " {\n" + w.Text() + "  }"
}

// whyQuarters is the reason why quarters have no form.
const whyQuarters = "which Poplar stores with a tensor of metadata (QUARTER_METADATA) that the graph does not have"

// fields declares the arguments of a body.
func (b *bodyWriter) fields(v poplar.VertexView, op *ir.Operation) {
	view := poplar.ComputeOf(op)
	fields := v.Fields()
	for i, arg := range view.FieldArgs() {
		if !arg.Unused() {
			b.field(op, fields[i], arg)
		}
	}
	if worker := view.Worker(); worker != nil && !worker.Unused() {
		b.Define(worker, "workerId")
	}
}

// field declares the argument for a field: a scalar, a pointer to its elements, or a list.
func (b *bodyWriter) field(op *ir.Operation, f vertex.Field, arg *ir.Value) {
	member := "this->" + f.Name
	switch t := f.Type; {
	case t.Elem == scalar.Quarter:
		b.Refuse(op, "field '%s' holds quarters, %s", f.Name, whyQuarters)
	case ir.IsType[*poplar.RowsType](arg.Type()):
		b.Set(arg, member)
		b.lists[arg] = t.Kind
	case t.Kind == vertex.ScalarField:
		b.Define(arg, member)
	case t.Kind == vertex.ScalarEdge && t.Dir == vertex.In:
		b.Define(arg, "*"+member)
	case t.Kind == vertex.ScalarEdge:
		b.pointer(op, arg, t, "&*"+member)
	case t.Kind == vertex.ArrayField:
		b.pointer(op, arg, t, member)
	default:
		b.pointer(op, arg, t, "&"+member+"[0]")
		b.SetExtent(arg, member+".size()")
	}
}

// pointer declares a pointer to elements of memory.
func (b *bodyWriter) pointer(op *ir.Operation, v *ir.Value, t vertex.FieldType, text string) {
	elem := b.ElementType(op, v.Type().(*ir.MemRefType).Elem)
	if !cpp.IsWritten(v) {
		elem = "const " + elem
	}
	if scalarNames[t.Elem] != strings.TrimPrefix(elem, "const ") {
		text = fmt.Sprintf("reinterpret_cast<%s *>(%s)", elem, text)
	}
	name := b.NameOf(v)
	b.Line("%s *%s = %s;", elem, name, text)
	b.Set(v, name)
}

// scalarNames are the types of elements that have the same name in the code of a body.
var scalarNames = map[scalar.Type]string{scalar.Bool: "bool", scalar.Half: "f16", scalar.Float: "float", scalar.Int: "int32_t", scalar.Short: "int16_t"}

// row declares a row of a list.
func (b *bodyWriter) row(op poplar.ListRowOp) {
	arg, isField := op.List(), b.lists[op.List()] != 0
	if !isField {
		b.Refuse(op.Operation(), "the list is no field")
		return
	}
	row := fmt.Sprintf("%s[%s]", b.Value(arg), b.Argument(op.Row()))
	f := b.fieldOf(arg)
	if f.Kind == vertex.ScalarEdgeArray {
		b.pointer(op.Operation(), op.Result(), f, "&*"+row)
		b.SetExtent(op.Result(), "1")
		return
	}
	b.pointer(op.Operation(), op.Result(), f, "&"+row+"[0]")
	b.SetExtent(op.Result(), row+".size()")
}

// fieldOf returns the type of the field of an argument.
func (b *bodyWriter) fieldOf(arg *ir.Value) vertex.FieldType {
	op := arg.ParentBlock().ParentOp()
	return poplar.VertexOf(op.Parent()).Fields()[arg.Index()].Type
}

// part declares the range of an output's elements that a worker writes.
func (b *bodyWriter) part(op poplar.PartOp) {
	split := poplar.SplitOf(op.Operation())
	grain, _ := ir.Cast[poplar.SplitOp](split).Grain()
	atom := int64(graph.AtomicGrain(&b.target, poplar.SplitElem(split)))
	name := b.Name("part")
	b.Line("const Part %s(%s, %s, MultiVertex::numWorkers(), %d);", name, b.Argument(op.Size()), b.Argument(op.Worker()), grain/num.GCD(grain, atom)*atom)
	b.Define(op.Begin(), name+".begin")
	b.Define(op.End(), name+".end")
}

// call writes a call, and the function unless it is written.
func (b *bodyWriter) call(op fn.CallOp) {
	callee := b.symbols.LookupFrom(op.Operation(), op.Callee())
	f := ir.As[fn.FuncOp](callee)
	switch {
	case !f.Ok() || f.Operation().Region(0).Empty():
		b.Refuse(op.Operation(), "the function has no body")
		return
	case op.Operation().NumResults() > 1:
		b.Refuse(op.Operation(), "the function has %d results", op.Operation().NumResults())
		return
	}
	var args []string
	for _, v := range op.Operands() {
		args = append(args, b.Argument(v))
	}
	text := fmt.Sprintf("%s(%s)", b.function(f), strings.Join(args, ", "))
	if op.Operation().NumResults() == 0 {
		b.Line("%s;", text)
		return
	}
	b.Define(op.Operation().Result(0), text)
}

// function returns the name of a function, which it writes once. Functions do not call themselves,
// because a tile has no stack for that.
func (b *bodyWriter) function(f fn.FuncOp) string {
	op := f.Operation()
	if name := b.functions.names[op]; name != "" {
		return name
	}
	name := codeletName(ir.SymbolName(op))
	for taken := 0; ; taken++ {
		free := true
		for _, other := range b.functions.names {
			free = free && other != name
		}
		if free {
			break
		}
		name = fmt.Sprintf("%s_%d", codeletName(ir.SymbolName(op)), taken+2)
	}
	b.functions.names[op] = name
	w := b.newBody(op)
	var params []string
	for _, v := range op.Body().Args() {
		t, pointer := v.Type(), ""
		if m, isMemory := t.(*ir.MemRefType); isMemory {
			t, pointer = m.Elem, "*"
		}
		p := w.NameOf(v)
		params = append(params, w.ElementType(op, t)+" "+pointer+p)
		w.Set(v, p)
	}
	result := "void"
	returned := ir.Cast[fn.ReturnOp](op.Body().Back()).Operands()
	if len(returned) == 1 {
		result = w.ElementType(op, returned[0].Type())
	}
	w.Block(op.Body())
	if len(returned) == 1 {
		w.Line("return %s;", w.Argument(returned[0]))
	}
	b.problems = append(b.problems, w.Problems()...)
	fmt.Fprintf(&b.functions.text, "\nstatic inline %s %s(%s) {\n%s}\n", result, name, strings.Join(params, ", "), w.Text())
	return name
}

// codeletName returns an identifier that resembles a name with namespaces and template arguments.
func codeletName(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, strings.ReplaceAll(name, "::", "_")), "_")
}
