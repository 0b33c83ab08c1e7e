package poplar

import (
	"fmt"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/passes"
)

// PoplarResolveLayoutsOptions are the options of PoplarResolveLayouts.
type ResolveLayoutsOptions struct {
	CompactPolicy string `opt:"compact-policy" values:"reference,poplibs" help:"how COMPACT_PTR resolves at alignment 16 or more: by the vendor's table, or as at 8"`
}

// PoplarResolveLayouts is poplar-resolve-layouts.
var ResolveLayouts = &passes.Pass{
	Name:  "poplar-resolve-layouts",
	Title: "Resolve the layouts of vertex fields and lay out vertex state",
	Doc: `COMPACT_PTR and COMPACT_DELTAN are replaced by the layout that the target chooses.
Every field gets its offset, size and alignment in the state and the alignment of
its data, and every vertex gets the size and alignment of its state.

    poplar.field @lhs : !poplar.in<vec<f16, COMPACT_PTR, align 8>>

on ipu1 becomes

    poplar.field @lhs : !poplar.in<vec<f16, SCALED_PTR64, align 8>>
        {align = 2 : i64, data_align = 8 : i64, declared = !poplar.in<vec<f16, COMPACT_PTR, align 8>>, offset = 0 : i64, size = 2 : i64}

Layouts that were resolved before, for this or another target, are resolved again
from the declared types.

A DELTAN field of an external vertex at an offset that is not a multiple of 4 draws a
warning. On the CPU target only the layouts are resolved: the state is the host's.`,
	Options:  ResolveLayoutsOptions{CompactPolicy: "reference"},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run:      runPoplarResolveLayouts,
}

func runPoplarResolveLayouts(c *passes.Context) (changed bool, err error) {
	vertices := moduleOps(c, poplar.VertexOp{})
	if len(vertices) > 0 {
		t, ok := vertexTarget(c, vertices[0])
		if !ok {
			return false, nil
		}
		policy, err := vertex.ParseCompactPolicy(passes.OptionsOf[ResolveLayoutsOptions](c).CompactPolicy)
		if err != nil {
			return false, c.Op.OpError(poplar.Codes, err)
		}
		rw := c.Rewriter(nil)
		for v := range passes.Each(c, vertices) {
			ir.Cast[poplar.VertexOp](v).SetResolvedFor(rw, poplar.TargetOf(c.IR, t))
			if t.IsTile() {
				resolveState(c, rw, poplar.VertexOf(v), &t, policy)
			} else {
				resolveFields(c, rw, poplar.VertexOf(v), &t, policy)
			}
		}
		changed = true
	}
	return assertions(c, c.Op, poplar.AssertFieldOp{}, func(op *ir.Operation) *ir.Diagnostic { return checkField(c, op) }) || changed, nil
}

// resolveState lays out the state of a vertex on a tile.
func resolveState(c *passes.Context, rw *ir.Rewriter, v poplar.VertexView, t *target.Target, policy vertex.CompactPolicy) {
	ops := v.FieldOps()
	state, errs := vertex.PackState(t, v.Declared(), policy)
	for _, e := range errs {
		at := v.Operation
		if e.Field >= 0 {
			at = ops[e.Field].Operation
		}
		c.Report(at.OpError(poplar.Codes, e.Err))
	}
	if errs != nil {
		return
	}
	if v.Codelet().External {
		for _, w := range state.MisplacedLists() {
			d := ops[w.Field].OpError(poplar.Codes, w.Err)
			d.Severity = ir.Warning
			c.Report(d)
		}
	}
	for i := range state.Fields {
		f := &state.Fields[i]
		setResolved(rw, ops[i], &f.Resolved)
		ir.Cast[poplar.FieldOp](ops[i].Operation).SetPlace(rw, f.Offset, f.Size, f.Align)
	}
	ir.Cast[poplar.VertexOp](v.Operation).SetState(rw, state.Size, state.Align)
}

// resolveFields makes layouts concrete if the state itself is not defined.
func resolveFields(c *passes.Context, rw *ir.Rewriter, v poplar.VertexView, t *target.Target, policy vertex.CompactPolicy) {
	for _, f := range v.FieldOps() {
		declared, _ := f.Declared()
		r, err := vertex.Resolve(t, declared, policy)
		if err != nil {
			c.Report(f.OpError(poplar.Codes, err))
			continue
		}
		setResolved(rw, f, &r)
	}
}

// setResolved gives a field its concrete type.
func setResolved(rw *ir.Rewriter, f poplar.FieldView, r *vertex.Resolved) {
	ir.Cast[poplar.FieldOp](f.Operation).SetResolved(rw, poplar.State(rw.Context(), r.Type), r.DataAlign())
}

// checkField checks a poplar.assert_field.
func checkField(c *passes.Context, op *ir.Operation) *ir.Diagnostic {
	assertField := ir.Cast[poplar.AssertFieldOp](op)
	v, d := namedVertex(c, op, assertField.Vertex())
	if d != nil {
		return d
	}
	name := assertField.Field()
	for _, f := range v.FieldOps() {
		if f.Name() != name {
			continue
		}
		t, _ := f.Type()
		want := fieldFacts(assertField.Layout(), assertField.Offset(), assertField.Size())
		field := ir.Cast[poplar.FieldOp](f.Operation)
		got := fieldFacts(t.LayoutName(), field.Offset(), field.Size())
		if want != got {
			return assertFailed(op, want, got).Note(f.Loc(), "the field is declared here")
		}
		return nil
	}
	var known []string
	for _, f := range v.FieldOps() {
		known = append(known, f.Name())
	}
	return unknownField(op, v.Codelet().Name, name, known)
}

func fieldFacts(layout string, offset, size int64) string {
	return fmt.Sprintf("layout %s offset %d size %d", layout, offset, size)
}
