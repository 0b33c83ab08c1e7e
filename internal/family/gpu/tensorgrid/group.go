package tensorgrid

import (
	"cmp"
	"slices"

	"optc/internal/family/nests"
	"optc/ir"
)

// step is a loop nest or a copy that a kernel computes.
type step struct {
	loc      ir.Location
	nest     *nests.Nest // nil for a copy
	operands []*value    // for a copy: the source
	results  []*value    // for a copy: the destination
}

// name returns the word for a kernel.
func (s *step) name() string {
	if s.nest == nil {
		return "copy"
	}
	return s.nest.Op.Name()
}

// extents returns the extents of the loops.
func (s *step) extents() (list []int64) {
	if s.nest == nil {
		return s.results[0].Shape
	}
	for _, l := range s.nest.Loops {
		list = append(list, l.Extent)
	}
	return list
}

// operandSteps returns the distances of the elements of an operand along the loops, and its first element.
func (s *step) operandSteps(i int) (steps []int64, first int64) {
	if s.nest == nil {
		return s.operands[0].Strides, s.operands[0].First
	}
	return s.operands[i].StepsOf(&s.nest.Operands[i], len(s.nest.Loops))
}

// resultSteps returns the distances of the elements of a result along the loops, and its first element.
func (s *step) resultSteps(i int) (steps []int64, first int64) {
	if s.nest == nil {
		return s.results[0].Strides, s.results[0].First
	}
	return s.results[i].StepsOf(&s.nest.Outputs()[i], len(s.nest.Loops))
}

// reads reports whether operand i is read from memory, or is a result of a step before.
func (s *step) reads(i int) bool {
	v := s.operands[i]
	return v != nil && v.Splat == nil && (s.nest == nil || s.nest.Operands[i].Read)
}

// extracts reports whether the region computes an index of operand i.
func (s *step) extracts(i int) bool { return s.nest != nil && s.nest.Operands[i].Extract != nil }

// part is the contribution of an axis to the index of a loop: the index of the axis times a number.
type part struct {
	axis  int
	times int64
}

// group is the steps of a kernel. The later steps compute elements at the points of the results of the first.
type group struct {
	steps   []*step
	extents []int64    // extents of the axes of the kernel
	reduced []bool     // whether an axis is a reduction
	loops   [][][]part // loops of each step, as sums of parts
}

// newGroup returns a group of a step.
func newGroup(s *step) *group {
	g := &group{steps: []*step{s}, extents: slices.Clone(s.extents())}
	var loops [][]part
	for l := range g.extents {
		loops = append(loops, []part{{l, 1}})
		g.reduced = append(g.reduced, s.nest != nil && s.nest.Loops[l].Reduction)
	}
	g.loops = [][][]part{loops}
	return g
}

// along converts distances along the loops of step k to distances along the axes.
func (g *group) along(k int, steps []int64) []int64 {
	list := make([]int64, len(g.extents))
	for l, parts := range g.loops[k] {
		for _, p := range parts {
			list[p.axis] += steps[l] * p.times
		}
	}
	return list
}

// split returns a group in which axis a is divided into two axes, the inner one of extent inner.
func (g *group) split(a int, inner int64) *group {
	s := &group{steps: g.steps, extents: slices.Insert(slices.Clone(g.extents), a+1, inner), reduced: slices.Insert(slices.Clone(g.reduced), a+1, g.reduced[a])}
	s.extents[a] /= inner
	for _, loops := range g.loops {
		var list [][]part
		for _, parts := range loops {
			var next []part
			for _, p := range parts {
				switch {
				case p.axis < a:
					next = append(next, p)
				case p.axis > a:
					next = append(next, part{p.axis + 1, p.times})
				default:
					next = append(next, part{a, p.times * inner}, part{a + 1, p.times})
				}
			}
			list = append(list, next)
		}
		s.loops = append(s.loops, list)
	}
	return s
}

// resultOf returns the step and the number of the result in a buffer. A copy has no such result: its buffer may have other
// elements.
func (g *group) resultOf(b *buffer) (k, r int, ok bool) {
	for k, s := range g.steps {
		if s.nest == nil {
			continue
		}
		for r, v := range s.results {
			if v.Buffer == b {
				return k, r, true
			}
		}
	}
	return 0, 0, false
}

// with returns the group with s as a further step, or nil if s does not compute each of its elements from the
// group's results at the same point, or has a plan for a kernel of its own.
func (g *group) with(s *step) *group {
	if s.nest != nil && (s.nest.Reduces() || s.nest.Op.Attr(PlanName) != nil) {
		return nil
	}
	i := slices.IndexFunc(s.operands, func(v *value) bool {
		if v == nil || v.Splat != nil {
			return false
		}
		_, _, ok := g.resultOf(v.Buffer)
		return ok
	})
	if i < 0 || !s.reads(i) {
		return nil
	}
	joined := g.aligned(s, i)
	if joined == nil {
		return nil
	}
	last := len(joined.steps) - 1
	for i := range s.operands {
		if !s.reads(i) {
			continue
		}
		b := s.operands[i].Buffer
		k, r, ok := g.resultOf(b)
		if s.extracts(i) && g.isWritten(b) || ok && !joined.isSame(last, i, k, r) || !ok && g.isWritten(b) {
			return nil
		}
	}
	if !joined.keepsNeighbours() {
		return nil
	}
	return joined
}

