package sim

import (
	"optc/diag"
	"optc/dialect/amdgpu"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/nvgpu"
	"optc/ir"
)

// subgroupOps are the operations that the lanes of a subgroup execute together:
// votes, scans and matrix instructions. Shuffles and reductions are in ops_gpu.go.
func subgroupOps(t Table) {
	t[gpu.Ballot.Kind] = ballot
	t[ireegpu.SubgroupScan.Kind] = scanLanes
	t[ireegpu.Yield.Kind] = Leave
	t[amdgpu.MFMA.Kind] = func(f *Frame, in *Instr) error {
		if amdgpu.MFMA.Blocks(in.Op) != 1 {
			return diag.Errorf("unsupported", "cannot execute matrix instructions of several blocks")
		}
		return f.multiply(in, ireegpu.MFMA, 64, amdgpuProduct(in.Op))
	}
	t[amdgpu.WMMA.Kind] = func(f *Frame, in *Instr) error {
		family, p := ireegpu.WMMAR4, amdgpuProduct(in.Op)
		if a, ok := p.a.Type().(*ir.VectorType); ok && a.Dims[0] == p.k {
			family = ireegpu.WMMAR3 // where every lane holds a whole row
		}
		return f.multiply(in, family, 32, p)
	}
	t[nvgpu.MmaSync.Kind] = func(f *Frame, in *Instr) error {
		k, shape := nvgpu.MmaSync, nvgpu.MmaSync.MmaShape(in.Op)
		return f.multiply(in, ireegpu.MMASync, 32, matrixProduct{shape[0], shape[1], shape[2], k.MatrixA(in.Op), k.MatrixB(in.Op), k.MatrixC(in.Op), k.Res(in.Op)})
	}
}

// matrixProduct is the sum d of c and the product of an m x k and a k x n matrix.
type matrixProduct struct {
	m, n, k    int64
	a, b, c, d *ir.Value
}

// amdgpuProduct reads amdgpu.mfma and amdgpu.wmma.
func amdgpuProduct(op *ir.Operation) matrixProduct {
	k := amdgpu.MFMA
	return matrixProduct{k.M(op), k.N(op), k.K(op), k.SourceA(op), k.SourceB(op), k.DestC(op), k.DestD(op)}
}

// ballot collects the predicates of the lanes. Lanes that have ended give 0.
func ballot(f *Frame, in *Instr) error {
	all, err := f.meet(in, false, f.Value(in, gpu.Ballot.Predicate(in.Op)))
	if err != nil {
		return err
	}
	votes := uint64(0)
	for lane, v := range all {
		votes |= v.Bits & 1 << lane
	}
	f.Set(in, 0, Int(mask(gpu.Ballot.Result(in.Op).Type(), votes)))
	return nil
}

// scanLanes combines in the order of the lanes of a cluster.
func scanLanes(f *Frame, in *Instr) error {
	all, err := f.meet(in, false, f.Value(in, ireegpu.SubgroupScan.Value(in.Op)))
	if err != nil {
		return err
	}
	size, stride := ireegpu.SubgroupScan.ClusterSize(in.Op), ireegpu.SubgroupScan.ClusterStride(in.Op)
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
	inclusive := ireegpu.SubgroupScan.Inclusive(in.Op)
	acc, started := Value{}, false
	if id := ireegpu.SubgroupScan.Identity(in.Op); id != nil {
		acc, started = f.Value(in, id), true
	}
	result := acc
	for i := range size {
		v := all[first+i*stride]
		if i == position && !inclusive {
			result = acc
		}
		if started {
			out, err := f.Region(in, 0, []Value{acc, v})
			if err != nil {
				return err
			}
			v = out[0]
		}
		if acc, started = v, true; i == position && inclusive {
			result = acc
		}
	}
	f.SetAll(in, []Value{result, acc})
	return nil
}

// registers are what a lane brings to a matrix instruction.
type registers struct{ a, b *Vector }

// multiply runs a matrix instruction: the elements of a and b are found in the lanes
// that hold them, products are added to c in the order of k, each step rounded.
func (f *Frame) multiply(in *Instr, family ireegpu.Family, lanes int64, p matrixProduct) error {
	acc := ir.ElementOrSelf(p.d.Type())
	var parts [3]ireegpu.Part
	for operand, v := range []*ir.Value{p.a, p.b, p.c} {
		part, ok := ireegpu.PartOf(family, p.m, p.n, p.k, lanes, acc, operand)
		if !ok || part.Registers() != int64(len(f.vector(in, v).Elems)) {
			return diag.Errorf("unsupported", "cannot execute this shape of matrix instruction")
		}
		parts[operand] = part
	}
	all, err := f.meet(in, false, Value{Ref: &registers{f.vector(in, p.a), f.vector(in, p.b)}})
	if err != nil {
		return err
	}
	lane := f.Thread.Lane()
	first := lane / lanes * lanes
	if first+lanes > int64(len(all)) {
		return diag.Errorf("cluster", "the instruction needs %d lanes, but the subgroup has %d", lanes, len(all))
	}
	a, b := make([]Value, p.m*p.k), make([]Value, p.k*p.n)
	for i := range lanes {
		r, ok := all[first+i].Ref.(*registers)
		if !ok {
			return diag.Errorf("deadlock", "lane %d has ended", first+i)
		}
		for j := range r.a.Elems {
			// mma.sync has the outer columns of a before its outer rows.
			at := int64(j)
			if family == ireegpu.MMASync {
				e := parts[ireegpu.LHS].Element[1]
				at = (at/e%2*2+at/e/2)*e + at%e
			}
			row, col := parts[ireegpu.LHS].Position(i, at)
			a[row*p.k+col] = widen(r.a.Elem, acc, r.a.At(j))
		}
		for j := range r.b.Elems {
			row, col := parts[ireegpu.RHS].Position(i, int64(j))
			b[row*p.n+col] = widen(r.b.Elem, acc, r.b.At(j))
		}
	}
	out, products := f.vector(in, p.c).Clone(), accumulatorOf(acc)
	for j := range out.Elems {
		row, col := parts[ireegpu.Acc].Position(lane-first, int64(j))
		v := out.At(j)
		for x := range p.k {
			v = products.add(v, a[row*p.k+x], b[x*p.n+col])
		}
		out.Set(j, v)
	}
	f.setShaped(in, 0, out)
	return nil
}
