package ir

// Dominance computes which definitions dominate which uses. The tree of a region with
// several blocks is built when it is first needed; a region with one block needs none.
// Changes of the control flow invalidate it.
type Dominance struct {
	trees map[*Region]*domTree
}

// domTree is the dominator tree of the blocks of a region that can be reached
// from its entry. enter and leave number the nodes so that a dominates b exactly
// if enter[a] <= enter[b] and leave[b] <= leave[a].
type domTree struct {
	blocks       []*Block         // in the order of a depth-first search
	index        map[*Block]int32 // the number of each block
	idom         []int32
	enter, leave []int32
}

// tree returns the dominator tree of a region with several blocks.
func (d *Dominance) tree(r *Region) *domTree {
	if t := d.trees[r]; t != nil {
		return t
	}
	if d.trees == nil {
		d.trees = map[*Region]*domTree{}
	}
	t := buildDomTree(r)
	d.trees[r] = t
	return t
}

// buildDomTree computes immediate dominators with the algorithm of Lengauer and Tarjan, "A Fast
// Algorithm for Finding Dominators in a Flowgraph" (1979), in the variant that takes O(m log n)
// time for any graph of n blocks and m branches.
func buildDomTree(r *Region) *domTree {
	t := &domTree{index: map[*Block]int32{}}
	parent := t.search(r.first)
	n := int32(len(t.blocks))
	t.idom = make([]int32, n)
	f := linkedForest{semi: make([]int32, n), label: make([]int32, n), ancestor: make([]int32, n)}
	bucket, next := make([]int32, n), make([]int32, n) // lists of the nodes by semidominator
	for i := range n {
		f.semi[i], f.label[i], f.ancestor[i], bucket[i] = i, i, -1, -1
	}
	for w := n - 1; w > 0; w-- {
		for u := t.blocks[w].uses; u != nil; u = u.next {
			if p, ok := t.index[u.owner.block]; ok {
				f.semi[w] = min(f.semi[w], f.semi[f.eval(p)])
			}
		}
		s, p := f.semi[w], parent[w]
		next[w], bucket[s] = bucket[s], w
		f.ancestor[w] = p
		for v := bucket[p]; v >= 0; v = next[v] {
			if t.idom[v] = p; f.semi[f.eval(v)] < f.semi[v] {
				t.idom[v] = f.eval(v) // v has the same dominator, which is computed later
			}
		}
		bucket[p] = -1
	}
	for w := int32(1); w < n; w++ {
		if t.idom[w] != f.semi[w] {
			t.idom[w] = t.idom[t.idom[w]]
		}
	}
	t.number()
	return t
}

// search numbers the reachable blocks in the order of a depth-first search, and returns
// for each block the node from which the search reached it.
func (t *domTree) search(entry *Block) (parent []int32) {
	var open, at []int32 // nodes of the present path, and the next successor of each
	visit := func(b *Block, from int32) {
		node := int32(len(t.blocks))
		open, at = append(open, node), append(at, 0)
		t.index[b] = node
		t.blocks, parent = append(t.blocks, b), append(parent, from)
	}
	visit(entry, 0)
	for len(open) > 0 {
		top := len(open) - 1
		node := open[top]
		last := t.blocks[node].last
		if last == nil || int(at[top]) == last.NumSuccessors() {
			open, at = open[:top], at[:top]
			continue
		}
		s := last.Successor(int(at[top]))
		at[top]++
		if s == nil {
			continue
		}
		if _, seen := t.index[s]; !seen {
			visit(s, node)
		}
	}
	return parent
}

// linkedForest holds the part of the search tree that has been linked so far. For a node,
// label is a node of least semidominator among the node and its linked ancestors below
// ancestor; ancestor is -1 for a root.
type linkedForest struct {
	semi, label, ancestor []int32
	path                  []int32
}

// eval returns a node of least semidominator on the path from v to its root, excluding
// the root unless it is v, and shortens the path.
func (f *linkedForest) eval(v int32) int32 {
	if f.ancestor[v] < 0 {
		return f.label[v]
	}
	f.path = f.path[:0]
	for u := v; f.ancestor[f.ancestor[u]] >= 0; u = f.ancestor[u] {
		f.path = append(f.path, u)
	}
	for i := len(f.path) - 1; i >= 0; i-- {
		u := f.path[i]
		a := f.ancestor[u]
		if f.semi[f.label[a]] < f.semi[f.label[u]] {
			f.label[u] = f.label[a]
		}
		f.ancestor[u] = f.ancestor[a]
	}
	return f.label[v]
}

