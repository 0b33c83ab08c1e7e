package poplar

import (
	"slices"

	"optc/dialect/poplar/graph"
	"optc/ir"
)

// loweredGraphOps are the operations to which poplar-lower-edges lowers variables,
// vertices and copies: they refer to allocations by tile and name.
func loweredGraphOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.storage",
			New:     []string{"name", "type", "constant", "value"},
			Summary: "the places of the elements of a variable",
			Description: "The elements hold the value before the program runs. Every poplar.run in the body gives the place of " +
				"some of the elements, in ascending order.",
			Attrs: []ir.PropDef{
				{Name: nameAttr, Type: stringAttr},
				{Name: "constant", Type: ir.UnitConstraint, Optional: true},
				{Name: "type", Type: tensorTypeAttr},
				{Name: "value", Type: ir.ElementsConstraint, Optional: true},
			},
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Assembly:    "$name (`constant` $constant^)? `:` $type (`=` $value^)? attr-dict-with-keyword $body",
			Constraints: []ir.Constraint{ir.HasParent{GraphOp{}}},
			Verify:      verifyStorage,
			Examples:    []string{loweredExample},
		},
		{
			Kind:    "poplar.run",
			New:     ir.ByHand,
			Summary: "run of elements of a variable in an allocation",
			Description: "Elements begin to end - 1 lie next to each other in the allocation; element begin is offset bytes " +
				"after the start of the allocation.",
			Attrs: []ir.PropDef{
				{Name: "begin", Type: integerAttr}, {Name: "end", Type: integerAttr}, {Name: "tile", Type: integerAttr, Go: goInt},
				{Name: "alloc", Type: stringAttr}, {Name: "offset", Type: integerAttr},
			},
			Assembly:    "$begin `to` $end `tile` $tile `in` $alloc `+` $offset attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{StorageOp{}, HostMovesOp{}}},
			Verify:      notNegative("begin", "tile", "offset"),
			Examples:    []string{loweredExample},
		},

		{
			Kind:    "poplar.state",
			Summary: "vertex with its state in tile memory",
			Description: "The body has one poplar.refer per field, with what the field holds or refers to. poplar-pack-state " +
				"encodes the state.",
			Attrs: []ir.PropDef{
				{Name: "id", Type: integerAttr, Go: goInt}, {Name: "vertex", Type: symbolAttr}, {Name: "tile", Type: integerAttr, Go: goInt},
				{Name: "alloc", Type: stringAttr},
			},
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Assembly:    "$id $vertex `on` $tile `in` $alloc attr-dict-with-keyword $body",
			Constraints: []ir.Constraint{ir.HasParent{ComputeSetOp{}}},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				if t, known := TargetFor(op); known {
					return verifyTile(op, graph.New(t))
				}
				return nil
			},
			Interfaces: ir.Interfaces{SymbolUser: verifyAddVertex},
			Examples:   []string{loweredExample},
		},
		{
			Kind:    "poplar.refer",
			New:     ir.ByHand,
			Summary: "contents of a field of a vertex state",
			Description: "A plain field holds the bits of its elements. An edge refers to elements in allocations on the tile " +
				"of its vertex, at offsets in bytes. An array of edges or a list refers to its elements 'through' an " +
				"allocation for its table or delta array. An edge whose count is 0 refers to nothing.",
			Attrs: []ir.PropDef{
				{Name: "field", Type: symbolAttr},
				{Name: "plain", Type: ir.DenseI64ArrayAttr, Optional: true},
				{Name: "through", Type: stringAttr, Optional: true},
				{Name: "allocs", Type: namesAttr, Optional: true},
				{Name: "offsets", Type: ir.DenseI64ArrayAttr, Optional: true},
				{Name: "counts", Type: ir.DenseI64ArrayAttr, Optional: true},
			},
			Assembly:    "$field (`=` $plain^)? (`through` $through^)? (`to` $allocs^ `offsets` $offsets `counts` $counts)? attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{StateOp{}}},
			Verify:      verifyRefer,
			Examples:    []string{loweredExample},
		},

		{
			Kind:        "poplar.moves",
			Summary:     "copies before or after a compute set",
			Attrs:       []ir.PropDef{{Name: "when", Type: ir.StrEnum("when", MovesBefore, MovesAfter)}, {Name: "set", Type: symbolAttr}},
			Assembly:    "$when $set attr-dict-with-keyword $body",
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{ir.HasParent{GraphOp{}}},
			Interfaces: ir.Interfaces{SymbolUser: func(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
				_, d := graphSymbol(tables, op, "set", ComputeSetOp{}, "compute set")
				return d
			}},
			Examples: []string{loweredExample},
		},
		{
			Kind:        "poplar.exchange",
			Summary:     "copies as a step of the program",
			Description: "All copies read before any copy writes.",
			Assembly:    "attr-dict-with-keyword $body",
			Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Constraints: []ir.Constraint{inProgram},
			Examples:    []string{loweredExample},
		},
		{
			Kind:    "poplar.exchange_elements",
			New:     ir.ByHand,
			Summary: "copy between variables as a step of the program",
			Description: "Copies elements of one variable to elements of another one; all elements are read before any is " +
				"written. Each side describes its elements by nested loops, the fastest loop last: the number of the " +
				"first element, and the count and step of each loop. `poplar.storage` gives the places of the " +
				"elements. The operation replaces a list of moves that would have about one move per element, such as " +
				"the list for a transposition across tiles.",
			Attrs: []ir.PropDef{
				{Name: "src", Type: stringAttr}, {Name: "src_first", Type: integerAttr}, {Name: "src_counts", Type: ir.DenseI64ArrayAttr}, {Name: "src_steps", Type: ir.DenseI64ArrayAttr},
				{Name: "dst", Type: stringAttr}, {Name: "dst_first", Type: integerAttr}, {Name: "dst_counts", Type: ir.DenseI64ArrayAttr}, {Name: "dst_steps", Type: ir.DenseI64ArrayAttr},
			},
			Assembly: "$src `from` $src_first `counts` $src_counts `steps` $src_steps " +
				"`to` $dst `from` $dst_first `counts` $dst_counts `steps` $dst_steps attr-dict",
			Constraints: []ir.Constraint{inProgram},
			Verify:      verifyExchangeElements,
			Examples: []string{`poplar.graph @g target(#poplar.target<ipu2>) {
  poplar.tile 0 {
    poplar.alloc "x.t0" size 24 align 4 kind data
    poplar.alloc "y.t0" size 24 align 4 kind data
  }
  poplar.storage "x" : !poplar.tensor<2x3xf32> {
    poplar.run 0 to 6 tile 0 in "x.t0" + 0
  }
  poplar.storage "y" : !poplar.tensor<3x2xf32> {
    poplar.run 0 to 6 tile 0 in "y.t0" + 0
  }
  poplar.program {
    poplar.exchange_elements "x" from 0 counts [3, 2] steps [1, 3] to "y" from 0 counts [6] steps [1]
  }
}`},
		},
		{
			Kind:    "poplar.move",
			New:     ir.ByHand,
			Summary: "copy of consecutive bytes, or of pieces at equal distances",
			Description: "Each end is a place in an allocation: its tile, its name, and a number of bytes from its start. With " +
				"`times`, that many pieces are copied; `steps` gives the distance in bytes from one piece to the next " +
				"at the source and at the destination. Pieces do not overlap at the destination.",
			Attrs: []ir.PropDef{
				{Name: "src_tile", Type: integerAttr, Go: goInt}, {Name: "src", Type: stringAttr}, {Name: "src_offset", Type: integerAttr},
				{Name: "dst_tile", Type: integerAttr, Go: goInt}, {Name: "dst", Type: stringAttr}, {Name: "dst_offset", Type: integerAttr},
				{Name: "bytes", Type: integerAttr},
				{Name: "count", Type: integerAttr, Optional: true, Absent: 1},
				{Name: "src_step", Type: integerAttr, Optional: true, Absent: 0}, {Name: "dst_step", Type: integerAttr, Optional: true, Absent: 0},
			},
			Assembly: "`tile` $src_tile `in` $src `+` $src_offset `to` `tile` $dst_tile `in` $dst `+` $dst_offset " +
				"`bytes` $bytes (`times` $count^ `steps` $src_step `to` $dst_step)? attr-dict",
			Constraints: []ir.Constraint{ir.HasParent{MovesOp{}, ExchangeOp{}}},
			Verify:      verifyMove,
			Examples:    []string{loweredExample},
		},
	}
}

