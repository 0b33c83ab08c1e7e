package parser

import (
	"cmp"
	"slices"
	"sync"

	"optc/ir"
)

// Name is a place in a source that names a value or a block. Lo and Hi are the byte
// offsets of the beginning and the end of the name, including its sigil.
type Name struct {
	Lo, Hi     int
	Value      *ir.Value // nil for a block
	Block      *ir.Block // nil for a value
	Definition bool
}

// Names records where the values and blocks of a source are named. The zero value is
// ready for use.
type Names struct {
	mu     sync.Mutex
	list   []Name
	sorted bool
	became map[*ir.Value]*ir.Value // the value that replaced each placeholder
	again  []repeated
}

// repeated is a use of the same value as an earlier use by the same operation.
type repeated struct{ at, first int }

// RecordNames records in n where values and blocks are named.
func RecordNames(n *Names) Option { return func(c *config) { c.names = n } }

// List returns the names in the order of the text.
func (n *Names) List() []Name {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.sorted {
		n.sort()
		for i := range n.list {
			if v := n.became[n.list[i].Value]; v != nil {
				n.list[i].Value = v
			}
		}
		// If an operation needs the type of an operand first, the operand was added twice.
		n.list = slices.CompactFunc(n.list, func(a, b Name) bool { return a.Lo == b.Lo })
		once := n.list
		for _, r := range n.again {
			i, ok := slices.BinarySearchFunc(once, r.first, func(x Name, at int) int { return cmp.Compare(x.Lo, at) })
			if ok {
				name := once[i]
				name.Lo, name.Hi = r.at, r.at+name.Hi-name.Lo
				n.list = append(n.list, name)
			}
		}
		n.sort()
		n.sorted = true
	}
	return n.list
}

func (n *Names) sort() {
	slices.SortFunc(n.list, func(a, b Name) int { return cmp.Compare(a.Lo, b.Lo) })
}

// repeat records that the value at an offset is the value that is named at an earlier
// offset.
func (n *Names) repeat(at, first int) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.again = append(n.again, repeated{at, first})
}

func (n *Names) add(name Name) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, name)
}

// become records that a placeholder was replaced by v.
func (n *Names) become(placeholder, v *ir.Value) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.became == nil {
		n.became = map[*ir.Value]*ir.Value{}
	}
	n.became[placeholder] = v
}

// Outline returns the offsets of the lines on which alias definitions and isolated operations, such
// as functions at the top level or in the module, begin. It assumes indentation as printers write
// it. items is nil if items may use each other's values.
func Outline(c *ir.Context, text string) (aliases, items []int) {
	out := outlineOf(c, lexer{text: text}, func() bool { return false })
	return out.aliases, out.items
}

// ScopeEnd returns the offset after the brace that closes the first opening brace at or
// after begin, or the end of the text.
func ScopeEnd(text string, begin int) int {
	l := lexer{text: text}
	depth := 0
	for t := l.lex(begin); t.kind != tokEOF; t = l.lex(t.hi) {
		switch t.kind {
		case tokLBrace:
			depth++
		case tokRBrace:
			if depth--; depth <= 0 {
				return t.hi
			}
		case tokError:
			t.hi = t.lo + 1
		}
	}
	return len(text)
}
