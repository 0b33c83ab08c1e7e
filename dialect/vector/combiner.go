package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

// combiners are the operations on two numbers whose values a reduction can combine.
var combiners = map[ir.Kind]Kind{
	arith.AddIOp{}.Kind():     Add,
	arith.AddFOp{}.Kind():     Add,
	arith.MulIOp{}.Kind():     Mul,
	arith.MulFOp{}.Kind():     Mul,
	arith.MinUIOp{}.Kind():    MinUI,
	arith.MinSIOp{}.Kind():    MinSI,
	arith.MinNumFOp{}.Kind():  MinNumF,
	arith.MinimumFOp{}.Kind(): MinimumF,
	arith.MaxUIOp{}.Kind():    MaxUI,
	arith.MaxSIOp{}.Kind():    MaxSI,
	arith.MaxNumFOp{}.Kind():  MaxNumF,
	arith.MaximumFOp{}.Kind(): MaximumF,
	arith.AndIOp{}.Kind():     And,
	arith.OrIOp{}.Kind():      Or,
	arith.XOrIOp{}.Kind():     Xor,
}

// KindCombining returns the kind of the reductions that combine elements with an operation; ok is
// false if there is none.
func KindCombining(op ir.Kind) (k Kind, ok bool) {
	k, ok = combiners[op]
	return k, ok
}
