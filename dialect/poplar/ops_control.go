package poplar

import (
	"slices"

	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/ir"
)

// controlOps are the steps of a program that contain other steps, and the steps that
// transfer data from and to the host (Poplar C++ API, Program.hpp).
func controlOps() []*ir.OpDef {
	steps := func(name string) ir.RegionDef { return ir.RegionDef{Name: name, SingleBlock: true} }
	predicate := ir.ValueDef{Name: "predicate", Type: tensorConstraint, Kind: ir.Optional}
	lowered := []ir.PropDef{
		{Name: "variable", Type: stringAttr, Optional: true, Doc: "of a lowered graph: the variable that holds the predicate"},
		{Name: "element", Type: integerAttr, Optional: true, Absent: 0, Doc: "the element of it"},
	}
	array := []ir.PropDef{{Name: nameAttr, Type: stringAttr, Doc: "the array of the host"}, suffixDef}
	arrayName := map[string]ir.CustomDirective{"Name": nameDirective}
	viewAndIndices := []ir.ValueDef{tensorOperand("tensor"), indices()}
	return []*ir.OpDef{
		{
			Kind:        "poplar.repeat",
			Summary:     "repeat steps a number of times",
			Attrs:       []ir.PropDef{{Name: "count", Type: integerAttr}},
			Regions:     []ir.RegionDef{steps("body")},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inProgram},
			Assembly:    "$count attr-dict-with-keyword $body",
			Verify:      notNegative("count"),
			Examples:    []string{controlExample},
		},
		{
			Kind:    "poplar.repeat_while",
			New:     []string{"variable", "element"},
			Summary: "repeat steps as long as an element is not 0",
			Description: "The steps before run first and after every iteration; then the element decides whether the body runs. " +
				"A loop whose predicate no step can change is an error.",
			Operands:    []ir.ValueDef{predicate},
			Attrs:       lowered,
			Regions:     []ir.RegionDef{steps("before"), steps("body")},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inProgram},
			Assembly:    "($predicate^)? (`element` $element^ `of` $variable)? `after` $before `do` $body attr-dict",
			Verify:      verifyDecision,
			Examples:    []string{controlExample},
		},
		{
			Kind:        "poplar.if",
			New:         []string{"variable", "element"},
			Summary:     "run some steps if an element is not 0, else others",
			Operands:    []ir.ValueDef{predicate},
			Attrs:       lowered,
			Regions:     []ir.RegionDef{steps("then"), steps("otherwise")},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inProgram},
			Assembly:    "($predicate^)? (`element` $element^ `of` $variable)? $then `else` $otherwise attr-dict",
			Verify:      verifyDecision,
			Examples:    []string{controlExample},
		},
		{
			Kind:        "poplar.graph_function",
			Summary:     "steps that a program runs from several places",
			Description: "A function calls only functions that are defined before it, so there is no recursion.",
			Attrs:       []ir.PropDef{{Name: "sym_name", Type: ir.SymbolNameAttr}},
			Regions:     []ir.RegionDef{steps("body")},
			Traits:      ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{ir.HasParent{GraphOp{}}},
			Assembly:    "$sym_name attr-dict-with-keyword $body",
			Examples:    []string{controlExample},
		},
		{
			Kind:        "poplar.call",
			Summary:     "run the steps of a function of the graph",
			Attrs:       []ir.PropDef{{Name: "callee", Type: rootAttr}},
			Constraints: []ir.Constraint{inProgram},
			Assembly:    "$callee attr-dict",
			Interfaces: ir.Interfaces{SymbolUser: func(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
				_, d := graphSymbol(tables, op, "callee", GraphFunctionOp{}, "function of the graph")
				return d
			}},
			Examples: []string{controlExample},
		},
		{
			Kind:        "poplar.copy_from_host",
			Summary:     "copy an array of the host to the elements of a view",
			Description: "The array has the shape and type of the view. `optc run --input name=file.npy` reads the array from a file.",
			Operands:    viewAndIndices,
			Attrs:       array,
			Constraints: []ir.Constraint{inProgram, hasNumbers{suffixAttr}},
			Assembly:    "custom<Name>($indices, $name, $suffix) `to` $tensor attr-dict",
			Custom:      arrayName,
			Examples:    []string{controlExample},
		},
		{
			Kind:        "poplar.copy_to_host",
			Summary:     "copy the elements of a view to an array of the host",
			Description: "The array has the shape and type of the view. `optc run --print name` prints the array.",
			Operands:    viewAndIndices,
			Attrs:       array,
			Constraints: []ir.Constraint{inProgram, hasNumbers{suffixAttr}},
			Assembly:    "$tensor `to` custom<Name>($indices, $name, $suffix) attr-dict",
			Custom:      arrayName,
			Examples:    []string{controlExample},
		},
		{
			Kind:    "poplar.host_moves",
			Summary: "copies between an array of the host and allocations",
			Description: "poplar-lower-edges makes this operation from a copy from or to the host. Every poplar.run in the " +
				"body gives the place of some elements of the array.",
			Attrs: []ir.PropDef{
				{Name: "direction", Type: ir.StrEnum("direction", FromHost, ToHost)}, {Name: nameAttr, Type: stringAttr},
				{Name: "type", Type: tensorTypeAttr},
			},
			Regions:     []ir.RegionDef{steps("body")},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inProgram},
			Assembly:    "$direction $name `:` $type attr-dict-with-keyword $body",
			Verify:      verifyHostMoves,
			Examples: []string{`poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.tile 0 {
    poplar.alloc "x.t0" size 32 align 4 kind data
  }
  poplar.program {
    poplar.host_moves from "in" : !poplar.tensor<8xf32> {
      poplar.run 0 to 8 tile 0 in "x.t0" + 0
    }
  }
}`},
		},
	}
}

