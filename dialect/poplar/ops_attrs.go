package poplar

import (
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// Constraints of inherent attributes that also define the attribute's syntax in an
// assembly format; errors name the expected text.
var (
	integerAttr = written(ir.I64Attr, parseInteger, printWithoutType)
	// addressAttr prints in hexadecimal.
	addressAttr = written(ir.I64Attr, parseInteger, func(p *ir.Printer, a ir.Attribute) {
		p.Str(target.Hex(uint64(ir.IntOr(a, 0))))
	})
	stringAttr = written(ir.StrAttr, func(p ir.AsmParser) ir.Attribute { return p.Context().Str(p.QuotedString()) }, printWithoutType)
	rootAttr   = ir.FlatSymbolAttr.In(ir.GoRoot)
	symbolAttr = written(rootAttr, func(p ir.AsmParser) ir.Attribute { return p.Context().SymbolRef(p.SymbolName()) }, printWithoutType)
	// scalarAttr is a scalar type of tile memory.
	scalarAttr = &ir.AttrConstraint{
		Go:      ir.GoAs(readScalar, scalarAttrOf),
		Summary: "scalar type of tile memory",
		Check: func(a ir.Attribute) bool {
			t, ok := a.(*ir.TypeAttr)
			if !ok {
				return false
			}
			_, ok = ElemOf(t.Value)
			return ok
		},
		Parse: func(p ir.AsmParser) ir.Attribute {
			if t := p.Type(); t != nil {
				return ir.TypeAttrOf(t)
			}
			return nil
		},
		Print: printWithoutType,
	}
	// layoutAttr is the name of a layout or a scalar type, stored as a string.
	layoutAttr = written(ir.StrAttr,
		func(p ir.AsmParser) ir.Attribute {
			if t := p.OptionalType(); t != nil {
				return p.Context().Str(t.String())
			}
			return p.Context().Str(p.KeywordOrString())
		},
		func(p *ir.Printer, a ir.Attribute) {
			if s := a.(*ir.StringAttr).Value; ir.IsBareIdentifier(s) {
				p.Str(s)
			} else {
				p.Quoted(s)
			}
		})
)

// Forms in which Go code sees numbers.
var (
	goInt    = ir.GoAs(ir.ReadIntAs[int], ir.MakeI64As[int])
	goUint64 = ir.GoAs(ir.ReadIntAs[uint64], ir.MakeI64As[uint64])
)

func readScalar(a ir.Attribute) scalar.Type {
	elem, _ := ElemOf(ir.ReadTypeAs[ir.Type](a))
	return elem
}

func scalarAttrOf(c *ir.Context, elem scalar.Type) *ir.TypeAttr {
	return ir.TypeAttrOf(builtinScalar(c, elem))
}

// truthAttr accepts true and false; what names the value in messages.
func truthAttr(what string) *ir.AttrConstraint {
	return written(ir.BoolAttr, func(p ir.AsmParser) ir.Attribute {
		return p.Context().Bool(p.OneOf(what, "false", "true") == 1)
	}, printWithoutType)
}

// written returns a constraint like c for attributes with a special syntax.
func written(c *ir.AttrConstraint, parse func(ir.AsmParser) ir.Attribute, print func(*ir.Printer, ir.Attribute)) *ir.AttrConstraint {
	own := *c
	own.Parse, own.Print = parse, print
	return &own
}

func parseInteger(p ir.AsmParser) ir.Attribute { return p.Context().I64Attr(p.Integer()) }

func printWithoutType(p *ir.Printer, a ir.Attribute) { p.AttrWithoutType(a) }

// integers declares required attributes of 64 bits.
func integers(names ...string) []ir.PropDef {
	defs := make([]ir.PropDef, len(names))
	for i, name := range names {
		defs[i] = ir.PropDef{Name: name, Type: integerAttr}
	}
	return defs
}

// flag declares a unit attribute, written as a word: (`word` $word^)?.
func flag(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: ir.UnitConstraint, Optional: true}
}

// Readers of attributes that the declarations have already checked.

func intAttr(op *ir.Operation, name string) int64 { return ir.IntOr(op.Attr(name), 0) }

func strAttr(op *ir.Operation, name string) string {
	if s := ir.Get[*ir.StringAttr](op, name); s != nil {
		return s.Value
	}
	return ""
}

func symbolOf(op *ir.Operation, name string) string {
	if s := ir.Get[*ir.SymbolRefAttr](op, name); s != nil {
		return s.Root
	}
	return ""
}
