package ir

import "context"

// This file simplifies the control flow of regions as upstream's RegionUtils.cpp does.

// PostOrder returns the blocks of a region that are reachable from its entry, successors before
// predecessors except in cycles. It writes numbers to the blocks, so that only one goroutine at a
// time may call it for a region.
func PostOrder(entry *Block) []*Block {
	if entry.region.HasOneBlock() {
		return []*Block{entry}
	}
	type frame struct {
		block *Block
		next  int // number of the next successor to visit
	}
	seen := newBlockSet(entry.region)
	seen.add(entry)
	stack := []frame{{entry, 0}}
	var order []*Block
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if last := top.block.last; last != nil && top.next < last.NumSuccessors() {
			s := last.Successor(top.next)
			top.next++
			if s != nil && seen.add(s) {
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		order = append(order, top.block)
		stack = stack[:len(stack)-1]
	}
	return order
}

// blockSet is a set of blocks of one region, which it numbers.
type blockSet struct {
	region *Region
	has    []bool // by number
}

func newBlockSet(r *Region) *blockSet {
	n := uint32(0)
	for b := range r.Blocks() {
		b.num = n
		n++
	}
	return &blockSet{r, make([]bool, n)}
}

func (s *blockSet) contains(b *Block) bool { return b.region == s.region && s.has[b.num] }

// add adds a block of the region to the set and reports whether it is new. A block of another
// region, as in a wrong program, is not.
func (s *blockSet) add(b *Block) bool {
	if b.region != s.region || s.has[b.num] {
		return false
	}
	s.has[b.num] = true
	return true
}

// dropUses removes every use of the value.
func (v *Value) dropUses() {
	for v.uses != nil {
		v.uses.unlink()
	}
}

// dropUses removes every use of the block and of its arguments.
func (b *Block) dropUses() {
	for _, a := range b.args {
		a.dropUses()
	}
	for b.uses != nil {
		b.uses.unlink()
	}
}

// appendNested appends the regions of every operation in the block to a list.
func (b *Block) appendNested(list []*Region) []*Region {
	for op := b.first; op != nil; op = op.next {
		for i := range op.NumRegions() {
			list = append(list, op.Region(i))
		}
	}
	return list
}

// SimplifyRegions removes unreachable blocks, operations and block arguments that have no effect,
// and, if mergeBlocks is set, merges equal blocks and removes arguments that always have the same
// value. It works on the regions and on all regions nested in them, until it is done or ctx ends,
// and reports whether anything changed.
func SimplifyRegions(ctx context.Context, rw *Rewriter, regions []*Region, mergeBlocks bool) bool {
	run := &polling{run: ctx}
	changed := EraseUnreachableBlocks(rw, regions)
	changed = regionDCE(run, rw, regions) || changed
	if mergeBlocks {
		changed = mergeIdenticalBlocks(run, rw, regions) || changed
		changed = dropRedundantArguments(run, rw, regions) || changed
	}
	return changed
}

// polling reports whether a run has ended, which it checks once per pollOps steps.
type polling struct {
	run   context.Context
	steps int
	over  bool
}

// ended counts a step, and reports whether the run has ended.
func (p *polling) ended() bool {
	if p.steps++; p.steps%pollOps == 0 {
		p.over = p.run.Err() != nil
	}
	return p.over
}

// EraseUnreachableBlocks erases the blocks that are not reachable from the entry of their
// region.
func EraseUnreachableBlocks(rw *Rewriter, regions []*Region) bool {
	changed := false
	var few [8]*Region // enough for most functions
	work := append(few[:0], regions...)
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if r.Empty() {
			continue
		}
		if r.HasOneBlock() {
			work = r.first.appendNested(work)
			continue
		}
		reachable := newBlockSet(r)
		for _, b := range PostOrder(r.first) {
			reachable.add(b)
		}
		var unreachable []*Block
		for b := range r.Blocks() {
			if reachable.contains(b) {
				work = b.appendNested(work)
			} else {
				unreachable = append(unreachable, b)
			}
		}
		for _, b := range unreachable {
			// Unreachable code may use its own values in cycles.
			for op := b.first; op != nil; op = op.next {
				for i := range op.results() {
					op.results()[i].dropUses()
				}
			}
			b.dropUses()
			rw.EraseBlock(b)
			changed = true
		}
	}
	return changed
}

