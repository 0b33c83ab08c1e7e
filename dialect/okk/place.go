package okk

import (
	"optc/diag"
	"optc/ir"
)

// AddressOf returns the address of the tensor that is a value; ok is false if it has no
// address yet.
func AddressOf(v *ir.Value) (address int64, known bool) {
	if op := v.DefiningOp(); ir.IsAny(op, AllocOp{}, SysBufferOp{}) || IsView(op) {
		return intAttr(op, addressAttr), op.Attr(addressAttr) != nil
	}
	return
}

// IsAuto reports whether the layout of a tensor is still to be chosen.
func IsAuto(v *ir.Value) bool {
	t, ok := v.Type().(*LocalType)
	return ok && t.Auto
}

// IsSettled reports whether the type of a tensor is complete: layout, shape, strides and first
// NPU are known.
func IsSettled(v *ir.Value) bool {
	switch t := v.Type().(type) {
	case *LocalType:
		return t.Settled()
	case *SystemType:
		return t.known()
	}
	return true
}

// sizesOf returns the open parts of the type of a tensor.
func sizesOf(t ir.Type) Sizes {
	if t, ok := t.(*LocalType); ok {
		return t.Sizes
	}
	return t.(*SystemType).Sizes
}

// shapeOf returns the logical shape of the type of a tensor, the largest one if it is open.
func shapeOf(t ir.Type) []int64 {
	if t, ok := t.(*LocalType); ok {
		return t.Tensor.LogicalShape()
	}
	return t.(*SystemType).Tensor.LogicalShape()
}

// Permuted returns a tensor of system memory with its dimensions in another order.
func Permuted(s System, order []int64) System {
	strides, shape := s.UnitStrides(), s.Shape
	of := Dims{}
	for d, from := range order {
		s.Shape[d], of[d] = shape[from], strides[from]
	}
	s.Strides = &of
	return s
}

// Restrided returns the tensor that okk.restride shows of a tensor in system memory: its first element is
// the element with the number first, in row-major order. The error codes are dtype-mismatch, view-illegal
// and sys-range.
func Restrided(source System, first int64, t *SystemType) (System, error) {
	shown := t.Tensor
	shown.Base = source.Base + first*source.UnitBytes()
	if shown.DType != source.DType || shown.Mode != N1 || source.Mode != N1 {
		return shown, diag.Errorf("dtype-mismatch", "expected elements of one type in mode n1, but got %s and %s", source.DType, shown.DType)
	}
	strides, shape := source.UnitStrides(), source.PackedShape()
	for d, n := range ContinuousStrides(shape) {
		if shape[d] > 1 && strides[d] != n {
			return shown, diag.Errorf("view-illegal", "expected a tensor without gaps, but the strides are %s for the shape %s", strides, shape)
		}
	}
	bytes := countElements(shape[:]) * source.UnitBytes()
	if from := first * source.UnitBytes(); first < 0 || from > bytes || shown.Span() > bytes-from {
		return shown, diag.Errorf("sys-range", "elements from %d on span %d bytes, but the tensor has %d bytes", first, shown.Span(), bytes)
	}
	return shown, nil
}

// Viewed returns the tensor that okk.view shows of a tensor in system memory: every element keeps its address and its
// number in row-major order. The error codes are dtype-mismatch, view-count and view-illegal. If the
// layouts have too many elements to compare, the comparison gives the code.
func Viewed(source System, t *SystemType) (System, error) {
	shown := t.Tensor
	shown.Base = source.Base
	if shown.DType != source.DType || shown.Mode != source.Mode || source.Mode != N1 {
		return shown, diag.Errorf("dtype-mismatch", "expected elements of one type in mode n1, but got %s and %s", source.DType, shown.DType)
	}
	if a, b := countElements(shown.LogicalShape()), countElements(source.LogicalShape()); a != b {
		return shown, diag.Errorf("view-count", "view has %d elements, the tensor has %d", a, b)
	}
	before := source.Elements()
	index, differ, err := before.Difference(shown.Elements())
	if err != nil || !differ {
		return shown, err
	}
	at, _ := before.LocateIndex(index)
	return shown, diag.Errorf("view-illegal", "no strides show the tensor as %s: element %s lies at byte %d", spellList(shown.LogicalShape()), spellList(coordinate(index, shown.LogicalShape())), at.Offset-source.Base).
		Note("the strides are %s, and %s in the view", source.UnitStrides(), shown.UnitStrides())
}