// isSame reports whether operand i of a step has the element of a result of step k at all points.
func (g *group) isSame(of, i, k, r int) bool {
	a, first := g.steps[of].operandSteps(i)
	b, begin := g.steps[k].resultSteps(r)
	return first == begin && slices.Equal(g.pointSteps(of, a), g.pointSteps(k, b))
}

// pointSteps returns the distances along those axes that have more than one iteration.
func (g *group) pointSteps(k int, steps []int64) (list []int64) {
	for a, n := range g.along(k, steps) {
		if g.extents[a] > 1 {
			list = append(list, n)
		}
	}
	return list
}

// keepsNeighbours reports whether the elements of all results of the last step are contiguous along the same axis as the results
// of the first.
func (g *group) keepsNeighbours() bool {
	first, _ := g.steps[0].resultSteps(0)
	along := g.along(0, first)
	last := len(g.steps) - 1
	for r := range g.steps[last].results {
		steps, _ := g.steps[last].resultSteps(r)
		for a, n := range g.along(last, steps) {
			if g.extents[a] > 1 && along[a] == 1 && n != 1 {
				return false
			}
		}
	}
	return true
}

// aligned returns the group extended by a step whose operand i is a result of the group. Axes are split
// at the boundaries of the step's loops.
func (g *group) aligned(s *step, i int) *group {
	steps, first := s.operandSteps(i)
	k, r, _ := g.resultOf(s.operands[i].Buffer)
	if _, begin := g.steps[k].resultSteps(r); begin != first {
		return nil
	}
	extents := s.extents()
	loops := inner(extents, steps, nil)
	for {
		of, _ := g.steps[k].resultSteps(r)
		along := g.along(k, of)
		axes := inner(g.extents, along, g.reduced)
		parts := make([][]part, len(extents))
		at, left, times, next := 0, int64(1), int64(1), 0
		if len(loops) > 0 {
			left = extents[loops[0]]
		}
		split := false
		for at < len(loops) && next < len(axes) {
			a := axes[next]
			if along[a] != steps[loops[at]]*times {
				return nil
			}
			switch n := g.extents[a]; {
			case left%n == 0:
				parts[loops[at]] = append(parts[loops[at]], part{a, times})
				left, times, next = left/n, times*n, next+1
				if left == 1 {
					if at, times = at+1, 1; at < len(loops) {
						left = extents[loops[at]]
					}
				}
			case n%left == 0:
				g, split = g.split(a, left), true
			default:
				return nil
			}
			if split {
				break
			}
		}
		if split {
			continue
		}
		if at < len(loops) || next < len(axes) {
			return nil
		}
		return &group{steps: append(slices.Clone(g.steps), s), extents: g.extents, reduced: g.reduced, loops: append(slices.Clone(g.loops), parts)}
	}
}

// inner lists the loops of more than one iteration that are no reductions, those with the nearest elements first.
func inner(extents, steps []int64, reduced []bool) (list []int) {
	for l, n := range extents {
		if n > 1 && (reduced == nil || !reduced[l]) {
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(steps[a], steps[b]) })
	return list
}

// isRead and isWritten report whether the steps use memory of a buffer.
func (g *group) isRead(b *buffer) bool {
	for k, s := range g.steps {
		for i, v := range s.operands {
			if s.reads(i) && v.Buffer == b && !g.isRegister(k, i) {
				return true
			}
		}
	}
	return false
}

func (g *group) isWritten(b *buffer) bool {
	return slices.ContainsFunc(g.steps, func(s *step) bool {
		return slices.ContainsFunc(s.results, func(v *value) bool { return v.Buffer == b })
	})
}

// isRegister reports whether operand i of step k is a result of an earlier step of the group.
func (g *group) isRegister(k, i int) bool {
	if k == 0 {
		return false
	}
	from, _, ok := g.resultOf(g.steps[k].operands[i].Buffer)
	return ok && from < k
}

// grouped returns the kernels of the program, in order.
func (m *maker) grouped() (list []*group) {
	for _, s := range m.steps {
		if !m.addToGroup(&list, s) {
			list = append(list, newGroup(s))
		}
	}
	return list
}

// addToGroup adds a step to a kernel that computes an input of the step, and reports whether there is such a
// kernel. The kernel keeps its place if everything that the step uses exists there, and becomes the last one
// if no later kernel uses its results.
func (m *maker) addToGroup(list *[]*group, s *step) bool {
	for at := len(*list) - 1; at >= 0; at-- {
		g := (*list)[at]
		joined := g.with(s)
		if joined == nil || m.isProduct(g) && !m.isProduct(joined) {
			continue
		}
		after := (*list)[at+1:]
		if isReady(s, after) {
			(*list)[at] = joined
			return true
		}
		if !slices.ContainsFunc(after, func(h *group) bool { return dependsOn(h, g) }) {
			*list = append(slices.Delete(*list, at, at+1), joined)
			return true
		}
	}
	return false
}

// isReady reports whether none of the kernels writes a buffer that a step uses.
func isReady(s *step, kernels []*group) bool {
	return !slices.ContainsFunc(kernels, func(g *group) bool {
		for i, v := range s.operands {
			if s.reads(i) && g.isWritten(v.Buffer) {
				return true
			}
		}
		return slices.ContainsFunc(s.results, func(v *value) bool { return g.isWritten(v.Buffer) })
	})
}

// dependsOn reports whether a kernel uses a buffer that another one writes.
func dependsOn(h, g *group) bool {
	for _, s := range g.steps {
		for _, v := range s.results {
			if h.isRead(v.Buffer) || h.isWritten(v.Buffer) {
				return true
			}
		}
	}
	return false
}
