package distribute_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/vectorext"
	"optc/ir"
)

// reductionKinds are the kinds of reductions of integers and of floats.
var reductionKinds = map[bool][]string{
	false: {"add", "mul", "minsi", "maxsi", "minui", "maxui", "and", "or", "xor"},
	true:  {"add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf"},
}

// numbers makes a vector of elements of any type whose sums and products are exact in
// every order: small integers, and 2 and -1 for sums and products of floats.
func (p *program) numbers(l nested, elem, kind string) string {
	shape := l.shape()
	typ := vectorType(shape, elem)
	if elem[0] != 'f' && elem[0] != 'b' {
		v := p.readWhole(shape, "i32")
		switch {
		case elem == "i32":
			return v
		case elem == "index":
			return p.Define("arith.index_cast %s : %s to %s", v, vectorType(shape, "i32"), typ)
		case elem == "i64":
			return p.Define("arith.extsi %s : %s to %s", v, vectorType(shape, "i32"), typ)
		default:
			return p.Define("arith.trunci %s : %s to %s", v, vectorType(shape, "i32"), typ)
		}
	}
	wide := vectorType(shape, "f32")
	v := p.readWhole(shape, "f32")
	if kind == "mul" || kind == "add" {
		zero := p.Define("arith.constant dense<0.0> : %s", wide)
		c := p.Define("arith.cmpf ogt, %s, %s : %s", v, zero, wide)
		two, minus := p.Define("arith.constant dense<2.0> : %s", wide), p.Define("arith.constant dense<-1.0> : %s", wide)
		v = p.Define("arith.select %s, %s, %s : %s, %s", c, two, minus, vectorType(shape, "i1"), wide)
	}
	switch elem {
	case "f32":
		return v
	case "f64":
		return p.Define("arith.extf %s : %s to %s", v, wide, typ)
	default:
		return p.Define("arith.truncf %s : %s to %s", v, wide, typ)
	}
}

// readWhole reads a whole memref.
func (p *program) readWhole(shape []int64, elem string) string {
	m := p.memref(elem, shape, 9)
	zero, pad := p.Define("arith.constant 0 : index"), p.Define("arith.constant %s : %s", map[bool]string{true: "0.0", false: "0"}[strings.Contains(elem, "f")], elem)
	return p.Define("vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", m.name, repeated(zero, len(shape)), pad, repeated("true", len(shape)), m.typ(), vectorType(shape, elem))
}

// writeWhole writes a vector to its own memref.
func (p *program) writeWhole(v string, shape []int64, elem string) {
	m := p.memref(elem, shape, 9)
	zero := p.Define("arith.constant 0 : index")
	p.Line("vector.transfer_write %s, %s[%s] {in_bounds = [%s]} : %s, %s", v, m.name, repeated(zero, len(shape)), repeated("true", len(shape)), vectorType(shape, elem), m.typ())
}

func repeated(word string, n int) string {
	return strings.TrimSuffix(strings.Repeat(word+", ", n), ", ")
}

// distributedAgrees compares the program in 16 threads, in subgroups of eight, with a
// single thread that runs the whole program.
func (p *program) distributedAgrees(t *testing.T, options string) {
	t.Helper()
	want := p.call(t, p.transformed(t, "builtin.module()"), 1)
	module := p.transformed(t, "builtin.module(func.func(vectorext-distribute-nested-layout{subgroup-size=8 workgroup-size=16"+options+"}))")
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if ir.IsAny(op, vectorext.ToLayoutOp{}, vectorext.ToSIMDOp{}, vectorext.ToSIMTOp{}) {
			t.Fatalf("%s is left over in\n%s", op.Name(), module)
		}
		return ir.Advance
	})
	if d := p.call(t, module, 16).Differs(want); d != "" {
		t.Fatalf("%s\n%s\nfrom\n%s", d, module, p.text())
	}
}

