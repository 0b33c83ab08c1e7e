package okk

import (
	"encoding/binary"
	"slices"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
)

// elements are the elements of a tensor, some of which may not be written yet.
type elements struct {
	okk.Elements
	written []bool
}

func newElements(t okk.DType, shape []int64) *elements {
	n := countElements(shape)
	return &elements{Elements: okk.Elements{DType: t, Shape: shape, Bits: make([]uint64, n)}, written: make([]bool, n)}
}

// all marks every element as written.
func (e *elements) all() *elements {
	for i := range e.written {
		e.written[i] = true
	}
	return e
}

// check reports an error uninitialized unless all elements were written.
func (e *elements) check(v *ir.Value) error {
	i := slices.Index(e.written, false)
	if i < 0 {
		return nil
	}
	err := diag.Errorf("uninitialized", "element (%s) of '%s' is read before it is written", num.JoinInts(e.At(i)), okk.NameOf(v))
	return err.Note("'%s' is %s", okk.NameOf(v), v.Type())
}

// load reads the bits of an element from memory.
func load(data []byte, size int64) uint64 {
	switch size {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(data))
	}
	return uint64(binary.LittleEndian.Uint32(data))
}

// store appends the bits of an element to memory.
func store(dst []byte, size int64, bits uint64) []byte {
	return binary.LittleEndian.AppendUint64(dst, bits)[:int64(len(dst))+size]
}

// tensor is a tensor of a running kernel: the value of an operand.
type tensor interface {
	dtype() okk.DType
	shape() []int64
	// read returns all elements, written or not. Error symbol: an element is a part of a
	// symbol.
	read() (*elements, error)
	// write stores elements; elements without a value become unwritten in the tensor. Error
	// symbol: an element would be stored as a part of a symbol, or in parts.
	write(e *elements) error
	// touched lists the bytes that the tensor uses.
	touched() []span
}

// span is a range of bytes of a memory that is named by a number.
type span struct {
	memory int
	lo, hi int64
}
