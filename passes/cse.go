package passes

import (
	"hash/maphash"

	"optc/ir"
)

// CSE eliminates common subexpressions.
//
//	%0 = arith.addi %a, %b : i32        %0 = arith.addi %a, %b : i32
//	%1 = arith.addi %a, %b : i32    →   %2 = arith.muli %0, %0 : i32
//	%2 = arith.muli %0, %1 : i32
var CSE = &Pass{
	Name:  "cse",
	Title: "Eliminate common sub-expressions",
	Class: "CSE",
	Doc: `Replaces an operation by an equal one that comes before it on every path. Operations without
memory effects qualify, and operations that only read if nothing in between may write; those
with regions qualify when each has at most one block. Dead operations are erased on the way.`,
	Stats: []Stat{
		{"num-cse'd", "Number of operations CSE'd"},
		{"num-dce'd", "Number of operations DCE'd"},
	},
	Run: runCSE,
}

func runCSE(c *Context) bool {
	e := &eliminator{c: c, reads: map[*ir.Operation]readWindow{}}
	known := newKnownOps()
	for r := range c.Op.Regions() {
		e.region(known, r)
	}
	for _, op := range e.erase {
		op.Erase()
	}
	return e.changed
}

// eliminator walks the operations in the order of dominance.
type eliminator struct {
	c       *Context
	dom     ir.Dominance
	erase   []*ir.Operation // at the end, since tables still refer to them
	changed bool
	reads   map[*ir.Operation]readWindow // of the block that is being visited
}

// readWindow is what is known about the operations after a reading one: up to
// end there is none that may write, or end is one.
type readWindow struct {
	end    *ir.Operation
	writes bool
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
		if op.NumRegions() > 0 {
			// Values must not be captured by what is isolated from above.
			inner := known
			if !op.Def().Registered() || op.Has(ir.IsolatedFromAbove) {
				inner = newKnownOps()
			}
			for r := range op.Regions() {
				e.region(inner, r)
			}
		}
		e.operation(known, op, dominance)
	}
	clear(e.reads)
}

func (e *eliminator) operation(known *knownOps, op *ir.Operation, dominance bool) {
	if op.IsTerminator() {
		return
	}
	if ir.IsTriviallyDead(op) {
		e.erase = append(e.erase, op)
		e.changed = true
		e.c.Count("num-dce'd", 1)
		return
	}
	for r := range op.Regions() {
		if !r.Empty() && !r.HasOneBlock() {
			return
		}
	}
	if ir.IsMemoryEffectFree(op) {
		if existing := known.lookup(op); existing != nil {
			e.replace(known, op, existing, dominance)
			return
		}
	} else {
		if !ir.OnlyHasEffects(op, ir.Read) {
			return
		}
		if existing := known.lookup(op); existing != nil && existing.Block() == op.Block() && !e.writesBetween(existing, op) {
			e.replace(known, op, existing, dominance)
			return
		}
	}
	known.insert(op)
}

// replace makes uses of op uses of existing. Without dominance an operation that
// was visited already may come first, so that its operands must stay.
func (e *eliminator) replace(known *knownOps, op, existing *ir.Operation, dominance bool) {
	for i := range op.NumResults() {
		v, w := op.Result(i), existing.Result(i)
		if dominance {
			v.ReplaceAllUsesWith(w)
		} else {
			v.ReplaceUsesIf(w, func(u *ir.OpOperand) bool { return known.lookup(u.Owner()) == nil })
		}
	}
	if dominance || op.Unused() {
		e.erase = append(e.erase, op)
	}
	if !existing.Loc().IsKnown() {
		existing.SetLoc(op.Loc())
	}
	e.changed = true
	e.c.Count("num-cse'd", 1)
}

// writesBetween tells whether an operation between from and to, which only read,
// may write.
func (e *eliminator) writesBetween(from, to *ir.Operation) bool {
	w, ok := e.reads[from]
	if !ok {
		w = readWindow{end: from.Next()}
	}
	if w.writes {
		return true
	}
	for ; w.end != nil && w.end != to; w.end = w.end.Next() {
		if mayWrite(w.end) {
			w.writes = true
			break
		}
	}
	e.reads[from] = w
	return w.writes
}

// mayWrite tells whether the operation or one nested in it writes, or does
// something unknown.
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

// knownOps is a hash table of operations by what they compute, with scopes.
type knownOps struct {
	seed    maphash.Seed
	buckets map[uint64]*knownOp
	log     []uint64 // hashes of the insertions, in order
	scopes  []int    // length of log at the start of each open scope
}

type knownOp struct {
	op    *ir.Operation
	older *knownOp // of the same hash
}

func newKnownOps() *knownOps {
	return &knownOps{seed: maphash.MakeSeed(), buckets: map[uint64]*knownOp{}}
}

func (k *knownOps) open() { k.scopes = append(k.scopes, len(k.log)) }

// close forgets what was inserted since the scope was opened.
func (k *knownOps) close() {
	start := k.scopes[len(k.scopes)-1]
	k.scopes = k.scopes[:len(k.scopes)-1]
	for i := len(k.log) - 1; i >= start; i-- {
		h := k.log[i]
		if older := k.buckets[h].older; older != nil {
			k.buckets[h] = older
		} else {
			delete(k.buckets, h)
		}
	}
	k.log = k.log[:start]
}

func (k *knownOps) insert(op *ir.Operation) {
	h := k.hash(op)
	k.buckets[h] = &knownOp{op, k.buckets[h]}
	k.log = append(k.log, h)
}

// lookup returns the most recently inserted operation that computes the same.
func (k *knownOps) lookup(op *ir.Operation) *ir.Operation {
	for e := k.buckets[k.hash(op)]; e != nil; e = e.older {
		if ir.Equivalent(e.op, op, ir.SameValue) {
			return e.op
		}
	}
	return nil
}

// hash combines name, operands, attributes and result types; the operands of
// commutative operations in a way that does not depend on their order.
func (k *knownOps) hash(op *ir.Operation) uint64 {
	const mix = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	h := maphash.Comparable(k.seed, op.Def())
	commutative := op.Has(ir.Commutative)
	for i := range op.NumOperands() {
		v := maphash.Comparable(k.seed, op.Operand(i))
		if commutative {
			h += v * mix
		} else {
			h = (h ^ v) * mix
		}
	}
	for i := range op.Def().AttrNames() {
		if a := op.Prop(i); a != nil {
			h = (h ^ maphash.Comparable(k.seed, a)) * mix
		}
	}
	if d := op.Discardable(); d != nil {
		h = (h ^ maphash.Comparable(k.seed, d)) * mix
	}
	for i := range op.NumResults() {
		h = (h ^ maphash.Comparable(k.seed, op.Result(i).Type())) * mix
	}
	return h
}
