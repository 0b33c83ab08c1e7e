package ir

import (
	"errors"
	"fmt"
	"slices"
)

// CheckFormat returns the faults of the assembly format of a definition: syntax errors,
// with their place in the format, and missing information without which parser or printer
// cannot work. The rules are mlir-tblgen's (OpFormatGen.cpp): every operand, region and
// successor appears once, the type of every operand and result is written or can be
// inferred, and attr-dict holds the other attributes.
func CheckFormat(d *OpDef) error {
	f, err := d.Format()
	if f == nil {
		return err
	}
	c := formatChecker{def: d, operands: newBound(len(d.Operands)), results: newBound(len(d.Results)),
		regions: newBound(len(d.Regions)), successors: newBound(len(d.Successors))}
	c.elems(f.Elems)
	c.complete()
	return errors.Join(c.errs...)
}

// bound records which operands, results, regions or successors of a definition occur in a
// format, and which of their types.
type bound struct{ value, typ []bool }

func newBound(n int) bound { return bound{make([]bool, n), make([]bool, n)} }

func setAll(flags []bool) {
	for i := range flags {
		flags[i] = true
	}
}

type formatChecker struct {
	def                                    *OpDef
	operands, results, regions, successors bound
	attrDict                               bool
	errs                                   []error
}

func (c *formatChecker) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("assembly format of %s: %s", c.def.Kind, fmt.Sprintf(format, args...)))
}

func (c *formatChecker) elems(es []FormatElem) {
	for i := range es {
		c.elem(&es[i])
	}
}

func (c *formatChecker) elem(e *FormatElem) {
	switch e.Kind {
	case FmtOperand:
		c.bind(c.operands.value, e)
	case FmtRegion:
		c.bind(c.regions.value, e)
	case FmtSuccessor:
		c.bind(c.successors.value, e)
	case FmtOperands:
		setAll(c.operands.value)
	case FmtRegions:
		setAll(c.regions.value)
	case FmtSuccessors:
		setAll(c.successors.value)
	case FmtType, FmtFuncType:
		for i := range e.Args {
			c.typeOf(&e.Args[i])
		}
	case FmtQualified, FmtCustom:
		c.elems(e.Args)
	case FmtResult, FmtResults:
		c.fail("results appear only in type(…), not as $%s", e.Text)
	case FmtAttrDict, FmtPropDict:
		c.attrDict = true
	case FmtOptional:
		c.optional(e)
	case FmtOIList:
		for _, clause := range e.Clauses {
			if len(clause) == 0 || clause[0].Kind != FmtLiteral {
				c.fail("a clause of oilist begins with a literal")
			}
			c.elems(clause)
		}
	}
}

func (c *formatChecker) bind(bound []bool, e *FormatElem) {
	if bound[e.Index] {
		c.fail("$%s appears twice", e.Text)
	}
	bound[e.Index] = true
}

func (c *formatChecker) typeOf(e *FormatElem) {
	switch e.Kind {
	case FmtOperand:
		c.operands.typ[e.Index] = true
	case FmtResult:
		c.results.typ[e.Index] = true
	case FmtOperands:
		setAll(c.operands.typ)
	case FmtResults:
		setAll(c.results.typ)
	default:
		c.fail("only operands and results have types")
	}
}

// optional checks a group: its first element must allow the parser to find out whether it
// is present, and its anchor the printer.
func (c *formatChecker) optional(e *FormatElem) {
	var first FormatElem
	for _, first = range e.Then {
		if first.Kind != FmtSpace {
			break
		}
	}
	switch {
	case first.Kind == FmtOperand && c.def.Operands[first.Index].Kind == Single,
		first.Kind == FmtAttr && !c.def.Attrs[first.Index].Optional && c.def.Attrs[first.Index].Default == nil:
		c.fail("$%s begins an optional group, but it is not optional", first.Text)
	case first.Kind == FmtSpace, first.Kind == FmtAttrDict, first.Kind == FmtOIList:
		c.fail("an optional group begins with an element by which the parser can recognize it")
	}
	switch anchor := e.anchor(); anchor.Kind {
	case FmtLiteral, FmtSpace, FmtAttrDict, FmtPropDict, FmtOptional, FmtOIList:
		c.fail("the anchor of an optional group is a variable, a type or a custom directive")
	}
	c.elems(e.Then)
	c.elems(e.Else)
}

// complete checks that nothing is missing.
func (c *formatChecker) complete() {
	d := c.def
	for i := range d.Operands {
		if !c.operands.value[i] {
			c.fail("operand #%d, named '%s', not found", i, d.Operands[i].Name)
		}
	}
	for i := range d.Regions {
		if !c.regions.value[i] {
			c.fail("region #%d, named '%s', not found", i, d.Regions[i].Name)
		}
	}
	for i := range d.Successors {
		if !c.successors.value[i] {
			c.fail("successor #%d, named '%s', not found", i, d.Successors[i].Name)
		}
	}
	if !c.attrDict {
		c.fail("'attr-dict' directive not found")
	}
	if d.Parse != nil {
		return // it infers the types
	}
	c.inferTypes()
	for i := range d.Operands {
		if !c.operands.typ[i] {
			c.fail("the type of operand #%d, '%s', is not in the format and does not follow from other types; add type($%s)", i, d.Operands[i].Name, d.Operands[i].Name)
		}
	}
	if d.Infer != nil || d.Traits&(SameOperandsAndResultType|FirstAttrDerivedResultType) != 0 {
		return
	}
	for i := range d.Results {
		if !c.results.typ[i] {
			c.fail("the type of result #%d, '%s', is not in the format and does not follow from other types; add type($%s)", i, d.Results[i].Name, d.Results[i].Name)
		}
	}
}

// inferTypes marks the types that follow from constraints and traits.
func (c *formatChecker) inferTypes() {
	d := c.def
	for i, o := range d.Operands {
		if t := o.Type; t != nil && (t.Build != nil || t.Defined) {
			c.operands.typ[i] = true
		}
	}
	for i, r := range d.Results {
		if t := r.Type; t != nil && t.Build != nil {
			c.results.typ[i] = true
		}
	}
	known := func(name string) *bool {
		if i := d.OperandIndex(name); i >= 0 {
			return &c.operands.typ[i]
		}
		if i := d.ResultIndex(name); i >= 0 {
			return &c.results.typ[i]
		}
		t := true // for an attribute
		return &t
	}
	same := func(groups ...*bool) (changed bool) {
		if !slices.ContainsFunc(groups, func(k *bool) bool { return *k }) {
			return false
		}
		for _, k := range groups {
			changed = changed || !*k
			*k = true
		}
		return changed
	}
	for changed := true; changed; {
		changed = false
		if d.Traits&(SameOperandsAndResultType|SameTypeOperands) != 0 {
			var groups []*bool
			for i := range d.Operands {
				groups = append(groups, &c.operands.typ[i])
			}
			if d.Traits&SameOperandsAndResultType != 0 {
				for i := range d.Results {
					groups = append(groups, &c.results.typ[i])
				}
			}
			changed = same(groups...)
		}
		for _, con := range d.Constraints {
			switch con := con.(type) {
			case AllTypesMatch:
				var groups []*bool
				for _, name := range con {
					groups = append(groups, known(name))
				}
				changed = same(groups...) || changed
			case TypesMatchWith:
				if to := known(con.To); *known(con.From) && !*to {
					*to, changed = true, true
				}
			}
		}
	}
}
