package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireelinalgext"
	"optc/dialect/iree/revision"
	"optc/dialect/scf"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/threads"
	"optc/passes/distribute/internal/access"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
	"optc/passes/distribute/internal/reductions"
	"optc/passes/distribute/internal/sums"
	"optc/passes/distribute/internal/values"
	"optc/passes/layouts"
)

// Models returns the rules for operations of upstream: how layouts pass through them, and
// how they are distributed. A pass that distributes attaches them (passes.Pass.Models).
func Models() []ir.Model {
	return slices.Concat(layouts.Models(), controlModels, valueModels, combiningModels, memoryModels)
}

func model[T ir.TypedOp](rule *threads.Rule) ir.Model {
	var kind T
	return ir.ModelOf(kind, threads.Distribution.By(rule))
}

// controlModels are the rules of operations that carry vectors into and out of regions.
var controlModels = []ir.Model{
	model[scf.ForOp](&threads.Rule{Distribute: values.For}),
	model[scf.IfOp](&threads.Rule{Distribute: values.If}),
	model[scf.WhileOp](&threads.Rule{Distribute: values.While}),
}

// valueModels are the rules of operations that make or rearrange vectors.
var valueModels = []ir.Model{
	model[ub.PoisonOp](threads.SameOnParts),
	model[arith.ConstantOp](core.PerKind(values.Constant, values.PackedConstant)),
	model[vector.BroadcastOp](core.PerKind(values.Broadcast, values.PackedBroadcast)),
	model[vector.TransposeOp](core.PerKind(values.Transpose, values.PackedTranspose)),
	model[vector.ShapeCastOp](core.PerKind(values.ShapeCast, values.PackedShapeCast)),
	model[vector.InterleaveOp](core.ByRuns(values.Interleave)),
	model[vector.DeinterleaveOp](core.ByRuns(values.Deinterleave)),
	model[vector.BitcastOp](core.ByRuns(values.Bitcast)),
	model[vectorext.ToLayoutOp](core.PerKind(exchange.ToLayout, exchange.PackedToLayout)),
	model[vector.StepOp](core.ByRuns(values.Step)),
	model[vector.CreateMaskOp](core.PerThread(values.CreateMask, values.PackedCreateMask)),
	model[vector.ConstantMaskOp](core.PerThread(values.ConstantMask, values.PackedConstantMask)),
	model[vector.ExtractOp](core.ByRuns(values.Extraction)),
	model[vector.InsertOp](core.ByRuns(values.Insertion)),
	model[vector.ExtractStridedSliceOp](core.ByRuns(values.Slice)),
	model[vector.InsertStridedSliceOp](core.ByRuns(values.InsertedSlice)),
	model[vector.ShuffleOp](core.ByRuns(values.Shuffle)),
	model[vector.ToElementsOp](core.ByRuns(values.ToElements)),
	model[vector.FromElementsOp](core.ByRuns(values.FromElements)),
}

// combiningModels are the rules for operations that combine elements. Package
// exchange decides how threads exchange the partial results.
var combiningModels = []ir.Model{
	model[vector.ReductionOp](inOrder(&threads.Rule{Distribute: reductions.Reduction}, sums.Reduction)),
	model[vector.MultiReductionOp](inOrder(core.PerThread(reductions.MultiReduction, reductions.PackedMultiReduction), sums.MultiReduction)),
	model[vector.ContractOp](inOrder(core.PerThread(reductions.Contract, reductions.PackedContract), sums.Contract)),
	model[vector.OuterProductOp](core.ByRuns(reductions.OuterProduct)),
	model[vector.ScanOp](inOrder(core.PerThread(reductions.Scan, nil), sums.Scan)),
	model[vectorext.ArgCompareOp](core.PerThread(reductions.ArgCompare, nil)),
	model[ireecodegen.InnerTiledOp](core.PerThread(reductions.InnerTiled, nil)),
}

// memoryModels are the rules of operations that read or write memory, but loads and stores of a box (package moves).
var memoryModels = []ir.Model{
	model[vector.GatherOp](threads.SameOnParts),
	model[vector.ExpandLoadOp](ofRelease(core.ByRuns(access.ExpandLoad))),
	model[vector.CompressStoreOp](ofRelease(core.ByRuns(access.CompressStore))),
	model[vector.TransferReadOp](core.PerThread(access.TransferRead, access.PackedTransferRead)),
	model[vector.TransferWriteOp](core.PerThread(access.TransferWrite, access.PackedTransferWrite)),
	model[vector.ScatterOp](core.PerThread(access.VectorScatter, nil)),
	model[vectorext.TransferGatherOp](core.PerThread(access.TransferGather, nil)),
	model[vectorext.TransferScatterOp](core.PerThread(access.TransferScatter, nil)),
	model[ireelinalgext.MapScatterOp](core.PerThread(access.MapStore, nil)),
	model[ireelinalgext.MapStoreOp](core.PerThread(access.MapStore, nil)),
}

// inOrder adds the order of sums to a rule.
func inOrder(rule *threads.Rule, order func(d core.Distributor, op *ir.Operation)) *threads.Rule {
	rule.Order = func(d threads.Distributor, op *ir.Operation) { order(d.(core.Distributor), op) }
	return rule
}

// ofRelease returns a rule that the revisions of IREE do not have.
func ofRelease(rule *threads.Rule) *threads.Rule {
	return &threads.Rule{Distribute: func(d threads.Distributor, op *ir.Operation) {
		if revision.Of(d.Rewriter().Context()) != revision.Release {
			d.Leave("is not distributed: there is no rule for this operation")
			return
		}
		rule.Distribute(d, op)
	}}
}
