package poplar

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// ParamKind is the kind of a template parameter or of a value in an expression.
type ParamKind uint8

const (
	TypeParam  ParamKind = iota + 1 // a scalar type
	BoolParam                       // i1
	UIntParam                       // ui32
	IntParam                        // si32, and integer literals
	ClassParam                      // a C++ class
	EnumParam                       // an enumeration
)

func (k ParamKind) String() string {
	return [...]string{TypeParam: "type", BoolParam: "i1", UIntParam: "ui32", IntParam: "si32", ClassParam: "class", EnumParam: "enum"}[k]
}

// TemplateArg is the value of a template parameter or literal.
type TemplateArg struct {
	Kind ParamKind
	Elem scalar.Type // TypeParam
	Int  int64       // BoolParam, UIntParam, IntParam
	Name string      // ClassParam, EnumParam: qualified name of the class or enumerator
}

// CPP is the canonical C++ spelling of the argument.
func (a TemplateArg) CPP() string {
	switch a.Kind {
	case TypeParam:
		return a.Elem.String()
	case BoolParam:
		return strconv.FormatBool(a.Int != 0)
	case EnumParam, ClassParam:
		return a.Name
	}
	return strconv.FormatInt(a.Int, 10)
}

// comparable groups the kinds that may be compared with each other.
func (k ParamKind) comparable() string {
	switch k {
	case UIntParam, IntParam:
		return "integer"
	case EnumParam, ClassParam:
		return "name"
	}
	return k.String()
}

// scope evaluates expressions for given arguments. Both sides of && and || and of ?: are
// always evaluated, so that every mistake is found, whatever the values are.
type scope map[string]TemplateArg

