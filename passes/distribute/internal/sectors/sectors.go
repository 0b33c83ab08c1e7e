package sectors

import (
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/change"
	"optc/passes/distribute/internal/core"
)

// heldDigit is an extent of a thread's part: a digit of a dimension of the whole vector.
type heldDigit struct {
	size int64
	dim  int  // dimension of the whole vector
	run  bool // neighbouring values are neighbours in the dimension, and a transfer moves all of them
}

// digitsOf returns the digits of the part of a thread in a layout of any kind.
func digitsOf(l vectorext.Distribution) []heldDigit {
	if packed, ok := l.(*ireemap.PackLayout); ok {
		return packDigits(packed)
	}
	return nestedDigits(l.(*vectorext.NestedLayout))
}

func nestedDigits(l *vectorext.NestedLayout) (digits []heldDigit) {
	for k, size := range l.DistributedShape() {
		digits = append(digits, heldDigit{size: size, dim: k % l.Rank(), run: k >= 2*l.Rank()})
	}
	return digits
}

func packDigits(l *ireemap.PackLayout) (digits []heldDigit) {
	for dim := range l.Rank() {
		m, values := l.Mode(dim), l.Mode(dim).Values()
		for k, size := range values {
			last := k == len(values)-1 && len(m) > 0 && m[len(m)-1].Stride == 0
			digits = append(digits, heldDigit{size: size, dim: dim, run: last})
		}
	}
	return digits
}

// vectorAccesses are the accesses by which the threads of the first subgroup transfer a vector.
type vectorAccesses struct {
	lanes  []int64    // numbers of the threads
	widths []int64    // bytes of each access of a thread
	places [][]int64  // for each access, the addresses of the threads
	picked [][]string // for each access of a vector with unknown indices, which of them each thread uses
}

// text describes the accesses of a thread.
func (a *vectorAccesses) text() string {
	width := diag.Counted(slices.Max(a.widths), "byte")
	if slices.Min(a.widths) < slices.Max(a.widths) {
		width = "up to " + width
	}
	return fmt.Sprintf("%d × %s", len(a.widths), width)
}

// accessCounter counts the accesses of the threads of the first subgroup.
type accessCounter struct {
	chip     gpu.Chip
	subgroup int64 // threads of a subgroup, as layouts count them
	lanes    int64 // threads of the first subgroup
}

func counterOf(d *core.Nested) *accessCounter {
	c := &accessCounter{chip: d.Chip, subgroup: d.Subgroup, lanes: d.Chip.Lanes(d.Subgroup)}
	if len(d.Workgroup) > 0 {
		c.lanes = min(c.lanes, d.WorkgroupThreads())
	}
	return c
}

// ExplainTransfer reports the sectors of global memory that the threads of the first subgroup touch in a
// transfer, if the option explain is set.
func ExplainTransfer(d *core.Nested, op *ir.Operation, l vectorext.Distribution) {
	if !d.Explains {
		return
	}
	a, _ := ir.MoveOf(op)
	if s, ok := counterOf(d).sectors(op, &a, l, nil); ok {
		d.Explain(op, "%s", s.text())
	}
}

// RowAccesses describes the accesses of a thread that writes or reads a vector which workgroup memory holds row by row.
func RowAccesses(d *core.Nested, l vectorext.Distribution, elem ir.Type, writes bool) string {
	if core.PartSize(l) > core.MaxHeld {
		return diag.Counted(core.PartSize(l), "element")
	}
	strides := ir.RowMajorStrides(l.UndistributedShape())
	a, ok := counterOf(d).accessesOf(l, elem, vectorPlace{strides: strides, along: len(strides) - 1, once: writes})
	if !ok {
		return diag.Counted(core.PartSize(l), "element")
	}
	var need, least int64
	side, banks := change.After, d.Chip.Banks()
	if writes {
		side = change.Before
	}
	for k, list := range a.places {
		r := change.Request{Side: side, Lanes: a.lanes, Addresses: list, Width: a.widths[k]}
		need, least = need+banks.Cycles(r), least+banks.Least(r)
	}
	text := a.text() + " in " + core.Cycles(need)
	if need > least {
		text += fmt.Sprintf(" (%d without conflicts of banks)", least)
	}
	return text
}

// vectorPlace describes where memory holds a vector.
type vectorPlace struct {
	strides []int64  // elements between neighbours along each dimension of the vector
	first   int64    // place of the first element, as far as it is constant
	along   int      // the dimension along which neighbours are neighbours in memory, or -1
	once    bool     // only one of the threads that hold the same elements accesses them
	indexed *indexed // index vectors that move the places, or nil
	mapped  *mapped  // finds the places instead of the strides, or nil
}

