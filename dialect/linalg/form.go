package linalg

import (
	"slices"

	"optc/ir"
)

const (
	memoizedMaps  = "linalg.memoized_indexing_maps"
	segmentSizes  = "operandSegmentSizes"
	indexingMaps  = "indexing_maps"
	iteratorsName = "iterator_types"
)

// parts are the operands of a structured operation as its text lists them.
type parts struct {
	start   int // position of the text after the name
	inputs  []ir.Type
	outputs []ir.Type
}

func (t *parts) types() []ir.Type { return slices.Concat(t.inputs, t.outputs) }

// parseParts reads <{properties}> {attributes} ins(…) outs(…) and resolves the operands.
func parseParts(p ir.OpParser, st *ir.OpState, segments bool) (t parts) {
	t.start = p.Pos()
	if p.Peek("<") {
		p.PropDict(st)
	}
	attrs := p.Pos()
	p.AttrDict(st)
	group := func(word string) (operands []ir.Unresolved, types []ir.Type, pos int) {
		if !p.AcceptKeyword(word) {
			return nil, nil, p.Pos()
		}
		if word == "outs" {
			pos = p.Pos()
		}
		p.Expect("(")
		if word == "ins" {
			pos = p.Pos()
		}
		operands = p.Operands("")
		p.Expect(":")
		types = slices.Clone(p.Types())
		p.Expect(")")
		return operands, types, pos
	}
	inputs, inputTypes, inputsAt := group("ins")
	inputs = slices.Clone(inputs) // the next operands take their place
	outputs, outputTypes, outputsAt := group("outs")
	p.ResolveAll(st, inputs, inputTypes, inputsAt)
	p.ResolveAll(st, outputs, outputTypes, outputsAt)
	t.inputs, t.outputs = inputTypes, outputTypes
	if !p.Ok() {
		return t
	}
	if segments {
		st.SetSegments(p.Context(), len(inputs), len(outputs))
	}
	for i, a := range st.Props {
		if i < len(st.Def.Attrs) && a != nil && !st.Def.Attrs[i].Type.Check(a) {
			p.ErrorAt(attrs, "'%s' op attribute '%s' failed to satisfy constraint: %s", st.Def.Name(), st.Def.Attrs[i].Name, st.Def.Attrs[i].Type.Summary)
			return t
		}
	}
	return t
}

// parseNamed reads a named operation and builds its region, which has the given number of
// arguments.
func parseNamed(p ir.OpParser, st *ir.OpState, args int, build func(*body) *ir.Value) (t parts) {
	t = parseParts(p, st, true)
	st.ResultTypes = slices.Clone(p.OptionalArrowTypes())
	if !p.Ok() {
		return t
	}
	if n := len(t.inputs) + len(t.outputs); n != args {
		p.Errorf("[parseNamedStructuredOpRegion] ods-gen generated region expects %d args, got %d", args, n)
		return t
	}
	if r, wrong := buildRegion(p.Builder(), t.types(), build); wrong != "" {
		p.ErrorAt(t.start, "%s", wrong)
	} else {
		st.Regions = append(st.Regions, r)
	}
	return t
}

// buildRegion builds the region of a named operation for operands of some types. Nothing in it
// has a location. wrong is the first error, "" if there is none.
func buildRegion(from *ir.Builder, types []ir.Type, build func(*body) *ir.Value) (r *ir.Region, wrong string) {
	b := &body{Builder: from}
	nowhere := ir.LocationOf(from.Context().UnknownLoc())
	r = regionOf(from, nowhere, func(block *ir.Block) {
		for _, t := range types {
			from.Arena().AddArg(block, elementOf(t), nowhere)
		}
		b.args = block.Args()
		NewYield(b, []*ir.Value{build(b)})
	})
	return r, b.wrong
}

// regionOf returns a region with one block, which fill fills with the builder; the insertion point
// is restored afterwards.
func regionOf(b *ir.Builder, loc ir.Location, fill func(*ir.Block)) *ir.Region {
	at, outer := b.Save(), b.Loc
	r, block := &ir.Region{}, b.Arena().NewBlock()
	r.Append(block)
	b.AtEnd(block).Loc = loc
	fill(block)
	b.Restore(at)
	b.Loc = outer
	return r
}

// parseResults sets the results of an operation whose text does not list them: one for each
// output that is a tensor.
func parseResults(st *ir.OpState, t parts) {
	for _, o := range t.outputs {
		if ir.AnyRankedTensor.Check(o) {
			st.ResultTypes = append(st.ResultTypes, o)
		}
	}
}

// printParts prints the operands of a structured operation.
func printParts(p *ir.Printer, op *ir.Operation) {
	lo, hi := initsOf(op)
	operands := op.OperandList()
	group := func(word string, vs []*ir.Value) {
		if len(vs) > 0 {
			p.Str(" ").Str(word).Str("(").Operands(vs).Str(" : ").TypesOf(vs).Str(")")
		}
	}
	group("ins", operands[:lo])
	group("outs", operands[lo:hi])
}

// printNamed prints a named operation after its maps; hidden are the attributes that do not appear
// among the others.
func printNamed(p *ir.Printer, op *ir.Operation, hidden ...string) {
	p.AttrDict(op, append(hidden, segmentSizes, memoizedMaps)...)
	printParts(p, op)
	p.OptionalArrowTypes(op.ResultTypes())
}

// parseMaps reads the optional indexing_maps = […]; nil if there are none.
func parseMaps(p ir.OpParser) *ir.ArrayAttr {
	if !p.AcceptKeyword(indexingMaps) {
		return nil
	}
	p.Expect("=")
	pos := p.Pos()
	a := p.Attr(nil)
	if !p.Ok() {
		return nil
	}
	maps, ok := a.(*ir.ArrayAttr)
	if !ok {
		p.ErrorAt(pos, "invalid kind of attribute specified")
		return nil
	}
	for _, e := range maps.Elems {
		if !ir.AffineMapConstraint.Check(e) {
			p.Errorf("element of indexing_maps array is not an affine_map")
			return nil
		}
	}
	return maps
}

func printMaps(p *ir.Printer, a ir.Attribute) {
	p.Str(" indexing_maps = [")
	for i, m := range ir.ReadArray(a) {
		if i > 0 {
			p.Str(", ")
		}
		p.Attr(m)
	}
	p.Str("]")
}
