package bytecode

import (
	"math"
	"slices"

	"optc/ir"
	"optc/parser"
)

// nodes are the attributes and types of a file by number. All nodes are made before the operations
// are read, except for the locations in files: nearly every operation has a different location, and
// few locations are ever used as attributes.
type nodes struct {
	data    []byte  // bytes of the file up to the end of the section
	base    int     // offset of the section
	entries []entry // entries of the attributes, then of the types
	attrs   []ir.Attribute
	types   []ir.Type

	locs   []ir.Location         // locations in files, by the number of their attribute
	files  map[uint64]*ir.Source // sources, by the number of the attribute of their name
	places []ir.LineCol          // places of all files, with room for as many as there are attributes

	// Elements of the nodes that are being made, which get their own copies.
	elements     scratch[ir.Attribute]
	named        scratch[ir.NamedAttr]
	elementTypes scratch[ir.Type]

	depth    int // number of nodes that are being made
	assembly *parser.Fragments
}

// scratch is memory for lists, of which the last one is dropped first.
type scratch[T any] struct{ list []T }

// take returns a list of n elements with any contents. It remains valid when further lists are taken.
func (s *scratch[T]) take(n int) []T {
	from := len(s.list)
	s.list = slices.Grow(s.list, n)[:from+n]
	return s.list[from:]
}

// drop frees the last list, which has n elements.
func (s *scratch[T]) drop(n int) { s.list = s.list[:len(s.list)-n] }

// entry is the place of an encoded attribute or type.
type entry struct {
	end     uint32 // offset in the section after the encoding
	dialect uint16
	custom  bool // the dialect defines the encoding; otherwise it is the assembly
	making  bool // set while the node is made, to find a node that contains itself
}

func (r *reader) readNodes(c *cursor) {
	body := r.sections[nodeSection]
	if body == nil {
		c.fail("there is no section of attributes and types")
		return
	}
	if uint64(body.left()) > math.MaxUint32 || len(r.dialects) > math.MaxUint16 {
		c.fail("section of attributes and types of %d bytes, with %d dialects", body.left(), len(r.dialects))
		return
	}
	r.data, r.base = body.data, body.pos
	attrs := c.count("attributes")
	types := c.count("types")
	if !c.checkCount(uint64(attrs)+uint64(types), 1, "attributes and types") {
		return
	}
	r.entries = make([]entry, 0, attrs+types)
	r.attrs, r.types, r.locs = make([]ir.Attribute, attrs), make([]ir.Type, types), make([]ir.Location, attrs)
	end := uint64(0)
	for c.err == nil && c.left() > 0 {
		dialect := c.index(len(r.dialects), "dialect")
		n := c.count("attributes or types")
		if n > cap(r.entries)-len(r.entries) {
			c.fail("more than %d attributes and types", cap(r.entries))
		}
		for range n {
			at := c.pos
			size, custom := c.flagged()
			if end += size; end > uint64(body.left()) || size > uint64(body.left()) {
				c.failAt(at, "attribute or type of %d bytes, which end behind the section of %d bytes", size, body.left())
			}
			if c.err != nil {
				return
			}
			r.entries = append(r.entries, entry{end: uint32(end), dialect: uint16(dialect), custom: custom})
		}
	}
	if c.err == nil && len(r.entries) < cap(r.entries) {
		c.fail("expected %d attributes and types, but got %d", cap(r.entries), len(r.entries))
	}
	if c.err == nil {
		r.makeNodes(c, attrs)
	}
}

// makeNodes makes all attributes and types.
func (r *reader) makeNodes(c *cursor, attrs int) {
	r.assembly = parser.NewFragments(r.ctx, r.byKey)
	r.files = map[uint64]*ir.Source{}
	r.places = make([]ir.LineCol, 0, len(r.attrs))
	for i := 0; i < len(r.types) && c.err == nil; i++ {
		r.typeAt(c, i)
	}
	for i := 0; i < len(r.attrs) && c.err == nil; i++ {
		if body := r.encoding(i); r.entries[i].custom && r.dialects[r.entries[i].dialect] == ir.Builtin.Name &&
			body.varint() == codeFileLineColLoc {
			r.place(&body, i)
			c.adopt(&body)
		} else {
			r.attrAt(c, i)
		}
	}
}

// adopt takes over the error of another part of the file.
func (c *cursor) adopt(other *cursor) {
	if other.err != nil && c.err == nil {
		c.err, c.pos = other.err, len(c.data)
	}
}

// encoding returns the bytes of an entry.
func (r *reader) encoding(i int) cursor {
	lo := 0
	if i > 0 {
		lo = int(r.entries[i-1].end)
	}
	end := r.base + int(r.entries[i].end)
	return cursor{data: r.data[:end:end], pos: r.base + lo}
}

// place reads attribute i, a location in a file, after its code.
func (r *reader) place(c *cursor, i int) {
	at := c.pos
	file := c.varint()
	src := r.files[file]
	if src == nil {
		name := *c
		name.pos = at
		src = &ir.Source{Name: r.text(&name), Places: r.places[:cap(r.places)]}
		r.files[file] = src
		c.adopt(&name)
	}
	r.locs[i] = ir.At(src, len(r.places))
	r.places = append(r.places, c.place())
}

