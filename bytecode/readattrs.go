package bytecode

import (
	"encoding/binary"
	"slices"

	"optc/ir"
	"optc/num"
)

// builtinAttr reads an attribute of the builtin dialect.
func (r *reader) builtinAttr(c *cursor) ir.Attribute {
	at := c.pos
	switch code := c.varint(); code {
	case codeArray:
		elems := r.elements.take(c.count("elements"))
		defer r.elements.drop(len(elems))
		for i := range elems {
			elems[i] = r.attr(c)
		}
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.Array(elems) })
	case codeDictionary:
		return r.dictionary(c)
	case codeString:
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.Str(r.str(c)) })
	case codeTypedString:
		text, t := r.str(c), r.typ(c)
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.TypedStr(text, t) })
	case codeFlatSymbolRef:
		root := r.text(c)
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.SymbolRef(root) })
	case codeSymbolRef:
		return r.symbolRef(c)
	case codeTypeAttr:
		t := r.typ(c)
		return makeUnlessFailed(c, func() ir.Attribute { return ir.TypeAttrOf(t) })
	case codeUnit:
		return r.ctx.Unit()
	case codeInteger:
		return r.integer(c)
	case codeFloat:
		return r.float(c)
	case codeDenseResource:
		t := r.shapedType(c)
		i := c.index(len(r.resources), "resource")
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.Resource(r.resources[i].Key, t) })
	case codeDenseArray:
		return r.denseArray(c)
	case codeDenseElements:
		return r.denseElements(c)
	case codeDenseStrings:
		return r.denseStrings(c)
	case codeSparse:
		return r.sparse(c)
	case codeDistinct:
		of := r.attr(c)
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.Distinct(of) })
	case codeCallSiteLoc, codeFileLineColLoc, codeFusedLoc, codeFusedLocWithMetadata, codeNameLoc, codeUnknownLoc, codeFileLineColRange:
		return r.builtinLoc(c, code)
	default:
		c.failAt(at, "attribute of the builtin dialect with code %d", code)
		return nil
	}
}

// makeUnlessFailed makes an attribute unless there was an error in its parts.
func makeUnlessFailed[A any](c *cursor, build func() A) (a A) {
	if c.err != nil {
		return a
	}
	a = build()
	return a
}

// text reads a reference to an attribute that is a string.
func (r *reader) text(c *cursor) string {
	at := c.pos
	a, ok := r.attr(c).(*ir.StringAttr)
	if !ok {
		c.failAt(at, "expected a reference to a string attribute")
		return ""
	}
	return a.Value
}

func (r *reader) dictionary(c *cursor) ir.Attribute {
	entries := r.named.take(c.count("entries"))
	defer r.named.drop(len(entries))
	var seen map[string]bool // of a large dictionary
	if len(entries) > fewEntries {
		seen = make(map[string]bool, len(entries))
	}
	for i := range entries {
		at := c.pos
		name, value := r.text(c), r.attr(c)
		if c.err != nil {
			return nil
		}
		twice := seen[name]
		if seen != nil {
			seen[name] = true
		} else {
			twice = slices.ContainsFunc(entries[:i], func(e ir.NamedAttr) bool { return e.Name == name })
		}
		if name == "" || twice {
			c.failAt(at, "expected a name that is in the dictionary once, but got '%s'", name)
			return nil
		}
		entries[i] = ir.NamedAttr{Name: name, Value: value}
	}
	return r.ctx.Dict(entries)
}

// fewEntries is the largest number of entries that are compared with one another.
const fewEntries = 8

func (r *reader) symbolRef(c *cursor) ir.Attribute {
	root := r.text(c)
	nested := make([]string, c.count("nested references"))
	for i := range nested {
		at := c.pos
		ref, ok := r.attr(c).(*ir.SymbolRefAttr)
		if !ok || len(ref.Nested) > 0 {
			c.failAt(at, "expected a flat reference to a symbol")
			return nil
		}
		nested[i] = ref.Root
	}
	return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.SymbolRef(root, nested...) })
}

