package layout

import (
	"math"
	"slices"

	"optc/num"
)

// remainders chooses the strides of the parts of a buffer by their remainders, modulo the banks: first of the shared parts, in which lanes differ that
// are served together on both sides, and then, for each side by itself, of the other parts in which they differ.
type remainders struct {
	*arrangement
	search  *leastSearch
	class   *bufferClass
	few     bool     // not all remainders are tried
	parts   []partAt // that have no stride; first the shared ones
	shared  int
	sides   [2]sidePhases
	step    int64   // words of the alignment
	period  int64   // remainders that differ in their banks
	all     []int64 // these remainders
	work    int     // that may still be done
	counted int     // lanes whose addresses are counted one by one
	spare   int     // buffers that are compared with the best one although they take as many cycles
}

// sidePhases are the phases of a side, and the remainders of the parts in which lanes of a phase differ.
type sidePhases struct {
	phases   []*phase
	patterns [][]*pattern // by number of chosen strides
	least    int64        // cycles, whatever the strides
	parts    []int        // positions in the list of parts; the shared ones first
	alike    []int        // by part: a part before it with which it can be exchanged, or -1
	chosen   []int64      // remainders, in units of the alignment
	best     int64        // cycles of the solution
	solution []int64      // remainders
}

const (
	fewWork      = 20_000 // of a search among a few remainders
	fillSteps    = 200    // patterns that are placed to find out whether they may fill all banks
	spareBuffers = 16
	mostPlaced   = 2000 // parts that are placed to find the order with the fewest cells
)

// solve finds the strides that the parts of a class need besides the inner ones, and keeps the buffer if it is better than the best. It tries a few
// remainders, see domain, or all of them; complete is false if these are too many.
func (s *leastSearch) solve(c *bufferClass, inner []partAt, few bool) (complete bool) {
	r := &remainders{arrangement: s.arrange(c, inner), search: s, class: c, few: few, spare: spareBuffers}
	banks := s.traffic.Banks
	r.step = r.align * s.traffic.Element / banks.Word
	r.period = banks.Count / num.GCD(r.step, banks.Count)
	r.all = upTo(r.period)
	r.findPhases()
	if s.work -= r.counted; s.work < 0 {
		return false
	}
	r.work = s.work
	if few {
		r.work = min(s.work, fewWork)
	}
	s.work -= r.work
	var factors []int64
	for f := int64(2); f < r.period && banks.Count%r.step == 0; f++ {
		if num.GCD(f, r.period) == 1 {
			factors = append(factors, f)
		}
	}
	r.choose(0, factors)
	s.work += max(r.work, 0)
	return r.work >= 0
}

// choose chooses the remainders of the shared parts that follow some, and then the remainders of the other parts of each side.
func (r *remainders) choose(part int, factors []int64) {
	before, after := &r.sides[Before], &r.sides[After]
	writes, ok := r.count(before, part, after.least)
	if !ok {
		return
	}
	reads, ok := r.count(after, part, writes)
	if !ok {
		return
	}
	if part < r.shared {
		r.tryEach(before, part, factors, func(n int64, factors []int64) {
			after.chosen[part] = n
			r.choose(part+1, factors)
		})
		return
	}
	if before.solve(r, factors, reads) && after.solve(r, factors, before.best) {
		r.place()
	}
}

// solve chooses the remainders of the parts of a side that are not shared, where the other side takes some cycles at least; it returns false if no buffer is
// worth it.
func (p *sidePhases) solve(r *remainders, factors []int64, other int64) bool {
	p.best, p.solution = math.MaxInt64, nil
	r.chooseOwn(p, r.shared, factors, other)
	return p.solution != nil
}

// chooseOwn chooses the remainders of the parts of one side that follow some, where the other side takes some cycles at least. It keeps the remainders
// that take the fewest cycles.
func (r *remainders) chooseOwn(p *sidePhases, part int, factors []int64, other int64) {
	cycles, ok := r.count(p, part, other)
	switch {
	case !ok || cycles >= p.best:
	case part == len(p.parts):
		p.best, p.solution = cycles, slices.Clone(p.chosen)
	default:
		r.tryEach(p, part, factors, func(_ int64, factors []int64) { r.chooseOwn(p, part+1, factors, other) })
	}
}

// tryEach calls try for each remainder of a part, with the factors that leave the remainder as it is. Of choices that are the same up to symmetry, it tries
// the first in the order of the remainders: no factor makes the remainder smaller that leaves those before as they are, and parts that are alike have
// remainders in their order.
func (r *remainders) tryEach(p *sidePhases, part int, factors []int64, try func(n int64, factors []int64)) {
	k := p.alike[part]
	for _, n := range r.domain(p, part) {
		if !r.few && (k >= 0 && n < p.chosen[k] || slices.ContainsFunc(factors, func(f int64) bool { return f*n%r.period < n })) {
			continue
		}
		if r.work < 0 {
			return
		}
		p.chosen[part] = n
		try(n, slices.DeleteFunc(slices.Clone(factors), func(f int64) bool { return f*n%r.period != n }))
	}
}

