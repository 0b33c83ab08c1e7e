package vector

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// strided maps the lanes of a shape to elements of a vector: the element number is first
// plus, for every dimension, the index times the stride.
type strided struct {
	first   int64
	strides []int64
}

// at returns the position of a lane.
func (s strided) at(index []int64) int64 {
	at := s.first
	for d, i := range index {
		at += i * s.strides[d]
	}
	return at
}

// last returns the stride of the last dimension.
func (s strided) last() int64 {
	if len(s.strides) == 0 {
		return 0
	}
	return s.strides[len(s.strides)-1]
}

// run returns the lanes along the last dimension, starting at index.
func (s strided) run(index []int64) arith.Run { return arith.Run{At: s.at(index), Step: s.last()} }

// forRuns calls visit for the lanes of a shape in row-major order, in runs of n lanes
// along the last dimension, until the machine stops; the index slice is reused.
func forRuns(f *sim.Frame, shape []int64, visit func(index []int64, n int64) error) error {
	if len(shape) == 0 {
		return visit(nil, 1)
	}
	total, _ := ir.NumElements(shape)
	last, index := len(shape)-1, make([]int64, len(shape))
	for lane := int64(0); lane < total; {
		n := min(shape[last]-index[last], sim.PollSteps)
		if err := f.Worked(n); err != nil {
			return err
		}
		if err := visit(index, n); err != nil {
			return err
		}
		lane += n
		for d, step := last, n; d >= 0; d, step = d-1, 1 {
			if index[d] += step; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return nil
}

// copyLanes copies the elements of src to dst, lane by lane of a shape. In dst, the
// elements along the last dimension are adjacent.
func copyLanes(f *sim.Frame, shape []int64, dst *sim.Vector, to strided, src *sim.Vector, from strided) error {
	plain := sim.Defined(src, dst)
	return forRuns(f, shape, func(index []int64, n int64) error {
		o, i, step := to.at(index), from.at(index), from.last()
		switch {
		case plain && dst.Short != nil && src.Short != nil:
			copyStrided(dst.Short[o:o+n], src.Short[i:], step)
		case plain && dst.Long != nil && src.Long != nil:
			copyStrided(dst.Long[o:o+n], src.Long[i:], step)
		default:
			for k := range n {
				dst.Set(int(o+k), src.At(int(i+k*step)))
			}
		}
		return nil
	})
}

// setGathered returns the result of an operation whose lanes are elements of src.
func setGathered(f *sim.Frame, in *sim.Instr, src *sim.Vector, from strided) error {
	t := in.Op.Result(0).Type().(*ir.VectorType)
	out := f.NewVector(in, t.Dims, t.Elem)
	err := copyLanes(f, out.Shape, out, strided{0, sim.Strides(out.Shape)}, src, from)
	f.Set(in, 0, sim.Value{Ref: out})
	return err
}

// copyStrided sets all elements of dst to every step-th element of src.
func copyStrided[T uint32 | uint64](dst, src []T, step int64) {
	if step == 1 {
		copy(dst, src[:len(dst)])
		return
	}
	for k := range dst {
		dst[k] = src[int64(k)*step]
	}
}
