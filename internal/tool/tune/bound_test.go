package tune

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/gpu/kernel"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/registry"
)

var boundPrograms = flag.Int("bounds", 12, "number of random programs whose bounds are compared with executions")

// TestBounds: random candidates of random kernels cost no less than their bounds.
func TestBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target string
		random func(*rand.Rand) string
		also   []int // seeds: pairs of selects fold; two equal reads have different layouts
	}{{"sm_80", randomKernel, []int{80, 128}}, {"ipu2", randomVertex, nil}} {
		t.Run(c.target, func(t *testing.T) {
			executed, tight := 0, 0.0
			seeds := c.also
			for seed := range *boundPrograms {
				seeds = append(seeds, seed)
			}
			for _, seed := range seeds {
				rng := rand.New(rand.NewPCG(uint64(seed), 3))
				text := c.random(rng)
				for _, w := range randomWishes(t, rng, text, c.target, 6) {
					executed++
					tight += w.bound / w.cycles
					if w.bound > w.cycles {
						t.Errorf("seed %d: %v costs %g cycles, but its bound is %g\n%s", seed, w.choice, w.cycles, w.bound, text)
					}
				}
			}
			t.Logf("%d candidates executed; the bound is %.0f %% of the cycles", executed, 100*tight/float64(max(executed, 1)))
			if executed == 0 {
				t.Error("no candidate was executed")
			}
		})
	}
}

// executedWish is a candidate with its cycles.
type executedWish struct {
	*wish
	cycles float64
}

// newSearch returns the search of a program, prepared.
func newSearch(t *testing.T, text, target string) *search {
	t.Helper()
	c := all.Context()
	var ds ir.Diagnostics
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "kernel.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(module, &ds) != nil {
		t.Fatal(ds.String(), text)
	}
	families := []*lower.Family{kernel.Family(), poplar.Family()}
	if err := lower.SetTarget(c, families, module, target); err != nil {
		t.Fatal(err)
	}
	family, err := lower.Of(families, module)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{Problem: &Problem{Module: module, Families: families, Registry: registry.Passes(), Pipeline: family.Pipeline, Threads: 1}, result: &Result{}}
	if err := s.prepare(t.Context()); err != nil {
		t.Fatal(err, text)
	}
	return s
}

// randomWishes executes random candidates of a program, and returns those that are valid.
func randomWishes(t *testing.T, rng *rand.Rand, text, target string, n int) (list []executedWish) {
	t.Helper()
	s := newSearch(t, text, target)
	s.fill = true
	all := s.coordinates()
	for range n {
		w := &wish{wishes: make([]Option, len(s.anchors))}
		for _, x := range all {
			option := x.options[rng.IntN(len(x.options))]
			for i, k := range x.anchors {
				w.wishes[k] = option[i]
			}
		}
		for _, step := range []func(context.Context, *wish) error{s.complete, s.bound} {
			if err := step(t.Context(), w); err != nil {
				t.Fatal(err, text)
			}
		}
		m, err := s.measure(t.Context(), w.choice, func(*ir.Operation) bool { return false })
		if err != nil {
			t.Fatal(err, text)
		}
		if w.invalid != "" && m.Refused == "" {
			t.Errorf("%v can be built, but not by the layouts: %s\n%s", w.choice, w.invalid, text)
		}
		if m.Refused == "" {
			list = append(list, executedWish{w, m.Cycles})
		}
	}
	return list
}

// randomKernel returns a kernel for a GPU. Some of its operations are without use, repeat others, or
// fold; reads overlap.
func randomKernel(rng *rand.Rand) string {
	rows, columns := int64(4)<<rng.IntN(2), int64(8)<<rng.IntN(3)
	threads, groups := int64(32)<<rng.IntN(2), 1+rng.IntN(2)
	if rng.IntN(4) == 0 {
		threads = 24 // a part of a subgroup
	}
	b := &body{rng: rng, places: []string{"%c0", "%c0", "%c1", "%rows", "%block"}, rows: rows, columns: columns, memory: fmt.Sprintf("memref<%dx%dxf32>", 2*rows, columns)}
	b.line("%%id = gpu.block_id x\n    %%factor = arith.constant %d : index\n    %%block = arith.muli %%id, %%factor : index", rows)
	b.write(1 + rng.IntN(2))
	return fmt.Sprintf(`func.func @kernel(%%x: %[1]s, %%z: %[1]s, %%y: %[1]s) attributes {gpu.known_grid_size = array<i32: %[4]d, 1, 1>,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [%[2]d, 1, 1]>} {
%[3]s    return
}
`, b.memory, threads, b.text.String(), groups)
}

// randomVertex is randomKernel for the workers of a tile.
func randomVertex(rng *rand.Rand) string {
	rows, columns := int64(6)<<rng.IntN(2), int64(4)<<rng.IntN(3)
	b := &body{rng: rng, places: []string{"%c0", "%c0", "%c1", "%rows"}, rows: rows, columns: columns, memory: fmt.Sprintf("memref<%dx%dxf32, strided<[%d, 1]>>", 2*rows, columns, columns)}
	for _, name := range []string{"x", "z", "y"} {
		b.line("%%%[1]s = memref.reinterpret_cast %%%[1]sv to offset: [0], sizes: [%[2]d, %[3]d], strides: [%[3]d, 1] : memref<?xf32> to %[4]s", name, 2*rows, columns, b.memory)
	}
	b.write(1 + rng.IntN(2))
	return fmt.Sprintf(`poplar.vertex @"demo::Kernel" multi {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @z : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%%xv : memref<?xf32>, %%zv : memref<?xf32>, %%yv : memref<?xf32>) worker(%%w : index) {
%[1]s    poplar.compute_return
  }
}
poplar.graph @main {
  %%x = poplar.variable "x" = dense<0.5> : !poplar.tensor<%[2]dxf32>
  %%z = poplar.variable "z" = dense<0.25> : !poplar.tensor<%[2]dxf32>
  %%y = poplar.variable "y" : !poplar.tensor<%[2]dxf32>
  poplar.set_tile_mapping %%x on %[3]d
  poplar.set_tile_mapping %%z on 0
  poplar.set_tile_mapping %%y on 0
  poplar.compute_set @kernel {
    %%v = poplar.add_vertex @"demo::Kernel" on 0
    poplar.connect %%v @x to %%x
    poplar.connect %%v @z to %%z
    poplar.connect %%v @y to %%y
  }
  poplar.program {
    poplar.execute @kernel
  }
}
`, b.text.String(), 2*rows*columns, rng.IntN(2))
}

