package parser

import (
	"slices"
	"strings"

	"optc/ir"
)

// shortName is an operation as written without its dialect, with the default
// dialect.
type shortName struct{ dialect, name string }

// plan is what the parser works out once for each operation of a source.
type plan struct {
	def      *ir.OpDef
	format   *ir.Format
	err      error // a mistake in the declaration
	regions  int   // number of regions that every such operation has
	defaults []ir.Attribute

	// How the type of every operand and result group is found.
	operands, results []typeSource
	sources           []groupRef // from whose types others follow by a function
	allOperands       bool       // the format has the directive operands
	allTypes          bool       // the format has the types of all operands together
	segments          int        // index of operandSegmentSizes to set, or -1
	resultSegments    int

	// The sizes of the operand groups of the operation before, which often come again,
	// and their attribute: the table of the context is shared by all parsers.
	lastSizes    []int
	lastSegments ir.Attribute
}

// typeSource says how the custom form gives the type of a group of values.
type typeSource struct {
	kind      sourceKind
	build     ir.Type
	from      groupRef
	transform func(ir.Type) ir.Type
}

type sourceKind uint8

const (
	typeInferred sourceKind = iota // by the constraints or the definition, last
	typeWritten
	typeBuilt   // the constraint allows only one type
	typeDefined // that of the value, which is defined before
	typeSame    // that of another group
	typeOf      // a function of that of another group
)

// groupRef is an operand or a result group of a definition.
type groupRef struct {
	result bool
	index  int
}

// planNamed returns the plan of the registered operation of that full name, or
// nil.
func (p *parser) planNamed(name string) *plan {
	pl, ok := p.plans[name]
	if !ok {
		if def := p.ctx.OpDef(name); def != nil {
			pl = p.newPlan(def)
		}
		p.plans[strings.Clone(name)] = pl
	}
	return pl
}

// planIn returns the plan of dialect.name and that name.
func (p *parser) planIn(dialect, name string) (pl *plan, full string) {
	pl, ok := p.shortPlans[shortName{dialect, name}]
	if !ok {
		pl = p.planNamed(dialect + "." + name)
		p.shortPlans[shortName{dialect, strings.Clone(name)}] = pl
	}
	if pl != nil {
		return pl, pl.def.Name()
	}
	return nil, dialect + "." + name
}

func (p *parser) newPlan(def *ir.OpDef) *plan {
	pl := &plan{def: def, segments: -1, resultSegments: -1}
	for _, r := range def.Regions {
		if !r.Variadic {
			pl.regions++
		}
	}
	for i := range def.Attrs {
		if d := def.Attrs[i].Default; d != nil && !def.Attrs[i].Optional {
			if pl.defaults == nil {
				pl.defaults = make([]ir.Attribute, len(def.Attrs))
			}
			pl.defaults[i] = d(p.ctx)
		}
	}
	if def.Parse == nil {
		pl.format, pl.err = def.Format()
	}
	if pl.format != nil {
		pl.findTypes(p.ctx)
		if !pl.allOperands {
			pl.segments = def.AttrIndex(operandSegments)
		}
		pl.resultSegments = def.AttrIndex(resultSegments)
	}
	return pl
}

// fillDefaults sets the inherent attributes that are absent and have a default.
func (pl *plan) fillDefaults(st *ir.OpState) {
	for i, d := range pl.defaults {
		if d == nil {
			continue
		}
		for len(st.Props) <= i {
			st.Props = append(st.Props, nil)
		}
		if st.Props[i] == nil {
			st.Props[i] = d
		}
	}
}

// findTypes decides for each group where its type comes from.
func (pl *plan) findTypes(c *ir.Context) {
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

func (pl *plan) valueDef(g groupRef) *ir.ValueDef {
	if g.result {
		return &pl.def.Results[g.index]
	}
	return &pl.def.Operands[g.index]
}

// definedBefore tells whether the values of an operand group are defined before
// the operation, so that their types need not be written.
func (pl *plan) definedBefore(i int) bool {
	c := pl.def.Operands[i].Type
	return c != nil && c.Defined
}

func (s *typeSource) setBuilt(c *ir.Context, v *ir.ValueDef) {
	if s.kind == typeInferred && v.Type != nil && v.Type.Build != nil {
		s.kind, s.build = typeBuilt, v.Type.Build(c)
	}
}

func (pl *plan) source(g groupRef) *typeSource {
	if g.result {
		return &pl.results[g.index]
	}
	return &pl.operands[g.index]
}

// markWritten notes the groups whose types stand in the text.
func (pl *plan) markWritten(es []ir.FormatElem) {
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

func (pl *plan) markArg(e *ir.FormatElem) {
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

// propagate finds one more group whose type follows from another one.
func (pl *plan) propagate() bool {
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

// unify gives the groups without a type that of one which has one.
func (pl *plan) unify(groups []groupRef) (changed bool) {
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

// isOptional tells whether a group may be empty, so that it says nothing about
// the type of others.
func (pl *plan) isOptional(g groupRef) bool {
	if g.result {
		return pl.def.Results[g.index].Kind != ir.Single
	}
	return pl.def.Operands[g.index].Kind != ir.Single
}

// groupsNamed finds operand and result groups; names of attributes are left out.
func (pl *plan) groupsNamed(names ...string) (gs []groupRef) {
	for _, n := range names {
		if i := pl.def.OperandIndex(n); i >= 0 {
			gs = append(gs, groupRef{false, i})
		} else if i := pl.def.ResultIndex(n); i >= 0 {
			gs = append(gs, groupRef{true, i})
		}
	}
	return gs
}
