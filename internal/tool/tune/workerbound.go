package tune

import (
	"context"
	"slices"

	"optc/dialect/iree/ireegpu"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/internal/family/gpu/kernel"
	"optc/internal/family/poplar/run"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
	"optc/passes/standard"
)

// leastOfLayouts returns numbers of instructions that a worker executes at least, by the names of the
// classes whose code has open layouts, with the layouts of a choice.
func (p *Problem) leastOfLayouts(ctx context.Context, c Choice) (map[string]int64, error) {
	if len(p.lean.anchors) == 0 {
		return nil, nil
	}
	module := p.lean.with(c)
	known, err := p.layouts(ctx, module, passes.Use(standard.CSE))
	if err != nil {
		return nil, err
	}
	t, ok := poplar.TargetFor(module)
	if !ok {
		return nil, nil
	}
	least := map[string]int64{}
	for _, class := range passes.OpsIn(module, poplar.VertexOp{}) {
		name := ir.SymbolName(class)
		if !p.openClasses[name] {
			continue
		}
		w := workerBounder{target: &t, known: known, reads: readings{}, needs: needs{}, repeated: map[*ir.Value]bool{}}
		var others error
		ir.Walk(class, func(op *ir.Operation) ir.WalkResult {
			if w.needsOthers(op) {
				others = op.Errorf("needs elements of several workers, which cannot exchange values while they run").WithCode("undistributed")
				return ir.Interrupt
			}
			if n := runs(op); n > 0 {
				w.instructions += w.reads.unrepeated(op, n*w.count(op))
			}
			return ir.Advance
		})
		if others != nil {
			return nil, others
		}
		least[name] = w.instructions
	}
	return least, nil
}

// workerBounder adds up the instructions of the first worker, which has a part of each vector and
// writes what several workers have.
type workerBounder struct {
	target       *target.Target
	known        map[*ir.Value]*vectorext.NestedLayout
	reads        readings
	needs        needs
	repeated     map[*ir.Value]bool // vectors of which a broadcast is counted
	instructions int64
}

// needsOthers reports whether a worker needs elements that only other workers have. Of a vector that is
// needed in part, the worker may have the part.
func (w *workerBounder) needsOthers(op *ir.Operation) bool {
	needs := needOthers[op.Kind()]
	return needs != nil && needs(w, op)
}

// needOthers has the operations that combine or move elements of several workers.
var needOthers = map[ir.Kind]func(w *workerBounder, op *ir.Operation) bool{
	vectorext.ToLayoutOp{}.Kind(): func(w *workerBounder, op *ir.Operation) bool {
		x := ir.Cast[vectorext.ToLayoutOp](op)
		from, to := w.known[x.Input()], w.known[x.Output()]
		return w.needs.every(x.Output()) && from != nil && to != nil && ir.ConstantOf(x.Input().DefiningOp()) == nil && !from.SameThreads(to, int64(w.target.Workers))
	},
	vector.MultiReductionOp{}.Kind(): func(w *workerBounder, op *ir.Operation) bool {
		x := ir.Cast[vector.MultiReductionOp](op)
		return divides(w.known[x.Source()], x.ReductionDims())
	},
	vector.ScanOp{}.Kind(): func(w *workerBounder, op *ir.Operation) bool {
		x := ir.Cast[vector.ScanOp](op)
		return divides(w.known[x.Source()], []int64{x.ReductionDim()})
	},
	vectorext.ArgCompareOp{}.Kind(): func(w *workerBounder, op *ir.Operation) bool {
		x := ir.Cast[vectorext.ArgCompareOp](op)
		return divides(w.known[x.InputValue()], []int64{x.Dimension()})
	},
	vector.ContractOp{}.Kind(): func(w *workerBounder, op *ir.Operation) bool {
		x := ir.Cast[vector.ContractOp](op)
		return divides(iterationOf(x, w.known), reducedDims(x))
	},
}

// divides reports whether a layout divides one of some dimensions among threads.
func divides(l *vectorext.NestedLayout, dims []int64) bool {
	return l != nil && slices.ContainsFunc(dims, func(d int64) bool { return l.ThreadTile[d] > 1 || l.SubgroupTile[d] > 1 })
}

