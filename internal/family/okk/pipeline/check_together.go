package okk

import (
	"slices"

	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/ir"
)

// parallel checks for all sizes that the operations of okk.parallel use different bytes.
func (s *sizeChecker) parallel(op *ir.Operation) {
	var inner []*ir.Operation
	var doubts []doubt
	repeated := false
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		repeated = repeated || ir.Is[scf.ForOp](o)
		if !ir.Is[okk.ParallelOp](o) && len(okk.Touched(o)) > 0 {
			inner = append(inner, o)
		}
		return ir.Advance
	})
	for i, o := range inner {
		for _, other := range inner[:i] {
			if !okk.InOrder(o, other) {
				doubts = append(doubts, s.racing(o, other)...)
			}
		}
	}
	if repeated {
		doubts = append(doubts, doubt{about: "whether iterations of a loop share bytes"})
		for _, o := range inner {
			doubts = append(doubts, doubt{matters: o.OperandList()})
		}
	}
	if len(doubts) == 0 {
		return
	}
	for _, o := range inner {
		doubts = append(doubts, doubt{matters: s.control(o)})
	}
	var before []placedAccess
	s.resolve(op, doubts, append(inner, op), func(f *follower, o *ir.Operation) *ir.Diagnostic {
		if o == op {
			before = nil
			return nil
		}
		accesses := s.accesses(f, o)
		for _, a := range accesses {
			switch {
			case f.unknown:
				return nil
			case a.err != nil:
				return okk.Diagnose(a.op, a.err)
			}
			for _, b := range before {
				if where, found := race(a.placed, b.placed, a.write, b.write, okk.ClobberNPUs); found && !okk.InOrder(o, b.user) {
					return raceError(b.user, o, where, b.base, a.base)
				}
			}
		}
		before = append(before, accesses...)
		return nil
	})
}

// racing lists the tensors of two operations of which one is written and which are not proven to
// be apart for all sizes.
func (s *sizeChecker) racing(op, other *ir.Operation) (doubts []doubt) {
	writes, reads := okk.Accesses(op)
	otherWrites, otherReads := okk.Accesses(other)
	facts := s.sizes.At(op).And(s.sizes.At(other))
	compare := func(list, others []*ir.Value) {
		for _, v := range list {
			for _, w := range others {
				if !s.isApart(facts, v, w) {
					doubts = append(doubts, doubt{about: "whether '" + s.names(v) + "' and '" + s.names(w) + "' share bytes", matters: []*ir.Value{v, w}})
				}
			}
		}
	}
	compare(writes, otherWrites)
	compare(writes, otherReads)
	compare(reads, otherWrites)
	return doubts
}

// control lists the values on which it depends whether an operation is reached.
func (s *sizeChecker) control(op *ir.Operation) (list []*ir.Value) {
	for o := op.Parent(); o != nil && o != s.Op; o = o.Parent() {
		list = append(list, o.OperandList()...)
	}
	return list
}

// placedAccess is a tensor at its place that an operation uses.
type placedAccess struct {
	placed
	user  *ir.Operation
	write bool
}

// accesses returns the tensors that an operation uses, at their places.
func (s *sizeChecker) accesses(f *follower, op *ir.Operation) (list []placedAccess) {
	writes, reads := okk.Accesses(op)
	for _, v := range writes {
		list = append(list, placedAccess{f.tensor(v), op, true})
	}
	for _, v := range reads {
		list = append(list, placedAccess{f.tensor(v), op, false})
	}
	return list
}

// lives checks that allocations which are in use together have ranges of their own for the
// largest sizes.
func (s *sizeChecker) lives() {
	lives := okk.Lives(s.Op)
	var list []*ir.Value
	s.Walk(s.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.AllocOp](op) {
			list = append(list, op.Result(0))
		}
		return ir.Advance
	})
	for i, v := range list {
		for _, w := range list[:i] {
			if lives[v].Meets(lives[w]) && !apartInMemory(v, w) {
				s.Report(v.DefiningOp().Warningf("shares bytes with '%s'; that they are not in use together is checked only for the sizes of a run", s.names(w)).
					WithCode(okk.Codes+"not-proven").Note(w.DefiningOp().Loc(), "'%s' is here", s.names(w)))
			}
		}
	}
}