// namesAttr are names of allocations.
var namesAttr = &ir.AttrConstraint{
	Go:      ir.GoStrings,
	Summary: "array of strings",
	Check: ir.IsArrayOf(func(a ir.Attribute) bool {
		_, ok := a.(*ir.StringAttr)
		return ok
	}),
}

// tensorTypeAttr is the static type of a variable.
var tensorTypeAttr = written(&ir.AttrConstraint{
	Go:      ir.GoAs(ir.ReadTypeAs[*TensorType], ir.MakeTypeAttr[*TensorType]),
	Summary: "static poplar tensor type",
	Check: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		tensor, ok := t.Value.(*TensorType)
		return ok && tensor.IsStatic()
	},
}, func(p ir.AsmParser) ir.Attribute {
	if t := p.Type(); t != nil {
		return ir.TypeAttrOf(t)
	}
	return nil
}, printWithoutType)

// notNegative requires numbers of at least 0.
func notNegative(names ...string) func(*ir.Operation) *ir.Diagnostic {
	return func(op *ir.Operation) *ir.Diagnostic {
		for _, name := range names {
			if n := intAttr(op, name); n < 0 {
				return op.Errorf("expected %s of at least 0, but got %d", name, n)
			}
		}
		return nil
	}
}

// verifyMove checks that the numbers are in range, and that steps are given only together with a
// count.
func verifyMove(op *ir.Operation) *ir.Diagnostic {
	if d := notNegative("src_tile", "src_offset", "dst_tile", "dst_offset", "bytes")(op); d != nil {
		return d
	}
	move := ir.Cast[MoveOp](op)
	count := move.Count()
	if count < 1 {
		return op.Errorf("expected a count of at least 1, but got %d", count)
	}
	counted := op.Attr("count") != nil
	for _, name := range []string{"src_step", "dst_step"} {
		if (op.Attr(name) != nil) != counted {
			return op.Errorf("expected 'count', 'src_step' and 'dst_step' together")
		}
	}
	if step, bytes := move.DstStep(), move.Bytes(); count > 1 && step > -bytes && step < bytes {
		return op.Errorf("expected pieces that do not overlap where they are written, but pieces of %d bytes are %d apart", bytes, step)
	}
	return nil
}

