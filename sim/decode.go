package sim

import (
	"encoding/binary"
	"unsafe"
)

// littleEndian is set if the processor stores the lowest byte of a number first, as simulated
// memory does.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// bytesOf returns the bytes by which the processor stores elements.
func bytesOf[T uint32 | uint64](elems []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(elems))), len(elems)*int(unsafe.Sizeof(T(0))))
}

// decodeShort reads little-endian numbers of size bytes, at most 4.
func decodeShort(elems []uint32, data []byte, size int, keep uint32) {
	switch {
	case size == 4 && keep == 1<<32-1 && littleEndian:
		copy(bytesOf(elems), data)
	case size == 2:
		for i := range elems {
			elems[i] = uint32(binary.LittleEndian.Uint16(data[2*i:])) & keep
		}
	case size == 1:
		for i, b := range data[:len(elems)] {
			elems[i] = uint32(b) & keep
		}
	default:
		for i := range elems {
			elems[i] = uint32(RawBits(data[size*i:][:size])) & keep
		}
	}
}

// decodeLong reads little-endian numbers of size bytes.
func decodeLong(elems []uint64, data []byte, size int, keep uint64) {
	if size == 8 && keep == 1<<64-1 && littleEndian {
		copy(bytesOf(elems), data)
		return
	}
	for i := range elems {
		elems[i] = RawBits(data[size*i:][:size]) & keep
	}
}

// encodeShort writes little-endian numbers of size bytes, at most 4.
func encodeShort(data []byte, elems []uint32, size int) {
	switch {
	case size == 4 && littleEndian:
		copy(data, bytesOf(elems))
	case size == 2:
		for i, v := range elems {
			binary.LittleEndian.PutUint16(data[2*i:], uint16(v))
		}
	default:
		encodeBytes(data, elems, size)
	}
}

// encodeLong writes little-endian numbers of size bytes.
func encodeLong(data []byte, elems []uint64, size int) {
	if size == 8 && littleEndian {
		copy(data, bytesOf(elems))
		return
	}
	encodeBytes(data, elems, size)
}

func encodeBytes[T uint32 | uint64](data []byte, elems []T, size int) {
	for i, v := range elems {
		for k := range size {
			data[size*i+k] = byte(v >> (8 * k))
		}
	}
}
