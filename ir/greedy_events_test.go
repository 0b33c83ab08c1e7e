package ir

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
)

// recorder records the calls of a listener.
type recorder struct{ events []string }

func (r *recorder) add(event string, op *Operation) {
	r.events = append(r.events, event+" "+strings.TrimPrefix(op.Name(), "toy."))
}

func (r *recorder) Inserted(op *Operation) { r.add("inserted", op) }
func (r *recorder) Erasing(op *Operation)  { r.add("erasing", op) }
func (r *recorder) Modified(op *Operation) { r.add("modified", op) }
func (r *recorder) Replacing(op *Operation, vs []*Value) {
	r.add("replacing", op)
	for _, v := range vs {
		if v.def != nil {
			r.add("by", v.def)
		}
	}
}

// A listener receives every change, and the driver does the same without a listener.
func TestGreedyListener(t *testing.T) {
	t.Parallel()
	double := &Pattern{Name: "neg-of-clamp", Root: Kind("toy.neg"), Rewrite: func(op *Operation, rw *Rewriter) bool {
		inner := op.Operand(0).DefiningOp()
		if !Kind("toy.clamp").Is(inner) {
			return false
		}
		rw.Replace(op, rw.Value(Kind("toy.sum"), []*Value{inner.Operand(0), inner.Operand(0)}, nil))
		return true
	}}
	for name, c := range map[string]struct {
		build func(b *toyBuilder)
		want  []string
	}{
		"nothing": {func(b *toyBuilder) { b.use(b.arg()) }, nil},
		"pattern": {func(b *toyBuilder) { b.use(b.v("neg", b.v("clamp", b.arg()))) },
			[]string{"inserted sum", "replacing neg", "by sum", "modified use", "erasing neg", "erasing clamp"}},
		"fold": {func(b *toyBuilder) { b.use(b.v("sum", b.c(1), b.c(2))) },
			[]string{"inserted const", "replacing sum", "by const", "modified use", "erasing sum", "erasing const", "erasing const"}},
		"fold in place": {func(b *toyBuilder) { b.use(b.v("sum", b.c(1), b.arg())) }, []string{"modified sum"}},
		"equal constants": {func(b *toyBuilder) { b.use(b.c(1), b.c(2), b.c(1)) },
			[]string{"replacing const", "by const", "modified use", "erasing const"}},
		"dead block": {func(b *toyBuilder) {
			b.Op(Kind("toy.end"), nil, nil)
			b.NewBlock(b.fun.Region(0), nil, Location{})
			b.use(b.v("neg", b.arg()))
			b.Op(Kind("toy.end"), nil, nil)
		}, []string{"erasing end", "erasing use", "erasing neg"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var texts []string
			r := &recorder{}
			for _, l := range []Listener{r, nil} {
				b := newToy()
				c.build(b)
				config := DefaultGreedyConfig()
				config.Listener = l
				ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(double), config)
				texts = append(texts, b.show())
			}
			if !slices.Equal(r.events, c.want) || texts[0] != texts[1] {
				t.Errorf("got %q, want %q; the result is %s, without listener %s", r.events, c.want, texts[0], texts[1])
			}
		})
	}
}

