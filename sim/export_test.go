package sim

import (
	"optc/diag"
	"optc/ir"
)

// Reuse returns the number of the result of an operation of a function among the results
// whose vectors are reused; -1 if they are not reused.
func (m *Machine) Reuse(fn, op *ir.Operation) int {
	return m.compile(fn.Region(0)).holders(&Instr{Op: op}).number
}

// Kept returns the number of vectors that the last frame of a function keeps for each
// operation, and the number of the function's frames.
func (m *Machine) Kept(fn *ir.Operation) (vectors []int, frames int) {
	idle := m.compile(fn.Region(0)).idle
	for _, vs := range idle[len(idle)-1].buffers {
		vectors = append(vectors, len(vs))
	}
	return vectors, len(idle)
}

// Span is the number of elements from the base of a memref to its last element.
func Span(offset int64, sizes, strides []int64) (int64, *diag.Error) {
	return spanOfMemRef(offset, sizes, strides)
}
