package bytecode

import (
	"encoding/binary"

	"optc/ir"
	"optc/num"
)

// encoder receives the encoding of an attribute or type. Before everything has its number, the same
// code runs only to find the referenced attributes and types. When it runs again, it takes the
// references from the queue of the writer, and ignores the attributes and types themselves.
type encoder struct {
	*buffer
	w *writer
	// counting is set while references get their numbers; the contents of the buffer are
	// then dropped.
	counting bool
}

// found adds a reference of the encoding that is being counted.
func (e encoder) found(r ref) { e.w.pending = append(e.w.pending, r) }

// next takes the number of the next reference from the queue.
func (e encoder) next() uint64 {
	r := e.w.queue[0]
	e.w.queue = e.w.queue[1:]
	return e.w.number(r)
}

func (e encoder) attr(a ir.Attribute) {
	if e.counting {
		e.found(e.w.numberAttr(a))
		return
	}
	e.varint(e.next())
}

func (e encoder) optionalAttr(a ir.Attribute) {
	switch {
	case a == nil:
		e.varint(0)
	case e.counting:
		e.found(e.w.numberAttr(a))
	default:
		e.flagged(e.next(), true)
	}
}

func (e encoder) typ(t ir.Type) {
	if e.counting {
		e.found(e.w.numberType(t))
		return
	}
	e.varint(e.next())
}

func (e encoder) typeList(ts []ir.Type) {
	e.varint(uint64(len(ts)))
	for _, t := range ts {
		e.typ(t)
	}
}

func (e encoder) str(s string) {
	if !e.counting {
		e.varint(e.w.str(s))
	}
}

// text refers to a string as an attribute.
func (e encoder) text(s string) {
	if e.counting {
		e.found(e.w.numberAttr(e.w.ctx.Str(s)))
		return
	}
	e.varint(e.next())
}

// name is text for strings that occur often.
func (e encoder) name(s string) {
	if e.counting {
		e.found(e.w.numberText(s))
		return
	}
	e.varint(e.next())
}

func (e encoder) resource(key string) {
	if e.counting {
		if _, ok := e.w.resourceIDs[key]; !ok {
			e.w.resourceIDs[key] = 0
			e.w.resources = append(e.w.resources, key)
		}
		return
	}
	e.varint(uint64(e.w.resourceIDs[key]))
}

// blob appends the number of bytes and the bytes.
func (e encoder) blob(raw []byte) {
	e.varint(uint64(len(raw)))
	if !e.counting {
		e.bytes(raw)
	}
}

// bits appends a number of a known width in little-endian bytes, see cursor.bits.
func (e encoder) bits(width int, raw []byte) {
	if width <= 8 {
		var one [1]byte
		copy(one[:], raw)
		e.byte(one[0])
		return
	}
	for len(raw)%8 != 0 {
		raw = append(raw, 0)
	}
	if width > 64 {
		for len(raw) > 8 && binary.LittleEndian.Uint64(raw[len(raw)-8:]) == 0 {
			raw = raw[:len(raw)-8]
		}
		e.varint(uint64(len(raw) / 8))
	}
	for ; len(raw) > 0; raw = raw[8:] {
		e.signed(int64(binary.LittleEndian.Uint64(raw)))
	}
}

// encodeAttr appends an attribute in the encoding of the builtin dialect, and reports
// whether the attribute has one.
func (w *writer) encodeAttr(e encoder, a ir.Node) bool {
	switch a := a.(type) {
	case *ir.ArrayAttr:
		e.varint(codeArray)
		e.varint(uint64(len(a.Elems)))
		for _, x := range a.Elems {
			e.attr(x)
		}
	case *ir.DictAttr:
		e.varint(codeDictionary)
		e.varint(uint64(len(a.Entries)))
		for _, x := range a.Entries {
			e.name(x.Name)
			e.attr(x.Value)
		}
	case *ir.StringAttr:
		if t := a.Type(); t != nil && t != w.ctx.None() {
			e.varint(codeTypedString)
			e.str(a.Value)
			e.typ(t)
		} else {
			e.varint(codeString)
			e.str(a.Value)
		}
	case *ir.SymbolRefAttr:
		w.encodeSymbolRef(e, a)
	case *ir.TypeAttr:
		e.varint(codeTypeAttr)
		e.typ(a.Value)
	case *ir.UnitAttr:
		e.varint(codeUnit)
	case *ir.IntegerAttr:
		e.varint(codeInteger)
		e.typ(a.Type())
		e.bits(a.Value.Width(), a.Value.AppendBytes(nil))
	case *ir.FloatAttr:
		e.varint(codeFloat)
		e.typ(a.Type())
		e.bits(a.Value.Kind.Bits, a.Value.AppendBytes(nil))
	case *ir.ResourceAttr:
		e.varint(codeDenseResource)
		e.typ(a.Type())
		e.resource(a.Key)
	case *ir.DenseArrayAttr:
		e.varint(codeDenseArray)
		e.typ(a.Elem)
		e.varint(uint64(a.Len))
		e.blob(a.Raw)
	case *ir.DenseAttr:
		w.encodeDense(e, a)
	case *ir.SparseAttr:
		e.varint(codeSparse)
		e.typ(a.Type())
		e.attr(a.Indices)
		e.attr(a.Values)
	case *ir.DistinctAttr:
		e.varint(codeDistinct)
		e.attr(a.Of)
	case ir.LocationAttr:
		return w.encodeLoc(e, a)
	default:
		return false
	}
	return true
}

