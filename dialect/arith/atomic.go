package arith

import "optc/ir"

// AtomicRMWKind is the constraint of an attribute that names how an atomic update or a
// reduction combines two values (ArithBase.td).
var AtomicRMWKind = ir.IntEnum("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", 64, []string{
	"addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu",
	"minimumf", "minnumf", "mins", "minu", "mulf", "muli", "ori", "xori",
}, nil)
