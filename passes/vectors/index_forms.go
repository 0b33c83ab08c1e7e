package vectors

import (
	"math"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/ir/integers"
)

// valueRanges returns the least and the largest value that a scalar may have as a signed
// integer.
type valueRanges func(v *ir.Value) (lo, hi int64)

// indexForms finds the forms of values.
type indexForms struct {
	ranges valueRanges
	known  map[*ir.Value]*indexForm // nil for a value without a form
	// opaque is the first vector whose operation has no rule here.
	opaque *ir.Value
	// lookThrough returns the operand that has the elements of the result of an operation, or nil.
	lookThrough func(op *ir.Operation) *ir.Value
}

func newIndexForms(ranges valueRanges) *indexForms {
	return &indexForms{ranges: ranges, known: map[*ir.Value]*indexForm{}, lookThrough: func(*ir.Operation) *ir.Value { return nil }}
}

// of returns the form of an integer, of an index, or of a vector of them. Every scalar has a form.
func (fs *indexForms) of(v *ir.Value) (f *indexForm, ok bool) {
	if f, seen := fs.known[v]; seen {
		return f, f != nil
	}
	t, isVector := v.Type().(*ir.VectorType)
	elem := ir.ElementOrSelf(v.Type())
	switch {
	case !isIntOrIndex(elem) || ir.IntWidth(elem) > 64:
	case isVector && (t.AnyScalable() || elementsOf(t.Dims) > maxElements):
	case v.DefiningOp() != nil:
		f, ok = fs.computed(v.DefiningOp(), v)
	}
	if !ok && !isVector && isIntOrIndex(elem) && ir.IntWidth(elem) <= 64 {
		f, ok = scalarForm(v), true
	}
	if !ok {
		f = nil
		if fs.opaque == nil {
			fs.opaque = v
		}
	}
	fs.known[v] = f
	return f, ok
}

func isIntOrIndex(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return true
	}
	return false
}

// computed returns the form of a result of an operation.
func (fs *indexForms) computed(op *ir.Operation, v *ir.Value) (*indexForm, bool) {
	if c := ir.ConstantOf(op); c != nil {
		return formOfConstant(c)
	}
	if same := fs.lookThrough(op); same != nil {
		return fs.of(same)
	}
	if ir.Is[vector.StepOp](op) {
		n := dimsOf(v)
		table := make([]int64, n[0])
		for i := range table {
			table[i] = int64(i)
		}
		return constantForm(64, n, table), true
	}
	if apply := ir.As[affined.ApplyOp](op); apply.Ok() {
		return fs.applied(apply)
	}
	if elements := ir.As[vector.FromElementsOp](op); elements.Ok() {
		if f, ok := fs.fromElements(elements); ok {
			return f, true
		}
	}
	if r, ok := ir.RearrangementOf(op); ok && r.From != nil {
		if f, ok := fs.selected(r, v); ok {
			return f, true
		}
	}
	var operands []*indexForm
	for _, u := range op.Operands() {
		f, ok := fs.of(u)
		if !ok {
			return nil, false
		}
		operands = append(operands, f)
	}
	if f, ok := fs.arithmetic(op, operands); ok {
		return f, true
	}
	return fs.folded(op, operands, v)
}

// selected returns the form of a value whose elements are elements of another value.
func (fs *indexForms) selected(r ir.Rearrangement, result *ir.Value) (*indexForm, bool) {
	f, ok := fs.of(r.Source)
	if !ok {
		return nil, false
	}
	dims := dimsOf(result)
	at, sourceAt := make([]int64, len(dims)), make([]int64, len(f.dims))
	return f.rearranged(dims, func(int) int {
		r.From(at, sourceAt)
		advance(at, dims)
		return int(linearized(sourceAt, f.dims))
	}), true
}

// fromElements returns the form of a vector of scalars that differ by constants.
func (fs *indexForms) fromElements(op vector.FromElementsOp) (*indexForm, bool) {
	var table []int64
	var first *indexForm
	for _, v := range op.Elements() {
		f, ok := fs.of(v)
		if !ok {
			return nil, false
		}
		if first == nil {
			first = f
		}
		difference := combined(f, 1, first, -1)
		if !difference.isConstant() {
			return nil, false
		}
		table = append(table, first.table[0]+difference.table[0])
	}
	out := constantForm(first.width, dimsOf(op.Dest()), table)
	out.terms = first.terms
	return out, true
}

// arithmetic returns the form of the result of integer arithmetic, given the forms of its
// operands.
func (fs *indexForms) arithmetic(op *ir.Operation, operands []*indexForm) (f *indexForm, ok bool) {
	function := integers.FunctionOf(op)
	switch function {
	case integers.Add:
		return combined(operands[0], 1, operands[1], 1), true
	case integers.Sub:
		return combined(operands[0], 1, operands[1], -1), true
	case integers.Mul:
		return product(operands[0], operands[1])
	case integers.Shl:
		if by, ok := operands[1].uniformConstant(); ok && by >= 0 && by < int64(operands[0].width) {
			return combined(operands[0], 1<<by, operands[1], 0), true
		}
	case integers.CastS, integers.CastU:
		return operands[0].resized(ir.IntWidth(ir.ElementOrSelf(op.Result(0).Type())), function == integers.CastU, fs.ranges)
	case integers.MinS, integers.MaxS:
		return extremeForm(operands[0], operands[1], function == integers.MaxS, fs.ranges)
	case integers.MinU, integers.MaxU:
		if operands[0].isNatural(fs.ranges) && operands[1].isNatural(fs.ranges) {
			return extremeForm(operands[0], operands[1], function == integers.MaxU, fs.ranges)
		}
	}
	return fs.division(function, operands)
}

