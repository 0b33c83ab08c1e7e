package poplar

import "optc/ir"

// This file contains setters that passes use to change vertices and their members in place.

// set changes an attribute of an operation in place.
func set(rw *ir.Rewriter, op *ir.Operation, name string, a ir.Attribute) {
	rw.Modify(op, func() { op.SetAttr(name, a) })
}

// SetState gives the size and the alignment of the state, in bytes.
func (op VertexOp) SetState(rw *ir.Rewriter, size, align int) {
	rw.Modify(op.Operation(), func() {
		op.SetStateSize(int64(size))
		op.SetStateAlign(int64(align))
	})
}

// SetResolvedFor sets the target for which the layouts are resolved.
func (op VertexOp) SetResolvedFor(rw *ir.Rewriter, t *TargetAttr) {
	set(rw, op.Operation(), resolvedFor, t)
}

// SetResolved changes the type to a type with a concrete layout. The type as first
// written is kept in declared. A dataAlign of 0 means no requirement.
func (op FieldOp) SetResolved(rw *ir.Rewriter, t ir.Type, dataAlign int) {
	rw.Modify(op.Operation(), func() {
		if op.Declared() == nil {
			op.SetDeclared(op.Type())
		}
		op.SetType(t)
		if dataAlign > 0 {
			op.SetDataAlign(int64(dataAlign))
		}
	})
}

// SetPlace sets the place of the field in the state, in bytes.
func (op FieldOp) SetPlace(rw *ir.Rewriter, offset, size, align int) {
	rw.Modify(op.Operation(), func() {
		op.SetOffset(int64(offset))
		op.SetSize(int64(size))
		op.SetAlign(int64(align))
	})
}

// When returns the predicate over template parameters that must hold for a member of a
// vertex template to exist; "" means true.
func When(member *ir.Operation) string { return strAttr(member, "when") }

// ClearWhen removes the condition from a member of a vertex.
func ClearWhen(rw *ir.Rewriter, member *ir.Operation) { set(rw, member, "when", nil) }
