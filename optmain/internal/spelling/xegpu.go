package spelling

import (
	"fmt"
	"slices"
)

// xegpuSpellings are the layouts of the dialect XeGPU (MLIR XeGPUAttrs.td, LayoutAttr).
var xegpuSpellings = []*Spelling{{
	Name: "xegpu.layout", Title: "tiles of subgroups, instructions and lanes of XeGPU", prefix: "#xegpu.layout<",
	Sample: "#xegpu.layout<sg_layout = [2, 2], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [8, 1]>",
	Source: "MLIR XeGPUAttrs.td, LayoutAttr", read: readXeGPU, write: writeXeGPU,
}}

// readXeGPU reads a layout of XeGPU. A lane holds lane_data neighbours; lane_layout lanes side by side are one block, blocks fill
// inst_data, instructions fill sg_data, and subgroups are dealt the parts of the tensor in turn. Registers are
// numbered in this order, in the order of the dimensions at each step; lanes and subgroups are numbered in
// the given order, by default the last dimension first.
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
		return nil, fmt.Errorf("xegpu.layout has no parameter")
	}
	get := func(name string) (list []int64, err error) {
		if !f.has(name) {
			return nil, nil
		}
		return f.numbers(name, rank, 1)
	}
	var lists [5][]int64
	for i, name := range []string{"lane_data", "lane_layout", "inst_data", "sg_data", "sg_layout"} {
		if lists[i], err = get(name); err != nil {
			return nil, err
		}
	}
	laneData, laneLayout, instData, sgData, sgLayout := lists[0], lists[1], lists[2], lists[3], lists[4]
	if (laneData == nil) != (laneLayout == nil) {
		return nil, fmt.Errorf("xegpu.layout needs lane_layout and lane_data together")
	}
	order := rowMajor(rank)
	if f.has("order") {
		if order, err = f.order("order", rank); err != nil {
			return nil, err
		}
	}
	ones := slices.Repeat([]int64{1}, rank)
	orOnes := func(list []int64) []int64 {
		if list == nil {
			return ones
		}
		return list
	}
	laneData, laneLayout, sgLayout = orOnes(laneData), orOnes(laneLayout), orOnes(sgLayout)
	whole := make([]int64, rank)
	for d := range whole {
		whole[d] = laneData[d] * laneLayout[d]
		for _, part := range []struct {
			name string
			list []int64
		}{{"inst_data", instData}, {"sg_data", sgData}} {
			if part.list == nil {
				continue
			}
			if part.list[d]%whole[d] != 0 {
				return nil, fmt.Errorf("%s of dimension %d is %d, which is no multiple of %d", part.name, d, part.list[d], whole[d])
			}
			whole[d] = part.list[d]
		}
		whole[d] = min(whole[d]*sgLayout[d], beyond)
	}
	shape, err := o.shapeOf(whole)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(shape, nil)
	if err != nil {
		return nil, err
	}
	rows := rowMajor(rank)
	for _, d := range rows {
		b.add(register, d, laneData[d])
	}
	for _, d := range order {
		b.add(lane, d, laneLayout[d])
	}
	for _, part := range [][]int64{instData, sgData} {
		for _, d := range rows {
			if part != nil {
				b.add(register, d, part[d]/b.reach[d])
			}
		}
	}
	for _, d := range order {
		b.add(subgroup, d, sgLayout[d])
	}
	b.fill(rows)
	return b.layout()
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

// step returns the distance of the first two coordinates of a dimension that an axis reaches; 0 if it reaches one.
func (l *Layout) step(axis, dim int) int64 {
	if list := l.reached(axis, dim); len(list) > 1 {
		return list[1] - list[0]
	}
	return 0
}
