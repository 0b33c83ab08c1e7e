package place

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"optc/diag"
	"optc/dialect/poplar/target"
)

// AnyRegion allows an allocation to be in either region of tile memory, or across their
// border.
const AnyRegion = -1

// Demand is an allocation on a tile with its demands; demands are in the order of
// creation.
type Demand struct {
	Name   string // for messages, "v0.state"
	Kind   string // "state", "data", …, for messages
	Size   uint64 // bytes
	Align  uint64 // power of two, bytes
	Region int    // AnyRegion, 0 or 1
	// Range bounds the allocation, because a field encodes the address in few bits; the
	// zero value means all of memory.
	Range target.Range
	// Fixed is the address that the allocation must have, if HasFixed.
	Fixed    uint64
	HasFixed bool
	// Life is the time during which the content of the allocation matters.
	Life Life
}

// Options control placing.
type Options struct {
	// Reuse lets allocations that are never alive at the same time share memory.
	Reuse bool
	// InOrder places allocations without further demands in the order of creation instead of by
	// descending size.
	InOrder bool
}

// Pair relates two demands by their index.
type Pair struct{ A, B int }

// Tile holds all allocations to be placed in the memory of one tile.
type Tile struct {
	Number  int // for messages
	Demands []Demand
	// Elements are pairs that must not share a memory element; Regions are pairs: one allocation must
	// be wholly in region 0, the other wholly in region 1.
	Elements, Regions []Pair
}

