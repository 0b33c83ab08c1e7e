package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// verifyCase builds an invalid operation into a function body and names the
// messages, notes included, that the verifier must report.
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
	}, []string{"error: 'test.add' op requires the same type for all operands and results"}},
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
	{"two types of results", func(c *Context, b *Builder) {
		v := i32(c, b)
		b.Op(Kind("test.alike"), []*Value{v}, []Type{c.I32(), c.I64()})
		b.Op(Kind("test.return"), nil, nil)
	}, []string{"error: 'test.alike' op requires the same type for all operands and results"}},
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

// messages verifies op and returns severity and text of everything reported.
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
	m := b.Op(Module, nil, nil)
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
