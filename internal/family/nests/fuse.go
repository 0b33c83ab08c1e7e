package nests

import (
	"slices"

	"optc/dialect/linalg"
	"optc/dialect/math"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// FuseOptions are the options of Fuse.
type FuseOptions struct {
	Recompute bool `opt:"recompute" help:"compute elements for each of two uses, if this is cheaper than to store and to read them"`
}

// Fuse is fuse-tensors.
var Fuse = &passes.Pass{
	Name:  "fuse-tensors",
	Title: "Compute elements of tensors where loop nests use them",
	Doc: `A structured operation without reductions whose elements are all used by one other structured operation, each at one point,
becomes part of this operation. The way may lead through transpositions and repetitions. Products and convolutions stay as they
are, because each of their points would compute the elements again. An operation with an attribute that it does not define, such as a plan, is fused into no other operation.

    %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.add ins(%0, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    →
    %0 = linalg.generic {…} ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = math.exp %in : f32
      %2 = arith.addf %1, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<8xf32>`,
	Options:  FuseOptions{},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"linalg"},
	Run: func(c *passes.Context) (changed bool, err error) {
		f := fuser{c.Rewriter(nil), passes.OptionsOf[FuseOptions](c).Recompute}
		for op := range c.Op.Body().Ops() {
			if IsFunction(op) {
				changed = f.function(op) || changed
			}
		}
		return changed, nil
	},
}

// Bounds of fused operations.
const (
	mostFused      = 256 // operations of a region
	mostRecomputed = 16  // cost of an element that is computed twice
	functionCost   = 6   // of math.exp and the like; arithmetic has cost 1
)

// fuser fuses the operations of functions.
type fuser struct {
	*ir.Rewriter
	recompute bool
}

// function fuses operations of a function, in their order.
func (f *fuser) function(fn *ir.Operation) (changed bool) {
	for b := range fn.Region(0).Blocks() {
		for op := b.Front(); op != nil; op = op.Next() {
			for fused := f.fuseInto(op); fused != nil; fused = f.fuseInto(op) {
				op, changed = fused, true
			}
		}
	}
	return changed
}

// isFusible reads an operation that may be fused with others, or returns nil.
func isFusible(op *ir.Operation) *Nest {
	if op == nil || !linalg.Structured.Has(op) || moves[op.Kind()] != nil || !linalg.IsOnTensors(op) {
		return nil
	}
	n, d := Read(op)
	if d != nil || n.IsSumOfProducts() || n.Extracts() {
		return nil
	}
	return n
}

// producerOf reads the operation that computes a tensor element by element, or returns nil.
func producerOf(v *ir.Value) *Nest {
	n := isFusible(v.DefiningOp())
	if n == nil || len(n.Outputs()) != 1 || n.Outputs()[0].Read || n.Op.Discardable().Len() > 0 {
		return nil
	}
	if slices.ContainsFunc(n.Loops, func(l Loop) bool { return l.Reduction }) {
		return nil
	}
	return n
}

// use is an operand of a nest that a producer computes element by element.
type use struct {
	producer, consumer *Nest
	operand            int
	from               *ir.Value  // the result of the producer
	at                 affine.Map // its indices, by loops of the consumer
	loops              affine.Map // the loops of the producer
}

// throughMoves returns the tensor that a value repeats or transposes, with the indices of its elements.
func throughMoves(v *ir.Value, m affine.Map) (*ir.Value, affine.Map) {
	for {
		op := v.DefiningOp()
		switch b, t := ir.As[linalg.BroadcastOp](op), ir.As[linalg.TransposeOp](op); {
		case b.Ok() && linalg.IsOnTensors(op):
			var kept []affine.Expr
			for d, e := range m.Results {
				if !slices.Contains(b.Dimensions(), int64(d)) {
					kept = append(kept, e)
				}
			}
			v, m = b.Input(), m.WithResults(kept)
		case t.Ok() && linalg.IsOnTensors(op):
			of := make([]affine.Expr, len(m.Results))
			for i, d := range t.Permutation() {
				of[d] = m.Results[i]
			}
			v, m = t.Input(), m.WithResults(of)
		default:
			return v, m
		}
	}
}

