package okk

import (
	"slices"
	"strings"

	"optc/ir"
	"optc/num"
)

// Verifiers check everything that does not depend on choices still to be made: nothing if
// there is no machine, everything but overlaps if there are no addresses, and everything
// if there are addresses.

// problem is an error of this dialect about an operation.
func problem(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	return op.Errorf(format, args...).WithCode(Codes + code)
}

// MachineMissing is the error of a kernel in a module without a machine.
func MachineMissing(kernel *ir.Operation) *ir.Diagnostic {
	return problem(kernel, "machine-missing", "needs a module attribute %s", MachineAttrName).
		Note(kernel.Loc(), "write 'module attributes {%s = #okk.machine<bm1684>}', or give build, run or export the flag --target bm1684", MachineAttrName)
}

// verifyClass checks the operands of an operation, the destination first.
func verifyClass(op *ir.Operation, c OpClass, operands ...*ir.Value) *ir.Diagnostic {
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	tensors := make([]*Tensor, len(operands))
	all := true
	for i, v := range operands {
		if !IsSettled(v) {
			return nil
		}
		x, known, err := Placed(m, v)
		if err != nil {
			return Diagnose(op, operandError(i, err), operands...)
		}
		tensors[i], all = x, all && known
	}
	if err := c.Check(m, tensors...); err != nil {
		return Diagnose(op, err, operands...)
	}
	if all {
		if err := c.CheckAliases(tensors...); err != nil {
			return Diagnose(op, err, operands...)
		}
	}
	return nil
}

// verifyForm checks the number of sources of a function, and which of them is a number.
func verifyForm(op *ir.Operation, f *Function, sources int) *ir.Diagnostic {
	scalar, reversed := op.Attr(scalarAttr) != nil, op.Attr(reversedAttr) != nil
	want := f.Sources
	switch {
	case reversed && !scalar:
		return problem(op, "bad-op", "'reversed' says that a number is the first source, but there is none")
	case reversed && f.Reversed == "":
		return problem(op, "bad-op", "'%s' has no form with a number as its first source", f.Name)
	case scalar && f.Scalar == "":
		return problem(op, "bad-op", "'%s' has no form with a number", f.Name)
	case scalar:
		want--
	}
	if sources != want {
		return problem(op, "bad-op", "expected %d sources of '%s', but got %d", want, f.Name, sources)
	}
	return nil
}

func verifyEltwise(op *ir.Operation) *ir.Diagnostic {
	eltwise := ir.Cast[EltwiseOp](op)
	f := FunctionOf(Eltwise, eltwise.KindAttr())
	sources := eltwise.Sources()
	if d := verifyForm(op, f, len(sources)); d != nil {
		return d
	}
	c := elementwise(f.Name, 1+len(sources))
	c.Types = map[int]DTypeSet{rest: f.Types}
	dst := eltwise.Destination()
	number := dst.Type().(*LocalType).Tensor.DType
	if f.Types == int32Set {
		// A shift is by signed or unsigned amounts, which may be of another type.
		if c.SameType = false; !eltwise.Reversed() {
			c.Types = map[int]DTypeSet{1: 1 << number, rest: f.Types}
			if isOfType(eltwise.Scalar(), I32) {
				number = I32
			}
		}
	}
	if d := verifyScalar(op, eltwise.Scalar(), number); d != nil {
		return d
	}
	return verifyClass(op, c, append([]*ir.Value{dst}, sources...)...)
}

func verifySelect(op *ir.Operation) *ir.Diagnostic {
	selectOp := ir.Cast[SelectOp](op)
	constants, sources := selectOp.Constants(), selectOp.Sources()
	dst := selectOp.Destination()
	tensors := 0
	for i, a := range constants {
		switch {
		case ir.IsAttr[*ir.UnitAttr](a):
			tensors++
		case numberAttr.Check(a):
			t := dst.Type().(*LocalType).Tensor.DType
			if i < 2 {
				t = F32
			}
			if d := verifyScalar(op, a, t); d != nil {
				return d
			}
		default:
			return problem(op, "bad-op", "expected tensors and numbers, but got '%s'", a)
		}
	}
	switch {
	case len(constants) != 3 && len(constants) != 4:
		return problem(op, "bad-op", "expected 3 or 4 tensors and numbers, but got %d", len(constants))
	case tensors != len(sources):
		return problem(op, "bad-op", "expected %d sources, but got %d", tensors, len(sources))
	case len(constants) == 3 && numberAttr.Check(constants[0]) && numberAttr.Check(constants[1]):
		return problem(op, "bad-op", "expected a tensor to compare, but got two numbers")
	case len(constants) == 3 && !numberAttr.Check(constants[2]):
		return problem(op, "bad-op", "expected a number where nothing is given for the other elements; name both choices")
	}
	return verifyClass(op, choice(constants), append([]*ir.Value{dst}, sources...)...)
}

