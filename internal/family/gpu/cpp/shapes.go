package cpp

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/arith"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/ir"
)

// vectorForms are the forms of operations that make vectors, or rearrange their elements.
var vectorForms = []form{
	of(func(w *writer, op arith.ConstantOp) {
		w.constant(op.Operation(), op.Value())
	}),
	of(func(w *writer, op ub.PoisonOp) {
		w.poison(op.Operation())
	}),
	of(func(w *writer, op vector.ShapeCastOp) {
		w.alias(op.Result(), op.Source(), 0)
	}),
	of((*writer).broadcast),
	of((*writer).transpose),
	of((*writer).extract),
	of((*writer).insert),
	of((*writer).extractSlice),
	of((*writer).insertSlice),
	of((*writer).fromElements),
	of(func(w *writer, op vector.ToElementsOp) {
		for i, v := range op.Elements() {
			w.alias(v, op.Source(), int64(i))
		}
	}),
	of((*writer).shuffleElements),
	of(func(w *writer, op vector.InterleaveOp) {
		to := w.array(op.Result())
		for k, v := range []*ir.Value{op.Lhs(), op.Rhs()} {
			w.copy(to, int64(k), []int64{2}, v, 0, []int64{1}, []int64{count(v.Type())})
		}
	}),
	of(func(w *writer, op vector.DeinterleaveOp) {
		for k, v := range []*ir.Value{op.Res1(), op.Res2()} {
			w.everySecond(v, op.Source(), int64(k))
		}
	}),
	of(func(w *writer, op vector.StepOp) {
		w.giveElements(op.Result(), func(p position) expr {
			if p.text == "" || p.add == 0 {
				return word(p.String())
			}
			return expr{p.String(), precSum}
		})
	}),
	of(func(w *writer, op vector.CreateMaskOp) {
		var bounds []expr
		for _, v := range op.Operands() {
			bounds = append(bounds, w.scalar(v))
		}
		w.mask(op.Result(), bounds)
	}),
	of(func(w *writer, op vector.ConstantMaskOp) {
		var bounds []expr
		for _, n := range op.MaskDimSizes() {
			bounds = append(bounds, integer(n))
		}
		w.mask(op.Result(), bounds)
	}),
	of((*writer).reduction),
	of((*writer).bitCast),
}

// everySecond sets a vector to every second element of another vector, or a scalar to an element.
func (w *writer) everySecond(v, source *ir.Value, first int64) {
	switch {
	case v.Unused():
	case !isArray(v.Type()):
		w.give(v, w.element(source, at(first)))
	default:
		w.copy(w.array(v), 0, []int64{1}, source, first, []int64{2}, []int64{count(v.Type())})
	}
}

// constant sets the elements of a constant.
func (w *writer) constant(op *ir.Operation, a ir.Attribute) {
	v := op.Result(0)
	elem := ir.ElementOrSelf(v.Type())
	dense, ok := a.(*ir.DenseAttr)
	switch {
	case !ok:
		w.values[v] = &value{expr: w.literal(a, elem)}
	case !isArray(v.Type()):
		w.values[v] = &value{expr: w.literal(dense.ElementAttr(0), elem)}
	case dense.Splat:
		e := w.literal(dense.ElementAttr(0), elem)
		w.values[v] = &value{element: func(position) expr { return e }}
	default:
		var list []string
		for i := range dense.NumElements() {
			list = append(list, w.literal(dense.ElementAttr(i), elem).text)
		}
		name := w.name(v)
		w.line("const %s %s[%d] = {%s};", w.elementType(op, elem), name, len(list), strings.Join(list, ", "))
		w.values[v] = &value{array: name}
	}
}

// poison sets elements that no result depends on.
func (w *writer) poison(op *ir.Operation) {
	v := op.Result(0)
	t := w.elementType(op, ir.ElementOrSelf(v.Type()))
	zero := word(t + "()")
	if isArray(v.Type()) {
		w.values[v] = &value{element: func(position) expr { return zero }}
		return
	}
	w.values[v] = &value{expr: zero}
}

