// Package randprog writes random programs for tests. A Writer holds what all generators share:
// random choices, names, and lines of text. Each generator is beside the tests that use it: whole
// modules in internal/testing/conformance, functions of a dialect in its package, vectors with
// layouts in passes/distribute, programs of a family in internal/family/poplar and
// internal/family/okk.
package randprog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Writer writes the text of a random program.
type Writer struct {
	*rand.Rand
	Level int // level of indentation, two spaces each
	text  strings.Builder
	names int
}

// NewWriter returns a writer whose choices follow from the seed and the stream. The
// streams of one seed are independent.
func NewWriter(seed, stream uint64) Writer {
	return Writer{Rand: rand.New(rand.NewPCG(seed, stream))}
}

// Chance reports true in that many of 100 calls.
func (w *Writer) Chance(percent int) bool { return w.IntN(100) < percent }

// Pick returns a random element; r is a Writer or a generator that embeds one.
func Pick[T any](r interface{ IntN(n int) int }, from []T) T { return from[r.IntN(len(from))] }

// OneOf is Pick for a few elements.
func OneOf[T any](r interface{ IntN(n int) int }, from ...T) T { return Pick(r, from) }

// Line writes a line with the indentation.
func (w *Writer) Line(format string, args ...any) {
	w.text.WriteString(strings.Repeat("  ", w.Level))
	fmt.Fprintf(&w.text, format, args...)
	w.text.WriteByte('\n')
}

// Number returns a new number for names.
func (w *Writer) Number() int {
	w.names++
	return w.names
}

// Fresh returns a new name for a value.
func (w *Writer) Fresh() string { return fmt.Sprintf("%%v%d", w.Number()) }

// Last returns the name that Fresh returned last.
func (w *Writer) Last() string { return fmt.Sprintf("%%v%d", w.names) }

// Define writes an operation with one result and returns the name of the result.
func (w *Writer) Define(format string, args ...any) string {
	name := w.Fresh()
	w.Line("%s = %s", name, fmt.Sprintf(format, args...))
	return name
}

// String returns the text.
func (w *Writer) String() string { return w.text.String() }

// Nest returns elements with the brackets of a constant of that shape.
func Nest(elems []string, dims []int) string {
	if len(dims) == 0 {
		return elems[0]
	}
	var parts []string
	step := len(elems) / dims[0]
	for i := range dims[0] {
		parts = append(parts, Nest(elems[i*step:(i+1)*step], dims[1:]))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Elements returns the number of elements of a shape.
func Elements(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}
