package layout

import (
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

// Tiles returns the map of a tile mapping: mapping[t] lists the elements of tile t in the
// order of its memory (poplibs, poputil/TileMapping.hpp); tiles beyond the end of mapping
// hold nothing. The elements of a tile are packed from offset 0 on, width bytes each. Empty
// intervals are ignored.
// Errors: bad-shape, index-range, unit-range, bad-table, too-large.
func Tiles(tiles int, shape []int64, width int64, mapping [][]Interval) (*Map, error) {
	var runs []Run
	for tile, intervals := range mapping {
		offset := int64(0)
		for _, iv := range intervals {
			if iv.Begin == iv.End {
				continue
			}
			if iv.Begin < 0 || iv.Begin > iv.End {
				return nil, diag.Errorf("index-range", "expected an interval of element indices, but tile %d has [%d, %d)", tile, iv.Begin, iv.End)
			}
			r := Run{iv.Begin, iv.End - iv.Begin, Place{tile, offset}}
			cells, ok := mul(r.Len, width)
			if offset += cells; !ok || offset >= limit {
				return nil, diag.Errorf("too-large", "tile %d holds 2^62 bytes or more", tile)
			}
			runs = append(runs, r)
		}
	}
	return NewTable(Table{Units: tiles, Width: width, Shape: shape, Runs: runs})
}

// TileMapping is the inverse of [Tiles]: the intervals of flat indices that
// each unit holds, in the order of its memory, neighbours joined.
func (m *Map) TileMapping() [][]Interval {
	out := make([][]Interval, m.units)
	x := m.Table().byUnit()
	for u := range out {
		for _, r := range x.of(u) {
			if n := len(out[u]); n > 0 && out[u][n-1].End == r.Index {
				out[u][n-1].End += r.Len
				continue
			}
			out[u] = append(out[u], Interval{r.Index, r.Index + r.Len})
		}
	}
	return out
}

// Strided returns the map of a tensor in a single memory: element c is at base + Σ c[d] ×
// strides[d], all in cells. System memory and plain buffers have such maps. Errors:
// bad-shape, bad-digit, too-large.
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
