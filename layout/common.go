package layout

import (
	"slices"

	"optc/num"
)

// CommonBlock is a part of the flat indices of two maps in digit form: a number of elements, as axes of each map, outermost first. A
// place is a sum of one part per block.
type CommonBlock struct {
	Size int64
	axes [2][]axis
}

// commonBlocks cuts the axes of two maps with as many elements into as many blocks as possible, the innermost first.
//
//	first map     digits of 4, 3, 5, 8
//	second map    digits of 4, 5, 3, 8      blocks of 4, 15 and 8 elements
//
//	6, 5 and 10, 3   →   2, 15
func commonBlocks(a, b []axis) (blocks []CommonBlock) {
	var cuts []int64
	for _, x := range endsOf(a) {
		for _, y := range endsOf(b) {
			cuts = append(cuts, num.GCD(x, y)) // inside the digits that end there, or at their ends
		}
	}
	slices.Sort(cuts)
	below := int64(1)
	for _, end := range slices.Compact(cuts) {
		if end == below || end%below != 0 {
			continue
		}
		x, outer, ok1 := cutAxes(a, end/below)
		y, other, ok2 := cutAxes(b, end/below)
		if ok1 && ok2 {
			blocks = append(blocks, CommonBlock{end / below, [2][]axis{x, y}})
			a, b, below = outer, other, end
		}
	}
	return blocks
}

// CommonBlocks cuts the flat indices of two maps into as many common blocks as possible; ok is false if one of the maps is not in
// digit form.
func CommonBlocks(a, b *Map) (blocks []CommonBlock, ok bool) {
	if a.digits == nil || b.digits == nil || a.count != b.count {
		return nil, false
	}
	return commonBlocks(a.digits.axes, b.digits.axes), true
}

// endsOf returns the numbers of elements at which digits and axes end.
func endsOf(axes []axis) (ends []int64) {
	weight := int64(1)
	for _, a := range slices.Backward(axes) {
		below := weight
		for _, g := range a.digits {
			var ok bool
			if below, ok = Mul(below, g.Size); !ok || below >= weight*a.size {
				break
			}
			ends = append(ends, below)
		}
		weight *= a.size
		ends = append(ends, weight)
	}
	return ends
}

// cutAxes cuts axes into the lowest n elements and the rest; ok is false if digits cannot express both.
func cutAxes(axes []axis, n int64) (low, rest []axis, ok bool) {
	rest = slices.Clone(axes)
	for n > 1 {
		a := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		part := min(n, a.size)
		x, high, ok := a.split(part)
		if !ok || n%part != 0 {
			return nil, nil, false
		}
		if high.size > 1 {
			rest = append(rest, high)
		}
		low = append(low, simplify(x))
		n /= part
	}
	slices.Reverse(low)
	return low, rest, true
}

// Digits returns the digits of the block in one of the two maps, the lowest first.
func (b CommonBlock) Digits(side int) (list []Digit) {
	for _, a := range slices.Backward(b.axes[side]) {
		for _, g := range a.digits {
			if g.Size > 1 {
				list = append(list, g)
			}
		}
	}
	return list
}

// of returns the map of the block's elements in one of the two maps; places count from the place of the first element.
func (b CommonBlock) of(side int, width int64) *Map {
	f := &digitForm{axes: b.axes[side], free: []int{0}}
	f.base = f.base.minus(f.locateIndex(0))
	return &Map{count: b.Size, width: width, digits: f}
}

// difference returns the lowest element of the block for which the difference of its two places is larger than for the first
// element; ok is false if neither residue classes of carries nor a walk of the remaining steps show it.
func (b CommonBlock) difference(width int64, steps *budget) (index int64, differ, ok bool) {
	x, y := b.axes[0], b.axes[1]
	if slices.EqualFunc(x, y, axis.equal) {
		return 0, false, true
	}
	if index, ok = firstChange(x, y, b.Size); ok {
		return index, index > 0, true
	}
	if !steps.spend(b.Size) {
		return 0, false, false
	}
	return b.of(0, width).differsFrom(b.of(1, width), 0, func(p, q Place) bool { return p == q })
}
