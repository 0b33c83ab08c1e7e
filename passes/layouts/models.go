package layouts

import (
	"slices"

	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout/flow"
)

// Models returns the rules of operations of upstream. A pass that analyses layouts
// attaches them (passes.Pass.Models).
func Models() []ir.Model {
	return slices.Concat(shapeModels, reductionModels, memoryModels, scfModels)
}

func model(k ir.OpKind, rule *flow.Rule) ir.Model { return ir.ModelOf(k, flow.Propagation.By(rule)) }

// shapeModels are the rules of operations that rearrange or make vectors.
var shapeModels = []ir.Model{
	model(vector.TransposeOp{}, &flow.Rule{Forwards: transposeForwards, Backwards: transposeBackwards, Sources: flow.Operands, Cheap: true}),
	model(vector.ShapeCastOp{}, &flow.Rule{Forwards: shapeCastForwards, Backwards: shapeCastBackwards, FitValue: shapeCastFit, Sources: flow.Operands, Cheap: true}),
	model(vector.BroadcastOp{}, &flow.Rule{Missing: broadcastMissing, Backwards: broadcastBackwards, Sources: flow.Operands, Cheap: true}),
	model(vector.InterleaveOp{}, ofRelease(&flow.Rule{Forwards: interleaveForwards, FitValue: interleaveFit, Sources: flow.Operands, Cheap: true})),
	model(vector.DeinterleaveOp{}, ofRelease(&flow.Rule{Forwards: deinterleaveForwards, FitValue: deinterleaveFit, Sources: flow.Operands, Cheap: true})),
	model(vector.BitcastOp{}, ofRelease(&flow.Rule{Forwards: bitcastForwards, FitValue: bitcastFit, Sources: flow.Operands, Cheap: true})),
	model(vector.ExtractOp{}, ofRelease(&flow.Rule{Forwards: takeForwards, FitValue: takeFit})),
	model(vector.ExtractStridedSliceOp{}, ofRelease(&flow.Rule{Forwards: takeForwards, FitValue: takeFit, Sources: flow.Operands, Cheap: true})),
	model(vector.InsertOp{}, ofRelease(&flow.Rule{Forwards: putForwards, FitValue: putFit})),
	model(vector.InsertStridedSliceOp{}, ofRelease(&flow.Rule{Forwards: putForwards, FitValue: putFit, Sources: flow.Operands, Cheap: true})),
	model(vector.ShuffleOp{}, ofRelease(&flow.Rule{Forwards: shuffleForwards, FitValue: shuffleFit})),
	model(vector.ToElementsOp{}, ofRelease(&flow.Rule{FitOperand: toElementsFit})),
	model(vector.FromElementsOp{}, ofRelease(&flow.Rule{FitValue: fromElementsFit})),
	model(vector.OuterProductOp{}, ofRelease(&flow.Rule{Forwards: outerProductForwards, FitValue: outerProductFit})),
	model(vector.StepOp{}, &flow.Rule{Free: true}),
	model(vector.CreateMaskOp{}, &flow.Rule{Free: true}),
	model(vector.ConstantMaskOp{}, &flow.Rule{Free: true}),
	model(vector.MaskOp{}, &flow.Rule{Forwards: maskForwards}),
}

// reductionModels are the rules of operations that combine elements.
var reductionModels = []ir.Model{
	model(vector.MultiReductionOp{}, &flow.Rule{
		Forwards: multiReductionForwards, Backwards: multiReductionBackwards, FitOperand: multiReductionFit,
	}),
	model(vector.ContractOp{}, &flow.Rule{Forwards: contractForwards, Missing: contractMissing, Backwards: contractBackwards, FitOperand: contractFit, FitValue: contractFitResult}),
	model(vector.ScanOp{}, &flow.Rule{Forwards: scanForwards, Backwards: scanBackwards, FitValue: scanFit}),
}

// memoryModels are the rules of operations that read or write memory. Of transfers and of operations of other dialects,
// only operands that choose elements follow from the vector. IREE has no rules for masked loads and for stores.
var memoryModels = []ir.Model{
	model(vector.GatherOp{}, &flow.Rule{Forwards: giveResult, Backwards: wantChoices}),
	model(vector.MaskedLoadOp{}, ofRelease(&flow.Rule{Forwards: giveResult, FitValue: wantChoices})),
	model(vector.MaskedStoreOp{}, ofRelease(&flow.Rule{FitOperand: flow.WantChoicesOfMoved})),
	model(vector.ExpandLoadOp{}, ofRelease(&flow.Rule{Forwards: giveResult, FitValue: wantChoices})),
	model(vector.CompressStoreOp{}, ofRelease(&flow.Rule{FitOperand: flow.WantChoicesOfMoved})),
	model(vector.ScatterOp{}, ofRelease(&flow.Rule{FitOperand: flow.WantChoicesOfMoved})),
}

// scfModels are the rules of operations that carry vectors into and out of regions.
var scfModels = []ir.Model{
	model(scf.ForOp{}, &flow.Rule{Forwards: forForwards, Backwards: forBackwards, FitValue: forFit, Sources: forSources}),
	model(scf.WhileOp{}, &flow.Rule{Forwards: whileForwards, FitValue: whileFit}),
	model(scf.IfOp{}, &flow.Rule{Forwards: ifForwards, FitValue: ifFit}),
}
