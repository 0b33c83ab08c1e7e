package nests

import (
	"fmt"
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
)

// Machine makes the steps of a program. V is what the machine knows of a tensor.
type Machine[V any] interface {
	// Argument is an argument of the program.
	Argument(arg *ir.Value, name string) (V, *ir.Diagnostic)
	// Constant is a constant tensor.
	Constant(op *ir.Operation, value ir.ElementsAttr) (V, *ir.Diagnostic)
	// Move is a move of tensors that exist.
	Move(op *ir.Operation, m *Move, sources []V) (V, *ir.Diagnostic)
	// Nest is a nest with the tensors of its operands; scalars have the zero value.
	Nest(n *Nest, operands []V) ([]V, *ir.Diagnostic)
	// Result is a result of the program. The operation is the return.
	Result(op *ir.Operation, name string, v V) *ir.Diagnostic
}

// Build makes the steps of a function, in order, on a machine. Calls are replaced by the steps of the
// called functions. The error codes begin with "tensors."
func Build[V any](f *ir.Operation, m Machine[V]) *ir.Diagnostic {
	b := &builder[V]{machine: m, tables: ir.NewSymbolTables()}
	t, names := fn.TypeOf(f), Names(f)
	for i, input := range t.Inputs {
		if d := CheckStatic(f, input); d != nil {
			return d.Note(f.Loc(), "argument %d is '%s'", i, names[i])
		}
	}
	var args []V
	for i, arg := range f.Body().Args() {
		v, d := m.Argument(arg, names[i])
		if d != nil {
			return d
		}
		args = append(args, v)
	}
	results, ret, d := b.function(f, args)
	if d != nil {
		return d
	}
	for i, v := range results {
		if d := m.Result(ret, fmt.Sprint("result", i), v); d != nil {
			return d
		}
	}
	return nil
}

// Names returns the names of the arguments of a function, by which a host finds them.
func Names(f *ir.Operation) (names []string) {
	for i, arg := range f.Body().Args() {
		name := arg.NameHint()
		if name == "" || slices.Contains(names, name) || isReserved(name) {
			name = fmt.Sprint("arg", i)
		}
		names = append(names, name)
	}
	return names
}

// isReserved reports whether a name is one of a result or of a constant.
func isReserved(name string) bool {
	return slices.ContainsFunc([]string{"result%d", "constant%d"}, func(form string) bool {
		var n int
		_, err := fmt.Sscanf(name, form, &n)
		return err == nil
	})
}

// builder walks the functions of a program.
type builder[V any] struct {
	machine Machine[V]
	tables  *ir.SymbolTables
	calls   []*ir.Operation // functions that are running, outermost first
}

// function makes the steps of a function.
func (b *builder[V]) function(f *ir.Operation, args []V) (results []V, ret *ir.Operation, d *ir.Diagnostic) {
	b.calls = append(b.calls, f)
	defer func() { b.calls = b.calls[:len(b.calls)-1] }()
	known := map[*ir.Value]V{}
	for i, arg := range f.Body().Args() {
		known[arg] = args[i]
	}
	if next := f.Body().Next(); next != nil {
		return nil, nil, f.Errorf("has branches, but a program of tensors is a list of operations").WithCode("tensors.form")
	}
	for op := range f.Body().Ops() {
		if ir.Is[fn.ReturnOp](op) {
			for _, v := range op.Operands() {
				r, ok := known[v]
				if !ok {
					return nil, nil, op.Errorf("returns '%s', but a program of tensors returns tensors", v.Type()).WithCode("tensors.scalar")
				}
				results = append(results, r)
			}
			return results, op, nil
		}
		made, d := b.step(op, known)
		if d != nil {
			return nil, nil, d
		}
		for i, v := range made {
			known[op.Result(i)] = v
		}
	}
	return nil, nil, f.Errorf("has no return").WithCode("tensors.form")
}

// step makes the steps of an operation.
func (b *builder[V]) step(op *ir.Operation, known map[*ir.Value]V) ([]V, *ir.Diagnostic) {
	one := func(v V, d *ir.Diagnostic) ([]V, *ir.Diagnostic) { return []V{v}, d }
	if rows := moves[op.Kind()]; rows != nil {
		return one(b.moves(op, rows, known))
	}
	if linalg.Structured.Has(op) {
		return b.nest(op, known)
	}
	if op.Def().Interfaces.Call != nil {
		return b.call(op, known)
	}
	value := ir.ConstantOf(op)
	if value == nil && op.NumResults() == 1 && !ir.AnyTensor.Check(op.Result(0).Type()) {
		return nil, op.Errorf("computes a scalar, but a program of tensors has constant scalars only").WithCode("tensors.scalar").
			HintNote(op.Loc(), "make the scalar a tensor of one element")
	}
	if value != nil {
		elements, ok := value.(ir.ElementsAttr)
		if !ok {
			return nil, nil // a scalar, which its users read
		}
		if d := CheckStatic(op, op.Result(0).Type()); d != nil {
			return nil, d
		}
		return one(b.machine.Constant(op, elements))
	}
	return nil, op.Errorf("has no form on tensors of a machine").WithCode("tensors.form").
		HintNote(op.Loc(), "a program of tensors consists of operations of linalg, slices and other moves of 'tensor', constants and calls")
}

