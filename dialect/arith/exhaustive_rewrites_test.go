package arith_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/sim"
)

var exhaustive = flag.Bool("exhaustive", false, "canonicalize more of the small functions")

// forms writes functions whose arguments are two integers of w bits, %x and %y, and a
// condition %c.
type forms struct {
	w       int
	b       strings.Builder
	results []int // bits of the result of each function
}

// add writes a function whose last line defines %r of some bits.
func (f *forms) add(bits int, lines ...string) {
	fmt.Fprintf(&f.b, "func.func @f%d(%%x: i%d, %%y: i%d, %%c: i1) -> i%d {\n", len(f.results), f.w, f.w, bits)
	body := strings.Join(lines, "\n")
	for k := range 1 << f.w {
		if name := fmt.Sprintf("%%k%d", k); strings.Contains(body, name) {
			fmt.Fprintf(&f.b, "%s = arith.constant %s\n", name, literal(f.w, k))
		}
	}
	fmt.Fprintf(&f.b, "%s\nreturn %%r : i%d\n}\n", body, bits)
	f.results = append(f.results, bits)
}

func literal(w, k int) string {
	if w == 1 {
		return fmt.Sprint(k == 1)
	}
	return fmt.Sprintf("%d : i%d", signed(w, uint64(k)), w)
}

// operands are the pairs of operands of an inner operation: x with y, with itself, and
// with each constant on either side.
func (f *forms) operands() (pairs [][2]string) {
	pairs = [][2]string{{"%x", "%y"}, {"%x", "%x"}}
	for k := range 1 << f.w {
		name := fmt.Sprintf("%%k%d", k)
		pairs = append(pairs, [2]string{"%x", name}, [2]string{name, "%x"})
	}
	return pairs
}

// binary writes an operation of two integers.
func binary(result, name string, a, b, flags string, w int) string {
	return fmt.Sprintf("%s = arith.%s %s, %s%s : i%d", result, name, a, b, flags, w)
}

// nested writes every requested operation with every requested operation as an operand,
// with all of their flags if flagged.
func (f *forms) nested(flagged bool, which func(name string) bool) {
	flagsOf := func(list []string) []string {
		if flagged {
			return list
		}
		return none
	}
	for _, inner := range binaries {
		for _, outer := range binaries {
			if !which(inner.name) || !which(outer.name) || flagged && len(inner.flags)+len(outer.flags) == 2 {
				continue
			}
			for _, p := range f.operands() {
				others := []string{"%x", "%y"}
				for k := range 1 << f.w {
					others = append(others, fmt.Sprintf("%%k%d", k))
				}
				for _, other := range others {
					for _, flags := range flagsOf(inner.flags) {
						for _, more := range flagsOf(outer.flags) {
							first := binary("%i", inner.name, p[0], p[1], flags, f.w)
							f.add(f.w, first, binary("%r", outer.name, "%i", other, more, f.w))
							f.add(f.w, first, binary("%r", outer.name, other, "%i", more, f.w))
						}
					}
				}
			}
		}
	}
}

