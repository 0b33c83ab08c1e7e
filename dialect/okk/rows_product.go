package okk

import "optc/ir"

// halves are the element types of products of tensors.
const halves = DTypeSet(1<<F16 | 1<<BF16)

// productRows declare the products of BM1684X, whose operands are tensors (declarations in tpu_kernel.h).
func productRows() []*Row {
	const l, r, y = "!okk.local<1x5x1x70xf16, aligned>", "!okk.local<1x70x1x9xf16, aligned>", "!okk.local<1x5x1x9xf32, aligned>"
	const turned = "!okk.local<1x9x1x70xf16, aligned>"
	product := func(kind, goName, summary, description, right, shapes string) *Row {
		return &Row{
			Kind: ir.Kind(kind), GoName: goName, Summary: summary,
			Description: description + " Rows are along C, so that each lane has some, and columns along W. Left and right are of f16 or bf16; the destination is of the same type or " +
				"of f32. The products of 32 columns and rows are added exactly but for digits that are smaller than 2^-24 of the largest product; the sums are added as f32.",
			OpClass: OpClass{
				Name: kind[len("okk."):], ShapeRule: "(1, M, 1, N) from (1, M, 1, K) and " + shapes, FirstNPU: true,
				Operands: []Column{
					{Name: "destination", Access: ir.Write, Shape: "1M1N", Types: floatSet, Mode: InN1, Layouts: aligned},
					{Name: "left", Access: ir.Read, Shape: "1M1K", Types: halves, Mode: InN1, Layouts: aligned},
					{Name: "right", Access: ir.Read, Shape: right, Types: halves, Mode: InN1, Layouts: aligned},
				},
			},
			CheckAttrs: checkProduct,
			Engine:     ComputeEngine, Divide: "MN", Compute: (*Arithmetic).product,
		}
	}
	mm := product("okk.mm", "MM", "product of tensors as matrices", "Left (M, K) times right (K, N).", "1K1N", "(1, K, 1, N)")
	mm.Attrs, mm.Adds, mm.Sum, mm.SumStep, mm.WholeSum = []ir.PropDef{resultAddWord}, resultAdd, "K", sumGroup, sumsOfHalves
	mm.Assembly = "$destination `,` $left `,` $right (`result_add` $result_add^)? attr-dict `:` type($destination) `,` type($left) `,` type($right)"
	mm.Calls = map[string]Caller{TPUKernel: func(op *ir.Operation) Call {
		return Call{"tpu_bdc_fp_mm", []Arg{
			addressArg(0), addressArg(1), addressArg(2), extentArg(1, 1), extentArg(1, 3), extentArg(2, 3), typeArg(op, 0), typeArg(op, 1), flagArg(resultAdd(op)),
		}}
	}}
	mm.Examples = []string{"okk.kernel @k {\n  %l = okk.alloc : " + l + "\n  %r = okk.alloc : " + r + "\n  %y = okk.alloc : " + y +
		"\n  okk.mm %y, %l, %r result_add : " + y + ", " + l + ", " + r + "\n}"}
	transposed := product("okk.mm_transposed", "MMTransposed", "product of a tensor and a transposed tensor as matrices", "Left (M, K) times the transposed right (N, K).", "1N1K", "(1, N, 1, K)")
	transposed.Assembly = "$destination `,` $left `,` $right attr-dict `:` type($destination) `,` type($left) `,` type($right)"
	transposed.Calls = map[string]Caller{TPUKernel: func(op *ir.Operation) Call {
		return Call{"tpu_bdc_fp_mm_R_trans", []Arg{
			addressArg(0), addressArg(1), addressArg(2), extentArg(1, 1), extentArg(1, 3), extentArg(2, 1), typeArg(op, 0), typeArg(op, 1),
		}}
	}}
	transposed.Examples = []string{"okk.kernel @k {\n  %l = okk.alloc : " + l + "\n  %r = okk.alloc : " + turned + "\n  %y = okk.alloc : " + y +
		"\n  okk.mm_transposed %y, %l, %r : " + y + ", " + l + ", " + turned + "\n}"}
	return []*Row{mm, transposed}
}

// sumGroup returns the number of products that a machine adds at once: sums of parts that are multiples of it have the bits of the whole sum.
func sumGroup(m *Machine) int64 {
	if m.Numbers == nil {
		return 1
	}
	return int64(max(m.Numbers.Group, 1))
}

// sumsOfHalves returns why the sums of a product cannot be divided: the chip adds only to numbers of f32.
func sumsOfHalves(op *ir.Operation) string {
	if t := Destination(op).Type().(*LocalType).Tensor.DType; t != F32 {
		return "'" + string(op.Name()) + "' adds to a destination of f32, but '" + NameOf(Destination(op)) + "' is of " + t.String()
	}
	return ""
}

// checkProduct checks the types of a product, as the functional model of the chip does.
func checkProduct(op *ir.Operation) *ir.Diagnostic {
	of := func(i int) DType { return Tensors(op)[i].Type().(*LocalType).Tensor.DType }
	switch to, left, right := of(0), of(1), of(2); {
	case left != right:
		return problem(op, "bad-op", "expected factors of one type, but got %s and %s", left, right)
	case to != F32 && to != left:
		return problem(op, "bad-op", "expected a destination of f32 or %s, but got %s", left, to)
	case to != F32 && resultAdd(op):
		return problem(op, "bad-op", "expected a destination of f32 for 'result_add', but got %s", to)
	}
	return nil
}
