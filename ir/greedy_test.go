package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// toy is a dialect for tests: constants, a commutative sum, a negation that is an
// involution, a clamp that is idempotent, an operation with an effect, a branch, and
// several operations with folds of all kinds.
func toy() *Dialect {
	index := &TypeConstraint{Summary: "index", Check: func(Type) bool { return true }, Build: (*Context).Index}
	value := []ValueDef{{Name: "result", Type: index}}
	unary := []ValueDef{{Name: "x", Type: index}}
	binary := []ValueDef{{Name: "a", Type: index}, {Name: "b", Type: index}}
	return &Dialect{
		Name: "toy",
		Define: func() Definitions {
			return Definitions{Ops: []*OpDef{
				{Kind: "toy.fun", Traits: IsolatedFromAbove, Regions: []RegionDef{{Name: "body"}}},
				{Kind: "toy.box", Regions: []RegionDef{{Name: "body"}}, Traits: RecursiveMemoryEffects | NoTerminator},
				{Kind: "toy.const", Traits: Pure | ConstantLike, Results: value, Attrs: []PropDef{{Name: "value", Type: IndexAttr}}},
				{Kind: "toy.sum", Traits: Pure | Commutative, Operands: binary, Results: value, Fold: foldSum},
				{Kind: "toy.neg", Traits: Pure | Involution, Operands: unary, Results: value},
				{Kind: "toy.clamp", Traits: Pure | Idempotent, Operands: unary, Results: value},
				{Kind: "toy.read", Traits: HasEffects, Operands: unary, Results: value, Effects: func(*Operation) []Effect { return []Effect{{Kind: Read}} }},
				{Kind: "toy.use", Operands: []ValueDef{{Name: "xs", Kind: Variadic, Type: index}}},
				{Kind: "toy.br", Traits: Terminator, Operands: []ValueDef{{Name: "xs", Kind: Variadic, Type: index}},
					Successors: []SuccessorDef{{Name: "to"}}, Interfaces: Interfaces{Branch: &Branch{
						Forwarded: func(op *Operation, _ int) (lo, hi int) { return 0, op.NumOperands() }}}},
				{Kind: "toy.end", Traits: Terminator | ReturnLike},
				{Kind: "toy.jump", Traits: Terminator, Successors: []SuccessorDef{{Name: "to"}}},
				{Kind: "toy.seven", Traits: Pure | ConstantLike, Results: value,
					Fold: func(op *Operation, _ []Attribute) FoldResult {
						return FoldToAttr(op.results()[0].typ.Context().IndexAttr(7))
					}},
				{Kind: "toy.max", Traits: Pure | Idempotent, Operands: binary, Results: value},
				{Kind: "toy.total", Traits: Pure | Commutative, Operands: []ValueDef{{Name: "xs", Kind: Variadic, Type: index}}, Results: value},
				{Kind: "toy.skip", Traits: Pure | Commutative, Operands: binary, Results: value, Fold: foldSkip},
				{Kind: "toy.three", Traits: Pure, Operands: unary, Attrs: []PropDef{{Name: "last", Type: IndexAttr}},
					Results: []ValueDef{{Name: "a", Type: index}, {Name: "b", Type: index}, {Name: "c", Type: index}}, Fold: foldThree},
			}}
		},
		Materialize: func(b *Builder, value Attribute, t Type, loc Location) *Operation {
			if IntOr(value, 0) == 13 {
				return nil // no constant for bad luck
			}
			b.Loc = loc
			return b.Op(Kind("toy.const"), nil, []Type{t}, NamedAttr{"value", value})
		},
	}
}

func foldSum(op *Operation, operands []Attribute) FoldResult {
	a, okA := operands[0].(*IntegerAttr)
	b, okB := operands[1].(*IntegerAttr)
	switch {
	case okA && okB:
		return FoldToAttr(a.Context().IndexAttr(a.Int64() + b.Int64()))
	case okB && b.Int64() == 0:
		return FoldToValue(op.Operand(0))
	}
	return FoldResult{}
}