// The results of the driver: constants that only move, or are merged, count as changes,
// and the last iteration, which changes nothing, is counted.
func TestGreedyResult(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		build              func(b *toyBuilder)
		iterations         int64
		want               string
		changed, converged bool
	}{
		"nothing": {build: func(b *toyBuilder) { b.use(b.arg()) }, iterations: 1, want: "use(arg0)",
			converged: true},
		"constants in front": {build: func(b *toyBuilder) { b.use(b.c(1), b.c(2)) }, iterations: 1,
			want: "1 2 use(1,2)", converged: true},
		"constant that moves": {build: func(b *toyBuilder) { b.use(b.arg()); b.use(b.c(1)) }, iterations: 1,
			want: "1 use(arg0) use(1)", changed: true, converged: true},
		"equal constants": {build: func(b *toyBuilder) { b.use(b.c(1), b.c(1)) }, iterations: 1,
			want: "1 use(1,1)", changed: true, converged: true},
		"constant of another block": {build: func(b *toyBuilder) { b.c(2); box(b, func() { b.use(b.c(1)) }) },
			iterations: 2, want: "1 box()", changed: true, converged: true},
		"first in another block": {build: func(b *toyBuilder) { box(b, func() { b.use(b.c(1)) }) }, iterations: 1,
			want: "1 box()", changed: true, converged: true},
		"known in another block": {build: func(b *toyBuilder) { b.use(b.c(1)); box(b, func() { b.use(b.c(1)) }) },
			iterations: 1, want: "1 use(1) box()", changed: true, converged: true},
		"fold": {build: func(b *toyBuilder) { b.use(b.v("neg", b.v("neg", b.arg()))) }, iterations: 2,
			want: "use(arg0)", changed: true, converged: true},
		"fold in the last iteration": {build: func(b *toyBuilder) { b.use(b.v("neg", b.v("neg", b.arg()))) }, iterations: 1,
			want: "use(arg0)", changed: true},
		"dead": {build: func(b *toyBuilder) { b.v("neg", b.arg()) }, iterations: 2, changed: true,
			converged: true},
		"no iteration": {build: func(b *toyBuilder) { b.v("neg", b.arg()) }, iterations: 0, want: "neg(arg0)",
			changed: true},
		"constant with a fold": {build: func(b *toyBuilder) { b.use(b.arg()); b.use(b.v("seven"), b.c(7)) },
			iterations: 2, want: "7 use(arg0) use(7,7)", changed: true, converged: true},
		"several results": {build: func(b *toyBuilder) {
			three := b.Op(Kind("toy.three"), []*Value{b.arg()}, nil, NamedAttr{"last", b.Context().IndexAttr(6)})
			b.use(three.Result(2), three.Result(1), three.Result(0))
		}, iterations: 2, want: "5 6 use(6,5,arg0)", changed: true, converged: true},
		"several results, the last of which cannot be built": {build: func(b *toyBuilder) {
			three := b.Op(Kind("toy.three"), []*Value{b.arg()}, nil, NamedAttr{"last", b.Context().IndexAttr(13)})
			b.use(three.Result(2), three.Result(1), three.Result(0))
		}, iterations: 1, want: "three(arg0) use(three(arg0),three(arg0),three(arg0))", changed: false, converged: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newToy()
			c.build(b)
			config := DefaultGreedyConfig()
			config.MaxIterations = c.iterations
			changed, converged := ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(), config)
			if got := b.show(); got != c.want || changed != c.changed || converged != c.converged {
				t.Errorf("got %s, changed %v, converged %v", got, changed, converged)
			}
			// The driver resets this when it begins again.
			if again, ok := ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(), DefaultGreedyConfig()); c.converged && (again || !ok) {
				t.Errorf("the second time: changed %v, converged %v", again, ok)
			}
		})
	}
}

// TestGreedyResultOfConcurrentRuns: runs in one context at the same time return their own results.
func TestGreedyResultOfConcurrentRuns(t *testing.T) {
	t.Parallel()
	c := NewContext(toy())
	nothing := NewPatternSet()
	var runs sync.WaitGroup
	for _, dead := range []bool{false, true, false, true} {
		runs.Go(func() {
			for range 1000 {
				b := newToyIn(c)
				if dead {
					b.v("neg", b.arg())
				}
				changed, converged := ApplyGreedily(t.Context(), c, b.fun.Region(0), nothing, DefaultGreedyConfig())
				if changed != dead || !converged {
					t.Errorf("dead operation %v: changed %v, converged %v", dead, changed, converged)
				}
			}
		})
	}
	runs.Wait()
}

