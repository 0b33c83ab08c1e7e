package parser

import "hash/maphash"

// memo remembers the values of spellings from the second time on that they occur: most
// occur often or once.
type memo[K comparable, V any] struct {
	known map[K]V
	// met has one part of the hash of each spelling that occurred once, at the index
	// that another part gives.
	met   []uint32
	count int // of spellings that were put there
}

const (
	minMet = 1 << 9
	maxMet = 1 << 14
	// maxKnown is the number of spellings after which all are forgotten: in a source in which
	// everything occurs twice they would take as much memory as the types.
	maxKnown = 1 << 11
)

var memoSeed = maphash.MakeSeed()

// seenBefore reports whether a spelling that is not known occurred before.
func (m *memo[K, V]) seenBefore(text string) bool {
	if m.count >= len(m.met)/2 && len(m.met) < maxMet {
		m.met = make([]uint32, min(max(minMet, 4*len(m.met)), maxMet))
	}
	hash := maphash.String(memoSeed, text)
	place, part := &m.met[hash%uint64(len(m.met))], uint32(hash>>32)
	if *place == part {
		return true
	}
	*place = part
	m.count++
	return false
}

// set remembers the value of a key, which must not refer to the source.
func (m *memo[K, V]) set(key K, v V) {
	if m.known == nil {
		m.known = map[K]V{}
	}
	if len(m.known) == maxKnown {
		clear(m.known)
	}
	m.known[key] = v
}
