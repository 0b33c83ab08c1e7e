package poplar

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/layout"
	"optc/layout/picture"
)

// TargetAttr is #poplar.target<…>: a complete target. It is written as its architecture
// and the fields that differ from the architecture's defaults.
type TargetAttr struct {
	ir.AttrBase
	Target target.Target
}

// MappingAttr is #poplar.mapping<…>: the intervals of flattened positions on each tile.
type MappingAttr struct {
	ir.AttrBase
	Parts []layout.TilePart // ascending by tile, without repetition
	// The open mapping #poplar.mapping<?> is not chosen yet: optc tune chooses one.
	Open bool
}

// EnumeratorAttr is #poplar.enumerator<"ns::E::NAME">, a template argument.
type EnumeratorAttr struct {
	ir.AttrBase
	Name string // C++ qualified name
}

// ClassAttr is #poplar.class<"ns::C">, a template argument.
type ClassAttr struct {
	ir.AttrBase
	Name string // C++ qualified name
}

// TargetOf returns the attribute of a target.
func TargetOf(c *ir.Context, t target.Target) *TargetAttr {
	s := ir.Spell(c).Str("#poplar.target<").Str(t.Arch)
	for _, o := range t.Overrides() {
		s.Str(", ").Str(o.String())
	}
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *TargetAttr { return &TargetAttr{b, t} })
}

// MappingOf returns the attribute of a mapping.
func MappingOf(c *ir.Context, m [][]layout.Interval) *MappingAttr {
	var parts []layout.TilePart
	for tile, intervals := range m {
		if len(intervals) > 0 {
			parts = append(parts, layout.TilePart{Tile: tile, Intervals: intervals})
		}
	}
	return MappingOfParts(c, parts)
}

// MappingOfParts returns the attribute of a mapping; parts are not empty, and ascending
// by tile without repetition.
func MappingOfParts(c *ir.Context, parts []layout.TilePart) *MappingAttr {
	s := ir.Spell(c).Str("#poplar.mapping<")
	for i, p := range parts {
		if i > 0 {
			s.Str("; ")
		}
		s.Int(int64(p.Tile)).Str(": ")
		for k, iv := range p.Intervals {
			if k > 0 {
				s.Str(", ")
			}
			s.Int(iv.Begin).Str("..").Int(iv.End)
		}
	}
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *MappingAttr { return &MappingAttr{AttrBase: b, Parts: parts} })
}

// OpenMapping returns #poplar.mapping<?>.
func OpenMapping(c *ir.Context) *MappingAttr {
	return ir.InternAttr(ir.Spell(c).Str("#poplar.mapping<?>"), func(b ir.AttrBase) *MappingAttr { return &MappingAttr{AttrBase: b, Open: true} })
}

// IsOpen reports whether op maps a view in a way that is not chosen yet.
func IsOpen(op *ir.Operation) bool {
	set := ir.As[SetTileMappingOp](op)
	return set.Ok() && set.Mapping() != nil && set.Mapping().Open
}

// Mapping returns the mapping for a graph with the given number of tiles. The error codes
// are tile-range and open-mapping.
func (a *MappingAttr) Mapping(tiles int) ([][]layout.Interval, error) {
	if a.Open {
		return nil, diag.Errorf("open-mapping", "the tiles are not chosen yet: the mapping is open")
	}
	m := make([][]layout.Interval, 0)
	if n := len(a.Parts); n > 0 {
		last := a.Parts[n-1].Tile
		if last >= tiles {
			return nil, target.NoTile(last, tiles)
		}
		m = make([][]layout.Interval, last+1)
	}
	for _, p := range a.Parts {
		m[p.Tile] = p.Intervals
	}
	return m, nil
}

// EnumeratorOf returns #poplar.enumerator<"name">.
func EnumeratorOf(c *ir.Context, name string) *EnumeratorAttr {
	return ir.InternAttr(spellName(c, "enumerator", name), func(b ir.AttrBase) *EnumeratorAttr { return &EnumeratorAttr{b, name} })
}

// classAttrOf returns #poplar.class<"name">.
func classAttrOf(c *ir.Context, name string) *ClassAttr {
	return ir.InternAttr(spellName(c, "class", name), func(b ir.AttrBase) *ClassAttr { return &ClassAttr{b, name} })
}

func spellName(c *ir.Context, mnemonic, name string) *ir.Spelling {
	return ir.Spell(c).Str("#poplar." + mnemonic + "<").Bytes(func(b []byte) []byte { return ir.AppendQuoted(b, name) }).Str(">")
}