// coordinate returns the coordinates of an element by its number in row-major order.
func coordinate(index int64, shape []int64) []int64 {
	at := make([]int64, len(shape))
	for d := len(at) - 1; d >= 0; d-- {
		at[d] = index % shape[d]
		index /= shape[d]
	}
	return at
}

// Placed returns a tensor in local memory, which must be settled: at its address or,
// before it has one, at the lowest address of its first NPU.
func Placed(m *Machine, v *ir.Value) (x *Tensor, known bool, err error) {
	t := v.Type().(*LocalType)
	if address, known := AddressOf(v); known {
		x, err = t.At(m, address)
		return x, true, err
	}
	x, err = t.Somewhere(m)
	return x, false, err
}

// TensorOf returns a tensor in local memory of a kernel that has passed the verifier, at its
// address.
func TensorOf(m *Machine, v *ir.Value) *Tensor {
	address, _ := AddressOf(v)
	return diag.Must(v.Type().(*LocalType).At(m, address))
}

// InSystem returns a tensor in system memory: at its address or, if it has none yet, at
// address 0.
func InSystem(v *ir.Value) (s System, known bool) {
	s = v.Type().(*SystemType).Tensor
	s.Base, known = AddressOf(v)
	if op := ir.DefiningOp[SysBufferOp](v).Operation(); op != nil {
		s.Bytes = BufferBytes(op)
	}
	return s, known
}

// operand returns a tensor as an operand of a copy; nil if it is not settled.
func operand(m *Machine, v *ir.Value) (o Operand, known bool, err error) {
	if !IsSettled(v) {
		return
	}
	if _, ok := v.Type().(*SystemType); ok {
		o, known = InSystem(v)
		return o, known, nil
	}
	return Placed(m, v)
}

// Shown returns the tensor that a view makes from a tensor: with the type of the result,
// at the place of the viewed elements. The source may be at any place. Errors are about
// the view.
func Shown(m *Machine, op *ir.Operation, source *Tensor, t *LocalType) (*Tensor, error) {
	var shown *Tensor
	var err error
	switch {
	case ir.Is[SliceOp](op):
		offsets, ok := staticDims(SliceOffsets(op))
		if !ok {
			return nil, nil
		}
		if shown, err = source.Slice(offsets, DimsOf(t.Tensor.LogicalShape())); err == nil && !t.Auto && t.Tensor.Width != source.Type.Width {
			err = diag.Errorf("stride-mismatch", "a part of a matrix has its width, %d, but got %d", source.Type.Width, t.Tensor.Width)
		}
	case ir.Is[BroadcastOp](op):
		shown, err = source.Repeat(t.Tensor.Shape)
	case ir.Is[PermuteOp](op):
		shown, err = source.Permute(ir.Cast[PermuteOp](op).Order())
		if err == nil && shown.Type.Shape != t.Tensor.Shape {
			err = diag.Errorf("shape-mismatch", "expected a result of shape %s, but got %s", shown.Type.Shape, t.Tensor.Shape)
		}
	case ir.Is[BitcastOp](op):
		return source.Bitcast(t.Tensor)
	case t.Auto:
		shown, err = source.View(t.Tensor.Shape)
	default:
		return source.ViewAs(t.Tensor)
	}
	if err != nil || t.Auto {
		return shown, err
	}
	declared, err := t.Tensor.Geometry(m, shown.Start)
	if err != nil {
		return nil, err
	}
	if t.Tensor.DType != shown.Type.DType || t.Tensor.Mode != shown.Type.Mode {
		return nil, diag.Errorf("dtype-mismatch", "element types %s and %s differ", describe(shown.Type), describe(t.Tensor))
	}
	if !declared.Equivalent(shown.Geometry) {
		return nil, strideMismatch(declared.Strides, "part", shown.Canonical())
	}
	return shown, nil
}

// ShownAnywhere returns the tensor that a view makes from a tensor. A slice begins at 0 along the
// dimensions whose offsets are not known.
func ShownAnywhere(m *Machine, op *ir.Operation, source *Tensor, t *LocalType) (*Tensor, error) {
	if slice := ir.As[SliceOp](op); slice.Ok() {
		if offsets, known := staticDims(slice.MixedOffsets()); !known {
			return source.Slice(offsets, DimsOf(t.Tensor.LogicalShape()))
		}
	}
	return Shown(m, op, source, t)
}

