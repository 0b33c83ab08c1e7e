package ir

import (
	"slices"
	"strconv"
	"strings"
)

// Node is what types and attributes have in common: they are immutable, belong
// to a context and have a canonical spelling that identifies them.
type Node interface {
	// Context is the context that owns the node.
	Context() *Context
	// String is the canonical spelling: the text that mlir-opt prints with
	// --mlir-print-local-scope, that is, without aliases.
	String() string

	storage() *storage
}

// storage is the hidden part of every node.
type storage struct {
	ctx  *Context
	text string
	refs []nodeRef
	// bare is the length of text without the trailing " : type" of a typed
	// attribute; len(text) for everything else.
	bare int
	// abridged text has keys of large constants in the place of their spelling.
	abridged bool
	// plain nodes print as text whatever the printing options are: they never
	// have an alias and nothing inside them has.
	plain bool
}

func (s *storage) Context() *Context { return s.ctx }
func (s *storage) String() string    { return s.text }
func (s *storage) storage() *storage { return s }

// full returns the text with large constants spelled in full.
func (s *storage) full() string {
	if !s.abridged {
		return s.text
	}
	var b strings.Builder
	at := 0
	for _, r := range s.refs {
		b.WriteString(s.text[at:r.lo])
		if d, ok := r.node.(*DenseAttr); ok && d.isLarge() || r.node.storage().abridged {
			b.WriteString(r.node.String()[r.stripped(s.text):])
		} else {
			b.WriteString(s.text[r.lo:r.hi])
		}
		at = r.hi
	}
	return b.String() + s.text[at:]
}

// nodeRef says that text[lo:hi] of a spelling is the spelling of a nested node,
// which the printer may replace by an alias.
type nodeRef struct {
	lo, hi int
	node   Node
}

// stripped returns the length of the name that is left out at the beginning of the
// spelling of a nested attribute; text is what the reference is into.
func (r nodeRef) stripped(text string) int {
	if inner := r.node.storage().text; text[r.lo] == '<' && inner != "" && inner[0] == '#' {
		return strings.IndexByte(inner, '<')
	}
	return 0
}

// Nested calls visit for every type and attribute directly inside n, in the
// order of their spelling.
func Nested(n Node, visit func(Node)) {
	for _, r := range n.storage().refs {
		visit(r.node)
	}
	if big, ok := n.(interface{ nested(func(Node)) }); ok {
		big.nested(visit)
	}
}

// TypeBase is embedded in every type. Dialects get one from InternType.
type TypeBase struct{ storageRef }

// AttrBase is embedded in every attribute. Dialects get one from InternAttr.
type AttrBase struct{ storageRef }

type storageRef struct{ s storage }

func (b *storageRef) Context() *Context { return b.s.ctx }
func (b *storageRef) String() string    { return b.s.full() }
func (b *storageRef) storage() *storage { return &b.s }

func (*TypeBase) isType()      {}
func (*AttrBase) isAttribute() {}

// Type is an MLIR type. Types of one context are compared with ==.
type Type interface {
	Node
	isType()
}

// Attribute is an MLIR attribute. Attributes of one context are compared with ==.
type Attribute interface {
	Node
	isAttribute()
}

// Spelling builds the canonical text of a type or attribute. The text is the
// node's identity, its printed form and the list of its nested nodes at once.
// InternType and InternAttr consume it: it must not be used after them.
//
//	s := ir.Spell(ctx).Str("!poplar.in<").Node(elem).Str(">")
//	t := ir.InternType(s, func(b ir.TypeBase) *EdgeType { return &EdgeType{TypeBase: b, Elem: elem} })
type Spelling struct {
	ctx  *Context
	buf  []byte
	refs []nodeRef
	bare int
	// special is set once a nested node is not plain, abridged once one is large.
	special, abridged bool
}

// Spell starts an empty spelling.
func Spell(ctx *Context) *Spelling {
	if s, ok := ctx.spellings.Get().(*Spelling); ok {
		return s
	}
	return &Spelling{ctx: ctx, buf: make([]byte, 0, 64), bare: -1}
}

// free lets a spelling be used again, unless it is large.
func (s *Spelling) free() {
	if cap(s.buf) > 4096 {
		return
	}
	*s = Spelling{ctx: s.ctx, buf: s.buf[:0], refs: s.refs[:0], bare: -1}
	s.ctx.spellings.Put(s)
}

// Str appends literal text.
func (s *Spelling) Str(text string) *Spelling {
	s.buf = append(s.buf, text...)
	return s
}

// Int appends a decimal number.
func (s *Spelling) Int(v int64) *Spelling {
	s.buf = strconv.AppendInt(s.buf, v, 10)
	return s
}

