package sim

import (
	"slices"

	"optc/diag"
	"optc/ir"
)

// Limits bound the resources of an execution. A field that is 0 means its default.
type Limits struct {
	// MaxSteps bounds the number of operations that a thread executes; DefaultMaxSteps.
	MaxSteps int64
	// MaxMemory bounds the number of bytes that a machine and its forks hold at a time.
	// It counts memory that was allocated and not deallocated, and vectors and tensors
	// with 8 bytes per element; DefaultMaxMemory.
	MaxMemory int64
}

const (
	// DefaultMaxSteps is the default bound on the number of operations that a machine
	// executes. An endless program needs some seconds to reach it.
	DefaultMaxSteps = 1 << 28
	// DefaultMaxMemory is the default bound on the number of bytes that a machine holds.
	DefaultMaxMemory = 1 << 31
)

func (l Limits) steps() int64 {
	if l.MaxSteps == 0 {
		return DefaultMaxSteps
	}
	return l.MaxSteps
}

// Memory returns MaxMemory or its default.
func (l Limits) Memory() int64 {
	if l.MaxMemory == 0 {
		return DefaultMaxMemory
	}
	return l.MaxMemory
}

// hold counts n more bytes, or fewer. The error code is memory.
func (m *Machine) hold(n int64) error {
	if *m.held+n > m.Memory() {
		return diag.Errorf("memory", "needs %d bytes, so that the program holds %d, more than the %d that are allowed", n, *m.held+n, m.Memory()).
			Note("--max-memory allows more")
	}
	*m.held += n
	return nil
}

// TakeStack reserves memory on the stack of the thread until the end of the innermost
// operation that is a scope of automatic allocation. It cannot be deallocated. The error
// code is stack-overflow.
func (m *Machine) TakeStack(r *MemRef) error {
	r.freed = nil
	n := r.Mem.Size()
	m.autos += n
	return m.Stack.take((n + 3) &^ 3) // whole words
}

// elementBytes returns the bytes that an element of a vector or tensor takes in the simulator.
func elementBytes(elem ir.Type) int64 {
	if IsShort(elem) {
		return 4
	}
	return 8
}

// valueBytes is the number of bytes of a value of a type at run time, as far as the type determines
// it.
func valueBytes(t ir.Type) int64 {
	switch t.(type) {
	case *ir.VectorType, *ir.TensorType:
		shaped := t.(ir.ShapedType)
		n, _ := ir.NumElements(shaped.Shape())
		return n * elementBytes(shaped.ElementType())
	}
	return 0
}

// hasDynamicTensors reports whether the memory of an operation's results is known only at
// run time.
func hasDynamicTensors(op *ir.Operation) bool {
	for _, v := range op.Results() {
		if t, ok := v.Type().(*ir.TensorType); ok && slices.Contains(t.Dims, ir.Dynamic) {
			return true
		}
	}
	return false
}

// counting returns a meaning that counts the memory of an operation's results in a frame,
// and subtracts the memory of the results of its previous execution.
func counting(fn Func) Func {
	holds := func(f *Frame, in *Instr) (n int64) {
		for i := range in.Op.NumResults() {
			if v := f.slots[in.res+Slot(i)].Vector(); v != nil {
				n += int64(v.Len()) * elementBytes(v.Elem)
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