// useOf returns how input i of a nest uses a producer. Each element must be used at no more than one point.
func useOf(consumer *Nest, i int) (u use, ok bool) {
	u = use{consumer: consumer, operand: i}
	if consumer.Operands[i].IsScalar() {
		return u, false
	}
	u.from, u.at = throughMoves(consumer.Operands[i].Value, linalg.MapsOf(consumer.Op)[i])
	if u.producer = producerOf(u.from); u.producer == nil || u.producer.Points() < consumer.Points() {
		return u, false
	}
	places := make([]affine.Expr, len(u.producer.Loops))
	for l := range places {
		places[l] = affine.Const(0)
	}
	seen := make([]bool, len(consumer.Loops))
	for r, e := range linalg.MapsOf(u.producer.Op)[u.producer.Inputs].Results {
		if l, plain := e.IsDim(); plain {
			places[l] = u.at.Results[r]
		}
		if l, plain := u.at.Results[r].IsDim(); plain {
			seen[l] = true
		}
	}
	for l, loop := range consumer.Loops {
		if !seen[l] && loop.Extent > 1 {
			return u, false
		}
	}
	u.loops = affine.NewMap(len(consumer.Loops), 0, places...)
	for _, l := range u.producer.Indices() {
		if _, plain := places[l].IsDim(); !plain {
			return u, false
		}
	}
	return u, u.hasExtents()
}

// hasExtents reports whether the fused operation has an operand for the extent of each loop.
func (u *use) hasExtents() bool {
	known := make([]bool, len(u.consumer.Loops))
	for _, o := range append(u.operands(), u.outputs()...) {
		for r := range o.at.Results {
			if l, plain := o.at.DimPosition(r); plain {
				known[l] = true
			}
		}
	}
	return !slices.Contains(known, false)
}

// fuseInto fuses a producer into an operation, and returns the fused operation, or nil.
func (f *fuser) fuseInto(op *ir.Operation) *ir.Operation {
	n := isFusible(op)
	if n == nil {
		return nil
	}
	for i := range n.Inputs {
		if u, ok := useOf(n, i); ok && f.pays(&u) {
			return f.fuse(&u)
		}
	}
	return nil
}

// pays reports whether the producer need not be stored: all its uses are in one operation, or in two that compute
// its elements cheaply.
func (f *fuser) pays(u *use) bool {
	var users []*ir.Operation
	if !collectUsers(u.from, u.from, &users) {
		return false
	}
	size, cost := u.producer.cost()
	if more, _ := u.consumer.cost(); size+more > mostFused {
		return false
	}
	return len(users) == 1 || f.recompute && len(users) == 2 && cost <= mostRecomputed
}

// cost returns the number of operations of the region, and what they cost.
func (n *Nest) cost() (size, cost int) {
	for op := range n.Op.Body().Ops() {
		size++
		switch {
		case op == n.Op.Body().Back():
		case op.Def().Dialect() == math.Dialect.Name:
			cost += functionCost
		default:
			cost++
		}
	}
	return size, cost
}

// collectUsers adds the operations that use a tensor, also through moves, and reports whether the producer of
// from can become part of all of them.
func collectUsers(v, from *ir.Value, users *[]*ir.Operation) bool {
	for o := v.FirstUse(); o != nil; o = o.Next() {
		op := o.Owner()
		if o.Index() == 0 && (ir.Is[linalg.BroadcastOp](op) || ir.Is[linalg.TransposeOp](op)) {
			if !collectUsers(op.Result(0), from, users) {
				return false
			}
			continue
		}
		if slices.Contains(*users, op) {
			continue
		}
		n := isFusible(op)
		if n == nil {
			return false
		}
		for i, operand := range op.OperandList() {
			if w, _ := throughMoves(operand, linalg.MapsOf(op)[i]); w != from {
				continue
			}
			if i >= n.Inputs {
				return false
			}
			if u, ok := useOf(n, i); !ok || u.from != from {
				return false
			}
		}
		*users = append(*users, op)
	}
	return true
}

