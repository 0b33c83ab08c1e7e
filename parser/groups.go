package parser

import (
	"slices"

	"optc/ir"
)

// resolveGroups finds the types of all operands and results, once the whole operation has been
// read, and resolves names to values.
func (p *groupParser) resolveGroups(pl *opPlan, fr *opFrame) {
	if pl.allOperands {
		p.resolveAll(pl, fr)
	} else {
		p.distributeTypes(pl, fr)
		p.definedTypes(pl, fr)
		p.checkSources(pl, fr)
		p.inferOperands(pl, fr)
		for i := range pl.operands {
			p.resolveGroup(pl, fr, i)
		}
	}
	if p.failed {
		return
	}
	p.resolveResults(pl, fr)
	st := &fr.st
	if pl.segments >= 0 {
		p.setSegments(pl, st, fr.groups[:len(pl.operands)])
	}
	if pl.resultSegments >= 0 && !fr.allResults && len(st.ResultTypes) > 0 {
		p.setResultSegments(pl, st, fr.resultGroups[:len(pl.results)])
	}
}

// distributeTypes assigns the types of type(operands) or functional-type(operands, …) to
// the operands in order, when the format lists the operands separately.
func (p *groupParser) distributeTypes(pl *opPlan, fr *opFrame) {
	if !pl.allTypes {
		return
	}
	types := fr.all.types
	total := 0
	for i := range pl.operands {
		total += len(fr.groups[i].uses)
	}
	if total != len(types) {
		_, start, _ := fr.st.Loc.Source()
		p.countMismatch(start, total, len(types))
		return
	}
	for i := range pl.operands {
		g := &fr.groups[i]
		n := len(g.uses)
		g.types, types = append(g.types, types[:n]...), types[n:]
	}
}

// definedTypes takes the types of operands that the text omits from the operands' definitions, if
// the constraint allows that.
func (p *groupParser) definedTypes(pl *opPlan, fr *opFrame) {
	for i := range pl.operands {
		g, kind := &fr.groups[i], pl.operands[i].kind
		absent := kind == typeWritten && len(g.types) == 0 && pl.definedBefore(i)
		if kind != typeDefined && !absent {
			continue
		}
		for _, u := range g.uses {
			v := p.Defined(u)
			if v == nil {
				return
			}
			g.types = append(g.types, v.Type())
		}
	}
}

// checkSources reports a type that its declaration does not allow although another type is derived
// from it.
func (p *groupParser) checkSources(pl *opPlan, fr *opFrame) {
	for _, g := range pl.sources {
		d := pl.valueDef(g)
		if t := p.groupType(pl, fr, g, 0); t != nil && !p.failed && !d.Type.Check(t) {
			_, start, _ := fr.st.Loc.Source()
			p.customError(start, "'%s' must be %s, but got '%s'", d.Name, d.Type.Summary, t)
		}
	}
}

// resolveAll resolves the operands of the directive operands.
func (p *groupParser) resolveAll(pl *opPlan, fr *opFrame) {
	uses, types := fr.all.uses, fr.all.types
	if len(types) == 0 && len(uses) > 0 {
		for i := range uses {
			g := min(i, len(pl.operands)-1)
			if pl.operands[g].kind == typeDefined {
				if v := p.Defined(uses[i]); v != nil {
					types = append(types, v.Type())
				}
			} else if t := p.groupType(pl, fr, groupRef{false, g}, 0); t != nil {
				types = append(types, t)
			}
		}
	}
	if len(uses) != len(types) {
		p.countMismatch(fr.all.pos, len(uses), len(types))
		return
	}
	for i, u := range uses {
		p.Resolve(&fr.st, types[i], u)
	}
	fr.all.types = types
}

func (p *groupParser) resolveGroup(pl *opPlan, fr *opFrame, i int) {
	g := &fr.groups[i]
	if k := pl.operands[i].kind; k == typeWritten || k == typeDefined {
		if len(g.uses) != len(g.types) {
			p.countMismatch(g.pos, len(g.uses), len(g.types))
			return
		}
		for k, u := range g.uses {
			p.Resolve(&fr.st, g.types[k], u)
		}
		return
	}
	if len(g.uses) == 0 {
		return
	}
	t := p.groupType(pl, fr, groupRef{false, i}, 0)
	if t == nil && !p.failed {
		p.customError(g.pos, "cannot infer the type of operand '%s'", pl.def.Operands[i].Name)
		return
	}
	for _, u := range g.uses {
		p.Resolve(&fr.st, t, u)
	}
}

// groupType returns the type of the values of a group, or nil.
func (p *groupParser) groupType(pl *opPlan, fr *opFrame, g groupRef, depth int) ir.Type {
	s := pl.source(g)
	switch s.kind {
	case typeBuilt:
		return s.build
	case typeSame, typeOf:
		if depth > len(pl.operands)+len(pl.results) {
			return nil
		}
		t := p.groupType(pl, fr, s.from, depth+1)
		if t == nil || s.kind == typeSame {
			return t
		}
		return s.transform(t)
	}
	gs := fr.groups
	if g.result {
		gs = fr.resultGroups
	}
	if ts := gs[g.index].types; len(ts) > 0 {
		return ts[0]
	}
	if fr.allResults && g.result && g.index < len(fr.st.ResultTypes) {
		return fr.st.ResultTypes[g.index]
	}
	return nil
}

