package passes_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
)

// packLayout makes a random layout of at most 256 elements over at most 64 threads.
func (p *program) packLayout(rank int) *ireemap.PackLayout {
	for {
		modes := make([]ireemap.Mode, rank)
		var threads []*ireemap.Leaf
		for d := range modes {
			for range 1 + p.IntN(3) {
				modes[d] = append(modes[d], ireemap.Leaf{Size: oneOf[int64](p, 1, 2, 3, 4)})
			}
			for i := range modes[d] {
				if p.chance(50) {
					threads = append(threads, &modes[d][i])
				}
			}
		}
		stride := oneOf[int64](p, 1, 1, 2)
		for _, i := range p.Perm(len(threads)) {
			threads[i].Stride = stride
			stride *= threads[i].Size * oneOf[int64](p, 1, 1, 1, 2)
		}
		l, err := ireemap.NewPackLayout(p.ctx, modes)
		if err != nil {
			panic(err)
		}
		if n, _ := ir.NumElements(l.UndistributedShape()); n <= 256 && stride <= 64 {
			return l
		}
	}
}

// Threads that share vectors by layouts of iree_map write what one thread does.
func TestPackedProgramsAgree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(programs / 4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := newProgram(seed)
			l := p.packLayout(1 + p.IntN(3))
			shape := l.UndistributedShape()
			typ := vectorType(shape, "f32")
			laid := p.emit("iree_vector_ext.to_layout %s to layout(%s) : %s", p.whole("f32", shape, 0), l, typ)
			suffix := shape[p.IntN(len(shape)):]
			repeated := p.emit("vector.broadcast %s : %s to %s", p.whole("f32", suffix, 0), vectorType(suffix, "f32"), typ)
			sum := p.emit("arith.addf %s, %s : %s", laid, repeated, typ)
			p.store(sum, shape)
			perm := p.Perm(len(shape))
			var turned []int64
			for _, d := range perm {
				turned = append(turned, shape[d])
			}
			order := strings.ReplaceAll(fmt.Sprint(perm), " ", ", ")
			p.store(p.emit("vector.transpose %s, %s : %s to %s", sum, order, typ, vectorType(turned, "f32")), turned)
			n, _ := ir.NumElements(shape)
			if flat := l.Reshape([]int64{n}); flat != nil {
				p.store(p.emit("vector.shape_cast %s : %s to vector<%dxf32>", sum, typ, n), []int64{n})
				step := p.emit("vector.step : vector<%dxindex>", n)
				step = p.emit("iree_vector_ext.to_layout %s to layout(%s) : vector<%dxindex>", step, flat, n)
				step = p.emit("arith.index_cast %s : vector<%dxindex> to vector<%dxi32>", step, n, n)
				p.store(p.emit("arith.sitofp %s : vector<%dxi32> to vector<%dxf32>", step, n, n), []int64{n})
			}
			want := p.call(t, p.transformed(t, "builtin.module()"), 1)
			for _, more := range []string{"", ",canonicalize,cse,canonicalize"} {
				module := p.transformed(t, "builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=64})"+more+")")
				ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
					if ir.IsAny(op, vectorext.ToLayout, vectorext.ToSIMD, vectorext.ToSIMT) {
						t.Fatalf("%s is left over in\n%s\nfrom\n%s", op.Name(), module, p.text())
					}
					return ir.Advance
				})
				if d := p.call(t, module, 64).Differs(want); d != "" {
					t.Fatalf("%s\nfor\n%s\n%s", module, p.text(), d)
				}
			}
		})
	}
}
