package okk

import (
	"fmt"
	"slices"

	"optc/ir"
)

// Verifiers check everything that does not depend on choices still to be made: nothing if
// there is no machine, everything but overlaps if there are no addresses, and everything
// if there are addresses.

// problem is an error of this dialect about an operation.
func problem(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	return op.Errorf(format, args...).WithCode(Codes + code)
}

// MachineMissing is the error of a kernel in a module without a machine.
func MachineMissing(kernel *ir.Operation) *ir.Diagnostic {
	return problem(kernel, "machine-missing", "needs a module attribute %s", MachineAttrName).
		Note(kernel.Loc(), "write 'module attributes {%s = #okk.machine<bm1684>}', or give build, run or export the flag --target bm1684", MachineAttrName)
}

// verify checks an operation by its row: its attributes, then its operands, then that work buffers
// overlap neither sources nor each other.
func (r *Row) verify(op *ir.Operation) *ir.Diagnostic {
	if r.CheckAttrs != nil {
		if d := r.CheckAttrs(op); d != nil {
			return d
		}
	}
	if r.Check != nil {
		return r.Check(op)
	}
	operands := Tensors(op)
	if d := verifyClass(op, r.Of(op), operands...); d != nil {
		return d
	}
	first := len(operands) - r.Works(op)
	for i, work := range operands[first:] {
		for _, v := range slices.Concat(operands[1:first], operands[first:first+i]) {
			if d := verifyApart(op, work, v); d != nil {
				return d
			}
		}
	}
	return nil
}

// verifyClass checks the operands of an operation, the destination first.
func verifyClass(op *ir.Operation, c OpClass, operands ...*ir.Value) *ir.Diagnostic {
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	tensors := make([]*Tensor, len(operands))
	all := true
	for i, v := range operands {
		if !IsSettled(v) {
			return nil
		}
		x, known, err := Placed(m, v)
		if err != nil {
			return Diagnose(op, operandError(i, err), operands...)
		}
		tensors[i], all = x, all && known
	}
	if row := RowOf(op); row != nil {
		if err := row.on(m, op, &c); err != nil {
			return Diagnose(op, err)
		}
	}
	if err := c.Check(m, tensors...); err != nil {
		return Diagnose(op, err, operands...)
	}
	if all {
		name := func(i int) string { return fmt.Sprintf("%s '%s'", operandName(i), NameOf(operands[i])) }
		if err := c.checkAliases(tensors, name); err != nil {
			return Diagnose(op, err, operands...)
		}
	}
	return nil
}

// verifyApart checks that a work buffer does not overlap another operand.
func verifyApart(op *ir.Operation, work, source *ir.Value) *ir.Diagnostic {
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	var placed [2]*Tensor
	for i, v := range []*ir.Value{work, source} {
		if !IsSettled(v) {
			return nil
		}
		x, known, err := Placed(m, v)
		if err != nil {
			return Diagnose(op, err)
		}
		if !known {
			return nil
		}
		placed[i] = x
	}
	if b, shared := placed[0].Shared(placed[1]); shared {
		return problem(op, "operand-overlap", "work buffer '%s' and operand '%s' share bytes (NPU %d, offsets [%d, %d))", NameOf(work), NameOf(source), b.NPU, b.Lo, b.Hi)
	}
	return nil
}
