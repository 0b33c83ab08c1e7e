package tensorkernel

import (
	"slices"

	"optc/dialect/okk"
	"optc/internal/family/nests"
	"optc/ir"
)

// maker writes a kernel.
type maker struct {
	*ir.Builder
	machine *okk.Machine
	remark  func(*ir.Diagnostic)
}

// systemType is the type of a tensor of system memory with strides.
func (m *maker) systemType(b box) *okk.SystemType {
	s := okk.System{DType: okk.F32, Shape: b.extents}
	if b.strides != okk.ContinuousStrides(b.extents) {
		s.Strides = &b.strides
	}
	return okk.SystemOf(m.Context(), s, "")
}

// boxOf returns a shape of any rank as four extents.
func boxOf(shape []int64) okk.Dims {
	b := okk.Dims{1, 1, 1, 1}
	for i, n := range shape {
		b[max(i+4-len(shape), 0)] *= n
	}
	return b
}

// newBuffer writes a buffer for a tensor.
func (m *maker) newBuffer(shape []int64) *ir.Value {
	extents := boxOf(shape)
	return okk.NewSysBuffer(m, m.systemType(box{extents: extents, strides: okk.ContinuousStrides(extents)}), nil).Result()
}

// name gives a buffer a name and the shape that the host sees.
func name(buffer *ir.Value, name string, shape []int64) {
	b := ir.Cast[okk.SysBufferOp](buffer.DefiningOp())
	b.SetName(name)
	b.SetShape(shape)
	buffer.SetNameHint(name)
}

// show writes a view of a buffer.
func (m *maker) show(buffer *ir.Value, b box) *ir.Value {
	t := m.systemType(b)
	if t == buffer.Type() && b.first == 0 {
		return buffer
	}
	view := okk.NewRestride(m, t, buffer)
	if b.first != 0 {
		view.SetFrom(b.first)
	}
	return view.Result()
}

// showMatrix writes a view of a buffer as a matrix.
func (m *maker) showMatrix(buffer *ir.Value, rows, cols, stride, first int64) *ir.Value {
	t := okk.SystemOf(m.Context(), okk.System{DType: okk.F32, Rows: rows, Cols: cols, RowStride: stride}, "")
	view := okk.NewRestride(m, t, buffer)
	if first != 0 {
		view.SetFrom(first)
	}
	return view.Result()
}

// local writes a tensor of local memory.
func (m *maker) local(extents okk.Dims) *ir.Value {
	t := okk.Local(m.Context(), okk.Type{DType: okk.F32, Layout: okk.Aligned, Shape: extents}, 0)
	return okk.NewAlloc(m, okk.AutoOf(t), nil).Result()
}

// matrix writes a matrix of local memory.
func (m *maker) matrix(rows, cols int64) *ir.Value {
	t := okk.Local(m.Context(), okk.Type{DType: okk.F32, Layout: okk.Matrix, Rows: rows, Cols: cols}, 0)
	return okk.NewAlloc(m, okk.AutoOf(t), nil).Result()
}

// Argument is nests.Machine.
func (m *maker) Argument(arg *ir.Value, argument string) (*value, *ir.Diagnostic) {
	t := arg.Type().(*ir.TensorType)
	v, d := newValue(arg.ParentBlock().ParentOp(), t.Dims, t.Elem, nil)
	if d == nil {
		v.Buffer = m.newBuffer(t.Dims)
		name(v.Buffer, argument, t.Dims)
	}
	return v, d
}

// Constant is nests.Machine.
func (m *maker) Constant(op *ir.Operation, a ir.ElementsAttr) (*value, *ir.Diagnostic) {
	m.Loc = op.Loc()
	t := a.ShapedType()
	v, d := newValue(op, t.Shape(), t.ElementType(), nil)
	if d != nil {
		return nil, d
	}
	raw, splat := nests.ElementsOf(a)
	if v.Splat = splat; splat != nil {
		return v, nil
	}
	if raw == nil {
		return nil, op.Errorf("has values that are not in the file").WithCode("tensors.form")
	}
	v.Buffer = m.newBuffer(v.Shape)
	extents := boxOf(v.Shape)
	ir.Cast[okk.SysBufferOp](v.Buffer.DefiningOp()).SetValue(m.Context().Dense(ir.Tensor(extents[:], v.Elem, nil), raw))
	return v, nil
}

