package memref

const alignment = "alignment"

const (
	globalType   = "type"
	initialValue = "initial_value"
)

const permutation = "permutation"
