package prove

import (
	"math/bits"
)

// index finds the number of a node in a list of nodes. It is a hash table with open addressing, at most two thirds full,
// and stores only numbers; a map would store each node a second time.
type index struct {
	places []uint32 // numbers of nodes plus 1; 0 for empty places
	taken  int
}

// find returns the number of a node. If no node is equal, it returns the next free number, and the
// caller appends the node.
func (x *index) find(nodes []node, n *node) (number int, ok bool) {
	if 3*x.taken >= 2*len(x.places) {
		x.grow(nodes)
	}
	at := x.place(n)
	for ; x.places[at] != 0; at = (at + 1) & (len(x.places) - 1) {
		if number := int(x.places[at] - 1); nodes[number] == *n {
			return number, true
		}
	}
	x.taken++
	x.places[at] = uint32(x.taken)
	return x.taken - 1, false
}

// place returns the first place that a node may have.
func (x *index) place(n *node) int {
	const odd = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	h := uint64(n.fn) + 1
	for _, a := range n.args {
		high, low := bits.Mul64(h^a, odd)
		h = high ^ low + odd
	}
	high, low := bits.Mul64(h, odd)
	return int(high^low) & (len(x.places) - 1)
}

// grow doubles the table, which has all nodes.
func (x *index) grow(nodes []node) {
	x.places = make([]uint32, max(64, 2*len(x.places)))
	for i := range nodes {
		at := x.place(&nodes[i])
		for x.places[at] != 0 {
			at = (at + 1) & (len(x.places) - 1)
		}
		x.places[at] = uint32(i + 1)
	}
}
