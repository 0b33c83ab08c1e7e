package okk

import (
	"errors"
	"slices"

	"optc/diag"
	"optc/ir"
)

// MachineAttrName is the attribute of a module that names the machine of its kernels.
const MachineAttrName = "okk.machine"

// Codes prefixes the codes of this package's errors in diagnostics.
const Codes = "okk."

// Dialect is the okk dialect.
var Dialect = &ir.Dialect{
	Name:    "okk",
	Summary: "kernels and tensor layouts for the local memory of Sophon and Sophgo TPUs",
	Description: `A kernel holds buffers in system memory, tensors in local memory, views of both,
copies between them and operations that compute. A type specifies shape, element
type, storage mode, layout and first NPU of a tensor; the address belongs to the
allocation. Operations have the names, operand rules and meaning of the functions
of OKKernel.

A kernel is written without addresses, with ` + "`auto`" + ` for layouts and ` + "`w = ?`" + ` for matrix widths, or with any of
them given. Passes choose what is left open and check what is written.`,
	Define: func() ir.Definitions {
		return ir.Definitions{
			Typed: typedOps(),
			Ops:   definitions(),
			Types: typeDefs(),
			Attrs: attrDefs(),
		}
	},
	VerifyAttr: verifyDialectAttr,
	InlineInto: ir.InlineAlways,
}

// rows lists the operations on tensors.
func rows() []*Row {
	list := slices.Concat(copyRows(), eltwiseRows(), []*Row{castRow()}, channelRows(), windowRows(), []*Row{matmulRow()}, productRows(), fixedRows(), integerRows(), mathRows(), spreadRows(), indexedRows(), []*Row{poolIntegerRow()})
	return append(list, computeRow())
}

// definitions lists the operations, in the order of the reference.
func definitions() []*ir.OpDef {
	ops, views := kernelOps(), viewOps()
	for _, r := range rows() {
		if r.Movement == NoMovement && views != nil {
			ops, views = append(ops, views...), nil
		}
		ops = append(ops, r.def())
	}
	return slices.Concat(ops, yieldOp(), assertOps())
}

// verifyDialectAttr checks the attribute okk.machine of a module.
func verifyDialectAttr(op *ir.Operation, a ir.NamedAttr) *ir.Diagnostic {
	if a.Name != MachineAttrName {
		return nil
	}
	if !ir.Is[ir.ModuleOp](op) {
		return op.Errorf("expects attribute '%s' only on '%s'", MachineAttrName, ir.ModuleOp{}.Kind())
	}
	if !ir.IsAttr[*MachineAttr](a.Value) {
		return op.Errorf("expected attribute '%s' to be an okk machine, but got '%s'", MachineAttrName, a.Value)
	}
	return nil
}

// MachineFor returns the machine of the nearest enclosing module that names a machine, or
// nil.
func MachineFor(op *ir.Operation) *Machine {
	for ; op != nil; op = op.Parent() {
		if a := ir.Get[*MachineAttr](op, MachineAttrName); a != nil {
			return &a.Machine
		}
	}
	return nil
}

// Diagnose turns an error into a diagnostic about an operation, with a note at the
// definition of the operand that caused the error. operands are in the order of the class
// that was checked.
func Diagnose(op *ir.Operation, err error, operands ...*ir.Value) *ir.Diagnostic {
	var coded *diag.Error
	if !errors.As(err, &coded) {
		return op.Errorf("%v", err)
	}
	d := op.OpError(Codes, coded)
	var about *OperandError
	if errors.As(err, &about) && about.Operand < len(operands) {
		if v := operands[about.Operand]; v.DefiningOp() != nil {
			d.Note(v.DefiningOp().Loc(), "operand #%d is defined here, as %s", about.Operand, v.Type())
		}
	}
	return d
}
