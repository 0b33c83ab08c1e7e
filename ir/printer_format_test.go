package ir

import (
	"fmt"
	"strings"
	"testing"
)

// formatCases print one operation `test.x` with two i32 operands (lhs, rhs), an f32
// operand list (rest) and the attributes that a case sets.
var formatCases = []struct {
	assembly string
	attrs    func(c *Context) []NamedAttr
	rest     int
	want     string
}{
	{assembly: "$lhs `,` $rhs attr-dict `:` type($lhs)", rest: 0, want: "test.x %arg0, %arg1 : i32"},
	{assembly: "$lhs `[` $rhs `]` attr-dict", rest: 0, want: "test.x %arg0[%arg1]"},
	{assembly: "`(` $lhs `)` `->` $rhs attr-dict", rest: 0, want: "test.x(%arg0) -> %arg1"},
	{assembly: "operands attr-dict `:` functional-type(operands, results)", rest: 1,
		want: "test.x %arg0, %arg1, %arg2 : (i32, i32, f32) -> i64"},
	{assembly: "$lhs `` $rhs attr-dict", rest: 0, want: "test.x %arg0%arg1"},
	{assembly: "`<` $lhs `>` `{` $rhs `}` attr-dict", rest: 0, want: "test.x<%arg0> {%arg1}"},
	{assembly: "$lhs `keyword` `(` $rhs `)` attr-dict", rest: 0, want: "test.x %arg0 keyword(%arg1)"},
	{assembly: "$lhs (`rest` $rest^ `:` type($rest))? attr-dict", rest: 0, want: "test.x %arg0"},
	{assembly: "$lhs (`rest` $rest^ `:` type($rest))? attr-dict", rest: 2, want: "test.x %arg0 rest %arg2, %arg2 : f32, f32"},
	{assembly: "$lhs (`rest` $rest^) : (`none`)? attr-dict", rest: 0, want: "test.x %arg0 none"},
	{assembly: "$lhs (`exact` $flag^)? attr-dict", rest: 0, want: "test.x %arg0"},
	{assembly: "$lhs (`exact` $flag^)? attr-dict", attrs: flag, rest: 0, want: "test.x %arg0 exact"},
	{assembly: "$lhs attr-dict", attrs: flag, rest: 0, want: "test.x %arg0 {flag}"},
	{assembly: "$lhs attr-dict-with-keyword", attrs: flag, rest: 0, want: "test.x %arg0 attributes {flag}"},
	{assembly: "$lhs attr-dict", attrs: mode(0), rest: 0, want: "test.x %arg0"},
	{assembly: "$lhs attr-dict", attrs: mode(1), rest: 0, want: "test.x %arg0 {mode = 1 : i32}"},
	{assembly: "$lhs (`mode` `=` $mode^)? attr-dict", attrs: mode(0), rest: 0, want: "test.x %arg0"},
	{assembly: "$lhs (`mode` `=` $mode^)? attr-dict", attrs: mode(1), rest: 0, want: "test.x %arg0 mode = fast"},
	{assembly: "$lhs $num attr-dict", attrs: number, rest: 0, want: "test.x %arg0 7 {other = 1 : i64}"},
	{assembly: "$lhs `sizes` $sizes attr-dict", attrs: sizes, rest: 0, want: "test.x %arg0 sizes [1, -2]"},
	{assembly: "$name attr-dict", attrs: symbol, rest: 0, want: `test.x @"a b"`},
	{assembly: "$lhs prop-dict attr-dict", attrs: number, rest: 0, want: "test.x %arg0 <{num = 7 : i64}> {other = 1 : i64}"},
	{assembly: "$lhs (`?` type($out)^)? attr-dict", rest: 0, want: "test.x %arg0 ? i64"},
	{assembly: "oilist(`num` $num | `flag` $flag) attr-dict", attrs: number, rest: 0, want: "test.x num 7 {other = 1 : i64}"},
	{assembly: "$lhs custom<Both>($rhs, ref($lhs)) attr-dict", rest: 0, want: "test.x %arg0 %arg1 of %arg0"},
	{assembly: "attr-dict `:` `\\n` $lhs", rest: 0, want: "test.x :\n %arg0"},
	{assembly: "$lhs (`exact` $flag^) : (`plain`)? attr-dict", attrs: flag, rest: 0, want: "test.x %arg0 exact"},
	{assembly: "$lhs (`exact` $flag^) : (`plain`)? attr-dict", rest: 0, want: "test.x %arg0 plain"},
	{assembly: "$lhs (`plain`) : (`exact` $flag^)? attr-dict", attrs: flag, rest: 0, want: "test.x %arg0 exact"},
	{assembly: "$lhs (`plain`) : (`exact` $flag^)? attr-dict", rest: 0, want: "test.x %arg0 plain"},
	{assembly: "$lhs (`plain`) : ($flag^ `exact`)? attr-dict", attrs: flag, rest: 0, want: "test.x %arg0 unit exact"},
	{assembly: "$lhs ($flag^ `exact`)? attr-dict", attrs: flag, rest: 0, want: "test.x %arg0 unit exact"},
	{assembly: "$lhs attr-dict `:` qualified(type($lhs))", rest: 0, want: "test.x %arg0 : i32"},
	{assembly: "$lhs qualified($mode) attr-dict", attrs: mode(1), rest: 0, want: "test.x %arg0 1 : i32"},
	{assembly: "oilist(`num` $num | `flag` $flag) attr-dict", attrs: flag, rest: 0, want: "test.x flag"},
	{assembly: "oilist(`rest` $rest | `sizes` $sizes) attr-dict", attrs: sizes, rest: 1,
		want: "test.x rest %arg2 sizes [1, -2]"},
	{assembly: "$lhs (`sizes` $sizes^)? attr-dict", attrs: number, rest: 0,
		want: "test.x %arg0 {num = 7 : i64, other = 1 : i64}"},
	{assembly: "operands attr-dict `:` type(operands) `->` type(results)", rest: 0,
		want: "test.x %arg0, %arg1 : i32, i32 -> i64"},
	{assembly: "$lhs prop-dict attr-dict", attrs: flag, rest: 0, want: "test.x %arg0 <{flag}>"},
	{assembly: "$lhs prop-dict attr-dict", rest: 0, want: "test.x %arg0 "},
	{assembly: "$lhs prop-dict attr-dict", attrs: several, rest: 0,
		want: `test.x %arg0 <{flag, name = "a b", num = 7 : i64}> {zero = 0 : i64}`},
	{assembly: "$lhs attr-dict", attrs: several, rest: 0,
		want: `test.x %arg0 {flag, name = "a b", num = 7 : i64, zero = 0 : i64}`},
	{assembly: "$lhs $own attr-dict", attrs: own("#own.word<3>"), rest: 0, want: "test.x %arg0 <3>"},
	{assembly: "$lhs $own attr-dict", attrs: own("#own.a_2b"), rest: 0, want: "test.x %arg0 #own.a_2b"},
	{assembly: "$lhs $own attr-dict", attrs: own("3.5"), rest: 0, want: "test.x %arg0 3.5"},
	{assembly: "$lhs qualified($own) attr-dict", attrs: own("#own.word<3>"), rest: 0, want: "test.x %arg0 #own.word<3>"},
	{assembly: "$lhs $whole attr-dict", attrs: whole, rest: 0, want: "test.x %arg0 #own.word<3>"}, // the parser reads it completely
	{assembly: "$lhs $own attr-dict", attrs: opaque, rest: 0, want: "test.x %arg0 #foo<\"a.b\">"},
}

