package ir

import (
	"strings"
	"testing"
)

// formatCases print one operation `test.x` with two i32 operands (lhs, rhs), an
// f32 operand list (rest) and the attributes that a case sets.
var formatCases = []struct {
	assembly string
	attrs    func(c *Context) []NamedAttr
	rest     int
	want     string
}{
	{"$lhs `,` $rhs attr-dict `:` type($lhs)", nil, 0, "test.x %arg0, %arg1 : i32"},
	{"$lhs `[` $rhs `]` attr-dict", nil, 0, "test.x %arg0[%arg1]"},
	{"`(` $lhs `)` `->` $rhs attr-dict", nil, 0, "test.x(%arg0) -> %arg1"},
	{"operands attr-dict `:` functional-type(operands, results)", nil, 1, "test.x %arg0, %arg1, %arg2 : (i32, i32, f32) -> i64"},
	{"$lhs `` $rhs attr-dict", nil, 0, "test.x %arg0%arg1"},
	{"`<` $lhs `>` `{` $rhs `}` attr-dict", nil, 0, "test.x<%arg0> {%arg1}"},
	{"$lhs `keyword` `(` $rhs `)` attr-dict", nil, 0, "test.x %arg0 keyword(%arg1)"},
	{"$lhs (`rest` $rest^ `:` type($rest))? attr-dict", nil, 0, "test.x %arg0"},
	{"$lhs (`rest` $rest^ `:` type($rest))? attr-dict", nil, 2, "test.x %arg0 rest %arg2, %arg2 : f32, f32"},
	{"$lhs (`rest` $rest^) : (`none`)? attr-dict", nil, 0, "test.x %arg0 none"},
	{"$lhs (`exact` $flag^)? attr-dict", nil, 0, "test.x %arg0"},
	{"$lhs (`exact` $flag^)? attr-dict", flag, 0, "test.x %arg0 exact"},
	{"$lhs attr-dict", flag, 0, "test.x %arg0 {flag}"},
	{"$lhs attr-dict-with-keyword", flag, 0, "test.x %arg0 attributes {flag}"},
	{"$lhs attr-dict", mode(0), 0, "test.x %arg0"},
	{"$lhs attr-dict", mode(1), 0, "test.x %arg0 {mode = 1 : i32}"},
	{"$lhs (`mode` `=` $mode^)? attr-dict", mode(0), 0, "test.x %arg0"},
	{"$lhs (`mode` `=` $mode^)? attr-dict", mode(1), 0, "test.x %arg0 mode = fast"},
	{"$lhs $num attr-dict", number, 0, "test.x %arg0 7 {other = 1 : i64}"},
	{"$lhs `sizes` $sizes attr-dict", sizes, 0, "test.x %arg0 sizes [1, -2]"},
	{"$name attr-dict", symbol, 0, `test.x @"a b"`},
	{"$lhs prop-dict attr-dict", number, 0, "test.x %arg0 <{num = 7 : i64}> {other = 1 : i64}"},
	{"$lhs (`?` type($out)^)? attr-dict", nil, 0, "test.x %arg0 ? i64"},
	{"oilist(`num` $num | `flag` $flag) attr-dict", number, 0, "test.x num 7 {other = 1 : i64}"},
	{"$lhs custom<Both>($rhs, ref($lhs)) attr-dict", nil, 0, "test.x %arg0 %arg1 of %arg0"},
	{"attr-dict `:` `\\n` $lhs", nil, 0, "test.x :\n %arg0"},
}

func flag(c *Context) []NamedAttr   { return []NamedAttr{{"flag", c.Unit()}} }
func symbol(c *Context) []NamedAttr { return []NamedAttr{{"name", c.Str("a b")}} }
func sizes(c *Context) []NamedAttr {
	return []NamedAttr{{"sizes", c.DenseI64Array([]int64{1, -2})}}
}
func number(c *Context) []NamedAttr {
	return []NamedAttr{{"other", c.I64Attr(1)}, {"num", c.I64Attr(7)}}
}
func mode(n int64) func(*Context) []NamedAttr {
	return func(c *Context) []NamedAttr { return []NamedAttr{{"mode", c.Int(c.I32(), n)}} }
}

func TestFormatPrinting(t *testing.T) {
	t.Parallel()
	for _, tc := range formatCases {
		t.Run(tc.assembly, func(t *testing.T) {
			t.Parallel()
			def := &OpDef{
				Name: "test.x",
				Operands: []ValueDef{{Name: "lhs", Type: AnyType}, {Name: "rhs", Type: AnyType},
					{Name: "rest", Type: AnyType, Kind: Variadic}},
				Results: []ValueDef{{Name: "out", Type: AnyType, Kind: Variadic}},
				Attrs: []AttrDef{
					{Name: "flag", Type: UnitConstraint, Optional: true},
					{Name: "mode", Type: IntEnum("a mode", 32, []string{"slow", "fast"}, nil),
						Default: func(c *Context) Attribute { return c.Int(c.I32(), 0) }},
					{Name: "num", Type: I64Attr, Optional: true},
					{Name: "sizes", Type: DenseI64ArrayAttr, Optional: true},
					{Name: "name", Type: SymbolNameAttr, Optional: true},
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
			m := b.Op(Module, nil, nil)
			body := b.NewBlock(m.Region(0), []Type{c.I32(), c.I32(), c.F32()}, Location{})
			operands := []*Value{body.Arg(0), body.Arg(1)}
			for range tc.rest {
				operands = append(operands, body.Arg(2))
			}
			var attrs []NamedAttr
			if tc.attrs != nil {
				attrs = tc.attrs(c)
			}
			op := b.Op("test.x", operands, []Type{c.I64()}, attrs...)
			got, ok := strings.CutPrefix(op.String(), "%0 = ")
			if !ok || got != tc.want {
				t.Errorf("got  %q\nwant %q", op.String(), tc.want)
			}
		})
	}
}

func TestFormatMistakes(t *testing.T) {
	t.Parallel()
	for _, assembly := range []string{
		"$nobody attr-dict", "`open attr-dict", "($lhs)? attr-dict", "()? attr-dict", "(`a` $lhs^ attr-dict",
		"type($lhs, $rhs) attr-dict", "custom<Unknown>($lhs) attr-dict", "strange attr-dict", "$lhs ) attr-dict", "custom<",
	} {
		d := &OpDef{Name: "test.x", Operands: []ValueDef{{Name: "lhs"}, {Name: "rhs"}}, Assembly: assembly}
		if _, err := d.Format(); err == nil {
			t.Errorf("%q is accepted", assembly)
		}
	}
}
