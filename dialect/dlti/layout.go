package dlti

import (
	"maps"
	"slices"
	"strings"

	"optc/dialect/gpu"
	"optc/ir"
)

// scopesLayouts reports whether a layout attribute on op applies to the operations inside of op.
func scopesLayouts(op *ir.Operation) bool { return ir.Is[ir.ModuleOp](op) || ir.Is[gpu.ModuleOp](op) }

// verifyScope checks the layout that applies inside of op, also against the layouts of enclosing operations
// (verifyDataLayoutSpec in DataLayoutInterfaces.cpp).
func verifyScope(op *ir.Operation, spec *SpecAttr) *ir.Diagnostic {
	fault := func(format string, args ...any) *ir.Diagnostic { return ir.Errorf(op.Loc(), format, args...) }
	for _, e := range spec.Entries {
		if e.Type != nil {
			if d := verifyType(e, fault); d != nil {
				return d
			}
		}
	}
	for _, e := range spec.Entries {
		if e.Type == nil {
			if d := verifyName(e, fault); d != nil {
				return d
			}
		}
	}
	for outer := op.Parent(); outer != nil; outer = outer.Parent() {
		if s := layoutOf(outer); s != nil && !combine(spec, s) {
			d := fault("data layout does not combine with layouts of enclosing ops")
			for o := op.Parent(); o != nil; o = o.Parent() {
				if scopesLayouts(o) {
					d.Note(o.Loc(), "enclosing op with data layout")
				}
			}
			return d
		}
	}
	return nil
}

// layoutOf returns the layout that applies inside of op, or nil.
func layoutOf(op *ir.Operation) *SpecAttr {
	if !scopesLayouts(op) {
		return nil
	}
	spec, _ := op.Attr("dlti.dl_spec").(*SpecAttr)
	return spec
}

// combine reports whether no name has different values in two layouts.
func combine(inner, outer *SpecAttr) bool {
	for _, a := range inner.Entries {
		for _, b := range outer.Entries {
			if a.Type == nil && b.Type == nil && a.Name == b.Name && a.Value != b.Value {
				return false
			}
		}
	}
	return true
}

// verifyType checks the layout entry of a type: the ABI and the preferred alignment in bits, or the width of an index.
func verifyType(e *EntryAttr, fault func(format string, args ...any) *ir.Diagnostic) *ir.Diagnostic {
	switch e.Type.(type) {
	case *ir.IndexType:
		if _, ok := e.Value.(*ir.IntegerAttr); !ok {
			return fault("expected integer attribute in the data layout entry for '%s'", e.Type)
		}
		return nil
	case *ir.IntegerType, *ir.FloatType:
		dense, ok := e.Value.(*ir.DenseAttr)
		if !ok || dense.ShapedType().ElementType() != ir.Type(e.Type.Context().I64()) {
			return fault("expected a dense i64 elements attribute in the data layout entry %s", e)
		}
		bits := func(i int) int64 { return dense.ElementAttr(i).(*ir.IntegerAttr).Int64() }
		switch n := dense.NumElements(); {
		case n < 1 || n > 2:
			return fault("expected 1 or 2 elements in the data layout entry %s", e)
		case bits(n-1) < bits(0):
			return fault("preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry %s", e)
		}
		return nil
	}
	opaque, kept := e.Type.(*ir.OpaqueType)
	switch {
	case kept && ir.IsForeign(opaque.Dialect):
		return nil // its dialect knows
	case kept || !strings.HasPrefix(e.Type.String(), "!"):
		return fault("unexpected data layout for a built-in type")
	}
	return fault("data layout specified for a type that does not support it")
}

// names are the facts with a name of this dialect, and the values that they may have; nil: any.
var names = map[string][]string{
	"dlti.endianness": {"big", "little"},

	"dlti.alloca_memory_space": nil, "dlti.default_memory_space": nil, "dlti.function_pointer_alignment": nil,
	"dlti.global_memory_space": nil, "dlti.legal_int_widths": nil, "dlti.mangling_mode": nil,
	"dlti.program_memory_space": nil, "dlti.stack_alignment": nil,
}

func verifyName(e *EntryAttr, fault func(format string, args ...any) *ir.Diagnostic) *ir.Diagnostic {
	dialect, _, dotted := strings.Cut(e.Name, ".")
	if dotted && dialect == "builtin" {
		return fault("the 'builtin' dialect does not support identifier data layout entries")
	}
	if !dotted || dialect != "dlti" {
		return nil
	}
	values, known := names[e.Name]
	if !known {
		return fault("unknown data layout entry name: %s", e.Name).SuggestNote(e.Name, slices.Sorted(maps.Keys(names)))
	}
	if values == nil {
		return nil
	}
	s, _ := e.Value.(*ir.StringAttr)
	for _, v := range values {
		if s != nil && s.Value == v {
			return nil
		}
	}
	return fault("'%s' data layout entry is expected to be either '%s'", e.Name, strings.Join(values, "' or '"))
}
