package tune

import (
	"slices"

	"optc/dialect/iree/ireegpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
)

// coordinate is a part of a choice that changes as a whole: one anchor, or the anchors of the
// operands of a contraction that a matrix intrinsic computes.
type coordinate struct {
	name    string
	anchors []int
	// options are options of the anchors, in the same order; nil is an option that follows.
	options [][]Option
}

// coordinates divides the anchors into coordinates.
func (p *Problem) coordinates() (list []coordinate) {
	taken := map[int]bool{}
	open := openAnchors(p.base)
	ir.Walk(p.base, func(op *ir.Operation) ir.WalkResult {
		contract := ir.As[vector.ContractOp](op)
		if !contract.Ok() || ireegpu.IntrinsicOf(op) == nil {
			return ir.Advance
		}
		var anchors, operands []int
		for i, v := range []*ir.Value{contract.Lhs(), contract.Rhs(), contract.Acc()} {
			k := slices.Index(open, anchorOf(v))
			if k >= 0 && !taken[k] {
				anchors, operands, taken[k] = append(anchors, k), append(operands, i), true
			}
		}
		if len(anchors) == 0 {
			return ir.Advance
		}
		x := coordinate{name: p.anchors[anchors[0]].Name, anchors: anchors}
		for _, all := range intrinsicLayouts(contract, p.anchors[anchors[0]].Group) {
			var option []Option
			for _, i := range operands {
				option = append(option, all[i])
			}
			x.options = append(x.options, option)
		}
		for _, k := range anchors {
			p.anchors[k].Listed = len(x.options)
		}
		list = append(list, x)
		return ir.Advance
	})
	for k, a := range p.anchors {
		if taken[k] || a.isMapping() {
			continue
		}
		x := coordinate{name: a.Name, anchors: []int{k}, options: [][]Option{{nil}}}
		for _, l := range Candidates(ir.ContextOf(p.base), a.Type.(*ir.VectorType), a.Group) {
			x.options = append(x.options, []Option{l})
		}
		a.Listed = len(x.options) - 1
		list = append(list, x)
	}
	return append(p.mappingCoordinates(), list...)
}

// anchorOf returns the operation that gives an operand its layout: the operation that computes
// it, or the first value of a loop that carries it.
func anchorOf(v *ir.Value) *ir.Operation {
	if def := v.DefiningOp(); def != nil {
		return def
	}
	loop := ir.As[scf.ForOp](flow.OwnerOf(v))
	if !loop.Ok() || v.Index() == 0 {
		return nil
	}
	return anchorOf(loop.InitArgs()[v.Index()-1])
}

// intrinsicLayouts lists the layouts of the three operands of a contraction by the subgroups that
// divide its rows and its columns. Every subgroup computes whole tiles of the intrinsic.
func intrinsicLayouts(contract vector.ContractOp, g Group) (list [][3]*vectorext.NestedLayout) {
	mma := ireegpu.IntrinsicOf(contract.Operation())
	maps := contract.IndexingMaps()
	rows, columns, depth := tileIterators(maps)
	sides := [3][2]int{{rows, depth}, {depth, columns}, {rows, columns}}
	types := [3]*ir.VectorType{}
	for i, v := range []*ir.Value{contract.Lhs(), contract.Rhs(), contract.Acc()} {
		t, ok := v.Type().(*ir.VectorType)
		if !ok {
			return nil
		}
		types[i] = t
	}
	subgroups := max(g.Threads/g.Subgroup, 1)
	for _, n := range divisors(subgroups) {
		for _, along := range divisors(n) {
			for _, rowsFast := range []bool{true, false} {
				strides := map[int]int64{rows: 1, columns: along}
				if !rowsFast {
					strides = map[int]int64{rows: n / along, columns: 1}
				}
				tiles := map[int]int64{rows: along, columns: n / along}
				var all [3]*vectorext.NestedLayout
				for i := range all {
					part, ok := mma.Part(i)
					if !ok {
						return nil
					}
					all[i] = intrinsicLayout(types[i], maps[i], sides[i], part, tiles, strides)
				}
				if !slices.Contains(all[:], nil) && !slices.Contains(list, all) {
					list = append(list, all)
				}
			}
		}
	}
	return list
}

// intrinsicLayout returns the layout of an operand whose dimensions along the two iterators of an
// intrinsic are divided as its part is; nil if they cannot be.
func intrinsicLayout(t *ir.VectorType, m affine.Map, sides [2]int, part ireegpu.Part, tiles, strides map[int]int64) *vectorext.NestedLayout {
	rank := len(t.Dims)
	lists := vectorext.LayoutLists{
		SubgroupTile: ones(rank), BatchTile: slices.Clone(t.Dims), OuterTile: ones(rank), ThreadTile: ones(rank), ElementTile: ones(rank),
		SubgroupStrides: make([]int64, rank), ThreadStrides: make([]int64, rank),
	}
	for r, e := range m.Results {
		d, ok := e.IsDim()
		side := slices.Index(sides[:], d)
		if !ok || side < 0 {
			continue
		}
		lists.OuterTile[r], lists.ThreadTile[r], lists.ElementTile[r] = part.Outer[side], part.Thread[side], part.Element[side]
		lists.ThreadStrides[r] = part.ThreadStrides[side]
		if n := tiles[d]; n > 1 {
			lists.SubgroupTile[r], lists.SubgroupStrides[r] = n, strides[d]
		}
		each := lists.SubgroupTile[r] * lists.OuterTile[r] * lists.ThreadTile[r] * lists.ElementTile[r]
		if t.Dims[r]%each != 0 {
			return nil
		}
		lists.BatchTile[r] = t.Dims[r] / each
	}
	l, err := vectorext.NewLayout(t.Context(), lists)
	if err != nil {
		return nil
	}
	return l
}

// tileIterators returns the innermost iterators of the rows, the columns and the depth of a
// product; negative where there is none.
func tileIterators(maps []affine.Map) (rows, columns, depth int) {
	rows, columns, depth = -1, -1, -1
	for dim := range maps[0].NumDims {
		var in [3]bool
		for i, m := range maps {
			in[i] = slices.ContainsFunc(m.Results, func(e affine.Expr) bool { d, ok := e.IsDim(); return ok && d == dim })
		}
		switch in {
		case [3]bool{true, false, true}:
			rows = dim
		case [3]bool{false, true, true}:
			columns = dim
		case [3]bool{true, true, false}:
			depth = dim
		}
	}
	return rows, columns, depth
}
