package scf

import (
	"optc/ir"
	"optc/sim"
)

var integerOrIndex = &ir.TypeConstraint{
	Summary: "signless integer or index",
	Check: func(t ir.Type) bool {
		return ir.AnySignlessInteger.Check(t) || ir.IndexConstraint.Check(t)
	},
}

func forOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "scf.for",
		Implements: []ir.Implementation{sim.Moves("initArgs"), inferFor},
		New:        []string{"lowerBound", "upperBound", "step", "initArgs", "results=initArgs"},
		Summary:    "counted loop",
		Description: `Runs the body for lower, lower + step, and so on, below upper. Values of iter_args
are carried from one iteration to the next; their last values are the results.
With unsignedCmp the bounds compare as unsigned numbers.`,
		Operands: []ir.ValueDef{
			{Name: "lowerBound", Type: integerOrIndex},
			{Name: "upperBound", Type: integerOrIndex},
			{Name: "step", Type: integerOrIndex},
			{Name: "initArgs", Type: ir.AnyType, Kind: ir.Variadic},
		},
		Results:     []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Attrs:       []ir.PropDef{{Name: unsignedCmp, Type: ir.UnitConstraint, Optional: true}},
		Regions:     []ir.RegionDef{{Name: "region", SingleBlock: true}},
		Traits:      ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator | ir.AutomaticAllocationScope,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"lowerBound", "upperBound", "step"}},
		Interfaces:  ir.Interfaces{Terminator: YieldOp{}, Loop: forLoop, RegionBranch: forBranch},
		Speculatable: func(op *ir.Operation) ir.Speculatability {
			// A constant step of 1 always ends (upstream's ForOp::getSpeculatability).
			if s, ok := ir.ConstantValue(ir.Cast[ForOp](op).Step()).(*ir.IntegerAttr); ok && s.Int64() == 1 {
				return ir.RecursivelySpeculatableOps
			}
			return ir.NotSpeculatable
		},
		Form:          "`unsigned`? %i `=` $lowerBound `to` $upperBound `step` $step (`iter_args` `(` %arg `=` $initArgs, … `)` `->` `(` type($results) `)`)? (`:` type($lowerBound))? $region attr-dict",
		Parse:         parseFor,
		Print:         printFor,
		Verify:        verifyFor,
		VerifyRegions: verifyForRegions,
		Patterns:      forPatterns(),
		Examples: []string{
			`func.func @sum(%lo: index, %hi: index, %s: index, %x: f32) -> f32 {
  %r = scf.for %i = %lo to %hi step %s iter_args(%a = %x) -> (f32) {
    %n = arith.addf %a, %a : f32
    scf.yield %n : f32
  }
  return %r : f32
}`,
			`func.func @typed(%lo: i32, %hi: i32, %s: i32) {
  scf.for unsigned %i = %lo to %hi step %s : i32 {
  }
  return
}`,
		},
	}
}

var forLoop = &ir.Loop{
	Bodies:   func(op *ir.Operation) []*ir.Region { return []*ir.Region{ir.Cast[ForOp](op).Region()} },
	Counted:  true,
	Inits:    ir.Method(ForOp.InitArgs),
	IterArgs: forIterArgs,
	Yielded:  func(op *ir.Operation) []*ir.Value { return op.Body().Back().OperandList() },
}

// forIterArgs returns the arguments after the induction variable.
func forIterArgs(op *ir.Operation) []*ir.Value {
	args := op.Body().Args()
	return args[min(1, len(args)):]
}

// forBranch: control passes from the parent to the body or past the loop, and from the
// body to the body again or out of the loop.
var forBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		return []ir.RegionSuccessor{
			{Region: ir.Cast[ForOp](op).Region(), Inputs: forIterArgs(op)},
			{Inputs: op.ResultList()},
		}
	},
	EntryOperands: func(op *ir.Operation, to ir.RegionSuccessor) (lo, hi int) { return forInits, op.NumOperands() },
}

func parseFor(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	if p.AcceptKeyword("unsigned") {
		st.SetProp(unsignedCmp, c.Unit())
	}
	iv := p.Argument(false)
	p.Expect("=")
	lower := p.Operand()
	p.Keyword("to")
	upper := p.Operand()
	p.Keyword("step")
	step := p.Operand()
	args := []ir.Argument{iv}
	var inits []ir.Unresolved
	initPos := p.Pos()
	if p.AcceptKeyword("iter_args") {
		var more []ir.Argument
		more, inits = p.Assignments()
		args = append(args, more...)
		st.ResultTypes = p.ArrowTypes()
	}
	t := c.Index()
	if p.Accept(":") {
		t = p.Type()
	}
	if !p.Ok() {
		return
	}
	if len(st.ResultTypes) != len(inits) {
		_, start, _ := st.Loc.Source()
		p.ErrorAt(start, "mismatch in number of loop-carried values and defined values")
		return
	}
	args[0].Type = t
	for i, rt := range st.ResultTypes {
		args[1+i].Type = rt
	}
	p.Resolve(st, t, lower)
	p.Resolve(st, t, upper)
	p.Resolve(st, t, step)
	p.ResolveAll(st, inits, st.ResultTypes, initPos)
	body := p.Region(args, false)
	st.Regions = append(st.Regions, body)
	if p.Ok() {
		ir.EnsureTerminator(p.Builder(), body, YieldOp{}, st.Loc)
	}
	p.AttrDict(st)
}

// printAssignments writes prefix(%a = %x, …) if there is anything to write.
func printAssignments(p *ir.Printer, prefix string, args, values []*ir.Value) {
	if len(args) == 0 {
		return
	}
	p.Str(prefix + "(")
	for i, a := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(a).Str(" = ").Operand(values[i])
	}
	p.Str(")")
}

func printFor(p *ir.Printer, op *ir.Operation) {
	loop := ir.Cast[ForOp](op)
	if loop.UnsignedCmp() {
		p.Str(" unsigned")
	}
	body := op.Body()
	p.Str(" ").Operand(body.Arg(0)).Str(" = ").Operand(loop.LowerBound()).Str(" to ").Operand(loop.UpperBound()).
		Str(" step ").Operand(loop.Step())
	printAssignments(p, " iter_args", body.Args()[1:], loop.InitArgs())
	if op.NumResults() > 0 {
		p.Str(" -> (").Types(op.ResultTypes()).Str(")")
	}
	p.Str(" ")
	if t := body.Arg(0).Type(); t != p.Context().Index() {
		p.Str(" : ").Type(t).Str(" ")
	}
	p.Region(loop.Region(), false, op.NumResults() > 0)
	p.AttrDict(op, unsignedCmp)
}

func verifyFor(op *ir.Operation) *ir.Diagnostic {
	if op.NumOperands()-forInits != op.NumResults() {
		return op.Errorf("mismatch in number of loop-carried values and defined values")
	}
	return nil
}

func verifyForRegions(op *ir.Operation) *ir.Diagnostic {
	args := op.Body().Args()
	if len(args) == 0 || args[0].Type() != ir.Cast[ForOp](op).LowerBound().Type() {
		return op.Errorf("expected induction variable to be same type as bounds and step")
	}
	if op.NumResults() != len(args)-1 {
		return op.Errorf("mismatch in number of basic block args and defined values")
	}
	return nil
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "scf.yield",
		New:         []string{"results..."},
		Summary:     "results of a region",
		Description: "Ends a region of a structured operation and passes its operands to that operation.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{ExecuteRegionOp{}, ForOp{}, IfOp{}, IndexSwitchOp{}, WhileOp{}}},
		Assembly:    "attr-dict ($results^ `:` type($results))?",
	}
}