const controlExample = `poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xf32>
  %more = poplar.variable "more" = dense<1> : !poplar.tensor<1xui32>
  poplar.compute_set @step {
  }
  poplar.graph_function @steps {
    poplar.execute @step
  }
  poplar.program {
    poplar.copy_from_host "in" to %x
    poplar.repeat 10 {
      poplar.call @steps
    }
    poplar.repeat_while %more after {
      poplar.execute @step
    } do {
      poplar.call @steps
    }
    poplar.if %more {
      poplar.execute @step
    } else {
    }
    poplar.copy_to_host %x to "out"
  }
}`

// verifyDecision checks that a step depends on a single integer.
func verifyDecision(op *ir.Operation) *ir.Diagnostic {
	p := op.Typed().(decision).Predicate()
	if (p == nil) != (op.Attr("variable") != nil && op.Attr("element") != nil) {
		return op.Errorf("expected either a predicate or an element of a variable")
	}
	if p == nil {
		return notNegative("element")(op)
	}
	t := p.Type().(*TensorType)
	if slices.Contains([]scalar.Type{scalar.Float, scalar.Half, scalar.Quarter}, t.Elem) {
		return op.Errorf("expected a predicate of integers, but got '%s'", t).WithCode(Codes + "type-mismatch")
	}
	if n := graph.Product(t.Shape); t.IsStatic() && n != 1 {
		return op.Errorf("expected a predicate of one element, but got %d", n).WithCode(Codes + "shape-mismatch")
	}
	return nil
}

// verifyHostMoves checks that the pieces are all elements of the array, in order.
func verifyHostMoves(op *ir.Operation) *ir.Diagnostic {
	hostMoves := ir.Cast[HostMovesOp](op)
	n, at := graph.Product(hostMoves.Type().Shape), int64(0)
	for run := range op.Body().Ops() {
		runRun := ir.As[RunOp](run)
		if !runRun.Ok() || runRun.Begin() != at || runRun.End() < at || runRun.End() > n {
			return run.Errorf("expected a run of elements from %d on of the %d of '%s'", at, n, hostMoves.Name())
		}
		at = runRun.End()
	}
	if at != n {
		return op.Errorf("expected runs of all %d elements, but got %d", n, at)
	}
	return nil
}

// Directions of poplar.host_moves.
const (
	FromHost = "from"
	ToHost   = "to"
)
