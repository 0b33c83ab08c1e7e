package tensors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
)

// lanes are the values that a scalar of a region has at all points of some loops: dimension i of the
// vector runs along loop loops[i]. Without loops it is a scalar, which is the same at all points.
type lanes struct {
	v     *ir.Value
	loops []int
}

// space is the box of points of a loop nest that vectors are computed for.
type space struct {
	rw      *ir.Rewriter
	sizes   []int64              // sizes of the vectors, along each loop
	extents []func() *ir.Value   // extents of loops that end before their vectors do, otherwise nil
	masks   map[string]*ir.Value // masks by the loops that they cover
}

// partial reports whether a point of the loops may be outside of the nest.
func (s *space) partial(loops []int) bool {
	return slices.ContainsFunc(loops, func(d int) bool { return s.extents[d] != nil })
}

func (s *space) shape(loops []int) []int64 {
	shape := make([]int64, len(loops))
	for i, d := range loops {
		shape[i] = s.sizes[d]
	}
	return shape
}

func (s *space) vector(loops []int, elem ir.Type) *ir.VectorType {
	return ir.Vector(s.shape(loops), elem)
}

func (s *space) all() []int {
	list := make([]int, len(s.sizes))
	for d := range list {
		list[d] = d
	}
	return list
}

// mask returns which points of some loops are in the nest, nil if all are.
func (s *space) mask(loops []int) *ir.Value {
	if !s.partial(loops) {
		return nil
	}
	key := affine.Map{NumDims: len(s.sizes), Results: dims(loops)}.String()
	if m := s.masks[key]; m != nil {
		return m
	}
	ends := make([]*ir.Value, len(loops))
	for i, d := range loops {
		if end := s.extents[d]; end != nil {
			ends[i] = end()
		} else {
			ends[i] = s.index(s.sizes[d])
		}
	}
	m := vector.NewCreateMask(s.rw, s.vector(loops, s.rw.Context().I1()), ends).Result()
	s.masks[key] = m
	return m
}

func dims(loops []int) []affine.Expr {
	list := make([]affine.Expr, len(loops))
	for i, d := range loops {
		list[i] = affine.Dim(d)
	}
	return list
}

func (s *space) index(v int64) *ir.Value { return arith.ConstantIndex(s.rw, v) }

func (s *space) zeros(n int) []*ir.Value {
	if n == 0 {
		return nil
	}
	return slices.Repeat([]*ir.Value{s.index(0)}, n)
}

// spread returns the lanes along loops, which include those of l.
func (s *space) spread(l lanes, loops []int) *ir.Value {
	if slices.Equal(l.loops, loops) {
		return l.v
	}
	f, elem := s.rw.OrFold(), ir.ElementOrSelf(l.v.Type())
	order := slices.DeleteFunc(slices.Clone(loops), func(d int) bool { return slices.Contains(l.loops, d) })
	missing := len(order)
	order = append(order, l.loops...)
	v := l.v
	if missing > 0 {
		v = f.Value(vector.NewBroadcast(f, s.vector(order, elem), v))
	}
	if slices.Equal(order, loops) {
		return v
	}
	perm := make([]int64, len(loops))
	for i, d := range loops {
		perm[i] = int64(slices.Index(order, d))
	}
	return f.Value(vector.NewTranspose(f, v, perm))
}

// common returns the loops of several lanes together: in the order of the first that has all of
// them, or else ascending.
func common(all ...lanes) []int {
	var loops []int
	for _, l := range all {
		loops = append(loops, l.loops...)
	}
	slices.Sort(loops)
	loops = slices.Compact(loops)
	for _, l := range all {
		if len(l.loops) == len(loops) {
			return l.loops
		}
	}
	return loops
}

// read reads the elements of a tensor whose leading dimensions run along loops, and whose other
// dimensions have extent 1. Elements outside of the nest are poison.
func (s *space) read(from *ir.Value, loops []int) lanes {
	return s.readPadded(from, loops, ub.NewPoison(s.rw, ir.ElementOrSelf(from.Type())).Result())
}

// readPadded is read with another value outside of the nest.
func (s *space) readPadded(from *ir.Value, loops []int, padding *ir.Value) lanes {
	t := s.vector(loops, padding.Type())
	bounds := slices.Repeat([]bool{true}, len(loops))
	rank := len(from.Type().(ir.ShapedType).Shape())
	leading := affine.NewMap(rank, 0, affine.Dims(len(loops))...)
	v := vector.NewTransferRead(s.rw, t, from, s.zeros(rank), padding, s.mask(loops), leading, bounds).Vector()
	if len(loops) == 0 {
		v = vector.NewExtract(s.rw, v).Result()
	}
	return lanes{v, loops}
}

// write writes lanes to a tensor whose dimensions run along loops, and returns the new tensor.
func (s *space) write(l lanes, to *ir.Value, loops []int) *ir.Value {
	v := s.spread(l, loops)
	if len(loops) == 0 {
		v = vector.NewBroadcast(s.rw, ir.Vector(nil, v.Type()), v).Vector()
	}
	bounds := slices.Repeat([]bool{true}, len(loops))
	write := vector.NewTransferWrite(s.rw, v, to, s.zeros(len(loops)), s.mask(loops), affine.Identity(len(loops)), bounds)
	return write.Result()
}

// masked builds an operation with one result, inside of a vector.mask if some points of all loops are
// not in the nest.
func (s *space) masked(t ir.Type, build func() *ir.Value) *ir.Value {
	mask := s.mask(s.all())
	if mask == nil {
		return build()
	}
	op := vector.NewMask(s.rw, []ir.Type{t}, mask)
	after := s.rw.Save()
	s.rw.NewBlock(op.MaskRegion(), nil, s.rw.Loc)
	vector.NewYield(s.rw, build())
	s.rw.Restore(after)
	return op.Results()[0]
}
