package ir_test

import (
	"slices"
	"strings"
	"testing"

	"optc/ir"
)

// nested is a function with two loops, a branch in the first loop, and two blocks.
const nested = `
  %c = arith.constant 1 : index
  scf.for %i = %c to %c step %c {
    scf.if %k {
      %0 = arith.addi %a, %b : i32
    } else {
      %1 = arith.subi %a, %b : i32
    }
  }
  cf.cond_br %k, ^x, ^y
^x:
  scf.for %i = %c to %c step %c {
    %2 = arith.muli %a, %b : i32
  }
  cf.br ^y
^y:
  return`

func TestWalks(t *testing.T) {
	t.Parallel()
	short := func(op *ir.Operation) string { _, name, _ := strings.Cut(op.Name(), "."); return name }
	walks := map[string]func(f *ir.Operation, visit func(*ir.Operation) ir.WalkResult) bool{
		"before": ir.Walk,
		"after":  ir.WalkPost,
		"region": func(f *ir.Operation, visit func(*ir.Operation) ir.WalkResult) bool {
			return ir.WalkRegion(f.Region(0), visit)
		},
	}
	for _, test := range []struct {
		name, walk, at string
		result         ir.WalkResult // result of visiting the operation named at
		want           string
		whole          bool
	}{
		{name: "before", walk: "before", result: 0,
			want: "func constant for if addi yield subi yield yield cond_br for muli yield br return", whole: true},
		{name: "after", walk: "after", result: 0,
			want: "constant addi yield subi yield if yield for cond_br muli yield for br return func", whole: true},
		{name: "region", walk: "region", result: 0,
			want: "constant for if addi yield subi yield yield cond_br for muli yield br return", whole: true},
		{name: "before, without what is inside", walk: "before", at: "if", result: ir.Skip,
			want: "func constant for if yield cond_br for muli yield br return", whole: true},
		{name: "before, to the end", walk: "before", at: "subi", result: ir.Interrupt,
			want: "func constant for if addi yield subi"},
		{name: "after, to the end", walk: "after", at: "if", result: ir.Interrupt, want: "constant addi yield subi yield if"},
		{name: "region, to the end", walk: "region", at: "cond_br", result: ir.Interrupt,
			want: "constant for if addi yield subi yield yield cond_br"},
	} {
		f := parseBody(t, nested)
		var seen []string
		whole := walks[test.walk](f, func(op *ir.Operation) ir.WalkResult {
			seen = append(seen, short(op))
			if short(op) == test.at {
				return test.result
			}
			return ir.Advance
		})
		if got := strings.Join(seen, " "); got != test.want || whole != test.whole {
			t.Errorf("%s: got %s, %v", test.name, got, whole)
		}
	}
	f := parseBody(t, nested)
	ir.WalkPost(f, func(op *ir.Operation) ir.WalkResult {
		if ir.IsTriviallyDead(op) {
			op.Erase()
		}
		return ir.Advance
	})
	count := 0
	ir.Walk(f, func(*ir.Operation) ir.WalkResult { count++; return ir.Advance })
	if count != 5 { // the function, the constant that the loops used, two branches, the return
		t.Errorf("%d operations are left of\n%s", count, f)
	}
}

func TestEdgesOfBlocks(t *testing.T) {
	t.Parallel()
	f := parseBody(t, nested)
	blocks := slices.Collect(f.Region(0).Blocks())
	entry, x, y := blocks[0], blocks[1], blocks[2]
	for _, test := range []struct {
		name                     string
		b                        *ir.Block
		successors, predecessors []*ir.Block
		single                   *ir.Block
	}{
		{name: "entry", b: entry, successors: []*ir.Block{x, y}},
		{name: "x", b: x, successors: []*ir.Block{y}, predecessors: []*ir.Block{entry}, single: entry},
		{name: "y", b: y, predecessors: []*ir.Block{x, entry}},
		{name: "empty", b: ir.NewBlock(nil, nil)},
	} {
		if got := test.b.Successors(); !slices.Equal(got, test.successors) {
			t.Errorf("%s goes to %d blocks", test.name, len(got))
		}
		got := slices.Collect(test.b.Predecessors())
		for _, p := range test.predecessors {
			if !slices.Contains(got, p) || len(got) != len(test.predecessors) {
				t.Errorf("%s has %d predecessors", test.name, len(got))
			}
		}
		if test.b.SinglePredecessor() != test.single || test.b.HasNoPredecessors() != (len(test.predecessors) == 0) {
			t.Errorf("%s: single predecessor %v, none %v", test.name, test.b.SinglePredecessor(), test.b.HasNoPredecessors())
		}
	}
	y.ReplaceAllUsesWith(x)
	if got := entry.Successors(); got[0] != x || got[1] != x || !y.HasNoPredecessors() || x.SinglePredecessor() != nil {
		t.Error("branches still go to the second block")
	}
}

