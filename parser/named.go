package parser

import "hash/maphash"

// nameTable numbers names in the order of their first occurrence and holds an entry for each, which
// does not move. It allocates little more than the entries, however much it grows.
type nameTable[T any] struct {
	pages []*[namesPerPage]named[T]
	n     int
	slots []nameSlot // hash table of the entries with names; empty while there are few entries
}

type named[T any] struct {
	name string // "" for an entry that is not found by name
	def  T
}

// nameSlot is a place of the hash table, which is free if number is 0.
type nameSlot struct {
	hash   uint32
	number int32 // 1 + number of the entry
}

const (
	namesPerPage = 32
	// fewNames is the number of entries that are searched one after the other.
	fewNames = 8
)

var nameSeed = maphash.MakeSeed()

func (t *nameTable[T]) at(i int) *named[T] { return &t.pages[i/namesPerPage][i%namesPerPage] }

// append adds an entry that is not found by name.
func (t *nameTable[T]) append() int {
	if t.n == len(t.pages)*namesPerPage {
		t.pages = append(t.pages, new([namesPerPage]named[T]))
	}
	*t.at(t.n) = named[T]{}
	t.n++
	return t.n - 1
}

// find returns the number of a name, or -1.
func (t *nameTable[T]) find(name string) int {
	if len(t.slots) == 0 {
		for i := range t.n {
			if t.at(i).name == name {
				return i
			}
		}
		return -1
	}
	i, _ := t.search(name)
	return i
}

// search returns the number of a name or -1, and the hash of the name.
func (t *nameTable[T]) search(name string) (number int, hash uint32) {
	hash = uint32(maphash.String(nameSeed, name))
	for at := int(hash); ; at++ {
		s := t.slots[at&(len(t.slots)-1)]
		if s.number == 0 {
			return -1, hash
		}
		if i := int(s.number - 1); s.hash == hash && t.at(i).name == name {
			return i, hash
		}
	}
}

// number returns the number of a name, and adds an entry if there is none.
func (t *nameTable[T]) number(name string) (number int, added bool) {
	if len(t.slots) == 0 {
		if i := t.find(name); i >= 0 {
			return i, false
		}
		i := t.append()
		t.at(i).name = name
		if t.n > fewNames {
			t.rehash(8 * fewNames)
		}
		return i, true
	}
	i, hash := t.search(name)
	if i >= 0 {
		return i, false
	}
	i = t.append()
	t.at(i).name = name
	if 4*t.n > 3*len(t.slots) {
		t.rehash(2 * len(t.slots))
	} else {
		t.place(i, hash)
	}
	return i, true
}

func (t *nameTable[T]) place(i int, hash uint32) {
	at := int(hash)
	for t.slots[at&(len(t.slots)-1)].number != 0 {
		at++
	}
	t.slots[at&(len(t.slots)-1)] = nameSlot{hash, int32(i + 1)}
}

// rehash makes a hash table of the given size, a power of two.
func (t *nameTable[T]) rehash(size int) {
	if size <= cap(t.slots) {
		t.slots = t.slots[:size]
		clear(t.slots)
	} else {
		t.slots = make([]nameSlot, size)
	}
	for i := range t.n {
		if name := t.at(i).name; name != "" {
			t.place(i, uint32(maphash.String(nameSeed, name)))
		}
	}
}

// reset removes all entries but keeps the memory.
func (t *nameTable[T]) reset() { t.n, t.slots = 0, t.slots[:0] }
