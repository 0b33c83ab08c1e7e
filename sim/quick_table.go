package sim

import (
	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/ir"
	"optc/num"
)

// arithmeticOps gives the commonest operations on numbers their quick form.
func arithmeticOps(t Table) {
	for kind, prepare := range map[ir.Kind]func(op *ir.Operation) *quick{
		arith.AddI.Kind: quickInt(
			sums,
			map[arith.Overflow]quick{arith.NSW: {one: addSigned}, arith.NUW: {one: addUnsigned}, arith.NSW | arith.NUW: {one: addSmall}}),
		arith.SubI.Kind: quickInt(
			quick{one: subBits, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, subBits) }},
			map[arith.Overflow]quick{arith.NSW: {one: subSigned}, arith.NUW: {one: subUnsigned}}),
		arith.MulI.Kind: quickInt(
			products,
			map[arith.Overflow]quick{arith.NSW: {one: mulSigned}, arith.NUW: {one: mulUnsigned}, arith.NSW | arith.NUW: {one: mulSmall}}),
		arith.AndI.Kind:  quickInt(ands, nil),
		arith.OrI.Kind:   quickInt(ors, nil),
		arith.XOrI.Kind:  quickInt(xors, nil),
		arith.MinSI.Kind: quickInt(minimaSigned, nil),
		arith.MaxSI.Kind: quickInt(maximaSigned, nil),
		arith.MinUI.Kind: quickInt(minimaUnsigned, nil),
		arith.MaxUI.Kind: quickInt(maximaUnsigned, nil),
		arith.DivUI.Kind: quickInt(quick{one: divUnsigned}, nil),
		arith.RemUI.Kind: quickInt(quick{one: remUnsigned}, nil),
		arith.DivSI.Kind: quickInt(quick{one: divSigned}, nil),
		arith.RemSI.Kind: quickInt(quick{one: remSigned}, nil),
		arith.ShLI.Kind:  quickInt(quick{one: shiftLeftBits, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, shiftLeftBits) }}, nil),
		arith.ShRUI.Kind: quickInt(quick{one: shiftRightBits, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, shiftRightBits) }}, nil),
		arith.ShRSI.Kind: quickInt(quick{one: shiftRightSigned, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, shiftRightSigned) }}, nil),
		arith.CmpI.Kind:  quickCompare,
		arith.CmpF.Kind:  quickCompareFloat,

		arith.AddF.Kind: quickFloat(sumsOfFloats),
		arith.SubF.Kind: quickFloat(map[*num.FloatKind]quick{
			num.F16: {one: subHalf},
			num.F32: {one: subSingle, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, subSingle) }},
			num.F64: {one: subDouble, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, subDouble) }},
		}),
		arith.MulF.Kind: quickFloat(productsOfFloats),
		arith.DivF.Kind: quickFloat(map[*num.FloatKind]quick{
			num.F32: {one: divSingle, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, divSingle) }},
			num.F64: {one: divDouble, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, divDouble) }},
		}),
		arith.MinimumF.Kind: quickFloat(minima),
		arith.MinNumF.Kind:  quickFloat(minima),
		arith.MaximumF.Kind: quickFloat(maxima),
		arith.MaxNumF.Kind:  quickFloat(maxima),
		arith.NegF.Kind: quickFloat(map[*num.FloatKind]quick{
			num.F16: {one: negateHalf},
			num.F32: {one: negateSingle, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, negateSingle) }},
			num.F64: {one: negateDouble, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, negateDouble) }},
		}),
		math.AbsF.Kind: quickFloat(map[*num.FloatKind]quick{num.F32: {one: absSingle}, num.F64: {one: absDouble}}),
		math.Sqrt.Kind: quickFloat(map[*num.FloatKind]quick{num.F32: {one: sqrtSingle}, num.F64: {one: sqrtDouble}}),

		arith.ExtSI.Kind:       quickConversion(map[formats]quick{{}: signExtension}),
		arith.IndexCast.Kind:   quickConversion(map[formats]quick{{}: signExtension}),
		arith.ExtUI.Kind:       quickConversion(map[formats]quick{{}: cut}),
		arith.IndexCastUI.Kind: quickConversion(map[formats]quick{{}: cut}),
		arith.TruncI.Kind:      quickConversion(map[formats]quick{{}: cut}),
		arith.SIToFP.Kind:      quickConversion(map[formats]quick{{nil, num.F32}: {one: signedSingle}, {nil, num.F64}: {one: signedDouble}}),
		arith.UIToFP.Kind:      quickConversion(map[formats]quick{{nil, num.F32}: {one: unsignedSingle}, {nil, num.F64}: {one: unsignedDouble}}),
		arith.FPToSI.Kind:      quickConversion(map[formats]quick{{num.F32, nil}: {one: truncateSingle}, {num.F64, nil}: {one: truncateDouble}}),
		arith.ExtF.Kind: quickConversion(map[formats]quick{
			{num.F16, num.F32}: {one: widenHalf},
			{num.F32, num.F64}: {one: widenSingle, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, widenSingle) }},
		}),
		arith.TruncF.Kind: quickConversion(map[formats]quick{
			{num.F32, num.F16}: {one: narrowSingle},
			{num.F64, num.F32}: {one: narrowDouble, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, narrowDouble) }},
		}),
	} {
		t[kind] = quicken(t[kind], prepare)
	}
}