// division returns the form of a quotient or remainder by a constant, also if it is
// written as a shift or a mask of bits.
func (fs *indexForms) division(function integers.Function, operands []*indexForm) (f *indexForm, ok bool) {
	d, ok := divisions[function]
	if !ok {
		return nil, false
	}
	c, ok := operands[1].uniformConstant()
	if !ok {
		return nil, false
	}
	switch {
	case d.mask:
		if c++; c&(c-1) != 0 {
			return nil, false
		}
	case d.shift:
		if c < 0 || c >= min(63, int64(operands[0].width)) {
			return nil, false
		}
		c = 1 << c
	}
	if !d.down && !operands[0].isNatural(fs.ranges) {
		return nil, false
	}
	quotient, rest, ok := operands[0].quotient(c, fs.ranges)
	if d.quotient {
		return quotient, ok
	}
	return rest, ok
}

// division describes a function that divides by a constant.
type division struct {
	quotient    bool // the result is the quotient, not the remainder
	down        bool // the quotient is rounded down, also of a negative number
	shift, mask bool // the divisor is 2^c, or c + 1: x & 7 is x mod 8
}

var divisions = map[integers.Function]division{
	integers.DivU: {quotient: true}, integers.DivS: {quotient: true}, integers.FloorDivS: {quotient: true, down: true},
	integers.ShrS: {quotient: true, down: true, shift: true}, integers.ShrU: {quotient: true, shift: true},
	integers.RemU: {}, integers.RemS: {}, integers.And: {down: true, mask: true},
}

// folded returns the form of elementwise arithmetic on constants, by the fold of its
// definition.
func (fs *indexForms) folded(op *ir.Operation, operands []*indexForm, v *ir.Value) (*indexForm, bool) {
	d := op.Def()
	if d.Fold == nil || d.Traits&ir.Elementwise == 0 || ir.Is[arith.CmpIOp](op) {
		return nil, false
	}
	attrs := make([]ir.Attribute, len(operands))
	for i, f := range operands {
		if !f.isConstant() {
			return nil, false
		}
		attrs[i] = f.denseOf(v.Type().Context(), op.Operand(i).Type())
	}
	folded := d.Fold(op, attrs)
	if len(folded.Results) != op.NumResults() || folded.InPlace {
		return nil, false
	}
	r := folded.Results[v.Index()]
	if r.Attr != nil {
		return formOfConstant(r.Attr)
	}
	for i, u := range op.Operands() {
		if u == r.Value {
			return operands[i], true
		}
	}
	return nil, false
}

// applied returns the form of an affine.apply.
func (fs *indexForms) applied(op affined.ApplyOp) (*indexForm, bool) {
	var operands []*indexForm
	for _, u := range op.MapOperands() {
		f, ok := fs.of(u)
		if !ok {
			return nil, false
		}
		operands = append(operands, f)
	}
	m := op.Map()
	return fs.evaluated(m.Results[0], operands[:m.NumDims], operands[m.NumDims:])
}

// evaluated returns the form of an affine expression of scalars.
func (fs *indexForms) evaluated(e affine.Expr, dims, symbols []*indexForm) (*indexForm, bool) {
	if c, ok := e.IsConst(); ok {
		return constantForm(64, nil, []int64{c}), true
	}
	if i, ok := e.IsDim(); ok {
		return dims[i], true
	}
	if i, ok := e.IsSymbol(); ok {
		return symbols[i], true
	}
	l, ok := fs.evaluated(e.LHS(), dims, symbols)
	if !ok {
		return nil, false
	}
	r, ok := fs.evaluated(e.RHS(), dims, symbols)
	if !ok {
		return nil, false
	}
	switch e.Kind() {
	case affine.KindAdd:
		return combined(l, 1, r, 1), true
	case affine.KindMul:
		return product(l, r)
	}
	c, ok := r.uniformConstant()
	if !ok {
		return nil, false
	}
	switch e.Kind() {
	case affine.KindFloorDiv:
		f, _, ok := l.quotient(c, fs.ranges)
		return f, ok
	case affine.KindMod:
		_, f, ok := l.quotient(c, fs.ranges)
		return f, ok
	}
	return nil, false
}

// dimsOf returns the extents of a vector, none for a scalar.
func dimsOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.VectorType); ok {
		return t.Dims
	}
	return nil
}

// advance moves coordinates to the next element in row-major order.
func advance(at, dims []int64) {
	for d := len(dims) - 1; d >= 0; d-- {
		if at[d]++; at[d] < dims[d] {
			return
		}
		at[d] = 0
	}
}

// linearized returns the row-major position of coordinates.
func linearized(at, dims []int64) (n int64) {
	for d, x := range at {
		n = n*dims[d] + x
	}
	return n
}

// anyRange is the range of a value according to its type alone.
func anyRange(v *ir.Value) (lo, hi int64) {
	if w := ir.IntWidth(v.Type()); w < 64 {
		return math.MinInt64 >> (64 - w), math.MaxInt64 >> (64 - w)
	}
	return math.MinInt64, math.MaxInt64
}
