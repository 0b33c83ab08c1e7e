package standard

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
	"optc/passes"
)

// FuseElementwise moves the computation of a tensor's elements to where they are used, if they have no other use.
//
//	%0 = linalg.generic … ins(%x : tensor<4xf32>) outs(%e : …) {      →   %1 = linalg.generic … ins(%x, %y : …) outs(%e : …) {
//	^bb0(%in: f32, %out: f32):                                              ^bb0(%in: f32, %in_0: f32, %out: f32):
//	  %2 = math.exp %in : f32                                                 %2 = math.exp %in : f32
//	  linalg.yield %2 : f32                                                   %3 = arith.addf %2, %in_0 : f32
//	}                                                                         linalg.yield %3 : f32
//	%1 = linalg.generic … ins(%0, %y : …) outs(%e : …) {                    }
//	^bb0(%in: f32, %in_0: f32, %out: f32):
//	  %3 = arith.addf %in, %in_0 : f32
//	  linalg.yield %3 : f32
//	}
var FuseElementwise = &passes.Pass{
	Name:  "linalg-fuse-elementwise-ops",
	Title: "Fuse elementwise operations on tensors",
	Doc: `A linalg.generic without reductions whose only use is an input of another linalg.generic becomes part of that one. Fills and
constants with equal elements become numbers in the region, an output whose old elements are not read becomes tensor.empty, and
operands and results without use, or that occur twice, are left out. A constant that an operation only transposes is transposed.
Reshapes between the operations do not hinder fusion: a structured operation on a collapsed tensor, or whose result is expanded, gets more
loops, and other operands are expanded.

    %c = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    %0 = linalg.generic … ins(%c : tensor<6xf32>) outs(%e : tensor<6xf32>) { … }
    →
    %e1 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.generic … ins(%x : tensor<2x3xf32>) outs(%e1 : tensor<2x3xf32>) { … }
    %0 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>`,
	Dialects: []string{"affine", "linalg", "tensor"},
	Run: func(c *passes.Context) (bool, error) {
		config := ir.DefaultGreedyConfig()
		config.TopDown = true
		return passes.ApplyPatternsWith(c, fusionPatterns(), config), nil
	},
}

// fusionPatterns are in upstream's order.
func fusionPatterns() []*ir.Pattern {
	list := slices.Concat([]*ir.Pattern{
		{Name: "fuse-elementwise-ops", Root: linalg.GenericOp{}, Rewrite: fuseElementwise},
		{Name: "fold-fill-with-generic", Root: linalg.GenericOp{}, Rewrite: foldFill},
		{Name: "fold-scalar-or-splat-constant", Root: linalg.GenericOp{}, Rewrite: foldSplat},
		{Name: "remove-outs-dependency", Root: linalg.GenericOp{}, Rewrite: forgetOutputs},
		{Name: "drop-unused-operands", Root: linalg.GenericOp{}, Rewrite: dropUnused},
		{Name: "drop-unused-cycle", Root: linalg.GenericOp{}, Rewrite: dropUnusedCycle},
	}, expansionPatterns(), canonicalizations(affine.ApplyOp{}, linalg.GenericOp{}, tensor.ExpandShapeOp{}, tensor.CollapseShapeOp{}))
	for _, p := range linalg.Dialect.Definitions().Patterns {
		if p.Root != nil {
			list = append(list, p)
		} else {
			list = append(list, forStructured(p)...)
		}
	}
	return append(list, forStructured(&ir.Pattern{Name: "fold-constant-transpose", Rewrite: transposeConstant})...)
}

// canonicalizations returns the patterns in the definitions of operations.
func canonicalizations(kinds ...ir.OpKind) (patterns []*ir.Pattern) {
	for _, k := range kinds {
		for _, d := range []*ir.Dialect{affine.Dialect, linalg.Dialect, tensor.Dialect} {
			for _, op := range d.Definitions().Ops {
				if op.Kind == k.Kind() {
					patterns = append(patterns, op.Patterns...)
				}
			}
		}
	}
	return patterns
}

