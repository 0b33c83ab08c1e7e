package ireegpu

// BlockPart is Part with a dimension before the other two: the matrices that an intrinsic multiplies at
// once.
type BlockPart struct{ Outer, Thread, ThreadStrides, Element [3]int64 }

// BlockPart returns which lane and register holds an element of an operand; ok is false if that is
// not known.
func (m *MMA) BlockPart(operand int) (p BlockPart, ok bool) {
	if m.Blocks > 1 {
		return m.blocks(operand)
	}
	one, ok := m.Part(operand)
	if !ok {
		return p, false
	}
	of := func(list [2]int64, block int64) [3]int64 { return [3]int64{block, list[0], list[1]} }
	return BlockPart{Outer: of(one.Outer, 1), Thread: of(one.Thread, 1), ThreadStrides: of(one.ThreadStrides, 0), Element: of(one.Element, 1)}, true
}

// blocks is BlockPart of intrinsics for several matrices (getSingleSubgroupLayout, IREE).
func (i *Intrinsic) blocks(operand int) (p BlockPart, ok bool) {
	if i.Family != MFMA || i.M != i.N {
		return p, false
	}
	p = BlockPart{Outer: [3]int64{1, 1, 1}, Element: [3]int64{1, 1, 1}}
	if i.elements[Acc] == "F64" { // a block, a row and a column for each lane
		p.Thread, p.ThreadStrides = [3]int64{4, 4, 4}, [3]int64{4, 16, 1}
		if operand == LHS {
			p.ThreadStrides = [3]int64{4, 1, 16}
		}
		return p, true
	}
	switch operand {
	case LHS:
		p.Thread, p.ThreadStrides, p.Element[2] = [3]int64{i.Blocks, i.M, 1}, [3]int64{i.M, 1, 0}, i.K
	case RHS:
		p.Thread, p.ThreadStrides, p.Element[1] = [3]int64{i.Blocks, 1, i.N}, [3]int64{i.N, 0, 1}, i.K
	case Acc:
		if i.M == 4 {
			p.Thread, p.ThreadStrides, p.Element[1] = [3]int64{i.Blocks, 1, 4}, [3]int64{4, 0, 1}, 4
			break
		}
		groups := i.Lanes / i.N
		p.Thread, p.ThreadStrides = [3]int64{1, groups, i.N}, [3]int64{0, i.N, 1}
		p.Outer[1], p.Element = i.M/groups/4, [3]int64{i.Blocks, 4, 1}
	}
	return p, true
}
