package okk

import (
	"math"
	"math/bits"

	"optc/ir"
)

// Integer lists the functions of okk.integer (declarations in tpu_kernel.h).
var Integer = []Function{
	{Name: "add", Sources: 2, TPU: Form{C: "tpu_bdc_int_add", Scalar: "tpu_bdc_int_add_C"}, Types: integers, Exact: func(_, x, y, _ int64) int64 { return x + y }},
	{Name: "sub", Sources: 2, TPU: Form{C: "tpu_bdc_int_sub", Scalar: "tpu_bdc_int_sub_C", Reversed: "tpu_bdc_int_C_sub"}, Types: integers, Exact: func(_, x, y, _ int64) int64 { return x - y }},
	{Name: "mul", Sources: 2, TPU: Form{C: "tpu_bdc_int_mul", Scalar: "tpu_bdc_int_mul_C"}, Types: integers, Exact: func(_, x, y, _ int64) int64 { return x * y }},
}

// integerRows declare the arithmetic of integers of TPUKernel.
func integerRows() []*Row {
	const t = "!okk.local<1x3x4x5xi16, aligned>"
	return []*Row{{
		Kind: "okk.integer", Summary: "arithmetic of integers of any width",
		Description: "The exact result of integers of 8, 16 or 32 bits is shifted by `shift`: to the left by a positive number, and to the right by a negative one, with a rounding as okk.cast has it. " +
			"Then it saturates to the type of the destination, or with `wrap` loses its first bits. A number has the type of the source.",
		Attrs: []ir.PropDef{
			{Name: kindAttr, Type: ir.StrEnum("kind", functionNames(Integer)...)}, optional(scalarAttr, numberAttr, ""), word(reversedAttr, "the number is the first source"),
			optionalInt(shiftAttr, 0, "-32 to 31"), {Name: roundingAttr, Type: ir.StrEnum("rounding", roundingNames()...), Optional: true}, word(wrapAttr, "do not saturate"),
		},
		Assembly: "$kind $destination `,` $sources (`scalar` $scalar^)? (`reversed` $reversed^)? (`shift` $shift^)? (`rounding` $rounding^)? (`wrap` $wrap^)? attr-dict " +
			"`:` type($destination) `,` type($sources)",
		OpClass: OpClass{
			Name: "integer", SamePacked: true, SameStart: true, InPlace: true,
			Operands: []Column{{Name: "destination", Access: ir.Write, Types: integers, Mode: InN1}, {Name: "sources", Arity: ir.Variadic, Access: ir.Read, Types: integers, Mode: InN1}},
		},
		Functions: Integer, CheckAttrs: checkInteger,
		Engine: ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).integers,
		Calls: onlyTPU(callInteger),
		Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t +
			"\n  okk.integer mul %b, %a, %b shift -4 rounding half_up : " + t + ", " + t + ", " + t + "\n  okk.integer add %a, %a scalar 3 : i16 wrap : " + t + ", " + t + "\n}"},
	}}
}

const wrapAttr = "wrap"

func checkInteger(op *ir.Operation) *ir.Diagnostic {
	integer := ir.Cast[IntegerOp](op)
	f := FunctionOf(Integer, integer.KindAttr())
	if d := checkForm(op, f, len(integer.Sources())); d != nil {
		return d
	}
	if s := integer.Shift(); s < -32 || s > 31 {
		return problem(op, "value-range", "expected a shift in [-32, 31], but got %d", s)
	}
	signed := f.Name == "sub"
	for _, v := range integer.Sources() {
		signed = signed || v.Type().(*LocalType).Tensor.DType.Signed()
	}
	if t := integer.Destination().Type().(*LocalType).Tensor.DType; t.Signed() != signed {
		d := problem(op, "dtype-mismatch", "expected a signed destination of '%s', but got %s", f.Name, t)
		if !signed {
			d = problem(op, "dtype-mismatch", "expected an unsigned destination of unsigned integers, but got %s", t)
		}
		return d.Note(op.Loc(), "a difference is signed, and another result is signed if a source is")
	}
	return verifyScalar(op, integer.Scalar(), integer.Sources()[0].Type().(*LocalType).Tensor.DType)
}

func callInteger(op *ir.Operation) Call {
	integer := ir.Cast[IntegerOp](op)
	f, list := FunctionOf(Integer, integer.KindAttr()), eachOperand(op, addressArg)
	types := eachOperand(op, func(i int) Arg { return typeArg(op, i) })
	if number := integer.Scalar(); number != nil {
		list, types = append(list, scalarArg(number)), append(types, typeArg(op, 1))
	}
	list = append(append(append(list, shapeArg(0)), eachOperand(op, strideArg)...), types...)
	return Call{f.TPU.of(op), append(list, textArg("%d", integer.Shift()), textArg("%s", roundings[roundingOf(op)].name), flagArg(!integer.Wrap()))}
}

// integers computes okk.integer.
func (a *Arithmetic) integers(op *ir.Operation, args []*Elements) error {
	integerOp := ir.Cast[IntegerOp](op)
	f, dst, r := FunctionOf(Integer, integerOp.KindAttr()), args[0], &roundings[roundingOf(op)]
	x, y := args[1].DType, args[len(args)-1].DType
	shift := integerOp.Shift()
	eachElement(op, args, func(i int, p, q uint64) {
		if symbol, ok := a.unknown("integer "+f.Name, p, q); ok {
			dst.Bits[i] = symbol
			return
		}
		v := f.Exact(0, integer(x, p&x.mask()), integer(y, q&y.mask()), 0)
		wide := uint64(v) // bits of the product of two unsigned numbers, which may have 64
		positive := v >= 0 || !x.Signed() && !y.Signed() && f.Name == "mul"
		switch {
		case shift > 0:
			wide <<= uint(shift)
			if v = saturatedShift(v, positive, uint(shift)); !integerOp.Wrap() {
				wide = uint64(v)
			}
		case shift < 0 && positive:
			v = r.divided(wide, uint(-shift))
			wide = uint64(v)
		case shift < 0:
			v = r.shifted(v, uint(-shift))
			wide = uint64(v)
		case positive:
			v = int64(min(wide, 1<<62))
		}
		if integerOp.Wrap() {
			dst.Bits[i] = wide & dst.DType.mask()
		} else {
			dst.Bits[i] = saturated(dst.DType, v)
		}
	})
	return nil
}

// saturatedShift returns v · 2^by, or a number whose magnitude is larger than every element's.
func saturatedShift(v int64, positive bool, by uint) int64 {
	size := uint64(v)
	if !positive {
		size = -size
	}
	if bits.Len64(size)+int(by) < 63 {
		return v << by
	}
	if positive {
		return 1 << 62
	}
	return -1 << 62
}

// divided returns a positive integer divided by a power of two above 1, rounded.
func (r *rounding) divided(v uint64, by uint) int64 {
	low := int64(v >> by)
	if part := v & (1<<by - 1); part != 0 && r.up(math.Ldexp(float64(part), -int(by)), low&1 != 0, false) {
		low++
	}
	return low
}

// shifted returns an integer divided by a power of two, rounded.
func (r *rounding) shifted(v int64, by uint) int64 {
	low := v >> by
	if part := v - low<<by; part != 0 && r.up(math.Ldexp(float64(part), -int(by)), low&1 != 0, v < 0) {
		low++
	}
	return low
}
