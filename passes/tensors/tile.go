package tensors

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/linalg"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/passes"
)

// TileOptions are the options of Tile.
type TileOptions struct {
	Fuse        bool    `opt:"fuse" help:"compute the operands of a tile in the loops, if structured operations compute them"`
	Interchange []int64 `opt:"interchange" help:"the tiled loops from the outermost to the innermost, as numbers of the loops of the operation"`
	Loops       string  `opt:"loops" values:"for,forall" help:"scf.for, or one scf.forall whose tiles are independent"`
	TileSizes   []int64 `opt:"tile-sizes" help:"points of a tile along each loop, 0 for all of the loop"`
}

// Tile is linalg-tile.
var Tile = &passes.Pass{
	Name:  "linalg-tile",
	Title: "Divide structured operations into tiles",
	Doc: `Replaces each structured operation on tensors by loops over tiles. The last tile along a loop may be
smaller:

    %0 = linalg.exp ins(%x : tensor<10xf32>) outs(%y : tensor<10xf32>) -> tensor<10xf32>
    →  (tile-sizes=4)
    %0 = scf.for %i = %c0 to %c10 step %c4 iter_args(%t = %y) -> (tensor<10xf32>) {
      %n = affine.min (d0) -> (-d0 + 10, 4)(%i)
      %a = tensor.extract_slice %x[%i] [%n] [1] : tensor<10xf32> to tensor<?xf32>
      %b = tensor.extract_slice %t[%i] [%n] [1] : tensor<10xf32> to tensor<?xf32>
      %1 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
      %2 = tensor.insert_slice %1 into %t[%i] [%n] [1] : tensor<?xf32> into tensor<10xf32>
      scf.yield %2 : tensor<10xf32>
    }

With loops=forall the tiles of parallel loops are independent, and written by tensor.parallel_insert_slice;
a loop that reduces cannot be tiled then. The attribute tile_sizes of an operation is used instead of the option.
With fuse, only operations whose results no structured operation uses are tiled; a tile computes the part of its
operands that it needs, and operations that are not used any more are erased. An operation with an index that is
no sum of loops with factors of at least 0 stays as it is.

If several loops reduce, sums may be added in another order.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"affine", "arith", "linalg", "scf", "tensor"},
	Options:  TileOptions{Loops: "for"},
	Stats:    []passes.Stat{{Name: "tiled", Doc: "operations that were divided into tiles"}, {Name: "fused", Doc: "operations that tiles compute as their operands"}},
	Run:      runTile,
}

// tileSizes is the attribute with the sizes of the tiles of an operation.
const tileSizes = "tile_sizes"

func runTile(c *passes.Context) (changed bool, err error) {
	o := passes.OptionsOf[TileOptions](c)
	var found []*ir.Operation
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if linalg.Structured.Has(op) && linalg.IsOnTensors(op) && !(o.Fuse && feedsStructured(op)) {
			found = append(found, op)
		}
		return ir.Advance
	})
	for op := range passes.Each(c, found) {
		t := &tiler{c: c, rw: c.Rewriter(nil), fuse: o.Fuse, made: map[*ir.Value][]madePart{}}
		t.rw.Before(op).Loc = op.Loc()
		did, d := t.tile(op, o)
		if d != nil {
			return changed, d
		}
		changed = did || changed
	}
	if changed {
		var patterns []*ir.Pattern
		for _, k := range []ir.OpKind{tensor.DimOp{}, tensor.ExtractSliceOp{}, affine.ApplyOp{}, affine.MinOp{}} {
			patterns = append(patterns, c.IR.MustOpDef(k).Patterns...)
		}
		passes.ApplyPatterns(c, patterns)
	}
	return changed, nil
}

// feedsStructured reports whether a structured operation reads a result of op as an input.
func feedsStructured(op *ir.Operation) bool {
	for _, r := range op.Results() {
		for u := r.FirstUse(); u != nil; u = u.Next() {
			user := u.Owner()
			if linalg.Structured.Has(user) && linalg.IsOnTensors(user) && u.Index() < len(linalg.InputsOf(user)) {
				return true
			}
		}
	}
	return false
}

// tiler divides an operation.
type tiler struct {
	c    *passes.Context
	rw   *ir.Rewriter
	fuse bool
	made map[*ir.Value][]madePart
}

// madePart is a part of a tensor that the tile computed.
type madePart struct {
	ir.MixedSlice
	value *ir.Value
}

// box is a part of a loop nest: for each loop the first point and the number of points.
type box struct{ offsets, sizes []ir.Mixed }

func number(n int64) ir.Mixed { return ir.Mixed{Const: n} }

// tile replaces an operation by loops over its tiles.
func (t *tiler) tile(op *ir.Operation, o *TileOptions) (bool, *ir.Diagnostic) {
	sizes, given := ir.ReadInt64s(op.Attr(tileSizes))
	if !given {
		sizes = o.TileSizes
	}
	order, d := tiledLoops(op, sizes, o)
	if d != nil || len(order) == 0 || !isTileable(op) {
		return false, d
	}
	of := linalg.MapsOf(op)
	whole := t.wholeOf(op)
	forall := o.Loops == "forall"
	replace := func(ivs, outputs []*ir.Value) ([]*ir.Value, []ir.MixedSlice) {
		part := box{slices.Clone(whole.offsets), slices.Clone(whole.sizes)}
		for i, d := range order {
			part.offsets[d] = ir.Mixed{Value: ivs[i]}
			part.sizes[d] = t.partial(ivs[i], sizes[d], whole.sizes[d])
		}
		results := t.compute(op, part, outputs)
		places := make([]ir.MixedSlice, len(results))
		for i := range results {
			places[i] = t.place(of[len(of)-len(results)+i], part)
		}
		return results, places
	}
	if forall {
		t.rw.Replace(op, t.forall(op, order, sizes, whole, replace)...)
	} else {
		t.rw.Replace(op, t.loops(op, order, sizes, whole, nil, linalg.OutputsOf(op), replace)...)
	}
	t.c.Count("tiled", 1)
	return true, nil
}

// tiledLoops returns the loops to tile, the outermost first.
func tiledLoops(op *ir.Operation, sizes []int64, o *TileOptions) (order []int, d *ir.Diagnostic) {
	iterators := linalg.IteratorsOf(op)
	for i, n := range sizes {
		switch {
		case n < 0:
			return nil, op.Errorf("expected tile sizes of at least 0, but got %d for loop %d", n, i)
		case n == 0 || i >= len(iterators):
			continue
		case o.Loops == "forall" && iterators[i] == linalg.Reduction:
			return nil, op.Errorf("cannot divide loop %d among the threads of scf.forall, because it reduces", i).
				Note(op.Loc(), "use loops=for, or a tile size of 0 for this loop")
		}
		order = append(order, i)
	}
	if len(o.Interchange) == 0 {
		return order, nil
	}
	var exchanged []int
	for _, i := range o.Interchange {
		if slices.Contains(exchanged, int(i)) {
			return nil, op.Errorf("expected interchange to list each loop once, but it lists loop %d twice", i)
		}
		if slices.Contains(order, int(i)) {
			exchanged = append(exchanged, int(i))
		}
	}
	if len(exchanged) != len(order) {
		return nil, op.Errorf("expected interchange to list all tiled loops %v, but got %v", order, o.Interchange)
	}
	return exchanged, nil
}

// isTileable reports whether a box of loops needs a box of each operand, and whether each loop has an extent
// that is not 0.
func isTileable(op *ir.Operation) bool {
	of := linalg.MapsOf(op)
	for _, m := range of {
		for _, e := range m.Results {
			factors, constant, ok := e.Linear(m.NumDims, 0)
			if !ok || constant < 0 || slices.ContainsFunc(factors, func(f int64) bool { return f < 0 }) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(loopExtents(op, of), func(e extent) bool { return e.operand == nil || e.size == 0 })
}

// wholeOf returns all points of an operation.
func (t *tiler) wholeOf(op *ir.Operation) (whole box) {
	for _, e := range loopExtents(op, linalg.MapsOf(op)) {
		whole.offsets = append(whole.offsets, number(0))
		if e.size != ir.Dynamic {
			whole.sizes = append(whole.sizes, number(e.size))
		} else {
			whole.sizes = append(whole.sizes, ir.Mixed{Value: dimOf(t.rw, e.operand, e.dim)})
		}
	}
	return whole
}

// partial returns the size of the tile at i; the last tile may be smaller than the others.
func (t *tiler) partial(i *ir.Value, size int64, extent ir.Mixed) ir.Mixed {
	if extent.Value == nil && extent.Const%size == 0 {
		return number(size)
	}
	operands := []*ir.Value{i}
	end := maps.Const(extent.Const)
	if extent.Value != nil {
		operands, end = append(operands, extent.Value), maps.Dim(1)
	}
	f := t.rw.OrFold()
	return mixedOf(f.Value(affine.NewMin(f, maps.NewMap(len(operands), 0, maps.Const(size), end.Sub(maps.Dim(0))), operands)))
}

// mixedOf returns v as a constant number if its value is constant, otherwise as a value.
func mixedOf(v *ir.Value) ir.Mixed {
	if c, ok := (ir.Mixed{Value: v}).Constant(); ok {
		return number(c)
	}
	return ir.Mixed{Value: v}
}

func (t *tiler) value(m ir.Mixed) *ir.Value {
	if m.Value != nil {
		return m.Value
	}
	return arith.ConstantIndex(t.rw, m.Const)
}

// loops builds scf.for for the loops of order, which carry the outputs.
func (t *tiler) loops(op *ir.Operation, order []int, sizes []int64, whole box, ivs, outputs []*ir.Value,
	tile func(ivs, outputs []*ir.Value) ([]*ir.Value, []ir.MixedSlice),
) []*ir.Value {
	if len(ivs) == len(order) {
		results, places := tile(ivs, outputs)
		next := make([]*ir.Value, len(results))
		for i, r := range results {
			next[i] = tensor.NewInsertSlice(t.rw, r, outputs[i], places[i].Offsets, places[i].Sizes, places[i].Strides).Result()
		}
		return next
	}
	d := order[len(ivs)]
	zero, step := arith.ConstantIndex(t.rw, 0), arith.ConstantIndex(t.rw, sizes[d])
	return scf.BuildFor(t.rw.Builder, zero, t.value(whole.sizes[d]), step, outputs, func(i *ir.Value, carried []*ir.Value) []*ir.Value {
		return t.loops(op, order, sizes, whole, append(slices.Clone(ivs), i), carried, tile)
	}).Operation().ResultList()
}

// forall builds one scf.forall for the loops of order.
func (t *tiler) forall(op *ir.Operation, order []int, sizes []int64, whole box, tile func(ivs, outputs []*ir.Value) ([]*ir.Value, []ir.MixedSlice)) []*ir.Value {
	var lower, upper, step []ir.Mixed
	for _, d := range order {
		lower, upper, step = append(lower, number(0)), append(upper, whole.sizes[d]), append(step, number(sizes[d]))
	}
	outputs := linalg.OutputsOf(op)
	loop := scf.NewForall(t.rw, ir.TypesOf(outputs), lower, upper, step, outputs)
	after := t.rw.Save()
	types := append(slices.Repeat([]ir.Type{t.rw.Context().Index()}, len(order)), ir.TypesOf(outputs)...)
	args := t.rw.NewBlock(loop.Region(), types, op.Loc()).Args()
	results, places := tile(args[:len(order)], args[len(order):])
	t.rw.AtEnd(scf.NewInParallel(t.rw).Operation().Body())
	for i, r := range results {
		tensor.NewParallelInsertSlice(t.rw, r, args[len(order)+i], places[i].Offsets, places[i].Sizes, places[i].Strides)
	}
	t.rw.Restore(after)
	return loop.Results()
}

// place returns the part of an operand that a box of the loops needs.
func (t *tiler) place(m maps.Map, part box) (s ir.MixedSlice) {
	for _, e := range m.Results {
		last := make([]ir.Mixed, len(part.sizes)) // the last point from the first
		for d, n := range part.sizes {
			last[d] = t.apply(maps.Dim(0).Sub(maps.Const(1)), []ir.Mixed{n})
		}
		s.Offsets = append(s.Offsets, t.apply(e, part.offsets))
		if d, ok := e.IsDim(); ok {
			s.Sizes = append(s.Sizes, part.sizes[d])
		} else {
			constant := e.ReplaceDims(slices.Repeat([]maps.Expr{maps.Const(0)}, m.NumDims))
			s.Sizes = append(s.Sizes, t.apply(e.Sub(constant).Add(maps.Const(1)), last))
		}
		s.Strides = append(s.Strides, number(1))
	}
	return s
}

// apply computes an affine expression of constants and values.
func (t *tiler) apply(e maps.Expr, inputs []ir.Mixed) ir.Mixed {
	v := affine.Value{}
	by := make([]maps.Expr, len(inputs))
	for i, m := range inputs {
		if by[i] = maps.Const(m.Const); m.Value != nil {
			by[i] = maps.Dim(len(v.Operands))
			v.Operands = append(v.Operands, m.Value)
		}
	}
	v.Map = maps.NewMap(len(inputs), 0, e).ReplaceDims(by, len(v.Operands))
	if c, ok := v.Map.SingleConstant(); ok {
		return number(c)
	}
	v.Canonicalize()
	f := t.rw.OrFold()
	return mixedOf(f.Value(affine.NewApply(f, v.Map, v.Operands)))
}

// take returns a part of a tensor, computed in place if possible.
func (t *tiler) take(v *ir.Value, s ir.MixedSlice, fuse bool) *ir.Value {
	typ, ok := v.Type().(*ir.TensorType)
	if !ok || isAll(s, typ) {
		return v
	}
	if fuse {
		if r := t.produce(v, s); r != nil {
			return r
		}
	}
	shape := make([]int64, len(s.Sizes))
	for d, m := range s.Sizes {
		if shape[d] = m.Const; m.Value != nil {
			shape[d] = ir.Dynamic
		}
	}
	return tensor.NewExtractSlice(t.rw, ir.Tensor(shape, typ.Elem, typ.Encoding), v, s.Offsets, s.Sizes, s.Strides).Result()
}

// isAll reports whether a part is known to be the whole tensor.
func isAll(s ir.MixedSlice, t *ir.TensorType) bool {
	for d, n := range t.Dims {
		if !s.Offsets[d].IsConst(0) || !s.Sizes[d].IsConst(n) {
			return false
		}
	}
	return true
}

// produce computes a part of the result of a structured operation, nil if v is none.
func (t *tiler) produce(v *ir.Value, s ir.MixedSlice) *ir.Value {
	op := v.DefiningOp()
	if op == nil || !linalg.Structured.Has(op) || !linalg.IsOnTensors(op) || !isTileable(op) {
		return nil
	}
	of, outputs := linalg.MapsOf(op), linalg.OutputsOf(op)
	loops, ok := loopsOf(of[len(of)-len(outputs)+v.Index()])
	if !ok || len(loops) != len(s.Sizes) {
		return nil
	}
	for _, p := range t.made[v] {
		if slices.EqualFunc(p.Offsets, s.Offsets, ir.SameMixed) && slices.EqualFunc(p.Sizes, s.Sizes, ir.SameMixed) {
			return p.value
		}
	}
	part := t.wholeOf(op)
	for r, d := range loops {
		part.offsets[d], part.sizes[d] = s.Offsets[r], s.Sizes[r]
	}
	t.c.Count("fused", 1)
	r := t.compute(op, part, outputs)[v.Index()]
	t.made[v] = append(t.made[v], madePart{s, r})
	return r
}

// compute builds a box of the points of an operation, whose outputs are parts of the given tensors.
func (t *tiler) compute(op *ir.Operation, part box, outputs []*ir.Value) []*ir.Value {
	of, inputs := linalg.MapsOf(op), len(linalg.InputsOf(op))
	operands := make([]*ir.Value, op.NumOperands())
	for i, v := range op.Operands() {
		if linalg.IsScalar(v.Type()) {
			operands[i] = v
			continue
		}
		if i >= inputs {
			v = outputs[i-inputs]
		}
		operands[i] = t.take(v, t.place(of[i], part), t.fuse && i < inputs)
	}
	clone := t.rw.Clone(op, nil)
	t.rw.Modify(clone, func() {
		clone.SetAttr(tileSizes, nil)
		for i, v := range operands {
			clone.OpOperand(i).Set(v)
		}
		for i, r := range clone.Results() {
			r.SetType(operands[inputs+i].Type())
		}
	})
	t.moveIndices(clone, part)
	return clone.ResultList()
}

// moveIndices adds the first point of a box to the loop indices that a region reads.
func (t *tiler) moveIndices(op *ir.Operation, part box) {
	after := t.rw.Save()
	for o := range op.Body().Ops() {
		index := ir.As[linalg.IndexOp](o)
		if !index.Ok() || part.offsets[index.Dim()].IsConst(0) {
			continue
		}
		first := t.value(part.offsets[index.Dim()])
		t.rw.After(o)
		here := index.Result()
		moved := arith.NewAddI(t.rw, here, first)
		for u := here.FirstUse(); u != nil; {
			next := u.Next()
			if u.Owner() != moved.Operation() {
				t.rw.Modify(u.Owner(), func() { u.Set(moved.Result()) })
			}
			u = next
		}
		t.rw.Restore(after)
	}
}
