package layout

import "optc/diag"

// Image returns the memory of every unit over its [Map.Range], with the elements of data
// in their places and every other byte set to fill. Cells are bytes; data holds Count ×
// Width bytes in row-major order. Units without elements have a nil image. The error code
// is buffer-size.
func (m *Map) Image(data []byte, fill byte) ([][]byte, error) {
	if err := m.checkData(data); err != nil {
		return nil, err
	}
	images := make([][]byte, m.units)
	base := make([]int64, m.units)
	for u := range images {
		lo, hi := m.Range(u)
		if lo == hi {
			continue
		}
		images[u], base[u] = make([]byte, hi-lo), lo
		for i := range images[u] {
			images[u][i] = fill
		}
	}
	for r := range m.Runs() {
		copy(images[r.Unit][r.Offset-base[r.Unit]:], data[r.Index*m.width:(r.Index+r.Len)*m.width])
	}
	return images, nil
}

// Scatter writes the elements of data into the memories of the units, where memory[u]
// starts at offset 0 of unit u. The error code is buffer-size.
func (m *Map) Scatter(memory [][]byte, data []byte) error {
	if err := m.checkMemory(memory, data); err != nil {
		return err
	}
	for r := range m.Runs() {
		copy(memory[r.Unit][r.Offset:], data[r.Index*m.width:(r.Index+r.Len)*m.width])
	}
	return nil
}

// Gather reads the elements from the memories of the units into data, in row-major order.
// If an element has several copies, it reads the copy in the lowest unit. Elements that
// are stored nowhere leave data unchanged. The error code is buffer-size.
func (m *Map) Gather(memory [][]byte, data []byte) error {
	if err := m.checkMemory(memory, data); err != nil {
		return err
	}
	for c := m.cursor(0); c.len > 0; c.next() {
		copy(data[c.index*m.width:], memory[c.place.Unit][c.place.Offset:c.place.Offset+c.len*m.width])
	}
	return nil
}

// Apply carries out moves between memories, where memory[u] starts at offset 0 of unit u.
// Within a memory the moves must not read bytes that they write. On the error
// buffer-size, nothing is moved.
func Apply(moves []Move, src, dst [][]byte) error {
	for _, v := range moves {
		if err := inside(src, v.Src, v.Len); err != nil {
			return err
		}
		if err := inside(dst, v.Dst, v.Len); err != nil {
			return err
		}
	}
	for _, v := range moves {
		copy(dst[v.Dst.Unit][v.Dst.Offset:], src[v.Src.Unit][v.Src.Offset:v.Src.Offset+v.Len])
	}
	return nil
}

func inside(memory [][]byte, p Place, n int64) error {
	if p.Unit < 0 || p.Unit >= len(memory) || p.Offset < 0 || n < 0 || p.Offset > int64(len(memory[p.Unit]))-n {
		return diag.Errorf("buffer-size", "expected memory for cells [%d, %d) of unit %d", p.Offset, p.Offset+n, p.Unit)
	}
	return nil
}

func (m *Map) checkData(data []byte) error {
	if need, ok := mul(m.count, m.width); !ok || int64(len(data)) != need {
		return diag.Errorf("buffer-size", "expected %d bytes of data, but got %d", need, len(data)).
			Note("%d elements × %d bytes", m.count, m.width)
	}
	return nil
}

func (m *Map) checkMemory(memory [][]byte, data []byte) error {
	if err := m.checkData(data); err != nil {
		return err
	}
	for u := range m.units {
		lo, hi := m.Extent(u)
		if lo == hi {
			continue
		}
		if err := inside(memory, Place{u, lo}, hi-lo); err != nil {
			return err
		}
	}
	return nil
}