// verifyExchangeElements checks that every loop has a count and a step.
func verifyExchangeElements(op *ir.Operation) *ir.Diagnostic {
	exchangeElements := ir.Cast[ExchangeElementsOp](op)
	for _, e := range []Elements{exchangeElements.Source(), exchangeElements.Destination()} {
		if len(e.Counts) != len(e.Steps) {
			return op.Errorf("expected a step for each of the %d counts of '%s', but got %d", len(e.Counts), e.Variable, len(e.Steps))
		}
		if k := slices.IndexFunc(e.Counts, func(n int64) bool { return n < 1 }); k >= 0 {
			return op.Errorf("expected counts of at least 1, but got %d", e.Counts[k])
		}
	}
	return nil
}

// verifyStorage compares the value with the type, and checks that runs are in ascending
// order.
func verifyStorage(op *ir.Operation) *ir.Diagnostic {
	t := ir.Get[*ir.TypeAttr](op, "type").Value.(*TensorType)
	if v, ok := op.Attr("value").(ir.TypedAttr); ok && v.Type() != t.Data() {
		return op.Errorf("expected values of type '%s', but got '%s'", t.Data(), v.Type()).WithCode(Codes + "value-type")
	}
	n, at := graph.Product(t.Shape), int64(0)
	for run := range op.Body().Ops() {
		begin, end := intAttr(run, "begin"), intAttr(run, "end")
		if !ir.Is[RunOp](run) || begin < at || end < begin || end > n {
			return run.Errorf("expected a run of elements from %d on of the %d of '%s'", at, n, strAttr(op, nameAttr))
		}
		at = end
	}
	return nil
}

// verifyRefer checks that the three lists of an edge have equal lengths.
func verifyRefer(op *ir.Operation) *ir.Diagnostic {
	offsets, _ := ir.ReadInt64s(op.Attr("offsets"))
	counts, _ := ir.ReadInt64s(op.Attr("counts"))
	n := 0
	if a := ir.Get[*ir.ArrayAttr](op, "allocs"); a != nil {
		n = len(a.Elems)
	}
	if len(offsets) != n || len(counts) != n {
		return op.Errorf("expected as many offsets and counts as allocations, %d, but got %d and %d", n, len(offsets), len(counts))
	}
	for i := range n {
		if offsets[i] < 0 || counts[i] < 0 {
			return op.Errorf("expected offsets and counts of at least 0, but got %d and %d", offsets[i], counts[i])
		}
	}
	return nil
}

// IsLowered reports whether poplar-lower-edges made a graph into allocations,
// states and moves.
func IsLowered(graph *ir.Operation) bool {
	for op := range graph.Body().Ops() {
		if ir.Is[TileOp](op) || ir.Is[StorageOp](op) {
			return true
		}
	}
	return false
}

// When poplar.moves happen.
const (
	MovesBefore = "before"
	MovesAfter  = "after"
)
