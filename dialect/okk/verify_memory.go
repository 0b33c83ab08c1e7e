package okk

import (
	"slices"

	"optc/ir"
)

func verifyAlloc(op *ir.Operation) *ir.Diagnostic {
	m := MachineFor(op)
	t := AllocKind.Result(op).Type().(*LocalType)
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
	}
	if _, err := x.Geometry(m, t.Start); err != nil {
		return Diagnose(op, err)
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
	t := SysBufferKind.Result(op).Type().(*SystemType)
	if v := SysBufferKind.Value(op); v != nil {
		elem := t.Tensor.DType.IR(t.Context())
		if !slices.Equal(v.ShapedType().Shape(), t.Tensor.LogicalShape()) || v.ShapedType().ElementType() != elem {
			return problem(op, "shape-mismatch", "expected values of shape %s and type %s, but got '%s'", list(t.Tensor.LogicalShape()), elem, v.ShapedType())
		}
	}
	s, _ := InSystem(op.Result(0))
	if err := s.Check(); err != nil {
		return Diagnose(op, err)
	}
	if s.Mode != N1 && SysBufferKind.Value(op) != nil && s.Shape[0]%s.Mode.Pack() != 0 {
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
	src, srcKnown, err := operand(m, LoadKind.Source(op))
	if err != nil {
		return Diagnose(op, at(0, err), op.OperandList()...)
	}
	dst, dstKnown, err := operand(m, LoadKind.Destination(op))
	if err != nil {
		return Diagnose(op, at(1, err), op.OperandList()...)
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
	v := FillKind.Destination(op)
	var t DType
	var broadcast bool
	switch x := v.Type().(type) {
	case *LocalType:
		t, broadcast = x.Tensor.DType, x.Tensor.Broadcast
	case *SystemType:
		t = x.Tensor.DType
	}
	if d := verifyScalar(op, FillKind.Value(op), t); d != nil {
		return d
	}
	if broadcast {
		return Diagnose(op, errBroadcastWrite())
	}
	m := MachineFor(op)
	if m == nil || !SetKind.Is(op) {
		return nil
	}
	return verifyClass(op, OpClass{Name: "set", Types: only32Bit, MinOperands: 1, MaxOperands: 1, shapes: sameShape, shapeRule: allAlike}, v)
}

// verifyScalar checks that a number has the element type of the tensors.
func verifyScalar(op *ir.Operation, a ir.Attribute, t DType) *ir.Diagnostic {
	typed, ok := a.(ir.TypedAttr)
	if !ok {
		return nil
	}
	if want := t.IR(a.Context()); typed.Type() != want {
		return problem(op, "dtype-mismatch", "expected a number of type %s, but got '%s'", want, a)
	}
	return nil
}

func verifyPack(op *ir.Operation) *ir.Diagnostic {
	if PackKind.Is(op) {
		if b := PackKind.Fill(op); b < 0 || b > 255 {
			return problem(op, "value-range", "expected a byte in [0, 255] to fill dummies with, but got %d", b)
		}
	}
	m := MachineFor(op)
	if m == nil || IsAuto(LoadKind.Source(op)) || IsAuto(LoadKind.Destination(op)) {
		return nil
	}
	src, srcKnown, err := Placed(m, LoadKind.Source(op))
	if err != nil {
		return Diagnose(op, err)
	}
	dst, dstKnown, err := Placed(m, LoadKind.Destination(op))
	if err != nil {
		return Diagnose(op, err)
	}
	if err := CheckPack(dst, src, PackKind.Is(op), srcKnown && dstKnown); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

func verifyView(op *ir.Operation) *ir.Diagnostic {
	source, result := ViewKind.Source(op), ViewKind.Result(op)
	if s, ok := source.Type().(*SystemType); ok {
		return verifySystemSlice(op, s)
	}
	t, ok := result.Type().(*LocalType)
	if !ok {
		return problem(op, "dtype-mismatch", "expected a view of local memory to be a tensor in local memory, but got '%s'", result.Type())
	}
	if SliceKind.Is(op) && len(SliceOffsets(op)) != 4 {
		return problem(op, "slice-rank", "expected 4 offsets, but got %d", len(SliceOffsets(op)))
	}
	m := MachineFor(op)
	if m == nil || IsAuto(source) {
		return nil
	}
	x, placed, err := Placed(m, source)
	if err != nil {
		return Diagnose(op, at(0, err), source)
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
	t, ok := ViewKind.Result(op).Type().(*SystemType)
	switch {
	case !SliceKind.Is(op) || !ok:
		return problem(op, "dtype-mismatch", "expected a part of system memory to be a tensor in system memory, but got '%s'", op.Result(0).Type())
	case t.Tensor.DType != from.Tensor.DType || t.Tensor.Mode != from.Tensor.Mode:
		return problem(op, "dtype-mismatch", "element types of '%s' and '%s' differ", from, t)
	case t.Space != from.Space:
		return problem(op, "dtype-mismatch", "'%s' and '%s' are in different memories", from, t)
	}
	s, placed := InSystem(ViewKind.Source(op))
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
