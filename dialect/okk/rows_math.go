package okk

import (
	"math"
	"slices"
	"strings"

	"optc/ir"
	"optc/sim"
)

// coefficients are the tables of numbers that functions of TPUKernel read, with the numbers in each lane as measured on
// the vendor's functional model of BM1684X.
var coefficients = []coefficientTable{{"exp_coeff", 32}, {"exp_table", 192}, {"log_coeff", 32}, {"erf_coeff", 10}, {"sin_coeff", 32}, {"cos_coeff", 32}}

// coefficientTable is a table with a number of elements in each lane.
type coefficientTable struct {
	name string
	len  int64
}

func coefficientNames() (names []string) {
	for _, c := range coefficients {
		names = append(names, c.name)
	}
	return names
}

// Math lists the functions of okk.math (declarations in tpu_kernel.h).
var Math = []Function{
	{Name: "exp", Sources: 1, Works: 2, Bounds: positive, Tables: expTables, TPU: Form{C: "tpu_bdc_fp32_exp"}, Bits: exact(math.Exp)},
	{Name: "expm1", Sources: 1, Works: 2, Bounds: monotonic, Tables: expTables, TPU: Form{C: "tpu_bdc_fp32_expm1"}, Bits: exact(math.Expm1)},
	{Name: "sigmoid", Sources: 1, Works: 2, Bounds: positive, Tables: expTables, TPU: Form{C: "tpu_bdc_fp32_sigmoid"}, Bits: exact(sigmoid)},
	{Name: "silu", Sources: 1, Works: 2, Bounds: turnsLikeSilu, Tables: expTables, TPU: Form{C: "tpu_bdc_fp32_silu"}, Bits: exact(func(x float64) float64 { return x * sigmoid(x) })},
	{Name: "tanh", Sources: 1, Works: 2, Bounds: monotonic, Tables: expTables, TPU: Form{C: "tpu_bdc_fp32_tanh"}, Bits: exact(math.Tanh)},
	{Name: "log", Sources: 1, Works: 1, Bounds: monotonic, Tables: logTable, TPU: Form{C: "tpu_bdc_fp32_log"}, Bits: exact(math.Log)},
	{Name: "log1p", Sources: 1, Works: 1, Bounds: monotonic, Tables: logTable, TPU: Form{C: "tpu_bdc_fp32_log1p"}, Bits: exact(math.Log1p)},
	{Name: "sin", Sources: 1, Works: 1, Bounds: betweenOnes, Tables: []string{"sin_coeff"}, TPU: Form{C: "tpu_bdc_fp32_sin"}, Bits: exact(math.Sin)},
	{Name: "cos", Sources: 1, Works: 1, Bounds: betweenOnes, Tables: []string{"cos_coeff"}, TPU: Form{C: "tpu_bdc_fp32_cos"}, Bits: exact(math.Cos)},
	{Name: "erf", Sources: 1, Works: 3, Bounds: monotonic, Tables: erfTables, TPU: Form{C: "tpu_bdc_fp32_erf"}, Bits: exact(math.Erf)},
	{Name: "erfc", Sources: 1, Works: 3, Bounds: positive, Tables: erfTables, TPU: Form{C: "tpu_bdc_fp32_erfc"}, Bits: exact(math.Erfc)},
	{Name: "gelu", Sources: 1, Works: 4, Bounds: turnsLikeGelu, Tables: erfTables, TPU: Form{C: "tpu_bdc_fp32_gelu"}, Bits: exact(func(x float64) float64 { return x * math.Erfc(-x/math.Sqrt2) / 2 })},
	{Name: "log_base", Sources: 2, Works: 1, Bounds: monotonic, Tables: logTable, TPU: Form{Scalar: "tpu_bdc_fp32_logx", NumberLast: true}, Base: true, Bits: floats(func(x, base float32) float32 { return float32(math.Log(float64(x)) / math.Log(float64(base))) })},
	{Name: "exp_base", Sources: 2, Works: 2, Bounds: positive, Tables: expTables, TPU: Form{Scalar: "tpu_bdc_fp32_C_pow"}, Base: true, Argument: func(x, base float32) float32 { return x * float32(math.Log(float64(base))) }, Bits: floats(func(x, base float32) float32 { return float32(math.Pow(float64(base), float64(x))) })},
	{Name: "pow", Sources: 2, Works: 2, Bounds: power, Tables: []string{"exp_coeff", "log_coeff", "exp_table"}, TPU: Form{C: "tpu_bdc_fp32_pow", Scalar: "tpu_bdc_fp32_pow_C"},
		Bits: floats(func(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) })},
}

var (
	expTables = []string{"exp_coeff", "exp_table"}
	logTable  = []string{"log_coeff"}
	erfTables = []string{"exp_coeff", "erf_coeff", "exp_table"}
)

