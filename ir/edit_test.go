package ir_test

import (
	"slices"
	"strings"
	"testing"

	"optc/dialect/arith"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
	"optc/parser"
)

// newContext returns a context with the dialects that the tests use. These are few, because the packages that they
// import are compiled once more for these tests.
func newContext() *ir.Context {
	ctx := ir.NewContext(arith.Dialect, cf.Dialect, fn.Dialect, memref.Dialect, scf.Dialect)
	ctx.AllowUnregistered = true
	return ctx
}

// parseModule parses a module.
func parseModule(t *testing.T, text string) *ir.Operation {
	t.Helper()
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), newContext(), &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if err != nil {
		t.Fatal(ds.String())
	}
	return m
}

// parseBody parses the body of a function of two numbers and a condition.
func parseBody(t *testing.T, body string) *ir.Operation {
	t.Helper()
	return parseModule(t, "func.func @f(%a: i32, %b: i32, %k: i1) {\n"+body+"\n}\n").Body().Front()
}

func TestDropBlockArgument(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		arg        int
		want       string // the branches after it, "" if it is refused
	}{
		{name: "first of two", body: "cf.br ^x(%a, %b : i32, i32)\n^x(%p: i32, %q: i32):\n  return", arg: 0,
			want: "cf.br ^bb1(%arg1 : i32)"},
		{name: "second of two", body: "cf.br ^x(%a, %b : i32, i32)\n^x(%p: i32, %q: i32):\n  return", arg: 1,
			want: "cf.br ^bb1(%arg0 : i32)"},
		{name: "two edges of a branch", body: "cf.cond_br %k, ^x(%a, %b : i32, i32), ^x(%b, %a : i32, i32)\n^x(%p: i32, %q: i32):\n  return", arg: 0,
			want: "cf.cond_br %arg2, ^bb1(%arg1 : i32), ^bb1(%arg0 : i32)"},
		{name: "edges to other blocks", body: "cf.cond_br %k, ^x(%a : i32), ^y(%b : i32)\n^x(%p: i32):\n  return\n^y(%q: i32):\n  return", arg: 0,
			want: "cf.cond_br %arg2, ^bb1, ^bb2(%arg1 : i32)"},
		{name: "a terminator that is not known", body: "\"x.br\"(%a)[^x] : (i32) -> ()\n^x(%p: i32):\n  return", arg: 0},
	} {
		f := parseBody(t, c.body)
		x := f.Body().Next()
		args := x.NumArgs()
		done := ir.DropBlockArgument(x, c.arg)
		if done != (c.want != "") {
			t.Errorf("%s: got %v", c.name, done)
			continue
		}
		if text := string(ir.Print(f, ir.PrintOptions{LocalScope: true})); !strings.Contains(text, c.want) || done != (x.NumArgs() == args-1) {
			t.Errorf("%s: want %q in\n%s", c.name, c.want, text)
		}
	}
}

