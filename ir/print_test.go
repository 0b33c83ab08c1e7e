package ir

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// testDialect has operations for the tests of this package.
func testDialect() *Dialect {
	return &Dialect{Name: "test", Define: func() Definitions {
		return Definitions{Ops: []*OpDef{
			{Kind: "test.func", Traits: IsolatedFromAbove | Symbol | AffineScope, Attrs: []PropDef{{Name: "sym_name", Type: SymbolNameAttr}},
				Regions: []RegionDef{{Name: "body"}}, Assembly: "$sym_name attr-dict-with-keyword $body", DefaultDialect: "test"},
			{Kind: "test.constant", Attrs: []PropDef{{Name: "value", Type: AnyAttr}}, Results: []ValueDef{{Name: "result", Type: AnyType}},
				Traits: ConstantLike | Pure | FirstAttrDerivedResultType, Assembly: "attr-dict $value",
				ResultNames: func(op *Operation, set func(*Value, string)) { set(op.Result(0), "cst") }},
			{Kind: "test.add", Operands: []ValueDef{{Name: "lhs", Type: AnyType}, {Name: "rhs", Type: AnyType}},
				Results: []ValueDef{{Name: "result", Type: AnyType}}, Traits: Pure | SameOperandsAndResultType,
				Assembly: "$lhs `,` $rhs attr-dict `:` type($result)"},
			{Kind: "test.pair", Operands: []ValueDef{{Name: "x", Type: AnyType, Kind: Variadic}},
				Results:  []ValueDef{{Name: "a", Type: AnyType}, {Name: "b", Type: AnyType}},
				Assembly: "(`(` $x^ `:` type($x) `)`)? attr-dict `->` type(results)",
				ResultNames: func(op *Operation, set func(*Value, string)) {
					set(op.Result(0), "left")
					set(op.Result(1), "right")
				}},
			{Kind: "test.br", Operands: []ValueDef{{Name: "args", Type: AnyType, Kind: Variadic}}, Successors: []SuccessorDef{{Name: "dest"}},
				Traits: Terminator | Pure, Assembly: "$dest (`(` $args^ `:` type($args) `)`)? attr-dict",
				Interfaces: Interfaces{Branch: &Branch{Forwarded: func(op *Operation, _ int) (int, int) { return 0, op.NumOperands() }}}},
			{Kind: "test.return", Operands: []ValueDef{{Name: "operands", Type: AnyType, Kind: Variadic}}, Traits: Terminator | ReturnLike | Pure,
				Assembly: "attr-dict ($operands^ `:` type($operands))?"},
			{Kind: "test.closed", Operands: []ValueDef{{Name: "args", Type: AnyType, Kind: Variadic}}, Regions: []RegionDef{{Name: "body"}}, Traits: IsolatedFromAbove},
			{Kind: "test.island", Regions: []RegionDef{{Name: "body"}}, Traits: IsolatedFromAbove, Assembly: "attr-dict-with-keyword $body"},
			{Kind: "test.segments", Operands: []ValueDef{{Name: "one", Type: AnyType}, {Name: "any", Type: AnyType, Kind: Variadic}}, Traits: AttrSizedOperandSegments},
			{Kind: "test.groups", Operands: []ValueDef{{Name: "one", Type: AnyType}, {Name: "any", Type: AnyType, Kind: Variadic}},
				Results: []ValueDef{{Name: "few", Type: AnyType, Kind: Variadic}, {Name: "last", Type: AnyType, Kind: Optional}}, Traits: AttrSizedOperandSegments | AttrSizedResultSegments},
			{Kind: "test.match", Operands: []ValueDef{{Name: "a", Type: AnyType}, {Name: "b", Type: AnyType, Kind: Optional}}, Results: []ValueDef{{Name: "r", Type: AnyType}},
				Constraints: []Constraint{AllMatch{Names: []string{"b", "a", "r"}, Text: "element type", Of: func(t Type) any { return ElementOrSelf(t) }}}},
			{Kind: "test.shapes", Operands: []ValueDef{{Name: "x", Type: AnyType, Kind: Variadic}}, Traits: SameOperandsShape},
			{Kind: "test.typed", Attrs: []PropDef{{Name: "value", Type: AnyAttr}}, Results: []ValueDef{{Name: "result", Type: AnyType}}, Constraints: []Constraint{AllTypesMatch{"value", "result"}}},
			{Kind: "test.symbol", Traits: Symbol},
			{Kind: "test.graph", Regions: []RegionDef{{Name: "body"}}, Traits: GraphRegion | NoTerminator},
			{Kind: "test.two", Regions: []RegionDef{{Name: "a"}, {Name: "b"}}, Traits: NoRegionArguments | NoTerminator},
			{Kind: "test.each", Operands: []ValueDef{{Name: "x", Type: AnyType}}, Results: []ValueDef{{Name: "r", Type: AnyType}}, Traits: Elementwise},
			{Kind: "test.alike", Operands: []ValueDef{{Name: "x", Type: AnyType}}, Results: []ValueDef{{Name: "r", Type: AnyType}, {Name: "s", Type: AnyType}}, Traits: SameOperandsAndResultType},
			{Kind: "test.frame", Regions: []RegionDef{{Name: "body"}}, Traits: SingleBlock | ImplicitTerminator, Interfaces: Interfaces{Terminator: Kind("test.return")},
				Assembly: "attr-dict-with-keyword $body"},
			{Kind: "test.end", Results: []ValueDef{{Name: "r", Type: AnyType}}, Traits: Terminator},
			{Kind: "test.region", Regions: []RegionDef{{Name: "body"}}, Assembly: "attr-dict-with-keyword $body"},
		}}
	}}
}