func mathRows() []*Row {
	const t, c, e = "!okk.local<1x3x4x5xf32, aligned>", "!okk.local<1x64x1x32xf32, aligned>", "!okk.local<1x64x1x192xf32, aligned>"
	return []*Row{
		{
			Kind: "okk.table", Summary: "coefficients of a function to each lane",
			Description: "The numbers that a function of okk.math reads, as many in each lane: 32, of exp_table 192, of erf_coeff 10. Nothing but okk.math and okk.table uses the tensor.",
			Attrs:       []ir.PropDef{{Name: kindAttr, Type: ir.StrEnum("kind", coefficientNames()...)}},
			Assembly:    "$kind $destination attr-dict `:` type($destination)",
			OpClass: OpClass{Name: "table", ShapeRule: "(1, lanes, 1, numbers)", FirstNPU: true,
				Operands: []Column{{Name: "destination", Access: ir.Write, Shape: "1C1W", Types: f32Set, Mode: InN1, Layouts: aligned}}},
			CheckAttrs: checkTable, Engine: ComputeEngine,
			Compute: func(_ *Arithmetic, _ *ir.Operation, args []*Elements) error { clear(args[0].Bits); return nil },
			Calls: onlyTPU(func(op *ir.Operation) Call {
				return Call{"tpu_bdc_load_fp32_" + ir.Cast[TableOp](op).KindAttr(), []Arg{addressArg(0)}}
			}),
			Examples: []string{"okk.kernel @k {\n  %c = okk.alloc : " + c + "\n  okk.table exp_coeff %c : " + c + "\n}"},
		},
		{
			Kind: "okk.math", Summary: "function of whole tensors by a series",
			Description: "exp, expm1, sigmoid, silu, tanh, log, log1p, sin, cos, erf, erfc, gelu, pow, log_base and exp_base of f32, as TPUKernel approximates them. A function reads its `tables`, which " +
				"okk.table loads, and destroys its `work` buffers of the shape of the destination. A number may be the exponent of pow; it is the base of log_base and exp_base. The chip computes exp_base where the source times the natural logarithm of the base is at most 88. When the simulator executes a kernel, results are exact, rounded to f32.",
			Attrs:  []ir.PropDef{{Name: kindAttr, Type: ir.StrEnum("kind", functionNames(Math)...)}, optional(scalarAttr, numberAttr, "")},
			Traits: ir.AttrSizedOperandSegments,
			Assembly: "$kind $destination `,` $sources (`scalar` $scalar^)? `tables` $tables `work` $work attr-dict " +
				"`:` type($destination) `,` type($sources) `tables` type($tables) `work` type($work)",
			OpClass: OpClass{Name: "math", SameStart: true, Operands: []Column{
				{Name: "destination", Access: ir.Write, Types: f32Set, Layouts: aligned}, {Name: "sources", Arity: ir.Variadic, Access: ir.Read, Types: f32Set, Layouts: aligned},
				{Name: "tables", Arity: ir.Variadic, Access: ir.Read, Types: f32Set, Layouts: aligned}, {Name: "work", Arity: ir.Variadic, Access: ir.Write, Types: f32Set, Layouts: aligned},
			}},
			Functions: Math, Form: mathForm, CheckAttrs: checkMath,
			Engine: ComputeEngine, Divide: "NCH", Compute: (*Arithmetic).approximated, Range: mathRange,
			Calls: onlyTPU(callMath),
			Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %w = okk.alloc : " + t + "\n  %c = okk.alloc : " + c +
				"\n  okk.table log_coeff %c : " + c + "\n  okk.math log %b, %a tables %c work %w : " + t + ", " + t + " tables " + c + " work " + t + "\n}",
				"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %w = okk.alloc : " + t + "\n  %v = okk.alloc : " + t + "\n  %c = okk.alloc : " + c + "\n  %e = okk.alloc : " + e +
					"\n  okk.table exp_coeff %c : " + c + "\n  okk.table exp_table %e : " + e + "\n  okk.math exp %b, %a tables %c, %e work %w, %v : " + t + ", " + t + " tables " + c + ", " + e + " work " + t + ", " + t + "\n}"},
		},
	}
}

