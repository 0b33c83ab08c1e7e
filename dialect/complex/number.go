package complex

import (
	"optc/ir"
	"optc/num"
)

// NumberAttr is #complex.number<:f32 1.0, 2.0>: a complex number.
type NumberAttr struct {
	ir.AttrBase
	Real, Imag num.Float
	typ        *ir.ComplexType
}

// Type returns the type of the number.
func (a *NumberAttr) Type() ir.Type { return a.typ }

// NumberOf returns the attribute of a number with parts of type elem.
func NumberOf(elem *ir.FloatType, re, im num.Float) *NumberAttr {
	t := ir.Complex(elem)
	s := ir.Spell(elem.Context()).Str("#complex.number<:").Node(elem).Str(" ").Bytes(re.AppendText).Str(", ").Bytes(im.AppendText).Str(">").Typed(t)
	return ir.InternAttr(s, func(b ir.AttrBase) *NumberAttr { return &NumberAttr{AttrBase: b, Real: re, Imag: im, typ: t} })
}

var numberDef = &ir.AttrDef{
	Mnemonic:    "number",
	Summary:     "complex number",
	Description: "The real and the imaginary part of a number, whose type follows the colon. The parts are read as f64 and rounded to it.",
	Syntax:      `"<" ":" type float "," float ">"`,
	Examples:    []string{"#complex.number<:f64 1.000000e+00, -2.500000e-01>"},
	Parse:       parseNumber,
}

func parseNumber(p ir.AsmParser) ir.Attribute {
	p.Expect("<")
	p.Expect(":")
	pos := p.Pos()
	t := p.Type()
	elem, isFloat := t.(*ir.FloatType)
	if p.Ok() && !isFloat {
		p.ErrorAt(pos, "expected a floating-point type for the parts, but got '%s'", t)
	}
	if !p.Ok() {
		return nil
	}
	re := part(p, elem)
	p.Expect(",")
	im := part(p, elem)
	p.Expect(">")
	if !p.Ok() {
		return nil
	}
	return NumberOf(elem, re, im)
}

// part reads a number as f64 and rounds it.
func part(p ir.AsmParser, elem *ir.FloatType) (v num.Float) {
	if !p.Ok() {
		return v
	}
	pos := p.Pos()
	a, isFloat := p.Attr(p.Context().F64()).(*ir.FloatAttr)
	if p.Ok() && !isFloat {
		p.ErrorAt(pos, "expected floating point literal")
	}
	if !p.Ok() {
		return v
	}
	v, _ = a.Value.Convert(elem.Kind, num.NearestEven)
	return v
}
