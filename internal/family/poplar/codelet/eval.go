package codelet

import (
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/ir"
)

// value is the result of an expression: a type, or a constant of a type.
type value struct {
	typ      *typ
	constant bool
	n        int64
	word     string // enumerator, qualified, of an enumeration
	fn       *function
	ns       *scope // a namespace, or the scope that declares fn
	targs    []value
	tuple    []value
}

// typ is a type.
type typ struct {
	name  string      // canonical
	elem  scalar.Type // element type of a scalar
	enum  *enumeration
	class *instance
	to    *typ  // target type of a pointer
	of    *typ  // element type of an array, or of a hardware vector
	n     int64 // number of elements of an array or a vector of the hardware
	array bool
	// solid reports that an array is a std::array, which is copied and does not become a pointer.
	solid bool
	// reference is the type that a member refers to.
	reference *typ
	code      bool // a pointer to a function, stored as a number
}

// instance is a class, or an instantiation of a class template.
type instance struct {
	name  string // canonical
	from  *classTemplate
	args  []value
	decl  *classDecl
	scope *scope // scope of its members
	bases []*instance
	depth int // nesting of base classes
	// complete is false while the bases are looked up.
	complete bool
}

var (
	boolType = scalarType(scalar.Bool)
	intType  = scalarType(scalar.Int)
	uintType = scalarType(scalar.UInt)
)

func scalarType(e scalar.Type) *typ { return &typ{name: e.String(), elem: e} }

func boolValue(b bool) value {
	if b {
		return value{typ: boolType, constant: true, n: 1}
	}
	return value{typ: boolType, constant: true}
}

func intValue(n int64) value { return value{typ: intType, constant: true, n: n} }

// String is the canonical spelling as a template argument.
func (v value) String() string {
	switch {
	case !v.constant && v.typ != nil:
		return v.typ.name
	case v.fn != nil:
		return "a function"
	case !v.constant:
		return "a namespace"
	case v.word != "":
		return v.word
	case v.typ.elem == scalar.Bool:
		return strconv.FormatBool(v.n != 0)
	}
	if isUnsigned(v.typ.elem) {
		return strconv.FormatUint(uint64(v.n), 10)
	}
	return strconv.FormatInt(v.n, 10)
}

// evaluator computes types and constants. Its methods return located diagnostics.
type evaluator struct {
	busy  map[*entity]int // entities being evaluated: their names mean outer entities there
	depth int
	steps int // number of expressions evaluated so far
	// at is the place for messages while a text from another place is evaluated.
	at ir.Location
	// layout returns the size and the alignment of a type on a tile in bytes; nil in the
	// condition of an #if.
	layout func(of *typ) (size, align int64, err error)
}

const (
	// maxDepth bounds the nesting of evaluations.
	maxDepth = 200
	// maxExpressions bounds the number of expressions evaluated for a class, because even short
	// functions and constants can require an arbitrary number of evaluations.
	maxExpressions = 1 << 18
	// maxName bounds the length of the name of a class with its arguments.
	maxName = 1 << 12
	// maxBases bounds the number of base classes of a class; a class counts each time that it is a
	// base.
	maxBases = 1000
)

func (e *evaluator) errorf(format string, args ...any) *ir.Diagnostic {
	return ir.Errorf(e.at, format, args...).WithCode(codes + "cpp-eval")
}

// chain is an expr or an inner: operands with operators between them.
type chain struct {
	first     *unary
	ops       []string
	rest      []*unary
	then, els func() chain
}

func (x *expr) chain() chain {
	c := chain{first: &x.First}
	for i := range x.Rest {
		c.ops, c.rest = append(c.ops, x.Rest[i].Op), append(c.rest, &x.Rest[i].X)
	}
	if x.Then != nil {
		c.then, c.els = x.Then.chain, x.Else.chain
	}
	return c
}

func (x *inner) chain() chain {
	c := chain{first: &x.First}
	for i := range x.Rest {
		c.ops, c.rest = append(c.ops, x.Rest[i].Op), append(c.rest, &x.Rest[i].X)
	}
	if x.Then != nil {
		c.then, c.els = x.Then.chain, x.Else.chain
	}
	return c
}

