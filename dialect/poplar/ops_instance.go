package poplar

import (
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

func instanceOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:        "poplar.compute_set",
			New:         []string{"sym_name"},
			Summary:     "vertices that run in one step, on all tiles",
			Description: `In a loop, the name ends in indices: @cs[%i] becomes @cs.0, @cs.1, ….`,
			Operands:    []ir.ValueDef{indices()},
			Attrs:       []ir.PropDef{{Name: "sym_name", Type: ir.SymbolNameAttr}, suffixDef},
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inside{GraphOp{}}, hasNumbers{suffixAttr}},
			Assembly:    "$sym_name `` custom<Suffix>($indices, $suffix) attr-dict-with-keyword $body",
			Custom:      map[string]ir.CustomDirective{"Suffix": suffixDirective},
			Examples:    []string{instanceExample, indexedSetExample},
		},
		{
			Kind:        "poplar.add_vertex",
			Summary:     "instance of a vertex on a tile",
			Operands:    []ir.ValueDef{indices()},
			Results:     []ir.ValueDef{{Name: "instance", Type: instanceConstraint}},
			Attrs:       []ir.PropDef{{Name: "vertex", Type: symbolAttr}, indexNumber("tile")},
			Constraints: []ir.Constraint{inside{ComputeSetOp{}, EachTileOp{}}, hasNumbers{"tile"}},
			Assembly:    "$vertex `on` custom<Index>($indices, $tile) attr-dict",
			Custom:      map[string]ir.CustomDirective{"Index": indexDirective},
			Infer: func(c *ir.Context, _ *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
				return []ir.Type{Instance(c)}, nil
			},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				if t, known := TargetFor(op); known {
					return verifyTile(op, graph.New(t))
				}
				return nil
			},
			Interfaces: ir.Interfaces{SymbolUser: verifyAddVertex},
			ResultNames: func(op *ir.Operation, set func(v *ir.Value, name string)) {
				set(op.Result(0), "v")
			},
			Examples: []string{instanceExample},
		},

		{
			Kind:    "poplar.connect",
			Summary: "connect an edge to a view",
			Description: "An array of edges or a list takes several views, in the order of their indices, or one for the written " +
				"index; its size is 1 + the largest index. `to []` makes it empty. In a loop, each iteration may connect an index: the rows " +
				"of a list have different lengths.",
			Operands: []ir.ValueDef{instanceOperand, {Name: "tensors", Type: tensorConstraint, Kind: ir.Variadic}, indices()},
			Attrs: []ir.PropDef{
				{Name: "field", Type: symbolAttr},
				optionalNumber("index"),
				{Name: "all", Type: ir.UnitConstraint, Optional: true, Doc: "a view for every index"},
			},
			Traits:   ir.AttrSizedOperandSegments,
			Assembly: "$vertex $field (`[` custom<Index>($indices, $index)^ `]`)? `to` custom<Views>($tensors, $all) attr-dict",
			Custom: map[string]ir.CustomDirective{"Views": {Parse: parseViews, Print: printViews, Form: "(#1 | `[` #1 `]`)"},
				"Index": indexDirective},
			Constraints: []ir.Constraint{inside{ComputeSetOp{}, EachTileOp{}}, hasNumbers{"index"}},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				n := len(ir.Cast[ConnectOp](op).Tensors())
				if op.Attr("all") == nil && n != 1 || op.Attr("all") != nil && op.Attr("index") != nil {
					return op.Errorf("expected one view, or a list of views without an index, but got %d views", n)
				}
				return nil
			},
			Interfaces: ir.Interfaces{SymbolUser: verifyConnect},
			Examples:   []string{instanceExample},
		},

		{
			Kind:        "poplar.set",
			Summary:     "give a plain field a value",
			Description: "A scalar takes a number of its type, an array or vector takes an array of them. A number that is written without type is of the type of the field. A scalar also takes an affine expression of indices.",
			Operands:    []ir.ValueDef{instanceOperand, indices()},
			Attrs:       []ir.PropDef{{Name: "field", Type: symbolAttr}, {Name: "value", Type: ir.AnyAttr}},
			Assembly:    "$vertex $field `=` custom<Value>($indices, $value) attr-dict",
			Custom:      map[string]ir.CustomDirective{"Value": valueDirective},
			Constraints: []ir.Constraint{inside{ComputeSetOp{}, EachTileOp{}}, hasNumbers{"value"}},
			Interfaces:  ir.Interfaces{SymbolUser: verifySet},
			Examples:    []string{instanceExample},
		},

		{
			Kind:    "poplar.each_tile",
			Summary: "the same vertices on every tile that holds elements of a tensor",
			Description: `Is expanded once per tile that holds elements of the first operand. The arguments
are the flattened slices of the operands on that tile, which may be empty for the
other operands, and the tile.`,
			Operands:    []ir.ValueDef{{Name: "tensors", Type: tensorConstraint, Kind: ir.Variadic}},
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inside{ComputeSetOp{}}},
			Form:        "`(` %slice, … `,` %tile `)` `of` `(` $tensors `)` attr-dict-with-keyword $body",
			Parse:       parseEachTile,
			Print:       printEachTile,
			Verify:      verifyEachTile,
			BlockArgNames: func(r *ir.Region, set func(v *ir.Value, name string)) {
				if n := r.Front().NumArgs(); n > 0 {
					set(r.Front().Arg(n-1), "tile")
				}
			},
			Examples: []string{
				`poplar.vertex @"demo::Scale" worker external {
  poplar.field @x : !poplar.inout<vec<f16>>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  poplar.map_linear %x
  poplar.compute_set @scale {
    poplar.each_tile (%xs, %tile) of (%x) {
      %v = poplar.add_vertex @"demo::Scale" on %tile
      poplar.connect %v @x to %xs
    }
  }
}`,
			},
		},
	}
}

