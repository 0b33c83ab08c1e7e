package sim

import (
	"encoding/binary"
	"unsafe"
)

// Single is an element of a vector of f32; the second half belongs to other bits, which are 0.
// Taking the float from memory is faster than converting the number of an element, which
// passes through registers for integers.
type Single [2]float32

// lowBytes is the place of the lower half of an element: 0, or 4 on machines that store the
// highest byte first.
var lowBytes = 4 * int(binary.NativeEndian.Uint16([]byte{0, 1})&1)

// Singles returns the elements of a vector of f32, in place.
func Singles(elems []uint64) []Single {
	first := unsafe.Pointer(unsafe.SliceData(elems))
	return unsafe.Slice((*Single)(unsafe.Add(first, lowBytes)), len(elems))
}

// EachSingle computes element by element, unless a result is NaN. It is inlined together with f.
func EachSingle(r, a, b []Single, f func(a, b float32) float32) bool {
	a, b = a[:len(r)], b[:len(r)]
	for i := range r {
		v := f(a[i][0], b[i][0])
		if v != v {
			return false
		}
		r[i][0] = v
	}
	return true
}
