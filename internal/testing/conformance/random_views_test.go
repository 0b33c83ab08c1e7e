package conformance

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/randprog"
)

var chains = flag.Int("mlir.chains", 40, "random chains of views of memory that "+Runner+" executes")

// extent is a number of a type: static, or known to the generator only.
type extent struct {
	n      int
	static bool
}

func (e extent) String() string {
	if e.static {
		return fmt.Sprint(e.n)
	}
	return "?"
}

// times and plus are static as in the types that upstream infers: 0 times anything is static.
func (e extent) times(f extent) extent {
	return extent{e.n * f.n, e.static && f.static || e.static && e.n == 0 || f.static && f.n == 0}
}

func (e extent) plus(f extent) extent { return extent{e.n + f.n, e.static && f.static} }

// viewed is a view of memory whose extents the generator knows.
type viewed struct {
	name    string
	sizes   []extent
	strides []extent
	offset  extent
	plain   bool // the type has no layout
}

func joinExtents(of []extent) string {
	var parts []string
	for _, e := range of {
		parts = append(parts, e.String())
	}
	return strings.Join(parts, ", ")
}

func (v *viewed) typ() string {
	var b strings.Builder
	for _, s := range v.sizes {
		fmt.Fprintf(&b, "%sx", s)
	}
	if v.plain {
		return "memref<" + b.String() + "i32>"
	}
	layout := "strided<[" + joinExtents(v.strides) + "]"
	if !v.offset.static || v.offset.n != 0 {
		layout += ", offset: " + v.offset.String()
	}
	return "memref<" + b.String() + "i32, " + layout + ">>"
}

// identity reports whether the layout maps one dimension, or several without a layout, to
// themselves.
func (v *viewed) identity() bool {
	one := extent{1, true}
	return v.plain || len(v.sizes) == 1 && v.strides[0] == one && v.offset == extent{0, true}
}

// viewChains writes functions with chains of views.
type viewChains struct{ randprog.Writer }

// operand returns an extent as an operation spells it: an attribute or an index.
func (g *viewChains) operand(e extent) string {
	if e.static {
		return fmt.Sprint(e.n)
	}
	return g.Define("arith.constant %d : index", e.n)
}

func (g *viewChains) operands(of []extent) string {
	var parts []string
	for _, e := range of {
		parts = append(parts, g.operand(e))
	}
	return strings.Join(parts, ", ")
}

func (g *viewChains) extent(n int) extent { return extent{n, g.Chance(60)} }

// define writes an operation whose result is a view.
func (g *viewChains) define(to viewed, format string, args ...any) viewed {
	to.name = g.Define("%s", fmt.Sprintf(format, args...))
	return to
}

// subview takes a part, and drops none of the dimensions that have one element, all of them, or
// rarely some of them, because upstream's expansion of such subviews crashes if strides are
// unknown.
func (g *viewChains) subview(v viewed) viewed {
	drops := randprog.OneOf(g, 0, 0, 0, 100, 100, 100, 50)
	var offsets, sizes, steps []extent
	to := viewed{offset: v.offset}
	for d, s := range v.sizes {
		step := randprog.OneOf(g, 1, 1, 1, 2)
		offset := g.IntN(s.n)
		size := 1 + g.IntN((s.n-offset-1)/step+1)
		if g.Chance(25) {
			size = 1
		}
		offsets, sizes, steps = append(offsets, g.extent(offset)), append(sizes, g.extent(size)), append(steps, g.extent(step))
		to.offset = to.offset.plus(offsets[d].times(v.strides[d]))
		if sizes[d].static && size == 1 && g.Chance(drops) {
			continue // the dimension is dropped
		}
		to.sizes, to.strides = append(to.sizes, sizes[d]), append(to.strides, v.strides[d].times(steps[d]))
	}
	return g.define(to, "memref.subview %s[%s] [%s] [%s] : %s to %s", v.name, g.operands(offsets), g.operands(sizes), g.operands(steps), v.typ(), to.typ())
}

func (g *viewChains) transpose(v viewed) viewed {
	to := viewed{offset: v.offset}
	var from, order []string
	for d, k := range g.Perm(len(v.sizes)) {
		to.sizes, to.strides = append(to.sizes, v.sizes[k]), append(to.strides, v.strides[k])
		from, order = append(from, fmt.Sprint("d", d)), append(order, fmt.Sprint("d", k))
	}
	return g.define(to, "memref.transpose %s (%s) -> (%s) : %s to %s", v.name, strings.Join(from, ", "), strings.Join(order, ", "), v.typ(), to.typ())
}

