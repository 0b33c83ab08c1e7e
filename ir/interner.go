package ir

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// interner finds types or attributes by their spelling. Looking up takes no lock:
// functions are parsed in parallel, and nearly everything that they name is there.
type interner struct {
	seed  maphash.Seed
	table atomic.Pointer[internTable]

	mu   sync.Mutex // held to add
	used int
}

// internTable is a hash table with linear probing. It has a power of two of slots,
// at least half of which are empty. Slots are filled but never changed; a table that
// is full gives way to a larger one.
type internTable []atomic.Pointer[interned]

type interned struct {
	hash     uint64
	spelling string
	node     Node
}

// minInterned is the number of slots of an empty interner.
const minInterned = 256

func (t *interner) init() {
	t.seed = maphash.MakeSeed()
	table := make(internTable, minInterned)
	t.table.Store(&table)
}

// lookup returns the node of that spelling, or makes it. The spelling is copied
// only when a node is made.
func (t *interner) lookup(spelling []byte, build func(text string) Node) Node {
	hash := maphash.Bytes(t.seed, spelling)
	if e := t.table.Load().find(hash, spelling); e != nil {
		return e.node
	}
	made := build(string(spelling))
	t.mu.Lock()
	defer t.mu.Unlock()
	table := t.table.Load()
	if e := table.find(hash, spelling); e != nil {
		return e.node // by another goroutine
	}
	if t.used++; 2*t.used > len(*table) {
		table = table.grown()
		t.table.Store(table)
	}
	table.add(&interned{hash, made.storage().text, made})
	return made
}

// find returns the entry of a spelling, or nil.
func (t *internTable) find(hash uint64, spelling []byte) *interned {
	mask := uint64(len(*t) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		e := (*t)[i].Load()
		if e == nil || e.hash == hash && e.spelling == string(spelling) {
			return e
		}
	}
}

// add puts an entry that is not in the table into the next empty slot.
func (t *internTable) add(e *interned) {
	mask := uint64(len(*t) - 1)
	i := e.hash & mask
	for (*t)[i].Load() != nil {
		i = (i + 1) & mask
	}
	(*t)[i].Store(e)
}

func (t *internTable) grown() *internTable {
	g := make(internTable, 2*len(*t))
	for i := range *t {
		if e := (*t)[i].Load(); e != nil {
			g.add(e)
		}
	}
	return &g
}
