package run

import (
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/program"
	"optc/ir"
)

// Estimate is the help text about how cycles are estimated.
const Estimate = "an instruction for each operation, or for each data_path_bits of a load or store and each vector_width elements of other operations; " +
	"constants take none, and unpacking of fields what poplibs charges for it; a bank clash takes one more; " +
	"workers issue in turn, so that a tile takes as many times the instructions of its busiest worker, and of a supervisor before it, as it has workers; " +
	"two instructions in one cycle and the start of vertices are not counted; an exchange takes 150 cycles of synchronisation, and a cycle for each 4 bytes that the busiest tile " +
	"receives or sends, where bytes for several tiles are sent once"

// ExchangeBytes is the number of bytes that a tile sends or receives in a cycle; SyncCycles is the
// time until all tiles are ready for an exchange, which is not a measured figure.
const (
	ExchangeBytes = 4
	SyncCycles    = 150
)

// estimator counts the instructions of code.
type estimator struct {
	target *target.Target
	known  map[*ir.Operation]int64
}

func newEstimator(t *target.Target) *estimator {
	return &estimator{t, map[*ir.Operation]int64{}}
}

// of returns the number of instructions that executing an operation takes.
func (e *estimator) of(op *ir.Operation) int64 {
	n, known := e.known[op]
	if !known {
		n = e.estimate(op)
		e.known[op] = n
	}
	return n
}

func (e *estimator) estimate(op *ir.Operation) int64 {
	if op.Has(ir.ConstantLike) {
		return 0
	}
	memory, most := false, int64(1)
	each := func(t ir.Type) {
		_, isMemory := t.(*ir.MemRefType)
		memory = memory || isMemory
	}
	for _, v := range op.Operands() {
		each(v.Type())
	}
	for _, v := range op.Results() {
		each(v.Type())
	}
	issues := func(t ir.Type) {
		v, ok := t.(*ir.VectorType)
		if !ok {
			return
		}
		elements, _ := ir.NumElements(v.Dims)
		most = max(most, e.pieces(elements, v.Elem, memory))
	}
	for _, v := range op.Operands() {
		issues(v.Type())
	}
	for _, v := range op.Results() {
		issues(v.Type())
	}
	return most
}

// pieces is the number of instructions for moving elements to or from memory, or for
// computing them.
func (e *estimator) pieces(elements int64, elem ir.Type, memory bool) int64 {
	path := int64(e.target.DataPathBits)
	bits := int64(8 * ir.ElementBytes(elem))
	per := max(path/max(bits, 1), 1)
	if s, ok := poplar.ElemOf(elem); ok && !memory {
		per = int64(max(e.target.VectorWidth(s), 1))
	}
	return (elements + per - 1) / per
}

// Instructions returns the number of instructions for moving elements to or from memory, or for
// computing them.
func Instructions(t *target.Target, elements int64, elem ir.Type, memory bool) int64 {
	return newEstimator(t).pieces(elements, elem, memory)
}

// unpacking is the number of cycles that a vertex needs to unpack its fields in a run (poplibs,
// cyclesTables.hpp): each pointer once, and each entry of a table or list once.
func unpacking(fields []vertex.StateField, operands []program.BoundField) (cycles int64) {
	for i, f := range fields {
		switch t := f.Type; t.Kind {
		case vertex.VectorEdge:
			cycles += int64(t.Vec.Layout.UnpackCycles())
		case vertex.ScalarEdgeArray, vertex.VectorEdgeArray:
			cycles += int64(t.Outer.Layout.UnpackCycles())
			if t.Kind == vertex.VectorEdgeArray {
				cycles += int64(t.Vec.Layout.UnpackCycles() * len(operands[i].Data))
			}
		case vertex.ListEdge:
			base, delta := t.Sub.Layout.UnpackCycles()
			cycles += int64(base + delta*len(operands[i].Data))
		}
	}
	return cycles
}