const tables = `
builtin.module @open {
  func.func @f() { return }
  builtin.module @inner attributes {sym_visibility = "private"} {
    func.func private @g()
    builtin.module { func.func private @h() }
  }
}
builtin.module attributes {sym_visibility = "private"} {
  func.func @f() { return }
}
func.func @f() { return }
func.func @e() { return }`

func TestSymbolTables(t *testing.T) {
	t.Parallel()
	m := parseModule(t, tables)
	c := m.Body().Back().Attr("function_type").Context()
	s := ir.NewSymbolTables()
	open := s.Table(m)["open"]
	for _, test := range []struct {
		from *ir.Operation
		ref  *ir.SymbolRefAttr
		want string // nesting depth of the symbol, and its name
	}{
		{m, c.SymbolRef("f"), "1 f"}, {m, c.SymbolRef("open"), "1 open"}, {m, c.SymbolRef("g"), ""},
		{m, c.SymbolRef("open", "f"), "2 f"}, {m, c.SymbolRef("open", "inner", "g"), "3 g"}, {m, c.SymbolRef("f", "g"), ""},
		{m, c.SymbolRef("open", "g"), ""}, {m, c.SymbolRef("none", "f"), ""}, {open, c.SymbolRef("f"), "2 f"}, {open, c.SymbolRef("e"), ""},
		{open.Body().Front(), c.SymbolRef("inner", "g"), "3 g"},
	} {
		got := ""
		if op := s.LookupFrom(test.from, test.ref); op != nil {
			depth := 0
			for p := op.Parent(); p != nil; p = p.Parent() {
				depth++
			}
			got = strings.Repeat("x", depth)
			got = map[string]string{"x": "1", "xx": "2", "xxx": "3"}[got] + " " + ir.SymbolName(op)
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.ref, got, test.want)
		}
	}
	if got := s.Visible(open.Body().Front(), ir.Kind("func.func")); !slices.Equal(got, []string{"f"}) {
		t.Errorf("visible: %v", got)
	}
	if got := s.Visible(m, ir.Kind("func.func")); !slices.Equal(got, []string{"e", "f"}) {
		t.Errorf("visible: %v", got)
	}
	for _, test := range []struct {
		from *ir.Operation
		all  bool
		want []string
	}{
		{m, false, []string{" all", "inner all", "open all", " all", " all"}}, // no name refers to the contents of a module without a name
		{open, false, []string{" all", "inner all", "open"}},
		{open, true, []string{" all", "inner all", "open all"}},
	} {
		var seen []string
		ir.WalkSymbolTables(test.from, test.all, func(table *ir.Operation, visible bool) {
			seen = append(seen, ir.SymbolName(table)+map[bool]string{true: " all", false: ""}[visible])
		})
		if !slices.Equal(seen, test.want) {
			t.Errorf("%v: got %q", test.all, seen)
		}
	}
	f := m.Body().Back().Prev()
	if c.LookupSymbol(f, "f") != f || c.LookupSymbol(open.Body().Front(), "f") != open.Body().Front() || c.LookupSymbol(f, "none") != nil {
		t.Error("a symbol is not found")
	}
	f.SetAttr("sym_name", c.Str("new"))
	if c.LookupSymbol(f, "new") != f || c.LookupSymbol(f, "f") != nil {
		t.Error("a symbol is not found after it was renamed")
	}
}

// Segment sizes of equal lists are the same attribute, whether they are cached by their
// bytes or not.
func TestSegments(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	for _, test := range []struct {
		sizes []int
		want  string
	}{
		{nil, "array<i32>"}, {[]int{0}, "array<i32: 0>"}, {[]int{0, 0}, "array<i32: 0, 0>"}, {[]int{255}, "array<i32: 255>"}, {[]int{256}, "array<i32: 256>"},
		{[]int{0, 1}, "array<i32: 0, 1>"}, {[]int{1, 0}, "array<i32: 1, 0>"}, {[]int{1, 256, 1}, "array<i32: 1, 256, 1>"},
		{[]int{1, 2, 3, 4, 5, 6, 7}, "array<i32: 1, 2, 3, 4, 5, 6, 7>"}, {[]int{1, 2, 3, 4, 5, 6, 7, 8}, "array<i32: 1, 2, 3, 4, 5, 6, 7, 8>"},
	} {
		for range 2 {
			if got := ir.SegmentAttr(c, test.sizes).String(); got != test.want {
				t.Errorf("%v: got %s", test.sizes, got)
			}
		}
	}
}

