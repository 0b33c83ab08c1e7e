package scf

import "optc/ir"

func ifOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "scf.if",
		New:     []string{"condition", "results..."},
		Summary: "conditional",
		Description: `Runs the first region when the condition is true and the second, which may be
absent, when it is false. If there are results, both regions yield them.`,
		Operands:   []ir.ValueDef{{Name: "condition", Type: ir.BoolConstraint}},
		Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Regions:    []ir.RegionDef{{Name: "thenRegion", SingleBlock: true}, {Name: "elseRegion"}},
		Traits:     ir.RecursiveMemoryEffects | ir.RecursivelySpeculatable | ir.SingleBlock | ir.ImplicitTerminator | ir.NoRegionArguments,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}, RegionBranch: ifBranch},
		Form:       "$condition (`->` type($results))? $thenRegion (`else` $elseRegion)? attr-dict",
		Parse:      parseIf,
		Print:      printIf,
		Verify:     verifyIf,
		Fold:       foldIf,
		Patterns:   ifPatterns(),
		Examples: []string{
			`func.func @choose(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  return %r : f32
}`,
		},
	}
}

var ifBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		if from != nil {
			return []ir.RegionSuccessor{{Inputs: op.ResultList()}}
		}
		ifOp := ir.Cast[IfOp](op)
		other := ir.RegionSuccessor{Region: ifOp.ElseRegion()}
		if other.Region.Empty() {
			other = ir.RegionSuccessor{Inputs: op.ResultList()}
		}
		return []ir.RegionSuccessor{{Region: ifOp.ThenRegion()}, other}
	},
	Entered: func(op *ir.Operation, operands []ir.Attribute) []ir.RegionSuccessor {
		next := op.Def().Interfaces.RegionBranch.Successors(op, nil)
		c, ok := operands[0].(*ir.IntegerAttr)
		switch {
		case !ok:
			return next
		case c.Bool():
			return next[:1]
		}
		return next[1:]
	},
	EntryOperands: func(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 1, 1 },
}

func parseIf(p ir.OpParser, st *ir.OpState) {
	p.Resolve(st, p.Context().I1(), p.Operand())
	st.ResultTypes = p.OptionalArrowTypes()
	ir.ParseIfRegions(p, st, YieldOp{})
	p.AttrDict(st)
}

func printIf(p *ir.Printer, op *ir.Operation) {
	ifOp := ir.Cast[IfOp](op)
	p.Str(" ").Operand(ifOp.Condition())
	if op.NumResults() > 0 {
		p.Str(" -> (").Types(op.ResultTypes()).Str(")")
	}
	p.Str(" ").Region(ifOp.ThenRegion(), false, op.NumResults() > 0)
	if !ifOp.ElseRegion().Empty() {
		p.Str(" else ").Region(ifOp.ElseRegion(), false, op.NumResults() > 0)
	}
	p.AttrDict(op)
}

func verifyIf(op *ir.Operation) *ir.Diagnostic {
	if op.NumResults() > 0 && ir.Cast[IfOp](op).ElseRegion().Empty() {
		return op.Errorf("must have an else block if defining values")
	}
	return nil
}

// executeBranch: control enters the region once, and from it the results.
var executeBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		if from == nil {
			return []ir.RegionSuccessor{{Region: ir.Cast[ExecuteRegionOp](op).Region()}}
		}
		return []ir.RegionSuccessor{{Inputs: op.ResultList()}}
	},
	EntryOperands: func(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 0, 0 },
}

func executeRegion() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "scf.execute_region",
		Summary:     "run a region once",
		Description: "Runs a region, which may have any control flow, once; the yielded values are the results. no_inline keeps it from being inlined.",
		Results:     []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs:       []ir.PropDef{{Name: noInline, Type: ir.UnitConstraint, Optional: true}},
		Regions:     []ir.RegionDef{{Name: "region"}},
		Traits:      ir.RecursiveMemoryEffects,
		Interfaces:  ir.Interfaces{RegionBranch: executeBranch},
		Patterns:    executePatterns(),
		Examples: []string{`func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : f32
  ^bb2:
    scf.yield %y : f32
  }
  return %r : f32
}`},
		Form: "(`->` type($results))? `no_inline`? $region attr-dict",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.ResultTypes = p.OptionalArrowTypes()
			if p.AcceptKeyword(noInline) {
				st.SetProp(noInline, p.Context().Unit())
			}
			st.Regions = append(st.Regions, p.Region(nil, false))
			p.AttrDict(st)
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.OptionalArrowTypes(op.ResultTypes())
			executeRegion := ir.Cast[ExecuteRegionOp](op)
			if executeRegion.NoInline() {
				p.Str(" no_inline")
			}
			p.Str(" ").Region(executeRegion.Region(), false, true)
			p.AttrDict(op, noInline)
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if ir.Cast[ExecuteRegionOp](op).Region().Empty() {
				return op.Errorf("region needs to have at least one block")
			}
			if op.Body().NumArgs() > 0 {
				return op.Errorf("region cannot have any arguments")
			}
			return nil
		},
	}
}