// Made is nests.Buffers.
func (m *maker) Made(shape []int64, elem ir.Type) *value {
	v := nests.NewView(shape, elem, m.newBuffer(shape))
	v.Made = true
	return v
}

// gapless returns a tensor whose elements follow each other, in its buffer or in a new one.
func (m *maker) gapless(v *value) *value { return nests.Gapless(m, v) }

// Move is nests.Machine.
func (m *maker) Move(op *ir.Operation, move *nests.Move, sources []*value) (*value, *ir.Diagnostic) {
	m.Loc = op.Loc()
	if _, d := newValue(op, move.Shape, move.Elem, nil); d != nil {
		return nil, d
	}
	return nests.MoveViews(m, move, sources), nil
}

// Copy is nests.Buffers.
func (m *maker) Copy(to, from *value) {
	var list []axis
	for d, n := range to.Shape {
		a := axis{Extent: n, Steps: []int64{to.Strides[d]}}
		if from.Splat == nil {
			a.Steps = append(a.Steps, from.Strides[d])
		}
		list = append(list, a)
	}
	list = nests.JoinAxes(list)
	firsts := []int64{to.First, from.First}
	m.each(list, firsts, func(list []axis, firsts []int64) {
		destination := m.show(to.Buffer, fourDims(list, 0, firsts[0]))
		if from.Splat != nil {
			okk.NewFill(m, destination, from.Splat)
			return
		}
		okk.NewSysCopy(m, m.show(from.Buffer, fourDims(list, 1, firsts[1])), destination)
	})
}

// each calls do for axes that four dimensions can have; further axes, outer ones first, are written out.
func (m *maker) each(list []axis, firsts []int64, do func(list []axis, firsts []int64)) {
	most := 4
	if len(list) > 0 && !isUnit(list[len(list)-1]) {
		most = 3 // a copy has stride 1 along W
	}
	if len(list) <= most {
		do(list, firsts)
		return
	}
	outer := list[0]
	for i := range outer.Extent {
		next := slices.Clone(firsts)
		for k, step := range outer.Steps {
			next[k] += i * step
		}
		m.each(list[1:], next, do)
	}
}

// isUnit reports whether all steps are 1.
func isUnit(a axis) bool {
	return !slices.ContainsFunc(a.Steps, func(s int64) bool { return s != 1 })
}

// fourDims returns the box of tensor i of at most four axes. The last axis is along W if its steps are 1.
func fourDims(list []axis, i int, first int64) box {
	b := box{extents: okk.Dims{1, 1, 1, 1}, first: first}
	at := 3
	if len(list) > 0 && !isUnit(list[len(list)-1]) {
		at = 2
	}
	for k := len(list) - 1; k >= 0; k-- {
		b.extents[at], b.strides[at] = list[k].Extent, list[k].Steps[i]
		at--
	}
	return b.complete()
}

// complete gives extents of 1 the strides of a tensor without gaps.
func (b box) complete() box {
	next := int64(1)
	for d := 3; d >= 0; d-- {
		if b.extents[d] == 1 {
			b.strides[d] = next
		}
		next = max(next, b.strides[d]*b.extents[d])
	}
	return b
}

// Result is nests.Machine.
func (m *maker) Result(op *ir.Operation, result string, v *value) *ir.Diagnostic {
	m.Loc = op.Loc()
	if !v.Made || !isWhole(v) {
		copied := m.Made(v.Shape, v.Elem)
		m.Copy(copied, v)
		v = copied
	}
	v.Made = false // another result of the same tensor gets a copy
	name(v.Buffer, result, v.Shape)
	return nil
}
