package change

import "optc/layout"

// Memory is the memory used for a change of layout whose threads or registers are not sums of digits.
type Memory struct {
	Buffer                       // without blocks
	Places           *layout.Map // the cell of each element
	ByRows           bool        // the elements have their order, with padding behind rows
	Bits             []int64     // otherwise, the element of each bit of a cell number; elements combine by exclusive or as cells do
	Writers, Readers []Service   // services of the banks for the slowest write, and for the slowest read
}

// FindMemory returns the memory that takes the fewest cycles for a change of layout: the elements row by row with padding, or, if the
// elements of threads and registers are exclusive ors of numbers, cells that are exclusive ors as well. Its bound is a lower bound on
// the cycles of any memory if elements are exclusive ors, and the number of cycles without conflicts otherwise. Errors: see
// [AccessMemory].
func FindMemory(from, to *layout.Map, t Traffic) (best *Memory, err error) {
	keep := func(m *Memory) error {
		writes, err := AccessMemory(from, m.Places, t, Before, t.Banks.Row())
		if err != nil {
			return err
		}
		reads, err := AccessMemory(to, m.Places, t, After, t.Banks.Row())
		if err != nil {
			return err
		}
		m.Write, m.Read = writes.accesses(), reads.accesses()
		m.Writers, m.Readers = writes.Served, reads.Served
		m.Bound = writes.Least + reads.Least
		if best == nil || m.compare(best.Buffer) < 0 {
			best = m
		}
		return nil
	}
	shape := from.Shape()
	row := int64(1)
	if len(shape) > 0 {
		row = shape[len(shape)-1]
	}
	for padding := int64(0); padding <= t.Banks.Row()/t.Element; padding = max(1, 2*padding) {
		strides := make([]int64, len(shape))
		step := int64(1)
		for i := len(shape) - 1; i >= 0; i-- {
			strides[i] = step
			if step *= shape[i]; i == len(shape)-1 {
				step += padding
			}
		}
		cells, err := layout.Strided(shape, strides, 0, 1)
		if err != nil {
			return nil, err
		}
		if err := keep(&Memory{Buffer: Buffer{Cells: from.Count() / row * (row + padding)}, Places: cells, ByRows: true}); err != nil {
			return nil, err
		}
	}
	m, ok := newLinearMemory(from, to, t)
	if !ok {
		return best, nil
	}
	for _, bits := range m.memories() {
		cells, err := memoryOf(shape, bits)
		if err != nil {
			return nil, err
		}
		linear := &Memory{Buffer: Buffer{Cells: from.Count()}, Places: cells}
		for _, x := range bits {
			linear.Bits = append(linear.Bits, int64(x))
		}
		if err := keep(linear); err != nil {
			return nil, err
		}
	}
	best.Bound = m.bound()
	return best, nil
}

func (a MemoryAccesses) accesses() Accesses {
	return Accesses{Width: a.Width, Count: a.Count, Cycles: a.Cycles, Least: a.Least}
}