// shapeOf returns the shape of a vector; the shape of a scalar is empty.
func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.VectorType); ok {
		return t.Dims
	}
	return nil
}

// broadcast repeats elements.
func (w *writer) broadcast(op vector.BroadcastOp) {
	v, source := op.Vector(), op.Source()
	if !isArray(source.Type()) {
		e := w.scalar(source)
		if !isArray(v.Type()) {
			w.values[v] = &value{expr: e}
			return
		}
		w.values[v] = &value{element: func(position) expr { return e }}
		return
	}
	from, to := shapeOf(source), shapeOf(v)
	strides := make([]int64, len(to))
	for d, s := range ir.RowMajorStrides(from) {
		if at := d + len(to) - len(from); from[d] == to[at] {
			strides[at] = s
		}
	}
	if count(source.Type()) == count(v.Type()) {
		w.alias(v, source, 0)
		return
	}
	w.copy(w.array(v), 0, ir.RowMajorStrides(to), source, 0, strides, to)
}

// transpose permutes dimensions; if only dimensions of one element move, no element does.
func (w *writer) transpose(op vector.TransposeOp) {
	v, source := op.Result(), op.Vector()
	from, permutation := shapeOf(source), op.Permutation()
	var moved []int64
	for _, d := range permutation {
		if from[d] > 1 {
			moved = append(moved, d)
		}
	}
	if slices.IsSorted(moved) {
		w.alias(v, source, 0)
		return
	}
	all := ir.RowMajorStrides(from)
	strides := make([]int64, len(permutation))
	for i, d := range permutation {
		strides[i] = all[d]
	}
	to := shapeOf(v)
	w.copy(w.array(v), 0, ir.RowMajorStrides(to), source, 0, strides, to)
}

// linear returns the position of an element or a part of a vector, given by the indices of its
// outer dimensions.
func (w *writer) linear(shape []int64, mixed []ir.Mixed) position {
	p, terms := position{}, []string(nil)
	strides := ir.RowMajorStrides(shape)
	for d, m := range mixed {
		if m.Value == nil {
			p.add += m.Const * strides[d]
			continue
		}
		terms = append(terms, sumOrProduct(w.scalar(m.Value), "*", word(fmt.Sprint(strides[d])), precProduct).in(precSum))
	}
	p.text = strings.Join(terms, " + ")
	return p
}

func (w *writer) extract(op vector.ExtractOp) {
	p := w.linear(shapeOf(op.Source()), op.MixedPosition())
	v := op.Result()
	if p.text == "" {
		w.alias(v, op.Source(), p.add)
		return
	}
	if !isArray(op.Source().Type()) {
		w.alias(v, op.Source(), 0)
		return
	}
	from := w.stored(op.Source())
	if !isArray(v.Type()) {
		w.give(v, word(fmt.Sprintf("%s[%s]", from.array, p.plus(from.offset))))
		return
	}
	to := w.array(v)
	w.loop(count(v.Type()), func(i position) {
		w.plain("%s[%s] = %s[%s + %s];", to.array, i.plus(to.offset), from.array, p.plus(from.offset), i)
	})
}

