package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// verifyCase builds an invalid operation into a function body and lists the messages,
// including notes, that the verifier must report.
var verifyCases = []struct {
	name  string
	build func(c *Context, b *Builder)
	want  []string
}{
	{"operand count", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.add"), []*Value{v}, []Type{c.I32()})
	}, []string{"error: 'test.add' op expected 2 operands, but found 1"}},
	{"result count", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.add"), []*Value{v, v}, []Type{})
	}, []string{"error: 'test.add' op requires one result"}},
	{"region count", func(c *Context, b *Builder) {
		b.Create(&OpState{Def: c.MustOpDef(Kind("test.region"))})
	}, []string{"error: 'test.region' op requires one region"}},
	{"successor count", func(c *Context, b *Builder) {
		b.Op(Kind("test.br"), nil, nil)
	}, []string{"error: 'test.br' op requires 1 successor but found 0"}},
	{"missing attribute", func(c *Context, b *Builder) {
		b.Create(&OpState{Def: c.MustOpDef(Kind("test.constant")), ResultTypes: []Type{c.I32()}})
	}, []string{"error: 'test.constant' op requires attribute 'value'"}},
	{"same type", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.add"), []*Value{v, v}, []Type{c.F32()})
	}, []string{"error: 'test.add' op requires the same type for all operands and results",
		"note: result #0 has type 'f32', but operand #0, a result of 'test.constant', has 'i32'",
		"note: a value that takes the place of another by Rewriter.Replace or OpOperand.Set must have a type that its users accept"}},
	{"terminator in the middle", func(c *Context, b *Builder) {
		b.Op(Kind("test.return"), nil, nil)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.return' op must be the last operation in the parent block"}},
	{"dominance", func(c *Context, b *Builder) {
		v := i32(c, b)
		s := b.Value(Kind("test.add"), []*Value{v, v}, nil)
		s.DefiningOp().MoveBefore(v.DefiningOp())
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: operand #0 does not dominate this use", "note: operand defined here (op in the same block)"}},
	{"branch operands", func(c *Context, b *Builder) {
		next := NewBlock([]Type{c.I32()}, nil)
		b.Block().Region().Append(next)
		b.Create(&OpState{Def: c.MustOpDef(Kind("test.br")), Successors: []*Block{next}})
		b.AtEnd(next)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: branch has 0 operands for successor #0, but target block has 1"}},
	{"branch types", func(c *Context, b *Builder) {
		v := i32(c, b)
		next := NewBlock([]Type{c.F32()}, nil)
		b.Block().Region().Append(next)
		b.Create(&OpState{Def: c.MustOpDef(Kind("test.br")), Operands: []*Value{v}, Successors: []*Block{next}})
		b.AtEnd(next)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: type mismatch for bb argument #0 of successor #0"}},
	{"no terminator", func(c *Context, b *Builder) {
		i32(c, b)
	}, []string{"error: block with no terminator, has %0 = \"test.constant\"() <{value = 1 : i32}> : () -> i32"}},
	{"empty block", func(c *Context, b *Builder) {}, []string{"error: empty block: expect at least a terminator"}},
	{"isolation", func(c *Context, b *Builder) {
		v := i32(c, b)
		f := b.Op(Kind("test.island"), nil, nil)
		b.NewBlock(f.Region(0), nil, Location{})
		b.Op(Kind("test.return"), []*Value{v}, nil)
		b.After(f)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.return' op using value defined outside the region", "note: required by region isolation constraints"}},
	{"unregistered", func(c *Context, b *Builder) {
		c.AllowUnregistered = false
		b.Create(&OpState{Def: c.UnregisteredOpDef("foo.x")})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'foo.x' op created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"}},
	{"unknown operation", func(c *Context, b *Builder) {
		b.Create(&OpState{Def: c.UnregisteredOpDef("test.x")})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: unregistered operation 'test.x' found in dialect ('test') that does not allow unknown operations"}},
	{"segments that are none", func(c *Context, b *Builder) {
		b.Create(&OpState{Def: c.MustOpDef(Kind("test.segments")), Operands: []*Value{i32(c, b)}})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.segments' op requires dense i32 array attribute 'operandSegmentSizes'"}},
	{"segments of wide numbers", func(c *Context, b *Builder) {
		b.Op(Kind("test.segments"), []*Value{i32(c, b)}, nil, NamedAttr{operandSegmentSizes, c.DenseI64Array([]int64{1, 0})})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.segments' op requires dense i32 array attribute 'operandSegmentSizes'"}},
	{"too few segments", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.segments"), []*Value{v}, nil, NamedAttr{operandSegmentSizes, SegmentAttr(c, []int{1})})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.segments' op 'operandSegmentSizes' attribute for specifying operand segments must have 2 elements, but got 1"}},
	{"segments of other operands", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.segments"), []*Value{v}, nil, NamedAttr{operandSegmentSizes, SegmentAttr(c, []int{1, 1})})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.segments' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'"}},
	{"segment of a single operand", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.segments"), []*Value{v, v}, nil, NamedAttr{operandSegmentSizes, SegmentAttr(c, []int{2, 0})})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.segments' op operand group 'one' requires 1 element, but found 2"}},
	{"no operand", func(c *Context, b *Builder) {
		v := i32(c, b)
		op := b.Op(Kind("test.segments"), []*Value{v}, nil, NamedAttr{operandSegmentSizes, SegmentAttr(c, []int{1, 0})})
		op.OpOperand(0).Set(nil)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: null operand found"}},
	{"branch to another region", func(c *Context, b *Builder) {
		inner := b.Op(Kind("test.region"), nil, nil)
		b.Op(Kind("test.return"), nil, nil)
		next := b.NewBlock(inner.ParentRegion(), nil, Location{})
		b.Op(Kind("test.return"), nil, nil)
		b.NewBlock(inner.Region(0), nil, Location{})
		b.Create(&OpState{Def: c.MustOpDef(Kind("test.br")), Successors: []*Block{next}})
	}, []string{"error: reference to block defined in another region"}},
	{"unregistered branch to another region", func(c *Context, b *Builder) {
		inner := b.Op(Kind("test.region"), nil, nil)
		b.Op(Kind("test.return"), nil, nil)
		next := b.NewBlock(inner.ParentRegion(), nil, Location{})
		b.Op(Kind("test.return"), nil, nil)
		b.NewBlock(inner.Region(0), nil, Location{})
		b.Create(&OpState{Def: c.UnregisteredOpDef("foo.br"), Successors: []*Block{next}})
	}, []string{"error: 'foo.br' op branching to block of a different region"}},
	{"symbol without a name", func(c *Context, b *Builder) {
		f := b.Create(&OpState{Def: c.MustOpDef(Kind("test.symbol")), Attrs: []NamedAttr{{symName, c.I64Attr(1)}}})
		b.After(f)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.symbol' op requires string attribute 'sym_name'"}},
	{"symbol seen by a number", func(c *Context, b *Builder) {
		f := b.Create(&OpState{Def: c.MustOpDef(Kind("test.symbol")), Attrs: []NamedAttr{{symName, c.Str("s")}, {symVisibility, c.I64Attr(1)}}})
		b.After(f)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.symbol' op requires visibility attribute 'sym_visibility' to be a string attribute, but got 1 : i64"}},
	{"two blocks of a graph", func(c *Context, b *Builder) {
		g := b.Op(Kind("test.graph"), nil, nil)
		b.NewBlock(g.Region(0), nil, Location{})
		b.NewBlock(g.Region(0), nil, Location{})
		b.After(g)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.graph' op expects graph region #0 to have 0 or 1 blocks"}},
	{"arguments of one region of two", func(c *Context, b *Builder) {
		g := b.Op(Kind("test.two"), nil, nil)
		b.NewBlock(g.Region(0), nil, Location{})
		b.NewBlock(g.Region(1), []Type{c.I32()}, Location{})
		b.After(g)
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.two' op region #1 should have no arguments"}},
	{"result that is no vector", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.each"), []*Value{v}, []Type{Vector([]int64{2}, c.I32())})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.each' op if a result is non-scalar, then at least one operand must be non-scalar"}},
	{"second of two groups", func(c *Context, b *Builder) {
		b.Op(Kind("test.groups"), []*Value{i32(c, b)}, []Type{c.I32()}, NamedAttr{operandSegmentSizes, SegmentAttr(c, []int{1, 0})}, NamedAttr{resultSegmentSizes, SegmentAttr(c, []int{1, 1})})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.groups' op result count (1) does not match with the total size (2) specified in attribute 'resultSegmentSizes'"}},
	{"optional result twice", func(c *Context, b *Builder) {
		b.Op(Kind("test.groups"), []*Value{i32(c, b)}, []Type{c.I32(), c.I32()}, NamedAttr{operandSegmentSizes, SegmentAttr(c, []int{1, 0})}, NamedAttr{resultSegmentSizes, SegmentAttr(c, []int{0, 2})})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.groups' op result group starting at #0 requires 0 or 1 element, but found 2"}},
	{"negative segment", func(c *Context, b *Builder) {
		b.Op(Kind("test.groups"), []*Value{i32(c, b)}, []Type{}, NamedAttr{operandSegmentSizes, c.DenseI32Array([]int32{2, -1})}, NamedAttr{resultSegmentSizes, SegmentAttr(c, []int{0, 0})})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.groups' op 'operandSegmentSizes' attribute cannot have negative elements"}},
	{"operand that is absent", func(c *Context, b *Builder) {
		b.Op(Kind("test.match"), []*Value{i32(c, b)}, []Type{c.I64()})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.match' op failed to verify that all of {b, a, r} have same element type"}},
	{"result unlike the operands", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.match"), []*Value{v, v}, []Type{c.I64()})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.match' op failed to verify that all of {b, a, r} have same element type"}},
	{"all alike", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.match"), []*Value{v, v}, []Type{Vector([]int64{2}, c.I32())})
		b.Op(Kind("test.match"), []*Value{v}, []Type{c.I32()})
		b.Op(Kind("test.shapes"), []*Value{v, v}, nil)
		b.Op(Kind("test.shapes"), nil, nil)
		b.Op(Kind("test.return"), nil, nil)
	}, nil},
	{"two types of results", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.alike"), []*Value{v}, []Type{c.I32(), c.I64()})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.alike' op requires the same type for all operands and results",
		"note: result #0 has type 'i32', but result #1 has 'i64'"}},
}

func i32(c *Context, b *Builder) *Value {
	return b.Value(Kind("test.constant"), nil, nil, NamedAttr{"value", c.Int(c.I32(), 1)})
}

func TestVerify(t *testing.T) {
	t.Parallel()
	for _, tc := range verifyCases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c, m, b := newModule()
			c.AllowUnregistered = true
			f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f")})
			b.NewBlock(f.Region(0), nil, Location{})
			tc.build(c, b)
			got := messages(m)
			if !equalStrings(got, tc.want) {
				t.Errorf("got %q\nwant %q", got, tc.want)
			}
		})
	}
}

// messages verifies op and returns severity and text of each diagnostic.
func messages(op *Operation) []string {
	var ds Diagnostics
	err := Verify(op, &ds)
	var texts []string
	for _, d := range ds.List() {
		texts = append(texts, d.Severity.String()+": "+d.Msg)
		for _, n := range d.Notes {
			texts = append(texts, n.Severity.String()+": "+n.Msg)
		}
	}
	if (err == nil) != (len(texts) == 0) {
		texts = append(texts, "result of Verify does not fit")
	}
	return texts
}

func equalStrings(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestVerifySymbols(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	for range 2 {
		f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f")})
		b.NewBlock(f.Region(0), nil, Location{})
		b.Op(Kind("test.return"), nil, nil)
		b.After(f)
	}
	want := []string{"error: redefinition of symbol named 'f'", "note: see existing symbol definition here"}
	if got := messages(m); !equalStrings(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestVerifyManyFunctions checks that every function reports its first error, in
// order, also when functions are verified on several goroutines.
func TestVerifyManyFunctions(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	const n = 64
	for i := range n {
		f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str(string(rune('A' + i)))})
		b.NewBlock(f.Region(0), nil, Location{})
		for range parallelOps / n {
			i32(c, b)
		}
		if i%2 == 0 {
			b.Op(Kind("test.return"), nil, nil)
		}
		b.After(f)
	}
	got := messages(m)
	if len(got) != n/2 {
		t.Fatalf("got %d messages, want %d", len(got), n/2)
	}
}

// TestVerifyManyUsers checks that the first of several bad users of symbols is reported
// when users are checked on several goroutines.
func TestVerifyManyUsers(t *testing.T) {
	t.Parallel()
	dialect := testDialect()
	for _, d := range dialect.Definitions().Ops {
		if d.Kind == Kind("test.func") {
			d.Interfaces.SymbolUser = func(op *Operation, tables *SymbolTables) *Diagnostic {
				ref := op.Attr("next").(*SymbolRefAttr)
				if tables.LookupFrom(op, ref) == nil {
					return op.Errorf("no %s", ref)
				}
				return nil
			}
		}
	}
	c := NewContext(dialect)
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	b.NewBlock(m.Region(0), nil, Location{})
	const n = 3 * usersPerPart
	for i := range n {
		next := fmt.Sprint("f", (i+1)%n)
		if i > usersPerPart && i%1000 == 0 {
			next = fmt.Sprint("g", i)
		}
		f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str(fmt.Sprint("f", i))}, NamedAttr{"next", c.SymbolRef(next)})
		b.NewBlock(f.Region(0), nil, Location{})
		b.Op(Kind("test.return"), nil, nil)
		b.After(f)
	}
	for _, threads := range []int{1, 4} {
		var ds Diagnostics
		err := VerifyContext(t.Context(), m, &ds, threads)
		if got := ds.List(); err == nil || len(got) != 1 || !strings.HasSuffix(got[0].Msg, "no @g5000") {
			t.Errorf("%d threads: got %v", threads, got)
		}
	}
}

// TestVerifyUsersInOrder checks that, of two faulty users of symbols, the first in the text is
// reported, also if one is in an isolated operation and the other between two isolated operations.
func TestVerifyUsersInOrder(t *testing.T) {
	t.Parallel()
	dialect := testDialect()
	for _, d := range dialect.Definitions().Ops {
		if d.Kind == Kind("test.shapes") {
			d.Interfaces.SymbolUser = func(op *Operation, tables *SymbolTables) *Diagnostic {
				if name := op.Attr("bad"); name != nil {
					return op.Errorf("no %s", name)
				}
				return nil
			}
		}
	}
	for bad := range 290 { // this user, and the one after it
		c := NewContext(dialect)
		b := NewBuilder(c)
		m := b.Op(ModuleOp{}, nil, nil)
		b.NewBlock(m.Region(0), nil, Location{})
		users := 0
		user := func() {
			if op := b.Op(Kind("test.shapes"), nil, nil); users == bad || users == bad+1 {
				op.SetAttr("bad", c.I64Attr(int64(users)))
			}
			users++
		}
		island := func() {
			end := b.Save()
			b.NewBlock(b.Op(Kind("test.island"), nil, nil).Region(0), nil, Location{})
			user()
			b.Op(Kind("test.return"), nil, nil)
			b.Restore(end)
		}
		for range 70 {
			island()
		}
		for range 40 {
			user()
			island()
			island()
		}
		two := b.Op(Kind("test.two"), nil, nil)
		b.NewBlock(two.Region(0), nil, Location{})
		for range 40 {
			user()
			island()
		}
		b.NewBlock(two.Region(1), nil, Location{})
		island() // in another block, after the same number of users
		user()
		island()
		b.AtEnd(m.Body())
		island()
		for users <= 290 {
			user()
		}
		for _, threads := range []int{1, 4} {
			var ds Diagnostics
			err := VerifyContext(t.Context(), m, &ds, threads)
			if got := ds.List(); err == nil || len(got) != 1 || got[0].Msg != fmt.Sprintf("'test.shapes' op no %d : i64", bad) {
				t.Errorf("user %d, %d threads: got %v", bad, threads, got)
			}
		}
	}
}

// TestVerifyLargeBlock checks that the first mistake in a block is reported when
// goroutines share its operations.
func TestVerifyLargeBlock(t *testing.T) {
	t.Parallel()
	for _, bad := range [][]int{{5 * partOps / 2, 7 * partOps / 2}, {partOps}, {partOps - 1, partOps}, nil} {
		c, m, b := newModule()
		f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f")})
		b.NewBlock(f.Region(0), nil, Location{})
		v := i32(c, b)
		for i := range 5 * partOps {
			operands := []*Value{v, v}
			if slices.Contains(bad, i) {
				operands = slices.Repeat(operands[:1], 3+i)
			}
			b.Op(Kind("test.add"), operands, []Type{c.I32()})
		}
		b.Op(Kind("test.return"), nil, nil)
		for _, threads := range []int{1, 4} {
			var ds Diagnostics
			err := VerifyContext(t.Context(), m, &ds, threads)
			switch got := ds.List(); {
			case bad == nil && (err != nil || len(got) != 0):
				t.Errorf("%d threads: got %v", threads, err)
			case bad != nil && (err == nil || len(got) != 1 || got[0].Msg != fmt.Sprintf("'test.add' op expected 2 operands, but found %d", 3+bad[0])):
				t.Errorf("%d threads: got %v", threads, got)
			}
		}
	}
}

// Groups of operands and results are found by their recorded sizes.
func TestGroups(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	v := i32(c, b)
	for _, tc := range []struct{ operands, results []int }{
		{[]int{1, 0}, []int{0, 0}}, {[]int{1, 2}, []int{0, 1}}, {[]int{1, 1}, []int{3, 1}}, {[]int{1, 0}, []int{2, 0}},
	} {
		total := func(sizes []int) int { return sizes[0] + sizes[1] }
		st := &OpState{Def: c.MustOpDef(Kind("test.groups")), Operands: slices.Repeat([]*Value{v}, total(tc.operands)), ResultTypes: slices.Repeat([]Type{c.I32()}, total(tc.results))}
		st.SetSegments(c, tc.operands...)
		st.SetResultSegments(c, tc.results...)
		op := b.Create(st)
		for g := range 2 {
			first := g * tc.results[0]
			got := op.ResultGroup(g)
			if len(op.OperandGroup(g)) != tc.operands[g] || len(got) != tc.results[g] || len(got) > 0 && got[0].Index() != first {
				t.Errorf("group %d of %v and %v: %d operands, %d results", g, tc.operands, tc.results, len(op.OperandGroup(g)), len(got))
			}
		}
	}
	empty := &OpState{Def: c.MustOpDef(Kind("test.groups"))}
	empty.FillSegments(c)
	if got := fmt.Sprint(empty.Prop(operandSegmentSizes), empty.Prop(resultSegmentSizes)); got != "array<i32: 0, 0> array<i32: 0, 0>" {
		t.Errorf("filled: %s", got)
	}
	if got := messages(m); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}

// The type of a result follows from the type of an attribute.
func TestInferFromAttribute(t *testing.T) {
	t.Parallel()
	c, _, b := newModule()
	if got := b.Value(Kind("test.typed"), nil, nil, NamedAttr{"value", c.I64Attr(3)}).Type(); got != c.I64() {
		t.Errorf("got %s", got)
	}
	d := c.MustOpDef(Kind("test.typed"))
	if types, diag := InferTypes(c, &OpState{Def: d, Props: []Attribute{c.Unit()}}); diag == nil {
		t.Errorf("got %v", types)
	}
}

// Mistakes of the calling code are named.
func TestPanics(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]func(c *Context, b *Builder){
		"ir: cannot infer the result types of test.pair: 'test.pair' op cannot infer its result types": func(c *Context, b *Builder) { b.Op(Kind("test.pair"), nil, nil) },
		"ir: operation test.none is not registered in this context":                                    func(c *Context, b *Builder) { b.Op(Kind("test.none"), nil, nil) },
		"ir: operation none.x is not registered in this context":                                       func(c *Context, b *Builder) { b.Op(Kind("none.x"), nil, nil) },
		"ir: test.typed has no inherent attribute other": func(c *Context, b *Builder) {
			(&OpState{Def: c.MustOpDef(Kind("test.typed"))}).SetProp("other", c.Unit())
		},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}()
			c, _, b := newModule()
			f(c, b)
		}()
	}
}

// Attributes of a state, and of an operation that is built like another operation.
func TestBuildLike(t *testing.T) {
	t.Parallel()
	c, _, b := newModule()
	v := i32(c, b)
	st := &OpState{Def: c.MustOpDef(Kind("test.segments")), Operands: []*Value{v}}
	st.SetAttr("note", c.I64Attr(1))
	st.SetAttr("other", c.Unit())
	st.SetAttr("note", c.I64Attr(2))
	st.SetSegments(c, 1, 0)
	op := b.Create(st)
	like := b.Like(op, []*Value{v, v}, nil)
	like.SetAttr(operandSegmentSizes, SegmentAttr(c, []int{1, 1}))
	like.SetAttr("other", nil)
	like.SetAttr("more", c.I64Attr(3))
	for o, want := range map[*Operation]string{
		op:   `"test.segments"(%0) <{operandSegmentSizes = array<i32: 1, 0>}> {note = 2 : i64, other} : (i32) -> ()`,
		like: `"test.segments"(%0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> {more = 3 : i64, note = 2 : i64} : (i32, i32) -> ()`,
	} {
		if got := string(Print(o, PrintOptions{Generic: true})); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
	like.SetAttr("more", nil)
	like.SetAttr("note", nil)
	if like.Discardable() != nil {
		t.Errorf("left: %s", like.Discardable())
	}
}

func TestDeclareResources(t *testing.T) {
	t.Parallel()
	var r Resources
	var keys []string
	for _, key := range []string{"a", "a", "b", "a", "a_1"} {
		keys = append(keys, r.Declare(key).Key)
	}
	if want := []string{"a", "a_1", "b", "a_2", "a_1_1"}; !slices.Equal(keys, want) {
		t.Errorf("got %q, want %q", keys, want)
	}
	if r.Get("a_2") == nil || r.Get("a_2").Key != "a_2" || r.Get("c") != nil {
		t.Error("a key leads to another resource")
	}
}

// An invalid operation prints in the generic form, with markers for missing parts.
func TestPrintInvalid(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	v := i32(c, b)
	add := b.Op(Kind("test.add"), []*Value{v, v}, []Type{c.I32()})
	add.OpOperand(1).Set(nil)
	const want = `"builtin.module"() ({
  %0 = "test.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "test.add"(%0, <<NULL VALUE>>) : (i32, <<NULL TYPE>>) -> i32
}) : () -> ()
`
	if got := m.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