// precedence of binary operators (ISO C++, [expr]).
var precedence = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

// chain evaluates an expression. Of the sides of "?:", "&&" and "||", only the chosen
// side is evaluated.
func (e *evaluator) chain(s *scope, c chain) (value, error) {
	if e.steps++; e.steps > maxExpressions {
		return value{}, e.errorf("takes more than %d expressions to evaluate", maxExpressions)
	}
	i := 0
	var climb func(least int, evaluate bool) (value, error)
	operand := func(u *unary, evaluate bool) (value, error) {
		if !evaluate {
			return boolValue(false), nil
		}
		return e.unary(s, u)
	}
	next := c.first
	climb = func(least int, evaluate bool) (value, error) {
		left, err := operand(next, evaluate)
		for err == nil && i < len(c.ops) && precedence[c.ops[i]] >= least {
			op := c.ops[i]
			next = c.rest[i]
			i++
			needed := evaluate && !(op == "&&" && left.n == 0) && !(op == "||" && left.n != 0)
			var right value
			if right, err = climb(precedence[op]+1, needed); err == nil && evaluate {
				if !needed {
					right = left
				}
				left, err = e.binary(op, left, right)
			}
		}
		return left, err
	}
	v, err := climb(1, true)
	if err != nil || c.then == nil {
		return v, err
	}
	if !v.constant {
		return v, e.errorf("expected a constant before '?', but got '%s'", v)
	}
	if v.n != 0 {
		return e.chain(s, c.then())
	}
	return e.chain(s, c.els())
}

func (e *evaluator) unary(s *scope, u *unary) (value, error) {
	if u.X == nil {
		return e.primary(s, u.Primary)
	}
	v, err := e.unary(s, u.X)
	if err != nil {
		return v, err
	}
	if !v.constant {
		return v, e.errorf("expected a constant after '%s', but got '%s'", u.Op, v)
	}
	switch u.Op {
	case "!":
		return boolValue(v.n == 0), nil
	case "-":
		return e.binary("-", intValue(0), v)
	case "~":
		return e.binary("^", intValue(-1), v)
	}
	return e.binary("+", intValue(0), v)
}

func (e *evaluator) primary(s *scope, p *primary) (v value, err error) {
	switch {
	case p.Number != "":
		v, err = e.literal(p.Number)
	case strings.HasPrefix(p.Text, "'"):
		v, err = e.literal(p.Text)
	case p.Text != "":
		return v, e.errorf("expected a type or an integer, but got %s", p.Text)
	case p.Size != nil:
		v, err = e.size(s, p.Size)
	case p.Cast != nil:
		if v, err = e.chain(s, p.Cast.To.chain()); err == nil {
			v, err = e.convert(s, v, []inner{p.Cast.X})
		}
	case p.Inner != nil:
		v, err = e.chain(s, p.Inner.chain())
	case p.isElement():
		return e.element(s, p.Calls[0].Args)
	default:
		v, err = e.names(s, p.Names)
	}
	if err != nil {
		return v, err
	}
	for _, r := range p.Refs {
		if r != "const" && !v.constant && v.typ != nil {
			v.typ = &typ{name: v.typ.name + r}
		}
	}
	for i := range p.Calls {
		args := p.Calls[i].Args
		if p.Calls[i].Init != nil {
			args = p.Calls[i].Init
		}
		if v.fn != nil {
			v, err = e.call(s, v, args)
		} else {
			v, err = e.convert(s, v, args)
		}
		if err != nil {
			return v, err
		}
	}
	return v, nil
}

// isElement reports whether this is __element(tuple, index), which the prelude uses to declare
// std::get.
func (p *primary) isElement() bool {
	return len(p.Names) == 1 && p.Names[0].String() == "__element" && len(p.Calls) == 1 && len(p.Calls[0].Args) == 2
}

func (e *evaluator) element(s *scope, args []inner) (value, error) {
	tuple, err := e.chain(s, args[0].chain())
	if err != nil {
		return tuple, err
	}
	i, err := e.chain(s, args[1].chain())
	if err == nil && (i.n < 0 || i.n >= int64(len(tuple.tuple))) {
		err = e.errorf("a tuple of %d elements has no element %d", len(tuple.tuple), i.n)
	}
	if err != nil {
		return i, err
	}
	return tuple.tuple[i.n], nil
}

