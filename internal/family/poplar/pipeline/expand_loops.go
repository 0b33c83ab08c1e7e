package poplar

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/poplar"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/scf"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
	"slices"
)

// ExpandLoops is poplar-expand-loops.
var ExpandLoops = &passes.Pass{
	Name:  "poplar-expand-loops",
	Title: "Expand 'poplar.for' operations to one body per iteration",
	Doc: `A poplar.for becomes its body once per iteration, with the index written into numbers,
names and the values of fields. Views that the loop yields are concatenated.

    poplar.for %i = 0 to 2 {
      %row = poplar.index %x %i dim 0 : !poplar.tensor<2x64xf32> to !poplar.tensor<64xf32>
      poplar.set_tile_mapping %row on %i * 2 + 1
    }

becomes

    %row = poplar.index %x 0 dim 0 : !poplar.tensor<2x64xf32> to !poplar.tensor<64xf32>
    poplar.set_tile_mapping %row on 1
    %row_0 = poplar.index %x 1 dim 0 : !poplar.tensor<2x64xf32> to !poplar.tensor<64xf32>
    poplar.set_tile_mapping %row_0 on 3

An scf.if becomes its block that is taken. Loops in a poplar.each_tile may depend on the tile; poplar-expand-tiles expands them.`,
	Anchor:     []ir.OpKind{ir.ModuleOp{}},
	Dialects:   []string{"arith", "poplar"},
	Guarantees: []passes.Condition{{Text: "there is no poplar.for outside of poplar.each_tile", Check: noLoops}},
	Run:        runPoplarExpandLoops,
}

// firstLoop returns a loop or a condition of a graph inside op that is not in a poplar.each_tile, or nil.
func firstLoop(op *ir.Operation) (found *ir.Operation) {
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		switch {
		case found != nil:
			return ir.Interrupt
		case ir.Is[poplar.ForOp](o), ir.Is[scf.IfOp](o) && ir.Enclosing[poplar.GraphOp](o).Ok():
			found = o
			return ir.Interrupt
		case ir.Is[poplar.EachTileOp](o), ir.Is[poplar.VertexOp](o), ir.Is[poplar.VertexTemplateOp](o):
			return ir.Skip
		}
		return ir.Advance
	})
	return found
}

func noLoops(module *ir.Operation) *ir.Diagnostic {
	if left := firstLoop(module); left != nil {
		return left.Errorf("must be expanded").WithCode(poplar.Codes + "unresolved")
	}
	return nil
}

func runPoplarExpandLoops(c *passes.Context) (changed bool, err error) {
	for graph := range unlowered(c) {
		if firstLoop(graph) == nil {
			continue
		}
		if d := evaluate.CheckLoops(graph); d != nil {
			c.Report(d)
			continue
		}
		rw := c.Rewriter(nil)
		x := &expander{c: c, rw: rw, numbers: map[*ir.Value]int64{}}
		x.block(graph.Body())
		if !c.Failed() {
			poplar.RefineViews(rw, graph)
			x.eraseFolded()
			eraseDead(rw, graph.Body())
			reportTwins(c, graph)
		}
		changed = true
	}
	return changed, nil
}

// reportTwins reports variables and compute sets of the same name, which loops may make.
func reportTwins(c *passes.Context, graph *ir.Operation) {
	first, sets := map[string]*ir.Operation{}, map[string]*ir.Operation{}
	for op := range graph.Body().Ops() {
		if name := ir.SymbolName(op); ir.Is[poplar.ComputeSetOp](op) {
			if sets[name] != nil {
				c.Report(op.Errorf("there are two compute sets '%s'", name).WithCode(poplar.Codes+"duplicate-set").
					Note(sets[name].Loc(), "the other one is here").HintNote(op.Loc(), "in a loop, a name ends in the index: @%s[%%i]", name))
				return
			}
			sets[name] = op
		}
		variable := ir.As[poplar.VariableOp](op)
		if !variable.Ok() {
			continue
		}
		name := variable.Name()
		if first[name] != nil {
			c.Report(op.Errorf("there are two variables '%s'", name).WithCode(poplar.Codes+"duplicate-variable").
				Note(first[name].Loc(), "the other one is here").HintNote(op.Loc(), "in a loop, a name ends in the index: \"%s\"[%%i]", name))
			return
		}
		first[name] = op
	}
}