// staticDims returns four offsets, 0 for those that are not known, and whether all of them are.
func staticDims(offsets []ir.Mixed) (d Dims, all bool) {
	all = true
	for i, o := range offsets {
		n, known := o.Constant()
		if known {
			d[i] = n
		}
		all = all && known
	}
	return d, all
}

// PartOf returns the part of a tensor in system memory that a slice selects, or nil if
// some offset is not known. The error code is slice-range.
func PartOf(source System, offsets []ir.Mixed, t *SystemType) (*System, error) {
	shape := source.LogicalShape()
	part := t.Tensor
	extents := part.LogicalShape()
	p := source.Mode.Pack()
	if len(offsets) != len(shape) || len(extents) != len(shape) {
		return nil, diag.Errorf("slice-rank", "expected %d offsets and extents, but got %d and %d", len(shape), len(offsets), len(extents))
	}
	strides := source.UnitStrides()
	first := len(strides) - len(shape) // a matrix has strides along H and W
	base := source.Base
	for d, o := range offsets {
		at, ok := o.Constant()
		if !ok {
			return nil, nil
		}
		if at < 0 || extents[d] > shape[d]-at {
			return nil, sliceRange(at, extents[d], d, shape[d])
		}
		unit := at
		if d == 0 {
			if at%p != 0 || extents[d]%p != 0 && at+extents[d] != shape[d] {
				return nil, diag.Errorf("slice-pack", "slice does not cut whole units of %d", p)
			}
			unit /= p
		}
		base = add(base, mul(unit, mul(strides[first+d], source.UnitBytes())))
	}
	part.Base = base
	declared := part.UnitStrides()
	for d, n := range part.PackedShape() {
		if n > 1 && declared[d] != strides[d] {
			return nil, strideMismatch(declared, "part", strides)
		}
	}
	return &part, nil
}

// sliceRange is the error for a slice of size elements along dimension d, beginning at
// at.
func sliceRange(at, size int64, d int, extent int64) *diag.Error {
	end := min(at, huge) + min(max(size, 0), huge-1)
	return diag.Errorf("slice-range", "slice [%d, %d) is out of bounds of dimension %d of extent %d", at, end, d, extent)
}

func strideMismatch(got Dims, of string, want Dims) *diag.Error {
	return diag.Errorf("stride-mismatch", "strides %s are not those of the %s; expected %s", got, of, want)
}

// WrongStrides is the error for a part whose type has other strides than the elements that it
// shows.
func WrongStrides(part, shown *Tensor) error {
	return strideMismatch(part.Strides, "part", shown.Canonical())
}

func startMismatch(start, address, npu int64) *diag.Error {
	return diag.Errorf("start-attr", "type says start NPU %d, but address %d lies in NPU %d", start, address, npu)
}

// BufferBytes returns the size of the buffer that okk.sys_buffer makes, which is at least
// the span of its tensor.
func BufferBytes(op *ir.Operation) int64 {
	return ir.IntOr(op.Attr("bytes"), op.Result(0).Type().(*SystemType).Tensor.Span())
}

// SetAddress sets the address of the tensor that an operation defines.
func SetAddress(rw *ir.Rewriter, op *ir.Operation, address int64) {
	rw.Modify(op, func() { op.SetAttr(addressAttr, rw.Context().I64Attr(address)) })
}

// SetType changes the type of a tensor, in place.
func SetType(rw *ir.Rewriter, v *ir.Value, t ir.Type) {
	owner := v.DefiningOp()
	if owner == nil {
		owner = v.OwnerBlock().ParentOp()
	}
	rw.Modify(owner, func() { v.SetType(t) })
}

// Extents returns the logical shape of the type of a tensor, and its open dimensions, for which
// the shape holds the largest extents.
func Extents(t ir.Type) (shape []int64, open Axes) { return shapeOf(t), sizesOf(t).Open }

// ElementBytes returns the bytes of an element of a tensor, 0 for other types.
func ElementBytes(t ir.Type) int64 {
	switch t := t.(type) {
	case *LocalType:
		return t.Tensor.DType.Bytes()
	case *SystemType:
		return t.Tensor.DType.Bytes()
	}
	return 0
}