// accessesOf lists the accesses of a transfer, with the address of each; ok is false if different threads
// may hold the same part.
func (c *accessCounter) accessesOf(l vectorext.Distribution, elem ir.Type, place vectorPlace) (a vectorAccesses, ok bool) {
	shape := l.UndistributedShape()
	digits, traffic := digitsOf(l), c.chip.TrafficOf(elem, c.subgroup)
	most := max(traffic.Widest/traffic.Element, 1) // elements of an access
	var starts []int64                             // positions in the part where accesses begin
	for at := range core.PositionsIn(sizesOf(digits)) {
		position, width, begins := int64(0), int64(1), true
		for k, digit := range digits {
			position = position*digit.size + at[k]
			if digit.run && digit.dim == place.along {
				width = min(most, digit.size-at[k])
				begins = begins && at[k]%most == 0
			}
		}
		if begins {
			starts, a.widths = append(starts, position), append(a.widths, width*traffic.Element)
		}
	}
	a.places, a.picked = make([][]int64, len(starts)), make([][]string, len(starts))
	seen := map[int64]bool{}
	uses := make([][]string, len(starts)) // the indices that each access of a thread uses
	for lane := range c.lanes {
		held, err := l.Held(lane, c.subgroup)
		if err != nil {
			return a, false
		}
		if place.once && seen[held[0]] {
			continue // another thread writes these elements
		}
		seen[held[0]] = true
		accesses := false
		for k, position := range starts {
			coord := coordinates(held[position], shape)
			at := place.first + sumOfProducts(coord, place.strides)
			if place.along >= 0 && place.strides[place.along] < 0 {
				at -= a.widths[k]/traffic.Element - 1 // the last element has the lowest address
			}
			if place.indexed != nil {
				moved, unknown, all := place.indexed.at(coord)
				a.picked[k], uses[k] = append(a.picked[k], unknown), append(uses[k], all)
				at += moved
			}
			if place.mapped != nil {
				mapped, unknown, stored := place.mapped.at(coord)
				if !stored {
					continue
				}
				a.picked[k] = append(a.picked[k], unknown)
				at = place.first + mapped
			}
			accesses = true
			a.places[k] = append(a.places[k], at*traffic.Element)
		}
		if accesses {
			a.lanes = append(a.lanes, lane)
		}
	}
	if place.mapped != nil {
		place.mapped.finish(&a)
	}
	if !place.once {
		a.dropRepeated(uses)
	}
	return a, true
}

// dropRepeated leaves out accesses that every thread has made before with the same indices: an element that is read twice is read
// once.
func (a *vectorAccesses) dropRepeated(uses [][]string) {
	kept, seen := vectorAccesses{lanes: a.lanes}, map[string]bool{}
	for k, list := range a.places {
		key := fmt.Sprint(a.widths[k], list, uses[k])
		if !seen[key] {
			seen[key] = true
			kept.widths, kept.places, kept.picked = append(kept.widths, a.widths[k]), append(kept.places, list), append(kept.picked, a.picked[k])
		}
	}
	*a = kept
}

func sizesOf(digits []heldDigit) []int64 {
	sizes := make([]int64, len(digits))
	for k, digit := range digits {
		sizes[k] = digit.size
	}
	return sizes
}

// coordinates returns the coordinates of an element of a vector.
func coordinates(element int64, shape []int64) []int64 {
	coord := make([]int64, len(shape))
	for dim := len(shape) - 1; dim >= 0; dim-- {
		coord[dim] = element % shape[dim]
		element /= shape[dim]
	}
	return coord
}

func sumOfProducts(a, b []int64) (sum int64) {
	for k := range a {
		sum += a[k] * b[k]
	}
	return sum
}

// unknownStride is the least distance of rows whose stride is not known: they share no sectors.
const unknownStride = 1 << 32

// newVectorPlace returns the place of a vector that a transfer with the given indices moves: e has, for each
// dimension of the memory, the dimension of the vector that runs along it, if there is one.
func newVectorPlace(memory *ir.MemRefType, indices []*ir.Value, shape []int64, along []affine.Expr) (p vectorPlace) {
	steps, _, ok := memory.StridesAndOffset()
	if !ok {
		steps = slices.Repeat([]int64{ir.Dynamic}, len(memory.Dims))
	}
	p.strides, p.along = make([]int64, len(shape)), -1
	next := int64(unknownStride)
	for k, index := range indices {
		if c, ok := ir.ConstantInt(index); ok && steps[k] != ir.Dynamic {
			p.first += c.Int64() * steps[k]
		}
		r, ok := along[k].IsDim()
		switch {
		case !ok:
		case steps[k] == ir.Dynamic:
			p.strides[r] += next
			next *= shape[r]
		default:
			if p.strides[r] += steps[k]; steps[k] == 1 && k == len(steps)-1 {
				p.along = r
			}
		}
	}
	return p
}
