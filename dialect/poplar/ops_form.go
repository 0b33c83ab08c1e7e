package poplar

import (
	"strings"

	"optc/ir"
)

// Operations of a graph leave the types of their operands out, because types
// say only shape and element and every operand is defined before it is used.
// The assembly format language cannot express that, so these operations declare
// their pretty form as a list of parts, which also declares their operands and
// inherent attributes:
//
//	formed(&ir.OpDef{Name: SliceOp, …}, viewTypes,
//		tensor("source"), keyword("from"), integer("begin"), keyword("to"), integer("end"), keyword("dim"), integer("dim"))
//
//	%r = poplar.slice %t from 0 to 8 dim 0 : !poplar.tensor<40xf16> to !poplar.tensor<8xf16>
//
// The kinds of parts are in ops_form_parts.go.
type part interface {
	// declare adds the operands and attributes of the part to the definition.
	declare(d *ir.OpDef, optional bool)
	// comes tells whether the part comes next; only the first part of an
	// optional group is asked.
	comes(p ir.OpParser) bool
	parse(r *formReader)
	// skip records that the part is absent.
	skip(r *formReader)
	// present tells whether op has what the part prints.
	present(op *ir.Operation) bool
	print(p *ir.Printer, op *ir.Operation)
	syntax() string
}

// formReader is a form being parsed.
type formReader struct {
	ir.OpParser
	st    *ir.OpState
	sizes []int // of the operand groups, in order
}

// operands adds an operand group; nil values were reported already.
func (r *formReader) operands(vs ...*ir.Value) {
	for _, v := range vs {
		if v != nil {
			r.st.Operands = append(r.st.Operands, v)
		}
	}
	r.sizes = append(r.sizes, len(vs))
}

// suffix says which types end a form.
type suffix uint8

const (
	noTypes     suffix = iota // all types follow from the operands
	viewTypes                 // : A to B, may be left out where B follows
	resultTypes               // : B, may be left out where B follows
)

// formed completes a definition whose pretty form is the given parts, then the
// attributes that no part prints, the types and the regions.
func formed(d *ir.OpDef, types suffix, parts ...part) *ir.OpDef {
	others := len(d.Attrs)
	for _, p := range parts {
		p.declare(d, false)
	}
	printed := []string{"operandSegmentSizes"}
	for i := range d.Attrs[others:] {
		printed = append(printed, d.Attrs[others+i].Name)
	}
	groups := 0
	for _, o := range d.Operands {
		if o.Kind != ir.Single {
			groups++
		}
	}
	if groups > 1 {
		d.Traits |= ir.AttrSizedOperandSegments
	}
	d.Description = strings.TrimSpace(d.Description+"\n\n") + "    `" + d.Name + "` " + syntaxOf(parts) +
		" attr-dict" + types.syntax() + strings.Repeat(" region", len(d.Regions))

	d.Parse = func(p ir.OpParser, st *ir.OpState) {
		r := &formReader{OpParser: p, st: st}
		for _, part := range parts {
			part.parse(r)
		}
		if !p.Ok() {
			return
		}
		if groups > 1 {
			st.SetSegments(p.Context(), r.sizes...)
		}
		if len(d.Regions) > 0 {
			p.AttrDictWithKeyword(st)
		} else {
			p.AttrDict(st)
		}
		types.parse(r)
		for range d.Regions {
			st.Regions = append(st.Regions, parseBody(p, nil, false))
		}
	}
	d.Print = func(p *ir.Printer, op *ir.Operation) {
		p.Str(" ")
		printParts(p, op, parts)
		if len(d.Regions) > 0 {
			p.AttrDictWithKeyword(op, printed...)
		} else {
			p.AttrDict(op, printed...)
		}
		types.print(p, op)
		for r := range op.Regions() {
			p.Str(" ").Region(r, true, true)
		}
	}
	return d
}

// parseBody reads a region of one block, which may be empty.
func parseBody(p ir.OpParser, args []ir.Argument, isolated bool) *ir.Region {
	r := p.Region(args, isolated)
	if r.Empty() {
		r.Append(&ir.Block{})
	}
	return r
}

// printParts prints parts with spaces between them; brackets follow what is
// before them directly.
func printParts(p *ir.Printer, op *ir.Operation, parts []part) {
	for i, part := range parts {
		if _, always := part.(keyword); !always && !part.present(op) {
			continue
		}
		if i > 0 && !startsWithBracket(part) {
			p.Str(" ")
		}
		part.print(p, op)
	}
}

func startsWithBracket(p part) bool {
	if g, ok := p.(group); ok {
		p = g[0]
	}
	_, ok := p.(brackets)
	return ok
}

func syntaxOf(parts []part) string {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = p.syntax()
	}
	return strings.Join(words, " ")
}

func (s suffix) syntax() string {
	return [...]string{noTypes: "", viewTypes: " (`:` type `to` type)?", resultTypes: " (`:` type)?"}[s]
}

func (s suffix) parse(r *formReader) {
	if s == noTypes || !r.Accept(":") {
		return
	}
	pos := r.Pos()
	t := r.Type()
	if s == viewTypes && r.Ok() {
		if found := r.st.Operands[0].Type(); t != found {
			r.ErrorAt(pos, "expected the type of the operand, '%s', but got '%s'", found, t)
			return
		}
		r.Keyword("to")
		t = r.Type()
	}
	types := []ir.Type{t}
	for range r.st.Def.Results[1:] {
		r.Expect(",")
		types = append(types, r.Type())
	}
	if r.Ok() {
		r.st.ResultTypes = append(r.st.ResultTypes, types...)
	}
}

func (s suffix) print(p *ir.Printer, op *ir.Operation) {
	switch s {
	case viewTypes:
		p.Str(" : ").Type(op.Operand(0).Type()).Str(" to ").Types(op.ResultTypes())
	case resultTypes:
		p.Str(" : ").Types(op.ResultTypes())
	}
}

// Readers of attributes that the declarations have already checked.

func IntAttr(op *ir.Operation, name string) int64 { return ir.IntOr(op.Attr(name), 0) }

func StrAttr(op *ir.Operation, name string) string {
	if s := ir.Get[*ir.StringAttr](op, name); s != nil {
		return s.Value
	}
	return ""
}

func SymbolAttr(op *ir.Operation, name string) string {
	if s := ir.Get[*ir.SymbolRefAttr](op, name); s != nil {
		return s.Root
	}
	return ""
}

func IntsAttr(op *ir.Operation, name string) []int64 {
	vs, _ := ir.Int64s(op.Attr(name))
	return vs
}
