package sim

import "unsafe"

// Singles returns the elements of a vector of f32, in place.
func Singles(elems []uint32) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(elems))), len(elems))
}

// elementsOf returns Short or Long, whichever has elements of type T.
func elementsOf[T uint32 | uint64](v *Vector) []T {
	if unsafe.Sizeof(T(0)) == unsafe.Sizeof(uint32(0)) {
		return *(*[]T)(unsafe.Pointer(&v.Short))
	}
	return *(*[]T)(unsafe.Pointer(&v.Long))
}

// EachSingle computes element by element, unless a result is NaN. It is inlined together with f.
func EachSingle(r, a, b []float32, f func(a, b float32) float32) bool {
	a, b = a[:len(r)], b[:len(r)]
	for i := range r {
		v := f(a[i], b[i])
		if v != v {
			return false
		}
		r[i] = v
	}
	return true
}