// stores checks for all sizes that a tensor is written before it is stored.
func (s *sizeChecker) stores() {
	writers := map[*ir.Value][]*ir.Operation{}
	var stores []*ir.Operation
	s.Walk(s.Op, func(op *ir.Operation) ir.WalkResult {
		writes, _ := okk.Accesses(op)
		for _, v := range writes {
			for _, base := range okk.Bases(v) {
				writers[base] = append(writers[base], op)
			}
		}
		if ir.Is[okk.StoreOp](op) {
			stores = append(stores, op)
		}
		return ir.Advance
	})
	for _, op := range stores {
		source := ir.Cast[okk.StoreOp](op).Source()
		wanted := []*ir.Operation{op}
		certain := true
		for _, base := range okk.Bases(source) {
			wanted = append(wanted, writers[base]...)
			certain = certain && s.isWritten(writers[base], op)
		}
		if certain || s.isCarriedWritten(okk.Base(source), op) {
			continue
		}
		matters := []*ir.Value{okk.Base(source)}
		for _, w := range wanted {
			matters = append(matters, s.control(w)...)
		}
		s.resolve(op, []doubt{{about: "whether '" + s.names(source) + "' is written before", matters: matters, unsized: true}}, wanted, func(f *follower, o *ir.Operation) *ir.Diagnostic {
			if base := f.tensor(source).base; o == op && !f.unknown && !f.written[base] {
				return neverWritten(op, base)
			}
			for _, a := range s.accesses(f, o) {
				f.written[a.base] = f.written[a.base] || a.write
			}
			return nil
		})
	}
}

// isWritten reports whether an operation is reached only after one of some other operations.
func (s *sizeChecker) isWritten(writers []*ir.Operation, op *ir.Operation) bool {
	for _, w := range writers {
		for {
			if ahead := ancestorIn(w.Block(), op); ahead != nil && ahead != w && w.IsBefore(ahead) {
				return true
			}
			parent := w.Parent()
			loop := ir.As[scf.ForOp](parent)
			if !ir.Is[okk.ParallelOp](parent) && !(loop.Ok() && s.sizes.At(parent).AtLeast(s.sizes.Of(loop.UpperBound()).Minus(s.sizes.Of(loop.LowerBound())), 1)) {
				break
			}
			w = parent
		}
	}
	return false
}

// isCarriedWritten reports whether a tensor that a loop carries is written before an operation: the
// tensor is written before the loop, or the operation is reached in a later iteration or after one, and
// every iteration hands on a tensor that is written.
func (s *sizeChecker) isCarriedWritten(v *ir.Value, op *ir.Operation) bool {
	loop, i, result := carrier(v)
	if !loop.Ok() {
		return false
	}
	index, low := s.sizes.Of(loop.Region().Front().Args()[0]), s.sizes.Of(loop.LowerBound())
	reached := index.Minus(low)
	if result {
		reached = s.sizes.Of(loop.UpperBound()).Minus(low)
	}
	written := s.writtenByLoop(loop)
	return s.handsOn(loop, written, i) && (written[i] || s.sizes.At(op).AtLeast(reached, 1))
}

// writtenByLoop reports which of the tensors that a loop carries are written in every iteration, from its
// begin on.
func (s *sizeChecker) writtenByLoop(loop scf.ForOp) []bool {
	written := make([]bool, len(loop.InitArgs()))
	for i, v := range loop.InitArgs() {
		written[i] = isTensor(v) && (s.isWritten(s.writersOf(v), loop.Operation()) || s.isCarriedWritten(okk.Base(v), loop.Operation()))
	}
	for again := true; again; {
		again = false
		for i := range written {
			if written[i] && !s.handsOn(loop, written, i) {
				written[i], again = false, true
			}
		}
	}
	return written
}

// handsOn reports whether an iteration carries on a written tensor as its value i, if certain
// values are written when it begins.
func (s *sizeChecker) handsOn(loop scf.ForOp, written []bool, i int) bool {
	body := loop.Region().Front()
	end := body.Terminator()
	next := ir.Cast[scf.YieldOp](end).Results()[i]
	if next.OwnerBlock() == body && next.Index() > 0 && written[next.Index()-1] {
		return true
	}
	return s.isWritten(s.writersOf(next), end)
}

// writersOf lists the operations that write a tensor under its own name, or a view of it.
func (s *sizeChecker) writersOf(v *ir.Value) (list []*ir.Operation) {
	s.Walk(s.Op, func(op *ir.Operation) ir.WalkResult {
		writes, _ := okk.Accesses(op)
		if slices.ContainsFunc(writes, func(w *ir.Value) bool { return okk.Base(w) == okk.Base(v) }) {
			list = append(list, op)
		}
		return ir.Advance
	})
	return list
}

// ancestorIn returns the operation of a block that is or contains an operation.
func ancestorIn(b *ir.Block, op *ir.Operation) *ir.Operation {
	for op != nil && op.Block() != b {
		op = op.Parent()
	}
	return op
}
