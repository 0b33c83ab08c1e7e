package parser_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/ir"
	"optc/parser"
)

// TestLongHex: a long string of hexadecimal digits gives the same elements with any
// number of threads, and an invalid character is found at any place.
func TestLongHex(t *testing.T) {
	t.Parallel()
	want := make([]byte, 4_500_000)
	for i := range want {
		want[i] = byte(i * i >> 5)
	}
	digits := fmt.Appendf(nil, "%x", want)
	literal := func() string {
		return fmt.Sprintf(`"t.op"() {x = dense<"0x%s"> : tensor<%dxi8>} : () -> ()`, digits, len(want))
	}
	for _, threads := range []int{1, 3} {
		module, ds, ok := parse(literal(), parser.Threads(threads))
		if !ok {
			t.Fatalf("%d threads: %s", threads, ds)
		}
		if got := ir.Get[*ir.DenseAttr](module.Body().Front(), "x").Raw; !bytes.Equal(got, want) {
			t.Errorf("%d threads: other elements", threads)
		}
	}
	for _, at := range []int{0, 1<<18 - 1, 1 << 18, 4<<20 - 1, 4 << 20, len(digits) - 1} {
		was := digits[at]
		digits[at] = 'g'
		if got := firstError(literal(), 0); got != "1:21: expected string containing hex digits starting with `0x`" {
			t.Errorf("digit %d: %s", at, got)
		}
		digits[at] = was
	}
}

// TestLongNumbers: a long list of numbers gives the same constant with any number of
// threads, and the first mistake in it is reported.
func TestLongNumbers(t *testing.T) {
	t.Parallel()
	const n = 40_000
	numbers := make([]string, n)
	for i := range numbers {
		numbers[i] = fmt.Sprint(i*i%70_001 - 30_000)
	}
	literal := func(typ string) string {
		return fmt.Sprintf("\"t.op\"() {x = dense<[\n%s]> : tensor<%dx%s>} : () -> ()", strings.Join(numbers, ",\n"), n, typ)
	}
	for _, threads := range []int{1, 3} {
		module, ds, ok := parse(literal("i32"), parser.Threads(threads))
		if !ok {
			t.Fatalf("%d threads: %s", threads, ds)
		}
		raw := ir.Get[*ir.DenseAttr](module.Body().Front(), "x").Raw
		for i := range numbers {
			if got := int32(binary.LittleEndian.Uint32(raw[4*i:])); fmt.Sprint(got) != numbers[i] {
				t.Fatalf("%d threads: number %d is %d instead of %s", threads, i, got, numbers[i])
			}
		}
	}
	for _, at := range []int{0, 1<<14 - 1, 1 << 14, n - 1} {
		last, was := numbers[n-1], numbers[at]
		numbers[n-1] = "1.5"
		numbers[at] = "123456789012"
		want := fmt.Sprintf("%d:1: integer constant out of range for type", at+2)
		if got := firstError(literal("i32"), 0); got != want {
			t.Errorf("number %d: %s", at, got)
		}
		numbers[n-1], numbers[at] = last, was
	}
	if got, want := firstError(literal("f32"), 0), "2:2: unexpected decimal integer literal for a floating point value"; got != want {
		t.Error(got)
	}
}

// TestRunOfNumbers: numbers that are written in an unusual way inside a long list have
// the same value as in a separate list, on any number of threads.
func TestRunOfNumbers(t *testing.T) {
	t.Parallel()
	const n, odd = 30_000, 20_000
	for _, c := range []struct{ typ, most, odd string }{
		{"i32", "-7", "0x10"}, {"i32", "12", "-2147483648"}, {"i32", "4294967295", "-1"}, {"i32", "3", " // 9,\n 8"},
		{"i1", "1", "true"}, {"i1", "0", "-1"}, {"i7", "-3", "127"}, {"ui64", "7", "18446744073709551615"}, {"si8", "-128", "127"},
		{"i64", "-9223372036854775808", "00012"}, {"i128", "-5", "170141183460469231731687303715884105727"}, {"index", "4", "-4"},
		{"f32", "-1.5", "0x7FC00000"}, {"f64", "2.0e3", "1.0"}, {"bf16", "1.0", "-0.0"},
		{"i32", "1", "-0"}, {"i8", "-1", "256"}, {"si8", "1", "128"}, {"ui8", "1", "-1"}, {"i32", "1", "1.0"}, {"f32", "1.0", "1"}, {"i32", "1", "[2]"},
	} {
		numbers := bytes.Repeat([]byte(c.most+",\n"), odd)
		numbers = append(append(numbers, c.odd...), bytes.Repeat([]byte(", "+c.most), n-odd-1)...)
		literal := func(list []byte, n int) string {
			return fmt.Sprintf(`"t.op"() {x = dense<[%s]> : tensor<%dx%s>} : () -> ()`, list, n, c.typ)
		}
		few := literal(fmt.Appendf(nil, "%s, %s, %s", c.most, c.odd, c.most), 3)
		short, _, ok := parse(few)
		for _, threads := range []int{1, 3} {
			module, ds, long := parse(literal(numbers, n), parser.Threads(threads))
			switch {
			case long != ok:
				t.Errorf("%s of %s: ok = %v, want %v: %s", c.odd, c.typ, long, ok, ds)
				continue
			case !ok:
				want := firstError(few, 0)
				if got := ds.String(); !strings.Contains(got, want[strings.Index(want, ": "):]) {
					t.Errorf("%s of %s: %s, want %s", c.odd, c.typ, got, want)
				}
				continue
			}
			three := ir.Get[*ir.DenseAttr](short.Body().Front(), "x")
			want := slices.Concat(bytes.Repeat(three.Element(0), odd), three.Element(1), bytes.Repeat(three.Element(2), n-odd-1))
			if got := ir.Get[*ir.DenseAttr](module.Body().Front(), "x").Expanded(); !bytes.Equal(got, want) {
				t.Errorf("%s of %s, %d threads: other elements", c.odd, c.typ, threads)
			}
		}
		for _, count := range []int{n - 1, n + 1} {
			got, want := firstError(literal(numbers, count), 0), firstError(literal([]byte(c.most+", "+c.most), 3), 0)
			if ok && (!strings.Contains(want, "does not match type") || !strings.Contains(got, "does not match type")) {
				t.Errorf("%d of %d elements of %s: %s, want something like %s", n, count, c.typ, got, want)
			}
		}
	}
}
