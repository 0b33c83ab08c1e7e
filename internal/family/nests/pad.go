package nests

import (
	gomath "math"
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/passes"
)

// PadOptions are the options of Pad.
type PadOptions struct {
	Multiples []int64 `opt:"multiples" help:"the extent of each loop becomes a multiple of its number; 0 keeps it"`
}

// Pad is pad-tensors.
var Pad = &passes.Pass{
	Name:  "pad-tensors",
	Title: "Pad tensors so that loops have extents that are multiples",
	Doc: `The operands of a structured operation get more elements, so that tiles, vectors or parts of its loops are all of one size, and
the result loses them again (pad of upstream's transform dialect):

    %0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x8xf32>) outs(%c : tensor<5x8xf32>) -> tensor<5x8xf32>
    →  (multiples=4,0,8)
    %x = tensor.pad %a low[0, 0] high[3, 1] { … tensor.yield %zero … } : tensor<5x7xf32> to tensor<8x8xf32>
    %y = tensor.pad %b low[0, 0] high[1, 0] { … } : tensor<7x8xf32> to tensor<8x8xf32>
    %z = tensor.pad %c low[0, 0] high[3, 0] { … } : tensor<5x8xf32> to tensor<8x8xf32>
    %1 = linalg.matmul ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
    %0 = tensor.extract_slice %1[0, 0] [5, 8] [1, 1] : tensor<8x8xf32> to tensor<5x8xf32>

Where a loop that reduces gets more iterations, they leave the result as it is: a sum of products adds -0.0, which is the product of -0.0
and 0.0, and another reduction combines its neutral number. An operation stays as it is if its region combines something else, reads
indices, or may be undefined for the new elements, such as a division of integers. Shapes are known.`,
	Options:  PadOptions{},
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "linalg", "tensor"},
	Stats:    []passes.Stat{{Name: "padded", Doc: "operations whose operands were padded"}},
	Run: func(c *passes.Context) (changed bool, err error) {
		multiples := passes.OptionsOf[PadOptions](c).Multiples
		for i, m := range multiples {
			if m < 0 {
				return false, c.Op.Errorf("expected multiples of at least 0, but got %d for loop %d", m, i)
			}
		}
		for op := range passes.Each(c, structuredOps(c)) {
			n, d := Read(op)
			if d == nil && n.pad(c.Rewriter(nil), multiples) {
				c.Count("padded", 1)
				changed = true
			}
		}
		return changed, nil
	},
}

// pad pads the operands of a nest so that the extents of its loops are multiples. It returns whether it did.
func (n *Nest) pad(rw *ir.Rewriter, multiples []int64) bool {
	extents := make([]int64, len(n.Loops))
	var more []int // loops with more iterations
	for l, loop := range n.Loops {
		if extents[l] = loop.Extent; l < len(multiples) && multiples[l] > 1 && loop.Extent%multiples[l] != 0 {
			extents[l] += multiples[l] - loop.Extent%multiples[l]
			more = append(more, l)
		}
	}
	values, ok := n.padding(more)
	if len(more) == 0 || !ok {
		return false
	}
	shapes := make([][]int64, len(n.Operands))
	for i := range n.Operands {
		o := &n.Operands[i]
		shapes[i] = slices.Clone(o.Shape)
		for r := range o.Shape {
			lower, upper := o.Range(r, make([]int64, len(extents)), extents)
			if lower < 0 {
				return false
			}
			shapes[i][r] = max(shapes[i][r], upper)
		}
	}
	rw.Before(n.Op).Loc = n.Op.Loc()
	operands := make([]*ir.Value, len(n.Operands))
	for i := range n.Operands {
		o := &n.Operands[i]
		operands[i] = padded(rw, o, shapes[i], values[i])
	}
	clone := rw.Clone(n.Op, nil)
	rw.Modify(clone, func() {
		for i, v := range operands {
			clone.OpOperand(i).Set(v)
		}
		for i, r := range clone.Results() {
			r.SetType(operands[n.Inputs+i].Type())
		}
	})
	results := clone.ResultList()
	for i, r := range results {
		if r.Type() != n.Op.Result(i).Type() {
			results[i] = firstPart(rw.Builder, r, n.Op.Result(i).Type().(*ir.TensorType))
		}
	}
	rw.Replace(n.Op, results...)
	return true
}

func numbers(list []int64) []ir.Mixed {
	ms := make([]ir.Mixed, len(list))
	for i, v := range list {
		ms[i].Const = v
	}
	return ms
}

