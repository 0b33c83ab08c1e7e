package parser

import (
	"strings"

	"optc/ir"
)

// planTable holds the plans of the operations that a parser has parsed.
type planTable struct {
	ctx   *ir.Context
	full  map[string]*opPlan // plans by full name; nil for operations that are not registered
	short map[shortOpName]*opPlan
}

func newPlanTable(ctx *ir.Context) planTable {
	return planTable{ctx: ctx, full: map[string]*opPlan{}, short: map[shortOpName]*opPlan{}}
}

// shortOpName is the name of an operation as written without its dialect, with the
// default dialect.
type shortOpName struct{ dialect, name string }

// planNamed returns the plan of the registered operation with the given full name, or
// nil.
func (t *planTable) planNamed(name string) *opPlan {
	pl, ok := t.full[name]
	if !ok {
		if def := t.ctx.OpDef(name); def != nil {
			pl = newPlan(t.ctx, def)
		}
		t.full[strings.Clone(name)] = pl
	}
	return pl
}

// planIn returns the plan of dialect.name and that name.
func (t *planTable) planIn(dialect, name string) (pl *opPlan, full string) {
	pl, ok := t.short[shortOpName{dialect, name}]
	if !ok {
		pl = t.planNamed(dialect + "." + name)
		t.short[shortOpName{dialect, strings.Clone(name)}] = pl
	}
	if pl != nil {
		return pl, pl.def.Name()
	}
	return nil, dialect + "." + name
}

func newPlan(ctx *ir.Context, def *ir.OpDef) *opPlan {
	pl := &opPlan{def: def, segments: -1, resultSegments: -1}
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
			pl.defaults[i] = d(ctx)
		}
	}
	if def.Parse == nil {
		pl.format, pl.err = def.Format()
	}
	if pl.format != nil {
		pl.findTypes(ctx)
		if !pl.allOperands {
			pl.segments = def.AttrIndex(operandSegments)
		}
		pl.resultSegments = def.AttrIndex(resultSegments)
	}
	return pl
}

// opPlan holds the data that is computed once for each kind of operation in a source.
type opPlan struct {
	def      *ir.OpDef
	format   *ir.Format
	err      error // a mistake in the declaration
	regions  int   // number of regions that every such operation has
	defaults []ir.Attribute

	// How the type of every operand and result group is found.
	operands, results []typeSource
	sources           []groupRef // groups whose types determine other groups' types by a function
	allOperands       bool       // the format has the directive operands
	allTypes          bool       // the format has the types of all operands together
	segments          int        // index of operandSegmentSizes to set, or -1
	resultSegments    int

	// The sizes of the previous operation's operand groups, which often recur, and their
	// attribute. They are cached here because the table of the context is shared by all
	// parsers.
	lastSizes    []int
	lastSegments ir.Attribute
}

// fillDefaults sets inherent attributes that are absent and have a default.
func (pl *opPlan) fillDefaults(st *ir.OpState) {
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

const (
	operandSegments = "operandSegmentSizes"
	resultSegments  = "resultSegmentSizes"
)
