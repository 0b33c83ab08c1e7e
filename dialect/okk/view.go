package okk

import (
	"slices"

	"optc/diag"
	"optc/layout"
)

// Slice returns the part of a tensor that begins at offsets and has the given
// sizes, in logical coordinates. It shares the bytes of the tensor and is
// strided. Rows of a matrix are a matrix of its width. Errors:
// layout-required for columns of a matrix, slice-range, slice-pack, addr-align.
func (x *Tensor) Slice(offsets, sizes Dims) (*Tensor, error) {
	t := x.Type
	if t.Layout == Matrix {
		return x.rows(offsets, sizes)
	}
	for d := range 4 {
		if o, z, n := offsets[d], sizes[d], t.Shape[d]; o < 0 || z < 1 || z > n-o {
			return nil, sliceRange(o, z, d, n)
		}
	}
	p := t.Mode.Pack()
	if offsets[0]%p != 0 || sizes[0]%p != 0 && offsets[0]+sizes[0] != t.Shape[0] {
		return nil, diag.Errorf("slice-pack", "slice does not cut whole units of %d", p).
			Note("[%d, %d) of %d in mode %s", offsets[0], offsets[0]+sizes[0], t.Shape[0], t.Mode)
	}
	offsets[0] /= p
	part := Type{DType: t.DType, Mode: t.Mode, Layout: Strided, Shape: sizes, Strides: x.Strides, Broadcast: t.Broadcast}
	return Place(x.Machine, part, x.Machine.Part(x.Address, x.Strides, x.Unit, offsets))
}

// rows is Slice for a matrix, whose coordinates are rows and columns.
func (x *Tensor) rows(offsets, sizes Dims) (*Tensor, error) {
	t := x.Type
	switch o, n := offsets[0], sizes[0]; {
	case offsets[1] != 0 || sizes[1] != t.Cols:
		return nil, diag.Errorf("layout-required", "a part of a matrix has all columns, %d, but got the columns [%d, %d)", t.Cols, offsets[1], offsets[1]+sizes[1]).
			Note("a view as (rows, channels, 1, w) has parts of any extents")
	case o < 0 || n < 1 || n > t.Rows-o:
		return nil, sliceRange(o, n, 0, t.Rows)
	default:
		t.Rows = n
		return Place(x.Machine, t, x.Machine.Part(x.Address, x.Strides, x.Unit, Dims{o}))
	}
}

// View returns the tensor's bytes under another 4D shape, with the elements in the same
// row-major order, if there are strides for it. A packed tensor keeps its mode and its N.
// Errors: bad-shape, view-count, view-illegal, addr-align.
func (x *Tensor) View(shape Dims) (*Tensor, error) {
	t := Type{DType: x.Type.DType, Mode: x.Type.Mode, Layout: Strided, Shape: shape, Broadcast: x.Type.Broadcast}
	units, err := x.viewed(t)
	if err != nil {
		return nil, err
	}
	packed := t.PackedShape()
	m := x.Machine
	first, _ := units.LocateIndex(0)
	start := int64(first.Unit)
	rows := m.BlockRows(start, packed[1])
	hw := packed[2] * packed[3]

	// A stride is the distance from element 0 to the next element along its dimension; a
	// step along C that begins a block row ends in NPU 0.
	for _, step := range []struct {
		dim    int
		effect bool
		index  int64
		npu    int64
	}{
		{dim: 3, effect: packed[3] > 1, index: 1, npu: start},
		{dim: 2, effect: packed[2] > 1, index: packed[3], npu: start},
		{dim: 1, effect: rows > 1, index: (m.NPUs - start) * hw, npu: 0},
		{dim: 0, effect: packed[0] > 1, index: packed[1] * hw, npu: start},
	} {
		if !step.effect {
			continue
		}
		at, _ := units.LocateIndex(step.index)
		distance := at.Offset - first.Offset
		if int64(at.Unit) != step.npu || distance < 0 {
			return nil, illegal(t, units, step.index)
		}
		t.Strides[step.dim] = distance / x.Unit
	}
	t.Strides = Geometry{Packed: packed, Rows: rows, Strides: t.Strides}.Canonical()
	return x.viewAs(t, units)
}

