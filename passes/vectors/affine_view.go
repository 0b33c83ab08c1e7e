package vectors

import (
	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
)

// viewKind is the kind of view that a transfer without index vectors uses.
type viewKind int

const (
	// wholeMemory: the memory itself.
	wholeMemory viewKind = iota
	// stridedView: a memref.subview or tensor.extract_slice with strides.
	stridedView
	// linearView: a memref.reinterpret_cast by distances in memory.
	linearView
)

// viewPlan is the box of the memory that is transferred.
type viewPlan struct {
	kind viewKind
	block
	// Of a linearView: the strides and the offset of the memory. The sizes and steps of
	// the block are the view's.
	strides []int64
	offset  int64
}

// memory returns the memory or the view that is transferred, with the indices of the first
// element.
func (p *transferPlan) memory() (v *ir.Value, indices []*ir.Value) {
	switch p.view.kind {
	case stridedView:
		v = p.strided()
	case linearView:
		v = p.linear()
	default:
		for k := range p.start {
			indices = append(indices, p.indexValue(p.lowest(k)))
		}
		return p.Base(), indices
	}
	for range p.view.sizes {
		indices = append(indices, arith.ConstantIndex(p.rw, 0))
	}
	return v, indices
}

// slice returns the offsets, sizes and strides of a view with strides.
func (p *transferPlan) slice() (offsets, sizes, strides []ir.Mixed) {
	for k := range p.start {
		offsets = append(offsets, p.index(p.lowest(k)))
	}
	return offsets, constants(p.view.sizes), constants(p.view.steps)
}

// strided views the box of a memref or tensor.
func (p *transferPlan) strided() *ir.Value {
	offsets, sizes, strides := p.slice()
	if m, ok := p.BaseType().(*ir.MemRefType); ok {
		static, _ := ir.SplitMixed(offsets)
		t := memref.SubViewType(m, static, p.view.sizes, p.view.steps)
		return memref.NewSubView(p.rw, t, p.Base(), offsets, sizes, strides).Result()
	}
	t := ir.Tensor(p.view.sizes, p.BaseType().ElementType(), nil)
	return tensor.NewExtractSlice(p.rw, t, p.Base(), offsets, sizes, strides).Result()
}

// linear returns a view of the box, described by distances in memory.
func (p *transferPlan) linear() *ir.Value {
	m := p.BaseType().(*ir.MemRefType)
	first := constantForm(64, nil, []int64{p.view.offset})
	for k, start := range p.start {
		first = combined(first, 1, start, p.view.strides[k])
	}
	for _, d := range p.digits {
		first.table[0] += (d.size - 1) * min(0, p.distance(d))
	}
	offset := []ir.Mixed{p.index(first)}
	static, _ := ir.SplitMixed(offset)
	t := ir.MemRef(p.view.sizes, m.Elem, p.rw.Context().StridedLayout(static[0], p.view.steps), m.Space)
	return memref.NewReinterpretCast(p.rw, t, p.Base(), offset, constants(p.view.sizes), constants(p.view.steps)).Result()
}

func constants(values []int64) []ir.Mixed {
	ms := make([]ir.Mixed, len(values))
	for i, v := range values {
		ms[i].Const = v
	}
	return ms
}

// index returns a scalar of a form.
func (p *transferPlan) index(f *indexForm) ir.Mixed {
	e := affine.Const(f.table[0])
	var operands []ir.Mixed
	for i, t := range f.terms {
		e = e.Add(affine.Dim(i).Mul(affine.Const(t.Factor)))
		operands = append(operands, ir.Mixed{Value: p.asIndex(t.Value)})
	}
	return affined.ComposedApply(p.rw.Builder, affine.NewMap(len(operands), 0, e), operands)
}

// indexValue is index as a value.
func (p *transferPlan) indexValue(f *indexForm) *ir.Value {
	m := p.index(f)
	if m.Value == nil {
		return arith.ConstantIndex(p.rw, m.Const)
	}
	return m.Value
}

// asIndex returns a scalar as an index.
func (p *transferPlan) asIndex(t scalar) *ir.Value {
	index := p.rw.Context().Index()
	switch {
	case t.value.Type() == index:
		return t.value
	case t.unsigned:
		return arith.NewIndexCastUI(p.rw, index, t.value).Out()
	}
	return arith.NewIndexCast(p.rw, index, t.value).Out()
}