func (w *writer) extractSlice(op vector.ExtractStridedSliceOp) {
	from, to := shapeOf(op.Source()), shapeOf(op.Result())
	offset, strides := sliceOf(from, op.Offsets(), op.Strides())
	if contiguous(to, strides) {
		w.alias(op.Result(), op.Source(), offset)
		return
	}
	w.copy(w.array(op.Result()), 0, ir.RowMajorStrides(to), op.Source(), offset, strides, to)
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

// contiguous reports whether the elements of a shape with strides are contiguous.
func contiguous(shape, strides []int64) bool {
	n := int64(1)
	for d, size := range slices.Backward(shape) {
		if size > 1 && strides[d] != n {
			return false
		}
		n *= size
	}
	return true
}

// copy writes loops that copy the elements of a shape between places with strides.
func (w *writer) copy(to *value, toOffset int64, toStrides []int64, from *ir.Value, fromOffset int64, fromStrides, shape []int64) {
	// Dimensions that are contiguous in both shapes are merged.
	var sizes, outer, inner []int64
	for d, n := range shape {
		last := len(sizes) - 1
		switch {
		case n == 1:
		case last >= 0 && outer[last] == toStrides[d]*n && inner[last] == fromStrides[d]*n:
			sizes[last], outer[last], inner[last] = sizes[last]*n, toStrides[d], fromStrides[d]
		default:
			sizes, outer, inner = append(sizes, n), append(outer, toStrides[d]), append(inner, fromStrides[d])
		}
	}
	w.comment()
	for d, n := range sizes {
		i := loopNames[d]
		w.plain("for (int %s = 0; %s < %d; ++%s)", i, i, n, i)
		w.depth++
	}
	w.plain("%s[%s] = %s;", to.array, steps(outer, toOffset+to.offset), w.element(from, steps(inner, fromOffset)).text)
	w.depth -= len(sizes)
}

var loopNames = []string{"i", "j", "k", "l", "ii", "jj", "kk", "ll"}

// steps returns the position of an element in nested loops.
func steps(strides []int64, offset int64) position {
	var terms []string
	for d, s := range strides {
		switch s {
		case 0:
		case 1:
			terms = append(terms, loopNames[d])
		default:
			terms = append(terms, fmt.Sprintf("%s * %d", loopNames[d], s))
		}
	}
	return position{strings.Join(terms, " + "), offset}
}

func (w *writer) fromElements(op vector.FromElementsOp) {
	v := op.Dest()
	if !isArray(v.Type()) {
		w.give(v, w.element(op.Elements()[0], at(0)))
		return
	}
	var list []string
	for _, e := range op.Elements() {
		list = append(list, w.scalar(e).text)
	}
	if x := w.destination(v); x != nil {
		for i, e := range list {
			w.line("%s[%d] = %s;", x.array, x.offset+int64(i), e)
		}
		w.values[v] = x
		return
	}
	name := w.name(v)
	w.line("const %s %s[%d] = {%s};", w.elementType(w.at, ir.ElementOrSelf(v.Type())), name, len(list), strings.Join(list, ", "))
	w.values[v] = &value{array: name}
}

// shuffleElements selects rows of two vectors by constants.
func (w *writer) shuffleElements(op vector.ShuffleOp) {
	v := op.Vector()
	rows := int64(1)
	if shape := shapeOf(op.V1()); len(shape) > 0 {
		rows = shape[0]
	}
	n := count(op.V1().Type()) / rows
	element := func(i int64) expr {
		row := op.Mask()[i/n]
		if row < 0 {
			row = 0
		}
		if row < rows {
			return w.element(op.V1(), at(row*n+i%n))
		}
		return w.element(op.V2(), at((row-rows)*n+i%n))
	}
	if !isArray(v.Type()) {
		w.give(v, element(0))
		return
	}
	to := w.array(v)
	for i := range count(v.Type()) {
		w.line("%s[%d] = %s;", to.array, to.offset+i, element(i).text)
	}
}

// bitCast copies the bytes of a vector.
func (w *writer) bitCast(op vector.BitcastOp) {
	v, source := op.Result(), op.Source()
	if !isArray(v.Type()) && !isArray(source.Type()) {
		w.give(v, callOf("bits<"+w.elementType(w.at, ir.ElementOrSelf(v.Type()))+">", w.scalar(source)))
		return
	}
	if isBit(v.Type()) || isBit(source.Type()) {
		w.refuse(w.at, "a bit of a vector is a whole byte")
		return
	}
	from := "&" + w.scalar(source).text
	if isArray(source.Type()) {
		from = w.stored(source).pointer(0)
	} else if w.scalar(source).prec == precWord {
		name := w.name(source)
		w.line("const %s %s = %s;", w.typeOf(source), name, w.scalar(source).text)
		from = "&" + name
	}
	if !isArray(v.Type()) {
		name := w.name(v)
		w.line("%s %s;", w.typeOf(v), name)
		w.plain("copy_bytes(&%s, %s, sizeof %s);", name, from, name)
		w.values[v] = &value{expr: word(name)}
		return
	}
	to := w.array(v)
	w.line("copy_bytes(%s, %s, %d * sizeof *%s);", to.pointer(0), from, count(v.Type()), to.array)
}

// mask sets the elements whose indices are below bounds.
func (w *writer) mask(v *ir.Value, bounds []expr) {
	shape := shapeOf(v)
	if !isArray(v.Type()) {
		all := word("true")
		for _, n := range bounds {
			below := binary(integer(0), "<", n, precLess)
			if all.text == "true" {
				all = below
			} else {
				all = binary(all, "&&", below, precAnd)
			}
		}
		w.give(v, all)
		return
	}
	to := w.array(v)
	var all []string
	for d, n := range shape {
		i := loopNames[d]
		w.plain("for (int %s = 0; %s < %d; ++%s)", i, i, n, i)
		w.depth++
		all = append(all, binary(word(i), "<", bounds[d], precLess).text)
	}
	w.plain("%s[%s] = %s;", to.array, steps(ir.RowMajorStrides(shape), to.offset), strings.Join(all, " && "))
	w.depth -= len(shape)
}

// reduction writes a loop that combines the elements of a vector in their order, after the
// accumulator.
func (w *writer) reduction(op vector.ReductionOp) {
	v, source := op.Dest(), op.Vector()
	combine := w.combining(op.Operation(), op.KindAttr().String())
	if combine == nil {
		return
	}
	n, first := count(source.Type()), int64(0)
	var start expr
	if acc := op.Acc(); acc != nil {
		start = w.scalar(acc)
	} else {
		start, first = w.element(source, at(0)), 1
	}
	if n == 1 {
		if first == 0 {
			start = combine(start, w.element(source, at(0)))
		}
		w.give(v, start)
		return
	}
	name := w.name(v)
	w.line("%s %s = %s;", w.typeOf(v), name, start.text)
	w.plain("for (int i = %d; i < %d; ++i)", first, n)
	w.depth++
	w.plain("%s = %s;", name, combine(word(name), w.element(source, position{text: "i"})).text)
	w.depth--
	w.values[v] = &value{expr: word(name)}
}

// combining returns the function that a reduction of some kind combines two numbers with.
func (w *writer) combining(op *ir.Operation, kind string) func(x, y expr) expr {
	t := ir.ElementOrSelf(op.Result(0).Type())
	_, isFloat := t.(*ir.FloatType)
	operator := func(symbol string, prec int) func(x, y expr) expr {
		return func(x, y expr) expr { return binary(x, symbol, y, prec) }
	}
	function := func(name string) func(x, y expr) expr {
		return func(x, y expr) expr { return callOf(name, x, y) }
	}
	name := typeName(t)
	if isBit(t) {
		switch kind {
		case "and", "mul", "minui", "maxsi":
			return operator("&&", precAnd)
		case "or", "maxui", "minsi":
			return operator("||", precOr)
		case "xor", "add":
			return operator("!=", precEqual)
		}
	}
	switch kind {
	case "add", "mul":
		symbol, prec := "+", precSum
		if kind == "mul" {
			symbol, prec = "*", precProduct
		}
		if isFloat {
			return operator(symbol, prec)
		}
		return function(kind)
	case "and":
		return operator("&", precBits)
	case "or":
		return operator("|", precBits)
	case "xor":
		return operator("^", precBits)
	case "maxsi":
		return function("larger<" + name + ">")
	case "minsi":
		return function("smaller<" + name + ">")
	case "maxui", "minui":
		f := map[string]string{"maxui": "larger", "minui": "smaller"}[kind]
		return function(f + "<" + unsigned(t) + ">")
	case "maximumf":
		return function("maximum")
	case "minimumf":
		return function("minimum")
	case "maxnumf":
		return function("maximum_number")
	case "minnumf":
		return function("minimum_number")
	}
	w.refuse(op, "there is no reduction of kind '%s'", kind)
	return nil
}