// ViewAs returns the tensor's bytes as another type at the same address, for example a
// matrix as a 4D tensor or vice versa. Every element must keep its place. Errors: see
// [Place], dtype-mismatch, view-count, view-illegal.
func (x *Tensor) ViewAs(t Type) (*Tensor, error) {
	if t.DType != x.Type.DType || t.Mode != x.Type.Mode {
		return nil, diag.Errorf("dtype-mismatch", "element types %s and %s differ", describe(x.Type), describe(t))
	}
	units, err := x.viewed(t)
	if err != nil {
		return nil, err
	}
	return x.viewAs(t, units)
}

// viewed checks a view and returns the tensor's units.
func (x *Tensor) viewed(t Type) (*layout.Map, error) {
	if err := t.check(x.Machine); err != nil {
		return nil, err
	}
	if a, b := countElements(t.LogicalShape()), countElements(x.Type.LogicalShape()); a != b {
		return nil, diag.Errorf("view-count", "view has %d elements, the tensor has %d", a, b)
	}
	if t.Mode != N1 && t.Shape[0] != x.Type.Shape[0] {
		return nil, diag.Errorf("view-illegal", "a view of a tensor in mode %s must keep its first dimension %d, but has %d", t.Mode, x.Type.Shape[0], t.Shape[0])
	}
	return x.Units(), nil
}

// viewAs compares the places of all elements before the view is placed, because strides
// of an invalid view may also collide or leave the memory.
func (x *Tensor) viewAs(t Type, units *layout.Map) (*Tensor, error) {
	v := &Tensor{Machine: x.Machine, Type: t, Address: x.Address, Geometry: t.geometry(x.Machine, x.Start), Offset: x.Offset}
	spec := v.digits(false)
	spec.Capacity, spec.Reserved = 0, 0
	shown, err := layout.New(spec)
	if err != nil {
		return nil, err
	}
	if index, differ, err := units.Difference(shown); err != nil {
		return nil, err
	} else if differ {
		return nil, illegal(t, units, index)
	}
	return Place(x.Machine, t, x.Address)
}

// illegal is the error for a view as t when the unit with the given flat index cannot
// keep its place.
func illegal(t Type, units *layout.Map, index int64) error {
	shape := t.LogicalShape()
	if t.Layout != Matrix {
		packed := t.PackedShape()
		shape = packed[:]
	}
	p, _ := units.LocateIndex(index)
	return diag.Errorf("view-illegal", "no strides show the tensor as %s: element %s lies at NPU %d, offset %d", spellList(t.LogicalShape()), spellList(coordinate(index, shape)), p.Unit, p.Offset)
}

// countElements is the number of elements of a shape, at most huge.
func countElements(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n = mul(n, d)
	}
	return n
}

func describe(t Type) string {
	if t.Mode == N1 {
		return t.DType.String()
	}
	return t.DType.String() + " in mode " + t.Mode.String()
}

// Repeat returns the tensor with another shape whose extents along N, H and W are
// increased from 1; the elements repeat. Errors: view-illegal; see also [Place].
func (x *Tensor) Repeat(shape Dims) (*Tensor, error) {
	t := Type{DType: x.Type.DType, Mode: x.Type.Mode, Layout: Strided, Shape: shape, Strides: x.Strides, Broadcast: true}
	from := x.Type.Shape
	if x.Type.Layout == Matrix || x.Type.Mode != N1 {
		return nil, diag.Errorf("view-illegal", "only a tensor in mode n1 can be repeated, but got %s", describe(x.Type))
	}
	for d := range shape {
		switch {
		case shape[d] == from[d]:
		case from[d] != 1:
			return nil, diag.Errorf("view-illegal", "extent %c = %d cannot become %d; only extents of 1 can be repeated", "NCHW"[d], from[d], shape[d])
		case d == 1:
			return nil, diag.Errorf("view-illegal", "C cannot be repeated: channels lie in different NPUs")
		default:
			t.Strides[d] = 0
		}
	}
	return Place(x.Machine, t, x.Address)
}

