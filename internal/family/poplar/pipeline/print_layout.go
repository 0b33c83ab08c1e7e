package poplar

import (
	"io"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/passes"
)

// PoplarPrintLayout is poplar-print-layout.
var PrintLayout = &passes.Pass{
	Name:  "poplar-print-layout",
	Title: "Print the bits of the state of every vertex",
	Doc: `One line per word, high bits left:

    demo::Rows  ipu2  size 12 align 4
      +0  rows  DELTANELEMENTS  [31:24] n.hi  [23:21] 0  [20:0] base
      +4                        [31:24] n.lo  [23:21] 0  [20:0] deltas     delta: [31:20] count [19:0] offset*2
      +8  last  ui16            [15:0]`,
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Needs:    []passes.Condition{{Text: "layouts are resolved"}},
	Run: func(c *passes.Context) (bool, error) {
		eachState(c, func(name string, s *vertex.StateLayout, t *target.Target) {
			io.WriteString(c.Out(), s.Picture(name, t))
		})
		return false, nil
	},
}

// eachState lays out the state of every vertex of the module.
func eachState(c *passes.Context, visit func(name string, s *vertex.StateLayout, t *target.Target)) {
	vertices := moduleOps(c, poplar.VertexOp{})
	if len(vertices) == 0 {
		return
	}
	t, ok := vertexTarget(c, vertices[0])
	if !ok {
		return
	}
	for v := range passes.Each(c, vertices) {
		s, err := poplar.StateOf(v, &t)
		if err != nil {
			c.Fail(err)
			continue
		}
		visit(ir.SymbolName(v), &s, &t)
	}
}
