package scf

import (
	"fmt"
	"slices"

	"optc/ir"
)

func indexSwitch() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "scf.index_switch",
		Summary:     "choose a region by an index",
		Description: "Runs the region of the case that equals the index, or the default region.",
		Operands:    []ir.ValueDef{{Name: "arg", Type: ir.IndexConstraint}},
		Results:     []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs:       []ir.PropDef{{Name: switchCases, Type: ir.DenseI64ArrayAttr}},
		Regions:     []ir.RegionDef{{Name: "defaultRegion", SingleBlock: true}, {Name: "caseRegions", SingleBlock: true, Variadic: true}},
		Traits:      ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator,
		Interfaces:  ir.Interfaces{Terminator: YieldOp{}, RegionBranch: switchBranch},
		Form:        "$arg attr-dict (`->` type($results))? (`case` number $caseRegions)* `default` $defaultRegion",
		Parse:       parseIndexSwitch,
		Print:       printIndexSwitch,
		Verify:      verifyIndexSwitch,
		Patterns:    switchPatterns(),
		Examples: []string{`func.func @f(%i: index, %x: f32, %y: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 2 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  return %r : f32
}`},
	}
}

var switchBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		if from != nil {
			return []ir.RegionSuccessor{{Inputs: op.ResultList()}}
		}
		next := make([]ir.RegionSuccessor, op.NumRegions())
		for i := range next {
			next[i].Region = op.Region(i)
		}
		return next
	},
	Entered: func(op *ir.Operation, operands []ir.Attribute) []ir.RegionSuccessor {
		if v, ok := operands[0].(*ir.IntegerAttr); ok {
			return []ir.RegionSuccessor{{Region: chosenRegion(op, v.Int64())}}
		}
		return op.Def().Interfaces.RegionBranch.Successors(op, nil)
	},
	EntryOperands: func(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 1, 1 },
}

// chosenRegion returns the region that runs for an index: the region of its case, or else
// the default region.
func chosenRegion(op *ir.Operation, index int64) *ir.Region {
	return op.Region(1 + slices.Index(ir.Cast[IndexSwitchOp](op).Cases(), index))
}

func verifyIndexSwitch(op *ir.Operation) *ir.Diagnostic {
	cases := ir.Cast[IndexSwitchOp](op).Cases()
	if len(cases) != op.NumRegions()-1 {
		return op.Errorf("has %d case regions but %d case values", op.NumRegions()-1, len(cases))
	}
	seen := map[int64]bool{}
	for _, v := range cases {
		if seen[v] {
			return op.Errorf("has duplicate case value: %d", v)
		}
		seen[v] = true
	}
	for i := range op.NumRegions() {
		name := "default region"
		if i > 0 {
			name = fmt.Sprintf("case region #%d", i-1)
		}
		if d := verifySwitchYield(op, op.Region(i).Front().Back(), name); d != nil {
			return d
		}
	}
	return nil
}

func verifySwitchYield(op, y *ir.Operation, name string) *ir.Diagnostic {
	if !ir.Is[YieldOp](y) {
		return op.Errorf("expected region to end with scf.yield, but got %s", y.Name())
	}
	if y.NumOperands() != op.NumResults() {
		return op.Errorf("expected each region to return %d values, but %s returns %d", op.NumResults(), name, y.NumOperands()).
			Note(y.Loc(), "see yield operation here")
	}
	for i := range op.NumResults() {
		if a, b := op.Result(i).Type(), y.Operand(i).Type(); a != b {
			return op.Errorf("expected result #%d of each region to be '%s'", i, a).
				Note(y.Loc(), "%s returns '%s' here", name, b)
		}
	}
	return nil
}

func parseIndexSwitch(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	p.Resolve(st, c.Index(), p.Operand())
	p.AttrDict(st)
	if p.Accept("->") {
		st.ResultTypes = p.Types()
	}
	values := []int64{}
	regions := []*ir.Region{nil}
	for p.Ok() && p.AcceptKeyword("case") {
		values = append(values, p.Integer())
		regions = append(regions, p.Region(nil, false))
	}
	p.Keyword("default")
	regions[0] = p.Region(nil, false)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), regions[0], YieldOp{}, st.Loc)
	}
	st.SetProp(switchCases, c.DenseI64Array(values))
	st.Regions = regions
}

func printIndexSwitch(p *ir.Printer, op *ir.Operation) {
	indexSwitch := ir.Cast[IndexSwitchOp](op)
	p.Str(" ").Operand(indexSwitch.Arg()).AttrDict(op, switchCases)
	if op.NumResults() > 0 {
		p.Str(" -> ").Types(op.ResultTypes())
	}
	p.Str(" ")
	for i, v := range indexSwitch.Cases() {
		p.Newline().Str("case ").Int(v).Str(" ").Region(op.Region(1+i), false, true)
	}
	p.Newline().Str("default ").Region(indexSwitch.DefaultRegion(), false, len(indexSwitch.DefaultRegion().Front().Back().AllAttrs()) > 0 || op.NumResults() > 0)
}
