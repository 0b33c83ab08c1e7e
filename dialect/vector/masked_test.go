package vector_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/vector"
	"optc/internal/testing/oracle"
	"optc/ir"
	"optc/sim"
)

// Selecting the identity around a reduction or contraction computes the masked result,
// for every kind and bound, also with infinite factors.
func TestMaskSelection(t *testing.T) {
	t.Parallel()
	numbers := map[string][3]string{
		"i8":  {"dense<[[-3, 5, 100], [7, -128, 2]]>", "dense<[4, -1, 127]>", "dense<[6, -7]>"},
		"f32": {"dense<[[0x7F800000, 5.0, 0xFF800000], [7.0, -0.5, 0x7F800000]]>", "dense<[0.0, -1.5, 2.0]>", "dense<[6.0, -7.0]>"},
	}
	for kind, types := range map[string]string{"add": "i8 f32", "mul": "i8 f32", "minsi": "i8", "maxsi": "i8", "minui": "i8", "maxui": "i8", "and": "i8", "or": "i8", "xor": "i8",
		"minimumf": "f32", "maximumf": "f32", "minnumf": "f32", "maxnumf": "f32"} {
		for _, typ := range strings.Fields(types) {
			n := numbers[typ]
			for _, op := range []string{
				fmt.Sprintf("vector.multi_reduction <%s>, %%a, %%c [1] : vector<2x3x%s> to vector<2x%s>", kind, typ, typ),
				fmt.Sprintf("vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = [\"parallel\", \"reduction\"], kind = #vector.kind<%s>} %%a, %%b, %%c : vector<2x3x%s>, vector<3x%s> into vector<2x%s>", kind, typ, typ, typ),
			} {
				for _, mask := range []string{"vector.create_mask %m, %n", "vector.create_mask %n, %m", "vector.constant_mask [1, 2]"} {
					checkSelection(t, fmt.Sprintf(`func.func @f(%%m: index) -> vector<2x%[1]s> {
  %%n = arith.constant 2 : index
  %%a = arith.constant %[2]s : vector<2x3x%[1]s>
  %%b = arith.constant %[3]s : vector<3x%[1]s>
  %%c = arith.constant %[4]s : vector<2x%[1]s>
  %%k = %[5]s : vector<2x3xi1>
  %%0 = vector.mask %%k { %[6]s } : vector<2x3xi1> -> vector<2x%[1]s>
  return %%0 : vector<2x%[1]s>
}`, typ, n[0], n[1], n[2], mask, op))
				}
			}
		}
	}
}

func checkSelection(t *testing.T, text string) {
	t.Helper()
	c := all.Context()
	m := oracle.Parse(t, c, text)
	f := m.Body().Front()
	typ := f.Body().Back().Operand(0).Type()
	run := func(bound int64) string {
		out, err := sim.New(m, nil).Call(t.Context(), "f", sim.Int(uint64(bound)))
		if err != nil {
			t.Fatalf("%v\n%s", err, m)
		}
		return sim.Format(typ, out[0])
	}
	var want []string
	for bound := int64(-1); bound <= 4; bound++ {
		want = append(want, run(bound))
	}
	ir.ApplyGreedily(t.Context(), c, f.Region(0), ir.NewPatternSet(vector.MaskSelection()...), ir.DefaultGreedyConfig())
	if strings.Contains(m.String(), "vector.mask") {
		t.Errorf("the mask is left:\n%s", m)
	}
	for i, w := range want {
		if got := run(int64(i - 1)); got != w {
			t.Errorf("bound %d: got %s, want %s\n%s", i-1, got, w, text)
		}
	}
}

// A mask is kept where nothing can be selected: for an iterator that only one operand
// reduces, a mask that is not a prefix, or a type without identity.
func TestMaskSelectionLeft(t *testing.T) {
	t.Parallel()
	const prefix = "vector.create_mask %n, %n, %n :"
	rows := "vector.contract {indexing_maps = [affine_map<(m, i, j) -> (%s)>, affine_map<(m, i, j) -> (%s)>, affine_map<(m, i, j) -> (m)>], iterator_types = [\"parallel\", \"reduction\", \"reduction\"], kind = #vector.kind<add>} "
	for _, test := range []struct{ mask, op, typ string }{
		{prefix, fmt.Sprintf(rows, "m, i, j", "j") + "%a, %b, %c : vector<2x2x3xf32>, vector<3xf32> into vector<2xf32>", "vector<2xf32>"},
		{prefix, fmt.Sprintf(rows, "j", "m, i, j") + "%b, %a, %c : vector<3xf32>, vector<2x2x3xf32> into vector<2xf32>", "vector<2xf32>"},
		{"vector.shape_cast %any : vector<2x6xi1> to", fmt.Sprintf(rows, "m, i, j", "m, i, j") + "%a, %a, %c : vector<2x2x3xf32>, vector<2x2x3xf32> into vector<2xf32>", "vector<2xf32>"},
		{prefix, "vector.multi_reduction <add>, %d, %e [0, 1, 2] : vector<2x2x3xf8E8M0FNU> to f8E8M0FNU", "f8E8M0FNU"},
	} {
		text := fmt.Sprintf(`func.func @f(%%any: vector<2x6xi1>, %%n: index, %%a: vector<2x2x3xf32>, %%b: vector<3xf32>, %%c: vector<2xf32>, %%d: vector<2x2x3xf8E8M0FNU>, %%e: f8E8M0FNU) -> %[3]s {
  %%k = %[1]s vector<2x2x3xi1>
  %%0 = vector.mask %%k { %[2]s } : vector<2x2x3xi1> -> %[3]s
  return %%0 : %[3]s
}`, test.mask, test.op, test.typ)
		c := all.Context()
		m := oracle.Parse(t, c, text)
		before := m.String()
		ir.ApplyGreedily(t.Context(), c, m.Body().Front().Region(0), ir.NewPatternSet(vector.MaskSelection()...), ir.DefaultGreedyConfig())
		if after := m.String(); after != before {
			t.Errorf("got\n%s\nfrom\n%s", after, before)
		}
	}
}
