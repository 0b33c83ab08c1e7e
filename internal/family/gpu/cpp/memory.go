package cpp

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/memref"
	"optc/ir"
)

// memoryForms are the forms of operations that make memory, or views of it.
var memoryForms = []form{
	of((*writer).view),
	of(func(w *writer, op memref.AllocaOp) {
		n, _ := ir.NumElements(op.Memref().Type().(*ir.MemRefType).Dims)
		name := w.name(op.Memref())
		w.line("%s %s[%d];", w.pointee(op.Memref()), name, n)
		w.values[op.Memref()] = &value{expr: word(name)}
	}),
	of(func(w *writer, op memref.AssumeAlignmentOp) {
		w.values[op.Result()] = w.values[op.Memref()]
	}),
	of(func(w *writer, op memref.CastOp) {
		w.values[op.Dest()] = w.values[op.Source()]
	}),
	of(func(w *writer, op memref.MemorySpaceCastOp) {
		w.values[op.Dest()] = w.values[op.Source()]
	}),
	of(func(w *writer, op memref.ExpandShapeOp) {
		w.values[op.Result()] = w.values[op.Src()]
	}),
	of(func(w *writer, op memref.CollapseShapeOp) {
		w.values[op.Result()] = w.values[op.Src()]
	}),
	of(func(w *writer, op memref.SubViewOp) {
		w.point(op.Result(), sumOrProduct(w.scalar(op.Source()), "+", w.sum(op.Source(), op.MixedOffsets()), precSum))
	}),
	of((*writer).reinterpret),
	of((*writer).dim),
}

// isRead reports whether an operation only reads the memref that it uses, also through views.
func isRead(use *ir.OpOperand) bool {
	op := use.Owner()
	switch {
	case ir.Is[memref.DimOp](op):
		return true
	case ir.Accessing.Has(op):
		return !slices.ContainsFunc(ir.AccessesOf(op), func(a ir.Access) bool { return a.Memory == use.Value() && a.Kind != ir.Read })
	case ir.ElementView.Has(op):
		return !isWritten(op.Result(0))
	}
	return false
}

// pointee returns the type of the elements of a memref.
func (w *writer) pointee(v *ir.Value) string {
	return w.elementType(w.at, v.Type().(*ir.MemRefType).Elem)
}

// sum returns the number of elements between the first element of a memref and an element.
func (w *writer) sum(v *ir.Value, indices []ir.Mixed) expr {
	t := v.Type().(*ir.MemRefType)
	strides, _, ok := t.StridesAndOffset()
	if !ok {
		w.refuse(w.at, "the layout of the memref has no strides")
		return word("0")
	}
	var terms []string
	constant := int64(0)
	for d, m := range indices {
		switch {
		case strides[d] == ir.Dynamic:
			if m.IsConst(0) {
				continue
			}
			stride, known := w.strideOf(v, d)
			if !known {
				w.refuse(w.at, "strides must be known")
				continue
			}
			index := integer(m.Const)
			if m.Value != nil {
				index = w.scalar(m.Value)
			}
			terms = append(terms, sumOrProduct(callOf("int64_t", index), "*", stride, precProduct).in(precSum))
		case m.Value == nil:
			constant += m.Const * strides[d]
		default:
			if n, ok := ir.ConstantInt(m.Value); ok {
				constant += n.Int64() * strides[d]
				continue
			}
			index := w.scalar(m.Value)
			if strides[d] != 1 && w.fits(m.Value) && !isSmall(t, strides) {
				index = callOf("int64_t", index)
			}
			terms = append(terms, sumOrProduct(index, "*", word(fmt.Sprint(strides[d])), precProduct).in(precSum))
		}
	}
	if constant != 0 || len(terms) == 0 {
		terms = append(terms, fmt.Sprint(constant))
	}
	if len(terms) == 1 {
		return expr{terms[0], precSum}
	}
	return expr{strings.Join(terms, " + "), precSum}
}

// strideOf returns a stride of a memref that its type does not hold, in elements, if the kernel knows it.
func (w *writer) strideOf(v *ir.Value, d int) (e expr, known bool) {
	if strides, _, ok := v.Type().(*ir.MemRefType).StridesAndOffset(); ok && strides[d] != ir.Dynamic {
		return integer(strides[d]), true
	}
	cut, ok := memref.CutOf(v.DefiningOp())
	if !ok {
		if source := ir.ViewedElements(v); source != nil && ir.KeepsStrides.Has(v.DefiningOp()) {
			return w.strideOf(source, d)
		}
		return e, false
	}
	at, left := 0, d // dimension d without those that the view drops
	if view := ir.As[memref.SubViewOp](v.DefiningOp()); view.Ok() {
		for dropped := memref.DroppedBy(view.Operation()); dropped[at] || left > 0; at++ {
			if !dropped[at] {
				left--
			}
		}
	} else {
		at = d
	}
	m := cut.Strides[at]
	e = integer(m.Const)
	if m.Value != nil {
		e = w.scalar(m.Value)
	}
	if cut.OfBuffer {
		return e, true
	}
	of, known := w.strideOf(cut.Source, at)
	if m.IsConst(1) {
		return of, known
	}
	return sumOrProduct(callOf("int64_t", e), "*", of, precProduct), known
}

