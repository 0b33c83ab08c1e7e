package okk

import (
	"strings"

	"optc/ir"
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
			Engine: ComputeEngine, AnyAddress: true, Divide: "NCH", Compute: perChannel(compute), Range: perChannelRange(compute),
			Calls: map[string]Caller{OKKernel: func(op *ir.Operation) Call {
				return Call{"okk_bdc_" + name, append(eachOperand(op, addressArg), shapeArg(0), strideArg(0), strideArg(1))}
			}},
			Examples: []string{"okk.kernel @k {\n  %a = okk.alloc : " + t + "\n  %b = okk.alloc : " + t + "\n  %v = okk.alloc : " + v + "\n" +
				"  okk." + name + " %b, %a" + strings.Repeat(", %v", len(numbers)) + " : " + t + ", " + t + strings.Repeat(", "+v, len(numbers)) + "\n}"},
		}
		for _, n := range numbers {
			r.Operands = append(r.Operands, Column{Name: n, Access: ir.Read, Shape: "1C11", Types: f32Set, Layouts: compact})
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

// assemblyOf is the form of an operation that has nothing but operands.
func assemblyOf(operands []Column) string {
	var names, types []string
	for _, c := range operands {
		names, types = append(names, "$"+c.Name), append(types, "type($"+c.Name+")")
	}
	return strings.Join(names, " `,` ") + " attr-dict `:` " + strings.Join(types, " `,` ")
}