// An expander copies the bodies of loops.
type expander struct {
	c          *passes.Context
	rw         *ir.Rewriter
	numbers    map[*ir.Value]int64 // the known values
	folded     []*ir.Operation     // the operations that compute known values
	iterations int64               // iterations of all loops

	// evaluation is nil while mappings are not evaluated. Then only loops over tiles, and the loops in
	// them, remain.
	evaluation *evaluate.Evaluation
	mappings   map[*ir.Value]tilemap.Mapping // mappings of the tensors of poplar.tile_range
}

// known is a [poplar.NumberOf].
func (x *expander) known(v *ir.Value) (n int64, known bool) {
	if n, known = x.numbers[v]; known {
		return n, true
	}
	constant, ok := ir.ConstantOf(v.DefiningOp()).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	x.numbers[v] = constant.Int64()
	return constant.Int64(), true
}

func (x *expander) block(b *ir.Block) {
	for op := b.Front(); op != nil && !x.c.Failed() && x.c.Err() == nil; {
		next := op.Next()
		x.op(op)
		op = next
	}
}

// op replaces known operands of an operation, and of the operations in it, by their numbers, and
// expands loops. It returns the values that replace the results of the operation, nil if the
// operation is kept.
func (x *expander) op(op *ir.Operation) (replaced []*ir.Value) {
	if err := poplar.WriteIndices(x.rw, op, x.known); err != nil {
		x.fail(op, err)
		return nil
	}
	// These three operations are expanded; in all other operations numbers replace known operands.
	switch of := op.Typed().(type) {
	case poplar.ForOp:
		if x.evaluation != nil || !ir.Enclosing[poplar.EachTileOp](op).Ok() {
			return x.loop(of)
		}
	case scf.IfOp:
		if x.evaluation != nil || !ir.Enclosing[poplar.EachTileOp](op).Ok() {
			return x.branch(of)
		}
	case poplar.TileRangeOp:
		if x.evaluation != nil {
			return x.tileRange(of)
		}
		return nil
	}
	if err := evaluate.CheckNumber(op, x.known); err != nil {
		x.fail(op, err)
		return nil
	}
	if n, ok := x.fold(op); ok {
		x.numbers[op.Result(0)] = n
		x.folded = append(x.folded, op)
		return nil
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			x.block(b)
		}
	}
	return nil
}

// eraseFolded removes the operations whose numbers were written into all users.
func (x *expander) eraseFolded() {
	for _, op := range slices.Backward(x.folded) {
		if op.Unused() {
			x.rw.Erase(op)
		}
	}
}

func (x *expander) fail(op *ir.Operation, err error) { x.c.Report(op.OpError(poplar.Codes, err)) }

// fold returns the number that an operation on known numbers computes.
func (x *expander) fold(op *ir.Operation) (int64, bool) {
	if op.NumResults() != 1 || !evaluate.IsNumber(op.Result(0).Type()) {
		return 0, false
	}
	return evaluate.Fold(op, 0, x.known)
}

