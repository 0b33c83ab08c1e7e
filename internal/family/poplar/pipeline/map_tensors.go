package poplar

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/passes"
)

// PoplarMapTensors is poplar-map-tensors.
var MapTensors = &passes.Pass{
	Name:  "poplar-map-tensors",
	Title: "Evaluate the tile mappings of a graph",
	Doc: `Runs all operations that map or clone tensors and leaves one
poplar.set_tile_mapping per variable. Clones become variables and views of them,
asserts are checked and removed.

    %x = poplar.variable "x" : !poplar.tensor<100xf32>
    poplar.map_linear %x min 32 grain 4 offset 2 descending
    %y = poplar.clone %x

with 8 tiles becomes

    %x = poplar.variable "x" : !poplar.tensor<100xf32>
    poplar.set_tile_mapping %x #poplar.mapping<3: 64..100; 4: 32..64; 5: 0..32>
    %y = poplar.variable "x_clone" : !poplar.tensor<100xf32>
    poplar.set_tile_mapping %y #poplar.mapping<3: 64..100; 4: 32..64; 5: 0..32>`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"arith", "poplar"},
	Needs:    []passes.Condition{{Text: "loops are expanded", Check: noLoops}},
	Run:      runPoplarMapTensors,
}

func runPoplarMapTensors(c *passes.Context) (changed bool, err error) {
	for graph := range unlowered(c) {
		changed = mapTensors(c, graph) || changed
	}
	return changed, nil
}

func mapTensors(c *passes.Context, g *ir.Operation) bool {
	e, err := tensorEvaluation.Of(c, g)
	if err != nil {
		c.Fail(err)
		return false
	}
	for _, r := range e.Reports {
		c.Report(r)
	}
	m := &mapper{Evaluation: e, rw: c.Rewriter(nil), values: map[*graph.Variable]*ir.Value{}}
	for _, phase := range []func(){m.variables, m.clones, m.numbers, m.eraseMappings, m.mappings,
		func() { poplar.RefineViews(m.rw, g) }, func() { eraseDead(m.rw, g.Body()) }} {
		if c.Err() != nil {
			break
		}
		phase()
	}
	return true
}

// mapper rewrites an evaluated graph.
type mapper struct {
	*evaluate.Evaluation
	rw     *ir.Rewriter
	values map[*graph.Variable]*ir.Value // the view of a whole variable
}

// variables gives every variable a separate operation, before the operation that created
// it, with a name that no other variable has.
func (m *mapper) variables() {
	names := m.Graph.HostNames()
	for i, v := range m.Graph.Variables() {
		op := m.Created[v]
		if ir.IsAny(op, poplar.VariableOp{}, poplar.ConstantOp{}) {
			m.values[v] = op.Result(0)
			continue
		}
		m.rw.Before(m.topLevel(op)).Loc = op.Loc()
		t := poplar.TensorOf(m.rw.Context(), v.Tensor().Shape(), v.Elem())
		m.values[v] = poplar.NewVariable(m.rw, names[i], t).Result()
	}
}

// topLevel returns the operation of the graph's own block around op.
func (m *mapper) topLevel(op *ir.Operation) *ir.Operation {
	for op.Parent() != m.Op {
		op = op.Parent()
	}
	return op
}

// clones replaces the results of operations that create variables by views.
func (m *mapper) clones() {
	for _, op := range m.creators() {
		m.rw.Before(m.topLevel(op)).Loc = op.Loc()
		if c, ok := m.Copies[op]; ok {
			src, dst := m.view(c.Src, op), m.view(c.Dst, op)
			m.rw.Before(op)
			poplar.NewCopy(m.rw, src, dst)
			m.rw.Before(m.topLevel(op))
		}
		for _, r := range op.Results() {
			if t, ok := m.Tensors[r]; ok && !r.Unused() {
				v := m.view(t, op)
				m.rw.ReplaceUses(r, v)
			}
		}
	}
}

// creators returns the operations that created a variable, other than poplar.variable and
// constants, in order.
func (m *mapper) creators() []*ir.Operation {
	var ops []*ir.Operation
	for _, v := range m.Graph.Variables() {
		op := m.Created[v]
		if !ir.Is[poplar.VariableOp](op) && !ir.Is[poplar.ConstantOp](op) && !slices.Contains(ops, op) {
			ops = append(ops, op)
		}
	}
	return ops
}

// view builds a tensor from the variables that it shows: slices of flattened variables,
// concatenated and reshaped. op provides a source for an empty view.
func (m *mapper) view(t graph.Tensor, op *ir.Operation) *ir.Value {
	regions := slices.Collect(t.Regions())
	want := poplar.TensorOf(m.rw.Context(), t.Shape(), t.Elem())
	if len(regions) == 1 {
		if whole := m.values[regions[0].Var]; whole.Type() == want {
			return whole
		}
	}
	flat := map[*ir.Value]*ir.Value{}
	var pieces []*ir.Value
	for _, r := range regions {
		whole := m.values[r.Var]
		if flat[whole] == nil {
			flat[whole] = flatView(m.rw, whole)
		}
		pieces = append(pieces, sliceView(m.rw, flat[whole], tilemap.Interval{Begin: r.Begin, End: r.End}))
	}
	if pieces == nil {
		pieces = append(pieces, sliceView(m.rw, flatView(m.rw, op.OperandList()[0]), tilemap.Interval{}))
	}
	v := concatViews(m.rw, pieces)
	if v.Type() != want {
		v = poplar.NewReshape(m.rw, v, want).Result()
	}
	return v
}

