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
	model[scf.ForOp](&threads.Rule{Distribute: distributeFor}),
	model[scf.IfOp](&threads.Rule{Distribute: distributeIf}),
	model[scf.WhileOp](&threads.Rule{Distribute: distributeWhile}),
}

// valueModels are the rules of operations that make or rearrange vectors.
var valueModels = []ir.Model{
	model[ub.PoisonOp](threads.SameOnParts),
	model[arith.ConstantOp](perKind(distributeConstant, packConstant)),
	model[vector.BroadcastOp](perKind(distributeBroadcast, packBroadcast)),
	model[vector.TransposeOp](perKind(distributeTranspose, packTranspose)),
	model[vector.ShapeCastOp](perKind(distributeShapeCast, packShapeCast)),
	model[vector.InterleaveOp](byRuns(distributeInterleave)),
	model[vector.DeinterleaveOp](byRuns(distributeDeinterleave)),
	model[vector.BitcastOp](byRuns(distributeBitcast)),
	model[vectorext.ToLayoutOp](perKind(distributeToLayout, packToLayout)),
	model[vector.StepOp](perThread(distributeStep, packStep)),
	model[vector.CreateMaskOp](perThread(distributeCreateMask, packCreateMask)),
	model[vector.ConstantMaskOp](perThread(distributeConstantMask, packConstantMask)),
	model[vector.ExtractOp](byRuns(distributeExtraction)),
	model[vector.InsertOp](byRuns(distributeInsertion)),
	model[vector.ExtractStridedSliceOp](byRuns(distributeSlice)),
	model[vector.InsertStridedSliceOp](byRuns(distributeInsertedSlice)),
	model[vector.ShuffleOp](byRuns(distributeShuffle)),
	model[vector.ToElementsOp](byRuns(distributeToElements)),
	model[vector.FromElementsOp](byRuns(distributeFromElements)),
}

// combiningModels are the rules for operations that combine elements. Files
// cross_lanes.go and cross_memory.go decide how threads exchange the partial results.
var combiningModels = []ir.Model{
	model[vector.ReductionOp](inOrder(&threads.Rule{Distribute: distributeReduction}, orderReduction, orderPackedReduction)),
	model[vector.MultiReductionOp](inOrder(perThread(distributeMultiReduction, packMultiReduction), orderMultiReduction, orderPackedMultiReduction)),
	model[vector.ContractOp](inOrder(perThread(distributeContract, packContract), orderContract, orderPackedContract)),
	model[vector.OuterProductOp](byRuns(distributeOuterProduct)),
	model[vector.ScanOp](inOrder(perThread(distributeScan, nil), orderScan, orderPackedScan)),
	model[vectorext.ArgCompareOp](perThread(distributeArgCompare, nil)),
	model[ireecodegen.InnerTiledOp](perThread(distributeInnerTiled, nil)),
}

// memoryModels are the rules of operations that read or write memory, but loads and stores of a box; see moving.
var memoryModels = []ir.Model{
	model[vector.GatherOp](threads.SameOnParts),
	model[vector.ExpandLoadOp](ofRelease(byRuns(distributeExpandLoad))),
	model[vector.CompressStoreOp](ofRelease(byRuns(distributeCompressStore))),
	model[vector.TransferReadOp](perThread(distributeTransferRead, packTransferRead)),
	model[vector.TransferWriteOp](perThread(distributeTransferWrite, packTransferWrite)),
	model[vector.ScatterOp](perThread(distributeVectorScatter, nil)),
	model[vectorext.TransferGatherOp](perThread(distributeTransferGather, nil)),
	model[vectorext.TransferScatterOp](perThread(distributeTransferScatter, nil)),
	model[ireelinalgext.MapScatterOp](perThread(distributeMapStore, nil)),
	model[ireelinalgext.MapStoreOp](perThread(distributeMapStore, nil)),
}

// nestedRule distributes an operation on vectors in nested layouts, packedRule an
// operation on vectors in layouts of iree_map.
type (
	nestedRule func(d *distributor, op *ir.Operation, sig signature)
	packedRule func(d *packDistributor, op *ir.Operation, sig packSignature)
)

// perKind returns a rule that differs by the kind of layouts.
func perKind(nested nestedRule, packed packedRule) *threads.Rule {
	return &threads.Rule{Distribute: func(d threads.Distributor, op *ir.Operation) {
		switch d := d.(type) {
		case *distributor:
			nested(d, op, d.signatures[op])
		case *packDistributor:
			packed(d, op, d.signatures[op])
		}
	}}
}

// perThread returns a rule that uses which elements the thread holds, so that the layouts
// must distinguish threads. If packed is nil, the operation is always distributed in
// nested layouts.
func perThread(nested nestedRule, packed packedRule) *threads.Rule {
	tellsNested := func(d *distributor, op *ir.Operation, sig signature) {
		if d.tellsParts(op, sig) {
			nested(d, op, sig)
		}
	}
	if packed == nil {
		return perKind(tellsNested, (*packDistributor).inNested)
	}
	return perKind(tellsNested, func(d *packDistributor, op *ir.Operation, sig packSignature) {
		if d.tellsParts(op, sig) {
			packed(d, op, sig)
		}
	})
}

// inOrder adds the order of sums to a rule, which also differs by the kind of layouts.
func inOrder(rule *threads.Rule, nested func(d *distributor, op *ir.Operation), packed func(d *packDistributor, op *ir.Operation)) *threads.Rule {
	rule.Order = func(d threads.Distributor, op *ir.Operation) {
		switch d := d.(type) {
		case *distributor:
			nested(d, op)
		case *packDistributor:
			packed(d, op)
		}
	}
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
