// Package lazyre holds regular expressions that are compiled on first use.
//
// It exists because a program that links a package pays for its package-level expressions at every
// start, even if it never needs them.
package lazyre

import (
	"regexp"
	"sync"
)

// New returns a function that returns the compiled expression. It panics, at the
// first call, if the expression is not valid.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