// bits reads an integer of width bits: a byte, a number in zigzag encoding, or, for more than 64
// bits, a list of zigzag numbers of 64 bits each, lowest first. The result is little-endian.
func (c *cursor) bits(width int) []byte {
	if width <= 8 {
		return []byte{c.byte()}
	}
	words := 1
	if width > 64 {
		at := c.pos
		if words = c.count("words of a number"); words > (width+63)/64 {
			c.failAt(at, "number of %d bits with %d words", width, words)
			return nil
		}
	}
	raw := make([]byte, 0, 8*words)
	for range words {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(c.signed()))
	}
	return raw
}

func (r *reader) integer(c *cursor) ir.Attribute {
	at := c.pos
	t := r.typ(c)
	switch t.(type) {
	case *ir.IntegerType, *ir.IndexType:
	default:
		c.failAt(at, "expected integer or index type")
		return nil
	}
	raw := c.bits(ir.IntWidth(t))
	return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.IntOf(t, num.IntFromBytes(ir.IntWidth(t), raw)) })
}

func (r *reader) float(c *cursor) ir.Attribute {
	at := c.pos
	t, ok := r.typ(c).(*ir.FloatType)
	if !ok {
		c.failAt(at, "expected floating point type")
		return nil
	}
	raw := c.bits(t.Kind.Bits)
	return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.FloatOf(t, num.FloatFromBytes(t.Kind, raw)) })
}

// shapedType reads a reference to a type with extents.
func (r *reader) shapedType(c *cursor) ir.ShapedType {
	at := c.pos
	t, ok := r.typ(c).(ir.ShapedType)
	if !ok {
		c.failAt(at, "expected a shaped type")
		return nil
	}
	return t
}

// staticType reads a reference to a type with known extents.
func (r *reader) staticType(c *cursor) (t ir.ShapedType, elements int64) {
	at := c.pos
	if t = r.shapedType(c); c.err != nil {
		return nil, 0
	}
	n, ok := ir.NumElements(t.Shape())
	if !ok || !t.HasRank() {
		c.failAt(at, "elements literal type must have static shape, but got '%s'", t)
	}
	return t, n
}

// blob reads bytes without a copy.
func (c *cursor) blob() []byte { return c.take(c.varint(), "bytes") }

func (r *reader) denseArray(c *cursor) ir.Attribute {
	at := c.pos
	t := r.typ(c)
	n := c.varint()
	raw := c.blob()
	if c.err != nil {
		return nil
	}
	bits := 0
	switch e := t.(type) {
	case *ir.IntegerType:
		bits = e.Width
	case *ir.FloatType:
		bits = e.Kind.Bits
	}
	size := uint64(ir.ElementBytes(t))
	if t != ir.Type(r.ctx.I1()) && (bits == 0 || bits%8 != 0) || uint64(len(raw))%size != 0 || uint64(len(raw))/size != n {
		c.failAt(at, "array of %d elements of type '%s' with %d bytes", n, t, len(raw))
		return nil
	}
	return r.ctx.DenseArray(t, int(n), raw)
}

func (r *reader) denseElements(c *cursor) ir.Attribute {
	at := c.pos
	t, n := r.staticType(c)
	raw := c.blob()
	if c.err != nil {
		return nil
	}
	size := int64(ir.ElementBytes(t.ElementType()))
	got := int64(len(raw))
	ok := size > 0 && (got == size || n <= got && got == n*size)
	if t.ElementType() == ir.Type(r.ctx.I1()) {
		raw, ok = unpacked(raw, n)
	}
	if !ok {
		c.failAt(at, "constant of type '%s' with %d bytes", t, got)
		return nil
	}
	return r.ctx.Dense(t, raw)
}