// choice is the class of okk.select with these tensors and numbers: two are compared, and
// one or two are chosen from.
func choice(constants []ir.Attribute) OpClass {
	types, n := map[int]DTypeSet{rest: bits32}, 1
	for i, a := range constants {
		if !ir.IsAttr[*ir.UnitAttr](a) {
			continue
		}
		if i < 2 {
			types[n] = f32Set
		}
		n++
	}
	c := elementwise("select", n)
	c.SameType, c.Types = false, types
	if len(constants) == 4 {
		c.Layouts = map[int]Layout{rest: Aligned}
	}
	return c
}

func verifyFunction(op *ir.Operation) *ir.Diagnostic {
	function := ir.Cast[FunctionOp](op)
	f := WholeOf(function.KindAttr())
	work, series := function.Work(), function.Series()
	switch {
	case f.Work && work == nil:
		return problem(op, "bad-op", "'%s' needs a work buffer", f.Name)
	case !f.Work && work != nil:
		return problem(op, "bad-op", "'%s' takes no work buffer", f.Name)
	case f.Series && series < 1:
		return problem(op, "bad-op", "'%s' needs the number of terms of its series, at least 1", f.Name)
	case !f.Series && series != 0:
		return problem(op, "bad-op", "'%s' takes no number of terms", f.Name)
	}
	operands := op.OperandList()
	if d := verifyClass(op, wholeTensor(f), operands...); d != nil || work == nil {
		return d
	}
	return verifyApart(op, work, operands[1])
}

// wholeTensor is the class of a function on whole tensors: result, source and optionally
// a work buffer.
func wholeTensor(f *WholeFunction) OpClass {
	c := OpClass{Name: f.Name, Types: map[int]DTypeSet{0: 1 << f.To, 1: 1 << f.From, 2: 1 << f.To}, SamePacked: true, SameStart: true, InPlace: !f.Work,
		Layouts: map[int]Layout{rest: Aligned}, MinOperands: 2, MaxOperands: 2, shapes: sameShape, shapeRule: allAlike}
	if f.Work {
		c.MinOperands, c.MaxOperands = 3, 3
	}
	return c
}

// verifyApart checks that a work buffer does not overlap another operand.
func verifyApart(op *ir.Operation, work, source *ir.Value) *ir.Diagnostic {
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	var placed [2]*Tensor
	for i, v := range []*ir.Value{work, source} {
		if !IsSettled(v) {
			return nil
		}
		x, known, err := Placed(m, v)
		if err != nil {
			return Diagnose(op, err)
		}
		if !known {
			return nil
		}
		placed[i] = x
	}
	if b, shared := placed[0].Shared(placed[1]); shared {
		return problem(op, "operand-overlap", "a work buffer and another operand share bytes (NPU %d, offsets [%d, %d))", b.NPU, b.Lo, b.Hi)
	}
	return nil
}

func verifyPerChannel(op *ir.Operation) *ir.Diagnostic {
	_, name, _ := strings.Cut(op.Name(), ".")
	return verifyClass(op, perChannel(name, op.NumOperands()), op.OperandList()...)
}

func verifyWindow(op *ir.Operation) *ir.Diagnostic {
	for _, a := range []struct {
		name   string
		length int
		least  int64
	}{{paddingAttr, 4, 0}, {strideAttr, 2, 1}, {dilationAttr, 2, 1}, {kernelAttr, 2, 1}} {
		given := intsAttr(op, a.name)
		if op.Attr(a.name) == nil {
			continue
		}
		if len(given) != a.length || slices.Min(given) < a.least || slices.Max(given) > maxDim {
			return problem(op, "bad-window", "expected %d numbers of at least %d for '%s', but got [%s]", a.length, a.least, a.name, num.JoinInts(given))
		}
	}
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	if d := verifyReach(op, m); d != nil {
		return d
	}
	w := WindowOf(op).window()
	var c OpClass
	switch op.Typed().(type) {
	case Conv2DOp:
		c = convolution(m, w)
	case DepthwiseOp:
		c = depthwise(w)
	default:
		c = pooling(w)
	}
	return verifyClass(op, c, op.OperandList()...)
}

