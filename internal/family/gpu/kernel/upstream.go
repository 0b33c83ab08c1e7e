package kernel

import (
	"slices"
	"strings"

	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/ir"
	"optc/ir/lowering"
	"optc/num"
)

// familyName is the family's name in the operations' answers about lowering.
const familyName = "gpu"

// upstreamDialects lists the dialects whose operations LLVM 22 lowers to code for a GPU, unless
// the definition of an operation has another answer.
var upstreamDialects = []string{"affine", "arith", "cf", "math", "memref", "nvgpu", "scf", "ub", "vector"}

// Target returns the names by which operations are asked how they are lowered for the machine.
func (m *Machine) Target() lowering.Target {
	maker := "nvidia"
	if m.Chip.IsAMD() {
		maker = "amd"
	}
	return lowering.Target{m.Chip.String(), maker, familyName}
}

// NotLowered returns an error if upstream does not lower op for the machine and op has no text in
// any language.
func (m *Machine) NotLowered(op *ir.Operation) *ir.Diagnostic {
	if len(m.Target().Languages(op)) > 0 {
		return nil
	}
	return m.notUpstream(op)
}

// notUpstream returns an error if upstream does not lower op for the machine.
func (m *Machine) notUpstream(op *ir.Operation) *ir.Diagnostic {
	owner, target := op.Def().Owner(), m.Target()
	lowered := owner != nil && slices.Contains(upstreamDialects, owner.Name)
	if owner == arith.Dialect || owner == math.Dialect {
		if t := narrowFloat(op); t != nil {
			return op.Errorf("computes with numbers of type '%s', for which upstream has no code", t).WithCode("gpu.unsupported")
		}
	}
	if native, known := target.IsNative(op); known {
		lowered = native
	}
	if lowered {
		return scalableValue(op)
	}
	d := op.Errorf("has no lowering for %s", m.Chip).WithCode("gpu.unsupported")
	if languages := target.Languages(op); len(languages) > 0 {
		return d.HintNote(op.Loc(), "its definition has a text in %s: export with --language %s", strings.Join(languages, " and "), languages[0])
	}
	return d
}

// narrowFloat returns the float type that op computes with and no chip supports, or nil.
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

// computed lists the float kinds that upstream computes with.
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
