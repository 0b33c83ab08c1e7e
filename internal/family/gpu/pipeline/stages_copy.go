package gpu

import (
	"fmt"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/nvgpu"
	"optc/dialect/vector"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
)

// copies decides whether the copies of a loop need no registers, and returns the reason why not.
func (s *staging) copies(a *aligner, m *kernel.Machine) (why string) {
	if !m.IsNVIDIA() {
		return fmt.Sprintf("%s copies through registers", m.Chip)
	}
	s.async, s.moves = true, 0
	for _, g := range s.groups {
		for _, w := range g.writes {
			for _, op := range writesIn(w) {
				c, bad := copyOf(op, a)
				if bad != "" && s.async {
					s.async, why = false, bad
				}
				s.tiles[op] = c
				s.moves += len(c.parts)
			}
		}
	}
	if first := s.groups[0].writes; s.async && !slices.ContainsFunc(first, func(w *ir.Operation) bool { return s.tiles[w].parts != nil }) {
		s.async, why = false, "only some threads copy"
	}
	return why
}

// writesIn lists the operations that write buffers, in an operation of the body.
func writesIn(w *ir.Operation) (list []*ir.Operation) {
	ir.Walk(w, func(op *ir.Operation) ir.WalkResult {
		if access := ir.AccessesOf(op); len(access) == 1 && access[0].Kind == ir.Write {
			list = append(list, op)
		}
		return ir.Advance
	})
	return list
}

// tileCopy is a copy of neighbouring elements from global to workgroup memory.
type tileCopy struct {
	from, to ir.Access
	first    int64   // the first element, counted from the place of the load
	parts    []int64 // elements of each instruction
}

// copyOf returns the copy that a write of a loaded vector is, or the reason why the write is no copy.
func copyOf(op *ir.Operation, a *aligner) (c tileCopy, why string) {
	c.to = ir.AccessesOf(op)[0]
	if c.to.Moved == nil || !c.to.IsRun() || len(c.to.Indices) == 0 {
		return c, fmt.Sprintf("'%s' writes no run of neighbours", op.Name())
	}
	n := int64(1)
	if t := c.to.VectorType(); t != nil {
		n, _ = ir.NumElements(t.Dims)
	}
	for i := range n {
		load, at := originOf(c.to.Moved, i)
		access, moves := ir.MoveOf(load)
		switch {
		case !moves || access.Kind != ir.Read || !access.IsRun() || len(access.Indices) == 0:
			return c, fmt.Sprintf("'%s' writes elements that are not loaded as they are", op.Name())
		case i == 0:
			c.from, c.first = access, at
		case access.Moved != c.from.Moved || at != c.first+i:
			return c, fmt.Sprintf("'%s' writes elements that are no neighbours in global memory", op.Name())
		}
	}
	size := int64(ir.ElementBytes(c.to.MemRef().Elem))
	if size == 0 || c.from.MemRef().Elem != c.to.MemRef().Elem {
		return c, fmt.Sprintf("'%s' writes elements of another type", op.Name())
	}
	known := min(a.address(c.from.Memory, c.from.Indices), powerIn(c.first*size), a.address(c.to.Memory, c.to.Indices))
	for left := n * size; left > 0; {
		part := int64(gpu.WidestAccess)
		for part > known || part > left {
			part /= 2
		}
		if part < 4 || part%size != 0 {
			return c, fmt.Sprintf("'%s' writes %d bytes to an address that is known to be a multiple of %d", op.Name(), n*size, known)
		}
		c.parts = append(c.parts, part/size)
		left -= part
	}
	return c, ""
}

// write writes the instructions of a copy, in terms of the values to which m maps, and returns the token of the last.
func (c *tileCopy) write(rw *ir.Rewriter, m *ir.Mapping) (token *ir.Value) {
	at := int64(0)
	size := int64(ir.ElementBytes(c.to.MemRef().Elem))
	for _, n := range c.parts {
		from, to := behind(rw, c.from.Indices, c.first+at, m), behind(rw, c.to.Indices, at, m)
		token = nvgpu.NewAsyncCopy(rw, m.Value(c.from.Memory), m.Value(c.to.Memory), n, n*size == gpu.WidestAccess, from, to).AsyncToken()
		at += n
	}
	return token
}

// behind adds n to the last of some indices.
func behind(rw *ir.Rewriter, indices []*ir.Value, n int64, m *ir.Mapping) (list []*ir.Value) {
	for _, v := range indices {
		list = append(list, m.Value(v))
	}
	if n > 0 {
		last := len(list) - 1
		list[last] = arith.NewAddI(rw, list[last], arith.ConstantIndex(rw, n)).Result()
	}
	return list
}

// originOf returns the operation that made an element of a vector, counted in row-major order, and the number of the element in its result:
// operations that only move elements are passed by.
func originOf(v *ir.Value, i int64) (op *ir.Operation, at int64) {
	place := placeIn(v, i)
	for {
		op = v.DefiningOp()
		from, next := movedFrom(op, v, place)
		if from == nil {
			return op, numberIn(v, place)
		}
		v, place = from, next
	}
}

// movedFrom returns the operand from which an operation takes an element of its result, and the place of the element there; nil for other operations.
func movedFrom(op *ir.Operation, v *ir.Value, at []int64) (from *ir.Value, place []int64) {
	if op == nil {
		return nil, nil
	}
	if r, ok := ir.RearrangementOf(op); ok && r.From != nil {
		place = make([]int64, len(dimsOf(r.Source)))
		r.From(at, place)
		return r.Source, place
	}
	if put, ok := op.Typed().(vector.Putting); ok {
		offsets, sizes := op.Typed().(vector.Boxed).Box()
		for d, first := range offsets {
			switch {
			case first == ir.Dynamic:
				return nil, nil
			case at[d] < first || at[d] >= first+sizes[d]:
				return put.Dest(), at
			}
		}
		for d := len(at) - len(dimsOf(put.ValueToStore())); d < len(at); d++ {
			place = append(place, at[d]-offsets[d])
		}
		return put.ValueToStore(), place
	}
	if made := ir.As[vector.FromElementsOp](op); made.Ok() {
		return made.Elements()[numberIn(v, at)], nil
	}
	shuffle := ir.As[vector.ShuffleOp](op)
	if !shuffle.Ok() || len(dimsOf(shuffle.V1())) != 1 || shuffle.Mask()[at[0]] < 0 {
		return nil, nil
	}
	n, number := dimsOf(shuffle.V1())[0], shuffle.Mask()[at[0]]
	if number < n {
		return shuffle.V1(), []int64{number}
	}
	return shuffle.V2(), []int64{number - n}
}

// dimsOf returns the extents of a vector; none of a number.
func dimsOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.VectorType); ok {
		return t.Dims
	}
	return nil
}

// placeIn returns the coordinates of element i of a vector.
func placeIn(v *ir.Value, i int64) []int64 {
	dims := dimsOf(v)
	at := make([]int64, len(dims))
	for d := len(dims) - 1; d >= 0; d-- {
		at[d], i = i%dims[d], i/dims[d]
	}
	return at
}

// numberIn returns the number of the element at some coordinates of a vector.
func numberIn(v *ir.Value, at []int64) (n int64) {
	for d, extent := range dimsOf(v) {
		n = n*extent + at[d]
	}
	return n
}
