package ireelinalgext

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// outputs returns the targets that an operation writes, and sets the targets that are tensors as its
// results.
func outputs(f *sim.Frame, in *sim.Instr, vs ...*ir.Value) (targets []sim.Container, err error) {
	results := 0
	for _, v := range vs {
		to, e := sim.AsTarget(f.Value(in, v))
		if e != nil {
			return nil, e
		}
		if t, ok := to.(*sim.Vector); ok {
			f.Set(in, results, sim.Value{Ref: t})
			results++
		}
		targets = append(targets, to)
	}
	return targets, nil
}

func input(f *sim.Frame, in *sim.Instr, v *ir.Value) (sim.Container, error) {
	c, e := sim.AsContainer(f.Value(in, v))
	if e != nil {
		return nil, e
	}
	return c, nil
}

// sameExtents checks that an operand has the extents that another operand needs.
func sameExtents(operand string, got, want []int64) error {
	if slices.Equal(got, want) {
		return nil
	}
	return diag.Errorf("copy-shape", "expected %s with the extents [%s], but got [%s]", operand, num.JoinInts(want), num.JoinInts(got))
}

// load returns the bits of the element of c at the given indices; what the operation does depends on this element.
func load(c sim.Container, at []int64) (bits uint64, err error) {
	v, e := c.Load(at)
	switch {
	case e != nil:
		return 0, e
	case v.IsPoison():
		return 0, sim.ErrPoison
	}
	return v.Bits, nil
}

// runGather copies a slice for each point of the batch.
func runGather(f *sim.Frame, in *sim.Instr) error {
	gatherOp := ir.Cast[GatherOp](in.Op)
	source, err := input(f, in, gatherOp.Source())
	if err != nil {
		return err
	}
	indices, err := input(f, in, gatherOp.Indices())
	if err != nil {
		return err
	}
	var mask sim.Container
	if v := gatherOp.Mask(); v != nil {
		if mask, err = input(f, in, v); err != nil {
			return err
		}
	}
	out, err := outputs(f, in, gatherOp.Output())
	if err != nil {
		return err
	}
	batch, places := gatherOp.BatchRank(), gatherOp.DimensionMap()
	want := out[0].Extents()[:batch]
	if err := sameExtents("the indices", indices.Extents()[:batch], want); err != nil {
		return err
	}
	if mask != nil {
		if err := sameExtents("the mask", mask.Extents(), want); err != nil {
			return err
		}
	}
	if n := indices.Extents(); len(n) > batch && n[batch] != int64(len(places)) {
		return diag.Errorf("copy-shape", "expected %d indices for each slice, but got %d", len(places), n[batch])
	}
	from, elem := source.Extents(), ir.ElementOrSelf(gatherOp.Indices().Type())
	at, where := make([]int64, len(from)), make([]int64, len(indices.Extents()))
	return f.Lanes(out[0].Extents(), func(_ int, index []int64) error {
		if mask != nil {
			if kept, err := load(mask, index[:batch]); err != nil || kept == 0 {
				return err
			}
		}
		copy(where, index[:batch])
		for k, d := range places {
			if len(where) > batch {
				where[batch] = int64(k)
			}
			bits, err := load(indices, where)
			if err != nil {
				return err
			}
			at[d] = sim.Signed(elem, bits)
		}
		copy(at[len(places):], index[batch:])
		if !sim.Inside(from, at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(from))
		}
		v, e := source.Load(at)
		if e != nil {
			return e
		}
		return sim.AsError(out[0].Store(index, v))
	})
}

// runArgCompare runs the comparator for each element, with that element and the best element so far.
func runArgCompare(f *sim.Frame, in *sim.Instr) error {
	argCompare := ir.Cast[ArgCompareOp](in.Op)
	value, err := input(f, in, argCompare.InputValue())
	if err != nil {
		return err
	}
	var explicit sim.Container
	if v := argCompare.InputIndex(); v != nil {
		if explicit, err = input(f, in, v); err != nil {
			return err
		}
	}
	base := f.Value(in, argCompare.IndexBase())
	if base.IsPoison() {
		return sim.ErrPoison
	}
	out, err := outputs(f, in, argCompare.OutputValue(), argCompare.OutputIndex())
	if err != nil {
		return err
	}
	best, bestAt := out[0], out[1]
	if explicit != nil {
		if err := sameExtents("the indices", explicit.Extents(), value.Extents()); err != nil {
			return err
		}
	}
	dim, elem := int(argCompare.Dimension()), ir.ElementOrSelf(argCompare.OutputIndex().Type())
	if want := slices.Delete(slices.Clone(value.Extents()), dim, dim+1); !slices.Equal(want, best.Extents()) || !slices.Equal(want, bestAt.Extents()) {
		return diag.Errorf("copy-shape", "expected outputs with the extents [%s], but got [%s] and [%s]",
			num.JoinInts(want), num.JoinInts(best.Extents()), num.JoinInts(bestAt.Extents()))
	}
	at := make([]int64, 0, len(value.Extents()))
	return f.Lanes(value.Extents(), func(_ int, index []int64) error {
		at = append(append(at[:0], index[:dim]...), index[dim+1:]...)
		candidate, e := value.Load(index)
		if e != nil {
			return e
		}
		before, e := best.Load(at)
		if e != nil {
			return e
		}
		wins, err := f.Region(in, 0, []sim.Value{candidate, before})
		switch {
		case err != nil:
			return err
		case wins[0].IsPoison():
			return sim.ErrPoison
		case wins[0].Bits == 0:
			return nil
		}
		place := sim.Int(sim.Truncate(elem, uint64(index[dim])+base.Bits))
		if explicit != nil {
			if place, e = explicit.Load(index); e != nil {
				return e
			}
		}
		if e := best.Store(at, candidate); e != nil {
			return e
		}
		return sim.AsError(bestAt.Store(at, place))
	})
}
