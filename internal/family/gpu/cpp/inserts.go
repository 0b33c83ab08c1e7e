package cpp

import (
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
)

// A part that is inserted into a vector is computed directly in the array of the vector.
//
//	float x[8];
//	load<4>(x, &m[at]);
//	load<4>(x + 4, &m[at + 32]);

// insertion is the insertion of a contiguous part into a vector.
type insertion struct {
	part, dest, result *ir.Value
	offset             int64
}

// insertionOf returns the insertion that an operation executes.
func insertionOf(op *ir.Operation) (x insertion, ok bool) {
	if o := ir.As[vector.InsertOp](op); o.Ok() {
		x = insertion{part: o.ValueToStore(), dest: o.Dest(), result: o.Result()}
		strides := ir.RowMajorStrides(shapeOf(o.Dest()))
		for d, m := range o.MixedPosition() {
			if m.Value != nil {
				return x, false
			}
			x.offset += m.Const * strides[d]
		}
		return x, true
	}
	if o := ir.As[vector.InsertStridedSliceOp](op); o.Ok() {
		x = insertion{part: o.ValueToStore(), dest: o.Dest(), result: o.Result()}
		offset, strides := sliceOf(shapeOf(o.Dest()), o.Offsets(), o.Strides())
		x.offset = offset
		part := shapeOf(o.ValueToStore())
		return x, contiguous(part, strides[len(strides)-len(part):])
	}
	return x, false
}

// destination returns the part of an array that a vector will be inserted into, or nil unless its
// only use is an insertion into an array that may be changed earlier.
func (w *writer) destination(v *ir.Value) *value {
	if !v.HasOneUse() {
		return nil
	}
	user := v.FirstUse().Owner()
	if user.Block() != v.ParentBlock() {
		return nil
	}
	if cast := ir.As[vector.ShapeCastOp](user); cast.Ok() {
		return w.destination(cast.Result())
	}
	x, ok := insertionOf(user)
	if !ok || x.part != v || !isArray(x.result.Type()) {
		return nil
	}
	home := w.home(x)
	if home == nil {
		return nil
	}
	return &value{array: home.array, offset: home.offset + x.offset}
}

// home returns the array of the result of an insertion that is not written yet, or nil if the
// vector that receives the part is not written, or has other uses.
func (w *writer) home(x insertion) *value {
	if h := w.homes[x.result]; h != nil {
		return h
	}
	h := w.values[x.dest]
	switch {
	case h == nil:
		return nil
	case h.array == "":
		if !isConstant(x.dest) {
			return nil
		}
		h = w.array(x.result)
		delete(w.values, x.result)
		w.fill(h, x.dest, x)
	case !w.isFree(x):
		return nil
	}
	w.homes[x.result] = h
	return h
}

// isFree reports whether an insertion may change the array of the vector that receives the part:
// the array holds nothing else, nothing else uses the vector, and no loop repeats the insertion.
func (w *writer) isFree(x insertion) bool {
	return w.owned[x.dest] && x.dest.HasOneUse() && x.dest.ParentBlock() == x.result.ParentBlock()
}

func isConstant(v *ir.Value) bool {
	return v.DefiningOp() != nil && (ir.Is[ub.PoisonOp](v.DefiningOp()) || ir.ConstantValue(v) != nil)
}

// changed returns the array of a vector that differs from dest in some elements: the array of
// dest itself, if nothing else uses that, or a copy.
func (w *writer) changed(v, dest *ir.Value, x insertion) *value {
	to := w.homes[v]
	if d := w.values[dest]; to == nil && d != nil && d.array != "" && w.isFree(insertion{dest: dest, result: v}) {
		to = d
	}
	if to == nil {
		to = w.array(v)
		w.fill(to, dest, x)
	}
	w.owned[v] = true
	w.values[v] = to
	return to
}

// fill writes the elements of a vector that receives parts to an array, unless the parts cover the
// whole vector.
func (w *writer) fill(to *value, dest *ir.Value, x insertion) {
	if dest.DefiningOp() != nil && ir.Is[ub.PoisonOp](dest.DefiningOp()) || x.part != nil && isCovered(x) {
		return
	}
	w.loop(count(dest.Type()), func(i position) { w.plain("%s[%s] = %s;", to.array, i.plus(to.offset), w.element(dest, i).text) })
}

// isCovered reports whether an insertion and the insertions into its result in the same block, which
// nothing else uses, write every element.
func isCovered(x insertion) bool {
	written := make([]bool, count(x.result.Type()))
	for {
		for i := range count(x.part.Type()) {
			written[x.offset+i] = true
		}
		if !x.result.HasOneUse() {
			break
		}
		next, ok := insertionOf(x.result.FirstUse().Owner())
		if !ok || next.dest != x.result || next.result.ParentBlock() != x.result.ParentBlock() {
			break
		}
		x = next
	}
	for _, is := range written {
		if !is {
			return false
		}
	}
	return true
}

func (w *writer) insert(op vector.InsertOp) {
	p := w.linear(shapeOf(op.Dest()), op.MixedPosition())
	source := op.ValueToStore()
	if !isArray(op.Result().Type()) {
		w.values[op.Result()] = &value{expr: w.scalar(source)}
		return
	}
	x, static := insertionOf(op.Operation())
	if !static {
		x.part = nil
	}
	to := w.changed(op.Result(), op.Dest(), x)
	n := count(source.Type())
	if n == 1 {
		w.line("%s[%s] = %s;", to.array, p.plus(to.offset), w.element(source, at(0)).text)
		return
	}
	if static && w.isAt(source, to, p.add) {
		return
	}
	if static {
		w.copy(to, p.add, []int64{1}, source, 0, []int64{1}, []int64{n})
		return
	}
	w.loop(n, func(i position) {
		w.plain("%s[%s + %s] = %s;", to.array, p.plus(to.offset), i, w.element(source, i).text)
	})
}

func (w *writer) insertSlice(op vector.InsertStridedSliceOp) {
	v, source := op.Result(), op.ValueToStore()
	if !isArray(v.Type()) {
		w.values[v] = &value{expr: w.scalar(source)}
		return
	}
	offset, strides := sliceOf(shapeOf(v), op.Offsets(), op.Strides())
	part := shapeOf(source)
	x, whole := insertionOf(op.Operation())
	if !whole {
		x.part = nil
	}
	to := w.changed(v, op.Dest(), x)
	if whole && w.isAt(source, to, offset) {
		return
	}
	w.copy(to, offset, strides[len(strides)-len(part):], source, 0, ir.RowMajorStrides(part), part)
}

// isAt reports whether the elements of a vector are at a place in an array already.
func (w *writer) isAt(v *ir.Value, to *value, offset int64) bool {
	x := w.values[v]
	return x != nil && x.array == to.array && x.offset == to.offset+offset
}
