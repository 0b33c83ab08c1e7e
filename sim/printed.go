package sim

import (
	"fmt"
	"math"
	"strings"

	"optc/ir"
)

// PrintNumber writes a number as upstream's runtime libraries do (CRunnerUtils.cpp): floats with %g, signless and 1-bit
// integers as they are.
func PrintNumber(b *strings.Builder, t ir.Type, bits uint64) {
	n := Number{Width: Width(t)}
	switch t := t.(type) {
	case *ir.FloatType:
		n.Kind = t.Kind
		switch v := n.Float(bits).Float64(); {
		case math.IsNaN(v):
			b.WriteString("nan")
		case math.IsInf(v, 0):
			b.WriteString(strings.TrimPrefix(strings.ToLower(fmt.Sprint(v)), "+"))
		default:
			fmt.Fprintf(b, "%.6g", v)
		}
	case *ir.IntegerType:
		if t.Signedness == ir.Unsigned || t.Width == 1 {
			fmt.Fprint(b, bits)
			return
		}
		fmt.Fprint(b, n.Int(bits).Int64())
	default:
		fmt.Fprint(b, bits) // a number of type index
	}
}
