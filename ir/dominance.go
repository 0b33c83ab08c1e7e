package ir

// Dominance answers which definitions reach which uses. Trees are built when a
// region with several blocks is first asked about; a region with one block needs
// none. Changes of the control flow invalidate it.
type Dominance struct {
	trees map[*Region]*domTree
}

// domTree is the dominator tree of the blocks of a region that can be reached
// from its entry. enter and leave number the nodes so that a dominates b exactly
// if enter[a] <= enter[b] and leave[b] <= leave[a].
type domTree struct {
	blocks       []*Block       // in reverse post-order
	index        map[*Block]int // the number of each
	idom         []int
	enter, leave []int
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

// buildDomTree computes immediate dominators by the iteration of Cooper, Harvey
// and Kennedy, "A Simple, Fast Dominance Algorithm".
func buildDomTree(r *Region) *domTree {
	order := PostOrder(r.first)
	n := len(order)
	t := &domTree{blocks: make([]*Block, n), index: make(map[*Block]int, n), idom: make([]int, n)}
	for i, b := range order {
		t.blocks[n-1-i] = b
		t.index[b] = n - 1 - i
		t.idom[i] = -1
	}
	t.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := n - 2; i >= 0; i-- {
			node, best := n-1-i, -1
			for u := order[i].uses; u != nil; u = u.next {
				p, ok := t.index[u.owner.block]
				if !ok || t.idom[p] < 0 {
					continue
				}
				if best < 0 {
					best = p
				} else {
					best = t.intersect(best, p)
				}
			}
			if t.idom[node] != best {
				t.idom[node] = best
				changed = true
			}
		}
	}
	t.number()
	return t
}

// intersect returns the nearest common dominator of two nodes.
func (t *domTree) intersect(a, b int) int {
	for a != b {
		for a > b {
			a = t.idom[a]
		}
		for b > a {
			b = t.idom[b]
		}
	}
	return a
}

// number fills enter and leave. Nodes are in reverse post-order, so a node comes
// after its immediate dominator: subtree sizes add up from the back, and each
// node begins where its dominator has room left.
func (t *domTree) number() {
	n := len(t.idom)
	size := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		size[i]++
		if i > 0 {
			size[t.idom[i]] += size[i]
		}
	}
	t.enter, t.leave = make([]int, n), make([]int, n)
	used := make([]int, n)
	for i := range n {
		if i > 0 {
			p := t.idom[i]
			t.enter[i] = t.enter[p] + 1 + used[p]
			used[p] += size[i]
		}
		t.leave[i] = t.enter[i] + size[i] - 1
	}
}

// dominates tells whether a dominates b, two blocks of the region. A block that
// cannot be reached is dominated by every block and dominates only such blocks.
func (t *domTree) dominates(a, b *Block) bool {
	j, ok := t.index[b]
	if !ok {
		return true
	}
	i, ok := t.index[a]
	return ok && t.enter[i] <= t.enter[j] && t.leave[j] <= t.leave[i]
}

// Reachable tells whether control can get from the entry of b's region to b.
func (d *Dominance) Reachable(b *Block) bool {
	if b.region == nil || b.IsEntry() {
		return true
	}
	_, ok := d.tree(b.region).index[b]
	return ok
}

// ImmediateDominator returns the block that dominates b and is dominated by all
// others that do; nil for an entry block and for one that cannot be reached.
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

// HasSSADominance tells whether a definition in the region must come before its
// uses. It is so unless the region has one block and its operation declares
// graph regions or is not registered.
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

// BlockDominates tells whether every way to b leads through a, which is so for
// a itself and for blocks nested in a.
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

// OpDominates tells whether a comes before b on every way to b. Operations inside
// a are not dominated by a unless enclosing is set. In a region without SSA
// dominance every operation dominates all operations of its block.
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

// ValueDominates tells whether v is defined wherever op is executed, so that op
// may use it.
func (d *Dominance) ValueDominates(v *Value, op *Operation) bool {
	if v.def != nil {
		return d.OpDominates(v.def, op, false)
	}
	return op.block != nil && d.BlockDominates(v.block, op.block)
}