func flag(c *Context) []NamedAttr   { return []NamedAttr{{"flag", c.Unit()}} }
func symbol(c *Context) []NamedAttr { return []NamedAttr{{"name", c.Str("a b")}} }
func sizes(c *Context) []NamedAttr {
	return []NamedAttr{{"sizes", c.DenseI64Array([]int64{1, -2})}}
}
func number(c *Context) []NamedAttr {
	return []NamedAttr{{"other", c.I64Attr(1)}, {"num", c.I64Attr(7)}}
}
func several(c *Context) []NamedAttr {
	return []NamedAttr{{"zero", c.I64Attr(0)}, {"num", c.I64Attr(7)}, {"name", c.Str("a b")}, {"flag", c.Unit()}}
}
func opaque(c *Context) []NamedAttr {
	return []NamedAttr{{"own", c.OpaqueAttr("foo", Spell(c).Str("#foo<\"a.b\">"), nil)}}
}

// own is an attribute with the given spelling.
func own(text string) func(*Context) []NamedAttr {
	return func(c *Context) []NamedAttr {
		return []NamedAttr{{"own", InternAttr(Spell(c).Str(text), func(b AttrBase) *ownAttr { return &ownAttr{b} })}}
	}
}

func whole(c *Context) []NamedAttr { return []NamedAttr{{"whole", own("#own.word<3>")(c)[0].Value}} }

