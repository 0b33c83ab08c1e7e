package optmain_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// straightLine returns a module of vector code without control flow, about 24 MB
// for 720 functions, in the form in which it is printed.
func straightLine(functions int) []byte {
	var b bytes.Buffer
	b.WriteString("module {\n")
	for f := range functions {
		fmt.Fprintf(&b, "  func.func @f%d(%%arg0: memref<64x64xf32>, %%arg1: index, %%arg2: index, %%arg3: vector<4x8xf32>) -> vector<4x8xf32> {\n", f)
		b.WriteString("    %cst = arith.constant 0.000000e+00 : f32\n")
		last := "arg3"
		for k := range 100 {
			fmt.Fprintf(&b, "    %%%d = vector.transfer_read %%arg0[%%arg1, %%arg2], %%cst {in_bounds = [true, true]} : memref<64x64xf32>, vector<4x8xf32>\n", 3*k)
			fmt.Fprintf(&b, "    %%%d = arith.addf %%%s, %%%d : vector<4x8xf32>\n", 3*k+1, last, 3*k)
			fmt.Fprintf(&b, "    %%%d = arith.mulf %%%d, %%%d : vector<4x8xf32>\n", 3*k+2, 3*k+1, 3*k)
			fmt.Fprintf(&b, "    vector.transfer_write %%%d, %%arg0[%%arg1, %%arg2] {in_bounds = [true, true]} : vector<4x8xf32>, memref<64x64xf32>\n", 3*k+2)
			last = fmt.Sprint(3*k + 2)
		}
		fmt.Fprintf(&b, "    return %%%s : vector<4x8xf32>\n  }\n", last)
	}
	b.WriteString("}\n\n")
	return b.Bytes()
}

// mixedWriter writes random functions with nested control flow. Its values are named in
// the order in which they are written, which differs from the order of the numbers in the
// printed text.
type mixedWriter struct {
	bytes.Buffer
	rand  *rand.Rand
	plain bool // without operations that are not registered
	depth int
	names int
	// Names in scope.
	index, float, bools, vectors []string
}

// mixed returns a valid module of about the given size in bytes, with scf, cf,
// memref, affine, func, arith and vector operations, calls, and operations of a
// dialect that is not registered, with its attributes. Equal seeds give equal
// modules.
func mixed(seed uint64, size int) []byte { return functions(newMixedWriter(seed), size) }

// plain returns the text of mixed without the unregistered operations.
func plain(seed uint64, size int) []byte {
	w := newMixedWriter(seed)
	w.plain = true
	return functions(w, size)
}

func newMixedWriter(seed uint64) *mixedWriter {
	return &mixedWriter{rand: rand.New(rand.NewPCG(seed, 0)), depth: 1}
}

func functions(w *mixedWriter, size int) []byte {
	w.WriteString("module {\n")
	for f := 0; w.Len() < size; f++ {
		w.function(f)
	}
	w.WriteString("}\n")
	return w.Bytes()
}

