package ranges_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/ir"
	"optc/ir/ranges"
	"optc/num"
	"optc/parser"
)

// ruled are the operations on two integers that have a rule: the exact result, which may not fit
// the type, and the interval that the rule promises.
var ruled = []struct {
	name    string
	compute func(x, y int64) (r int64, ok bool)
	least   func(a, b ranges.Interval) bool            // the ranges.Interval is the least that holds all results, if they fit
	want    func(a, b ranges.Interval) ranges.Interval // or this one, if least is nil and both are natural
}{
	{name: "addi", compute: func(x, y int64) (int64, bool) { return x + y, true }, least: anyOperands},
	{name: "subi", compute: func(x, y int64) (int64, bool) { return x - y, true }, least: anyOperands},
	{name: "muli", compute: func(x, y int64) (int64, bool) { return x * y, true }, least: anyOperands},
	{name: "minsi", compute: func(x, y int64) (int64, bool) { return min(x, y), true }, least: anyOperands},
	{name: "maxsi", compute: func(x, y int64) (int64, bool) { return max(x, y), true }, least: anyOperands},
	{name: "minui", compute: func(x, y int64) (int64, bool) { return int64(min(uint64(x), uint64(y))), true },
		least: naturalOperands},
	{name: "maxui", compute: func(x, y int64) (int64, bool) { return int64(max(uint64(x), uint64(y))), true },
		least: naturalOperands},
	{name: "divsi", compute: quotient(3, true), least: divisible},
	{name: "divui", compute: quotient(3, false), least: divisible},
	{name: "remsi", compute: rest(3, true), want: restInterval},
	{name: "remui", compute: rest(3, false), want: restInterval},
	{name: "andi", compute: func(x, y int64) (int64, bool) { return x & y, true },
		want: func(a, b ranges.Interval) ranges.Interval { return ranges.Interval{0, min(a.Hi, b.Hi)} }},
	{name: "ori", compute: func(x, y int64) (int64, bool) { return x | y, true },
		want: func(a, b ranges.Interval) ranges.Interval { return ranges.Interval{max(a.Lo, b.Lo), ones(a, b)} }},
	{name: "xori", compute: func(x, y int64) (int64, bool) { return x ^ y, true },
		want: func(a, b ranges.Interval) ranges.Interval { return ranges.Interval{0, ones(a, b)} }},
}

// ones returns the number whose bits are those up to the highest bit of two intervals of numbers below 4.
func ones(a, b ranges.Interval) int64 { return []int64{0, 1, 3, 3}[max(a.Hi, b.Hi)] }

func anyOperands(ranges.Interval, ranges.Interval) bool { return true }

func naturalOperands(a, b ranges.Interval) bool { return a.Lo >= 0 && b.Lo >= 0 }

func divisible(a, b ranges.Interval) bool { return a.Lo >= 0 && b.Lo > 0 }

func restInterval(a, b ranges.Interval) ranges.Interval {
	switch {
	case b.Lo == 0:
		return ranges.Interval{-4, 3}
	case a.Hi < b.Lo:
		return a
	case b.IsSingle() && a.Lo/b.Lo == a.Hi/b.Lo:
		return ranges.Interval{a.Lo % b.Lo, a.Hi % b.Lo}
	}
	return ranges.Interval{0, min(a.Hi, b.Hi-1)}
}

// quotient and rest divide integers of some bits; those that are unsigned give the
// signed number with the same bits.
func quotient(width int, signed bool) func(x, y int64) (int64, bool) {
	return divided(width, signed, func(x, y int64) int64 { return x / y })
}

func rest(width int, signed bool) func(x, y int64) (int64, bool) {
	return divided(width, signed, func(x, y int64) int64 { return x % y })
}

func divided(width int, signed bool, f func(x, y int64) int64) func(x, y int64) (int64, bool) {
	return func(x, y int64) (int64, bool) {
		if y == 0 || signed && x == -1<<(width-1) && y == -1 {
			return 0, false
		}
		if signed {
			return f(x, y), true
		}
		mask := int64(1)<<width - 1
		return f(x&mask, y&mask) << (64 - width) >> (64 - width), true
	}
}