// fusion is a use of a producer's result as an input of a consumer.
type fusion struct {
	producer, consumer *ir.Operation
	operand            int // operand of the consumer
	result             int // result of the producer
	// toProducer maps the loops of the consumer to the loops of the producer.
	toProducer maps.Map
	kept       []int // results of the producer that the fused operation has as well
}

func fuseElementwise(op *ir.Operation, rw *ir.Rewriter) bool {
	for i := range op.NumOperands() {
		f, ok := fusionOf(op, i)
		if !ok {
			continue
		}
		fused := f.operation(rw)
		if !boundsKnown(linalg.MapsOf(fused)) {
			rw.Erase(fused)
			return false
		}
		f.region(rw, fused)
		rw.Replace(op, fused.ResultList()[len(f.kept):]...)
		return true
	}
	return false
}

// fusionOf tests whether the producer of an operand can be fused (areElementwiseOpsFusable upstream).
func fusionOf(consumer *ir.Operation, operand int) (f fusion, ok bool) {
	v := consumer.Operand(operand)
	producer := ir.DefiningOp[linalg.GenericOp](v).Operation()
	if producer == nil || operand >= len(linalg.InputsOf(consumer)) || !linalg.IsOnTensors(producer) || !ir.AnyRankedTensor.Check(v.Type()) ||
		slices.Contains(linalg.IteratorsOf(producer), linalg.Reduction) || !hasOneUse(producer) {
		return f, false
	}
	f = fusion{producer: producer, consumer: consumer, operand: operand, result: v.Index()}
	use := linalg.MapsOf(consumer)[operand]
	if len(use.Results) != len(linalg.IteratorsOf(producer)) {
		return f, false
	}
	written := linalg.MapsOf(producer)[len(linalg.InputsOf(producer))+f.result]
	if !written.IsPermutation() {
		return f, false
	}
	inverse, ok := maps.InversePermutation(written)
	if !ok {
		return f, false
	}
	f.toProducer = inverse.Compose(use)
	return f, f.coversLoops()
}

// hasOneUse reports whether the results of an operation have a single use together.
func hasOneUse(op *ir.Operation) bool {
	used := 0
	for _, r := range op.Results() {
		if !r.Unused() {
			used++
			if !r.HasOneUse() {
				return false
			}
		}
	}
	return used == 1
}

// coversLoops reports whether the fused operation has an operand for the extent of each loop, if the consumer
// has reductions.
func (f *fusion) coversLoops() bool {
	iterators := linalg.IteratorsOf(f.consumer)
	if !slices.Contains(iterators, linalg.Reduction) {
		return true
	}
	covered := make([]bool, len(iterators))
	cover := func(m maps.Map) {
		for r := range m.Results {
			if d, isDim := m.DimPosition(r); isDim {
				covered[d] = true
			}
		}
	}
	fused := f.consumer.Operand(f.operand)
	for i, m := range linalg.MapsOf(f.consumer) {
		if f.consumer.Operand(i) != fused {
			cover(m)
		}
	}
	for i := range linalg.InputsOf(f.producer) {
		cover(linalg.MapsOf(f.producer)[i].Compose(f.toProducer))
	}
	return !slices.Contains(covered, false)
}

// operation makes the fused operation without its region.
func (f *fusion) operation(rw *ir.Rewriter) *ir.Operation {
	f.keepResults()
	in, out := linalg.InputsOf(f.consumer), linalg.OutputsOf(f.consumer)
	from, produced := linalg.InputsOf(f.producer), linalg.OutputsOf(f.producer)
	consumerMaps, producerMaps := linalg.MapsOf(f.consumer), linalg.MapsOf(f.producer)
	inputs := slices.Concat(in[:f.operand], from, in[f.operand+1:])
	var ms []maps.Map
	ms = append(ms, consumerMaps[:f.operand]...)
	for i := range from {
		ms = append(ms, producerMaps[i].Compose(f.toProducer))
	}
	ms = append(ms, consumerMaps[f.operand+1:len(in)]...)
	var outputs []*ir.Value
	for _, k := range f.kept {
		outputs = append(outputs, produced[k])
		ms = append(ms, producerMaps[len(from)+k].Compose(f.toProducer))
	}
	outputs = append(outputs, out...)
	ms = append(ms, consumerMaps[len(in):]...)
	return linalg.NewGeneric(rw, inputs, outputs, ms, linalg.IteratorsOf(f.consumer)).Operation()
}

