package change

import (
	"math/rand/v2"
	"slices"
)

// colouring assigns each send a round, as an edge colouring of a graph: at a node, each colour occurs on at most one edge. The nodes
// of an edge are the lanes that send and the taker. Almost all edges have two nodes.
type colouring struct {
	k     int // colours
	edges []send
	at    [][]int // edges, by node and colour; -1: none
	rng   *rand.Rand
}

// send is a need that a lane sends to a taker. A lane of the taker that has the element already gets another need in the same round,
// if there is one.
type send struct {
	need, other int // other: -1 if there is none
	nodes       []int
	colour      int
}

// needs returns the needs that are sent.
func (e send) needs() []int {
	if e.other < 0 {
		return []int{e.need}
	}
	return []int{e.need, e.other}
}

func newColouring(nodes, k int, rng *rand.Rand) *colouring {
	c := &colouring{k: k, rng: rng, at: make([][]int, nodes)}
	for i := range c.at {
		c.at[i] = slices.Repeat([]int{-1}, k)
	}
	return c
}

// add gives a new edge the first colour, at or after start, that is free at its nodes. If there is none, it exchanges two colours in
// a part of the graph, so that a colour becomes free; ok is false if this does not help.
func (c *colouring) add(e send, start int) (ok bool) {
	c.edges = append(c.edges, e)
	i := len(c.edges) - 1
	for range 200 {
		if j := c.freeColour(e.nodes, start); j >= 0 {
			c.paint(i, j)
			return true
		}
		if c.exchangeFor(i, e.nodes, start) {
			return true
		}
		a, b := c.rng.IntN(c.k), c.rng.IntN(c.k)
		c.exchange(c.connected(e.nodes[c.rng.IntN(len(e.nodes))], a, b), a, b)
	}
	return false
}

// freeColour returns the first colour, at or after start, that is free at all nodes, or -1.
func (c *colouring) freeColour(nodes []int, start int) int {
	for j := range c.k {
		j = (start + j) % c.k
		if !slices.ContainsFunc(nodes, func(v int) bool { return c.at[v][j] >= 0 }) {
			return j
		}
	}
	return -1
}

// exchangeFor frees a colour for edge i: in the part of the graph that edges of two colours connect with one of its nodes, it
// exchanges these two colours, and gives the edge the colour that becomes free.
func (c *colouring) exchangeFor(i int, nodes []int, start int) bool {
	for a := range c.k {
		a = (start + a) % c.k
		taken := -1
		for _, v := range nodes {
			switch {
			case c.at[v][a] < 0:
			case taken < 0:
				taken = v
			default:
				taken = len(c.at)
			}
		}
		if taken == len(c.at) {
			continue
		}
		for b := range c.k {
			if c.at[taken][b] >= 0 {
				continue
			}
			part := c.connected(taken, a, b)
			c.exchange(part, a, b)
			if !slices.ContainsFunc(nodes, func(v int) bool { return c.at[v][a] >= 0 }) {
				c.paint(i, a)
				return true
			}
			c.exchange(part, a, b)
		}
	}
	return false
}

// connected returns the edges that edges of two colours connect with a node.
func (c *colouring) connected(node, a, b int) (part []int) {
	seen := map[int]bool{}
	for list := []int{node}; len(list) > 0; list = list[1:] {
		for _, j := range []int{a, b} {
			if e := c.at[list[0]][j]; e >= 0 && !seen[e] {
				seen[e] = true
				part = append(part, e)
				list = append(list, c.edges[e].nodes...)
			}
		}
	}
	return part
}

// exchange exchanges two colours of edges.
func (c *colouring) exchange(part []int, a, b int) {
	for _, e := range part {
		for _, v := range c.edges[e].nodes {
			c.at[v][c.edges[e].colour] = -1
		}
	}
	for _, e := range part {
		c.paint(e, a+b-c.edges[e].colour)
	}
}

func (c *colouring) paint(e, j int) {
	c.edges[e].colour = j
	for _, v := range c.edges[e].nodes {
		c.at[v][j] = e
	}
}
