package distribute_test

import (
	"fmt"
	"optc/internal/testing/randprog"
	"slices"
	"strings"
)

// without returns a layout without one of its dimensions.
func (p *program) without(l nested, dim int) nested {
	return l.pick(slices.Delete(p.identity(l.rank()), dim, dim+1)...)
}

// anchoredAs is anchored for any element type.
func (p *program) anchoredAs(v string, l nested, elem string) string {
	return p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, vectorType(l.shape(), elem))
}

// pair writes an operation with two results.
func (p *program) pair(format string, args ...any) (first, second string) {
	name := p.Fresh()
	p.Line("%s:2 = %s", name, fmt.Sprintf(format, args...))
	return name + "#0", name + "#1"
}

// scanned makes a vector by a scan along a dimension, and writes the accumulated value.
func (p *program) scanned(l nested) string {
	dim := p.IntN(l.rank())
	rest := p.without(l, dim)
	kind := randprog.OneOf(p, "add", "maximumf", "minimumf", "maxnumf", "minnumf")
	init := p.read(rest, "f32", 0)
	if v := p.anchoredElsewhere(init, rest); v != init {
		init = v
	} else {
		init = p.anchored(init, rest)
	}
	source := p.anchored(p.read(l, "f32", 0), l)
	v, total := p.pair("vector.scan <%s>, %s, %s {inclusive = %t, reduction_dim = %d : i64} : %s, %s", kind, source, init, p.Chance(50), dim,
		vectorType(l.shape(), "f32"), vectorType(rest.shape(), "f32"))
	p.write(total, rest)
	return p.anchored(v, l)
}

// compared makes a vector of winners along another dimension, and writes their indices.
func (p *program) compared(l nested, depth int) string {
	wide, dims := p.extended(l, 1)
	input := p.anchored(p.source(wide, depth), wide)
	value := p.anchoredElsewhere(p.read(l, "f32", 0), l)
	index := p.anchoredAs(p.indices(l, 3), l, "index")
	wideType, typ, indexType := vectorType(wide.shape(), "f32"), vectorType(l.shape(), "f32"), vectorType(l.shape(), "index")
	ins, inTypes, base := input, wideType, ""
	switch p.IntN(3) {
	case 0:
		ins += ", " + p.anchoredAs(p.indices(wide, 9), wide, "index")
		inTypes += ", " + vectorType(wide.shape(), "index")
	case 1:
		base = " index_base(" + p.index(5) + " : index)"
	}
	won, at := p.pair(`iree_vector_ext.arg_compare dimension(%d) ins(%s : %s) inits(%s, %s : %s, %s)%s {
  ^bb0(%%x: f32, %%y: f32):
%s    iree_vector_ext.yield %%c : i1
  } -> %s, %s`, dims[0], ins, inTypes, value, index, typ, indexType, base, p.comparator(), typ, indexType)
	i := p.Define("arith.index_cast %s : %s to %s", p.anchoredAs(at, l, "index"), indexType, vectorType(l.shape(), "i32"))
	p.write(p.Define("arith.sitofp %s : %s to %s", i, vectorType(l.shape(), "i32"), typ), l)
	return p.anchored(won, l)
}

// comparator computes whether %x wins over %y: a plain comparison, or a comparison of values
// derived from the elements.
func (p *program) comparator() string {
	word := randprog.OneOf(p, "ogt", "olt", "oge", "ole")
	switch p.IntN(7) {
	case 4:
		p.use("comparator of magnitudes")
		return "    %s = math.absf %x : f32\n    %t = math.absf %y : f32\n    %c = arith.cmpf " + word + ", %s, %t : f32\n"
	case 0:
		p.use("comparator of squares")
		return "    %s = arith.mulf %x, %x : f32\n    %t = arith.mulf %y, %y : f32\n    %c = arith.cmpf " + word + ", %s, %t : f32\n"
	case 1:
		p.use("comparator of integers")
		return "    %s = arith.fptosi %x : f32 to i32\n    %t = arith.fptosi %y : f32 to i32\n    %c = arith.cmpi " +
			randprog.OneOf(p, "sgt", "slt", "sge", "sle", "ugt", "ult", "uge", "ule") + ", %s, %t : i32\n"
	case 2:
		p.use("comparator that a NaN would win")
		return "    %c = arith.cmpf " + randprog.OneOf(p, "ugt", "ult", "uge", "ule") + ", %x, %y fastmath<nnan> : f32\n"
	case 3:
		p.use("comparator with swapped arguments")
		return "    %c = arith.cmpf " + word + ", %y, %x : f32\n"
	default:
		return "    %c = arith.cmpf " + word + ", %x, %y : f32\n"
	}
}

// scattered writes a vector by transfer_scatter; anchor gives a vector the layout of some
// dimensions.
func (p *program) scattered(l nested, anchor func(v string, dims []int, elem string) string) {
	typ := vectorType(l.shape(), "f32")
	// Lanes that write to the same place write the same value, because their order is not
	// specified.
	v := anchor(p.Define("arith.constant dense<%d.0> : %s", p.IntN(9), typ), p.identity(l.rank()), "f32")
	u := p.unified(l, 1+p.IntN(3))
	for k, vec := range u.vecs {
		if dims := u.dims[k]; dims != nil {
			u.vecs[k] = anchor(vec, dims, "index")
		}
	}
	mask := u.mask
	if mask != "" {
		mask = ", " + anchor(mask[2:], u.maskDims, "i1")
	}
	p.Line("iree_vector_ext.transfer_scatter %s into %s%s {indexing_maps = [%s]} : %s, %s%s", v, u.place(), mask,
		strings.Join(u.maps, ", "), typ, u.base.typ(), u.maskType)
}

// mapStored stores a vector transposed, but for a part of its elements.
func (p *program) mapStored(v string, shape []int64) {
	perm := p.Perm(len(shape))
	to := p.memref("f32", extents(shape, perm), 0)
	var args, yielded, types []string
	for d := range shape {
		args = append(args, fmt.Sprintf("%%i%d: index", d))
		yielded, types = append(yielded, fmt.Sprintf("%%i%d", perm[d])), append(types, "index")
	}
	n := p.index(int64(p.IntN(4)))
	op := randprog.OneOf(p, "map_store", "map_scatter")
	p.Line("iree_linalg_ext.%s %s into %s {\n  ^bb0(%s):\n    %%keep = arith.cmpi uge, %%i0, %s : index\n    iree_linalg_ext.yield %s, %%keep : %s, i1\n  } : %s into %s",
		op, v, to.name, strings.Join(args, ", "), n, strings.Join(yielded, ", "), strings.Join(types, ", "), vectorType(shape, "f32"), to.typ())
}
