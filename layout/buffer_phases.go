package layout

import (
	"encoding/binary"
	"slices"
	"strings"

	"optc/num"
)

// phase is a group of lanes that banks serve together. Words are relative to the word of the first lane, so that accesses of several registers are one phase.
type phase struct {
	times    int64
	words    int64        // neighbouring words that a lane accesses
	parts    [][]int64    // by lane: numbers of its elements in the parts without a stride, modulo the banks
	first    []int64      // by lane: the first word, modulo the banks, without these parts
	least    int64        // cycles, whatever the strides
	patterns [][]*pattern // by number of chosen strides: patterns of groups of lanes that agree in the parts that follow
	groups   [][]int      // numbers of groups with each of these patterns
}

// findPhases finds the phases of both sides, and the parts in which their lanes differ.
func (r *remainders) findPhases() {
	var all []partAt
	for i, parts := range r.Parts {
		for p := range parts {
			if parts[p].Stride == 0 {
				all = append(all, partAt{i, p})
			}
		}
	}
	var differ [2][]bool
	for side := range r.sides {
		l := phaseList{remainders: r, known: map[string]*phase{}}
		l.addSide(Side(side))
		r.sides[side].phases = l.list
		differ[side] = make([]bool, len(all))
		for _, f := range l.list {
			for _, x := range f.parts {
				for k, n := range x {
					differ[side][k] = differ[side][k] || n != 0
				}
			}
		}
	}
	var kinds [4][]int // parts of both sides, of a side, and the others
	for k := range all {
		kind := 3
		switch {
		case differ[Before][k] && differ[After][k]:
			kind = 0
		case differ[Before][k]:
			kind = 1
		case differ[After][k]:
			kind = 2
		}
		kinds[kind] = append(kinds[kind], k)
	}
	r.shared = len(kinds[0])
	order := slices.Concat(kinds[:]...)
	for _, k := range order {
		r.parts = append(r.parts, all[k])
	}
	for side := range r.sides {
		r.sides[side].begin(slices.Concat(kinds[0], kinds[1+side]), order, r)
	}
}

// begin takes some parts as the parts of the side; order is the order of all parts.
func (p *sidePhases) begin(parts, order []int, r *remainders) {
	banks := r.search.traffic.Banks.Count
	for _, k := range parts {
		p.parts = append(p.parts, slices.Index(order, k))
	}
	for _, f := range p.phases {
		for lane, x := range f.parts {
			own := make([]int64, len(parts))
			for i, k := range parts {
				own[i] = x[k]
			}
			f.parts[lane] = own
		}
		f.least = f.mostAligned(num.GCD(r.step, banks), banks)
		p.least += f.least * f.times
	}
	p.findPatterns(len(parts), banks)
	p.chosen = make([]int64, len(parts))
	p.alike = slices.Repeat([]int{-1}, len(parts))
	for k := r.shared; k < len(parts); k++ {
		for j := r.shared; j < k; j++ {
			if !slices.ContainsFunc(p.phases, func(f *phase) bool { return !f.isAlike(j, k) }) {
				p.alike[k] = j
			}
		}
	}
}

// phaseList lists the phases of a side.
type phaseList struct {
	*remainders
	list  []*phase
	known map[string]*phase
}

// addSide adds the phases of the accesses of a side.
func (l *phaseList) addSide(side Side) {
	b, t, width := l.Buffer, l.search.traffic, l.class.widths[side]
	v := b.view(side)
	lanes := b.activeLanes(t, side)
	all, shifts := v.registerNumbers(), v.shifts(width, t)
	times := b.held(side) / width / int64(len(all)*len(shifts))
	l.counted += 20 * len(all) * len(shifts) * len(lanes) * len(b.Blocks)
	if l.counted > l.search.work {
		return
	}
	elements := b.elementsOf(side, lanes)
	for _, numbers := range all {
		parts, at := make([][]int64, len(lanes)), make([]int64, len(lanes))
		for i := range lanes {
			parts[i], at[i] = b.locate(elements[i], numbers)
		}
		for _, shift := range shifts {
			together := int(t.Banks.Lanes(width * t.Element))
			for first := 0; first < len(lanes); first += together {
				end := min(first+together, len(lanes))
				l.add(parts[first:end], at[first:end], shift, times, max(width*t.Element/t.Banks.Word, 1))
			}
		}
	}
}