// number fills enter and leave. In a depth-first search a node comes after its immediate
// dominator. Therefore subtree sizes are summed up from the back, and each node begins
// where its dominator has room left.
func (t *domTree) number() {
	n := int32(len(t.idom))
	size := make([]int32, n)
	for i := n - 1; i >= 0; i-- {
		size[i]++
		if i > 0 {
			size[t.idom[i]] += size[i]
		}
	}
	t.enter, t.leave = make([]int32, n), make([]int32, n)
	used := make([]int32, n)
	for i := range n {
		if i > 0 {
			p := t.idom[i]
			t.enter[i] = t.enter[p] + 1 + used[p]
			used[p] += size[i]
		}
		t.leave[i] = t.enter[i] + size[i] - 1
	}
}

// dominates reports whether a dominates b, two blocks of the region. A block that is
// unreachable is dominated by every block and dominates only unreachable blocks.
func (t *domTree) dominates(a, b *Block) bool {
	j, ok := t.index[b]
	if !ok {
		return true
	}
	i, ok := t.index[a]
	return ok && t.enter[i] <= t.enter[j] && t.leave[j] <= t.leave[i]
}

// Reachable reports whether control can reach b from the entry of b's region.
func (d *Dominance) Reachable(b *Block) bool {
	if b.region == nil || b.IsEntry() {
		return true
	}
	_, ok := d.tree(b.region).index[b]
	return ok
}

// ImmediateDominator returns the closest block that strictly dominates b; nil for an
// entry block and for an unreachable block.
func (d *Dominance) ImmediateDominator(b *Block) *Block {
	if b.region == nil || b.IsEntry() {
		return nil
	}
	t := d.tree(b.region)
	i, ok := t.index[b]
	if !ok {
		return nil
	}
	return t.blocks[t.idom[i]]
}

// HasSSADominance reports whether a definition in the region must come before its uses.
// This holds unless the region has a single block and its operation declares graph
// regions or is not registered.
func (r *Region) HasSSADominance() bool {
	if r.op == nil || !r.HasOneBlock() {
		return true
	}
	return r.op.def.Registered() && !r.op.Has(GraphRegion)
}

// ancestorOp returns the operation of region r that is op or contains it, or nil.
func (r *Region) ancestorOp(op *Operation) *Operation {
	for op != nil && op.ParentRegion() != r {
		op = op.Parent()
	}
	return op
}

// ancestorBlock returns the block of region r that is b or contains it, or nil.
func (r *Region) ancestorBlock(b *Block) *Block {
	for b != nil && b.region != r {
		p := b.ParentOp()
		if p == nil {
			return nil
		}
		b = p.block
	}
	return b
}

// BlockDominates reports whether every path to b passes through a. This holds for a
// itself and for blocks nested in a.
func (d *Dominance) BlockDominates(a, b *Block) bool {
	if a == b {
		return true
	}
	if a.region == nil {
		return false
	}
	if a.region != b.region {
		if b = a.region.ancestorBlock(b); b == nil || a == b {
			return b != nil
		}
	}
	return d.tree(a.region).dominates(a, b)
}

// OpDominates reports whether a comes before b on every path to b. Operations inside a
// are not dominated by a unless enclosing is set. In a region without SSA dominance every
// operation dominates all operations of its block.
func (d *Dominance) OpDominates(a, b *Operation, enclosing bool) bool {
	if a.block == nil {
		return false
	}
	if a == b {
		return !a.block.region.HasSSADominance()
	}
	if r := a.block.region; r != b.ParentRegion() {
		if r == nil {
			return false
		}
		if b = r.ancestorOp(b); b == nil {
			return false
		}
		if a == b && enclosing {
			return true
		}
	}
	if a.block == b.block {
		if r := a.block.region; r != nil && !r.HasSSADominance() {
			return true
		}
		return a != b && a.IsBefore(b)
	}
	return d.tree(a.block.region).dominates(a.block, b.block)
}

// ValueDominates reports whether v is defined wherever op is executed, so that op may use
// v.
func (d *Dominance) ValueDominates(v *Value, op *Operation) bool {
	if v.def != nil {
		return d.OpDominates(v.def, op, false)
	}
	return op.block != nil && d.BlockDominates(v.block, op.block)
}
