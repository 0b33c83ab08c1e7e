package ir

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// interner finds types or attributes by what identifies them. Looking up takes no
// lock: functions are parsed in parallel, and nearly everything that they name is
// there.
type interner struct {
	seed  maphash.Seed
	table atomic.Pointer[internTable]

	mu   sync.Mutex // held to add
	used int
}

// identity is what tells a node from all others of its hash.
type identity interface{ is(n *storage) bool }

// internTable is a hash table with linear probing. It has a power of two of slots,
// at least half of which are empty. Slots are filled but never changed; a table that
// is full gives way to a larger one.
type internTable []atomic.Pointer[storage]

// minInterned is the number of slots of an empty interner.
const minInterned = 256

func (t *interner) init() {
	t.seed = maphash.MakeSeed()
	table := make(internTable, minInterned)
	t.table.Store(&table)
}

// find returns the node with that identity and hash, or nil.
func (t *interner) find(hash uint64, id identity) *storage { return t.table.Load().find(hash, id) }

// add makes a new node, whose storage holds its hash, the one of its identity, and
// returns it, or the one that another goroutine made.
func (t *interner) add(made Node, id identity) *storage {
	n := made.storage()
	n.node = made
	t.mu.Lock()
	defer t.mu.Unlock()
	table := t.table.Load()
	if known := table.find(n.hash, id); known != nil {
		return known
	}
	if t.used++; 2*t.used > len(*table) {
		table = table.grown()
		t.table.Store(table)
	}
	table.add(n)
	return n
}

func (t *internTable) find(hash uint64, id identity) *storage {
	mask := uint64(len(*t) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		n := (*t)[i].Load()
		if n == nil || n.hash == hash && id.is(n) {
			return n
		}
	}
}

// add puts a node that is not in the table into the next empty slot.
func (t *internTable) add(n *storage) {
	mask := uint64(len(*t) - 1)
	i := n.hash & mask
	for (*t)[i].Load() != nil {
		i = (i + 1) & mask
	}
	(*t)[i].Store(n)
}

func (t *internTable) grown() *internTable {
	g := make(internTable, 2*len(*t))
	for i := range *t {
		if n := (*t)[i].Load(); n != nil {
			g.add(n)
		}
	}
	return &g
}