type ownAttr struct{ AttrBase }

func mode(n int64) func(*Context) []NamedAttr {
	return func(c *Context) []NamedAttr { return []NamedAttr{{"mode", c.Int(c.I32(), n)}} }
}

func TestFormatPrinting(t *testing.T) {
	t.Parallel()
	for _, tc := range formatCases {
		t.Run(tc.assembly, func(t *testing.T) {
			t.Parallel()
			def := &OpDef{
				Kind: "test.x",
				Operands: []ValueDef{{Name: "lhs", Type: AnyType}, {Name: "rhs", Type: AnyType},
					{Name: "rest", Type: AnyType, Kind: Variadic}},
				Results: []ValueDef{{Name: "out", Type: AnyType, Kind: Variadic}},
				Attrs: []PropDef{
					{Name: "flag", Type: UnitConstraint, Optional: true},
					{Name: "mode", Type: IntEnum("a mode", 32, []string{"slow", "fast"}, nil),
						Default: func(c *Context) Attribute { return c.Int(c.I32(), 0) }},
					{Name: "num", Type: I64Attr, Optional: true},
					{Name: "sizes", Type: DenseI64ArrayAttr, Optional: true},
					{Name: "name", Type: SymbolNameAttr, Optional: true},
					{Name: "own", Type: &AttrConstraint{Summary: "any attribute", Check: func(Attribute) bool { return true }, Parse: func(p AsmParser) Attribute { return p.Attr(nil) }}, Optional: true},
					{Name: "whole", Type: &AttrConstraint{Summary: "any attribute", Check: func(Attribute) bool { return true }}, Optional: true},
				},
				Assembly: tc.assembly,
				Custom: map[string]CustomDirective{"Both": {Print: func(p *Printer, op *Operation, args []FormatArg) {
					p.Operand(op.Operand(args[0].Index)).Str(" of ").Operand(op.Operand(args[1].Index))
					if args[0].Ref || !args[1].Ref {
						p.Str(" wrong")
					}
				}}},
			}
			if _, err := def.Format(); err != nil {
				t.Fatal(err)
			}
			c := NewContext(&Dialect{Name: "test", Define: func() Definitions { return Definitions{Ops: []*OpDef{def}} }})
			b := NewBuilder(c)
			m := b.Op(ModuleOp{}, nil, nil)
			body := b.NewBlock(m.Region(0), []Type{c.I32(), c.I32(), c.F32()}, Location{})
			operands := []*Value{body.Arg(0), body.Arg(1)}
			for range tc.rest {
				operands = append(operands, body.Arg(2))
			}
			var attrs []NamedAttr
			if tc.attrs != nil {
				attrs = tc.attrs(c)
			}
			op := b.Op(Kind("test.x"), operands, []Type{c.I64()}, attrs...)
			got, ok := strings.CutPrefix(op.String(), "%0 = ")
			if !ok || got != tc.want {
				t.Errorf("got  %q\nwant %q", op.String(), tc.want)
			}
		})
	}
}

