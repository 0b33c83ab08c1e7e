package ptx

import (
	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
)

// vectorForms are the forms of operations that make vectors, or rearrange their elements. Most are no
// instruction.
var vectorForms = []form{
	of((*writer).constant),
	of(func(w *writer, op ub.PoisonOp) {
		list := make([]element, count(op.Operation().Result(0).Type()))
		for i := range list {
			list[i] = w.zero(op.Operation().Result(0))
		}
		w.values[op.Operation().Result(0)] = list
	}),
	of(func(w *writer, op vector.ShapeCastOp) { w.values[op.Result()] = w.elements(op.Source()) }),
	of((*writer).broadcast),
	of(func(w *writer, op vector.TransposeOp) {
		all := ir.RowMajorStrides(shapeOf(op.Vector()))
		strides := make([]int64, len(op.Permutation()))
		for i, d := range op.Permutation() {
			strides[i] = all[d]
		}
		w.values[op.Result()] = w.picked(op.Vector(), shapeOf(op.Result()), 0, strides)
	}),
	of((*writer).extract),
	of((*writer).insert),
	of(func(w *writer, op vector.ExtractStridedSliceOp) {
		offset, strides := sliceOf(shapeOf(op.Source()), op.Offsets(), op.Strides())
		w.values[op.Result()] = w.picked(op.Source(), shapeOf(op.Result()), offset, strides)
	}),
	of(func(w *writer, op vector.InsertStridedSliceOp) {
		list := append([]element(nil), w.elements(op.Dest())...)
		part := shapeOf(op.ValueToStore())
		offset, strides := sliceOf(shapeOf(op.Dest()), op.Offsets(), op.Strides())
		at := positions(part, offset, strides[len(strides)-len(part):])
		for i, e := range w.elements(op.ValueToStore()) {
			list[at[i]] = e
		}
		w.values[op.Result()] = list
	}),
	of(func(w *writer, op vector.FromElementsOp) {
		var list []element
		for _, v := range op.Elements() {
			list = append(list, w.first(v))
		}
		w.values[op.Dest()] = list
	}),
	of(func(w *writer, op vector.ToElementsOp) {
		list := w.elements(op.Source())
		for i, v := range op.Elements() {
			w.values[v] = list[i : i+1]
		}
	}),
	of(func(w *writer, op vector.ShuffleOp) {
		rows := int64(1)
		if shape := shapeOf(op.V1()); len(shape) > 0 {
			rows = shape[0]
		}
		a, b := w.elements(op.V1()), w.elements(op.V2())
		n := int64(len(a)) / rows
		both := append(append([]element(nil), a...), b...)
		var list []element
		for _, row := range op.Mask() {
			list = append(list, both[max(row, 0)*n:][:n]...)
		}
		w.values[op.Vector()] = list
	}),
	of(func(w *writer, op vector.InterleaveOp) {
		a, b := w.elements(op.Lhs()), w.elements(op.Rhs())
		var list []element
		for i := range a {
			list = append(list, a[i], b[i])
		}
		w.values[op.Result()] = list
	}),
	of(func(w *writer, op vector.DeinterleaveOp) {
		for i, e := range w.elements(op.Source()) {
			v := []*ir.Value{op.Res1(), op.Res2()}[i%2]
			w.values[v] = append(w.values[v], e)
		}
	}),
	of(func(w *writer, op vector.StepOp) {
		var list []element
		for i := range count(op.Result().Type()) {
			list = append(list, indexOf(constantSum(i)))
		}
		w.values[op.Result()] = list
	}),
	of(func(w *writer, op vector.CreateMaskOp) {
		var bounds []*sum
		for _, v := range op.Operands() {
			bounds = append(bounds, w.sum(v))
		}
		w.mask(op.Result(), bounds)
	}),
	of(func(w *writer, op vector.ConstantMaskOp) {
		var bounds []*sum
		for _, n := range op.MaskDimSizes() {
			bounds = append(bounds, constantSum(n))
		}
		w.mask(op.Result(), bounds)
	}),
	of((*writer).reduction),
	of((*writer).bitCast),
}