// TestIntervalsExhaustively compares the rules for integers of 3 bits with the results of
// all operands in all pairs of intervals: none may be outside of the interval of the rule.
func TestIntervalsExhaustively(t *testing.T) {
	t.Parallel()
	const width, least, most = 3, -4, 3
	var b strings.Builder
	b.WriteString("func.func @f(%c: i1) {\n")
	for v := least; v <= most; v++ {
		fmt.Fprintf(&b, "%%k%d = arith.constant %d : i3\n", v-least, v)
	}
	var intervals []ranges.Interval
	for lo := int64(least); lo <= most; lo++ {
		for hi := lo; hi <= most; hi++ {
			fmt.Fprintf(&b, "%%x%d = arith.select %%c, %%k%d, %%k%d : i3\n", len(intervals), lo-least, hi-least)
			intervals = append(intervals, ranges.Interval{lo, hi})
		}
	}
	predicates := []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
	for i := range intervals {
		for j := range intervals {
			for _, op := range ruled {
				fmt.Fprintf(&b, "%%%s_%d_%d = arith.%s %%x%d, %%x%d : i3\n", op.name, i, j, op.name, i, j)
			}
			for _, p := range predicates {
				fmt.Fprintf(&b, "%%%s_%d_%d = arith.cmpi %s, %%x%d, %%x%d : i3\n", p, i, j, p, i, j)
			}
		}
	}
	b.WriteString("return\n}\n")
	m, err := parser.Parse(t.Context(), ir.NewContext(arith.Dialect, fn.Dialect), &ir.Source{Name: "rules.mlir", Text: b.String()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	known := ranges.Analyze(m, nil)
	var results []ranges.Interval // results of the binary operations, in the order of the text
	for op := range m.Body().Front().Body().Ops() {
		if op.NumOperands() == 2 && op.NumResults() == 1 {
			results = append(results, known.Of(op.Result(0)))
		}
	}
	full := ranges.Interval{least, most}
	next := func() (r ranges.Interval) {
		r, results = results[0], results[1:]
		return r
	}
	for _, a := range intervals {
		for _, c := range intervals {
			for _, op := range ruled {
				got, hull, fits := next(), ranges.Interval{math.MaxInt64, math.MinInt64}, true
				for x := a.Lo; x <= a.Hi; x++ {
					for y := c.Lo; y <= c.Hi; y++ {
						if r, ok := op.compute(x, y); ok {
							fits = fits && full.Lo <= r && r <= full.Hi
							hull = hull.Union(ranges.Single(r << (64 - width) >> (64 - width)))
						}
					}
				}
				switch {
				case hull.Lo < got.Lo || hull.Hi > got.Hi:
					t.Errorf("%s of %v and %v: %v lacks some of %v", op.name, a, c, got, hull)
				case op.least != nil && fits && op.least(a, c) && got != hull:
					t.Errorf("%s of %v and %v: %v, want %v", op.name, a, c, got, hull)
				case op.want != nil && naturalOperands(a, c) && got != op.want(a, c):
					t.Errorf("%s of %v and %v: %v, want %v", op.name, a, c, got, op.want(a, c))
				}
			}
			for i, name := range predicates {
				p := arith.CmpIPredicate(i)
				got, hull := next(), ranges.Interval{1, 0}
				for x := a.Lo; x <= a.Hi; x++ {
					for y := c.Lo; y <= c.Hi; y++ {
						v := int64(0)
						if p.Holds(num.IntFromInt64(width, x), num.IntFromInt64(width, y)) {
							v = 1
						}
						hull = hull.Union(ranges.Single(v))
					}
				}
				exact := p < arith.ULT || naturalOperands(a, c)
				if exact && got != hull || !exact && got != (ranges.Interval{0, 1}) {
					t.Errorf("%s of %v and %v: %v, want %v", name, a, c, got, hull)
				}
			}
		}
	}
}
