package ir

import (
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Spelling builds the canonical text of a type or attribute. Its words and the nodes between them
// serve as the node's identity, its printed form and the list of its nested nodes. InternType and
// InternAttr consume it: it must not be used after them.
//
//	s := ir.Spell(ctx).Str("!poplar.in<").Node(elem).Str(">")
//	t := ir.InternType(s, func(b ir.TypeBase) *EdgeType { return &EdgeType{TypeBase: b, Elem: elem} })
type Spelling struct {
	ctx  *Context
	buf  []byte
	refs []nodeRef
	bare int
	// depth is the nesting depth of nodes, including nodes that are part of the text.
	depth int32
	// dense is the constant, if only its type is spelled, or nil.
	dense *DenseAttr
	kept  keptNodes
}

// keptNodes is memory for parts of the nodes that are made next.
type keptNodes struct {
	texts *strings.Builder // has the most recent texts
	refs  []nodeRef
	lists [][]nodeRef
}

// Spell starts an empty spelling.
func Spell(ctx *Context) *Spelling {
	if s, ok := ctx.spellings.Get().(*Spelling); ok {
		return s
	}
	return &Spelling{ctx: ctx, buf: make([]byte, 0, 64), bare: -1}
}

// free releases a spelling for reuse, unless it is large.
func (s *Spelling) free() {
	if cap(s.buf) > 4096 {
		return
	}
	*s = Spelling{ctx: s.ctx, buf: s.buf[:0], refs: s.refs[:0], bare: -1, kept: s.kept}
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
func (s *Spelling) Node(n Node) *Spelling {
	st := n.storage()
	if st.isFlat() {
		s.depth = max(s.depth, st.depth+1)
		return s.Str(st.text)
	}
	return s.ref(st, fullForm)
}

// Elem appends a nested attribute as array elements print: without the type of i64
// integers, f64 floats and strings.
func (s *Spelling) Elem(a Attribute) *Spelling {
	if elidesType(a) {
		s.depth = max(s.depth, 1)
		st := a.storage()
		return s.Str(st.text[:st.bare])
	}
	return s.Node(a)
}

// Stripped appends a nested attribute without its name #dialect.name, which the place
// implies; the name must be followed by <…>.
func (s *Spelling) Stripped(a Attribute) *Spelling { return s.ref(a.storage(), strippedForm) }

// Bytes appends to the text through f; it is for append-style formatters.
func (s *Spelling) Bytes(f func(dst []byte) []byte) *Spelling {
	s.buf = f(s.buf)
	return s
}

// hidden makes a text part of the identity that is not spelled. An empty text adds
// nothing.
func (s *Spelling) hidden(f func(dst []byte) []byte) *Spelling {
	shown := len(s.buf)
	s.buf = f(s.buf)
	if len(s.buf) == shown {
		return s
	}
	text := string(s.buf[shown:])
	s.buf = s.buf[:shown]
	return s.ref(&s.ctx.Str(text).s, hiddenForm)
}

func (s *Spelling) ref(n *storage, form refForm) *Spelling {
	s.depth = max(s.depth, n.depth+1)
	s.refs = append(s.refs, nodeRef{n, int32(len(s.buf)), form})
	return s
}

// Typed marks the end of the value part of a typed attribute and appends " : type".
func (s *Spelling) Typed(t Type) *Spelling {
	s.bare = len(s.buf)
	return s.Str(" : ").Node(t)
}

func (s *Spelling) hash(seed maphash.Seed) uint64 {
	h := maphash.Bytes(seed, s.buf)
	for _, r := range s.refs {
		h = (h ^ maphash.Comparable(seed, r.node) ^ uint64(r.at)<<8 ^ uint64(r.form)) * hashMix
		h ^= h >> 32
	}
	return h
}

// is reports whether a node has the words and nested nodes of the spelling.
func (s *Spelling) is(n *storage) bool {
	return n.text == string(s.buf) && slices.Equal(n.nested(), s.refs) && (s.dense == nil || s.dense.sameValue(n.node))
}

// keep returns a copy of the text that lives as long as the context.
func (s *Spelling) keep() string {
	if len(s.buf) > textChunk/8 {
		return string(s.buf)
	}
	k := &s.kept
	if k.texts == nil || k.texts.Len()+len(s.buf) > k.texts.Cap() {
		k.texts = &strings.Builder{}
		k.texts.Grow(textChunk)
	}
	from := k.texts.Len()
	k.texts.Write(s.buf)
	return k.texts.String()[from:]
}

// textChunk is the number of bytes of memory that many short texts share.
const textChunk = 4 << 10

func (s *Spelling) finish() storage {
	st := storage{ctx: s.ctx, text: s.keep(), bare: int32(len(s.buf)), depth: s.depth}
	if s.bare >= 0 {
		st.bare = int32(s.bare)
	}
	st.plain = !hasSpecialForm(st.text)
	st.symbols = st.text != "" && st.text[0] == '@'
	size := len(st.text)
	if len(s.refs) > 0 {
		refs := takeFromChunk(&s.kept.refs, len(s.refs))
		copy(refs, s.refs)
		list := takeFromChunk(&s.kept.lists, 1)
		list[0], st.refs = refs, &list[0]
	}
	for _, r := range s.refs {
		st.plain = st.plain && r.node.plain
		st.symbols = st.symbols || r.node.symbols
		size = min(size+int(r.node.size), math.MaxInt32)
	}
	st.size = int32(size)
	return st
}

// InternType returns the type with the given spelling; build makes it on first use.
func InternType[T Type](s *Spelling, build func(TypeBase) T) T {
	return s.internType(func(b TypeBase) Type { return build(b) }).(T)
}

// InternAttr returns the attribute with the given spelling; build makes it on first use.
func InternAttr[T Attribute](s *Spelling, build func(AttrBase) T) T {
	return s.internAttr(func(b AttrBase) Attribute { return build(b) }).(T)
}

// internType is InternType for this package. Its callers are inlined into other
// functions, where the compiler knows too little about a generic function to keep build
// off the heap.
func (s *Spelling) internType(build func(TypeBase) Type) Node {
	table := &s.ctx.types
	hash := s.hash(table.seed)
	n := table.find(hash, s)
	if n == nil {
		n = table.add(hash, s, build(TypeBase{storageRef{s.finish()}}))
		if !n.plain {
			s.ctx.otherTypes.Store(true)
		}
	}
	s.free()
	return n.node
}

// internAttr is InternAttr for this package; see internType.
func (s *Spelling) internAttr(build func(AttrBase) Attribute) Node {
	table := &s.ctx.attrs
	hash := s.hash(table.seed)
	n := table.find(hash, s)
	if n == nil {
		n = table.add(hash, s, build(AttrBase{storageRef{s.finish()}}))
	}
	s.free()
	return n.node
}
