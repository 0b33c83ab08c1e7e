package sim

import "optc/ir"

// strided is where the lanes of a shape are among the elements of a vector: at first, plus
// the index times the stride of every dimension.
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

// runs calls visit for the lanes of a shape in row-major order, in runs of n along the last
// dimension, until the run of the machine ends; the index slice is reused.
func (m *Machine) runs(shape []int64, visit func(index []int64, n int64) error) error {
	total, _ := ir.NumElements(shape)
	extent := int64(1)
	if len(shape) > 0 {
		extent = shape[len(shape)-1]
	}
	index := make([]int64, len(shape))
	for lane := int64(0); lane < total; {
		n := int64(1)
		if len(shape) > 0 {
			n = min(extent-index[len(shape)-1], pollSteps)
		}
		if err := m.worked(n); err != nil {
			return err
		}
		if err := visit(index, n); err != nil {
			return err
		}
		lane += n
		for d, step := len(shape)-1, n; d >= 0; d, step = d-1, 1 {
			if index[d] += step; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return nil
}

// copyLanes copies the elements of src to dst, lane by lane of a shape.
func (m *Machine) copyLanes(shape []int64, dst *Vector, to strided, src *Vector, from strided) error {
	plain := src.Undef == nil && dst.Undef == nil
	return m.runs(shape, func(index []int64, n int64) error {
		o, i := to.at(index), from.at(index)
		do, di := to.last(), from.last()
		switch {
		case !plain:
			for k := range n {
				dst.Set(int(o+k*do), src.At(int(i+k*di)))
			}
		case do == 1 && di == 1:
			copy(dst.Elems[o:o+n], src.Elems[i:i+n])
		case do == 1:
			for k := range dst.Elems[o : o+n] {
				dst.Elems[o+int64(k)] = src.Elems[i]
				i += di
			}
		default:
			for range n {
				dst.Elems[o] = src.Elems[i]
				o, i = o+do, i+di
			}
		}
		return nil
	})
}

// gathered returns the result of an operation whose lanes are elements of src.
func (f *Frame) gathered(in *Instr, src *Vector, from strided) error {
	t := in.Op.Result(0).Type().(*ir.VectorType)
	out := f.newVector(in, t.Dims, t.Elem)
	err := f.copyLanes(out.Shape, out, strided{0, Strides(out.Shape)}, src, from)
	f.Set(in, 0, Value{Ref: out})
	return err
}
