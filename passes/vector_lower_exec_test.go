package passes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Lowered reductions and gathers, masked or not, write what the operations write.
// The data are small integers, so that the order of the summands does not matter.
func TestLoweredVectorsAgree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(programs) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			p := newProgram(seed)
			if p.chance(50) {
				p.reduction()
			} else {
				p.elementGather()
			}
			want := p.call(t, p.transformed(t, "builtin.module()"))
			for _, pipeline := range []string{
				"lower-vector-mask",
				"lower-vector-multi-reduction",
				"lower-vector-multi-reduction{lowering-strategy=inner-reduction}",
				"lower-vector-mask,lower-vector-gather",
			} {
				for _, more := range []string{"", ",canonicalize,cse"} {
					text := "builtin.module(func.func(" + pipeline + ")" + more + ")"
					module := p.transformed(t, text)
					if strings.Contains(pipeline, "gather") && strings.Contains(module.String(), "vector.gather") ||
						strings.Contains(pipeline, "reduction") && strings.Contains(module.String(), "vector.multi_reduction") {
						t.Fatalf("%s leaves\n%s", text, module)
					}
					if got := p.call(t, module); got != want {
						t.Fatalf("%s makes\n%s\nwhich gives\n%s, but\n%s\ngives\n%s", text, module, got, p.text(), want)
					}
				}
			}
		})
	}
}

// whole reads a new memref of that shape.
func (p *program) whole(elem string, shape []int64, limit int64) string {
	m := p.memref(elem, shape, limit)
	pad := p.emit("arith.constant %s", map[string]string{"f32": "0.0 : f32", "index": "0 : index", "i1": "false"}[elem])
	zero := p.emit("arith.constant 0 : index")
	at := strings.Join(slices.Repeat([]string{zero}, len(shape)), ", ")
	in := strings.Join(slices.Repeat([]string{"true"}, len(shape)), ", ")
	return p.emit("vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", m.name, at, pad, in, m.typ(), vectorType(shape, elem))
}

// store writes a vector to a new memref.
func (p *program) store(v string, shape []int64) {
	m := p.memref("f32", shape, 0)
	p.args[len(p.args)-1].out = true
	zero := p.emit("arith.constant 0 : index")
	at := strings.Join(slices.Repeat([]string{zero}, len(shape)), ", ")
	fmt.Fprintf(&p.body, "  vector.transfer_write %s, %s[%s] : %s, %s\n", v, m.name, at, vectorType(shape, "f32"), m.typ())
}

// under puts an operation under a mask, or not.
func (p *program) under(mask []int64, result, format string, args ...any) string {
	op := fmt.Sprintf(format, args...)
	if p.chance(50) {
		return p.emit("%s", op)
	}
	k := p.whole("i1", mask, 0)
	return p.emit("vector.mask %s { %s } : %s -> %s", k, op, vectorType(mask, "i1"), result)
}

func (p *program) extents(rank int) []int64 {
	shape := make([]int64, rank)
	for d := range shape {
		shape[d] = 1 + p.Int64N(4)
	}
	return shape
}

// reduction writes a reduction of at least one dimension.
func (p *program) reduction() {
	shape := p.extents(1 + p.IntN(4))
	var kept, reduced []int64
	first := p.IntN(len(shape))
	for d, n := range shape {
		if d == first || p.chance(40) {
			reduced = append(reduced, int64(d))
		} else {
			kept = append(kept, n)
		}
	}
	kind := oneOf(p, "add", "minimumf", "maximumf", "minnumf", "maxnumf")
	x := p.whole("f32", shape, 0)
	acc, result := "", "f32"
	if len(kept) > 0 {
		acc, result = p.whole("f32", kept, 0), vectorType(kept, "f32")
	} else {
		acc = p.emit("arith.constant 3.0 : f32")
	}
	r := p.under(shape, result, "vector.multi_reduction <%s>, %s, %s %s : %s to %s", kind, x, acc, ints(reduced), vectorType(shape, "f32"), result)
	if len(kept) == 0 {
		kept = []int64{1}
		r = p.emit("vector.broadcast %s : f32 to vector<1xf32>", r)
	}
	p.store(r, kept)
}

// elementGather writes a gather from a memref or from a column of a matrix.
func (p *program) elementGather() {
	shape := p.extents(1 + p.IntN(3))
	const rows, columns = 9, 3
	m := p.memref("f32", []int64{rows, columns}, 0)
	base, typ, limit := m.name, m.typ(), int64(columns)
	c := p.emit("arith.constant 0 : index")
	at := c + ", " + c
	if p.chance(50) {
		column := p.IntN(columns)
		typ = fmt.Sprintf("memref<%dxf32, strided<[%d], offset: %d>>", rows-1, columns, column)
		base = p.emit("memref.subview %s[0, %d] [%d, 1] [1, 1] : %s to %s", m.name, column, rows-1, m.typ(), typ)
		at, limit = p.emit("arith.constant %d : index", p.IntN(2)), rows-2
	}
	v := p.whole("index", shape, limit)
	k := p.whole("i1", shape, 0)
	x := p.whole("f32", shape, 0)
	result := vectorType(shape, "f32")
	op := fmt.Sprintf("vector.gather %s[%s] [%s], %s, %s : %s, %s, %s, %s into %s", base, at, v, k, x,
		typ, vectorType(shape, "index"), vectorType(shape, "i1"), result, result)
	p.store(p.under(shape, result, "%s", op), shape)
}