// inferOperands queries the constraints for the types of operands that the format neither
// writes nor derives in a simple way. The constraints get a state whose operands have the
// right types but are not the real values.
func (p *groupParser) inferOperands(pl *opPlan, fr *opFrame) {
	needed := false
	for i := range pl.operands {
		needed = needed || pl.operands[i].kind == typeInferred && len(fr.groups[i].uses) > 0
	}
	if !needed {
		return
	}
	st := p.trialState(pl, fr)
	for changed := true; changed; {
		changed = false
		for i := range pl.operands {
			g := &fr.groups[i]
			if pl.operands[i].kind != typeInferred || len(g.uses) == 0 || len(g.types) > 0 {
				continue
			}
			for _, con := range pl.def.Constraints {
				inf, ok := con.(ir.TypeInferrer)
				if !ok {
					continue
				}
				if t := inf.InferType(p.ctx, st, pl.def.Operands[i].Name); t != nil {
					g.types = append(g.types, t)
					st = p.trialState(pl, fr)
					changed = true
					break
				}
			}
		}
	}
}

// trialState is the state of the operation as far as it is known. Operands of unknown
// type have the type nil.
func (p *groupParser) trialState(pl *opPlan, fr *opFrame) *ir.OpState {
	st := fr.st
	st.Operands, st.ResultTypes = nil, nil
	sizes := make([]int, len(pl.operands))
	for i := range pl.operands {
		g := &fr.groups[i]
		sizes[i] = len(g.uses)
		for k := range g.uses {
			v := &ir.Value{}
			if k < len(g.types) {
				v.SetType(g.types[k])
			} else if t := p.groupType(pl, fr, groupRef{false, i}, 0); t != nil {
				v.SetType(t)
			}
			st.Operands = append(st.Operands, v)
		}
	}
	for i := range pl.results {
		st.ResultTypes = append(st.ResultTypes, p.groupType(pl, fr, groupRef{true, i}, 0))
	}
	if pl.segments >= 0 {
		st.Props = append([]ir.Attribute(nil), st.Props...)
		st.SetSegments(p.ctx, sizes...)
	}
	return &st
}

// resolveResults sets the result types if all of them are written or derived from others; other
// result types are inferred later.
func (p *groupParser) resolveResults(pl *opPlan, fr *opFrame) {
	st := &fr.st
	if fr.allResults {
		return
	}
	for i := range pl.results {
		if pl.results[i].kind == typeWritten {
			if len(fr.resultGroups[i].types) == 0 && pl.def.Results[i].Kind == ir.Single {
				// The optional group of the types is absent.
				st.ResultTypes = st.ResultTypes[:0]
				return
			}
			st.ResultTypes = append(st.ResultTypes, fr.resultGroups[i].types...)
			continue
		}
		t := p.resultType(pl, fr, i)
		if t == nil {
			st.ResultTypes = st.ResultTypes[:0]
			return
		}
		st.ResultTypes = append(st.ResultTypes, t)
		fr.resultGroups[i].types = append(fr.resultGroups[i].types, t)
	}
	fr.inferred = true
}

// resultType returns the type of a result that is not written, or nil.
func (p *groupParser) resultType(pl *opPlan, fr *opFrame, i int) ir.Type {
	if pl.def.Results[i].Kind != ir.Single {
		return nil
	}
	if t := p.groupType(pl, fr, groupRef{true, i}, 0); t != nil {
		return t
	}
	s := &pl.results[i]
	if s.kind != typeSame && s.kind != typeOf || s.from.result {
		return nil
	}
	// The type of the operand was inferred, not written.
	lo := 0
	for g := range s.from.index {
		lo += len(fr.groups[g].uses)
	}
	if pl.allOperands || lo >= len(fr.st.Operands) {
		return nil
	}
	t := fr.st.Operands[lo].Type()
	if s.kind == typeOf {
		return s.transform(t)
	}
	return t
}

// setSegments records the sizes of the groups of operands.
func (p *groupParser) setSegments(pl *opPlan, st *ir.OpState, groups []valueGroup) {
	p.sizes = p.sizes[:0]
	for k := range groups {
		p.sizes = append(p.sizes, len(groups[k].uses))
	}
	if pl.lastSegments == nil || !slices.Equal(p.sizes, pl.lastSizes) {
		pl.lastSizes = append(pl.lastSizes[:0], p.sizes...)
		pl.lastSegments = ir.SegmentAttr(p.ctx, p.sizes)
	}
	setProp(st, pl.segments, pl.lastSegments)
}

// setResultSegments records the sizes of the groups of results.
func (p *groupParser) setResultSegments(pl *opPlan, st *ir.OpState, groups []valueGroup) {
	p.sizes = p.sizes[:0]
	for k := range groups {
		p.sizes = append(p.sizes, len(groups[k].types))
	}
	setProp(st, pl.resultSegments, ir.SegmentAttr(p.ctx, p.sizes))
}

// setProp sets the property with index i.
func setProp(st *ir.OpState, i int, a ir.Attribute) {
	for len(st.Props) <= i {
		st.Props = append(st.Props, nil)
	}
	st.Props[i] = a
}
