package okk

import (
	"optc/diag"
	"optc/layout"
)

// Slice returns the part of a tensor that begins at offsets and has the given
// sizes, in logical coordinates. It shares the bytes of the tensor and is
// strided. A matrix is sliced through a view as a 4D tensor. Errors:
// layout-required for a matrix, slice-range, slice-pack, addr-align.
func (x *Tensor) Slice(offsets, sizes Dims) (*Tensor, error) {
	t := x.Type
	if t.Layout == Matrix {
		return nil, diag.Errorf("layout-required", "a matrix cannot be sliced; view it as (rows, channels, 1, w) first")
	}
	for d := range 4 {
		if o, z, n := offsets[d], sizes[d], t.Shape[d]; o < 0 || z < 1 || o > n || z > n-o {
			return nil, diag.Errorf("slice-range", "slice [%d, %d) leaves dimension %d of extent %d", o, o+z, d, n)
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

// View shows the tensor's bytes under another 4D shape, elements in the same
// row-major order, if there are strides that do. A packed tensor keeps its mode
// and its N. Errors: bad-shape, view-count, view-illegal, addr-align.
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

	// A stride is the distance from element 0 to one step along its dimension;
	// a step along C that opens a block row ends in NPU 0.
	for _, step := range []struct {
		dim    int
		effect bool
		index  int64
		npu    int64
	}{
		{3, packed[3] > 1, 1, start},
		{2, packed[2] > 1, packed[3], start},
		{1, rows > 1, (m.NPUs - start) * hw, 0},
		{0, packed[0] > 1, packed[1] * hw, start},
	} {
		if !step.effect {
			continue
		}
		at, _ := units.LocateIndex(step.index)
		distance := at.Offset - first.Offset
		if int64(at.Unit) != step.npu || distance < 0 || distance%x.Unit != 0 {
			return nil, illegal(t, units, step.index)
		}
		t.Strides[step.dim] = distance / x.Unit
	}
	t.Strides = Geometry{Packed: packed, Rows: rows, Strides: t.Strides}.Canonical()
	return x.viewAs(t, units)
}

// ViewAs shows the tensor's bytes as another type at the same address, for
// example a matrix as a 4D tensor or back. Every element must keep its place.
// Errors: those of [Place], dtype-mismatch, view-count, view-illegal.
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
	if a, b := count(t.LogicalShape()), count(x.Type.LogicalShape()); a != b {
		return nil, diag.Errorf("view-count", "view has %d elements, the tensor has %d", a, b)
	}
	if t.Mode != N1 && t.Shape[0] != x.Type.Shape[0] {
		return nil, diag.Errorf("view-illegal", "a view of a tensor in mode %s must keep its first dimension %d, but has %d", t.Mode, x.Type.Shape[0], t.Shape[0])
	}
	return x.Units()
}

func (x *Tensor) viewAs(t Type, units *layout.Map) (*Tensor, error) {
	v, err := Place(x.Machine, t, x.Address)
	if err != nil {
		return nil, err
	}
	shown, err := v.Units()
	if err != nil {
		return nil, err
	}
	if index, differ := units.Difference(shown); differ {
		return nil, illegal(t, units, index)
	}
	return v, nil
}

// illegal is the error of a view as t whose unit with the given flat index
// cannot lie where it does.
func illegal(t Type, units *layout.Map, index int64) error {
	shape := t.LogicalShape()
	if t.Layout != Matrix {
		packed := t.PackedShape()
		shape = packed[:]
	}
	at := make([]int64, len(shape))
	for d, rest := len(at)-1, index; d >= 0; d-- {
		at[d] = rest % shape[d]
		rest /= shape[d]
	}
	p, _ := units.LocateIndex(index)
	return diag.Errorf("view-illegal", "no strides show the tensor as %s: element %s lies at NPU %d, offset %d", list(t.LogicalShape()), list(at), p.Unit, p.Offset)
}

// count is the number of elements of a shape, at most huge.
func count(shape []int64) int64 {
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
