package vectors_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/irtest"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// transferText returns a function with a random read and a random write of memory or of a tensor: with permutations, broadcasts,
// masks, and elements out of bounds. It returns the vector that was read, and all elements after the write.
func transferText(r *rand.Rand) string {
	var b strings.Builder
	base := make([]int, 1+r.IntN(3))
	for d := range base {
		base[d] = 2 + r.IntN(4)
	}
	whole := "vector<" + shapeText(base) + "i32>"
	kind := []string{"memref", "tensor"}[r.IntN(2)]
	static := kind + "<" + shapeText(base) + "i32>"
	dims := slices.Clone(base)
	for d := range dims {
		if r.IntN(2) == 0 {
			dims[d] = -1
		}
	}
	dynamic := kind + "<" + shapeText(dims) + "i32>"
	inside := strings.TrimSuffix(strings.Repeat("true, ", len(base)), ", ")
	zeros := strings.TrimSuffix(strings.Repeat("%c0, ", len(base)), ", ")
	fmt.Fprintf(&b, "func.func @f() -> (%%VT, %s) {\n  %%c0 = arith.constant 0 : index\n  %%p = arith.constant -1 : i32\n", whole)
	fmt.Fprintf(&b, "  %%init = arith.constant dense<%s> : %s\n", denseText(base, func(i int) string { return fmt.Sprint(100 + i) }), whole)
	if kind == "memref" {
		fmt.Fprintf(&b, "  %%a = memref.alloc() : %s\n  vector.transfer_write %%init, %%a[%s] {in_bounds = [%s]} : %s, %s\n", static, zeros, inside, whole, static)
	} else {
		fmt.Fprintf(&b, "  %%e = tensor.empty() : %s\n  %%a = vector.transfer_write %%init, %%e[%s] {in_bounds = [%s]} : %s, %s\n", static, zeros, inside, whole, static)
	}
	fmt.Fprintf(&b, "  %%m = %s.cast %%a : %s to %s\n", kind, static, dynamic)
	read := randomTransfer(r, base, "r", true)
	b.WriteString(read.constants)
	fmt.Fprintf(&b, "  %%r = vector.transfer_read %%m[%s], %%p%s {in_bounds = [%s], permutation_map = %s} : %s, %s\n", read.indices, read.mask, read.bounds, read.perm, dynamic, read.vector)
	write := randomTransfer(r, base, "w", false)
	b.WriteString(write.constants)
	result, last := "", "%m"
	if kind == "tensor" {
		result, last = "%t = ", "%t"
	}
	fmt.Fprintf(&b, "  %svector.transfer_write %%wv, %%m[%s]%s {in_bounds = [%s], permutation_map = %s} : %s, %s\n", result, write.indices, write.mask, write.bounds, write.perm, write.vector, dynamic)
	fmt.Fprintf(&b, "  %%s = %s.cast %s : %s to %s\n  %%all = vector.transfer_read %%s[%s], %%p {in_bounds = [%s]} : %s, %s\n", kind, last, dynamic, static, zeros, inside, static, whole)
	fmt.Fprintf(&b, "  return %%r, %%all : %s, %s\n}\n", read.vector, whole)
	return strings.Replace(b.String(), "%VT", read.vector, 1)
}

// transferParts are the texts of the parts of a transfer.
type transferParts struct{ constants, indices, mask, bounds, perm, vector string }

