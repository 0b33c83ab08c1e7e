package evaluate

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/affine"
)

// loop calls body for each iteration of a loop, and concatenates the views that the
// iterations yield.
func (e *evaluator) loop(op poplar.ForOp, body func() error) error {
	var bounds [2]int64
	for i, m := range []affine.Map{op.Lower(), op.Upper()} {
		n, err := e.evaluateMap(op.Operation(), m, "the bound")
		if err != nil {
			return poplar.Diagnose(op.Operation(), err)
		}
		bounds[i] = n[0]
	}
	n, err := CountIterations(&e.iterations, bounds, op.Step())
	if err != nil {
		return poplar.Diagnose(op.Operation(), err)
	}
	yielded := make([][]graph.Tensor, len(op.Results()))
	for k := range n {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		e.Indices[op.Body().Front().Arg(0)] = bounds[0] + k*op.Step()
		if err := body(); err != nil {
			return err
		}
		if len(yielded) > 0 {
			for i, v := range ir.Cast[poplar.YieldOp](op.Body().Front().Back()).Views() {
				yielded[i] = append(yielded[i], e.Tensors[v])
			}
		}
	}
	for i, v := range op.Results() {
		t, err := graph.Concat(toInt(op.Dim()), yielded[i]...)
		if err != nil {
			return poplar.Diagnose(op.Operation(), err)
		}
		e.Tensors[v] = t
	}
	if err := e.checkResults(op.Operation()); err != nil {
		return poplar.Diagnose(op.Operation(), err)
	}
	return nil
}

// branch calls body for the block of a branch that its condition selects, and passes the values
// that the block yields on.
func (e *evaluator) branch(op scf.IfOp, body func(*ir.Block) error) error {
	condition, known := e.known(op.Condition())
	if !known {
		return poplar.Diagnose(op.Operation(), diag.Errorf("not-constant", "expected a condition that is known when the graph is evaluated"))
	}
	b := Taken(op, condition != 0)
	if b == nil {
		return nil
	}
	if err := body(b); err != nil {
		return err
	}
	for i, v := range op.Operation().Results() {
		from := ir.Cast[scf.YieldOp](b.Back()).Results()[i]
		if n, known := e.known(from); known {
			e.Indices[v] = n
		} else {
			e.Tensors[v] = e.Tensors[from]
		}
	}
	return nil
}

// Taken returns the block that a condition selects, or nil if there is none.
func Taken(op scf.IfOp, condition bool) *ir.Block {
	r := op.ThenRegion()
	if !condition {
		r = op.ElseRegion()
	}
	if r.Empty() {
		return nil
	}
	return r.Front()
}

// CountIterations returns the number of iterations of a loop, and adds the number to total. The
// error code is loop-size.
func CountIterations(total *int64, bounds [2]int64, step int64) (n int64, err error) {
	n = poplar.Iterations(bounds[0], bounds[1], step)
	if n > poplar.MaxIterations-*total {
		return 0, diag.Errorf("loop-size", "expected at most %d iterations of all loops of the graph", int64(poplar.MaxIterations)).
			Note("this loop is from %d to %d, in steps of %d", bounds[0], bounds[1], step)
	}
	*total += n
	return n, nil
}

// name returns a name that ends in indices if there are any.
func (e *evaluator) name(op *ir.Operation, name string, suffix affine.Map) (string, error) {
	if len(suffix.Results) == 0 {
		return name, nil
	}
	numbers, err := e.evaluateMap(op, suffix, "the index of the name")
	return poplar.SuffixedName(name, numbers), err
}

func (e *evaluator) tileRange(op poplar.TileRangeOp) error {
	tile, err := e.number(op.Operation(), op.Tile(), "tile", "tile-range")
	if err != nil {
		return err
	}
	mapping, known := e.mappings[op.Tensor()]
	if !known {
		if mapping, err = e.Graph.TileMapping(e.Tensors[op.Tensor()]); err != nil {
			return err
		}
		e.mappings[op.Tensor()] = mapping
	}
	r, err := TileRange(e.Tensors[op.Tensor()].Shape(), mapping, toInt(op.Dim()), tile)
	e.Indices[op.Lower()], e.Indices[op.Upper()] = r.Begin, r.End
	return err
}

// TileRange returns the indices of a dimension of a tensor whose elements are on the tile. The
// error codes are tile-range and not-whole.
func TileRange(shape []int64, m tilemap.Mapping, dim, tile int) (tilemap.Interval, error) {
	if tile < 0 || tile >= len(m) {
		return tilemap.Interval{}, diag.Errorf("tile-range", "expected a tile below %d, but got %d", len(m), tile)
	}
	found := m[tile]
	inner, outer, n := graph.Product(shape[dim+1:]), graph.Product(shape[:dim]), int64(0)
	for _, iv := range found {
		n += iv.Size()
	}
	if n == 0 {
		return tilemap.Interval{}, nil
	}
	r := tilemap.Interval{Begin: found[0].Begin / inner % shape[dim]}
	r.End = r.Begin + n/(inner*outer)
	var want []tilemap.Interval
	for o := int64(0); o < outer && len(want) <= len(found); o++ {
		row := o * shape[dim] * inner
		want = tilemap.AppendMerged(want, tilemap.Interval{Begin: row + r.Begin*inner, End: row + r.End*inner})
	}
	if !slices.Equal(want, found) {
		return r, diag.Errorf("not-whole", "the elements on tile %d are not all elements of some neighbouring indices of dimension %d", tile, dim).
			Note("the tensor of shape %v has elements %v there", shape, found[:min(len(found), 4)])
	}
	return r, nil
}
