package ir

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// interner finds types or attributes by their words and what is nested in them. Looking up takes no
// lock: functions are parsed in parallel, and nearly everything that they name is
// there.
type interner struct {
	seed  maphash.Seed
	table atomic.Pointer[internTable]

	mu   sync.Mutex // held to add
	used int
}

// internTable is a hash table with linear probing. It has a power of two of slots,
// at least a quarter of which are empty. Slots are filled but never changed; a table
// that is full gives way to a larger one.
type internTable []internSlot

// internSlot is empty until it has a node. Its hash is written before, so that who
// sees the node sees the hash, and nodes of other hashes are not touched.
type internSlot struct {
	hash uint64
	node atomic.Pointer[storage]
}

// minInterned is the number of slots of an empty interner.
const minInterned = 256

func (t *interner) init() {
	t.seed = maphash.MakeSeed()
	table := make(internTable, minInterned)
	t.table.Store(&table)
}

// find returns the node with that spelling and its hash, or nil.
func (t *interner) find(hash uint64, s *Spelling) *storage { return t.table.Load().find(hash, s) }

// add makes a new node of that spelling and hash known, and returns it, or the one
// that another goroutine made.
func (t *interner) add(hash uint64, s *Spelling, made Node) *storage {
	n := made.storage()
	n.node = made
	t.mu.Lock()
	defer t.mu.Unlock()
	table := t.table.Load()
	if known := table.find(hash, s); known != nil {
		return known
	}
	if t.used++; 4*t.used > 3*len(*table) {
		table = table.grown()
		t.table.Store(table)
	}
	table.add(hash, n)
	return n
}

func (t *internTable) find(hash uint64, s *Spelling) *storage {
	mask := uint64(len(*t) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := &(*t)[i]
		n := slot.node.Load()
		if n == nil || slot.hash == hash && s.is(n) {
			return n
		}
	}
}

// add puts a node that is not in the table into the next empty slot.
func (t *internTable) add(hash uint64, n *storage) {
	mask := uint64(len(*t) - 1)
	i := hash & mask
	for (*t)[i].node.Load() != nil {
		i = (i + 1) & mask
	}
	(*t)[i].hash = hash
	(*t)[i].node.Store(n)
}

func (t *internTable) grown() *internTable {
	g := make(internTable, 2*len(*t))
	for i := range *t {
		if slot := &(*t)[i]; slot.node.Load() != nil {
			g.add(slot.hash, slot.node.Load())
		}
	}
	return &g
}