// verifyReach checks the numbers of a window against the limits of the machine.
func verifyReach(op *ir.Operation, m *Machine) *ir.Diagnostic {
	if !m.Rules {
		return nil
	}
	for _, limit := range []struct {
		name string
		most int64
	}{{paddingAttr, maxPadding}, {strideAttr, maxStride}, {dilationAttr, maxDilation}} {
		if given := intsAttr(op, limit.name); len(given) > 0 && slices.Max(given) > limit.most {
			return problem(op, "bad-window", "expected numbers of at most %d for '%s', but got [%s]", limit.most, limit.name, num.JoinInts(given)).
				Note(op.Loc(), "paddings and strides are at most %d, dilations at most %d", maxPadding, maxDilation)
		}
	}
	return nil
}

func depthwise(w *window) OpClass {
	return OpClass{Name: "depthwise2d", SameType: true, Types: onlyF32, SameStart: true, Layouts: map[int]Layout{0: Aligned, 1: Aligned, rest: Compact}, MinOperands: 3, MaxOperands: 4,
		shapes: func(x []*Tensor) bool {
			c := x[1].Type.Shape[1]
			k := x[2].Type.Shape
			return w.fits(x[0], x[1], c) && k[0] == 1 && k[1] == c && (len(x) < 4 || x[3].Type.Shape == Dims{1, c, 1, 1})
		},
		result:    func(x []*Tensor) []int64 { return w.result(x[1], x[1].Type.Shape[1]) },
		shapeRule: "(N, C, ·, ·) from (N, C, ·, ·), weight (1, C, ·, ·) and bias (1, C, 1, 1), H and W of the output floor((extent + padding - dilation·(kernel - 1) - 1) / stride) + 1"}
}

func pooling(w *window) OpClass {
	return OpClass{Name: "pool2d", SameType: true, Types: onlyF32, SameStart: true, Layouts: map[int]Layout{rest: Aligned}, MinOperands: 2, MaxOperands: 2,
		shapes:    func(x []*Tensor) bool { return w.fits(x[0], x[1], x[1].Type.Shape[1]) },
		result:    func(x []*Tensor) []int64 { return w.result(x[1], x[1].Type.Shape[1]) },
		shapeRule: "(N, C, ·, ·) from (N, C, ·, ·), H and W of the output floor((extent + padding - kernel) / stride) + 1"}
}

func verifyMatmul(op *ir.Operation) *ir.Diagnostic {
	return verifyClass(op, matmul(), op.OperandList()...)
}

func verifyFixedPoint(op *ir.Operation) *ir.Diagnostic {
	fixedPointOp := ir.Cast[FixedPointOp](op)
	f := FunctionOf(FixedPoint, fixedPointOp.KindAttr())
	sources := fixedPointOp.Sources()
	if d := verifyForm(op, f, len(sources)); d != nil {
		return d
	}
	l, r := fixedPointOp.Lshift(), fixedPointOp.Rshift()
	if l < 0 || l > 31 || r < 0 || r > 31 {
		return problem(op, "value-range", "expected shifts in [0, 31], but got %d to the left and %d to the right", l, r)
	}
	if l != 0 && !f.ReadsDestination {
		return problem(op, "bad-op", "'%s' takes no shift to the left", f.Name)
	}
	if r != 0 && !slices.Contains([]string{"add", "sub", "mul", "mac", Mul16x8, MulS16U8}, f.Name) {
		return problem(op, "bad-op", "'%s' takes no shift to the right", f.Name)
	}
	destination := fixedPointOp.Destination()
	dst := destination.Type().(*LocalType).Tensor.DType
	first := sources[0].Type().(*LocalType).Tensor.DType
	c := fixedPoint()
	c.Types = map[int]DTypeSet{}
	for i, types := range f.Operands {
		c.Types[i], c.InPlace = types, false
	}
	if f.Operands == nil {
		// Sources have the same width (op_type_t in okk.h).
		c.Types[1], c.Types[2] = f.Types, widthSet(first)
		if f.Types == int16Set {
			c.Types[0] = int16Set
		}
	}
	if d := verifyConstant(op, first); d != nil {
		return d
	}
	if d := verifySigns(op, f, dst, first); d != nil {
		return d
	}
	if d := verifyClass(op, c, append([]*ir.Value{destination}, sources...)...); d != nil {
		return d
	}
	return verifyWorks(op, sources[:len(sources)-f.Works], sources[len(sources)-f.Works:])
}

