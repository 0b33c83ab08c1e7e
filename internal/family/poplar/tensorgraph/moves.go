package tensorgraph

import (
	"slices"

	"optc/dialect/poplar"
	"optc/internal/family/nests"
	"optc/ir"
)

// views makes the view of each kind of move.
var views = map[nests.MoveKind]func(g *grapher, m *nests.Move, sources []*value) *ir.Value{
	nests.Permute: func(g *grapher, m *nests.Move, sources []*value) *ir.Value {
		return poplar.NewDimShuffle(g, g.show(sources[0]), m.Dims).Result()
	},
	nests.Broadcast: func(g *grapher, m *nests.Move, sources []*value) *ir.Value {
		shape := slices.Clone(m.Shape)
		for _, d := range m.Dims {
			shape[d] = 1
		}
		view := g.reshape(g.show(sources[0]), shape)
		for _, d := range m.Dims {
			if n := m.Shape[d]; n > 1 {
				view = poplar.NewBroadcast(g, view, n, d).Result()
			}
		}
		return view
	},
	nests.Slice: func(g *grapher, m *nests.Move, sources []*value) *ir.Value {
		view := g.show(sources[0])
		for d, from := range sources[0].shape {
			size, step := m.Sizes[d], m.Steps[d]
			if end := m.Offsets[d] + (size-1)*step + 1; end-m.Offsets[d] != from {
				view = poplar.NewSlice(g, view, m.Offsets[d], end, int64(d)).Result()
			}
			if step != 1 && size > 1 {
				view = poplar.NewSubsample(g, view, step, int64(d)).Result()
			}
		}
		return view
	},
	nests.Reshape: func(g *grapher, m *nests.Move, sources []*value) *ir.Value {
		return g.reshape(g.show(sources[0]), m.Shape)
	},
	nests.Insert: func(g *grapher, m *nests.Move, sources []*value) *ir.Value {
		// In one dimension after the other, innermost first, the part is joined with the elements before, between and after its own
		// elements.
		whole, part := g.show(sources[0]), g.reshape(g.show(sources[1]), m.Sizes)
		for d := len(m.Shape) - 1; d >= 0; d-- {
			around := whole // at the places of the part in the outer dimensions
			for o := range d {
				around = g.cut(around, m.Offsets[o], m.Offsets[o]+(m.Sizes[o]-1)*m.Steps[o]+1, o)
				if m.Steps[o] > 1 && m.Sizes[o] > 1 {
					around = poplar.NewSubsample(g, around, m.Steps[o], int64(o)).Result()
				}
			}
			var pieces []*ir.Value
			at := int64(0)
			before := func(next int64) {
				if next > at {
					pieces = append(pieces, g.cut(around, at, next, d))
				}
			}
			size, count := m.Sizes[d], int64(1) // size of the contiguous pieces of the part, and their number
			if m.Steps[d] > 1 {
				size, count = 1, m.Sizes[d]
			}
			for i := range count {
				first := m.Offsets[d] + i*m.Steps[d]
				before(first)
				pieces = append(pieces, g.cut(part, i*size, (i+1)*size, d))
				at = first + size
			}
			before(m.Shape[d])
			if part = pieces[0]; len(pieces) > 1 {
				part = poplar.NewConcat(g, pieces, int64(d)).Result()
			}
		}
		return part
	},
	nests.Concat: func(g *grapher, m *nests.Move, sources []*value) *ir.Value {
		var list []*ir.Value
		for _, s := range sources {
			list = append(list, g.show(s))
		}
		return poplar.NewConcat(g, list, m.Dims[0]).Result()
	},
}

// cut returns a view of the indices [from, to) of a dimension.
func (g *grapher) cut(view *ir.Value, from, to int64, d int) *ir.Value {
	if from == 0 && to == view.Type().(*poplar.TensorType).Shape[d] {
		return view
	}
	return poplar.NewSlice(g, view, from, to, int64(d)).Result()
}

// reshape returns a view of a tensor with another shape.
func (g *grapher) reshape(view *ir.Value, shape []int64) *ir.Value {
	t := view.Type().(*poplar.TensorType)
	if slices.Equal(t.Shape, shape) {
		return view
	}
	return poplar.NewReshape(g, view, poplar.TensorOf(g.Context(), shape, t.Elem)).Result()
}

// Move is nests.Machine.
func (g *grapher) Move(op *ir.Operation, m *nests.Move, sources []*value) (*value, *ir.Diagnostic) {
	g.Loc = op.Loc()
	v, d := g.moved(op, m, sources)
	if d != nil || v.splat != nil || m.Kind == nests.Reshape && v.division != nil {
		return v, d
	}
	v.view = views[m.Kind](g, m, sources)
	return v, nil
}

// moved describes the result of a move.
func (p *planner) moved(op *ir.Operation, m *nests.Move, sources []*value) (*value, *ir.Diagnostic) {
	v, d := newValue(op, ir.Tensor(m.Shape, m.Elem, nil))
	switch {
	case d != nil:
	case m.Kind == nests.Splat:
		v.splat = m.Value
	case m.Kind != nests.Insert && !slices.ContainsFunc(sources, func(s *value) bool { return s.splat == nil || s.splat != sources[0].splat }):
		v.splat = sources[0].splat
	case m.Kind == nests.Reshape && slices.Equal(sources[0].shape, m.Shape):
		return sources[0], nil
	case (m.Kind == nests.Reshape || m.Kind == nests.Permute) && sources[0].isFree():
		v.base = sources[0]
	case m.Kind == nests.Permute && sources[0].division != nil:
		from := sources[0].division
		to := &division{}
		for _, d := range m.Dims {
			to.parts, to.strides, to.grains = append(to.parts, from.parts[d]), append(to.strides, from.strides[d]), append(to.grains, from.grains[d])
		}
		v.division = to
	}
	return v, d
}
