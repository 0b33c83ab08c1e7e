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
	view     *ir.Value // in the graph; nil in plans, and of a splat that no one showed
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

// place puts the parts of an operand that the blocks use on the tiles of the blocks.
func (g *grapher) place(n *nests.Nest, o *nests.Operand, v *value, parts []int64) {
	used := slices.Clone(parts)
	for l := range used {
		if !o.Uses(l) {
			used[l] = 1
		}
	}
	g.blocks(n, used, parts, func(b *block) {
		indices, tile := b.linear(b.tile)
		poplar.NewTileMappingAt(g, g.slice(n, o, g.show(v), b), indices, tile)
	})
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
		for _, r := range runs(n.Loops[l].Extent, used[l], grains[l]) {
			b.size[l] = r.size
			b.first[l] = affine.Const(r.first)
			base := tile.Add(affine.Const(r.part * strides[l]))
			if r.count == 1 {
				next(l+1, base)
				continue
			}
			at := g.Save()
			loop := poplar.NewFor(g, 0, r.count)
			i := affine.Dim(len(b.indices))
			b.indices = append(b.indices, loop.Operation().Body().Arg(0))
			b.first[l] = b.first[l].Add(i.Mul(affine.Const(r.size)))
			g.AtEnd(loop.Operation().Body())
			next(l+1, base.Add(i.Mul(affine.Const(strides[l]))))
			b.indices = b.indices[:len(b.indices)-1]
			g.Restore(at)
		}
	}
	next(0, affine.Const(0))
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