// foldSkip skips a toy.neg at the first operand, and records it.
func foldSkip(op *Operation, _ []Attribute) FoldResult {
	neg := op.Operand(0).DefiningOp()
	if neg == nil || neg.Name() != "toy.neg" {
		return FoldResult{}
	}
	op.OpOperand(0).Set(neg.Operand(0))
	op.SetAttr("skipped", neg.Operand(0).Type().Context().Unit())
	return FoldInPlace()
}

func init() { CheckPatterns = true }

// A pattern whose result disagrees with its changes is a mistake.
func TestCheckPatterns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want    string
		rewrite func(op *Operation, rw *Rewriter) bool
	}{
		{"pattern p returned true", func(*Operation, *Rewriter) bool { return true }},
		{"pattern p returned false", func(op *Operation, rw *Rewriter) bool { rw.Erase(op); return false }},
		{"pattern p returned false", func(op *Operation, rw *Rewriter) bool { rw.Modify(op, func() {}); return false }},
		{"pattern p returned false", func(_ *Operation, rw *Rewriter) bool { rw.Op(Kind("toy.use"), nil, nil); return false }},
		{"", func(op *Operation, rw *Rewriter) bool { rw.Erase(op); return true }},
		{"", func(*Operation, *Rewriter) bool { return false }},
	} {
		b := newToy()
		b.use()
		got := func() (message string) {
			defer func() { message, _ = recover().(string) }()
			pattern := &Pattern{Name: "p", Root: Kind("toy.use"), Rewrite: c.rewrite}
			ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(pattern), DefaultGreedyConfig())
			return ""
		}()
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// foldThree folds to the operand, to 5, and to the attribute.
func foldThree(op *Operation, _ []Attribute) FoldResult {
	last := op.Prop(0)
	return FoldResult{Results: []FoldedValue{{Value: op.Operand(0)}, {Attr: last.Context().IndexAttr(5)}, {Attr: last}}}
}

// builder makes toy programs.
type toyBuilder struct {
	*Builder
	fun *Operation
}

func newToy() *toyBuilder { return newToyIn(NewContext(toy())) }

// newToyIn returns a builder of a function in a context.
func newToyIn(c *Context) *toyBuilder {
	b := &toyBuilder{Builder: NewBuilder(c)}
	b.fun = b.Arena().NewOperation(&OpState{Def: b.Context().MustOpDef(Kind("toy.fun")), NumRegions: 1})
	b.NewBlock(b.fun.Region(0), []Type{b.Context().Index()}, Location{})
	return b
}

func (b *toyBuilder) arg() *Value { return b.fun.Body().Arg(0) }

func (b *toyBuilder) c(v int64) *Value {
	return b.Value(Kind("toy.const"), nil, []Type{b.Context().Index()}, NamedAttr{"value", b.Context().IndexAttr(v)})
}

func (b *toyBuilder) v(name string, operands ...*Value) *Value {
	return b.Value(Kind("toy."+name), operands, nil)
}

func (b *toyBuilder) use(xs ...*Value) { b.Op(Kind("toy.use"), xs, nil) }

// show lists the operations of the body: name(operands), constants as numbers.
func (b *toyBuilder) show() string {
	var text func(v *Value) string
	text = func(v *Value) string {
		switch {
		case v.DefiningOp() == nil:
			return fmt.Sprintf("arg%d", v.Index())
		case ConstantValue(v) != nil:
			return fmt.Sprint(IntOr(ConstantValue(v), 0))
		}
		op := v.DefiningOp()
		var xs []string
		for _, x := range op.Operands() {
			xs = append(xs, text(x))
		}
		return strings.TrimPrefix(op.Name(), "toy.") + "(" + strings.Join(xs, ",") + ")"
	}
	var lines []string
	for blk := range b.fun.Region(0).Blocks() {
		for op := range blk.Ops() {
			if c := ConstantOf(op); c != nil {
				lines = append(lines, fmt.Sprint(IntOr(c, 0)))
				continue
			}
			var xs []string
			for _, x := range op.Operands() {
				xs = append(xs, text(x))
			}
			lines = append(lines, strings.TrimPrefix(op.Name(), "toy.")+"("+strings.Join(xs, ",")+")")
		}
	}
	return strings.Join(lines, " ")
}

