package ir

// This file contains the functions by which generated accessors read parts of an operation other
// than single operands, results, regions or successors.

// OptionalOpOperand returns the use that is the value of an optional operand group, or
// nil.
func (op *Operation) OptionalOpOperand(g int) *OpOperand {
	if lo, hi := op.OperandRange(g); lo < hi {
		return &op.operands()[lo]
	}
	return nil
}

// OpOperandGroup returns the uses that are the values of an operand group.
func (op *Operation) OpOperandGroup(g int) []*OpOperand {
	lo, hi := op.OperandRange(g)
	if lo == hi {
		return nil
	}
	uses := make([]*OpOperand, hi-lo)
	for i := range uses {
		uses[i] = &op.operands()[lo+i]
	}
	return uses
}

// OptionalResult returns the value of an optional result group, or nil.
func (op *Operation) OptionalResult(g int) *Value {
	if lo, hi := op.resultRange(g); lo < hi {
		return &op.results()[lo]
	}
	return nil
}

// RegionsFrom returns region i and all later regions.
func (op *Operation) RegionsFrom(i int) []*Region {
	var regions []*Region
	for ; i < op.NumRegions(); i++ {
		regions = append(regions, op.Region(i))
	}
	return regions
}

// SuccessorsFrom returns successor i and all later successors.
func (op *Operation) SuccessorsFrom(i int) []*Block {
	var blocks []*Block
	for ; i < op.NumSuccessors(); i++ {
		blocks = append(blocks, op.Successor(i))
	}
	return blocks
}

// MixedIndex returns the index in an optional operand group, or in inherent attribute prop; 0 if
// both are absent.
func (op *Operation) MixedIndex(prop, group int) Mixed {
	if v := op.OptionalOperand(group); v != nil {
		return Mixed{Value: v}
	}
	return Mixed{Const: IntOr(op.Prop(prop), 0)}
}
