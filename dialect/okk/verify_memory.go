package okk

import (
	"slices"

	"optc/ir"
	"optc/num"
)

func verifyAlloc(op *ir.Operation) *ir.Diagnostic {
	alloc := ir.Cast[AllocOp](op)
	t := alloc.Result().Type().(*LocalType)
	if d := verifySizes(op, t.Open, alloc.Sizes()); d != nil {
		return d
	}
	if t.Follows || t.AnyStart {
		return problem(op, "whole-tensor", "expected a tensor with strides and a first NPU of its own, but got '%s'", t)
	}
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	if t.Auto {
		return verifyAuto(op, m, t)
	}
	if _, _, err := Placed(m, op.Result(0)); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

// verifyAuto checks the parts of a type other than its layout.
func verifyAuto(op *ir.Operation, m *Machine, t *LocalType) *ir.Diagnostic {
	x := t.Tensor
	if x.Layout == Matrix {
		x.Width = 1
	} else {
		x.Layout = Compact // the smallest of the layouts
	}
	g, err := x.Geometry(m, t.Start)
	if err != nil {
		return Diagnose(op, err)
	}
	if x.Layout == Compact && g.Reserved > m.NPUBytes && !ir.Enclosing[KernelOp](op).Tiled() {
		return problem(op, "does-not-fit", "'%s' needs at least %d bytes of every NPU, but an NPU has %d bytes", NameOf(op.Result(0)), g.Reserved, m.NPUBytes).
			HintNote(op.Loc(), "'okk.kernel @%s tiled' divides the kernel into parts that fit", ir.SymbolName(ir.Enclosing[KernelOp](op).Operation()))
	}
	if address, known := AddressOf(op.Result(0)); known {
		at, err := m.Split(address)
		if err != nil {
			return Diagnose(op, err)
		}
		if at.NPU != t.Start {
			return Diagnose(op, startMismatch(t.Start, address, at.NPU))
		}
	}
	return nil
}

func verifySysBuffer(op *ir.Operation) *ir.Diagnostic {
	sysBuffer := ir.Cast[SysBufferOp](op)
	t := sysBuffer.Result().Type().(*SystemType)
	if d := verifySizes(op, t.Open, sysBuffer.Sizes()); d != nil {
		return d
	}
	if shape := sysBuffer.Shape(); op.Attr("shape") != nil {
		if n, ok := ir.NumElements(shape); t.Open != 0 || !ok || n != countElements(t.Tensor.LogicalShape()) {
			return problem(op, "shape-mismatch", "expected extents of %d elements for the host, but got %s", countElements(t.Tensor.LogicalShape()), spellList(shape))
		}
	}
	if t.Follows && !t.Tensor.isMatrix() {
		return problem(op, "whole-tensor", "expected a buffer with strides of its own, but got '%s'", t)
	}
	if t.Open != 0 && sysBuffer.Value() != nil {
		return problem(op, "open-values", "has values before the run, but its extents are open")
	}
	if v := sysBuffer.Value(); v != nil {
		elem := t.Tensor.DType.IR(t.Context())
		if !slices.Equal(v.ShapedType().Shape(), t.Tensor.LogicalShape()) || v.ShapedType().ElementType() != elem {
			return problem(op, "shape-mismatch", "expected values of shape %s and type %s, but got '%s'", spellList(t.Tensor.LogicalShape()), elem, v.ShapedType())
		}
	}
	if r, declared := DeclaredRange(op); op.Attr(rangeAttr) != nil && (!declared || !floatSet.Has(t.Tensor.DType) || !(r.Low <= r.High)) {
		return problem(op, "bad-range", "expected the smallest and the largest number of a tensor of f32, f16 or bf16 as the range, but got '%s'", op.Attr(rangeAttr))
	}
	s, _ := InSystem(op.Result(0))
	if err := s.Check(); err != nil {
		return Diagnose(op, err)
	}
	if s.Mode != N1 && sysBuffer.Value() != nil && s.Shape[0]%s.Mode.Pack() != 0 {
		return problem(op, "bad-mode", "values of a buffer in mode %s need whole units of %d batches", s.Mode, s.Mode.Pack())
	}
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	space, err := m.Space(t.Space)
	if err != nil {
		return Diagnose(op, err)
	}
	if address, known := AddressOf(op.Result(0)); known && (address < space.Base || s.Bytes > space.Bytes-(address-space.Base)) {
		return problem(op, "sys-range", "addresses [%d, %d) are outside of the memory '%s' [%d, %d)", address, address+s.Bytes, space.Name, space.Base, space.Base+space.Bytes)
	}
	return nil
}

// verifySizes checks that a value is given for each open extent.
func verifySizes(op *ir.Operation, open Axes, sizes []*ir.Value) *ir.Diagnostic {
	if open.Count() == len(sizes) {
		return nil
	}
	return problem(op, "open-sizes", "expected %d sizes, one for each extent that the type leaves open, but got %d", open.Count(), len(sizes))
}

// verifyParam checks the bounds of a parameter.
func verifyParam(op *ir.Operation) *ir.Diagnostic {
	r := ir.Cast[ParamOp](op).Range()
	if len(r) != 2 || r[0] < 0 || r[0] > r[1] || r[1] > maxDim {
		return problem(op, "bad-range", "expected two bounds in [0, 2^31), the lower one first, but got [%s]", num.JoinInts(r))
	}
	return nil
}

func verifyCopy(op *ir.Operation) *ir.Diagnostic {
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	load := op.Typed().(Moving)
	src, srcKnown, err := operand(m, load.Source())
	if err != nil {
		return Diagnose(op, operandError(0, err), op.OperandList()...)
	}
	dst, dstKnown, err := operand(m, load.Destination())
	if err != nil {
		return Diagnose(op, operandError(1, err), op.OperandList()...)
	}
	if src == nil || dst == nil {
		return nil
	}
	if err := CheckCopy(m, dst, src, srcKnown && dstKnown); err != nil {
		return Diagnose(op, withNames(err, load.Source(), load.Destination()), op.OperandList()...)
	}
	return nil
}

// verifyFill checks the number that fills a tensor.
func verifyFill(op *ir.Operation) *ir.Diagnostic {
	v := op.Typed().(Filling).Destination()
	var t DType
	var broadcast bool
	switch x := v.Type().(type) {
	case *LocalType:
		t, broadcast = x.Tensor.DType, x.Tensor.Broadcast
	case *SystemType:
		t = x.Tensor.DType
	}
	if d := verifyScalar(op, op.Typed().(Filling).Value(), t); d != nil {
		return d
	}
	if broadcast {
		return Diagnose(op, errBroadcastWrite())
	}
	return nil
}

// isOfType reports whether an attribute is a number of an element type.
func isOfType(a ir.Attribute, t DType) bool {
	typed, ok := a.(ir.TypedAttr)
	return ok && typed.Type() == t.IR(a.Context())
}

// verifyScalar checks that a number has the element type of the tensors.
func verifyScalar(op *ir.Operation, a ir.Attribute, t DType) *ir.Diagnostic {
	if _, ok := a.(ir.TypedAttr); ok && !isOfType(a, t) {
		return problem(op, "dtype-mismatch", "expected a number of type %s, but got '%s'", t.IR(a.Context()), a)
	}
	return nil
}

// checkFillByte checks the byte that fills dummies.
func checkFillByte(op *ir.Operation) *ir.Diagnostic {
	if b := ir.Cast[PackOp](op).Fill(); b < 0 || b > 255 {
		return problem(op, "value-range", "expected a byte in [0, 255] to fill dummies with, but got %d", b)
	}
	return nil
}

func verifyPack(op *ir.Operation) *ir.Diagnostic {
	m := MachineFor(op)
	if m == nil || !IsSettled(op.Typed().(Moving).Source()) || !IsSettled(op.Typed().(Moving).Destination()) {
		return nil
	}
	moves := op.Typed().(Moving)
	src, srcKnown, err := Placed(m, moves.Source())
	if err != nil {
		return Diagnose(op, err)
	}
	dst, dstKnown, err := Placed(m, moves.Destination())
	if err != nil {
		return Diagnose(op, err)
	}
	if err := CheckPack(dst, src, ir.Is[PackOp](op), srcKnown && dstKnown); err != nil {
		return Diagnose(op, withNames(err, moves.Source(), moves.Destination()))
	}
	return nil
}

func verifyView(op *ir.Operation) *ir.Diagnostic {
	source, result := op.Typed().(Viewing).Source(), op.Typed().(Viewing).Result()
	if d := verifyOpenView(op, source, result); d != nil {
		return d
	}
	if !IsSettled(source) || !IsSettled(result) && !IsAuto(result) {
		return nil
	}
	if permute := ir.As[PermuteOp](op); permute.Ok() {
		if d := verifyOrder(op, permute.Order(), source, result); d != nil {
			return d
		}
		if ir.IsType[*SystemType](source.Type()) {
			return verifyPermute(op, permute)
		}
	}
	if restride := ir.As[RestrideOp](op); restride.Ok() {
		return verifyRestride(op, restride)
	}
	if s, ok := source.Type().(*SystemType); ok {
		if ir.Is[ViewOp](op) {
			return verifySystemView(op, s)
		}
		return verifySystemSlice(op, s)
	}
	t, ok := result.Type().(*LocalType)
	if !ok {
		return problem(op, "dtype-mismatch", "expected a view of local memory to be a tensor in local memory, but got '%s'", result.Type())
	}
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	x, placed, err := Placed(m, source)
	if err != nil {
		return Diagnose(op, operandError(0, err), source)
	}
	shown, err := Shown(m, op, x, t)
	if err != nil {
		return Diagnose(op, err)
	}
	address, known := AddressOf(result)
	switch {
	case shown == nil || t.Auto:
		return nil
	case known && !placed:
		return unplacedSource(op)
	case known && address != shown.Address:
		return problem(op, "address-mismatch", "expected address %d, where the first element of the source's part lies, but got %d", shown.Address, address)
	case shown.Start != t.Start:
		return Diagnose(op, startMismatch(t.Start, shown.Address, shown.Start))
	case known:
		if _, err := t.At(m, address); err != nil {
			return Diagnose(op, err)
		}
	}
	return nil
}

// verifyOpenView checks the parts of a view that need no place: its sizes, and that open
// tensors have views that can follow them.
func verifyOpenView(op *ir.Operation, source, result *ir.Value) *ir.Diagnostic {
	z := sizesOf(result.Type())
	switch x := op.Typed().(type) {
	case SliceOp:
		if d := verifySizes(op, z.Open, x.Sizes()); d != nil {
			return d
		}
		return verifyRank(op, x)
	case BroadcastOp:
		return verifySizes(op, z.Open, x.Sizes())
	case PermuteOp:
		if ir.IsType[*LocalType](source.Type()) && (!z.known() || !sizesOf(source.Type()).known()) {
			return problem(op, "open-view", "expected extents that are numbers, but got '%s' and '%s'", source.Type(), result.Type())
		}
	case ViewOp, BitcastOp:
		if !z.known() || !sizesOf(source.Type()).known() {
			return problem(op, "open-view", "expected extents that are numbers, but got '%s' and '%s'", source.Type(), result.Type())
		}
	}
	return nil
}

// verifyRank checks the number of offsets and extents of a slice.
func verifyRank(op *ir.Operation, slice SliceOp) *ir.Diagnostic {
	offsets := len(slice.MixedOffsets())
	rank, extents := len(shapeOf(slice.Source().Type())), len(shapeOf(slice.Result().Type()))
	if offsets != rank || extents != rank {
		return problem(op, "slice-rank", "expected %d offsets and extents, but got %d and %d", rank, offsets, extents)
	}
	return nil
}

// verifyOrder checks the order of dimensions of a view, whose types are both in local or both in system memory.
func verifyOrder(op *ir.Operation, order []int64, source, result *ir.Value) *ir.Diagnostic {
	if ir.IsType[*SystemType](source.Type()) != ir.IsType[*SystemType](result.Type()) {
		return problem(op, "dtype-mismatch", "'%s' and '%s' are in different memories", source.Type(), result.Type())
	}
	sorted := slices.Sorted(slices.Values(order))
	if !slices.Equal(sorted, []int64{0, 1, 2, 3}) || len(shapeOf(source.Type())) != 4 || len(shapeOf(result.Type())) != 4 {
		return problem(op, "bad-order", "expected an order of the dimensions 0, 1, 2 and 3 of a tensor, but got [%s] for '%s'", num.JoinInts(order), source.Type())
	}
	return nil
}

// verifyPermute checks a view of system memory with another order of dimensions.
func verifyPermute(op *ir.Operation, permute PermuteOp) *ir.Diagnostic {
	order := permute.Order()
	from, to := permute.Source().Type().(*SystemType), permute.Result().Type().(*SystemType)
	switch {
	case from.Tensor.DType != to.Tensor.DType || from.Tensor.Mode != N1 || to.Tensor.Mode != N1 || from.Space != to.Space:
		return problem(op, "dtype-mismatch", "element types of '%s' and '%s' differ", from, to)
	case !from.known() || !to.known():
		return nil
	}
	want := Permuted(from.Tensor, order)
	declared, strides := to.Tensor.UnitStrides(), want.UnitStrides()
	if to.Tensor.Shape != want.Shape {
		return problem(op, "shape-mismatch", "expected a result of shape %s, but got %s", want.Shape, to.Tensor.Shape)
	}
	for d, n := range want.Shape {
		if n > 1 && declared[d] != strides[d] {
			return Diagnose(op, strideMismatch(declared, "permuted tensor", strides))
		}
	}
	if at, known := AddressOf(op.Result(0)); known {
		if s, placed := InSystem(permute.Source()); !placed || s.Base != at {
			return problem(op, "address-mismatch", "expected the address of the source, but got %d", at)
		}
	}
	return nil
}

// verifySystemView checks a view of system memory under another type.
func verifySystemView(op *ir.Operation, from *SystemType) *ir.Diagnostic {
	to, ok := op.Result(0).Type().(*SystemType)
	if !ok || from.Space != to.Space {
		return problem(op, "dtype-mismatch", "'%s' and '%s' are in different memories", from, op.Result(0).Type())
	}
	if err := to.Tensor.checkType(); err != nil {
		return Diagnose(op, err)
	}
	s, placed := InSystem(op.Operand(0))
	shown, err := Viewed(s, to)
	if err != nil {
		return Diagnose(op, err)
	}
	if address, known := AddressOf(op.Result(0)); known && (!placed || address != shown.Base) {
		return problem(op, "address-mismatch", "expected the address of the source, but got %d", address)
	}
	return nil
}

// verifyRestride checks a view with other strides.
func verifyRestride(op *ir.Operation, restride RestrideOp) *ir.Diagnostic {
	from, to := restride.Source().Type().(*SystemType), restride.Result().Type().(*SystemType)
	if from.Space != to.Space {
		return problem(op, "dtype-mismatch", "'%s' and '%s' are in different memories", from, to)
	}
	if !from.known() || !to.known() || to.Follows {
		return problem(op, "open-view", "expected extents and strides that are numbers, but got '%s' and '%s'", from, to)
	}
	if err := to.Tensor.checkType(); err != nil {
		return Diagnose(op, err)
	}
	s, placed := InSystem(restride.Source())
	shown, err := Restrided(s, restride.From(), to)
	if err != nil {
		return Diagnose(op, err)
	}
	if address, known := AddressOf(restride.Result()); known && (!placed || address != shown.Base) {
		return problem(op, "address-mismatch", "expected the address of element %d of the source, but got %d", restride.From(), address)
	}
	return nil
}

func unplacedSource(op *ir.Operation) *ir.Diagnostic {
	return problem(op, "unresolved", "has an address, but its source has none")
}

func verifySystemSlice(op *ir.Operation, from *SystemType) *ir.Diagnostic {
	t, ok := op.Typed().(Viewing).Result().Type().(*SystemType)
	switch {
	case !ir.Is[SliceOp](op) || !ok:
		return problem(op, "dtype-mismatch", "expected a part of system memory to be a tensor in system memory, but got '%s'", op.Result(0).Type())
	case t.Tensor.DType != from.Tensor.DType || t.Tensor.Mode != from.Tensor.Mode:
		return problem(op, "dtype-mismatch", "element types of '%s' and '%s' differ", from, t)
	case t.Space != from.Space:
		return problem(op, "dtype-mismatch", "'%s' and '%s' are in different memories", from, t)
	}
	s, placed := InSystem(op.Typed().(Viewing).Source())
	if err := t.Tensor.checkType(); err != nil {
		return Diagnose(op, err)
	}
	part, err := PartOf(s, SliceOffsets(op), t)
	if err != nil {
		return Diagnose(op, err)
	}
	switch address, known := AddressOf(op.Result(0)); {
	case !known || part == nil:
		return nil
	case !placed:
		return unplacedSource(op)
	case part.Base != address:
		return problem(op, "address-mismatch", "expected address %d, where the first element of the source's part lies, but got %d", part.Base, address)
	}
	return nil
}
