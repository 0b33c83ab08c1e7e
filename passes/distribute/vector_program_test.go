package distribute_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/iree/revision"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/num"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// testSubgroup is the number of threads of a subgroup in generated programs, unless they
// use a matrix intrinsic, which has more lanes.
const testSubgroup = 8

// program writes a random function on vectors with layouts, together with arguments.
type program struct {
	randprog.Writer
	ctx      *ir.Context
	args     []argument
	subgroup int64               // threads of a subgroup
	used     map[string]int      // patterns
	pool     map[string][]string // values by type and layout, in the current scope
	counters []string            // counters of the loops around
	fixed    string              // the text of the module, if it is not random
}

// argument is a parameter of the function: a memref, or an index.
type argument struct {
	name, elem string
	shape      []int64 // of a memref
	scalar     bool
	value      int64 // of an index
	limit      int64 // elements of a memref of index are below
}

// newProgram begins a program; programs follow the revisions of upstream in turn.
func newProgram(seed uint64) *program {
	c := all.Context()
	revision.Follow(c, []revision.Revision{revision.Release, revision.Seed, revision.Today}[seed%3])
	p := &program{ctx: c, Writer: randprog.NewWriter(seed, 1), subgroup: testSubgroup, pool: map[string][]string{}, used: map[string]int{}}
	p.Level = 1
	return p
}

// use counts a pattern of the generator.
func (p *program) use(pattern string) { p.used[pattern]++ }

func vectorType(shape []int64, elem string) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	return "vector<" + b.String() + elem + ">"
}

func (a argument) typ() string {
	if a.scalar {
		return a.elem
	}
	return "memref" + strings.TrimPrefix(vectorType(a.shape, a.elem), "vector")
}

func (p *program) memref(elem string, shape []int64, limit int64) argument {
	a := argument{name: fmt.Sprintf("%%m%d", len(p.args)), elem: elem, shape: shape, limit: limit}
	p.args = append(p.args, a)
	return a
}

// index makes an index, as a constant or as a parameter.
func (p *program) index(v int64) string {
	if p.Chance(50) {
		return p.Define("arith.constant %d : index", v)
	}
	name := fmt.Sprintf("%%n%d", len(p.args))
	p.args = append(p.args, argument{name: name, elem: "index", scalar: true, value: v})
	return name
}

// layout makes a random layout with at most 256 elements: over lanes and subgroups, over
// lanes in groups of three, or over the threads of all subgroups together.
func (p *program) layout(rank int) nested {
	subgroups, threads, limit := []int64{1, 1, 2}, []int64{1, 2, 4}, int64(testSubgroup)
	switch p.IntN(8) {
	case 0:
		p.use("layout of no clusters")
		subgroups, threads = []int64{1}, []int64{1, 2, 3}
	case 1:
		p.use("layout over subgroups as one")
		subgroups, threads, limit = []int64{1}, []int64{2, 4, 8, 16}, 4*testSubgroup
	}
	for {
		l := nested{}
		for range rank {
			l.subgroup = append(l.subgroup, randprog.OneOf(p, subgroups...))
			l.batch = append(l.batch, randprog.OneOf[int64](p, 1, 2, 3))
			l.outer = append(l.outer, randprog.OneOf[int64](p, 1, 1, 2))
			l.thread = append(l.thread, randprog.OneOf(p, threads...))
			l.element = append(l.element, randprog.OneOf[int64](p, 1, 2, 3))
		}
		l.subgroupStrides = p.strides(l.subgroup)
		l.threadStrides = p.strides(l.thread)
		n, _ := ir.NumElements(l.shape())
		if n <= 256 && span(l.thread, l.threadStrides) <= limit && span(l.subgroup, l.subgroupStrides) <= 4 {
			return l
		}
	}
}

// strides orders the dimensions at random and sometimes leaves a gap.
func (p *program) strides(tiles []int64) []int64 {
	out := make([]int64, len(tiles))
	step := randprog.OneOf[int64](p, 1, 1, 1, 2)
	for _, d := range p.Perm(len(tiles)) {
		if tiles[d] > 1 {
			out[d] = step
			step *= tiles[d] * randprog.OneOf[int64](p, 1, 1, 1, 2)
		}
	}
	return out
}

