package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/ir"
	"optc/parser"
)

// fmtDialect has operations whose formats omit the types of values that are defined
// before.
func fmtDialect() *ir.Dialect {
	defined := &ir.TypeConstraint{Summary: "any type", Check: func(ir.Type) bool { return true }, Defined: true}
	number := ir.CustomDirective{
		Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
			if u, ok := p.OptionalOperand(); ok {
				p.BindOperands(args[0], u)
				return
			}
			st.SetProp(args[1].Text, p.Context().I64Attr(p.Integer()))
		},
		Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
			if v := op.OptionalOperand(args[0].Index); v != nil {
				p.Operand(v)
				return
			}
			p.AttrWithoutType(op.Prop(args[1].Index))
		},
	}
	return &ir.Dialect{Name: "fmt", Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{
			{Kind: "fmt.def", Results: []ir.ValueDef{{Name: "r", Type: ir.AnyType}}, Assembly: "attr-dict `:` type($r)"},
			{Kind: "fmt.use", Operands: []ir.ValueDef{{Name: "xs", Type: defined, Kind: ir.Variadic}}, Assembly: "$xs attr-dict"},
			{Kind: "fmt.all", Operands: []ir.ValueDef{{Name: "x", Type: defined}, {Name: "y", Type: defined}}, Assembly: "operands attr-dict"},
			{
				Kind:     "fmt.view",
				Operands: []ir.ValueDef{{Name: "x", Type: defined}},
				Results:  []ir.ValueDef{{Name: "r", Type: ir.AnyType}},
				Attrs:    []ir.PropDef{{Name: "how", Type: ir.StrEnum("way", "plain", "strict")}},
				Infer: func(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
					return []ir.Type{st.Operands[0].Type()}, nil
				},
				Assembly: "$x $how attr-dict (`:` type($x)^ `to` type($r))?",
			},
			{
				Kind:     "fmt.same",
				Operands: []ir.ValueDef{{Name: "x", Type: defined}, {Name: "y", Type: ir.AnyType}},
				Results:  []ir.ValueDef{{Name: "r", Type: ir.AnyType}},
				Traits:   ir.SameOperandsAndResultType,
				Assembly: "$x `,` $y attr-dict",
			},
			{
				Kind: "fmt.at",
				Operands: []ir.ValueDef{
					{Name: "x", Type: defined}, {Name: "dynamic_at", Type: ir.IndexConstraint, Kind: ir.Optional},
				},
				Attrs: []ir.PropDef{
					{Name: "at", Type: ir.I64Attr, Optional: true},
					{Name: "mode", Type: ir.IntEnum("mode", 32, []string{"slow", "fast"}, nil), Optional: true},
				},
				Assembly: "$x (`at` custom<Number>($dynamic_at, $at)^)? (`mode` $mode^)? attr-dict",
				Custom:   map[string]ir.CustomDirective{"Number": number},
			},
		}}
	}}
}

func TestFormatsOfDefinedOperands(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, text, want string }{
		{"variadic", "%0 = fmt.def : i32\n%1 = fmt.def : f32\nfmt.use %0, %1, %0", ""},
		{"empty", "fmt.use", ""},
		{"operands", "%0 = fmt.def : i32\n%1 = fmt.def : f32\nfmt.all %0, %1", ""},
		{"types left out", "%0 = fmt.def : i32\n%1 = fmt.view %0 strict",
			"%0 = fmt.def : i32\n%1 = fmt.view %0 strict : i32 to i32"},
		{"types", "%0 = fmt.def : i32\n%1 = fmt.view %0 plain : i32 to f32", ""},
		{"types that follow", "%0 = fmt.def : i32\n%1 = fmt.same %0, %0\n%2 = fmt.same %1, %0", ""},
		{"number", "%0 = fmt.def : index\nfmt.at %0\nfmt.at %0 at 7\nfmt.at %0 at %0 mode fast", ""},

		{"wrong type", "%0 = fmt.def : i32\n%1 = fmt.view %0 plain : f32 to f32",
			"2:26: custom op 'fmt.view' expected the type of the operand, 'i32', but got 'f32'"},
		{"wrong type that follows", "%0 = fmt.def : i32\n%1 = fmt.def : f32\n%2 = fmt.same %0, %1",
			"3:19: use of value '%1' expects different type than prior uses: 'i32' vs 'f32'"},
		{"undefined", "%0 = fmt.view %1 plain\n%1 = fmt.def : i32", "1:15: use of undeclared SSA value name"},
		{"undefined in operands", "%0 = fmt.def : i32\nfmt.all %0, %1", "2:13: use of undeclared SSA value name"},
		{"undefined in a list", "%0 = fmt.def : i32\nfmt.use %0, %1", "2:13: use of undeclared SSA value name"},
		{"unknown word", "%0 = fmt.def : i32\n%1 = fmt.view %0 strit",
			"2:18: custom op 'fmt.view' expected way to be one of: plain, strict; did you mean 'strict'?"},
		{"unknown word of an integer", "%0 = fmt.def : i32\nfmt.at %0 mode fats",
			"2:16: custom op 'fmt.at' expected string or keyword containing one of the following enum values for attribute 'mode' [slow, fast]; did you mean 'fast'?"},
		{"no number", "%0 = fmt.def : i32\nfmt.at %0 at", "2:12: custom op 'fmt.at' expected integer value"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := ir.NewContext(fmtDialect())
			var ds ir.Diagnostics
			m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "a.mlir", Text: tc.text}, &ds)
			if err == nil {
				err = ir.Verify(m, &ds)
			}
			want := tc.want
			if want == "" {
				want = tc.text
			}
			got := ""
			if err == nil {
				lines := strings.Split(string(ir.Print(m, ir.PrintOptions{})), "\n")
				got = strings.Join(lines[1:len(lines)-2], "\n")
				got = strings.ReplaceAll(strings.TrimSpace(got), "\n  ", "\n")
			} else {
				d := ds.List()[0]
				_, line, col, _ := d.Loc.FileLineCol()
				got = fmt.Sprintf("%d:%d: %s", line, col, d.Msg)
				for _, n := range d.Notes {
					if n.Hint {
						got += "; " + n.Msg
					}
				}
			}
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
