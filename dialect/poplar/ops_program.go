package poplar

import (
	"slices"

	"optc/dialect/poplar/graph"
	"optc/ir"
)

var inProgram = inside{ProgramOp{}, SequenceOp{}, RepeatOp{}, RepeatWhileOp{}, IfOp{}, GraphFunctionOp{}}

// inGraphOrProgram requires a view to be in a graph or between the steps of a program.
var inGraphOrProgram = slices.Concat(inGraph, inProgram)

func programOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:        "poplar.program",
			Summary:     "the steps of the graph's program",
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{ir.HasParent{GraphOp{}}},
			Assembly:    "attr-dict-with-keyword $body",
			Examples:    []string{programExample},
		},
		{
			Kind:        "poplar.sequence",
			Summary:     "steps in order",
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inProgram},
			Assembly:    "attr-dict-with-keyword $body",
			Examples:    []string{programExample},
		},
		{
			Kind:        "poplar.execute",
			New:         []string{"set"},
			Summary:     "run all vertices of a compute set",
			Operands:    []ir.ValueDef{indices()},
			Attrs:       []ir.PropDef{{Name: "set", Type: rootAttr}, suffixDef},
			Constraints: []ir.Constraint{inProgram, hasNumbers{suffixAttr}},
			Assembly:    "$set `` custom<Suffix>($indices, $suffix) attr-dict",
			Custom:      map[string]ir.CustomDirective{"Suffix": suffixDirective},
			Interfaces: ir.Interfaces{SymbolUser: func(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
				if op.Attr(suffixAttr) != nil {
					return nil // the set exists when loops are expanded
				}
				_, d := graphSymbol(tables, op, "set", ComputeSetOp{}, "compute set")
				return d
			}},
			Examples: []string{programExample},
		},
		{
			Kind:        "poplar.copy",
			Summary:     "copy the elements of one view to the elements of another, in flattened order",
			Operands:    []ir.ValueDef{tensorOperand("source"), tensorOperand("destination")},
			Assembly:    "$source `to` $destination attr-dict",
			Constraints: []ir.Constraint{inProgram},
			Verify:      verifyCopy,
			Examples:    []string{programExample},
		},

		cloneDef(&ir.OpDef{
			Kind:        "poplar.copy_to_ipu",
			Summary:     "clone a view on another IPU and copy its elements there",
			Attrs:       append(integers("ipu"), methodAttr()),
			Assembly:    "$source `ipu` $ipu " + methodFormat,
			Constraints: []ir.Constraint{inProgram},
			Examples:    []string{programExample},
		}),
	}
}

const programExample = `poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xf16>
  %y = poplar.variable "y" : !poplar.tensor<8xf16>
  poplar.compute_set @cs {
  }
  poplar.program {
    poplar.execute @cs
    poplar.sequence {
      poplar.copy %x to %y
      %z = poplar.copy_to_ipu %x ipu 0
    }
  }
}`

func verifyCopy(op *ir.Operation) *ir.Diagnostic {
	src, dst := op.Operand(0).Type().(*TensorType), op.Operand(1).Type().(*TensorType)
	if src.Elem != dst.Elem {
		return op.Errorf("expected a source of type %s, but got %s", dst.Elem, src.Elem).WithCode(Codes + "type-mismatch")
	}
	if n, m := graph.Product(src.Shape), graph.Product(dst.Shape); src.IsStatic() && dst.IsStatic() && n != m {
		return op.Errorf("expected a source of %d elements, but got %d", m, n).WithCode(Codes + "shape-mismatch")
	}
	return nil
}
