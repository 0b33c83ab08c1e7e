// Package integers specifies which function of integers an operation computes, so that an analysis
// of indices, sizes or addresses has rules for functions instead of operations. A dialect lists its
// operations:
//
//	arith.addi, index.add     → integers.Add
//	arith.divui, index.divu   → integers.DivU
//	arith.extsi, index.casts  → integers.CastS
//
// and the analysis asks:
//
//	switch f := integers.FunctionOf(op); f {
//	case integers.Add:
//		return left.plus(right)
//	}
package integers

import "optc/ir"

// Function is a function of integers of any width, or of the elements of vectors. Operands are read
// as signed by the functions named …S, and as unsigned by those named …U.
type Function uint8

// The functions. All have two operands, except the casts, which have one.
const (
	None Function = iota // no function of this list
	Add                  // modulo 2^width, like Sub and Mul
	Sub
	Mul
	DivS // rounded towards 0
	DivU
	FloorDivS // rounded down
	CeilDivS  // rounded up
	CeilDivU
	RemS // with the sign of the dividend
	RemU
	MinS
	MinU
	MaxS
	MaxU
	And
	Or
	Xor
	Shl
	ShrS
	ShrU
	CastS // cut off, or extended with the sign
	CastU // cut off, or extended with zeros
)

// Applied is the interface of operations whose only result is a function of their operands, in
// their order.
var Applied = ir.NewInterface[Function]("function of integers")

// FunctionOf returns the function that an operation applies, None for nil and for other operations.
func FunctionOf(op *ir.Operation) Function {
	f, _ := Applied.Of(op)
	return f
}

// Of returns the function that an operation computes, and the operands that it is applied to.
func Of(op *ir.Operation) (f Function, x []*ir.Value) {
	if f = FunctionOf(op); f != None {
		x = op.OperandList()
	}
	return f, x
}

// Implement lets operations of a list of definitions apply functions.
func Implement(list []*ir.OpDef, functions map[ir.Kind]Function) []*ir.OpDef {
	for _, d := range list {
		if f := functions[d.Kind]; f != None {
			d.Implements = append(d.Implements, Applied.By(f))
		}
	}
	return list
}
