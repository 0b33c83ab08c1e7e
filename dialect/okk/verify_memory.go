package okk

import (
	"slices"

	"optc/ir"
)

func verifyAlloc(op *ir.Operation) *ir.Diagnostic {
	m := MachineFor(op)
	t := ir.Cast[AllocOp](op).Result().Type().(*LocalType)
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
	if x.Layout == Compact && g.Reserved > m.NPUBytes {
		return problem(op, "does-not-fit", "'%s' needs at least %d bytes of every NPU, but an NPU has %d bytes", NameOf(op.Result(0)), g.Reserved, m.NPUBytes)
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
	if v := sysBuffer.Value(); v != nil {
		elem := t.Tensor.DType.IR(t.Context())
		if !slices.Equal(v.ShapedType().Shape(), t.Tensor.LogicalShape()) || v.ShapedType().ElementType() != elem {
			return problem(op, "shape-mismatch", "expected values of shape %s and type %s, but got '%s'", spellList(t.Tensor.LogicalShape()), elem, v.ShapedType())
		}
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
		return Diagnose(op, err, op.OperandList()...)
	}
	return nil
}

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
	m := MachineFor(op)
	if m == nil || !ir.Is[SetOp](op) {
		return nil
	}
	return verifyClass(op, OpClass{Name: "set", Types: only32Bit, MinOperands: 1, MaxOperands: 1, shapes: sameShape, shapeRule: allAlike}, v)
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

func verifyPack(op *ir.Operation) *ir.Diagnostic {
	if pack := ir.As[PackOp](op); pack.Ok() {
		if b := pack.Fill(); b < 0 || b > 255 {
			return problem(op, "value-range", "expected a byte in [0, 255] to fill dummies with, but got %d", b)
		}
	}
	m := MachineFor(op)
	if m == nil || IsAuto(op.Typed().(Moving).Source()) || IsAuto(op.Typed().(Moving).Destination()) {
		return nil
	}
	src, srcKnown, err := Placed(m, op.Typed().(Moving).Source())
	if err != nil {
		return Diagnose(op, err)
	}
	dst, dstKnown, err := Placed(m, op.Typed().(Moving).Destination())
	if err != nil {
		return Diagnose(op, err)
	}
	if err := CheckPack(dst, src, ir.Is[PackOp](op), srcKnown && dstKnown); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

func verifyView(op *ir.Operation) *ir.Diagnostic {
	source, result := op.Typed().(Viewing).Source(), op.Typed().(Viewing).Result()
	if s, ok := source.Type().(*SystemType); ok {
		return verifySystemSlice(op, s)
	}
	t, ok := result.Type().(*LocalType)
	if !ok {
		return problem(op, "dtype-mismatch", "expected a view of local memory to be a tensor in local memory, but got '%s'", result.Type())
	}
	if ir.Is[SliceOp](op) && len(SliceOffsets(op)) != 4 {
		return problem(op, "slice-rank", "expected 4 offsets, but got %d", len(SliceOffsets(op)))
	}
	m := MachineFor(op)
	if m == nil || IsAuto(source) {
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
