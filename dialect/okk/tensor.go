package okk

import (
	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
	"optc/num"
)

// Geometry holds the strides and sizes that follow from a type and a start NPU. Strides
// are in units, sizes in bytes; sizes are the same in every NPU.
type Geometry struct {
	Start    int64 // start NPU, Q
	Unit     int64 // bytes of a unit, u
	Packed   Dims  // shape in units
	Strides  Dims
	Rows     int64 // block rows, K
	Reserved int64 // bytes per NPU that an allocator sets aside
}

// Geometry derives the strides and the size of a tensor that starts at the
// given NPU; sizes that overflow are 2^62. Errors: bad-shape, bad-mode, bad-w,
// bad-stride; addr-range if there is no such NPU.
func (t Type) Geometry(m *Machine, start int64) (Geometry, error) {
	if err := t.check(m); err != nil {
		return Geometry{}, err
	}
	if start < 0 || start >= m.NPUs {
		return Geometry{}, diag.Errorf("addr-range", "expected a start NPU in [0, %d), but got %d", m.NPUs, start)
	}
	return t.geometry(m, start), nil
}

func (t Type) geometry(m *Machine, start int64) Geometry {
	g := Geometry{Start: start, Unit: t.UnitBytes(), Packed: t.PackedShape()}
	n, c := g.Packed[0], g.Packed[1]
	g.Rows = m.BlockRows(start, c)
	switch t.Layout {
	case Strided:
		g.Strides = t.Strides
		g.Reserved = mul(g.Unit, g.lastUnit(g.Rows)+1)
		return g
	case Compact:
		g.Strides = CompactStrides(g.Packed, g.Rows)
	default:
		g.Strides = AlignedStrides(g.Packed, g.Rows, g.Unit, m.Align)
	}
	g.Reserved = mul(mul(n, g.Strides[0]), g.Unit)
	return g
}

// lastUnit is the offset of the last unit of a tensor with the given number of
// rows, in units.
func (g Geometry) lastUnit(rows int64) int64 {
	last := mul(rows-1, g.Strides[1])
	for _, d := range []int{0, 2, 3} {
		last = add(last, mul(g.Packed[d]-1, g.Strides[d]))
	}
	return last
}

// AlignedStrides returns the strides of the aligned layout (OKKernel manual, 128-Byte
// Aligned Layout; okk_128_byte_aligned_stride_for_32bit and similar functions), given a
// packed shape, the number of block rows, the bytes of a unit and the alignment unit in
// bytes.
func AlignedStrides(packed Dims, rows, unit, align int64) Dims {
	hw := mul(packed[2], packed[3])
	c := roundUp(mul(hw, unit), align) / unit
	return Dims{mul(c, rows), c, packed[3], 1}
}

// CompactStrides are the strides of the compact layout (OKKernel manual, Compact
// Layout; okk_compact_stride).
func CompactStrides(packed Dims, rows int64) Dims {
	hw := mul(packed[2], packed[3])
	return Dims{mul(hw, rows), hw, packed[3], 1}
}

// ContinuousStrides returns the strides of a tensor without gaps in system memory
// (OKKernel manual, Continuous Layout; okk_continuous_stride).
func ContinuousStrides(packed Dims) Dims {
	hw := mul(packed[2], packed[3])
	return Dims{mul(packed[1], hw), hw, packed[3], 1}
}

// Canonical returns the strides, where strides without effect are replaced by canonical
// values, so that equivalent layouts have equal strides.
func (g Geometry) Canonical() Dims {
	s := g.Strides
	if g.Packed[3] == 1 {
		s[3] = 1
	}
	if g.Packed[2] == 1 {
		s[2] = mul(g.Packed[3], s[3])
	}
	if g.Rows == 1 {
		s[1] = mul(s[2], g.Packed[2])
	}
	if g.Packed[0] == 1 {
		s[0] = mul(s[1], g.Rows)
	}
	return s
}

// Tensor is a tensor at an address of local memory that has passed all checks.
type Tensor struct {
	Machine *Machine
	Type    Type
	Address int64
	Geometry
	Offset int64 // of element 0, in NPU Start; the base offset of every NPU, R
}

// Place puts a tensor at an address. Errors, in the order in which they are checked:
// bad-shape, bad-mode, bad-w, bad-stride, addr-range, addr-align, does-not-fit,
// stride-overlap, bad-shape for more than 2^62 elements.
func Place(m *Machine, t Type, address int64) (*Tensor, error) {
	if err := t.check(m); err != nil {
		return nil, err
	}
	at, err := m.Split(address)
	if err != nil {
		return nil, err
	}
	if need := t.Alignment(m); address%need != 0 {
		return nil, diag.Errorf("addr-align", "address %d is not a multiple of %d, which a tensor in %s layout needs", address, need, t.Layout)
	}
	x := &Tensor{Machine: m, Type: t, Address: address, Geometry: t.geometry(m, at.NPU), Offset: at.Offset}
	if add(x.Offset, x.Reserved) > m.NPUBytes {
		return nil, diag.Errorf("does-not-fit", "needs %d bytes from offset %d, but an NPU has %d bytes", x.Reserved, x.Offset, m.NPUBytes)
	}
	if t.Broadcast {
		return x, checkCount(t.LogicalShape())
	}
	if t.Layout == Strided {
		a, b, found, err := m.Overlap(x.Packed, x.Strides)
		if err != nil {
			return nil, err
		}
		if found {
			return nil, diag.Errorf("stride-overlap", "strides put %s and %s on the same bytes", a, b).
				Note("NPU %d, offset %d", x.locateUnit(a).Unit, x.locateUnit(a).Offset)
		}
	}
	return x, nil
}

