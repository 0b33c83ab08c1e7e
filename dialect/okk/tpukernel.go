package okk

import (
	"optc/diag"
	"optc/ir"
)

// TPUKernel, the library of BM1684X and later chips, has a function for several element types, which are arguments
// (declarations in tpu_kernel.h and tpu_defs.h).

// TypeName returns the name of an element type in TPUKernel.
func (t DType) TypeName() string {
	return [...]string{F32: "DT_FP32", I32: "DT_INT32", UI32: "DT_UINT32", F16: "DT_FP16", BF16: "DT_BFP16", I16: "DT_INT16", UI16: "DT_UINT16", I8: "DT_INT8", UI8: "DT_UINT8"}[t]
}

// typeArg is the element type of an operand.
func typeArg(op *ir.Operation, operand int) Arg {
	return textArg("%s", op.Operand(operand).Type().(*LocalType).Tensor.DType.TypeName())
}

// callTPUEltwise is the call of okk.eltwise.
func callTPUEltwise(op *ir.Operation) Call {
	f, list := FunctionOf(Eltwise, ir.Cast[EltwiseOp](op).KindAttr()), eachOperand(op, addressArg)
	if number := op.Attr(scalarAttr); number != nil {
		list = append(list, textArg("(scalar_t){.u32 = %#xu}", NumberBits(number)))
	}
	list = append(append(list, shapeArg(0)), eachOperand(op, strideArg)...)
	return Call{f.TPU.of(op), append(list, typeArg(op, 0))}
}

// callCast is the call of okk.cast.
func callCast(op *ir.Operation) Call {
	mode := roundings[roundingOf(op)].name
	return Call{"tpu_bdc_cast", []Arg{addressArg(0), addressArg(1), shapeArg(0), strideArg(0), strideArg(1), typeArg(op, 0), typeArg(op, 1), textArg("%s", mode)}}
}

// castRow declares the conversion of elements.
func castRow() *Row {
	return &Row{
		Kind:    "okk.cast",
		Summary: "convert elements to another type",
		Description: "The number of each element is rounded to a number of the type of the destination: to the nearest one, of two that are equally near to the " +
			"even one (`even`, if nothing is given), away from zero (`away`), up (`half_up`) or down (`half_down`); or towards zero (`zero`), `down` or `up`. " +
			"Integers saturate. BM1684 has no such operation.",
		Attrs:    []ir.PropDef{{Name: roundingAttr, Type: ir.StrEnum("rounding", roundingNames()...), Optional: true}},
		Assembly: "$destination `,` $source (`rounding` $rounding^)? attr-dict `:` type($destination) `,` type($source)",
		OpClass: OpClass{Name: "cast", SamePacked: true, SameStart: true, Operands: []Column{
			{Name: "destination", Access: ir.Write, Mode: InN1}, {Name: "source", Access: ir.Read, Mode: InN1},
		}},
		CheckAttrs: checkCast,
		Engine:     ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).cast,
		Calls: map[string]Caller{TPUKernel: callCast},
		Examples: []string{`okk.kernel @k {
  %a = okk.alloc : !okk.local<1x3x4x5xf32, aligned>
  %b = okk.alloc : !okk.local<1x3x4x5xf16, aligned>
  okk.cast %b, %a rounding half_up : !okk.local<1x3x4x5xf16, aligned>, !okk.local<1x3x4x5xf32, aligned>
}`},
	}
}

// checkCast checks that the chip has a conversion, as its functional model does.
func checkCast(op *ir.Operation) *ir.Diagnostic {
	cast := ir.Cast[CastOp](op)
	to, from := cast.Destination().Type().(*LocalType).Tensor.DType, cast.Source().Type().(*LocalType).Tensor.DType
	mode := roundings[roundingOf(op)]
	switch {
	case to == from:
		return problem(op, "bad-op", "expected two types, but got %s twice", to)
	case from == BF16 && to == F16 || from == F16 && to == BF16:
		return problem(op, "bad-op", "expected a conversion that the chip has, but got %s to %s", from, to).Note(op.Loc(), "convert to f32 first")
	case from.isFloat() && !to.isFloat() && mode.magnitude:
		return problem(op, "bad-op", "expected a rounding from %s to %s that the chip has, but got '%s'", from, to, mode.text).
			Note(op.Loc(), "it has even, away, zero, down and up")
	}
	return nil
}

// on completes the rules of an operation for a machine. The error code is unknown-rules for an operation that the
// machine does not have.
func (r *Row) on(m *Machine, op *ir.Operation, c *OpClass) error {
	if r.Calls == nil || !m.Rules { // an operation of the user, or a machine without rules
		return nil
	}
	f := r.Function(op)
	if r.Calls[m.Interface] == nil || f != nil && m.Interface == TPUKernel && f.TPU.of(op) == "" {
		return diag.Errorf("unknown-rules", "expected an operation of machine %s, but no rules are known for '%s' on it", m.Name, c.Name).
			Note("kernels for %s are written with %s", m.Name, m.Interface)
	}
	if f != nil && m.Interface == TPUKernel {
		for i := range c.Operands {
			c.Operands[i].Types, c.SameType = f.TPU.Types, true
		}
	}
	return nil
}
