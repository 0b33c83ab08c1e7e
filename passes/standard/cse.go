package standard

import (
	"cmp"
	"context"

	"optc/internal/base/parallel"
	"optc/ir"
	"optc/passes"
)

// CSE eliminates common subexpressions.
//
//	%0 = arith.addi %a, %b : i32        %0 = arith.addi %a, %b : i32
//	%1 = arith.addi %a, %b : i32    →   %2 = arith.muli %0, %0 : i32
//	%2 = arith.muli %0, %1 : i32
var CSE = &passes.Pass{
	Name:  "cse",
	Title: "Eliminate common sub-expressions",
	Class: "CSE",
	Doc: `Replaces an operation by an equal one that comes before it on every path.
Operations without memory effects qualify, and operations that only read qualify
if nothing in between may write; operations with regions qualify when each region
has at most one block. The result of an operation that depends on the threads that
execute it together, such as gpu.ballot, is the same only within a block. Dead
operations are erased too.`,
	Stats: []passes.Stat{
		{Name: "num-cse'd", Doc: "Number of operations CSE'd"},
		{Name: "num-dce'd", Doc: "Number of operations DCE'd"},
	},
	Run: runCSE,
}

func runCSE(c *passes.Context) (bool, error) {
	steps := ir.StepsOf(c)
	worker := func() eliminator {
		return eliminator{run: c, steps: steps, reads: map[*ir.Operation]*ir.Operation{}}
	}
	outer := worker()
	outer.postpones = c.Threads() > 1
	outer.isolated(c.Op)
	postponed := outer.postponed
	workers := make([]eliminator, min(c.Threads(), len(postponed)))
	for i := range workers {
		workers[i] = worker()
	}
	parallel.Do(len(workers), len(postponed), func(worker, i int) { workers[worker].isolated(postponed[i]) })
	workers = append(workers, outer)
	parallel.Do(c.Threads(), len(workers), func(_, i int) {
		for _, op := range workers[i].erase {
			op.Erase()
		}
	})
	changed := false
	for i := range workers {
		changed = changed || workers[i].changed
		c.Count("num-cse'd", workers[i].replaced)
		c.Count("num-dce'd", workers[i].dead)
	}
	return changed, nil
}

// eliminator walks the operations in the order of dominance.
type eliminator struct {
	run            context.Context
	steps          *ir.Steps
	polls          int // operations that were visited
	dom            ir.Dominance
	erase          []*ir.Operation // at the end, since tables still refer to them
	changed        bool
	replaced, dead int                             // number of operations
	reads          map[*ir.Operation]*ir.Operation // for an operation that reads: the last operation up to which nothing writes
	free           []*knownOps                     // empty tables
	postpones      bool                            // leaves isolated operations with unknown effects to other eliminators
	postponed      []*ir.Operation                 // these operations
}

// isolated visits the regions of an operation that cannot use the operations known
// outside.
func (e *eliminator) isolated(op *ir.Operation) {
	known := &knownOps{}
	if n := len(e.free); n > 0 {
		known, e.free = e.free[n-1], e.free[:n-1]
	}
	for r := range op.Regions() {
		e.region(known, r)
	}
	e.free = append(e.free, known)
}

func (e *eliminator) region(known *knownOps, r *ir.Region) {
	if r.Empty() {
		return
	}
	dominance := r.HasSSADominance()
	if r.HasOneBlock() {
		known.open()
		e.block(known, r.Front(), dominance)
		known.close()
		return
	}
	if !dominance {
		return
	}
	children := map[*ir.Block][]*ir.Block{}
	for b := range r.Blocks() {
		if parent := e.dom.ImmediateDominator(b); parent != nil {
			children[parent] = append(children[parent], b)
		}
	}
	type frame struct {
		block *ir.Block
		next  int // number of the next child to visit
	}
	enter := func(b *ir.Block) frame {
		known.open()
		e.block(known, b, true)
		return frame{b, 0}
	}
	stack := []frame{enter(r.Front())}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if kids := children[top.block]; top.next < len(kids) {
			top.next++
			stack = append(stack, enter(kids[top.next-1]))
			continue
		}
		known.close()
		stack = stack[:len(stack)-1]
	}
}