// checkTable checks that a tensor has the shape of a table, and that nothing else uses it.
func checkTable(op *ir.Operation) *ir.Diagnostic {
	kind, v := ir.Cast[TableOp](op).KindAttr(), op.Operand(0)
	i := slices.IndexFunc(coefficients, func(c coefficientTable) bool { return c.name == kind })
	m := MachineFor(op)
	if m == nil {
		return nil
	}
	if want := []int64{1, m.NPUs, 1, coefficients[i].len}; !slices.Equal(shapeOf(v.Type()), want) {
		return problem(op, "shape-mismatch", "expected a tensor of shape %s for '%s', but got %s", spellList(want), kind, spellList(shapeOf(v.Type())))
	}
	for use := v.FirstUse(); use != nil; use = use.Next() {
		user := use.Owner()
		if other := ir.As[TableOp](user); other.Ok() && other.KindAttr() == kind || ir.IsAny(user, MathOp{}, DeallocOp{}) {
			continue
		}
		return problem(op, "bad-op", "expected a tensor that only okk.math reads, but '%s' uses it", user.Name()).Note(user.Loc(), "it is used here")
	}
	return nil
}

// mathForm: sources and work buffers have the shape of the destination, tables their own.
func mathForm(op *ir.Operation, c *OpClass) {
	mathOp := ir.Cast[MathOp](op)
	c.Name = mathOp.KindAttr()
	first, tables := 1+len(mathOp.Sources()), len(mathOp.Tables())
	for i := range c.Operands {
		of := &c.Operands[i]
		*of = Column{Name: of.Name, Access: ir.Read, Types: f32Set, Layouts: aligned, Mode: InN1, Shape: "NCHW"}
		switch {
		case i == 0 || i >= first+tables:
			of.Access = ir.Write
		case i >= first:
			of.Shape = "1X1" + string(rune('D'+i-first))
		}
	}
}

func checkMath(op *ir.Operation) *ir.Diagnostic {
	mathOp := ir.Cast[MathOp](op)
	f := FunctionOf(Math, mathOp.KindAttr())
	if d := checkForm(op, f, len(mathOp.Sources())); d != nil {
		return d
	}
	if n := len(mathOp.Work()); n != f.Works {
		return problem(op, "bad-op", "expected %d work buffers of '%s', but got %d", f.Works, f.Name, n)
	}
	if n := len(mathOp.Tables()); n != len(f.Tables) {
		return problem(op, "bad-op", "expected the tables %s of '%s', but got %d", strings.Join(f.Tables, ", "), f.Name, n)
	}
	for i, v := range mathOp.Tables() {
		loaded := ""
		for use := v.FirstUse(); use != nil; use = use.Next() {
			if table := ir.As[TableOp](use.Owner()); table.Ok() {
				loaded = table.KindAttr()
			}
		}
		if loaded != f.Tables[i] {
			return problem(op, "bad-op", "expected a tensor that 'okk.table %s' loads as table #%d of '%s'", f.Tables[i], i, f.Name)
		}
	}
	if d := verifyScalar(op, mathOp.Scalar(), F32); d != nil || !f.Base || mathOp.Scalar() == nil {
		return d
	}
	if base := float(uint64(NumberBits(mathOp.Scalar()))); !(base > 0 && base != 1 && !math.IsInf(float64(base), 0)) {
		return problem(op, "bad-op", "expected a positive base of '%s' other than 1, but got %g", f.Name, base)
	}
	return nil
}

func callMath(op *ir.Operation) Call {
	mathOp := ir.Cast[MathOp](op)
	f := FunctionOf(Math, mathOp.KindAttr())
	first, tables := 1+len(mathOp.Sources()), len(mathOp.Tables())
	addresses := eachOperand(op, addressArg)
	list := slices.Concat(addresses[:first], addresses[first+tables:], addresses[first:first+tables])
	number := mathOp.Scalar()
	switch {
	case number == nil:
		list = append(list, shapeArg(0))
	case f.TPU.NumberLast:
		list = append(list, shapeArg(0), textArg("%s", cFloat(NumberBits(number))))
	default:
		list = append(list, textArg("%s", cFloat(NumberBits(number))), shapeArg(0))
	}
	return Call{f.TPU.of(op), list}
}

// approximated computes okk.math.
func (a *Arithmetic) approximated(op *ir.Operation, args []*Elements) error {
	mathOp := ir.Cast[MathOp](op)
	f := FunctionOf(Math, mathOp.KindAttr())
	domain, limited := a.domain(f)
	var err error
	eachElement(op, args[:1+len(mathOp.Sources())], func(i int, x, y uint64) {
		if limited && err == nil {
			argument := x
			if known := a.Symbols == nil || !sim.IsSymbol(x); known && f.Argument != nil {
				argument = bitsOf(f.Argument(float(x), float(y)))
			}
			err = a.inside(op, f, domain, argument, args[1], i)
		}
		if bits, ok := a.unknown(f.Name, x, y); ok {
			args[0].Bits[i] = bits
			return
		}
		args[0].Bits[i] = a.Numbers.flushed(f.Bits(a.Numbers.flushed(x), a.Numbers.flushed(y)))
	})
	return err
}
