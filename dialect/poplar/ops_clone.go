package poplar

import (
	"optc/dialect/poplar/graph"
	"optc/ir"
)

// methodFormat is the optional method of the cloning operations.
const methodFormat = "(`method` `(` $method^ `)`)? attr-dict"

func methodAttr() ir.PropDef {
	var words []string
	for _, m := range graph.CloneMethods() {
		words = append(words, m.IRName())
	}
	return ir.PropDef{Name: "method", Type: ir.StrEnum("method", words...), Optional: true}
}

const clonePreamble = "poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<10xf32>\n  poplar.map_linear %x\n  "

// cloneDef completes the definition of a cloning operation: its first result has the type
// of the source.
func cloneDef(d *ir.OpDef) *ir.OpDef {
	d.Operands = append([]ir.ValueDef{tensorOperand("source")}, d.Operands...)
	d.Results = append([]ir.ValueDef{{Name: "clone", Type: tensorConstraint}}, d.Results...)
	d.Attrs = append(d.Attrs, nameDef)
	if d.Constraints == nil {
		d.Constraints = []ir.Constraint{inside{GraphOp{}}}
	}
	if d.Infer == nil {
		d.Infer = func(c *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			ts := []ir.Type{st.Operands[0].Type()}
			for range d.Results[1:] {
				ts = append(ts, c.Index())
			}
			return ts, nil
		}
	}
	d.Verify = func(op *ir.Operation) *ir.Diagnostic { return expectResult(op, 0, op.Operand(0).Type()) }
	return d
}

func cloneOps() []*ir.OpDef {
	return []*ir.OpDef{
		cloneDef(&ir.OpDef{
			Kind:    "poplar.clone",
			Summary: "copy of a view in a new variable, with the tile of every element",
			Description: "'preserve' keeps order and aliases, 'new' makes one element per position, 'preserve_unless_aliases' " +
				"(the default) is the first for a view without aliases and the second for others, 'gather' orders by tile.",
			Attrs:    []ir.PropDef{methodAttr()},
			Assembly: "$source " + methodFormat,
			Examples: []string{clonePreamble + "%c = poplar.clone %x\n  %d = poplar.clone %x method(gather) {name = \"d\"}\n}"},
		}),

		cloneDef(&ir.OpDef{
			Kind:     "poplar.clone_to_ipu",
			Summary:  "clone with every element on the same local tile of another IPU",
			Attrs:    append(integers("ipu"), methodAttr()),
			Assembly: "$source `ipu` $ipu " + methodFormat,
			Examples: []string{clonePreamble + "%c = poplar.clone_to_ipu %x ipu 0 method(new)\n}"},
		}),

		cloneDef(&ir.OpDef{
			Kind:    "poplar.clone_to_graph",
			Summary: "clone from one virtual graph to another, tile by tile",
			Attrs: []ir.PropDef{
				{Name: "from", Type: symbolAttr},
				{Name: "to", Type: symbolAttr},
				methodAttr(),
			},
			Assembly: "$source `from` $from `to` $to " + methodFormat,
			Interfaces: ir.Interfaces{SymbolUser: func(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
				for _, end := range []string{"from", "to"} {
					if _, d := graphSymbol(tables, op, end, VirtualGraphOp{}, "virtual graph"); d != nil {
						return d
					}
				}
				return nil
			}},
			Examples: []string{clonePreamble + "poplar.virtual_graph @a tiles 0..2\n  poplar.virtual_graph @b tiles 2..4\n" +
				"  %c = poplar.clone_to_graph %x from @a to @b\n}"},
		}),

		cloneDef(&ir.OpDef{
			Kind:        "poplar.clone_expand_aliasing",
			Summary:     "clone without aliases: an element shown several times becomes several elements, spread over the tiles from the given one",
			Operands:    []ir.ValueDef{indices()},
			Results:     []ir.ValueDef{{Name: "next", Type: ir.IndexConstraint}},
			Attrs:       []ir.PropDef{indexNumber("offset")},
			Constraints: []ir.Constraint{inside{GraphOp{}}, hasNumbers{"offset"}},
			Assembly:    "$source `offset` custom<Index>($indices, $offset) attr-dict",
			Custom:      map[string]ir.CustomDirective{"Index": indexDirective},
			Examples: []string{clonePreamble + "%y = poplar.concat %x, %x dim 0 : !poplar.tensor<20xf32>\n" +
				"  %c, %o = poplar.clone_expand_aliasing %y offset 3\n}"},
		}),

		cloneDef(&ir.OpDef{
			Kind:    "poplar.create_ipu_copy",
			Summary: "clone on another IPU, with the source and destination of the copy to the clone",
			Description: "The ends have rank 1. With 'preserve', the default, they show every variable element once; how many that " +
				"are is known only when the graph is evaluated, so their types may be left out.",
			Results:  []ir.ValueDef{{Name: "src", Type: tensorConstraint}, {Name: "dst", Type: tensorConstraint}},
			Attrs:    append(integers("ipu"), methodAttr()),
			Assembly: "$source `ipu` $ipu " + methodFormat + " (`:` type($clone)^ `,` type($src) `,` type($dst))?",
			Infer: func(c *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
				t := st.Operands[0].Type().(*TensorType)
				end := TensorOf(c, []int64{ir.Dynamic}, t.Elem)
				return []ir.Type{t, end, end}, nil
			},
			Examples: []string{clonePreamble + "%c, %s, %d = poplar.create_ipu_copy %x ipu 0 method(preserve) : !poplar.tensor<10xf32>, !poplar.tensor<?xf32>, !poplar.tensor<?xf32>\n}"},
		}),
	}
}
