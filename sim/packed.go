package sim

import "optc/ir"

// Packed returns the elements of the memref as packed little-endian numbers, row-major, and for
// each whether it was written, without notifying observers. data may be the memory itself, so it
// must not be changed, and changes with the memory. ok is false if data cannot represent all
// elements, for example because one is a symbol; Elements does.
func (r *MemRef) Packed() (data []byte, written []bool, ok bool) {
	n, _ := ir.NumElements(r.Sizes)
	size := ElementBytes(r.Elem)
	if size == 0 || size > maxNumberBytes || Width(r.Elem) != 8*size {
		return nil, nil, false
	}
	row, inner := int64(1), len(r.Sizes) // elements that are one behind the other in memory, and the first of their dimensions
	for inner > 0 && (r.Strides[inner-1] == row || r.Sizes[inner-1] == 1) {
		inner--
		row *= r.Sizes[inner]
	}
	written = make([]bool, n)
	if row == n {
		if whole, all, err := r.Mem.Read(r.Base, int(n)*size); err == nil && all {
			for i := range written {
				written[i] = true
			}
			return whole, written, true
		}
	}
	data = make([]byte, n*int64(size))
	for i := int64(0); i < n; i += row {
		at := r.Base + r.linear(i)*int64(size)
		if err := r.Mem.ReadElements(at, size, data[i*int64(size):], written[i:i+row]); err != nil {
			return nil, nil, false
		}
	}
	return data, written, true
}

// Packed returns the elements of the vector, which are not wide, as packed little-endian
// numbers, and for each whether it is defined.
func (v *Vector) Packed() (data []byte, written []bool) {
	size := ElementBytes(v.Elem)
	p := part{bytes: make([]byte, v.Len()*size)}
	written = make([]bool, v.Len())
	for i := range written {
		if !v.IsUndef(i) {
			p.put(int64(i*size), size, v.Bits(i))
			written[i] = true
		}
	}
	return p.bytes, written
}