// Error is a problem with an allocation of a tile.
type Error struct {
	At    int // index of the demand
	Other int // index of the conflicting demand, or -1
	Err   *diag.Error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause, so that its code is found.
func (e *Error) Unwrap() error { return e.Err }

func failed(at, other int, code, format string, args ...any) *Error {
	return &Error{at, other, diag.Errorf(code, format, args...)}
}

// maxRecolourings bounds how many components are recoloured when a tile
// overflows.
const maxRecolourings = 16

// Place chooses an address for every demand. Equal input gives an equal result. The error
// is an *Error with code region-unsat, elem-unsat, interleave-none, out-of-memory, or,
// for an address that is given, addr-align or addr-range.
func Place(t *target.Target, tile *Tile, o Options) ([]uint64, error) {
	for i := range tile.Demands {
		if d := &tile.Demands[i]; d.Region == 1 && !t.HasInterleaved() {
			return nil, failed(i, -1, "interleave-none", "%s must be interleaved, but %s has no interleaved memory", d.Name, t.Arch)
		}
	}
	colouring, err := colourRegions(t, tile)
	if err != nil {
		return nil, err
	}
	addrs, err := placeColoured(t, tile, colouring.regions, o)
	for k := 0; diag.CodeOf(err) == "out-of-memory" && k < min(len(colouring.free), maxRecolourings); k++ {
		again := slices.Clone(colouring.regions)
		for _, i := range colouring.free[k] {
			again[i] = 1 - again[i]
		}
		if other, retry := placeColoured(t, tile, again, o); retry == nil {
			return other, nil
		}
	}
	return addrs, err
}

// colouring assigns a region to every demand that a region pair mentions.
type colouring struct {
	regions []int   // per demand, AnyRegion where any region is possible
	free    [][]int // components whose colours could be exchanged, in order of creation
}

// colourRegions two-colours the graph of region pairs.
func colourRegions(t *target.Target, tile *Tile) (colouring, error) {
	c := colouring{regions: make([]int, len(tile.Demands))}
	for i := range tile.Demands {
		c.regions[i] = pinned(t, &tile.Demands[i])
	}
	neighbours := make([][]int, len(tile.Demands))
	for _, p := range tile.Regions {
		switch {
		case !t.HasInterleaved():
			return c, regionUnsat(tile, p, fmt.Sprintf("%s has one region", t.Arch))
		case p.A == p.B:
			return c, regionUnsat(tile, p, "both are part of one allocation")
		}
		neighbours[p.A] = append(neighbours[p.A], p.B)
		neighbours[p.B] = append(neighbours[p.B], p.A)
	}
	side := make([]int, len(tile.Demands)) // 0: not visited, 1 and 2: the sides
	for first := range tile.Demands {
		if side[first] != 0 || neighbours[first] == nil {
			continue
		}
		component, err := spreadComponent(tile, neighbours, side, first)
		if err != nil {
			return c, err
		}
		if err := c.colour(t, tile, component, side); err != nil {
			return c, err
		}
	}
	return c, nil
}

// spreadComponent puts the component of first on two sides, first on side 1.
func spreadComponent(tile *Tile, neighbours [][]int, side []int, first int) ([]int, error) {
	component := []int{first}
	side[first] = 1
	for k := 0; k < len(component); k++ {
		i := component[k]
		for _, j := range neighbours[i] {
			switch side[j] {
			case 0:
				side[j] = 3 - side[i]
				component = append(component, j)
			case side[i]:
				return nil, regionUnsat(tile, Pair{i, j}, "their constraints form a cycle of odd length")
			}
		}
	}
	return component, nil
}

// colour chooses which side of a component is in region 0: the side that the pinned allocations
// require, otherwise the side that leaves fewer bytes for region 1, otherwise the side created
// first.
func (c *colouring) colour(t *target.Target, tile *Tile, component, side []int) error {
	var fits [2]bool
	var interleaved [2]uint64 // bytes in region 1 if the first node's side is region 0 or 1
	for choice := range fits {
		fits[choice] = true
		for _, i := range component {
			region := sideRegion(side[i], side[component[0]], choice)
			if pin := pinned(t, &tile.Demands[i]); pin != AnyRegion && pin != region {
				fits[choice] = false
			}
			if region == 1 {
				interleaved[choice] += tile.Demands[i].Size
			}
		}
	}
	choice := 0
	switch {
	case !fits[0] && !fits[1]:
		k := slices.IndexFunc(tile.Regions, func(p Pair) bool { return slices.Contains(component, p.A) })
		return regionUnsat(tile, tile.Regions[k], "other demands fix their regions otherwise")
	case !fits[0], fits[1] && interleaved[1] < interleaved[0]:
		choice = 1
	}
	for _, i := range component {
		c.regions[i] = sideRegion(side[i], side[component[0]], choice)
	}
	if fits[0] && fits[1] {
		c.free = append(c.free, component)
	}
	return nil
}

// pinned returns the region in which an allocation must be: the region that it demands
// or, for an allocation with an address, the region that contains it; otherwise
// AnyRegion.
func pinned(t *target.Target, d *Demand) int {
	if d.Region == AnyRegion && d.HasFixed && d.Size > 0 && t.RegionOf(d.Fixed) == t.RegionOf(d.Fixed+d.Size-1) {
		return t.RegionOf(d.Fixed)
	}
	return d.Region
}

// sideRegion returns the region of a node when the nodes on the side of the first node
// get region choice.
func sideRegion(side, first, choice int) int {
	if side == first {
		return choice
	}
	return 1 - choice
}

func regionUnsat(tile *Tile, p Pair, reason string) error {
	return failed(p.A, p.B, "region-unsat", "%s and %s cannot be put into different regions: %s",
		tile.Demands[p.A].Name, tile.Demands[p.B].Name, reason)
}

// placer holds the state of an attempt.
type placer struct {
	t        *target.Target
	tile     *Tile
	regions  []int
	reuse    bool
	addrs    []uint64
	done     []bool
	all      spans // spans of all placed allocations
	always   spans // spans of placed allocations that live as long as the program
	lived    []int // the other placed allocations, ascending by address
	met      spans // result of taken; reused by its next call
	partners [][]int
}

// life returns the life of demand i; without reuse, every allocation lives as long as the program.
func (p *placer) life(i int) Life {
	if !p.reuse {
		return Life{}
	}
	return p.tile.Demands[i].Life
}

// taken returns the spans that demand i must not overlap. They are valid until the next call.
func (p *placer) taken(i int) spans {
	life := p.life(i)
	if life.Always() {
		return p.all
	}
	p.met = p.met[:0]
	add := func(s span) {
		if last := len(p.met) - 1; last >= 0 && p.met[last].hi >= s.lo {
			p.met[last].hi = max(p.met[last].hi, s.hi)
			return
		}
		p.met = append(p.met, s)
	}
	always := p.always
	for _, k := range p.lived {
		d := &p.tile.Demands[k]
		if !d.Life.Meets(life) {
			continue
		}
		for len(always) > 0 && always[0].lo <= p.addrs[k] {
			add(always[0])
			always = always[1:]
		}
		add(span{p.addrs[k], p.addrs[k] + d.Size})
	}
	for _, s := range always {
		add(s)
	}
	return p.met
}

// placeColoured places the allocations whose regions are chosen. If that wastes memory which allocations could share, or fails, it tries further
// orders, and takes the first order with the fewest bytes.
func placeColoured(t *target.Target, tile *Tile, regions []int, o Options) ([]uint64, error) {
	first, err := placeInOrder(t, tile, regions, o, compareSizes)
	if !o.Reuse || o.InOrder || err == nil && first.all.bytes() == tile.alive() {
		return first.result(err)
	}
	best := first
	for _, compare := range []func(a, b *Demand) int{compareLives, compareBegins} {
		other, failed := placeInOrder(t, tile, regions, o, compare)
		if failed == nil && (err != nil || other.all.bytes() < best.all.bytes()) {
			best, err = other, nil
		}
	}
	return best.result(err)
}

// result returns the addresses unless placing failed.
func (p *placer) result(err error) ([]uint64, error) {
	if err != nil {
		return nil, err
	}
	return p.addrs, nil
}

func placeInOrder(t *target.Target, tile *Tile, regions []int, o Options, compare func(a, b *Demand) int) (*placer, error) {
	n := len(tile.Demands)
	p := &placer{t: t, tile: tile, regions: regions, reuse: o.Reuse, addrs: make([]uint64, n), done: make([]bool, n), partners: make([][]int, n)}
	pairs := make([]int, n)
	for _, e := range tile.Elements {
		if e.A == e.B {
			return p, failed(e.A, -1, "elem-unsat", "%s cannot be put into different memory elements: both fields show the same allocation", tile.Demands[e.A].Name)
		}
		p.partners[e.A] = append(p.partners[e.A], e.B)
		p.partners[e.B] = append(p.partners[e.B], e.A)
	}
	for _, pair := range slices.Concat(tile.Elements, tile.Regions) {
		pairs[pair.A]++
		pairs[pair.B]++
	}
	if o.InOrder {
		compare = func(a, b *Demand) int { return 0 }
	}
	for _, i := range order(tile, pairs, compare) {
		if err := p.place(i); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Orders of allocations: larger ones first, longer lives first, and earlier lives first.
func compareSizes(a, b *Demand) int { return cmp.Compare(b.Size, a.Size) }

func compareLives(a, b *Demand) int {
	return cmp.Or(cmp.Compare(b.Life.length(), a.Life.length()), compareSizes(a, b))
}

func compareBegins(a, b *Demand) int {
	return cmp.Or(cmp.Compare(a.Life.From, b.Life.From), compareSizes(a, b))
}

// order returns the order of placement: fixed addresses, then allocations with a demand
// beyond size and alignment, then the others, each by compare.
func order(tile *Tile, pairs []int, compare func(a, b *Demand) int) []int {
	class := func(i int) int {
		d := &tile.Demands[i]
		switch {
		case d.HasFixed:
			return 0
		case pairs[i] > 0 || d.Region != AnyRegion || d.Range != (target.Range{}):
			return 1
		}
		return 2
	}
	seq := make([]int, len(tile.Demands))
	for i := range seq {
		seq[i] = i
	}
	slices.SortStableFunc(seq, func(a, b int) int {
		if before := cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(pairs[b], pairs[a])); before != 0 {
			return before
		}
		return compare(&tile.Demands[a], &tile.Demands[b])
	})
	return seq
}

// bounds returns the range of addresses that demand i may use.
func (p *placer) bounds(i int) (lo, hi uint64) {
	d := &p.tile.Demands[i]
	lo, hi = p.t.MemBase, p.t.MemEnd()
	switch p.regions[i] {
	case 0:
		hi = p.t.Region1Base
	case 1:
		lo = p.t.Region1Base
	}
	if d.Range != (target.Range{}) {
		lo, hi = max(lo, d.Range.Lo), min(hi, d.Range.Hi)
	}
	return lo, hi
}

func AlignUp(a, align uint64) uint64 { return (a + align - 1) &^ (align - 1) }

// place assigns to demand i the lowest address that satisfies all its demands.
func (p *placer) place(i int) error {
	d := &p.tile.Demands[i]
	lo, hi := p.bounds(i)
	if d.HasFixed {
		err := p.checkFixed(i, lo, hi)
		p.put(i, d.Fixed)
		return err
	}
	if addr, ok := p.find(i, lo, hi, true); ok {
		p.put(i, addr)
		return nil
	}
	if _, ok := p.find(i, lo, hi, false); ok {
		other := p.partners[i][0]
		return failed(i, other, "elem-unsat", "%s and %s cannot be put into different memory elements: no element is left for %d bytes",
			d.Name, p.tile.Demands[other].Name, d.Size)
	}
	gap := p.taken(i).largestGap(lo, hi, d.Align)
	e := failed(i, -1, "out-of-memory", "tile %d has no room for %s '%s' of %d bytes: its largest gap has %d", p.tile.Number, d.Kind, d.Name, d.Size, gap)
	e.Err.Note("%s may use [%s, %s), aligned to %d", d.Name, target.Hex(lo), target.Hex(hi), d.Align)
	return e
}

// checkFixed tests the given address of demand i against all placed allocations.
func (p *placer) checkFixed(i int, lo, hi uint64) error {
	d := &p.tile.Demands[i]
	end := d.Fixed + d.Size
	switch {
	case d.Fixed%d.Align != 0:
		return failed(i, -1, "addr-align", "address %s of %s is not a multiple of %d", target.Hex(d.Fixed), d.Name, d.Align)
	case d.Fixed < lo || end > hi:
		return failed(i, -1, "addr-range", "%s at [%s, %s) lies outside of [%s, %s), where it must lie",
			d.Name, target.Hex(d.Fixed), target.Hex(end), target.Hex(lo), target.Hex(hi))
	case !p.taken(i).free(d.Fixed, end):
		other := p.overlapped(i, d.Fixed, end)
		return failed(i, other, "out-of-memory", "%s %s at %s overlaps %s", d.Kind, d.Name, target.Hex(d.Fixed), p.tile.Demands[other].Name)
	}
	if other := p.elementShared(i, d.Fixed); other >= 0 {
		return failed(i, other, "elem-unsat", "%s at %s shares a memory element with an allocation that it must lie apart from", d.Name, target.Hex(d.Fixed))
	}
	return nil
}

// find tries the start of the allowed range, the ends of the spans, and the starts of
// memory elements, each rounded up; withPairs also respects element pairs.
func (p *placer) find(i int, lo, hi uint64, withPairs bool) (addr uint64, ok bool) {
	d := &p.tile.Demands[i]
	taken := p.taken(i)
	best, found := uint64(0), false
	try := func(from uint64) (fits bool) {
		a := AlignUp(max(from, lo), d.Align)
		if found && a >= best || a+d.Size > hi || !taken.free(a, a+d.Size) || withPairs && p.elementShared(i, a) >= 0 {
			return false
		}
		best, found = a, true
		return true
	}
	if !try(lo) {
		for _, s := range taken[taken.after(lo):] {
			if try(s.hi) {
				break
			}
		}
	}
	if p.partners[i] != nil {
		for _, off := range p.t.ElementOffsets() {
			try(p.t.MemBase + off)
		}
	}
	return best, found
}

// overlapped returns a placed allocation that has bytes in [lo, hi), some of which are taken, and
// that must not share memory with demand of.
func (p *placer) overlapped(of int, lo, hi uint64) int {
	for i := range p.tile.Demands {
		if p.done[i] && p.life(i).Meets(p.life(of)) && p.addrs[i] < hi && lo < p.addrs[i]+p.tile.Demands[i].Size {
			return i
		}
	}
	panic("place: memory is taken by nothing")
}

// elementShared returns a placed partner of demand i that uses a memory element which i
// would use at addr, or -1.
func (p *placer) elementShared(i int, addr uint64) int {
	size := p.tile.Demands[i].Size
	if size == 0 {
		return -1
	}
	first, last := p.t.ElementOf(addr), p.t.ElementOf(addr+size-1)
	for _, j := range p.partners[i] {
		if other := p.tile.Demands[j].Size; p.done[j] && other > 0 {
			if p.t.ElementOf(p.addrs[j]) <= last && first <= p.t.ElementOf(p.addrs[j]+other-1) {
				return j
			}
		}
	}
	return -1
}

func (p *placer) put(i int, addr uint64) {
	p.addrs[i], p.done[i] = addr, true
	size := p.tile.Demands[i].Size
	if size == 0 {
		return
	}
	p.all = p.all.take(addr, addr+size)
	if p.life(i).Always() {
		p.always = p.always.take(addr, addr+size)
		return
	}
	k := sort.Search(len(p.lived), func(k int) bool { return p.addrs[p.lived[k]] > addr })
	p.lived = slices.Insert(p.lived, k, i)
}

// Within bounds the addresses of an allocation if r is less than all of memory.
func (d Demand) Within(t *target.Target, r target.Range) Demand {
	if r.Lo > t.MemBase || r.Hi < t.MemEnd() {
		d.narrow(r)
	}
	return d
}

func (d *Demand) narrow(r target.Range) {
	if d.Range == (target.Range{}) {
		d.Range = r
	}
	d.Range = target.Range{Lo: max(d.Range.Lo, r.Lo), Hi: min(d.Range.Hi, r.Hi)}
}

// Interleaved demands region 1 if yes.
func (d Demand) Interleaved(yes bool) Demand {
	if yes {
		d.Region = 1
	}
	return d
}

// Require adds the demands of an edge to the allocation that it refers to.
func (d *Demand) Require(need Demand) {
	d.Align = max(d.Align, need.Align)
	if need.Region != AnyRegion {
		d.Region = need.Region
	}
	if need.Range != (target.Range{}) {
		d.narrow(need.Range)
	}
}
