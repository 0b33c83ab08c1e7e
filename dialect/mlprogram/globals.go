package mlprogram

import (
	"slices"

	"optc/ir"
)

func global() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "ml_program.global",
		Summary: "variable of a module",
		Description: `A variable or, without mutable, a constant. The value in parentheses is the initial one; its type may be narrower than the
variable's, and #ml_program.extern stands for a value that is stored elsewhere.`,
		Attrs: []ir.PropDef{
			{Name: "sym_name", Type: ir.SymbolNameAttr},
			{Name: "type", Type: ir.TypeConstraintAttr},
			{Name: "is_mutable", Type: ir.UnitConstraint, Optional: true},
			{Name: "value", Type: ir.AnyAttr, Optional: true},
			{Name: "sym_visibility", Type: ir.StrAttr, Optional: true},
		},
		Traits:   ir.Symbol,
		Assembly: "custom<SymbolVisibility>($sym_visibility) (`mutable` $is_mutable^)? $sym_name `` custom<TypedInitialValue>($type, $value) attr-dict",
		Custom: map[string]ir.CustomDirective{
			"SymbolVisibility":  {Parse: parseVisibility, Print: printVisibility, Form: "(`public` | `private` | `nested`)"},
			"TypedInitialValue": {Parse: parseInitial, Print: printInitial, Form: "(`(` #2 `)`)? `:` #1"},
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if g := ir.Cast[GlobalOp](op); !g.IsMutable() && g.Value() == nil {
				return op.Errorf("immutable global must have an initial value")
			}
			return nil
		},
		Examples: []string{
			"ml_program.global private @table(dense<[1, 2]> : tensor<2xi32>) : tensor<?xi32>",
			"ml_program.global private mutable @state : tensor<4xf32>",
		},
	}
}

func parseVisibility(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
	for _, v := range [...]string{"public", "private", "nested"} {
		if p.AcceptKeyword(v) {
			st.SetProp("sym_visibility", p.Context().Str(v))
			return
		}
	}
	p.Errorf("expected 'public', 'private', or 'nested'")
}

func printVisibility(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
	if v := ir.Cast[GlobalOp](op).SymVisibility(); v != "" {
		p.Str(v)
	} else {
		p.Str("public")
	}
}

func parseInitial(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
	if p.Accept("(") {
		st.SetProp("value", p.Attr(nil))
		p.Expect(")")
	}
	p.Expect(":")
	if t := p.Type(); p.Ok() {
		st.SetProp("type", ir.TypeAttrOf(t))
	}
}

func printInitial(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
	g := ir.Cast[GlobalOp](op)
	if v := g.Value(); v != nil {
		p.Str("(").Attr(v).Str(")")
	}
	p.Str(" : ").Type(g.Type())
}

// access is the definition of an access to a variable, with its effect on memory.
func access(d *ir.OpDef, effect ir.EffectKinds) *ir.OpDef {
	d.Attrs = []ir.PropDef{{Name: "global", Type: ir.SymbolAttr}}
	if effect != 0 {
		d.Effects = func(*ir.Operation) []ir.Effect { return []ir.Effect{{Kind: effect}} }
	}
	return d
}

var (
	result = ir.ValueDef{Name: "result", Type: ir.AnyType}
	value  = ir.ValueDef{Name: "value", Type: ir.AnyType}
	tokens = ir.ValueDef{Name: "consumeTokens", Type: isToken, Kind: ir.Variadic}
	made   = ir.ValueDef{Name: "produceToken", Type: isToken}
)

func globalLoad() *ir.OpDef {
	return access(&ir.OpDef{
		Kind:        "ml_program.global_load",
		Summary:     "value of a variable",
		Description: "Reads a variable at the place of the operation.",
		Results:     []ir.ValueDef{result},
		Assembly:    "$global `:` type($result) attr-dict",
		Interfaces:  ir.Interfaces{SymbolUser: verifyLoad},
		ResultNames: nameOfGlobal,
	}, ir.Read)
}

func globalLoadConst() *ir.OpDef {
	return access(&ir.OpDef{
		Kind:        "ml_program.global_load_const",
		Summary:     "value of a constant",
		Description: "Reads a variable that is not mutable.",
		Results:     []ir.ValueDef{result},
		Traits:      ir.Pure,
		Assembly:    "$global `:` type($result) attr-dict",
		Interfaces: ir.Interfaces{SymbolUser: func(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
			if g := globalOf(op, tables); g.Ok() && g.IsMutable() {
				return op.Errorf("cannot load as const from mutable global %s", symbol(op))
			}
			return verifyLoad(op, tables)
		}},
		ResultNames: nameOfGlobal,
	}, 0)
}