// TryFold folds until the operation no longer changes, and builds constants before it.
func TestTryFold(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string // the last operation but the return is folded
		want       string // what it folds to, "" if it is needed
		changed    bool
		left       string
	}{
		{name: "neutral", body: "%z = arith.constant 0 : i32\n%0 = arith.addi %a, %z : i32", want: "argument", changed: true,
			left: "constant addi return"},
		{name: "constants", body: "%x = arith.constant 2 : i32\n%y = arith.constant 3 : i32\n%0 = arith.addi %x, %y : i32",
			want: "5 : i32", changed: true, left: "constant constant constant addi return"},
		{name: "constant on the left", body: "%x = arith.constant 2 : i32\n%0 = arith.addi %x, %a : i32", changed: true,
			left: "constant addi return"},
		{name: "on the left, then neutral", body: "%x = arith.constant 0 : i32\n%0 = arith.addi %x, %a : i32",
			want: "argument", changed: true, left: "constant addi return"},
		{name: "nothing", body: "%0 = arith.addi %a, %b : i32", left: "addi return"},
		{name: "constant", body: "%0 = arith.constant 2 : i32", left: "constant return"},
		{name: "two results", body: "%z = arith.constant 0 : i32\n%0, %1 = arith.addui_extended %a, %z : i32, i1",
			want: "argument false", changed: true, left: "constant constant addui_extended return"},
	} {
		f := parseBody(t, test.body+"\nreturn")
		op := f.Body().Back().Prev()
		rw := ir.NewRewriter(op.Result(0).Type().Context(), nil)
		values, changed := rw.TryFold(op)
		var got, left []string
		for _, v := range values {
			if a := ir.ConstantValue(v); a != nil {
				got = append(got, a.String())
			} else {
				got = append(got, "argument")
			}
		}
		for o := range f.Body().Ops() {
			left = append(left, strings.SplitN(o.Name(), ".", 2)[1])
		}
		if strings.Join(got, " ") != test.want || changed != test.changed || strings.Join(left, " ") != test.left {
			t.Errorf("%s: got %q, %v, left %q", test.name, got, changed, left)
		}
	}
}

// SimulateFold returns the result of folding an operation with given values of its
// operands, and leaves the operation unchanged.
func TestSimulateFold(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		values     []int64 // values of the operands, -1 where unknown
		want       string
	}{
		{name: "both", body: "%0 = arith.addi %a, %b : i32", values: []int64{2, 3}, want: "5 : i32"},
		{name: "neutral", body: "%0 = arith.addi %a, %b : i32", values: []int64{-1, 0}, want: "operand 0"},
		{name: "neutral on the left", body: "%0 = arith.addi %a, %b : i32", values: []int64{0, -1}},
		{name: "unknown", body: "%0 = arith.addi %a, %b : i32", values: []int64{-1, 2}},
		{name: "relation", body: "%0 = arith.cmpi slt, %a, %b : i32", values: []int64{4, -1}},
		{name: "relation of constants", body: "%0 = arith.cmpi slt, %a, %b : i32", values: []int64{4, 5}, want: "true"},
		{name: "constant", body: "%0 = arith.constant 7 : i32", want: "7 : i32"},
		{name: "no fold", body: "%0 = \"x.a\"(%a) : (i32) -> i32", values: []int64{1}},
	} {
		f := parseBody(t, test.body+"\nreturn")
		op := f.Body().Front()
		before := f.String()
		var constants []ir.Attribute
		for _, v := range test.values {
			if v < 0 {
				constants = append(constants, nil)
			} else {
				constants = append(constants, op.Operand(0).Type().Context().Int(op.Operand(0).Type(), v))
			}
		}
		got := ""
		if r := ir.SimulateFold(op, constants); len(r.Results) == 1 && r.Results[0].Attr != nil {
			got = r.Results[0].Attr.String()
		} else if len(r.Results) == 1 {
			got = map[bool]string{true: "operand 0", false: "another value"}[r.Results[0].Value == op.Operand(0)]
		}
		if got != test.want {
			t.Errorf("%s: got %q", test.name, got)
		}
		if f.String() != before {
			t.Errorf("%s: it became\n%s", test.name, f)
		}
	}
}
