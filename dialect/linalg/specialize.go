package linalg

import (
	binaryorder "encoding/binary"
	"slices"
	"strings"

	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

// Specialize makes the named operation that computes what linalg.generic computes, and returns nil if there is none that
// upstream's linalg-specialize-generic-ops looks for: copies, fills, transpositions and repetitions; exp, add, sub, mul and div
// of floats; products of matrices, of which one may be transposed; convolutions and pools with their strides and dilations.
func Specialize(b *ir.Builder, g GenericOp) *ir.Operation {
	s := &specializer{Builder: b, op: g.Operation(), maps: MapsOf(g.Operation()), iterators: IteratorsOf(g.Operation())}
	s.body = s.op.Region(0).Front()
	if len(OutputsOf(s.op)) != 1 || s.body == nil || len(s.maps) == 0 {
		return nil
	}
	for _, form := range []func() *ir.Operation{s.moves, s.elementwise, s.product, s.window} {
		if named := form(); named != nil {
			return named
		}
	}
	return nil
}

// specializer looks for the name of an operation.
type specializer struct {
	*ir.Builder
	op        *ir.Operation
	body      *ir.Block
	maps      []affine.Map
	iterators []Iterator
}

// parallel reports whether all loops are parallel.
func (s *specializer) parallel() bool { return !slices.Contains(s.iterators, Reduction) }

// yields returns the value of the output.
func (s *specializer) yields() *ir.Value { return s.body.Back().Operand(0) }

// output is the map of the output.
func (s *specializer) output() affine.Map { return s.maps[len(s.maps)-1] }

// computes reports whether the region that build makes computes the same as the generic region. Operands of sums and
// products may be in any order if swapped is set.
func (s *specializer) computes(build func(*body) *ir.Value, swapped bool) bool {
	r, wrong := buildRegion(ir.NewBuilder(s.Context()), ir.TypesOf(s.op.OperandList()), build)
	return wrong == "" && count(r.Front()) == count(s.body) && sameValue(r.Front().Back().Operand(0), s.yields(), r.Front(), s.body, swapped)
}

// count returns the number of operations of a block.
func count(b *ir.Block) (n int) {
	for range b.Ops() {
		n++
	}
	return n
}

// sameValue reports whether x and y, values in different blocks, are the same block argument or are computed by equal operations
// from equal values.
func sameValue(x, y *ir.Value, in, of *ir.Block, swapped bool) bool {
	p, q := x.DefiningOp(), y.DefiningOp()
	if p == nil || q == nil {
		return p == q && x.ParentBlock() == in && y.ParentBlock() == of && x.Index() == y.Index()
	}
	same := func(x, y *ir.Value) bool { return sameValue(x, y, in, of, swapped) }
	if p.Block() != in || q.Block() != of || p.Kind() != q.Kind() || x.Type() != y.Type() {
		return false
	}
	if !ir.Equivalent(p, q, func(_, _ *ir.Value) bool { return true }) {
		return false
	}
	if p.NumOperands() == 2 && swapped && p.Def().Traits&ir.Commutative != 0 && same(p.Operand(0), q.Operand(1)) && same(p.Operand(1), q.Operand(0)) {
		return true
	}
	for i := range p.NumOperands() {
		if !same(p.Operand(i), q.Operand(i)) {
			return false
		}
	}
	return true
}

// named makes a named operation with the output of the generic one.
func (s *specializer) named(name string, inputs []*ir.Value, build func(*body) *ir.Value, props map[string]ir.Attribute) *ir.Operation {
	outputs := OutputsOf(s.op)
	operands := slices.Concat(inputs, outputs)
	region, _ := buildRegion(s.Builder, ir.TypesOf(operands), build)
	st := &ir.OpState{Def: s.Context().OpDef("linalg." + name), Operands: operands, Regions: []*ir.Region{region}}
	for _, r := range s.op.ResultList() {
		st.ResultTypes = append(st.ResultTypes, r.Type())
	}
	for name, a := range props {
		st.SetProp(name, a)
	}
	if st.Def.Traits&ir.AttrSizedOperandSegments != 0 {
		st.SetSegments(s.Context(), len(inputs), len(outputs))
	}
	return s.Builder.Create(st)
}

// moves finds operations that move the elements of the input, or repeat one number.
func (s *specializer) moves() *ir.Operation {
	inputs, output := InputsOf(s.op), s.output()
	if !s.parallel() || count(s.body) != 1 {
		return nil
	}
	v, init := s.yields(), OutputsOf(s.op)[0]
	if len(inputs) == 0 && output.IsIdentity() && ir.ConstantValue(v) != nil {
		return NewFill(s.Builder, v, init).Operation()
	}
	if len(inputs) != 1 || v != s.body.Arg(0) || !output.IsIdentity() {
		return nil
	}
	input := s.maps[0]
	dims := input.ResultDims()
	var list []int64
	switch rank := output.NumDims; {
	case input.IsIdentity():
		return s.named("copy", inputs, func(b *body) *ir.Value { return b.args[0] }, nil)
	case IsScalar(inputs[0].Type()):
		return NewFill(s.Builder, inputs[0], init).Operation()
	case !input.IsProjectedPermutation(false):
	case len(dims) == rank:
		// Dimension d of the output is the dimension of the input whose index is loop d.
		for d := range rank {
			i, _ := input.ResultPosition(d)
			list = append(list, int64(i))
		}
		return NewTranspose(s.Builder, inputs[0], init, list).Operation()
	case slices.IsSorted(dims):
		return NewBroadcast(s.Builder, inputs[0], init, otherDims(rank, dims)).Operation()
	}
	return nil
}

// otherDims lists the dimensions of a rank that are not in a list.
func otherDims(rank int, dims []int) (list []int64) {
	for d := range rank {
		if !slices.Contains(dims, d) {
			list = append(list, int64(d))
		}
	}
	return list
}

// elementwiseNames are the functions of one or two operands that have named operations.
var elementwiseNames = []string{"exp", "add", "sub", "mul", "div"}

// elementwise finds functions of floats at the same index.
func (s *specializer) elementwise() *ir.Operation {
	inputs := InputsOf(s.op)
	if !s.parallel() || slices.ContainsFunc(s.maps, func(m affine.Map) bool { return !m.IsIdentity() }) || slices.ContainsFunc(s.op.OperandList(), func(v *ir.Value) bool { return !ir.IsType[*ir.FloatType](elementOf(v.Type())) }) {
		return nil
	}
	for _, name := range elementwiseNames {
		k := kindNamed(name)
		if k.arity != len(inputs) {
			continue
		}
		inOrder := func(b *body) *ir.Value { return k.build(b, b.args[:k.arity]) }
		if s.computes(inOrder, false) {
			return s.named(name, inputs, inOrder, nil)
		}
		if k.arity == 2 && s.computes(func(b *body) *ir.Value { return k.build(b, []*ir.Value{b.args[1], b.args[0]}) }, false) {
			return s.named(name, []*ir.Value{inputs[1], inputs[0]}, inOrder, nil)
		}
	}
	return nil
}

// product finds matmul and batch_matmul: the loops of the rows, the columns and the sum may be in any order, and one of the
// factors may be transposed.
func (s *specializer) product() *ir.Operation {
	if len(s.maps) != 3 || slices.ContainsFunc(s.maps, func(m affine.Map) bool { return !m.IsProjectedPermutation(false) }) {
		return nil
	}
	a, b, c := s.maps[0].ResultDims(), s.maps[1].ResultDims(), s.output().ResultDims()
	batches := len(c) - 2
	if batches < 0 || batches > 1 || len(a) != len(c) || len(b) != len(c) || len(s.iterators) != batches+3 {
		return nil
	}
	if batches == 1 && (a[0] != 0 || b[0] != 0 || c[0] != 0) {
		return nil
	}
	m, n, k := c[batches], c[batches+1], -1
	for d, i := range s.iterators {
		if i == Reduction {
			k = d
		}
	}
	name, canonical := "matmul", []affine.Expr{affine.Dim(0), affine.Dim(1), affine.Dim(2)}
	if batches == 1 {
		name, canonical = "batch_matmul", append(canonical, affine.Dim(3))
	}
	// place gives the loops their usual order.
	place := map[int]affine.Expr{m: canonical[batches], n: canonical[batches+1], k: canonical[batches+2]}
	row, column := a[batches:], b[batches:]
	left, right := slices.Equal(row, []int{k, m}), slices.Equal(column, []int{n, k})
	if len(place) != 3 || !left && !slices.Equal(row, []int{m, k}) || !right && !slices.Equal(column, []int{k, n}) || left && right {
		return nil
	}
	if ir.IntWidth(elementOf(OutputsOf(s.op)[0].Type())) == 1 {
		return nil
	}
	props := map[string]ir.Attribute{}
	if left || right {
		maps := make([]affine.Map, 3)
		for i, own := range s.maps {
			results := slices.Clone(canonical[:batches])
			for _, d := range own.ResultDims()[batches:] {
				results = append(results, place[d])
			}
			maps[i] = affine.NewMap(batches+3, 0, results...)
		}
		props[indexingMaps] = s.Context().AffineMaps(maps)
	}
	for _, cast := range []int{0, 1} {
		build := func(b *body) *ir.Value {
			b.unsigned = cast == 1
			return mac(b)
		}
		if !s.computes(build, true) {
			continue
		}
		if cast == 1 {
			props["cast"] = typeFn.Of(s.Context(), 1)
		}
		return s.named(name, InputsOf(s.op), build, props)
	}
	return nil
}

// window finds convolutions and pools, whose strides and dilations are the factors of loops. As upstream, regions that convert
// to a narrower type are not recognized.
func (s *specializer) window() *ir.Operation {
	if s.parallel() {
		return nil
	}
	for op := range s.body.Ops() {
		if ir.IsAny(op, arith.TruncFOp{}, arith.TruncIOp{}) {
			return nil
		}
	}
	for i := range rows {
		if name := rows[i].name; !strings.Contains(name, "conv_") && !strings.HasPrefix(name, "pooling_") {
			continue
		}
		shape := shapes()[rows[i].name]
		if len(shape.templates) != len(s.maps) || !slices.Equal(shape.iterators, s.iterators) {
			continue
		}
		values, ok := shape.windowsOf(s.maps)
		if !ok {
			continue
		}
		if !s.computes(shape.body, true) {
			continue
		}
		props := map[string]ir.Attribute{}
		if shape.windows > 0 {
			var strides, dilations []int64
			for i := range shape.windows {
				strides, dilations = append(strides, values[2*i]), append(dilations, values[2*i+1])
			}
			props["strides"], props["dilations"] = s.i64Tensor(strides), s.i64Tensor(dilations)
		}
		return s.named(shape.name, InputsOf(s.op), shape.body, props)
	}
	return nil
}

// windowsOf returns the strides and dilations, s0, d0, s1, d1, …, with which a row's maps equal the given maps.
func (s *shape) windowsOf(maps []affine.Map) (values []int64, ok bool) {
	values = make([]int64, 2*s.windows)
	for i, m := range maps {
		if m.NumDims != len(s.loops) || m.NumSymbols != 0 || len(m.Results) != len(s.templates[i].Results) {
			return nil, false
		}
		for j, dim := range strings.Fields(strings.TrimPrefix(s.maps[i], "-")) {
			if !strings.Contains(dim, ":") {
				continue
			}
			loop := func(letter byte) int { return strings.IndexByte(s.loops, letter) }
			at := slices.Index(s.windowDims(), dim)
			stride, dilation := coefficient(m, j, loop(dim[0])), coefficient(m, j, loop(dim[2]))
			if stride < 1 || dilation < 1 {
				return nil, false
			}
			values[2*at], values[2*at+1] = stride, dilation
		}
	}
	if s.windows == 0 {
		return nil, slices.EqualFunc(maps, s.plain, affine.Map.Equal)
	}
	return values, slices.EqualFunc(maps, s.withWindows(values), affine.Map.Equal)
}

// windowDims are the windows of a row, h:H for example, in the order of their strides.
func (s *shape) windowDims() (list []string) {
	for _, m := range s.maps {
		for _, dim := range strings.Fields(m) {
			if strings.Contains(dim, ":") {
				list = append(list, dim)
			}
		}
	}
	return list
}

// coefficient returns by how much result i of a map grows from 0 to 1 of a loop.
func coefficient(m affine.Map, i, loop int) int64 {
	point := make([]int64, m.NumDims)
	from, err := m.Eval(point, nil)
	if err != nil {
		return 0
	}
	point[loop] = 1
	to, err := m.Eval(point, nil)
	if err != nil {
		return 0
	}
	return to[i] - from[i]
}

// i64Tensor is a list as dense elements.
func (s *specializer) i64Tensor(list []int64) ir.Attribute {
	c := s.Context()
	var raw []byte
	for _, v := range list {
		raw = binaryorder.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return c.Dense(ir.Tensor([]int64{int64(len(list))}, c.I64(), nil), raw)
}
