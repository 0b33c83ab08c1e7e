package arith_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/sim"
)

// The definitions of integer operations in plain arithmetic of int64, for integers of at
// most 8 bits. Tests compare folds, patterns and the simulator with them.

// value is a number of some bits, or poison or undefined behaviour.
type value struct {
	bits      uint64
	undefined bool
}

func signed(w int, x uint64) int64 { return int64(x<<(64-w)) >> (64 - w) }

func fitted(w int, v int64) value { return value{bits: uint64(v) << (64 - w) >> (64 - w)} }

// sum is the result of an operation that may wrap, given the exact results for signed and
// for unsigned operands.
func sum(w int, flags string, s, u int64) value {
	v := fitted(w, s)
	v.undefined = strings.Contains(flags, "nsw") && signed(w, v.bits) != s || strings.Contains(flags, "nuw") && int64(v.bits) != u
	return v
}

var undefined = value{undefined: true}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// quotient is undefined for a division by zero, a quotient that does not fit, and a
// nonzero remainder where exact promises none.
func quotient(w int, isSigned bool, flags string, a, b int64, f func(a, b int64) int64) value {
	if b == 0 || isSigned && a == -1<<(w-1) && b == -1 || strings.Contains(flags, "exact") && a%b != 0 {
		return undefined
	}
	return fitted(w, f(a, b))
}

// binaries are the operations of two integers, by name, with the flags that they can have.
var binaries = []struct {
	name  string
	flags []string
	of    func(w int, flags string, x, y uint64) value
}{
	{"addi", wraps, func(w int, flags string, x, y uint64) value {
		return sum(w, flags, signed(w, x)+signed(w, y), int64(x+y))
	}},
	{"subi", wraps, func(w int, flags string, x, y uint64) value {
		return sum(w, flags, signed(w, x)-signed(w, y), int64(x)-int64(y))
	}},
	{"muli", wraps, func(w int, flags string, x, y uint64) value {
		return sum(w, flags, signed(w, x)*signed(w, y), int64(x*y))
	}},
	{"divui", exact, func(w int, flags string, x, y uint64) value {
		return quotient(w, false, flags, int64(x), int64(y), func(a, b int64) int64 { return a / b })
	}},
	{"divsi", exact, func(w int, flags string, x, y uint64) value {
		return quotient(w, true, flags, signed(w, x), signed(w, y), func(a, b int64) int64 { return a / b })
	}},
	{"ceildivui", none, func(w int, flags string, x, y uint64) value {
		return quotient(w, false, flags, int64(x), int64(y), ceilDiv)
	}},
	{"ceildivsi", none, func(w int, flags string, x, y uint64) value {
		return quotient(w, true, flags, signed(w, x), signed(w, y), ceilDiv)
	}},
	{"floordivsi", none, func(w int, flags string, x, y uint64) value {
		return quotient(w, true, flags, signed(w, x), signed(w, y), floorDiv)
	}},
	{"remui", none, func(w int, flags string, x, y uint64) value {
		return quotient(w, false, flags, int64(x), int64(y), func(a, b int64) int64 { return a % b })
	}},
	{"remsi", none, func(w int, flags string, x, y uint64) value {
		return quotient(w, true, flags, signed(w, x), signed(w, y), func(a, b int64) int64 { return a % b })
	}},
	{"andi", none, func(w int, _ string, x, y uint64) value { return fitted(w, int64(x&y)) }},
	{"ori", none, func(w int, _ string, x, y uint64) value { return fitted(w, int64(x|y)) }},
	{"xori", none, func(w int, _ string, x, y uint64) value { return fitted(w, int64(x^y)) }},
	{"shli", wraps, func(w int, flags string, x, y uint64) value {
		if y >= uint64(w) {
			return undefined
		}
		return sum(w, flags, signed(w, x)<<y, int64(x)<<y)
	}},
	{"shrui", exact, func(w int, flags string, x, y uint64) value {
		if y >= uint64(w) || flags != "" && x&(1<<y-1) != 0 {
			return undefined
		}
		return fitted(w, int64(x>>y))
	}},
	{"shrsi", exact, func(w int, flags string, x, y uint64) value {
		if y >= uint64(w) || flags != "" && x&(1<<y-1) != 0 {
			return undefined
		}
		return fitted(w, signed(w, x)>>y)
	}},
	{"maxsi", none, func(w int, _ string, x, y uint64) value { return fitted(w, max(signed(w, x), signed(w, y))) }},
	{"maxui", none, func(w int, _ string, x, y uint64) value { return value{bits: max(x, y)} }},
	{"minsi", none, func(w int, _ string, x, y uint64) value { return fitted(w, min(signed(w, x), signed(w, y))) }},
	{"minui", none, func(w int, _ string, x, y uint64) value { return value{bits: min(x, y)} }},
}