// verifySigns checks the widths and signs of sources and destination against the
// combinations that op_type_t and mul_type_t have in okk.h and that the function takes
// (OKKernel manual, fixed-point functions; functional model of BM1684).
func verifySigns(op *ir.Operation, f *Function, dst, first DType) *ir.Diagnostic {
	types := factors(op, f)
	signed := slices.ContainsFunc(types, DType.Signed)
	unsigned := slices.ContainsFunc(types, func(t DType) bool { return !t.Signed() })
	mismatch := func(rule, format string, args ...any) *ir.Diagnostic {
		return problem(op, "dtype-mismatch", format, args...).Note(op.Loc(), "%s", rule)
	}
	switch {
	case f.NarrowSources && first.Bytes() != 1:
		return mismatch("the hardware multiplies 8-bit sources; okk.fixed_point mul_16x8 and mul_s16_u8 multiply numbers of 16 bits by numbers of 8 bits",
			"'%s' takes 8-bit sources, but got %s", f.Name, first)
	case f.WideResult && dst.Bytes() != 2:
		return mismatch("the hardware adds to sums of 16 bits", "'%s' has a 16-bit destination, but got %s", f.Name, dst)
	case f.Selects && signed && unsigned:
		return mismatch("the hardware compares numbers of one type, and a negative number is signed", "'%s' takes sources of one sign", f.Name)
	case f.Selects && (dst.Bytes() != first.Bytes() || dst.Signed() != first.Signed()):
		return mismatch("the result is one of the sources", "'%s' has a destination of the type of its sources, %s, but got %s", f.Name, first, dst)
	case signed && !dst.Signed():
		return problem(op, "dtype-mismatch", "'%s' of signed sources has a signed result, but the destination is %s", f.Name, dst)
	case f.Name == Mul16x8 && !signed && dst.Signed():
		return problem(op, "dtype-mismatch", "'%s' of unsigned sources has an unsigned result, but the destination is %s", f.Name, dst)
	}
	return nil
}

// factors returns the element types of the sources whose signs determine the sign of the
// result (op_type_t and mul_type_t in okk.h); a negative number counts as signed.
func factors(op *ir.Operation, f *Function) (list []DType) {
	if f.Name == SplitHigh || f.Name == SplitLow || f.Types == int16Set {
		return nil
	}
	fixedPoint := ir.Cast[FixedPointOp](op)
	for i, v := range fixedPoint.Sources() {
		if f.Name != Mul16x8 || i != 1 {
			list = append(list, v.Type().(*LocalType).Tensor.DType)
		}
	}
	if n, ok := fixedPoint.Scalar().(*ir.IntegerAttr); ok && n.Int64() < 0 {
		list = append(list, I16)
	}
	return list
}

// IsSignedResult reports whether okk.fixed_point computes a signed number: a difference, or
// a result of a signed source.
func IsSignedResult(op *ir.Operation) bool {
	f := FunctionOf(FixedPoint, ir.Cast[FixedPointOp](op).KindAttr())
	return f.Name == "sub" || slices.ContainsFunc(factors(op, f), DType.Signed)
}

// verifyConstant checks that the number of a fixed-point operation fits the width of its
// source.
func verifyConstant(op *ir.Operation, t DType) *ir.Diagnostic {
	scalar := ir.Cast[FixedPointOp](op).Scalar()
	if scalar == nil {
		return nil
	}
	number, ok := scalar.(*ir.IntegerAttr)
	if !ok {
		return problem(op, "dtype-mismatch", "expected an integer, but got '%s'", scalar)
	}
	bits := 8 * t.Bytes()
	if v := number.Int64(); v < -1<<(bits-1) || v >= 1<<bits {
		return problem(op, "value-range", "expected a number of %d bits, in [%d, %d], but got %d", bits, -1<<(bits-1), 1<<bits-1, v)
	}
	return nil
}