// Permute returns the tensor with its dimensions in another order: dimension i of the result is dimension order[i].
// C stays. Errors: view-illegal; see also [Place].
func (x *Tensor) Permute(order []int64) (*Tensor, error) {
	if x.Type.Layout == Matrix || x.Type.Mode != N1 {
		return nil, diag.Errorf("view-illegal", "only a tensor in mode n1 can be permuted, but got %s", describe(x.Type)).
			Note("view a matrix as (rows, channels, 1, w) first")
	}
	if order[1] != 1 {
		return nil, diag.Errorf("view-illegal", "C cannot become dimension %c: channels lie in different NPUs", "NCHW"[slices.Index(order, 1)])
	}
	t := Type{DType: x.Type.DType, Layout: Strided, Broadcast: x.Type.Broadcast}
	for d, from := range order {
		t.Shape[d], t.Strides[d] = x.Type.Shape[from], x.Strides[from]
	}
	return Place(x.Machine, t, x.Address)
}

// Bitcast returns the tensor's bytes as a type with elements of another size: neighbours
// along W are joined or split, or units of a packed mode are joined or split. Errors:
// see [Place], view-count, view-illegal.
func (x *Tensor) Bitcast(t Type) (*Tensor, error) {
	if err := t.check(x.Machine); err != nil {
		return nil, err
	}
	if x.Type.Layout == Matrix || t.Layout == Matrix {
		return nil, diag.Errorf("view-illegal", "a matrix cannot change its element type; view it as (rows, channels, 1, w) first")
	}
	for _, of := range []Type{x.Type, t} {
		if p := of.Mode.Pack(); of.Shape[0]%p != 0 {
			return nil, diag.Errorf("view-illegal", "N = %d is not a multiple of %d, so that dummies would become elements", of.Shape[0], p)
		}
	}
	v := &Tensor{Machine: x.Machine, Type: t, Address: x.Address, Geometry: t.geometry(x.Machine, x.Start), Offset: x.Offset}
	before, after := x.bytes(), v.bytes()
	if x.Type.Mode != N1 || t.Mode != N1 {
		before, after = x.digits(false), v.digits(false)
	}
	after.Capacity, after.Reserved = 0, 0
	old := mapOf(before)
	now, err := layout.New(after)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(old.Shape(), now.Shape()) || old.Width() != now.Width() {
		return nil, diag.Errorf("view-count", "%s of %s cannot be shown as %s of %s", x.Type.Shape, describe(x.Type), t.Shape, describe(t)).
			Note("W changes by the ratio of the sizes of elements, or units of a packed mode become elements of 32 bits")
	}
	if index, differ, err := old.Difference(now); err != nil {
		return nil, err
	} else if differ {
		p, _ := old.LocateIndex(index)
		return nil, diag.Errorf("view-illegal", "no strides show the tensor as %s of %s: byte %d lies at NPU %d, offset %d", t.Shape, describe(t), index, p.Unit, p.Offset)
	}
	return Place(x.Machine, t, x.Address)
}

// bytes is the unit map of the bytes of a tensor in mode N1: W counts bytes.
func (x *Tensor) bytes() layout.Digits {
	d := x.digits(false)
	w, b := d.Dims[3], x.Type.DType.Bytes()
	d.Width = 1
	d.Dims[3] = layout.Dim{Size: w.Size * b, Digits: append([]layout.Digit{{Size: b, Offset: 1}}, w.Digits...)}
	return d
}