func (c *cursor) place() ir.LineCol {
	return ir.LineCol{Line: c.uint32("line"), Col: c.uint32("column")}
}

// uint32 reads a number that must not be larger.
func (c *cursor) uint32(what string) uint32 {
	at := c.pos
	v := c.varint()
	if v > math.MaxUint32 {
		c.failAt(at, "%s %d is too large", what, v)
	}
	return uint32(v)
}

// attr reads a reference to an attribute.
func (r *reader) attr(c *cursor) ir.Attribute {
	i := c.index(len(r.attrs), "attribute")
	if c.err != nil {
		return nil
	}
	return r.attrAt(c, i)
}

// optionalAttr reads a reference that may be missing.
func (r *reader) optionalAttr(c *cursor) ir.Attribute {
	at := c.pos
	i, present := c.flagged()
	switch {
	case !present:
		if i != 0 {
			c.failAt(at, "expected a reference to an attribute")
		}
		return nil
	case i >= uint64(len(r.attrs)):
		c.failAt(at, "reference to attribute %d, but there are %d", i, len(r.attrs))
	}
	if c.err != nil {
		return nil
	}
	return r.attrAt(c, int(i))
}

// attrAt returns attribute i. The attribute is made at its first use; while the operations are
// read, several goroutines look up attributes that exist already.
func (r *reader) attrAt(c *cursor, i int) ir.Attribute {
	if a := r.attrs[i]; a != nil {
		return a
	}
	if l := r.locs[i]; l != (ir.Location{}) {
		return l.Attr(r.ctx)
	}
	body := r.encoding(i)
	if !r.enter(c, i) {
		return nil
	}
	var a ir.Attribute
	switch e := r.entries[i]; {
	case !e.custom:
		at := body.pos
		text := r.wholeText(&body)
		if body.err == nil {
			var err error
			if a, err = r.assembly.Attr(text); err != nil {
				body.failAt(at, "%v", err)
			}
		}
	case r.dialects[e.dialect] != ir.Builtin.Name:
		body.fail("attribute in an encoding of dialect '%s' that is not known", r.dialects[e.dialect])
	default:
		a = r.builtinAttr(&body)
	}
	if r.leave(c, i, &body, a); c.err != nil {
		return nil
	}
	r.attrs[i] = a
	return a
}

// enter begins to make a node and reports whether that is possible.
func (r *reader) enter(c *cursor, i int) bool {
	switch {
	case r.entries[i].making:
		c.fail("attribute or type that contains itself")
	case r.depth == parser.MaxDepth:
		c.fail("nesting is deeper than the limit of %d", parser.MaxDepth)
	}
	if c.err != nil {
		return false
	}
	r.depth++
	r.entries[i].making = true
	return true
}

// leave ends the making of a node whose encoding was read. Nodes inside it may have been
// made before.
func (r *reader) leave(c *cursor, i int, body *cursor, n ir.Node) {
	r.depth--
	r.entries[i].making = false
	switch {
	case body.err != nil:
	case body.left() > 0:
		body.fail("%d bytes behind the end of an attribute or type", body.left())
	case ir.Depth(n) > parser.MaxDepth:
		body.fail("nesting is deeper than the limit of %d", parser.MaxDepth)
	}
	c.adopt(body)
}

// wholeText reads the assembly of an attribute or type.
func (r *reader) wholeText(c *cursor) string {
	raw := c.take(uint64(c.left()), "bytes")
	if n := len(raw) - 1; n >= 0 && raw[n] == 0 {
		return textOf(raw[:n])
	}
	c.fail("assembly of an attribute or type does not end with a zero byte")
	return ""
}

// typ reads a reference to a type.
func (r *reader) typ(c *cursor) ir.Type {
	i := c.index(len(r.types), "type")
	if c.err != nil {
		return nil
	}
	if t := r.types[i]; t != nil {
		return t
	}
	return r.typeAt(c, i)
}

// typeAt returns type i, and makes it if it was not made before.
func (r *reader) typeAt(c *cursor, i int) ir.Type {
	if t := r.types[i]; t != nil {
		return t
	}
	k := len(r.attrs) + i
	body := r.encoding(k)
	if !r.enter(c, k) {
		return nil
	}
	var t ir.Type
	switch e := r.entries[k]; {
	case !e.custom:
		at := body.pos
		text := r.wholeText(&body)
		if body.err == nil {
			var err error
			if t, err = r.assembly.Type(text); err != nil {
				body.failAt(at, "%v", err)
			}
		}
	case r.dialects[e.dialect] != ir.Builtin.Name:
		body.fail("type in an encoding of dialect '%s' that is not known", r.dialects[e.dialect])
	default:
		t = r.builtinType(&body)
	}
	if r.leave(c, k, &body, t); c.err != nil {
		return nil
	}
	r.types[i] = t
	return t
}
