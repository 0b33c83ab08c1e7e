package vectorext

import (
	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

// meaning is the meaning of the operations of iree_vector_ext.
func meaning() ir.Meaning {
	return sim.Table{
		ToLayoutOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, f.Value(in, ir.Cast[ToLayoutOp](in.Op).Input()))
			return nil
		},
		ToSIMDOp{}.Kind():          runToSIMD,
		ToSIMTOp{}.Kind():          runToSIMT,
		TransferGatherOp{}.Kind():  gather,
		TransferScatterOp{}.Kind(): scatter,
		ArgCompareOp{}.Kind():      runArgCompare,
		YieldOp{}.Kind():           sim.Leave,
	}
}

// gatherAccess builds the access of a transfer_gather or transfer_scatter.
func gatherAccess(f *sim.Frame, in *sim.Instr, t Transfer) (*sim.Access, error) {
	offsets, err := f.Indices(in, t.Offsets())
	if err != nil {
		return nil, err
	}
	vecs, mask := f.Values(in, t.IndexVecs()), f.Value(in, t.Mask())
	a := &sim.Access{Shape: t.VectorType().Dims, Mask: mask.Vector(), Poisoned: mask.IsPoison()}
	if !t.Unified() {
		slicedAccess(f, a, t, offsets, vecs)
		return a, nil
	}
	maps := t.Maps()
	index := make([]func(lane []int64) (int64, error), len(vecs))
	for k, v := range vecs {
		index[k] = indexLookup(v, maps[1+k].ResultDims())
	}
	base := maps[0].Results
	a.Place = func(lane, at []int64) error {
		copy(at, offsets)
		for k, e := range base {
			if d, ok := e.IsDim(); ok {
				at[k] += lane[d]
			} else if s, ok := e.IsSymbol(); ok {
				i, err := index[s](lane)
				if err != nil {
					return err
				}
				at[k] += i
			}
		}
		return nil
	}
	if a.Mask != nil {
		a.MaskAt = maps[len(maps)-1].ResultDims()
	}
	return a, nil
}

// indexLookup returns a function that reads an index operand at the given dimensions of a
// point.
func indexLookup(v sim.Value, dims []int) func(point []int64) (int64, error) {
	x := v.Vector()
	if x == nil {
		return func([]int64) (int64, error) {
			if v.IsPoison() {
				return 0, sim.ErrPoison
			}
			return int64(v.Bits), nil
		}
	}
	return func(point []int64) (int64, error) {
		i := 0
		for q, d := range dims {
			i = i*int(x.Shape[q]) + int(point[d])
		}
		if x.IsUndef(i) {
			return 0, sim.ErrPoison
		}
		return int64(x.Bits(i)), nil
	}
}

// slicedAccess is the access of the per-dimension form: the lane selects a point of the
// slice, whose coordinates are memory dimensions.
func slicedAccess(f *sim.Frame, a *sim.Access, t Transfer, offsets []int64, vecs []sim.Value) {
	perm, maps, indexed := t.PermutationMap(), t.IndexedMaps(), t.Indexed()
	a.Shape = a.Shape[:len(perm.Results)] // the dimensions of a vector element follow them
	inBounds := t.InBounds()
	a.Guarded = make([]bool, perm.NumDims)
	for r, e := range perm.Results {
		if k, ok := e.IsDim(); ok {
			a.Guarded[k] = !inBounds[r]
		}
	}
	index := make([]func([]int64) (int64, error), perm.NumDims)
	next := 0
	for k, yes := range indexed {
		if yes {
			index[k] = indexLookup(vecs[next], maps[next].ResultDims())
			next++
		}
	}
	point := make([]int64, perm.NumDims)
	a.Place = func(lane, at []int64) error {
		clear(point)
		for r, e := range perm.Results {
			if k, ok := e.IsDim(); ok {
				point[k] = lane[r]
			}
		}
		for k := range at {
			at[k] = offsets[k] + point[k]
			if index[k] != nil {
				i, err := index[k](point)
				if err != nil {
					return err
				}
				at[k] = offsets[k] + i
			}
		}
		return nil
	}
	if a.Mask != nil {
		if inverse, ok := affine.InversePermutation(affine.CompressUnusedDims(perm)); ok {
			a.MaskAt = inverse.ResultDims()
		}
	}
}

func gather(f *sim.Frame, in *sim.Instr) error {
	t, _ := AsTransfer(in.Op)
	a, err := gatherAccess(f, in, t)
	if err != nil {
		return err
	}
	return f.ReadFrom(in, a, t.VectorType(), f.Value(in, t.Base()), f.Value(in, t.Padding()))
}

func scatter(f *sim.Frame, in *sim.Instr) error {
	t, _ := AsTransfer(in.Op)
	a, err := gatherAccess(f, in, t)
	if err != nil {
		return err
	}
	return f.WriteTo(in, a, f.Value(in, t.Vector()), f.Value(in, t.Base()))
}

// runArgCompare runs arg_compare: the comparator returns true when its first argument,
// the candidate, wins over the best element so far.
func runArgCompare(f *sim.Frame, in *sim.Instr) error {
	argCompare := ir.Cast[ArgCompareOp](in.Op)
	input := f.Vector(in, argCompare.InputValue())
	best, bestAt := f.Vector(in, argCompare.InitValue()).Clone(), f.Vector(in, argCompare.InitIndex()).Clone()
	var explicit *sim.Vector
	if v := argCompare.InputIndex(); v != nil {
		explicit = f.Vector(in, v)
	}
	base := f.Value(in, argCompare.IndexBase())
	if base.IsPoison() {
		return sim.ErrPoison
	}
	dim := int(argCompare.Dimension())
	err := f.Lanes(input.Shape, func(lane int, index []int64) error {
		out := 0
		for d, i := range index {
			if d != dim {
				out = out*int(input.Shape[d]) + int(i)
			}
		}
		wins, err := f.Region(in, 0, []sim.Value{input.At(lane), best.At(out)})
		if err != nil {
			return err
		}
		if wins[0].IsPoison() {
			return sim.ErrPoison
		}
		if wins[0].Bits == 0 {
			return nil
		}
		best.Set(out, input.At(lane))
		if explicit != nil {
			bestAt.Set(out, explicit.At(lane))
		} else {
			bestAt.Set(out, sim.Int(sim.Truncate(bestAt.Elem, uint64(index[dim])+base.Bits)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	f.SetAll(in, []sim.Value{{Ref: best}, {Ref: bestAt}})
	return nil
}
