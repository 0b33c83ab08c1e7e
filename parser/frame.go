package parser

import (
	"fmt"

	"optc/ir"
)

// groupParser finds the types and values of the operand and result groups of the
// operations being parsed.
type groupParser struct {
	valueParser
	frames []*opFrame // frames of the enclosing operations, reused
	level  int        // number of frames in use
	sizes  []int      // sizes of operand groups
}

// opFrame holds the parts of an operation while it is parsed. Frames are reused, so that
// their slices grow to the size of the largest operation.
type opFrame struct {
	st       ir.OpState
	results  []resultName
	operands []ir.Unresolved
	types    []ir.Type

	resultTypes []ir.Type // memory for the result types of st

	// The parts that a format has read.
	groups, resultGroups []valueGroup
	all                  valueGroup // groups of the directives operands and type(operands)
	allResults           bool       // the types of all results were written together
	inferred             bool       // the result types are complete
}

// resultName is one item of a result list: %name:count.
type resultName struct {
	name       string
	count, pos int
}

func (fr *opFrame) reset() {
	st := &fr.st
	clear(st.Props)
	st.Operands = st.Operands[:0]
	if st.Def != nil && st.Def.Parse == nil { // otherwise it may be any list
		fr.resultTypes = st.ResultTypes[:0]
	}
	st.ResultTypes = fr.resultTypes
	st.Props = st.Props[:0]
	st.Attrs, st.Dict = st.Attrs[:0], nil
	st.Regions = st.Regions[:0]
	st.NumRegions = 0
	st.Successors = st.Successors[:0]
	fr.results = fr.results[:0]
	fr.operands = fr.operands[:0]
	fr.types = fr.types[:0]
	fr.allResults, fr.inferred = false, false
}

func (fr *opFrame) numResultNames() int {
	n := 0
	for i := range fr.results {
		n += fr.results[i].count
	}
	return n
}

// valueGroup holds the uses and types that a format has read for an operand or result
// group.
type valueGroup struct {
	uses  []ir.Unresolved
	types []ir.Type
	pos   int // offset of the first operand
}

// prepare empties the groups of the operation.
func (fr *opFrame) prepare(def *ir.OpDef) {
	fr.groups = resizeGroups(fr.groups, len(def.Operands))
	fr.resultGroups = resizeGroups(fr.resultGroups, len(def.Results))
	fr.all = valueGroup{uses: fr.all.uses[:0], types: fr.all.types[:0]}
}

func resizeGroups(gs []valueGroup, n int) []valueGroup {
	for len(gs) < n {
		gs = append(gs, valueGroup{})
	}
	for i := range n {
		gs[i].uses, gs[i].types = gs[i].uses[:0], gs[i].types[:0]
	}
	return gs
}

func (p *groupParser) pushFrame() *opFrame {
	if p.level == len(p.frames) {
		p.frames = append(p.frames, &opFrame{})
	}
	fr := p.frames[p.level]
	p.level++
	fr.reset()
	return fr
}

func (p *groupParser) frame() *opFrame { return p.frames[p.level-1] }

func (p *groupParser) NumResultNames() int { return p.frame().numResultNames() }

func (p *groupParser) groupOf(arg ir.FormatArg) *valueGroup {
	fr := p.frame()
	e := &arg.FormatElem
	for e.Kind == ir.FmtType || e.Kind == ir.FmtQualified {
		e = &e.Args[0]
	}
	switch e.Kind {
	case ir.FmtOperand:
		return &fr.groups[e.Index]
	case ir.FmtResult:
		return &fr.resultGroups[e.Index]
	}
	panic(fmt.Sprintf("parser: %s: parameter %q of a custom directive is neither an operand nor a result", p.opName, e.Text))
}

func (p *groupParser) BindOperands(arg ir.FormatArg, us ...ir.Unresolved) {
	g := p.groupOf(arg)
	if len(us) > 0 {
		g.pos = us[0].Pos
	}
	g.uses = append(g.uses, us...)
}

func (p *groupParser) BindTypes(arg ir.FormatArg, ts ...ir.Type) {
	g := p.groupOf(arg)
	g.types = append(g.types, ts...)
}

func (p *groupParser) BindRegion(arg ir.FormatArg, r *ir.Region) {
	st := &p.frame().st
	for len(st.Regions) <= arg.Index {
		st.Regions = append(st.Regions, nil)
	}
	st.Regions[arg.Index] = r
}

func (p *groupParser) Bound(arg ir.FormatArg) []ir.Unresolved { return p.groupOf(arg).uses }

func (p *groupParser) BoundTypes(arg ir.FormatArg) []ir.Type { return p.groupOf(arg).types }

func (p *groupParser) IndexList(delims string, arg ir.FormatArg) []int64 {
	open, end := delimiters(delims)
	g := p.groupOf(arg)
	from := len(p.indexes)
	const expected = "expected SSA value or integer"
	_, start, _ := p.frame().st.Loc.Source()
	open1, end1 := delimiters("[]") // brackets of a scalable size, which upstream reads in any list
	unclosed := false
	p.list(open, end, " in dynamic index list", func() {
		value := p.peekValue()
		if value {
			u := p.valueUse(true)
			g.pos = u.Pos
			g.uses = append(g.uses, u)
			p.indexes = append(p.indexes, ir.Dynamic)
		}
		scalable := p.accept(open1)
		if !value {
			p.indexes = append(p.indexes, p.Integer())
		}
		if unclosed = scalable && !p.failed && !p.accept(end1); unclosed {
			p.ErrorAt(start, expected)
		}
	})
	if !unclosed {
		p.AlsoErrorAt(start, expected)
	}
	list := p.indexes[from:]
	p.indexes = p.indexes[:from]
	return list
}
