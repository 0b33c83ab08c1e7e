package ir

import (
	"errors"
	"testing"
)

func TestCheckDialects(t *testing.T) {
	t.Parallel()
	with := func(ops ...*OpDef) *Dialect {
		return &Dialect{Name: "toy", Define: func() Definitions { return Definitions{Ops: ops} }}
	}
	for name, tc := range map[string]struct {
		dialects []*Dialect
		want     string
	}{
		"fine":        {[]*Dialect{with(&OpDef{Kind: "toy.a"}), Builtin}, ""},
		"no name":     {[]*Dialect{{}}, "dialect '': expected a name of letters, digits and '_'"},
		"taken":       {[]*Dialect{with(), with()}, "dialect 'toy': the name is taken by another dialect"},
		"builtin":     {[]*Dialect{{Name: "builtin"}}, "dialect 'builtin': the name is taken by another dialect"},
		"operation":   {[]*Dialect{with(&OpDef{Kind: "toy.a"}, &OpDef{Kind: "toy.a"})}, "dialect 'toy': there are two operations named 'toy.a'"},
		"prefix":      {[]*Dialect{with(&OpDef{Kind: "boy.a"})}, "operation 'boy.a': expected a name that begins with 'toy.'"},
		"operand":     {[]*Dialect{with(&OpDef{Kind: "toy.a", Operands: []ValueDef{{Name: "x"}, {Name: "x"}}})}, "operation 'toy.a': there are two operand or results named 'x'"},
		"attribute":   {[]*Dialect{with(&OpDef{Kind: "toy.a", Attrs: []PropDef{{Name: "x", Type: AnyAttr}, {Name: "x", Type: AnyAttr}}})}, "operation 'toy.a': there are two attributes named 'x'"},
		"region":      {[]*Dialect{with(&OpDef{Kind: "toy.a", Regions: []RegionDef{{Name: "x"}, {Name: "x"}}})}, "operation 'toy.a': there are two regions named 'x'"},
		"successor":   {[]*Dialect{with(&OpDef{Kind: "toy.a", Successors: []SuccessorDef{{Name: "x"}, {Name: "x"}}})}, "operation 'toy.a': there are two successors named 'x'"},
		"unnamed":     {[]*Dialect{with(&OpDef{Kind: "toy.a", Operands: []ValueDef{{}}})}, "operation 'toy.a': operand or result has no name"},
		"no parse":    {[]*Dialect{{Name: "toy", Define: func() Definitions { return Definitions{Attrs: []*AttrDef{{Mnemonic: "a"}}} }}}, "attribute '#toy.a': the function Parse is missing"},
		"format":      {[]*Dialect{with(&OpDef{Kind: "toy.a", Assembly: "$x attr-dict"})}, "operation 'toy.a': assembly format of toy.a:1:3: unknown name $x"},
		"constraint":  {[]*Dialect{with(&OpDef{Kind: "toy.a", Constraints: []Constraint{AllTypesMatch{"x"}}})}, "operation 'toy.a': a constraint names 'x', which is no operand, result or attribute"},
		"form":        {[]*Dialect{with(&OpDef{Kind: "toy.a", Operands: []ValueDef{{Name: "x"}}, Form: "$x `to` type($y)?"})}, "operation 'toy.a': its form names 'y', which is no operand, result, attribute or region"},
		"parse alone": {[]*Dialect{with(&OpDef{Kind: "toy.a", Parse: func(OpParser, *OpState) {}})}, "operation 'toy.a': Parse and Print come together"},
		"type":        {[]*Dialect{{Name: "toy", Define: func() Definitions { return Definitions{Types: []*TypeDef{{Mnemonic: "t"}}} }}}, "type '!toy.t': the function Parse is missing"},
		"pattern":     {[]*Dialect{with(&OpDef{Kind: "toy.a", Patterns: []*Pattern{{Name: "p"}}})}, "operation 'toy.a': pattern 'p' has no Rewrite"},
		"several at once": {[]*Dialect{with(&OpDef{Kind: "b.a"}, &OpDef{Kind: "c.a"})},
			"operation 'b.a': expected a name that begins with 'toy.'\noperation 'c.a': expected a name that begins with 'toy.'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := CheckDialects(tc.dialects...)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			var fault *Fault
			if err != nil && !errors.As(err, &fault) {
				t.Error("the error holds no *Fault")
			}
		})
	}
}
