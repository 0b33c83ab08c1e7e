package poplar

import (
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/grammar"
	"optc/ir"
	"optc/parser"
)

// The grammar of predicates over template parameters.
//
//	Or      = And ("||" And)* .
//	And     = Not ("&&" Not)* .
//	Not     = "!" Not | Compare .
//	Compare = Primary (("==" | "!=" | "<") Primary)? .
//	Primary = "(" Or ")" | Number | Name .
//
// A name is a parameter, true, false, a scalar type, or an enumerator
// ns::E::NAME.

type orText struct {
	Terms []andText `parser:"@@ ('||' @@)*"`
}

type andText struct {
	Terms []notText `parser:"@@ ('&&' @@)*"`
}

type notText struct {
	Not     *notText     `parser:"  '!' @@"`
	Compare *compareText `parser:"| @@"`
}

type compareText struct {
	Left  primaryText  `parser:"@@"`
	Op    string       `parser:"( @('==' | '!=' | '<')"`
	Right *primaryText `parser:"  @@ )?"`
}

type primaryText struct {
	Or   *orText `parser:"  '(' @@ ')'"`
	Int  string  `parser:"| @Number"`
	Name string  `parser:"| @Name"`
}

// '<' compares and is no bracket.
var predicateGrammar = parser.NewGrammar(Codes, &grammar.Of[orText]{
	What: "predicate", Code: "predicate-parse", Start: "a parameter or literal", Brackets: "()",
	Lexer: grammar.Rules("Name", `[A-Za-z_][A-Za-z_0-9]*(?:::[A-Za-z_][A-Za-z_0-9]*)*`, "Number", `-?[0-9]+`,
		"Operator", `==|!=|&&|\|\||[<!()]`),
})

// parsePredicateText consumes ( predicate ) and returns the text between the
// parentheses, or "" after an error.
func parsePredicateText(p ir.OpParser) string {
	text, pos := p.Parens()
	if predicateGrammar.ParseAt(p, text, pos) == nil {
		return ""
	}
	return strings.Join(strings.Fields(text), " ")
}

// ParamKind is the kind of a template parameter or of a value in a predicate.
type ParamKind uint8

const (
	TypeParam ParamKind = iota + 1 // a scalar type
	BoolParam                      // i1
	UIntParam                      // ui32
	IntParam                       // si32, and integer literals
	EnumParam                      // an enumeration
)

func (k ParamKind) String() string {
	return [...]string{TypeParam: "type", BoolParam: "i1", UIntParam: "ui32", IntParam: "si32", EnumParam: "enum"}[k]
}

// TemplateArg is the value of a template parameter or literal.
type TemplateArg struct {
	Kind ParamKind
	Elem scalar.Type // TypeParam
	Int  int64       // BoolParam, UIntParam, IntParam
	Enum string      // EnumParam: qualified name of the enumerator
}

// CPP is the canonical C++ spelling of the argument.
func (a TemplateArg) CPP() string {
	switch a.Kind {
	case TypeParam:
		return a.Elem.String()
	case BoolParam:
		return strconv.FormatBool(a.Int != 0)
	case EnumParam:
		return a.Enum
	}
	return strconv.FormatInt(a.Int, 10)
}

// class groups the kinds that may be compared with each other.
func (k ParamKind) class() string {
	if k == UIntParam || k == IntParam {
		return "integer"
	}
	return k.String()
}

// predicateScope evaluates a predicate for given arguments. Both sides of && and
// || are always evaluated, so that every mistake is found whatever the values.
type predicateScope map[string]TemplateArg

// EvalPredicate evaluates the text of a predicate. Errors predicate-parse,
// predicate-name for a name that is not a parameter or literal, predicate-kind for
// operands of wrong kinds.
func EvalPredicate(text string, args map[string]TemplateArg) (bool, error) {
	parsed, err := predicateGrammar.Parse(text)
	if err != nil {
		return false, err
	}
	v, err := predicateScope(args).or(parsed)
	if err != nil {
		return false, err
	}
	return v.Int != 0, needKind(v, BoolParam)
}

