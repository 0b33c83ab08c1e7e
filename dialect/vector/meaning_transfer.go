package vector

import (
	"optc/diag"
	"optc/ir/affine"
	"optc/sim"
)

// transferAccess builds the access of a vector.transfer_*.
func transferAccess(f *sim.Frame, in *sim.Instr, t Transfer) (*sim.Access, error) {
	offsets, err := f.Indices(in, t.Indices())
	if err != nil {
		return nil, err
	}
	perm, inBounds, mask := t.Map(), t.InBounds(), f.Value(in, t.Mask())
	a := &sim.Access{Shape: t.VectorType().Dims[:len(perm.Results)], Guarded: make([]bool, perm.NumDims), Mask: bothMasks(f, in, mask.Vector()), Poisoned: mask.IsPoison()}
	dims := make([]int, len(perm.Results)) // memory dimension of each vector dimension, or -1 for a broadcast dimension
	for r, e := range perm.Results {
		dims[r] = -1
		if k, ok := e.IsDim(); ok {
			dims[r] = k
			a.Guarded[k] = !inBounds[r]
		}
	}
	a.Place = func(lane, at []int64) error {
		copy(at, offsets)
		for r, k := range dims {
			if k >= 0 {
				at[k] += lane[r]
			}
		}
		return nil
	}
	if a.Mask != nil {
		inverse, ok := affine.InversePermutation(affine.CompressUnusedDims(perm))
		if !ok {
			return nil, diag.Errorf("unsupported", "permutation map %s has no inverse", perm)
		}
		a.MaskAt = inverse.ResultDims()
	}
	return a, nil
}

func runTransferRead(f *sim.Frame, in *sim.Instr) error {
	t, _ := AsTransfer(in.Op)
	a, err := transferAccess(f, in, t)
	if err != nil {
		return err
	}
	return f.ReadFrom(in, a, t.VectorType(), f.Value(in, t.Base()), f.Value(in, t.Padding()))
}

func runTransferWrite(f *sim.Frame, in *sim.Instr) error {
	t, _ := AsTransfer(in.Op)
	a, err := transferAccess(f, in, t)
	if err != nil {
		return err
	}
	return f.WriteTo(in, a, f.Value(in, t.Vector()), f.Value(in, t.Base()))
}