func TestFold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		build func(b *toyBuilder) *Value
		want  string // the folded value, or the operation after a fold in place
	}{
		"constant":           {func(b *toyBuilder) *Value { return b.v("sum", b.c(2), b.c(3)) }, "attr 5 : index"},
		"neutral":            {func(b *toyBuilder) *Value { return b.v("sum", b.arg(), b.c(0)) }, "value arg"},
		"constant to right":  {func(b *toyBuilder) *Value { return b.v("sum", b.c(4), b.arg()) }, "in place arg,const"},
		"involution":         {func(b *toyBuilder) *Value { return b.v("neg", b.v("neg", b.arg())) }, "value arg"},
		"idempotent":         {func(b *toyBuilder) *Value { return b.v("clamp", b.v("clamp", b.arg())) }, "value toy.clamp"},
		"nothing to fold":    {func(b *toyBuilder) *Value { return b.v("neg", b.v("clamp", b.arg())) }, "none"},
		"clamp of neg":       {func(b *toyBuilder) *Value { return b.v("clamp", b.v("neg", b.arg())) }, "none"},
		"the same twice":     {func(b *toyBuilder) *Value { return b.v("max", b.arg(), b.arg()) }, "value arg"},
		"two that differ":    {func(b *toyBuilder) *Value { return b.v("max", b.v("max", b.arg(), b.c(1)), b.arg()) }, "none"},
		"constants in front": {func(b *toyBuilder) *Value { return b.v("total", b.c(4), b.arg(), b.arg(), b.c(2)) }, "in place arg,arg"},
		"constants behind":   {func(b *toyBuilder) *Value { return b.v("total", b.arg(), b.c(4), b.c(2)) }, "none"},
		"one constant":       {func(b *toyBuilder) *Value { return b.v("total", b.c(4)) }, "none"},
		"a constant":         {func(b *toyBuilder) *Value { return b.v("seven") }, "attr 7 : index"},
		"a new constant":     {func(b *toyBuilder) *Value { return b.v("skip", b.v("neg", b.c(4)), b.arg()) }, "in place arg,const"},
	} {
		b := newToy()
		op := c.build(b).DefiningOp()
		f := Fold(op)
		got := "none"
		origin := func(v *Value) string {
			switch {
			case v.DefiningOp() == nil:
				return "arg"
			case ConstantValue(v) != nil:
				return "const"
			}
			return v.DefiningOp().Name()
		}
		switch {
		case f.InPlace:
			got = "in place " + origin(op.Operand(0)) + "," + origin(op.Operand(1))
		case f.Ok() && f.Results[0].Attr != nil:
			got = "attr " + f.Results[0].Attr.String()
		case f.Ok():
			got = "value " + origin(f.Results[0].Value)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestSimulateFoldLeavesTheOperation(t *testing.T) {
	t.Parallel()
	b := newToy()
	c := b.c(4)
	sum := b.v("sum", c, b.arg()).DefiningOp()
	four := b.Context().IndexAttr(4)
	if f := SimulateFold(sum, []Attribute{four, nil}); f.Ok() || sum.Operand(0) != c {
		t.Errorf("got %+v", f)
	}
	skip := b.v("skip", b.v("neg", c), b.arg()).DefiningOp()
	before := skip.String()
	if f := SimulateFold(skip, []Attribute{nil, four}); f.Ok() || skip.String() != before {
		t.Errorf("got %+v, left %s", f, skip)
	}
	if f := SimulateFold(sum, []Attribute{four, four}); !f.Ok() || f.Results[0].Attr.String() != "8 : index" {
		t.Errorf("got %+v", f)
	}
}

func TestApplyGreedily(t *testing.T) {
	t.Parallel()
	// twice replaces neg(clamp(x)) by sum(x, 7).
	twice := &Pattern{Name: "neg-of-clamp", Root: Kind("toy.neg"), Rewrite: func(op *Operation, rw *Rewriter) bool {
		inner := op.Operand(0).DefiningOp()
		if !Kind("toy.clamp").Is(inner) {
			return false
		}
		c := rw.Value(Kind("toy.const"), nil, []Type{op.Result(0).Type()}, NamedAttr{"value", rw.Context().IndexAttr(7)})
		rw.Replace(op, rw.Value(Kind("toy.sum"), []*Value{inner.Operand(0), c}, nil))
		return true
	}}
	for name, c := range map[string]struct {
		build  func(b *toyBuilder)
		config func(*GreedyConfig)
		want   string
	}{
		"constants are united in front": {func(b *toyBuilder) {
			b.use(b.arg())
			b.use(b.c(1), b.c(2), b.c(1))
		}, nil, "2 1 use(arg0) use(1,2,1)"},
		"constants stay without CSE": {func(b *toyBuilder) {
			b.use(b.arg())
			b.use(b.c(1), b.c(2), b.c(1))
		}, func(c *GreedyConfig) { c.CSEConstants = false }, "use(arg0) 1 2 1 use(1,2,1)"},
		"folding goes on": {func(b *toyBuilder) {
			b.use(b.v("sum", b.v("sum", b.c(1), b.c(2)), b.v("sum", b.c(3), b.arg())))
		}, nil, "3 sum(arg0,3) sum(sum(arg0,3),3) use(sum(sum(arg0,3),3))"},
		"no folding": {func(b *toyBuilder) { b.use(b.v("sum", b.c(1), b.c(2))) },
			func(c *GreedyConfig) { c.Fold = false }, "1 2 sum(1,2) use(sum(1,2))"},
		"constant that cannot be built": {func(b *toyBuilder) { b.use(b.v("sum", b.c(6), b.c(7))) }, nil, "6 7 sum(6,7) use(sum(6,7))"},
		"pattern":                       {func(b *toyBuilder) { b.use(b.v("neg", b.v("clamp", b.arg()))) }, nil, "7 sum(arg0,7) use(sum(arg0,7))"},
		"no rewrites": {func(b *toyBuilder) { b.use(b.v("neg", b.v("clamp", b.arg()))) },
			func(c *GreedyConfig) { c.MaxRewrites = 0 }, "clamp(arg0) neg(clamp(arg0)) use(neg(clamp(arg0)))"},
		"dead reads go, uses stay": {func(b *toyBuilder) { b.v("read", b.v("neg", b.arg())); b.use(b.arg()) }, nil, "use(arg0)"},
		"dead nest": {func(b *toyBuilder) {
			box := b.Op(Kind("toy.box"), nil, nil)
			at := b.Save()
			b.NewBlock(box.Region(0), nil, Location{})
			b.v("neg", b.arg())
			b.Restore(at)
		}, nil, ""},
		"equal blocks stay apart in a chain": {func(b *toyBuilder) {
			first := b.Block()
			next := b.NewBlock(b.fun.Region(0), []Type{b.Context().Index(), b.Context().Index()}, Location{})
			b.use(next.Arg(1))
			b.Op(Kind("toy.end"), nil, nil)
			unreachable := b.NewBlock(b.fun.Region(0), []Type{b.Context().Index()}, Location{})
			b.Create(&OpState{Def: b.Context().MustOpDef(Kind("toy.br")), Operands: []*Value{unreachable.Arg(0)}, Successors: []*Block{unreachable}})
			b.AtEnd(first)
			b.Create(&OpState{Def: b.Context().MustOpDef(Kind("toy.br")), Operands: []*Value{b.v("neg", b.arg()), b.arg()}, Successors: []*Block{next}})
		}, func(c *GreedyConfig) { c.Regions = NormalRegionSimplification }, "br(arg0) use(arg0) end()"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, topDown := range []bool{true, false} {
				b := newToy()
				c.build(b)
				config := DefaultGreedyConfig()
				config.TopDown = topDown
				if c.config != nil {
					c.config(&config)
				}
				_, converged := ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(twice), config)
				got := b.show()
				if topDown && got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
				words := func(s string) []string { w := strings.Fields(s); slices.Sort(w); return w }
				if !slices.Equal(words(got), words(c.want)) {
					t.Errorf("bottom up: got %s, want the operations of %s", got, c.want)
				}
				if !converged {
					t.Error("did not converge")
				}
				for op := range b.fun.Body().Ops() {
					if op.scratch != 0 {
						t.Errorf("%s keeps a mark", op.Name())
					}
				}
			}
		})
	}
}

