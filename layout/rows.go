package layout

// FindRows returns a buffer that holds the elements row by row, with the padding behind rows that takes the fewest cycles, for a change between layouts
// whose threads or registers are no sums of digits; written and read list how the banks serve the slowest write and the slowest read.
// The buffer has no blocks, and its bound is the number of cycles without conflicts. Errors: see [AccessMemory].
func FindRows(from, to *Map, t Traffic) (best Buffer, written, read []Service, err error) {
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
		memory, err := Strided(shape, strides, 0, 1)
		if err != nil {
			return best, nil, nil, err
		}
		writes, err := AccessMemory(from, memory, t, t.Banks.Row())
		if err != nil {
			return best, nil, nil, err
		}
		reads, err := AccessMemory(to, memory, t, t.Banks.Row())
		if err != nil {
			return best, nil, nil, err
		}
		b := Buffer{Cells: from.Count() / row * (row + padding), Write: writes.accesses(), Read: reads.accesses(), Bound: writes.Least + reads.Least}
		if written == nil || b.compare(best) < 0 {
			best, written, read = b, writes.Served, reads.Served
		}
	}
	return best, written, read, nil
}

func (a MemoryAccesses) accesses() Accesses {
	return Accesses{Width: a.Width, Count: a.Count, Cycles: a.Cycles, Least: a.Least}
}