// randomTransfer returns a transfer of a base of these extents, whose constants have names that begin with a prefix.
func randomTransfer(r *rand.Rand, base []int, prefix string, broadcasts bool) (t transferParts) {
	var b strings.Builder
	names, at := make([]string, len(base)), make([]int, len(base))
	for d, n := range base {
		names[d], at[d] = fmt.Sprintf("%%%si%d", prefix, d), r.IntN(n)
		fmt.Fprintf(&b, "  %s = arith.constant %d : index\n", names[d], at[d])
	}
	order := r.Perm(len(base))[:1+r.IntN(len(base))]
	if broadcasts {
		for range r.IntN(3) {
			order = slices.Insert(order, r.IntN(len(order)+1), -1)
		}
	}
	var shape, maskShape []int
	var results, bounds []string
	size := map[int]int{}
	for _, d := range order {
		n, result, in := 1+r.IntN(4), "0", true
		if d >= 0 {
			size[d] = n
			result, in = fmt.Sprint("d", d), at[d]+n <= base[d] && r.IntN(2) == 0
		}
		shape, results, bounds = append(shape, n), append(results, result), append(bounds, fmt.Sprint(in))
	}
	var inputs []string
	for d := range base {
		inputs = append(inputs, fmt.Sprint("d", d))
		if n, ok := size[d]; ok {
			maskShape = append(maskShape, n)
		}
	}
	t.vector = "vector<" + shapeText(shape) + "i32>"
	if !broadcasts {
		fmt.Fprintf(&b, "  %%%sv = arith.constant dense<%s> : %s\n", prefix, denseText(shape, func(i int) string { return fmt.Sprint(i) }), t.vector)
	}
	if r.IntN(2) == 0 {
		maskType := "vector<" + shapeText(maskShape) + "i1>"
		fmt.Fprintf(&b, "  %%%sm = arith.constant dense<%s> : %s\n", prefix, denseText(maskShape, func(int) string { return fmt.Sprint(r.IntN(3) > 0) }), maskType)
		t.mask = ", %" + prefix + "m"
	}
	t.constants, t.indices, t.bounds = b.String(), strings.Join(names, ", "), strings.Join(bounds, ", ")
	t.perm = fmt.Sprintf("affine_map<(%s) -> (%s)>", strings.Join(inputs, ", "), strings.Join(results, ", "))
	return t
}

// shapeText returns extents as types spell them; -1 is dynamic.
func shapeText(dims []int) string {
	var b strings.Builder
	for _, n := range dims {
		if n < 0 {
			b.WriteString("?x")
		} else {
			fmt.Fprintf(&b, "%dx", n)
		}
	}
	return b.String()
}

// denseText returns nested lists of elements.
func denseText(dims []int, element func(i int) string) string {
	next := 0
	var list func(dims []int) string
	list = func(dims []int) string {
		if len(dims) == 0 {
			next++
			return element(next - 1)
		}
		var parts []string
		for range dims[0] {
			parts = append(parts, list(dims[1:]))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return list(dims)
}

// Transfers move the same elements after convert-vector-to-scf, with every set of options.
func TestToSCFExec(t *testing.T) {
	t.Parallel()
	const seeds = 200
	for seed := range uint64(seeds) {
		text := transferText(rand.New(rand.NewPCG(seed, 49)))
		_, m := irtest.Parse(t, text)
		want, err := validate.Functions(m)[0].Run(t.Context(), []sim.Value{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for _, options := range []string{"", "{target-rank=0 lower-tensors}", "{target-rank=2 lower-tensors}", "{full-unroll lower-tensors}", "{full-unroll target-rank=0 lower-tensors}"} {
			c, after := irtest.Parse(t, text)
			p, err := registry.Passes().Parse("builtin.module(convert-vector-to-scf" + options + ")")
			if err != nil {
				t.Fatal(err)
			}
			if err := passes.NewManager(c).Run(t.Context(), p, after); err != nil {
				t.Fatal(err)
			}
			got, err := validate.Functions(after)[0].Run(t.Context(), []sim.Value{})
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s\n→\n%s", seed, options, err, text, after)
			}
			if d := got.Differs(want); d != "" {
				t.Fatalf("seed %d, %s: %s\n%s\n→\n%s", seed, options, d, text, after)
			}
		}
	}
}

// The mark of transfers whose vector is in a buffer has no effect on other transfers.
func TestToSCFMarked(t *testing.T) {
	t.Parallel()
	const text = `func.func @f(%m: memref<4x4xf32>, %i: index, %p: f32, %b: memref<vector<f32>>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {__vector_to_scf_lowering__} : memref<4x4xf32>, vector<f32>
  memref.store %0, %b[] : memref<vector<f32>>
  %1 = vector.transfer_read %m[%i, %i], %p {__vector_to_scf_lowering__} : memref<4x4xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}`
	c, m := irtest.Parse(t, text)
	before := m.String()
	p, err := registry.Passes().Parse("builtin.module(convert-vector-to-scf)")
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(c).Run(t.Context(), p, m); err != nil {
		t.Fatal(err)
	}
	if m.String() != before {
		t.Errorf("changed to\n%s", m)
	}
}
