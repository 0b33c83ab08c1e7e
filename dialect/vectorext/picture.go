package vectorext

import (
	"fmt"
	"strings"

	"optc/draw"
	"optc/ir"
	"optc/layout/axes"
	"optc/layout/picture"
)

// MostThreads bounds the number of threads in the picture of a layout.
const MostThreads = 1 << 20

// drawLayout draws a nested layout from both sides: threads by registers with the
// element that each register holds, and the vector with the thread that holds each
// element. Colours are threads.
func drawLayout(a ir.Node, v picture.View) (*draw.Picture, error) {
	if v.At != "" {
		return nil, fmt.Errorf("a nested layout has no place")
	}
	l := a.(*NestedLayout)
	if n, ok := ir.NumElements([]int64{l.Subgroups(), l.Threads()}); !ok || n > MostThreads {
		return nil, fmt.Errorf("a layout over more than %d threads is not drawn", MostThreads)
	}
	m, err := l.UnitMap(0, 0)
	if err != nil {
		return nil, err
	}
	_, registers, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	h := Holders{Map: m, Registers: l.registerGroups(min(most, registers)), Digits: l.digits, Frames: l.frames()}
	size := int64(m.Units()) / l.Subgroups()
	if l.Subgroups() > 1 {
		h.Group = func(thread int) string { return axes.Subgroup.At(int64(thread) / size) }
	}
	return h.Picture(axes.Subgroup.Count(l.Subgroups()), Part(l, registers, "batch, outer and element tile, outermost first"))
}

// registerGroups names the batch and outer index of each group of registers. Registers
// are numbered by batch, then outer, then element.
func (l *NestedLayout) registerGroups(end int64) (groups []draw.Group) {
	elements, _ := ir.NumElements(l.ElementTile)
	counts := append(append([]int64{}, l.BatchTile...), l.OuterTile...)
	parts, _ := ir.NumElements(counts)
	for i := int64(0); parts > 1 && i < parts && i*elements < end; i++ {
		at := make([]int64, len(counts))
		rest := i
		for d := len(counts) - 1; d >= 0; d-- {
			at[d] = rest % counts[d]
			rest /= counts[d]
		}
		var names []string
		for k, name := range []string{"batch", "outer"} {
			lo, hi := k*l.Rank(), (k+1)*l.Rank()
			if n, _ := ir.NumElements(counts[lo:hi]); n > 1 {
				names = append(names, name+" "+join(at[lo:hi], ","))
			}
		}
		groups = append(groups, draw.Group{From: i * elements, To: min(end, (i+1)*elements), Text: strings.Join(names, " ")})
	}
	return groups
}

// digits describes the digits of each coordinate, for hovering.
func (l *NestedLayout) digits(coord []int64) string {
	var b strings.Builder
	for d, c := range coord {
		e, c := c%l.ElementTile[d], c/l.ElementTile[d]
		t, c := c%l.ThreadTile[d], c/l.ThreadTile[d]
		o, c := c%l.OuterTile[d], c/l.OuterTile[d]
		n, s := c%l.BatchTile[d], c/l.BatchTile[d]
		fmt.Fprintf(&b, "\ndim %d: %s, batch %d, outer %d, %s, element %d", d, axes.Subgroup.At(s), n, o, axes.Thread.At(t), e)
	}
	return b.String()
}
