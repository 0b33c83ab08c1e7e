package tensorgraph

import (
	"slices"
	"strings"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/internal/base/identifiers"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// value is the knowledge about a tensor.
type value struct {
	shape []int64
	elem  scalar.Type
	splat ir.Attribute // the number of all elements, or nil
	// division specifies the tiles of the elements; nil if it is not known. The elements of a free
	// variable have no tile yet.
	division *division
	free     bool
	base     *value    // the tensor whose elements this one shows in another shape or order, or nil
	view     *ir.Value // in the graph; nil in plans, and of a splat that no one showed
}

// isFree reports whether the elements have no tile yet.
func (v *value) isFree() bool { return v.free || v.base != nil && v.base.isFree() }

// settle notes that the elements have tiles.
func (v *value) settle() {
	if v.free = false; v.base != nil {
		v.base.settle()
	}
}

// grapher writes a graph.
type grapher struct {
	planner
	*ir.Builder
	function string
	graph    *ir.Operation // poplar.graph
	program  *ir.Block
	// names of variables, of compute sets and of classes of vertices
	variables, sets, classes *identifiers.Names
	free                     []*value
}

// Argument is nests.Machine.
func (g *grapher) Argument(arg *ir.Value, name string) (*value, *ir.Diagnostic) {
	f := arg.ParentBlock().ParentOp()
	v, d := newValue(f, arg.Type())
	if d != nil {
		return nil, d
	}
	v.view = poplar.NewVariable(g, name+".tiles", g.typeOf(v)).Result()
	v.view.SetNameHint(name)
	v.free = true
	g.free = append(g.free, v)
	g.run(func() { poplar.NewCopyFromHost(g, v.view, nil, name) })
	return v, nil
}

// run writes a step of the program.
func (g *grapher) run(write func()) {
	at := g.Save()
	g.AtEnd(g.program)
	write()
	g.Restore(at)
}

// newValue describes a tensor of a type.
func newValue(op *ir.Operation, t ir.Type) (*value, *ir.Diagnostic) {
	tensor := t.(*ir.TensorType)
	e := elementOf(tensor.Elem)
	if e == 0 {
		return nil, op.Errorf("has elements of type '%s', which tiles do not have", tensor.Elem).WithCode(poplar.Codes+"tensor-element").
			HintNote(op.Loc(), "tiles have f16, f32, and integers of 8, 16 and 32 bits")
	}
	return &value{shape: tensor.Dims, elem: e}, nil
}

func (g *grapher) typeOf(v *value) ir.Type { return poplar.TensorOf(g.Context(), v.shape, v.elem) }

// Constant is nests.Machine.
func (g *grapher) Constant(op *ir.Operation, a ir.ElementsAttr) (*value, *ir.Diagnostic) {
	g.Loc = op.Loc()
	v, d := newValue(op, op.Result(0).Type())
	if d != nil {
		return nil, d
	}
	if v.setConstant(a); v.splat == nil {
		v.view = g.constant(v, a)
		v.view.SetNameHint(op.Result(0).NameHint())
		g.free = append(g.free, v)
	}
	return v, nil
}

// setConstant notes that a tensor has the elements of an attribute.
func (v *value) setConstant(a ir.ElementsAttr) {
	if dense, ok := a.(*ir.DenseAttr); ok && dense.Splat {
		v.splat = dense.ElementAttr(0)
	}
	v.free = v.splat == nil
}

// constant writes a constant with the elements of an attribute.
func (g *grapher) constant(v *value, a ir.ElementsAttr) *ir.Value {
	t := ir.Tensor(v.shape, poplar.ValueType(g.Context(), v.elem), nil)
	switch e := a.(type) {
	case *ir.DenseAttr:
		a = g.Context().Dense(t, e.Raw)
	case *ir.ResourceAttr:
		a = g.Context().Resource(e.Key, t)
	}
	return poplar.NewConstant(g, g.typeOf(v), a).Result()
}

// show returns the view of a tensor.
func (g *grapher) show(v *value) *ir.Value {
	if v.view == nil {
		raw, _ := ir.ConstantBytes(v.splat, ir.ElementOrSelf(v.splat.(ir.TypedAttr).Type()))
		one := &value{shape: ones(len(v.shape)), elem: v.elem}
		t := ir.Tensor(one.shape, poplar.ValueType(g.Context(), v.elem), nil)
		v.view = g.constant(one, g.Context().Dense(t, raw))
		poplar.NewTileMapping(g, v.view, 0)
		for d, n := range v.shape {
			if n > 1 {
				v.view = poplar.NewBroadcast(g, v.view, n, int64(d)).Result()
			}
		}
	}
	return v.view
}

func ones(n int) []int64 { return slices.Repeat([]int64{1}, n) }

// Nest is nests.Machine.
func (g *grapher) Nest(n *nests.Nest, operands []*value) ([]*value, *ir.Diagnostic) {
	g.Loc = n.Op.Loc()
	parts := ir.ReadInts(n.Op.Attr(PartsName))
	if d := g.checkPlan(n, parts); d != nil {
		return nil, d
	}
	made := 0
	outputs, d := g.assign(n, operands, parts, func(o *nests.Operand, v *value) {
		if v.view == nil {
			v.view = poplar.NewVariable(g, g.variables.Pick(operationWord(n.Op)), g.typeOf(v)).Result()
			v.view.SetNameHint(n.Op.Result(made).NameHint())
			made++
		}
		g.place(n, o, v, parts)
	})
	if d != nil {
		return nil, d
	}
	g.computeSet(n, operands, outputs, parts)
	return outputs, nil
}

// place puts the parts of an operand that the blocks use on the tiles of the blocks. A part that several blocks use is divided among
// their tiles, in its first dimension of more than one index, so that each tile has neighbours.
func (g *grapher) place(n *nests.Nest, o *nests.Operand, v *value, parts []int64) {
	used := slices.Clone(parts)
	for l := range used {
		if !o.Uses(l) {
			used[l] = 1
		}
	}
	sharing, strides := sharingLoop(o, parts), ir.RowMajorStrides(parts)
	zero := make([]int64, len(n.Loops))
	g.blocks(n, used, parts, func(b *block) {
		view := g.slice(n, o, g.show(v), b)
		put := func(view *ir.Value, tile affine.Expr) {
			indices, m := b.linear(tile)
			poplar.NewTileMappingAt(g, view, indices, m)
		}
		if sharing < 0 {
			put(view, b.tile)
			return
		}
		bytes := int64(ir.ElementBytes(o.Elem)) // of an index of dimension r
		r := 0
		sizes := make([]int64, len(o.Shape))
		for d := range sizes {
			lower, upper := o.Range(d, zero, b.size)
			if sizes[d] = upper - lower; sizes[r] == 1 {
				r = d
			}
		}
		for _, size := range sizes[r+1:] {
			bytes *= size
		}
		grain := word / num.GCD(bytes, word)
		shares := min(parts[sharing], num.CeilDiv(sizes[r], grain))
		g.spans(b, runs(sizes[r], shares, grain), func(first affine.Expr, size int64, part func(stride int64) affine.Expr) {
			share := view
			if size < sizes[r] {
				indices, m := b.linear(first)
				end := m.WithResults([]affine.Expr{m.Results[0].Add(affine.Const(size))})
				share = poplar.NewSliceAt(g, view, indices, m, end, int64(r)).Result()
			}
			put(share, b.tile.Add(part(strides[sharing])))
		})
	})
}

// sharingLoop returns the loop with the most parts of those that an operand does not use, or -1 if none is divided.
func sharingLoop(o *nests.Operand, parts []int64) int {
	most := -1
	for l, k := range parts {
		if k > 1 && !o.Uses(l) && (most < 0 || k > parts[most]) {
			most = l
		}
	}
	return most
}

// computeSet writes the vertices of a nest, and their execution.
func (g *grapher) computeSet(n *nests.Nest, operands, outputs []*value, parts []int64) {
	views := make([]*ir.Value, len(n.Operands))
	fields := fieldsOf(n, operands)
	for _, f := range fields {
		if !f.output {
			views[f.operand] = g.show(operands[f.operand])
		}
	}
	word := operationWord(n.Op)
	set := poplar.NewComputeSet(g, g.sets.Pick(word))
	at := g.Save()
	g.AtEnd(set.Operation().Body())
	g.blocks(n, parts, parts, func(b *block) {
		name := g.class(word)
		inside := g.Save()
		g.Before(g.graph)
		writeVertex(g.Builder, name, n, operands, b.size, &g.target)
		g.Restore(inside)
		indices, tile := b.linear(b.tile)
		vertex := poplar.NewAddVertex(g, indices, name, tile).Instance()
		for _, f := range fields {
			view := views[f.operand]
			if f.output {
				view = outputs[f.operand-n.Inputs].view
			}
			poplar.NewConnect(g, vertex, []*ir.Value{g.slice(n, &n.Operands[f.operand], view, b)}, nil, f.name)
		}
		for _, l := range n.Indices() {
			indices, m := b.linear(b.first[l])
			poplar.NewSet(g, vertex, indices, startName(l), poplar.NumberOfMap(g.Context(), m))
		}
	})
	g.Restore(at)
	g.run(func() { poplar.NewExecute(g, set.SymName()) })
}

// block describes blocks of one size while they are written.
type block struct {
	first   []affine.Expr // first iterations of the nest's loops, in terms of the indices
	size    []int64
	tile    affine.Expr
	indices []*ir.Value
}

// linear returns a number that depends on the block, as a map of the indices that it uses.
func (b *block) linear(e affine.Expr) (indices []*ir.Value, m affine.Map) {
	places := make([]affine.Expr, len(b.indices))
	for i, v := range b.indices {
		places[i] = affine.Dim(0)
		if e.IsFunctionOfDim(i) {
			places[i] = affine.Dim(len(indices))
			indices = append(indices, v)
		}
	}
	return indices, affine.NewMap(len(b.indices), 0, e).ReplaceDims(places, len(indices))
}

// blocks writes loops over blocks, for each size of blocks. Loop l has used[l] parts. The plan
// parts gives the tiles.
func (g *grapher) blocks(n *nests.Nest, used, parts []int64, write func(b *block)) {
	grains, strides := grainsOf(n), ir.RowMajorStrides(parts)
	b := &block{first: make([]affine.Expr, len(n.Loops)), size: make([]int64, len(n.Loops))}
	var next func(l int, tile affine.Expr)
	next = func(l int, tile affine.Expr) {
		if l == len(n.Loops) {
			b.tile = tile
			write(b)
			return
		}
		g.spans(b, runs(n.Loops[l].Extent, used[l], grains[l]), func(first affine.Expr, size int64, part func(stride int64) affine.Expr) {
			b.first[l], b.size[l] = first, size
			next(l+1, tile.Add(part(strides[l])))
		})
	}
	next(0, affine.Const(0))
}

// spans writes loops over the parts of a range, one for each size of parts. The function part returns the number of a part times a stride.
func (g *grapher) spans(b *block, list []span, write func(first affine.Expr, size int64, part func(stride int64) affine.Expr)) {
	for _, r := range list {
		part := func(stride int64) affine.Expr { return affine.Const(r.part * stride) }
		if r.count == 1 {
			write(affine.Const(r.first), r.size, part)
			continue
		}
		at := g.Save()
		loop := poplar.NewFor(g, 0, r.count)
		i := affine.Dim(len(b.indices))
		b.indices = append(b.indices, loop.Operation().Body().Arg(0))
		g.AtEnd(loop.Operation().Body())
		write(affine.Const(r.first).Add(i.Mul(affine.Const(r.size))), r.size, func(stride int64) affine.Expr {
			return part(stride).Add(i.Mul(affine.Const(stride)))
		})
		b.indices = b.indices[:len(b.indices)-1]
		g.Restore(at)
	}
}

// slice writes the part of an operand that a block uses.
func (g *grapher) slice(n *nests.Nest, o *nests.Operand, view *ir.Value, b *block) *ir.Value {
	zero := make([]int64, len(n.Loops))
	for r, extent := range o.Shape {
		lower, upper := o.Range(r, zero, b.size)
		if upper-lower == extent {
			continue
		}
		begin := affine.Const(lower)
		for l, k := range o.Factors[r] {
			begin = begin.Add(b.first[l].Mul(affine.Const(k)))
		}
		indices, m := b.linear(begin)
		end := m.WithResults([]affine.Expr{m.Results[0].Add(affine.Const(upper - lower))})
		view = poplar.NewSliceAt(g, view, indices, m, end, int64(r)).Result()
	}
	return view
}

// Result is nests.Machine.
func (g *grapher) Result(op *ir.Operation, name string, v *value) *ir.Diagnostic {
	g.Loc = op.Loc()
	view := g.show(v)
	g.run(func() { poplar.NewCopyToHost(g, view, nil, name) })
	return nil
}

// operationWord is the name of an operation without its dialect, in one word: conv2dNhwcHwcf. An
// underscore has two spellings in the symbols of classes.
func operationWord(op *ir.Operation) string {
	_, name, _ := strings.Cut(op.Name(), ".")
	return oneWord(name)
}

func oneWord(name string) string {
	parts := strings.Split(name, "_")
	for i, p := range parts {
		if i > 0 && p != "" {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

// class picks the name of a class of vertices.
func (g *grapher) class(word string) string {
	return g.function + "::" + oneWord(g.classes.Pick(word))
}

// finish maps the variables that no block placed.
func (g *grapher) finish() {
	for _, v := range g.free {
		if v.free {
			at := g.Save()
			g.After(v.view.DefiningOp())
			poplar.NewMapLinear(g, v.view, nil)
			g.Restore(at)
		}
	}
}