// domain returns the remainders to try for a part: all, or how far apart lanes are that differ in the part, the numbers that follow parts with a
// remainder, 0, powers of two, and divisors of the number of remainders.
func (r *remainders) domain(p *sidePhases, part int) (list []int64) {
	if !r.few {
		return r.all
	}
	add := func(n int64) {
		if n %= r.period; !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	for _, side := range []Side{Before, After} {
		for _, g := range r.Blocks[r.parts[p.parts[part]].block].On(side) {
			add(g.Unit)
		}
	}
	for k, n := range p.chosen[:part] {
		at := r.parts[p.parts[k]]
		add(n * r.Parts[at.block][at.part].Size)
	}
	for n := range r.period {
		if n == 0 || n&(n-1) == 0 || r.period%n == 0 {
			add(n)
		}
	}
	return list
}

// isWorth reports whether a buffer may be better than the best one, if it takes at least some cycles besides the operations.
func (r *remainders) isWorth(cycles int64) bool {
	best, least := r.search.best.cycles(), wholeTurns(r.class.turns)+cycles
	return least < best || least == best && r.spare > 0
}

// count returns the cycles that the accesses of a side take at least, where a number of parts have remainders and the accesses of the other side take some
// cycles; ok is false if the buffer is not worth it.
func (r *remainders) count(p *sidePhases, chosen int, other int64) (cycles int64, ok bool) {
	banks := r.search.traffic.Banks.Count
	if chosen > 0 {
		stride := p.chosen[chosen-1] * r.step % banks
		for _, q := range p.patterns[chosen] {
			r.work -= len(q.smaller)
			switch {
			case q.join(stride, banks):
			case !r.isWorth(p.least + other + q.times):
				return 0, false
			default:
				r.work -= len(q.smaller) * int(banks)
				q.count(stride, banks)
			}
		}
	}
	for _, f := range p.phases {
		n := f.least
		for _, q := range f.patterns[chosen] {
			n = max(n, q.most)
		}
		cycles += n * f.times
	}
	if !r.isWorth(cycles + other) {
		return 0, false
	}
	if chosen == len(p.parts) {
		return cycles, true
	}
	for _, f := range p.phases {
		if f.least == 1 && int64(len(f.parts))*f.words == banks && !r.isWorth(cycles+other+f.times) && !r.fills(f, chosen) {
			return 0, false
		}
	}
	return cycles, true
}

// fills reports whether the groups of lanes of a phase that needs all banks may fill them.
func (r *remainders) fills(f *phase, chosen int) bool {
	banks := r.search.traffic.Banks.Count
	if banks > 64 || slices.ContainsFunc(f.patterns[chosen], func(q *pattern) bool { return q.most > 1 }) {
		return true
	}
	t := tiling{banks: banks, step: num.GCD(r.step, banks), patterns: f.patterns[chosen], groups: slices.Clone(f.groups[chosen]), steps: fillSteps}
	possible := t.isPossible()
	r.work -= fillSteps - t.steps
	return possible
}

// place gives the parts strides with the remainders that were found, in the order that takes the fewest cells, and keeps the buffer if it is better than
// the best one.
func (r *remainders) place() {
	r.spare--
	o := &partOrder{remainders: r, left: mostPlaced, placed: make([]bool, len(r.parts)), wanted: slices.Repeat([]int64{-1}, len(r.parts))}
	for _, p := range r.sides {
		for i, k := range p.parts {
			o.wanted[k] = p.solution[i]
		}
	}
	o.place(r.Cells, 1)
	b := *r.Buffer
	b.Parts = make([][]Part, len(r.Parts))
	for i, parts := range r.Parts {
		b.Parts[i] = slices.Clone(parts)
	}
	b.Cells = o.cells
	for i, at := range r.parts {
		b.Parts[at.block][at.part].Stride = o.best[i]
	}
	b.count(max(r.class.widths[Before], r.class.widths[After]), r.search.traffic)
	r.work -= r.counted + mostPlaced - max(o.left, 0)
	best := &r.search.best
	if b.compare(*best) < 0 {
		if b.Other = best.Other; best.Xor {
			other := *best
			b.Other = &other
		}
		*best, r.spare = b, spareBuffers
	}
}

// partOrder finds the order of parts that takes the fewest cells.
type partOrder struct {
	*remainders
	wanted  []int64 // remainders, by part; -1: any
	placed  []bool
	strides []int64
	best    []int64 // strides, by part
	cells   int64
	left    int // parts that may still be placed
}

// place places the parts that are not placed, behind some cells.
func (o *partOrder) place(cells, sizes int64) {
	if o.strides == nil {
		o.strides = make([]int64, len(o.parts))
		for _, at := range o.parts {
			sizes *= o.Parts[at.block][at.part].Size
		}
	}
	if o.left--; o.best != nil && (o.left < 0 || cells*sizes >= o.cells) {
		return
	}
	if !slices.Contains(o.placed, false) {
		o.best, o.cells = slices.Clone(o.strides), cells
		return
	}
	for k, at := range o.parts {
		if o.placed[k] {
			continue
		}
		unit := (cells + o.align - 1) / o.align
		if o.wanted[k] >= 0 {
			unit += floorMod(o.wanted[k]-unit, o.period)
		}
		size := o.Parts[at.block][at.part].Size
		o.placed[k], o.strides[k] = true, unit*o.align
		o.place(cells+unit*o.align*(size-1), sizes/size)
		o.placed[k] = false
	}
}
