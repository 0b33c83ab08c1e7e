package passes_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/internal/testing/irtest"

	"optc/ir"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// Lowering structured and affine control flow preserves the results and writes of a
// program.
func TestLoweredControlFlowAgrees(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			text := controlProgram(seed)
			want := runControl(t, text, "builtin.module()", nil)
			for pipeline, gone := range map[string][]string{
				"canonicalize,cse":               nil,
				"lower-affine":                   {"affine."},
				"lower-affine,convert-scf-to-cf": {"affine.", "scf."},
				"canonicalize,lower-affine,canonicalize,convert-scf-to-cf,canonicalize": {"affine.", "scf."},
			} {
				for i, got := range runControl(t, text, "builtin.module("+pipeline+")", gone) {
					if d := got.Differs(want[i]); d != "" {
						t.Errorf("%s: %s, from\n%s", pipeline, d, text)
					}
				}
			}
		})
	}
}

// runControl runs @f on some arguments. Operations whose names begin with an entry of
// gone must not remain.
func runControl(t *testing.T, text, pipeline string, gone []string) (seen []*validate.Observation) {
	t.Helper()
	c, m := irtest.Parse(t, text)
	var ds ir.Diagnostics
	if ir.Verify(m, &ds) != nil {
		t.Fatalf("%s\nin\n%s", ds.String(), text)
	}
	pl, err := registry.Passes().Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(c).Run(t.Context(), pl, m); err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		for _, prefix := range gone {
			if strings.HasPrefix(op.Name(), prefix) {
				t.Errorf("%s leaves %s", pipeline, op.Name())
			}
		}
		return ir.Advance
	})
	for _, args := range [][2]int64{{0, 0}, {3, 5}, {-7, 2}, {11, -4}} {
		mem, e := sim.Alloc("m", []int64{16}, c.Index())
		if e != nil {
			t.Fatal(e)
		}
		n := uint64(100)
		if err := validate.Fill(mem, func() (sim.Value, error) { n++; return sim.Int(n), nil }); err != nil {
			t.Fatal(err)
		}
		o, err := validate.Functions(m)[0].Run(t.Context(), []sim.Value{{Ref: mem}, sim.Int(uint64(args[0])), sim.Int(uint64(args[1]))})
		if err != nil {
			t.Fatalf("%s: %v\nin\n%s", pipeline, err, text)
		}
		seen = append(seen, o)
	}
	return seen
}

// control writes a random function of nested control flow. All values are small
// indices.
type control struct {
	*rand.Rand
	text   strings.Builder
	values []string // values that may be used here
	dims   []string // those among them that affine maps may use
	names  int
	depth  int
}

func controlProgram(seed uint64) string {
	p := &control{Rand: rand.New(rand.NewPCG(seed, 7)), values: []string{"%a", "%b"}, dims: []string{"%a", "%b"}}
	p.line("func.func @f(%%m: memref<16xindex>, %%a: index, %%b: index) -> index {")
	for i := range 6 {
		p.line("%%c%d = arith.constant %d : index", i, i)
	}
	p.line("%%c16 = arith.constant 16 : index\n%%c64 = arith.constant 64 : index")
	p.statements(7)
	p.line("return %s : index\n}", p.value())
	return p.text.String()
}

