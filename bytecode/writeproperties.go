package bytecode

import (
	"bytes"
	"math/bits"

	"optc/ir"
)

// dictOf returns the dictionary of an operation: its discardable attributes, and also the
// inherent ones if the version has no other place for them.
func (w *writer) dictOf(op *ir.Operation) *ir.DictAttr {
	if w.opts.Version >= nativeProperties {
		return op.Discardable()
	}
	all := op.AllAttrs()
	if props := op.Properties(); props != nil {
		dict, ok := props.(*ir.DictAttr)
		if !ok || op.Discardable() != nil {
			w.fail("'%s' op has properties, which version %d of bytecode lacks", op.Name(), w.opts.Version)
			return nil
		}
		return dict
	}
	if len(all) == 0 {
		return nil
	}
	return w.ctx.Dict(all)
}

// propertiesOf returns the number of the properties of an operation; ok is false if it has none.
// refs begins with their references; used is the number of references that were taken.
func (w *writer) propertiesOf(op *ir.Operation, name ref, refs []ref) (id ref, used int, ok bool) {
	w.scratch.data, w.queue = w.scratch.data[:0], refs
	if ok = w.encodeProperties(encoder{buffer: &w.scratch, w: w}, op, w.sorted(name)); !ok {
		return 0, 0, false
	}
	used = len(refs) - len(w.queue)
	raw := w.scratch.data
	hash := w.hashString(textOf(raw))
	id, ok = w.propertyIDs.find(hash, func(id ref) bool { return bytes.Equal(w.property(id), raw) })
	if !ok {
		id = ref(len(w.propertyEnds))
		w.propertyIDs.add(hash, id)
		w.properties = append(w.properties, raw...)
		w.propertyEnds = append(w.propertyEnds, len(w.properties))
	}
	return id, used, true
}

// property returns the encoding of properties with a number.
func (w *writer) property(id ref) []byte {
	from := 0
	if id > 0 {
		from = w.propertyEnds[id-1]
	}
	return w.properties[from:w.propertyEnds[id]]
}

// encodeProperties appends the inherent attributes of an operation, and reports whether
// its definition has any. An unregistered operation stores all its properties in one
// attribute.
func (w *writer) encodeProperties(e encoder, op *ir.Operation, sorted []int) bool {
	d := op.Def()
	if !d.Registered() {
		props := op.Properties()
		if props != nil {
			e.attr(props)
		}
		return props != nil
	}
	if len(d.AttrNames()) == 0 || onlyYounger(d, op) {
		return false
	}
	for _, i := range sorted {
		switch {
		case i >= len(d.Attrs) && w.opts.Version >= nativeSegmentSizes:
		case isFlag(d, i):
			e.bool(flagOf(op.Prop(i)))
		case i < len(d.Attrs) && mayBeAbsent(&d.Attrs[i]):
			e.optionalAttr(op.Prop(i))
		case op.Prop(i) == nil:
			w.fail("'%s' op requires attribute '%s'", d.Name(), d.AttrName(i))
		default:
			e.attr(op.Prop(i))
		}
	}
	if w.opts.Version >= nativeSegmentSizes {
		for i := len(d.Attrs); i < len(d.AttrNames()); i++ {
			sizes, _ := ir.ReadInt64s(op.Prop(i))
			e.sparseArray(sizes)
		}
	}
	return true
}

// onlyYounger reports whether an operation would have no properties in LLVM 22.
func onlyYounger(d *ir.OpDef, op *ir.Operation) bool {
	for i := range d.AttrNames() {
		if i >= len(d.Attrs) || !d.Attrs[i].Younger || op.Prop(i) != nil {
			return false
		}
	}
	return true
}

// sparseArray appends a list of numbers, see cursor.sparseArray. Pairs of index and value are
// written if fewer than half of the elements are not 0.
func (b *buffer) sparseArray(list []int64) {
	count, last := 0, 0
	for i, v := range list {
		if v != 0 {
			count, last = count+1, i
		}
	}
	if last >= 1<<maxIndexBits || count > len(list)/2 {
		b.flagged(uint64(len(list)), false)
		for _, v := range list {
			b.varint(uint64(v))
		}
		return
	}
	b.flagged(uint64(count), true)
	if count == 0 {
		return
	}
	width := bits.Len(uint(last))
	b.varint(uint64(width))
	for i, v := range list {
		if v != 0 {
			b.varint(uint64(v)<<width | uint64(i))
		}
	}
}
