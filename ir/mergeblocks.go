package ir

import "slices"

// mergeIdenticalBlocks merges blocks that branch to the same successors and contain the same
// operations into one of them; operands that differ become arguments.
//
//	^a: cf.br ^c(%x : i32)          ^a(%v: i32): cf.br ^c(%v : i32)
//	^b: cf.br ^c(%y : i32)    →     (branches to ^b become branches to ^a)
func mergeIdenticalBlocks(run *polling, rw *Rewriter, regions []*Region) bool {
	changed := false
	forEachRegionOnce(run, regions, func(r *Region) bool {
		merged := mergeInRegion(run, rw, r)
		changed = changed || merged
		return merged
	})
	return changed
}

func mergeInRegion(run *polling, rw *Rewriter, r *Region) bool {
	if r.Empty() || r.HasOneBlock() {
		return false
	}
	// Blocks by their successors, in the order of first appearance.
	var groups [][]*Block
	for b := r.first.next; b != nil; b = b.next {
		i := slices.IndexFunc(groups, func(g []*Block) bool { return run.ended() || slices.Equal(g[0].Successors(), b.Successors()) })
		if i < 0 {
			groups = append(groups, nil)
			i = len(groups) - 1
		}
		groups[i] = append(groups[i], b)
	}
	merged := false
	for _, group := range groups {
		if len(group) == 1 {
			continue
		}
		var clusters []*blockCluster
		for _, b := range group {
			if !mergeable(b) {
				continue
			}
			if !slices.ContainsFunc(clusters, func(c *blockCluster) bool { return run.ended() || c.add(b) }) {
				clusters = append(clusters, &blockCluster{leader: b})
			}
		}
		if run.over {
			return merged
		}
		for _, c := range clusters {
			merged = c.merge(rw) || merged
		}
	}
	return merged
}

// Blocks with regions, and blocks whose values are used elsewhere, are not merged.
func mergeable(b *Block) bool {
	for op := b.first; op != nil; op = op.next {
		for i := range op.NumRegions() {
			if !op.Region(i).Empty() {
				return false
			}
		}
	}
	return !slices.ContainsFunc(b.args, func(a *Value) bool { return usedOutside(a, b) })
}

func usedOutside(v *Value, b *Block) bool {
	for u := v.uses; u != nil; u = u.next {
		if u.owner.block != b {
			return true
		}
	}
	return false
}

// operandPlace names operand `operand` of operation number `op` of a block.
type operandPlace struct{ op, operand int }

// blockCluster is a set of blocks that can be merged.
type blockCluster struct {
	leader *Block
	others []*Block
	differ []operandPlace // operands that differ between the blocks, in order
}

// add adds b to the cluster if it is equivalent to the leader.
func (c *blockCluster) add(b *Block) bool {
	if !slices.Equal(c.leader.ArgTypes(), b.ArgTypes()) {
		return false
	}
	anyValue := func(*Value, *Value) bool { return true }
	var differ []operandPlace
	c.leader.number()
	b.number()
	x, y := c.leader.first, b.first
	for n := 0; x != nil && y != nil; x, y, n = x.next, y.next, n+1 {
		if !Equivalent(x, y, anyValue) {
			return false
		}
		for i := range x.operands() {
			v, w := x.operands()[i].value, y.operands()[i].value
			if v == w {
				continue
			}
			in := v.ParentBlock() == c.leader
			if v.typ != w.typ || in != (w.ParentBlock() == b) {
				return false
			}
			if !in {
				if !passableTo(c.leader, v) || !passableTo(b, w) {
					return false
				}
				differ = append(differ, operandPlace{n, i})
			} else if !samePosition(v, w) {
				return false
			}
		}
		for i := range x.results() {
			if usedOutside(&x.results()[i], c.leader) || usedOutside(&y.results()[i], b) {
				return false
			}
		}
	}
	if x != nil || y != nil {
		return false
	}
	for _, d := range differ {
		if !slices.Contains(c.differ, d) {
			c.differ = append(c.differ, d)
		}
	}
	slices.SortFunc(c.differ, func(a, b operandPlace) int {
		if a.op != b.op {
			return a.op - b.op
		}
		return a.operand - b.operand
	})
	c.others = append(c.others, b)
	return true
}

// passableTo reports whether predecessors of b can pass v: the result of a terminator
// cannot be an operand of the same terminator.
func passableTo(b *Block, v *Value) bool {
	if v.def == nil || v.def != v.def.block.last {
		return true
	}
	for p := range b.Predecessors() {
		if p == v.def.block {
			return false
		}
	}
	return true
}

// samePosition reports whether two values are the same argument of their blocks, or the
// same result of operations at the same position in their blocks, which are numbered.
func samePosition(v, w *Value) bool {
	if v.index != w.index || (v.def == nil) != (w.def == nil) {
		return false
	}
	if v.def == nil {
		return true
	}
	return v.def.order == w.def.order
}

func (c *blockCluster) merge(rw *Rewriter) bool {
	if c.others == nil {
		return false
	}
	blocks := append([]*Block{c.leader}, c.others...)
	if c.differ != nil {
		for _, b := range blocks {
			for u := b.uses; u != nil; u = u.next {
				if u.owner.def.Interfaces.Branch == nil {
					return false
				}
			}
		}
		c.passDifferences(blocks)
	}
	for _, b := range c.others {
		b.ReplaceAllUsesWith(c.leader)
		rw.EraseBlock(b)
	}
	return true
}

// passDifferences adds an argument to the leader for each operand that differs, and makes
// the predecessors of every block pass that block's value. Operands that are equal in
// each block share an argument.
func (c *blockCluster) passDifferences(blocks []*Block) {
	values := make([][]*Value, len(blocks)) // per block, the values of the places in differ
	for i, b := range blocks {
		op, n := b.first, 0
		for _, d := range c.differ {
			for ; n < d.op; n++ {
				op = op.next
			}
			values[i] = append(values[i], op.operands()[d.operand].value)
		}
	}
	// first[k] is the number of the operand whose argument operand k uses.
	first := make([]int, len(c.differ))
	for k := range c.differ {
		first[k] = slices.Index(values[0], values[0][k])
		for _, vs := range values[1:] {
			if vs[first[k]] != vs[k] {
				first[k] = k
				break
			}
		}
	}
	args := make([]*Value, len(c.differ))
	op, n := c.leader.first, 0
	for k, d := range c.differ {
		if first[k] == k {
			args[k] = c.leader.AddArg(values[0][k].typ, values[0][k].Location())
		}
		for ; n < d.op; n++ {
			op = op.next
		}
		op.operands()[d.operand].Set(args[first[k]])
	}
	for i, b := range blocks {
		var pass []*Value
		for k := range c.differ {
			if first[k] == k {
				pass = append(pass, values[i][k])
			}
		}
		for u := b.uses; u != nil; u = u.next {
			u.owner.def.Interfaces.Branch.extend(u.owner, u.Index(), pass)
		}
	}
}