// verifyWorks checks that work buffers overlap neither sources nor each other.
func verifyWorks(op *ir.Operation, sources, works []*ir.Value) *ir.Diagnostic {
	for i, work := range works {
		for _, v := range slices.Concat(sources, works[:i]) {
			if d := verifyApart(op, work, v); d != nil {
				return d
			}
		}
	}
	return nil
}

// widthSet holds the small integers as wide as t.
func widthSet(t DType) DTypeSet {
	if t.Bytes() == 1 {
		return int8Set
	}
	return int16Set
}

func verifyInt8(op *ir.Operation) *ir.Diagnostic {
	l := Aligned
	if op.Operand(0).Type().(*LocalType).Tensor.Layout == Compact {
		l = Compact
	}
	operands := op.OperandList()
	if d := verifyClass(op, int8ToFP32(l), operands...); d != nil {
		return d
	}
	return verifyApart(op, operands[2], operands[1])
}

// int8ToFP32 is the class of conversions of small integers, whose result, source and work
// buffer have the same layout.
func int8ToFP32(l Layout) OpClass {
	return OpClass{Name: "int8_to_fp32", SameStart: true, Types: map[int]DTypeSet{0: f32Set, 1: 1<<I8 | 1<<UI8, 2: f32Set}, Layouts: map[int]Layout{rest: l},
		MinOperands: 3, MaxOperands: 3, shapes: sameShape, shapeRule: allAlike}
}

func verifyCompute(op *ir.Operation) *ir.Diagnostic {
	compute := ir.Cast[ComputeOp](op)
	dsts, srcs := compute.Destinations(), compute.Sources()
	if len(dsts) == 0 {
		return problem(op, "bad-op", "expected a destination")
	}
	if d := verifyCode(op, dsts, srcs); d != nil {
		return d
	}
	all := slices.Concat(dsts, srcs)
	code := !compute.Body().Empty()
	c := OpClass{Name: compute.Callee(), SameStart: compute.SameStart(), FirstNPU: compute.FirstNPU(), InPlace: true, MinOperands: 1,
		shapes: func(x []*Tensor) bool { return !code || sameShape(x) }, shapeRule: allAlike}
	if compute.Aligned() {
		c.Layouts = map[int]Layout{rest: Aligned}
	}
	// Each destination is checked as the first operand.
	for i, dst := range dsts {
		operands := append([]*ir.Value{dst}, slices.Delete(slices.Clone(all), i, i+1)...)
		if d := verifyClass(op, c, operands...); d != nil {
			return d
		}
	}
	return nil
}

// verifyCode checks that the region of okk.compute takes an element of each source and
// yields an element of each destination.
func verifyCode(op *ir.Operation, dsts, srcs []*ir.Value) *ir.Diagnostic {
	body := ir.Cast[ComputeOp](op).Body()
	if body.Empty() {
		return nil
	}
	args := body.Front().ArgTypes()
	if want := elementTypes(srcs); !slices.Equal(args, want) {
		return problem(op, "dtype-mismatch", "expected arguments %s of the code, which are elements of the sources, but got %s", spellTypes(want), spellTypes(args))
	}
	for block := range body.Blocks() {
		if end := block.Terminator(); ir.Is[YieldOp](end) {
			if got, want := end.OperandTypes(), elementTypes(dsts); !slices.Equal(got, want) {
				return problem(end, "dtype-mismatch", "expected values %s, which are elements of the destinations, but got %s", spellTypes(want), spellTypes(got))
			}
		}
	}
	return nil
}

// elementTypes returns the types of the elements of tensors, as code computes with them.
func elementTypes(tensors []*ir.Value) (list []ir.Type) {
	for _, v := range tensors {
		list = append(list, ScalarType(v.Type().(*LocalType)))
	}
	return list
}

// ScalarType is the type of an element in code: the dialect arith has no unsigned types.
func ScalarType(t *LocalType) ir.Type {
	d := t.Tensor.DType
	if d.isFloat() {
		return d.IR(t.Context())
	}
	return t.Context().Integer(int(8 * d.Bytes()))
}

func spellTypes(list []ir.Type) string {
	text := make([]string, len(list))
	for i, t := range list {
		text[i] = t.String()
	}
	return "(" + strings.Join(text, ", ") + ")"
}