// isSmall reports whether the number of every element of a memref is known to fit into an int.
func isSmall(t *ir.MemRefType, strides []int64) bool {
	last := int64(0)
	for d, n := range t.Dims {
		if n == ir.Dynamic || strides[d] == ir.Dynamic {
			return false
		}
		last += (n - 1) * strides[d]
	}
	return fitsInt(last)
}

// place returns an element of a memref.
func (w *writer) place(v *ir.Value, indices []*ir.Value) expr {
	at := w.sum(v, ir.MixedValues(indices))
	if at.text == "0" {
		return expr{"*" + w.scalar(v).in(precUnary), precUnary}
	}
	return word(fmt.Sprintf("%s[%s]", w.scalar(v).in(precWord), at.text))
}

// address returns the address of an element of a memref.
func (w *writer) address(v *ir.Value, indices []*ir.Value) string {
	at := w.sum(v, ir.MixedValues(indices))
	if at.text == "0" {
		return w.scalar(v).text
	}
	return fmt.Sprintf("&%s[%s]", w.scalar(v).in(precWord), at.text)
}

// accessOf returns the arguments of the template for an access of n elements: their number, and
// the alignment unless it is the bytes of the access.
func accessOf(t ir.Type, alignment int64) string {
	n, size := count(t), int64(ir.ElementBytes(ir.ElementOrSelf(t)))
	if alignment == 0 {
		alignment = size
	}
	if alignment == n*size {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d, %d", n, alignment)
}

// move writes the access of an element, or of neighbours; it returns false for other accesses.
func (w *writer) move(a *ir.Access) bool {
	v := a.Moved
	if !a.IsRun() {
		return false
	}
	switch {
	case isArray(v.Type()) && a.Kind == ir.Read:
		to := w.array(v)
		w.line("load<%s>(%s, %s);", accessOf(v.Type(), a.Alignment), to.pointer(0), w.address(a.Memory, a.Indices))
	case isArray(v.Type()):
		from := w.stored(v)
		w.line("store<%s>(%s, %s);", accessOf(v.Type(), a.Alignment), w.address(a.Memory, a.Indices), from.pointer(0))
	case a.Kind == ir.Read:
		w.define(v, w.place(a.Memory, a.Indices))
	default:
		w.line("%s = %s;", w.place(a.Memory, a.Indices).text, w.element(v, at(0)).text)
	}
	return true
}

// view names a part of the arena.
func (w *writer) view(op memref.ViewOp) {
	name := w.name(op.Result())
	t := w.pointee(op.Result())
	place := sumOrProduct(w.scalar(op.Source()), "+", w.scalar(op.ByteShift()), precSum)
	w.line("%s *%s = reinterpret_cast<%s *>(%s);", t, name, t, place.text)
	w.values[op.Result()] = &value{expr: word(name)}
}

// reinterpret gives a memref other strides and an offset, which counts from the first element of
// the buffer.
func (w *writer) reinterpret(op memref.ReinterpretCastOp) {
	if _, offset, ok := op.Source().Type().(*ir.MemRefType).StridesAndOffset(); !ok || offset != 0 {
		w.refuse(w.at, "the offset of the memref must be 0")
		return
	}
	offset := op.MixedOffsets()[0]
	e := integer(offset.Const)
	if offset.Value != nil {
		e = w.scalar(offset.Value)
	}
	w.point(op.Result(), sumOrProduct(w.scalar(op.Source()), "+", e, precSum))
}

// point names a pointer into a memref.
func (w *writer) point(v *ir.Value, e expr) {
	if e.isSimple() {
		w.values[v] = &value{expr: e}
		return
	}
	name := w.name(v)
	w.line("auto *%s = %s;", name, e.text)
	w.values[v] = &value{expr: word(name)}
}

func (w *writer) dim(op memref.DimOp) {
	i, ok := op.ConstantIndex()
	e, known := w.sizeOf(op.Source(), i)
	switch {
	case !ok || !known:
		w.refuse(w.at, "extents must be known")
	case e.isSimple():
		w.values[op.Result()] = &value{expr: e}
	default:
		w.define(op.Result(), e)
	}
}

// sizeOf returns the number of elements of a memref along a dimension, if the kernel knows it.
func (w *writer) sizeOf(v *ir.Value, i int64) (e expr, known bool) {
	t := v.Type().(*ir.MemRefType)
	if i < 0 || i >= int64(len(t.Dims)) {
		return e, false
	}
	if t.Dims[i] != ir.Dynamic {
		return integer(t.Dims[i]), true
	}
	if e, known := w.extents[v]; known {
		return e, true
	}
	if cast := ir.DefiningOp[memref.CastOp](v); cast.Ok() {
		return w.sizeOf(cast.Source(), i)
	}
	if view := ir.DefiningOp[memref.ReinterpretCastOp](v); view.Ok() && view.MixedSizes()[i].Value != nil {
		return w.scalar(view.MixedSizes()[i].Value), true
	}
	if view := ir.DefiningOp[memref.SubViewOp](v); view.Ok() && len(view.MixedSizes()) == len(t.Dims) && view.MixedSizes()[i].Value != nil {
		return w.scalar(view.MixedSizes()[i].Value), true
	}
	return e, false
}
