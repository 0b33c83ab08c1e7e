package spelling

import (
	"errors"
	"fmt"
	"slices"
)

// xegpuSpellings are the layouts of the dialect XeGPU (MLIR XeGPUAttrs.td, LayoutAttr).
var xegpuSpellings = []*Spelling{{
	Name: "xegpu.layout", Title: "tiles of subgroups, instructions and lanes of XeGPU", prefix: "#xegpu.layout<",
	Sample: "#xegpu.layout<sg_layout = [2, 2], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [8, 1]>",
	Source: "MLIR XeGPUAttrs.td, LayoutAttr", read: readXeGPU, write: writeXeGPU,
}}

var errNoParts = errors.New("expected at least one of sg_layout, inst_data or lane_layout")

// readXeGPU reads a layout of XeGPU. A lane holds lane_data neighbours; lane_layout lanes side by side form a block, blocks fill
// inst_data, instructions fill sg_data, and the parts of the tensor are dealt to subgroups in turn. Without sg_data, each subgroup
// has one part, and without lane_data each lane has one part of an instruction or of the subgroup's part. Registers are numbered in
// this order, in the order of the dimensions at each step; lanes and subgroups are numbered in the given order, by default the last
// dimension first.
func readXeGPU(text string, o Options) (*Layout, error) {
	r, err := newReader(text)
	if err != nil {
		return nil, err
	}
	f, err := r.fields("xegpu.layout", "", "sg_layout", "sg_data", "inst_data", "lane_layout", "lane_data", "order")
	if err != nil {
		return nil, err
	}
	rank := -1
	for _, v := range f.by {
		if rank >= 0 && len(v.list) != rank {
			return nil, fmt.Errorf("expected lists of equal length in xegpu.layout")
		}
		rank = len(v.list)
	}
	if rank < 1 {
		return nil, errNoParts
	}
	get := func(name string) (list []int64, err error) {
		if !f.has(name) {
			return nil, nil
		}
		return f.numbers(name, rank, 1)
	}
	x := &xegpu{rank: rank}
	for _, list := range []struct {
		name string
		to   *[]int64
	}{{"lane_data", &x.laneData}, {"lane_layout", &x.laneLayout}, {"inst_data", &x.instData}, {"sg_data", &x.sgData}, {"sg_layout", &x.sgLayout}} {
		if *list.to, err = get(list.name); err != nil {
			return nil, err
		}
	}
	switch {
	case x.sgLayout == nil && x.instData == nil && x.laneLayout == nil:
		return nil, errNoParts
	case x.sgData != nil && x.sgLayout == nil:
		return nil, f.mistakeOf("sg_data", "expected sg_layout being used with sg_data")
	case x.laneData != nil && x.laneLayout == nil:
		return nil, f.mistakeOf("lane_data", "expected lane_layout being used with lane_data")
	case f.has("order") && x.sgLayout == nil && x.laneLayout == nil:
		return nil, f.mistakeOf("order", "expected sg_layout/lane_layout being used with order")
	}
	order := rowMajor(rank)
	if f.has("order") {
		if order, err = f.order("order", rank); err != nil {
			return nil, err
		}
	}
	if err := x.derive(o.Shape); err != nil {
		return nil, err
	}
	shape, err := x.shape(o)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(shape, nil)
	if err != nil {
		return nil, err
	}
	rows := rowMajor(rank)
	for _, d := range rows {
		b.add(register, d, x.laneData[d])
	}
	for _, d := range order {
		b.add(lane, d, x.laneLayout[d])
	}
	for _, part := range [][]int64{x.instData, x.sgData} {
		for _, d := range rows {
			if part != nil {
				b.add(register, d, part[d]/b.reach[d])
			}
		}
	}
	for _, d := range order {
		b.add(subgroup, d, x.sgLayout[d])
	}
	b.fill(rows)
	return b.layout()
}