// transfer is the memory side of a random transfer of a vector.
type transfer struct {
	rank    int      // of the memory
	perm    []int    // memory dimension of every vector dimension, or -1
	offsets []string // per memory dimension
	shape   []int64  // of the memory
	bounds  []bool   // in_bounds
}

// transfer picks memory for a vector of that shape. Without broadcasts every
// vector dimension runs along memory. guarded allows leaving the memory.
func (p *program) transfer(shape []int64, broadcasts, guarded bool) transfer {
	t := transfer{perm: make([]int, len(shape)), bounds: make([]bool, len(shape))}
	used := 0
	for d := range shape {
		if t.perm[d] = -1; !broadcasts || p.Chance(80) {
			t.perm[d] = used
			used++
		}
	}
	t.rank = used + randprog.OneOf(p, 0, 0, 1)
	t.rank = max(t.rank, 1)
	place := p.Perm(t.rank)
	if p.Chance(40) {
		slices.Sort(place)
		place = place[t.rank-used:]
	}
	t.shape, t.offsets = make([]int64, t.rank), make([]string, t.rank)
	runs := make([]int64, t.rank)
	for d, k := range t.perm {
		t.bounds[d] = true
		if k >= 0 {
			t.perm[d] = place[k]
			runs[place[k]] = shape[d]
		}
	}
	for k := range t.rank {
		offset := int64(p.IntN(4))
		t.shape[k] = offset + max(runs[k], 1) + int64(p.IntN(2))
		if guarded && runs[k] > 0 && p.Chance(40) {
			t.shape[k] = max(1, t.shape[k]-int64(p.IntN(int(runs[k]))))
			t.bounds[slices.Index(t.perm, k)] = false
		}
		t.offsets[k] = p.index(offset)
	}
	return t
}

// maskLayout returns the layout of the mask of a transfer: the vector dimensions that run
// along memory, in the order of the memory, or a unit dimension if there is none.
func (t transfer) maskLayout(l nested) nested {
	var dims []int
	for k := range t.rank {
		if d := slices.Index(t.perm, k); d >= 0 {
			dims = append(dims, d)
		}
	}
	if dims == nil {
		dims = []int{-1}
	}
	return l.pick(dims...)
}

// read reads a vector of any element type.
func (p *program) read(l nested, elem string, limit int64) string {
	t := p.transfer(l.shape(), true, elem == "f32")
	m := p.memref(elem, t.shape, limit)
	pad := p.Define("arith.constant %s", map[string]string{"f32": "-7.0 : f32", "index": "0 : index", "i1": "false"}[elem])
	mask := ""
	if elem == "f32" && l.rank() > 0 && p.Chance(40) {
		p.use("masked read")
		mask = ", " + p.mask(t.maskLayout(l))
		if p.Chance(30) {
			p.use("mask region")
			return p.Define("vector.mask %s { vector.transfer_read %s[%s], %s {in_bounds = [%s], permutation_map = %s} : %s, %s } : %s -> %s", mask[2:], m.name,
				strings.Join(t.offsets, ", "), pad, boolList(t.bounds), mapText(t.rank, t.perm), m.typ(), vectorType(l.shape(), elem),
				vectorType(t.maskLayout(l).shape(), "i1"), vectorType(l.shape(), elem))
		}
	}
	return p.Define("vector.transfer_read %s[%s], %s%s {in_bounds = [%s], permutation_map = %s} : %s, %s", m.name,
		strings.Join(t.offsets, ", "), pad, mask, boolList(t.bounds), mapText(t.rank, t.perm), m.typ(), vectorType(l.shape(), elem))
}

func boolList(bs []bool) string {
	text := make([]string, len(bs))
	for i, b := range bs {
		text[i] = fmt.Sprint(b)
	}
	return strings.Join(text, ", ")
}

