package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

var reductionPatterns = []*ir.Pattern{
	{Name: "ElideSingleElementReduction", Root: ReductionOp{}, Rewrite: reductionOfOne},
}

var multiReductionPatterns = []*ir.Pattern{
	{Name: "ElideUnitDimsInMultiDimReduction", Root: MultiReductionOp{}, Rewrite: reductionOfUnitDims},
}

func contractPatterns() []*ir.Pattern {
	return []*ir.Pattern{
		addToContract(arith.AddIOp{}),
		addToContract(arith.AddFOp{}),
	}
}

// maskAround returns the operation to replace, which is the vector.mask around op if
// there is one and op otherwise, and the mask or nil.
func maskAround(op *ir.Operation) (root *ir.Operation, mask *ir.Value) {
	if m := maskOf(op); m != nil {
		return m, ir.Cast[MaskOp](m).Mask()
	}
	return op, nil
}

// extractFirst extracts the only element of a vector.
func extractFirst(rw *ir.Rewriter, v *ir.Value) *ir.Value {
	return NewExtract(rw, v, make([]int64, len(vectorOf(v).Dims))...).Result()
}

// reductionOfOne replaces the reduction of a vector with a single element.
//
//	%1 = vector.reduction <add>, %v, %a : vector<1xf32> into f32
//	→ %0 = vector.extract %v[0] : f32 from vector<1xf32>
//	  %1 = arith.addf %0, %a : f32
func reductionOfOne(op *ir.Operation, rw *ir.Rewriter) bool {
	reduction := ir.Cast[ReductionOp](op)
	if t := vectorOf(reduction.Vector()); len(t.Dims) > 0 && !isUnit(t, 0) {
		return false
	}
	root, mask := maskAround(op)
	rw.Before(root).Loc = root.Loc()
	if mask != nil {
		mask = extractFirst(rw, mask)
	}
	result := extractFirst(rw, reduction.Vector())
	if acc := reduction.Acc(); acc != nil {
		result = combine(root, rw, CombiningKind(op), result, acc, reduction.Fastmath(), mask)
	}
	rw.Replace(root, result)
	return true
}

// reductionOfUnitDims replaces a reduction only along dimensions of extent 1, or along none.
// (Upstream folds a reduction of rank 1 along no dimension to its source and drops the accumulator;
// where a mask is off it uses the source in place of the accumulator.)
//
//	%1 = vector.multi_reduction <add>, %v, %a [0] : vector<1x4xf32> to vector<4xf32>
//	→ %0 = vector.shape_cast %v : vector<1x4xf32> to vector<4xf32>
//	  %1 = arith.addf %a, %0 : vector<4xf32>
func reductionOfUnitDims(op *ir.Operation, rw *ir.Rewriter) bool {
	multiReduction := ir.Cast[MultiReductionOp](op)
	src := vectorOf(multiReduction.Source())
	for d, reduced := range reducedDims(op) {
		if reduced && !isUnit(src, d) {
			return false
		}
	}
	root, mask := maskAround(op)
	rw.Before(root).Loc = root.Loc()
	var value *ir.Value
	if to := vectorOf(multiReduction.Dest()); to != nil {
		if mask != nil {
			mask = NewShapeCast(rw, maskFor(to), mask).Result()
		}
		value = NewShapeCast(rw, multiReduction.Dest().Type(), multiReduction.Source()).Result()
	} else {
		if mask != nil {
			mask = extractFirst(rw, mask)
		}
		value = extractFirst(rw, multiReduction.Source())
	}
	acc := multiReduction.Acc()
	result := CombiningKind(op).combine(rw.OrFold(), acc, value)
	if mask != nil {
		result = arith.NewSelect(rw, mask, result, acc).Result()
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
			return ir.ValueOf(b, arith.NewAddF(b, x, y, flags...))
		}
		return ir.ValueOf(b, arith.NewAddI(b, x, y))
	case Mul:
		if isFloat {
			return ir.ValueOf(b, arith.NewMulF(b, x, y, flags...))
		}
		return ir.ValueOf(b, arith.NewMulI(b, x, y))
	case MinUI:
		return ir.ValueOf(b, arith.NewMinUI(b, x, y))
	case MinSI:
		return ir.ValueOf(b, arith.NewMinSI(b, x, y))
	case MaxUI:
		return ir.ValueOf(b, arith.NewMaxUI(b, x, y))
	case MaxSI:
		return ir.ValueOf(b, arith.NewMaxSI(b, x, y))
	case And:
		return ir.ValueOf(b, arith.NewAndI(b, x, y))
	case Or:
		return ir.ValueOf(b, arith.NewOrI(b, x, y))
	case Xor:
		return ir.ValueOf(b, arith.NewXOrI(b, x, y))
	case MinNumF:
		return ir.ValueOf(b, arith.NewMinNumF(b, x, y, flags...))
	case MaxNumF:
		return ir.ValueOf(b, arith.NewMaxNumF(b, x, y, flags...))
	case MinimumF:
		return ir.ValueOf(b, arith.NewMinimumF(b, x, y, flags...))
	}
	return ir.ValueOf(b, arith.NewMaximumF(b, x, y, flags...))
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
	return arith.NewSelect(rw, mask, result, acc).Result()
}

// addToContract is the pattern that replaces x + contract(a, b, 0) by contract(a, b, x). (Upstream does not
// check that the contraction adds.) A contraction adds its products to the accumulator one by one, so that
// sums of floats are rounded differently: the addition must allow reordering by the flag reassoc, which
// upstream does not require.
//
//	%0 = vector.contract … %a, %b, %zero …
//	%1 = arith.addf %0, %c …  →  vector.contract … %a, %b, %c …
func addToContract(root ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: "CanonicalizeContractAdd", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		if add := ir.As[arith.AddFOp](op); add.Ok() && add.Fastmath()&arith.Reassoc == 0 {
			return false
		}
		for i := range 2 {
			c := ir.DefiningOp[ContractOp](op.Operand(i))
			if !c.Ok() || CombiningKind(c.Operation()) != Add {
				continue
			}
			acc := c.Acc()
			if !ir.Is[arith.ConstantOp](acc.DefiningOp()) || ir.ConstantValue(acc) != ir.Attribute(arith.Zero(acc.Type())) {
				continue
			}
			var m ir.Mapping
			m.Map(acc, op.Operand(1-i))
			rw.Replace(op, rw.Clone(c.Operation(), &m).ResultList()...)
			return true
		}
		return false
	}}
}
