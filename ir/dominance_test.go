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
		{{1}, {}, {1}, {2}},                              // unreachable blocks
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
					want = !reaches(edges, b, -1) // no reachable block is dominated by a
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

// TestDominanceOfDetached: operations of blocks without region dominate nothing.
func TestDominanceOfDetached(t *testing.T) {
	t.Parallel()
	c := NewContext(testDialect())
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	b.NewBlock(m.Region(0), nil, Location{})
	inside := b.Op(Kind("test.return"), nil, nil)
	var block Block
	detached := b.AtEnd(&block).Op(Kind("test.return"), nil, nil)
	var d Dominance
	if d.OpDominates(detached, inside, true) || d.OpDominates(inside, detached, true) || d.OpDominates(m, inside, true) {
		t.Error("an operation dominates one that is nowhere near")
	}
}

// TestDominanceOfLoopWithTwoEntries uses a graph on which an algorithm with repeated
// passes over all blocks needs a pass per block: a chain with branches back, entered at
// both ends. No block of the chain dominates another.
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

// reaches reports whether there is a path from block 0 to b that avoids a block.
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

// TestDominanceOfNested: dominance between operations and values of nested regions.
func TestDominanceOfNested(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	c.AllowUnregistered = true
	at := map[string]*Operation{}
	// op appends an operation with regions to block b.
	op := func(name string, kind string, regions int) *Operation {
		at[name] = b.Create(&OpState{Def: c.UnregisteredOpDef(kind), NumRegions: regions, ResultTypes: []Type{c.I32()}})
		return at[name]
	}
	f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f")})
	at["f"] = f
	b.NewBlock(f.Region(0), []Type{c.I32()}, Location{})
	op("first", "foo.a", 0)
	outer := b.Op(Kind("test.two"), nil, nil)
	at["outer"] = outer
	b.NewBlock(outer.Region(0), nil, Location{})
	op("left", "foo.a", 0)
	left := b.NewBlock(outer.Region(0), []Type{c.I32()}, Location{}) // cannot be reached
	op("lost", "foo.a", 0)
	b.NewBlock(outer.Region(1), nil, Location{})
	op("right", "foo.a", 0)
	graph := b.Op(Kind("test.graph"), nil, nil)
	at["graph"] = graph
	b.NewBlock(graph.Region(0), nil, Location{})
	op("g1", "foo.a", 0)
	op("g2", "foo.a", 1)
	b.NewBlock(at["g2"].Region(0), nil, Location{})
	op("g3", "foo.a", 0)
	b.AtEnd(f.Body())
	op("last", "foo.a", 0)
	next := NewBlock([]Type{c.I32()}, nil)
	f.Region(0).Append(next)
	b.Create(&OpState{Def: c.MustOpDef(Kind("test.br")), Operands: []*Value{at["last"].Result(0)}, Successors: []*Block{next}})
	b.AtEnd(next)
	op("next", "foo.a", 0)

	var d Dominance
	for _, tt := range []struct {
		a, b            string
		want, enclosing bool
	}{
		{a: "first", b: "first"},
		{a: "first", b: "last", want: true, enclosing: true},
		{a: "last", b: "first"},
		{a: "first", b: "left", want: true, enclosing: true},
		{a: "first", b: "g3", want: true, enclosing: true},
		{a: "first", b: "next", want: true, enclosing: true},
		{a: "next", b: "first"},
		{a: "outer", b: "outer"},
		{a: "outer", b: "left", enclosing: true},
		{a: "outer", b: "g3", enclosing: true},
		{a: "outer", b: "last", want: true, enclosing: true},
		{a: "last", b: "left"},
		{a: "left", b: "right"},
		{a: "left", b: "last"},
		{a: "left", b: "lost", want: true, enclosing: true}, // every block dominates an unreachable block
		{a: "lost", b: "left"},
		{a: "g1", b: "g1", want: true, enclosing: true},
		{a: "g1", b: "g2", want: true, enclosing: true},
		{a: "g2", b: "g1", want: true, enclosing: true},
		{a: "g2", b: "g3", want: true, enclosing: true},
		{a: "g1", b: "g3", want: true, enclosing: true},
		{a: "g3", b: "g1"},
		{a: "right", b: "g1", want: true, enclosing: true},
		{a: "f", b: "first", want: true, enclosing: true}, // in the graph of the module
		{a: "first", b: "f"},
	} {
		for _, enclosing := range []bool{false, true} {
			want := tt.want
			if enclosing {
				want = tt.enclosing
			}
			if got := d.OpDominates(at[tt.a], at[tt.b], enclosing); got != want {
				t.Errorf("%s dominates %s, enclosing %v: %v", tt.a, tt.b, enclosing, got)
			}
		}
	}
	for _, tt := range []struct {
		name string
		v    *Value
		op   string
		want bool
	}{
		{name: "argument of the function", v: f.Body().Arg(0), op: "first", want: true},
		{name: "argument of the function", v: f.Body().Arg(0), op: "g3", want: true},
		{name: "argument of the function", v: f.Body().Arg(0), op: "next", want: true},
		{name: "argument of the next block", v: next.Arg(0), op: "next", want: true},
		{name: "argument of the next block", v: next.Arg(0), op: "last"},
		{name: "argument of a lost block", v: left.Arg(0), op: "last"},
		{name: "argument of a lost block", v: left.Arg(0), op: "lost", want: true},
		{name: "result", v: at["first"].Result(0), op: "left", want: true},
		{name: "result", v: at["left"].Result(0), op: "last"},
		{name: "result", v: at["g2"].Result(0), op: "g3", want: true},
	} {
		if got := d.ValueDominates(tt.v, at[tt.op]); got != tt.want {
			t.Errorf("%s for %s: %v", tt.name, tt.op, got)
		}
	}
	lone := NewBlock([]Type{c.I32()}, nil)
	if d.ValueDominates(f.Body().Arg(0), m) || d.ValueDominates(lone.Arg(0), at["first"]) || d.BlockDominates(lone, next) || d.BlockDominates(next, lone) || !d.BlockDominates(lone, lone) {
		t.Error("blocks that no region has dominate others or are dominated")
	}
	if !d.Reachable(lone) || d.Reachable(left) || !d.Reachable(next) {
		t.Error("other blocks can be reached than those to which control gets")
	}
	for b, want := range map[*Block]*Block{lone: nil, left: nil, f.Body(): nil, next: f.Body()} {
		if got := d.ImmediateDominator(b); got != want {
			t.Errorf("the immediate dominator is %v", got)
		}
	}
}

// An edge to no block, which an operation may have while it is built, is ignored.
func TestDominanceWithoutSuccessor(t *testing.T) {
	t.Parallel()
	blocks := buildGraph([][]int{{1, 2}, {3}, {3}, {}})
	blocks[0].Back().SetSuccessor(0, nil)
	var d Dominance
	if d.Reachable(blocks[1]) || !d.Reachable(blocks[2]) || d.ImmediateDominator(blocks[3]) != blocks[2] {
		t.Error("an edge to no block leads somewhere, or hides the next one")
	}
}