// line writes an indented line.
func (w *mixedWriter) line(format string, args ...any) {
	for range 2 * w.depth {
		w.WriteByte(' ')
	}
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// fresh returns a new name, a number as in most files.
func (w *mixedWriter) fresh() string {
	w.names++
	return fmt.Sprintf("%%%d", w.names-1)
}

// any returns one of the names, preferably a recent one.
func (w *mixedWriter) any(names []string) string {
	n := len(names)
	return names[max(w.rand.IntN(n), w.rand.IntN(n))]
}

// define writes `name = …` and returns the name.
func (w *mixedWriter) define(into *[]string, format string, args ...any) string {
	name := w.fresh()
	w.line("%s = "+format, append([]any{name}, args...)...)
	*into = append(*into, name)
	return name
}

// scope forgets the names that body defines.
func (w *mixedWriter) scope(body func()) {
	index, float, bools, vectors := len(w.index), len(w.float), len(w.bools), len(w.vectors)
	body()
	w.index, w.float, w.bools, w.vectors = w.index[:index], w.float[:float], w.bools[:bools], w.vectors[:vectors]
}

// region writes the output of body one level deeper, in a new scope.
func (w *mixedWriter) region(body func()) {
	w.depth++
	w.scope(body)
	w.depth--
}

func (w *mixedWriter) function(f int) {
	w.functionOf(f, func() {
		for range 10 + w.rand.IntN(20) {
			w.statement(0)
		}
		w.blocks()
		if f > 0 && w.rand.IntN(2) == 0 {
			r := w.fresh()
			w.line("%s:2 = call @f%d(%s, %s, %s, %s, %s, %%m, %%n) : (index, index, f32, i1, vector<8xf32>, memref<?x64xf32>, memref<64xindex>) -> (f32, index)",
				r, w.rand.IntN(f), w.any(w.index), w.any(w.index), w.any(w.float), w.any(w.bools), w.any(w.vectors))
			w.float, w.index = append(w.float, r+"#0"), append(w.index, r+"#1")
		}
	})
}

// functionOf writes a function that returns two of the values that body defines.
func (w *mixedWriter) functionOf(f int, body func()) {
	w.names = 0
	w.index, w.float, w.bools, w.vectors = []string{"%i", "%j"}, []string{"%x"}, []string{"%c"}, []string{"%v"}
	w.line("func.func @f%d(%%i: index, %%j: index, %%x: f32, %%c: i1, %%v: vector<8xf32>, %%m: memref<?x64xf32>, %%n: memref<64xindex>) -> (f32, index) {", f)
	w.region(func() {
		w.define(&w.index, "arith.constant %d : index", w.rand.IntN(64))
		w.define(&w.float, "arith.constant %d.5 : f32", w.rand.IntN(100))
		body()
		w.line("return %s, %s : f32, index", w.any(w.float), w.any(w.index))
	})
	w.line("}")
}

// maxNesting is the largest nesting depth of statements.
const maxNesting = 3

func (w *mixedWriter) statement(nesting int) {
	kinds := []func(int){w.arithmetic, w.arithmetic, w.access, w.access, w.views, w.affineAccess}
	if !w.plain {
		kinds = append(kinds, w.foreign, w.foreign)
	}
	if nesting < maxNesting {
		kinds = append(kinds, w.forLoop, w.ifElse, w.whileLoop, w.affineLoop, w.affineIf)
		if !w.plain {
			kinds = append(kinds, w.foreignRegion)
		}
	}
	kinds[w.rand.IntN(len(kinds))](nesting + 1)
}

func (w *mixedWriter) statements(nesting int) {
	for range 1 + w.rand.IntN(4) {
		w.statement(nesting)
	}
}

func (w *mixedWriter) arithmetic(int) {
	pick := func(names ...string) string { return names[w.rand.IntN(len(names))] }
	switch w.rand.IntN(6) {
	case 0:
		w.define(&w.index, "arith.%s %s, %s : index", pick("addi", "muli", "subi", "andi"), w.any(w.index), w.any(w.index))
	case 1:
		w.define(&w.bools, "arith.cmpi %s, %s, %s : index", pick("slt", "eq", "uge"), w.any(w.index), w.any(w.index))
	case 2:
		w.define(&w.float, "arith.select %s, %s, %s : f32", w.any(w.bools), w.any(w.float), w.any(w.float))
	case 3:
		w.define(&w.vectors, "arith.%s %s, %s : vector<8xf32>", pick("addf", "mulf", "maximumf"), w.any(w.vectors), w.any(w.vectors))
	case 4:
		w.define(&w.vectors, "vector.broadcast %s : f32 to vector<8xf32>", w.any(w.float))
	default:
		w.define(&w.float, "arith.%s %s, %s : f32", pick("addf", "mulf", "subf", "divf"), w.any(w.float), w.any(w.float))
	}
}

func (w *mixedWriter) access(int) {
	switch w.rand.IntN(4) {
	case 0:
		w.define(&w.float, "memref.load %%m[%s, %s] : memref<?x64xf32>", w.any(w.index), w.any(w.index))
	case 1:
		w.define(&w.index, "memref.load %%n[%s] : memref<64xindex>", w.any(w.index))
	case 2:
		w.line("memref.store %s, %%m[%s, %s] : memref<?x64xf32>", w.any(w.float), w.any(w.index), w.any(w.index))
	default:
		w.define(&w.vectors, "vector.transfer_read %%m[%s, %s], %s {in_bounds = [true]} : memref<?x64xf32>, vector<8xf32>", w.any(w.index), w.any(w.index), w.any(w.float))
	}
}

func (w *mixedWriter) views(int) {
	offset, size := 8*w.rand.IntN(4), 4+4*w.rand.IntN(6)
	view, copied := w.fresh(), w.fresh()
	w.line("%s = memref.subview %%m[%s, %d] [4, %d] [1, 1] : memref<?x64xf32> to memref<4x%dxf32, strided<[64, 1], offset: ?>>", view, w.any(w.index), offset, size, size)
	w.line("%s = memref.alloc() {alignment = 64 : i64} : memref<4x%dxf32>", copied, size)
	w.line("memref.copy %s, %s : memref<4x%dxf32, strided<[64, 1], offset: ?>> to memref<4x%dxf32>", view, copied, size, size)
	w.define(&w.float, "memref.load %s[%s, %s] : memref<4x%dxf32>", copied, w.any(w.index), w.any(w.index), size)
	w.line("memref.dealloc %s : memref<4x%dxf32>", copied, size)
}

// affineAccess uses the arguments of the function, which are symbols.
func (w *mixedWriter) affineAccess(int) {
	at := w.define(&w.index, "affine.apply affine_map<(d0)[s0] -> (d0 * %d + s0 mod %d)>(%%i)[%%j]", 1+w.rand.IntN(4), 2+w.rand.IntN(14))
	w.define(&w.float, "affine.load %%m[%s + %d, %%j floordiv 2] : memref<?x64xf32>", at, w.rand.IntN(8))
}

// foreign writes operations that are not registered.
func (w *mixedWriter) foreign(int) {
	switch w.rand.IntN(3) {
	case 0:
		w.define(&w.float, "\"acme.fuse\"(%s, %s) {layout = #acme.tile<[%d, 8], order = \"rm\">, stage = %d : i64} : (f32, f32) -> f32",
			w.any(w.float), w.any(w.float), 1<<w.rand.IntN(5), w.rand.IntN(8))
	case 1:
		r, token := w.fresh(), w.rand.IntN(4)
		w.line("%s:2 = \"acme.split\"(%s, %s) {axes = [0, %d], kind = #acme.kind<even>, map = affine_map<(d0, d1) -> (d1, d0)>} : (vector<8xf32>, index) -> (vector<8xf32>, !acme.token<%d>)",
			r, w.any(w.vectors), w.any(w.index), w.rand.IntN(4), token)
		w.line("\"acme.await\"(%s#1) : (!acme.token<%d>) -> ()", r, token)
		w.vectors = append(w.vectors, r+"#0")
	default:
		w.line("\"acme.emit\"(%s) {name = \"point %d\", scale = %d.25 : f64, weights = dense<[%d, 2, 3, 4]> : tensor<4xi32>} : (index) -> ()",
			w.any(w.index), w.rand.IntN(16), w.rand.IntN(8), w.rand.IntN(4))
	}
}

func (w *mixedWriter) foreignRegion(nesting int) {
	w.line("\"acme.scope\"(%s) ({", w.any(w.bools))
	i, x := w.fresh(), w.fresh()
	w.line("^bb0(%s: index, %s: f32):", i, x)
	w.region(func() {
		w.index, w.float = append(w.index, i), append(w.float, x)
		w.statements(nesting)
		w.line("\"acme.yield\"(%s) : (f32) -> ()", w.any(w.float))
	})
	w.line("}) {policy = #acme.policy<%d>} : (i1) -> ()", w.rand.IntN(4))
}

func (w *mixedWriter) forLoop(nesting int) {
	iv, acc, result := w.fresh(), w.fresh(), w.fresh()
	lo, hi, step := w.any(w.index), w.any(w.index), w.any(w.index)
	w.line("%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> (f32) {", result, iv, lo, hi, step, acc, w.any(w.float))
	w.region(func() {
		w.index, w.float = append(w.index, iv), append(w.float, acc)
		w.statements(nesting)
		w.line("scf.yield %s : f32", w.any(w.float))
	})
	w.line("}")
	w.float = append(w.float, result)
}

func (w *mixedWriter) ifElse(nesting int) {
	result := w.fresh()
	w.line("%s = scf.if %s -> (f32) {", result, w.any(w.bools))
	branch := func() {
		w.statements(nesting)
		w.line("scf.yield %s : f32", w.any(w.float))
	}
	w.region(branch)
	w.line("} else {")
	w.region(branch)
	w.line("}")
	w.float = append(w.float, result)
}

func (w *mixedWriter) whileLoop(nesting int) {
	before, after, result := w.fresh(), w.fresh(), w.fresh()
	w.line("%s = scf.while (%s = %s) : (index) -> index {", result, before, w.any(w.index))
	w.region(func() {
		w.index = append(w.index, before)
		w.arithmetic(nesting)
		w.line("scf.condition(%s) %s : index", w.any(w.bools), w.any(w.index))
	})
	w.line("} do {")
	w.line("^bb0(%s: index):", after)
	w.region(func() {
		w.index = append(w.index, after)
		w.statements(nesting)
		w.line("scf.yield %s : index", w.any(w.index))
	})
	w.line("}")
	w.index = append(w.index, result)
}

func (w *mixedWriter) affineLoop(nesting int) {
	iv := w.fresh()
	w.line("affine.for %s = 0 to %d step %d {", iv, 16+w.rand.IntN(64), 1+w.rand.IntN(3))
	w.region(func() {
		w.index = append(w.index, iv)
		x := w.define(&w.float, "affine.load %%m[%s, %s + %d] : memref<?x64xf32>", iv, iv, w.rand.IntN(4))
		w.statements(nesting)
		w.line("affine.store %s, %%m[%s, %d] : memref<?x64xf32>", x, iv, w.rand.IntN(64))
	})
	w.line("}")
}

func (w *mixedWriter) affineIf(nesting int) {
	w.line("affine.if affine_set<(d0)[s0] : (d0 - %d >= 0, s0 - d0 >= 0)>(%%i)[%%j] {", w.rand.IntN(8))
	w.region(func() { w.statements(nesting) })
	w.line("}")
}

// blocks sometimes ends the block with a loop and continues in the loop's exit.
func (w *mixedWriter) blocks() {
	if w.rand.IntN(2) == 0 {
		return
	}
	label := func(name string, args ...any) {
		w.depth--
		w.line(name, args...)
		w.depth++
	}
	i, x, e := w.fresh(), w.fresh(), w.fresh()
	w.line("cf.br ^head(%s, %s : index, f32)", w.any(w.index), w.any(w.float))
	label("^head(%s: index, %s: f32):", i, x)
	w.index, w.float = append(w.index, i), append(w.float, x)
	w.statements(maxNesting - 1)
	c := w.define(&w.bools, "arith.cmpi slt, %s, %%i : index", i)
	w.line("cf.cond_br %s, ^body, ^exit(%s : index)", c, w.any(w.index))
	label("^body:")
	w.scope(func() {
		w.statements(maxNesting - 1)
		w.line("cf.br ^head(%s, %s : index, f32)", w.any(w.index), w.any(w.float))
	})
	label("^exit(%s: index):", e)
	w.index = append(w.index, e)
}