// A constant keeps its location within its block, and loses it when it leaves the block or replaces
// other constants.
func TestLocationsOfConstants(t *testing.T) {
	t.Parallel()
	b := newToy()
	at := func(name string) { b.Loc = LocationOf(b.Context().NameLoc(name, b.Context().UnknownLoc())) }
	at("first")
	one := b.c(1)
	b.use(one)
	at("second")
	two := b.c(2)
	at("third")
	three := b.c(3)
	at("box")
	box := b.Op(Kind("toy.box"), nil, nil)
	b.NewBlock(box.Region(0), nil, Location{})
	at("fourth")
	four := b.c(4)
	b.use(two, three, four, b.c(3))
	b.AtEnd(b.fun.Body())
	ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(), DefaultGreedyConfig())
	var got []string
	for op := range b.fun.Body().Ops() {
		got = append(got, op.Name()+" "+op.Loc().Attr(b.Context()).String())
	}
	want := []string{"toy.const loc(unknown)", "toy.const loc(unknown)", `toy.const loc("second")`, `toy.const loc("first")`, `toy.use loc("first")`, `toy.box loc("box")`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// How often the driver tries a pattern within an iteration: when an operation is erased,
// the definitions of its operands are visited again if at most one other operation uses
// them; when an operation changes, the operations around it inside the region are visited
// again.
func TestGreedyVisits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		build func(b *toyBuilder)
		root  string
		want  int
	}{
		"no other user":  {func(b *toyBuilder) { b.v("neg", b.v("read", b.arg())) }, "read", 1},
		"one other user": {func(b *toyBuilder) { x := b.v("clamp", b.arg()); b.v("neg", x); b.use(x) }, "clamp", 2},
		"one other user, twice": {func(b *toyBuilder) {
			x := b.v("clamp", b.arg())
			b.v("neg", x)
			b.use(x, b.arg(), x)
		}, "clamp", 2},
		"two other users":             {func(b *toyBuilder) { x := b.v("clamp", b.arg()); b.v("neg", x); b.use(x); b.use(x) }, "clamp", 1},
		"both operands":               {func(b *toyBuilder) { x := b.v("clamp", b.arg()); b.v("max", b.v("neg", b.arg()), x); b.use(x) }, "clamp", 2},
		"what changes":                {func(b *toyBuilder) { b.use(b.v("sum", b.c(1), b.arg())) }, "sum", 1},
		"around what changes":         {func(b *toyBuilder) { box(b, func() { b.use(b.v("sum", b.c(1), b.arg())) }) }, "box", 2},
		"twice around what changes":   {func(b *toyBuilder) { box(b, func() { box(b, func() { b.use(b.v("sum", b.c(1), b.arg())) }) }) }, "box", 4},
		"outside of where it changes": {func(b *toyBuilder) { b.use(b.v("sum", b.c(1), b.arg())) }, "fun", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newToy()
			c.build(b)
			visits := 0
			count := &Pattern{Name: "count", Root: Kind("toy." + c.root), Rewrite: func(*Operation, *Rewriter) bool {
				visits++
				return false
			}}
			config := DefaultGreedyConfig()
			config.MaxIterations, config.TopDown, config.CSEConstants = 1, true, false
			ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(count), config)
			if visits != c.want {
				t.Errorf("visited %d times, want %d", visits, c.want)
			}
		})
	}
}

// box builds operations inside of an operation with a region.
func box(b *toyBuilder, build func()) {
	at := b.Save()
	b.NewBlock(b.Op(Kind("toy.box"), nil, nil).Region(0), nil, Location{})
	build()
	b.Restore(at)
}

// The end of the context is noticed during an iteration and before an iteration.
func TestGreedyStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	visits := 0
	count := &Pattern{Name: "count", Root: Kind("toy.use"), Rewrite: func(*Operation, *Rewriter) bool {
		visits++
		cancel()
		return false
	}}
	b := newToy()
	for range 2 * pollOps {
		b.use(b.arg())
	}
	for _, want := range []int{pollOps - 1, 0} {
		visits = 0
		changed, converged := ApplyGreedily(ctx, b.Context(), b.fun.Region(0), NewPatternSet(count), DefaultGreedyConfig())
		if visits != want || !changed || converged {
			t.Errorf("visited %d operations, want %d; changed %v, converged %v", visits, want, changed, converged)
		}
	}
	for op := range b.fun.Body().Ops() {
		if op.scratch != 0 {
			t.Fatalf("%s keeps a mark", op.Name())
		}
	}
}

