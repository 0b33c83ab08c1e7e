package parser

import (
	"slices"

	"optc/ir"
)

// typeSource specifies where the type of a group of values comes from in the custom form.
type typeSource struct {
	kind      sourceKind
	build     ir.Type
	from      groupRef
	transform func(ir.Type) ir.Type
}

type sourceKind uint8

const (
	typeInferred sourceKind = iota // inferred last, by the constraints or the definition
	typeWritten
	typeBuilt   // the constraint allows only one type
	typeDefined // the type of the value, which is defined before
	typeSame    // the type of another group
	typeOf      // a function of the type of another group
)

// groupRef is an operand or a result group of a definition.
type groupRef struct {
	result bool
	index  int
}

// findTypes determines the source of each group's type.
func (pl *opPlan) findTypes(c *ir.Context) {
	def := pl.def
	pl.operands = make([]typeSource, len(def.Operands))
	pl.results = make([]typeSource, len(def.Results))
	pl.markWritten(pl.format.Elems)
	for i := range def.Operands {
		if pl.operands[i].kind == typeInferred && pl.definedBefore(i) {
			pl.operands[i].kind = typeDefined
		}
		pl.operands[i].setBuilt(c, &def.Operands[i])
	}
	for i := range def.Results {
		pl.results[i].setBuilt(c, &def.Results[i])
	}
	for pl.propagate() {
	}
	for _, s := range append(pl.operands, pl.results...) {
		if s.kind == typeOf && pl.valueDef(s.from).Type != nil && !slices.Contains(pl.sources, s.from) {
			pl.sources = append(pl.sources, s.from)
		}
	}
}

func (pl *opPlan) valueDef(g groupRef) *ir.ValueDef {
	if g.result {
		return &pl.def.Results[g.index]
	}
	return &pl.def.Operands[g.index]
}

// definedBefore reports whether the values of an operand group are defined before the
// operation, so that their types need not be written.
func (pl *opPlan) definedBefore(i int) bool {
	c := pl.def.Operands[i].Type
	return c != nil && c.Defined
}

func (s *typeSource) setBuilt(c *ir.Context, v *ir.ValueDef) {
	if s.kind == typeInferred && v.Type != nil && v.Type.Build != nil {
		s.kind, s.build = typeBuilt, v.Type.Build(c)
	}
}

func (pl *opPlan) source(g groupRef) *typeSource {
	if g.result {
		return &pl.results[g.index]
	}
	return &pl.operands[g.index]
}

// markWritten notes the groups whose types the text contains.
func (pl *opPlan) markWritten(es []ir.FormatElem) {
	for i := range es {
		e := &es[i]
		switch e.Kind {
		case ir.FmtType, ir.FmtFuncType:
			for k := range e.Args {
				pl.markArg(&e.Args[k])
			}
		case ir.FmtOperands:
			pl.allOperands = true
		case ir.FmtCustom:
			pl.markWritten(e.Args)
		}
		pl.markWritten(e.Then)
		pl.markWritten(e.Else)
		for _, c := range e.Clauses {
			pl.markWritten(c)
		}
		if e.Kind == ir.FmtQualified {
			pl.markWritten(e.Args)
		}
	}
}

func (pl *opPlan) markArg(e *ir.FormatElem) {
	all := func(s []typeSource) {
		for i := range s {
			s[i].kind = typeWritten
		}
	}
	switch e.Kind {
	case ir.FmtOperand:
		pl.operands[e.Index].kind = typeWritten
	case ir.FmtResult:
		pl.results[e.Index].kind = typeWritten
	case ir.FmtOperands:
		pl.allTypes = true
		all(pl.operands)
	case ir.FmtResults:
		all(pl.results)
	}
}

// propagate finds another group whose type follows from a group with a known type.
func (pl *opPlan) propagate() bool {
	def := pl.def
	same := func(groups []groupRef) bool { return pl.unify(groups) }
	var operands, all []groupRef
	for i := range def.Operands {
		operands = append(operands, groupRef{false, i})
	}
	all = append(all, operands...)
	for i := range def.Results {
		all = append(all, groupRef{true, i})
	}
	if def.Traits&ir.SameOperandsAndResultType != 0 && same(all) ||
		def.Traits&ir.SameTypeOperands != 0 && same(operands) {
		return true
	}
	for _, con := range def.Constraints {
		switch con := con.(type) {
		case ir.AllTypesMatch:
			if same(pl.groupsNamed(con...)) {
				return true
			}
		case ir.TypesMatchWith:
			from, to := pl.groupsNamed(con.From), pl.groupsNamed(con.To)
			if len(from) == 1 && len(to) == 1 && pl.source(from[0]).kind != typeInferred && pl.source(to[0]).kind == typeInferred {
				*pl.source(to[0]) = typeSource{kind: typeOf, from: from[0], transform: con.Transform}
				return true
			}
		}
	}
	return false
}

// unify copies a known type to the groups that have none.
func (pl *opPlan) unify(groups []groupRef) (changed bool) {
	for _, from := range groups {
		if pl.source(from).kind == typeInferred || pl.isOptional(from) {
			continue
		}
		for _, to := range groups {
			if s := pl.source(to); s.kind == typeInferred {
				*s = typeSource{kind: typeSame, from: from}
				changed = true
			}
		}
		return changed
	}
	return false
}

// isOptional reports whether a group may be empty, so that the types of other groups
// cannot follow from it.
func (pl *opPlan) isOptional(g groupRef) bool {
	if g.result {
		return pl.def.Results[g.index].Kind != ir.Single
	}
	return pl.def.Operands[g.index].Kind != ir.Single
}

// groupsNamed finds operand and result groups; it ignores names of attributes.
func (pl *opPlan) groupsNamed(names ...string) (gs []groupRef) {
	for _, n := range names {
		if i := pl.def.OperandIndex(n); i >= 0 {
			gs = append(gs, groupRef{false, i})
		} else if i := pl.def.ResultIndex(n); i >= 0 {
			gs = append(gs, groupRef{true, i})
		}
	}
	return gs
}
