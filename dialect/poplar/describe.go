package poplar

import (
	"fmt"
	"strings"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// describe describes the places of the fields of a vertex in its state. Without a target
// in the text it uses the target ipu2.
func describe(op *ir.Operation) string {
	v := op
	if ir.Is[FieldOp](op) {
		v = op.Parent()
	}
	if !ir.Is[VertexOp](v) {
		return ""
	}
	t, known := TargetFor(v)
	which := ""
	if !known {
		which = ", as the file names no target"
		var err error
		if t, err = target.Lookup("ipu2"); err != nil {
			return ""
		}
	}
	layout, errs := vertex.PackState(&t, VertexOf(v).Fields(), vertex.CompactReference)
	if errs != nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "state on %s%s: %d bytes, alignment %d\n", t.Arch, which, layout.Size, layout.Align)
	for _, f := range layout.Fields {
		if v == op || f.Name == ir.SymbolName(op) {
			fmt.Fprintf(&b, "  %4d  %-16s %d bytes, alignment %d\n", f.Offset, f.Name, f.Size, f.Align)
		}
	}
	return b.String()
}