func boolArg(b bool) TemplateArg {
	if b {
		return TemplateArg{Kind: BoolParam, Int: 1}
	}
	return TemplateArg{Kind: BoolParam}
}

func needKind(v TemplateArg, k ParamKind) error {
	if v.Kind != k {
		return diag.Errorf("predicate-kind", "expected a truth value in predicate, but '%s' is of kind %s", v.CPP(), v.Kind)
	}
	return nil
}

func (s predicateScope) or(t *orText) (TemplateArg, error) {
	if len(t.Terms) == 1 {
		return s.and(&t.Terms[0])
	}
	result := false
	for i := range t.Terms {
		v, err := s.and(&t.Terms[i])
		if err == nil {
			err = needKind(v, BoolParam)
		}
		if err != nil {
			return v, err
		}
		result = result || v.Int != 0
	}
	return boolArg(result), nil
}

func (s predicateScope) and(t *andText) (TemplateArg, error) {
	if len(t.Terms) == 1 {
		return s.not(&t.Terms[0])
	}
	result := true
	for i := range t.Terms {
		v, err := s.not(&t.Terms[i])
		if err == nil {
			err = needKind(v, BoolParam)
		}
		if err != nil {
			return v, err
		}
		result = result && v.Int != 0
	}
	return boolArg(result), nil
}

func (s predicateScope) not(t *notText) (TemplateArg, error) {
	if t.Not == nil {
		return s.compare(t.Compare)
	}
	v, err := s.not(t.Not)
	if err == nil {
		err = needKind(v, BoolParam)
	}
	return boolArg(v.Int == 0), err
}

func (s predicateScope) compare(t *compareText) (TemplateArg, error) {
	left, err := s.primary(&t.Left)
	if err != nil || t.Op == "" {
		return left, err
	}
	right, err := s.primary(t.Right)
	if err != nil {
		return right, err
	}
	if left.Kind.class() != right.Kind.class() {
		return left, diag.Errorf("predicate-kind", "cannot compare '%s' of kind %s with '%s' of kind %s", left.CPP(), left.Kind, right.CPP(), right.Kind)
	}
	switch t.Op {
	case "==":
		return boolArg(left.CPP() == right.CPP()), nil
	case "!=":
		return boolArg(left.CPP() != right.CPP()), nil
	}
	if left.Kind.class() != "integer" {
		return left, diag.Errorf("predicate-kind", "expected integers on both sides of '<', but '%s' is of kind %s", left.CPP(), left.Kind)
	}
	return boolArg(left.Int < right.Int), nil
}

func (s predicateScope) primary(t *primaryText) (TemplateArg, error) {
	switch {
	case t.Or != nil:
		return s.or(t.Or)
	case t.Int != "":
		n, err := strconv.ParseInt(t.Int, 10, 64)
		if err != nil {
			return TemplateArg{}, diag.Errorf("predicate-parse", "integer %s is too large", t.Int)
		}
		return TemplateArg{Kind: IntParam, Int: n}, nil
	case t.Name == "true", t.Name == "false":
		return boolArg(t.Name == "true"), nil
	case strings.Contains(t.Name, "::"):
		return TemplateArg{Kind: EnumParam, Enum: t.Name}, nil
	}
	if a, ok := s[t.Name]; ok {
		return a, nil
	}
	if e, err := ByIRName(t.Name); err == nil {
		return TemplateArg{Kind: TypeParam, Elem: e}, nil
	}
	known := []string{"true", "false"}
	for name := range s {
		known = append(known, name)
	}
	slices.Sort(known) // the parameters come out of a map
	for _, e := range scalar.Types() {
		known = append(known, e.IRName())
	}
	return TemplateArg{}, diag.Errorf("predicate-name", "'%s' is no template parameter and no literal%s", t.Name, diag.DidYouMean(t.Name, known))
}