// newModule returns a context, a module and a builder at its end.
func newModule() (*Context, *Operation, *Builder) {
	c := NewContext(testDialect())
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	b.NewBlock(m.Region(0), nil, Location{})
	return c, m, b
}

func TestPrintFunction(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f")}, NamedAttr{"test.note", c.Unit()})
	entry := b.NewBlock(f.Region(0), []Type{c.I32(), c.F32()}, Location{})
	k := b.Value(Kind("test.constant"), nil, nil, NamedAttr{"value", c.Int(c.I32(), 7)})
	b.Value(Kind("test.constant"), nil, nil, NamedAttr{"value", c.I64Attr(8)})
	s := b.Value(Kind("test.add"), []*Value{entry.Arg(0), k}, nil)
	pair := b.Op(Kind("test.pair"), []*Value{s, s}, []Type{c.I32(), c.F32()})
	next := NewBlock([]Type{c.I32()}, nil)
	f.Region(0).Append(next)
	b.Create(&OpState{Def: c.MustOpDef(Kind("test.br")), Operands: []*Value{pair.Result(0)}, Successors: []*Block{next}})
	b.AtEnd(next)
	b.Create(&OpState{Def: c.UnregisteredOpDef("foo.two"), ResultTypes: []Type{c.I32(), c.I32()}, Attrs: []NamedAttr{{"b", c.I64Attr(1)}, {"a", c.Unit()}}})
	b.Op(Kind("test.return"), []*Value{next.Arg(0)}, nil)

	const pretty = `module {
  test.func @f attributes {test.note} {
  ^bb0(%arg0: i32, %arg1: f32):
    %cst = constant 7 : i32
    %cst_0 = constant 8 : i64
    %0 = add %arg0, %cst : i32
    %left, %right = pair(%0, %0 : i32, i32) -> i32, f32
    br ^bb1(%left : i32)
  ^bb1(%1: i32):  // pred: ^bb0
    %2:2 = "foo.two"() {a, b = 1 : i64} : () -> (i32, i32)
    return %1 : i32
  }
}
`
	if got := string(Print(m, PrintOptions{AssumeVerified: true})); got != pretty {
		t.Errorf("got\n%s\nwant\n%s", got, pretty)
	}
	const generic = `"builtin.module"() ({
  "test.func"() <{sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f32):
    %0 = "test.constant"() <{value = 7 : i32}> : () -> i32
    %1 = "test.constant"() <{value = 8 : i64}> : () -> i64
    %2 = "test.add"(%arg0, %0) : (i32, i32) -> i32
    %3:2 = "test.pair"(%2, %2) : (i32, i32) -> (i32, f32)
    "test.br"(%3#0)[^bb1] : (i32) -> ()
  ^bb1(%4: i32):  // pred: ^bb0
    %5:2 = "foo.two"() {a, b = 1 : i64} : () -> (i32, i32)
    "test.return"(%4) : (i32) -> ()
  }) {test.note} : () -> ()
}) : () -> ()
`
	if got := string(Print(m, PrintOptions{Generic: true})); got != generic {
		t.Errorf("got\n%s\nwant\n%s", got, generic)
	}
}