// Ints appends numbers separated by ", ".
func (s *Spelling) Ints(vs []int64) *Spelling {
	for i, v := range vs {
		if i > 0 {
			s.Str(", ")
		}
		s.Int(v)
	}
	return s
}

// Node appends a nested type or attribute.
func (s *Spelling) Node(n Node) *Spelling { return s.node(n, false) }

// Elem appends a nested attribute the way array elements print: the type of
// i64 integers, f64 floats and strings is left out.
func (s *Spelling) Elem(a Attribute) *Spelling { return s.node(a, elidesType(a)) }

// Stripped appends a nested attribute without its name #dialect.name, which the
// place implies; there must be <…> behind the name.
func (s *Spelling) Stripped(a Attribute) *Spelling {
	st := a.storage()
	lo := len(s.buf)
	s.Str(st.text[strings.IndexByte(st.text, '<'):])
	return s.ref(lo, a)
}

func (s *Spelling) node(n Node, bare bool) *Spelling {
	st := n.storage()
	text := abridgedText(n)
	if bare {
		text = text[:st.bare]
	}
	lo := len(s.buf)
	s.buf = append(s.buf, text...)
	return s.ref(lo, n)
}

// ref records that the text from lo on is that of a nested node.
func (s *Spelling) ref(lo int, n Node) *Spelling {
	st := n.storage()
	if !isLeaf(n) || !st.plain {
		s.refs = append(s.refs, nodeRef{lo, len(s.buf), n})
	}
	s.special = s.special || !st.plain
	s.abridged = s.abridged || st.abridged
	if d, ok := n.(*DenseAttr); ok {
		s.abridged = s.abridged || d.isLarge()
	}
	return s
}

// abridgedText returns what stands for a node inside the text of another one: its
// text, or the key of a large constant.
func abridgedText(n Node) string {
	if d, ok := n.(*DenseAttr); ok && d.isLarge() {
		return d.key
	}
	return textOf(n)
}

// Bytes appends to the text through f; it is for append-style formatters.
func (s *Spelling) Bytes(f func(dst []byte) []byte) *Spelling {
	s.buf = f(s.buf)
	return s
}

// typed marks the end of the value part of a typed attribute and appends " : type".
func (s *Spelling) typed(t Type) *Spelling {
	s.bare = len(s.buf)
	return s.Str(" : ").Node(t)
}

func (s *Spelling) finish(text string) storage {
	st := storage{ctx: s.ctx, text: text, refs: slices.Clone(s.refs), bare: s.bare, abridged: s.abridged, plain: !s.special && !hasSpecialForm(text)}
	if st.bare < 0 {
		st.bare = len(text)
	}
	return st
}

// InternType returns the type with that spelling, building it on first use.
func InternType[T Type](s *Spelling, build func(TypeBase) T) T {
	n := s.ctx.types.lookup(s.buf, func(text string) Node {
		st := s.finish(text)
		if !st.plain {
			s.ctx.otherTypes.Store(true)
		}
		return build(TypeBase{storageRef{st}})
	})
	s.free()
	return n.(T)
}

// InternAttr returns the attribute with that spelling, building it on first use.
func InternAttr[T Attribute](s *Spelling, build func(AttrBase) T) T {
	n := s.ctx.attrs.lookup(s.buf, func(text string) Node {
		return build(AttrBase{storageRef{s.finish(text)}})
	})
	s.free()
	return n.(T)
}

// isLeaf tells whether n is a builtin type or attribute that names nothing and
// has nothing inside it, which need not be recorded as a nested node.
func isLeaf(n Node) bool {
	switch n.(type) {
	case *IntegerType, *FloatType, *IndexType, *NoneType,
		*IntegerAttr, *FloatAttr, *StringAttr, *UnitAttr, *DenseArrayAttr:
		return true
	}
	return false
}

// hasSpecialForm tells from its spelling whether a node may print differently
// from it, apart from what is nested in it: as an alias, elided, or renumbered.
func hasSpecialForm(text string) bool {
	switch text[0] {
	case '#', '!':
		return true
	}
	for _, prefix := range [...]string{"affine_", "loc(", "dense", "sparse<", "tuple<", "distinct["} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// elidesType tells whether an attribute prints without its type where the
// context implies it (array elements): i64, f64 and plain strings.
func elidesType(a Attribute) bool {
	switch a := a.(type) {
	case *IntegerAttr:
		t, ok := a.Type().(*IntegerType)
		return ok && t.Width == 64 && t.Signedness == Signless
	case *FloatAttr: // infinity and NaN are spelled 0x…, which is no float without type
		return a.Type() == a.s.ctx.F64() && !strings.HasPrefix(a.s.text, "0x")
	}
	return false
}