const instanceExample = `poplar.vertex @"demo::Rows" worker external {
  poplar.field @in : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  poplar.field @out : !poplar.vec<out<vec<f16>>, ONE_PTR>
  poplar.field @table : !poplar.vec<ui32>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<8xf16>
  %y = poplar.variable "y" : !poplar.tensor<8xf16>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Rows" on 2
    poplar.connect %v @in to [%x, %x]
    poplar.connect %v @out[0] to %y
    poplar.set %v @table = [0 : ui32, 4 : ui32]
  }
}`

var instanceOperand = ir.ValueDef{Name: "vertex", Type: instanceConstraint}

// parseViews reads `%t` or `[%a, %b, …]`; the latter sets the unit attribute.
func parseViews(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
	if !p.Peek("[") {
		p.BindOperands(args[0], p.Operand())
		return
	}
	st.SetProp(args[1].Text, p.Context().Unit())
	p.BindOperands(args[0], p.Operands("[]")...)
}

func printViews(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
	views := op.OperandGroup(args[0].Index)
	if op.Prop(args[1].Index) == nil {
		p.Operands(views)
		return
	}
	p.Str("[").Operands(views).Str("]")
}

func parseEachTile(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	args := p.Arguments("()", false)
	p.Keyword("of")
	for _, u := range p.Operands("()") {
		if v := p.Defined(u); v != nil {
			st.Operands = append(st.Operands, v)
		}
	}
	if !p.Ok() {
		return
	}
	if len(args) != len(st.Operands)+1 {
		p.ErrorAt(pos, "expected an argument for each of the %d tensors and one for the tile, but got %d", len(st.Operands), len(args))
		return
	}
	for i := range args {
		args[i].Type = p.Context().Index()
		if i < len(st.Operands) {
			t, ok := st.Operands[i].Type().(*TensorType)
			if !ok {
				p.ErrorAt(pos, "expected a poplar tensor, but got '%s'", st.Operands[i].Type())
				return
			}
			args[i].Type = sliceType(t)
		}
	}
	p.AttrDictWithKeyword(st)
	st.Regions = append(st.Regions, parseBody(p, args, false))
}

// sliceType is the type of the part of a tensor that is on one tile.
func sliceType(t *TensorType) *TensorType {
	return TensorOf(t.Context(), []int64{ir.Dynamic}, t.Elem)
}

func printEachTile(p *ir.Printer, op *ir.Operation) {
	p.Str(" (").Operands(op.Body().Args()).Str(") of (").Operands(op.OperandList()).Str(")")
	p.AttrDictWithKeyword(op).Str(" ").Region(op.Region(0), false, true)
}

func verifyEachTile(op *ir.Operation) *ir.Diagnostic {
	if op.NumOperands() == 0 {
		return op.Errorf("expected at least one tensor")
	}
	args := op.Body().ArgTypes()
	var want []ir.Type
	for _, v := range op.Operands() {
		want = append(want, sliceType(v.Type().(*TensorType)))
	}
	if want = append(want, want[0].Context().Index()); !slices.Equal(args, want) {
		return op.Errorf("expected arguments of types (%s), but got (%s)", typeList(want), typeList(args))
	}
	return nil
}

func typeList(ts []ir.Type) string {
	words := make([]string, len(ts))
	for i, t := range ts {
		words[i] = "'" + t.String() + "'"
	}
	return strings.Join(words, ", ")
}

