package vector_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/vector"
	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/sim"
)

// contraction describes a contraction to lower: its iterators, a letter each, and the
// iterators of each operand. The iterators that the accumulator lacks are reduced.
type contraction struct{ iterators, lhs, rhs, acc string }

// shape returns the type of a vector with the extents of some iterators, or a scalar type
// if there are none.
func (c contraction) shape(dims, extents, elem string) string {
	if dims == "" {
		return elem
	}
	s := "vector<"
	for _, d := range dims {
		s += extents[strings.IndexRune(c.iterators, d):][:1] + "x"
	}
	return s + elem + ">"
}

// text returns a function @f that contracts vectors of small numbers. The operands have
// elements of type in, the accumulator has elements of type out.
func (c contraction) text(extents, kind, in, out string, masked bool) string {
	all := strings.Join(strings.Split(c.iterators, ""), ", ")
	mapOf := func(dims string) string {
		return "affine_map<(" + all + ") -> (" + strings.Join(strings.Split(dims, ""), ", ") + ")>"
	}
	var types []string
	for _, d := range c.iterators {
		if strings.ContainsRune(c.acc, d) {
			types = append(types, `"parallel"`)
		} else {
			types = append(types, `"reduction"`)
		}
	}
	numbers := func(name, dims, elem string, first int) string {
		n := 1
		for _, d := range dims {
			n *= int(extents[strings.IndexRune(c.iterators, d)] - '0')
		}
		t := c.shape(dims, extents, elem)
		var values []string
		for i := range n {
			v := fmt.Sprint((first+i*i*3)%11 - 5)
			switch {
			case elem == "i1":
				v = fmt.Sprint((first+i*i)%3 != 0)
			case strings.HasPrefix(elem, "f"):
				v += ".0"
			}
			values = append(values, v)
		}
		if dims == "" {
			return "  " + name + " = arith.constant " + values[0] + " : " + t + "\n"
		}
		flat := fmt.Sprintf("vector<%dx%s>", n, elem)
		return "  " + name + "1 = arith.constant dense<[" + strings.Join(values, ", ") + "]> : " + flat + "\n" +
			"  " + name + " = vector.shape_cast " + name + "1 : " + flat + " to " + t + "\n"
	}
	lhs, rhs, acc := c.shape(c.lhs, extents, in), c.shape(c.rhs, extents, in), c.shape(c.acc, extents, out)
	op := fmt.Sprintf("vector.contract {indexing_maps = [%s, %s, %s], iterator_types = [%s], kind = #vector.kind<%s>} %%a, %%b, %%c : %s, %s into %s",
		mapOf(c.lhs), mapOf(c.rhs), mapOf(c.acc), strings.Join(types, ", "), kind, lhs, rhs, acc)
	mask := ""
	if masked {
		t := c.shape(c.iterators, extents, "i1")
		mask = numbers("%k", c.iterators, "i1", 1)
		op = "vector.mask %k { " + op + " } : " + t + " -> " + acc
	}
	return "func.func @f() -> " + acc + " {\n" + numbers("%a", c.lhs, in, 2) + numbers("%b", c.rhs, in, 5) + numbers("%c", c.acc, out, 7) + mask +
		"  %r = " + op + "\n  return %r : " + acc + "\n}\n"
}

