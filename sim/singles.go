package sim

import "unsafe"

// Singles, Doubles, Signed32 and Signed64 return the elements of a vector in place, as numbers
// of another type of the same size.
func Singles(elems []uint32) []float32 { return reinterpret[float32](elems) }
func Doubles(elems []uint64) []float64 { return reinterpret[float64](elems) }
func Signed32(elems []uint32) []int32  { return reinterpret[int32](elems) }
func Signed64(elems []uint64) []int64  { return reinterpret[int64](elems) }

func reinterpret[R float32 | float64 | int32 | int64, T uint32 | uint64](elems []T) []R {
	return unsafe.Slice((*R)(unsafe.Pointer(unsafe.SliceData(elems))), len(elems))
}

// elementsOf returns Short or Long, whichever has elements of type T.
func elementsOf[T uint32 | uint64](v *Vector) []T {
	if unsafe.Sizeof(T(0)) == unsafe.Sizeof(uint32(0)) {
		return *(*[]T)(unsafe.Pointer(&v.Short))
	}
	return *(*[]T)(unsafe.Pointer(&v.Long))
}

// EachSingle computes element by element, unless a result is NaN. The compiler inlines it together with f.
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