// The number of rewrites that count as endless grows with the number of operations.
func TestGreedyBoundOfManyOperations(t *testing.T) {
	t.Parallel()
	const ops = 5000
	rewrites := 0
	again := &Pattern{Name: "again", Root: Kind("toy.use"), Rewrite: func(op *Operation, rw *Rewriter) bool {
		rewrites++
		rw.Modify(op, func() {})
		return true
	}}
	b := newToy()
	for range ops {
		b.use(b.arg())
	}
	changed, converged := ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(again), DefaultGreedyConfig())
	if !changed || converged || rewrites != 4*ops {
		t.Errorf("changed %v, converged %v after %d rewrites", changed, converged, rewrites)
	}
}

// The patterns of operations are in the order of the declarations; patterns of a dialect come
// first, and patterns that select their own roots come last in each group.
func TestCanonicalizationPatterns(t *testing.T) {
	t.Parallel()
	p := func(name string, roots func(*OpDef) bool) *Pattern {
		return &Pattern{Name: name, Roots: roots, Benefit: 3, Rewrite: func(*Operation, *Rewriter) bool { return false }}
	}
	op := func(name string, patterns ...*Pattern) *OpDef {
		for _, p := range patterns {
			p.Root = Kind(name)
		}
		return &OpDef{Kind: Kind(name), Patterns: patterns}
	}
	dialect := func(name string, patterns []*Pattern, ops ...*OpDef) *Dialect {
		return &Dialect{Name: name, Define: func() Definitions { return Definitions{Patterns: patterns, Ops: ops} }}
	}
	isA := func(d *OpDef) bool { return strings.HasSuffix(d.Name(), ".a") }
	c := NewContext(
		dialect("x", []*Pattern{p("select", isA), p("any", nil)}, op("x.a", p("a1", nil), p("a2", nil)), op("x.b", p("b", nil))),
		dialect("y", []*Pattern{p("other", nil)}, op("y.b"), op("y.a", p("a", nil))))
	var got []string
	for _, p := range CanonicalizationPatterns(c) {
		name := p.Name
		if p.Root != nil {
			name += " of " + p.Root.Kind().String()
		}
		if p.Benefit != 3 || p.Rewrite == nil || p.Roots != nil {
			name += " changed"
		}
		got = append(got, name)
	}
	want := []string{"any", "other", "a1 of x.a", "a2 of x.a", "select of x.a", "b of x.b", "a of y.a", "select of y.a"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// If a terminator does not declare which values it passes, block arguments are kept.
func TestArgumentsOfUnknownBranch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		build func(b *toyBuilder, to *Block)
		args  int
	}{
		"branch": {func(b *toyBuilder, to *Block) {
			b.Create(&OpState{Def: b.Context().MustOpDef(Kind("toy.br")), Operands: []*Value{b.arg(), b.arg()}, Successors: []*Block{to}})
		}, 0},
		"jump": {func(b *toyBuilder, to *Block) {
			b.Create(&OpState{Def: b.Context().MustOpDef(Kind("toy.jump")), Successors: []*Block{to}})
		}, 2},
	} {
		b := newToy()
		first := b.Block()
		to := b.NewBlock(b.fun.Region(0), []Type{b.Context().Index(), b.Context().Index()}, Location{})
		b.Op(Kind("toy.end"), nil, nil)
		b.AtEnd(first)
		c.build(b, to)
		changed := SimplifyRegions(t.Context(), NewRewriter(b.Context(), nil), []*Region{b.fun.Region(0)}, true)
		if to.NumArgs() != c.args || first.Back().NumOperands() != 0 || changed != (c.args == 0) {
			t.Errorf("%s: %d arguments are left, %d operands; changed %v", name, to.NumArgs(), first.Back().NumOperands(), changed)
		}
	}
}