// liveness is the set of operations (by their scratch mark) and of block arguments that
// are proved to be needed. It only grows.
type liveness struct {
	*polling
	args   map[*Value]bool // like the other maps nil while it is empty
	grown  bool
	cyclic bool                 // uses may have been visited after definitions
	orders map[*Region][]*Block // post-orders of regions with several blocks
	solved map[*Operation]bool  // isolated operations whose regions have been processed
}

// postOrder returns the blocks of a region with several blocks in post-order.
func (l *liveness) postOrder(r *Region) []*Block {
	order := l.orders[r]
	if order == nil {
		order = PostOrder(r.first)
		if l.orders == nil {
			l.orders = map[*Region][]*Block{}
		}
		l.orders[r] = order
	}
	return order
}

func (l *liveness) mark(op *Operation) {
	if !op.scratch.live() {
		op.scratch.markLive()
		l.grown = true
	}
}

func (l *liveness) markArg(v *Value) {
	if !l.args[v] {
		if l.args == nil {
			l.args = map[*Value]bool{}
		}
		l.args[v] = true
		l.grown = true
	}
}

// regionDCE erases operations and block arguments, including cycles of them, that no operation with
// an effect depends on: all are assumed dead until proved live. If the run ends before that, all
// are assumed live.
func regionDCE(run *polling, rw *Rewriter, regions []*Region) bool {
	l := &liveness{polling: run}
	l.solve(regions)
	return deleteDead(rw, regions, l)
}

// solve marks the live operations and arguments in the regions. Users are visited before
// the definitions of their operands wherever possible, so that a single round is enough
// unless there are cycles.
func (l *liveness) solve(regions []*Region) {
	for {
		l.grown, l.cyclic = false, false
		for _, r := range regions {
			l.region(r)
		}
		if !l.grown || !l.cyclic || l.over {
			return
		}
	}
}

func (l *liveness) region(r *Region) {
	if r.Empty() {
		return
	}
	if r.HasOneBlock() {
		l.cyclic = l.cyclic || !r.HasSSADominance()
		l.block(r.first)
		return
	}
	l.cyclic = true
	for _, b := range l.postOrder(r) {
		l.block(b)
	}
}

func (l *liveness) block(b *Block) {
	for op := b.last; op != nil; op = op.prev {
		if l.ended() {
			return
		}
		l.operation(op)
	}
	if b.IsEntry() { // entry arguments stay
		return
	}
	for _, a := range b.args {
		if !l.args[a] && l.usedLive(a) {
			l.markArg(a)
		}
	}
}

func (l *liveness) operation(op *Operation) {
	if op.tail != nil && len(op.tail.regions()) > 0 {
		l.inside(op)
	}
	switch {
	case op.Has(Terminator):
		l.terminator(op)
	case op.scratch.live():
	case !WouldBeTriviallyDead(op):
		l.mark(op)
	default:
		for i := range op.results() {
			if l.usedLive(&op.results()[i]) {
				l.mark(op)
				return
			}
		}
	}
}

// inside visits the regions of an operation. The contents of an isolated operation depend
// on nothing outside, so that they are processed only once.
func (l *liveness) inside(op *Operation) {
	if !op.Has(IsolatedFromAbove) {
		for i := range op.NumRegions() {
			l.region(op.Region(i))
		}
		return
	}
	if !l.solved[op] {
		if l.solved == nil {
			l.solved = map[*Operation]bool{}
		}
		l.solved[op] = true
		regions := make([]*Region, op.NumRegions())
		for i := range regions {
			regions[i] = op.Region(i)
		}
		grown, cyclic := l.grown, l.cyclic
		l.solve(regions)
		l.grown, l.cyclic = grown, cyclic
	}
}

// terminator marks a terminator, and the arguments of successors that receive values in
// an unknown way.
func (l *liveness) terminator(op *Operation) {
	l.mark(op)
	if op.def.Interfaces.Branch != nil {
		return
	}
	for i := range op.NumSuccessors() {
		for _, a := range op.Successor(i).args {
			l.markArg(a)
		}
	}
}

