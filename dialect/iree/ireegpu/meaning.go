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

// Product is the sum d of c and the product of an m x k and a k x n matrix.
type Product struct {
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

// registers holds the operands of a lane of a matrix instruction.
type registers struct{ a, b *sim.Vector }

// Multiply executes a matrix instruction: it reads the elements of a and b from the lanes
// that hold them, and adds products to c in the order of k, each step rounded.
func Multiply(f *sim.Frame, in *sim.Instr, family Family, lanes int64, p Product) error {
	acc := ir.ElementOrSelf(p.D.Type())
	var parts [3]Part
	for operand, v := range []*ir.Value{p.A, p.B, p.C} {
		part, ok := PartOf(family, p.M, p.N, p.K, lanes, acc, operand)
		if !ok || part.Registers() != int64(f.Vector(in, v).Len()) {
			return diag.Errorf("unsupported", "cannot execute this shape of matrix instruction")
		}
		parts[operand] = part
	}
	all, err := f.Meet(in, false, sim.Value{Ref: &registers{f.Vector(in, p.A), f.Vector(in, p.B)}})
	if err != nil {
		return err
	}
	lane := f.Thread.Lane()
	first := lane / lanes * lanes
	if first+lanes > int64(len(all)) {
		return diag.Errorf("cluster", "the instruction needs %d lanes, but the subgroup has %d", lanes, len(all))
	}
	a, b := make([]sim.Value, p.M*p.K), make([]sim.Value, p.K*p.N)
	for i := range lanes {
		r, ok := all[first+i].Ref.(*registers)
		if !ok {
			return diag.Errorf("deadlock", "lane %d has ended", first+i)
		}
		for j := range r.a.Len() {
			// In mma.sync the outer columns of a precede its outer rows.
			at := int64(j)
			if family == MMASync {
				e := parts[LHS].Element[1]
				at = (at/e%2*2+at/e/2)*e + at%e
			}
			row, col := parts[LHS].Position(i, at)
			a[row*p.K+col] = arith.Widen(f.Machine, r.a.Elem, acc, r.a.At(j))
		}
		for j := range r.b.Len() {
			row, col := parts[RHS].Position(i, int64(j))
			b[row*p.N+col] = arith.Widen(f.Machine, r.b.Elem, acc, r.b.At(j))
		}
	}
	out, products := f.Vector(in, p.C).Clone(), arith.AccumulatorOf(f.Machine, acc)
	for j := range out.Len() {
		row, col := parts[Acc].Position(lane-first, int64(j))
		v := out.At(j)
		for x := range p.K {
			v = products.Add(v, a[row*p.K+x], b[x*p.N+col])
		}
		out.Set(j, v)
	}
	f.SetShaped(in, 0, out)
	return nil
}
