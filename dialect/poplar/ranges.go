package poplar

import (
	"optc/ir"
	"optc/ir/ranges"
	"optc/layout/threads"
)

// inferCompute: the number of the worker is below the number of workers of the target.
var inferCompute = ranges.Inference.By(&ranges.Rule{Arguments: func(op *ir.Operation, known ranges.Values) {
	worker := ComputeOf(op).Worker()
	if t, ok := TargetFor(op); ok && worker != nil {
		known.Set(worker, ranges.Interval{Lo: 0, Hi: int64(t.Workers) - 1})
	}
}})

// uniformCompute: the number of the worker is the flat id of the thread.
var uniformCompute = threads.Uniformity.By(&threads.UniformityRule{Arguments: func(op *ir.Operation, known threads.Scopes) {
	if worker := ComputeOf(op).Worker(); worker != nil {
		known.SetDigit(worker, known.Shape().Of(0))
	}
}})
