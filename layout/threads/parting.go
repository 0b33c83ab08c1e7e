package threads

import (
	"slices"

	"optc/ir"
)

// visitRegions sets the scopes of the arguments and of the control of op's regions, and the
// scopes of the results that its regions give it.
//
//	%r = scf.if %c -> f32 { … scf.yield %x } else { … scf.yield %y }
//
// If %c differs between threads, they diverge: they do not execute the regions together, and %r
// differs even if %x and %y are the same for all. The iterations of a loop whose bounds differ
// begin together, but its results are values of different iterations.
func (a *Divergence) visitRegions(op *ir.Operation) {
	if op.Def().Interfaces.Callable != nil {
		return
	}
	if op.Def().Interfaces.RegionBranch == nil {
		s := a.meetOf(op.OperandList())
		for r := range op.Regions() {
			if !r.Empty() {
				a.setAll(r.Front().Args(), s)
			}
		}
		return
	}
	parts := a.meetOf(Deciders(op))
	for r := range op.Regions() {
		a.part(r, parts, op)
	}
	passed := map[*ir.Value][]*ir.Value{}
	for _, p := range ir.Passings(op) {
		a.Set(p.Input, a.Of(p.Operand.Value()))
		passed[p.Input] = append(passed[p.Input], p.Operand.Value())
	}
	repeats := MayRepeat(op)
	for _, v := range op.Results() {
		if repeats || !allSame(passed[v]) {
			a.Set(v, parts)
		}
	}
	counted := a.meetOf(decidersAt(op, op, nil))
	for r := range op.Regions() {
		for _, arg := range entryArgs(r) {
			if passed[arg] == nil && !Uniformity.Has(op) {
				a.Set(arg, counted) // an induction variable
			}
		}
	}
}

func (a *Divergence) setAll(vs []*ir.Value, s Scope) {
	for _, v := range vs {
		a.Set(v, s)
	}
}

func entryArgs(r *ir.Region) []*ir.Value {
	if r.Empty() {
		return nil
	}
	return r.Front().Args()
}

// allSame reports whether all values are the same value or constants of the same value.
func allSame(vs []*ir.Value) bool {
	for _, v := range vs {
		if c := ir.ConstantValue(v); v != vs[0] && (c == nil || c != ir.ConstantValue(vs[0])) {
			return false
		}
	}
	return true
}

// MayRepeat reports whether control may pass from a region of op to a region of op; it is true for
// an operation that does not declare how control enters its regions.
func MayRepeat(op *ir.Operation) bool {
	branch := op.Def().Interfaces.RegionBranch
	if branch == nil {
		return true
	}
	for r := range op.Regions() {
		if slices.ContainsFunc(branch.Successors(op, r), func(s ir.RegionSuccessor) bool { return s.Region != nil }) {
			return true
		}
	}
	return false
}

// Deciders returns the values that decide which regions of op are executed, and how often: operands
// of op, and of the terminators in its regions, that are passed to no successor. It returns nil for
// an operation that does not declare how control enters its regions.
func Deciders(op *ir.Operation) []*ir.Value {
	var list []*ir.Value
	branch := op.Def().Interfaces.RegionBranch
	if branch == nil {
		return nil
	}
	if len(branch.Successors(op, nil)) > 1 {
		list = decidersAt(op, op, nil)
	}
	for r := range op.Regions() {
		if len(branch.Successors(op, r)) < 2 {
			continue
		}
		for b := range r.Blocks() {
			if t := b.Terminator(); t != nil && t.Has(ir.ReturnLike) {
				list = append(list, decidersAt(op, t, r)...)
			}
		}
	}
	return list
}

// decidersAt returns the operands of op, or of a terminator of region r, that are not passed to any
// successor.
func decidersAt(op, from *ir.Operation, r *ir.Region) (list []*ir.Value) {
	passed := make([]bool, from.NumOperands())
	for _, p := range ir.Passings(op) {
		if p.Operand.Owner() == from {
			passed[p.Operand.Index()] = true
		}
	}
	if from != op && op.Def().Interfaces.RegionBranch.ExitOperands == nil {
		return nil
	}
	for i, v := range from.Operands() {
		if !passed[i] {
			list = append(list, v)
		}
	}
	return list
}

