package validate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// maxElements bounds the elements of the arguments of a call, as far as they can be counted before
// they are made. Each element takes 8 bytes or more in several copies.
const maxElements = 1 << 22

// dynamicExtent replaces unknown extents of arguments.
const dynamicExtent = 16

// Random makes arguments. Half of the numbers are small, so that comparisons,
// divisions and bounds have every outcome.
type Random struct {
	*rand.Rand
	// AnyIndex makes half of the values of type index arbitrary numbers of 64 bits; otherwise all are
	// from 0 to 8, so that most of them are valid indices.
	AnyIndex bool
	// Symbol returns a symbol to use instead of a random number of a type; ok is false if a number is
	// wanted. Nil: numbers everywhere.
	Symbol func(t ir.Type) (bits uint64, ok bool)

	taken int64 // number of elements of the arguments being made
	// edge, if set, returns the bits of a chosen number for an argument or for an element; ok is false
	// if a random number is wanted.
	edge func(t ir.Type, scalar bool) (bits uint64, ok bool)
	// extent, if set, returns a value for an unknown extent.
	extent func() int64
	// shared, if set, has the memory of arguments by the type of their elements.
	shared map[ir.Type]*sim.MemRef
	alone  bool // the next argument shares no memory
}

// NewRandom returns the numbers of a seed.
func NewRandom(seed uint64) *Random { return &Random{Rand: rand.New(rand.NewPCG(seed, 7))} }

