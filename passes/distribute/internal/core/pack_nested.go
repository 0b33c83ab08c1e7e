package core

import (
	"slices"

	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
)

// InNested distributes an operation that has a rule only for nested layouts, in the
// nested layouts nearest to its layouts of iree_map; a joint converts its operands and
// results.
//
//	vector.scan <add>, %v, %init : vector<48xf32>, vector<f32>, %v in ((2, 8, 3)) : ((0, 1, 0))
//	→ the same, %v in batch [2], thread [8], element [3], of which threads hold the same elements
func (d *Packed) InNested(op *ir.Operation, sig PackedSignature) {
	d.Base.Schedule(op, d.allNested(sig.Operands), d.allNested(sig.Results))
}

func (d *Packed) allNested(ls []*ireemap.PackLayout) []*vectorext.NestedLayout {
	out := make([]*vectorext.NestedLayout, len(ls))
	for i, l := range ls {
		if l != nil {
			out[i] = d.NestedLike(l)
		}
	}
	return out
}

// NestedLike returns the nested layout that spreads every dimension over the threads of a layout of
// iree_map. It takes as many digits as can be read, most significant first, as subgroups, values,
// threads and values, each of which may be missing. Every thread holds the whole of other
// dimensions.
//
//	((2, 8), (4, 2, 4)) : ((0, 1), (8, 0, 64))  →  batch [2, 1], thread [8, 1], element [1, 32]
func (d *Packed) NestedLike(l *ireemap.PackLayout) *vectorext.NestedLayout {
	rank := l.Rank()
	ones := func() []int64 { return slices.Repeat([]int64{1}, rank) }
	lists := vectorext.LayoutLists{
		SubgroupTile: ones(), BatchTile: ones(), OuterTile: ones(), ThreadTile: ones(), ElementTile: ones(),
		SubgroupStrides: make([]int64, rank), ThreadStrides: make([]int64, rank),
	}
	for dim := range rank {
		digits := l.Mode(dim)
		isThread := func(leaf ireemap.Leaf) bool { return leaf.Stride > 0 }
		next := func(of func(ireemap.Leaf) bool) (leaf ireemap.Leaf) {
			leaf.Size = 1
			if len(digits) > 0 && of(digits[0]) {
				leaf, digits = digits[0], digits[1:]
			}
			return leaf
		}
		subgroups := next(func(leaf ireemap.Leaf) bool {
			return isThread(leaf) && leaf.Stride%d.Base.Subgroup == 0 && slices.ContainsFunc(digits[1:], isThread)
		})
		batches := next(func(leaf ireemap.Leaf) bool { return !isThread(leaf) && slices.ContainsFunc(digits, isThread) })
		threads := next(isThread)
		elements := next(func(leaf ireemap.Leaf) bool { return !isThread(leaf) })
		if len(digits) > 0 {
			lists.ElementTile[dim] = l.Mode(dim).Size()
			continue
		}
		lists.SubgroupTile[dim], lists.SubgroupStrides[dim] = subgroups.Size, subgroups.Stride/d.Base.Subgroup
		lists.BatchTile[dim], lists.ElementTile[dim] = batches.Size, elements.Size
		lists.ThreadTile[dim], lists.ThreadStrides[dim] = threads.Size, threads.Stride
	}
	return d.Base.NestedLayout(lists)
}