// mask makes a vector of i1.
func (p *program) mask(l nested) string {
	shape := l.shape()
	typ := vectorType(shape, "i1")
	switch p.IntN(5) {
	case 0, 1:
		bounds := make([]string, len(shape))
		for d, n := range shape {
			bounds[d] = p.bound(int64(p.IntN(int(n)+4)) - 1)
		}
		if len(bounds) > 0 {
			return p.Define("vector.create_mask %s : %s", strings.Join(bounds, ", "), typ)
		}
	case 2:
		sizes := make([]int64, len(shape))
		for d, n := range shape {
			sizes[d] = 1 + int64(p.IntN(int(n)))
		}
		if len(sizes) > 0 {
			return p.Define("vector.constant_mask %s : %s", ints(sizes), typ)
		}
	case 3:
		return p.transposed(l, "i1", p.mask)
	}
	return p.read(l, "i1", 2)
}

// bound makes the bound of a mask; in loops it may change from iteration to iteration.
func (p *program) bound(v int64) string {
	b := p.index(v)
	if len(p.counters) == 0 || p.Chance(40) {
		return b
	}
	p.use("mask that depends on a counter")
	times := p.Define("arith.muli %s, %s : index", randprog.Pick(p, p.counters), p.index(1+int64(p.IntN(3))))
	return p.Define("arith.%s %s, %s : index", randprog.OneOf(p, "subi", "subi", "addi"), b, times)
}

// transposed makes a vector by transposing another vector.
func (p *program) transposed(l nested, elem string, source func(nested) string) string {
	perm := p.Perm(l.rank())
	inverse := make([]int, len(perm))
	for i, q := range perm {
		inverse[q] = i
	}
	from := l.pick(inverse...)
	v := source(from)
	return p.Define("vector.transpose %s, %s : %s to %s", v, strings.ReplaceAll(fmt.Sprint(perm), " ", ", "),
		vectorType(from.shape(), elem), vectorType(l.shape(), elem))
}

// broadcasted makes a vector by broadcasting a vector that lacks some leading dimensions, and in
// which some other dimensions may have extent 1.
func (p *program) broadcasted(l nested, elem string, source func(nested) string) string {
	added := p.IntN(l.rank() + 1)
	stretches := p.Chance(30)
	var dims []int
	for d := added; d < l.rank(); d++ {
		dims = append(dims, d)
		if stretches && p.Chance(50) {
			p.use("stretched dimension")
			dims[d-added] = -1
		}
	}
	from := l.pick(dims...)
	v := source(from)
	return p.Define("vector.broadcast %s : %s to %s", v, vectorType(from.shape(), elem), vectorType(l.shape(), elem))
}

// indices makes a vector of index with elements in [0, limit).
func (p *program) indices(l nested, limit int64) string {
	shape := l.shape()
	typ := vectorType(shape, "index")
	again := func(l nested) string { return p.indices(l, limit) }
	switch p.IntN(8) {
	case 0:
		return p.transposed(l, "index", again)
	case 1:
		return p.broadcasted(l, "index", again)
	case 2:
		if l.rank() == 1 && shape[0] <= limit {
			return p.Define("vector.step : %s", typ)
		}
	case 3:
		if limit >= 2 {
			v := p.indices(l, limit/2)
			s := p.index(int64(p.IntN(int(limit - limit/2))))
			b := p.Define("vector.broadcast %s : index to %s", s, typ)
			return p.Define("arith.addi %s, %s : %s", v, b, typ)
		}
	case 4:
		return p.Define("arith.constant dense<%d> : %s", p.IntN(int(limit)), typ)
	}
	return p.read(l, "index", limit)
}

// source makes a vector of f32 in a layout; depth bounds the size of the expression.
func (p *program) source(l nested, depth int) string {
	key := l.String()
	if have := p.pool[key]; len(have) > 0 && p.Chance(15) {
		return randprog.OneOf(p, have...)
	}
	v := p.newSource(l, depth-1)
	p.pool[key] = append(p.pool[key], v)
	return v
}

