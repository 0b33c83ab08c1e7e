package ireegpu

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of iree_gpu.
func meaning() ir.Meaning {
	return sim.Table{
		SubgroupScanOp{}.Kind(): scanLanes,
		YieldOp{}.Kind():        sim.Leave,
	}
}

// Product is the sum d of c and the product of an m x k and a k x n matrix, of which a
// number of lanes hold parts.
type Product struct {
	Family     Family
	Lanes      int64
	M, N, K    int64
	A, B, C, D *ir.Value
}

// scanLanes combines in the order of the lanes of a cluster.
func scanLanes(f *sim.Frame, in *sim.Instr) error {
	subgroupScan := ir.Cast[SubgroupScanOp](in.Op)
	all, err := f.Meet(in, false, f.Value(in, subgroupScan.Value()))
	if err != nil {
		return err
	}
	size, stride := subgroupScan.ClusterSize(), subgroupScan.ClusterStride()
	first, position := int64(0), f.Thread.Lane()
	if size == 0 {
		size, stride = int64(len(all)), 1
	} else {
		lane := f.Thread.Lane()
		first = lane/(size*stride)*(size*stride) + lane%stride
		position = (lane - first) / stride
	}
	if first+(size-1)*stride >= int64(len(all)) {
		return diag.Errorf("cluster", "a cluster of %d lanes with stride %d does not fit into a subgroup of %d", size, stride, len(all))
	}
	inclusive := subgroupScan.Inclusive()
	acc, started := sim.Value{}, false
	if id := subgroupScan.Identity(); id != nil {
		acc, started = f.Value(in, id), true
	}
	result := acc
	for i := range size {
		v := all[first+i*stride]
		if i == position && !inclusive {
			result = acc
		}
		if started {
			out, err := f.Region(in, 0, []sim.Value{acc, v})
			if err != nil {
				return err
			}
			v = out[0]
		}
		if acc, started = v, true; i == position && inclusive {
			result = acc
		}
	}
	f.SetAll(in, []sim.Value{result, acc})
	return nil
}

// multiplication is a matrix instruction as all executions of its operation need it.
type multiplication struct {
	Product
	acc      ir.Type    // of the elements of the result
	places   [3][]place // by lane and, within it, by register
	products arith.Accumulator
}

type place struct{ row, col int64 }

func newMultiplication(f *sim.Frame, in *sim.Instr, p Product) (*multiplication, error) {
	mul := &multiplication{Product: p, acc: ir.ElementOrSelf(p.D.Type())}
	mul.products = arith.AccumulatorOf(f.Machine, mul.acc)
	for operand, v := range []*ir.Value{p.A, p.B, p.C} {
		part, ok := PartOf(p.Family, p.M, p.N, p.K, p.Lanes, mul.acc, operand)
		if !ok || part.Registers() != int64(f.Vector(in, v).Len()) {
			return nil, diag.Errorf("unsupported", "cannot execute this shape of matrix instruction")
		}
		for lane := range p.Lanes {
			for i := range part.Registers() {
				if e := part.Element[1]; p.Family == MMASync && operand == LHS {
					// In mma.sync the outer columns of a precede its outer rows.
					i = (i/e%2*2+i/e/2)*e + i%e
				}
				row, col := part.Position(lane, i)
				mul.places[operand] = append(mul.places[operand], place{row, col})
			}
		}
	}
	return mul, nil
}

// of returns the places of what a lane holds of an operand.
func (mul *multiplication) of(operand int, lane int64) []place {
	n := int64(len(mul.places[operand])) / mul.Lanes
	return mul.places[operand][lane*n:][:n]
}

// registers holds the operands of a lane of a matrix instruction. The registers of the
// first lane also have the matrices as all lanes together hold them, once a lane needs
// them: row-major, with elements of the result's type.
type registers struct {
	held  [2]*sim.Vector
	whole [2]*sim.Vector
}

// Multiply executes a matrix instruction: it reads the elements of a and b from the lanes
// that hold them, and adds products to c in the order of k, each step rounded. product
// tells about the operation, or why it cannot be executed; it is called once.
func Multiply(f *sim.Frame, in *sim.Instr, product func(op *ir.Operation) (Product, error)) error {
	mul, ok := in.Data.(*multiplication)
	if !ok {
		p, err := product(in.Op)
		if err != nil {
			return err
		}
		if mul, err = newMultiplication(f, in, p); err != nil {
			return err
		}
		in.Data = mul
	}
	all, err := f.Meet(in, false, sim.Value{Ref: &registers{held: [2]*sim.Vector{f.Vector(in, mul.A), f.Vector(in, mul.B)}}})
	if err != nil {
		return err
	}
	lane := f.Thread.Lane()
	first := lane / mul.Lanes * mul.Lanes
	if first+mul.Lanes > int64(len(all)) {
		return diag.Errorf("cluster", "the instruction needs %d lanes, but the subgroup has %d", mul.Lanes, len(all))
	}
	all = all[first : first+mul.Lanes]
	a, err := mul.assemble(f.Machine, all, first, LHS, mul.M, mul.K)
	if err != nil {
		return err
	}
	b, err := mul.assemble(f.Machine, all, first, RHS, mul.K, mul.N)
	if err != nil {
		return err
	}
	out := f.Vector(in, mul.C).Clone()
	for i, at := range mul.of(Acc, lane-first) {
		mul.products.AddAny(out, i, a, arith.Run{At: at.row * mul.K, Step: 1}, b, arith.Run{At: at.col, Step: mul.N}, mul.K)
	}
	f.SetShaped(in, 0, out)
	return nil
}

// assemble returns the matrix of which lanes hold parts; first is the number of the first
// one.
func (mul *multiplication) assemble(m *sim.Machine, lanes []sim.Value, first int64, operand int, rows, cols int64) (*sim.Vector, error) {
	if r, ok := lanes[0].Ref.(*registers); ok && r.whole[operand] != nil {
		return r.whole[operand], nil
	}
	var out *sim.Vector
	for lane, l := range lanes {
		r, ok := l.Ref.(*registers)
		if !ok {
			return nil, diag.Errorf("deadlock", "lane %d has ended", first+int64(lane))
		}
		v := r.held[operand]
		if out == nil {
			out = sim.NewVector([]int64{rows, cols}, v.Elem)
		}
		for i, at := range mul.of(operand, int64(lane)) {
			out.Set(int(at.row*cols+at.col), v.At(i))
		}
	}
	out = arith.WidenAll(m, out, mul.acc)
	lanes[0].Ref.(*registers).whole[operand] = out
	return out, nil
}
