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
	model(vector.Transpose, &flow.Rule{Forwards: transposeForwards, Backwards: transposeBackwards, Sources: flow.Operands, Cheap: true}),
	model(vector.ShapeCast, &flow.Rule{Forwards: shapeCastForwards, Backwards: shapeCastBackwards, Sources: flow.Operands, Cheap: true}),
	model(vector.Broadcast, &flow.Rule{Backwards: broadcastBackwards, Sources: flow.Operands, Cheap: true}),
	model(vector.Step, &flow.Rule{Free: true}),
	model(vector.CreateMask, &flow.Rule{Free: true}),
	model(vector.ConstantMask, &flow.Rule{Free: true}),
	model(vector.Mask, &flow.Rule{Forwards: maskForwards}),
}

// reductionModels are the rules of operations that combine elements.
var reductionModels = []ir.Model{
	model(vector.MultiReduction, &flow.Rule{
		Forwards: multiReductionForwards, Backwards: multiReductionBackwards, FitOperand: multiReductionFit,
	}),
	model(vector.Contract, &flow.Rule{Forwards: contractForwards, Backwards: contractBackwards, FitOperand: contractFit}),
	model(vector.Scan, &flow.Rule{Forwards: scanForwards, Backwards: scanBackwards, FitValue: scanFit}),
}

// memoryModels are the rules of operations that read or write memory.
var memoryModels = []ir.Model{
	model(vector.Gather, &flow.Rule{Forwards: gatherForwards, Backwards: gatherBackwards}),
	model(vector.Scatter, &flow.Rule{FitOperand: scatterFit}),
	model(vector.TransferRead, &flow.Rule{Backwards: transferReadBackwards}),
	model(vector.TransferWrite, &flow.Rule{Forwards: wantWriteMask, FitOperand: wantWriteMask}),
}

// scfModels are the rules of operations that carry vectors into and out of regions.
var scfModels = []ir.Model{
	model(scf.For, &flow.Rule{Forwards: forForwards, Backwards: forBackwards, FitValue: forFit, Sources: forSources}),
	model(scf.While, &flow.Rule{Forwards: whileForwards, FitValue: whileFit}),
	model(scf.If, &flow.Rule{Forwards: ifForwards, FitValue: ifFit}),
}