// EvalPredicate evaluates the text of a predicate. The error codes are predicate-parse,
// predicate-name for a name that is not a parameter or literal, predicate-kind for
// operands of wrong kinds, predicate-value for a division by zero and for numbers that
// leave 64 bits.
func EvalPredicate(text string, args map[string]TemplateArg) (bool, error) {
	parsed, err := predicateGrammar.Parse(text)
	if err != nil {
		return false, err
	}
	v, err := scope(args).choice(parsed)
	if err == nil {
		err = needKind(v, BoolParam)
	}
	return v.Int != 0, err
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

func (s scope) choice(t *choiceText) (TemplateArg, error) {
	v, err := s.or(&t.If)
	if err != nil || t.Then == nil {
		return v, err
	}
	if err := needKind(v, BoolParam); err != nil {
		return v, err
	}
	then, err := s.choice(t.Then)
	if err != nil {
		return then, err
	}
	otherwise, err := s.choice(t.Else)
	if err != nil {
		return otherwise, err
	}
	if then.Kind.comparable() != otherwise.Kind.comparable() {
		return then, diag.Errorf("predicate-kind", "cannot choose between '%s' of kind %s and '%s' of kind %s", then.CPP(), then.Kind, otherwise.CPP(), otherwise.Kind)
	}
	if v.Int == 0 {
		return otherwise, nil
	}
	return then, nil
}

func (s scope) or(t *orText) (TemplateArg, error) {
	return fold(t.Terms, s.and, func(a, b bool) bool { return a || b })
}

func (s scope) and(t *andText) (TemplateArg, error) {
	return fold(t.Terms, s.not, func(a, b bool) bool { return a && b })
}

// fold combines the truth values of several terms; a single term may have any kind.
func fold[T any](terms []T, value func(*T) (TemplateArg, error), combine func(a, b bool) bool) (TemplateArg, error) {
	result, err := value(&terms[0])
	if len(terms) == 1 || err != nil {
		return result, err
	}
	if err := needKind(result, BoolParam); err != nil {
		return result, err
	}
	for i := range terms[1:] {
		v, err := value(&terms[1+i])
		if err == nil {
			err = needKind(v, BoolParam)
		}
		if err != nil {
			return v, err
		}
		result = boolArg(combine(result.Int != 0, v.Int != 0))
	}
	return result, nil
}

func (s scope) not(t *notText) (TemplateArg, error) {
	if t.Not == nil {
		return s.compare(t.Compare)
	}
	v, err := s.not(t.Not)
	if err == nil {
		err = needKind(v, BoolParam)
	}
	return boolArg(v.Int == 0), err
}

func (s scope) compare(t *compareText) (TemplateArg, error) {
	left, err := s.sum(&t.Left)
	if err != nil || t.Op == "" {
		return left, err
	}
	right, err := s.sum(t.Right)
	if err != nil {
		return right, err
	}
	kind := left.Kind.comparable()
	if kind != right.Kind.comparable() {
		return left, diag.Errorf("predicate-kind", "cannot compare '%s' of kind %s with '%s' of kind %s", left.CPP(), left.Kind, right.CPP(), right.Kind)
	}
	switch t.Op {
	case "==":
		return boolArg(left.CPP() == right.CPP()), nil
	case "!=":
		return boolArg(left.CPP() != right.CPP()), nil
	}
	if kind != "integer" {
		return left, diag.Errorf("predicate-kind", "expected integers on both sides of '%s', but '%s' is of kind %s", t.Op, left.CPP(), left.Kind)
	}
	return boolArg(left.Int < right.Int || t.Op == "<=" && left.Int == right.Int), nil
}

func (s scope) sum(t *sumText) (TemplateArg, error) {
	v, err := s.product(&t.First)
	for i := range t.Rest {
		if err != nil {
			return v, err
		}
		v, err = calculate(v, t.Rest[i].Op, func() (TemplateArg, error) { return s.product(&t.Rest[i].Term) })
	}
	return v, err
}

func (s scope) product(t *productText) (TemplateArg, error) {
	v, err := s.primary(&t.First)
	for i := range t.Rest {
		if err != nil {
			return v, err
		}
		v, err = calculate(v, t.Rest[i].Op, func() (TemplateArg, error) { return s.primary(&t.Rest[i].Term) })
	}
	return v, err
}

// calculate applies an operator of C++ to integers. The error codes are predicate-kind
// and predicate-value.
func calculate(left TemplateArg, op string, operand func() (TemplateArg, error)) (TemplateArg, error) {
	right, err := operand()
	if err != nil {
		return right, err
	}
	for _, v := range []TemplateArg{left, right} {
		if v.Kind.comparable() != "integer" {
			return v, diag.Errorf("predicate-kind", "expected integers on both sides of '%s', but '%s' is of kind %s", op, v.CPP(), v.Kind)
		}
	}
	a, b := left.Int, right.Int
	if (op == "/" || op == "%") && b == 0 {
		return left, diag.Errorf("predicate-value", "%d %s 0 has no value", a, op)
	}
	if tooLarge(a) || tooLarge(b) {
		return left, diag.Errorf("predicate-value", "%d %s %d leaves the numbers that an expression may have", a, op, b)
	}
	v := TemplateArg{Kind: IntParam}
	switch op {
	case "+":
		v.Int = a + b
	case "-":
		v.Int = a - b
	case "*":
		v.Int = a * b
	case "/":
		v.Int = a / b
	case "%":
		v.Int = a % b
	}
	return v, nil
}

// tooLarge reports whether a product with n may exceed 64 bits.
func tooLarge(n int64) bool { return n != int64(int32(n)) }

func (s scope) primary(t *primaryText) (TemplateArg, error) {
	switch {
	case t.Choice != nil:
		return s.choice(t.Choice)
	case t.Sizeof != nil:
		v, err := s.choice(t.Sizeof)
		if err == nil && v.Kind != TypeParam {
			err = diag.Errorf("predicate-kind", "expected a type in sizeof, but '%s' is of kind %s", v.CPP(), v.Kind)
		}
		return TemplateArg{Kind: IntParam, Int: int64(v.Elem.Size())}, err
	case t.Minus != nil:
		zero := TemplateArg{Kind: IntParam}
		return calculate(zero, "-", func() (TemplateArg, error) { return s.primary(t.Minus) })
	case t.Int != "":
		n, err := strconv.ParseInt(t.Int, 10, 64)
		if err != nil {
			return TemplateArg{}, diag.Errorf("predicate-parse", "integer %s is too large", t.Int)
		}
		return TemplateArg{Kind: IntParam, Int: n}, nil
	case t.Param != "":
		return s.param(t.Param[1:])
	case t.Name == "true", t.Name == "false":
		return boolArg(t.Name == "true"), nil
	case strings.Contains(t.Name, "::"):
		return TemplateArg{Kind: EnumParam, Name: strings.TrimPrefix(t.Name, "::")}, nil
	}
	if a, ok := s[t.Name]; ok {
		return a, nil
	}
	if e, err := ByIRName(t.Name); err == nil {
		return TemplateArg{Kind: TypeParam, Elem: e}, nil
	}
	if enum := layoutEnum(t.Name); enum != "" {
		return TemplateArg{Kind: EnumParam, Name: enum + t.Name}, nil
	}
	known := append([]string{"true", "false"}, slices.Sorted(maps.Keys(s))...)
	for _, e := range scalar.Types() {
		known = append(known, e.IRName())
	}
	return TemplateArg{}, diag.Errorf("predicate-name", "'%s' is no template parameter and no literal%s", t.Name, diag.DidYouMean(t.Name, known))
}

// param returns the value of a parameter that is written with $. The error code is
// template-param.
func (s scope) param(name string) (TemplateArg, error) {
	if a, ok := s[name]; ok {
		return a, nil
	}
	return TemplateArg{}, diag.Errorf("template-param", "'%s' is no template parameter%s", name, diag.DidYouMean(name, slices.Sorted(maps.Keys(s))))
}

// layoutEnum returns the C++ enumeration that contains a layout, followed by "::", or ""
// for a word that is not a layout (Poplar C++ API, VectorLayout and VectorListLayout).
func layoutEnum(word string) string {
	if _, err := target.ParseVectorLayout(word); err == nil {
		return "poplar::VectorLayout::"
	}
	if _, err := target.ParseListLayout(word); err == nil {
		return "poplar::VectorListLayout::"
	}
	return ""
}

// The values that the types of fields are made of.

// elem returns a type. The error code is template-param.
func (s scope) elem(t *sumText) (scalar.Type, error) {
	v, err := s.sum(t)
	if err == nil && v.Kind != TypeParam {
		err = wrongParam("a type", t, v)
	}
	return v.Elem, err
}

// layoutName returns the name of a layout. The error code is template-param.
func (s scope) layoutName(t *sumText) (string, error) {
	if word := t.String(); ir.IsBareIdentifier(word) { // the name may be unknown
		return word, nil
	}
	v, err := s.sum(t)
	if err == nil && v.Kind != EnumParam {
		err = wrongParam("a layout", t, v)
	}
	return v.Name[strings.LastIndex(v.Name, ":")+1:], err
}

// number returns an integer. The error code is template-param.
func (s scope) number(t *sumText) (int64, error) {
	v, err := s.sum(t)
	if err == nil && v.Kind.comparable() != "integer" {
		err = wrongParam("an integer", t, v)
	}
	return v.Int, err
}

// truth returns a truth value. The error code is template-param.
func (s scope) truth(t *choiceText) (bool, error) {
	v, err := s.choice(t)
	if err == nil && v.Kind != BoolParam {
		err = wrongParam("a truth value", t, v)
	}
	return v.Int != 0, err
}

func wrongParam(want string, t fmt.Stringer, v TemplateArg) error {
	return diag.Errorf("template-param", "expected %s as template parameter, but '%s' is of kind %s", want, strings.TrimPrefix(t.String(), "$"), v.Kind)
}
