package bytecode

import (
	"cmp"
	"slices"
	"strings"

	"optc/ir"
)

func (r *reader) readProperties(c *cursor) {
	if r.version < nativeProperties {
		c.fail("version %d has no section of properties", r.version)
		return
	}
	r.properties = make([]cursor, c.count("properties"))
	for i := range r.properties {
		body := c.blob()
		r.properties[i] = cursor{data: c.data[:c.pos], pos: c.pos - len(body)}
	}
}

// sortedAttrs lists the numbers of the inherent attributes of an operation by name,
// with flags at the end, which is the order of its properties.
func sortedAttrs(d *ir.OpDef) []int {
	names := d.AttrNames()
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	flag := func(i int) int {
		if isFlag(d, i) {
			return 1
		}
		return 0
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(flag(a), flag(b)), strings.Compare(names[a], names[b]))
	})
	return order
}

// isFlag reports whether inherent attribute i is a bool and no attribute.
func isFlag(d *ir.OpDef, i int) bool {
	return i < len(d.Attrs) && d.Attrs[i].Type != nil && d.Attrs[i].Type.Flag
}

// flagOf reports whether an attribute represents a flag that is set.
func flagOf(a ir.Attribute) bool {
	i, isInt := a.(*ir.IntegerAttr)
	return a != nil && (!isInt || i.Bool())
}

// mayBeAbsent reports whether the encoding of an attribute allows it to be missing.
func mayBeAbsent(a *ir.PropDef) bool { return a.Optional || a.Default != nil }

// completed returns the inherent attributes of an operation, with default values for
// absent attributes that have one.
func (r *reader) completed(st *ir.OpState) []ir.Attribute {
	if st.Def.Registered() {
		ir.FillDefaults(r.ctx, st)
		st.FillSegments(r.ctx)
	}
	return st.Props
}

// propertyList are the inherent attributes of an entry in the section of properties, for
// the operation that used the entry last.
type propertyList struct {
	def   *ir.OpDef
	attrs []ir.Attribute
}

// dictUse is a dictionary together with the operation that has it.
type dictUse struct {
	def  *ir.OpDef
	dict *ir.DictAttr
}

// splitDict is a dictionary of inherent and discardable attributes.
type splitDict struct {
	inherent    []ir.Attribute // nil if there are none
	discardable []ir.NamedAttr
	dict        *ir.DictAttr // dictionary of the discardable attributes
}

// attributes reads the attributes of the operation in w.st.
func (w *worker) attributes(c *cursor, o *opName, mask byte) {
	st := &w.st
	st.Props, st.Dict = o.absent, nil
	inherent := false
	if mask&hasAttrs != 0 {
		at := c.pos
		dict, ok := w.attr(c).(*ir.DictAttr)
		switch {
		case !ok:
			c.failAt(at, "expected a dictionary of attributes")
			return
		case len(o.def.AttrNames()) == 0:
			st.Dict = dict
		default:
			s := w.split(c, at, o, dict)
			if s == nil {
				return
			}
			if st.Dict = s.dict; s.inherent != nil {
				st.Props, inherent = s.inherent, true
			}
		}
	}
	if mask&hasProperties == 0 {
		return
	}
	at := c.pos
	i := c.index(len(w.properties), "properties")
	if inherent {
		c.failAt(at, "inherent attributes of '%s' are also among the discardable ones", o.def.Name())
	}
	if c.err != nil {
		return
	}
	p := &w.props[i]
	if p.def != o.def {
		body := w.properties[i]
		own := &w.own
		own.Def, own.Props = o.def, nil
		w.propertyAttrs(&body, o, own)
		if body.err == nil && body.left() > 0 {
			body.fail("%d bytes behind the properties of '%s'", body.left(), o.def.Name())
		}
		if c.adopt(&body); c.err != nil {
			return
		}
		*p = propertyList{o.def, w.completed(own)}
	}
	st.Props = p.attrs
}

