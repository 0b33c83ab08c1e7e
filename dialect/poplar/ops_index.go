package poplar

import (
	"slices"
	"strings"

	"optc/ir"
)

// WriteIndices replaces computed numbers of an operation by written ones:
//
//	%v = poplar.add_vertex @"demo::P" on %tile   →   %v = poplar.add_vertex @"demo::P" on 3
//
// number returns the number that a value is known to be. Values of other operands
// stay.
func WriteIndices(op *ir.Operation, number func(*ir.Value) (int64, bool)) {
	type written struct {
		attr  string
		value int64
	}
	var found []written
	var operands []*ir.Value
	sizes := make([]int32, len(op.Def().Operands))
	for g := range op.Def().Operands {
		group := op.OperandGroup(g)
		if attr, isIndex := strings.CutPrefix(op.Def().Operands[g].Name, "dynamic_"); isIndex && len(group) == 1 {
			if n, known := number(group[0]); known {
				found = append(found, written{attr, n})
				continue
			}
		}
		sizes[g] = int32(len(group))
		operands = append(operands, group...)
	}
	if found == nil {
		return
	}
	c := op.Operand(0).Type().Context()
	op.SetOperands(operands)
	if slices.Contains(op.Def().AttrNames(), "operandSegmentSizes") {
		op.SetAttr("operandSegmentSizes", c.DenseI32Array(sizes))
	}
	for _, w := range found {
		op.SetAttr(w.attr, c.I64Attr(w.value))
	}
}
