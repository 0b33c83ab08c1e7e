package prove

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/amdgpu"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/memref"
	"optc/dialect/nvgpu"
	"optc/dialect/okk"
	"optc/dialect/poplar"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/sim"
)

// everything stands for all operands.
var everything = []string{"*"}

// moving lists the operands whose numbers an operation moves, or combines as reductions do.
// Operands of elementwise operations are computed with as terms, and all others must be
// numbers: indices, masks, conditions.
var moving = map[ir.Kind][]string{
	affine.ForOp{}.Kind():         {"inits"},
	affine.StoreOp{}.Kind():       {"value"},
	affine.VectorStoreOp{}.Kind(): {"value"},
	affine.YieldOp{}.Kind():       everything,

	cf.BranchOp{}.Kind():     everything,
	cf.CondBranchOp{}.Kind(): {"trueDestOperands", "falseDestOperands"},

	fn.CallOp{}.Kind():   everything,
	fn.ReturnOp{}.Kind(): everything,

	gpu.AllReduceOp{}.Kind():         everything,
	gpu.ReturnOp{}.Kind():            everything,
	gpu.ShuffleOp{}.Kind():           {"value"},
	gpu.SubgroupBroadcastOp{}.Kind(): {"src"},
	gpu.SubgroupReduceOp{}.Kind():    everything,
	gpu.YieldOp{}.Kind():             everything,

	amdgpu.MFMAOp{}.Kind():            everything,
	amdgpu.WMMAOp{}.Kind():            everything,
	nvgpu.MmaSyncOp{}.Kind():          everything,
	ireecodegen.InnerTiledOp{}.Kind(): everything,
	ireegpu.ValueBarrierOp{}.Kind():   everything,
	vectorext.ToLayoutOp{}.Kind():     everything,
	vectorext.ToSIMDOp{}.Kind():       everything,
	vectorext.ToSIMTOp{}.Kind():       everything,
	vectorext.YieldOp{}.Kind():        everything,

	vectorext.TransferGatherOp{}.Kind():  {"base", "padding"},
	vectorext.TransferScatterOp{}.Kind(): {"base", "vector"},

	okk.YieldOp{}.Kind(): everything,

	memref.AtomicRmwOp{}.Kind():         {"value"},
	memref.AtomicYieldOp{}.Kind():       everything,
	memref.AllocaScopeReturnOp{}.Kind(): everything,
	memref.GenericAtomicRmwOp{}.Kind():  nil,
	memref.StoreOp{}.Kind():             {"value"},

	poplar.ConvertOp{}.Kind():     everything,
	poplar.FromQuarterOp{}.Kind(): everything,
	poplar.ToQuarterOp{}.Kind():   everything,

	scf.ConditionOp{}.Kind():    {"args"},
	scf.ForOp{}.Kind():          {"initArgs"},
	scf.ForallOp{}.Kind():       {"outputs"},
	scf.ParallelOp{}.Kind():     {"initVals"},
	scf.ReduceOp{}.Kind():       everything,
	scf.ReduceReturnOp{}.Kind(): everything,
	scf.WhileOp{}.Kind():        everything,
	scf.YieldOp{}.Kind():        everything,

	tensor.CastOp{}.Kind():                everything,
	tensor.CollapseShapeOp{}.Kind():       {"src"},
	tensor.ExpandShapeOp{}.Kind():         {"src"},
	tensor.ExtractOp{}.Kind():             {"tensor"},
	tensor.ExtractSliceOp{}.Kind():        {"source"},
	tensor.FromElementsOp{}.Kind():        everything,
	tensor.InsertOp{}.Kind():              {"scalar", "dest"},
	tensor.InsertSliceOp{}.Kind():         {"source", "dest"},
	tensor.ParallelInsertSliceOp{}.Kind(): {"source", "dest"},
	tensor.ReshapeOp{}.Kind():             {"source"},
	tensor.SplatOp{}.Kind():               {"input"},
	tensor.YieldOp{}.Kind():               everything,

	vector.BroadcastOp{}.Kind():           everything,
	vector.CompressStoreOp{}.Kind():       {"valueToStore"},
	vector.ContractOp{}.Kind():            everything,
	vector.DeinterleaveOp{}.Kind():        everything,
	vector.ExpandLoadOp{}.Kind():          {"pass_thru"},
	vector.ExtractOp{}.Kind():             {"source"},
	vector.ExtractStridedSliceOp{}.Kind(): everything,
	vector.FromElementsOp{}.Kind():        everything,
	vector.GatherOp{}.Kind():              {"pass_thru"},
	vector.InsertOp{}.Kind():              {"valueToStore", "dest"},
	vector.InsertStridedSliceOp{}.Kind():  everything,
	vector.InterleaveOp{}.Kind():          everything,
	vector.MaskOp{}.Kind():                {"passthru"},
	vector.MaskedLoadOp{}.Kind():          {"pass_thru"},
	vector.MaskedStoreOp{}.Kind():         {"valueToStore"},
	vector.MultiReductionOp{}.Kind():      everything,
	vector.OuterProductOp{}.Kind():        everything,
	vector.ReductionOp{}.Kind():           everything,
	vector.ScanOp{}.Kind():                everything,
	vector.ScatterOp{}.Kind():             {"valueToStore"},
	vector.ShapeCastOp{}.Kind():           everything,
	vector.ShuffleOp{}.Kind():             everything,
	vector.StoreOp{}.Kind():               {"valueToStore"},
	vector.ToElementsOp{}.Kind():          everything,
	vector.TransferReadOp{}.Kind():        {"base", "padding"},
	vector.TransferWriteOp{}.Kind():       {"valueToStore", "base"},
	vector.TransposeOp{}.Kind():           everything,
	vector.YieldOp{}.Kind():               everything,
}

// Moves implements sim.Symbols. Operations of other dialects implement sim.Moving.
func (s *Symbols) Moves(op *ir.Operation, operand int) bool {
	if moves, ok := sim.Moving.Of(op); ok {
		return moves(op, operand)
	}
	if op.Has(ir.Elementwise) {
		return true
	}
	names := moving[op.Kind()]
	return slices.Equal(names, everything) || slices.Contains(names, operandName(op, operand))
}

// operandName returns the name that the definition gives to an operand.
func operandName(op *ir.Operation, operand int) string {
	for g, d := range op.Def().Operands {
		if n := len(op.OperandGroup(g)); operand < n {
			return d.Name
		} else {
			operand -= n
		}
	}
	return ""
}