// keepResults finds the results of the producer that the fused operation must compute as well, in addition to the result
// that the consumer uses: their old elements are read, or they determine an extent (getPreservedProducerResults
// upstream).
func (f *fusion) keepResults() {
	from := len(linalg.InputsOf(f.producer))
	dropped := map[[2]int]bool{{1, f.operand}: true}
	for k := range f.producer.NumResults() {
		dropped[[2]int{0, from + k}] = true
		var left []maps.Map
		for side, op := range []*ir.Operation{f.producer, f.consumer} {
			for i, m := range linalg.MapsOf(op) {
				if !dropped[[2]int{side, i}] {
					left = append(left, m)
				}
			}
		}
		known := boundsKnown(left)
		if len(left) == 0 {
			known = len(linalg.IteratorsOf(f.producer)) == 0 && len(linalg.IteratorsOf(f.consumer)) == 0
		}
		if !f.producer.Body().Arg(from+k).Unused() || !known {
			f.kept = append(f.kept, k)
			delete(dropped, [2]int{0, from + k})
		}
	}
}

// region fills the region of the fused operation.
func (f *fusion) region(rw *ir.Rewriter, fused *ir.Operation) {
	after := rw.Save()
	defer rw.Restore(after)
	producer, consumer := f.producer.Body(), f.consumer.Body()
	from, in := len(linalg.InputsOf(f.producer)), len(linalg.InputsOf(f.consumer))
	args := slices.Concat(consumer.Args()[:f.operand], producer.Args()[:from], consumer.Args()[f.operand+1:in])
	for _, k := range f.kept {
		args = append(args, producer.Arg(from+k))
	}
	args = append(args, consumer.Args()[in:]...)
	body := rw.NewBlock(fused.Region(0), nil, fused.Loc())
	m := &ir.Mapping{}
	for _, a := range args {
		m.Map(a, body.AddArg(a.Type(), a.Location()))
	}
	f.indices(rw, m, fused)
	for op := range producer.Ops() {
		if op != producer.Back() && !ir.Is[linalg.IndexOp](op) {
			rw.Clone(op, m)
		}
	}
	yielded := producer.Back().OperandList()
	m.Map(consumer.Arg(f.operand), m.Value(yielded[f.result]))
	for op := range consumer.Ops() {
		if op != consumer.Back() {
			rw.Clone(op, m)
		}
	}
	var values []*ir.Value
	for _, k := range f.kept {
		values = append(values, m.Value(yielded[k]))
	}
	for _, v := range consumer.Back().Operands() {
		values = append(values, m.Value(v))
	}
	rw.Loc = fused.Loc()
	linalg.NewYield(rw, values)
}

// indices computes the indices of the producer's loops from those of the fused loops.
func (f *fusion) indices(rw *ir.Rewriter, m *ir.Mapping, fused *ir.Operation) {
	indices := passes.OpsIn(f.producer, linalg.IndexOp{})
	if len(indices) == 0 {
		return
	}
	rw.Loc = f.producer.Loc()
	loops := make([]*ir.Value, len(linalg.IteratorsOf(fused)))
	for d := range loops {
		loops[d] = linalg.NewIndex(rw, int64(d)).Result()
	}
	for _, op := range indices {
		index := ir.Cast[linalg.IndexOp](op)
		of := f.toProducer.WithResults(f.toProducer.Results[index.Dim():][:1])
		m.Map(index.Result(), affine.NewApply(rw, of, loops).Result())
	}
}

// boundsKnown reports whether each loop is an index of an operand, so that its extent is known.
func boundsKnown(ms []maps.Map) bool {
	n := 0
	for _, m := range ms {
		n = max(n, m.NumDims)
	}
	known := make([]bool, n)
	for _, m := range ms {
		for r := range m.Results {
			if d, isDim := m.DimPosition(r); isDim {
				known[d] = true
			}
		}
	}
	return !slices.Contains(known, false)
}
