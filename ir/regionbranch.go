package ir

import "slices"

// This file contains the canonicalization patterns that are based on the interface RegionBranch
// alone, which specifies the values that pass between an operation, its regions and its results
// (populateRegionBranchOpInterfaceCanonicalizationPatterns upstream).

// RegionBranchPatterns returns patterns that remove values which the named operations
// pass on without need. The operations must have the interface RegionBranch and no
// recorded sizes of operand groups.
//
//	%0:2 = scf.for … iter_args(%a = %x, %b = %y) {
//	  scf.yield %a, %c                            →   %0 = scf.for … iter_args(%b = %y) {
//	}                                                   scf.yield %c
//	use(%0#0, %0#1)                                   }
//	                                                  use(%x, %0)
func RegionBranchPatterns(k OpKind) []*Pattern {
	return []*Pattern{
		{Name: "forward-region-values", Root: k, Rewrite: forwardRegionValues},
		{Name: "merge-duplicate-region-values", Root: k, Rewrite: mergeRegionValues},
		{Name: "remove-dead-region-values", Root: k, Rewrite: removeDeadRegionValues},
	}
}

// Passing is a way in which an operand becomes a block argument or a result.
type Passing struct {
	Operand *OpOperand
	Input   *Value
}

// received returns the arguments of a region of op that receive values, all but an induction
// variable.
func received(op *Operation, region int) []*Value {
	entry := op.Region(region).first
	switch l := op.def.Interfaces.Loop; {
	case entry == nil || len(entry.args) == 0:
		return nil
	case l != nil && l.Counted:
		return entry.args[1:]
	}
	return entry.args
}

// receives reports whether op has at least n results, or a region at least n arguments, that
// receive values.
func receives(op *Operation, n int) bool {
	if len(op.results()) >= n {
		return true
	}
	for i := range op.NumRegions() {
		if len(received(op, i)) >= n {
			return true
		}
	}
	return false
}

// receivesUnused reports whether one of the values that receive other values has no uses.
func receivesUnused(op *Operation) bool {
	results := op.results()
	for i := range results {
		if results[i].uses == nil {
			return true
		}
	}
	for i := range op.NumRegions() {
		if slices.ContainsFunc(received(op, i), func(v *Value) bool { return v.uses == nil }) {
			return true
		}
	}
	return false
}

// Passings lists the values that an operation with the interface RegionBranch and the
// terminators of its regions pass on. It returns nil for other operations.
func Passings(op *Operation) (all []Passing) {
	br := op.def.Interfaces.RegionBranch
	if br == nil || !receives(op, 1) {
		return nil
	}
	add := func(from *Operation, lo, hi int, to RegionSuccessor) {
		if all == nil && lo < hi {
			all = make([]Passing, 0, 4) // a loop that carries a value
		}
		for i := lo; i < hi; i++ {
			all = append(all, Passing{from.OpOperand(i), to.Inputs[i-lo]})
		}
	}
	for _, to := range br.Successors(op, nil) {
		lo, hi := br.EntryOperands(op, to)
		add(op, lo, hi, to)
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			term := b.Terminator()
			if term == nil || !term.Has(ReturnLike) {
				continue
			}
			for _, to := range br.Successors(op, r) {
				lo, hi := br.exitOperands(term, to)
				add(term, lo, hi, to)
			}
		}
	}
	return all
}

// inputsOf lists the receiving values in order, without repetition, with their operands.
func inputsOf(all []Passing) (inputs []*Value, operands map[*Value][]*OpOperand) {
	operands = map[*Value][]*OpOperand{}
	for _, p := range all {
		if operands[p.Input] == nil {
			inputs = append(inputs, p.Input)
		}
		operands[p.Input] = append(operands[p.Input], p.Operand)
	}
	return inputs, operands
}

// forwardRegionValues replaces a received value by the only value, defined outside the
// operation, that it can have.
func forwardRegionValues(op *Operation, rw *Rewriter) bool {
	all := Passings(op)
	if !slices.ContainsFunc(all, func(p Passing) bool { return p.Input.uses != nil }) {
		return false
	}
	inputs, operands := inputsOf(all)
	changed := false
	for _, in := range inputs {
		if in.uses == nil {
			continue
		}
		v := onlyOrigin(in, operands)
		if v == nil || definedInside(v, op) {
			continue
		}
		rw.ReplaceUses(in, v)
		changed = true
	}
	return changed
}

// onlyOrigin returns the only value, apart from received values, that can be passed to in, or nil
// if there are several or none.
func onlyOrigin(in *Value, operands map[*Value][]*OpOperand) *Value {
	seen := map[*Value]bool{in: true}
	work := []*Value{in}
	var origin *Value
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range operands[v] {
			switch w := u.value; {
			case operands[w] != nil:
				if !seen[w] {
					seen[w] = true
					work = append(work, w)
				}
			case origin != nil && origin != w:
				return nil
			default:
				origin = w
			}
		}
	}
	return origin
}