// An implicit terminator is omitted if its text would hold no information.
func TestPrintImplicitTerminator(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	v := i32(c, b)
	for _, end := range []struct {
		kind     Kind
		operands []*Value
		attrs    []NamedAttr
	}{
		{"test.return", nil, nil},
		{"test.return", []*Value{v}, nil},
		{"test.return", nil, []NamedAttr{{"test.note", c.Unit()}}},
		{"test.end", nil, nil},
	} {
		frame := b.AtEnd(m.Body()).Op(Kind("test.frame"), nil, nil)
		b.NewBlock(frame.Region(0), nil, Location{})
		b.Op(Kind("test.shapes"), nil, nil)
		st := &OpState{Def: c.MustOpDef(end.kind), Operands: end.operands, Attrs: end.attrs}
		if end.kind == "test.end" {
			st.ResultTypes = []Type{c.I32()}
		}
		b.Create(st)
	}
	frame := b.AtEnd(m.Body()).Op(Kind("test.frame"), nil, nil)
	frame.Region(0).Append(&Block{})
	const want = `module {
  %cst = test.constant 1 : i32
  test.frame {
    "test.shapes"() : () -> ()
  }
  test.frame {
    "test.shapes"() : () -> ()
    test.return %cst : i32
  }
  test.frame {
    "test.shapes"() : () -> ()
    test.return {test.note}
  }
  test.frame {
    "test.shapes"() : () -> ()
    %0 = "test.end"() : () -> i32
  }
  test.frame {
  }
}
`
	if got := string(Print(m, PrintOptions{AssumeVerified: true})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The text is in the order of the operations whichever worker is slow.
func TestPrintInParallelKeepsTheOrder(t *testing.T) {
	t.Parallel()
	c := NewContext(toy())
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	m.Region(0).Append(&Block{})
	for i := range 600 {
		f := b.AtEnd(m.Body()).Op(Kind("toy.fun"), nil, nil, NamedAttr{"number", c.IndexAttr(int64(i))})
		b.NewBlock(f.Region(0), nil, Location{})
		for range 1 + i%2*30 {
			b.Op(Kind("toy.use"), nil, nil)
		}
	}
	want := Print(m, PrintOptions{Threads: 1})
	for range 20 {
		if !bytes.Equal(Print(m, PrintOptions{Threads: 3}), want) {
			t.Fatal("the text depends on the threads")
		}
	}
}

// Goroutines share the operations of a large block, also of a block nested in another.
func TestPrintLargeBlockInParallel(t *testing.T) {
	t.Parallel()
	c, m, b := newModule()
	f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f")})
	entry := b.NewBlock(f.Region(0), []Type{c.I32()}, Location{})
	v := entry.Arg(0)
	for i := range parallelOps {
		if i == 1000 {
			inner := b.Create(&OpState{Def: c.MustOpDef(Kind("test.region")), NumRegions: 1})
			b.NewBlock(inner.Region(0), []Type{c.F32()}, Location{})
		}
		v = b.Value(Kind("test.add"), []*Value{v, v}, nil)
		v.DefiningOp().SetLoc(LocationOf(c.NameLoc(fmt.Sprint("n", i%7), c.FileLoc("a", i%11, 1))))
	}
	for _, o := range []PrintOptions{{AssumeVerified: true}, {AssumeVerified: true, DebugInfo: true}, {AssumeVerified: true, NameLocAsPrefix: true}} {
		var texts [2][]byte
		for i := range texts {
			o.Threads = 1 + 2*i
			texts[i] = Print(m, o)
		}
		if !bytes.Equal(texts[0], texts[1]) || bytes.Count(texts[0], []byte("\n")) < parallelOps {
			t.Errorf("%+v: the text depends on the threads", o)
		}
	}
}

// The text of one of the shared operations may be longer than a piece of text.
func TestPrintLongOperationInParallel(t *testing.T) {
	t.Parallel()
	c := NewContext(toy())
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	m.Region(0).Append(&Block{})
	for i := range 600 {
		f := b.AtEnd(m.Body()).Op(Kind("toy.fun"), nil, nil, NamedAttr{"number", c.IndexAttr(int64(i))})
		b.NewBlock(f.Region(0), nil, Location{})
		n := 10
		if i%250 == 20 {
			n = 4 * pieceBytes / len("toy.use")
		}
		for range n {
			b.Op(Kind("toy.use"), nil, nil)
		}
	}
	want := Print(m, PrintOptions{Threads: 1})
	if !bytes.Equal(Print(m, PrintOptions{Threads: 3}), want) {
		t.Error("the text depends on the threads")
	}
	var out bytes.Buffer
	if err := Fprint(&out, m, PrintOptions{Threads: 3}); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%v, or another text is written", err)
	}
}

// Every operation begins in the line that PrintLines returns, whether the text is passed
// on in pieces or not.
func TestPrintLines(t *testing.T) {
	t.Parallel()
	c := NewContext(toy())
	b := NewBuilder(c)
	m := b.Op(ModuleOp{}, nil, nil)
	m.Region(0).Append(&Block{})
	for i := range 20000 {
		f := b.AtEnd(m.Body()).Op(Kind("toy.fun"), nil, nil, NamedAttr{"number", c.IndexAttr(int64(i))})
		b.NewBlock(f.Region(0), nil, Location{})
		b.Op(Kind("toy.use"), nil, nil)
	}
	text, begins := PrintLines(m, PrintOptions{})
	if !bytes.Equal(text, Print(m, PrintOptions{})) || len(begins) != 1+2*20000 {
		t.Fatalf("another text, or %d operations", len(begins))
	}
	lines := bytes.Split(text, []byte("\n"))
	for _, at := range begins {
		if line := lines[at.Line]; !bytes.Contains(line, []byte(at.Op.Name())) && at.Op != m {
			t.Fatalf("%s does not begin in line %d: %s", at.Op.Name(), at.Line, line)
		}
	}
}

func TestLinesOfLocation(t *testing.T) {
	t.Parallel()
	c := NewContext()
	at := func(file string, line int) LocationAttr { return c.FileLoc(file, line, 1) }
	for _, test := range []struct {
		loc  LocationAttr
		want []int
	}{
		{c.UnknownLoc(), nil},
		{at("a", 3), []int{3}},
		{at("b", 3), nil},
		{c.NameLoc("x", at("a", 4)), []int{4}},
		{c.CallSiteLoc(at("a", 9), at("a", 2)), []int{2, 9}},
		{c.FusedLoc([]LocationAttr{at("a", 5), at("b", 1), c.NameLoc("x", at("a", 5)), at("a", 1)}, nil), []int{1, 5}},
	} {
		if got := LocationOf(test.loc).LinesOf("a"); !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, want %v", test.loc, got, test.want)
		}
	}
	if got := At(&Source{Name: "a", Text: "\nx"}, 1).LinesOf("a"); !slices.Equal(got, []int{2}) {
		t.Errorf("got %v", got)
	}
}

