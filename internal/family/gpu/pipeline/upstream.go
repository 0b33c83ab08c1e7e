package gpu

import (
	"slices"

	"optc/dialect/amdgpu"
	"optc/dialect/arith"
	"optc/dialect/cf"
	"optc/dialect/gpu"
	"optc/dialect/math"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/num"
)

// upstreamDialects lists the dialects of which LLVM 22 lowers operations to code for a GPU.
var upstreamDialects = []string{"affine", "amdgpu", "arith", "cf", "gpu", "math", "memref", "nvgpu", "scf", "ub", "vector"}

// groupOperations are the operations of the dialect gpu that upstream lowers in a kernel.
var groupOperations = []ir.OpKind{
	gpu.ThreadIDOp{}, gpu.BlockIDOp{}, gpu.BlockDimOp{}, gpu.GridDimOp{}, gpu.GlobalIDOp{}, gpu.LaneIDOp{}, gpu.BarrierOp{}, gpu.ShuffleOp{}, gpu.PrintfOp{}, gpu.ReturnOp{},
}

// matrixOperations are the operations on matrices of a subgroup, which upstream lowers for NVIDIA's
// chips.
var matrixOperations = []ir.OpKind{
	gpu.SubgroupMMALoadMatrixOp{}, gpu.SubgroupMMAStoreMatrixOp{}, gpu.SubgroupMMAComputeOp{}, gpu.SubgroupMMAConstantMatrixOp{}, gpu.SubgroupMMAElementwiseOp{},
	gpu.SubgroupMMAExtractOp{}, gpu.SubgroupMMAInsertOp{},
}

// notLowered returns an error if upstream does not lower op for the machine.
func notLowered(m *kernel.Machine, op *ir.Operation) *ir.Diagnostic {
	owner := op.Def().Owner()
	lowered := owner != nil && slices.Contains(upstreamDialects, owner.Name)
	switch {
	case lowered && owner == gpu.Dialect:
		lowered = ir.IsAny(op, groupOperations...) || m.IsNVIDIA() && ir.IsAny(op, matrixOperations...)
	case lowered && owner == amdgpu.Dialect:
		lowered = !m.IsNVIDIA()
	case lowered && (owner == arith.Dialect || owner == math.Dialect):
		if t := narrowFloat(op); t != nil {
			return op.Errorf("computes with numbers of type '%s', for which upstream has no code", t).WithCode("gpu.unsupported")
		}
	}
	if lowered {
		if limit := limits[op.Kind()]; limit != nil {
			lowered = limit(m, op)
		}
	}
	if lowered {
		return scalableValue(op)
	}
	return op.Errorf("has no lowering for %s", m.Chip).WithCode("gpu.unsupported")
}

// limits holds the operations that upstream does not always lower. A function reports whether it
// lowers an operation for a machine.
var limits map[ir.Kind]func(m *kernel.Machine, op *ir.Operation) bool

func init() {
	never := func(*kernel.Machine, *ir.Operation) bool { return false }
	onNVIDIA := func(m *kernel.Machine, _ *ir.Operation) bool { return m.IsNVIDIA() }
	ofBytes := func(_ *kernel.Machine, op *ir.Operation) bool {
		return ir.IntWidth(ir.ElementOrSelf(op.Result(0).Type())) != 1
	}
	limits = map[ir.Kind]func(m *kernel.Machine, op *ir.Operation) bool{
		arith.MulSIExtendedOp{}.Kind(): ofBytes,
		arith.MulUIExtendedOp{}.Kind(): ofBytes,
		arith.AddUIExtendedOp{}.Kind(): func(_ *kernel.Machine, op *ir.Operation) bool {
			return !ir.IsType[*ir.IndexType](ir.ElementOrSelf(op.Result(0).Type()))
		},
		cf.AssertOp{}.Kind():     onNVIDIA,
		math.ClampFOp{}.Kind():   never,
		math.IPowIOp{}.Kind():    never,
		math.IsNormalOp{}.Kind(): never,
		math.IsInfOp{}.Kind():    onNVIDIA,
		math.SinCosOp{}.Kind(): func(m *kernel.Machine, op *ir.Operation) bool {
			return m.IsNVIDIA() || ir.ElementBytes(ir.ElementOrSelf(op.Result(0).Type())) < 8
		},
		memref.AllocOp{}.Kind():   never,
		memref.DeallocOp{}.Kind(): never,
		memref.ReallocOp{}.Kind(): never,
		memref.DimOp{}.Kind(): func(m *kernel.Machine, op *ir.Operation) bool {
			_, known := ir.Cast[memref.DimOp](op).ConstantIndex()
			return known || m.IsNVIDIA()
		},
		memref.GenericAtomicRmwOp{}.Kind(): func(_ *kernel.Machine, op *ir.Operation) bool {
			return ir.AnySignlessInteger.Check(op.Result(0).Type())
		},
		memref.DmaStartOp{}.Kind(): never,
		memref.DmaWaitOp{}.Kind():  never,
		vector.PrintOp{}.Kind():    never,
		vector.VScaleOp{}.Kind():   never,
	}
}

// narrowFloat returns the type of floats with which op computes and that no chip has, or nil.
func narrowFloat(op *ir.Operation) ir.Type {
	if ir.IsAny(op, arith.ConstantOp{}, arith.BitcastOp{}, arith.SelectOp{}) {
		return nil
	}
	var types []ir.Type
	for _, v := range op.Operands() {
		types = append(types, v.Type())
	}
	for _, v := range op.Results() {
		types = append(types, v.Type())
	}
	for _, t := range types {
		if f, ok := ir.ElementOrSelf(t).(*ir.FloatType); ok && !slices.Contains(computed, f.Kind) {
			return f
		}
	}
	return nil
}

// computed lists the kinds of floats with which upstream computes.
var computed = []*num.FloatKind{num.F16, num.BF16, num.F32, num.F64}

// scalableValue returns an error if op has a result whose number of elements is not known.
func scalableValue(op *ir.Operation) *ir.Diagnostic {
	for _, v := range op.Results() {
		if t, ok := v.Type().(*ir.VectorType); ok && t.AnyScalable() {
			return op.Errorf("makes a vector of type '%s', whose number of elements no chip knows", t).WithCode("gpu.unsupported")
		}
	}
	return nil
}