func (b *builder[V]) moves(op *ir.Operation, rows func(*ir.Operation) ([]Move, *ir.Diagnostic), known map[*ir.Value]V) (v V, d *ir.Diagnostic) {
	if d := CheckStatic(op, op.Result(0).Type()); d != nil {
		return v, d
	}
	list, d := rows(op)
	if d != nil {
		return v, d
	}
	t := op.Result(0).Type().(*ir.TensorType)
	for i := range list {
		m := &list[i]
		if m.Shape == nil {
			m.Shape = t.Dims
		}
		m.Elem = t.Elem
		var sources []V
		if i > 0 {
			sources = append(sources, v)
		}
		for _, s := range m.Sources {
			sources = append(sources, known[s])
		}
		if v, d = b.machine.Move(op, m, sources); d != nil {
			return v, d
		}
	}
	return v, nil
}

func (b *builder[V]) nest(op *ir.Operation, known map[*ir.Value]V) ([]V, *ir.Diagnostic) {
	if !linalg.IsOnTensors(op) {
		return nil, op.Errorf("is on buffers, but a program of tensors consists of operations on tensors").WithCode("tensors.form")
	}
	n, d := Read(op)
	if d != nil {
		return nil, d
	}
	if d := checkBody(op); d != nil {
		return nil, d
	}
	operands := make([]V, len(n.Operands))
	for i := range n.Operands {
		o := &n.Operands[i]
		if !o.IsScalar() {
			operands[i] = known[o.Value]
		} else if _, d := ScalarOf(op, o.Value); d != nil {
			return nil, d
		}
	}
	return b.machine.Nest(n, operands)
}

// checkBody requires what a region uses of its function to be constants.
func checkBody(op *ir.Operation) (d *ir.Diagnostic) {
	body := op.Body()
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		if o == op {
			return ir.Advance
		}
		for i, v := range o.Operands() {
			if isInside(v, body) || i == 0 && ir.Is[tensor.ExtractOp](o) {
				continue
			}
			if _, d = ScalarOf(o, v); d != nil {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
	return d
}

// isInside reports whether a value belongs to a block or to the regions of its operations.
func isInside(v *ir.Value, body *ir.Block) bool {
	for b := v.ParentBlock(); b != nil; b = b.ParentOp().Block() {
		if b == body {
			return true
		}
		if b.ParentOp() == nil {
			return false
		}
	}
	return false
}

func (b *builder[V]) call(op *ir.Operation, known map[*ir.Value]V) ([]V, *ir.Diagnostic) {
	callee := op.Def().Interfaces.Call.Callee(op)
	var f *ir.Operation
	if callee != nil {
		// The symbol of a running function may already be that of its program.
		if i := slices.IndexFunc(b.calls, func(f *ir.Operation) bool { return ir.SymbolName(f) == callee.Leaf() }); i >= 0 {
			return nil, op.Errorf("calls '@%s', which is running: a recursive function is no list of steps", callee.Leaf()).WithCode("tensors.calls").Note(b.calls[i].Loc(), "the function is here")
		}
		f = b.tables.LookupFrom(op, callee)
	}
	if f == nil || !ir.Is[fn.FuncOp](f) || fn.IsDeclaration(f) {
		d := op.Errorf("calls a function that has no body").WithCode("tensors.calls")
		if f != nil {
			d.Note(f.Loc(), "the function is declared here")
		}
		return nil, d
	}
	var args []V
	for _, v := range op.Operands() {
		a, ok := known[v]
		if !ok {
			return nil, op.Errorf("passes '%s', but functions of a program of tensors take tensors", v.Type()).WithCode("tensors.scalar")
		}
		args = append(args, a)
	}
	results, _, d := b.function(f, args)
	return results, d
}

// CloneScalars clones the constants that the region of a nest uses to the insertion point, and maps
// the scalar operands and the constants to the clones.
func (n *Nest) CloneScalars(b *ir.Builder, m *ir.Mapping) {
	clone := func(v, to *ir.Value) {
		if m.Value(v) == v {
			m.Map(to, arith.NewConstant(b, ir.ConstantOf(v.DefiningOp())).Result())
		}
	}
	for i := range n.Operands {
		if o := &n.Operands[i]; o.IsScalar() && o.Read {
			clone(o.Value, o.Arg)
		}
	}
	body := n.Op.Body()
	ir.Walk(n.Op, func(o *ir.Operation) ir.WalkResult {
		if o == n.Op {
			return ir.Advance
		}
		for i, v := range o.Operands() {
			if !isInside(v, body) && !(i == 0 && ir.Is[tensor.ExtractOp](o)) {
				clone(v, v)
			}
		}
		return ir.Advance
	})
}

// CloneBody clones the operations of the region to the insertion point, and returns the clones of the
// new elements. The function index returns the index of a loop of the nest, and the function extract an element of
// an operand at the indices that are no loops.
func (n *Nest) CloneBody(b *ir.Builder, m *ir.Mapping, index func(l int) *ir.Value, extract func(operand int, at []*ir.Value) *ir.Value) (results []*ir.Value) {
	body := n.Op.Body()
	for op := range body.Ops() {
		switch i := ir.As[linalg.IndexOp](op); {
		case i.Ok():
			m.Map(i.Result(), index(int(i.Dim())))
		case ir.Is[tensor.ExtractOp](op):
			operand := n.ExtractedBy(op)
			m.Map(op.Result(0), extract(operand, n.Operands[operand].Computed(func(v *ir.Value) *ir.Value { return m.Value(v) })))
		case op != body.Back():
			b.Clone(op, m)
		}
	}
	for _, v := range body.Back().Operands() {
		results = append(results, m.Value(v))
	}
	return results
}

// Indices lists the loops whose index the region uses.
func (n *Nest) Indices() (loops []int) {
	ir.Walk(n.Op, func(op *ir.Operation) ir.WalkResult {
		if i := ir.As[linalg.IndexOp](op); i.Ok() {
			loops = append(loops, int(i.Dim()))
		}
		return ir.Advance
	})
	return loops
}