func (p *program) newSource(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	again := func(l nested) string { return p.source(l, depth) }
	if depth <= 0 {
		switch p.IntN(3) {
		case 0:
			return p.gather(l)
		case 1:
			return p.gatherPerDimension(l)
		}
		return p.read(l, "f32", 0)
	}
	switch p.IntN(29) {
	case 26, 27, 28:
		if revision.Of(p.ctx) == revision.Release {
			if v := p.taken(l, depth); v != "" {
				return v
			}
		}
	case 23, 24, 25:
		if revision.Of(p.ctx) == revision.Release {
			if v := p.arranged(l, depth); v != "" {
				return v
			}
		}
	case 20, 21, 22:
		if revision.Of(p.ctx) == revision.Release {
			if v := p.runs(l, depth); v != "" {
				return v
			}
		}
	case 18:
		if l.rank() > 0 {
			p.use("scan")
			return p.scanned(l)
		}
	case 19:
		p.use("arg_compare")
		return p.compared(l, depth)
	case 11, 12:
		p.use("multi_reduction")
		return p.reduced(l, depth)
	case 13, 14:
		p.use("contract")
		return p.contracted(l)
	case 15:
		if v := p.reshaped(l, depth); v != "" {
			p.use("shape_cast")
			return v
		}
	case 16:
		p.use("conversion")
		return p.converted(l, depth)
	case 17:
		p.use("if")
		return p.branch(l, depth)
	case 0:
		p.use("transpose")
		return p.transposed(l, "f32", again)
	case 1:
		p.use("broadcast")
		return p.broadcasted(l, "f32", again)
	case 2:
		p.use("elementwise")
		return p.Define("arith.%s %s, %s : %s", randprog.OneOf(p, "addf", "mulf", "subf", "maximumf"), again(l), again(l), typ)
	case 3:
		p.use("select")
		return p.Define("arith.select %s, %s, %s : %s, %s", p.mask(l), again(l), again(l), vectorType(l.shape(), "i1"), typ)
	case 4:
		v := p.indices(l, 64)
		i := p.Define("arith.index_cast %s : %s to %s", v, vectorType(l.shape(), "index"), vectorType(l.shape(), "i32"))
		return p.Define("arith.sitofp %s : %s to %s", i, vectorType(l.shape(), "i32"), typ)
	case 5:
		if p.Chance(50) {
			p.use("while")
			return p.while(l, depth)
		}
		if p.Chance(40) {
			p.use("for with a mask and two layouts")
			return p.loopOfSeveral(l, depth)
		}
		p.use("for")
		return p.loop(l, depth)
	case 6:
		p.use("reordering")
		return p.relayout(l, depth)
	case 7:
		if l.rank() == 0 {
			break
		}
		p.use("vector.gather")
		m := p.memref("f32", []int64{40}, 0)
		at := p.index(int64(p.IntN(8)))
		return p.Define("vector.gather %s[%s] [%s], %s, %s : %s, %s, %s, %s into %s", m.name, at, p.indices(l, 32), p.mask(l), again(l),
			m.typ(), vectorType(l.shape(), "index"), vectorType(l.shape(), "i1"), typ, typ)
	case 10:
		if revision.Of(p.ctx) == revision.Release {
			p.use("constant")
			return p.Define("arith.constant %s : %s", p.dense(l.shape()), typ)
		}
	case 8:
		return p.gather(l)
	case 9:
		return p.gatherPerDimension(l)
	}
	return p.read(l, "f32", 0)
}

// relayout makes a vector with other batch and outer counts, and with other element
// counts where a thread holds a whole dimension, and converts it.
func (p *program) relayout(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	other := l.pick(p.identity(l.rank())...)
	for d := range l.rank() {
		rows := l.batch[d] * l.outer[d]
		other.batch[d] = randprog.OneOf(p, l.batch[d], l.outer[d], 1, rows)
		other.outer[d] = rows / other.batch[d]
		if l.thread[d] == 1 && p.Chance(50) {
			other.element[d], other.outer[d] = l.element[d]*other.outer[d], 1
		}
	}
	v := p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", p.source(other, depth), other, typ)
	return p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, typ)
}

func (p *program) identity(n int) []int {
	dims := make([]int, n)
	for d := range dims {
		dims[d] = d
	}
	return dims
}

// enter begins a scope; values defined in it, such as the counter of a loop, are not visible outside.
func (p *program) enter(counter ...string) (leave func()) {
	outside, around := p.pool, p.counters
	p.counters = append(slices.Clip(around), counter...)
	p.pool = map[string][]string{}
	for k, vs := range outside {
		p.pool[k] = slices.Clone(vs)
	}
	return func() { p.pool, p.counters = outside, around }
}

