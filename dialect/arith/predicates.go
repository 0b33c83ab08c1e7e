package arith

import (
	"optc/ir"
	"optc/num"
)

// CmpIPredicate is the relation that arith.cmpi tests.
type CmpIPredicate int64

// The relations of integers; relations named S… read the operands as signed, relations
// named U… as unsigned.
const (
	EQ CmpIPredicate = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// CmpFPredicate is the relation that arith.cmpf tests. Ordered relations are
// false when an operand is NaN, unordered ones (U…) true.
type CmpFPredicate int64

// The relations of floats.
const (
	AlwaysFalse CmpFPredicate = iota
	OEQ
	OGT
	OGE
	OLT
	OLE
	ONE
	ORD
	UEQ
	UGTF
	UGEF
	ULTF
	ULEF
	UNE
	UNO
	AlwaysTrue
)

var (
	cmpIWords = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
	cmpFWords = []string{"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"}
)

// String returns the word of the relation in the text of arith.cmpi.
func (p CmpIPredicate) String() string { return cmpIWords[p] }

// String returns the word of the relation in the text of arith.cmpf.
func (p CmpFPredicate) String() string { return cmpFWords[p] }

// Rounding modes of arith.truncf, the values of attribute roundingmode.
const (
	ToNearestEven = iota
	Downward
	Upward
	TowardZero
	ToNearestAway
)

var (
	cmpIConstraint = ir.IntEnum("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", 64,
		cmpIWords, nil).In(ir.GoAs(ir.ReadIntAs[CmpIPredicate], ir.MakeI64As[CmpIPredicate]))
	cmpFConstraint = ir.IntEnum("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", 64,
		cmpFWords, nil).In(ir.GoAs(ir.ReadIntAs[CmpFPredicate], ir.MakeI64As[CmpFPredicate]))
	roundingConstraint = ir.IntEnum("Floating point rounding mode", 32,
		[]string{"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"}, nil)
)

// outcomes is the set of outcomes of a comparison.
type outcomes uint8

const (
	less outcomes = 1 << iota // in the order of sim.NumberFormat.Relation
	equal
	greater
	unordered
)

var cmpIOutcomes = [...]outcomes{
	EQ: equal, NE: greater | less,
	SLT: less, SLE: less | equal, SGT: greater, SGE: greater | equal,
	ULT: less, ULE: less | equal, UGT: greater, UGE: greater | equal,
}

var cmpFOutcomes = [...]outcomes{
	AlwaysFalse: 0, AlwaysTrue: equal | greater | less | unordered,
	OEQ: equal, OGT: greater, OGE: greater | equal, OLT: less, OLE: less | equal, ONE: less | greater,
	UEQ: unordered | equal, UGTF: unordered | greater, UGEF: unordered | greater | equal,
	ULTF: unordered | less, ULEF: unordered | less | equal, UNE: unordered | less | greater,
	ORD: equal | greater | less, UNO: unordered,
}

func ordering(c int) outcomes {
	switch {
	case c < 0:
		return less
	case c > 0:
		return greater
	}
	return equal
}

// Holds reports whether two integers are in the relation.
func (p CmpIPredicate) Holds(x, y num.Int) bool {
	var c int
	if p >= ULT {
		c = x.CmpUnsigned(y)
	} else {
		c = x.CmpSigned(y)
	}
	return cmpIOutcomes[p]&ordering(c) != 0
}

// Inverse returns the relation that holds when p does not.
func (p CmpIPredicate) Inverse() CmpIPredicate {
	return [...]CmpIPredicate{EQ: NE, NE: EQ, SLT: SGE, SLE: SGT, SGT: SLE, SGE: SLT, ULT: UGE, ULE: UGT, UGT: ULE, UGE: ULT}[p]
}

// Swapped returns the relation that y and x are in exactly if x and y are in relation p.
func (p CmpIPredicate) Swapped() CmpIPredicate {
	return [...]CmpIPredicate{EQ: EQ, NE: NE, SLT: SGT, SLE: SGE, SGT: SLT, SGE: SLE, ULT: UGT, ULE: UGE, UGT: ULT, UGE: ULE}[p]
}

// Holds reports whether two floats are in the relation.
func (p CmpFPredicate) Holds(x, y num.Float) bool {
	c, ok := x.Compare(y)
	if !ok {
		return cmpFOutcomes[p]&unordered != 0
	}
	return cmpFOutcomes[p]&ordering(c) != 0
}
