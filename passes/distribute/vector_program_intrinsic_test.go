package distribute_test

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/iree/ireegpu"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// describedIntrinsics are the matrix intrinsics whose layouts are known.
var describedIntrinsics = func() (list []string) {
	c := newProgram(0).ctx
	for _, name := range ireegpu.IntrinsicNames() {
		if mma, err := ireegpu.MMAOf(c, name, false); err == nil {
			if _, ok := mma.Part(ireegpu.Acc); ok {
				list = append(list, name)
			}
		}
	}
	return list
}()

// multiplied writes the product of tiles that a matrix intrinsic computes, as an
// inner_tiled or as a contraction.
func (p *program) multiplied() {
	mma, _ := ireegpu.MMAOf(p.ctx, randprog.OneOf(p, describedIntrinsics...), false)
	tiled := !isContraction(p.ctx, mma) || p.Chance(50)
	if mma.M == mma.N && p.Chance(20) {
		p.use("result by columns")
		mma, _ = ireegpu.MMAOf(p.ctx, mma.Name, true)
	}
	p.multipliedBy(mma, tiled, func() bool { return p.Chance(40) })
}

// isContraction reports whether a contraction can have an intrinsic.
func isContraction(c *ir.Context, mma *ireegpu.MMA) bool {
	mixed := mma.ElementType(c, ireegpu.LHS) != mma.ElementType(c, ireegpu.RHS)
	return !mixed && mma.Family != ireegpu.VDMFMA
}

// multipliedBy writes the product of an intrinsic, whose lanes become the lanes of the
// program's subgroups. transposed is called for every operand of an inner_tiled.
func (p *program) multipliedBy(mma *ireegpu.MMA, tiled bool, transposed func() bool) {
	p.subgroup = mma.Lanes
	// Outer extents of m, n and k: batches, and subgroups for dimensions that are not
	// summed over.
	batch := []int64{randprog.OneOf[int64](p, 1, 2), randprog.OneOf[int64](p, 1, 2), randprog.OneOf[int64](p, 1, 1, 3)}
	subgroup, stride := []int64{randprog.OneOf[int64](p, 1, 2), randprog.OneOf[int64](p, 1, 2), 1}, []int64{1, 2, 0}
	dims := [][]int{{0, 2}, {2, 1}, {0, 1}} // iterators of the operands
	var vs, types, perms []string
	for operand, iterators := range dims {
		part, _ := mma.Part(operand)
		l := nested{}
		add := func(s, b, o, t, e, ss, ts int64) {
			if s == 1 {
				ss = 0
			}
			if t == 1 {
				ts = 0
			}
			l.subgroup, l.batch, l.outer, l.thread, l.element = append(l.subgroup, s), append(l.batch, b), append(l.outer, o), append(l.thread, t), append(l.element, e)
			l.subgroupStrides, l.threadStrides = append(l.subgroupStrides, ss), append(l.threadStrides, ts)
		}
		order := []int{0, 1}
		if tiled {
			for _, i := range iterators {
				add(subgroup[i], batch[i], 1, 1, 1, stride[i], 0)
			}
			if transposed() {
				p.use("transposed tile")
				order = []int{1, 0}
			}
			for _, side := range order {
				add(1, 1, part.Outer[side], part.Thread[side], part.Element[side], 0, part.ThreadStrides[side])
			}
		} else {
			for side, i := range iterators {
				add(subgroup[i], batch[i], part.Outer[side], part.Thread[side], part.Element[side], stride[i], part.ThreadStrides[side])
			}
		}
		perms = append(perms, fmt.Sprintf("array<i64: %d, %d>", order[0], order[1]))
		elem := mma.ElementType(p.ctx, operand)
		v := p.cast(p.read(l, "f32", 0), l.shape(), elem)
		vs = append(vs, p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, vectorType(l.shape(), elem.String())))
		types = append(types, vectorType(l.shape(), elem.String()))
		if operand == ireegpu.Acc {
			maps := fmt.Sprintf("[%s, %s, %s]", mapText(3, dims[0]), mapText(3, dims[1]), mapText(3, dims[2]))
			var r string
			if tiled {
				p.use("inner_tiled")
				r = p.Define("iree_codegen.inner_tiled ins(%s, %s) outs(%s) {indexing_maps = %s, iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], kind = %s, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>, permutations = [%s]} : %s, %s into %s",
					vs[0], vs[1], vs[2], maps, mma, strings.Join(perms, ", "), types[0], types[1], types[2])
			} else {
				p.use("contract with an intrinsic")
				r = p.Define(`vector.contract {indexing_maps = %s, iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, iree.gpu.mma = %s} %s, %s, %s : %s, %s into %s`,
					maps, mma, vs[0], vs[1], vs[2], types[0], types[1], types[2])
			}
			r = p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", r, l, types[2])
			m := p.memref(elem.String(), l.shape(), 0)
			zero := p.Define("arith.constant 0 : index")
			p.Line("vector.transfer_write %s, %s[%s] {in_bounds = [%s]} : %s, %s", r, m.name,
				strings.Join(slices.Repeat([]string{zero}, l.rank()), ", "), strings.Join(slices.Repeat([]string{"true"}, l.rank()), ", "), types[2], m.typ())
		}
	}
}

// cast makes a vector with another element type from a vector of f32.
func (p *program) cast(v string, shape []int64, elem ir.Type) string {
	op := "arith.truncf"
	switch t := elem.(type) {
	case *ir.FloatType:
		switch bits := ir.ElementBytes(t) * 8; {
		case t == p.ctx.F32():
			return v
		case bits > 32:
			op = "arith.extf"
		}
	default:
		op = "arith.fptosi"
	}
	return p.Define("%s %s : %s to %s", op, v, vectorType(shape, "f32"), vectorType(shape, elem.String()))
}