// body writes the operations of a random kernel.
type body struct {
	rng           *rand.Rand
	places        []string // rows at which a memory is read
	rows, columns int64
	memory        string
	text          strings.Builder
	values        []string // vectors of rows and columns that may be used
	names         int
}

func (b *body) line(format string, args ...any) {
	fmt.Fprintf(&b.text, "    "+format+"\n", args...)
}

func (b *body) vector() string { return fmt.Sprintf("vector<%dx%dxf32>", b.rows, b.columns) }

// fresh returns a new name, of a vector that may be used.
func (b *body) fresh() string {
	b.names++
	name := fmt.Sprintf("%%v%d", b.names)
	b.values = append(b.values, name)
	return name
}

func (b *body) any() string { return b.values[b.rng.IntN(len(b.values))] }

// write writes the body of a kernel with a number of anchors.
func (b *body) write(anchors int) {
	b.line("%%c0 = arith.constant 0 : index\n    %%c1 = arith.constant 1 : index")
	b.line("%%rows = arith.constant %d : index\n    %%trips = arith.constant %d : index", b.rows/2, 1+b.rng.IntN(3))
	b.line("%%pad = arith.constant 0.0 : f32")
	b.line("%%one = arith.constant dense<1.0> : %s", b.vector())
	b.line("%%none = arith.constant dense<0.0> : vector<%dxf32>", b.rows)
	for range anchors {
		b.read()
		from := b.any()
		b.line("%s = iree_vector_ext.to_layout %s to layout(?) : %s", b.fresh(), from, b.vector())
		b.values = b.values[len(b.values)-1:]
	}
	for range 2 + b.rng.IntN(4) {
		b.op()
	}
	if b.rng.IntN(2) == 0 {
		b.loop()
	}
	b.line("vector.transfer_write %s, %%y[%%c0, %%c0] {in_bounds = [true, true]} : %s, %s", b.any(), b.vector(), b.memory)
}

// read reads one of the memories at a random place.
func (b *body) read() {
	x, at := []string{"%x", "%z"}[b.rng.IntN(2)], b.places[b.rng.IntN(len(b.places))]
	b.line("%s = vector.transfer_read %s[%s, %%c0], %%pad {in_bounds = [true, true]} : %s, %s", b.fresh(), x, at, b.memory, b.vector())
}

// op computes a vector.
func (b *body) op() {
	v := b.vector()
	switch p, q := b.any(), b.any(); b.rng.IntN(8) {
	case 0:
		b.line("%s = arith.mulf %s, %%one : %s", b.fresh(), p, v)
	case 1:
		b.line("%s = math.absf %s : %s", b.fresh(), p, v)
		b.line("%s = math.absf %s : %s", b.fresh(), p, v) // again
	case 2:
		b.line("%s = arith.divf %s, %%one : %s", b.fresh(), p, v)
	case 3:
		b.read()
		r := b.values[len(b.values)-1]
		b.line("%s = arith.addf %s, %s : %s", b.fresh(), p, r, v)
	case 4:
		n := b.names
		b.line("%%s%d = vector.multi_reduction <maximumf>, %s, %%none [1] : %s to vector<%dxf32>", n, p, v, b.rows)
		b.line("%%b%d = vector.broadcast %%s%d : vector<%dxf32> to vector<%dx%dxf32>", n, n, b.rows, b.columns, b.rows)
		b.line("%%t%d = vector.transpose %%b%d, [1, 0] : vector<%dx%dxf32> to %s", n, n, b.columns, b.rows, v)
		b.line("%s = arith.subf %s, %%t%d : %s", b.fresh(), p, n, v)
	case 5:
		half, n := fmt.Sprintf("vector<%dx%dxf32>", b.rows/2, b.columns), b.names
		b.line("%%h%d = vector.extract_strided_slice %s {offsets = [0, 0], sizes = [%d, %d], strides = [1, 1]} : %s to %s", n, p, b.rows/2, b.columns, v, half)
		b.line("%s = vector.insert_strided_slice %%h%d, %s {offsets = [0, 0], strides = [1, 1]} : %s into %s", b.fresh(), n, q, half, v)
	default:
		b.line("%s = arith.addf %s, %s : %s", b.fresh(), p, q, v)
	}
}

// loop carries a vector through a loop.
func (b *body) loop() {
	outside, start, v := len(b.values), b.any(), b.vector()
	result := fmt.Sprintf("%%l%d", b.names)
	b.line("%s = scf.for %%i = %%c0 to %%trips step %%c1 iter_args(%%acc = %s) -> (%s) {", result, start, v)
	b.values = append(b.values, "%acc")
	for range 1 + b.rng.IntN(3) {
		b.op()
	}
	sum := b.fresh()
	b.line("%s = arith.addf %%acc, %s : %s", sum, b.values[len(b.values)-2], v)
	b.line("scf.yield %s : %s", sum, v)
	b.values = append(b.values[:outside], result)
	b.line("}")
}
