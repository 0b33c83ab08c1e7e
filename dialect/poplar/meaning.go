package poplar

import (
	"math"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning defines the conversions in the code of vertices, which do not depend on the
// device. Conversions of quarters scale in f64, which holds every scaled value exactly,
// and round once.
func meaning() ir.Meaning {
	return sim.Table{
		ConvertOp{}.Kind(): sim.Elementwise(func(_ *ir.Operation, in, out []sim.Number) sim.Compute {
			return func(x, r []uint64) error {
				v, _ := in[0].Float(x[0]).Convert(out[0].Kind, num.NearestEven)
				r[0] = sim.FloatBits(v)
				return nil
			}
		}),
		FromQuarterOp{}.Kind(): sim.Elementwise(func(_ *ir.Operation, _, out []sim.Number) sim.Compute {
			to := out[0].Kind
			return func(x, r []uint64) error {
				kind, factor := quarterMetadata(x[1])
				wide, _ := num.FloatFromBits(kind, 0, x[0]&0xff).Convert(num.F64, num.NearestEven)
				v, _ := wide.Mul(factor, num.NearestEven).Convert(to, num.NearestEven)
				r[0] = sim.FloatBits(v)
				return nil
			}
		}),
		ToQuarterOp{}.Kind(): sim.Elementwise(func(op *ir.Operation, in, _ []sim.Number) sim.Compute {
			from, saturate := in[0], ir.Cast[ToQuarterOp](op).Saturate()
			return func(x, r []uint64) error {
				kind, factor := quarterMetadata(x[1])
				wide, _ := from.Float(x[0]).Convert(num.F64, num.NearestEven)
				v, _ := wide.Div(factor, num.NearestEven).Convert(kind, num.NearestEven)
				if saturate && v.IsNaN() && wide.IsFinite() {
					v = kind.Largest(wide.IsNegative())
				}
				r[0] = sim.FloatBits(v)
				return nil
			}
		}),
	}
}

// quarterMetadata returns the format of a quarter from its metadata, and the factor
// of its scale.
func quarterMetadata(bits uint64) (*num.FloatKind, num.Float) {
	kind := num.F8E4M3FNUZ
	if bits&0x80 != 0 {
		kind = num.F8E5M2FNUZ
	}
	scale := int(int8(bits<<2) >> 2) // bits [5:0]
	return kind, num.FloatFromFloat64(num.F64, math.Ldexp(1, scale))
}
