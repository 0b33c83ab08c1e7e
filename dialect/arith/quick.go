package arith

import (
	"optc/dialect/arith/internal/quick"
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
			map[Overflow]sim.Quick{NSW: {One: quick.AddSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddSigned)) }}, NUW: {One: quick.AddUnsigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddUnsigned)) }}, NSW | NUW: {One: quick.AddSmall, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddSmall)) }}}),
		SubIOp{}.Kind(): quickInt(
			sim.Quick{One: quick.SubBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.SubBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.SubBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.SubBits) }}},
			map[Overflow]sim.Quick{NSW: {One: quick.SubSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.SubSigned)) }}, NUW: {One: quick.SubUnsigned}}),
		MulIOp{}.Kind(): quickInt(
			products,
			map[Overflow]sim.Quick{NSW: {One: quick.MulSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MulSigned)) }}, NUW: {One: quick.MulUnsigned}, NSW | NUW: {One: quick.MulSmall, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MulSmall)) }}}),
		AndIOp{}.Kind():  quickInt(ands, nil),
		OrIOp{}.Kind():   quickInt(ors, nil),
		XOrIOp{}.Kind():  quickInt(xors, nil),
		MinSIOp{}.Kind(): quickInt(minimaSigned, nil),
		MaxSIOp{}.Kind(): quickInt(maximaSigned, nil),
		MinUIOp{}.Kind(): quickInt(minimaUnsigned, nil),
		MaxUIOp{}.Kind(): quickInt(maximaUnsigned, nil),
		DivUIOp{}.Kind(): quickInt(sim.Quick{One: quick.DivUnsigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.DivUnsigned)) }}, nil),
		RemUIOp{}.Kind(): quickInt(sim.Quick{One: quick.RemUnsigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.RemUnsigned)) }}, nil),
		DivSIOp{}.Kind(): quickInt(sim.Quick{One: quick.DivSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.DivSigned)) }}, nil),
		RemSIOp{}.Kind(): quickInt(sim.Quick{One: quick.RemSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.RemSigned)) }}, nil),
		ShLIOp{}.Kind():  quickInt(sim.Quick{One: quick.ShiftLeftBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.ShiftLeftBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ShiftLeftBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ShiftLeftBits) }}}, nil),
		ShRUIOp{}.Kind(): quickInt(sim.Quick{One: quick.ShiftRightBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.ShiftRightBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ShiftRightBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ShiftRightBits) }}}, nil),
		ShRSIOp{}.Kind(): quickInt(sim.Quick{One: quick.ShiftRightSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.ShiftRightSigned)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ShiftRightSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ShiftRightSigned) }}}, nil),
		CmpIOp{}.Kind():  quickCompare,
		CmpFOp{}.Kind():  quickCompareFloat,

		AddFOp{}.Kind(): QuickFloat(sumsOfFloats),
		SubFOp{}.Kind(): QuickFloat(FloatForms{
			Half:   sim.Quick{One: quick.SubHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.SubHalf)) }},
			Brain:  sim.Quick{One: quick.SubBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.SubBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.SubBrain) }}},
			Single: sim.Quick{One: quick.SubSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.SubSingle)) }, Loops: sim.Loops{Short: quick.SubSingles}},
			Double: sim.Quick{One: quick.SubDouble, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.SubDouble)) }, Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.SubDouble) }}},
		}),
		MulFOp{}.Kind(): QuickFloat(productsOfFloats),
		DivFOp{}.Kind(): QuickFloat(FloatForms{
			Single: sim.Quick{One: quick.DivSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.DivSingle)) }, Loops: sim.Loops{Short: quick.DivSingles}},
			Double: sim.Quick{One: quick.DivDouble, Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.DivDouble) }}},
		}),
		MinimumFOp{}.Kind(): QuickFloat(minima),
		MinNumFOp{}.Kind():  QuickFloat(minima),
		MaximumFOp{}.Kind(): QuickFloat(maxima),
		MaxNumFOp{}.Kind():  QuickFloat(maxima),
		NegFOp{}.Kind(): QuickFloat(FloatForms{
			Half:   sim.Quick{One: quick.NegateHalf},
			Brain:  sim.Quick{One: quick.NegateBrain},
			Single: sim.Quick{One: quick.NegateSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.NegateSingle)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.NegateSingle) }}},
			Double: sim.Quick{One: quick.NegateDouble, Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.NegateDouble) }}},
		}),

		ExtSIOp{}.Kind():       quickConversion(map[formats]sim.Quick{{}: signExtension}),
		IndexCastOp{}.Kind():   quickConversion(map[formats]sim.Quick{{}: signExtension}),
		ExtUIOp{}.Kind():       quickConversion(map[formats]sim.Quick{{}: cut}),
		IndexCastUIOp{}.Kind(): quickConversion(map[formats]sim.Quick{{}: cut}),
		TruncIOp{}.Kind():      quickConversion(map[formats]sim.Quick{{}: cut}),
		SIToFPOp{}.Kind():      quickConversion(map[formats]sim.Quick{{nil, num.F32}: {One: quick.SignedSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.SignedSingle)) }}, {nil, num.F64}: {One: quick.SignedDouble}}),
		UIToFPOp{}.Kind():      quickConversion(map[formats]sim.Quick{{nil, num.F32}: {One: quick.UnsignedSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.UnsignedSingle)) }}, {nil, num.F64}: {One: quick.UnsignedDouble}}),
		FPToSIOp{}.Kind():      quickConversion(map[formats]sim.Quick{{num.F32, nil}: {One: quick.TruncateSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.TruncateSingle)) }}, {num.F64, nil}: {One: quick.TruncateDouble}}),
		ExtFOp{}.Kind(): quickConversion(map[formats]sim.Quick{
			{num.BF16, num.F32}: {One: quick.WidenBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.WidenBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.WidenBrain) }}},
			{num.F16, num.F32}:  {One: quick.WidenHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.WidenHalf)) }},
			{num.F32, num.F64}: {One: quick.WidenSingle, Loops: sim.Loops{Widen: func(r []uint64, a, b []uint32, n *sim.NumberFormat) bool {
				return sim.Each(r, a, b, n, quick.WidenSingle)
			}}},
		}),
		TruncFOp{}.Kind(): quickConversion(map[formats]sim.Quick{
			{num.F32, num.BF16}: {One: quick.NarrowToBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.NarrowToBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.NarrowToBrain) }}},
			{num.F32, num.F16}:  {One: quick.NarrowSingle, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.NarrowSingle)) }},
			{num.F64, num.F32}: {One: quick.NarrowDouble, Loops: sim.Loops{Narrow: func(r []uint32, a, b []uint64, n *sim.NumberFormat) bool {
				return sim.Each(r, a, b, n, quick.NarrowDouble)
			}}},
		}),
	} {
		forms[kind] = sim.Quicken(prepare)
	}
	return forms
}