func TestGreedyLimit(t *testing.T) {
	t.Parallel()
	flip := &Pattern{Name: "flip", Root: Kind("toy.use"), Rewrite: func(op *Operation, rw *Rewriter) bool {
		vs := op.OperandList()
		slices.Reverse(vs)
		rw.Modify(op, func() { op.SetOperands(vs) })
		return true
	}}
	b := newToy()
	b.use(b.arg(), b.arg())
	config := DefaultGreedyConfig()
	config.MaxIterations, config.MaxRewrites = 3, 5
	if changed, converged := ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(flip), config); !changed || converged {
		t.Errorf("changed %v, converged %v", changed, converged)
	}
}

// Folds count as rewrites.
func TestGreedyBounds(t *testing.T) {
	t.Parallel()
	b := newToy()
	b.use(b.v("sum", b.c(1), b.c(2)), b.v("sum", b.c(3), b.c(4)))
	config := DefaultGreedyConfig()
	config.MaxIterations, config.MaxRewrites = 1, 1
	ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(), config)
	if got, want := b.show(), "1 2 sum(1,2) 7 use(sum(1,2),7)"; got != want {
		t.Errorf("one fold: got %s, want %s", got, want)
	}
}

// A pattern that undoes itself ends the whole run, not only one of ten iterations, with a warning
// about the operation, whether it changes the operation in place or replaces it. Rewrites that end
// are not cut short, however many come from one operation.
func TestEndlessRewrites(t *testing.T) {
	t.Parallel()
	const before = "warning: 'toy.use' op expected rewrites that end, but got 1024 in a row, the last by pattern 'p'\n"
	for name, tt := range map[string]struct {
		rewrite  func(op *Operation, rw *Rewriter) bool
		rewrites int
		warning  string
	}{
		"in place": {func(op *Operation, rw *Rewriter) bool {
			rw.Modify(op, func() {})
			return true
		}, 2048, before},
		"replaced": {func(op *Operation, rw *Rewriter) bool {
			rw.Op(Kind("toy.use"), op.OperandList(), nil)
			rw.Replace(op)
			return true
		}, 2048, before},
		"consumed": {func(op *Operation, rw *Rewriter) bool {
			if op.NumOperands() == 0 {
				return false
			}
			rw.Op(Kind("toy.use"), op.OperandList()[1:], nil)
			rw.Replace(op)
			return true
		}, 2000, ""},
	} {
		rewrites := 0
		p := &Pattern{Name: "p", Root: Kind("toy.use"), Rewrite: func(op *Operation, rw *Rewriter) bool {
			did := tt.rewrite(op, rw)
			if did {
				rewrites++
			}
			return did
		}}
		b := newToy()
		b.use(slices.Repeat([]*Value{b.arg()}, 2000)...)
		var warnings Diagnostics
		config := DefaultGreedyConfig()
		config.Sink = &warnings
		_, converged := ApplyGreedily(t.Context(), b.Context(), b.fun.Region(0), NewPatternSet(p), config)
		got := ""
		for _, d := range warnings.List() {
			got += d.Severity.String() + ": " + d.Msg + "\n"
		}
		if converged != (tt.warning == "") || rewrites != tt.rewrites || got != tt.warning {
			t.Errorf("%s: converged %v after %d rewrites, %s", name, converged, rewrites, got)
		}
	}
}

