package spelling

import (
	"fmt"
	"slices"
)

// rowMajor returns the dimensions from the fastest, the last.
func rowMajor(rank int) (order []int) {
	for d := range rank {
		order = append(order, rank-1-d)
	}
	return order
}

// matrixShape returns the shape of the tensor with the default of one instruction per warp, and the
// positions of rows and columns among its dimensions; a third dimension counts matrices.
func (o Options) matrixShape(warps []int64, m, n int64) (shape []int64, row, column int, err error) {
	rank := len(warps)
	if rank != 2 && rank != 3 {
		return nil, 0, 0, fmt.Errorf("expected 2 or 3 dimensions of warps, but got %d", rank)
	}
	row, column = rank-2, rank-1
	whole := slices.Clone(warps)
	whole[row] *= m
	whole[column] *= n
	shape, err = o.shapeOf(whole)
	return shape, row, column, err
}

// readNvidiaMMA reads the encoding of the result of mma.sync (version 2) or wgmma (version 3). Lanes hold two neighbours of
// a row, four lanes hold eight; the second pair of registers is eight rows below; more columns of the instruction and the
// rest of the tensor follow. Warps are numbered along rows first in version 2, along columns first in version 3.
func readNvidiaMMA(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.nvidia_mma", text, "versionMajor", "versionMinor", "warpsPerCTA", "instrShape")
	if err != nil {
		return nil, err
	}
	version, err := f.number("versionMajor", 0)
	if err != nil {
		return nil, err
	}
	if version != 2 && version != 3 {
		return nil, fmt.Errorf("version %d is not supported; versions 2 (mma.sync) and 3 (wgmma) are", version)
	}
	warps, err := f.numbers("warpsPerCTA", -1, 1)
	if err != nil {
		return nil, err
	}
	instr, err := f.numbers("instrShape", -1, 1)
	if err != nil {
		return nil, err
	}
	rank := len(warps)
	// Version 2 has the extents of the result, with 1 for the matrices; version 3 has M, N and K.
	at := max(rank-2, 0)
	if version == 3 {
		at = 0
	}
	if len(instr) < at+2 || instr[at] != 16 || instr[at+1]%8 != 0 || instr[at+1] == 0 {
		return nil, fmt.Errorf("expected 16 rows and a multiple of 8 columns as 'instrShape' of ttg.nvidia_mma")
	}
	c, err := readCGA(f, rank)
	if err != nil {
		return nil, err
	}
	shape, row, column, err := o.matrixShape(warps, 16, instr[at+1])
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(shape, c.split)
	if err != nil {
		return nil, err
	}
	b.add(register, column, 2)
	b.add(lane, column, 4)
	b.add(lane, row, 8)
	b.add(register, row, 2)
	b.add(register, column, instr[at+1]/8)
	order := rowMajor(rank)
	if version == 3 {
		order[0], order[1] = order[1], order[0]
	}
	for _, d := range order {
		b.add(subgroup, d, warps[d])
	}
	b.fill(rowMajor(rank))
	c.blocks(b)
	return b.layout()
}

// splits lists the ways to write n as a product of a factor for each of rank dimensions.
func splits(n int64, rank int) (list [][]int64) {
	if rank == 1 {
		return [][]int64{{n}}
	}
	for first := int64(1); first <= n; first++ {
		if n%first == 0 {
			for _, rest := range splits(n/first, rank-1) {
				list = append(list, append([]int64{first}, rest...))
			}
		}
	}
	return list
}

// writeNvidiaMMA tries the shapes of the instructions and of the warps.
func writeNvidiaMMA(l *Layout, o Options) (string, error) {
	if why := l.noMatrix(32); why != nil {
		return "", why
	}
	rank := len(l.Shape)
	ones := slices.Repeat([]int64{1}, rank-2)
	var texts []string
	for _, warps := range splits(l.Extent(subgroup), rank) {
		texts = append(texts, fmt.Sprintf("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = %s, instrShape = %s}>", spellList(warps), spellList(append(ones, 16, 8))))
		for n := int64(8); n <= 256; n += 8 {
			texts = append(texts, fmt.Sprintf("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = %s, instrShape = [16, %d, 16]}>", spellList(warps), n))
		}
	}
	return search(l, o, texts, readNvidiaMMA)
}

// noMatrix returns why matrix instructions of subgroups of some size cannot have the layout; nil if they may.
func (l *Layout) noMatrix(lanes int64) error {
	switch {
	case l.Extent(workgroup) > 1:
		return fmt.Errorf("it has several workgroups")
	case len(l.Shape) != 2 && len(l.Shape) != 3:
		return fmt.Errorf("it describes %d dimensions, not 2 or 3", len(l.Shape))
	case l.Extent(lane) != lanes:
		return fmt.Errorf("its subgroups have %d lanes, not %d", l.Extent(lane), lanes)
	}
	return nil
}

// readMFMA reads the encoding of the result of an MFMA instruction of 32x32 or 16x16: a lane holds four neighbours of a
// column, or of a row if the result is transposed; lanes are numbered along the other dimension first. Warps are numbered along rows first.
func readMFMA(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.amd_mfma", text, "version", "versionMajor", "versionMinor", "warpsPerCTA", "tilesPerWarp", "instrShape", "isTransposed", "elementBitWidth")
	if err != nil {
		return nil, err
	}
	warps, err := f.numbers("warpsPerCTA", -1, 1)
	if err != nil {
		return nil, err
	}
	instr, err := f.numbers("instrShape", -1, 1)
	if err != nil {
		return nil, err
	}
	transposed, err := f.flag("isTransposed")
	if err != nil {
		return nil, err
	}
	if len(instr) < 2 || instr[0] != instr[1] || instr[0] != 32 && instr[0] != 16 {
		return nil, fmt.Errorf("expected 32x32 or 16x16 as 'instrShape' of ttg.amd_mfma")
	}
	if f.has("tilesPerWarp") {
		tiles, err := f.numbers("tilesPerWarp", len(warps), 1)
		if err != nil {
			return nil, err
		}
		if slices.Max(tiles) > 1 {
			return nil, fmt.Errorf("several tiles for each warp are not supported")
		}
	}
	c, err := readCGA(f, len(warps))
	if err != nil {
		return nil, err
	}
	shape, row, column, err := o.matrixShape(warps, instr[0], instr[0])
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(shape, c.split)
	if err != nil {
		return nil, err
	}
	held, others := row, column
	if transposed {
		held, others = column, row
	}
	b.add(register, held, 4)
	b.add(lane, others, instr[0])
	b.add(lane, held, 64/instr[0])
	b.add(register, held, instr[0]*instr[0]/256)
	for _, d := range rowMajor(len(warps)) {
		b.add(subgroup, d, warps[d])
	}
	b.fill(rowMajor(len(warps)))
	c.blocks(b)
	return b.layout()
}

// writeMFMA tries both shapes, both orders and the shapes of the warps.
func writeMFMA(l *Layout, o Options) (string, error) {
	if why := l.noMatrix(64); why != nil {
		return "", why
	}
	var texts []string
	for _, instr := range []string{"[32, 32, 8]", "[16, 16, 16]"} {
		for _, transposed := range []bool{false, true} {
			for _, warps := range splits(l.Extent(subgroup), len(l.Shape)) {
				texts = append(texts, fmt.Sprintf("#ttg.amd_mfma<{version = 3, warpsPerCTA = %s, instrShape = %s, isTransposed = %t}>", spellList(warps), instr, transposed))
			}
		}
	}
	return search(l, o, texts, readMFMA)
}