func TestFormatMistakes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ assembly, want string }{
		{"$nobody attr-dict", "1:8: unknown name $nobody"},
		{"`open attr-dict", "1:2: literal does not end"},
		{"($lhs)? attr-dict", "1:8: optional group without anchor ^"},
		{"()? attr-dict", "1:4: optional group without anchor ^"},
		{"(`a` $lhs^ attr-dict", "1:21: unknown directive \"\""},
		{"$lhs\n  type($lhs, $rhs) attr-dict", "2:19: expected 1 arguments, found 2"},
		{"custom<Unknown>($lhs) attr-dict", "1:16: custom directive Unknown is not declared"},
		{"strange attr-dict", "1:8: unknown directive \"strange\""},
		{"$lhs ) attr-dict", "1:6: unknown directive \"\""},
		{"custom<", "1:8: expected \">\""},
		{"\"open attr-dict", "1:2: string does not end"},
		{"() : ($lhs^)? attr-dict", "1:14: optional group without elements"},
	} {
		d := &OpDef{Kind: "test.x", Operands: []ValueDef{{Name: "lhs"}, {Name: "rhs"}}, Assembly: tc.assembly}
		_, err := d.Format()
		if got, want := fmt.Sprint(err), "assembly format of test.x:"+tc.want; got != want {
			t.Errorf("%q:\n got %s\nwant %s", tc.assembly, got, want)
		}
	}
}

