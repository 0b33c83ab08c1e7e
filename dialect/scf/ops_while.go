package scf

import (
	"strconv"

	"optc/ir"
)

func appendInt(dst []byte, i int) []byte { return strconv.AppendInt(dst, int64(i), 10) }

var while = &ir.OpDef{
	Name:    While,
	Summary: "loop with a condition",
	Description: `Runs the before region; while its scf.condition is true, runs the after region
with the forwarded values and starts again with what that yields. The values
forwarded last are the results.`,
	Operands:      []ir.ValueDef{{Name: "inits", Type: ir.AnyType, Kind: ir.Variadic}},
	Results:       []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
	Regions:       []ir.RegionDef{{Name: "before", SingleBlock: true}, {Name: "after", SingleBlock: true}},
	Traits:        ir.RecursiveMemoryEffects | ir.SingleBlock,
	Parse:         parseWhile,
	Print:         printWhile,
	VerifyRegions: verifyWhile,
	Interfaces:    ir.Interfaces{RegionBranch: whileBranch},
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

// whileBranch: the parent enters before, before enters after or leaves, after
// enters before.
var whileBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		before := ir.RegionSuccessor{Region: op.Region(0), Inputs: op.Region(0).Front().Args()}
		if from != op.Region(0) {
			return []ir.RegionSuccessor{before}
		}
		return []ir.RegionSuccessor{
			{Inputs: op.Results()},
			{Region: op.Region(1), Inputs: op.Region(1).Front().Args()},
		}
	},
	EntryOperands: func(op *ir.Operation, _ ir.RegionSuccessor) (lo, hi int) { return 0, op.NumOperands() },
}

func parseWhile(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	var args []ir.Argument
	var inits []ir.Unresolved
	if p.Peek("(") {
		args, inits = assignments(p)
	}
	p.Expect(":")
	t := p.FunctionType()
	if !p.Ok() {
		return
	}
	st.ResultTypes = t.Results
	if len(t.Inputs) != len(inits) {
		p.ErrorAt(pos, "expected as many input types as operands (expected %d got %d)", len(inits), len(t.Inputs))
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
	before := op.Region(0)
	printAssignments(p, " ", before.Front().Args(), op.Operands())
	p.Str(" : ").FunctionalType(op.OperandTypes(), op.ResultTypes())
	p.Str(" ").Region(before, false, true).Str(" do ").Region(op.Region(1), true, true)
	p.AttrDictWithKeyword(op)
}

func verifyWhile(op *ir.Operation) *ir.Diagnostic {
	cond := op.Region(0).Front().Terminator()
	if !cond.Is(Condition) {
		return op.Errorf("expects the 'before' region to terminate with 'scf.condition'")
	}
	if y := op.Region(1).Front().Terminator(); !y.Is(Yield) {
		return op.Errorf("expects the 'after' region to terminate with 'scf.yield'")
	}
	edges := []struct {
		from, to string
		have     []ir.Type
		want     []ir.Type
	}{
		{"parent", "Region #0", op.OperandTypes(), op.Region(0).Front().ArgTypes()},
		{"Region #0", "parent results", cond.OperandTypes()[1:], op.ResultTypes()},
		{"Region #0", "Region #1", cond.OperandTypes()[1:], op.Region(1).Front().ArgTypes()},
		{"Region #1", "Region #0", op.Region(1).Front().Back().OperandTypes(), op.Region(0).Front().ArgTypes()},
	}
	for _, e := range edges {
		if len(e.have) != len(e.want) {
			return op.Errorf("region control flow edge from %s to %s: source has %d operands, but target successor needs %d",
				e.from, e.to, len(e.have), len(e.want))
		}
		for i, t := range e.have {
			if t != e.want[i] {
				return op.Errorf("along control flow edge from %s to %s: source type #%d '%s' should match input type #%d '%s'",
					e.from, e.to, i, t, i, e.want[i])
			}
		}
	}
	return nil
}

var condition = &ir.OpDef{
	Name:        Condition,
	Summary:     "condition of a while loop",
	Description: "Ends the before region: continue in the after region, or leave, with the given values.",
	Operands: []ir.ValueDef{
		{Name: "condition", Type: ir.BoolConstraint},
		{Name: "args", Type: ir.AnyType, Kind: ir.Variadic},
	},
	Traits:      ir.Pure | ir.Terminator,
	Constraints: []ir.Constraint{ir.HasParent{While}},
	Assembly:    "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
}
