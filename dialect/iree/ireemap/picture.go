package ireemap

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/vectorext"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/picture"
)

// drawPack draws which thread holds which element.
func drawPack(a ir.Node, v picture.View) (*draw.Picture, error) {
	if v.At != "" {
		return nil, fmt.Errorf("a layout has no place")
	}
	l := a.(*PackLayout)
	if l.WorkgroupThreads(0) > vectorext.MostThreads {
		return nil, fmt.Errorf("a layout over more than %d threads is not drawn", vectorext.MostThreads)
	}
	m, err := l.UnitMap()
	if err != nil {
		return nil, err
	}
	_, registers, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	return vectorext.Holders{Map: m, Digits: l.digitsAt}.Picture("a workgroup", vectorext.Part(l, registers, "the digits of stride 0, outermost first"))
}

// Steps returns the map of the layout; a thread accesses one register in a step.
func (l *PackLayout) Steps() (m *layout.Map, registers int64, step string, err error) {
	m, err = l.UnitMap()
	return m, 1, "one register", err
}

// digitsAt describes the digits of each coordinate.
func (l *PackLayout) digitsAt(coord []int64) string {
	var b strings.Builder
	for dim, c := range coord {
		var digits []string
		for _, leaf := range slices.Backward(l.modes[dim]) {
			kind := axes.Register.String()
			if leaf.Stride > 0 {
				kind = fmt.Sprintf("thread, stride %d", leaf.Stride)
			}
			digits = append(digits, fmt.Sprintf("%d of %d (%s)", c%leaf.Size, leaf.Size, kind))
			c /= leaf.Size
		}
		slices.Reverse(digits)
		fmt.Fprintf(&b, "\ndim %d: %s", dim, strings.Join(digits, ", "))
	}
	return b.String()
}
