package flow

import "optc/ir"

// Propagation is the interface of operations through which layouts pass.
var Propagation = ir.NewInterface[*Rule]("propagation of layouts")

// Rule describes how layouts pass through an operation op. Any field may be nil. A value v below is
// a result of op or an argument of one of its regions; an operand u is an operand of op, or of a
// terminator, without a rule, of one of its regions.
type Rule struct {
	// Forwards gives the values that follow from operand u, which has layout l, their
	// layouts.
	Forwards func(p Propagator, op *ir.Operation, u *ir.OpOperand, l Layout)
	// Missing gives results a layout that the layouts of operands do not imply. It is called after all
	// layouts that follow forwards have been collected.
	Missing func(p Propagator, op *ir.Operation)
	// Backwards demands, for v with layout l, the layouts that the operands leading to v need.
	Backwards func(p Propagator, op *ir.Operation, v *ir.Value, l Layout)

	// FitOperand and FitValue make an operation consistent after layouts have been chosen. They are
	// called for every operation, the last operation of a block first, with each operand of op and
	// then with each value that has a layout. FitOperand demands layouts that match the layout of u
	// from the other operands, such as masks, and settles results. If FitValue is nil, Backwards is
	// used instead.
	FitOperand func(p Propagator, op *ir.Operation, u *ir.OpOperand, l Layout)
	FitValue   func(p Propagator, op *ir.Operation, v *ir.Value, l Layout)

	// Sources returns the values that contain the elements of v, each element in the same
	// thread as in v. If v is to come from shared memory, these values are.
	Sources func(op *ir.Operation, v *ir.Value) []*ir.Value

	// Free is set if copies of the operation cost nothing, so that each user may have a copy in the
	// layout that it needs. Constants may have any layout without a rule.
	Free bool
	// Cheap: computing the result again costs less than moving its elements between threads,
	// if the operands are cheap, too.
	Cheap bool
}

// Propagator takes the layouts that rules find. It ignores nil layouts, values that are not
// vectors, and nil operands.
type Propagator interface {
	// Give adds l to the layouts that v may have.
	Give(v *ir.Value, l Layout)
	// Want demands a layout of an operand, which is converted if it has another layout.
	Want(u *ir.OpOperand, l Layout)
	// Settle sets the layout of a result whose users expect another layout; the users get
	// a conversion. Only FitOperand and FitValue may call it.
	Settle(v *ir.Value, l Layout)
	// Known returns the layout of v so far, or nil.
	Known(v *ir.Value) Layout
	// Immediate reports whether a value keeps the first layout that it gets, as in the
	// algorithm of IREE until 2026-02. Otherwise Forwards collects possible layouts, and
	// Want has no effect until a layout has been chosen for each value.
	Immediate() bool
	// Context returns the context of the analysed operations, whose settings rules follow.
	Context() *ir.Context
}

// elementwise is the rule of operations with the trait Elementwise.
var elementwise = &Rule{
	Forwards: func(p Propagator, op *ir.Operation, u *ir.OpOperand, l Layout) {
		if u.Owner() == op {
			for _, r := range op.Results() {
				p.Give(r, l)
			}
		}
	},
	Backwards: func(p Propagator, op *ir.Operation, v *ir.Value, l Layout) {
		if v.DefiningOp() == op {
			for i := range op.NumOperands() {
				p.Want(op.OpOperand(i), l)
			}
		}
	},
	Sources: Operands,
	Cheap:   true,
}

// Operands returns all operands of op, for the field Sources.
func Operands(op *ir.Operation, _ *ir.Value) []*ir.Value { return op.OperandList() }

// RuleOf returns the rule of an operation, or nil.
func RuleOf(op *ir.Operation) *Rule {
	if rule, ok := Propagation.Of(op); ok {
		return rule
	}
	switch {
	case op == nil:
	case op.Has(ir.Elementwise):
		return elementwise
	case ir.Accessing.Has(op):
		return accesses
	}
	return nil
}

// Forward applies the rule of the user of u, which has layout l.
func Forward(p Propagator, u *ir.OpOperand, l Layout) {
	op := u.Owner()
	rule := RuleOf(op)
	if rule == nil && op.IsTerminator() {
		op = op.Parent()
		rule = RuleOf(op)
	}
	if rule != nil && rule.Forwards != nil {
		rule.Forwards(p, op, u, l)
	}
}

// OwnerOf returns the operation that defines v as a result, or as an argument of one of
// its regions.
func OwnerOf(v *ir.Value) *ir.Operation {
	if op := v.DefiningOp(); op != nil {
		return op
	}
	return v.OwnerBlock().ParentOp()
}

// Backward applies the rule of the owner of v, which has layout l.
func Backward(p Propagator, v *ir.Value, l Layout) {
	op := OwnerOf(v)
	if rule := RuleOf(op); rule != nil && rule.Backwards != nil {
		rule.Backwards(p, op, v, l)
	}
}

// IsFree reports whether copies of an operation cost nothing.
func IsFree(op *ir.Operation) bool {
	if op == nil {
		return false
	}
	rule := RuleOf(op)
	return rule != nil && rule.Free || op.Has(ir.ConstantLike)
}
