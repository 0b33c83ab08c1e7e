package okk

import (
	"strings"

	"optc/ir"
	"optc/sim"
)

// channelRows declares the operations with a number per channel.
func channelRows() []*Row {
	const t, v = "!okk.local<1x3x4x5xf32, aligned>", "!okk.local<1x3x1x1xf32, compact>"
	row := func(name, summary, description string, compute func(a *Arithmetic, x, p, q uint64) uint64, numbers ...string) *Row {
		r := &Row{
			Kind: ir.Kind("okk." + name), Summary: summary, Description: description,
			OpClass: OpClass{Name: name, SameType: true, SameStart: true, InPlace: true, ShapeRule: "destination and source alike, each other operand (1, C, 1, 1)", Operands: []Column{
				{Name: "destination", Access: ir.Write, Types: f32Set}, {Name: "source", Access: ir.Read, Types: f32Set},
			}},
			Engine: ComputeEngine, AnyAddress: true, Divide: "NCH", Compute: widened(perChannel(compute)), Range: perChannelRange(compute), Machine: floatsOnTPU,
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				return Call{"okk_bdc_" + name, append(eachOperand(op, addressArg), shapeArg(0), strideArg(0), strideArg(1))}
			}, TPUKernel: func(op *ir.Operation) Call {
				return Call{"tpu_bdc_fp_" + name, append(eachOperand(op, addressArg), shapeArg(0), typeArg(op, 0))}
			}},
			Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %v = okk.alloc : " + v + "\n" +
				"  okk." + name + " %b, %a" + strings.Repeat(", %v", len(numbers)) + " : " + t + ", " + t + strings.Repeat(", "+v, len(numbers)) + "\n}"},
		}
		for _, n := range numbers {
			r.Operands = append(r.Operands, Column{Name: n, Access: ir.Read, Shape: "1C11", Types: f32Set, Layouts: compact})
		}
		if len(numbers) > 1 {
			r.Machine = f32OnTPU
		}
		r.Assembly = assemblyOf(r.Operands)
		return r
	}
	const one = "The numbers are a compact tensor (1, C, 1, 1) of the same first NPU."
	return []*Row{
		row("bias", "add a number per channel", one, func(a *Arithmetic, x, p, _ uint64) uint64 { return a.add(x, p) }, "numbers"),
		row("scale", "multiply by a number per channel", one, (*Arithmetic).scaledBy, "numbers"),
		row("scale_bias", "multiply by a number per channel and add another", "Scale and bias are compact tensors (1, C, 1, 1) of the same first NPU.",
			func(a *Arithmetic, x, p, q uint64) uint64 { return a.add(a.mul(x, p), q) }, "scale", "bias"),
	}
}

// floatsOnTPU: TPUKernel computes on floats of any width, in aligned layout where the function takes no strides.
func floatsOnTPU(m *Machine, _ *ir.Operation, c *OpClass) error {
	if m.Interface != TPUKernel {
		return nil
	}
	for i := range c.Operands {
		of := &c.Operands[i]
		if of.Types = floatSet; of.Layouts == 0 {
			of.Layouts = aligned
		}
	}
	return nil
}

// f32OnTPU: TPUKernel has the function for floats of any width, but rounds narrow results in the middle, in an order that is not
// known; the rules hold for f32.
func f32OnTPU(m *Machine, op *ir.Operation, c *OpClass) error {
	err := floatsOnTPU(m, op, c)
	for i := range c.Operands {
		c.Operands[i].Types = f32Set
	}
	return err
}

// widened returns a computation on f32 as a computation on floats of any width, whose results are rounded.
func widened(compute func(*Arithmetic, *ir.Operation, []*Elements) error) func(*Arithmetic, *ir.Operation, []*Elements) error {
	return func(a *Arithmetic, op *ir.Operation, args []*Elements) error {
		dst := args[0]
		if dst.DType == F32 || !dst.DType.isFloat() {
			return compute(a, op, args)
		}
		wide := make([]*Elements, len(args))
		for i, e := range args {
			wide[i] = &Elements{DType: F32, Shape: e.Shape, Bits: make([]uint64, len(e.Bits))}
			for k, bits := range e.Bits {
				if wide[i].Bits[k] = bits; a.Symbols == nil || !sim.IsSymbol(bits) {
					wide[i].Bits[k] = bitsOf(float32(number(e.DType, bits)))
				}
			}
		}
		if err := compute(a, op, wide); err != nil {
			return err
		}
		for k, bits := range wide[0].Bits {
			if dst.Bits[k] = bits; a.Symbols == nil || !sim.IsSymbol(bits) {
				dst.Bits[k] = roundings[0].float(dst.DType, float64(float(bits)))
			}
		}
		return nil
	}
}

// assemblyOf is the form of an operation that has nothing but operands.
func assemblyOf(operands []Column) string {
	var names, types []string
	for _, c := range operands {
		names, types = append(names, "$"+c.Name), append(types, "type($"+c.Name+")")
	}
	return strings.Join(names, " `,` ") + " attr-dict `:` " + strings.Join(types, " `,` ")
}