// Every strategy computes the same as the contraction, for operands in every layout.
func TestContractLowering(t *testing.T) {
	t.Parallel()
	var contractions []contraction
	for _, acc := range []string{"mn", "nm"} {
		for _, lhs := range []string{"mk", "km", "nk", "kn"} {
			for _, rhs := range []string{"mk", "km", "nk", "kn"} {
				if strings.Contains(lhs, "m") != strings.Contains(rhs, "m") {
					contractions = append(contractions, contraction{"mnk", lhs, rhs, acc})
				}
			}
		}
	}
	for _, iterators := range []string{"mk", "km"} {
		for _, matrix := range []string{"mk", "km"} {
			contractions = append(contractions, contraction{iterators, matrix, "k", "m"}, contraction{iterators, "k", matrix, "m"})
		}
	}
	contractions = append(contractions,
		contraction{"k", "k", "k", ""}, contraction{"jk", "jk", "kj", ""}, contraction{"mjk", "kmj", "jk", "m"},
		contraction{"bmnk", "bmk", "bkn", "bmn"}, contraction{"bmnk", "mbk", "nkb", "nbm"}, contraction{"bk", "bk", "kb", "b"},
		contraction{"mnk", "mnk", "nk", "nm"}, contraction{"mnpk", "mk", "knp", "mnp"}, contraction{"mnpk", "nkp", "km", "nmp"}, contraction{"nmk", "mk", "kn", "nm"})
	for _, c := range contractions {
		for _, extents := range []string{"2345", "1213", "2111", "2311", "2321"} {
			for _, masked := range []bool{false, true} {
				for kind, types := range map[string][]string{"add": {"i32 i32", "f32 f32", "i8 i32", "f16 f32"}, "maxsi": {"i16 i16"}, "mul": {"i32 i32"}} {
					if kind != "add" && extents != "2345" {
						continue
					}
					for _, typ := range types {
						in, out, _ := strings.Cut(typ, " ")
						checkLowering(t, contractStrategies, "", c.text(extents[:len(c.iterators)], kind, in, out, masked))
					}
				}
			}
		}
	}
}

// A mask that is on for a prefix becomes selections of the identity, also where narrow
// operands are combined in a wider accumulator.
func TestMaskedContractSelection(t *testing.T) {
	t.Parallel()
	strategies := [][]*ir.Pattern{vector.MaskSelection()}
	for _, c := range []contraction{{"mnk", "mk", "kn", "mn"}, {"mnk", "kn", "km", "nm"}, {"mk", "km", "k", "m"}, {"jk", "jk", "kj", ""}} {
		for _, sizes := range []string{"1, 2, 3", "2, 1, 4", "2, 3, 1", "2, 3, 4", "0, 0, 0"} {
			for _, kind := range []string{"add f32 f32", "mul f32 f32", "maxnumf f32 f32", "add i8 i32", "mul i8 i32", "minsi i8 i32", "maxsi i8 i32", "minui i8 i32", "maxui i8 i32", "and i8 i32", "xor i8 i32"} {
				k := strings.Fields(kind)
				text := anyMask.ReplaceAllString(c.text("234"[:len(c.iterators)], k[0], k[1], k[2], true),
					"  %k = vector.constant_mask ["+sizes[:3*len(c.iterators)-2]+"] : $1\n")
				checkLowering(t, strategies, "vector.mask ", text)
			}
		}
	}
}

var anyMask = regexp.MustCompile(`  %k1 = .*\n  %k = .* to (.*)\n`)

var contractStrategies = [][]*ir.Pattern{
	slices.Concat(vector.ContractLowering(vector.ContractDot), vector.MaskLowering()),
	slices.Concat(vector.ContractLowering(vector.ContractOuterProduct), vector.MaskLowering()),
	slices.Concat(vector.ContractLowering(vector.ContractParallelArith), vector.MaskLowering()),
}

// checkLowering executes the function of a module before and after each list of patterns,
// and checks that no operation of the given name is left.
func checkLowering(t *testing.T, strategies [][]*ir.Pattern, name, text string) {
	t.Helper()
	run := func(m *ir.Operation) string {
		out, err := sim.New(m, nil).Call(t.Context(), "f")
		if err != nil {
			t.Fatalf("%v\n%s", err, m)
		}
		return sim.Format(m.Body().Front().Body().Back().Operand(0).Type(), out[0])
	}
	c := all.Context()
	want := run(oracle.Parse(t, c, text))
	for s, patterns := range strategies {
		m := oracle.Parse(t, c, text)
		config := ir.DefaultGreedyConfig()
		config.Fold = false
		ir.ApplyGreedily(t.Context(), c, m.Body().Front().Region(0), ir.NewPatternSet(patterns...), config)
		var ds ir.Diagnostics
		if err := ir.Verify(m, &ds); err != nil {
			t.Fatalf("strategy %d: %s\n%s", s, ds.String(), text)
		}
		if got := run(m); got != want || name != "" && strings.Contains(m.String(), name) {
			t.Fatalf("strategy %d: got %s, want %s\nfrom\n%s\nto\n%s", s, got, want, text, m)
		}
	}
}