// shifts lists the bytes that registers add to addresses, as far as they move them by parts of a word.
func (v sideView) shifts(width int64, t Traffic) []int64 {
	list := []int64{0}
	for _, g := range v.terms {
		if g.Unit != 0 || g.stride < width || g.stride*t.Element%t.Banks.Word == 0 {
			continue
		}
		for _, n := range slices.Clone(list) {
			for x := int64(1); x < g.Size; x++ {
				list = append(list, n+x*g.stride*t.Element)
			}
		}
	}
	return list
}

// blockElement is the number of an element of a lane in a block, as far as it depends on the lane.
type blockElement struct {
	block   int
	number  int64
	divided bool // registers of the lane have other numbers
}

// elementsOf returns the elements of lanes of a side.
func (b *Buffer) elementsOf(side Side, lanes []int64) (list [][]blockElement) {
	list = make([][]blockElement, len(lanes))
	for i, k := range b.Blocks {
		if k.IsCopy() {
			continue
		}
		_, whole := b.termsOf(i, side)
		for l, lane := range lanes {
			n, weight := int64(0), int64(1)
			for _, g := range k.On(side) {
				n += g.Value(lane) * weight
				weight *= g.Size
			}
			list[l] = append(list[l], blockElement{i, n, !whole})
		}
	}
	return list
}

// locate returns the numbers of an element in the parts without a stride, and the cells that the other parts add to its address. A register has
// numbers in the divided blocks.
func (b *Buffer) locate(element []blockElement, numbers []int64) (parts []int64, at int64) {
	parts = make([]int64, 0, 2*len(element))
	for _, e := range element {
		n := e.number
		if e.divided {
			n += numbers[0]
			numbers = numbers[1:]
		}
		for _, p := range b.Parts[e.block] {
			if at += n % p.Size * p.Stride; p.Stride == 0 {
				parts = append(parts, n%p.Size)
			}
			n /= p.Size
		}
	}
	return parts, at
}

// add adds a phase of lanes whose elements are in cells that are shifted by some bytes.
func (l *phaseList) add(parts [][]int64, at []int64, shift, times, words int64) {
	t := l.search.traffic
	f := &phase{times: times, words: words}
	var first []int64
	key := binary.AppendVarint(nil, words)
	seen := make(map[string]bool, len(parts))
	var lane []byte
	for i, x := range parts {
		w := (at[i]*t.Element+shift)/t.Banks.Word - (at[0]*t.Element+shift)/t.Banks.Word
		lane = binary.AppendVarint(lane[:0], w)
		relative := make([]int64, len(x))
		for k := range x {
			n := x[k] - parts[0][k]
			relative[k], lane = floorMod(n, t.Banks.Count), binary.AppendVarint(lane, n)
		}
		if !seen[string(lane)] { // other lanes with the same word are served with it
			seen[string(lane)] = true
			f.parts, first, key = append(f.parts, relative), append(first, floorMod(w, t.Banks.Count)), append(key, lane...)
		}
	}
	if same := l.known[string(key)]; same != nil {
		same.times += times
		return
	}
	f.first = first
	l.known[string(key)] = f
	l.list = append(l.list, f)
}

// mostAligned returns the cycles that the phase takes at least because strides move words by multiples of a divisor of the number of banks: words with the same
// remainder share the banks with this remainder.
func (f *phase) mostAligned(divisor, banks int64) (most int64) {
	words := make([]int64, divisor)
	for _, first := range f.first {
		for w := range f.words {
			words[(first+w)%divisor]++
		}
	}
	shared := banks / divisor
	return (slices.Max(words) + shared - 1) / shared
}

// key is the same for phases of lanes with the same words, whatever the order of the lanes.
func (f *phase) key(numbers func(lane int) []int64) string {
	lanes := make([]string, len(f.parts))
	for lane := range f.parts {
		key := binary.AppendVarint(nil, f.first[lane])
		for _, n := range numbers(lane) {
			key = binary.AppendVarint(key, n)
		}
		lanes[lane] = string(key)
	}
	slices.Sort(lanes)
	return strings.Join(lanes, "") + string(binary.AppendVarint(binary.AppendVarint(nil, f.words), f.times))
}

// isAlike reports whether the phase stays the same if two parts are exchanged.
func (f *phase) isAlike(j, k int) bool {
	same := func(lane int) []int64 { return f.parts[lane] }
	exchanged := func(lane int) []int64 {
		x := slices.Clone(f.parts[lane])
		x[j], x[k] = x[k], x[j]
		return x
	}
	return f.key(same) == f.key(exchanged)
}
