package cf

// Names of the attributes.
const (
	message       = "msg"
	branchWeights = "branch_weights"
	caseValues    = "case_values"
	caseSegments  = "case_operand_segments"
)

// Operand groups that are passed to successors.
const (
	groupTrue    = 1 // group of the operands for trueDest of cf.cond_br; the next group is for falseDest
	groupDefault = 1 // of cf.switch
	groupCases   = 2
)
