package cf

import (
	"slices"

	"optc/internal/num"
	"optc/ir"
)

// switchCase is one case of cf.switch.
type switchCase struct {
	value num.Int
	dest  *ir.Block
	args  []*ir.Value
}

func casesOf(op *ir.Operation) []switchCase {
	cases := make([]switchCase, op.NumSuccessors()-1)
	for i, v := range values(op) {
		cases[i] = switchCase{v, op.Successor(i + 1), successorOperands(op, i+1)}
	}
	return cases
}

// replaceSwitch replaces a switch by one with another default and other cases.
func replaceSwitch(rw *ir.Rewriter, op *ir.Operation, other switchCase, cases []switchCase) bool {
	st := &ir.OpState{Def: op.Def(), Operands: []*ir.Value{op.Operand(0)}, Successors: []*ir.Block{other.dest}}
	st.Operands = append(st.Operands, other.args...)
	var raw []byte
	sizes := make([]int32, len(cases))
	total := 0
	for i, c := range cases {
		raw = c.value.AppendBytes(raw)
		st.Operands = append(st.Operands, c.args...)
		st.Successors = append(st.Successors, c.dest)
		sizes[i] = int32(len(c.args))
		total += len(c.args)
	}
	c := rw.Context()
	if len(cases) > 0 {
		st.SetProp(caseValues, c.Dense(ir.Vector([]int64{int64(len(cases))}, op.Operand(0).Type()), raw))
	}
	st.SetProp(caseSegments, c.DenseI32Array(sizes))
	st.SetSegments(c, 1, len(other.args), total)
	rw.Create(st)
	rw.Erase(op)
	return true
}

func defaultOf(op *ir.Operation) switchCase {
	return switchCase{dest: op.Successor(0), args: successorOperands(op, 0)}
}

// onlyDefault makes a switch without cases a branch.
//
//	cf.switch %f : i32, [default: ^bb1]    →   cf.br ^bb1
func onlyDefault(op *ir.Operation, rw *ir.Rewriter) bool {
	if op.NumSuccessors() > 1 {
		return false
	}
	d := defaultOf(op)
	return branchInstead(rw, op, d.dest, d.args)
}

// dropCasesLikeDefault drops cases that do what the default does.
//
//	cf.switch %f : i32, [default: ^bb1, 42: ^bb1, 43: ^bb2]    →   cf.switch %f : i32, [default: ^bb1, 43: ^bb2]
func dropCasesLikeDefault(op *ir.Operation, rw *ir.Rewriter) bool {
	d, cases := defaultOf(op), casesOf(op)
	kept := slices.DeleteFunc(cases, func(c switchCase) bool { return c.dest == d.dest && slices.Equal(c.args, d.args) })
	if len(kept) == op.NumSuccessors()-1 {
		return false
	}
	return replaceSwitch(rw, op, d, kept)
}

// branchFor replaces a switch by the branch that it takes for a value.
func branchFor(rw *ir.Rewriter, op *ir.Operation, flag num.Int) bool {
	taken := defaultOf(op)
	for _, c := range casesOf(op) {
		if c.value.Equal(flag) {
			taken = c
			break
		}
	}
	return branchInstead(rw, op, taken.dest, taken.args)
}

// constantSwitch takes the case of a constant flag.
//
//	cf.switch %c42 : i32, [default: ^bb1, 42: ^bb2]    →   cf.br ^bb2
func constantSwitch(op *ir.Operation, rw *ir.Rewriter) bool {
	flag, ok := ir.ConstantInt(op.Operand(0))
	return ok && branchFor(rw, op, flag)
}

// passThroughSwitch skips blocks that only branch on.
//
//	  cf.switch %f : i32, [default: ^bb1, 42: ^bb2]    →   cf.switch %f : i32, [default: ^bb1, 42: ^bb3]
//	^bb2:
//	  cf.br ^bb3
func passThroughSwitch(op *ir.Operation, rw *ir.Rewriter) bool {
	some := false
	d, cases := defaultOf(op), casesOf(op)
	skip := func(c *switchCase) {
		if next, args, ok := collapse(c.dest, c.args); ok {
			c.dest, c.args, some = next, args, true
		}
	}
	for i := range cases {
		skip(&cases[i])
	}
	skip(&d)
	return some && replaceSwitch(rw, op, d, cases)
}

// switchBefore returns the switch by the same flag that ends the only
// predecessor, or nil.
func switchBefore(op *ir.Operation) *ir.Operation {
	pred := op.Block().SinglePredecessor()
	if pred == nil {
		return nil
	}
	before := pred.Back()
	if !before.Is(Switch) || before.Operand(0) != op.Operand(0) {
		return nil
	}
	return before
}

// switchFromCase uses that the flag has the value of the case that led here.
//
//	  cf.switch %f : i32, [default: ^bb1, 42: ^bb2]    →   cf.switch %f : i32, [default: ^bb1, 42: ^bb2]
//	^bb2:                                                ^bb2:
//	  cf.switch %f : i32, [default: ^bb3, 42: ^bb4]        cf.br ^bb4
func switchFromCase(op *ir.Operation, rw *ir.Rewriter) bool {
	before := switchBefore(op)
	if before == nil || before.Successor(0) == op.Block() {
		return false
	}
	for _, c := range casesOf(before) {
		if c.dest == op.Block() {
			return branchFor(rw, op, c.value)
		}
	}
	return false
}

// switchFromDefault uses that the flag has none of the values that lead elsewhere.
//
//	  cf.switch %f : i32, [default: ^bb1, 42: ^bb2]              →   cf.switch %f : i32, [default: ^bb1, 42: ^bb2]
//	^bb1:                                                          ^bb1:
//	  cf.switch %f : i32, [default: ^bb3, 42: ^bb4, 43: ^bb5]        cf.switch %f : i32, [default: ^bb3, 43: ^bb5]
func switchFromDefault(op *ir.Operation, rw *ir.Rewriter) bool {
	before := switchBefore(op)
	if before == nil || before.Successor(0) != op.Block() {
		return false
	}
	impossible := func(c switchCase) bool {
		return slices.ContainsFunc(casesOf(before), func(b switchCase) bool {
			return b.dest != op.Block() && b.value.Equal(c.value)
		})
	}
	kept := slices.DeleteFunc(casesOf(op), impossible)
	if len(kept) == op.NumSuccessors()-1 {
		return false
	}
	return replaceSwitch(rw, op, defaultOf(op), kept)
}