func TestPatternOrder(t *testing.T) {
	t.Parallel()
	p := func(name string, root OpKind, benefit int) *Pattern {
		return &Pattern{Name: name, Root: root, Benefit: benefit}
	}
	x, y := Kind("x"), Kind("y")
	s := NewPatternSet(p("a", x, 0), p("any", nil, 2), p("b", x, 1), p("c", x, 3), p("other", y, 9))
	names := func(ps []*Pattern) string {
		var n []string
		for _, p := range ps {
			n = append(n, p.Name)
		}
		return strings.Join(n, " ")
	}
	for root, want := range map[Kind]string{"x": "c any a b", "y": "other any", "z": "any"} {
		if got := names(s.For(root)); got != want {
			t.Errorf("%s: got %s, want %s", root, got, want)
		}
	}
}

func TestWorklist(t *testing.T) {
	t.Parallel()
	b := newToy()
	var ops []*Operation
	for range 4 {
		ops = append(ops, b.v("neg", b.arg()).DefiningOp())
	}
	var w Worklist
	for _, i := range []int{0, 1, 0, 2, 3, 1} {
		w.Push(ops[i])
	}
	w.Remove(ops[2])
	w.Reverse()
	for _, want := range []*Operation{ops[0], ops[1], ops[3], nil} {
		if got := w.Pop(); got != want {
			t.Fatalf("popped %v", got)
		}
	}
	w.Push(ops[2])
	w.Clear()
	if w.Pop() != nil || ops[2].scratch != 0 {
		t.Error("not cleared")
	}
}