// placed is a tensor with the indices of its elements, by loops.
type placed struct {
	value *ir.Value
	at    affine.Map
	args  []*ir.Value // of the regions, for the element
}

// operands lists the inputs of the fused operation.
func (u *use) operands() (list []placed) {
	add := func(v *ir.Value, at affine.Map, arg *ir.Value) {
		v, at = throughMoves(v, at)
		for i, p := range list {
			if p.value == v && p.at.Equal(at) {
				list[i].args = append(p.args, arg)
				return
			}
		}
		list = append(list, placed{v, at, []*ir.Value{arg}})
	}
	maps, inner := linalg.MapsOf(u.consumer.Op), linalg.MapsOf(u.producer.Op)
	for i := range u.consumer.Inputs {
		if o := &u.consumer.Operands[i]; !u.isFused(i) {
			add(o.Value, maps[i], o.Arg)
		} else if i == u.operand {
			for k := range u.producer.Inputs {
				o := &u.producer.Operands[k]
				add(o.Value, inner[k].Compose(u.loops), o.Arg)
			}
		}
	}
	return list
}

// outputs lists the initial tensors of the fused operation.
func (u *use) outputs() (list []placed) {
	for i, o := range u.consumer.Outputs() {
		list = append(list, placed{o.Value, linalg.MapsOf(u.consumer.Op)[u.consumer.Inputs+i], []*ir.Value{o.Arg}})
	}
	return list
}

// isFused reports whether input i of the consumer is the element that the use computes.
func (u *use) isFused(i int) bool {
	if u.consumer.Operands[i].IsScalar() {
		return false
	}
	v, at := throughMoves(u.consumer.Operands[i].Value, linalg.MapsOf(u.consumer.Op)[i])
	return v == u.from && at.Equal(u.at)
}

// fuse replaces the consumer by the fused operation.
func (f *fuser) fuse(u *use) *ir.Operation {
	op := u.consumer.Op
	f.Before(op).Loc = op.Loc()
	inputs := u.operands()
	var values, outputs []*ir.Value
	var maps []affine.Map
	for _, p := range inputs {
		values, maps = append(values, p.value), append(maps, p.at)
	}
	for _, p := range u.outputs() {
		outputs, maps = append(outputs, p.value), append(maps, p.at)
	}
	fused := linalg.NewGeneric(f, values, outputs, maps, linalg.IteratorsOf(op)).Operation()
	at := f.Save()
	body := f.NewBlock(fused.Region(0), nil, f.Loc)
	m := &ir.Mapping{}
	for _, p := range append(inputs, u.outputs()...) {
		arg := body.AddArg(p.args[0].Type(), f.Loc)
		for _, a := range p.args {
			m.Map(a, arg)
		}
	}
	computed := u.producer.CloneBody(f.Builder, m, func(l int) *ir.Value {
		d, _ := u.loops.DimPosition(l)
		return linalg.NewIndex(f, int64(d)).Result()
	}, nil)[0]
	for i := range u.consumer.Inputs {
		if u.isFused(i) {
			m.Map(u.consumer.Operands[i].Arg, computed)
		}
	}
	for inner := range op.Body().Ops() {
		f.Clone(inner, m)
	}
	f.Restore(at)
	fused.SetDiscardable(op.Discardable())
	for i, r := range fused.ResultList() {
		r.TakeName(op.Result(i))
	}
	operands := op.OperandList()
	f.Replace(op, fused.ResultList()...)
	for _, v := range operands {
		f.eraseUnused(v.DefiningOp())
	}
	return fused
}

// eraseUnused erases a structured operation or a constructor of tensors without uses, and then what only it used.
func (f *fuser) eraseUnused(op *ir.Operation) {
	if op == nil || op.Block() == nil || !linalg.Structured.Has(op) && moves[op.Kind()] == nil && ir.ConstantOf(op) == nil {
		return
	}
	for _, r := range op.Results() {
		if !r.Unused() {
			return
		}
	}
	operands := op.OperandList()
	f.Erase(op)
	for _, v := range operands {
		f.eraseUnused(v.DefiningOp())
	}
}
