package conformance

import (
	"fmt"
	"optc/internal/testing/randprog"
	"slices"
	"strconv"
	"strings"
)

// randomModule returns the text of a random valid module. A seed always gives the same
// module; size is about the number of operations in each function. Modules of odd seeds
// have no tensors; modules of every fourth seed have kernels.
func randomModule(seed uint64, size int) string { return generate(seed, size, false) }

// randomHostModule is randomModule for modules that mlir-opt can lower for a CPU and whose
// results the language defines exactly: without devices, scalable vectors,
// functions that are rounded as somebody likes, and flags that allow another result.
func randomHostModule(seed uint64, size int) string { return generate(seed, size, true) }

func generate(seed uint64, size int, host bool) string {
	g := &generator{Writer: randprog.NewWriter(seed, 22), constants: map[string]bool{}, kinds: producers, shaped: []class{vector}, host: host}
	if seed%2 == 0 {
		g.kinds, g.shaped = slices.Concat(producers, tensorProducers), []class{vector, vector, tensor}
	}
	g.Line("module attributes {gpu.container_module} {")
	g.Level++
	g.globals()
	if seed%4 == 3 && !host {
		g.device(size)
		g.kinds = slices.Concat(g.kinds, hostProducers)
	}
	for i := range 1 + g.IntN(2) {
		g.function(fmt.Sprintf("f%d", i), size)
	}
	g.Level--
	g.Line("}")
	return g.String()
}

// class is the part of the type system that a type belongs to.
type class uint8

const (
	scalar class = iota
	vector
	tensor
	memref
)

// typ is a type of the generator: a scalar, or scalars in a static shape.
type typ struct {
	class class
	shape string // "2x3"; "" for scalars
	elem  string
}

func (t typ) String() string {
	if t.class == scalar {
		return t.elem
	}
	return [...]string{vector: "vector", tensor: "tensor", memref: "memref"}[t.class] + "<" + t.shape + "x" + t.elem + ">"
}

// with returns the type with another element type; of returns the type with another
// shape.
func (t typ) with(elem string) typ { return typ{t.class, t.shape, elem} }

func (t typ) of(shape ...int) typ { return typ{t.class, dimensions(shape), t.elem} }

func (t typ) dims() []int {
	var dims []int
	for _, d := range strings.Split(t.shape, "x") {
		n := 0
		fmt.Sscan(d, &n)
		dims = append(dims, n)
	}
	return dims
}

func (t typ) elements() int {
	if t.class == scalar {
		return 1
	}
	return randprog.Elements(t.dims())
}

func dimensions(dims []int) string {
	var s []string
	for _, d := range dims {
		s = append(s, strconv.Itoa(d))
	}
	return strings.Join(s, "x")
}

func isFloat(elem string) bool { return elem[0] == 'f' || elem[0] == 'b' }

// width is the number of bits of an element; for index it is not used by casts.
func width(elem string) int {
	n := 0
	fmt.Sscan(strings.TrimLeft(elem, "bfi"), &n)
	return n
}

var (
	ints     = []string{"i1", "i8", "i16", "i32", "i64"}
	integral = append([]string{"index"}, ints...)
	floats   = []string{"f16", "bf16", "f32", "f64"}
	shapes   = []string{"4", "8", "2x3", "1", "2x4", "1x4"}
	index    = typ{elem: "index"}
	boolean  = typ{elem: "i1"}
	f32      = typ{elem: "f32"}
	i32      = typ{elem: "i32"}
)

// value is a name with its type.
type value struct {
	name string
	typ  typ
}

type generator struct {
	randprog.Writer
	scope     []value
	constants map[string]bool // names of values
	funcs     []signature
	left      int // operations that may still be made in the function
	depth     int // of nested regions
	kinds     []func(*generator)

	shaped []class // classes of the operands of elementwise operations
	host   bool    // see randomHostModule
}

type signature struct {
	name    string
	args    []typ
	results []typ
}

// define writes `%v = text` and makes the value visible.
func (g *generator) define(t typ, format string, args ...any) string {
	name := g.Define(format, args...)
	g.scope = append(g.scope, value{name, t})
	return name
}

// use returns a visible value of a type, or a new constant.
func (g *generator) use(t typ) string {
	var known, computed []string
	for _, v := range g.scope {
		switch {
		case v.typ != t:
		case g.constants[v.name]:
			known = append(known, v.name)
		default:
			computed = append(computed, v.name)
		}
	}
	fits := computed
	if len(computed) == 0 || g.Chance(30) {
		fits = slices.Concat(known, computed)
	}
	// Later values are preferred, so that chains of operations grow.
	if n := len(fits); n > 0 && (t.class == memref || g.Chance(85)) {
		return fits[max(g.IntN(n), g.IntN(n))]
	}
	if t.class == memref {
		return g.allocate(t)
	}
	return g.constant(t)
}

// allocate defines memory and fills it, so that every load reads written elements.
func (g *generator) allocate(t typ) string { return g.fill(t, "memref.alloc()") }

// fill defines memory by an operation and fills it.
func (g *generator) fill(t typ, op string) string {
	m := g.define(t, "%s : %s", op, t)
	v := typ{vector, t.shape, t.elem}
	zero := g.number(index, 0)
	at := strings.Repeat(", "+zero, len(t.dims()))[2:]
	g.Line("vector.transfer_write %s, %s[%s] : %s, %s", g.constant(v), m, at, v, t)
	return m
}