// definedInside reports whether v is defined by op or in its regions.
func definedInside(v *Value, op *Operation) bool {
	if v.def != nil {
		return op.IsAncestorOf(v.def)
	}
	return op.IsAncestorOf(v.block.ParentOp())
}

// mergeRegionValues merges received values of the same block or operation if all
// predecessors pass the same value for them.
func mergeRegionValues(op *Operation, rw *Rewriter) bool {
	if !receives(op, 2) {
		return false
	}
	all := Passings(op)
	// Values of the same block or operation have different numbers.
	if !slices.ContainsFunc(all, func(p Passing) bool { return p.Input.index != all[0].Input.index }) {
		return false
	}
	inputs, operands := inputsOf(all)
	slices.SortStableFunc(inputs, func(a, b *Value) int { return int(a.index) - int(b.index) })
	changed := false
	for i, a := range inputs {
		for _, b := range inputs[i+1:] {
			if b.uses == nil || a.def != b.def || a.block != b.block || !slices.EqualFunc(operands[a], operands[b], sameValue) {
				continue
			}
			rw.ReplaceUses(b, a)
			changed = true
		}
	}
	return changed
}

func sameValue(a, b *OpOperand) bool { return a.value == b.value }

// removeDeadRegionValues removes received values without uses, together with the operands passed to
// them. Values that receive the same operand can only be removed together.
func removeDeadRegionValues(op *Operation, rw *Rewriter) bool {
	if !receivesUnused(op) {
		return false
	}
	all := Passings(op)
	if !slices.ContainsFunc(all, func(p Passing) bool { return p.Input.uses == nil }) {
		return false
	}
	inputs, _ := inputsOf(all)
	tied := newTies(inputs)
	first := map[*OpOperand]*Value{}
	for _, p := range all {
		if f, ok := first[p.Operand]; ok {
			tied.join(f, p.Input)
		} else {
			first[p.Operand] = p.Input
		}
	}
	live := map[*Value]bool{}
	for _, in := range inputs {
		if in.uses != nil {
			live[tied.find(in)] = true
		}
	}
	dead := func(in *Value) bool { return !live[tied.find(in)] }
	if !slices.ContainsFunc(inputs, dead) {
		return false
	}
	drop := map[*Operation]map[int]bool{}
	var owners []*Operation
	for _, p := range all {
		if !dead(p.Input) {
			continue
		}
		owner := p.Operand.owner
		if drop[owner] == nil {
			drop[owner] = map[int]bool{}
			owners = append(owners, owner)
		}
		drop[owner][p.Operand.Index()] = true
	}
	for _, owner := range owners {
		rw.Modify(owner, func() { owner.eraseOperands(func(i int) bool { return drop[owner][i] }) })
	}
	kept := make([]bool, len(op.results()))
	for i := range kept {
		kept[i] = true
	}
	erased := false
	for _, in := range slices.Backward(inputs) { // later arguments first
		switch {
		case !dead(in):
		case in.def != nil:
			kept[in.index] = false
			erased = true
		default:
			rw.Modify(in.block.ParentOp(), func() { in.block.EraseArg(int(in.index)) })
		}
	}
	if erased {
		rw.keepResults(op, kept)
	}
	return true
}

// ties is a partition of values (union-find).
type ties map[*Value]*Value

func newTies(vs []*Value) ties {
	t := ties{}
	for _, v := range vs {
		t[v] = v
	}
	return t
}

func (t ties) find(v *Value) *Value {
	for t[v] != v {
		v = t[v]
	}
	return v
}

func (t ties) join(a, b *Value) { t[t.find(b)] = t.find(a) }

// eraseOperands removes operands of an operation that does not record the sizes of its
// groups.
func (op *Operation) eraseOperands(drop func(i int) bool) {
	i := -1
	op.SetOperands(slices.DeleteFunc(op.OperandList(), func(*Value) bool {
		i++
		return drop(i)
	}))
}

// keepResults replaces op by an operation with some of its results, which takes over the
// regions. The other results must be unused.
func (rw *Rewriter) keepResults(op *Operation, keep []bool) *Operation {
	rw.Before(op)
	st := &OpState{Def: op.def, Loc: op.Loc(), Operands: op.OperandList(), Props: slices.Clone(op.props()), NumRegions: op.NumRegions(), ResultTypes: []Type{}}
	if op.attrs != nil {
		st.Attrs = op.attrs.Entries
	}
	for i := range op.results() {
		if keep[i] {
			st.ResultTypes = append(st.ResultTypes, op.results()[i].typ)
		}
	}
	n := rw.Create(st)
	for i := range op.NumRegions() {
		n.Region(i).TakeBody(op.Region(i))
	}
	vs := make([]*Value, len(op.results()))
	next := 0
	for i := range vs {
		if keep[i] {
			vs[i] = n.Result(next)
			next++
		}
	}
	rw.Replace(op, vs...)
	return n
}