// expand divides each static dimension of an even size.
func (g *viewChains) expand(v viewed) viewed {
	to := viewed{offset: v.offset, plain: v.identity()}
	var groups []string
	for d, s := range v.sizes {
		n := len(to.sizes)
		if s.static && s.n%2 == 0 && len(v.sizes) < 4 {
			outer := extent{s.n / 2, true}
			to.sizes = append(to.sizes, outer, extent{2, true})
			to.strides = append(to.strides, v.strides[d].times(extent{2, true}), v.strides[d])
			groups = append(groups, fmt.Sprintf("[%d, %d]", n, n+1))
			continue
		}
		to.sizes, to.strides = append(to.sizes, s), append(to.strides, v.strides[d])
		groups = append(groups, fmt.Sprintf("[%d]", n))
	}
	if len(to.sizes) == len(v.sizes) {
		return v
	}
	return g.define(to, "memref.expand_shape %s [%s] output_shape [%s] : %s into %s", v.name, strings.Join(groups, ", "), g.operands(to.sizes), v.typ(), to.typ())
}

// collapse joins neighbours that are contiguous by their types, and have more than an element.
func (g *viewChains) collapse(v viewed) viewed {
	to := viewed{offset: v.offset, plain: v.identity()}
	var groups []string
	for d := 0; d < len(v.sizes); d++ {
		size, stride, group := v.sizes[d], v.strides[d], fmt.Sprintf("[%d", d)
		for d+1 < len(v.sizes) && size.n > 1 && v.sizes[d+1].static && v.sizes[d+1].n > 1 && v.sizes[d].static && stride.static && v.strides[d+1].static &&
			stride.n == v.strides[d+1].n*v.sizes[d+1].n {
			d++
			size, stride = size.times(v.sizes[d]), v.strides[d]
			group += fmt.Sprint(", ", d)
		}
		groups = append(groups, group+"]")
		to.sizes, to.strides = append(to.sizes, size), append(to.strides, stride)
	}
	if len(to.sizes) == len(v.sizes) {
		return v
	}
	return g.define(to, "memref.collapse_shape %s [%s] : %s into %s", v.name, strings.Join(groups, ", "), v.typ(), to.typ())
}

// cast removes some of the constants from the type.
func (g *viewChains) cast(v viewed) viewed {
	forget := func(e extent) extent { return extent{e.n, e.static && g.Chance(50)} }
	to := viewed{offset: forget(v.offset)}
	for d := range v.sizes {
		to.sizes, to.strides = append(to.sizes, forget(v.sizes[d])), append(to.strides, forget(v.strides[d]))
	}
	return g.define(to, "memref.cast %s : %s to %s", v.name, v.typ(), to.typ())
}

// reinterpret names the same elements in another order of dimensions, from the base.
func (g *viewChains) reinterpret(v viewed) viewed {
	to := viewed{offset: g.extent(v.offset.n)}
	for _, k := range g.Perm(len(v.sizes)) {
		to.sizes, to.strides = append(to.sizes, g.extent(v.sizes[k].n)), append(to.strides, g.extent(v.strides[k].n))
	}
	return g.define(to, "memref.reinterpret_cast %s to offset: [%s], sizes: [%s], strides: [%s] : %s to %s", v.name,
		g.operand(to.offset), g.operands(to.sizes), g.operands(to.strides), v.typ(), to.typ())
}