// unpacked returns n values of one bit as a byte each. They are packed, lowest bit first.
// A single byte of zeros or ones represents any number of equal values, and older files
// have a byte for each value.
func unpacked(raw []byte, n int64) (values []byte, ok bool) {
	got := int64(len(raw))
	switch {
	case got == 1 && (raw[0] == 0 || raw[0] == 0xFF):
		return []byte{raw[0] & 1}, true
	case got == n/8+(n%8+7)/8:
		values = make([]byte, n)
		for i := range values {
			values[i] = raw[i/8] >> (i % 8) & 1
		}
		return values, true
	case got == n:
		values = make([]byte, n)
		for i, b := range raw {
			if b != 0 {
				values[i] = 1
			}
		}
		return values, true
	}
	return nil, false
}

func (r *reader) denseStrings(c *cursor) ir.Attribute {
	t, n := r.staticType(c)
	if splat := c.varint(); splat != 0 {
		n = 1
	}
	if !c.checkCount(uint64(n), 1, "strings") {
		return nil
	}
	values := make([]string, n)
	for i := range values {
		values[i] = r.str(c)
	}
	return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.DenseStrings(t, values) })
}

func (r *reader) sparse(c *cursor) ir.Attribute {
	at := c.pos
	t, _ := r.staticType(c)
	indices, isDense := r.attr(c).(*ir.DenseAttr)
	values, areDense := r.attr(c).(*ir.DenseAttr)
	switch {
	case c.err != nil:
		return nil
	case !isDense || !areDense || indices.ShapedType().ElementType() != ir.Type(r.ctx.I64()) || values.ShapedType().ElementType() != t.ElementType():
		c.failAt(at, "expected dense indices and values of a sparse constant")
		return nil
	}
	if msg := ir.CheckSparse(t, indices, values); msg != "" {
		c.failAt(at, "%s", msg)
		return nil
	}
	return r.ctx.Sparse(t, indices, values)
}

// loc reads a reference to an attribute that is a location.
func (r *reader) loc(c *cursor) ir.LocationAttr {
	at := c.pos
	l, ok := r.attr(c).(ir.LocationAttr)
	if !ok {
		c.failAt(at, "expected a reference to a location")
	}
	return l
}

// builtinLoc reads a location after its code.
func (r *reader) builtinLoc(c *cursor, code uint64) ir.Attribute {
	switch code {
	case codeCallSiteLoc:
		callee, caller := r.loc(c), r.loc(c)
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.CallSiteLoc(callee, caller) })
	case codeFileLineColLoc:
		file, p := r.text(c), c.place()
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.FileLoc(file, int(p.Line), int(p.Col)) })
	case codeFileLineColRange:
		return r.fileRange(c)
	case codeFusedLoc, codeFusedLocWithMetadata:
		locs := make([]ir.LocationAttr, c.count("locations"))
		for i := range locs {
			locs[i] = r.loc(c)
		}
		var metadata ir.Attribute
		if code == codeFusedLocWithMetadata {
			metadata = r.attr(c)
		}
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.FusedLoc(locs, metadata) })
	case codeNameLoc:
		name, child := r.text(c), r.loc(c)
		return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.NameLoc(name, child) })
	}
	return r.ctx.UnknownLoc()
}

// fileRange reads a range of a file: up to four numbers for line, column, last line and
// last column; the last line is omitted if it equals the first line.
func (r *reader) fileRange(c *cursor) ir.Attribute {
	file := r.text(c)
	at := c.pos
	n := c.count("numbers")
	if n > 4 {
		c.failAt(at, "range of a file with %d numbers", n)
		return nil
	}
	var v [4]int
	for i := range n {
		v[i] = int(c.uint32("line or column"))
	}
	switch n {
	case 1, 2:
		v[2], v[3] = v[0], v[1]
	case 3:
		v[2], v[3] = v[0], v[2]
	}
	return makeUnlessFailed(c, func() ir.Attribute { return r.ctx.FileRangeLoc(file, v[0], v[1], v[2], v[3]) })
}
