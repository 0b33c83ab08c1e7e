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

// props returns the inherent attributes, in the order of def.AttrNames; there may be fewer. They
// are shared with other operations: they are never changed in place.
func (op *Operation) props() []Attribute { return unsafe.Slice(op.firstProp, op.numProps) }

func (op *Operation) setProps(list []Attribute) { op.firstProp, op.numProps = packed(list) }

func (t *opTail) regions() []Region { return unsafe.Slice(t.firstRegion, t.numRegions) }

func (t *opTail) successors() []BlockOperand { return unsafe.Slice(t.firstSuccessor, t.numSuccessors) }

// packed returns a list as its first element and its length: half of a slice, of which an
// operation would have three. A module has as many operations as memory allows.
func packed[T any](list []T) (*T, uint32) {
	if uint64(len(list)) > math.MaxUint32 {
		panic("ir: a list of 2^32 elements or more")
	}
	return unsafe.SliceData(list), uint32(len(list))
}
