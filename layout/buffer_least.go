package layout

import (
	"cmp"
	"math"
	"slices"
)

// leastSearch finds the buffer that takes the fewest cycles of those whose addresses are sums: a block is stored by the numbers of its elements, or divided into
// digits of one side, and each part has a stride of its own, of any size. The registers at the lowest addresses decide how wide accesses are, and the divisions
// how many operations find addresses. Buffers with the same of both are a class, and differ in conflicts between banks only. These depend on the
// remainders of the strides modulo the banks. So the search tries all remainders, in the class that would be the cheapest without conflicts first, until no class
// is left that may be cheaper than the best buffer.
//
// Two limits leave a bound below the best buffer: the work of the search, and accesses of both sides that are narrower than a word, where lanes may share words
// in more ways than are tried. Blocks of more than 2^14 elements are not divided.
type leastSearch struct {
	blocks  []Block
	traffic Traffic
	best    Buffer
	work    int // that may still be done: words of lanes that are found or combined
}

// mostWork bounds the work of a search.
const mostWork = 500_000_000

// maxChosen bounds the choices of parts at the lowest addresses, and of divisions.
const maxChosen = 1 << 12

// bufferClass is the buffers with the same division of blocks and the same widths of accesses.
type bufferClass struct {
	parts    [][]Part // of each block, without strides
	widths   [2]int64 // elements of an access, by side
	inner    [][]partAt
	accesses int64 // cycles without conflicts between banks
	turns    int64 // operations that divide numbers
}

// cycles returns the cycles of a buffer without conflicts.
func (c *bufferClass) cycles() int64 { return c.accesses + wholeTurns(c.turns) }

// findLeast returns a buffer that takes the fewest cycles, if best does not. The bound of the result is the number of cycles below which there is none.
func findLeast(best Buffer, t Traffic) Buffer {
	if t.Element%t.Banks.Word != 0 && t.Banks.Word%t.Element != 0 {
		return best
	}
	s := &leastSearch{blocks: best.Blocks, traffic: t, best: best, work: mostWork}
	whole := make([][]Part, len(s.blocks))
	for i, k := range s.blocks {
		if !k.IsCopy() {
			whole[i] = []Part{{Size: k.Size}}
		}
	}
	least := s.search([][][]Part{whole}) // first, because a good buffer rules out most divisions
	divisions, ok := s.divisions()
	if !ok {
		return s.best
	}
	least = min(least, s.search(divisions))
	s.best.Bound = max(s.best.Bound, min(least, s.best.cycles()))
	return s.best
}

// search searches the classes of some divisions, the cheapest first. It returns a number of cycles below which they have no buffer, except the best one.
func (s *leastSearch) search(divisions [][][]Part) (least int64) {
	least = math.MaxInt64
	classes, ok := s.classes(divisions)
	if !ok {
		least = s.best.Bound
	}
	for _, c := range classes {
		if c.cycles() >= s.best.cycles() {
			break
		}
		if !s.searchClass(c) {
			least = min(least, c.cycles())
		}
	}
	return least
}

// searchClass searches a class; it returns false if the class may have buffers that take fewer cycles than the best.
func (s *leastSearch) searchClass(c *bufferClass) (complete bool) {
	for _, few := range []bool{true, false} {
		complete = true
		for _, inner := range c.inner {
			if complete = s.solve(c, inner, few) && complete; s.best.cycles() <= c.cycles() {
				return true
			}
			if s.work <= 0 {
				return false
			}
		}
	}
	return complete && max(c.widths[Before], c.widths[After])*s.traffic.Element >= s.traffic.Banks.Word
}

