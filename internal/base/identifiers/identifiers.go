// Package identifiers picks names for sources in C and C++ that resemble the names of values.
package identifiers

import (
	"fmt"
	"strings"
)

// Names picks identifiers, each of them only once.
type Names struct {
	reserved func(string) bool
	taken    map[string]bool
	nested   []string // picked since the innermost Nest began
}

// Nest calls a function. Names that are picked in it can be picked again afterwards.
func (n *Names) Nest(do func()) {
	outer := n.nested
	n.nested = nil
	do()
	for _, id := range n.nested {
		delete(n.taken, id)
	}
	n.nested = outer
}

// New returns an empty set of names. Reserved reports names that cannot be picked besides the
// keywords of C.
func New(reserved func(string) bool) *Names {
	return &Names{reserved: reserved, taken: map[string]bool{}}
}

// Pick returns an identifier that resembles name.
func (n *Names) Pick(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		case r >= '0' && r <= '9':
			if i == 0 {
				b.WriteByte('_')
			}
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	id := b.String()
	if keywords[id] || id == "" || n.reserved(id) {
		id += "_"
	}
	for base, i := id, 2; n.taken[id]; i++ {
		id = fmt.Sprint(base, "_", i)
	}
	n.taken[id] = true
	n.nested = append(n.nested, id)
	return id
}

// Words returns a function that reports whether a name is a word of text.
func Words(text string) func(string) bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(text) {
		words[w] = true
	}
	return func(name string) bool { return words[name] }
}

// keywords holds the keywords of C with the words of stdbool.h.
var keywords = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`auto break case char const continue default do double else enum extern float for goto if inline int long register
		restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false main`) {
		words[w] = true
	}
	return words
}()
