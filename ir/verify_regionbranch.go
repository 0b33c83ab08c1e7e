package ir

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// This file checks the values that pass between regions and results, with the messages of
// LoopLikeInterface.cpp and ControlFlowInterfaces.cpp upstream.

// verifyLoop compares the values that a loop carries: inits, arguments of the body,
// yielded values, and results.
func verifyLoop(op *Operation, l *Loop) *Diagnostic {
	if l.IterArgs == nil {
		return nil
	}
	inits, args, yielded, results := l.Inits(op), l.IterArgs(op), l.Yielded(op), op.ResultList()
	switch {
	case l.Counted && op.Body().NumArgs() == 0: // one argument less than none, as upstream counts
		return op.Errorf("different number of inits and region iter_args: %d != %d", len(inits), uint64(math.MaxUint64))
	case len(inits) != len(args):
		return op.Errorf("different number of inits and region iter_args: %d != %d", len(inits), len(args))
	case len(yielded) > 0 && len(args) != len(yielded):
		return op.Errorf("different number of region iter_args and yielded values: %d != %d", len(args), len(yielded))
	case len(results) != len(args):
		return op.Errorf("different number of loop results and region iter_args: %d != %d", len(results), len(args))
	}
	for i, arg := range args {
		if a, b := inits[i].typ, arg.typ; a != b {
			return op.Errorf("%d-th init and %d-th region iter_arg have different type: '%s' != '%s'", i, i, a, b)
		}
		if len(yielded) > 0 && arg.typ != yielded[i].typ {
			d := op.Errorf("%d-th region iter_arg and %d-th yielded value have different type: '%s' != '%s'", i, i, arg.typ, yielded[i].typ)
			if end := op.Body().Terminator(); end != nil {
				d.HintNote(end.Loc(), "the value is yielded here")
			}
			return d
		}
	}
	for i, arg := range args {
		if a, b := arg.typ, results[i].typ; a != b {
			return op.Errorf("0-th region iter_arg and 0-th loop result have different type: '%s' != '%s'", a, b) // upstream does not count
		}
	}
	return nil
}

// verifyRegionBranch checks every edge of control, from the operation itself and from the
// terminators of its regions.
func verifyRegionBranch(op *Operation, br *RegionBranch) *Diagnostic {
	for _, to := range br.Successors(op, nil) {
		lo, hi := br.EntryOperands(op, to)
		if d := verifyRegionEdge(op, nil, op.operands()[lo:hi], to); d != nil {
			return d
		}
	}
	for r := range op.Regions() {
		var successors []RegionSuccessor
		for b := range r.Blocks() {
			term := b.Terminator()
			if term == nil || !term.Has(ReturnLike) {
				continue
			}
			if successors == nil {
				successors = br.Successors(op, r)
			}
			for _, to := range successors {
				lo, hi := br.exitOperands(term, to)
				if d := verifyRegionEdge(op, term, term.operands()[lo:hi], to); d != nil {
					return d
				}
			}
		}
	}
	return nil
}

// exitOperands returns the operand range that a terminator passes to a successor.
func (br *RegionBranch) exitOperands(term *Operation, to RegionSuccessor) (lo, hi int) {
	if br.ExitOperands != nil {
		return br.ExitOperands(term, to)
	}
	return 0, len(term.operands())
}

// verifyRegionEdge compares the values that a terminator, or op itself if the terminator
// is nil, passes with the values that the successor receives.
func verifyRegionEdge(op, term *Operation, passed []OpOperand, to RegionSuccessor) *Diagnostic {
	same := func(u OpOperand, v *Value) bool {
		if compatible := op.def.Interfaces.RegionBranch.Compatible; compatible != nil {
			return compatible(op, u.value.typ, v.typ)
		}
		return u.value.typ == v.typ
	}
	if slices.EqualFunc(passed, to.Inputs, same) {
		return nil
	}
	from, target, point := "parent", "parent", op
	if term != nil {
		from, point = "Operation "+term.Name(), term
	}
	if to.Region != nil {
		target = fmt.Sprintf("Region #%d", to.Region.Index())
	}
	what := fmt.Sprintf("region branch point has %d operands, but region successor needs %d inputs", len(passed), len(to.Inputs))
	if len(passed) == len(to.Inputs) {
		i := 0
		for same(passed[i], to.Inputs[i]) {
			i++
		}
		what = fmt.Sprintf("successor operand type #%d '%s' should match successor input type #%d '%s'",
			i, passed[i].value.typ, i, to.Inputs[i].typ)
	}
	d := op.Errorf("along control flow edge from %s to %s: %s", from, target, what).Note(point.Loc(), "region branch point")
	if term != nil && len(passed) == 0 {
		types := make([]string, len(to.Inputs))
		for i, v := range to.Inputs {
			types[i] = v.typ.String()
		}
		d.HintNote(term.Loc(), "the region has to end with '%s' of values of type %s", term.Name(), strings.Join(types, ", "))
	}
	return d
}