// classes returns the classes of some divisions that may be cheaper than the best buffer, the cheapest first; ok is false if there are others.
func (s *leastSearch) classes(divisions [][][]Part) (classes []*bufferClass, ok bool) {
	ok = true
	var accesses [2]func(width int64) int64
	for side := range accesses {
		accesses[side] = s.accessesOf(Side(side))
	}
	for _, parts := range divisions {
		b := Buffer{Blocks: s.blocks, Parts: parts}
		turns := b.divisionTurns(Before) + b.divisionTurns(After)
		c := innerChooser{
			buffer: &b, left: maxChosen, signatures: b.signatures(s.traffic),
			most: max(s.traffic.Widest/s.traffic.Element, 1), word: s.traffic.Banks.Word / s.traffic.Element,
		}
		c.choose(nil, 1, [2]int64{1, 1}, [2]bool{true, true})
		ok = ok && c.left > 0
		byWidths := map[[2]int64]*bufferClass{}
		for i, inner := range c.choices {
			widths := c.widths[i]
			k := byWidths[widths]
			if k == nil {
				k = &bufferClass{parts: parts, widths: widths, turns: turns}
				k.accesses = accesses[Before](widths[Before]) + accesses[After](widths[After])
				byWidths[widths] = k
				if k.cycles() < s.best.cycles() {
					classes = append(classes, k)
				}
			}
			k.inner = append(k.inner, inner)
		}
	}
	slices.SortStableFunc(classes, func(x, y *bufferClass) int {
		return cmp.Or(cmp.Compare(x.cycles(), y.cycles()), cmp.Compare(x.turns, y.turns))
	})
	return classes, ok
}

// accessesOf returns a function that counts the cycles of the accesses of a side with some width, without conflicts.
func (s *leastSearch) accessesOf(side Side) func(width int64) int64 {
	b := Buffer{Blocks: s.blocks, Parts: make([][]Part, len(s.blocks))}
	held, lanes := b.held(side), int64(len(b.activeLanes(s.traffic, side)))
	return func(width int64) int64 {
		together := s.traffic.Banks.Lanes(width * s.traffic.Element)
		return held / width * ((lanes + together - 1) / together)
	}
}

// divisions returns the ways to divide some blocks whose operations may be worth it; ok is false if there are too many.
func (s *leastSearch) divisions() (list [][][]Part, ok bool) {
	list = [][][]Part{make([][]Part, len(s.blocks))}
	for i, k := range s.blocks {
		if k.IsCopy() {
			continue
		}
		var more [][][]Part
		for _, d := range list {
			for _, parts := range divisionsOf(k) {
				b := Buffer{Blocks: s.blocks, Parts: slices.Clone(d)}
				b.Parts[i] = parts
				if turns := b.divisionTurns(Before) + b.divisionTurns(After); s.best.Bound+wholeTurns(turns) < s.best.cycles() {
					more = append(more, b.Parts)
				}
			}
		}
		if list = more; len(list) > maxChosen {
			return nil, false
		}
	}
	return slices.DeleteFunc(list, func(d [][]Part) bool {
		return !slices.ContainsFunc(d, func(parts []Part) bool { return len(parts) > 1 })
	}), true
}

// divisionsOf returns the parts into which a block may be divided: itself, and neighbouring digits of one side, taken together in all ways.
func divisionsOf(k Block) (list [][]Part) {
	list = [][]Part{{{Size: k.Size}}}
	if !k.isMixed() || k.Size > maxCounted {
		return list
	}
	for _, side := range []Side{Before, After} {
		digits := k.On(side)
		for ends := int64(1); ends < 1<<(len(digits)-1); ends++ { // a bit for each digit behind which a part ends
			parts := []Part{{Size: 1}}
			for i, g := range digits {
				parts[len(parts)-1].Size *= g.Size
				if ends>>i&1 > 0 {
					parts = append(parts, Part{Size: 1})
				}
			}
			if !slices.ContainsFunc(list, func(other []Part) bool { return slices.Equal(other, parts) }) {
				list = append(list, parts)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y []Part) int { return cmp.Compare(len(x), len(y)) })
	return list
}

// arrange places the inner parts of a buffer.
func (s *leastSearch) arrange(c *bufferClass, inner []partAt) *arrangement {
	b := &Buffer{Blocks: s.blocks, Bound: s.best.Bound, Parts: make([][]Part, len(s.blocks)), Cells: 1}
	for i, parts := range c.parts {
		b.Parts[i] = slices.Clone(parts)
	}
	a := &arrangement{Buffer: b, align: max(c.widths[Before], c.widths[After], s.traffic.Banks.Word/s.traffic.Element)}
	for _, at := range inner {
		a.putPart(&b.Parts[at.block][at.part], 0)
	}
	return a
}