func TestClone(t *testing.T) {
	t.Parallel()
	b := newToy()
	b.use(b.v("sum", b.c(1), b.arg()))
	copied := &toyBuilder{Builder: b.Builder, fun: Clone(b.fun, b.Arena(), nil)}
	if got, want := copied.show(), b.show(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !Equivalent(b.fun, copied.fun, SameValue) {
		t.Error("the copy is not equivalent")
	}
	copied.fun.Body().Back().SetOperand(0, copied.arg())
	if Equivalent(b.fun, copied.fun, SameValue) {
		t.Error("different operations are equivalent")
	}
	if b.arg().NumUses() != 1 {
		t.Errorf("the copy uses values of the original: %d uses", b.arg().NumUses())
	}
}

func TestEffects(t *testing.T) {
	t.Parallel()
	b := newToy()
	pure, read := b.v("neg", b.arg()).DefiningOp(), b.v("read", b.arg()).DefiningOp()
	b.use(b.arg())
	use := b.Block().Back()
	for name, c := range map[string]struct {
		op                          *Operation
		free, dead, onlyRead, known bool
	}{
		"pure": {op: pure, free: true, dead: true, known: true},
		"read": {op: read, dead: true, onlyRead: true, known: true},
		"use":  {op: use},
	} {
		_, known := EffectsOf(c.op)
		if IsMemoryEffectFree(c.op) != c.free || IsTriviallyDead(c.op) != c.dead || OnlyHasEffects(c.op, Read) != c.onlyRead || known != c.known {
			t.Errorf("%s: free %v, dead %v, only reads %v, known %v", name, IsMemoryEffectFree(c.op), IsTriviallyDead(c.op), OnlyHasEffects(c.op, Read), known)
		}
	}
	if !IsPure(pure) || IsPure(read) {
		t.Error("wrong speculatability")
	}
}

// The comparison of commutative operands respects how often each operand occurs.
func TestEquivalentInAnyOrder(t *testing.T) {
	t.Parallel()
	b := newToy()
	x := map[rune]*Value{'a': b.arg(), 'b': b.v("neg", b.arg()), 'c': b.v("clamp", b.arg())}
	total := func(names string) *Operation {
		var operands []*Value
		for _, n := range names {
			operands = append(operands, x[n])
		}
		return b.v("total", operands...).DefiningOp()
	}
	for _, c := range []struct {
		one, two string
		want     bool
	}{
		{"", "", true}, {"a", "a", true}, {"aab", "baa", true}, {"aab", "aba", true}, {"aab", "abb", false}, {"aaa", "aab", false},
		{"abb", "bba", true}, {"abc", "cab", true}, {"abc", "cbb", false}, {"aaab", "baaa", true}, {"aaabb", "ababa", true}, {"abab", "aabb", true},
	} {
		one, two := total(c.one), total(c.two)
		if Equivalent(one, two, SameValue) != c.want || Equivalent(two, one, SameValue) != c.want {
			t.Errorf("%s and %s: want %v", c.one, c.two, c.want)
		}
		if c.want && EquivalenceHash(one) != EquivalenceHash(two) {
			t.Errorf("%s and %s: the hashes differ", c.one, c.two)
		}
	}
}
