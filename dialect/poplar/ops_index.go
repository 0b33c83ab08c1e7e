package poplar

import (
	"strings"

	"optc/ir"
)

// A number that is either written or computed is the attribute with its name, or the
// operand dynamic_<name> of type index:
//
//	poplar.use %t on 3
//	poplar.use %t on %tile
//
// The definition contains writtenIndex and computedIndex, the constraint hasIndex, and
// custom<Index>($dynamic_tile, $tile) in its assembly format.
func writtenIndex(name string) ir.PropDef {
	return ir.PropDef{Name: name, Type: integerAttr, Optional: true}
}

func writtenTile() ir.PropDef {
	tile := writtenIndex("tile")
	tile.Go = goInt
	return tile
}

func computedIndex(name string) ir.ValueDef {
	return ir.ValueDef{Name: dynamicPrefix + name, Type: ir.IndexConstraint, Kind: ir.Optional}
}

const dynamicPrefix = "dynamic_"

var indexDirective = ir.CustomDirective{
	Form: "(#1 | #2)",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
		if u, ok := p.OptionalOperand(); ok {
			p.BindOperands(args[0], u)
			return
		}
		st.SetProp(args[1].Text, parseInteger(p))
	},
	Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
		if v := op.OptionalOperand(args[0].Index); v != nil {
			p.Operand(v)
			return
		}
		p.AttrWithoutType(op.Prop(args[1].Index))
	},
}

// computed returns the operand of op that holds the named number, or nil where the number
// is written or absent.
func computed(op *ir.Operation, name string) *ir.Value {
	return op.OptionalOperand(op.Def().OperandIndex(dynamicPrefix + name))
}

// hasIndex requires a number to be given exactly once, or at most once.
type hasIndex struct {
	name     string
	optional bool
}

func (h hasIndex) Check(op *ir.Operation) *ir.Diagnostic {
	isWritten, isComputed := op.Attr(h.name) != nil, computed(op, h.name) != nil
	if isWritten && isComputed || !h.optional && !isWritten && !isComputed {
		return op.Errorf("failed to verify that %s", h.Doc())
	}
	return nil
}

func (h hasIndex) Doc() string {
	if h.optional {
		return h.name + " is not both written and computed"
	}
	return "either " + h.name + " is written or it is computed"
}

// WriteIndices replaces computed numbers of an operation by written numbers:
//
//	%v = poplar.add_vertex @"demo::P" on %tile   →   %v = poplar.add_vertex @"demo::P" on 3
//
// number returns the number that a value is known to be. Values of other operands are
// kept.
func WriteIndices(rw *ir.Rewriter, op *ir.Operation, number func(*ir.Value) (int64, bool)) {
	type written struct {
		attr  string
		value int64
	}
	var found []written
	var operands []*ir.Value
	for g := range op.Def().Operands {
		group := op.OperandGroup(g)
		if attr, isIndex := strings.CutPrefix(op.Def().Operands[g].Name, dynamicPrefix); isIndex && len(group) == 1 {
			if n, known := number(group[0]); known {
				found, group = append(found, written{attr, n}), nil
			}
		}
		operands = append(operands, group...)
	}
	if found == nil {
		return
	}
	rw.Modify(op, func() {
		op.SetOperands(operands)
		for _, w := range found {
			op.SetAttr(w.attr, rw.Context().I64Attr(w.value))
		}
	})
}
