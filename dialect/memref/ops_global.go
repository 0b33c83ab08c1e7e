package memref

import (
	"slices"

	"optc/ir"
)

func global() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.global",
		Summary: "a global variable",
		Description: `Memory of static shape with a name. A variable without an initial value is defined
elsewhere; uninitialized memory has arbitrary contents. constant memory is never
written.`,
		Attrs: []ir.PropDef{
			{Name: "sym_name", Type: ir.SymbolNameAttr},
			{Name: "sym_visibility", Type: ir.StrAttr, Optional: true},
			{Name: globalType, Type: &ir.AttrConstraint{Summary: "memref type attribute", Go: ir.GoAs(ir.ReadTypeAs[*ir.MemRefType], ir.MakeTypeAttr[*ir.MemRefType]), Stores: ir.TypeConstraintAttr.Check, Check: func(a ir.Attribute) bool {
				t, ok := a.(*ir.TypeAttr)
				return ok && isMemRef(t.Value)
			}}},
			{Name: initialValue, Type: ir.AnyAttr, Optional: true},
			{Name: "constant", Type: ir.UnitConstraint, Optional: true},
			alignmentDef(),
		},
		Traits:   ir.Symbol,
		Assembly: "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict",
		Custom: map[string]ir.CustomDirective{
			"GlobalMemrefOpTypeAndInitialValue": {Parse: parseGlobal, Print: printGlobal, Form: "#1 (`=` (#2 | `uninitialized`))?"},
		},
		Verify: verifyGlobal,
		Examples: []string{
			`memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]> {alignment = 8 : i64}`,
			`memref.global @elsewhere : memref<2xi32>`,
			`memref.global @scratch : memref<2xi32> = uninitialized`,
		},
	}
}

func parseGlobal(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
	t := p.Type()
	if !p.Ok() {
		return
	}
	_, name, _ := st.Loc.Source()
	m, ok := t.(*ir.MemRefType)
	if !ok || !ir.HasStaticShape(m) {
		p.ErrorAt(name, "type should be static shaped memref, but got '%s'", t)
		return
	}
	st.SetProp(globalType, ir.TypeAttrOf(m))
	if !p.Accept("=") {
		return
	}
	if p.AcceptKeyword("uninitialized") {
		st.SetProp(initialValue, p.Context().Unit())
		return
	}
	a := p.Attr(ir.Tensor(m.Dims, m.Elem, nil))
	if !p.Ok() {
		return
	}
	if _, ok := a.(ir.ElementsAttr); !ok {
		p.ErrorAt(name, "initial value should be a unit or elements attribute")
		return
	}
	st.SetProp(initialValue, a)
}

func printGlobal(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
	global := ir.Cast[GlobalOp](op)
	p.Type(global.Type())
	switch v := global.InitialValue().(type) {
	case nil:
	case *ir.UnitAttr:
		p.Str(" = uninitialized")
	default:
		p.Str(" = ").AttrWithoutType(v)
	}
}

func verifyGlobal(op *ir.Operation) *ir.Diagnostic {
	global := ir.Cast[GlobalOp](op)
	t := global.Type()
	if !ir.HasStaticShape(t) {
		return op.Errorf("type should be static shaped memref, but got '%s'", t)
	}
	switch v := global.InitialValue().(type) {
	case nil, *ir.UnitAttr:
	case ir.ElementsAttr:
		init := v.ShapedType()
		if init.ElementType() != t.Elem {
			return op.Errorf("initial value element expected to be of type '%s', but was of type '%s'", t.Elem, init.ElementType())
		}
		if !slices.Equal(init.Shape(), t.Dims) {
			return op.Errorf("initial value shape expected to be %s but was %s", commaList(t.Dims), commaList(init.Shape()))
		}
	default:
		return op.Errorf("initial value should be a unit or elements attribute, but got %s", v)
	}
	return nil
}

// commaList writes extents separated by commas.
func commaList(vs []int64) string {
	s := ""
	for i, v := range vs {
		if i > 0 {
			s += ", "
		}
		s += spellExtent(v)
	}
	return s
}

func getGlobal() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.get_global",
		Summary:     "the memory of a global variable",
		Description: "The memref that a memref.global of that name defines.",
		Results:     []ir.ValueDef{{Name: "result", Type: staticMemRef}},
		Attrs:       []ir.PropDef{{Name: "name", Type: ir.FlatSymbolAttr}},
		Traits:      ir.Pure,
		Assembly:    "$name `:` type($result) attr-dict",
		Interfaces:  ir.Interfaces{SymbolUser: verifyGetGlobal},
	}
}

func verifyGetGlobal(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	getGlobal := ir.Cast[GetGlobalOp](op)
	ref := getGlobal.Name()
	g := ir.As[GlobalOp](tables.LookupFrom(op, ref))
	if !g.Ok() {
		return op.Errorf("'%s' does not reference a valid global memref", ref.Root).SuggestNote(ref.Root, tables.Visible(op, GlobalOp{}))
	}
	if t, want := getGlobal.Result().Type(), g.Type(); t != ir.Type(want) {
		return op.Errorf("result type '%s' does not match type '%s' of the global memref @%s", t, want, ref.Root)
	}
	return nil
}