// parseName reads the C++ name between < and >, "" after an error.
func parseName(p ir.AsmParser) string {
	p.Expect("<")
	name := p.QuotedString()
	p.Expect(">")
	if !p.Ok() {
		return ""
	}
	return name
}

func attrDefs() []*ir.AttrDef {
	return []*ir.AttrDef{
		{
			Mnemonic: "target",
			Summary:  "description of a device",
			Description: `Names an architecture and overrides some fields of its description. The module
carries one as its attribute poplar.target; a poplar.graph may override it.`,
			Syntax:   "`<` arch (`,` field `=` value)* `>`",
			Examples: []string{"#poplar.target<ipu2>", "#poplar.target<ipu1, num_ipus = 2, tiles_per_ipu = 16>", "#poplar.target<ipu2, vector_width = {f16 = 8}>"},
			Parse:    parseTarget,
		},
		{
			Mnemonic:    "mapping",
			Summary:     "which positions of a flattened tensor lie on which tile",
			Description: "`?` leaves the mapping open: `optc tune` chooses one.",
			Syntax:      "`<` (`?` | (tile `:` begin `..` end (`,` begin `..` end)* (`;` …)*)?) `>`",
			Examples:    []string{"#poplar.mapping<0: 0..16, 32..48; 3: 16..32>", "#poplar.mapping<>", "#poplar.mapping<?>"},
			Parse:       parseMapping,
			Implements:  []ir.Implementation{picture.Node.By(drawMapping), picture.Places.By(placeMapping)},
		},
		{
			Mnemonic: "enumerator",
			Summary:  "C++ enumerator as a template argument",
			Syntax:   "`<` string `>`",
			Examples: []string{`#poplar.enumerator<"popops::expr::UnaryOpType::ABSOLUTE">`},
			Parse: func(p ir.AsmParser) ir.Attribute {
				if name := parseName(p); p.Ok() {
					return EnumeratorOf(p.Context(), name)
				}
				return nil
			},
		},
		{
			Mnemonic: "class",
			Summary:  "C++ class as a template argument",
			Syntax:   "`<` string `>`",
			Examples: []string{`#poplar.class<"popops::ReduceAdd">`},
			Parse: func(p ir.AsmParser) ir.Attribute {
				pos := p.Pos()
				name := parseName(p)
				if !p.Ok() {
					return nil
				}
				if err := cpp.CheckCanonical(name); err != nil {
					p.ErrorAt(pos, "%s", errorText(err))
					return nil
				}
				return classAttrOf(p.Context(), name)
			},
		},
	}
}

func parseTarget(p ir.AsmParser) ir.Attribute {
	parsed, pos := targetGrammar.ParseBody(p)
	if parsed == nil {
		return nil
	}
	t, err := parsed.target()
	if err != nil {
		targetGrammar.Report(p, pos, err)
		return nil
	}
	return TargetOf(p.Context(), t)
}

func parseMapping(p ir.AsmParser) ir.Attribute {
	parsed, pos := mappingGrammar.ParseBody(p)
	if parsed == nil {
		return nil
	}
	if parsed.Open {
		return OpenMapping(p.Context())
	}
	parts, err := parsed.parts()
	if err != nil {
		mappingGrammar.Report(p, pos, err)
		return nil
	}
	slices.SortStableFunc(parts, func(a, b layout.TilePart) int { return cmp.Compare(a.Tile, b.Tile) })
	for i := range parts {
		if i > 0 && parts[i].Tile == parts[i-1].Tile {
			p.ErrorAt(pos, "tile %d is named twice", parts[i].Tile)
			return nil
		}
	}
	return MappingOfParts(p.Context(), parts)
}

// Constraints of inherent attributes of this dialect.
var (
	targetAttrConstraint = &ir.AttrConstraint{Go: ir.GoAttr[*TargetAttr](), Summary: "poplar target", Check: ir.IsAttr[*TargetAttr]}
	mappingConstraint    = &ir.AttrConstraint{Go: ir.GoAttr[*MappingAttr](), Summary: "tile mapping such as #poplar.mapping<0: 0..8>", Check: ir.IsAttr[*MappingAttr]}
	chosenMapping        = &ir.AttrConstraint{Go: ir.GoAttr[*MappingAttr](), Summary: "tile mapping that is not open", Check: func(a ir.Attribute) bool {
		m, ok := a.(*MappingAttr)
		return ok && !m.Open
	}}
)
