package parser

import "hash/maphash"

// memo caches the values of spellings at their second occurrence, because most spellings occur
// either often or once.
type memo[K comparable, V any] struct {
	known map[K]V
	// met stores a part of the hash of each spelling that has occurred once, at the index that another
	// part of the hash gives.
	met   []uint32
	count int // number of spellings stored there
}

const (
	minMet = 1 << 9
	maxMet = 1 << 14
	// maxKnown is the number of spellings after which all are dropped: in a source in which every
	// spelling occurs twice they would otherwise take as much memory as the types.
	maxKnown = 1 << 11
)

var memoSeed = maphash.MakeSeed()

// seenBefore reports whether a spelling that is not cached occurred before.
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

// set caches the value of a key, which must not refer to the source.
func (m *memo[K, V]) set(key K, v V) {
	if m.known == nil {
		m.known = map[K]V{}
	}
	if len(m.known) == maxKnown {
		clear(m.known)
	}
	m.known[key] = v
}
