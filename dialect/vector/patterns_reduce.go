package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

var reductionPatterns = []*ir.Pattern{
	{Name: "ElideSingleElementReduction", Root: Reduction, Rewrite: reductionOfOne},
}

var multiReductionPatterns = []*ir.Pattern{
	{Name: "ElideUnitDimsInMultiDimReduction", Root: MultiReduction, Rewrite: reductionOfUnitDims},
}

func contractPatterns() []*ir.Pattern {
	return []*ir.Pattern{
		addToContract(arith.AddI),
		addToContract(arith.AddF),
	}
}

// maskAround returns the operation to replace in place of op, the vector.mask around
// it if there is one, and the mask or nil.
func maskAround(op *ir.Operation) (root *ir.Operation, mask *ir.Value) {
	if m := maskOf(op); m != nil {
		return m, m.Operand(0)
	}
	return op, nil
}

// extractFirst extracts the only element of a vector in front of root.
func extractFirst(root *ir.Operation, rw *ir.Rewriter, v *ir.Value) *ir.Value {
	return valueBefore(root, rw, Extract, []*ir.Value{v}, nil,
		dense(rw.Context(), staticPosition, make([]int64, len(vectorOf(v).Dims))))
}

// reductionOfOne replaces the reduction of a vector with one element.
//
//	%1 = vector.reduction <add>, %v, %a : vector<1xf32> into f32
//	→ %0 = vector.extract %v[0] : f32 from vector<1xf32>
//	  %1 = arith.addf %0, %a : f32
func reductionOfOne(op *ir.Operation, rw *ir.Rewriter) bool {
	if t := vectorOf(op.Operand(0)); len(t.Dims) > 0 && t.Dims[0] != 1 {
		return false
	}
	root, mask := maskAround(op)
	if mask != nil {
		mask = extractFirst(root, rw, mask)
	}
	result := extractFirst(root, rw, op.Operand(0))
	if acc := op.OptionalOperand(1); acc != nil {
		result = combine(root, rw, CombiningKind(op), result, acc, arith.FastMathFlags(op), mask)
	}
	rw.Replace(root, result)
	return true
}

// reductionOfUnitDims replaces a reduction along dimensions of extent 1 only, or
// along none. (Upstream folds a reduction of rank 1 along none to its source and
// forgets the accumulator; where a mask is off it takes the source in place of the
// accumulator.)
//
//	%1 = vector.multi_reduction <add>, %v, %a [0] : vector<1x4xf32> to vector<4xf32>
//	→ %0 = vector.shape_cast %v : vector<1x4xf32> to vector<4xf32>
//	  %1 = arith.addf %a, %0 : vector<4xf32>
func reductionOfUnitDims(op *ir.Operation, rw *ir.Rewriter) bool {
	src := vectorOf(op.Operand(0))
	for d, reduced := range reducedDims(op) {
		if reduced && src.Dims[d] != 1 {
			return false
		}
	}
	root, mask := maskAround(op)
	var value *ir.Value
	if to := vectorOf(op.Result(0)); to != nil {
		if mask != nil {
			mask = valueBefore(root, rw, ShapeCast, []*ir.Value{mask}, []ir.Type{maskFor(to)})
		}
		value = valueBefore(root, rw, ShapeCast, []*ir.Value{op.Operand(0)}, op.ResultTypes())
	} else {
		if mask != nil {
			mask = extractFirst(root, rw, mask)
		}
		value = extractFirst(root, rw, op.Operand(0))
	}
	acc := op.Operand(1)
	result := combine(root, rw, CombiningKind(op), acc, value, 0, nil)
	if mask != nil {
		result = valueBefore(root, rw, arith.Select, []*ir.Value{mask, result, acc}, []ir.Type{result.Type()})
	}
	rw.Replace(root, result)
	return true
}

// combiners are the operations of arith for each kind, for integers and floats.
var combiners = [...][2]ir.OpKind{
	Add: {arith.AddI, arith.AddF}, Mul: {arith.MulI, arith.MulF},
	MinUI: {arith.MinUI, nil}, MinSI: {arith.MinSI, nil}, MaxUI: {arith.MaxUI, nil}, MaxSI: {arith.MaxSI, nil},
	And: {arith.AndI, nil}, Or: {arith.OrI, nil}, Xor: {arith.XOrI, nil},
	MinNumF: {nil, arith.MinNumF}, MaxNumF: {nil, arith.MaxNumF},
	MinimumF: {nil, arith.MinimumF}, MaximumF: {nil, arith.MaximumF},
}

// combine combines two values in front of root; where the mask, if any, is off
// the result is acc.
func combine(root *ir.Operation, rw *ir.Rewriter, k Kind, v, acc *ir.Value, flags arith.FastMath, mask *ir.Value) *ir.Value {
	isFloat := ir.AnyFloat.Check(ir.ElementOrSelf(v.Type()))
	var result *ir.Value
	if isFloat {
		result = valueOrFoldBefore(root, rw, combiners[k][1], []*ir.Value{v, acc}, nil,
			named("fastmath", arith.FastMathOf(rw.Context(), flags)))
	} else {
		result = valueOrFoldBefore(root, rw, combiners[k][0], []*ir.Value{v, acc}, nil)
	}
	if mask == nil {
		return result
	}
	return valueBefore(root, rw, arith.Select, []*ir.Value{mask, result, acc}, []ir.Type{result.Type()})
}

// addToContract is the pattern that makes a summand the accumulator of a
// contraction whose accumulator is zero.
//
//	%0 = vector.contract … %a, %b, %zero …
//	%1 = arith.addf %0, %c …  →  vector.contract … %a, %b, %c …
func addToContract(root ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: "CanonicalizeContractAdd", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		for i := range 2 {
			c := definedBy(op.Operand(i), Contract)
			if c == nil || !arith.Constant.Is(c.Operand(2).DefiningOp()) {
				continue
			}
			if zero := arith.Zero(c.Operand(2).Type()); zero == nil || ir.ConstantValue(c.Operand(2)) != ir.Attribute(zero) {
				continue
			}
			var m ir.Mapping
			m.Map(c.Operand(2), op.Operand(1-i))
			rw.Replace(op, rw.Before(op).Clone(c, &m).Result(0))
			return true
		}
		return false
	}}
}