// casts writes casts of casts, and comparisons and truncations of operations on extended
// integers.
func (f *forms) casts() {
	cast := func(result, op, a string, from, to int) string {
		return fmt.Sprintf("%s = arith.%s %s : i%d to i%d", result, op, a, from, to)
	}
	between := func(from, to int) []string {
		switch {
		case from < to:
			return []string{"extsi", "extui"}
		case from > to:
			return []string{"trunci", "trunci overflow<nsw>", "trunci overflow<nuw>"}
		}
		return nil
	}
	write := func(result, op, a string, from, to int) string {
		op, flags, _ := strings.Cut(op, " ")
		return cast(result, op, a+" "+flags, from, to)
	}
	for mid := 1; mid <= 5; mid++ {
		for to := 1; to <= 5; to++ {
			for _, first := range between(f.w, mid) {
				for _, second := range between(mid, to) {
					f.add(to, write("%i", first, "%x", f.w, mid), write("%r", second, "%i", mid, to))
				}
			}
		}
		for _, one := range []string{"index_cast", "index_castui"} {
			for _, two := range []string{"index_cast", "index_castui"} {
				f.add(mid, fmt.Sprintf("%%i = arith.%s %%x : i%d to index", one, f.w), fmt.Sprintf("%%r = arith.%s %%i : index to i%d", two, mid))
				for _, ext := range between(f.w, mid) {
					f.add(f.w, write("%e", ext, "%x", f.w, mid), fmt.Sprintf("%%i = arith.%s %%e : i%d to index", one, mid),
						fmt.Sprintf("%%r = arith.%s %%i : index to i%d", two, f.w))
				}
			}
		}
	}
	wide := 2*f.w + 1
	for _, one := range []string{"extsi", "extui"} {
		for _, two := range []string{"extsi", "extui"} {
			a, b := cast("%a", one, "%x", f.w, wide), cast("%b", two, "%y", f.w, wide)
			for _, op := range binaries {
				f.add(wide, a, b, binary("%r", op.name, "%a", "%b", "", wide))
				f.add(f.w, a, b, binary("%s", op.name, "%a", "%b", "", wide), cast("%r", "trunci", "%s", wide, f.w))
			}
			for _, p := range relations {
				f.add(1, a, b, fmt.Sprintf("%%r = arith.cmpi %s, %%a, %%b : i%d", p.name, wide))
			}
		}
		for shift := range wide {
			for _, op := range []string{"shrsi", "shrui", "shli"} {
				for to := 1; to < wide; to++ {
					f.add(to, cast("%a", one, "%x", f.w, wide), fmt.Sprintf("%%k = arith.constant %d : i%d", shift, wide),
						binary("%s", op, "%a", "%k", "", wide), cast("%r", "trunci", "%s", wide, to))
				}
			}
		}
	}
}

// choices writes comparisons, and selects whose conditions are comparisons.
func (f *forms) choices() {
	no := "%t = arith.constant true\n%n = arith.xori %q, %t : i1"
	for _, p := range relations {
		for _, pair := range f.operands() {
			for _, q := range [][2]string{pair, {pair[1], pair[0]}} {
				cmp := fmt.Sprintf("%%q = arith.cmpi %s, %s, %s : i%d", p.name, q[0], q[1], f.w)
				f.add(1, cmp, strings.ReplaceAll(no, "%n", "%r"))
				f.add(f.w, cmp, fmt.Sprintf("%%r = arith.select %%q, %s, %s : i%d", pair[0], pair[1], f.w))
				f.add(f.w, cmp, no, fmt.Sprintf("%%r = arith.select %%n, %s, %s : i%d", pair[0], pair[1], f.w))
				f.add(f.w, cmp, fmt.Sprintf("%%s = arith.select %%q, %%x, %%y : i%d", f.w), fmt.Sprintf("%%r = arith.select %%q, %s, %%s : i%d", pair[1], f.w))
				for _, ext := range []string{"extsi", "extui"} {
					for k := range 1 << f.w {
						f.add(1, cmp, fmt.Sprintf("%%e = arith.%s %%q : i1 to i%d", ext, f.w+1),
							fmt.Sprintf("%%l = arith.constant %d : i%d", k, f.w+1), fmt.Sprintf("%%r = arith.cmpi %s, %%e, %%l : i%d", p.name, f.w+1))
					}
				}
			}
		}
	}
	for _, pair := range f.operands() {
		a, b := pair[0], pair[1]
		f.add(f.w, fmt.Sprintf("%%s = arith.select %%c, %s, %s : i%d", a, b, f.w), fmt.Sprintf("%%r = arith.select %%c, %%y, %%s : i%d", f.w))
		f.add(f.w, fmt.Sprintf("%%s = arith.select %%c, %s, %s : i%d", a, b, f.w), fmt.Sprintf("%%r = arith.select %%c, %%s, %%y : i%d", f.w))
		f.add(f.w, strings.ReplaceAll(no, "%q", "%c"), fmt.Sprintf("%%r = arith.select %%n, %s, %s : i%d", a, b, f.w))
		f.add(f.w, fmt.Sprintf("%%s, %%o = arith.addui_extended %s, %s : i%d, i1", a, b, f.w), fmt.Sprintf("%%r = arith.select %%o, %%s, %%x : i%d", f.w))
		for _, name := range []string{"mulsi_extended", "mului_extended"} {
			f.add(f.w, fmt.Sprintf("%%l, %%r = arith.%s %s, %s : i%d", name, a, b, f.w))
			f.add(f.w, fmt.Sprintf("%%r, %%h = arith.%s %s, %s : i%d", name, a, b, f.w))
		}
	}
	for _, k := range [][2]string{{"true", "false"}, {"false", "true"}, {"true", "true"}, {"false", "false"}} {
		f.add(1, "%a = arith.constant "+k[0], "%b = arith.constant "+k[1], "%r = arith.select %c, %a, %b : i1")
		f.add(f.w+1, fmt.Sprintf("%%a = arith.constant %d : i%d", len(k[0])-4, f.w+1), fmt.Sprintf("%%b = arith.constant %d : i%d", len(k[1])-4, f.w+1),
			fmt.Sprintf("%%r = arith.select %%c, %%a, %%b : i%d", f.w+1))
	}
}

