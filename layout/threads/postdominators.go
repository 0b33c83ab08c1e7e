package threads

import "optc/ir"

// blockMap holds, for each block, the first block on all paths from it to an exit of the region,
// nil if there is none.
type blockMap map[*ir.Block]*ir.Block

// postDominators returns the immediate postdominators of the blocks of a region, with the
// algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func postDominators(r *ir.Region) blockMap {
	order := fromExits(r)
	number := map[*ir.Block]int{}
	for i, b := range order {
		number[b] = i + 1 // 0 is the exit, which follows all returning blocks
	}
	const unknown = -1
	next := make([]int, len(order)+1)
	for i := range next[1:] {
		next[i+1] = unknown
	}
	common := func(x, y int) int {
		for x != y {
			if x > y {
				x = next[x]
			} else {
				y = next[y]
			}
		}
		return x
	}
	for changed := true; changed; {
		changed = false
		for i, b := range order {
			found := unknown
			add := func(n int) {
				switch {
				case n != 0 && next[n] == unknown:
				case found == unknown:
					found = n
				default:
					found = common(found, n)
				}
			}
			for _, s := range b.Successors() {
				if n := number[s]; n > 0 { // an infinite loop has no way to an exit
					add(n)
				}
			}
			if len(b.Successors()) == 0 {
				add(0)
			}
			if next[i+1] != found {
				next[i+1], changed = found, true
			}
		}
	}
	after := blockMap{}
	for i, b := range order {
		if n := next[i+1]; n > 0 {
			after[b] = order[n-1]
		}
	}
	return after
}

// fromExits lists the blocks from which an exit can be reached in reverse postorder of a
// search against the direction of control.
func fromExits(r *ir.Region) (order []*ir.Block) {
	seen := map[*ir.Block]bool{}
	type step struct {
		block *ir.Block
		left  []*ir.Block // predecessors to visit
	}
	for exit := range r.Blocks() {
		if len(exit.Successors()) > 0 || seen[exit] {
			continue
		}
		seen[exit] = true
		path := []step{{exit, predecessors(exit)}}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.left) == 0 {
				order = append(order, top.block)
				path = path[:len(path)-1]
				continue
			}
			p := top.left[0]
			top.left = top.left[1:]
			if !seen[p] {
				seen[p] = true
				path = append(path, step{p, predecessors(p)})
			}
		}
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

func predecessors(b *ir.Block) (list []*ir.Block) {
	for p := range b.Predecessors() {
		list = append(list, p)
	}
	return list
}
