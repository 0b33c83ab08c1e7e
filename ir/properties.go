package ir

import "fmt"

// SetProperties sets inherent attributes from the properties attribute of the generic
// form. An operation that is not registered keeps any attribute.
func (st *OpState) SetProperties(props Attribute) error {
	if !st.Def.Registered() {
		st.Props = append(st.Props[:0], props)
		return nil
	}
	if len(st.Def.AttrNames()) == 0 {
		return fmt.Errorf("this operation does not support properties")
	}
	dict, ok := props.(*DictAttr)
	if !ok {
		return fmt.Errorf("expected DictionaryAttr to set properties")
	}
	segments := false
	for _, e := range dict.Entries {
		i := st.Def.AttrIndex(e.Name)
		if i < 0 || i >= len(st.Def.Attrs) {
			segments = true
			continue
		}
		if !st.Def.Attrs[i].Type.StorageOf(e.Value) {
			//lint:ignore ST1005 the words are upstream's
			return fmt.Errorf("Invalid attribute `%s` in property conversion: %s", e.Name, e.Value)
		}
		for len(st.Props) <= i {
			st.Props = append(st.Props, nil)
		}
		st.Props[i] = e.Value
	}
	if !segments {
		return nil
	}
	for _, e := range dict.Entries {
		name, groups := st.Def.segmentsOf(e.Name)
		if name == "" {
			continue
		}
		sizes, ok := e.Value.(*DenseArrayAttr)
		if !ok || !DenseI32ArrayAttr.Check(sizes) {
			return fmt.Errorf("expected DenseI32ArrayAttr for key `value`")
		}
		if sizes.Len != groups {
			return fmt.Errorf("size mismatch in attribute conversion: %d vs %d", sizes.Len, groups)
		}
		st.SetProp(name, e.Value)
	}
	return nil
}

// segmentsOf returns the attribute of segment sizes for a name in the generic form, or
// "", and the number of groups. There is also an older spelling.
func (d *OpDef) segmentsOf(name string) (attr string, groups int) {
	switch name {
	case operandSegmentSizes, "operand_segment_sizes":
		if d.Traits&AttrSizedOperandSegments != 0 {
			return operandSegmentSizes, len(d.Operands)
		}
	case resultSegmentSizes, "result_segment_sizes":
		if d.Traits&AttrSizedResultSegments != 0 {
			return resultSegmentSizes, len(d.Results)
		}
	}
	return "", 0
}

// SetSegmentAttr sets segment sizes from an entry of the attribute dictionary of the
// generic form and reports whether the name is an attribute of segment sizes. Values that
// do not fit are ignored.
func (st *OpState) SetSegmentAttr(e NamedAttr) bool {
	name, groups := st.Def.segmentsOf(e.Name)
	if name == "" {
		return false
	}
	if sizes, ok := e.Value.(*DenseArrayAttr); ok && sizes.Len == groups && DenseI32ArrayAttr.Check(sizes) {
		st.SetProp(name, sizes)
	}
	return true
}

// FillSegments sets segment sizes that the generic form omits to zero.
func (st *OpState) FillSegments(c *Context) {
	if st.Def.Traits&AttrSizedOperandSegments != 0 && st.Prop(operandSegmentSizes) == nil {
		st.SetSegments(c, make([]int, len(st.Def.Operands))...)
	}
	if st.Def.Traits&AttrSizedResultSegments != 0 && st.Prop(resultSegmentSizes) == nil {
		st.SetResultSegments(c, make([]int, len(st.Def.Results))...)
	}
}
