package poplar

import (
	"fmt"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/passes"
)

// PoplarPrintOffsets is poplar-print-offsets.
var PrintOffsets = &passes.Pass{
	Name:  "poplar-print-offsets",
	Title: "Print the offsets of vertex fields as constants for assembly",
	Doc: `Lines NAME VALUE, such as

    BLEND_ROWS 20
    BLEND_ROWS_DELTAS 24`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Needs:    []passes.Condition{{Text: "layouts are resolved"}},
	Run: func(c *passes.Context) (bool, error) {
		eachState(c, func(name string, s *vertex.StateLayout, _ *target.Target) {
			for _, o := range s.Offsets(name) {
				fmt.Fprintf(c.Out(), "%s %d\n", o.Name, o.Offset)
			}
		})
		return false, nil
	},
}