func TestEquivalent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string // the first two operations are compared
		want       bool
	}{
		{"same order", "%0 = arith.addi %a, %b : i32\n%1 = arith.addi %a, %b : i32", true},
		{"swapped", "%0 = arith.addi %a, %b : i32\n%1 = arith.addi %b, %a : i32", true},
		{"swapped, not commutative", "%0 = arith.subi %a, %b : i32\n%1 = arith.subi %b, %a : i32", false},
		{"one operand twice", "%0 = arith.addi %a, %a : i32\n%1 = arith.addi %a, %b : i32", false},
		{"one operand twice in the other", "%0 = arith.addi %a, %b : i32\n%1 = arith.addi %b, %b : i32", false},
		{"twice in both", "%0 = arith.addi %a, %a : i32\n%1 = arith.addi %a, %a : i32", true},
		{"result types", `%0 = "x.a"() : () -> i32` + "\n" + `%1 = "x.a"() : () -> i64`, false},
		{"attributes", `%0 = "x.a"() {n = 1} : () -> i32` + "\n" + `%1 = "x.a"() {n = 2} : () -> i32`, false},
		{"properties", `%0 = "x.a"() <{n = 1}> : () -> i32` + "\n" + `%1 = "x.a"() : () -> i32`, false},
		{"flags", "%0 = arith.addi %a, %b overflow<nsw> : i32\n%1 = arith.addi %a, %b : i32", false},
		{"number of operands", `%0 = "x.a"(%a) : (i32) -> i32` + "\n" + `%1 = "x.a"(%a, %a) : (i32, i32) -> i32`, false},
		{"names", `%0 = "x.a"() : () -> i32` + "\n" + `%1 = "x.b"() : () -> i32`, false},
		{"regions", region("%x", "%c = arith.addi %x, %a : i32") + region("%y", "%d = arith.addi %y, %a : i32"), true},
		{"swapped in regions", region("%x", "%c = arith.addi %x, %a : i32") + region("%y", "%d = arith.addi %a, %y : i32"), true},
		{"other operands in regions", region("%x", "%c = arith.addi %x, %a : i32") + region("%y", "%d = arith.addi %y, %b : i32"), false},
		{"argument or operand in regions", region("%x", "%c = arith.addi %x, %x : i32") + region("%y", "%d = arith.addi %y, %a : i32"), false},
		{"one more in the second region", region("%x", "") + region("%y", "%d = arith.addi %y, %a : i32"), false},
		{"one more in the first region", region("%x", "%d = arith.addi %x, %a : i32") + region("%y", ""), false},
		{"arguments of regions", region("%x", "") + strings.Replace(region("%y", ""), "%y: i32", "%y: i32, %z: i32", 1), false},
		{"types of arguments", region("%x", "") + strings.Replace(region("%y", ""), "%y: i32", "%y: i64", 1), false},
		{"no region", `"x.r"() ({}) : () -> ()` + "\n" + region("%y", ""), false},
		{"lengths of blocks without a terminator", `"x.r"() ({ "x.a"() : () -> () }) : () -> ()` + "\n" + `"x.r"() ({ "x.a"() : () -> () "x.a"() : () -> () }) : () -> ()`, false},
		{"blocks without a terminator", `"x.r"() ({ "x.a"() : () -> () }) : () -> ()` + "\n" + `"x.r"() ({ "x.a"() : () -> () }) : () -> ()`, true},
		{"a region that is empty before one that is not", `"x.r"() ({}, { "x.a"() : () -> () }) : () -> ()` + "\n" + `"x.r"() ({}, { "x.b"() : () -> () }) : () -> ()`, false},
		{"number of regions", `"x.r"() ({}) : () -> ()` + "\n" + `"x.r"() ({}, {}) : () -> ()`, false},
		{"number of results", `%0 = "x.a"() : () -> i32` + "\n" + `%1:2 = "x.a"() : () -> (i32, i32)`, false},
		{"type of the second result", `%0:2 = "x.a"() : () -> (i32, i32)` + "\n" + `%1:2 = "x.a"() : () -> (i32, i64)`, false},
		{"second operand", `"x.a"(%a, %b) : (i32, i32) -> ()` + "\n" + `"x.a"(%a, %a) : (i32, i32) -> ()`, false},
		{"region with blocks", blocks("^y", "^z") + blocks("^y", "^z"), true},
		{"region with other successors", blocks("^y", "^z") + blocks("^z", "^y"), false},
		{"number of blocks", blocks("^y", "^z") + strings.Replace(blocks("^y", "^z"), "})", "^w:\n  \"x.end\"() : () -> ()\n})", 1), false},
	} {
		first := parseBody(t, c.body+"\nreturn").Body().Front()
		second := first.Next()
		if got := ir.Equivalent(first, second, ir.SameValue); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
		if got := ir.Equivalent(second, first, ir.SameValue); got != c.want {
			t.Errorf("%s, the other way: got %v", c.name, got)
		}
		if c.want && ir.EquivalenceHash(first) != ir.EquivalenceHash(second) {
			t.Errorf("%s: equivalent, but the hashes differ", c.name)
		}
	}
}

// region makes an operation with a region that has one block.
func region(arg, body string) string {
	return "\"x.r\"() ({\n^bb0(" + arg + ": i32):\n" + body + "\n  \"x.end\"() : () -> ()\n}) : () -> ()\n"
}