// The forms of operations that reductions use too.
var (
	sums = sim.Quick{
		One:    quick.AddBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.AddBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.AddBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.AddBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.AddBits)
		},
	}
	products = sim.Quick{
		One:    quick.MulBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MulBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MulBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MulBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MulBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MulBits)
		},
	}
	ands = sim.Quick{
		One:    quick.AndBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AndBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.AndBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.AndBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.AndBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.AndBits)
		},
	}
	ors = sim.Quick{
		One:    quick.OrBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.OrBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.OrBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.OrBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.OrBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.OrBits)
		},
	}
	xors = sim.Quick{
		One:    quick.XorBits,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.XorBits)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.XorBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.XorBits) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.XorBits)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.XorBits)
		},
	}
	minimaSigned = sim.Quick{
		One:    quick.MinSigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MinSigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MinSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MinSigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MinSigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MinSigned)
		},
	}
	maximaSigned = sim.Quick{
		One:    quick.MaxSigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MaxSigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MaxSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MaxSigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MaxSigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MaxSigned)
		},
	}
	minimaUnsigned = sim.Quick{
		One:    quick.MinUnsigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MinUnsigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MinUnsigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MinUnsigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MinUnsigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MinUnsigned)
		},
	}
	maximaUnsigned = sim.Quick{
		One:    quick.MaxUnsigned,
		Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MaxUnsigned)) },
		Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MaxUnsigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MaxUnsigned) }},
		FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MaxUnsigned)
		},
		FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
			return sim.FoldAll(acc, e, n, quick.MaxUnsigned)
		},
	}
	sumsOfFloats = FloatForms{
		Half:  sim.Quick{One: quick.AddHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddHalf)) }},
		Brain: sim.Quick{One: quick.AddBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.AddBrain) }}},
		Single: sim.Quick{
			One:    quick.AddSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddSingle)) },
			Loops:  sim.Loops{Short: quick.AddSingles},
			FoldShort: func(acc uint64, e []uint32, _ *sim.NumberFormat) (uint64, int) {
				return combineSingles(acc, e, func(a, b float32) float32 { return a + b })
			},
		},
		Double: sim.Quick{
			One:    quick.AddDouble,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.AddDouble)) },
			Loops:  sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.AddDouble) }},
			FoldLong: func(acc uint64, e []uint64, _ *sim.NumberFormat) (uint64, int) {
				return combineDoubles(acc, e, func(a, b float64) float64 { return a + b })
			},
		},
	}
	productsOfFloats = FloatForms{
		Half:  sim.Quick{One: quick.MulHalf, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MulHalf)) }},
		Brain: sim.Quick{One: quick.MulBrain, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MulBrain)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MulBrain) }}},
		Single: sim.Quick{
			One:    quick.MulSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MulSingle)) },
			Loops:  sim.Loops{Short: quick.MulSingles},
			FoldShort: func(acc uint64, e []uint32, _ *sim.NumberFormat) (uint64, int) {
				return combineSingles(acc, e, func(a, b float32) float32 { return a * b })
			},
		},
		Double: sim.Quick{
			One:    quick.MulDouble,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MulDouble)) },
			Loops:  sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MulDouble) }},
			FoldLong: func(acc uint64, e []uint64, _ *sim.NumberFormat) (uint64, int) {
				return combineDoubles(acc, e, func(a, b float64) float64 { return a * b })
			},
		},
	}
	minima = FloatForms{
		Half:  sim.Quick{One: quick.MinHalf},
		Brain: sim.Quick{One: quick.MinBrain},
		Single: sim.Quick{
			One:    quick.MinSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MinSingle)) },
			Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MinSingle) }},
			FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, quick.MinSingle)
			},
		},
		Double: sim.Quick{
			One:   quick.MinDouble,
			Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MinDouble) }},
			FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, quick.MinDouble)
			},
		},
	}
	maxima = FloatForms{
		Half:  sim.Quick{One: quick.MaxHalf},
		Brain: sim.Quick{One: quick.MaxBrain},
		Single: sim.Quick{
			One:    quick.MaxSingle,
			Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.MaxSingle)) },
			Loops:  sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MaxSingle) }},
			FoldShort: func(acc uint64, e []uint32, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, quick.MaxSingle)
			},
		},
		Double: sim.Quick{
			One:   quick.MaxDouble,
			Loops: sim.Loops{Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.MaxDouble) }},
			FoldLong: func(acc uint64, e []uint64, n *sim.NumberFormat) (uint64, int) {
				return sim.FoldAll(acc, e, n, quick.MaxDouble)
			},
		},
	}
	signExtension = sim.Quick{One: quick.ExtendSigned, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.ExtendSigned)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ExtendSigned) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.ExtendSigned) }, Widen: func(r []uint64, a, b []uint32, n *sim.NumberFormat) bool {
		return sim.Each(r, a, b, n, quick.ExtendSigned)
	}, Narrow: func(r []uint32, a, b []uint64, n *sim.NumberFormat) bool {
		return sim.Each(r, a, b, n, quick.ExtendSigned)
	}}}
	cut = sim.Quick{One: quick.KeepBits, Scalar: func(f *sim.Frame, in *sim.Instr) error { return sim.Finish(sim.Apply(f, in, quick.KeepBits)) }, Loops: sim.Loops{Short: func(r, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.KeepBits) }, Long: func(r, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.KeepBits) }, Widen: func(r []uint64, a, b []uint32, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.KeepBits) }, Narrow: func(r []uint32, a, b []uint64, n *sim.NumberFormat) bool { return sim.Each(r, a, b, n, quick.KeepBits) }}}
)
