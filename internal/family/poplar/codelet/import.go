package codelet

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/num"
)

//go:embed prelude.hpp
var prelude string

// Source is the input of Import, with its settings.
type Source struct {
	Files     []string // translation units
	Folders   []string // folders in which included files are searched, after the folder of the including file
	Defines   []string // macros, NAME or NAME=value
	Undefined []string // macros of the target that are not defined
	// Declarations reads only the declarations: classes have no code.
	Declarations bool
	// Open returns the content of a file, or an error if it does not exist. An error that is
	// an fs.ErrInvalid ends the search for an included file.
	Open func(name string) ([]byte, error)
}

// Import reads the vertex classes of C++ files as a compiler for a target sees them: with
// the macros and layouts of the target, and with every template for the arguments of its
// explicit instantiations.
//
//	template <typename T>
//	class [[poplar::constraint("elem(*src) != elem(*dst)")]] Copy : public MultiVertex {
//	public:
//	  IS_EXTERNAL_CODELET(std::is_same<T, half>::value);
//	  Input<Vector<T, VectorLayout::ONE_PTR, 8>> src;
//	  Output<Vector<T, VectorLayout::ONE_PTR, 8>> dst;
//	  const unsigned short size;
//	  void compute(unsigned workerId) { … }
//	};
//	template class Copy<half>;
//
// becomes
//
//	poplar.vertex @"Copy<half>" multi external {
//	  poplar.field @src : !poplar.in<vec<f16, ONE_PTR, align 8>>
//	  poplar.field @dst : !poplar.out<vec<f16, ONE_PTR, align 8>>
//	  poplar.field @size : ui16
//	  poplar.constraint "elem(*src) != elem(*dst)"
//	  poplar.compute (%src: memref<?xf16>, %dst: memref<?xf16>, %size: i16) worker(%worker: index) {…}
//	}
//
// The body of compute becomes a poplar.compute. If a class cannot be read, the sink gets one error about it, and the
// import continues with the other classes. If a body cannot be translated, the sink gets a warning that names the
// construct, and the class has the text of the method instead of code. The module holds all the declarations that could
// be read, even if Import returns an error, an ir.Errors. Headers that cannot be found are left out.
func Import(ctx context.Context, c *ir.Context, t target.Target, src Source, sink ir.Sink) (*ir.Operation, error) {
	var problems ir.Diagnostics
	im := &importer{ctx: ctx, target: t, src: src, problems: &problems, rw: ir.NewRewriter(c, nil), made: map[string]ir.Location{}, failed: map[ir.Location]bool{}, without: map[string]*untranslated{}, parsed: map[parsedKey]*lazy[expr]{}, spelled: map[string]*lazy[expr]{}}
	im.module = im.rw.Op(ir.ModuleOp{}, nil, nil)
	im.rw.NewBlock(im.module.Region(0), nil, ir.Location{})
	poplar.SetTarget(im.rw, im.module, t)
	for _, f := range src.Files {
		if err := im.file(f); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	for _, u := range im.units {
		for i := range u.instances {
			im.request(&u.instances[i], u.missing)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	im.withoutCode()
	im.functions()
	ir.Report(sink, problems.List()...)
	return im.module, problems.Err()
}

// importer builds a module from files.
type importer struct {
	ctx      context.Context
	target   target.Target
	src      Source
	problems *ir.Diagnostics
	units    []*unit // one unit for each file
	rw       *ir.Rewriter
	module   *ir.Operation
	made     map[string]ir.Location   // location of each vertex class by name
	failed   map[ir.Location]bool     // classes with a reported error
	without  map[string]*untranslated // untranslated classes by the text of the reason
	reasons  []*untranslated
	classes  int // number of classes that should have code
	coded    int // number of those that have code
	parsed   map[parsedKey]*lazy[expr]
	spelled  map[string]*lazy[expr] // spelled types by their text, for texts without errors
}

func (im *importer) file(file string) error {
	p := &preprocessor{ctx: im.ctx, folders: im.src.Folders, open: im.src.Open, sink: im.problems, macros: map[string]*macro{}, once: map[string]bool{}, scanned: map[string][]token{}}
	tokens, err := p.scan(file)
	if err != nil {
		return diag.Errorf("poplar.cpp-file", "cannot read '%s': %v", file, diag.WithoutPath(err))
	}
	for _, d := range slices.Concat(Macros(&im.target), im.src.Defines) {
		p.define(d)
	}
	for _, name := range im.src.Undefined {
		delete(p.macros, name)
	}
	u := &unit{global: newScope(nil, ""), sink: im.problems}
	p.file("<prelude>", []byte(prelude))
	u.declarations(p.out, u.global, nil)
	p.out, u.instances = nil, nil
	p.process(file, tokens)
	if strings.EqualFold(path.Ext(file), ".s") {
		u.assembly(p.out)
	} else {
		reportUnclosed(p.out, im.problems)
		u.tokens = namePointers(p.out)
		u.declarations(u.tokens, u.global, nil)
	}
	u.missing = p.missing
	im.units = append(im.units, u)
	return nil
}

// Macros returns the macros that the SDK's compiler and headers define for a target, as
// NAME=value (Poplar and PopLibs User Guide, Vertex memory layouts: AvailableVTypes.h
// and TileConstants.hpp; WORKER_ALIGN is an attribute of functions).
func Macros(t *target.Target) []string {
	var list []string
	if arch, isTile := strings.CutPrefix(t.Arch, "ipu"); isTile {
		list = append(list, "__IPU__=1", "__POPC__=1", "__IPU_ARCH_VERSION__="+arch)
	}
	for _, l := range target.VectorLayouts() {
		if t.Layouts.Has(l) && l != target.CompactPtr {
			list = append(list, "VECTOR_AVAIL_"+l.String()+"=1")
		}
	}
	if t.Layouts.HasList(target.DeltaN) {
		list = append(list, "VECTORLIST_AVAIL_DELTAN=1")
	}
	return append(list, "CTXT_WORKERS="+strconv.Itoa(t.Workers), "CTXT_SUPERVISOR=1", "CTXT_TOTAL="+strconv.Itoa(t.Workers+1), "WORKER_ALIGN=")
}

// request makes the vertex of an explicit instantiation or of a class.
func (im *importer) request(r *requested, missing []string) {
	e := &evaluator{busy: map[*entity]int{}, at: r.loc}
	e.layout = im.layouts(e)
	i, err := e.requested(r)
	at := r.loc
	if err == nil {
		at = i.decl.loc
		kind, isVertex := i.vertexKind()
		if !isVertex {
			return
		}
		if i.decl.twice {
			if !im.src.Declarations {
				im.classes++
			}
			return
		}
		if err = im.vertex(e, i, kind, at); err != nil && !im.src.Declarations {
			im.classes++
		}
	}
	if err == nil {
		return
	}
	if im.failed[at] {
		return // only the first message of a class is reported
	}
	im.failed[at] = true
	what := "this class"
	if i != nil {
		what = "'" + i.name + "'"
	}
	d := err.(*ir.Diagnostic).Note(at, "in %s", what)
	if strings.Contains(d.Msg, "unknown name") {
		d = notFound(d, at, missing)
	}
	ir.Report(im.problems, d)
}

// notFound adds a note about included files that were not found.
func notFound(d *ir.Diagnostic, at ir.Location, missing []string) *ir.Diagnostic {
	if len(missing) == 0 {
		return d
	}
	return d.Note(at, "not found: %s; name their folders with -I", strings.Join(missing, ", "))
}

// requested returns the class instance for a request.
func (e *evaluator) requested(r *requested) (*instance, error) {
	if r.name != nil {
		x, err := r.name.get()
		if err != nil {
			return nil, err
		}
		v, err := e.chain(r.scope, x.chain())
		switch {
		case err != nil:
			return nil, err
		case v.typ == nil || v.typ.class == nil:
			return nil, e.errorf("expected a class to instantiate, but got '%s'", v)
		case v.typ.class.decl == nil:
			return nil, e.errorf("'%s' is declared, but not defined", v.typ.class.name)
		}
		return v.typ.class, nil
	}
	var args []value
	list := r.decl.head.Name.Parts[0].Args
	if list != nil {
		for i := range list.Args {
			v, err := e.chain(r.scope, list.Args[i].chain())
			if err != nil {
				return nil, err
			}
			args = append(args, v)
		}
	}
	return e.instantiate(&entity{scope: r.scope, class: r.class}, args, list != nil, r.scope)
}

// kinds are the classes of the SDK that vertices derive from.
var kinds = map[string]vertex.CodeletKind{"poplar::Vertex": vertex.Worker, "poplar::MultiVertex": vertex.Multi, "poplar::SupervisorVertex": vertex.Supervisor}

// vertexKind returns the kind of the vertices of a class; ok is false for other classes.
func (i *instance) vertexKind() (k vertex.CodeletKind, ok bool) {
	for _, b := range i.bases {
		if k, ok := kinds[b.name]; ok {
			return k, true
		}
		if k, ok := b.vertexKind(); ok {
			return k, true
		}
	}
	return 0, false
}

// member is a field of a vertex.
type member struct {
	loc    ir.Location
	name   string
	typ    vertex.FieldType
	value  ir.Attribute
	source *typ // type in C++; for an array, the type of an element
}

// folders searched for included files, after the folder of the including file
func (im *importer) vertex(e *evaluator, i *instance, kind vertex.CodeletKind, at ir.Location) error {
	name, err := cpp.Canonical(i.name)
	if err != nil {
		return ir.Errorf(at, "%v", err).WithCode(codes + diag.CodeOf(err))
	}
	if first, twice := im.made[name]; twice {
		if samePlace(first, at) {
			return nil // a class in a header that two files include
		}
		return ir.Errorf(at, "'%s' is defined twice", name).WithCode(codes+"instance-twice").Note(first, "the first one is here")
	}
	external, err := e.isExternal(i)
	if err != nil {
		return err
	}
	if kind == vertex.Supervisor && !external && im.src.Declarations && !i.forSupervisor() {
		return ir.Errorf(at, "supervisor vertex '%s' must be external", name).WithCode(codes + "supervisor-compiled")
	}
	members, err := im.members(e, i)
	if err != nil {
		return err
	}
	constraints, err := im.constraints(i, members)
	if err != nil {
		return err
	}
	im.made[name] = at
	rw := im.rw
	rw.AtEnd(im.module.Body()).Loc = at
	vertexOp := poplar.NewVertex(rw, name, kind.String(), external)
	v := vertexOp.Operation()
	rw.AtEnd(v.Body())
	for _, m := range members {
		rw.Loc = m.loc
		poplar.NewField(rw, m.name, poplar.State(rw.Context(), m.typ), m.value)
	}
	rw.Loc = at
	for _, c := range constraints {
		poplar.NewConstraint(rw, c.String())
	}
	if !im.src.Declarations {
		im.code(e, i, vertexOp, members)
	}
	if text := i.compute(); text != "" && poplar.VertexOf(v).Compute() == nil {
		rw.Modify(v, func() { vertexOp.SetSource(text) })
	}
	return nil
}

// code translates the compute method of a class, or records why the class has no code.
func (im *importer) code(e *evaluator, i *instance, v poplar.VertexOp, members []member) {
	kind, _ := i.vertexKind()
	r, _ := computeOf(i)
	var err error
	switch {
	case r == nil && kind == vertex.Supervisor && !v.External():
		err = ir.Errorf(v.Operation().Loc(), "the class of a supervisor is not external and has no method 'compute' with a body").WithCode(codes + "supervisor-compiled")
	case r == nil && (v.External() || !i.decl.declares): // a class in assembly, or a base of other classes
		return
	case r == nil:
		err = ir.Errorf(v.Operation().Loc(), "the class has no method 'compute' with a body").WithCode(codes + "cpp-body")
	case kind == vertex.Supervisor && !v.External() && !i.forSupervisor() && !slices.Contains(im.src.Undefined, "__IPU__"):
		err = ir.Errorf(r.loc, `expected the 'compute' of a supervisor to have the attribute target("supervisor")`).WithCode(codes + "supervisor-compiled")
	default:
		err = im.translate(e, i, kind, v.Operation(), members)
	}
	im.classes++
	if err == nil {
		im.coded++
		return
	}
	d := err.(*ir.Diagnostic)
	im.untranslated(i, v.Operation().Loc(), d)
	reason := d.Msg
	if file, line, col, ok := d.Loc.FileLineCol(); ok {
		reason = fmt.Sprintf("%s:%d:%d: %s", file, line, col, d.Msg)
	}
	if missing := im.missing(); strings.Contains(d.Msg, untranslatedName) && len(missing) > 0 {
		reason += "; not found: " + strings.Join(missing, ", ")
	}
	im.rw.Modify(v.Operation(), func() { v.SetNoCode(reason) })
}

// missing returns the included files that were not found.
func (im *importer) missing() (names []string) {
	for _, u := range im.units {
		for _, name := range u.missing {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// untranslated records why a class has no code.
func (im *importer) untranslated(i *instance, at ir.Location, d *ir.Diagnostic) {
	key := d.Text()
	w := im.without[key]
	if w == nil {
		w = &untranslated{reason: d}
		im.without[key] = w
		im.reasons = append(im.reasons, w)
	}
	w.names, w.at = append(w.names, "'"+i.name+"'"), append(w.at, at)
}

// untranslated is a construct without a translation, with the classes that have no code
// because of it.
type untranslated struct {
	reason *ir.Diagnostic
	names  []string
	at     []ir.Location // locations of the classes
}

// withoutCode reports the constructs without a translation, each with the names of the
// classes, and how many classes have code.
func (im *importer) withoutCode() {
	for _, w := range im.reasons {
		d := w.reason
		d.Severity = ir.Warning
		for k := 0; k < len(w.names); {
			next := k + 1
			for next < len(w.names) && w.at[next] == w.at[k] {
				next++
			}
			verb := "has"
			if next > k+1 {
				verb = "have"
			}
			d = d.Note(w.at[k], "%s %s no code", strings.Join(w.names[k:next], ", "), verb)
			k = next
		}
		if strings.Contains(d.Msg, untranslatedName) || d.Code == codes+"supervisor-compiled" {
			d = notFound(d, w.at[0], im.missing())
		}
		ir.Report(im.problems, d)
	}
	if im.coded < im.classes {
		d := ir.Errorf(ir.LocationOf(im.rw.Context().FileLoc(im.src.Files[0], 1, 1)), "%d of %d classes have code", im.coded, im.classes)
		d.Severity = ir.Remark
		ir.Report(im.problems, d)
	}
}

// samePlace reports whether two places in texts that were read separately are the same
// place of the same file.
func samePlace(a, b ir.Location) bool {
	fileA, lineA, colA, okA := a.FileLineCol()
	fileB, lineB, colB, okB := b.FileLineCol()
	return okA && okB && fileA == fileB && lineA == lineB && colA == colB
}

// compute is the text of the compute method, which a base may have.
func (i *instance) compute() string {
	if i.decl != nil && i.decl.compute != "" {
		return i.decl.compute
	}
	for _, b := range i.bases {
		if text := b.compute(); text != "" {
			return text
		}
	}
	return ""
}

// forSupervisor reports whether the compute method is compiled for supervisors.
func (i *instance) forSupervisor() bool { return strings.Contains(i.compute(), `target("supervisor")`) }

// isExternal evaluates isExternalCodelet.
func (e *evaluator) isExternal(i *instance) (bool, error) {
	x := i.scope.member("isExternalCodelet", func(*entity) bool { return false }, nil)
	if x == nil {
		return false, nil
	}
	v, err := e.entityIn(i.scope, x, &part{Ident: "isExternalCodelet"}, i)
	return v.n != 0, err
}

// members returns the fields in order, the fields of bases first.
func (im *importer) members(e *evaluator, i *instance) (list []member, err error) {
	for _, b := range i.bases {
		inner, err := im.members(e, b)
		if err != nil {
			return nil, err
		}
		list = append(list, inner...)
	}
	if i.decl == nil {
		return list, nil
	}
	for k := range i.decl.fields {
		f := &i.decl.fields[k]
		e.at = f.loc
		m, err := im.member(e, i, f)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(o member) bool { return o.name == m.name }) {
			return nil, e.errorf("field '%s' is declared twice", m.name)
		}
		list = append(list, m)
	}
	return list, nil
}

func (im *importer) member(e *evaluator, i *instance, f *fieldDecl) (m member, err error) {
	if f.problem != nil {
		return m, f.problem
	}
	what, err := f.what.get()
	if err != nil {
		return m, err
	}
	x, err := f.typ.get()
	if err != nil {
		return m, err
	}
	v, err := e.chain(i.scope, x.chain())
	if err != nil {
		return m, err
	}
	if v.constant || v.typ == nil {
		return m, e.errorf("expected a type for field '%s', but got '%s'", what.Name, v)
	}
	m = member{loc: f.loc, name: what.Name, source: v.typ}
	if m.typ, err = e.fieldType(v.typ); err != nil {
		return m, ir.Errorf(f.loc, "field '%s': %s", what.Name, plainMessage(err)).WithCode(codes + cmp.Or(diag.CodeOf(err), "cpp-eval"))
	}
	if len(what.Bounds) > 0 {
		n := int64(1)
		for k := range what.Bounds {
			bound, err := e.chain(i.scope, what.Bounds[k].chain())
			if err != nil {
				return m, err
			}
			if !bound.constant || bound.n < 1 {
				return m, ir.Errorf(f.loc, "field '%s': expected a number of elements of at least 1, but got '%s'", what.Name, bound).WithCode(codes + "cpp-eval")
			}
			if n > math.MaxInt64/bound.n {
				n = math.MaxInt64 // more than every array has
			} else {
				n *= bound.n
			}
		}
		if m.typ, err = m.typ.Array(int(n)); err != nil {
			return m, ir.Errorf(f.loc, "field '%s': %s", what.Name, plainMessage(err)).WithCode(codes + diag.CodeOf(err))
		}
	}
	if _, err := vertex.Resolve(&im.target, m.typ, vertex.CompactReference); err != nil {
		return m, ir.Errorf(f.loc, "field '%s': %s", what.Name, plainMessage(err)).WithCode(codes + diag.CodeOf(err))
	}
	if len(f.init) > 0 {
		m.value, err = im.initial(e, i, m.typ, f.init)
	}
	return m, err
}

func plainMessage(err error) string {
	if d, ok := err.(*ir.Diagnostic); ok {
		return d.Msg
	}
	return err.(*diag.Error).Msg
}

// fieldType returns the type of a field.
func (e *evaluator) fieldType(t *typ) (vertex.FieldType, error) {
	switch {
	case t.code:
		return vertex.FieldType{}, e.errorf("a field cannot be a pointer to a function, '%s'", t.name)
	case t.elem.Valid():
		return vertex.Scalar(t.elem), nil
	case t.enum != nil:
		base, err := e.underlying(t.enum)
		if err != nil {
			return vertex.FieldType{}, err
		}
		return vertex.Scalar(base.elem), nil
	case t.class != nil && t.class.decl != nil:
		return vertex.FieldType{}, e.errorf("a field cannot be of class '%s'", t.name)
	}
	// The spelling of the SDK's templates, whose default alignment is not written.
	text := strings.ReplaceAll(t.name, ", 0, ", ", 1, ")
	return vertex.ParseFieldType(text)
}

// initial reads the default value of a plain field.
func (im *importer) initial(e *evaluator, i *instance, t vertex.FieldType, init []token) (ir.Attribute, error) {
	c := im.rw.Context()
	if t.Kind == vertex.ArrayField {
		if len(init) > 1 && init[0].is("{") {
			init = init[1 : len(init)-1]
		}
		var elems []ir.Attribute
		for _, item := range splitList(init) {
			a, err := im.initial(e, i, vertex.Scalar(t.Elem), item)
			if err != nil {
				return nil, err
			}
			elems = append(elems, a)
		}
		return c.Array(elems), nil
	}
	if t.Kind != vertex.ScalarField {
		return nil, e.errorf("only a plain field can have a default value")
	}
	if t.Elem == scalar.Quarter {
		return nil, e.errorf("fields of %s have no default value", t.Elem)
	}
	if vt, ok := poplar.ValueType(c, t.Elem).(*ir.FloatType); ok {
		x, err := strconv.ParseFloat(strings.TrimRight(strings.ReplaceAll(spellTokens(init), " ", ""), "fF"), 64)
		if err != nil {
			return nil, e.errorf("expected a number as default value, but got '%s'", spellTokens(init))
		}
		return c.FloatOf(vt, num.FloatFromFloat64(vt.Kind, x)), nil
	}
	v, err := e.evaluate(init, i.scope)
	if err != nil {
		return nil, err
	}
	for len(v.tuple) == 1 {
		v = v.tuple[0]
	}
	if !v.constant || v.tuple != nil {
		return nil, e.errorf("expected a number as default value, but got '%s'", spellTokens(init))
	}
	v, _ = e.as(v, scalarType(t.Elem))
	return c.Int(poplar.ValueType(c, t.Elem), v.n), nil
}

// constraints reads and checks the memory constraints.
func (im *importer) constraints(i *instance, members []member) (list []vertex.Constraint, err error) {
	fields := make([]vertex.Field, len(members))
	for k, m := range members {
		fields[k] = vertex.Field{Name: m.name, Type: m.typ}
	}
	for _, text := range i.decl.constraints {
		c, err := vertex.ParseConstraint(text)
		if err == nil {
			err = c.Check(fields)
		}
		if err != nil {
			return nil, ir.Errorf(i.decl.loc, "%s", plainMessage(err)).WithCode(codes + diag.CodeOf(err))
		}
		list = append(list, c)
	}
	return list, nil
}
