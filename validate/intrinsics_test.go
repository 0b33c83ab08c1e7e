package validate_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/iree/ireegpu"
	"optc/ir"
)

var allIntrinsics = flag.Bool("intrinsics", false, "TestMatrixIntrinsics takes all intrinsics, not one of each family and shape")

// intrinsicProgram multiplies two tiles along the depth with a matrix intrinsic, as a
// contraction or as an inner_tiled.
type intrinsicProgram struct {
	*ireegpu.MMA
	c     *ir.Context
	tiled bool
}

// operand returns type and layout of an operand.
func (p intrinsicProgram) operand(i int) (vector string, elem ir.Type, layout string) {
	part, _ := p.Part(i)
	batch := [][2]int64{{1, 2}, {2, 1}, {1, 1}}[i]
	one := [2]int64{1, 1}
	lists := [][]int64{one[:], batch[:], part.Outer[:], part.Thread[:], part.Element[:], {0, 0}, part.ThreadStrides[:]}
	if p.tiled {
		lists = [][]int64{{1, 1, 1, 1}, {batch[0], batch[1], 1, 1}}
		for _, tile := range [][2]int64{part.Outer, part.Thread, part.Element} {
			lists = append(lists, []int64{1, 1, tile[0], tile[1]})
		}
		lists = append(lists, []int64{0, 0, 0, 0}, []int64{0, 0, part.ThreadStrides[0], part.ThreadStrides[1]})
	}
	var fields []string
	shape := slices.Repeat([]int64{1}, len(lists[0]))
	for k, name := range []string{"subgroup_tile", "batch_tile", "outer_tile", "thread_tile", "element_tile", "subgroup_strides", "thread_strides"} {
		fields = append(fields, name+" = "+strings.ReplaceAll(fmt.Sprint(lists[k]), " ", ", "))
		for d := range shape {
			if k < 5 {
				shape[d] *= lists[k][d]
			}
		}
	}
	elem = p.ElementType(p.c, i)
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", "x"), "[]") + "x" + elem.String(), elem,
		"#iree_vector_ext.nested_layout<" + strings.Join(fields, ", ") + ">"
}

func (p intrinsicProgram) text() string {
	var b strings.Builder
	var types []string
	b.WriteString("func.func @f(")
	for i := range 3 {
		t, _, _ := p.operand(i)
		types = append(types, "vector<"+t+">")
		fmt.Fprintf(&b, "%%m%d: memref<%s>, ", i, t)
	}
	t, _, layout := p.operand(ireegpu.Acc)
	fmt.Fprintf(&b, "%%out: memref<%s>) {\n  %%c0 = arith.constant 0 : index\n", t)
	indices, bounds := "%c0, %c0", "true, true"
	if p.tiled {
		indices, bounds = indices+", "+indices, bounds+", "+bounds
	}
	for i := range 3 {
		t, elem, layout := p.operand(i)
		fmt.Fprintf(&b, "  %%p%d = ub.poison : %s\n", i, elem)
		fmt.Fprintf(&b, "  %%r%d = vector.transfer_read %%m%d[%s], %%p%d {in_bounds = [%s]} : memref<%s>, %s\n", i, i, indices, i, bounds, t, types[i])
		fmt.Fprintf(&b, "  %%l%d = iree_vector_ext.to_layout %%r%d to layout(%s) : %s\n", i, i, layout, types[i])
	}
	const maps = "indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]"
	if p.tiled {
		fmt.Fprintf(&b, "  %%r = iree_codegen.inner_tiled ins(%%l0, %%l1) outs(%%l2) {%s, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], kind = %s, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>} : %s, %s into %s\n",
			maps, p.MMA, types[0], types[1], types[2])
	} else {
		fmt.Fprintf(&b, "  %%r = vector.contract {%s, iterator_types = [\"parallel\", \"parallel\", \"reduction\"], kind = #vector.kind<add>, iree.gpu.mma = %s} %%l0, %%l1, %%l2 : %s, %s into %s\n",
			maps, p.MMA, types[0], types[1], types[2])
	}
	fmt.Fprintf(&b, "  %%s = iree_vector_ext.to_layout %%r to layout(%s) : %s\n", layout, types[2])
	fmt.Fprintf(&b, "  vector.transfer_write %%s, %%out[%s] {in_bounds = [%s]} : %s, memref<%s>\n  return\n}\n", indices, bounds, types[2], t)
	return b.String()
}

// Every matrix intrinsic whose layout is known computes the same as the contraction, bit
// for bit.
func TestMatrixIntrinsics(t *testing.T) {
	t.Parallel()
	type shape struct {
		family  ireegpu.Family
		m, n, k int64
		tiled   bool
	}
	seen := map[shape]bool{}
	for _, name := range ireegpu.IntrinsicNames() {
		for _, tiled := range []bool{false, true} {
			c := all.Context()
			mma, err := ireegpu.MMAOf(c, name, false)
			if err != nil {
				t.Fatal(err)
			}
			s := shape{family: mma.Family, m: mma.M, n: mma.N, k: mma.K, tiled: tiled}
			_, known := mma.Part(ireegpu.Acc)
			switch {
			case !known, seen[s] && !*allIntrinsics:
				continue
			case !tiled && mma.ElementType(c, ireegpu.LHS) != mma.ElementType(c, ireegpu.RHS):
				continue // no contraction has it
			case !tiled && mma.Family == ireegpu.VDMFMA:
				continue // the chip has no such instruction
			}
			seen[s] = true
			t.Run(fmt.Sprintf("%s/%v", name, tiled), func(t *testing.T) {
				t.Parallel()
				p := intrinsicProgram{mma, c, tiled}
				got := run(t, p.text(), fmt.Sprintf("builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=%d}))", mma.Lanes))
				if got != "" {
					t.Errorf("%.1000s\nof\n%s", got, p.text())
				}
			})
		}
	}
	if len(seen) < 40 {
		t.Errorf("%d families and shapes", len(seen))
	}
}
