package execcheck

import (
	"fmt"
	"math/rand/v2"

	"optc/ir"
	"optc/sim"
)

// dynamicExtent stands for the extents of arguments that are not known.
const dynamicExtent = 16

// random makes arguments.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 7))} }

// value returns a value of a type.
func (r random) value(t ir.Type) (sim.Value, error) {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
		return sim.Int(r.bits(t)), nil
	case *ir.MemRefType:
		shape := make([]int64, len(t.Dims))
		for i, n := range t.Dims {
			if shape[i] = n; n == ir.Dynamic {
				shape[i] = dynamicExtent
			}
		}
		m, err := sim.Alloc("argument", shape, t.Elem)
		if err != nil {
			return sim.Value{}, err
		}
		return sim.Value{Ref: m}, r.fill(m, nil, shape)
	case *ir.VectorType:
		v := sim.VectorLike(t)
		for i := range v.Elems {
			v.Elems[i] = r.bits(v.Elem)
		}
		return sim.Value{Ref: v}, nil
	}
	return sim.Value{}, fmt.Errorf("there are no random values of type %s", t)
}

// fill stores random elements below an index.
func (r random) fill(m *sim.MemRef, index, shape []int64) error {
	if len(shape) == 0 {
		v, err := r.value(m.Elem)
		if err != nil {
			return err
		}
		if err := m.Store(index, v); err != nil {
			return err
		}
		return nil
	}
	for i := range shape[0] {
		if err := r.fill(m, append(index, i), shape[1:]); err != nil {
			return err
		}
	}
	return nil
}

// bits returns the bits of a scalar: integers are small half of the time, so that
// some are valid indices.
func (r random) bits(t ir.Type) uint64 {
	bits := r.Uint64()
	w := 64
	switch t := t.(type) {
	case *ir.FloatType:
		w = t.Kind.Bits
	case *ir.IntegerType:
		w = t.Width
		if r.IntN(2) == 0 {
			bits = uint64(r.IntN(9)) - 2
		}
	default:
		bits = uint64(r.IntN(9))
	}
	if w < 64 {
		bits &= 1<<w - 1
	}
	return bits
}
