package arith

import (
	"optc/dialect/arith/internal/quick"
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

var cmpIOutcomes = [...]quick.Outcomes{
	EQ: quick.Equal, NE: quick.Greater | quick.Less,
	SLT: quick.Less, SLE: quick.Less | quick.Equal, SGT: quick.Greater, SGE: quick.Greater | quick.Equal,
	ULT: quick.Less, ULE: quick.Less | quick.Equal, UGT: quick.Greater, UGE: quick.Greater | quick.Equal,
}

var cmpFOutcomes = [...]quick.Outcomes{
	AlwaysFalse: 0, AlwaysTrue: quick.Equal | quick.Greater | quick.Less | quick.Unordered,
	OEQ: quick.Equal, OGT: quick.Greater, OGE: quick.Greater | quick.Equal, OLT: quick.Less, OLE: quick.Less | quick.Equal, ONE: quick.Less | quick.Greater,
	UEQ: quick.Unordered | quick.Equal, UGTF: quick.Unordered | quick.Greater, UGEF: quick.Unordered | quick.Greater | quick.Equal,
	ULTF: quick.Unordered | quick.Less, ULEF: quick.Unordered | quick.Less | quick.Equal, UNE: quick.Unordered | quick.Less | quick.Greater,
	ORD: quick.Equal | quick.Greater | quick.Less, UNO: quick.Unordered,
}

func ordering(c int) quick.Outcomes {
	switch {
	case c < 0:
		return quick.Less
	case c > 0:
		return quick.Greater
	}
	return quick.Equal
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
		return cmpFOutcomes[p]&quick.Unordered != 0
	}
	return cmpFOutcomes[p]&ordering(c) != 0
}
