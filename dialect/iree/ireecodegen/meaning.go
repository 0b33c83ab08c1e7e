package ireecodegen

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/iree/ireegpu"
	"optc/ir"
	"optc/sim"
)

// meaning defines products of tiles, both of whole tiles in a thread and of distributed
// tiles in the lanes of an intrinsic. A hint is ignored: its result is the operand.
func meaning() ir.Meaning {
	return sim.Table{
		InnerTiledOp{}.Kind(): runInnerTiled,
		SwizzleHintOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.SetAll(in, f.Args(in))
			return nil
		},
	}
}

// matrices holds the tiles of an operand, one after the other and each row-major.
type matrices struct {
	elems      *sim.Vector // elements of the result's element type
	rows, cols int64
}

// row and column are the elements of a row or a column of a tile.
func (m *matrices) row(tile, row int64) arith.Run {
	return arith.Run{At: (tile*m.rows + row) * m.cols, Step: 1}
}

func (m *matrices) column(tile, col int64) arith.Run {
	return arith.Run{At: tile*m.rows*m.cols + col, Step: m.cols}
}

// tileOperands holds the operands of a product of tiles in a thread; the first lane's
// holds lhs and rhs as all lanes together hold them.
type tileOperands struct {
	held  [3]*sim.Vector
	whole [2]*matrices
}

// tileProduct is a product of tiles: the data that is the same in all lanes, and the
// first position of a lane that holds parts of the tiles.
type tileProduct struct {
	*ireegpu.MMA
	acc    ir.Type    // element type of the result
	order  [3][]int64 // maps the elements of the intrinsic's tiles or registers to elements of the operands
	parts  [3]ireegpu.Part
	shared bool // lanes hold parts of the tiles
	lane   int64
}

// position returns the row and column of element i of a tile, or of register i of lane.
func (p *tileProduct) position(operand int, lane, i int64) (row, col int64) {
	if p.shared {
		return p.parts[operand].Position(lane, i)
	}
	_, cols := p.Tile(operand)
	return i / cols, i % cols
}

// runInnerTiled adds, tile by tile, the products of the tiles that the maps select.
// Iterators that do not occur in the map of the result are summed over in row-major
// order, with the columns of lhs innermost; each step is rounded.
func runInnerTiled(f *sim.Frame, in *sim.Instr) error {
	innerTiled := ir.Cast[InnerTiledOp](in.Op)
	p := &tileProduct{MMA: innerTiled.KindAttr(), shared: innerTiled.Semantics().Distributed}
	var mine tileOperands
	for i, v := range in.Op.Operands() {
		var err error
		if mine.held[i], err = f.Tensor(in, v); err != nil {
			return err
		}
		p.order[i] = innerTiled.TileOrder(i)
		part, described := p.Part(i)
		if p.parts[i] = part; !described {
			return diag.Errorf("unsupported", "cannot execute %s, whose layout is not described", p.Name)
		}
	}
	p.acc = mine.held[ireegpu.Acc].Elem
	lanes := []sim.Value{{Ref: &mine}}
	if p.shared {
		all, err := f.Meet(in, false, lanes[0])
		if err != nil {
			return err
		}
		lane := f.Thread.Lane()
		first := lane / p.Lanes * p.Lanes
		if first+p.Lanes > int64(len(all)) {
			return diag.Errorf("cluster", "the intrinsic needs %d lanes, but the subgroup has %d", p.Lanes, len(all))
		}
		lanes, p.lane = all[first:first+p.Lanes], lane-first
	}
	lhs, err := p.assemble(f.Machine, lanes, ireegpu.LHS)
	if err != nil {
		return err
	}
	rhs, err := p.assemble(f.Machine, lanes, ireegpu.RHS)
	if err != nil {
		return err
	}
	out := mine.held[ireegpu.Acc].Clone()
	if err := addProducts(f, in, p, lhs, rhs, out, mine.held); err != nil {
		return err
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

// assemble builds the tiles of an operand from the parts that the lanes hold.
func (p *tileProduct) assemble(m *sim.Machine, lanes []sim.Value, operand int) (*matrices, error) {
	first, _ := lanes[0].Ref.(*tileOperands)
	if first != nil && first.whole[operand] != nil {
		return first.whole[operand], nil
	}
	out := &matrices{}
	out.rows, out.cols = p.Tile(operand)
	order := p.order[operand]
	held := int64(len(order))
	for lane, l := range lanes {
		of, ok := l.Ref.(*tileOperands)
		if !ok {
			return nil, diag.Errorf("deadlock", "lane %d has ended", lane)
		}
		v := of.held[operand]
		tiles := int64(v.Len()) / held
		if out.elems == nil {
			out.elems = sim.NewVector([]int64{tiles, out.rows, out.cols}, v.Elem)
		}
		for tile := range tiles {
			for i, at := range order {
				row, col := p.position(operand, int64(lane), int64(i))
				out.elems.Set(int((tile*out.rows+row)*out.cols+col), v.At(int(tile*held+at)))
			}
		}
	}
	out.elems = arith.WidenAll(m, out.elems, p.acc)
	first.whole[operand] = out
	return out, nil
}

// addProducts adds the products of tiles to the elements of out that the executing thread
// holds.
func addProducts(f *sim.Frame, in *sim.Instr, p *tileProduct, lhs, rhs *matrices, out *sim.Vector, operands [3]*sim.Vector) error {
	maps := ir.Cast[InnerTiledOp](in.Op).IndexingMaps()
	var dims [3][]int
	extents := make([]int64, maps[0].NumDims)
	for i, m := range maps {
		dims[i] = m.ResultDims()
		for r, d := range dims[i] {
			extents[d] = operands[i].Shape[r]
		}
	}
	tileOf := func(operand int, index []int64) (n int64) {
		for r, d := range dims[operand] {
			n = n*operands[operand].Shape[r] + index[d]
		}
		return n
	}
	order, products := p.order[ireegpu.Acc], arith.AccumulatorOf(f.Machine, p.acc)
	return f.Lanes(extents, func(_ int, index []int64) error {
		a, b, c := tileOf(ireegpu.LHS, index), tileOf(ireegpu.RHS, index), tileOf(ireegpu.Acc, index)
		for i, at := range order {
			if err := f.Worked(p.K); err != nil {
				return err
			}
			row, col := p.position(ireegpu.Acc, p.lane, int64(i))
			to := int(c*int64(len(order)) + at)
			products.AddAny(out, to, lhs.elems, lhs.row(a, row), rhs.elems, rhs.column(b, col), p.K)
		}
		return nil
	})
}
