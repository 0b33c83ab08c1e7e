package okk

import (
	"optc/diag"
	"optc/layout"
	"optc/layout/axes"
	"optc/num"
)

// System is a tensor or a matrix in system memory (OKKernel manual, Strides in
// System Memory).
type System struct {
	DType DType
	Mode  Mode
	Shape Dims // logical; not for a matrix

	// Strides in units; nil means continuous. A matrix has no strides.
	Strides *Dims

	// Rows, Cols and RowStride describe a row-major matrix, in elements. If Rows is 0,
	// this is a tensor.
	Rows, Cols, RowStride int64

	Base  int64 // address of element 0 in bytes
	Bytes int64 // size of the buffer that begins at Base; 0 if not known
}

func (s System) isMatrix() bool { return s.Rows != 0 || s.Cols != 0 }

// LogicalShape is (N, C, H, W), or (rows, columns) of a matrix.
func (s System) LogicalShape() []int64 {
	if s.isMatrix() {
		return []int64{s.Rows, s.Cols}
	}
	return s.Shape[:]
}

// UnitBytes is the size of a packed element in bytes.
func (s System) UnitBytes() int64 { return s.DType.Bytes() * s.Mode.Pack() }

// PackedShape is the shape in units; (1, 1, rows, columns) of a matrix.
func (s System) PackedShape() Dims {
	if s.isMatrix() {
		return Dims{1, 1, s.Rows, s.Cols}
	}
	p := s.Shape
	p[0] = num.CeilDiv(p[0], s.Mode.Pack())
	return p
}

// UnitStrides are the strides along the packed shape, in units.
func (s System) UnitStrides() Dims {
	switch {
	case s.isMatrix():
		return Dims{mul(s.Rows, s.RowStride), mul(s.Rows, s.RowStride), s.RowStride, 1}
	case s.Strides != nil:
		return *s.Strides
	}
	return ContinuousStrides(s.PackedShape())
}

// Span is the number of bytes from Base to the end of the last unit.
func (s System) Span() int64 {
	last := int64(0)
	strides := s.UnitStrides()
	for d, n := range s.PackedShape() {
		last = add(last, mul(n-1, strides[d]))
	}
	return mul(s.UnitBytes(), last+1)
}

// Check verifies the fields of the tensor, in the order of the errors: bad-shape,
// bad-mode, bad-stride, sys-range for a field, sys-align, sys-range for the whole tensor.
func (s System) Check() error {
	if err := s.checkType(); err != nil {
		return err
	}
	if err := s.checkAlign(); err != nil {
		return err
	}
	return s.checkRange()
}

func (s System) checkType() error {
	if err := checkShape(s.LogicalShape()); err != nil {
		return err
	}
	if err := checkMode(s.DType, s.Mode); err != nil {
		return err
	}
	if s.isMatrix() && s.Mode != N1 {
		return diag.Errorf("bad-mode", "mode %s needs a 4D tensor, but got a matrix", s.Mode)
	}
	strides := Dims{}
	switch {
	case s.isMatrix():
		strides[2] = s.RowStride
	case s.Strides != nil:
		strides = *s.Strides
	}
	if err := checkStrides(strides); err != nil {
		return err
	}
	if err := checkCount(s.LogicalShape()); err != nil {
		return err
	}
	if s.Span() == huge {
		return diag.Errorf("sys-range", "spans more than 2^62 bytes")
	}
	return nil
}

func (s System) checkAlign() error {
	if b := s.DType.Bytes(); s.Base < 0 || s.Base%b != 0 {
		return diag.Errorf("sys-align", "system address %d is not a multiple of %d", s.Base, b)
	}
	return nil
}

func (s System) checkRange() error {
	if s.Bytes == 0 || s.Span() <= s.Bytes {
		return nil
	}
	last := s.PackedShape()
	for d := range last {
		last[d]--
	}
	return diag.Errorf("sys-range", "element %s ends at byte %d of a system buffer of %d bytes", last, s.Span(), s.Bytes)
}

// Elements returns the unit map of the elements over the logical shape; it has a single
// unit, whose cells are the bytes of system memory.
func (s System) Elements() *layout.Map { return mapOf(s.digits(true)) }

// Units returns the unit map of the packed units: over the packed shape, or
// over (rows, columns) of a matrix.
func (s System) Units() *layout.Map { return mapOf(s.digits(false)) }

func (s System) digits(elements bool) layout.Digits {
	u, strides, shape := s.UnitBytes(), s.UnitStrides(), s.PackedShape()
	d := layout.Digits{Units: 1, Axes: axes.Pair{Cell: axes.Byte}, Width: u, Base: layout.Place{Offset: s.Base}}
	for i := range shape {
		d.Dims = append(d.Dims, dim(shape[i], mul(strides[i], u)))
	}
	if s.isMatrix() {
		d.Dims = d.Dims[2:]
		return d
	}
	if elements {
		d.Width = s.DType.Bytes()
		d.Dims[0] = packed(d.Dims[0], Type{DType: s.DType, Mode: s.Mode, Shape: s.Shape})
	}
	return d
}
