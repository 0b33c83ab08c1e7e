package codelet

import (
	"strconv"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/internal/family/poplar/structured"
	"optc/ir"
)

// doubleType is the only arithmetic type that no field has.
const doubleName = "double"

var (
	floatType  = scalarType(scalar.Float)
	halfType   = scalarType(scalar.Half)
	doubleType = &typ{name: doubleName}
	voidType   = &typ{name: "void"}
	sizeType   = uintType
)

func (t *typ) isDouble() bool { return t.name == doubleName && t.to == nil }

func (t *typ) isFloat() bool {
	return t.isDouble() || t.elem == scalar.Float || t.elem == scalar.Half
}

// isInteger reports whether the type is an integer type, bool included, or an enumeration.
func (t *typ) isInteger() bool {
	return t.enum != nil || t.elem.Valid() && t.elem != scalar.Float && t.elem != scalar.Half && t.elem != scalar.Quarter
}

func (t *typ) isArithmetic() bool { return t.isFloat() || t.isInteger() }

// isScalar reports whether a value of the type is a single value of the IR.
func (t *typ) isScalar() bool { return t.isArithmetic() || t.elem == scalar.Quarter }

func (t *typ) isVector() bool { return t.of != nil && !t.array }

func (t *typ) isVoid() bool { return t.name == voidType.name && t.to == nil }

func (t *typ) isSigned() bool { return !isUnsigned(t.elem) }

func (t *typ) same(o *typ) bool { return t.name == o.name }

func pointerTo(t *typ) *typ { return &typ{name: t.name + "*", to: t} }

func arrayOf(t *typ, n int64) *typ {
	return &typ{name: t.name + "[" + strconv.FormatInt(n, 10) + "]", of: t, n: n, array: true}
}

// vectorOf returns a vector of the hardware, under the name that the hardware gives it.
func vectorOf(t *typ, n int64) *typ {
	for _, v := range hardwareTypes {
		if v.of.same(t) && v.n == n {
			return v
		}
	}
	return &typ{name: t.name + " vector of " + strconv.FormatInt(n, 10), of: t, n: n}
}

// plain returns the type that stores an enumeration, or the type itself.
func (t *translator) plain(of *typ) *typ {
	if of.enum == nil {
		return of
	}
	base, err := t.e.underlying(of.enum)
	if err != nil {
		panic(bodyError{err.(*ir.Diagnostic)})
	}
	return base
}

// irType returns the IR type of a scalar or of a hardware vector.
func (t *translator) irType(of *typ) ir.Type {
	switch of = t.plain(of); {
	case of.isDouble():
		return t.c.F64()
	case of.elem.Valid():
		return poplar.MemoryType(t.c, of.elem)
	case of.isVector():
		return ir.Vector([]int64{of.n}, t.irType(of.of))
	}
	t.failHere("cannot translate values of type '%s'", of.name)
	return nil
}

// pointerSize is the size of a pointer on a tile in bytes.
const pointerSize = 4

// layouts returns a function that computes the layouts of types for an evaluator.
func (im *importer) layouts(e *evaluator) func(of *typ) (size, align int64, err error) {
	return func(of *typ) (size, align int64, err error) {
		t := &translator{im: im, e: e, c: im.rw.Context(), code: &structured.Code{}, frame: &frame{}, visited: map[*instance]bool{}, labels: map[*structured.Label]int{}}
		t.b = structured.NewBuilder(t.code)
		defer func() {
			switch p := recover().(type) {
			case nil:
			case bodyError:
				err = p.d
			default:
				panic(p)
			}
		}()
		if h := hardwareTypes[of.name]; h != nil {
			of = h
		}
		return t.size(of), t.alignment(of), nil
	}
}

// size returns the size of a type on a tile in bytes.
func (t *translator) size(of *typ) int64 {
	switch of = t.plain(of); {
	case of.isDouble():
		return 8
	case of.elem.Valid():
		return int64(of.elem.Size())
	case of.to != nil:
		return pointerSize
	case of.of != nil:
		return of.n * t.size(of.of)
	case of.class != nil && of.class.decl != nil:
		return t.layoutOf(of).size
	}
	t.failHere("the size of '%s' is not known", of.name)
	return 0
}

func (t *translator) alignment(of *typ) int64 {
	switch of = t.plain(of); {
	case of.isDouble():
		return 4
	case of.array:
		return t.alignment(of.of)
	case of.class != nil && of.class.decl != nil:
		return t.layoutOf(of).align
	}
	return t.size(of)
}

// classLayout is the layout of a class in memory.
type classLayout struct {
	size, align int64
	members     []placedMember
}

