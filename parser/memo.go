package parser

import "hash/maphash"

// memo remembers what spellings stand for, from the second time on that they are
// met: most come again and again or never.
type memo[K comparable, V any] struct {
	known map[K]V
	// met has a part of the hash of the spellings that were met once, in the place
	// that another part says.
	met   []uint32
	count int // of spellings that were put there
}

const (
	minMet = 1 << 9
	maxMet = 1 << 14
	// maxKnown is the number of spellings after which all are forgotten: in a source in which
	// everything is met twice they would take as much memory as the types.
	maxKnown = 1 << 11
)

var memoSeed = maphash.MakeSeed()

// again tells whether a spelling that is not known was met before.
func (m *memo[K, V]) again(text string) bool {
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

// set makes what is remembered; the key must not refer to the source.
func (m *memo[K, V]) set(key K, v V) {
	if m.known == nil {
		m.known = map[K]V{}
	}
	if len(m.known) == maxKnown {
		clear(m.known)
	}
	m.known[key] = v
}