// constant sets the elements of a constant.
func (w *writer) constant(op arith.ConstantOp) {
	v := op.Result()
	n := w.numberOf(v)
	literal := func(a ir.Attribute) element {
		if f, ok := ir.FloatOf(a); ok {
			_, bits := f.Bits()
			return elementOf(constant(n.class, bits))
		}
		x, ok := ir.IntOf(a)
		switch {
		case !ok:
			w.refuse(w.op, "the constant '%s' is no number", a)
		case n.isIndex:
			return indexOf(constantSum(x.Int64()))
		case n.class == predicate && !x.IsZero():
			return elementOf(constant(predicate, 1))
		}
		return elementOf(constant(n.class, uint64(x.Int64())))
	}
	dense, ok := op.Value().(*ir.DenseAttr)
	if !ok {
		w.values[v] = []element{literal(op.Value())}
		return
	}
	list := make([]element, count(v.Type()))
	for i := range list {
		list[i] = literal(dense.ElementAttr(i))
	}
	w.values[v] = list
}

// shapeOf returns the shape of a vector; the shape of a scalar is empty.
func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.VectorType); ok {
		return t.Dims
	}
	return nil
}

// positions returns the positions of the elements of a shape, in their order, in a vector with strides.
func positions(shape []int64, offset int64, strides []int64) []int64 {
	list := []int64{offset}
	for d, n := range shape {
		var next []int64
		for _, p := range list {
			for i := range n {
				next = append(next, p+i*strides[d])
			}
		}
		list = next
	}
	return list
}

// picked returns elements of a vector, by their shape and strides.
func (w *writer) picked(source *ir.Value, shape []int64, offset int64, strides []int64) (list []element) {
	from := w.elements(source)
	for _, p := range positions(shape, offset, strides) {
		list = append(list, from[p])
	}
	return list
}

// sliceOf returns the offset of a slice and the strides of its dimensions.
func sliceOf(shape, offsets, steps []int64) (offset int64, strides []int64) {
	strides = ir.RowMajorStrides(shape)
	for d, o := range offsets {
		offset += o * strides[d]
	}
	for d, s := range steps {
		strides[d] *= s
	}
	return offset, strides
}

// broadcast repeats elements.
func (w *writer) broadcast(op vector.BroadcastOp) {
	from, to := shapeOf(op.Source()), shapeOf(op.Vector())
	strides := make([]int64, len(to))
	for d, s := range ir.RowMajorStrides(from) {
		if at := d + len(to) - len(from); from[d] == to[at] {
			strides[at] = s
		}
	}
	w.values[op.Vector()] = w.picked(op.Source(), to, 0, strides)
}

// partOf returns the position of the part of a vector that constant indices of its outer dimensions
// select; ok is false if an index is not constant.
func (w *writer) partOf(shape []int64, mixed []ir.Mixed) (at int64, ok bool) {
	strides := ir.RowMajorStrides(shape)
	for d, m := range mixed {
		s := w.mixed(m)
		if len(s.terms) > 0 {
			w.refuse(w.op, "positions must be constants")
			return 0, false
		}
		at += s.constant * strides[d]
	}
	return at, true
}

func (w *writer) extract(op vector.ExtractOp) {
	if at, ok := w.partOf(shapeOf(op.Source()), op.MixedPosition()); ok {
		w.values[op.Result()] = w.elements(op.Source())[at:][:count(op.Result().Type())]
	}
}

func (w *writer) insert(op vector.InsertOp) {
	if at, ok := w.partOf(shapeOf(op.Dest()), op.MixedPosition()); ok {
		list := append([]element(nil), w.elements(op.Dest())...)
		copy(list[at:], w.elements(op.ValueToStore()))
		w.values[op.Result()] = list
	}
}

