package bufferize

import (
	"slices"

	"optc/ir"
)

// alias is a value that is stored in the buffer of an operand, if the operation changes the operand in place.
type alias struct {
	value *ir.Value
	same  bool // the value is the whole buffer, not a part of it
	maybe bool // whether the value is in the buffer depends on the control flow
}

// source is an operand whose buffer holds a value.
type source struct {
	operand     *ir.OpOperand
	same, maybe bool
}

// rule is the treatment of buffers by the operations of a kind. The questions and their defaults are upstream's
// (BufferizableOpInterface.td).
type rule struct {
	reads    func(s *state, u *ir.OpOperand) bool      // nil: it reads every operand
	writes   func(s *state, u *ir.OpOperand) bool      // nil: the operation writes no operand
	aliases  func(s *state, u *ir.OpOperand) []alias   // nil: none
	sources  func(s *state, v *ir.Value) []source      // nil: the operands with the alias v
	defines  func(op *ir.Operation) bool               // whether results get new contents; nil: by the operands
	writable func(op *ir.Operation, v *ir.Value) bool  // whether a buffer may be changed; nil: results only
	access   func(s *state, us ...*ir.OpOperand) bool  // whether elements are read right before they are written; nil means no
	repeats  func(op *ir.Operation, region int) bool   // nil: by the interface RegionBranch
	resolve  func(c *copier, op *ir.Operation) problem // inserts copies; nil: copyOperands
	verify   func(s *state, op *ir.Operation) problem  // called after the analysis; nil: there is nothing to verify
	concerns func(op *ir.Operation) bool               // whether the operation uses tensors; nil: it depends on operands, results and arguments
	typeOf   func(b *bufferizer, v *ir.Value, stack []*ir.Value) (ir.Type, problem)
	replace  func(b *bufferizer, op *ir.Operation) problem
	fixed    bool // operands are always used in place
	alloc    bool // results are new buffers
	parallel bool // regions that repeat run in parallel
	blocks   bool // regions may have several blocks
}

// problem is the reason why a program cannot be bufferized, or nil.
type problem = *ir.Diagnostic

func never(*state, *ir.OpOperand) bool  { return false }
func always(*state, *ir.OpOperand) bool { return true }

// sameAsResult: the only result is the buffer of the operand.
func sameAsResult(_ *state, u *ir.OpOperand) []alias {
	return []alias{{value: u.Owner().Result(0), same: true}}
}

// withinResult: the only result is a part of the buffer of the operand, or the reverse.
func withinResult(_ *state, u *ir.OpOperand) []alias {
	return []alias{{value: u.Owner().Result(0)}}
}

// isInit reports whether an operand is the destination of a result.
func isInit(_ *state, u *ir.OpOperand) bool {
	d := u.Owner().Def().Interfaces.DestStyle
	if d == nil {
		return false
	}
	lo, hi := d.Inits(u.Owner())
	return u.Index() >= lo && u.Index() < hi
}

// tiedResult: a result is the buffer of its destination.
func tiedResult(s *state, u *ir.OpOperand) []alias {
	if !isInit(s, u) {
		return nil
	}
	lo, _ := u.Owner().Def().Interfaces.DestStyle.Inits(u.Owner())
	return []alias{{value: u.Owner().Result(u.Index() - lo), same: true}}
}

// ownerOf returns the operation that defines a value, or the operation around the block of an argument.
func ownerOf(v *ir.Value) *ir.Operation {
	if v.DefiningOp() != nil {
		return v.DefiningOp()
	}
	return v.OwnerBlock().ParentOp()
}

// usesTensors reports whether an operation has tensors as operands, results or arguments of blocks.
func usesTensors(op *ir.Operation) bool {
	for r := range op.Regions() {
		for b := range r.Blocks() {
			if slices.ContainsFunc(b.Args(), isTensorValue) {
				return true
			}
		}
	}
	return usesTensorValues(op)
}

func usesTensorValues(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if isTensorValue(v) {
			return true
		}
	}
	return hasTensorResult(op)
}

func hasTensorResult(op *ir.Operation) bool {
	for _, v := range op.Results() {
		if isTensorValue(v) {
			return true
		}
	}
	return false
}

func isTensorValue(v *ir.Value) bool { return isTensor(v.Type()) }

// concerned reports whether an operation is to be bufferized.
func (s *settings) concerned(op *ir.Operation) bool {
	if r := ruleFor(op); r != nil && r.concerns != nil {
		return r.concerns(op)
	}
	return usesTensors(op)
}

// tensorUses returns the operands of an operation that are tensors.
func tensorUses(op *ir.Operation) (us []*ir.OpOperand) {
	for i, v := range op.Operands() {
		if isTensor(v.Type()) {
			us = append(us, op.OpOperand(i))
		}
	}
	return us
}

// usesOf returns the uses of a value.
func usesOf(v *ir.Value) (us []*ir.OpOperand) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		us = append(us, u)
	}
	return us
}

// reaches reports whether control can pass from the end of one region of op to the start of another.
func reaches(op *ir.Operation, from, to *ir.Region) bool {
	br := op.Def().Interfaces.RegionBranch
	if br == nil {
		return false
	}
	seen := map[*ir.Region]bool{}
	work := []*ir.Region{from}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range br.Successors(op, r) {
			if next.Region == to {
				return true
			}
			if next.Region != nil && !seen[next.Region] {
				seen[next.Region] = true
				work = append(work, next.Region)
			}
		}
	}
	return false
}

// repeated reports whether a region of an operation with a rule may run several times.
func (s *settings) repeated(r *ir.Region) bool {
	op := r.Parent()
	rule := s.rule(op)
	switch {
	case rule == nil:
		return false
	case rule.repeats != nil:
		return rule.repeats(op, r.Index())
	}
	return reaches(op, r, r)
}

// repetition returns the closest region around a block, or itself, that may run several times, or nil.
func (s *settings) repetition(r *ir.Region) *ir.Region {
	for r != nil && !s.repeated(r) {
		r = r.ParentRegion()
	}
	return r
}

// parallelRegion returns the closest region around r, or r itself, whose iterations run in parallel, or nil.
func (s *settings) parallelRegion(r *ir.Region) *ir.Region {
	for ; r != nil; r = r.ParentRegion() {
		if rule := s.rule(r.Parent()); rule != nil && rule.parallel && s.repeated(r) {
			return r
		}
	}
	return nil
}
