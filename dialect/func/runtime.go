package fn

import (
	"fmt"
	"io"
	"math"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// runtimeFunction is a function of upstream's runtime libraries (RunnerUtils, CRunnerUtils), which a module only declares.
type runtimeFunction struct {
	takes   string // the type of the argument, "array" for a memref or tensor of any shape, or ""
	returns string // the type of the result, or ""
	run     func(m *sim.Machine, t ir.Type, arg sim.Value) (bits uint64, err error)
}

// runtimeFunctions are the provided functions by name.
var runtimeFunctions = map[string]runtimeFunction{
	"rtclock":  {returns: "f64", run: func(m *sim.Machine, _ ir.Type, _ sim.Value) (uint64, error) { return math.Float64bits(seconds(m)), nil }},
	"nanoTime": {returns: "i64", run: func(m *sim.Machine, _ ir.Type, _ sim.Value) (uint64, error) { return uint64(m.Steps()), nil }},
	"printI64": printed("i64", printNumber),
	"printF32": printed("f32", printNumber),
	"printF64": printed("f64", printNumber),
	"printU64": printed("i64", func(b *strings.Builder, _ ir.Type, arg sim.Value) error {
		fmt.Fprint(b, arg.Bits)
		return nil
	}),
	"printFlops": printed("f64", func(b *strings.Builder, _ ir.Type, arg sim.Value) error {
		fmt.Fprintf(b, "%f GFLOPS\n", math.Float64frombits(arg.Bits)*1e-9)
		return nil
	}),
	"printOpen":       printedText("( "),
	"printClose":      printedText(" )"),
	"printComma":      printedText(", "),
	"printNewline":    printedText("\n"),
	"printMemrefF16":  printed("array of f16", printArray),
	"printMemrefBF16": printed("array of bf16", printArray),
	"printMemrefF32":  printed("array of f32", printArray),
	"printMemrefF64":  printed("array of f64", printArray),
	"printMemrefI8":   printed("array of i8", printArray),
	"printMemrefI16":  printed("array of i16", printArray),
	"printMemrefI32":  printed("array of i32", printArray),
	"printMemrefI64":  printed("array of i64", printArray),
	"printMemrefInd":  printed("array of index", printArray),
}

// runtimeOf returns the provided function that a declaration means, or nil.
func runtimeOf(declared *ir.Operation) *runtimeFunction {
	if !ir.Is[FuncOp](declared) || !IsDeclaration(declared) {
		return nil
	}
	f, ok := runtimeFunctions[ir.SymbolName(declared)]
	t := TypeOf(declared)
	are := func(list []ir.Type, name string) bool {
		return name == "" && len(list) == 0 || len(list) == 1 && typeText(list[0]) == name
	}
	if !ok || !are(t.Inputs, f.takes) || !are(t.Results, f.returns) {
		return nil
	}
	return &f
}

// typeText is a type as the table of functions has it.
func typeText(t ir.Type) string {
	switch t.(type) {
	case *ir.MemRefType, *ir.UnrankedMemRefType, *ir.TensorType, *ir.UnrankedTensorType:
		return "array of " + ir.ElementOrSelf(t).String()
	}
	return t.String()
}

// call calls a provided function.
func (p *runtimeFunction) call(m *sim.Machine, declared *ir.Operation, args []sim.Value) ([]sim.Value, error) {
	var t ir.Type
	var arg sim.Value
	if p.takes != "" {
		t, arg = TypeOf(declared).Inputs[0], args[0]
	}
	if arg.IsPoison() {
		return nil, sim.ErrPoison
	}
	bits, err := p.run(m, t, arg)
	if err != nil || p.returns == "" {
		return nil, err
	}
	return []sim.Value{sim.Int(bits)}, nil
}

// seconds is the time of the clock: an operation of the program takes a nanosecond, so that every run has the same times.
func seconds(m *sim.Machine) float64 { return float64(m.Steps()) * 1e-9 }

// printed is a function that prints its argument.
func printed(takes string, text func(b *strings.Builder, t ir.Type, arg sim.Value) error) runtimeFunction {
	return runtimeFunction{takes: takes, run: func(m *sim.Machine, t ir.Type, arg sim.Value) (uint64, error) {
		var b strings.Builder
		if m.Out == nil {
			return 0, nil
		}
		if err := text(&b, t, arg); err != nil {
			return 0, err
		}
		_, err := io.WriteString(m.Out, b.String())
		return 0, err
	}}
}

func printedText(text string) runtimeFunction {
	return printed("", func(b *strings.Builder, _ ir.Type, _ sim.Value) error {
		b.WriteString(text)
		return nil
	})
}

func printNumber(b *strings.Builder, t ir.Type, arg sim.Value) error {
	sim.PrintNumber(b, t, arg.Bits)
	return nil
}

// printArray prints a memref as RunnerUtils.h does. A tensor is printed as a memref without gaps at address 0.
func printArray(b *strings.Builder, t ir.Type, arg sim.Value) error {
	elem := ir.ElementOrSelf(t)
	r := arg.MemRef()
	load := func(index []int64) (sim.Value, *diag.Error) { return r.Load(index) }
	if v := arg.Vector(); v != nil {
		r = &sim.MemRef{Sizes: v.Shape, Strides: sim.Strides(v.Shape)}
		load = func(index []int64) (sim.Value, *diag.Error) {
			at := int64(0)
			for d, i := range index {
				at += i * r.Strides[d]
			}
			return v.At(int(at)), nil
		}
	}
	list := func(numbers []int64) string { return strings.ReplaceAll(fmt.Sprint(numbers), " ", ", ") }
	fmt.Fprintf(b, "Unranked Memref base@ = %#x rank = %d offset = %d sizes = %s strides = %s data = \n", r.Base, len(r.Sizes), r.Offset, list(r.Sizes), list(r.Strides))
	rank := len(r.Sizes)
	index := make([]int64, rank)
	var write func(d int) error
	write = func(d int) error {
		if d == rank {
			v, fault := load(index)
			switch {
			case fault != nil:
				return fault
			case v.IsPoison():
				return sim.ErrPoison
			case elem.String() == "i8":
				b.WriteByte(byte(v.Bits)) // a character, as a stream of C++ writes it
			default:
				sim.PrintNumber(b, elem, v.Bits)
			}
			return nil
		}
		b.WriteByte('[')
		for i := range r.Sizes[d] {
			if i > 0 {
				b.WriteString(map[bool]string{true: ", ", false: ", \n"}[d == rank-1] + strings.Repeat(" ", d+1))
			}
			index[d] = i
			if err := write(d + 1); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	if rank == 0 {
		b.WriteByte('[')
		defer b.WriteString("]\n")
		return write(0)
	}
	err := write(0)
	b.WriteByte('\n')
	return err
}