// What reductions share with the operations.
var (
	sums = quick{
		one:  addBits,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, addBits) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, addBits) },
	}
	products = quick{
		one:  mulBits,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, mulBits) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, mulBits) },
	}
	ands = quick{
		one:  andBits,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, andBits) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, andBits) },
	}
	ors = quick{
		one:  orBits,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, orBits) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, orBits) },
	}
	xors = quick{
		one:  xorBits,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, xorBits) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, xorBits) },
	}
	minimaSigned = quick{
		one:  minSigned,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, minSigned) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, minSigned) },
	}
	maximaSigned = quick{
		one:  maxSigned,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, maxSigned) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, maxSigned) },
	}
	minimaUnsigned = quick{
		one:  minUnsigned,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, minUnsigned) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, minUnsigned) },
	}
	maximaUnsigned = quick{
		one:  maxUnsigned,
		many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, maxUnsigned) },
		fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, maxUnsigned) },
	}
	sumsOfFloats = map[*num.FloatKind]quick{
		num.F16: {one: addHalf},
		num.F32: {
			one:  addSingle,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, addSingle) },
			fold: func(acc uint64, e []uint64, _ *format) (uint64, int) {
				return combineSingles(acc, e, func(a, b float32) float32 { return a + b })
			},
		},
		num.F64: {
			one:  addDouble,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, addDouble) },
			fold: func(acc uint64, e []uint64, _ *format) (uint64, int) {
				return combineDoubles(acc, e, func(a, b float64) float64 { return a + b })
			},
		},
	}
	productsOfFloats = map[*num.FloatKind]quick{
		num.F16: {one: mulHalf},
		num.F32: {
			one:  mulSingle,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, mulSingle) },
			fold: func(acc uint64, e []uint64, _ *format) (uint64, int) {
				return combineSingles(acc, e, func(a, b float32) float32 { return a * b })
			},
		},
		num.F64: {
			one:  mulDouble,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, mulDouble) },
			fold: func(acc uint64, e []uint64, _ *format) (uint64, int) {
				return combineDoubles(acc, e, func(a, b float64) float64 { return a * b })
			},
		},
	}
	minima = map[*num.FloatKind]quick{
		num.F16: {one: minHalf},
		num.F32: {
			one:  minSingle,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, minSingle) },
			fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, minSingle) },
		},
		num.F64: {
			one:  minDouble,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, minDouble) },
			fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, minDouble) },
		},
	}
	maxima = map[*num.FloatKind]quick{
		num.F16: {one: maxHalf},
		num.F32: {
			one:  maxSingle,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, maxSingle) },
			fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, maxSingle) },
		},
		num.F64: {
			one:  maxDouble,
			many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, maxDouble) },
			fold: func(acc uint64, e []uint64, n *format) (uint64, int) { return combineAll(acc, e, n, maxDouble) },
		},
	}
	signExtension = quick{one: extendSigned, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, extendSigned) }}
	cut           = quick{one: keepBits, many: func(r, a, b []uint64, n *format) bool { return each(r, a, b, n, keepBits) }}
)
