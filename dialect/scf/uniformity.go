package scf

import (
	"optc/ir"
	"optc/layout/threads"
)

// uniformForall: iterations that are mapped to hardware belong to different threads.
var uniformForall = threads.Uniformity.By(&threads.UniformityRule{Arguments: func(op *ir.Operation, known threads.Scopes) {
	s := threads.Thread
	if len(ir.Cast[ForallOp](op).Mapping()) == 0 {
		s = threads.Grid
		for _, v := range op.Operands() {
			s = s.Meet(known.Of(v))
		}
	}
	rank := len(forallLowers.Static(op))
	for _, iv := range op.Body().Args()[:rank] {
		known.Set(iv, s)
	}
}})