// xegpu has the lists of a layout of XeGPU, nil if they are not given.
type xegpu struct {
	rank                                             int
	laneData, laneLayout, instData, sgData, sgLayout []int64
}

// derive fills in sg_data and lane_data for a tensor of the given shape, nil if it is not known, and ones for other lists that
// are not given.
func (x *xegpu) derive(shape []int64) error {
	ones := slices.Repeat([]int64{1}, x.rank)
	if len(shape) != x.rank {
		shape = nil
	}
	share := func(what string, whole, parts []int64) ([]int64, error) {
		list := make([]int64, x.rank)
		for d := range list {
			if whole[d]%parts[d] != 0 {
				return nil, fmt.Errorf("%d elements of dimension %d are no multiple of %d %s", whole[d], d, parts[d], what)
			}
			list[d] = whole[d] / parts[d]
		}
		return list, nil
	}
	var err error
	if x.sgLayout != nil && x.sgData == nil && shape != nil {
		if x.sgData, err = share("subgroups", shape, x.sgLayout); err != nil {
			return err
		}
	}
	if x.laneLayout != nil && x.laneData == nil {
		whole := shape
		switch {
		case x.instData != nil:
			whole = x.instData
		case x.sgData != nil:
			whole = x.sgData
		}
		if x.laneData = ones; whole != nil {
			if x.laneData, err = share("lanes", whole, x.laneLayout); err != nil {
				return err
			}
		}
	}
	for _, list := range []*[]int64{&x.laneData, &x.laneLayout, &x.sgLayout} {
		if *list == nil {
			*list = ones
		}
	}
	return nil
}

// shape returns the shape of the tensor, by default the smallest one that all subgroups share.
func (x *xegpu) shape(o Options) ([]int64, error) {
	whole := make([]int64, x.rank)
	for d := range whole {
		whole[d] = x.laneData[d] * x.laneLayout[d]
		for _, part := range []struct {
			name string
			list []int64
		}{{"inst_data", x.instData}, {"sg_data", x.sgData}} {
			if part.list == nil {
				continue
			}
			if part.list[d]%whole[d] != 0 {
				return nil, fmt.Errorf("%s of dimension %d is %d, which is no multiple of %d", part.name, d, part.list[d], whole[d])
			}
			whole[d] = part.list[d]
		}
		whole[d] = min(whole[d]*x.sgLayout[d], beyond)
	}
	return o.shapeOf(whole)
}

// writeXeGPU derives the tiles from the coordinates that lanes and subgroups reach.
func writeXeGPU(l *Layout, o Options) (string, error) {
	if l.Extent(workgroup) > 1 {
		return "", fmt.Errorf("it has several workgroups")
	}
	lanes, subgroups := l.tiles(lane)[0], l.tiles(subgroup)[0]
	var texts []string
	for _, order := range permutations(len(l.Shape)) {
		for _, data := range l.neighbours() {
			text := fmt.Sprintf("lane_layout = %s, lane_data = %s", spellList(lanes), spellList(data))
			if l.Extent(subgroup) > 1 {
				part := make([]int64, len(l.Shape))
				for d := range part {
					part[d] = max(l.step(subgroup, d), min(l.Shape[d], lanes[d]*data[d]))
				}
				text = fmt.Sprintf("sg_layout = %s, sg_data = %s, ", spellList(subgroups), spellList(part)) + text
			}
			if !slices.Equal(order, rowMajor(len(l.Shape))) {
				text += ", order = " + spellList(order)
			}
			texts = append(texts, "#xegpu.layout<"+text+">")
		}
	}
	return search(l, o, texts, readXeGPU)
}

// step returns the distance between the first two coordinates of a dimension that an axis reaches; 0 if it reaches only one.
func (l *Layout) step(axis, dim int) int64 {
	if list := l.reached(axis, dim); len(list) > 1 {
		return list[1] - list[0]
	}
	return 0
}
