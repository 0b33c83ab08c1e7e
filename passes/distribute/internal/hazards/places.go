package hazards

import (
	"slices"

	"optc/dialect/memref"
	"optc/ir"
	"optc/ir/ranges"
	"optc/num/linear"
)

// place describes the elements of memory that an access touches: a box of positions along the
// dimensions of a memref.
type place struct {
	base *ir.Value    // the memref
	at   []ranges.Sum // the first position along each dimension; nil: any element may be touched
	size []int64      // number of positions along each dimension
	of   []int        // dimension of the memref for each dimension of the moved vector, or -1
}

// placeOf returns the place of the accesses to base with an effect of some kind.
func placeOf(op *ir.Operation, base *ir.Value, kind ir.EffectKinds) place {
	p := place{base: base}
	list := slices.DeleteFunc(ir.AccessesOf(op), func(a ir.Access) bool { return a.Memory != base || a.Kind&kind == 0 })
	if len(list) != 1 || !list[0].IsPlaced() {
		return p
	}
	a := &list[0]
	p.at, p.size = make([]ranges.Sum, len(a.Indices)), slices.Repeat([]int64{1}, len(a.Indices))
	for k, v := range a.Indices {
		p.at[k] = ranges.SumOf(v)
	}
	if v := a.VectorType(); v != nil {
		p.of = a.Along()
		for d, k := range p.of {
			if k >= 0 {
				p.size[k] = v.Dims[d]
			}
		}
	}
	return p
}

// linear returns the place in the elements of the buffer: the number of its first element, and
// the distances of neighbours along each dimension. ok is false if these are not known.
func (p place) linear() (first ranges.Sum, strides []int64, ok bool) {
	t, ranked := p.base.Type().(*ir.MemRefType)
	if !ranked || p.at == nil {
		return first, nil, false
	}
	strides, _, ok = t.StridesAndOffset()
	if !ok || slices.Contains(strides, ir.Dynamic) || !keepsElements(p.base) {
		return first, nil, false
	}
	first, ok = offsetOf(p.base)
	for k, at := range p.at {
		if !ok {
			break
		}
		var part ranges.Sum
		if part, ok = at.TimesWithin(strides[k], ranges.Limit); ok {
			first, ok = first.PlusWithin(part, ranges.Limit)
		}
	}
	return first, strides, ok
}

// keepsElements reports whether a memref has the base pointer and the type of elements of the
// buffer that it is a view of.
func keepsElements(v *ir.Value) bool {
	for source := ir.ViewedElements(v); source != nil; source = ir.ViewedElements(v) {
		v = source
	}
	return !ir.View.Has(v.DefiningOp())
}

// bytesOf returns the buffer of bytes that a memref views at a known place by memref.view, its first byte and the byte
// after its last. An access beyond the view is out of bounds.
func bytesOf(v *ir.Value) (buffer *ir.Value, first, end int64, ok bool) {
	for source := ir.ViewedElements(v); source != nil; source = ir.ViewedElements(v) {
		v = source
	}
	view := ir.As[memref.ViewOp](v.DefiningOp())
	if !view.Ok() {
		return nil, 0, 0, false
	}
	t := v.Type().(*ir.MemRefType)
	shift, known := ir.ConstantInt(view.ByteShift())
	n, static := ir.NumElements(t.Shape())
	if !known || !static {
		return nil, 0, 0, false
	}
	first = shift.Int64()
	return view.Source(), first, first + n*int64(ir.ElementBytes(t.Elem)), true
}

// areApart reports whether two memrefs are views of different bytes of a buffer.
func areApart(v, w *ir.Value) bool {
	buffer, first, end, ok := bytesOf(v)
	other, begin, last, placed := bytesOf(w)
	return ok && placed && buffer == other && (end <= begin || last <= first)
}

// offsetOf returns the position of the first element of a memref in its buffer. An unknown offset
// is a separate term, the memref.
func offsetOf(v *ir.Value) (ranges.Sum, bool) {
	t := v.Type().(*ir.MemRefType)
	if _, offset, ok := t.StridesAndOffset(); ok && offset != ir.Dynamic {
		return ranges.Sum{Constant: offset}, true
	}
	own := linear.Of(v)
	part := ir.As[memref.SubViewOp](v.DefiningOp())
	if !part.Ok() {
		return own, true
	}
	source := part.Source().Type().(*ir.MemRefType)
	strides, _, ok := source.StridesAndOffset()
	if !ok || slices.Contains(strides, ir.Dynamic) {
		return own, true
	}
	sum, ok := offsetOf(part.Source())
	for k, offset := range part.MixedOffsets() {
		at := ranges.Sum{Constant: offset.Const}
		if offset.Value != nil {
			at = ranges.SumOf(offset.Value)
		}
		if !ok {
			break
		}
		if at, ok = at.TimesWithin(strides[k], ranges.Limit); ok {
			sum, ok = sum.PlusWithin(at, ranges.Limit)
		}
	}
	return sum, ok
}

// span returns how many elements of the buffer are between the first and the last element of a
// place, both included.
func (p place) span(strides []int64) int64 {
	n := int64(1)
	for k, s := range p.size {
		n += max(s-1, 0) * max(strides[k], -strides[k])
	}
	return n
}