// loop replaces a loop by copies of its body.
func (x *expander) loop(op poplar.ForOp) (replaced []*ir.Value) {
	o := op.Operation()
	var bounds [2]int64
	for i, m := range []affine.Map{op.Lower(), op.Upper()} {
		n, known, err := poplar.NumberOf(x.known).Evaluate(o, m)
		if err == nil && !known {
			err = diag.Errorf("not-constant", "expected bounds that are known before tensors are mapped")
		}
		if err != nil {
			x.fail(o, err)
			return nil
		}
		bounds[i] = n[0]
	}
	n, err := evaluate.CountIterations(&x.iterations, bounds, op.Step())
	if err != nil {
		x.fail(o, err)
		return nil
	}
	yielded := make([][]*ir.Value, len(op.Results()))
	for k := range n {
		if x.c.Failed() || x.c.Err() != nil {
			return nil
		}
		x.rw.Before(o).Loc = o.Loc()
		index := arith.ConstantIndex(x.rw, bounds[0]+k*op.Step())
		x.numbers[index] = bounds[0] + k*op.Step()
		var m ir.Mapping
		m.Map(op.Body().Front().Arg(0), index)
		for i, v := range x.copyBody(o, &m) {
			yielded[i] = append(yielded[i], v)
		}
		if index.Unused() {
			x.rw.Erase(index.DefiningOp())
		}
	}
	x.rw.Before(o).Loc = o.Loc()
	for i, r := range op.Results() {
		if len(yielded[i]) == 0 {
			x.fail(o, diag.Errorf("loop-size", "expected at least one iteration of a loop with results"))
			return nil
		}
		replaced = append(replaced, ir.ValueOf(x.rw, poplar.NewConcat(x.rw, yielded[i], op.Dim())))
		x.rw.ReplaceUses(r, replaced[i])
	}
	x.rw.Erase(o)
	return replaced
}

// branch replaces a branch by a copy of the block that is taken.
func (x *expander) branch(op scf.IfOp) (replaced []*ir.Value) {
	o := op.Operation()
	condition, known := x.known(op.Condition())
	if !known {
		x.fail(o, diag.Errorf("not-constant", "expected a condition that is known before tensors are mapped"))
		return nil
	}
	b := evaluate.Taken(op, condition != 0)
	var m ir.Mapping
	if b != nil {
		for inner := range b.Ops() {
			if ir.Is[scf.YieldOp](inner) {
				break
			}
			x.rw.Before(o)
			for i, v := range x.op(x.rw.Clone(inner, &m)) {
				m.Map(inner.Result(i), v)
			}
		}
	}
	for i, r := range o.Results() {
		v := m.Value(ir.Cast[scf.YieldOp](b.Back()).Results()[i])
		if n, known := x.known(v); known {
			x.numbers[v] = n
		}
		replaced = append(replaced, v)
		x.rw.ReplaceUses(r, v)
	}
	x.rw.Erase(o)
	return replaced
}

// copyBody copies the operations in the body of a loop before the loop, and returns the
// views that they yield.
func (x *expander) copyBody(loop *ir.Operation, m *ir.Mapping) (yielded []*ir.Value) {
	for o := range loop.Body().Ops() {
		if yield := ir.As[poplar.YieldOp](o); yield.Ok() {
			for _, v := range yield.Views() {
				yielded = append(yielded, m.Value(v))
			}
			return yielded
		}
		x.rw.Before(loop)
		for i, v := range x.op(x.rw.Clone(o, m)) {
			m.Map(o.Result(i), v)
		}
	}
	return nil
}

// tileRange replaces the results of a poplar.tile_range by numbers.
func (x *expander) tileRange(op poplar.TileRangeOp) (replaced []*ir.Value) {
	o := op.Operation()
	tile, known, err := poplar.NumberOf(x.known).Evaluate(o, op.Tile())
	if err == nil && !known {
		err = diag.Errorf("not-constant", "expected the tile to be known when the graph is evaluated")
	}
	if err != nil {
		x.fail(o, err)
		return nil
	}
	mapping, found := x.mappings[op.Tensor()]
	if !found {
		if mapping, err = x.evaluation.Graph.TileMapping(x.evaluation.Tensors[op.Tensor()]); err != nil {
			x.fail(o, err)
			return nil
		}
		x.mappings[op.Tensor()] = mapping
	}
	r, err := evaluate.TileRange(x.evaluation.Tensors[op.Tensor()].Shape(), mapping, int(op.Dim()), int(tile[0]))
	if err != nil {
		x.fail(o, err)
		return nil
	}
	x.rw.Before(o).Loc = o.Loc()
	for i, n := range []int64{r.Begin, r.End} {
		number := arith.ConstantIndex(x.rw, n)
		x.numbers[number] = n
		x.rw.ReplaceUses(o.Result(i), number)
		replaced = append(replaced, number)
	}
	x.rw.Erase(o)
	return replaced
}