// Alignment is the number of bytes whose multiple an address must be.
func (t Type) Alignment(m *Machine) int64 {
	if t.Layout == Aligned || t.Layout == Matrix {
		return m.Align
	}
	return 4
}

// PreferredAlignment returns the alignment of addresses that are chosen: whole units are
// aligned, which some operations need beyond the alignment of the layout.
func (t Type) PreferredAlignment(m *Machine) int64 {
	return max(t.Alignment(m), t.UnitBytes())
}

// locateUnit returns the place of the first byte of a unit, given its packed coordinate.
func (x *Tensor) locateUnit(at Dims) layout.Place {
	a := x.Machine.Part(x.Address, x.Strides, x.Unit, at)
	return layout.Place{Unit: int(a / x.Machine.NPUBytes), Offset: a % x.Machine.NPUBytes}
}

// Elements returns the unit map of the tensor's elements over its logical shape;
// units are NPUs, cells are bytes.
func (x *Tensor) Elements() *layout.Map { return mapOf(x.digits(true)) }

// Units returns the unit map of the packed units, dummies included: over the
// packed shape, or over (rows, columns) of a matrix.
func (x *Tensor) Units() *layout.Map { return mapOf(x.digits(false)) }

// mapOf is the unit map of a tensor that has passed all checks.
func mapOf(d layout.Digits) *layout.Map { return diag.Must(layout.New(d)) }

func (x *Tensor) digits(elements bool) layout.Digits {
	m, t, u, s := x.Machine, x.Type, x.Unit, x.Strides
	d := layout.Digits{
		Units: int(m.NPUs), Axes: axes.Pair{Unit: axes.NPU, Cell: axes.Byte}, Width: u, Base: layout.Place{Offset: x.Offset},
		Capacity: m.NPUBytes, Reserved: x.Reserved, Spare: layout.Padding,
	}
	if t.Layout == Strided {
		d.Spare = layout.Gap
	}
	rows := layout.Digit{Size: x.Rows, Offset: s[1] * u}
	npus := layout.Digit{Size: m.NPUs, Unit: 1}
	if t.Layout == Matrix {
		d.Dims = []layout.Dim{
			dim(t.Rows, s[0]*u),
			{Size: t.Cols, Shift: x.Start * t.Width, Partial: layout.Tail, Digits: []layout.Digit{{Size: t.Width, Offset: u}, npus, rows}},
		}
		return d
	}
	d.Dims = []layout.Dim{
		dim(x.Packed[0], s[0]*u),
		{Size: x.Packed[1], Shift: x.Start, Digits: []layout.Digit{npus, rows}},
		dim(x.Packed[2], s[2]*u),
		dim(x.Packed[3], s[3]*u),
	}
	if elements {
		d.Width = t.DType.Bytes()
		d.Dims[0] = packed(d.Dims[0], t)
	}
	return d
}

// dim is a dimension with a single digit.
func dim(size, stride int64) layout.Dim {
	return layout.Dim{Size: size, Digits: []layout.Digit{{Size: size, Offset: stride}}}
}

// packed converts the first dimension from units to elements: the lowest digit counts the
// elements of a unit.
func packed(d layout.Dim, t Type) layout.Dim {
	if p := t.Mode.Pack(); p > 1 {
		d.Size, d.Partial = t.Shape[0], layout.Dummy
		d.Digits = append([]layout.Digit{{Size: p, Offset: t.DType.Bytes()}}, d.Digits...)
	}
	return d
}

// PayloadBytes is the number of bytes of all elements.
func (t Type) PayloadBytes() int64 { return mul(t.DType.Bytes(), countElements(t.LogicalShape())) }

// DummyBytes is the number of bytes that hold no elements but complete units (OKKernel
// manual, Storage Modes).
func (t Type) DummyBytes() int64 {
	if t.Mode.Pack() == 1 {
		return 0
	}
	packed := t.PackedShape()
	return mul(t.UnitBytes(), countElements(packed[:])) - t.PayloadBytes()
}

// NPUsUsed is the number of NPUs that hold a channel: X or the number of
// channels.
func (x *Tensor) NPUsUsed() int64 { return min(x.Packed[1], x.Machine.NPUs) }

// Span is the distance in bytes from the base offset to the end of the last
// byte that an element or dummy uses in any NPU.
func (x *Tensor) Span() (span int64) {
	units := x.Units()
	for l := range units.Units() {
		_, hi, err := units.Extent(l)
		if err != nil {
			panic(err) // one digit moves units between NPUs, so that they are reached in one way
		}
		span = max(span, hi-x.Offset)
	}
	return span
}

// Overlap searches for two units of a packed shape that share bytes when they are placed
// with the given strides. second is the first packed coordinate, in row-major order,
// whose unit overlaps an earlier unit, and first is the coordinate of that earlier unit.
// The size of the memory is not checked.
//
// Only the start NPU is examined: it holds the most channels, and whether two rows
// collide depends only on their difference. The error code is too-large if the strides
// extend beyond 2^62 units, and undecided if they overlap in too many ways.
func (m *Machine) Overlap(packed, strides Dims) (first, second Dims, found bool, err error) {
	shape := packed
	shape[1] = num.CeilDiv(packed[1], m.NPUs)
	npu, err := layout.Strided(shape[:], strides[:], 0, 1)
	if err != nil {
		return
	}
	a, b, found, err := npu.Collides()
	if !found || err != nil {
		return
	}
	at := func(index int64) (d Dims) {
		copy(d[:], npu.Coord(index, nil))
		d[1] *= m.NPUs
		return d
	}
	return at(a), at(b), true, nil
}