// split divides a dictionary of a registered operation.
func (w *worker) split(c *cursor, at int, o *opName, dict *ir.DictAttr) *splitDict {
	use := dictUse{o.def, dict}
	if s := w.dicts[use]; s != nil {
		return s
	}
	s := &splitDict{}
	st := &ir.OpState{Def: o.def}
	inherent := false
	for _, e := range dict.Entries {
		i := o.def.AttrIndex(e.Name)
		switch {
		case st.SetSegmentAttr(e):
			inherent = true
		case i < 0:
			s.discardable = append(s.discardable, e)
		case !o.def.Attrs[i].Type.StorageOf(e.Value):
			c.failAt(at, "'%s' op attribute '%s' cannot be %s", o.def.Name(), e.Name, e.Value)
			return nil
		default:
			st.SetProp(e.Name, e.Value)
			inherent = true
		}
	}
	if inherent {
		s.inherent = w.completed(st)
	}
	if len(s.discardable) > 0 {
		s.dict = w.ctx.Dict(s.discardable)
	}
	w.dicts[use] = s
	return s
}

// propertyAttrs reads the properties of an operation.
func (w *worker) propertyAttrs(c *cursor, o *opName, st *ir.OpState) {
	at := c.pos
	switch {
	case !o.registered:
		props := w.attr(c)
		if c.err != nil {
			return
		}
		if err := st.SetProperties(props); err != nil {
			c.failAt(at, "invalid properties %s for op %s: %v", props, o.def.Name(), err)
		}
		return
	case !o.def.Registered():
		c.fail("properties of '%s', which only the definition of the operation tells to read", o.def.Name())
		return
	}
	st.Props = make([]ir.Attribute, len(o.sorted))
	for _, i := range o.sorted {
		if i >= len(o.def.Attrs) {
			if w.version < nativeSegmentSizes {
				st.SetSegmentAttr(ir.NamedAttr{Name: o.def.AttrName(i), Value: w.attr(c)})
			}
			continue
		}
		a := &o.def.Attrs[i]
		at := c.pos
		if isFlag(o.def, i) {
			if c.byte() != 0 {
				st.Props[i] = w.ctx.Unit()
			}
			continue
		}
		if mayBeAbsent(a) {
			st.Props[i] = w.optionalAttr(c)
		} else {
			st.Props[i] = w.attr(c)
		}
		if c.err != nil {
			return
		}
		if st.Props[i] != nil && !a.Type.StorageOf(st.Props[i]) {
			c.failAt(at, "'%s' op attribute '%s' cannot be %s", o.def.Name(), a.Name, st.Props[i])
			return
		}
	}
	if w.version >= nativeSegmentSizes {
		if o.def.Traits&ir.AttrSizedOperandSegments != 0 {
			st.SetSegments(w.ctx, c.sparseArray(len(o.def.Operands))...)
		}
		if o.def.Traits&ir.AttrSizedResultSegments != 0 {
			st.SetResultSegments(w.ctx, c.sparseArray(len(o.def.Results))...)
		}
	}
}

// maxIndexBits bounds the width of the index in a pair of index and value.
const maxIndexBits = 8

// sparseArray reads a list of at most n numbers of 32 bits: either all of them, or pairs
// of index and value for the numbers that are not 0 (DialectBytecodeReader::
// readSparseArray in mlir/include/mlir/Bytecode/BytecodeImplementation.h).
func (c *cursor) sparseArray(n int) []int {
	list := make([]int, n)
	at := c.pos
	count, sparse := c.flagged()
	if count > uint64(n) {
		c.failAt(at, "list of %d numbers for %d groups", count, n)
		return list
	}
	bits := uint64(0)
	if sparse && count > 0 {
		if bits = c.varint(); bits > maxIndexBits {
			c.failAt(at, "index of %d bits", bits)
		}
	}
	for i := range count {
		at := c.pos
		v := c.varint()
		if sparse {
			i, v = v&(1<<bits-1), v>>bits
		}
		if i >= uint64(n) || v > 1<<31-1 {
			c.failAt(at, "number %d at index %d of a list of %d", v, i, n)
		}
		if c.err != nil {
			return list
		}
		list[i] = int(v)
	}
	return list
}
