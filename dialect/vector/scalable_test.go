package vector_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/testing/oracle"
	"optc/internal/testing/raced"
	"optc/ir"
	"optc/validate"
)

// step is an operation on %X of shape from, whose result has shape to. An insert writes
// into %D.
type step struct{ from, to, text string }

// shapes lists the shapes of up to three dimensions.
func shapes(extents ...string) (all []string) {
	last := []string{""}
	for range 3 {
		var next []string
		for _, s := range last {
			for _, n := range extents {
				next = append(next, s+n+"x")
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

func extentsOf(shape string) []string { return strings.Split(strings.TrimSuffix(shape, "x"), "x") }

// sizeOf returns an extent at the smallest scale.
func sizeOf(extent string) int {
	n, _ := strconv.Atoi(strings.Trim(extent, "[]"))
	return n
}

// places lists the positions in the dimensions of some extents.
func places(extents []string) []string {
	all := []string{""}
	for _, e := range extents {
		var next []string
		for _, p := range all {
			for i := range sizeOf(e) {
				next = append(next, strings.TrimPrefix(fmt.Sprintf("%s, %d", p, i), ", "))
			}
		}
		all = next
	}
	return all
}

// stepsBetween lists the steps that take a vector of one shape to another shape.
func stepsBetween(from, to string) (all []step) {
	add := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		text = strings.NewReplacer("FROM", "vector<"+from+"i32>", "TO", "vector<"+to+"i32>").Replace(text)
		all = append(all, step{from, to, text})
	}
	a, b := extentsOf(from), extentsOf(to)
	count := func(extents []string) (n int) {
		n = 1
		for _, e := range extents {
			n *= sizeOf(e)
		}
		return n
	}
	if count(a) == count(b) && strings.Count(from, "[") == strings.Count(to, "[") {
		add("vector.shape_cast %%X : FROM to TO")
	}
	if lead := len(b) - len(a); lead >= 0 {
		fits := true
		for i, e := range a {
			fits = fits && (e == "1" || e == b[lead+i])
		}
		if fits {
			add("vector.broadcast %%X : FROM to TO")
		}
		if slices.Equal(a, b[lead:]) {
			for _, p := range places(b[:lead]) {
				add("vector.insert %%X, %%D [%s] : FROM into TO", p)
			}
		}
	}
	if lead := len(a) - len(b); lead > 0 && slices.Equal(a[lead:], b) {
		for _, p := range places(a[:lead]) {
			add("vector.extract %%X[%s] : TO from FROM", p)
		}
	}
	for _, p := range [][]int{{1, 0}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		permuted := ""
		for _, d := range p {
			if len(p) == len(a) {
				permuted += a[d] + "x"
			}
		}
		if permuted == to {
			add("vector.transpose %%X, [%s] : FROM to TO", strings.Join(strings.Fields(strings.Trim(fmt.Sprint(p), "[]")), ", "))
		}
	}
	return all
}

// atScale2 replaces every scalable extent in a text by its size at a scale of 2.
func atScale2(text string) string {
	return scalableExtent.ReplaceAllStringFunc(text, func(s string) string { return fmt.Sprint(2*sizeOf(s[:len(s)-1])) + "x" })
}

var scalableExtent = regexp.MustCompile(`\[\d+\]x`)

// Simplifications of scalable vectors are correct at every scale: any two operations that
// move elements compute the same afterwards for a scale of 2. The extent [1] is not 1.
func TestScalablePairs(t *testing.T) {
	t.Parallel()
	all3 := shapes("1", "2", "[1]")
	steps := map[string][]step{}
	for _, from := range all3 {
		for _, to := range all3 {
			steps[from] = append(steps[from], stepsBetween(from, to)...)
		}
	}
	c := all.Context()
	canonicalize := ir.NewPatternSet(ir.CanonicalizationPatterns(c)...)
	run := func(text string) *validate.Observation {
		f := validate.Functions(oracle.Parse(t, c, text))[0]
		args, err := validate.NewRandom(3).Arguments(f)
		if err != nil {
			t.Fatal(err)
		}
		o, err := f.Run(t.Context(), args)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return o
	}
	pairs, changed := 0, 0
	for _, from := range all3 {
		for _, s := range steps[from] {
			for _, u := range steps[s.to] {
				if pairs++; !strings.Contains(s.from+s.to+u.to, "[") || raced.Enabled() && pairs%10 != 0 {
					continue
				}
				text := fmt.Sprintf("func.func @f(%%a: vector<%si32>, %%b: vector<%si32>, %%c: vector<%si32>) -> vector<%[3]si32> {\n  %%x = %[4]s\n  %%y = %[5]s\n  return %%y : vector<%[3]si32>\n}\n",
					s.from, s.to, u.to, strings.NewReplacer("%X", "%a", "%D", "%b").Replace(s.text), strings.NewReplacer("%X", "%x", "%D", "%c").Replace(u.text))
				m := oracle.Parse(t, c, text)
				before := m.String()
				ir.ApplyGreedily(t.Context(), c, m.Body().Front().Region(0), canonicalize, ir.DefaultGreedyConfig())
				var ds ir.Diagnostics
				if ir.Verify(m, &ds) != nil {
					t.Errorf("%s\nfrom\n%s", ds.String(), before)
					continue
				}
				after := m.String()
				if after == before {
					continue
				}
				changed++
				if d := run(atScale2(after)).Differs(run(atScale2(before))); d != "" {
					t.Errorf("%s, from\n%s\nto\n%s", d, before, after)
				}
			}
		}
	}
	t.Logf("%d of %d pairs changed", changed, pairs)
}