// constant defines a constant with values that folds test for.
func (g *generator) constant(t typ) string {
	literal := func() string {
		if isFloat(t.elem) {
			return randprog.Pick(g, []string{"0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "3.25", "1.0e+3"})
		}
		if t.elem == "i1" {
			return randprog.Pick(g, []string{"true", "false"})
		}
		most := int64(127)
		return strconv.Itoa(int(randprog.Pick(g, []int64{0, 0, 1, 1, -1, 2, 3, 4, 7, 8, most, -most - 1, int64(g.IntN(100))})))
	}
	if t.class == scalar {
		if t.elem == "i1" {
			return g.known(t, "%s", literal())
		}
		return g.known(t, "%s : %s", literal(), t)
	}
	body := literal()
	if g.Chance(50) {
		var elems []string
		for range t.elements() {
			elems = append(elems, literal())
		}
		body = randprog.Nest(elems, t.dims())
	}
	return g.known(t, "dense<%s> : %s", body, t)
}

// number defines a scalar constant with one of the given values.
func (g *generator) number(t typ, values ...int) string {
	return g.known(t, "%d : %s", randprog.Pick(g, values), t)
}

// known defines a constant.
func (g *generator) known(t typ, format string, args ...any) string {
	name := g.define(t, "arith.constant "+format, args...)
	g.constants[name] = true
	return name
}

// arithmetic returns a type for elementwise operations.
func (g *generator) arithmetic(elems []string) typ {
	t := typ{elem: randprog.Pick(g, elems)}
	if g.Chance(40) {
		t.class, t.shape = randprog.Pick(g, g.shaped), randprog.Pick(g, shapes)
	}
	return t
}

// any returns any type of a value that is not a memref.
func (g *generator) any() typ { return g.arithmetic(slices.Concat(integral, floats)) }

func (g *generator) memref() typ {
	return typ{memref, randprog.Pick(g, shapes), randprog.Pick(g, []string{"f32", "i32", "i8", "index", "f16"})}
}

// function writes a function whose body is a sequence of operations, or a graph
// of blocks.
func (g *generator) function(name string, size int) {
	sig := signature{name: name}
	var params []string
	g.scope, g.left = nil, size
	for i := range 2 + g.IntN(5) {
		t := g.any()
		if g.Chance(30) {
			t = g.memref()
		}
		sig.args = append(sig.args, t)
		v := value{fmt.Sprintf("%%a%d", i), t}
		g.scope = append(g.scope, v)
		params = append(params, v.name+": "+t.String())
	}
	for range 1 + g.IntN(3) {
		sig.results = append(sig.results, g.any())
	}
	g.Line("func.func @%s(%s) -> (%s) {", name, strings.Join(params, ", "), types(sig.results))
	g.Level++
	if g.Chance(30) {
		g.blocks()
	}
	g.statements(g.left)
	g.Line("return %s : %s", g.uses(sig.results), types(sig.results))
	g.Level--
	g.Line("}")
	g.funcs = append(g.funcs, sig)
}

func types(ts []typ) string {
	var s []string
	for _, t := range ts {
		s = append(s, t.String())
	}
	return strings.Join(s, ", ")
}

// uses returns values of the types, separated by commas.
func (g *generator) uses(ts []typ) string {
	var s []string
	for _, t := range ts {
		s = append(s, g.use(t))
	}
	return strings.Join(s, ", ")
}

// statements writes up to n operations, as long as the function may grow.
func (g *generator) statements(n int) {
	for i := 0; i < n && g.left > 0; i++ {
		g.left--
		randprog.Pick(g, g.kinds)(g)
	}
}

// nested writes a region: head, statements, and the result of last as terminator. Values
// that are defined inside are not visible after it.
func (g *generator) nested(head string, args []value, last func() string) {
	g.region(head, args, func() { g.statements(1 + g.IntN(5)) }, last)
}

// pure is nested for regions that have no effects but their result.
func (g *generator) pure(head string, args []value, last func() string) {
	g.region(head, args, func() {
		for range g.IntN(3) {
			randprog.Pick(g, arithProducers)(g)
		}
	}, last)
}

func (g *generator) region(head string, args []value, body func(), last func() string) {
	g.Line("%s", head)
	n := len(g.scope)
	g.scope = append(g.scope, args...)
	g.Level++
	g.depth++
	body()
	if t := last(); t != "" {
		g.Line("%s", t)
	}
	g.depth--
	g.Level--
	g.scope = g.scope[:n]
}

// shallow returns a producer that does nothing in deeply nested regions.
func shallow(f func(*generator)) func(*generator) {
	return func(g *generator) {
		if g.depth <= 2 {
			f(g)
		}
	}
}

// beyondHost returns a producer that does nothing in modules for a CPU.
func beyondHost(f func(*generator)) func(*generator) {
	return func(g *generator) {
		if !g.host {
			f(g)
		}
	}
}

// producers are the kinds of operations besides tensor operations, repeated according to
// the wanted frequency.
var producers = slices.Concat(
	slices.Repeat(arithProducers, 3), mathProducers, slices.Repeat(vectorProducers, 2),
	memrefProducers, affineProducers, controlProducers,
)
