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
		v.buffer = m.newBuffer(t.Dims)
		name(v.buffer, argument, t.Dims)
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
	var raw []byte
	switch e := a.(type) {
	case *ir.DenseAttr:
		if e.Splat {
			v.splat = e.ElementAttr(0)
			return v, nil
		}
		raw = e.Raw
	case *ir.ResourceAttr:
		if r := m.Context().Resources.Get(e.Key); r != nil {
			raw = r.Data
		}
	}
	if raw == nil {
		return nil, op.Errorf("has values that are not in the file").WithCode("tensors.form")
	}
	v.buffer = m.newBuffer(v.shape)
	extents := boxOf(v.shape)
	ir.Cast[okk.SysBufferOp](v.buffer.DefiningOp()).SetValue(m.Context().Dense(ir.Tensor(extents[:], v.elem, nil), raw))
	return v, nil
}

// moves makes each kind of move.
var moves = map[nests.MoveKind]func(m *maker, move *nests.Move, sources []*value) *value{
	nests.Permute: func(_ *maker, move *nests.Move, sources []*value) *value { return sources[0].permuted(move.Dims) },
	nests.Broadcast: func(_ *maker, move *nests.Move, sources []*value) *value {
		return sources[0].repeated(move.Shape, move.Dims)
	},
	nests.Slice: func(_ *maker, move *nests.Move, sources []*value) *value {
		return sources[0].part(move.Offsets, move.Sizes, move.Steps)
	},
	nests.Reshape: func(m *maker, move *nests.Move, sources []*value) *value {
		if v := sources[0]; slices.Equal(v.shape, move.Shape) {
			return v
		}
		v := *m.gapless(sources[0])
		v.shape, v.strides, v.made = move.Shape, rowMajor(move.Shape), false
		return &v
	},
	nests.Insert: func(m *maker, move *nests.Move, sources []*value) *value {
		v := m.made(move.Shape, move.Elem)
		m.copy(v, sources[0])
		part := v.part(move.Offsets, move.Sizes, slices.Repeat([]int64{1}, len(move.Sizes)))
		source := *m.gapless(sources[1])
		source.shape, source.strides = move.Sizes, rowMajor(move.Sizes)
		m.copy(part, &source)
		return v
	},
	nests.Concat: func(m *maker, move *nests.Move, sources []*value) *value {
		v := m.made(move.Shape, move.Elem)
		offsets := make([]int64, len(move.Shape))
		for _, s := range sources {
			m.copy(v.part(offsets, s.shape, slices.Repeat([]int64{1}, len(offsets))), s)
			offsets[move.Dims[0]] += s.shape[move.Dims[0]]
		}
		return v
	},
}

// made returns a tensor in a new buffer.
func (m *maker) made(shape []int64, elem ir.Type) *value {
	return &value{shape: shape, elem: elem, buffer: m.newBuffer(shape), strides: rowMajor(shape), made: true}
}

// gapless returns a tensor whose elements follow each other, in its buffer or in a new one.
func (m *maker) gapless(v *value) *value {
	if v.splat != nil || v.isGapless() {
		return v
	}
	copied := m.made(v.shape, v.elem)
	m.copy(copied, v)
	return copied
}

// Move is nests.Machine.
func (m *maker) Move(op *ir.Operation, move *nests.Move, sources []*value) (*value, *ir.Diagnostic) {
	m.Loc = op.Loc()
	v, d := newValue(op, move.Shape, move.Elem, nil)
	switch {
	case d != nil:
		return nil, d
	case move.Kind == nests.Splat:
		v.splat = move.Value
		return v, nil
	case !slices.ContainsFunc(sources, func(s *value) bool { return s.splat == nil || s.splat != sources[0].splat }):
		v.splat = sources[0].splat
		return v, nil
	}
	return moves[move.Kind](m, move, sources), nil
}

// copy copies the elements of a tensor to another one in a buffer of its own.
func (m *maker) copy(to, from *value) {
	var list []axis
	for d, n := range to.shape {
		a := axis{n, []int64{to.strides[d]}}
		if from.splat == nil {
			a.steps = append(a.steps, from.strides[d])
		}
		list = append(list, a)
	}
	list = join(list)
	firsts := []int64{to.first, from.first}
	m.each(list, firsts, func(list []axis, firsts []int64) {
		destination := m.show(to.buffer, fourDims(list, 0, firsts[0]))
		if from.splat != nil {
			okk.NewFill(m, destination, from.splat)
			return
		}
		okk.NewSysCopy(m, m.show(from.buffer, fourDims(list, 1, firsts[1])), destination)
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
	for i := range outer.extent {
		next := slices.Clone(firsts)
		for k, step := range outer.steps {
			next[k] += i * step
		}
		m.each(list[1:], next, do)
	}
}

// isUnit reports whether all steps are 1.
func isUnit(a axis) bool {
	return !slices.ContainsFunc(a.steps, func(s int64) bool { return s != 1 })
}

// fourDims returns the box of tensor i of at most four axes. The last axis is along W if its steps are 1.
func fourDims(list []axis, i int, first int64) box {
	b := box{extents: okk.Dims{1, 1, 1, 1}, first: first}
	at := 3
	if len(list) > 0 && !isUnit(list[len(list)-1]) {
		at = 2
	}
	for k := len(list) - 1; k >= 0; k-- {
		b.extents[at], b.strides[at] = list[k].extent, list[k].steps[i]
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
	if !v.made || !v.isWhole() {
		copied := m.made(v.shape, v.elem)
		m.copy(copied, v)
		v = copied
	}
	v.made = false // another result of the same tensor gets a copy
	name(v.buffer, result, v.shape)
	return nil
}