// Arguments returns arguments for a function.
func (r *Random) Arguments(f Function) ([]sim.Value, error) {
	args := make([]sim.Value, f.Op.Body().NumArgs())
	r.taken = 0
	for i := range args {
		r.alone = isNoAlias(f.Op, i)
		v, err := r.Value(f.Op.Body().Arg(i).Type())
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	return args, nil
}

// take counts elements of the current arguments before memory for them is allocated.
func (r *Random) take(extents ...int64) error {
	n, ok := ir.NumElements(extents)
	if r.taken += n; !ok || n > maxElements || r.taken > maxElements {
		return fmt.Errorf("there are no random arguments of more than %d elements", maxElements)
	}
	return nil
}

// Value returns a value of a type: a number, or a vector, tensor or memref of numbers.
// Unknown extents are 16, unknown strides are the strides of contiguous memory.
func (r *Random) Value(t ir.Type) (sim.Value, error) {
	if err := sim.Supported(t); err != nil {
		return sim.Value{}, err
	}
	switch t := t.(type) {
	case *ir.ComplexType:
		return r.number(t)
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType:
		if r.edge != nil && !sim.IsWide(t) {
			if bits, ok := r.edge(t, true); ok {
				return sim.Int(cut(bits, t)), nil
			}
		}
		return r.number(t)
	case *ir.VectorType, *ir.TensorType:
		shaped := t.(ir.ShapedType)
		return r.vector(shaped.Shape(), shaped.ElementType())
	case *ir.MemRefType:
		m, err := r.memory(t)
		if err != nil {
			return sim.Value{}, err
		}
		return sim.Value{Ref: m}, Fill(m, func() (sim.Value, error) { return r.element(m.Elem) })
	}
	return sim.Value{}, fmt.Errorf("there are no random values of type %s", t)
}

// element returns an element of a memref.
func (r *Random) element(t ir.Type) (sim.Value, error) {
	if v, ok := t.(*ir.VectorType); ok {
		return r.vector(v.Shape(), v.ElementType())
	}
	if err := sim.Supported(t); err != nil {
		return sim.Value{}, err
	}
	return r.number(t)
}

// number returns a number of a type.
func (r *Random) number(t ir.Type) (sim.Value, error) {
	if c, ok := t.(*ir.ComplexType); ok {
		return r.complex(c)
	}
	if !sim.IsWide(t) {
		return sim.Int(r.bits(t)), nil
	}
	if r.Symbol != nil {
		return sim.Value{}, diag.Errorf("unsupported", "there are no terms for integers of type %s", t)
	}
	width := sim.Width(t)
	n := num.IntFromInt64(width, int64(r.bits(t.Context().Integer(64))))
	for at := 64; at < width; at += 64 {
		part, _ := num.IntFromUint64(width, r.Uint64()>>r.IntN(64)).Shl(num.IntFromUint64(width, uint64(at)))
		n = n.Xor(part)
	}
	return sim.IntValue(n), nil
}

// complex returns a complex number.
func (r *Random) complex(t *ir.ComplexType) (sim.Value, error) {
	if r.Symbol != nil {
		return sim.Value{}, diag.Errorf("unsupported", "there are no terms for numbers of type %s", t)
	}
	var raw []byte
	for range 2 {
		part, err := r.number(t.Elem)
		if err != nil {
			return sim.Value{}, err
		}
		raw = part.AsInt(t.Elem).AppendBytes(raw)
	}
	return sim.IntValue(num.IntFromBytes(sim.Width(t), raw)), nil
}

func (r *Random) vector(dims []int64, elem ir.Type) (sim.Value, error) {
	switch elem.(type) {
	case *ir.IntegerType, *ir.IndexType, *ir.FloatType, *ir.ComplexType:
	default:
		return sim.Value{}, fmt.Errorf("there are no random vectors of %s", elem)
	}
	shape := r.extents(dims)
	if err := r.take(shape...); err != nil {
		return sim.Value{}, err
	}
	v := sim.NewVector(shape, elem)
	for i := range v.Len() {
		x, err := r.number(elem)
		if err != nil {
			return sim.Value{}, err
		}
		v.Set(i, x)
	}
	return sim.Value{Ref: v}, nil
}

// extents replaces unknown extents.
func (r *Random) extents(dims []int64) []int64 {
	shape := slices.Clone(dims)
	for d, n := range shape {
		switch {
		case n != ir.Dynamic:
		case r.extent != nil:
			shape[d] = r.extent()
		default:
			shape[d] = dynamicExtent
		}
	}
	return shape
}

// memory allocates a memref with the layout of its type.
func (r *Random) memory(t *ir.MemRefType) (*sim.MemRef, error) {
	shape := r.extents(t.Dims)
	strides, offset, ok := sim.LayoutOf(t, shape)
	if !ok {
		return nil, fmt.Errorf("there is no memory for the layout of %s", t)
	}
	contiguous := sim.Strides(shape)
	spare := int64(0) // number of elements after the last one, for an argument with another offset
	if offset == ir.Dynamic {
		offset = 0
		if r.shared != nil {
			offset = r.Int64N(2) // so that parts of shared memory overlap
			spare = 1 - offset
		}
	}
	last := offset
	for d, n := range shape {
		if strides[d] == ir.Dynamic {
			strides[d] = contiguous[d]
		}
		if strides[d] < 0 {
			return nil, fmt.Errorf("there is no memory for negative strides of %s", t)
		}
		if err := r.take(max(n-1, 0), strides[d]); err != nil {
			return nil, err
		}
		last += max(n-1, 0) * strides[d]
	}
	each := int64(1)
	if v, ok := t.Elem.(*ir.VectorType); ok {
		each, _ = ir.NumElements(v.Dims)
	}
	if err := r.take(last+1, each); err != nil {
		return nil, err
	}
	m, err := r.allocate(last+1, spare, t.Elem)
	if err != nil {
		return nil, err
	}
	m.Sizes, m.Strides, m.Offset = shape, strides, offset
	return m, nil
}

// allocate returns memory of n elements for an argument: new memory with some spare elements,
// or the memory of an earlier argument that is large enough.
func (r *Random) allocate(n, spare int64, elem ir.Type) (*sim.MemRef, error) {
	if before := r.shared[elem]; before != nil && !r.alone && before.Sizes[0] >= n {
		m := *before
		return &m, nil
	}
	m, err := sim.Alloc("argument", []int64{n + spare}, elem)
	if err != nil {
		return nil, err
	}
	if r.Symbol != nil {
		m.Mem.HoldSymbols()
	}
	if r.shared != nil && !r.alone {
		whole := *m
		r.shared[elem] = &whole
	}
	return m, nil
}

// Fill stores the results of next in the elements of a memref, row-major.
func Fill(m *sim.MemRef, next func() (sim.Value, error)) error {
	n, _ := ir.NumElements(m.Sizes)
	at := make([]int64, len(m.Sizes))
	for range n {
		v, err := next()
		if err != nil {
			return err
		}
		if err := m.Store(at, v); err != nil {
			return err
		}
		for d := len(at) - 1; d >= 0; d-- {
			if at[d]++; at[d] < m.Sizes[d] {
				break
			}
			at[d] = 0
		}
	}
	return nil
}

// bits returns the bits of a number.
func (r *Random) bits(t ir.Type) uint64 {
	if r.Symbol != nil {
		if s, ok := r.Symbol(t); ok {
			return s
		}
	}
	if r.edge != nil {
		if bits, ok := r.edge(t, false); ok {
			return cut(bits, t)
		}
	}
	bits := r.Uint64()
	small := r.IntN(2) == 0
	n := r.IntN(9)
	switch t := t.(type) {
	case *ir.IndexType:
		if small || !r.AnyIndex {
			return uint64(n)
		}
	case *ir.FloatType:
		if small {
			_, bits = num.FloatFromFloat64(t.Kind, float64(n-2)).Bits()
		}
	default:
		if small {
			bits = uint64(n - 2)
		}
	}
	return cut(bits, t)
}

// cut returns the lowest bits, as many as a number of a type has.
func cut(bits uint64, t ir.Type) uint64 {
	width := ir.IntWidth(t)
	if f, ok := t.(*ir.FloatType); ok {
		width = f.Kind.Bits
	}
	return bits << (64 - width) >> (64 - width)
}
