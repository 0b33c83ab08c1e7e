package ir

import (
	"math"
	"unsafe"
)

// operands returns the uses of values by the operation.
func (op *Operation) operands() []OpOperand { return unsafe.Slice(op.firstOperand, op.numOperands) }

func (op *Operation) setOperands(list []OpOperand) {
	op.firstOperand, op.numOperands = packed(list)
}

func (op *Operation) results() []Value { return unsafe.Slice(op.firstResult, op.numResults) }

func (op *Operation) setResults(list []Value) { op.firstResult, op.numResults = packed(list) }

// props returns the inherent attributes, in the order of def.AttrNames; trailing attributes may be
// missing. They are shared with other operations, so they are never changed in place.
func (op *Operation) props() []Attribute { return unsafe.Slice(op.firstProp, op.numProps) }

func (op *Operation) setProps(list []Attribute) { op.firstProp, op.numProps = packed(list) }

func (t *opTail) regions() []Region { return unsafe.Slice(t.firstRegion, t.numRegions) }

func (t *opTail) successors() []BlockOperand { return unsafe.Slice(t.firstSuccessor, t.numSuccessors) }

// packed returns a list as its first element and its length, which takes half the memory
// of a slice; an operation has three such lists. The memory per operation limits the size
// of modules.
func packed[T any](list []T) (*T, uint32) {
	if uint64(len(list)) > math.MaxUint32 {
		panic("ir: a list of 2^32 elements or more")
	}
	return unsafe.SliceData(list), uint32(len(list))
}
