// Package ireemap is the part of IREE's dialect iree_map that layouts of vectors need:
// maps from coordinates to threads in the form of nested tuples, as in CuTe.
package ireemap

import (
	"optc/ir"
	"optc/layout/picture"
)

// Dialect is the iree_map dialect.
var Dialect = &ir.Dialect{
	Name:        "iree_map",
	Summary:     "layouts of vectors as nested tuples of extents and strides",
	Description: `Maps from coordinates to numbers, and layouts of vectors that are such maps.`,
	Partial:     true,
	Define: func() ir.Definitions {
		return ir.Definitions{Attrs: []*ir.AttrDef{packMap, packLayout}}
	},
}

const tupleSyntax = "`<` tuple `:` tuple `>`, tuple ::= int | `(` (tuple (`,` tuple)*)? `)`"

// packMap declares #iree_map.pack_map<…>.
var packMap = &ir.AttrDef{
	Mnemonic: "pack_map",
	Summary:  "map from coordinates to numbers",
	Description: `A tuple of extents and a tuple of strides with the same structure. A coordinate is
written in the mixed radix of the extents, the last digit fastest; the number is
the sum of its digits times their strides.`,
	Syntax:   tupleSyntax,
	Examples: []string{"#iree_map.pack_map<((2, 8), 16) : ((0, 1), 8)>"},
	Parse: func(p ir.AsmParser) ir.Attribute {
		extents, strides, ok := parsePack(p)
		if !ok {
			return nil
		}
		s := ir.Spell(p.Context()).Str("#iree_map.pack_map<")
		extents.spell(s)
		s.Str(" : ")
		strides.spell(s)
		return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *PackMap { return &PackMap{b} })
	},
}

// PackMap is #iree_map.pack_map<…>, with the tuples as they are written.
type PackMap struct{ ir.AttrBase }

// packLayout declares #iree_map.pack_layout<…>.
var packLayout = &ir.AttrDef{
	Mnemonic: "pack_layout",
	Summary:  "distribution of a vector over threads",
	Description: `A mode of extents and strides for each dimension of the vector. The coordinate in
a dimension is written in the mixed radix of the mode's extents, the last digit
fastest. The digits with strides above 0 determine the thread that holds the
element: its number is the sum of these digits times their strides. The digits of
stride 0 determine the place of the element in the thread's part. The part of a
thread is a vector with a dimension for each digit of stride 0, and a dimension of
extent 1 for a mode without such digits.

Neighbouring digits are merged where the second continues the first, and digits of
extent 1 are dropped: ((4, 2, 8)) : ((0, 0, 1)) is ((8, 8)) : ((0, 1)).`,
	Syntax:     tupleSyntax,
	Examples:   []string{"#iree_map.pack_layout<((2, 16)) : ((0, 1))>", "#iree_map.pack_layout<((2, 8), 16) : ((0, 1), 8)>"},
	Implements: []ir.Implementation{picture.Node.By(drawPack)},
	Parse: func(p ir.AsmParser) ir.Attribute {
		pos := p.Pos()
		extents, strides, ok := parsePack(p)
		if !ok {
			return nil
		}
		modes := make([]Mode, len(extents.parts))
		for i, e := range extents.parts {
			modes[i] = e.mode(strides.parts[i])
		}
		l, err := NewPackLayout(p.Context(), modes)
		if err != nil {
			p.ErrorAt(pos, "%s", err.Msg)
			return nil
		}
		return l
	},
}

// tuple is an integer, or a list of tuples.
type tuple struct {
	value  int64
	parts  []tuple
	isList bool
}

func parseTuple(p ir.AsmParser) (t tuple) {
	if !p.Peek("(") {
		t.value = p.Integer()
		return t
	}
	t.isList = true
	p.List("()", func() { t.parts = append(t.parts, parseTuple(p)) })
	return t
}

// parsePack reads extents and strides, both lists of the same structure.
func parsePack(p ir.AsmParser) (extents, strides tuple, ok bool) {
	p.Expect("<")
	pos := p.Pos()
	extents = parseTuple(p)
	p.Expect(":")
	strides = parseTuple(p)
	p.Expect(">")
	switch {
	case !p.Ok():
		return extents, strides, false
	case !extents.isList:
		p.ErrorAt(pos, "expected a tuple of extents, but got an integer")
	case !extents.congruent(strides):
		p.ErrorAt(pos, "shape and stride must be congruent (identical tree structure)")
	default:
		extents.check(p, pos, 1, "shape leaf values must be positive")
		strides.check(p, pos, 0, "stride leaf values must be non-negative")
	}
	return extents, strides, p.Ok()
}

// congruent reports whether both tuples have the same structure.
func (t tuple) congruent(o tuple) bool {
	if t.isList != o.isList || len(t.parts) != len(o.parts) {
		return false
	}
	for i, part := range t.parts {
		if !part.congruent(o.parts[i]) {
			return false
		}
	}
	return true
}

// check reports the first integer that is below a bound.
func (t tuple) check(p ir.AsmParser, pos int, least int64, rule string) {
	if !t.isList && t.value < least && p.Ok() {
		p.ErrorAt(pos, "%s, got %d", rule, t.value)
	}
	for _, part := range t.parts {
		part.check(p, pos, least, rule)
	}
}

// mode returns the integers of a tuple together with the strides from a congruent tuple.
func (t tuple) mode(strides tuple) Mode {
	if !t.isList {
		return Mode{{t.value, strides.value}}
	}
	var m Mode
	for i, part := range t.parts {
		m = append(m, part.mode(strides.parts[i])...)
	}
	return m
}

func (t tuple) spell(s *ir.Spelling) {
	if !t.isList {
		s.Int(t.value)
		return
	}
	s.Str("(")
	for i, part := range t.parts {
		if i > 0 {
			s.Str(", ")
		}
		part.spell(s)
	}
	s.Str(")")
}
