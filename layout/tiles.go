package layout

import (
	"slices"
	"strconv"

	"optc/diag"
)

// Interval is the half-open range [Begin, End) of flat element indices.
type Interval struct {
	Begin, End int64
}

// Size is the number of elements of the interval.
func (i Interval) Size() int64 { return i.End - i.Begin }

// String renders the interval as in "[0,4)".
func (i Interval) String() string { return string(i.Append(nil)) }

// Append appends the text that String returns.
func (i Interval) Append(b []byte) []byte {
	b = append(b, '[')
	b = strconv.AppendInt(b, i.Begin, 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, i.End, 10)
	return append(b, ')')
}

// TilePart is the part of a tile mapping that is on one tile.
type TilePart struct {
	Tile      int
	Intervals []Interval
}

// NumElems is the number of positions that the tile holds.
func (p TilePart) NumElems() (n int64) {
	for _, iv := range p.Intervals {
		n += iv.Size()
	}
	return n
}

// Strided returns the map of a tensor in a single memory: element c is at base + Σ c[d] ×
// strides[d], all in cells. System memory and plain buffers are such maps. Errors: bad-shape,
// bad-digit, too-large.
func Strided(shape, strides []int64, base, width int64) (*Map, error) {
	if len(shape) != len(strides) {
		return nil, diag.Errorf("bad-digit", "expected one stride per dimension, but got %d strides for %d dimensions", len(strides), len(shape))
	}
	d := Digits{Units: 1, Width: width, Base: Place{0, base}, Dims: make([]Dim, len(shape))}
	for i, n := range shape {
		d.Dims[i] = Dim{Size: n, Digits: []Digit{{Size: n, Offset: strides[i]}}}
	}
	return New(d)
}

// RowMajor returns the map of a tensor that a single memory has row by row, each element in a cell. Errors:
// bad-shape, too-large.
func RowMajor(shape []int64) (*Map, error) {
	d := Digits{Units: 1, Width: 1, Dims: make([]Dim, len(shape))}
	step := int64(1)
	for i, n := range slices.Backward(shape) {
		d.Dims[i] = Dim{Size: n, Digits: []Digit{{Size: n, Offset: step}}}
		step *= n
	}
	return New(d)
}
