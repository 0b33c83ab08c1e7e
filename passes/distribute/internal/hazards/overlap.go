package hazards

import (
	"math"
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/ranges"
	"optc/num"
	"optc/passes/distribute/internal/core"
)

// round is a pass over the body of a loop: the body is followed twice, to find accesses of an
// iteration that conflict with accesses of an earlier iteration.
type round struct {
	loop *ir.Operation
	pass int
}

// distance describes the distance between two places along a dimension: constant + step * n, for
// any n not below least, or, if least is anyNumber, for any n.
type distance struct {
	constant, step, least int64
	known                 bool
}

const anyNumber = math.MinInt64

// between returns the distance from the position x of an access to the position y of a later
// access.
func (h *threadHazards) between(a, b *memoryAccess, x, y ranges.Sum) (d distance) {
	minus, ok := x.TimesWithin(-1, ranges.Limit)
	d = distance{constant: y.Constant - x.Constant, known: ok}
	terms := map[*ir.Value][2]int64{}
	var order []*ir.Value
	for i, s := range []ranges.Sum{minus, y} {
		for _, t := range s.Terms {
			if _, seen := terms[t.Value]; !seen {
				order = append(order, t.Value)
			}
			f := terms[t.Value]
			f[i] = t.Factor
			terms[t.Value] = f
		}
	}
	for _, v := range order {
		from, to := terms[v][0], terms[v][1]
		changed, later := changes(a, b, v)
		c, counts := counter(v)
		switch {
		case !changed && from+to == 0: // the same number in both
		case counts && changed && from+to == 0 && later:
			d.add(to*c.step, 1)
		case counts && c.known && !changed:
			d.constant += (from + to) * c.first
			d.add((from+to)*c.step, 0)
		case counts && c.known:
			d.constant += (from + to) * c.first
			d.add(num.GCD(from, to)*c.step, anyNumber)
		case changed:
			d.add(num.GCD(from, to), anyNumber)
		default:
			d.add(from+to, anyNumber)
		}
	}
	return d
}

// add adds a multiple of step, with a factor of at least least.
func (d *distance) add(step, least int64) {
	if d.step != 0 {
		step, least = num.GCD(d.step, step), anyNumber
	}
	d.step, d.least = step, least
}

// changes reports whether v may have another value in access b than in access a, because b is in
// another iteration of a loop around the definition of v; later is set if b is certainly in a
// later iteration of the loop that defines v.
func changes(a, b *memoryAccess, v *ir.Value) (changed, later bool) {
	parted := false // an outer loop is in another iteration
	for i, r := range b.rounds {
		if i >= len(a.rounds) || a.rounds[i].loop != r.loop {
			break
		}
		differs := a.rounds[i].pass != r.pass
		if (differs || parted) && r.loop.IsAncestorOf(v.ParentBlock().ParentOp()) {
			changed, later = true, differs && !parted && v.ParentBlock().ParentOp() == r.loop
		}
		parted = parted || differs
	}
	return changed, later
}

// counter returns the first number of a value that counts the iterations of a loop, if it is known, and a number of which the steps
// are positive multiples, such as 256 for a loop over tiles in steps of grid_dim * 256.
func counter(v *ir.Value) (c count, ok bool) {
	if v.OwnerBlock() == nil || v.Index() > 0 {
		return c, false
	}
	loop := ir.As[scf.ForOp](v.OwnerBlock().ParentOp())
	if !loop.Ok() {
		return c, false
	}
	first, known := ir.ConstantInt(loop.LowerBound())
	c.first, c.known = first.Int64(), known && first.Int64() > -maxKey && first.Int64() < maxKey
	by := ranges.SumOf(loop.Step())
	c.step = by.Constant
	for _, t := range by.Terms {
		c.step = num.GCD(c.step, t.Factor)
	}
	return c, c.step > 0 && c.step < maxKey
}

// count describes a value that counts the iterations of a loop.
type count struct {
	first int64 // the number of the first iteration, if it is known
	known bool
	step  int64 // the steps are positive multiples
}

// meets returns the distance at which two ranges of the given sizes overlap. none is set if they
// never overlap, and fixed if there is only one such distance.
func (d distance) meets(sizeA, sizeB int64) (at int64, none, fixed bool) {
	if !d.known {
		return 0, false, false
	}
	if d.step == 0 {
		return d.constant, d.constant >= sizeA || d.constant <= -sizeB, true
	}
	// With -sizeB < constant + step * n < sizeA:
	low, high := num.FloorDiv(-sizeB-d.constant, d.step)+1, -num.FloorDiv(d.constant-sizeA, d.step)-1
	if d.step < 0 {
		low, high = num.FloorDiv(d.constant-sizeA, -d.step)+1, -num.FloorDiv(-sizeB-d.constant, -d.step)-1
	}
	low = max(low, d.least)
	return d.constant + d.step*low, low > high, low == high
}

// overlap describes where two accesses touch the same elements.
type overlap struct {
	none  bool    // nowhere
	fixed bool    // shift and scale are known
	shift int64   // the distance from the first element of one access to the first of the other
	scale []int64 // the distances of neighbours along each dimension
}