func globalLoadGraph() *ir.OpDef {
	return access(&ir.OpDef{
		Kind:        "ml_program.global_load_graph",
		Summary:     "value of a variable, in a graph",
		Description: "Reads a variable after the operations of the tokens. The second result is a token of this operation.",
		Operands:    []ir.ValueDef{tokens},
		Results:     []ir.ValueDef{result, made},
		Assembly:    "$global `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($result) attr-dict",
		Custom:      ordering,
		Interfaces:  ir.Interfaces{SymbolUser: verifyLoad},
	}, ir.Read)
}

func globalStore() *ir.OpDef {
	return access(&ir.OpDef{
		Kind:        "ml_program.global_store",
		Summary:     "change of a variable",
		Description: "Writes a variable that is mutable.",
		Operands:    []ir.ValueDef{value},
		Assembly:    "$global `=` $value `:` type($value) attr-dict",
		Interfaces:  ir.Interfaces{SymbolUser: verifyStore},
	}, ir.Write)
}

func globalStoreGraph() *ir.OpDef {
	return access(&ir.OpDef{
		Kind:        "ml_program.global_store_graph",
		Summary:     "change of a variable, in a graph",
		Description: "Writes a variable that is mutable, after the operations of the tokens. The result is a token of this operation. Upstream\ndeclares only a read, and removes the operation if nothing uses its token.",
		Operands:    []ir.ValueDef{value, tokens},
		Results:     []ir.ValueDef{made},
		Assembly:    "$global `=` $value `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($value) attr-dict",
		Custom:      ordering,
		Interfaces:  ir.Interfaces{SymbolUser: verifyStore},
	}, ir.Write)
}

func token() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "ml_program.token",
		Summary:     "token of no operation",
		Description: "A token after which everything may come.",
		Results:     []ir.ValueDef{{Name: "token", Type: isToken}},
		Traits:      ir.Pure,
		Assembly:    "attr-dict",
	}
}

var ordering = map[string]ir.CustomDirective{"TokenOrdering": {
	Form: "(`ordering` `(` (`(` `)` | #1) `->` #2 `)`)",
	Parse: func(p ir.OpParser, _ *ir.OpState, args []ir.FormatArg) {
		p.Keyword("ordering")
		p.Expect("(")
		var before []ir.Unresolved
		if p.Accept("(") {
			p.Expect(")")
		} else {
			before = p.Operands("")
		}
		p.Expect("->")
		t := p.Type()
		p.Expect(")")
		if p.Ok() {
			p.BindOperands(args[0], before...)
			p.BindTypes(args[0], slices.Repeat([]ir.Type{TokenOf(p.Context())}, len(before))...)
			p.BindTypes(args[1], t)
		}
	},
	Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
		p.Str(" ordering(")
		before := op.OperandGroup(args[0].Index)
		if len(before) == 0 {
			p.Str("()")
		}
		for i, v := range before {
			if i > 0 {
				p.Str(", ")
			}
			p.Operand(v)
		}
		p.Str(" -> ").Type(op.Result(op.NumResults() - 1).Type()).Str(")")
	},
}}

// symbol returns the name of the variable that an operation accesses, as it is written.
func symbol(op *ir.Operation) string { return ir.Get[*ir.SymbolRefAttr](op, "global").String() }

func nameOfGlobal(op *ir.Operation, set func(v *ir.Value, name string)) {
	ref := ir.Get[*ir.SymbolRefAttr](op, "global")
	name := ref.Root
	if n := len(ref.Nested); n > 0 {
		name = ref.Nested[n-1]
	}
	set(op.Result(0), name)
}

// globalOf returns the variable that an operation accesses, or nothing.
func globalOf(op *ir.Operation, tables *ir.SymbolTables) GlobalOp {
	return ir.As[GlobalOp](tables.LookupFrom(op, ir.Get[*ir.SymbolRefAttr](op, "global")))
}

func verifyLoad(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	g := globalOf(op, tables)
	if !g.Ok() {
		return undefined(op, tables)
	}
	if t, got := g.Type(), op.Result(0).Type(); got != t {
		return op.Errorf("cannot load from global typed '%s' as '%s'", t, got)
	}
	return nil
}

func verifyStore(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	g := globalOf(op, tables)
	if !g.Ok() {
		return undefined(op, tables)
	}
	if !g.IsMutable() {
		return op.Errorf("cannot store to an immutable global %s", symbol(op))
	}
	if t, got := g.Type(), op.Operand(0).Type(); got != t {
		return op.Errorf("cannot store to a global typed '%s' from '%s'", t, got)
	}
	return nil
}

func undefined(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	root := ir.Get[*ir.SymbolRefAttr](op, "global").Root
	return op.Errorf("undefined global: %s", symbol(op)).SuggestNote(root, tables.Visible(op, GlobalOp{}))
}
