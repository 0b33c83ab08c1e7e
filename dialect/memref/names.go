package memref

// Names of the attributes.
const (
	alignment    = "alignment"
	globalType   = "type"
	initialValue = "initial_value"
	permutation  = "permutation"
)