// usedLive reports whether a live operation uses v. A value that is passed to a block is
// used if the block's argument is.
func (l *liveness) usedLive(v *Value) bool {
	for u := v.uses; u != nil; u = u.next {
		if u.owner.Has(Terminator) {
			if arg := successorArgument(u); arg != nil {
				if l.args[arg] && u.owner.scratch.live() {
					return true
				}
				continue
			}
		}
		if u.owner.scratch.live() {
			return true
		}
	}
	return false
}

// deleteDead erases all values and operations that are not live, users before definitions, and
// removes the marks of the live ones.
func deleteDead(rw *Rewriter, regions []*Region, l *liveness) bool {
	changed := false
	for _, r := range regions {
		changed = deleteDeadInside(rw, r, l) || changed
	}
	return changed
}

// deleteDeadInside is deleteDead for a region.
func deleteDeadInside(rw *Rewriter, r *Region, l *liveness) bool {
	if r.Empty() {
		return false
	}
	if r.HasOneBlock() {
		return deleteDeadOps(rw, r.first, l)
	}
	changed := false
	for _, b := range l.postOrder(r) {
		if !l.over {
			changed = eraseDeadSuccessorOperands(b.Terminator(), l) || changed
		}
		changed = deleteDeadOps(rw, b, l) || changed
	}
	for b := r.first.next; b != nil && !l.over; b = b.next {
		b.eraseArgs(func(i int) bool { return !l.args[b.args[i]] })
	}
	return changed
}

// deleteDeadOps is deleteDead for the operations of a block.
func deleteDeadOps(rw *Rewriter, b *Block, l *liveness) bool {
	changed := false
	for op := b.last; op != nil; {
		prev := op.prev
		if op.scratch.live() || l.over {
			op.scratch.clearLive()
			for i := range op.NumRegions() {
				changed = deleteDeadInside(rw, op.Region(i), l) || changed
			}
		} else {
			for i := range op.results() {
				op.results()[i].dropUses()
			}
			rw.Erase(op)
			changed = true
		}
		op = prev
	}
	return changed
}

func eraseDeadSuccessorOperands(term *Operation, l *liveness) bool {
	br := term.def.Interfaces.Branch
	if br == nil {
		return false
	}
	changed := false
	for i := term.NumSuccessors() - 1; i >= 0; i-- {
		to := term.Successor(i)
		changed = br.erase(term, i, func(a int) bool { return !l.args[to.args[a]] }) || changed
	}
	return changed
}

// dropRedundantArguments removes block arguments that have the same value for all
// predecessors.
//
//	cf.cond_br %c, ^bb1(%x : i32), ^bb1(%x : i32)   →   cf.cond_br %c, ^bb1, ^bb1
func dropRedundantArguments(run *polling, rw *Rewriter, regions []*Region) bool {
	changed := false
	forEachRegionOnce(run, regions, func(r *Region) bool {
		for b := r.first; b != nil && !run.ended(); b = b.next {
			var redundant []bool
			for i := len(b.args) - 1; i >= 0; i-- {
				v := commonArgument(b, i)
				if v == nil {
					continue
				}
				rw.ReplaceUses(b.args[i], v)
				if redundant == nil {
					redundant = make([]bool, len(b.args))
				}
				redundant[i] = true
			}
			if redundant == nil {
				continue
			}
			for u := b.uses; u != nil; u = u.next {
				u.owner.def.Interfaces.Branch.erase(u.owner, u.Index(), func(a int) bool { return redundant[a] })
			}
			b.eraseArgs(func(i int) bool { return redundant[i] })
			changed = true
		}
		return false
	})
	return changed
}

// commonArgument returns the value that every predecessor passes for argument i,
// or nil.
func commonArgument(b *Block, i int) *Value {
	var common *Value
	for u := b.uses; u != nil; u = u.next {
		if u.owner.def.Interfaces.Branch == nil {
			return nil
		}
		v := Passed(u.owner, u.Index(), i)
		if common != nil && v != common {
			return nil
		}
		common = v
	}
	return common
}

// forEachRegionOnce visits regions and the regions nested in them, each at least once,
// last in first out, until the run ends; visit returns true to have the region visited
// again.
func forEachRegionOnce(run *polling, regions []*Region, visit func(*Region) bool) {
	work := append([]*Region(nil), regions...)
	for len(work) > 0 && !run.ended() {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if visit(r) {
			work = append(work, r)
			continue
		}
		for b := r.first; b != nil; b = b.next {
			work = b.appendNested(work)
		}
	}
}