// TestReductionsOfEveryKind reduces elements of every type by every kind: within a thread,
// over lanes, over lanes that are no cluster, over subgroups and over all of them, masked
// and not.
func TestReductionsOfEveryKind(t *testing.T) {
	t.Parallel()
	clusters := nested{subgroup: []int64{1, 1, 2}, batch: []int64{1, 2, 1}, outer: []int64{1, 1, 1}, thread: []int64{2, 4, 1},
		element: []int64{2, 1, 1}, subgroupStrides: []int64{0, 0, 1}, threadStrides: []int64{4, 1, 0}}
	others := nested{subgroup: []int64{1, 1, 1}, batch: []int64{1, 1, 2}, outer: []int64{1, 2, 1}, thread: []int64{2, 3, 2},
		element: []int64{2, 1, 1}, subgroupStrides: []int64{0, 0, 0}, threadStrides: []int64{3, 1, 6}}
	for _, elem := range []string{"i1", "i8", "i32", "i64", "index", "f16", "bf16", "f32", "f64"} {
		for _, kind := range reductionKinds[elem[0] == 'f' || elem[0] == 'b'] {
			t.Run(kind+" of "+elem, func(t *testing.T) {
				t.Parallel()
				for i, options := range []string{"", " chip=gfx942"} {
					p := newProgram(0)
					l := []nested{clusters, others}[i]
					shape := l.shape()
					v := p.anchoredAs(p.numbers(l, elem, kind), l, elem)
					mask := p.masked(shape)
					for _, dims := range [][]int{{0}, {1}, {2}, {1, 2}, {0, 1, 2}} {
						var rest []int
						for d := range shape {
							if !slices.Contains(dims, d) {
								rest = append(rest, d)
							}
						}
						result := l.pick(rest...)
						acc := p.numbers(result, elem, kind)
						typ := vectorType(result.shape(), elem)
						if len(rest) == 0 {
							acc, typ = p.Define("vector.extract %s[] : %s from %s", acc, elem, typ), elem
						}
						op := fmt.Sprintf("vector.multi_reduction <%s>, %s, %s %s : %s to %s", kind, v, acc, strings.ReplaceAll(fmt.Sprint(dims), " ", ", "), vectorType(shape, elem), typ)
						if i == 0 {
							op = fmt.Sprintf("vector.mask %s { %s } : %s -> %s", mask, op, vectorType(shape, "i1"), typ)
						}
						r := p.Define("%s", op)
						if len(rest) == 0 {
							r = p.Define("vector.broadcast %s : %s to vector<%s>", r, elem, elem)
						}
						p.writeWhole(r, result.shape(), elem)
					}
					p.distributedAgrees(t, options)
				}
			})
		}
	}
}

// TestContractionsOfEveryKind multiplies elements of every type, also to wider types,
// with transposed operands and a batch dimension, and combines the products by every
// kind, over lanes and over subgroups.
func TestContractionsOfEveryKind(t *testing.T) {
	t.Parallel()
	const b, m, n, k = 0, 1, 2, 3
	iteration := []nested{
		{subgroup: []int64{1, 1, 1, 2}, batch: []int64{2, 1, 1, 1}, outer: []int64{1, 1, 2, 1}, thread: []int64{1, 2, 1, 4},
			element: []int64{1, 1, 1, 2}, subgroupStrides: []int64{0, 0, 0, 1}, threadStrides: []int64{0, 4, 0, 1}},
		{subgroup: []int64{2, 1, 1, 1}, batch: []int64{1, 2, 1, 3}, outer: []int64{1, 1, 1, 1}, thread: []int64{1, 1, 2, 2},
			element: []int64{1, 1, 2, 1}, subgroupStrides: []int64{1, 0, 0, 0}, threadStrides: []int64{0, 0, 1, 2}},
	}
	maps := [][3][]int{{{b, m, k}, {b, k, n}, {b, m, n}}, {{k, m, b}, {n, b, k}, {n, m, b}}, {{m, k}, {b, n, k}, {m, b, n}}}
	for _, types := range [][2]string{
		{"i8", "i8"}, {"i8", "i32"}, {"i32", "i32"}, {"i64", "i64"}, {"f16", "f16"}, {"f16", "f32"}, {"bf16", "f32"}, {"f32", "f32"}, {"f32", "f64"}, {"f64", "f64"},
	} {
		for _, kind := range reductionKinds[types[1][0] == 'f'] {
			t.Run(fmt.Sprintf("%s of %s and %s", kind, types[0], types[1]), func(t *testing.T) {
				t.Parallel()
				p := newProgram(0)
				for i, maps := range maps {
					l := iteration[i%2]
					var vs, forms, operands []string
					for o, elem := range []string{types[0], types[0], types[1]} {
						part := l.pick(maps[o]...)
						v := p.numbers(part, elem, "mul")
						if o < 2 {
							v = p.anchoredAs(v, part, elem)
						}
						vs, forms, operands = append(vs, v), append(forms, mapText(4, maps[o])), append(operands, vectorType(part.shape(), elem))
					}
					op := fmt.Sprintf(`vector.contract {indexing_maps = [%s], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<%s>} %s : %s, %s into %s`,
						strings.Join(forms, ", "), kind, strings.Join(vs, ", "), operands[0], operands[1], operands[2])
					if i > 0 {
						op = fmt.Sprintf("vector.mask %s { %s } : %s -> %s", p.masked(l.shape()), op, vectorType(l.shape(), "i1"), operands[2])
					}
					p.writeWhole(p.Define("%s", op), l.pick(maps[2]...).shape(), types[1])
				}
				p.distributedAgrees(t, "")
			})
		}
	}
}