// mask sets the elements whose indices are below bounds.
func (w *writer) mask(v *ir.Value, bounds []*sum) {
	shape := shapeOf(v)
	list := make([]element, count(v.Type()))
	strides := ir.RowMajorStrides(shape)
	for i := range list {
		all := constant(predicate, 1)
		for d := range bounds {
			at := int64(0)
			if len(shape) > 0 {
				at = int64(i) / strides[d] % shape[d]
			}
			below := w.compareIntegers(arith.SGT, number{class: double, width: 64, isIndex: true}, indexOf(bounds[d]), indexOf(constantSum(at)))
			all = w.apply("and.pred", predicate, all, below)
		}
		list[i] = elementOf(all)
	}
	w.values[v] = list
}

// combinations holds, for each kind of reduction, the operations for integers and for floats.
var combinations = map[string][2]ir.OpKind{
	"add": {arith.AddIOp{}, arith.AddFOp{}}, "mul": {arith.MulIOp{}, arith.MulFOp{}}, "and": {arith.AndIOp{}, nil}, "or": {arith.OrIOp{}, nil}, "xor": {arith.XOrIOp{}, nil},
	"maxsi": {arith.MaxSIOp{}, nil}, "minsi": {arith.MinSIOp{}, nil}, "maxui": {arith.MaxUIOp{}, nil}, "minui": {arith.MinUIOp{}, nil},
	"maximumf": {nil, arith.MaximumFOp{}}, "minimumf": {nil, arith.MinimumFOp{}}, "maxnumf": {nil, arith.MaxNumFOp{}}, "minnumf": {nil, arith.MinNumFOp{}},
}

// reduction combines the elements of a vector in their order, after the accumulator.
func (w *writer) reduction(op vector.ReductionOp) {
	v, list := op.Dest(), w.elements(op.Vector())
	if acc := op.Acc(); acc != nil {
		list = append([]element{w.first(acc)}, list...)
	}
	n, name := w.numberOf(v), op.KindAttr().String()
	kinds := combinations[name]
	kind := kinds[0]
	if n.float != "" {
		kind = kinds[1]
	}
	if kind == nil || n.isIndex {
		w.refuse(w.op, "there is no reduction of kind '%s' of type '%s'", name, v.Type())
		return
	}
	total := list[0].operand
	for _, e := range list[1:] {
		total = w.combined(kind.Kind(), op.Operation(), total, e.operand)
	}
	w.set(v, total)
}

// combined combines two numbers; they have the type of op's result.
func (w *writer) combined(kind ir.Kind, op *ir.Operation, x, y operand) operand {
	return computations[kind](w, op, []element{elementOf(x), elementOf(y)})
}

// bitCast takes the bits of a vector as other numbers.
func (w *writer) bitCast(op vector.BitcastOp) {
	from, to := w.numberOf(op.Source()), w.numberOf(op.Result())
	list := w.elements(op.Source())
	if from.class == predicate || to.class == predicate || from.isIndex || to.isIndex {
		w.refuse(w.op, "bits of a vector and indices are no bytes")
		return
	}
	var result []element
	switch {
	case from.width == to.width:
		for _, e := range list {
			result = append(result, elementOf(w.bits(e.operand, from, to)))
		}
	case from.width < to.width && to.width == 32:
		each := to.width / from.width
		for i := 0; i < len(list); i += each {
			result = append(result, elementOf(w.pack(operandsOf(list[i:i+each]), from, word)))
		}
	case from.width > to.width && from.width == 32:
		for _, e := range list {
			for _, part := range w.unpack(e.operand, to) {
				result = append(result, elementOf(part))
			}
		}
	default:
		w.refuse(w.op, "there is no instruction from type '%s' to type '%s'", op.Source().Type(), op.Result().Type())
	}
	w.values[op.Result()] = result
}

func operandsOf(list []element) (operands []operand) {
	for _, e := range list {
		operands = append(operands, e.operand)
	}
	return operands
}