// function writes a function that takes memory, makes a chain of views, writes through the last
// one, and returns a number that depends on each element and its position, and the extents, the
// strides and the offset.
func (g *viewChains) function(name string) {
	v := viewed{name: "%m", offset: extent{0, true}, plain: true}
	stride := 1
	for range 1 + g.IntN(3) {
		n := 2 + g.IntN(5)
		v.sizes, v.strides = slices.Insert(v.sizes, 0, extent{n, true}), slices.Insert(v.strides, 0, extent{stride, true})
		stride *= n
	}
	results := func(rank int) string { return "i32, index" + strings.Repeat(", index", 2*rank) }
	whole := v.typ()
	g.Level = 1
	body := randprog.Writer{Rand: g.Rand, Level: 1}
	g.Writer, body = body, g.Writer
	steps := []func(viewed) viewed{g.subview, g.subview, g.transpose, g.expand, g.collapse, g.cast, g.reinterpret}
	for range 1 + g.IntN(6) {
		if len(v.sizes) == 0 {
			break
		}
		v = randprog.Pick(g, steps)(v)
	}
	rank := len(v.sizes)
	g.Line("%%zero = arith.constant 0 : i32")
	g.Line("%%mul = arith.constant 31 : i32")
	g.Line("%%i0 = arith.constant 0 : index")
	g.Line("%%i1 = arith.constant 1 : index")
	sum, at := "%zero", []string{}
	for d := range rank {
		g.Line("%%k%d = arith.constant %d : index", d, d)
		g.Line("%%n%d = memref.dim %s, %%k%d : %s", d, v.name, d, v.typ())
		g.Line("%%s%d = scf.for %%x%d = %%i0 to %%n%d step %%i1 iter_args(%%a%d = %s) -> (i32) {", d, d, d, d, sum)
		sum = fmt.Sprintf("%%a%d", d)
		at = append(at, fmt.Sprintf("%%x%d", d))
		g.Level++
	}
	g.Line("%%e = memref.load %s[%s] : %s", v.name, strings.Join(at, ", "), v.typ())
	g.Line("%%p = arith.muli %s, %%mul : i32", sum)
	g.Line("%%q = arith.addi %%p, %%e : i32")
	g.Line("memref.store %%q, %s[%s] : %s", v.name, strings.Join(at, ", "), v.typ())
	last := "%q"
	for d := rank - 1; d >= 0; d-- {
		g.Line("scf.yield %s : i32", last)
		g.Level--
		g.Line("}")
		last = fmt.Sprintf("%%s%d", d)
	}
	values := last + ", %offset"
	names := "%base, %offset"
	types := "memref<i32>, index"
	if rank > 0 {
		names += fmt.Sprintf(", %%sizes:%d, %%strides:%d", rank, rank)
		types += strings.Repeat(", index", 2*rank)
	}
	for d := range rank {
		values += fmt.Sprintf(", %%sizes#%d", d)
	}
	for d, size := range v.sizes {
		if size.n == 1 {
			values += ", %i0" // no element depends on the stride
			continue
		}
		values += fmt.Sprintf(", %%strides#%d", d)
	}
	g.Line("%s = memref.extract_strided_metadata %s : %s -> %s", names, v.name, v.typ(), types)
	g.Line("return %s : %s", values, results(rank))
	g.Writer, body = body, g.Writer
	g.Level = 0
	g.Line("func.func @%s(%%m: %s) -> (%s) {\n%s}", name, whole, results(rank), body.String())
}

// TestViewChains executes random chains of views in the simulator, also after accesses of views are folded, and on this machine.
func TestViewChains(t *testing.T) {
	t.Parallel()
	j, ok := FindJudge()
	if !ok {
		t.Skip("skipped: " + Tool + " or " + Runner + " is not installed")
	}
	const each = 4 // functions of a module
	var cases []*Case
	rejected := 0
	for s := *seed; len(cases)*each < *chains; s++ {
		g := viewChains{randprog.NewWriter(s, 77)}
		for i := range each {
			g.function(fmt.Sprint("f", i))
		}
		text := "module {\n" + g.String() + "}\n"
		trial, err := NewTrial(fmt.Sprint("views ", s), text, s)
		if err != nil { // it is ambiguous which dimensions a subview drops
			rejected++
			continue
		}
		if trial.Ran() < each {
			t.Errorf("seed %d: %s%s\n%s", s, trial.Unknown, trial.Undefined, text)
		}
		if _, wrong := trial.After(Pipeline{Text: "fold-memref-alias-ops"}); wrong != "" {
			t.Errorf("seed %d: %s\n%s", s, wrong, text)
		}
		cases = append(cases, &Case{Trial: trial, Text: text})
	}
	if err := j.Judge(cases); err != nil {
		t.Fatal(err)
	}
	ran, refused := 0, 0
	for _, c := range cases {
		ran += c.Judged
		if c.Refused != "" {
			refused += each // the expansion of some subviews crashes upstream
		}
		if c.Wrong != "" {
			t.Errorf("%s: %s\n%s", c.Trial.Name, c.Wrong, c.Text)
		}
	}
	t.Logf("%d chains executed, %d in modules that are not lowered, %d in invalid ones", ran, refused, rejected*each)
	if refused+rejected*each > ran/4 {
		t.Error("too many modules are invalid or not lowered")
	}
}
