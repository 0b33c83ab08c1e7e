package parser

import (
	"optc/ir"
)

// setProperties sets inherent attributes from a properties attribute, in the order
// of their declaration.
func (p *parser) setProperties(st *ir.OpState, props ir.Attribute) {
	if props == nil || p.failed {
		return
	}
	if !st.Def.Registered() {
		st.Props = append(st.Props[:0], props)
		return
	}
	invalid := func(format string, args ...any) {
		p.reportDiagnostic(ir.Errorf(st.Loc, "invalid properties %s for op %s: "+format, append([]any{props, st.Def.Name()}, args...)...))
	}
	if len(st.Def.AttrNames()) == 0 {
		invalid("this operation does not support properties")
		return
	}
	dict, ok := props.(*ir.DictAttr)
	if !ok {
		invalid("expected DictionaryAttr to set properties")
		return
	}
	segments := false
	for _, e := range dict.Entries {
		i := st.Def.AttrIndex(e.Name)
		if i < 0 || i >= len(st.Def.Attrs) {
			segments = true
			continue
		}
		if !st.Def.Attrs[i].Type.StorageOf(e.Value) {
			invalid("Invalid attribute `%s` in property conversion: %s", e.Name, e.Value)
			return
		}
		for len(st.Props) <= i {
			st.Props = append(st.Props, nil)
		}
		st.Props[i] = e.Value
	}
	if !segments {
		return
	}
	for _, e := range dict.Entries {
		name, groups := segmentsOf(st.Def, e.Name)
		if name == "" {
			continue
		}
		sizes, ok := e.Value.(*ir.DenseArrayAttr)
		if !ok || !ir.DenseI32ArrayAttr.Check(sizes) {
			invalid("expected DenseI32ArrayAttr for key `value`")
			return
		}
		if sizes.Len != groups {
			invalid("size mismatch in attribute conversion: %d vs %d", sizes.Len, groups)
			return
		}
		st.SetProp(name, e.Value)
	}
}

// segmentsOf returns the attribute of segment sizes that a name in the generic form
// stands for, "" for none, and the number of groups. There is an older spelling.
func segmentsOf(def *ir.OpDef, name string) (attr string, groups int) {
	switch name {
	case operandSegments, "operand_segment_sizes":
		if def.Traits&ir.AttrSizedOperandSegments != 0 {
			return operandSegments, len(def.Operands)
		}
	case resultSegments, "result_segment_sizes":
		if def.Traits&ir.AttrSizedResultSegments != 0 {
			return resultSegments, len(def.Results)
		}
	}
	return "", 0
}

const (
	operandSegments = "operandSegmentSizes"
	resultSegments  = "resultSegmentSizes"
)

// setSegments sets segment sizes from the attribute dictionary of the generic form
// and tells whether the name is one of them. What does not fit is ignored.
func setSegments(st *ir.OpState, e ir.NamedAttr) bool {
	name, groups := segmentsOf(st.Def, e.Name)
	if name == "" {
		return false
	}
	if sizes, ok := e.Value.(*ir.DenseArrayAttr); ok && sizes.Len == groups && ir.DenseI32ArrayAttr.Check(sizes) {
		st.SetProp(name, sizes)
	}
	return true
}

// fillSegments sets the segment sizes that the generic form leaves out to zero.
func (p *parser) fillSegments(st *ir.OpState) {
	if st.Def.Traits&ir.AttrSizedOperandSegments != 0 && st.Prop(operandSegments) == nil {
		st.SetSegments(p.ctx, make([]int, len(st.Def.Operands))...)
	}
	if st.Def.Traits&ir.AttrSizedResultSegments != 0 && st.Prop(resultSegments) == nil {
		st.SetResultSegments(p.ctx, make([]int, len(st.Def.Results))...)
	}
}