var (
	none  = []string{""}
	wraps = []string{"", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"}
	exact = []string{"", " exact"}
)

// relations are the relations of integers.
var relations = []struct {
	name string
	of   func(x, y uint64, s, t int64) bool
}{
	{"eq", func(x, y uint64, _, _ int64) bool { return x == y }},
	{"ne", func(x, y uint64, _, _ int64) bool { return x != y }},
	{"slt", func(_, _ uint64, s, t int64) bool { return s < t }},
	{"sle", func(_, _ uint64, s, t int64) bool { return s <= t }},
	{"sgt", func(_, _ uint64, s, t int64) bool { return s > t }},
	{"sge", func(_, _ uint64, s, t int64) bool { return s >= t }},
	{"ult", func(x, y uint64, _, _ int64) bool { return x < y }},
	{"ule", func(x, y uint64, _, _ int64) bool { return x <= y }},
	{"ugt", func(x, y uint64, _, _ int64) bool { return x > y }},
	{"uge", func(x, y uint64, _, _ int64) bool { return x >= y }},
}

// operation is an operation together with its results for given operands.
type operation struct {
	text    string // "arith.addi %a, %b : T"
	results []int  // bits of each
	of      func(x, y uint64) []value
}

// operations are all operations on integers of w bits with all combinations of their flags.
func operations(w int) (list []operation) {
	for _, b := range binaries {
		for _, flags := range b.flags {
			list = append(list, operation{"arith." + b.name + " %a, %b" + flags + " : T", []int{w},
				func(x, y uint64) []value { return []value{b.of(w, flags, x, y)} }})
		}
	}
	for _, r := range relations {
		list = append(list, operation{"arith.cmpi " + r.name + ", %a, %b : T", []int{1}, func(x, y uint64) []value {
			if r.of(x, y, signed(w, x), signed(w, y)) {
				return []value{{bits: 1}}
			}
			return []value{{}}
		}})
	}
	list = append(list,
		operation{"arith.addui_extended %a, %b : T, B", []int{w, 1}, func(x, y uint64) []value {
			return []value{fitted(w, int64(x+y)), {bits: (x + y) >> w}}
		}},
		operation{"arith.mului_extended %a, %b : T", []int{w, w}, func(x, y uint64) []value {
			return []value{fitted(w, int64(x*y)), {bits: x * y >> w}}
		}},
		operation{"arith.mulsi_extended %a, %b : T", []int{w, w}, func(x, y uint64) []value {
			p := signed(w, x) * signed(w, y)
			return []value{fitted(w, p), fitted(w, p>>w)}
		}})
	for to := 1; to <= 8; to++ {
		cast := func(text string, of func(x uint64) value) {
			list = append(list, operation{text + " : T to " + vector(to, w), []int{to}, func(x, _ uint64) []value { return []value{of(x)} }})
		}
		switch {
		case to > w:
			cast("arith.extsi %a", func(x uint64) value { return fitted(to, signed(w, x)) })
			cast("arith.extui %a", func(x uint64) value { return value{bits: x} })
		case to < w:
			for _, flags := range wraps {
				cast("arith.trunci %a"+flags, func(x uint64) value { return sum(to, flags, signed(w, x), int64(x)) })
			}
		}
	}
	return list
}

// vector is the type of a vector with an element for each pair of integers of w bits; its
// elements have another width.
func vector(elem, w int) string { return fmt.Sprintf("vector<%dxi%d>", 1<<(2*w), elem) }

// TestIntegersExhaustively computes every operation on all pairs of integers of up to 8
// bits: by its fold, and in the simulator, with all flags.
func TestIntegersExhaustively(t *testing.T) {
	t.Parallel()
	for w := 1; w <= 8; w++ {
		c := context()
		elem := c.Integer(w)
		for _, op := range operations(w) {
			// If behaviour is undefined, the operands are replaced by 0 and 1, for which every operation
			// here is defined.
			n := 1 << (2 * w)
			x, y := make([]uint64, n), make([]uint64, n)
			for i := range n {
				x[i], y[i] = uint64(i>>w), uint64(i)&(1<<w-1)
			}
			text := strings.NewReplacer("T", vector(w, w), "B", vector(1, w)).Replace(op.text)
			var names, types []string
			for i, width := range op.results {
				names, types = append(names, fmt.Sprint("%r", i)), append(types, vector(width, w))
			}
			m := oracle.Parse(t, c, fmt.Sprintf("func.func @f(%%a: %s, %%b: %s) -> (%s) {\n  %s = %s\n  return %s : %s\n}",
				vector(w, w), vector(w, w), strings.Join(types, ", "), strings.Join(names, ", "), text, strings.Join(names, ", "), strings.Join(types, ", ")))
			divides := strings.Contains(op.text, "div") || strings.Contains(op.text, "rem")
			for i := range n {
				if divides && op.of(x[i], y[i])[0].undefined {
					x[i], y[i] = 0, 1&(1<<w-1)
				}
			}
			want := func(i int) []value { return op.of(x[i], y[i]) }
			operand := func(elems []uint64) sim.Value {
				return sim.Value{Ref: sim.VectorOf([]int64{int64(n)}, elem, elems)}
			}
			got, err := sim.New(m, nil).Call(t.Context(), "f", operand(x), operand(y))
			if err != nil {
				t.Fatalf("i%d: %s: %v", w, op.text, err)
			}
			for r := range op.results {
				v := got[r].Vector()
				for i := range n {
					if e := want(i)[r]; e.undefined != v.IsUndef(i) || !e.undefined && e.bits != v.Bits(i) {
						t.Fatalf("i%d: %s of %d, %d: the simulator says %d, poison %v; want %v", w, op.text, x[i], y[i], v.Bits(i), v.IsUndef(i), e)
					}
				}
			}
			first := m.Body().Front().Body().Front()
			var constants []ir.Attribute
			for i := range first.NumOperands() {
				constants = append(constants, dense(c, w, [][]uint64{x, y}[i]))
			}
			checkFold(t, op, first, constants, n, want, w)
		}
	}
}

// dense is a constant of all elements.
func dense(c *ir.Context, w int, elems []uint64) ir.Attribute {
	raw := make([]byte, len(elems))
	for i, e := range elems {
		raw[i] = byte(e)
	}
	return c.Dense(ir.Vector([]int64{int64(len(elems))}, c.Integer(w)), raw)
}

// checkFold folds an operation on constants and compares all elements that are defined.
func checkFold(t *testing.T, op operation, first *ir.Operation, constants []ir.Attribute, n int, want func(i int) []value, w int) {
	t.Helper()
	folded := ir.SimulateFold(first, constants)
	if len(folded.Results) != len(op.results) {
		// Upstream does not fold operands for which its algorithm overflows, and only the last element
		// decides whether all are defined.
		if !want(n - 1)[0].undefined && !strings.Contains(op.text, "ceildivsi") && !strings.Contains(op.text, "floordivsi") {
			t.Errorf("i%d: %s does not fold", w, op.text)
		}
		return
	}
	for r, f := range folded.Results {
		for i := range first.NumOperands() {
			if f.Value == first.Operand(i) { // x / 1 → x
				f.Attr = constants[i]
			}
		}
		got, ok := f.Attr.(*ir.DenseAttr)
		if !ok {
			t.Fatalf("i%d: %s: result %d is %v", w, op.text, r, f)
		}
		for i := range n {
			if e := want(i)[r]; !e.undefined && uint64(got.Element(i)[0]) != e.bits {
				t.Fatalf("i%d: %s: element %d is folded to %d, want %d", w, op.text, i, got.Element(i)[0], e.bits)
			}
		}
	}
}