// placedMember is a data member with its offset in bytes from the start of an object.
type placedMember struct {
	name   string
	typ    *typ
	offset int64
	// reference reports that the member is a reference.
	reference bool
}

// layoutOf returns the layout of a class on a tile. The members of a union are all at its
// start.
func (t *translator) layoutOf(of *typ) classLayout {
	l := classLayout{align: 1}
	end := int64(0)
	t.eachField(of, func(name string, ft *typ, _ *fieldDecl) {
		reference := ft.reference != nil
		if reference {
			ft = pointerTo(ft.reference)
		}
		a := t.alignment(ft)
		if of.isUnion() {
			end = 0
		}
		end = (end + a - 1) / a * a
		l.members = append(l.members, placedMember{name: name, typ: ft, offset: end, reference: reference})
		end += t.size(ft)
		l.size, l.align = max(l.size, end), max(l.align, a)
	})
	l.size = max(1, (l.size+l.align-1)/l.align*l.align)
	return l
}

func (t *typ) isUnion() bool { return t.class != nil && t.class.decl != nil && t.class.decl.union }

// eachField visits the data members of a class. The members of its bases come first.
func (t *translator) eachField(of *typ, visit func(name string, ft *typ, f *fieldDecl)) {
	i := of.class
	if t.visited[i] {
		t.failHere("class '%s' contains itself", i.name)
	}
	t.visited[i] = true
	defer delete(t.visited, i)
	for _, b := range i.bases {
		t.eachField(&typ{name: b.name, class: b}, visit)
	}
	if i.decl == nil {
		return
	}
	for k := range i.decl.fields {
		f := &i.decl.fields[k]
		t.step(t.at) // classes in classes may have any number of fields
		if f.problem != nil {
			t.fail(f.loc, "cannot translate a member of '%s'", i.name)
		}
		what, err := f.what.get()
		t.must(err)
		ft := t.fieldType(i, f)
		for k := len(what.Bounds) - 1; k >= 0; k-- {
			v, err := t.e.chain(i.scope, what.Bounds[k].chain())
			t.must(err)
			ft = arrayOf(ft, v.n)
		}
		visit(what.Name, ft, f)
	}
}

func (t *translator) fieldType(i *instance, f *fieldDecl) *typ {
	r := &reader{t: t, s: i.scope, tokens: f.typ.tokens}
	text := r.typeName()
	ft, reference := t.resolve(i.scope, text)
	if ft == nil {
		t.fail(f.loc, "cannot translate this member of '%s'", i.name)
	}
	if reference {
		return &typ{name: ft.name + "&", reference: ft}
	}
	return ft
}

// resolve returns the type that a text names in a scope, and whether it is a reference.
// It is nil for auto.
func (t *translator) resolve(s *scope, text *typeText) (of *typ, reference bool) {
	of = t.resolveBase(s, text)
	if of != nil && text.attribute != nil {
		v, err := t.e.evaluate(text.attribute, s)
		t.must(err)
		of = vectorOf(of, v.n/t.size(of))
	}
	for _, op := range text.ops {
		switch {
		case op == "*" && of != nil:
			of = pointerTo(of)
		case op != "*":
			reference = true
		}
	}
	return of, reference
}

func (t *translator) resolveBase(s *scope, text *typeText) *typ {
	first := &text.base[0]
	switch {
	case first.is("auto"):
		return nil
	case first.is("decltype"):
		r := &reader{t: t, s: s, tokens: text.base[2 : len(text.base)-1]}
		return t.typeOf(s, r.whole())
	case first.is("void"):
		return voidType
	case first.is("double"), hasToken(text.base, 1, "double"):
		return doubleType
	}
	if of := t.hardwareType(s, text.base); of != nil {
		return of
	}
	v, err := t.evaluate(text.base, s)
	t.must(err)
	if v.constant || v.typ == nil {
		t.fail(first.loc(), "expected a type, but got '%s'", spellTokens(text.base))
	}
	if h := hardwareTypes[v.typ.name]; h != nil {
		return h
	}
	if c := v.typ.class; c != nil && c.from.name == "std::array" && len(c.args) == 2 {
		of := arrayOf(c.args[0].typ, c.args[1].n)
		of.solid = true
		return of
	}
	return v.typ
}

// typeOf returns the type of an expression that is not executed.
func (t *translator) typeOf(s *scope, n *node) *typ {
	var of *typ
	var unused []structured.Statement
	t.into(&unused, func() { of = t.expr(s, n).typ })
	if of == nil {
		t.fail(n.loc(), "the type of this expression is not known")
	}
	return of
}