func (e *evaluator) size(s *scope, q *sizeQuery) (value, error) {
	v, err := e.chain(s, q.Of.chain())
	if err != nil {
		return v, err
	}
	if v.typ != nil {
		t := v.typ
		if t.enum != nil {
			if t, err = e.underlying(t.enum); err != nil {
				return v, err
			}
		}
		switch {
		case strings.HasSuffix(t.name, "*"):
			return constantOf(pointerSize, uintType.elem), nil
		case t.elem.Valid():
			return constantOf(int64(t.elem.Size()), uintType.elem), nil
		case e.layout != nil && (t.isDouble() || hardwareTypes[t.name] != nil || t.class != nil && t.class.decl != nil):
			size, align, err := e.layout(t)
			if q.Op == "alignof" {
				size = align
			}
			return constantOf(size, uintType.elem), err
		}
	}
	return v, e.errorf("size of '%s' is not known", v)
}

// underlying returns the type that stores an enumeration.
func (e *evaluator) underlying(enum *enumeration) (*typ, error) {
	if enum.base == nil {
		return intType, nil
	}
	x, err := enum.base.get()
	if err != nil {
		return nil, err
	}
	return e.typeOf(e.chain(enum.scope, x.chain()))
}

// typeOf returns the type that a value denotes; it passes on the error of the value's evaluation.
func (e *evaluator) typeOf(v value, err error) (*typ, error) {
	if err == nil && (v.constant || v.typ == nil) {
		err = e.errorf("expected a type, but got '%s'", v)
	}
	return v.typ, err
}

// convert evaluates T(args) or T{args}: a constant of a scalar or enumeration, or the value of a
// trait.
func (e *evaluator) convert(s *scope, v value, args []inner) (value, error) {
	if v.constant || v.typ == nil {
		return v, e.errorf("'%s' cannot be called", v)
	}
	if v.typ.class != nil && len(args) == 0 {
		return e.member(v, &part{Ident: "value"})
	}
	r := value{typ: v.typ, constant: true}
	if len(args) > 0 {
		from, err := e.chain(s, args[0].chain())
		if err != nil {
			return from, err
		}
		if !from.constant {
			return r, e.errorf("expected a constant for '%s', but got '%s'", v, from)
		}
		r.n = from.n
	}
	return e.as(r, v.typ)
}

// as converts constant v to type t.
func (e *evaluator) as(v value, t *typ) (value, error) {
	r := value{typ: t, constant: true, n: v.n}
	switch {
	case t.elem == scalar.Bool:
		return boolValue(v.n != 0), nil
	case t.elem.Valid():
		r.n = wrapped(v.n, t.elem)
	case t.enum != nil:
		if v.typ != nil && v.typ.enum == t.enum && v.word != "" {
			return v, nil
		}
		for _, word := range t.enum.names {
			x, err := e.enumerator(t.enum, word)
			if err != nil {
				return v, err
			}
			if x.n == v.n {
				return x, nil
			}
		}
	}
	return r, nil
}

// enumerator returns a constant of an enumeration. Values are computed in order, each once, because
// most depend on the previous one.
func (e *evaluator) enumerator(enum *enumeration, word string) (value, error) {
	i := slices.Index(enum.names, word)
	if i < 0 {
		return value{}, e.errorf("'%s' has no enumerator '%s'%s", enum.name, word, diag.DidYouMean(word, enum.names))
	}
	for len(enum.known) <= i {
		k, next := len(enum.known), int64(0)
		if k > 0 {
			next = enum.known[k-1] + 1
		}
		if enum.values[k] != nil {
			x, err := enum.values[k].get()
			if err != nil {
				return value{}, err
			}
			v, err := e.chain(enum.inside, x.chain())
			if err != nil {
				return v, err
			}
			next = v.n
		}
		enum.known = append(enum.known, next)
	}
	v := value{typ: &typ{name: enum.name, enum: enum}, constant: true, n: enum.known[i], word: enum.scope.qualified(word)}
	if enum.scoped {
		v.word = enum.name + "::" + word
	}
	return v, nil
}
