package nests

import (
	gomath "math"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/math"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// Normalize is normalize-tensors.
var Normalize = &passes.Pass{
	Name:  "normalize-tensors",
	Title: "Replace operations on tensors that are no loop nests by loop nests",
	Doc: `In functions on tensors, a softmax becomes what upstream decomposes it to: the maximum, the exponentials of the
differences, their sum, and the quotients. Arithmetic on whole tensors, tensor.gather and tensor.generate become
linalg.generic. Packed tensors become tensors in another shape and order, and a changed element becomes a changed slice.

    %s = linalg.softmax dimension(1) ins(%x : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
    %t = arith.addf %s, %x : tensor<2x8xf32>
    →
    %0 = linalg.generic {…, iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x8xf32>) outs(… : tensor<2xf32>) {
      ^bb0(%in: f32, %out: f32):
        %3 = arith.maxnumf %in, %out : f32
    …`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"arith", "linalg", "math", "tensor"},
	Run: func(c *passes.Context) (changed bool, err error) {
		rw := c.Rewriter(nil)
		for f := range c.Op.Body().Ops() {
			if !IsFunction(f) {
				continue
			}
			var list []*ir.Operation
			for b := range f.Region(0).Blocks() {
				list = append(list, slices.Collect(b.Ops())...)
			}
			for _, op := range list {
				rw.Before(op).Loc = op.Loc()
				if v := replacement(rw.Builder, op); v != nil {
					rw.Replace(op, v)
					changed = true
				}
			}
		}
		return changed, nil
	},
}

// isStaticSoftmax reports whether an operation is a softmax of a tensor of known shape.
func isStaticSoftmax(op *ir.Operation) bool {
	s := ir.As[linalg.SoftmaxOp](op)
	return s.Ok() && linalg.IsOnTensors(op) && CheckStatic(op, s.Input().Type()) == nil
}

// isArithmetic reports whether an operation computes each element of a static tensor from the elements
// of its operands at the same place.
func isArithmetic(op *ir.Operation) bool {
	if !op.Has(ir.Elementwise) || op.NumResults() != 1 || op.NumRegions() > 0 || ir.ConstantOf(op) != nil {
		return false
	}
	return CheckStatic(op, op.Result(0).Type()) == nil
}

// arithmetic builds a nest for arithmetic on tensors.
func arithmetic(b *ir.Builder, op *ir.Operation) *ir.Value {
	t := op.Result(0).Type().(*ir.TensorType)
	maps := make([]affine.Map, op.NumOperands()+1)
	for i := range maps {
		if maps[i] = affine.Identity(len(t.Dims)); i < op.NumOperands() && linalg.IsScalar(op.Operand(i).Type()) {
			maps[i] = affine.NewMap(len(t.Dims), 0)
		}
	}
	return generic(b, op.OperandList(), empty(b, t.Dims, t.Elem), maps, make([]linalg.Iterator, len(t.Dims)), func(args []*ir.Value) *ir.Value {
		st := &ir.OpState{Def: op.Def(), Operands: args[:op.NumOperands()], ResultTypes: []ir.Type{t.Elem}, Loc: op.Loc()}
		for i := range op.Def().Attrs {
			st.SetPropAt(i, op.Prop(i))
		}
		return b.Create(st).Result(0)
	})
}

// softmax builds the nests of a softmax.
func softmax(b *ir.Builder, op linalg.SoftmaxOp) *ir.Value {
	t := op.Input().Type().(*ir.TensorType)
	dim, rank := int(op.Dimension()), len(t.Dims)
	elem := t.Elem.(*ir.FloatType)
	c := b.Context()
	whole := affine.Identity(rank)
	row := whole.WithResults(slices.Delete(affine.Dims(rank), dim, dim+1))
	loops := make([]linalg.Iterator, rank)
	reduces := slices.Clone(loops)
	reduces[dim] = linalg.Reduction
	reduced := slices.Delete(slices.Clone(t.Dims), dim, dim+1)
	// start is a tensor of a number for each row.
	start := func(v *ir.FloatAttr) *ir.Value {
		return tensor.NewSplat(b, ir.Tensor(reduced, elem, nil), arith.NewConstant(b, v).Result()).Aggregate()
	}
	most := generic(b, []*ir.Value{op.Input()}, start(c.FloatAttrOf(elem, gomath.Inf(-1))), []affine.Map{whole, row}, reduces, func(args []*ir.Value) *ir.Value {
		return arith.NewMaxNumF(b, args[0], args[1]).Result()
	})
	powers := generic(b, []*ir.Value{op.Input(), most}, empty(b, t.Dims, elem), []affine.Map{whole, row, whole}, loops, func(args []*ir.Value) *ir.Value {
		return math.NewExp(b, arith.NewSubF(b, args[0], args[1]).Result()).Result()
	})
	sum := generic(b, []*ir.Value{powers}, start(c.FloatAttrOf(elem, 0)), []affine.Map{whole, row}, reduces, func(args []*ir.Value) *ir.Value {
		return arith.NewAddF(b, args[1], args[0]).Result()
	})
	return generic(b, []*ir.Value{powers, sum}, empty(b, t.Dims, elem), []affine.Map{whole, row, whole}, loops, func(args []*ir.Value) *ir.Value {
		return arith.NewDivF(b, args[0], args[1]).Result()
	})
}

func empty(b *ir.Builder, shape []int64, elem ir.Type) *ir.Value {
	return tensor.NewEmpty(b, ir.Tensor(shape, elem, nil), nil).Result()
}

// generic builds a structured operation with a result.
func generic(b *ir.Builder, inputs []*ir.Value, output *ir.Value, maps []affine.Map, iterators []linalg.Iterator, body func(args []*ir.Value) *ir.Value) *ir.Value {
	return genericOp(b, inputs, output, maps, iterators, body).Result(0)
}

func genericOp(b *ir.Builder, inputs []*ir.Value, output *ir.Value, maps []affine.Map, iterators []linalg.Iterator, body func(args []*ir.Value) *ir.Value) *ir.Operation {
	return genericOfMany(b, inputs, []*ir.Value{output}, maps, iterators, func(args []*ir.Value) []*ir.Value { return []*ir.Value{body(args)} })
}

// genericOfMany is genericOp for several outputs.
func genericOfMany(b *ir.Builder, inputs, outputs []*ir.Value, maps []affine.Map, iterators []linalg.Iterator, body func(args []*ir.Value) []*ir.Value) *ir.Operation {
	g := linalg.NewGeneric(b, inputs, outputs, maps, iterators)
	var types []ir.Type
	for _, v := range slices.Concat(inputs, outputs) {
		t := v.Type()
		if !linalg.IsScalar(t) {
			t = ir.ElementOrSelf(t)
		}
		types = append(types, t)
	}
	at := b.Save()
	args := b.NewBlock(g.Region(), types, b.Loc).Args()
	linalg.NewYield(b, body(args))
	b.Restore(at)
	return g.Operation()
}
