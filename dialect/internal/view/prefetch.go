package view

import "optc/ir"

// LocalityAttr is the constraint of the hint, from 0 to 3.
var LocalityAttr = &ir.AttrConstraint{
	Summary:   "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
	Check:     func(a ir.Attribute) bool { n := ir.IntOr(a, -1); return ir.I32Attr.Check(a) && 0 <= n && n <= 3 },
	Stores:    ir.I32Attr.Stores,
	ValueType: ir.I32Attr.ValueType,
}

// ParsePrefetch reads the text after the address of memref.prefetch and affine.prefetch:
// read or write, locality<n>, data or instr.
func ParsePrefetch(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	_, pos, _ := st.Loc.Source()
	rw := p.AnyKeyword("keyword")
	p.Expect(",")
	p.Keyword("locality")
	p.Expect("<")
	hint := p.Integer()
	p.Expect(">")
	p.Expect(",")
	cache := p.AnyKeyword("keyword")
	switch {
	case !p.Ok():
	case rw != "read" && rw != "write":
		p.ErrorAt(pos, "rw specifier has to be 'read' or 'write'")
	case cache != "data" && cache != "instr":
		p.ErrorAt(pos, "cache type has to be 'data' or 'instr'")
	default:
		st.SetProp("isWrite", c.Bool(rw == "write"))
		st.SetProp("localityHint", c.Int(c.I32(), hint))
		st.SetProp("isDataCache", c.Bool(cache == "data"))
	}
}

// PrintPrefetch is the inverse of ParsePrefetch.
func PrintPrefetch(p *ir.Printer, op *ir.Operation) {
	set := func(name string) bool { return ir.IntOr(op.Attr(name), 0) != 0 }
	if set("isWrite") {
		p.Str(", write")
	} else {
		p.Str(", read")
	}
	p.Str(", locality<").Int(ir.IntOr(op.Attr("localityHint"), 0)).Str(">, ")
	if set("isDataCache") {
		p.Str("data")
	} else {
		p.Str("instr")
	}
}
