package ir

import (
	"fmt"
	"math"
	"strings"
)

// Node is the common part of types and attributes: they are immutable, belong to a
// context and consist of words and of other nodes. Two nodes of a context with the same
// words around the same nodes are the same pointer.
type Node interface {
	// Context is the context that owns the node.
	Context() *Context
	// String is the canonical spelling: the text that mlir-opt prints with
	// --mlir-print-local-scope, that is, without aliases. Every call computes it, and it
	// may be much longer than the memory of the node, because a node with several
	// occurrences is spelled at each of them.
	String() string

	storage() *storage
}

// storage is the hidden part of every node.
type storage struct {
	ctx  *Context
	node Node // the node with this storage
	// text is the spelling without the nested nodes.
	text string
	refs *[]nodeRef // see nested; nil for most nodes
	// size is the length of the spelling, or math.MaxInt32 if it is longer. The values of
	// constants are not counted.
	size int32
	// depth is the nesting depth of nodes in the node, 0 without nested nodes.
	depth int32
	// bare is the length of text without the trailing " : type" of a typed attribute;
	// len(text) for all other nodes.
	bare int32
	// plain nodes print as their spelling, independently of the printing options: neither they nor
	// nodes inside them have an alias.
	plain bool
	// symbols is set if the node is a symbol reference or contains one.
	symbols bool
	// constant nodes have a value that precedes text; see constant.
	constant bool
}

func (s *storage) Context() *Context { return s.ctx }

// word returns a copy of a word: the part of the text after its first byte, which is " or
// @, unless the word is spelled with escapes there.
func (s *storage) word(w string) string {
	if rest := s.text[1:]; strings.HasPrefix(rest, w) {
		return rest[:len(w)]
	}
	return strings.Clone(w)
}

// nested returns the nodes that occur in text, in order.
func (s *storage) nested() []nodeRef {
	if s.refs == nil {
		return nil
	}
	return *s.refs
}

// nodeRef is a nested node of a spelling, which the printer may replace by an alias: it
// precedes text[at].
type nodeRef struct {
	node *storage
	at   int32
	form refForm
}

// refForm is the form in which a nested node is spelled.
type refForm uint8

const (
	fullForm     refForm = iota
	strippedForm         // without the name #dialect.name before <…>
	locationForm         // without the loc( ) around a location
	hiddenForm           // not spelled: the value of a constant, the groups of a map
)

// ends returns the part of the nested node's text that is spelled.
func (r nodeRef) ends() (from, to int) {
	text := r.node.text
	switch r.form {
	case strippedForm:
		from = strings.IndexByte(text, '<')
	case locationForm:
		return len("loc("), len(text) - len(")")
	}
	return from, len(text)
}

// constant is an attribute that makes the text of its value on demand, because the text
// is large and does not identify the attribute. Its storage holds the trailing type.
type constant interface {
	appendValue(dst []byte) []byte
}

// appendSpelling appends the spelling of a node, and no more nested nodes once there are
// limit bytes.
func (s *storage) appendSpelling(dst []byte, limit int) []byte {
	if s.constant {
		dst = s.node.(constant).appendValue(dst)
	}
	return s.appendPart(dst, 0, len(s.text), limit)
}

// appendPart appends the spelling of text[from:to] with the nodes in it.
func (s *storage) appendPart(dst []byte, from, to, limit int) []byte {
	for _, r := range s.nested() {
		at := int(r.at)
		if at > to || len(dst) >= limit {
			break
		}
		if at < from || r.form == hiddenForm {
			continue
		}
		dst = append(dst, s.text[from:at]...)
		if r.form == fullForm {
			dst = r.node.appendSpelling(dst, limit)
		} else {
			lo, hi := r.ends()
			dst = r.node.appendPart(dst, lo, hi, limit)
		}
		from = at
	}
	return append(dst, s.text[from:to]...)
}

// maxMessage is the length in bytes at which the spelling of a node in a formatted message is cut
// off.
const maxMessage = 1 << 20

// spelling returns the spelling of the node, truncated after some limit.
func (s *storage) spelling(limit int) string {
	if s.refs == nil && !s.constant {
		return s.text
	}
	dst := s.appendSpelling(make([]byte, 0, min(int(s.size), limit)), limit)
	if len(dst) > limit {
		dst = append(dst[:limit], "..."...)
	}
	return string(dst)
}

// Depth returns the nesting depth of types and attributes in n: 0 for i32, 1 for
// vector<4xi32>.
func Depth(n Node) int { return int(n.storage().depth) }

// Begins reports whether the spelling of n begins with the given words, and these are not
// words of a nested node.
func Begins(n Node, words string) bool { return strings.HasPrefix(n.storage().text, words) }

// TypeBase is embedded in every type. Dialects get one from InternType.
type TypeBase struct{ storageRef }

// AttrBase is embedded in every attribute. Dialects get one from InternAttr.
type AttrBase struct{ storageRef }

type storageRef struct{ s storage }

func (b *storageRef) Context() *Context { return b.s.ctx }
func (b *storageRef) String() string    { return b.s.spelling(math.MaxInt) }
func (b *storageRef) storage() *storage { return &b.s }

// Format writes the spelling as fmt does strings. Messages contain at most 1 MiB of it,
// because a node with shared structure may have a longer spelling than fits in memory.
func (b *storageRef) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), b.s.spelling(maxMessage))
}

func (*TypeBase) isType()      {}
func (*AttrBase) isAttribute() {}

// Type is an MLIR type. Types of the same context are compared with ==.
type Type interface {
	Node
	isType()
}

// Attribute is an MLIR attribute. Attributes of the same context are compared with ==.
type Attribute interface {
	Node
	isAttribute()
}

// isFlat reports whether a nested node is spelled as part of the enclosing text: it is
// short, prints as its spelling, and refers to no symbol.
func (s *storage) isFlat() bool {
	return s.plain && !s.symbols && s.refs == nil && len(s.text) <= maxFlat
}

// maxFlat is the length in bytes of the longest text that is copied into the text of
// other nodes.
const maxFlat = 64

// hasSpecialForm decides by the first words of its spelling whether a node, without its nested
// nodes, may print differently from its spelling: as an alias, elided, or renumbered.
func hasSpecialForm(text string) bool {
	if text == "" {
		return false // the nested node comes first
	}
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

// elidesType reports whether an attribute prints without its type where the context implies the
// type (array elements): i64, f64 and plain strings.
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
