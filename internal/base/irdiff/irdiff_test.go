package irdiff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show writes rows as text: "=", "~", "-" or "+" before each row, and the words that differ in
// brackets.
func show(before, after []string, rows []Row) (out []string) {
	mark := func(s string, list []Range) string {
		for i := len(list) - 1; i >= 0; i-- {
			r := list[i]
			s = s[:r.From] + "[" + s[r.From:r.To] + "]" + s[r.To:]
		}
		return strings.TrimSpace(s)
	}
	for _, r := range rows {
		switch r.Kind {
		case Same:
			out = append(out, "= "+strings.TrimSpace(after[r.Right]))
		case Changed:
			out = append(out, "~ "+mark(before[r.Left], r.LeftWords)+" | "+mark(after[r.Right], r.RightWords))
		case Removed:
			out = append(out, "- "+strings.TrimSpace(before[r.Left]))
		case Added:
			out = append(out, "+ "+strings.TrimSpace(after[r.Right]))
		}
	}
	return out
}

func split(text string) []string {
	return strings.Split(strings.Trim(strings.ReplaceAll(text, "\t", ""), "\n"), "\n")
}

// TestLines: rows of a comparison, by subject.
func TestLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, after, want string }{
		{name: "only numbers change", before: `
func.func @f(%x: i32) {
  %3 = arith.addi %x, %x : i32
  %4 = arith.muli %3, %x : i32
  use %4, %3
}`, after: `
func.func @f(%arg0: i32) {
  %0 = arith.addi %arg0, %arg0 : i32
  %1 = arith.muli %0, %arg0 : i32
  use %1, %0
}`, want: `
= func.func @f(%arg0: i32) {
= %0 = arith.addi %arg0, %arg0 : i32
= %1 = arith.muli %0, %arg0 : i32
= use %1, %0
= }`},
		{name: "a removed operation renumbers the others", before: `
  %0 = arith.constant 1 : i32
  %1 = arith.addi %0, %0 : i32
  %2 = arith.muli %0, %0 : i32
  %3 = arith.subi %2, %0 : i32
  use %3`, after: `
  %0 = arith.constant 1 : i32
  %1 = arith.muli %0, %0 : i32
  %2 = arith.subi %1, %0 : i32
  use %2`, want: `
= %0 = arith.constant 1 : i32
- %1 = arith.addi %0, %0 : i32
= %1 = arith.muli %0, %0 : i32
= %2 = arith.subi %1, %0 : i32
= use %2`},
		{name: "the same text with another meaning is a change", before: `
  %0 = a.a
  %1 = b.b
  use %1`, after: `
  %0 = b.b
  %1 = a.a
  use %1`, want: `
- %0 = a.a
= %0 = b.b
+ %1 = a.a
~ use [%1] | use [%1]`},
		{name: "a word changes", before: `
  %3 = arith.addi %a, %b : vector<12xi32>
  use %3`, after: `
  %7 = arith.muli %a, %b : vector<2xi32>
  use %7`, want: `
~ %3 = [arith.addi] %a, %b : vector<[12xi32]> | %7 = [arith.muli] %a, %b : vector<[2xi32]>
= use %7`},
		{name: "an operand changes", before: `
func.func @f(%x: i32) {
  %0 = arith.addi %x, %x : i32
  use %0, %x
}`, after: `
func.func @f(%x: i32) {
  use %x, %x
}`, want: `
= func.func @f(%x: i32) {
- %0 = arith.addi %x, %x : i32
~ use [%0], %x | use [%x], %x
= }`},
		{name: "of equal operations, those with equal operands are pairs", before: `
  %0 = a.a
  %1 = b.b
  %2 = m.load %0[%1]
  %3 = m.load %1[%1]
  %4 = m.load %1[%0]
  use %2, %4`, after: `
  %0 = a.a
  %1 = b.b
  %2 = m.load %0[%1]
  %3 = m.load %1[%0]
  use %2, %3`, want: `
= %0 = a.a
= %1 = b.b
= %2 = m.load %0[%1]
- %3 = m.load %1[%1]
= %3 = m.load %1[%0]
= use %2, %3`},
		{name: "a loop around lines", before: `
func.func @f(%n: index) {
  %0 = a.a %n
  use %0
}`, after: `
func.func @f(%n: index) {
  scf.for %i = %n to %n {
    %0 = a.a %n
    use %0
  }
}`, want: `
= func.func @f(%n: index) {
+ scf.for %i = %n to %n {
= %0 = a.a %n
= use %0
+ }
= }`},
		{name: "a moved definition keeps its uses", before: `
  %0 = a.a
  start %0
  %c = arith.constant 4 : i32
  %1 = b.b %0, %c
  use %1`, after: `
  %c4 = arith.constant 4 : i32
  %0 = a.a
  start %0
  %1 = b.b %0, %c4
  use %1`, want: `
+ %c4 = arith.constant 4 : i32
= %0 = a.a
= start %0
- %c = arith.constant 4 : i32
= %1 = b.b %0, %c4
= use %1`},
		{name: "the same names in two functions", before: `
func.func @f(%x: i32) {
  %0 = a.a %x
  use %0
}
func.func @g(%x: i32) {
  %0 = b.b %x
  %1 = c.c %0
  use %1
}`, after: `
func.func @f(%x: i32) {
  use %x
}
func.func @g(%x: i32) {
  %0 = b.b %x
  use %0
}`, want: `
= func.func @f(%x: i32) {
- %0 = a.a %x
~ use [%0] | use [%x]
= }
= func.func @g(%x: i32) {
= %0 = b.b %x
- %1 = c.c %0
~ use [%1] | use [%0]
= }`},
		{name: "aliases and blocks", before: `
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module {
  %0 = affine.apply #map1(%0)
  cf.br ^bb2
^bb2:
  return
}`, after: `
#map = affine_map<(d0) -> (d0 + 1)>
module {
  %0 = affine.apply #map(%0)
  cf.br ^bb1
^bb1:
  return
}`, want: `
- #map = affine_map<(d0) -> (d0)>
= #map = affine_map<(d0) -> (d0 + 1)>
= module {
= %0 = affine.apply #map(%0)
= cf.br ^bb1
= ^bb1:
= return
= }`},
		{name: "results of an operation with several", before: `
  %4:2 = a.a
  use %4#1`, after: `
  %0:2 = a.a
  use %0#0`, want: `
= %0:2 = a.a
~ use %4[#1] | use %0[#0]`},
		{name: "unlike lines are not a change of each other", before: `
  %0 = vector.transfer_read %a[%i], %z : memref<?xi32>, vector<12xi32>`, after: `
  scf.if %c {
  }`, want: `
- %0 = vector.transfer_read %a[%i], %z : memref<?xi32>, vector<12xi32>
+ scf.if %c {
+ }`},
		{name: "a value that keeps its name", before: `
  %sum = arith.addi %x, %y : i32
  use %sum`, after: `
  %0 = scf.if %p -> i32 {
    scf.yield %x : i32
  }
  %sum = func.call @plus(%y, %x, %0) : (i32, i32, i32) -> i32
  use %sum`, want: `
+ %0 = scf.if %p -> i32 {
+ scf.yield %x : i32
+ }
~ %sum = [arith.addi] %x, %y : i32 | %sum = [func.call @plus(]%y, %x[, %0)] : [(i32, i32, i32) ->] i32
= use %sum`},
	} {
		before, after := split(c.before), split(c.after)
		got := show(before, after, Lines(before, after))
		if diff := cmp.Diff(split(c.want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestManyLines: texts of many short lines without names in common are compared in a short time.
func TestManyLines(t *testing.T) {
	t.Parallel()
	before, after := strings.Split(strings.Repeat("a\nb\nc\nb\n", 20000), "\n"), strings.Split(strings.Repeat("b\na\na\nc\n", 20000), "\n")
	lines := 0
	for _, r := range Lines(before, after) {
		if r.Left >= 0 {
			lines++
		}
		if r.Right >= 0 {
			lines++
		}
	}
	if lines != len(before)+len(after) {
		t.Errorf("the rows have %d lines", lines)
	}
}

// FuzzLines: for any texts, each line is in exactly one row, in order.
func FuzzLines(f *testing.F) {
	f.Add("%0 = a\n%1 = b %0\n}", "%0 = b\n\n#a = 3 \"\\\n}")
	f.Add("^bb0(%x\n  %x:2, %y = \n", "%x#1 // %\n -> \x80")
	f.Fuzz(func(t *testing.T, before, after string) {
		a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
		i, k := 0, 0
		for _, r := range Lines(a, b) {
			if r.Left >= 0 {
				if r.Left != i {
					t.Fatalf("line %d before is in the place of %d", r.Left, i)
				}
				i++
			}
			if r.Right >= 0 {
				if r.Right != k {
					t.Fatalf("line %d after is in the place of %d", r.Right, k)
				}
				k++
			}
		}
		if i != len(a) || k != len(b) {
			t.Fatalf("%d of %d lines before, %d of %d after", i, len(a), k, len(b))
		}
		if before == after {
			for _, r := range Lines(a, b) {
				if r.Kind != Same {
					t.Fatalf("equal texts differ in %v", r)
				}
			}
		}
	})
}

// Lines that are the same up to names are context.
func ExampleUnified() {
	fmt.Print(Unified("before", "after", `module {
  %0 = a.a
  %1 = b.b
  use %1
}
`, `module {
  %0 = b.b
  use %0
}
`))
	fmt.Printf("%q\n", Unified("before", "after", "  %0 = a.a\n", "  %x = a.a\n"))
	// Output:
	// --- before
	// +++ after
	// @@ -1,5 +1,4 @@
	//  module {
	// -  %0 = a.a
	//    %0 = b.b
	//    use %0
	//  }
	// ""
}