// padded returns an operand with a larger shape, whose new elements have a value.
func padded(rw *ir.Rewriter, o *Operand, shape []int64, value ir.Attribute) *ir.Value {
	if slices.Equal(shape, o.Shape) {
		return o.Value
	}
	high, indices := make([]int64, len(shape)), make([]ir.Type, len(shape))
	for r := range shape {
		high[r], indices[r] = shape[r]-o.Shape[r], rw.Context().Index()
	}
	number := arith.NewConstant(rw, value).Result()
	pad := tensor.NewPad(rw, ir.Tensor(shape, o.Elem, nil), o.Value, numbers(make([]int64, len(shape))), numbers(high))
	after := rw.Save()
	rw.NewBlock(pad.Region(), indices, rw.Loc)
	tensor.NewYield(rw, number)
	rw.Restore(after)
	return pad.Result()
}

// padding returns for each operand the value of new elements that more iterations of some loops read; ok is false if there is
// none that leaves the result as it is.
func (n *Nest) padding(more []int) (values []ir.Attribute, ok bool) {
	if len(n.Indices()) > 0 || n.Extracts() {
		return nil, false
	}
	for op := range n.Op.Body().Ops() {
		if op.NumRegions() > 0 || op != n.Op.Body().Back() && !ir.IsSpeculatable(op) {
			return nil, false
		}
	}
	for i := range n.Operands {
		zero := ZeroOf(n.Operands[i].Elem)
		if zero == nil {
			return nil, false
		}
		values = append(values, zero)
	}
	reduces := func(l int) bool { return n.Loops[l].Reduction }
	if !slices.ContainsFunc(more, reduces) {
		return values, true
	}
	combiner := n.Combiner()
	if combiner == nil {
		return nil, false
	}
	var added *ir.Value
	for _, v := range combiner.Operands() {
		if v != n.Outputs()[0].Arg {
			added = v
		}
	}
	if i := n.inputOf(added, more); i >= 0 {
		values[i] = exactNeutral(combiner, n.Operands[i].Elem)
		return values, values[i] != nil
	}
	product := added.DefiningOp()
	if product == nil || !ir.Is[arith.AddFOp](combiner) && !ir.Is[arith.AddIOp](combiner) || !ir.Is[arith.MulFOp](product) && !ir.Is[arith.MulIOp](product) {
		return nil, false
	}
	var factors []int
	for _, v := range product.Operands() {
		i := n.inputOf(v, more)
		if i < 0 {
			return nil, false
		}
		factors = append(factors, i)
	}
	if f, isFloat := n.Operands[factors[0]].Elem.(*ir.FloatType); isFloat && factors[0] != factors[1] {
		values[factors[0]] = negativeZero(f)
	}
	return values, true
}

func negativeZero(f *ir.FloatType) ir.Attribute {
	return f.Context().FloatAttrOf(f, gomath.Copysign(0, -1))
}

// exactNeutral returns the number of a type that leaves all numbers as they are, NaN and -0.0 too, if an operation combines it, or
// nil if there is none. An integer may be narrower than those that are combined.
func exactNeutral(combiner *ir.Operation, t ir.Type) ir.Attribute {
	f, isFloat := t.(*ir.FloatType)
	switch {
	case ir.Is[arith.AddFOp](combiner):
		return negativeZero(f)
	case lacksNeutral(combiner):
		return f.Context().FloatAttrOf(f, gomath.NaN())
	case isFloat || t == combiner.Result(0).Type():
		return neutral[combiner.Kind()](t)
	case ir.Is[arith.AddIOp](combiner):
		return ZeroOf(t)
	}
	return nil
}

// inputOf returns the number of the input whose element is a value, also a wider number that is equal to it, if all the
// reductions among some loops are indices of the input. It is -1 if there is none.
func (n *Nest) inputOf(v *ir.Value, more []int) int {
	for op := v.DefiningOp(); op != nil && op.Block() == n.Op.Body(); op = v.DefiningOp() {
		wider, ok := op.Typed().(arith.Conversion)
		if !ok || !ir.Is[arith.ExtFOp](op) && !ir.Is[arith.ExtSIOp](op) && !ir.Is[arith.ExtUIOp](op) {
			return -1
		}
		v = wider.In()
	}
	i := slices.IndexFunc(n.Operands[:n.Inputs], func(o Operand) bool { return o.Arg == v })
	if i < 0 {
		return -1
	}
	for _, l := range more {
		if n.Loops[l].Reduction && !n.Operands[i].Uses(l) {
			return -1
		}
	}
	return i
}

// firstPart returns the first elements of a tensor in each dimension, as a tensor of some type; the tensor itself if these are all.
func firstPart(b *ir.Builder, v *ir.Value, t *ir.TensorType) *ir.Value {
	if v.Type() == t {
		return v
	}
	return tensor.NewExtractSlice(b, t, v, numbers(make([]int64, len(t.Dims))), numbers(t.Dims), numbers(ones(len(t.Dims)))).Result()
}

func ones(n int) []int64 { return slices.Repeat([]int64{1}, n) }
