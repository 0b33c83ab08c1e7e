package poplar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/layout/picture"
)

// An editor shows the places of a vertex's fields in the state.
func TestDescribe(t *testing.T) {
	t.Parallel()
	const fields = `  poplar.field @n : ui16
  poplar.field @x : !poplar.inout<vec<f16, ONE_PTR>>
  poplar.compute () {
    poplar.compute_return
  }
}`
	const onIPU2 = "state on ipu2, as the file names no target: 8 bytes, alignment 4\n"
	n, x := fmt.Sprintf("  %4d  %-16s 2 bytes, alignment 2\n", 0, "n"), fmt.Sprintf("  %4d  %-16s 4 bytes, alignment 4\n", 4, "x")
	for _, c := range []struct {
		module string
		want   [4]string // the vertex and its contents
	}{
		{`poplar.vertex @"demo::Scale" worker {` + "\n" + fields, [4]string{onIPU2 + n + x, onIPU2 + n, onIPU2 + x, ""}},
		{`poplar.vertex @"demo::Scale" worker {` + "\n" + strings.Replace(fields, "ONE_PTR", "COMPACT_PTR, align 12", 1), [4]string{}},
	} {
		m, ds := parseModule(ir.NewContext(poplar.Dialect), c.module)
		if m == nil {
			t.Fatal(ds)
		}
		v := m.Body().Front()
		for i, op := range append([]*ir.Operation{v}, slices.Collect(v.Body().Ops())...) {
			if got := poplar.Dialect.Describe(op); got != c.want[i] {
				t.Errorf("%s: got\n%swant\n%s", op.Name(), got, c.want[i])
			}
		}
	}
}

// The help of a layout names the targets that have it, and draws it on one of these
// targets.
func TestLayoutTerms(t *testing.T) {
	t.Parallel()
	has := map[string]func(*target.Target) bool{}
	for _, l := range target.VectorLayouts() {
		has[l.String()] = func(t *target.Target) bool { return t.Layouts.Has(l) }
	}
	for _, l := range target.ListLayouts() {
		has[l.String()] = func(t *target.Target) bool { return t.Layouts.HasList(l) }
	}
	terms := poplar.Dialect.Definitions().Terms
	if len(terms) != len(has) {
		t.Errorf("%d layouts have %d explanations", len(has), len(terms))
	}
	for _, term := range terms {
		var on []string
		for _, arch := range target.Architectures() {
			if chip, err := target.Lookup(arch); err == nil && has[term.Name](&chip) {
				on = append(on, arch)
			}
		}
		if want := "Exists on " + strings.Join(on, ", ") + "."; !strings.HasSuffix(term.Description, want) {
			t.Errorf("%s: want %q in %q", term.Name, want, term.Description)
		}
		sample, _ := picture.Term.In(term)
		machine := sample.View.Machine
		if machine == "" {
			machine = "ipu2"
		}
		if !slices.Contains(on, machine) {
			t.Errorf("%s is drawn on %s", term.Name, machine)
		}
		if _, ds := parseModule(ir.NewContext(poplar.Dialect), `poplar.vertex @"demo::V" worker external {`+"\n  poplar.field @x : "+sample.Text+"\n}"); ds != "" {
			t.Errorf("%s: %s", term.Name, ds)
		}
	}
}
