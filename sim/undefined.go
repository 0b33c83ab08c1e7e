package sim

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Undefined describes inputs for which an operation has no defined result. A dialect lists
// them in its Meanings. The list is the table of the reference, and an operation on integers
// is executed with Holds.
type Undefined struct {
	Op   ir.OpKind
	When string // the condition on the operands: "the divisor is 0"
	// Stops is the error that ends the run; nil if the result is poison.
	Stops *diag.Error
	// Holds reports whether the condition is true for an operation of two integers. It is nil if the
	// meaning of the operation tests the condition itself.
	Holds func(op *ir.Operation, a, b num.Int) bool
	// Example computes %r from the arguments %a, %b, and so on, for which the condition is
	// true. Arguments are the values of the arguments, with their types.
	Example   string
	Arguments []string
	Result    string // type of %r
	// LLVM describes what LLVM 22 does with the operation. Its text is empty for an operation on
	// values without instructions, such as tensors.
	LLVM LLVMBehaviour
}

// LLVMBehaviour describes an operation whose result is not defined, in LLVM 22.
type LLVMBehaviour struct {
	Text string // the instruction, and its effect by the language reference of LLVM
	// Folds is set if LLVM replaces the result by poison when the operands are constants.
	Folds bool
	// Traps is set if the instruction of an x86-64 processor traps, or the function of the C
	// library ends the program.
	Traps bool
	// RunsOn is set if the processor then executes the bytes after the function, whatever they are.
	RunsOn bool
}

// Stop is the error of a row whose operation detects the condition itself, e.g. "out-of-bounds".
func Stop(code string) *diag.Error { return &diag.Error{Code: code} }

// UndefinedOf returns the rows of an operation.
func UndefinedOf(rows []Undefined, k ir.OpKind) (of []*Undefined) {
	for i := range rows {
		if rows[i].Op.Kind() == k.Kind() {
			of = append(of, &rows[i])
		}
	}
	return of
}

// CheckedBinary lifts a function of two integers that is not defined if one of the rows applies.
func CheckedBinary(rows []*Undefined, f func(a, b num.Int) num.Int) Func {
	return IntPartial(func(op *ir.Operation) func(a, b num.Int) (num.Int, error) {
		return func(a, b num.Int) (num.Int, error) {
			for _, row := range rows {
				switch {
				case !row.Holds(op, a, b):
				case row.Stops != nil:
					return num.Int{}, row.Stops
				default:
					return num.Int{}, ErrPoisonResult
				}
			}
			return f(a, b), nil
		}
	})
}
