package place

import (
	"slices"
	"sort"
)

// span is a range of addresses.
type span struct{ lo, hi uint64 }

// spans are ranges of addresses in ascending order, with free bytes between any two.
type spans []span

// after returns the first range that ends after an address.
func (s spans) after(addr uint64) int {
	return sort.Search(len(s), func(k int) bool { return s[k].hi > addr })
}

// free reports whether no byte of [lo, hi) is taken; an empty range is always free.
func (s spans) free(lo, hi uint64) bool {
	k := s.after(lo)
	return lo == hi || k == len(s) || s[k].lo >= hi
}

// take adds a range, which may overlap earlier ranges.
func (s spans) take(lo, hi uint64) spans {
	k := sort.Search(len(s), func(k int) bool { return s[k].hi >= lo })
	end := k
	for ; end < len(s) && s[end].lo <= hi; end++ {
		lo, hi = min(lo, s[end].lo), max(hi, s[end].hi)
	}
	return slices.Replace(s, k, end, span{lo, hi})
}

// largestGap returns the largest number of free bytes after an aligned address in [lo,
// hi).
func (s spans) largestGap(lo, hi, align uint64) uint64 {
	gap, from := uint64(0), AlignUp(lo, align)
	for _, s := range s {
		gap = max(gap, max(min(s.lo, hi), from)-from)
		from = max(from, AlignUp(s.hi, align))
	}
	return max(gap, max(hi, from)-from)
}

// bytes returns the number of bytes in the ranges.
func (s spans) bytes() (n uint64) {
	for _, r := range s {
		n += r.hi - r.lo
	}
	return n
}
