package codelet

import (
	"maps"
	"slices"
	"strings"

	"optc/grammar"
	"optc/ir"
)

// scope resolves names: it is a namespace, the members of a class, template parameters, or the
// variables of a function.
type scope struct {
	parent *scope
	// name of a namespace or class, qualified; "" for the global namespace.
	name    string
	members map[string]*entity
	// routines are the functions that have a body; operators are named "operator()".
	routines map[string][]*routine
	// bodiless are the places of functions that are declared, and not defined here.
	bodiless map[string]ir.Location
	vars     map[string]*operand // variables of a function whose body is translated
	using    []*scope            // namespaces of using-directives
	bound    map[string]value    // template arguments and local constants
	self     *instance           // the class whose members these are
}

func newScope(parent *scope, name string) *scope {
	return &scope{parent: parent, name: name, members: map[string]*entity{}, routines: map[string][]*routine{}}
}

// qualified is the name of a member of the scope.
func (s *scope) qualified(name string) string {
	for ; s != nil; s = s.parent {
		if s.name != "" {
			return s.name + "::" + name
		}
	}
	return name
}

// entity is the declaration that a name refers to. Exactly one of the pointers is set.
type entity struct {
	scope     *scope // the scope of the declaration
	namespace *scope
	class     *classTemplate
	alias     *alias
	constant  *constant
	enum      *enumeration
	function  *function
	variable  *variable
}

// variable is a variable outside of functions: an array, or a variable that is not constant.
type variable struct {
	loc     ir.Location
	text    []token // tokens of the declaration, without words such as static
	name    string
	isConst bool
	use     variableUse // 0 before it is known
}

// classTemplate is a class, or a class template with its specializations.
type classTemplate struct {
	name      string               // qualified
	params    *lazy[parameterList] // nil if it is not a template
	primary   *classDecl           // nil if the class is only declared
	partial   []*classDecl
	explicit  []*classDecl
	instances map[string]*instance
}

// classDecl is the definition of a class or of a specialization.
type classDecl struct {
	loc         ir.Location
	scope       *scope // around it
	params      *lazy[parameterList]
	head        *classHead
	members     map[string]*entity
	routines    map[string][]*routine
	fields      []fieldDecl
	constraints []string
	compute     string // text of the compute method, "" without one
	declares    bool   // a compute method without a body
	union       bool
	text        []token
	twice       bool // there is another definition, which was reported
}

// fieldDecl is a data member.
type fieldDecl struct {
	loc     ir.Location
	typ     *lazy[expr]
	what    *lazy[declared]
	init    []token // the tokens of the initializer, or empty
	problem error   // the reason why it cannot be read
}

// alias is a using-declaration, or a template of them.
type alias struct {
	params *lazy[parameterList]
	of     *lazy[expr]
}

// constant is a constant variable, or a template of them.
type constant struct {
	params *lazy[parameterList]
	typ    *lazy[expr] // nil for auto
	is     *lazy[inner]
}

// enumeration is an enum with its enumerators.
type enumeration struct {
	name   string // qualified
	scoped bool
	base   *lazy[expr] // underlying type, nil if not fixed
	names  []string
	values []*lazy[inner] // nil for one more than the previous value
	scope  *scope
	inside *scope // scope of the enumeration's own enumerators, which values may refer to
	known  []int64
}

// function is a constexpr function.
type function struct {
	name   string
	params *lazy[parameterList] // template parameters
	args   []string
	body   []token
}

// lazy is a piece of text that is parsed when it is needed, because headers declare many
// names that no class uses.
type lazy[T any] struct {
	grammar *grammar.Of[T]
	tokens  []token
	done    bool
	value   *T
	err     error
}

func parseLater[T any](g *grammar.Of[T], tokens []token) *lazy[T] {
	return &lazy[T]{grammar: g, tokens: tokens}
}

func (l *lazy[T]) get() (*T, error) {
	if !l.done {
		l.value, l.err = parse(l.grammar, l.tokens)
		l.done = true
	}
	return l.value, l.err
}

// lookup searches for a name from a scope outwards (ISO C++, [basic.lookup.unqual]). skip
// reports entities to be ignored.
func (s *scope) lookup(name string, skip func(*entity) bool) (v value, e *entity, ok bool) {
	for ; s != nil; s = s.parent {
		if o := s.vars[name]; o != nil {
			return o.asValue(), nil, true
		}
		if v, ok := s.bound[name]; ok {
			return v, nil, true
		}
		if e := s.member(name, skip, nil); e != nil {
			return value{}, e, true
		}
	}
	return value{}, nil, false
}

// member searches for a name in a scope and in the namespaces that it uses.
func (s *scope) member(name string, skip func(*entity) bool, seen []*scope) *entity {
	if e := s.members[name]; e != nil && !skip(e) {
		return e
	}
	if s.self != nil {
		for _, b := range s.self.bases {
			if e := b.scope.member(name, skip, seen); e != nil {
				return e
			}
		}
	}
	for _, u := range s.using {
		if slices.Contains(seen, u) {
			continue
		}
		if e := u.member(name, skip, append(seen, u)); e != nil {
			return e
		}
	}
	return nil
}

// namesIn lists the names visible from a scope, for suggestions.
func (s *scope) namesIn() (list []string) {
	for ; s != nil; s = s.parent {
		for n := range s.members {
			list = append(list, n)
		}
		for n := range s.bound {
			list = append(list, n)
		}
	}
	return list
}

// namespaceOf returns the name of a global namespace that declares name, or "".
func (s *scope) namespaceOf(name string) string {
	for s.parent != nil {
		s = s.parent
	}
	for _, in := range slices.Sorted(maps.Keys(s.members)) {
		if ns := s.members[in].namespace; ns != nil && ns.members[name] != nil {
			return in
		}
	}
	return ""
}

// String renders a name for messages.
func (n *name) String() string {
	words := make([]string, len(n.Parts))
	for i, p := range n.Parts {
		words[i] = p.Ident
		if p.Args != nil {
			words[i] += "<…>"
		}
	}
	return strings.Join(words, "::")
}
