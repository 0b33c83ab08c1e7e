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

// maskAround returns the operation to replace, which is the vector.mask around op if
// there is one and op otherwise, and the mask or nil.
func maskAround(op *ir.Operation) (root *ir.Operation, mask *ir.Value) {
	if m := maskOf(op); m != nil {
		return m, Mask.Mask(m)
	}
	return op, nil
}

// extractFirst extracts the only element of a vector.
func extractFirst(rw *ir.Rewriter, v *ir.Value) *ir.Value {
	return Extract.Build(rw, v, make([]int64, len(vectorOf(v).Dims))...)
}

// reductionOfOne replaces the reduction of a vector with a single element.
//
//	%1 = vector.reduction <add>, %v, %a : vector<1xf32> into f32
//	→ %0 = vector.extract %v[0] : f32 from vector<1xf32>
//	  %1 = arith.addf %0, %a : f32
func reductionOfOne(op *ir.Operation, rw *ir.Rewriter) bool {
	if t := vectorOf(Reduction.Vector(op)); len(t.Dims) > 0 && !isUnit(t, 0) {
		return false
	}
	root, mask := maskAround(op)
	rw.Before(root).Loc = root.Loc()
	if mask != nil {
		mask = extractFirst(rw, mask)
	}
	result := extractFirst(rw, Reduction.Vector(op))
	if acc := Reduction.Acc(op); acc != nil {
		result = combine(root, rw, CombiningKind(op), result, acc, Reduction.Fastmath(op), mask)
	}
	rw.Replace(root, result)
	return true
}

// reductionOfUnitDims replaces a reduction that is only along dimensions of extent 1, or
// along none. (Upstream folds a reduction of rank 1 along no dimension to its source and
// drops the accumulator; where a mask is off it uses the source in place of the
// accumulator.)
//
//	%1 = vector.multi_reduction <add>, %v, %a [0] : vector<1x4xf32> to vector<4xf32>
//	→ %0 = vector.shape_cast %v : vector<1x4xf32> to vector<4xf32>
//	  %1 = arith.addf %a, %0 : vector<4xf32>
func reductionOfUnitDims(op *ir.Operation, rw *ir.Rewriter) bool {
	src := vectorOf(MultiReduction.Source(op))
	for d, reduced := range reducedDims(op) {
		if reduced && !isUnit(src, d) {
			return false
		}
	}
	root, mask := maskAround(op)
	rw.Before(root).Loc = root.Loc()
	var value *ir.Value
	if to := vectorOf(MultiReduction.Dest(op)); to != nil {
		if mask != nil {
			mask = ShapeCast.Build(rw, maskFor(to), mask)
		}
		value = ShapeCast.Build(rw, MultiReduction.Dest(op).Type(), MultiReduction.Source(op))
	} else {
		if mask != nil {
			mask = extractFirst(rw, mask)
		}
		value = extractFirst(rw, MultiReduction.Source(op))
	}
	acc := MultiReduction.Acc(op)
	result := CombiningKind(op).combine(rw.OrFold(), acc, value)
	if mask != nil {
		result = arith.Select.Build(rw, mask, result, acc)
	}
	rw.Replace(root, result)
	return true
}

// combine builds the operation of arith that combines two values by a kind
// (makeArithReduction upstream).
func (k Kind) combine(b ir.OpBuilder, x, y *ir.Value, flags ...arith.FastMath) *ir.Value {
	isFloat := ir.AnyFloat.Check(ir.ElementOrSelf(x.Type()))
	switch k {
	case Add:
		if isFloat {
			return arith.AddF.Build(b, x, y, flags...)
		}
		return arith.AddI.Build(b, x, y)
	case Mul:
		if isFloat {
			return arith.MulF.Build(b, x, y, flags...)
		}
		return arith.MulI.Build(b, x, y)
	case MinUI:
		return arith.MinUI.Build(b, x, y)
	case MinSI:
		return arith.MinSI.Build(b, x, y)
	case MaxUI:
		return arith.MaxUI.Build(b, x, y)
	case MaxSI:
		return arith.MaxSI.Build(b, x, y)
	case And:
		return arith.AndI.Build(b, x, y)
	case Or:
		return arith.OrI.Build(b, x, y)
	case Xor:
		return arith.XOrI.Build(b, x, y)
	case MinNumF:
		return arith.MinNumF.Build(b, x, y, flags...)
	case MaxNumF:
		return arith.MaxNumF.Build(b, x, y, flags...)
	case MinimumF:
		return arith.MinimumF.Build(b, x, y, flags...)
	}
	return arith.MaximumF.Build(b, x, y, flags...)
}

// combine combines two values before root; where the mask, if any, is off the result is
// acc.
func combine(root *ir.Operation, rw *ir.Rewriter, k Kind, v, acc *ir.Value, flags arith.FastMath, mask *ir.Value) *ir.Value {
	defer func(l ir.Location) { rw.Loc = l }(rw.Loc)
	rw.Loc = root.Loc()
	result := k.combine(rw.OrFold(), v, acc, flags)
	if mask == nil {
		return result
	}
	return arith.Select.Build(rw, mask, result, acc)
}

// addToContract is the pattern that makes a summand the accumulator of a contraction that
// sums up from zero. (Upstream does not check that the contraction adds.) Floats are
// rounded differently: a contraction does not define the order in which it adds, and in a
// distributed contraction the accumulator, which is added last, is the summand again.
//
//	%0 = vector.contract … %a, %b, %zero …
//	%1 = arith.addf %0, %c …  →  vector.contract … %a, %b, %c …
func addToContract(root ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: "CanonicalizeContractAdd", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		for i := range 2 {
			c := Contract.DefiningOp(op.Operand(i))
			if c == nil || CombiningKind(c) != Add {
				continue
			}
			acc := Contract.Acc(c)
			if !arith.Constant.Is(acc.DefiningOp()) || ir.ConstantValue(acc) != ir.Attribute(arith.Zero(acc.Type())) {
				continue
			}
			var m ir.Mapping
			m.Map(acc, op.Operand(1-i))
			rw.Replace(op, rw.Clone(c, &m).ResultList()...)
			return true
		}
		return false
	}}
}