// iterationOf returns the layout of the iterations of a contraction, or nil.
func iterationOf(op vector.ContractOp, known map[*ir.Value]*vectorext.NestedLayout) *vectorext.NestedLayout {
	lhs, rhs := known[op.Lhs()], known[op.Rhs()]
	if lhs == nil || rhs == nil || ireegpu.IntrinsicOf(op.Operation()) != nil {
		return nil
	}
	maps := op.IndexingMaps()
	return lhs.Recombine([]*vectorext.NestedLayout{lhs, rhs}, maps[:2], affine.Identity(maps[0].NumDims))
}

// reducedDims returns the iterators of a contraction that are added up.
func reducedDims(op vector.ContractOp) (dims []int64) {
	for d, t := range op.IteratorTypes() {
		if t == vector.Reduced {
			dims = append(dims, int64(d))
		}
	}
	return dims
}

// count returns the least number of instructions for the worker's part of an operation.
func (w *workerBounder) count(op *ir.Operation) int64 {
	if op.NumResults() == 1 && !w.needs.every(op.Result(0)) {
		return 0
	}
	if a, ok := ir.MoveOf(op); ok {
		return w.access(a)
	}
	if least := leastInstructions[op.Kind()]; least != nil {
		return least(w, op)
	}
	if _, ok := kernel.NumberCost(op); ok && op.NumResults() == 1 && isFloat(op.Result(0).Type()) {
		if l := w.known[op.Result(0)]; l != nil {
			return w.computing(op.Result(0), l.HeldElements())
		}
	}
	return 0
}

// leastInstructions are the instructions for operations that are neither accesses to memory nor arithmetic on floats.
var leastInstructions = map[ir.Kind]func(w *workerBounder, op *ir.Operation) int64{
	vector.BroadcastOp{}.Kind(): func(w *workerBounder, op *ir.Operation) int64 { return w.broadcast(ir.Cast[vector.BroadcastOp](op)) },
	vector.MultiReductionOp{}.Kind(): func(w *workerBounder, op *ir.Operation) int64 {
		x := ir.Cast[vector.MultiReductionOp](op)
		from, to := w.known[x.Source()], w.known[x.Dest()]
		if from == nil || to == nil {
			return 0
		}
		return w.computing(x.Source(), from.HeldElements()-to.HeldElements())
	},
	vector.ContractOp{}.Kind(): func(w *workerBounder, op *ir.Operation) int64 {
		x := ir.Cast[vector.ContractOp](op)
		lhs, rhs := w.known[x.Lhs()], w.known[x.Rhs()]
		if lhs == nil || rhs == nil || ireegpu.IntrinsicOf(op) != nil {
			return 0
		}
		return max(w.computing(x.Lhs(), lhs.HeldElements()), w.computing(x.Rhs(), rhs.HeldElements()))
	},
}

// computing returns the number of instructions that compute elements of the type of a vector.
func (w *workerBounder) computing(v *ir.Value, elements int64) int64 {
	return run.Instructions(w.target, elements, ir.ElementOrSelf(v.Type()), false)
}

// broadcast returns the number of instructions that repeat elements for an operation on numbers, whose
// operand is a whole vector. Broadcasts of a value may become one.
func (w *workerBounder) broadcast(op vector.BroadcastOp) int64 {
	from, to := w.known[op.Source()], w.known[op.Vector()]
	if from == nil || to == nil || from.HeldElements() == to.HeldElements() || w.repeated[op.Source()] || !computedWith(op.Vector()) {
		return 0
	}
	w.repeated[op.Source()] = true
	return w.computing(op.Vector(), to.HeldElements())
}

// computedWith reports whether an operation on numbers has a vector, with its dimensions in any order, as
// an operand.
func computedWith(v *ir.Value) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		op := u.Owner()
		transpose := ir.As[vector.TransposeOp](op)
		if transpose.Ok() && computedWith(transpose.Result()) {
			return true
		}
		if _, isNumber := kernel.NumberCost(op); isNumber && op.NumResults() == 1 {
			return true
		}
	}
	return false
}

// access returns the number of instructions that read or write the worker's part of a vector. If it is not spread
// over memory, fewer elements are read than the vector has.
func (w *workerBounder) access(a ir.Access) int64 {
	l := w.known[a.Moved]
	if l == nil || !a.IsPlaced() || !a.TouchesAll() || !a.IsSpread() {
		return 0
	}
	return run.Instructions(w.target, l.HeldElements(), ir.ElementOrSelf(a.Memory.Type()), true)
}
