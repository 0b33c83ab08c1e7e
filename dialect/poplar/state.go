package poplar

import (
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// StateOf lays out the fields of a vertex. The error code is unresolved for a layout that
// is still compact; for other errors see [vertex.PackState].
func StateOf(v *ir.Operation, t *target.Target) (vertex.StateLayout, error) {
	fields := VertexOf(v).Fields()
	for i, f := range VertexOf(v).FieldOps() {
		if fields[i].Type.IsCompact() {
			return vertex.StateLayout{}, f.Errorf("layout of '%s' must be resolved before the state is laid out", f.Name()).WithCode(Codes + "unresolved")
		}
	}
	state, errs := vertex.PackState(t, fields, vertex.CompactReference)
	if errs != nil {
		if i := errs[0].Field; i >= 0 {
			return vertex.StateLayout{}, Diagnose(VertexOf(v).FieldOps()[i].Operation, errs[0].Err)
		}
		return vertex.StateLayout{}, Diagnose(v, errs[0].Err)
	}
	return state, nil
}

// resolvedFor is the attribute of a poplar.vertex that holds the target for which its
// layouts were resolved.
const resolvedFor = "resolved_for"

// CheckResolved tests that the layouts of a poplar.vertex were resolved for the target in
// force. The error code is target-differs.
func CheckResolved(v *ir.Operation) error {
	made := ir.Get[*TargetAttr](v, resolvedFor)
	if t, ok := TargetFor(v); ok && made != nil && made.Target != t {
		return v.Errorf("layouts are resolved for '%s', but the target in force is '%s'", made, TargetOf(made.Context(), t)).
			WithCode(Codes + "target-differs")
	}
	return nil
}