// TestRewritesExhaustively canonicalizes all small functions of two operations, of casts
// and of choices, and executes them on all operands before and after.
func TestRewritesExhaustively(t *testing.T) {
	t.Parallel()
	all := func(string) bool { return true }
	sums := func(name string) bool { return name == "addi" || name == "subi" || name == "muli" }
	for _, test := range []struct {
		name string
		w    int
		long bool
		add  func(f *forms)
	}{
		{name: "nested in i1", w: 1, add: func(f *forms) { f.nested(false, all) }},
		{name: "nested in i2", w: 2, add: func(f *forms) { f.nested(false, all) }},
		{name: "sums with flags in i2", w: 2, add: func(f *forms) { f.nested(true, sums) }},
		{name: "casts of i1", w: 1, add: (*forms).casts},
		{name: "casts of i2", w: 2, add: (*forms).casts},
		{name: "casts of i3", w: 3, add: (*forms).casts},
		{name: "choices in i1", w: 1, add: (*forms).choices},
		{name: "choices in i2", w: 2, add: (*forms).choices},
		{name: "nested with flags in i1", w: 1, long: true, add: func(f *forms) { f.nested(true, all) }},
		{name: "nested with flags in i2", w: 2, long: true, add: func(f *forms) { f.nested(true, all) }},
		{name: "sums with flags in i3", w: 3, long: true, add: func(f *forms) { f.nested(true, sums) }},
		{name: "choices in i3", w: 3, long: true, add: (*forms).choices},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.long && !*exhaustive {
				t.Skip("skipped: without -exhaustive")
			}
			f := &forms{w: test.w}
			test.add(f)
			c := context()
			before, after := oracle.Parse(t, c, f.b.String()), oracle.Parse(t, c, f.b.String())
			oracle.Canonicalize(t, c, after)
			compareAll(t, f, before, after)
		})
	}
}

// compareAll executes the functions of two modules on all operands.
func compareAll(t *testing.T, f *forms, before, after *ir.Operation) {
	t.Helper()
	texts := func(m *ir.Operation) []string { return strings.SplitAfter(m.String(), "\n  }\n") }
	old, new := texts(before), texts(after)
	now := slices.Collect(after.Body().Ops())
	was, is := sim.New(before, nil), sim.New(after, nil)
	was.MaxSteps, is.MaxSteps = 1<<40, 1<<40
	changed, n := 0, -1
	for op := range before.Body().Ops() {
		if n++; old[n] == new[n] {
			continue
		}
		changed++
		for i := range 2 << (2 * f.w) {
			x, y, c := uint64(i>>1)&(1<<f.w-1), uint64(i>>(1+f.w)), uint64(i&1)
			args := []sim.Value{sim.Int(x), sim.Int(y), sim.Int(c)}
			want, err := was.CallOp(op, args)
			switch {
			case err != nil && !isUndefined(err):
				t.Fatal(err)
			case err != nil || want[0].IsPoison():
				continue
			}
			got, err := is.CallOp(now[n], args)
			if err != nil || got[0].IsPoison() || got[0].Bits != want[0].Bits {
				t.Fatalf("of %d, %d, %d: %v, %v; want %d\n%s\n%s", x, y, c, got, err, want[0].Bits, old[n], new[n])
			}
		}
	}
	t.Logf("%d functions, of which %d changed", len(f.results), changed)
}

// isUndefined reports whether an execution ended in undefined behaviour.
func isUndefined(err error) bool {
	var e *diag.Error
	return errors.As(err, &e) && (e.Code == "division" || e.Code == "poison")
}
