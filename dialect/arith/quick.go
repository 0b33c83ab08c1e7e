package arith

import (
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// quickForms are the quick forms of the commonest operations.
func quickForms() map[ir.Kind]sim.QuickForm {
	forms := map[ir.Kind]sim.QuickForm{}
	for kind, prepare := range map[ir.Kind]func(op *ir.Operation) *sim.Quick{
		AddIOp{}.Kind(): quickInt(
			sums,
			map[Overflow]sim.Quick{NSW: {One: addSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addSigned)) }}, NUW: {One: addUnsigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addUnsigned)) }}, NSW | NUW: {One: addSmall, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addSmall)) }}}),
		SubIOp{}.Kind(): quickInt(
			sim.Quick{One: subBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, subBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, subBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, subBits) }}},
			map[Overflow]sim.Quick{NSW: {One: subSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, subSigned)) }}, NUW: {One: subUnsigned}}),
		MulIOp{}.Kind(): quickInt(
			products,
			map[Overflow]sim.Quick{NSW: {One: mulSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, mulSigned)) }}, NUW: {One: mulUnsigned}, NSW | NUW: {One: mulSmall, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, mulSmall)) }}}),
		AndIOp{}.Kind():  quickInt(ands, nil),
		OrIOp{}.Kind():   quickInt(ors, nil),
		XOrIOp{}.Kind():  quickInt(xors, nil),
		MinSIOp{}.Kind(): quickInt(minimaSigned, nil),
		MaxSIOp{}.Kind(): quickInt(maximaSigned, nil),
		MinUIOp{}.Kind(): quickInt(minimaUnsigned, nil),
		MaxUIOp{}.Kind(): quickInt(maximaUnsigned, nil),
		DivUIOp{}.Kind(): quickInt(sim.Quick{One: divUnsigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, divUnsigned)) }}, nil),
		RemUIOp{}.Kind(): quickInt(sim.Quick{One: remUnsigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, remUnsigned)) }}, nil),
		DivSIOp{}.Kind(): quickInt(sim.Quick{One: divSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, divSigned)) }}, nil),
		RemSIOp{}.Kind(): quickInt(sim.Quick{One: remSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, remSigned)) }}, nil),
		ShLIOp{}.Kind():  quickInt(sim.Quick{One: shiftLeftBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, shiftLeftBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, shiftLeftBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, shiftLeftBits) }}}, nil),
		ShRUIOp{}.Kind(): quickInt(sim.Quick{One: shiftRightBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, shiftRightBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, shiftRightBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, shiftRightBits) }}}, nil),
		ShRSIOp{}.Kind(): quickInt(sim.Quick{One: shiftRightSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, shiftRightSigned)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, shiftRightSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, shiftRightSigned) }}}, nil),
		CmpIOp{}.Kind():  quickCompare,
		CmpFOp{}.Kind():  quickCompareFloat,

		AddFOp{}.Kind(): QuickFloat(sumsOfFloats),
		SubFOp{}.Kind(): QuickFloat(FloatForms{
			Half:   sim.Quick{One: subHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, subHalf)) }},
			Brain:  sim.Quick{One: subBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, subBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, subBrain) }}},
			Single: sim.Quick{One: subSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, subSingle)) }, Loops: sim.Loops{Short: subSingles}},
			Double: sim.Quick{One: subDouble, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, subDouble)) }, Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, subDouble) }}},
		}),
		MulFOp{}.Kind(): QuickFloat(productsOfFloats),
		DivFOp{}.Kind(): QuickFloat(FloatForms{
			Single: sim.Quick{One: divSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, divSingle)) }, Loops: sim.Loops{Short: divSingles}},
			Double: sim.Quick{One: divDouble, Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, divDouble) }}},
		}),
		MinimumFOp{}.Kind(): QuickFloat(minima),
		MinNumFOp{}.Kind():  QuickFloat(minima),
		MaximumFOp{}.Kind(): QuickFloat(maxima),
		MaxNumFOp{}.Kind():  QuickFloat(maxima),
		NegFOp{}.Kind(): QuickFloat(FloatForms{
			Half:   sim.Quick{One: negateHalf},
			Brain:  sim.Quick{One: negateBrain},
			Single: sim.Quick{One: negateSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, negateSingle)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, negateSingle) }}},
			Double: sim.Quick{One: negateDouble, Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, negateDouble) }}},
		}),

		ExtSIOp{}.Kind():       quickConversion(map[formats]sim.Quick{{}: signExtension}),
		IndexCastOp{}.Kind():   quickConversion(map[formats]sim.Quick{{}: signExtension}),
		ExtUIOp{}.Kind():       quickConversion(map[formats]sim.Quick{{}: cut}),
		IndexCastUIOp{}.Kind(): quickConversion(map[formats]sim.Quick{{}: cut}),
		TruncIOp{}.Kind():      quickConversion(map[formats]sim.Quick{{}: cut}),
		SIToFPOp{}.Kind():      quickConversion(map[formats]sim.Quick{{nil, num.F32}: {One: signedSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, signedSingle)) }}, {nil, num.F64}: {One: signedDouble}}),
		UIToFPOp{}.Kind():      quickConversion(map[formats]sim.Quick{{nil, num.F32}: {One: unsignedSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, unsignedSingle)) }}, {nil, num.F64}: {One: unsignedDouble}}),
		FPToSIOp{}.Kind():      quickConversion(map[formats]sim.Quick{{num.F32, nil}: {One: truncateSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, truncateSingle)) }}, {num.F64, nil}: {One: truncateDouble}}),
		ExtFOp{}.Kind(): quickConversion(map[formats]sim.Quick{
			{num.BF16, num.F32}: {One: widenBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, widenBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, widenBrain) }}},
			{num.F16, num.F32}:  {One: widenHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, widenHalf)) }},
			{num.F32, num.F64}:  {One: widenSingle, Loops: sim.Loops{Widen: func(r []uint64, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, widenSingle) }}},
		}),
		TruncFOp{}.Kind(): quickConversion(map[formats]sim.Quick{
			{num.F32, num.BF16}: {One: narrowToBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, narrowToBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, narrowToBrain) }}},
			{num.F32, num.F16}:  {One: narrowSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, narrowSingle)) }},
			{num.F64, num.F32}:  {One: narrowDouble, Loops: sim.Loops{Narrow: func(r []uint32, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, narrowDouble) }}},
		}),
	} {
		forms[kind] = sim.Quicken(prepare)
	}
	return forms
}

