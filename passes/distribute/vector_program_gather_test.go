package distribute_test

import (
	"fmt"
	"slices"
	"strings"
)

// indexLimit bounds the elements of index operands.
const indexLimit = 6

// unified is a random transfer_gather or transfer_scatter in the unified form.
type unified struct {
	base           argument
	offsets        []string
	vecs, types    []string
	maps           []string
	dims           [][]int // dimensions of the index operands, nil for scalars
	mask, maskType string  // including the comma before them; empty without a mask
	maskDims       []int
}

// unified picks base, index operands and mask for a vector.
func (p *program) unified(l nested, rank int) unified {
	shape := l.shape()
	var u unified
	var results []string
	var dims [][]int
	free := p.Perm(l.rank())
	var sizes []int64
	for range rank {
		offset := int64(p.IntN(3))
		u.offsets = append(u.offsets, p.index(offset))
		switch k := p.IntN(5); {
		case k < 2 && len(free) > 0:
			results = append(results, fmt.Sprintf("d%d", free[0]))
			sizes = append(sizes, offset+shape[free[0]])
			free = free[1:]
		case k < 4:
			results = append(results, fmt.Sprintf("s%d", len(u.vecs)))
			sizes = append(sizes, offset+indexLimit)
			if p.Chance(15) {
				u.vecs, u.types = append(u.vecs, p.index(int64(p.IntN(indexLimit)))), append(u.types, "index")
				dims = append(dims, nil)
				continue
			}
			ds := p.someDims(l.rank())
			dims = append(dims, ds)
			u.vecs = append(u.vecs, p.indices(l.pick(ds...), indexLimit))
			u.types = append(u.types, vectorType(extents(shape, ds), "index"))
		default:
			results = append(results, "0")
			sizes = append(sizes, offset+1)
		}
	}
	syms := make([]string, len(u.vecs))
	for k := range syms {
		syms[k] = fmt.Sprintf("s%d", k)
	}
	head := fmt.Sprintf("affine_map<(%s)[%s] -> ", dimNames(l.rank()), strings.Join(syms, ", "))
	u.maps = append(u.maps, head+"("+strings.Join(results, ", ")+")>")
	listed := func(ds []int) string {
		text := make([]string, len(ds))
		for i, d := range ds {
			text[i] = fmt.Sprintf("d%d", d)
		}
		return head + "(" + strings.Join(text, ", ") + ")>"
	}
	for _, ds := range dims {
		u.maps = append(u.maps, listed(ds))
	}
	if p.Chance(50) {
		ds := p.someDims(l.rank())
		if len(ds) > 0 {
			u.maskDims = ds
			u.mask = ", " + p.mask(l.pick(ds...))
			u.maskType = ", " + vectorType(extents(shape, ds), "i1")
			u.maps = append(u.maps, listed(ds))
		}
	}
	u.base, u.dims = p.memref("f32", sizes, 0), dims
	return u
}

func (u unified) place() string {
	text := u.base.name + "[" + strings.Join(u.offsets, ", ") + "]"
	if len(u.vecs) > 0 {
		text += " [" + strings.Join(u.vecs, ", ") + " : " + strings.Join(u.types, ", ") + "]"
	}
	return text
}

// gather reads a vector by transfer_gather in the unified form.
func (p *program) gather(l nested) string {
	p.use("transfer_gather")
	u := p.unified(l, 1+p.IntN(3))
	pad := p.Define("arith.constant -3.0 : f32")
	return p.Define("iree_vector_ext.transfer_gather %s, %s%s {indexing_maps = [%s]} : %s, %s%s", u.place(), pad, u.mask,
		strings.Join(u.maps, ", "), u.base.typ(), vectorType(l.shape(), "f32"), u.maskType)
}

// scatter writes a vector by transfer_scatter. Lanes that write to the same place write
// the same value, because their order is not specified.
func (p *program) scatter(l nested) {
	typ := vectorType(l.shape(), "f32")
	v := p.Define("arith.constant dense<%d.0> : %s", p.IntN(9), typ)
	u := p.unified(l, 1+p.IntN(3))
	p.Line("iree_vector_ext.transfer_scatter %s into %s%s {indexing_maps = [%s]} : %s, %s%s", v, u.place(), u.mask,
		strings.Join(u.maps, ", "), typ, u.base.typ(), u.maskType)
}

// gatherPerDimension reads a vector by transfer_gather in the per-dimension form.
func (p *program) gatherPerDimension(l nested) string {
	p.use("transfer_gather per dimension")
	t := p.transfer(l.shape(), true, true)
	slice := l.pick(slices.Repeat([]int{-1}, t.rank)...)
	for d, k := range t.perm {
		if k >= 0 {
			one := l.pick(d)
			for f, to := range []*int64{&slice.subgroup[k], &slice.batch[k], &slice.outer[k], &slice.thread[k], &slice.element[k],
				&slice.subgroupStrides[k], &slice.threadStrides[k]} {
				*to = [][]int64{one.subgroup, one.batch, one.outer, one.thread, one.element, one.subgroupStrides, one.threadStrides}[f][0]
			}
		}
	}
	items := make([]string, t.rank)
	var maps []string
	for k := range items {
		items[k] = "None"
		if p.Chance(50) {
			ds := p.someDims(t.rank)
			v := p.indices(slice.pick(ds...), 3)
			items[k] = v + ": " + vectorType(extents(slice.shape(), ds), "index")
			maps = append(maps, mapText(t.rank, ds))
			// Indices are below 3; leave room for them.
			if d := slices.Index(t.perm, k); d < 0 || t.bounds[d] {
				t.shape[k] += 3
			}
		}
	}
	mask := ""
	if l.rank() > 0 && p.Chance(40) {
		mask = ", " + p.mask(t.maskLayout(l))
	}
	m := p.memref("f32", t.shape, 0)
	pad := p.Define("arith.constant -5.0 : f32")
	return p.Define("iree_vector_ext.transfer_gather %s[%s][%s], %s%s {in_bounds = [%s], indexed_maps = [%s], permutation_map = %s} : %s, %s",
		m.name, strings.Join(t.offsets, ", "), strings.Join(items, ", "), pad, mask, boolList(t.bounds), strings.Join(maps, ", "),
		mapText(t.rank, t.perm), m.typ(), vectorType(l.shape(), "f32"))
}