// visitTerminator passes the operands of a terminator on.
func (a *Divergence) visitTerminator(op *ir.Operation) {
	if op.NumSuccessors() == 0 {
		if parent := op.Parent(); parent != nil && parent != a.root && parent.Def().Interfaces.Callable == nil {
			a.enqueue(parent)
		}
		return
	}
	decides := a.meetOf(branchDeciders(op))
	if branch := op.Def().Interfaces.Branch; branch != nil {
		for i, to := range op.Block().Successors() {
			for k, arg := range to.Args() {
				if lo, hi := branch.Forwarded(op, i); lo+k < hi {
					a.Set(arg, a.Of(op.Operand(lo+k)))
				} else {
					a.Set(arg, Thread) // the terminator makes the value
				}
			}
		}
	}
	if decides != Grid && op.NumSuccessors() > 1 {
		a.partBlocks(op, decides)
	}
}

// branchDeciders returns the operands of a branch that it passes to no successor.
func branchDeciders(op *ir.Operation) (list []*ir.Value) {
	passed := make([]bool, op.NumOperands())
	if branch := op.Def().Interfaces.Branch; branch != nil {
		for i := range op.NumSuccessors() {
			lo, hi := branch.Forwarded(op, i)
			for k := lo; k < hi; k++ {
				passed[k] = true
			}
		}
	}
	for i, v := range op.Operands() {
		if !passed[i] {
			list = append(list, v)
		}
	}
	return list
}

// partBlocks shrinks the scopes of the blocks between a branch at which threads diverge and the
// block where all of them meet again.
//
//	  cf.cond_br %c, ^a, ^b
//	^a: cf.br ^c(%x)    ^b: cf.br ^c(%y)       // some threads take ^a, others ^b
//	^c(%z):                                    // all meet; %z differs
func (a *Divergence) partBlocks(branch *ir.Operation, s Scope) {
	from := branch.Block()
	after := a.after[from.Region()]
	if after == nil {
		after = postDominators(from.Region())
		a.after[from.Region()] = after
	}
	meet := after[from]
	between := map[*ir.Block]bool{}
	open := slices.Clone(from.Successors())
	for len(open) > 0 {
		b := open[len(open)-1]
		open = open[:len(open)-1]
		if b == meet || between[b] {
			continue
		}
		between[b] = true
		open = append(open, b.Successors()...)
	}
	for b := range from.Region().Blocks() {
		if between[b] {
			a.part(b, s, branch)
		}
		if !between[b] && b != meet {
			continue
		}
		paths := 0
		for p := range b.Predecessors() {
			if between[p] || p == from {
				paths++
			}
		}
		if paths > 1 {
			a.setAll(b.Args(), s)
		}
		if between[from] && between[b] { // threads leave a loop in different iterations
			a.setEscaping(b, between, s)
		}
	}
}

// setEscaping sets the scopes of the values of a block that are used outside of some blocks.
func (a *Divergence) setEscaping(b *ir.Block, inside map[*ir.Block]bool, s Scope) {
	set := func(v *ir.Value) {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if user := blockIn(b.Region(), u.Owner()); user != nil && !inside[user] {
				a.Set(v, s)
			}
		}
	}
	for _, v := range b.Args() {
		set(v)
	}
	for op := range b.Ops() {
		for _, v := range op.Results() {
			set(v)
		}
	}
}

// blockIn returns the block of a region that contains op, also in nested regions, or nil.
func blockIn(r *ir.Region, op *ir.Operation) *ir.Block {
	for op != nil {
		b := op.Block()
		if b == nil || b.Region() == r {
			return b
		}
		op = b.ParentOp()
	}
	return nil
}
