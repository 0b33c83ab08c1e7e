package scf

// Positions of the operand groups that interfaces give ranges of.
const (
	forInits   = 3
	forallOuts = 3
)

// Names of the attributes that parsers and printers mention too.
const (
	unsignedCmp      = "unsignedCmp"
	noInline         = "no_inline"
	switchCases      = "cases"
	staticLowerBound = "staticLowerBound"
	staticUpperBound = "staticUpperBound"
	staticStep       = "staticStep"
	mapping          = "mapping"
)
