package okk

import (
	"math"

	"optc/ir"
)

const (
	scaleAttr = "scale"
	bytes8    = DTypeSet(1<<I8 | 1<<UI8)
	shorts    = bytes8 | DTypeSet(1<<I16|1<<UI16)
)

// poolIntegerRow declares pools of integers of 8 bits (tpu_bdc_int8_avg_pool2d and tpu_bdc_int8_max_pool2d in tpu_kernel.h).
func poolIntegerRow() *Row {
	padding := optional(paddingAttr, ir.DenseI64ArrayAttr, "zeros at the top, bottom, left and right")
	stride := optional(strideAttr, ir.DenseI64ArrayAttr, "steps along H and W, 1 and 1 if absent")
	return &Row{
		Kind: "okk.pool_integer", GoName: "PoolInteger", Summary: "average or maximum of a window of integers of 8 bits",
		Description: "The maximum has the type of the input, and padding never is the maximum. The average is the sum of the window times `scale`, from 0 to 255, " +
			"shifted to the right by `shift`, from 0 to 31, with a rounding of halves up, and saturated; it is signed if the input is. BM1684 has no such operation. " + edgesText,
		Attrs: []ir.PropDef{{Name: kindAttr, Type: ir.StrEnum("kind", Average, Maximum)}, {Name: kernelAttr, Type: ir.DenseI64ArrayAttr, Doc: "extents along H and W"}, padding, stride,
			optionalInt(scaleAttr, 1, "0 to 255"), optionalInt(shiftAttr, 0, "0 to 31")},
		Assembly: "$kind $destination `,` $input `kernel` $kernel" + paddingStride + " (`scale` $scale^)? (`shift` $shift^)? attr-dict `:` type($destination) `,` type($input)",
		OpClass: OpClass{
			Name: "pool_integer", SameStart: true, ShapeRule: "(N, C, ·, ·) from (N, C, ·, ·)", WindowRule: undilatedOutput,
			Operands: []Column{
				{Name: "destination", Access: ir.Write, Shape: "NCPQ", Types: shorts, Mode: InN1, Layouts: aligned},
				{Name: "input", Access: ir.Read, Shape: "NCHW", Types: bytes8, Mode: InN1, Layouts: aligned},
			},
		},
		CheckAttrs: checkPoolInteger, Engine: ComputeEngine, Divide: "NCP", Compute: (*Arithmetic).poolIntegers,
		Calls: onlyTPU(callPoolInteger),
		Examples: []string{`okk.kernel @k {
  %x = okk.alloc : !okk.local<1x3x8x8xi8, aligned>
  %y = okk.alloc : !okk.local<1x3x4x4xi8, aligned>
  okk.pool_integer avg %y, %x kernel [2, 2] stride [2, 2] scale 1 shift 2 : !okk.local<1x3x4x4xi8, aligned>, !okk.local<1x3x8x8xi8, aligned>
}`},
	}
}

func checkPoolInteger(op *ir.Operation) *ir.Diagnostic {
	pool := ir.Cast[PoolIntegerOp](op)
	to, from := op.Operand(0).Type().(*LocalType).Tensor.DType, op.Operand(1).Type().(*LocalType).Tensor.DType
	switch scale, shift := pool.Scale(), pool.Shift(); {
	case scale < 0 || scale > 255 || shift < 0 || shift > 31:
		return problem(op, "value-range", "expected a scale from 0 to 255 and a shift from 0 to 31, but got %d and %d", scale, shift)
	case pool.KindAttr() == Maximum && (op.Attr(scaleAttr) != nil || op.Attr(shiftAttr) != nil):
		return problem(op, "bad-op", "expected no scale and no shift of a maximum")
	case pool.KindAttr() == Maximum && to != from:
		return problem(op, "dtype-mismatch", "expected a maximum of type %s, like the input, but got %s", from, to)
	case shorts.Has(to) && bytes8.Has(from) && to.Signed() != from.Signed():
		return problem(op, "dtype-mismatch", "expected both of %s and %s to be signed, or none", to, from)
	}
	return checkWindow(op)
}

func callPoolInteger(op *ir.Operation) Call {
	w, pool := WindowOf(op), ir.Cast[PoolIntegerOp](op)
	padding, stride, dilation := windowArgs(w)
	list := []Arg{addressArg(0), addressArg(1), shapeArg(1), kernelArg(w), padding, stride, dilation, typeArg(op, 0)}
	if pool.KindAttr() == Maximum {
		lowest := saturated(op.Operand(0).Type().(*LocalType).Tensor.DType, math.MinInt64)
		return Call{"tpu_bdc_int8_max_pool2d", append(list, textArg("(scalar_t){.u32 = %#xu}", lowest))}
	}
	return Call{"tpu_bdc_int8_avg_pool2d", append(list, typeArg(op, 1), textArg("%d", pool.Scale()), textArg("%d", pool.Shift()))}
}

// poolIntegers computes okk.pool_integer.
func (a *Arithmetic) poolIntegers(op *ir.Operation, args []*Elements) error {
	dst, in, pool := args[0], args[1], ir.Cast[PoolIntegerOp](op)
	p, halves := a.positionsOf(op, in), roundings[0]
	for _, r := range roundings {
		if r.text == "half_up" {
			halves = r
		}
	}
	average, mask := pool.KindAttr() == Average, in.DType.mask()
	outputs(dst, func(i, n, c, h, w int64) {
		sum, most := int64(0), int64(math.MinInt64)
		p.each(h, w, func(_, _, ih, iw int64) {
			x := integer(in.DType, in.Bits[((n*in.Shape[1]+c)*p.h+ih)*p.w+iw]&mask)
			sum, most = sum+x, max(most, x)
		})
		if average {
			most = halves.shifted(sum*pool.Scale(), uint(pool.Shift()))
		}
		dst.Bits[i] = saturated(dst.DType, most)
	})
	return nil
}
