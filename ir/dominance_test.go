package ir

import (
	"math/rand/v2"
	"testing"
)

// TestDominance checks all pairs of blocks of graphs with an entry 0 against the
// definition: a dominates b if b cannot be reached without passing a.
func TestDominance(t *testing.T) {
	t.Parallel()
	graphs := [][][]int{
		{{1, 2}, {3}, {3}, {}},                           // diamond
		{{1}, {2, 3}, {1}, {}},                           // loop
		{{1, 2}, {2}, {1, 3}, {}},                        // two entries into a loop
		{{1}, {}, {1}, {2}},                              // blocks that cannot be reached
		{{1, 5}, {2}, {3, 4}, {1}, {6}, {6}, {2, 7}, {}}, // loops that share a header
		{{1, 2, 3}, {4}, {4, 5}, {5}, {6}, {6}, {1, 0 + 6}},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		edges := make([][]int, 1+random.IntN(12))
		for i := range edges {
			for range random.IntN(4) {
				edges[i] = append(edges[i], random.IntN(len(edges)))
			}
		}
		graphs = append(graphs, edges)
	}
	for _, edges := range graphs {
		blocks := buildGraph(edges)
		var d Dominance
		for a := range blocks {
			for b := range blocks {
				want := a == b || !reaches(edges, b, a)
				if a != b && !reaches(edges, a, -1) {
					want = !reaches(edges, b, -1) // nothing reachable is behind a
				}
				if got := d.BlockDominates(blocks[a], blocks[b]); got != want {
					t.Errorf("%v: BlockDominates(%d, %d) = %v", edges, a, b, got)
				}
			}
			if got, want := d.Reachable(blocks[a]), reaches(edges, a, -1); got != want {
				t.Errorf("%v: Reachable(%d) = %v", edges, a, got)
			}
		}
	}
}

// TestDominanceOfDetached: operations of blocks that no region has yet dominate nothing.
func TestDominanceOfDetached(t *testing.T) {
	t.Parallel()
	c := NewContext(testDialect())
	b := NewBuilder(c)
	m := b.Op(Module, nil, nil)
	b.NewBlock(m.Region(0), nil, Location{})
	inside := b.Op(Kind("test.return"), nil, nil)
	var block Block
	detached := b.AtEnd(&block).Op(Kind("test.return"), nil, nil)
	var d Dominance
	if d.OpDominates(detached, inside, true) || d.OpDominates(inside, detached, true) || d.OpDominates(m, inside, true) {
		t.Error("an operation dominates one that is nowhere near")
	}
}

// TestDominanceOfLoopWithTwoEntries takes a graph on which repeated passes over all
// blocks need one pass per block: a chain with branches back, entered at both ends. No
// block of the chain dominates another.
func TestDominanceOfLoopWithTwoEntries(t *testing.T) {
	t.Parallel()
	const n = 200_000
	edges := make([][]int, n)
	edges[0] = []int{1, n - 1}
	for i := 1; i < n; i++ {
		edges[i] = []int{min(i+1, n-1), max(i-1, 1)}
	}
	blocks := buildGraph(edges)
	var d Dominance
	for i := 1; i < n; i++ {
		if got := d.ImmediateDominator(blocks[i]); got != blocks[0] {
			t.Fatalf("block %d is dominated by another one than the entry", i)
		}
	}
}

// reaches tells whether there is a path from block 0 to b that avoids a block.
func reaches(edges [][]int, b, avoid int) bool {
	seen := map[int]bool{}
	var visit func(int)
	visit = func(n int) {
		if n == avoid || seen[n] {
			return
		}
		seen[n] = true
		for _, s := range edges[n] {
			visit(s)
		}
	}
	visit(0)
	return seen[b]
}

// buildGraph makes a region whose blocks branch as given.
func buildGraph(edges [][]int) []*Block {
	c := NewContext()
	b := NewBuilder(c)
	op := b.Create(&OpState{Def: c.UnregisteredOpDef("foo.region"), NumRegions: 1})
	blocks := make([]*Block, len(edges))
	for i := range edges {
		blocks[i] = b.NewBlock(op.Region(0), nil, Location{})
	}
	for i, to := range edges {
		var dest []*Block
		for _, j := range to {
			dest = append(dest, blocks[j])
		}
		b.AtEnd(blocks[i])
		b.Create(&OpState{Def: c.UnregisteredOpDef("foo.br"), Successors: dest})
	}
	return blocks
}