func (e *eliminator) block(known *knownOps, b *ir.Block, dominance bool) {
	for op := range b.Ops() {
		if e.polls++; e.polls%passes.PollOps == 0 && e.run.Err() != nil {
			return
		}
		// Operations in an isolated operation depend on no values outside, and an operation with unknown
		// effects is kept whatever its regions contain.
		if e.postpones && op.Has(ir.IsolatedFromAbove) && !op.Has(ir.SymbolTable) && ir.HasUnknownEffects(op) {
			e.postponed = append(e.postponed, op)
			continue
		}
		if op.NumRegions() > 0 {
			// Operations in op are compared together with op, and erased with it.
			postpones := e.postpones
			e.postpones = postpones && ir.HasUnknownEffects(op)
			// Values must not be captured by regions that are isolated from above.
			if !op.Def().Registered() || op.Has(ir.IsolatedFromAbove) {
				e.isolated(op)
			} else {
				for r := range op.Regions() {
					e.region(known, r)
				}
			}
			e.postpones = postpones
		}
		e.operation(known, op, dominance)
	}
}

func (e *eliminator) operation(known *knownOps, op *ir.Operation, dominance bool) {
	if op.IsTerminator() || ir.HasUnknownEffects(op) {
		return
	}
	if ir.IsTriviallyDead(op) {
		if !e.steps.Did(e.steps.Try(ir.StepDead, op)) {
			return
		}
		e.erase = append(e.erase, op)
		e.changed = true
		e.dead++
		return
	}
	for i := range op.NumRegions() {
		if r := op.Region(i); !r.Empty() && !r.HasOneBlock() {
			return
		}
	}
	reads := !ir.IsMemoryEffectFree(op)
	if reads && !ir.OnlyHasEffects(op, ir.Read) {
		return
	}
	h := ir.EquivalenceHash(op)
	existing := known.lookup(op, h)
	if existing != nil && e.same(existing, op, reads) && e.steps.Did(e.steps.Try(ir.StepCommon, op)) {
		e.replace(known, op, existing, dominance)
		return
	}
	known.insert(op, h)
}

// same reports whether existing, which computes the same from the same operands, has the
// same results as op, which reads memory if reads is set.
func (e *eliminator) same(existing, op *ir.Operation, reads bool) bool {
	if !reads && !op.Has(ir.Convergent) {
		return true
	}
	return existing.Block() == op.Block() && !(reads && e.writesBetween(existing, op))
}

// replace replaces the uses of op by uses of existing. Without dominance an operation
// that was already visited may come first in the text, so that its operands must be kept.
func (e *eliminator) replace(known *knownOps, op, existing *ir.Operation, dominance bool) {
	for i := range op.NumResults() {
		v, w := op.Result(i), existing.Result(i)
		w.TakeName(v)
		if dominance {
			v.ReplaceAllUsesWith(w)
		} else {
			v.ReplaceUsesIf(w, func(u *ir.OpOperand) bool { return known.lookup(u.Owner(), ir.EquivalenceHash(u.Owner())) == nil })
		}
	}
	if dominance || op.Unused() {
		e.erase = append(e.erase, op)
	}
	if !existing.Loc().IsKnown() {
		existing.SetLoc(op.Loc())
	}
	e.changed = true
	e.replaced++
}

// writesBetween reports whether an operation between from and to, which only read,
// may write.
func (e *eliminator) writesBetween(from, to *ir.Operation) bool {
	for op := cmp.Or(e.reads[from], from.Next()); op != to; op = op.Next() {
		if mayWrite(op) {
			return true
		}
	}
	e.reads[from] = to
	return false
}

// mayWrite reports whether the operation or a nested operation writes, or has unknown
// effects.
func mayWrite(op *ir.Operation) bool {
	writes := false
	known := ir.VisitEffects(op, func(f ir.Effect) bool {
		writes = f.Kind == ir.Write
		return !writes
	})
	recursive := op.Has(ir.RecursiveMemoryEffects)
	if writes || !known && !recursive {
		return true
	}
	if !recursive {
		return false
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				if mayWrite(o) {
					return true
				}
			}
		}
	}
	return false
}