// ClassOf returns the vertex that an add_vertex names. Both are nil when the vertex will
// come from a template.
func ClassOf(op *ir.Operation, tables *ir.SymbolTables) (*ir.Operation, error) {
	graph := ir.Enclosing[GraphOp](op).Operation()
	if graph == nil || graph.Parent() == nil {
		return nil, nil
	}
	return lookupClass(op, graph, tables)
}

// lookupClass returns the vertex that op names, in the symbol table that contains the operation
// beside. It is nil when the vertex will come from a template.
func lookupClass(op, beside *ir.Operation, tables *ir.SymbolTables) (*ir.Operation, error) {
	ref := ir.Get[*ir.SymbolRefAttr](op, "vertex")
	found := tables.LookupFrom(beside.Parent(), ref)
	if ir.Is[VertexOp](found) {
		return found, nil
	}
	name, _, isInstance := strings.Cut(ref.Root, "<")
	template := tables.Table(beside.Parent())[name]
	if isInstance && ir.Is[VertexTemplateOp](template) {
		return nil, nil
	}
	return nil, op.Errorf("there is no vertex '%s'%s", ref.Root, diag.DidYouMean(ref.Root, symbolsOf(tables, beside, VertexOp{}))).
		WithCode(Codes + "unknown-vertex")
}

func verifyAddVertex(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	if _, err := ClassOf(op, tables); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

// instanceClass returns the vertex of the instance that op connects or sets, and the type of the
// named field. The vertex is nil if it is not known yet, or if its fault is reported elsewhere.
func instanceClass(op *ir.Operation, tables *ir.SymbolTables) (vertex *ir.Operation, t vertex.FieldType, d *ir.Diagnostic) {
	add := op.Operand(0).DefiningOp()
	if !ir.Is[AddVertexOp](add) {
		return nil, t, nil
	}
	vertex, bad := ClassOf(add, tables)
	if vertex == nil || bad != nil {
		return nil, t, nil
	}
	t, err := namedField(VertexOf(vertex), symbolOf(op, "field"))
	if err != nil {
		return nil, t, Diagnose(op, err)
	}
	return vertex, t, nil
}

// verifyConnect checks the field and the element types; sizes and elements are
// checked when the graph is evaluated.
func verifyConnect(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	vertex, t, d := instanceClass(op, tables)
	if vertex == nil {
		return d
	}
	if !t.IsEdge() {
		return op.Errorf("field '%s' is not connected: it is a %s", symbolOf(op, "field"), t.Kind).WithCode(Codes + "connect-type")
	}
	for _, v := range ir.Cast[ConnectOp](op).Tensors() {
		if e := v.Type().(*TensorType).Elem; e != t.Elem {
			name := symbolOf(op, "field")
			d := op.Errorf("expected a tensor of %s, like field '%s', but got %s", t.Elem.IRName(), name, e.IRName()).WithCode(Codes+"connect-type").
				At("%%%s", v.NameHint())
			d.Note(tables.Table(vertex)[name].Loc(), "field '%s' is declared here", name)
			if def := v.DefiningOp(); def != nil {
				d.Note(def.Loc(), "the tensor is defined here")
			}
			return d
		}
	}
	return nil
}

func verifySet(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	vertex, t, d := instanceClass(op, tables)
	if vertex == nil {
		return d
	}
	value := op.Attr("value")
	if _, isMap := value.(*ir.AffineMapAttr); isMap {
		value = op.Attr("value").Context().I64Attr(0) // an integer, whatever the index is
	}
	if _, err := FieldValues(t, value); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

// valueDirective is an attribute, or an affine expression of indices.
var valueDirective = ir.CustomDirective{
	Form: "(#2 | affine expression of #1)",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
		if p.Peek("%") || p.Peek("(") {
			indexDirective.Parse(p, st, args)
			return
		}
		st.SetProp(args[1].Text, p.Attr(nil))
	},
	Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
		if value := op.Prop(args[1].Index); len(op.OperandGroup(args[0].Index)) == 0 {
			p.Attr(value)
			return
		}
		indexDirective.Print(p, op, args)
	},
}

const indexedSetExample = `poplar.vertex @"demo::Scale" worker external {
  poplar.field @x : !poplar.inout<vec<f16>>
}
poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  poplar.for %i = 0 to 4 {
    %row = poplar.index %x %i dim 0
    poplar.set_tile_mapping %row on %i
    poplar.compute_set @scale[%i] {
      %v = poplar.add_vertex @"demo::Scale" on %i
      poplar.connect %v @x to %row
    }
  }
  poplar.program {
    poplar.for %i = 0 to 4 {
      poplar.execute @scale[3 - %i]
    }
  }
}`
