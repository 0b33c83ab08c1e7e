package okk

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/sim"
)

// races records the accesses of the operations of an okk.parallel. Operations that write
// bytes which others use give different results in another order.
type races struct {
	list []use
}

// use is a range that an operation reads or writes.
type use struct {
	span
	op      *ir.Operation
	operand int
	write   bool
}

// quotedNames lists two names, or one if they are equal.
func quotedNames(a, b string) string {
	if a == b {
		return "'" + a + "'"
	}
	return "'" + a + "' and '" + b + "'"
}

// value returns the name of the tensor that is used.
func (u use) value() string { return okk.NameOf(u.op.Operand(u.operand)) }

// access records the bytes that an operation uses by an operand.
func (x *executor) access(op *ir.Operation, operand int, t tensor, write bool) {
	if x.races == nil {
		return
	}
	for _, s := range t.touched() {
		x.races.list = append(x.races.list, use{span: s, op: op, operand: operand, write: write})
	}
}

// parallel executes the operations in the order of the text. The error code is
// parallel-race if that order matters.
func (x *executor) parallel(f *sim.Frame, in *sim.Instr) error {
	outer := x.races
	x.races = &races{}
	defer func() { x.races = outer }()
	if _, err := f.Region(in, 0, nil); err != nil {
		return err
	}
	return x.races.find()
}

// find searches for a byte that one operation writes and another uses.
func (r *races) find() error {
	slices.SortFunc(r.list, func(a, b use) int { return cmp.Or(cmp.Compare(a.memory, b.memory), cmp.Compare(a.lo, b.lo)) })
	// Uses that extend beyond the beginning of the next use.
	var open []use
	for _, u := range r.list {
		open = slices.DeleteFunc(open, func(o use) bool { return o.memory != u.memory || o.hi <= u.lo })
		for _, o := range open {
			if !okk.InOrder(o.op, u.op) && (o.write || u.write) {
				return diag.Errorf("parallel-race", "'%s' and '%s' run at the same time and one of them writes what the other one uses: %s", o.op.Name(), u.op.Name(), quotedNames(o.value(), u.value()))
			}
		}
		open = append(open, u)
	}
	return nil
}