func TestCheckFormat(t *testing.T) {
	t.Parallel()
	defined := &TypeConstraint{Summary: "type of a value", Check: func(Type) bool { return true }, Defined: true}
	word := StrEnum("mode", "slow", "fast")
	for _, tc := range []struct {
		def  *OpDef
		want string
	}{
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}}, Assembly: "$x attr-dict `:` type($x)"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}}, Assembly: "$x attr-dict"},
			"the type of operand #0, 'x', is not in the format and does not follow from other types; add type($x)"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined}}, Assembly: "$x attr-dict"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: IndexConstraint}}, Assembly: "$x attr-dict"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}}, Results: []ValueDef{{Name: "r", Type: AnyType}},
			Constraints: []Constraint{AllTypesMatch{"x", "r"}}, Assembly: "$x attr-dict `:` type($r)"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}}, Results: []ValueDef{{Name: "r", Type: AnyType}},
			Constraints: []Constraint{TypesMatchWith{From: "x", To: "r"}}, Assembly: "$x attr-dict `:` type($r)"},
			"the type of operand #0, 'x', is not in the format and does not follow from other types; add type($x)"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined}}, Traits: SameOperandsAndResultType, Results: []ValueDef{{Name: "r", Type: AnyType}},
			Assembly: "$x attr-dict"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined}}, Results: []ValueDef{{Name: "r", Type: AnyType}}, Assembly: "$x attr-dict"},
			"the type of result #0, 'r', is not in the format and does not follow from other types; add type($r)"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined}}, Assembly: "attr-dict"}, "operand #0, named 'x', not found"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined}}, Assembly: "$x `,` $x attr-dict"}, "$x appears twice"},
		{&OpDef{Regions: []RegionDef{{Name: "body"}}, Assembly: "attr-dict"}, "region #0, named 'body', not found"},
		{&OpDef{Successors: []SuccessorDef{{Name: "dest"}}, Assembly: "attr-dict"}, "successor #0, named 'dest', not found"},
		{&OpDef{Assembly: "`x`"}, "'attr-dict' directive not found"},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word}}, Assembly: "($m^)? attr-dict"},
			"$m begins an optional group, but it is not optional"},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word, Optional: true}}, Assembly: "(`a` `b`^ $m)? attr-dict"},
			"the anchor of an optional group is a variable, a type or a custom directive"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}}, Results: []ValueDef{{Name: "r", Type: defined}},
			Constraints: []Constraint{AllTypesMatch{"x", "r"}}, Assembly: "$x attr-dict"},
			"the type of operand #0, 'x', is not in the format and does not follow from other types; add type($x)\nassembly format of test.x: the type of result #0, 'r', is not in the format and does not follow from other types; add type($r)"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}}, Attrs: []PropDef{{Name: "a", Type: AnyAttr}}, Results: []ValueDef{{Name: "r", Type: IndexConstraint}},
			Constraints: []Constraint{AllTypesMatch{"x", "a"}}, Assembly: "$x $a attr-dict"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}, {Name: "y", Type: AnyType}, {Name: "z", Type: AnyType}},
			Constraints: []Constraint{AllTypesMatch{"x", "y"}, TypesMatchWith{From: "z", To: "y"}}, Assembly: "operands attr-dict `:` type($z)"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}, {Name: "y", Type: AnyType}}, Traits: SameTypeOperands, Results: []ValueDef{{Name: "r", Type: AnyType}},
			Assembly: "$x `,` $y attr-dict `:` type($y)"}, "the type of result #0, 'r', is not in the format and does not follow from other types; add type($r)"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}, {Name: "y", Type: AnyType}}, Traits: SameOperandsAndResultType, Results: []ValueDef{{Name: "r", Type: AnyType}},
			Assembly: "$x `,` $y attr-dict `:` type($r)"}, ""},
		{&OpDef{Results: []ValueDef{{Name: "r", Type: AnyType}, {Name: "s", Type: IndexConstraint}, {Name: "t", Type: AnyType}}, Assembly: "attr-dict"},
			"the type of result #0, 'r', is not in the format and does not follow from other types; add type($r)\nassembly format of test.x: the type of result #2, 't', is not in the format and does not follow from other types; add type($t)"},
		{&OpDef{Results: []ValueDef{{Name: "r", Type: AnyType}, {Name: "s", Type: AnyType}}, Assembly: "attr-dict `:` type(results)"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: AnyType}}, Results: []ValueDef{{Name: "r", Type: AnyType}}, Assembly: "operands attr-dict `:` functional-type(operands, results)"}, ""},
		{&OpDef{Regions: []RegionDef{{Name: "a"}, {Name: "b"}}, Assembly: "$a attr-dict"}, "region #1, named 'b', not found"},
		{&OpDef{Regions: []RegionDef{{Name: "a"}, {Name: "b"}}, Assembly: "regions attr-dict"}, ""},
		{&OpDef{Successors: []SuccessorDef{{Name: "a"}, {Name: "b"}}, Assembly: "$a attr-dict"}, "successor #1, named 'b', not found"},
		{&OpDef{Successors: []SuccessorDef{{Name: "a"}, {Name: "b"}}, Assembly: "successors prop-dict"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined}}, Assembly: "($x^)? attr-dict"}, "$x begins an optional group, but it is not optional"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined, Kind: Optional}}, Assembly: "(` ` $x^)? attr-dict"}, ""},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined}}, Assembly: "(` ` `` $x^)? attr-dict"}, "$x begins an optional group, but it is not optional"},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word, Optional: true}}, Assembly: "(` ` $m^)? attr-dict"}, ""},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word, Default: func(c *Context) Attribute { return c.Str("slow") }}}, Assembly: "($m^)? attr-dict"}, ""},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word, Optional: true}}, Assembly: "(attr-dict $m^)?"}, "an optional group begins with an element by which the parser can recognize it"},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word, Optional: true}}, Assembly: "(oilist(`a` $m) $m^)? attr-dict"}, "an optional group begins with an element by which the parser can recognize it"},
		{&OpDef{Operands: []ValueDef{{Name: "x", Type: defined, Kind: Optional}, {Name: "y", Type: defined, Kind: Optional}}, Assembly: "(`a` $x^) : (`b` $y)? attr-dict"}, ""},
		{&OpDef{Results: []ValueDef{{Name: "r", Type: IndexConstraint}}, Assembly: "$r attr-dict"}, "results appear only in type(…), not as $r"},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word}}, Assembly: "attr-dict `:` type($m)"}, "only operands and results have types"},
		{&OpDef{Assembly: "(` ` ``^)? attr-dict"},
			"an optional group begins with an element by which the parser can recognize it\nassembly format of test.x: the anchor of an optional group is a variable, a type or a custom directive"},
		{&OpDef{Attrs: []PropDef{{Name: "m", Type: word, Optional: true}}, Assembly: "oilist($m) attr-dict"}, "a clause of oilist begins with a literal"},
	} {
		t.Run(tc.def.Assembly, func(t *testing.T) {
			t.Parallel()
			tc.def.Kind = Kind("test.x")
			got := ""
			if err := CheckFormat(tc.def); err != nil {
				got = err.Error()
			}
			if want := tc.want; got != want && got != "assembly format of test.x: "+want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}
