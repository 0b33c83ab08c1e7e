package codelet

import (
	"errors"
	"slices"

	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// translator writes the compute method of a class as operations. Its methods panic with a bodyError
// at a construct that cannot be translated; translate recovers the panic.
type translator struct {
	im    *importer
	e     *evaluator
	c     *ir.Context
	code  *structured.Code
	b     *structured.Builder
	class *instance
	kind  vertex.CodeletKind
	frame *frame
	at    *token // the place of the last statement or expression, for messages
	steps int
	// visited holds the classes whose fields are being visited.
	visited map[*instance]bool
	start   []structured.Statement // executed before all other statements
	globals map[*variable]*operand // variables outside of functions
	kept    []keptArray
	life    *lifetime // lifetime of the current block
	// mixed reports that a pointer refers to a variable and to an element by turns. In the
	// second attempt, inMemory keeps variables whose addresses are used in memory.
	mixed, inMemory bool
	depth           int                       // depth of blocks and calls
	labels          map[*structured.Label]int // the depth of each label
	pointees        *pointees
	targets         *pointerTargets
	arrays          map[*structured.Value]*localArray // local arrays by their memory
}

// frame is a function during its translation.
type frame struct {
	outer     *frame
	routine   *routine
	this      *operand
	result    *typ // nil for auto
	end       *structured.Label
	returned  *operand // the value of a return, or the variable for it
	variable  bool     // returned is a variable
	left      bool     // a return inside of a branch or loop left the function
	start     int      // depth of the translator at the call
	depth     int      // depth of branches and loops around the current statement
	breaks    []*structured.Label
	nexts     []*structured.Label
	nesting   int                          // of blocks
	labels    map[string]*structured.Label // after the current statement, by name
	reference bool                         // the result is a reference
	key       string                       // identifies the instance of the function
}

// bodyError is the panic of a translator.
type bodyError struct{ d *ir.Diagnostic }

func (t *translator) fail(at ir.Location, format string, args ...any) {
	panic(bodyError{ir.Errorf(at, format, args...).WithCode(codes + "cpp-body")})
}

// place is the location of the last statement or expression.
func (t *translator) place() ir.Location {
	if t.at != nil {
		return t.at.loc()
	}
	return t.e.at
}

// failHere is fail at the last statement or expression.
func (t *translator) failHere(format string, args ...any) { t.fail(t.place(), format, args...) }

// must fails with an error of the evaluator.
func (t *translator) must(err error) {
	if err != nil {
		d := err.(*ir.Diagnostic)
		t.failHere("%s", d.Msg)
	}
}

const (
	// maxBodySteps bounds the expressions and statements of a body with the functions
	// that it calls.
	maxBodySteps = 1 << 16
	// maxAttempts bounds the translations of a body; each one learns from the previous which functions
	// pointers point to, and which variables must be in memory.
	maxAttempts = 4
	// maxCalls bounds the nesting of calls.
	maxCalls = 48
)

// step counts the work of a translation.
func (t *translator) step(at *token) {
	t.at = at
	if t.steps++; t.steps > maxBodySteps {
		t.failHere("the body and the functions that it calls have more than %d expressions", maxBodySteps)
	}
	if t.steps%1024 == 0 && t.im.ctx.Err() != nil {
		t.failHere("the translation was stopped")
	}
}

// parts lets f read variables as parts of a whole; some parts need not have a value.
func (t *translator) parts(f func()) {
	old := t.b.Copies
	t.b.Copies = true
	f()
	t.b.Copies = old
}

// into makes f append statements to another list.
func (t *translator) into(list *[]structured.Statement, f func()) {
	_ = t.b.In(list, func() error {
		f()
		return nil
	})
}

// translate adds the code of a class to its vertex. The error names the construct that
// cannot be translated.
func (im *importer) translate(e *evaluator, i *instance, kind vertex.CodeletKind, v *ir.Operation, members []member) error {
	var last error
	inMemory, functions, targets := false, &pointees{of: map[string][]int64{}}, &pointerTargets{}
	for range maxAttempts {
		t := &translator{im: im, e: e, c: im.rw.Context(), class: i, kind: kind, code: &structured.Code{}, visited: map[*instance]bool{}, labels: map[*structured.Label]int{}, inMemory: inMemory, pointees: functions.renewed(), targets: targets.renewed(), arrays: map[*structured.Value]*localArray{}}
		err := t.translate(v, members)
		if err == nil || !t.pointees.late && !t.targets.late && (!t.mixed || inMemory) {
			return err
		}
		last, inMemory, functions, targets = err, inMemory || t.mixed, t.pointees, t.targets
	}
	return last
}

func (t *translator) translate(v *ir.Operation, members []member) (err error) {
	im, i, kind := t.im, t.class, t.kind
	r, home := computeOf(i)
	t.b = structured.NewBuilder(t.code)
	arguments := &ir.Block{}
	var compute poplar.ComputeOp
	defer func() {
		switch p := recover().(type) {
		case nil:
		case bodyError:
			err = p.d
		default:
			panic(p)
		}
		if err != nil && compute.Ok() {
			im.rw.Erase(compute.Operation())
		}
	}()
	at := r.loc
	this := t.vertex(i, members, arguments, at)
	var args []*operand
	hasWorker := kind == vertex.Multi && len(splitList(r.args)) == 1
	if hasWorker {
		id := arguments.AddArg(t.c.Index(), at)
		id.SetNameHint("worker")
		args = append(args, &operand{typ: uintType, value: t.b.FromIndex(structured.Argument(id), t.c.Integer(32), true)})
	}
	t.b.Loc = at
	t.invoke(&functions{name: r.name, home: home, this: this}, r, home, args, nil)
	if t.pointees.late || t.targets.late {
		t.failHere("cannot translate a pointer that is used before it is known to what it may point")
	}
	t.checkKept()
	rw := im.rw
	point, loc := rw.Save(), rw.Loc
	defer func() {
		rw.Restore(point)
		rw.Loc = loc
	}()
	rw.AtEnd(v.Body()).Loc = at
	compute = poplar.NewCompute(rw)
	if hasWorker {
		rw.Modify(compute.Operation(), func() { compute.SetHasWorker(true) })
	}
	compute.Operation().Region(0).Append(arguments)
	t.code.Body = slices.Concat(t.start, t.code.Body)
	t.code.Emit(rw.Builder, arguments)
	rw.AtEnd(arguments).Loc = at
	poplar.NewComputeReturn(rw)
	return verified(v, compute)
}

// verified returns the first rule of a vertex that its code breaks, such as a store to an input: a
// compiler refuses such code.
func verified(v *ir.Operation, compute poplar.ComputeOp) error {
	var broken ir.Errors
	if errors.As(ir.Verify(v, nil), &broken) && len(broken) > 0 {
		return broken[0]
	}
	if d := poplar.VerifyStores(compute.Operation(), ir.NewSymbolTables()); d != nil {
		return d
	}
	return nil
}

// computeOf returns the compute method of a class or of its base.
func computeOf(i *instance) (*routine, *scope) {
	if i.decl != nil {
		if list := i.decl.routines["compute"]; len(list) > 0 {
			return list[len(list)-1], i.scope
		}
	}
	for _, b := range i.bases {
		if r, home := computeOf(b); r != nil {
			return r, home
		}
	}
	return nil, nil
}

// vertex returns the vertex as an object, whose members are the arguments of the code.
func (t *translator) vertex(i *instance, members []member, block *ir.Block, at ir.Location) *operand {
	this := &object{typ: &typ{name: i.name, class: i}, members: map[string]*operand{}, whole: true}
	for k := range members {
		m := &members[k]
		a := block.AddArg(poplar.ArgType(t.c, m.typ), m.loc)
		a.SetNameHint(m.name)
		this.members[m.name] = t.field(m, structured.Argument(a))
	}
	return &operand{typ: this.typ, object: this}
}

// field returns a field of the vertex as an operand.
func (t *translator) field(m *member, a *structured.Value) *operand {
	elem := scalarType(m.typ.Elem)
	if inner := innermost(m.source); inner.enum != nil {
		elem = inner
	}
	of := m.source
	switch m.typ.Kind {
	case vertex.ScalarField:
		return &operand{typ: elem, value: a}
	case vertex.ScalarEdge:
		if m.typ.Dir == vertex.In {
			return &operand{typ: elem, value: a, edge: true}
		}
		return &operand{typ: elem, place: scalarPlace{a, m.typ.Elem}, edge: true}
	case vertex.ArrayField:
		of = arrayOf(elem, int64(m.typ.Len))
		return &operand{typ: of, memory: &elements{base: a, elem: elem, known: of.n, typ: of}}
	case vertex.VectorField, vertex.VectorEdge:
		return &operand{typ: of, memory: &elements{base: a, elem: elem, typ: of}}
	}
	return &operand{typ: of, memory: &elements{base: a, elem: elem, rows: true, scalars: m.typ.Kind == vertex.ScalarEdgeArray, typ: of}}
}

// innermost returns the type of an element of nested vectors and edges.
func innermost(of *typ) *typ {
	for of.class != nil && of.class.decl == nil && len(of.class.args) > 0 && of.class.args[0].typ != nil && !of.class.args[0].constant {
		of = of.class.args[0].typ
	}
	return of
}