// Locations of inlined operations are the locations in their attributes, even if the
// operations were inlined before.
func TestInlinedLocations(t *testing.T) {
	t.Parallel()
	c := NewContext()
	src := &Source{Name: "a", Text: "\nxyz"}
	explicit := func(l Location) Location { return LocationOf(l.Attr(c)) }
	named := LocationOf(c.NameLoc("n", c.FileLoc("b", 7, 1)))
	ops := []Location{At(src, 1), At(src, 3), {}, named, LocationOf(c.CallSiteLoc(c.FileLoc("b", 8, 1), c.FileLoc("a", 9, 1)))}
	same := slices.Clone(ops)
	for i := range same {
		same[i] = explicit(same[i])
	}
	for depth, caller := range []Location{At(src, 2), named, At(src, 0)} {
		lazy, eager := InlinedAt(c, caller), InlinedAt(c, explicit(caller))
		for i := range ops {
			ops[i], same[i] = lazy.Of(ops[i]), eager.Of(same[i])
			if got, want := ops[i].Attr(c), same[i].Attr(c); got != want {
				t.Errorf("operation %d inlined %d times: got %v, want %v", i, depth+1, got, want)
			}
			if got, want := ops[i].LinesOf("a"), same[i].LinesOf("a"); !slices.Equal(got, want) {
				t.Errorf("operation %d inlined %d times: got lines %v, want %v", i, depth+1, got, want)
			}
		}
	}
	const want = `loc(callsite("a":2:1 at callsite("a":2:2 at callsite("n"("b":7:1) at "a":1:1))))`
	if got := ops[0].Attr(c).String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
