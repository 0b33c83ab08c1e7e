package affine

// Names of the attributes.
const (
	mapAttr       = "map"
	basisAttr     = "static_basis"
	disjointAttr  = "disjoint"
	lowerMap      = "lowerBoundMap"
	upperMap      = "upperBoundMap"
	stepAttr      = "step"
	conditionAttr = "condition"
	lowersMap     = "lowerBoundsMap"
	lowersGroups  = "lowerBoundsGroups"
	uppersMap     = "upperBoundsMap"
	uppersGroups  = "upperBoundsGroups"
	reductions    = "reductions"
	stepsAttr     = "steps"
)

// Operand groups of affine.for.
const (
	forLower = iota
	forUpper
	forInits
)
