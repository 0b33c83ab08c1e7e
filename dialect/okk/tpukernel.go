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
	number := op.Attr(scalarAttr)
	switch {
	case number == nil:
	case f.TPU.Untyped:
		list = append(list, textArg("%s", cFloat(NumberBits(number))))
	case f.TPU.Shifts:
		list = append(list, textArg("%d", int32(NumberBits(number))))
	default:
		list = append(list, scalarArg(number))
	}
	if list = append(list, shapeArg(0)); !f.TPU.Whole {
		list = append(list, eachOperand(op, strideArg)...)
	}
	switch {
	case f.TPU.Shifts:
		for i := range op.NumOperands() {
			list = append(list, typeArg(op, i))
		}
		list = append(list, textArg("RM_DOWN"))
	case !f.TPU.Untyped:
		list = append(list, typeArg(op, 0))
	}
	if f.TPU.Rounding != "" {
		list = append(list, textArg("%s", roundings[roundingNamed(f.TPU.Rounding)].name))
	}
	return Call{f.TPU.of(op), list}
}

// scalarArg is a number of any type.
func scalarArg(number ir.Attribute) Arg {
	return textArg("(scalar_t){.u32 = %#xu}", NumberBits(number))
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
		Description: "The number of each element is rounded to a number that the type of the destination has. `zero` rounds towards zero, `down` and `up` round in " +
			"one direction. The other ways round to the nearest number, and differ if two numbers are equally near: to the even one (`even`, if nothing is given), " +
			"away from zero (`away`), up (`half_up`) or down (`half_down`). Integers saturate. BM1684 has no such operation.",
		Attrs:    []ir.PropDef{{Name: roundingAttr, Type: ir.StrEnum("rounding", roundingNames()...), Optional: true}},
		Assembly: "$destination `,` $source (`rounding` $rounding^)? attr-dict `:` type($destination) `,` type($source)",
		OpClass: OpClass{Name: "cast", SamePacked: true, SameStart: true, Operands: []Column{
			{Name: "destination", Access: ir.Write, Mode: InN1}, {Name: "source", Access: ir.Read, Mode: InN1},
		}},
		CheckAttrs: checkCast,
		Engine:     ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).cast, Range: castRange,
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
	if r.Calls[m.Interface] == nil || f != nil && f.on(m.Interface).of(op) == "" {
		return unknownOn(m, c.Name)
	}
	if f != nil && m.Interface == TPUKernel && f.TPU.Types != 0 {
		for i := range c.Operands {
			c.Operands[i].Types, c.SameType = f.TPU.Types, !f.TPU.Shifts
			if f.TPU.Whole {
				c.Operands[i].Layouts = aligned
			}
		}
		if f.TPU.Shifts {
			c.Operands[1].Types = 1 << op.Operand(0).Type().(*LocalType).Tensor.DType
			if len(c.Operands) > 2 {
				c.Operands[2].Types = signedInts
			}
		}
	}
	if r.Machine != nil {
		return r.Machine(m, op, c)
	}
	return nil
}

// unknownOn is the error about an operation that a machine does not have.
func unknownOn(m *Machine, name string) error {
	return diag.Errorf("unknown-rules", "expected an operation of machine %s, but no rules are known for '%s' on it", m.Name, name).
		Note("kernels for %s are written with %s", m.Name, m.Interface)
}