// someDims returns a random list of different dimensions.
func (p *program) someDims(n int) []int {
	dims := p.Perm(n)
	return dims[:p.IntN(n+1)]
}

func extents(shape []int64, dims []int) []int64 {
	out := make([]int64, len(dims))
	for i, d := range dims {
		out[i] = shape[d]
	}
	return out
}

// write anchors a layout at a value and writes it.
func (p *program) write(v string, l nested) {
	typ := vectorType(l.shape(), "f32")
	p.writeVector(p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, typ), l)
	if revision.Of(p.ctx) == revision.Release && p.Chance(10) {
		p.use("broadcast without an anchor")
		b := p.broadcasted(l, "f32", func(from nested) string { return p.anchored(p.source(from, 1), from) })
		if p.Chance(50) {
			b = p.Define("arith.addf %s, %s : %s", p.read(l, "f32", 0), b, typ)
		}
		p.writeVector(b, l)
	}
}

// writeVector writes a vector of the shape of a layout.
func (p *program) writeVector(r string, l nested) {
	typ := vectorType(l.shape(), "f32")
	t := p.transfer(l.shape(), false, true)
	m := p.memref("f32", t.shape, 0)
	mask := ""
	if l.rank() > 0 && p.Chance(40) {
		mask = ", " + p.mask(t.maskLayout(l))
	}
	p.Line("vector.transfer_write %s, %s[%s]%s {in_bounds = [%s], permutation_map = %s} : %s, %s", r, m.name,
		strings.Join(t.offsets, ", "), mask, boolList(t.bounds), mapText(t.rank, t.perm), typ, m.typ())
}

// text returns the module.
func (p *program) text() string {
	if p.fixed != "" {
		return p.fixed
	}
	params := make([]string, len(p.args))
	for i, a := range p.args {
		params[i] = a.name + ": " + a.typ()
	}
	return "func.func @f(" + strings.Join(params, ", ") + ") {\n" + p.String() + "  return\n}\n"
}

// transformed reads the program and runs a pipeline.
func (p *program) transformed(t testing.TB, pipeline string) *ir.Operation {
	t.Helper()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), p.ctx, &ir.Source{Name: "in.mlir", Text: p.text()}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatalf("%s\nin\n%s", ds.String(), p.text())
	}
	pl, err := registry.Passes().Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(p.ctx).Run(t.Context(), pl, module); err != nil {
		t.Fatalf("%v\nin\n%s", err, p.text())
	}
	return module
}

// memory makes the arguments for a run; the same seed gives the same data.
func (p *program) memory(t testing.TB, seed uint64) []sim.Value {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	elems := map[string]ir.Type{
		"f16": p.ctx.F16(), "bf16": p.ctx.Float(num.BF16), "f32": p.ctx.F32(), "f64": p.ctx.F64(),
		"index": p.ctx.Index(), "i1": p.ctx.I1(), "i8": p.ctx.Integer(8), "i32": p.ctx.Integer(32), "i64": p.ctx.Integer(64),
	}
	values := make([]sim.Value, len(p.args))
	for i, a := range p.args {
		if a.scalar {
			values[i] = sim.Int(uint64(a.value))
			continue
		}
		r, e := sim.Alloc(a.name, a.shape, elems[a.elem])
		if e != nil {
			t.Fatal(e)
		}
		values[i] = sim.Value{Ref: r}
		err := validate.Fill(r, func() (sim.Value, error) {
			bits := rng.Uint64()
			switch a.elem {
			case "f32":
				bits = uint64(math.Float32bits(float32(bits%64) - 20))
			case "index":
				bits %= uint64(a.limit)
			case "i1":
				bits &= 1
			default:
				bits %= 64
			}
			return sim.Int(bits), nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return values
}

// call runs the function in some threads.
func (p *program) call(t testing.TB, module *ir.Operation, block ...int64) *validate.Observation {
	t.Helper()
	f := validate.Functions(module)[0]
	f.Subgroup = p.subgroup
	copy(f.Block[:], block)
	o, err := f.Run(context.Background(), p.memory(t, 7))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, module)
	}
	return o
}
