package tensors_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// writer writes a function with a random linalg.generic.
type writer struct {
	*rand.Rand
	elem    string
	loops   int
	sizes   []int
	dynamic []bool
	reduced []bool
	b       strings.Builder
	args    []string // of the function
	slices  int
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// operand returns the name, map and type of a tensor whose dimensions run along loops.
func (w *writer) operand(loops []int) (name, maps, typ string) {
	var dims, whole, part, sizes, zeros, ones []string
	for _, d := range loops {
		dims = append(dims, fmt.Sprintf("d%d", d))
		whole = append(whole, fmt.Sprintf("%dx", w.sizes[d]))
		zeros, ones = append(zeros, "0"), append(ones, "1")
		if w.dynamic[d] {
			part, sizes = append(part, "?x"), append(sizes, fmt.Sprintf("%%s%d", d))
		} else {
			part, sizes = append(part, whole[len(whole)-1]), append(sizes, fmt.Sprint(w.sizes[d]))
		}
	}
	all := make([]string, w.loops)
	for d := range all {
		all[d] = fmt.Sprintf("d%d", d)
	}
	maps = fmt.Sprintf("affine_map<(%s) -> (%s)>", strings.Join(all, ", "), strings.Join(dims, ", "))
	arg := fmt.Sprintf("%%a%d", len(w.args))
	full := "tensor<" + strings.Join(whole, "") + w.elem + ">"
	w.args = append(w.args, arg+": "+full)
	typ = "tensor<" + strings.Join(part, "") + w.elem + ">"
	if typ == full {
		return arg, maps, typ
	}
	name = fmt.Sprintf("%%p%d", w.slices)
	w.slices++
	w.printf("  %s = tensor.extract_slice %s[%s] [%s] [%s] : %s to %s\n", name, arg, strings.Join(zeros, ", "), strings.Join(sizes, ", "), strings.Join(ones, ", "), full, typ)
	return name, maps, typ
}

func (w *writer) chosen(reduced bool) (loops []int) {
	for _, d := range w.Perm(w.loops) {
		if w.IntN(3) > 0 && (reduced || !w.reduced[d]) {
			loops = append(loops, d)
		}
	}
	return loops
}

// generic writes the function; inputs have any loops, and the output those that do not reduce.
func generic(seed uint64, dynamic bool) string {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1)), elem: []string{"f32", "i32", "f16"}[seed%3]}
	w.loops = 1 + w.IntN(3)
	for d := range w.loops {
		w.sizes = append(w.sizes, 1+w.IntN(4))
		w.dynamic = append(w.dynamic, dynamic && w.IntN(2) == 0)
		w.reduced = append(w.reduced, w.IntN(3) == 0)
		if w.dynamic[d] {
			w.printf("  %%n%d = arith.constant %d : index\n  %%r%d = arith.remui %%m%d, %%n%d : index\n", d, w.sizes[d]+1, d, d, d)
			w.printf("  %%s%d = affine.min affine_map<(d0) -> (d0, %d)>(%%r%d)\n", d, w.sizes[d], d)
			w.args = append(w.args, fmt.Sprintf("%%m%d: index", d))
		}
	}
	var names, maps, types []string
	add := func(loops []int) {
		name, m, typ := w.operand(loops)
		names, maps, types = append(names, name), append(maps, m), append(types, typ)
	}
	add(w.Perm(w.loops)) // determines all extents
	for range 1 + w.IntN(3) {
		add(w.chosen(true))
	}
	var out []int
	for _, d := range w.Perm(w.loops) {
		if !w.reduced[d] {
			out = append(out, d)
		}
	}
	add(out)
	var args, iterators []string
	for i := range names {
		args = append(args, fmt.Sprintf("%%v%d: %s", i, w.elem))
	}
	for _, r := range w.reduced {
		iterators = append(iterators, map[bool]string{true: `"reduction"`, false: `"parallel"`}[r])
	}
	last := len(names) - 1
	w.printf("  %%0 = linalg.generic {indexing_maps = [%s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {\n  ^bb0(%s):\n",
		strings.Join(maps, ", "), strings.Join(iterators, ", "), strings.Join(names[:last], ", "), strings.Join(types[:last], ", "), names[last], types[last], strings.Join(args, ", "))
	w.body(last)
	w.printf("  } -> %s\n  return %%0 : %s\n", types[last], types[last])
	return fmt.Sprintf("func.func @f(%s) -> %s {\n%s}\n", strings.Join(w.args, ", "), types[last], w.b.String())
}

