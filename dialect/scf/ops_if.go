package scf

import "optc/ir"

var ifOp = &ir.OpDef{
	Name:    If,
	Summary: "conditional",
	Description: `Runs the first region when the condition is true and the second, which may be
absent, when it is false. With results both regions yield them.`,
	Operands:   []ir.ValueDef{{Name: "condition", Type: ir.BoolConstraint}},
	Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
	Regions:    []ir.RegionDef{{Name: "thenRegion", SingleBlock: true}, {Name: "elseRegion"}},
	Traits:     ir.RecursiveMemoryEffects | ir.RecursivelySpeculatable | ir.SingleBlock | ir.ImplicitTerminator,
	Interfaces: ir.Interfaces{Terminator: Yield, RegionBranch: ifBranch},
	Parse:      parseIf,
	Print:      printIf,
	Verify:     verifyIf,
	VerifyRegions: func(op *ir.Operation) *ir.Diagnostic {
		return verifyYields(op, op.Region(0), op.Region(1))
	},
	Patterns: ifPatterns,
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

var ifBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		leave := ir.RegionSuccessor{Inputs: op.Results()}
		if from != nil {
			return []ir.RegionSuccessor{leave}
		}
		next := []ir.RegionSuccessor{{Region: op.Region(0)}}
		if op.Region(1).Empty() {
			return append(next, leave)
		}
		return append(next, ir.RegionSuccessor{Region: op.Region(1)})
	},
	EntryOperands: func(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 1, 1 },
}

func parseIf(p ir.OpParser, st *ir.OpState) {
	p.Resolve(st, p.Context().I1(), p.Operand())
	st.ResultTypes = p.OptionalArrowTypes()
	region := func() *ir.Region {
		r := p.Region(nil, false)
		if p.Ok() {
			ir.EnsureTerminator(p.Builder(), r, Yield, st.Loc)
		}
		return r
	}
	st.Regions = append(st.Regions, region())
	if p.AcceptKeyword("else") {
		st.Regions = append(st.Regions, region())
	} else {
		st.Regions = append(st.Regions, &ir.Region{})
	}
	p.AttrDict(st)
}

func printIf(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").Operand(op.Operand(0))
	if op.NumResults() > 0 {
		p.Str(" -> (").Types(op.ResultTypes()).Str(")")
	}
	p.Str(" ").Region(op.Region(0), false, op.NumResults() > 0)
	if !op.Region(1).Empty() {
		p.Str(" else ").Region(op.Region(1), false, op.NumResults() > 0)
	}
	p.AttrDict(op)
}

func verifyIf(op *ir.Operation) *ir.Diagnostic {
	if op.NumResults() > 0 && op.Region(1).Empty() {
		return op.Errorf("must have an else block if defining values")
	}
	return nil
}

// verifyYields checks that each region yields the results of op.
func verifyYields(op *ir.Operation, regions ...*ir.Region) *ir.Diagnostic {
	for _, r := range regions {
		if r.Empty() {
			continue
		}
		y := r.Front().Back()
		types := y.OperandTypes()
		if len(types) != op.NumResults() {
			return op.Errorf("region control flow edge from Region #%d to parent results: source has %d operands, but target successor needs %d",
				r.Index(), len(types), op.NumResults())
		}
		for i, t := range types {
			if want := op.Result(i).Type(); t != want {
				return op.Errorf("along control flow edge from Region #%d to parent results: source type #%d '%s' should match input type #%d '%s'",
					r.Index(), i, t, i, want)
			}
		}
	}
	return nil
}

var executeRegion = &ir.OpDef{
	Name:        ExecuteRegion,
	Summary:     "run a region once",
	Description: "Runs a region of any control flow once; its yields are the results. no_inline keeps it from being inlined.",
	Results:     []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
	Attrs:       []ir.AttrDef{{Name: "no_inline", Type: ir.UnitConstraint, Optional: true}},
	Regions:     []ir.RegionDef{{Name: "region", NonEmpty: true}},
	Traits:      ir.RecursiveMemoryEffects,
	Parse: func(p ir.OpParser, st *ir.OpState) {
		st.ResultTypes = p.OptionalArrowTypes()
		if p.AcceptKeyword("no_inline") {
			st.SetProp("no_inline", p.Context().Unit())
		}
		st.Regions = append(st.Regions, p.Region(nil, false))
		p.AttrDict(st)
	},
	Print: func(p *ir.Printer, op *ir.Operation) {
		p.OptionalArrowTypes(op.ResultTypes())
		if op.Attr("no_inline") != nil {
			p.Str(" no_inline")
		}
		p.Str(" ").Region(op.Region(0), false, true)
		p.AttrDict(op, "no_inline")
	},
	Verify: func(op *ir.Operation) *ir.Diagnostic {
		if op.Region(0).Empty() {
			return op.Errorf("region needs to have at least one block")
		}
		if op.Body().NumArgs() > 0 {
			return op.Errorf("region cannot have any arguments")
		}
		return nil
	},
}

var indexSwitch = &ir.OpDef{
	Name:        IndexSwitch,
	Summary:     "choose a region by an index",
	Description: "Runs the region of the case that equals the index, or the default region.",
	Operands:    []ir.ValueDef{{Name: "arg", Type: ir.IndexConstraint}},
	Results:     []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
	Attrs:       []ir.AttrDef{{Name: "cases", Type: ir.DenseI64ArrayAttr}},
	Regions:     []ir.RegionDef{{Name: "defaultRegion", SingleBlock: true}, {Name: "caseRegions", SingleBlock: true, Variadic: true}},
	Traits:      ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator,
	Interfaces:  ir.Interfaces{Terminator: Yield},
	Parse:       parseIndexSwitch,
	Print:       printIndexSwitch,
	VerifyRegions: func(op *ir.Operation) *ir.Diagnostic {
		cases, _ := ir.Int64s(op.Attr("cases"))
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
		return verifySwitchYields(op)
	},
}

func verifySwitchYields(op *ir.Operation) *ir.Diagnostic {
	check := func(r *ir.Region, name string) *ir.Diagnostic {
		y := r.Front().Back()
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
	if d := check(op.Region(0), "default region"); d != nil {
		return d
	}
	for i := 1; i < op.NumRegions(); i++ {
		if d := check(op.Region(i), "case region #"+string(appendInt(nil, i-1))); d != nil {
			return d
		}
	}
	return nil
}

func parseIndexSwitch(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	p.Resolve(st, c.Index(), p.Operand())
	p.AttrDict(st)
	st.ResultTypes = p.OptionalArrowTypes()
	region := func() *ir.Region {
		r := p.Region(nil, false)
		if p.Ok() {
			ir.EnsureTerminator(p.Builder(), r, Yield, st.Loc)
		}
		return r
	}
	var values []int64
	regions := []*ir.Region{nil}
	for p.Ok() && p.AcceptKeyword("case") {
		values = append(values, p.Integer())
		regions = append(regions, region())
	}
	p.Keyword("default")
	regions[0] = region()
	st.SetProp("cases", c.DenseI64Array(values))
	st.Regions = regions
}

func printIndexSwitch(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").Operand(op.Operand(0))
	p.AttrDict(op, "cases")
	p.OptionalArrowTypes(op.ResultTypes())
	terminators := op.NumResults() > 0
	cases, _ := ir.Int64s(op.Attr("cases"))
	for i, v := range cases {
		p.Newline().Str("case ").Int(v).Str(" ").Region(op.Region(1+i), false, terminators)
	}
	p.Newline().Str("default ").Region(op.Region(0), false, terminators)
}
