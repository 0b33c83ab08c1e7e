package sim

import (
	"optc/diag"
	"optc/ir"
)

// Leave is the meaning of terminators that end their region with their operands as its
// results.
func Leave(f *Frame, in *Instr) error {
	f.leave(in)
	return nil
}

// EachPoint visits the points of an iteration space, given by lower bounds, upper bounds
// and steps, in row-major order.
func EachPoint(space [3][]int64, visit func(point []Value) error) error {
	lower, upper, step := space[0], space[1], space[2]
	point := make([]Value, len(lower))
	var run func(d int) error
	run = func(d int) error {
		if d == len(lower) {
			return visit(point)
		}
		if step[d] <= 0 {
			return diag.Errorf("step", "loop step must be positive, but got %d", step[d])
		}
		for i := lower[d]; i < upper[d]; {
			point[d] = Int(uint64(i))
			if err := run(d + 1); err != nil {
				return err
			}
			next := i + step[d]
			if next < i {
				break // the induction variable would wrap around
			}
			i = next
		}
		return nil
	}
	return run(0)
}

// Lanes calls visit for every index of a shape in row-major order, until the run
// ends; the index slice is reused.
func (m *Machine) Lanes(shape []int64, visit func(lane int, index []int64) error) error {
	n, _ := ir.NumElements(shape)
	index := make([]int64, len(shape))
	for lane := range int(n) {
		if err := m.Worked(1); err != nil {
			return err
		}
		if err := visit(lane, index); err != nil {
			return err
		}
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return nil
}