// body writes a region that combines some inputs, and the result with the output.
func (w *writer) body(inputs int) {
	suffix := map[bool]string{true: "i", false: "f"}[w.elem == "i32"]
	value := "%v0"
	next := 0
	step := func(op, x, y string) string {
		name := fmt.Sprintf("%%x%d", next)
		next++
		w.printf("    %s = arith.%s%s %s, %s : %s\n", name, op, suffix, x, y, w.elem)
		return name
	}
	for i := 1; i < inputs; i++ {
		value = step([]string{"add", "mul", "sub", "mul"}[w.IntN(4)], value, fmt.Sprintf("%%v%d", i))
	}
	if w.elem == "i32" && w.IntN(2) == 0 {
		w.printf("    %%i = linalg.index %d : index\n    %%k = arith.index_cast %%i : index to i32\n", w.IntN(w.loops))
		value = step("add", value, "%k")
	}
	value = step("add", []string{value, fmt.Sprintf("%%v%d", inputs)}[next%2], []string{fmt.Sprintf("%%v%d", inputs), value}[next%2])
	w.printf("    linalg.yield %s : %s\n", value, w.elem)
}

// process runs passes on the functions of a text, and executes them before and after each pass.
func process(t *testing.T, seed uint64, text, list string) *ir.Operation {
	t.Helper()
	c := ir.NewContext(all.Dialects()...)
	module, err := parser.Parse(context.Background(), c, &ir.Source{Text: text}, nil)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, text)
	}
	pipeline := diag.Must(registry.Passes().Parse("builtin.module(func.func(" + list + "))"))
	m := passes.NewManager(c)
	m.Instrumentations = append(m.Instrumentations, passes.VerifyExec(validate.New(sim.Limits{})))
	if err := m.Run(context.Background(), pipeline, module); err != nil {
		t.Fatalf("seed %d, %s: %v\n%s", seed, list, err, text)
	}
	return module
}

// TestVectorize executes random operations before and after they are vectorized.
func TestVectorize(t *testing.T) {
	t.Parallel()
	vectorized := 0
	for seed := range uint64(90) {
		text := generic(seed, seed%2 == 1)
		options := []string{"enable-vector-masking=true", "enable-vector-masking=true generate-contract=false", "enable-vector-masking=true enable-cleanup=false"}[seed/2%3]
		module := process(t, seed, text, "linalg-vectorize{"+options+"}")
		if !strings.Contains(module.String(), "linalg.generic") {
			vectorized++
		}
	}
	if vectorized < 89 {
		t.Errorf("%d of 90 operations were vectorized", vectorized)
	}
}

// TestTile executes random operations before and after they are divided into tiles, and the tiles vectorized.
func TestTile(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed < 150; seed += 12 { // integers, whose sums have no order
		text := generic(seed, seed%8 == 1)
		r := rand.New(rand.NewPCG(seed, 2))
		options := fmt.Sprintf("tile-sizes=%d,%d,%d", r.IntN(4), r.IntN(4), r.IntN(4))
		module := process(t, seed, text, "linalg-tile{"+options+"},linalg-vectorize{enable-vector-masking=true},tensor-hoist-slices")
		if strings.Contains(module.String(), "linalg.generic") {
			t.Errorf("seed %d, %s: a tile was not vectorized:\n%s", seed, options, module)
		}
	}
}

// TestPadAndSplit executes random operations before and after their operands are padded, and their reductions divided.
func TestPadAndSplit(t *testing.T) {
	t.Parallel()
	padded, split := 0, 0
	for seed := range uint64(400) {
		list := "pad-tensors{multiples=4,4,4}"
		if seed%3 == 1 { // integers, whose sums have no order
			list += ",split-tensors{parts=2}"
		}
		text := process(t, seed, generic(seed, false), list).String()
		if strings.Contains(text, "tensor.pad") {
			padded++
		}
		if strings.Contains(text, "tensor.splat") {
			split++
		}
	}
	if padded < 150 || split < 8 {
		t.Errorf("%d operations were padded and %d divided", padded, split)
	}
}