func (w *writer) encodeSymbolRef(e encoder, a *ir.SymbolRefAttr) {
	if len(a.Nested) == 0 {
		e.varint(codeFlatSymbolRef)
		e.text(a.Root)
		return
	}
	e.varint(codeSymbolRef)
	e.text(a.Root)
	e.varint(uint64(len(a.Nested)))
	for _, n := range a.Nested {
		if e.counting {
			e.found(w.numberAttr(w.ctx.SymbolRef(n)))
		} else {
			e.varint(e.next())
		}
	}
}

func (w *writer) encodeDense(e encoder, a *ir.DenseAttr) {
	if a.Strings != nil {
		e.varint(codeDenseStrings)
		e.typ(a.Type())
		splat := uint64(0)
		if a.Splat {
			splat = 1
		}
		e.varint(splat)
		for _, s := range a.Strings {
			e.str(s)
		}
		return
	}
	e.varint(codeDenseElements)
	e.typ(a.Type())
	switch {
	case e.counting || a.ShapedType().ElementType() != ir.Type(w.ctx.I1()):
		e.blob(a.Raw)
	case a.Splat:
		e.blob([]byte{-(a.Raw[0] & 1)})
	default:
		packed := make([]byte, (len(a.Raw)+7)/8)
		for i, b := range a.Raw {
			packed[i/8] |= b & 1 << (i % 8)
		}
		e.blob(packed)
	}
}

func (w *writer) encodeLoc(e encoder, l ir.LocationAttr) bool {
	switch l := l.(type) {
	case *ir.UnknownLoc:
		e.varint(codeUnknownLoc)
	case *ir.NameLoc:
		e.varint(codeNameLoc)
		e.text(l.Name)
		e.attr(l.Child)
	case *ir.CallSiteLoc:
		e.varint(codeCallSiteLoc)
		e.attr(l.Callee)
		e.attr(l.Caller)
	case *ir.FusedLoc:
		if l.Metadata == nil {
			e.varint(codeFusedLoc)
		} else {
			e.varint(codeFusedLocWithMetadata)
		}
		e.varint(uint64(len(l.Locs)))
		for _, x := range l.Locs {
			e.attr(x)
		}
		if l.Metadata != nil {
			e.attr(l.Metadata)
		}
	default:
		return false
	}
	return true
}

// encodePlace appends a place in a file, or a range as a list of integers; see reader.fileRange.
func (w *writer) encodePlace(b *buffer, p place) {
	file := w.number(w.files[p.file].ref)
	if p.line == p.endLine && p.col == p.endCol {
		b.varint(codeFileLineColLoc)
		b.varint(file)
		b.varint(uint64(p.line))
		b.varint(uint64(p.col))
		return
	}
	b.varint(codeFileLineColRange)
	b.varint(file)
	list := []int32{p.line, p.col, p.endLine, p.endCol}
	if p.line == p.endLine {
		list = []int32{p.line, p.col, p.endCol}
	}
	b.varint(uint64(len(list)))
	for _, v := range list {
		b.varint(uint64(v))
	}
}

// encodeType appends a type in the encoding of the builtin dialect, and reports whether
// the type has one.
func (w *writer) encodeType(e encoder, t ir.Node) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		e.varint(codeIntegerType)
		e.varint(uint64(t.Width)<<2 | uint64(t.Signedness))
	case *ir.IndexType:
		e.varint(codeIndex)
	case *ir.NoneType:
		e.varint(codeNone)
	case *ir.FloatType:
		return w.encodeFloatType(e, t.Kind)
	case *ir.FunctionType:
		e.varint(codeFunction)
		e.typeList(t.Inputs)
		e.typeList(t.Results)
	case *ir.TupleType:
		e.varint(codeTuple)
		e.typeList(t.Elems)
	case *ir.ComplexType:
		e.varint(codeComplex)
		e.typ(t.Elem)
	case *ir.MemRefType:
		w.encodeMemRef(e, t)
	case *ir.UnrankedMemRefType:
		if t.Space == nil {
			e.varint(codeUnrankedMemRef)
		} else {
			e.varint(codeUnrankedMemRefWithSpace)
			e.attr(t.Space)
		}
		e.typ(t.Elem)
	case *ir.TensorType:
		if t.Encoding == nil {
			e.varint(codeRankedTensor)
		} else {
			e.varint(codeRankedTensorWithEncoding)
			e.attr(t.Encoding)
		}
		e.shape(t.Dims)
		e.typ(t.Elem)
	case *ir.UnrankedTensorType:
		e.varint(codeUnrankedTensor)
		e.typ(t.Elem)
	case *ir.VectorType:
		if t.Scalable == nil {
			e.varint(codeVector)
		} else {
			e.varint(codeScalableVector)
			e.varint(uint64(len(t.Scalable)))
			for _, s := range t.Scalable {
				e.bool(s)
			}
		}
		e.shape(t.Dims)
		e.typ(t.Elem)
	default:
		return false
	}
	return true
}

func (w *writer) encodeFloatType(e encoder, k *num.FloatKind) bool {
	for code, kind := range floatTypes {
		if kind == k {
			e.varint(code)
			return true
		}
	}
	return false
}

// encodeMemRef appends a memref; the layout is always there.
func (w *writer) encodeMemRef(e encoder, t *ir.MemRefType) {
	if t.Space == nil {
		e.varint(codeMemRef)
	} else {
		e.varint(codeMemRefWithSpace)
		e.attr(t.Space)
	}
	e.shape(t.Dims)
	e.typ(t.Elem)
	layout := t.Layout
	if layout == nil && e.counting {
		layout = w.ctx.MinorIdentity(len(t.Dims), len(t.Dims))
	}
	e.attr(layout)
}

func (b *buffer) shape(dims []int64) {
	b.varint(uint64(len(dims)))
	for _, d := range dims {
		b.signed(d)
	}
}

func (b *buffer) bool(v bool) {
	if v {
		b.byte(1)
	} else {
		b.byte(0)
	}
}