// The forms of operations that reductions use too.
var (
	sums = sim.Quick{
		One:    addBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, addBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, addBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, addBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, addBits)
		},
	}
	products = sim.Quick{
		One:    mulBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, mulBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, mulBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, mulBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, mulBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, mulBits)
		},
	}
	ands = sim.Quick{
		One:    andBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, andBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, andBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, andBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, andBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, andBits)
		},
	}
	ors = sim.Quick{
		One:       orBits,
		Scalar:    func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, orBits)) },
		Loops:     sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, orBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, orBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) { return sim.FoldAll(acc, e, n, orBits) },
		FoldLong:  func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) { return sim.FoldAll(acc, e, n, orBits) },
	}
	xors = sim.Quick{
		One:    xorBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, xorBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, xorBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, xorBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, xorBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, xorBits)
		},
	}
	minimaSigned = sim.Quick{
		One:    minSigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, minSigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, minSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, minSigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, minSigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, minSigned)
		},
	}
	maximaSigned = sim.Quick{
		One:    maxSigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, maxSigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, maxSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, maxSigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, maxSigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, maxSigned)
		},
	}
	minimaUnsigned = sim.Quick{
		One:    minUnsigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, minUnsigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, minUnsigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, minUnsigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, minUnsigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, minUnsigned)
		},
	}
	maximaUnsigned = sim.Quick{
		One:    maxUnsigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, maxUnsigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, maxUnsigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, maxUnsigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, maxUnsigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, maxUnsigned)
		},
	}
	sumsOfFloats = FloatForms{
		Half:  sim.Quick{One: addHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addHalf)) }},
		Brain: sim.Quick{One: addBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, addBrain) }}},
		Single: sim.Quick{
			One:    addSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addSingle)) },
			Loops:  sim.Loops{Short: addSingles},
			FoldShort: func(acc uint64, e []uint32, _ *sim.NumberFormat) (uint64, int) {
				return combineSingles(acc, e, func(a, b float32) float32 { return a + b })
			},
		},
		Double: sim.Quick{
			One:    addDouble,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, addDouble)) },
			Loops:  sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, addDouble) }},
			FoldLong: func(acc uint64, e []uint64, _ *sim.NumberFormat) (uint64, int) {
				return combineDoubles(acc, e, func(a, b float64) float64 { return a + b })
			},
		},
	}
	productsOfFloats = FloatForms{
		Half:  sim.Quick{One: mulHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, mulHalf)) }},
		Brain: sim.Quick{One: mulBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, mulBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, mulBrain) }}},
		Single: sim.Quick{
			One:    mulSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, mulSingle)) },
			Loops:  sim.Loops{Short: mulSingles},
			FoldShort: func(acc uint64, e []uint32, _ *sim.NumberFormat) (uint64, int) {
				return combineSingles(acc, e, func(a, b float32) float32 { return a * b })
			},
		},
		Double: sim.Quick{
			One:    mulDouble,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, mulDouble)) },
			Loops:  sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, mulDouble) }},
			FoldLong: func(acc uint64, e []uint64, _ *sim.NumberFormat) (uint64, int) {
				return combineDoubles(acc, e, func(a, b float64) float64 { return a * b })
			},
		},
	}
	minima = FloatForms{
		Half:  sim.Quick{One: minHalf},
		Brain: sim.Quick{One: minBrain},
		Single: sim.Quick{
			One:    minSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, minSingle)) },
			Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, minSingle) }},
			FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, minSingle)
			},
		},
		Double: sim.Quick{
			One:   minDouble,
			Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, minDouble) }},
			FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, minDouble)
			},
		},
	}
	maxima = FloatForms{
		Half:  sim.Quick{One: maxHalf},
		Brain: sim.Quick{One: maxBrain},
		Single: sim.Quick{
			One:    maxSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, maxSingle)) },
			Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, maxSingle) }},
			FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, maxSingle)
			},
		},
		Double: sim.Quick{
			One:   maxDouble,
			Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, maxDouble) }},
			FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, maxDouble)
			},
		},
	}
	signExtension = sim.Quick{One: extendSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, extendSigned)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, extendSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, extendSigned) }, Widen: func(r []uint64, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, extendSigned) }, Narrow: func(r []uint32, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, extendSigned) }}}
	cut           = sim.Quick{One: keepBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, keepBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, keepBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, keepBits) }, Widen: func(r []uint64, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, keepBits) }, Narrow: func(r []uint32, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, keepBits) }}}
)
