package layout

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// pattern is the words of a group of lanes, modulo the banks, up to a shift by the parts that have no stride yet. If lanes of two phases or of two groups
// differ in the same way, they have one pattern. With the stride of a part, patterns become a larger one, each shifted by its number in the part:
//
//	lanes 0 and 1 at words 0 and 1; 4 banks; a part of 3 with the stride 2
//	words 0 1, 2 3, 4 5: bank 0 serves the words 0 and 4
type pattern struct {
	smaller []shifted
	times   int64   // accesses of the phase with the most accesses that has the pattern and may take one cycle
	banks   uint64  // that have a word, if none has two and there are at most 64 banks
	most    int64   // words of a bank
	words   []int64 // by bank, if a bank has two or there are more than 64 banks
}

// shifted is a pattern that is shifted by a multiple of a stride.
type shifted struct {
	*pattern
	by int64
}

// findPatterns finds the patterns of the phases for each number of chosen strides, of some parts.
func (p *sidePhases) findPatterns(parts int, banks int64) {
	p.patterns = make([][]*pattern, parts+1)
	known := map[string]*pattern{}
	number := map[*pattern]int64{}
	get := func(chosen int, key []byte, create func() *pattern) *pattern {
		key = binary.AppendVarint(key, int64(chosen))
		q := known[string(key)]
		if q == nil {
			q = create()
			known[string(key)], number[q] = q, int64(len(known))
			p.patterns[chosen] = append(p.patterns[chosen], q)
		}
		return q
	}
	for _, f := range p.phases {
		f.patterns, f.groups = make([][]*pattern, parts+1), make([][]int, parts+1)
		groups := make([]*pattern, len(f.parts)) // of each lane; nil if another lane of its group has it
		for lane, first := range f.first {
			groups[lane] = get(0, binary.AppendVarint(binary.AppendVarint(nil, first), f.words), func() *pattern {
				q := &pattern{words: make([]int64, banks), most: 1}
				for w := range f.words {
					q.words[(first+w)%banks] = 1
				}
				q.pack()
				return q
			})
		}
		f.addPatterns(0, groups)
		for chosen := 1; chosen <= parts; chosen++ {
			larger := map[string][]int{} // lanes of groups
			var order []string
			for lane, x := range f.parts {
				if groups[lane] == nil {
					continue
				}
				var key []byte
				for _, n := range x[chosen:] {
					key = binary.AppendVarint(key, n)
				}
				if larger[string(key)] == nil {
					order = append(order, string(key))
				}
				larger[string(key)] = append(larger[string(key)], lane)
			}
			next := make([]*pattern, len(groups))
			for _, lanes := range order {
				var smaller []shifted
				var keys []string
				for _, lane := range larger[lanes] {
					s := shifted{groups[lane], f.parts[lane][chosen-1]}
					smaller = append(smaller, s)
					keys = append(keys, string(binary.AppendVarint(binary.AppendVarint(nil, number[s.pattern]), s.by)))
				}
				slices.Sort(keys)
				var key []byte
				for _, k := range keys {
					key = append(key, k...)
				}
				next[larger[lanes][0]] = get(chosen, key, func() *pattern { return &pattern{smaller: smaller} })
			}
			groups = next
			f.addPatterns(chosen, groups)
		}
	}
}

// addPatterns adds the patterns of a number of chosen strides.
func (f *phase) addPatterns(chosen int, groups []*pattern) {
	for _, q := range groups {
		if q == nil {
			continue
		}
		k := slices.Index(f.patterns[chosen], q)
		if k < 0 {
			if f.least == 1 {
				q.times = max(q.times, f.times)
			}
			k = len(f.patterns[chosen])
			f.patterns[chosen], f.groups[chosen] = append(f.patterns[chosen], q), append(f.groups[chosen], 0)
		}
		f.groups[chosen][k]++
	}
}

// pack keeps the banks as bits, if no bank has two words.
func (q *pattern) pack() {
	if q.banks = 0; q.most > 1 || len(q.words) > 64 {
		return
	}
	for bank, n := range q.words {
		q.banks |= uint64(n) << bank
	}
}

// join finds the words of a pattern from the smaller ones and the stride of a part; it returns false if a bank has two words.
func (q *pattern) join(stride, banks int64) bool {
	q.banks, q.most = 0, 1
	for _, s := range q.smaller {
		if s.most > 1 || banks > 64 {
			return false
		}
		shift := s.by * stride % banks
		moved := (s.banks<<shift | s.banks>>(banks-shift)) & (1<<banks - 1)
		if q.banks&moved != 0 {
			return false
		}
		q.banks |= moved
	}
	return true
}

// count counts the words of a pattern as join does, where a bank may have several.
func (q *pattern) count(stride, banks int64) {
	if q.words == nil {
		q.words = make([]int64, banks)
	}
	clear(q.words)
	q.most = 0
	add := func(bank, n int64) {
		q.words[bank] += n
		q.most = max(q.most, q.words[bank])
	}
	for _, s := range q.smaller {
		shift := s.by * stride % banks
		if s.most == 1 && banks <= 64 {
			for left := s.banks; left != 0; left &= left - 1 {
				add((int64(bits.TrailingZeros64(left))+shift)%banks, 1)
			}
			continue
		}
		for bank, n := range s.words {
			add((int64(bank)+shift)%banks, n)
		}
	}
	q.pack()
}

// tiling is patterns that fill all banks without overlap, shifted by multiples of a number of banks.
type tiling struct {
	banks, step int64
	patterns    []*pattern
	groups      []int // that are not placed, by pattern
	steps       int   // that may still be taken
}

// isPossible reports whether the patterns may fill all banks. Wherever they do, they also do if all are shifted, so that the first one is not shifted.
func (t *tiling) isPossible() bool {
	t.groups[0]--
	return t.fill(t.patterns[0].banks)
}

// fill reports whether the patterns may fill the banks that are not covered.
func (t *tiling) fill(covered uint64) bool {
	if t.steps--; t.steps < 0 || covered == 1<<t.banks-1 {
		return true
	}
	next := int64(bits.TrailingZeros64(^covered))
	for k, q := range t.patterns {
		if t.groups[k] == 0 {
			continue
		}
		t.groups[k]--
		for left := q.banks; left != 0; left &= left - 1 {
			shift := floorMod(next-int64(bits.TrailingZeros64(left)), t.banks)
			moved := (q.banks<<shift | q.banks>>(t.banks-shift)) & (1<<t.banks - 1)
			if shift%t.step == 0 && covered&moved == 0 && t.fill(covered|moved) {
				return true
			}
		}
		t.groups[k]++
	}
	return false
}
