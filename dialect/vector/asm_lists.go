package vector

import (
	"slices"

	"optc/dialect/iree/revision"
	"optc/ir"
)

// namedText is a text form in which some named attributes may be written after the
// operands instead of in the dictionary, as LLVM writes them since 2026-06. They are
// printed after the operands if the context follows that revision.
//
//	vector.scan <add>, %s, %i reduction_dim = 0, inclusive = true : …
//	vector.scan <add>, %s, %i {inclusive = true, reduction_dim = 0 : i64} : …
type namedText struct {
	kind  bool     // the combining kind comes first
	names []string // names in the order of the newer text
	word  string   // between the types of two values: ",", "to", "into"
	// result reports whether the second type in the text is the result type instead of the type of the
	// second operand.
	result bool
}

// install makes t the text form of a definition.
func (n namedText) install(def *ir.OpDef) *ir.OpDef {
	def.Parse, def.Print = n.parse, n.print
	return def
}

func (n namedText) parse(p ir.OpParser, st *ir.OpState) {
	if n.kind {
		if a := kindConstraint.Parse(p); a != nil {
			st.SetProp(kindName, a)
		}
		p.Expect(",")
	}
	operands := []ir.Unresolved{p.Operand()}
	if !n.result {
		p.Expect(",")
		operands = append(operands, p.Operand())
	}
	for i, name := range n.names {
		if i == 0 && !p.PeekKeyword(name) {
			break
		}
		if i > 0 {
			p.Expect(",")
		}
		p.Keyword(name)
		p.Expect("=")
		var t ir.Type
		if a := st.Def.Attrs[st.Def.AttrIndex(name)].Type; a.ValueType != nil {
			t = a.ValueType(p.Context())
		}
		if a := p.Attr(t); a != nil {
			st.SetProp(name, a)
		}
	}
	p.AttrDict(st)
	p.Expect(":")
	types := []ir.Type{p.Type()}
	if n.word == "," {
		p.Expect(",")
	} else {
		p.Keyword(n.word)
	}
	types = append(types, p.Type())
	if !p.Ok() {
		return
	}
	for i, u := range operands {
		p.Resolve(st, types[i], u)
	}
	st.ResultTypes = types[1:]
	if n.kind {
		st.ResultTypes = types
	}
}

func (n namedText) print(p *ir.Printer, op *ir.Operation) {
	p.Str(" ")
	var elided []string
	if n.kind {
		p.Str("<").Str(CombiningKind(op).String()).Str(">, ")
		elided = append(elided, kindName)
	}
	p.Operands(op.OperandList())
	if revision.Of(p.Context()) == revision.Today {
		for i, name := range n.names {
			if i > 0 {
				p.Str(",")
			}
			p.Str(" ").Str(name).Str(" = ").AttrWithoutType(op.Attr(name))
		}
		elided = slices.Concat(elided, n.names)
	}
	p.AttrDict(op, elided...)
	second := op.Result(0)
	if !n.result {
		second = op.Operand(1)
	}
	p.Str(" : ").Type(op.Operand(0).Type())
	if n.word != "," {
		p.Str(" ")
	}
	p.Str(n.word).Str(" ").Type(second.Type())
}
