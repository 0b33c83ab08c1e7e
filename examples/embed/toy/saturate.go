package toy

import (
	"optc/dialect/arith"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/ranges"
	"optc/layout/flow"
	"optc/layout/threads"
	"optc/sim"
)

// saturate is the definition of an operation that implements every question of passes and the
// simulator: how layouts pass through it, which part each thread computes, which integers it can
// return, and, in runSaturate, how it is executed.
func saturate() *ir.OpDef {
	return &ir.OpDef{
		Kind:     "toy.saturate",
		Summary:  "elements in a range, and the number of elements that were outside",
		Operands: []ir.ValueDef{{Name: "input", Type: numbers}},
		Results:  []ir.ValueDef{{Name: "result", Type: numbers}, {Name: "outside", Type: ir.I32Constraint}},
		Attrs:    []ir.PropDef{{Name: "range", Type: anyRange}},
		Constraints: []ir.Constraint{ir.TypesMatchWith{
			Sentence: "the result has the type of the input", From: "input", To: "result", Transform: func(t ir.Type) ir.Type { return t },
		}},
		Traits:   ir.Pure,
		Assembly: "$input `:` type($input) `to` $range attr-dict",
		Implements: []ir.Implementation{
			flow.Propagation.By(saturateFlow),
			threads.Distribution.By(&threads.Rule{Distribute: distributeSaturate}),
			ranges.Inference.By(&ranges.Rule{Results: inferSaturate}),
		},
		Examples: []string{"func.func @f(%x: vector<48xi32>) -> (vector<48xi32>, i32) {\n  %0:2 = toy.saturate %x : vector<48xi32> to #toy.range<0, 255>\n  return %0#0, %0#1 : vector<48xi32>, i32\n}"},
	}
}

var numbers = ir.VectorOf("32-bit signless integer", ir.I32Constraint.Check)

// saturateFlow: input and result have one layout.
var saturateFlow = &flow.Rule{
	Forwards: func(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
		p.Give(ir.Cast[SaturateOp](op).Result(), l)
	},
	Backwards: func(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
		p.Want(ir.Cast[SaturateOp](op).InputMutable(), l)
	},
}

// distributeSaturate clamps the part of a thread. The threads count together: each makes a vector
// of 0 and 1, and the reduction of the whole vector is then distributed.
//
//	%y, %n = toy.saturate %x : vector<48xi32> to #toy.range<0, 255>
//	→ %low = arith.maxsi %part, %c0
//	  %q = arith.minsi %low, %c255                          // the part of %y
//	  %ones = arith.extui (arith.cmpi ne, %part, %q)
//	  %n = vector.multi_reduction <add>, (to_simd %ones), 0 [0]
func distributeSaturate(d threads.Distributor, op *ir.Operation) {
	s, rw := ir.Cast[SaturateOp](op), d.Rewriter()
	part, l := d.Part(s.Input()), d.Layout(s.Input())
	filled := func(v int64) *ir.Value {
		n := arith.NewConstant(rw, rw.Context().Int(rw.Context().I32(), v)).Result()
		return vector.NewBroadcast(rw, part.Type(), n).Vector()
	}
	low := arith.NewMaxSI(rw, part, filled(s.Range().Lo)).Result()
	clamped := arith.NewMinSI(rw, low, filled(s.Range().Hi)).Result()
	isOutside := arith.NewCmpI(rw, arith.NE, part, clamped).Result()
	ones := arith.NewExtUI(rw, part.Type(), isOutside).Out()
	zero := arith.NewConstant(rw, rw.Context().Int(rw.Context().I32(), 0)).Result()
	var dims []int64
	for dim := range l.Rank() {
		dims = append(dims, int64(dim))
	}
	count := vector.NewMultiReduction(rw, vector.Add, d.Whole(s.Input().Type(), ones, l), zero, dims)
	d.Enqueue(count.Operation(), []flow.Layout{l}, nil)
	d.Replace(clamped, count.Dest())
}

// inferSaturate: at most all elements are outside.
func inferSaturate(op *ir.Operation, known ranges.Values) {
	s := ir.Cast[SaturateOp](op)
	n, _ := ir.NumElements(s.Input().Type().(*ir.VectorType).Dims)
	known.Set(s.Outside(), ranges.Interval{Lo: 0, Hi: n})
}

// runSaturate executes toy.saturate. If an element is poison, the count is poison.
func runSaturate(f *sim.Frame, in *sim.Instr) error {
	s := ir.Cast[SaturateOp](in.Op)
	y := f.Vector(in, s.Input()).Clone()
	outside := sim.Int(0)
	for i := range y.Len() {
		x := y.At(i)
		if x.IsPoison() {
			outside = x
			continue
		}
		n := int64(int32(x.Bits))
		clamped := min(max(n, s.Range().Lo), s.Range().Hi)
		y.Set(i, sim.Int(uint64(uint32(clamped))))
		if clamped != n && !outside.IsPoison() {
			outside.Bits++
		}
	}
	f.Set(in, 0, sim.Value{Ref: y})
	f.Set(in, 1, outside)
	return nil
}