// overlapOf compares the places of two accesses to the same buffer.
func (h *threadHazards) overlapOf(a, b *memoryAccess) overlap {
	x, y := a.place, b.place
	if areApart(x.base, y.base) {
		return overlap{none: true}
	}
	if x.base == y.base && x.at != nil && y.at != nil {
		return h.overlapAlongDims(a, b)
	}
	first, strides, ok1 := x.linear()
	second, others, ok2 := y.linear()
	if !ok1 || !ok2 {
		return overlap{}
	}
	d := h.between(a, b, first, second)
	switch at, none, fixed := d.meets(x.span(strides), y.span(others)); {
	case none:
		return overlap{none: true}
	case fixed && slices.Equal(strides, others):
		return overlap{fixed: true, shift: at, scale: strides}
	}
	return overlap{}
}

// overlapAlongDims compares places of the same memref dimension by dimension.
func (h *threadHazards) overlapAlongDims(a, b *memoryAccess) overlap {
	x, y := a.place, b.place
	o := overlap{fixed: true, scale: make([]int64, len(x.at))}
	weight := int64(1)
	for k := len(x.at) - 1; k >= 0; k-- {
		at, none, fixed := h.between(a, b, x.at[k], y.at[k]).meets(x.size[k], y.size[k])
		if none {
			return overlap{none: true}
		}
		o.fixed = o.fixed && fixed && weight < maxKey/2
		if o.fixed {
			o.shift += at * weight
		}
		o.scale[k] = weight
		weight = ir.MulSaturated(weight, x.size[k]+y.size[k])
	}
	return o
}

// maxKey bounds the numbers of elements in an overlap.
const maxKey = 1 << 40

// sharers are the threads that access an element.
type sharers struct {
	first int64
	more  bool // further threads do, too
}

// everyone and firstThread are the sharers of accesses to whole vectors and scalars.
var (
	everyone    = sharers{first: 0, more: true}
	firstThread = sharers{first: 0}
)

// threadsMeet reports whether different threads access the same element in two accesses.
func (h *threadHazards) threadsMeet(a, b *memoryAccess, o overlap) bool {
	if !o.fixed {
		return true
	}
	if a.layout == b.layout && a.layout != nil && o.shift == 0 && slices.Equal(a.place.of, b.place.of) {
		return a.writes != b.writes && h.copied(a.layout)
	}
	first, ok1 := h.elements(a, o.scale, 0)
	second, ok2 := h.elements(b, o.scale, o.shift)
	if !ok1 || !ok2 {
		return true
	}
	for key, s := range second {
		if t, both := first[key]; both && (s.more || t.more || s.first != t.first) {
			return true
		}
	}
	return false
}

// elements returns the sharers of each element that an access touches, by the number of the
// element; ok is false if there are too many.
func (h *threadHazards) elements(a *memoryAccess, scale []int64, from int64) (map[int64]sharers, bool) {
	all := everyone
	if a.by == byFirst {
		all = firstThread
	}
	n, ok := ir.NumElements(a.place.size)
	if !ok || n > core.MaxHolders {
		return nil, false
	}
	out := map[int64]sharers{}
	if a.layout == nil {
		for at := range core.PositionsIn(a.place.size) {
			out[from+dot(at, scale)] = all
		}
		return out, true
	}
	shape := a.layout.UndistributedShape()
	holders, ok := h.holdersOf(a.layout)
	if !ok || len(shape) != len(a.place.of) {
		return nil, false
	}
	e := 0
	for at := range core.PositionsIn(shape) {
		key := from
		for d, k := range a.place.of {
			if k >= 0 {
				key += at[d] * scale[k]
			}
		}
		s := holders[e]
		if a.writes {
			s.more = false // the first of the threads that hold an element writes it
		}
		if t, seen := out[key]; seen && t != s {
			s = sharers{first: min(s.first, t.first), more: true}
		}
		out[key] = s
		e++
	}
	return out, true
}

func dot(x, y []int64) (n int64) {
	for i, v := range x {
		n += v * y[i]
	}
	return n
}

// holdersOf returns the threads that hold each element of a vector in a layout; ok is false if
// there are too many.
func (h *threadHazards) holdersOf(l vectorext.Distribution) (holders []sharers, ok bool) {
	if holders, ok = h.holders[l]; ok {
		return holders, holders != nil
	}
	defer func() { h.holders[l] = holders }()
	threads := max(l.WorkgroupThreads(h.Subgroup), h.count)
	n, ok := ir.NumElements(append(slices.Clone(l.DistributedShape()), threads))
	count, _ := ir.NumElements(l.UndistributedShape())
	if !ok || n > core.MaxHolders {
		return nil, false
	}
	list := make([]sharers, count)
	seen := make([]bool, count)
	for t := range threads {
		held, err := l.Held(t, h.Subgroup)
		if err != nil {
			return nil, false
		}
		for _, e := range held {
			if seen[e] && list[e].first != t {
				list[e].more = true
			} else if !seen[e] {
				list[e], seen[e] = sharers{first: t}, true
			}
		}
	}
	return list, true
}