func (p *control) line(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

func (p *control) name() string {
	p.names++
	return fmt.Sprintf("%%v%d", p.names)
}

func (p *control) value() string { return p.values[p.IntN(len(p.values))] }
func (p *control) dim() string   { return p.dims[p.IntN(len(p.dims))] }

// reduced defines a value between -63 and 63 from any.
func (p *control) reduced(v string) string {
	r := p.name()
	p.line("%s = arith.remsi %s, %%c64 : index", r, v)
	p.values = append(p.values, r)
	return r
}

// small returns a constant from 0 to 5, or a value in that range.
func (p *control) small() string {
	if p.IntN(3) > 0 {
		return fmt.Sprintf("%%c%d", p.IntN(6))
	}
	r := p.name()
	p.line("%s = arith.remui %s, %%c5 : index", r, p.value())
	return r
}

// region writes statements, which may use the given values, and then the terminator.
func (p *control) region(values, dims []string, end func()) {
	oldValues, oldDims := p.values, p.dims
	p.values = append(append([]string{}, oldValues...), values...)
	p.dims = append(append([]string{}, oldDims...), dims...)
	p.depth++
	p.statements(1 + p.IntN(3))
	end()
	p.depth--
	p.values, p.dims = oldValues, oldDims
}

func (p *control) yield(op string) func() {
	return func() { p.line("%s %s : index", op, p.value()) }
}

func (p *control) statements(n int) {
	for range n {
		k := p.IntN(18)
		if p.depth >= 3 {
			k = p.IntN(5)
		}
		p.statement(k)
	}
}

func (p *control) statement(kind int) {
	r := p.name()
	iv, arg := r+"i", r+"a"
	keep := func() { p.reduced(r) }
	switch kind {
	case 0:
		op := []string{"addi", "subi", "muli", "maxsi"}[p.IntN(4)]
		p.line("%s = arith.%s %s, %s : index", r, op, p.value(), p.value())
		keep()
	case 1:
		p.line("%sx = arith.remui %s, %%c16 : index\nmemref.store %s, %%m[%sx] : memref<16xindex>", r, p.value(), p.value(), r)
	case 2:
		e := []string{"d0 * 3 - d1", "d0 mod 5 + d1", "(d0 + d1) floordiv 3", "(d0 - 1) ceildiv 4 + d1 * 2", "d0"}[p.IntN(5)]
		p.line("%s = affine.apply affine_map<(d0, d1) -> (%s)>(%s, %s)", r, e, p.dim(), p.dim())
		keep()
	case 3:
		op := []string{"min", "max"}[p.IntN(2)]
		p.line("%s = affine.%s affine_map<(d0, d1) -> (d0 + 2, d1 * 2, 9)>(%s, %s)", r, op, p.dim(), p.dim())
		keep()
	case 4:
		p.line("%sd:3 = affine.delinearize_index %s into (%d, 3, 4) : index, index, index", r, p.value(), 2+p.IntN(4))
		p.line("%s = affine.linearize_index [%sd#2, %sd#0, %sd#1] by (2, %s, 5) : index", r, r, r, r, "%c3")
		keep()
	case 5, 6:
		lo, hi := p.small(), p.small()
		p.line("%s = scf.for %s = %s to %s step %%c%d iter_args(%s = %s) -> (index) {", r, iv, lo, hi, 1+p.IntN(2), arg, p.value())
		p.region([]string{iv, arg}, nil, p.yield("scf.yield"))
		p.line("}")
		keep()
	case 7, 8:
		op := []string{"slt", "eq", "ugt"}[p.IntN(3)]
		p.line("%sc = arith.cmpi %s, %s, %s : index\n%s = scf.if %sc -> (index) {", r, op, p.value(), p.value(), r, r)
		p.region(nil, nil, p.yield("scf.yield"))
		p.line("} else {")
		p.region(nil, nil, p.yield("scf.yield"))
		p.line("}")
		keep()
	case 9:
		// Counts up to a bound; the second region computes more, or nothing.
		p.line("%s:2 = scf.while (%s = %s, %s = %s) : (index, index) -> (index, index) {", r, iv, p.small(), arg, p.value())
		p.region([]string{iv, arg}, nil, func() {
			p.line("%sn = arith.addi %s, %%c1 : index\n%sc = arith.cmpi slt, %sn, %%c4 : index", r, iv, r, r)
			p.line("scf.condition(%sc) %sn, %s : index, index", r, r, p.value())
		})
		p.line("} do {\n^bb0(%sx: index, %sy: index):", r, r)
		if p.IntN(2) == 0 {
			p.line("scf.yield %sx, %sy : index, index", r, r)
		} else {
			p.region([]string{r + "y"}, nil, func() { p.line("scf.yield %sx, %s : index, index", r, p.value()) })
		}
		p.line("}")
		p.reduced(r + "#1")
	case 10:
		p.line("%s = scf.index_switch %s -> index", r, p.small())
		for _, k := range []int{1, 3} {
			p.line("case %d {", k)
			p.region(nil, nil, p.yield("scf.yield"))
			p.line("}")
		}
		p.line("default {")
		p.region(nil, nil, p.yield("scf.yield"))
		p.line("}")
		keep()
	case 11:
		p.line("%sc = arith.cmpi ult, %s, %s : index\n%s = scf.execute_region -> index {\ncf.cond_br %sc, ^bb1%s, ^bb2%s", r, p.value(), p.value(), r, r, r[1:], r[1:])
		for _, b := range []string{"1", "2"} {
			p.line("^bb%s%s:", b, r[1:])
			p.region(nil, nil, p.yield("scf.yield"))
		}
		p.line("}")
		keep()
	case 12:
		p.line("%s = scf.parallel (%s, %sj) = (%%c0, %s) to (%%c2, %%c4) step (%%c1, %%c%d) init (%s) -> index {", r, iv, r, p.small(), 1+p.IntN(2), p.value())
		p.region([]string{iv, r + "j"}, nil, func() {
			p.line("scf.reduce(%s : index) {\n^bb0(%sx: index, %sy: index):\n%ss = arith.addi %sx, %sy : index\nscf.reduce.return %ss : index\n}", p.value(), r, r, r, r, r, r)
		})
		p.line("}")
		keep()
	case 13:
		p.line("scf.forall (%s, %sj) = (0, %s) to (2, 3) step (1, %d) {", iv, r, p.small(), 1+p.IntN(2))
		p.region([]string{iv, r + "j"}, nil, func() {})
		p.line("}")
	case 14, 15:
		p.line("%s = affine.for %s = max affine_map<(d0) -> (d0, 1)>(%s) to min affine_map<(d0) -> (d0 + 3, 6)>(%s) step %d iter_args(%s = %s) -> (index) {",
			r, iv, p.dim(), p.dim(), 1+p.IntN(2), arg, p.value())
		p.region([]string{iv, arg}, []string{iv}, p.yield("affine.yield"))
		p.line("}")
		keep()
	case 16:
		p.line("%s = affine.if affine_set<(d0, d1) : (d0 - d1 + 2 >= 0, d0 mod 2 == 0)>(%s, %s) -> index {", r, p.dim(), p.dim())
		p.region(nil, nil, p.yield("affine.yield"))
		p.line("} else {")
		p.region(nil, nil, p.yield("affine.yield"))
		p.line("}")
		keep()
	case 17:
		kind := []string{"addi", "muli", "ori", "andi"}[p.IntN(4)]
		p.line("%sp = affine.parallel (%s, %sj) = (0, max(%s, 1)) to (2, min(%s + 2, 5)) reduce (\"%s\") -> (i64) {", r, iv, r, p.dim(), p.dim(), kind)
		p.region([]string{iv, r + "j"}, []string{iv, r + "j"}, func() {
			p.line("%sy = arith.index_cast %s : index to i64\naffine.yield %sy : i64", r, p.value(), r)
		})
		p.line("}\n%s = arith.index_cast %sp : i64 to index", r, r)
		keep()
	}
}
