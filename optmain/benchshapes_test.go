package optmain_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// huge returns a module with a function of about the given size in bytes, with the
// statements of mixed.
func huge(seed uint64, size int) []byte {
	w := newMixedWriter(seed)
	w.WriteString("module {\n")
	w.functionOf(0, func() {
		for w.Len() < size {
			w.scope(func() {
				for range 50 {
					w.statement(0)
				}
			})
		}
	})
	w.WriteString("}\n")
	return w.Bytes()
}

// deep returns functions whose operations are nested 100 levels deep.
func deep(seed uint64, size int) []byte {
	w := newMixedWriter(seed)
	w.WriteString("module {\n")
	for f := 0; w.Len() < size; f++ {
		w.functionOf(f, func() { w.nest(100) })
	}
	w.WriteString("}\n")
	return w.Bytes()
}

// nest writes a statement that contains another statement, and so on to the given depth.
func (w *mixedWriter) nest(levels int) {
	w.arithmetic(0)
	if levels == 0 {
		return
	}
	inner := func() { w.nest(levels - 1) }
	switch w.rand.IntN(3) {
	case 0:
		w.line("scf.if %s {", w.any(w.bools))
		w.region(inner)
		w.line("}")
	case 1:
		iv := w.fresh()
		w.line("scf.for %s = %s to %s step %s {", iv, w.any(w.index), w.any(w.index), w.any(w.index))
		w.region(func() {
			w.index = append(w.index, iv)
			inner()
		})
		w.line("}")
	default:
		w.line("\"acme.scope\"(%s) ({", w.any(w.bools))
		w.region(func() {
			inner()
			w.line("\"acme.yield\"() : () -> ()")
		})
		w.line("}) {policy = #acme.policy<%d>} : (i1) -> ()", w.rand.IntN(4))
	}
}

// casts returns functions that convert an index back and forth and compute with it; each operation
// uses the result of the previous one.
func casts(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	var b bytes.Buffer
	b.WriteString("module {\n")
	for f := 0; b.Len() < size; f++ {
		fmt.Fprintf(&b, "  func.func @f%d(%%arg0: index, %%arg1: memref<?xindex>) -> index {\n", f)
		last, n := "%arg0", 0
		define := func(format string, args ...any) {
			fmt.Fprintf(&b, "    %%%d = "+format+"\n", append([]any{n}, args...)...)
			last = fmt.Sprintf("%%%d", n)
			n++
		}
		for range 500 {
			switch r.IntN(5) {
			case 0:
				define("arith.index_cast %s : index to i64", last)
				define("arith.index_cast %s : i64 to index", last)
			case 1:
				width := []string{"i64", "i32", "i16"}[r.IntN(3)]
				define("arith.index_castui %s : index to %s", last, width)
				define("arith.extui %s : %s to i128", last, width)
				define("arith.trunci %s : i128 to i32", last)
				define("arith.index_cast %s : i32 to index", last)
			case 2:
				define("arith.constant %d : index", r.IntN(1<<20))
				define("arith.%s %%%d, %s : index", []string{"addi", "muli", "subi", "divui", "remsi"}[r.IntN(5)], max(n-2, 0), last)
			case 3:
				define("affine.apply affine_map<(d0)[s0] -> (d0 + s0 * %d)>(%%arg0)[%%arg0]", r.IntN(64))
				define("arith.addi %%%d, %s : index", max(n-2, 0), last)
			default:
				define("memref.load %%arg1[%s] : memref<?xindex>", last)
			}
		}
		fmt.Fprintf(&b, "    return %s : index\n  }\n", last)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// symbols returns a module with functions that call each other: a quarter of them are private
// declarations, and, of the others, one in public is public.
func symbols(seed uint64, count, public int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	var b bytes.Buffer
	b.WriteString("module {\n")
	for f := range count {
		visibility := "private "
		if r.IntN(public) == 0 {
			visibility = ""
		}
		if f == 0 || r.IntN(4) == 0 {
			fmt.Fprintf(&b, "  func.func private @f%d(i32) -> i32\n", f)
			continue
		}
		fmt.Fprintf(&b, "  func.func %s@f%d(%%arg0: i32) -> i32 {\n", visibility, f)
		fmt.Fprintf(&b, "    %%0 = call @f%d(%%arg0) : (i32) -> i32\n", r.IntN(f))
		b.WriteString("    return %0 : i32\n  }\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// unindented returns the text of mixed with all lines at the left margin.
func unindented(seed uint64, size int) []byte {
	var b bytes.Buffer
	for line := range strings.Lines(string(mixed(seed, size))) {
		b.WriteString(strings.TrimLeft(line, " "))
	}
	return b.Bytes()
}

// denseHex returns a constant of random bytes whose text has that many bytes.
func denseHex(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	const digits = "0123456789ABCDEF"
	n := size / 8
	b := append(make([]byte, 0, size+200), "module {\n  \"acme.constant\"() {value = dense<\"0x"...)
	for range 8 * n {
		b = append(b, digits[r.IntN(16)])
	}
	return fmt.Appendf(b, "\"> : tensor<%dxi32>} : () -> ()\n}\n\n", n)
}

// denseDecimal returns a constant of random numbers whose text has about that many
// bytes.
func denseDecimal(seed uint64, size int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	b := append(make([]byte, 0, size+200), "module {\n  \"acme.constant\"() {value = dense<["...)
	n := 0
	for ; len(b) < size; n++ {
		if n > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, r.Int64N(1<<31)-1<<30, 10)
	}
	return fmt.Appendf(b, "]> : tensor<%dxi32>} : () -> ()\n}\n\n", n)
}