// flatView builds the flattened view of t.
func flatView(b ir.OpBuilder, t *ir.Value) *ir.Value {
	if len(t.Type().(*poplar.TensorType).Shape) == 1 {
		return t
	}
	return ir.ValueOf(b, poplar.NewFlatten(b, t))
}

// sliceView builds the view of interval iv of a tensor of rank 1.
func sliceView(b ir.OpBuilder, flat *ir.Value, iv tilemap.Interval) *ir.Value {
	if iv.Begin == 0 && iv.End == flat.Type().(*poplar.TensorType).Shape[0] {
		return flat
	}
	return ir.ValueOf(b, poplar.NewSlice(b, flat, iv.Begin, iv.End, 0))
}

// concatViews builds the concatenation of tensors of rank 1.
func concatViews(b ir.OpBuilder, pieces []*ir.Value) *ir.Value {
	if len(pieces) == 1 {
		return pieces[0]
	}
	return ir.ValueOf(b, poplar.NewConcat(b, pieces, 0))
}

// numbers replaces uses of the results of mapping operations by the computed numbers.
func (m *mapper) numbers() {
	ir.Walk(m.Op, func(op *ir.Operation) ir.WalkResult {
		if isMapping(op) {
			for _, v := range op.Results() {
				if n, ok := m.Indices[v]; ok {
					writeNumber(m.rw, v, n)
				}
			}
		}
		return ir.Advance
	})
}

// writeNumber replaces a computed number in its users by a written number; users that
// cannot hold it use an arith.constant. Operations that evaluation removes are not
// changed.
func writeNumber(rw *ir.Rewriter, v *ir.Value, n int64) {
	var users []*ir.Operation
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if !isMapping(u.Owner()) && !slices.Contains(users, u.Owner()) {
			users = append(users, u.Owner())
		}
	}
	for _, op := range slices.Backward(users) {
		poplar.WriteIndices(rw, op, func(x *ir.Value) (int64, bool) { return n, x == v })
		if !slices.Contains(op.OperandList(), v) {
			continue
		}
		rw.Before(op).Loc = op.Loc()
		constant := arith.ConstantIndex(rw, n)
		rw.Modify(op, func() { v.ReplaceUsesIf(constant, func(u *ir.OpOperand) bool { return u.Owner() == op }) })
	}
}

// mappingOps are the operations that evaluation makes superfluous.
var mappingOps = []ir.OpKind{
	poplar.SetTileMappingOp{}, poplar.MapLinearOp{}, poplar.MapLinearNextOp{}, poplar.ChooseOffsetOp{}, poplar.MapByUseOp{}, poplar.UseOp{},
	poplar.BroadcastOperandOp{}, poplar.CloneOp{}, poplar.CloneToIPUOp{}, poplar.CloneToGraphOp{}, poplar.CloneExpandAliasingOp{},
	poplar.CreateIPUCopyOp{}, poplar.CopyToIPUOp{}, poplar.VirtualGraphOp{},
	poplar.AssertMappingOp{}, poplar.AssertImbalanceOp{}, poplar.AssertSplitOp{}, poplar.PrintMappingOp{},
}

func isMapping(op *ir.Operation) bool { return ir.IsAny(op, mappingOps...) }

// eraseMappings removes the evaluated operations, users before definitions.
func (m *mapper) eraseMappings() {
	var ops []*ir.Operation
	ir.Walk(m.Op, func(op *ir.Operation) ir.WalkResult {
		if isMapping(op) {
			ops = append(ops, op)
			return ir.Skip
		}
		return ir.Advance
	})
	for _, op := range slices.Backward(ops) {
		m.rw.Erase(op)
	}
}

// mappings writes the mapping of every variable after the variable.
func (m *mapper) mappings() {
	for _, v := range m.Graph.Variables() {
		parts, err := m.Graph.TileParts(v.Tensor())
		if err != nil || len(parts) == 0 {
			continue
		}
		whole := m.values[v]
		m.rw.After(whole.DefiningOp()).Loc = whole.DefiningOp().Loc()
		if p := &parts[0]; len(parts) == 1 && p.NumElems() == v.NumElems() {
			poplar.NewTileMapping(m.rw, whole, p.Tile)
			continue
		}
		poplar.NewMapping(m.rw, whole, poplar.MappingOfParts(m.rw.Context(), parts))
	}
}

// eraseDead removes views and constants without a use.
func eraseDead(rw *ir.Rewriter, b *ir.Block) {
	for op := b.Back(); op != nil; {
		prev := op.Prev()
		for r := range op.Regions() {
			for nested := range r.Blocks() {
				eraseDead(rw, nested)
			}
		}
		if op.Has(ir.Pure) && op.NumResults() > 0 && op.Unused() {
			rw.Erase(op)
		}
		op = prev
	}
}
