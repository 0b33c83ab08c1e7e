package sim

import (
	"slices"

	"optc/diag"
	"optc/ir"
)

// Limits bound what code may take while it is executed. A field that is 0 stands for
// its default.
type Limits struct {
	// MaxSteps bounds the operations that a thread executes; DefaultMaxSteps.
	MaxSteps int64
	// MaxMemory bounds the bytes that a machine and its forks hold at a time: what
	// memref.alloc and its relatives allocated and nothing deallocated, and vectors and
	// tensors with 8 bytes for an element; DefaultMaxMemory.
	MaxMemory int64
}

const (
	// DefaultMaxSteps is the number of operations that a machine executes at most if
	// nothing else is said. A program that does not end takes some seconds to reach it.
	DefaultMaxSteps = 1 << 28
	// DefaultMaxMemory is the number of bytes that a machine holds at most if nothing
	// else is said.
	DefaultMaxMemory = 1 << 32
)

func (l Limits) steps() int64 {
	if l.MaxSteps == 0 {
		return DefaultMaxSteps
	}
	return l.MaxSteps
}

func (l Limits) memory() int64 {
	if l.MaxMemory == 0 {
		return DefaultMaxMemory
	}
	return l.MaxMemory
}

// hold counts n more bytes, or fewer. Error memory.
func (m *Machine) hold(n int64) error {
	if *m.held+n > m.memory() {
		return diag.Errorf("memory", "needs %d bytes, so that the program holds %d, more than the %d that are allowed", n, *m.held+n, m.memory()).
			Note("--max-memory allows more")
	}
	*m.held += n
	return nil
}

// TakeStack reserves n bytes on the stack of the thread, until the innermost operation
// ends that is a scope of automatic allocation. Error stack-overflow.
func (m *Machine) TakeStack(n int64) error {
	m.autos += n
	return m.Stack.take((n + 3) &^ 3) // whole words
}

// elementBytes is what an element of a vector or tensor takes in the simulator.
const elementBytes = 8

// valueBytes is what a value of a type takes at run time, as far as the type tells.
func valueBytes(t ir.Type) int64 {
	switch t.(type) {
	case *ir.VectorType, *ir.TensorType:
		n, _ := ir.NumElements(t.(ir.ShapedType).Shape())
		return n * elementBytes
	}
	return 0
}

// hasDynamicTensors reports whether only values know what the results of an operation take.
func hasDynamicTensors(op *ir.Operation) bool {
	for _, v := range op.Results() {
		if t, ok := v.Type().(*ir.TensorType); ok && slices.Contains(t.Dims, ir.Dynamic) {
			return true
		}
	}
	return false
}

// counting returns a meaning that counts what its results hold in a frame, as in place
// of what they held when the operation was executed before.
func counting(fn Func) Func {
	holds := func(f *Frame, in *Instr) (n int64) {
		for i := range in.Op.NumResults() {
			if v := f.slots[in.res+Slot(i)].Vector(); v != nil {
				n += int64(len(v.Elems)) * elementBytes
			}
		}
		return n
	}
	return func(f *Frame, in *Instr) error {
		before := holds(f, in)
		if err := fn(f, in); err != nil {
			return err
		}
		return f.hold(holds(f, in) - before)
	}
}
