package scf

import (
	"optc/ir"
	"optc/sim"
)

func while() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "scf.while",
		Summary: "loop with a condition",
		Description: `Runs the before region. While its scf.condition is true, runs the after region
with the forwarded values, and starts again with the values that this region
yields. The values forwarded last are the results.`,
		Implements: []ir.Implementation{sim.Moves()},
		Operands:   []ir.ValueDef{{Name: "inits", Type: ir.AnyType, Kind: ir.Variadic}},
		Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Regions:    []ir.RegionDef{{Name: "before", SingleBlock: true}, {Name: "after", SingleBlock: true}},
		Traits:     ir.RecursiveMemoryEffects | ir.SingleBlock,
		Form:       "(`(` %arg `=` $inits, … `)`)? `:` functional-type($inits, $results) $before `do` $after attr-dict-with-keyword",
		Parse:      parseWhile,
		Print:      printWhile,
		Verify:     verifyWhile,
		Interfaces: ir.Interfaces{RegionBranch: whileBranch, Loop: whileLoop},
		Patterns:   whilePatterns(),
		Examples: []string{
			`func.func @f(%x: f32, %c: i1) -> f32 {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return %r : f32
}`,
		},
	}
}

// whileBranch: the parent enters the region before, before enters after or leaves the
// loop, after enters before.
var whileBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		while := ir.Cast[WhileOp](op)
		before := ir.RegionSuccessor{Region: while.Before(), Inputs: while.Before().Front().Args()}
		if from != while.Before() {
			return []ir.RegionSuccessor{before}
		}
		return []ir.RegionSuccessor{
			{Inputs: op.ResultList()},
			{Region: while.After(), Inputs: while.After().Front().Args()},
		}
	},
	Left: func(term *ir.Operation, operands []ir.Attribute) []ir.RegionSuccessor {
		op := term.Parent()
		next := op.Def().Interfaces.RegionBranch.Successors(op, term.ParentRegion())
		if !ir.Is[ConditionOp](term) {
			return next
		}
		if c, ok := operands[0].(*ir.IntegerAttr); ok {
			if c.Bool() {
				return next[1:]
			}
			return next[:1]
		}
		return next
	},
	EntryOperands: func(op *ir.Operation, _ ir.RegionSuccessor) (lo, hi int) { return 0, op.NumOperands() },
	ExitOperands: func(term *ir.Operation, _ ir.RegionSuccessor) (lo, hi int) {
		if ir.Is[ConditionOp](term) {
			return 1, term.NumOperands()
		}
		return 0, term.NumOperands()
	},
}

var whileLoop = &ir.Loop{
	Bodies: func(op *ir.Operation) []*ir.Region {
		while := ir.Cast[WhileOp](op)
		return []*ir.Region{while.Before(), while.After()}
	},
}

func parseWhile(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	var args []ir.Argument
	var inits []ir.Unresolved
	if p.Peek("(") {
		args, inits = p.Assignments()
	}
	typePos := p.Pos()
	p.Expect(":")
	t := p.FunctionType()
	if !p.Ok() {
		return
	}
	st.ResultTypes = t.Results
	if len(t.Inputs) != len(inits) {
		p.ErrorAt(typePos, "expected as many input types as operands (expected %d got %d)", len(inits), len(t.Inputs))
		return
	}
	p.ResolveAll(st, inits, t.Inputs, pos)
	for i := range args {
		args[i].Type = t.Inputs[i]
	}
	before := p.Region(args, false)
	p.Keyword("do")
	after := p.Region(nil, false)
	st.Regions = append(st.Regions, before, after)
	p.AttrDictWithKeyword(st)
}

func printWhile(p *ir.Printer, op *ir.Operation) {
	while := ir.Cast[WhileOp](op)
	before := while.Before()
	printAssignments(p, " ", before.Front().Args(), op.OperandList())
	p.Str(" : ").FunctionalType(op.OperandTypes(), op.ResultTypes())
	p.Str(" ").Region(before, false, true).Str(" do ").Region(while.After(), true, true)
	p.AttrDictWithKeyword(op)
}

func verifyWhile(op *ir.Operation) *ir.Diagnostic {
	for i, want := range []struct {
		region string
		kind   ir.OpKind
	}{{"before", ConditionOp{}}, {"after", YieldOp{}}} {
		if t := op.Region(i).Front().Back(); !want.kind.Kind().Is(t) {
			d := op.Errorf("expects the '%s' region to terminate with '%s'", want.region, want.kind.Kind())
			if t != nil {
				d.Note(t.Loc(), "terminator here")
			}
			return d
		}
	}
	return nil
}

func condition() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "scf.condition",
		Summary:     "condition of a while loop",
		Description: "Ends the before region: control continues in the after region, or leaves the loop, with the given values.",
		Implements:  []ir.Implementation{sim.Moves("args")},
		Operands: []ir.ValueDef{
			{Name: "condition", Type: ir.BoolConstraint},
			{Name: "args", Type: ir.AnyType, Kind: ir.Variadic},
		},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{WhileOp{}}},
		Assembly:    "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
	}
}
