package affine

import (
	"optc/ir"
)

func ifOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "affine.if",
		Summary: "conditional on an integer set",
		Description: `Runs the first region if the operands are in the set, and otherwise the second
region, which may be absent. If there are results, both regions yield them.`,
		Operands: []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Results:  []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{{Name: conditionAttr, Type: &ir.AttrConstraint{
			Class:   true,
			Go:      ir.GoSet,
			Summary: "IntegerSet attribute",
			Check:   func(a ir.Attribute) bool { _, ok := a.(*ir.IntegerSetAttr); return ok },
		}}},
		Regions: []ir.RegionDef{{Name: "thenRegion", SingleBlock: true}, {Name: "elseRegion"}},
		Traits: ir.SingleBlock | ir.ImplicitTerminator | ir.RecursivelySpeculatable | ir.RecursiveMemoryEffects |
			ir.NoRegionArguments,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}, RegionBranch: ifBranch},
		Form:       "$condition `(` $operands `)` (`[` $operands `]`)? (`->` type($results))? $thenRegion (`else` $elseRegion)? attr-dict",
		Parse:      parseIf,
		Print:      printIf,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			ifOp := ir.Cast[IfOp](op)
			set, operands := ifOp.Condition(), ifOp.Operands()
			if len(operands) != set.NumInputs() {
				return op.Errorf("operand count and condition integer set dimension and symbol count must match")
			}
			return verifyDimsAndSymbols(op, operands, set.NumDims)
		},
		Fold:     foldIf,
		Patterns: ifPatterns,
		Examples: []string{`func.func @f(%i: index, %n: index, %x: f32, %y: f32) -> f32 {
  %r = affine.if affine_set<(d0)[s0] : (d0 - 8 >= 0, s0 - d0 == 0)>(%i)[%n] -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  return %r : f32
}`},
	}
}

var ifBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		leave := ir.RegionSuccessor{Inputs: op.ResultList()}
		if from != nil {
			return []ir.RegionSuccessor{leave}
		}
		ifOp := ir.Cast[IfOp](op)
		next := []ir.RegionSuccessor{{Region: ifOp.ThenRegion()}}
		if ifOp.ElseRegion().Empty() {
			return append(next, leave)
		}
		return append(next, ir.RegionSuccessor{Region: ifOp.ElseRegion()})
	},
	EntryOperands: func(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 0, 0 },
}

func parseIf(p ir.OpParser, st *ir.OpState) {
	_, start, _ := st.Loc.Source()
	pos := p.Pos()
	a := p.Attr(nil)
	dims, symbols := p.Operands("()"), optionalOperands(p, "[]")
	if !p.Ok() {
		return
	}
	set, ok := a.(*ir.IntegerSetAttr)
	switch {
	case !ok:
		p.ErrorAt(pos, "invalid kind of attribute specified")
	case len(dims) != set.Set.NumDims:
		p.ErrorAt(start, "dim operand count and integer set dim count must match")
	case len(symbols) != set.Set.NumSymbols:
		p.ErrorAt(start, "symbol operand count and integer set symbol count must match")
	}
	st.SetProp(conditionAttr, a)
	p.ResolveEach(st, p.Context().Index(), dims)
	p.ResolveEach(st, p.Context().Index(), symbols)
	st.ResultTypes = p.OptionalArrowTypes()
	ir.ParseIfRegions(p, st, YieldOp{})
	p.AttrDict(st)
}

func printIf(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").Attr(op.Attr(conditionAttr))
	ifOp := ir.Cast[IfOp](op)
	printDimsAndSymbols(p, ifOp.Condition().NumDims, ifOp.Operands())
	p.OptionalArrowTypes(op.ResultTypes())
	p.Str(" ").Region(ifOp.ThenRegion(), false, op.NumResults() > 0)
	if !ifOp.ElseRegion().Empty() {
		p.Str(" else ").Region(ifOp.ElseRegion(), false, op.NumResults() > 0)
	}
	p.AttrDict(op, conditionAttr)
}
