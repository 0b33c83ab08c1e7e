package poplar

import (
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

func functionOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.function",
			New:     []string{"sym_name", "own_stack"},
			Summary: "function of a tile program, as far as stack and linkage go",
			Description: `own_stack is the frame of the function, total_stack also covers everything it
calls, both in bytes. 'indirect' lists the functions that calls through pointers
may reach, 'has_indirect' declares that there are such calls. A wrapper is the
entry point that the compiler adds for a compiled vertex. poplar-stack-usage adds
stack, the usage with all callees.`,
			Attrs: []ir.PropDef{
				{Name: "sym_name", Type: ir.SymbolNameAttr},
				{Name: "own_stack", Type: ir.I64Attr, Optional: true, Doc: "bytes"},
				{Name: "total_stack", Type: ir.I64Attr, Optional: true, Doc: "bytes"},
				{Name: "calls", Type: symbolsConstraint, Optional: true},
				{Name: "indirect", Type: symbolsConstraint, Optional: true},
				{Name: "has_indirect", Type: ir.UnitConstraint, Optional: true},
				{Name: "wrapper", Type: ir.StrEnum("kind of a wrapper", wrapperKinds...), Optional: true},
				{Name: "external", Type: ir.UnitConstraint, Optional: true},
				{Name: "stack", Type: ir.I64Attr, Optional: true, Doc: "bytes with all callees"},
			},
			Traits: ir.Symbol,
			Form:   "$sym_name (`own_stack` `(` $own_stack `)`)? (`total_stack` `(` $total_stack `)`)? (`calls` `(` symbol, … `)`)? (`indirect` `(` symbol, … `)`)? `has_indirect`? (`wrapper` `(` (`vertex` | `multi` | `supervisor`) `)`)? `external`? attr-dict",
			Parse:  parseFunction,
			Print:  printFunction,
			Verify: verifyFunction,
			Examples: []string{
				"poplar.function @walk own_stack(24) calls(@helper)\npoplar.function @helper own_stack(8)",
				"poplar.function @pick own_stack(8) indirect(@f, @g) has_indirect\npoplar.function @f own_stack(40)\npoplar.function @g total_stack(16) external",
				"poplar.function @__runCodelet_demo__Fill own_stack(0) calls(@\"demo::Fill::compute\") wrapper(multi)\npoplar.function @\"demo::Fill::compute\" own_stack(8)",
			},
		},
	}
}

var (
	wrapperKinds      = []string{"vertex", "multi", "supervisor"} // in the order of [vertex.CodeletKind]
	symbolsConstraint = &ir.AttrConstraint{Summary: "array of symbols", Check: ir.IsArrayOf(ir.FlatSymbolAttr.Check)}
)

func parseFunction(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.SetProp("sym_name", c.Str(p.SymbolName()))
	bytes := func(word string) {
		if p.AcceptKeyword(word) {
			p.Expect("(")
			st.SetProp(word, c.I64Attr(p.Integer()))
			p.Expect(")")
		}
	}
	names := func(word string) {
		if p.AcceptKeyword(word) {
			var refs []ir.Attribute
			p.List("()", func() { refs = append(refs, c.SymbolRef(p.SymbolName())) })
			st.SetProp(word, c.Array(refs))
		}
	}
	unit := func(word string) {
		if p.AcceptKeyword(word) {
			st.SetProp(word, c.Unit())
		}
	}
	bytes("own_stack")
	bytes("total_stack")
	names("calls")
	// The order of the declaration of pointers does not matter.
	unit("has_indirect")
	names("indirect")
	unit("has_indirect")
	if p.AcceptKeyword("wrapper") {
		p.Expect("(")
		if i := p.OneOf("kind of a wrapper", wrapperKinds...); i >= 0 {
			st.SetProp("wrapper", c.Str(wrapperKinds[i]))
		}
		p.Expect(")")
	}
	unit("external")
	p.AttrDict(st)
}

func printFunction(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").SymbolName(ir.SymbolName(op))
	for _, word := range []string{"own_stack", "total_stack"} {
		if a := op.Attr(word); a != nil {
			p.Str(" ").Str(word).Str("(").AttrWithoutType(a).Str(")")
		}
	}
	for _, word := range []string{"calls", "indirect"} {
		if arr := ir.Get[*ir.ArrayAttr](op, word); arr != nil {
			p.Str(" ").Str(word).Str("(")
			for i, e := range arr.Elems {
				if i > 0 {
					p.Str(", ")
				}
				p.Attr(e)
			}
			p.Str(")")
		}
	}
	if op.Attr("has_indirect") != nil {
		p.Str(" has_indirect")
	}
	if w := strAttr(op, "wrapper"); w != "" {
		p.Str(" wrapper(").Str(w).Str(")")
	}
	if op.Attr("external") != nil {
		p.Str(" external")
	}
	p.AttrDict(op, "sym_name", "own_stack", "total_stack", "calls", "indirect", "has_indirect", "wrapper", "external")
}

func verifyFunction(op *ir.Operation) *ir.Diagnostic {
	f := FunctionOf(op)
	if f.Own.Known && f.Total.Known {
		return op.Errorf("both own and total stack declared for %s", f.Name).WithCode(Codes + "stack-both")
	}
	if f.Own.N < 0 || f.Total.N < 0 {
		return op.Errorf("stack size of %s is negative", f.Name).WithCode(Codes + "stack-negative")
	}
	return nil
}

// FunctionOf returns the properties that a poplar.function declares.
func FunctionOf(op *ir.Operation) vertex.Function {
	function := ir.Cast[FunctionOp](op)
	f := vertex.Function{Name: ir.SymbolName(op), HasIndirect: function.HasIndirect()}
	if n, given := function.OwnStack(); given {
		f.Own = vertex.Bytes(int(n))
	}
	if n, given := function.TotalStack(); given {
		f.Total = vertex.Bytes(int(n))
	}
	f.Calls, f.Indirect = symbolsAttr(op, "calls"), symbolsAttr(op, "indirect")
	return f
}

func symbolsAttr(op *ir.Operation, name string) []string {
	arr := ir.Get[*ir.ArrayAttr](op, name)
	if arr == nil {
		return nil
	}
	out := make([]string, len(arr.Elems))
	for i, e := range arr.Elems {
		if s, ok := e.(*ir.SymbolRefAttr); ok {
			out[i] = s.Root
		}
	}
	return out
}