// selectOn: BM1684 compares f32 by two predicates. TPUKernel has three predicates for choices of two, and compares and chooses numbers of
// any type.
func selectOn(m *Machine, op *ir.Operation, c *OpClass) error {
	selectOp := ir.Cast[SelectOp](op)
	predicate, two := selectOp.Predicate(), len(selectOp.Constants()) == 4
	switch basic := predicate == Greater || predicate == Equal; {
	case m.Interface != TPUKernel && !basic, two && !basic && predicate != less:
		return unknownOn(m, "select "+predicate)
	case m.Interface != TPUKernel:
		return nil
	}
	compared, chosen, n := comparedType(op), op.Operand(0).Type().(*LocalType).Tensor.DType, 1
	if two && compared.Bytes() != chosen.Bytes() {
		return diag.Errorf("dtype-mismatch", "expected choices as wide as the compared numbers, but got %s for %s", chosen, compared)
	}
	if compared.Bytes() < chosen.Bytes() {
		return diag.Errorf("dtype-mismatch", "expected a choice that is not wider than the compared numbers, but got %s for %s", chosen, compared)
	}
	if signed := func(t DType) bool { return t.isFloat() || t.Signed() }; !compared.isFloat() && len(selectOp.Sources()) == 2 && !two && signed(compared) != signed(chosen) {
		return diag.Errorf("dtype-mismatch", "expected integers and a choice that are both signed or both unsigned, but got %s for %s", chosen, compared).
			Note("the chip takes the sign of the second tensor from the type of the destination")
	}
	c.Operands[0].Types = allDTypes
	for i, a := range selectOp.Constants() {
		if !ir.IsAttr[*ir.UnitAttr](a) {
			continue
		}
		if c.Operands[n].Types = 1 << chosen; i < 2 {
			c.Operands[n].Types = 1 << compared
		}
		n++
	}
	return nil
}

// mirrored are the predicates of a comparison whose sources change their places.
var mirrored = map[string]string{Greater: less, less: Greater, greaterEqual: lessEqual, lessEqual: greaterEqual, Equal: Equal, notEqual: notEqual}

// callTPUSelect is the call of okk.select.
func callTPUSelect(op *ir.Operation) Call {
	selectOp := ir.Cast[SelectOp](op)
	choices, predicate, n := selectOp.Constants(), selectOp.Predicate(), 0
	types := []Arg{textArg("%s", comparedType(op).TypeName()), typeArg(op, 0)}
	list := []Arg{addressArg(0)}
	if len(choices) == 4 {
		for _, a := range choices {
			if !ir.IsAttr[*ir.UnitAttr](a) {
				list = append(list, textArg("&(variable_t){SCALAR, {.scalar.u32 = %#xu}}", NumberBits(a)))
				continue
			}
			n++
			list = append(list, Arg{Kind: AddressArg, Operand: n, Text: "&(variable_t){TENSOR, {.addr = %s}}"})
		}
		return Call{"tpu_bdc_" + predicate + "_select", append(append(list, shapeArg(0)), types...)}
	}
	suffix := "_C"
	switch tensors := selectOp.Sources(); {
	case len(tensors) == 2:
		suffix, list = "", append(list, addressArg(1), addressArg(2))
	case ir.IsAttr[*ir.UnitAttr](choices[0]):
		list = append(list, addressArg(1), scalarArg(choices[1]))
	default:
		predicate, list = mirrored[predicate], append(list, addressArg(1), scalarArg(choices[0]))
	}
	list = append(append(list, scalarArg(choices[2]), shapeArg(0)), eachOperand(op, strideArg)...)
	return Call{"tpu_bdc_" + predicate + suffix, append(list, types[1], types[0])}
}

// on is the form of a function in a library.
func (f *Function) on(library string) Form {
	if library == TPUKernel {
		return f.TPU
	}
	return Form{C: f.C, Scalar: f.Scalar, Reversed: f.Reversed}
}

// holds reports whether a predicate of okk.select holds for two numbers.
func (n *Numbers) holds(predicate string, t DType, p, q uint64) bool {
	x, y := number(t, n.flushedAs(t, p)), number(t, n.flushedAs(t, q))
	equal := n.equal(x, y) || n != nil && n.Chooses && p == q
	switch predicate {
	case Greater:
		return x > y
	case less: // as the model of BM1684X has it: numbers that are not ordered are less
		return !(x >= y) && !equal
	case greaterEqual:
		return x > y || equal
	case lessEqual:
		return !(x >= y) || equal
	case notEqual:
		return !equal
	}
	return equal
}
