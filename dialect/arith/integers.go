package arith

import (
	"optc/ir"
	"optc/ir/integers"
)

// integerFunctions are the functions that the operations on integers apply.
var integerFunctions = map[ir.Kind]integers.Function{
	"arith.addi": integers.Add, "arith.subi": integers.Sub, "arith.muli": integers.Mul,
	"arith.divsi": integers.DivS, "arith.divui": integers.DivU, "arith.floordivsi": integers.FloorDivS,
	"arith.ceildivsi": integers.CeilDivS, "arith.ceildivui": integers.CeilDivU, "arith.remsi": integers.RemS, "arith.remui": integers.RemU,
	"arith.minsi": integers.MinS, "arith.minui": integers.MinU, "arith.maxsi": integers.MaxS, "arith.maxui": integers.MaxU,
	"arith.andi": integers.And, "arith.ori": integers.Or, "arith.xori": integers.Xor,
	"arith.shli": integers.Shl, "arith.shrsi": integers.ShrS, "arith.shrui": integers.ShrU,
	"arith.index_cast": integers.CastS, "arith.extsi": integers.CastS, "arith.trunci": integers.CastS,
	"arith.index_castui": integers.CastU, "arith.extui": integers.CastU,
}
