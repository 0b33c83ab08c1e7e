package vector

import (
	"io"
	"strings"

	"optc/ir"
	"optc/sim"
)

// runPrint writes a value, or a string, as upstream's runtime library does
// (ConvertVectorToLLVM.cpp, CRunnerUtils.cpp): vectors in parentheses, floats with %g.
func runPrint(f *sim.Frame, in *sim.Instr) error {
	if f.Out == nil {
		return nil
	}
	op := ir.Cast[PrintOp](in.Op)
	if text := op.StringLiteral(); text != nil {
		_, err := io.WriteString(f.Out, text.Value) // without punctuation
		return err
	}
	var b strings.Builder
	if source := op.Source(); source != nil {
		v := f.Value(in, source)
		elem := ir.ElementOrSelf(source.Type())
		x := v.Vector()
		switch {
		case x == nil && v.IsPoison():
			return sim.ErrPoison
		case x == nil:
			sim.PrintNumber(&b, elem, v.Bits)
		default:
			for i := range x.Len() {
				if x.IsUndef(i) {
					return sim.ErrPoison
				}
			}
			printNested(&b, x, 0, x.AllBits())
		}
	}
	b.WriteString([...]string{"", "\n", ", ", "( ", " )"}[op.Punctuation()])
	_, err := io.WriteString(f.Out, b.String())
	return err
}

// printNested writes elems, which are the elements of the dimensions from d to the last.
func printNested(b *strings.Builder, x *sim.Vector, d int, elems []uint64) {
	if d == len(x.Shape) {
		sim.PrintNumber(b, x.Elem, elems[0])
		return
	}
	b.WriteString("( ")
	for i, part := 0, len(elems)/int(x.Shape[d]); i < len(elems); i += part {
		if i > 0 {
			b.WriteString(", ")
		}
		printNested(b, x, d+1, elems[i:i+part])
	}
	b.WriteString(" )")
}
