package affine

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
)

func apply() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "affine.apply",
		New:     []string{"map", "mapOperands"},
		Summary: "compute an affine expression",
		Description: `The result of a map with one result, applied to dimension operands in parentheses
and symbol operands in brackets.`,
		Operands: []ir.ValueDef{ir.VariadicIndex("mapOperands")},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Attrs:    []ir.PropDef{{Name: mapAttr, Type: ir.AffineMapConstraint}},
		Traits:   ir.Pure,
		Form:     "$map `(` $mapOperands `)` (`[` $mapOperands `]`)? attr-dict",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			m := p.Attr(nil)
			dims, symbols := p.Operands("()"), optionalOperands(p, "[]")
			p.AttrDict(st)
			if !p.Ok() {
				return
			}
			a, ok := m.(*ir.AffineMapAttr)
			if !ok {
				p.Errorf("expected an affine map")
				return
			}
			if a.Map.NumDims != len(dims) || a.Map.NumInputs() != len(dims)+len(symbols) {
				_, start, _ := st.Loc.Source()
				p.ErrorAt(start, "dimension or symbol index mismatch")
				return
			}
			finishMapOp(p, st, a, dims, symbols)
			if n := len(a.Map.Results); n != 1 {
				st.ResultTypes = slices.Repeat(st.ResultTypes, n)
			}
		},
		Print: printMapOp,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			apply := ir.Cast[ApplyOp](op)
			m, operands := apply.Map(), apply.MapOperands()
			if len(operands) != m.NumInputs() {
				return op.Errorf("operand count and affine map dimension and symbol count must match")
			}
			if len(m.Results) != 1 {
				return op.Errorf("mapping must produce one value")
			}
			scope := ScopeOf(op)
			for _, v := range operands[m.NumDims:] {
				if isValidDimIn(v, scope) && !isValidSymbolIn(v, scope) {
					return op.PlainErrorf("dimensional operand cannot be used as a symbol")
				}
			}
			return nil
		},
		Implements: []ir.Implementation{uniformApply, linearApply},
		Fold:       foldApply,
		Patterns:   applyPatterns(),
		Examples: []string{`func.func @f(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 + s0)>(%i)[%n]
  return %0 : index
}`},
	}
}

func optionalOperands(p ir.OpParser, delims string) []ir.Unresolved {
	if !p.Peek(delims[:1]) {
		return nil
	}
	return p.Operands(delims)
}

func finishMapOp(p ir.OpParser, st *ir.OpState, m ir.Attribute, dims, symbols []ir.Unresolved) {
	index := p.Context().Index()
	st.SetProp(mapAttr, m)
	p.ResolveEach(st, index, dims)
	p.ResolveEach(st, index, symbols)
	st.ResultTypes = append(st.ResultTypes, index)
}

func printMapOp(p *ir.Printer, op *ir.Operation) {
	a := ir.Get[*ir.AffineMapAttr](op, mapAttr)
	p.Str(" ").Attr(a)
	printDimsAndSymbols(p, a.Map.NumDims, op.OperandList())
	p.AttrDict(op, mapAttr)
}

// printDimsAndSymbols writes (dims)[symbols], without [] if there are no symbols.
func printDimsAndSymbols(p *ir.Printer, numDims int, operands []*ir.Value) {
	p.Str("(").Operands(operands[:numDims]).Str(")")
	if len(operands) > numDims {
		p.Str("[").Operands(operands[numDims:]).Str("]")
	}
}

// minMax is affine.min or affine.max.
func minMax(kind extremum, word string, patterns []*ir.Pattern) *ir.OpDef {
	return &ir.OpDef{
		Kind:        kind.Kind(),
		New:         []string{"map", "operands"},
		Summary:     "the " + word + " of affine expressions",
		Description: "The " + word + " of the results of a map.",
		Operands:    []ir.ValueDef{ir.VariadicIndex("operands")},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
		Attrs:       []ir.PropDef{{Name: mapAttr, Type: ir.AffineMapConstraint}},
		Traits:      ir.Pure,
		Form:        "$map (`(` $operands `)`)? (`[` $operands `]`)? attr-dict",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			m := p.Attr(nil)
			dims, symbols := optionalOperands(p, "()"), optionalOperands(p, "[]")
			p.AttrDict(st)
			if p.Ok() {
				finishMapOp(p, st, m, dims, symbols)
			}
		},
		Print: printMapOp,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			extreme := op.Typed().(extremum)
			m := extreme.Map()
			if len(extreme.Operands()) != m.NumInputs() {
				return op.Errorf("operand count and affine map dimension and symbol count must match")
			}
			if len(m.Results) == 0 {
				return op.Errorf("affine map expect at least one result")
			}
			return nil
		},
		Fold:     foldMinMax(kind),
		Patterns: patterns,
		Examples: []string{`func.func @f(%i: index, %n: index) -> index {
  %0 = ` + kind.Kind().String() + ` affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n]
  return %0 : index
}`},
	}
}

func minOp() *ir.OpDef { return minMax(MinOp{}, "minimum", minPatterns) }

func maxOp() *ir.OpDef { return minMax(MaxOp{}, "maximum", maxPatterns) }

func mapIn(op *ir.Operation, attr string) affine.Map {
	return ir.Get[*ir.AffineMapAttr](op, attr).Map
}

// MapOf returns the map of affine.apply, min, max and of accesses.
func MapOf(op *ir.Operation) affine.Map { return mapIn(op, mapAttr) }

// setMap replaces the map of an operation that MapOf knows.
func setMap(op *ir.Operation, c *ir.Context, m affine.Map) { op.SetAttr(mapAttr, c.AffineMap(m)) }

// buildMap builds an operation whose result is computed by a map.
func buildMap(b ir.OpBuilder, k ir.Kind, m affine.Map, operands []*ir.Value) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: operands}
	st.SetProp(mapAttr, b.Context().AffineMap(m))
	return k.CreateValue(b, st)
}
