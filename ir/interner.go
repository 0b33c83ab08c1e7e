package ir

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// interner finds types or attributes by their words and nested nodes. Lookups take no
// lock: functions are parsed in parallel, and nearly all the nodes that they use exist
// already. The hash table grows page by page (extendible hashing) and therefore leaves no
// old table behind.
type interner struct {
	seed maphash.Seed
	dir  atomic.Pointer[internDir]

	mu sync.Mutex // held to change the directory
}

// internDir maps the leading bits of a hash to pages. Several entries refer to the same
// page until it is split.
type internDir struct {
	shift uint // 32 less the number of bits
	pages []atomic.Pointer[internPage]
}

// internPage is a hash table with linear probing. The tags are searched before any node is read. A
// node is written before its tag. So a goroutine that sees the tag also sees the node, or a
// different node if the page has been split in the meantime.
type internPage struct {
	mu    sync.Mutex // held while a node is added or the page is split
	tags  [internSlots]atomic.Uint32
	nodes [internSlots]atomic.Pointer[storage]
	used  uint16
	bits  uint16 // number of leading bits that the tags share
}

// internSlots is the number of slots of a page, at least an eighth of which are empty.
const internSlots = 256

// internTag is the part of a hash that a page stores: the high bits select the page, the
// low bits the slot. It is never 0, which marks an empty slot.
func internTag(hash uint64) uint32 { return uint32(hash) | 1 }

func (t *interner) init() {
	t.seed = maphash.MakeSeed()
	d := &internDir{shift: 32, pages: make([]atomic.Pointer[internPage], 1)}
	d.pages[0].Store(new(internPage))
	t.dir.Store(d)
}

func (d *internDir) page(tag uint32) *internPage { return d.pages[tag>>d.shift].Load() }

// find returns the node with the given spelling and hash, or nil. It may miss a node
// while its page is split.
func (t *interner) find(hash uint64, s *Spelling) *storage {
	tag := internTag(hash)
	return t.dir.Load().page(tag).find(tag, s)
}

// add inserts a new node with the given spelling and hash and returns it, or returns the
// node that exists already.
func (t *interner) add(hash uint64, s *Spelling, made Node) *storage {
	n := made.storage()
	n.node = made
	tag := internTag(hash)
	for {
		if known := t.addTo(t.dir.Load().page(tag), tag, s, n); known != nil {
			return known
		}
	}
}

// addTo is add, given the page to which the tag belongs. It returns nil when the tag now belongs to
// another page.
func (t *interner) addTo(page *internPage, tag uint32, s *Spelling, n *storage) *storage {
	page.mu.Lock()
	defer page.mu.Unlock()
	if t.dir.Load().page(tag) != page {
		return nil
	}
	if known := page.find(tag, s); known != nil {
		return known
	}
	if page.used == internSlots*7/8 {
		t.split(tag, page)
		return nil
	}
	page.add(tag, n)
	return n
}

func (p *internPage) find(tag uint32, s *Spelling) *storage {
	for i := tag >> 1; ; i++ {
		slot := i % internSlots
		switch p.tags[slot].Load() {
		case tag:
			if n := p.nodes[slot].Load(); s.is(n) {
				return n
			}
		case 0:
			return nil
		}
	}
}

// add writes a node that is not in the page into the next empty slot.
func (p *internPage) add(tag uint32, n *storage) {
	i := tag >> 1 % internSlots
	for p.tags[i].Load() != 0 {
		i = (i + 1) % internSlots
	}
	p.nodes[i].Store(n)
	p.tags[i].Store(tag)
	p.used++
}

// split moves the nodes of a full page whose next bit is set to a new page. tag is the
// tag of one of its nodes.
func (t *interner) split(tag uint32, page *internPage) {
	page.bits++
	other := &internPage{bits: page.bits}
	bit := uint32(1) << (32 - page.bits)
	var tags [internSlots]uint32
	var nodes [internSlots]*storage
	for i := range tags {
		tags[i], nodes[i] = page.tags[i].Load(), page.nodes[i].Load()
		page.tags[i].Store(0)
	}
	page.used = 0
	for i, tag := range tags {
		switch {
		case tag == 0:
		case tag&bit == 0:
			page.add(tag, nodes[i])
		default:
			other.add(tag, nodes[i])
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	d := t.dir.Load()
	if uint(page.bits) > 32-d.shift {
		d = d.grown()
		t.dir.Store(d)
	}
	first, n := (tag&^(bit-1)|bit)>>d.shift, bit>>d.shift
	for i := range n {
		d.pages[first+i].Store(other)
	}
}

// grown returns a directory with two entries for each entry.
func (d *internDir) grown() *internDir {
	g := &internDir{shift: d.shift - 1, pages: make([]atomic.Pointer[internPage], 2*len(d.pages))}
	for i := range g.pages {
		g.pages[i].Store(d.pages[i/2].Load())
	}
	return g
}