// blocks is an operation with a region of three blocks.
func blocks(yes, no string) string {
	return "\"x.r\"() ({\n  cf.cond_br %k, " + yes + ", " + no + "\n^y:\n  \"x.end\"() : () -> ()\n^z:\n  \"x.end\"() : () -> ()\n}) : () -> ()\n"
}

// OrderUses gives the uses the order of the list, the first one first.
func TestOrderUses(t *testing.T) {
	t.Parallel()
	f := parseBody(t, "%0 = arith.addi %a, %b : i32\n%1 = arith.muli %a, %0 : i32\n%2 = arith.subi %1, %a : i32\nreturn")
	a := f.Body().Arg(0)
	names := func() (list []string) {
		for u := a.FirstUse(); u != nil; u = u.Next() {
			list = append(list, u.Owner().Name())
		}
		return list
	}
	if got := names(); !slices.Equal(got, []string{"arith.subi", "arith.muli", "arith.addi"}) {
		t.Fatalf("got %v", got)
	}
	var uses []*ir.OpOperand
	for u := a.FirstUse(); u != nil; u = u.Next() {
		uses = append(uses, u)
	}
	a.OrderUses([]*ir.OpOperand{uses[1], uses[2], uses[0]})
	if got := names(); !slices.Equal(got, []string{"arith.muli", "arith.addi", "arith.subi"}) {
		t.Errorf("got %v", got)
	}
	f.Body().Arg(1).ReplaceAllUsesWith(a)
	if got := names(); !slices.Equal(got, []string{"arith.addi", "arith.muli", "arith.addi", "arith.subi"}) {
		t.Errorf("got %v after it replaced another value", got)
	}
}

func TestEditBlocks(t *testing.T) {
	t.Parallel()
	f := parseBody(t, "%0 = arith.addi %a, %b : i32\ncf.br ^x\n^x:\n  return")
	b := f.Body()
	add, br := b.Front(), b.Back()
	other := ir.NewBlock(nil, nil)
	f.Region(0).Append(other)
	br.SetSuccessor(0, other)
	if br.Successor(0) != other || !b.Next().HasNoPredecessors() {
		t.Errorf("the branch goes to %v", br.Successor(0))
	}
	add.Remove()
	b.InsertBefore(add, br)
	if b.Front() != add || b.Back() != br {
		t.Error("the operation is not before the branch")
	}
	if n := len(slices.Collect(f.Region(0).Blocks())); n != 3 {
		t.Errorf("got %d blocks", n)
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	for _, test := range []struct {
		a    ir.Attribute
		want []bool
		ok   bool
	}{
		{c.DenseBoolArray([]bool{true, false, true}), []bool{true, false, true}, true},
		{c.BoolArray([]bool{false, true}), []bool{false, true}, true},
		{c.DenseI64Array([]int64{0, 2}), []bool{false, true}, true},
		{c.Array([]ir.Attribute{c.Str("a")}), nil, false},
		{c.Str("a"), nil, false},
		{nil, nil, false},
	} {
		if got, ok := ir.Bools(test.a); ok != test.ok || ok && !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, %v", test.a, got, ok)
		}
	}
	for _, test := range []struct {
		a    ir.Attribute
		want []int64
		ok   bool
	}{
		{c.DenseI32Array([]int32{-1, 2}), []int64{-1, 2}, true},
		{c.DenseI64Array([]int64{-1, 2}), []int64{-1, 2}, true},
		{c.DenseBoolArray([]bool{true, false}), []int64{1, 0}, true},
		{c.I64Array([]int64{3, -4}), []int64{3, -4}, true},
		{c.Array([]ir.Attribute{c.Unit()}), nil, false},
		{c.Str("a"), nil, false},
	} {
		if got, ok := ir.Int64s(test.a); ok != test.ok || ok && !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, %v", test.a, got, ok)
		}
	}
	if got := c.SymbolRef("a", "b", "c").Leaf() + c.SymbolRef("a").Leaf(); got != "ca" {
		t.Errorf("leaves: got %s", got)
	}
}
