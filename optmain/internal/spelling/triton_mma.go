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
		return nil, f.mistakeOf("versionMajor", "version %d is not supported; versions 2 (mma.sync) and 3 (wgmma) are", version)
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
		return nil, f.mistakeOf("instrShape", "expected 16 rows and a multiple of 8 columns as 'instrShape' of ttg.nvidia_mma")
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

// mfmaTiles are the rows and columns of the results of MFMA instructions (TritonGPUAttrDefs.td, AMDMfmaEncodingAttr).
var mfmaTiles = [][2]int64{{32, 32}, {16, 16}, {64, 4}, {4, 64}}

// mfma has the parameters of an encoding of MFMA.
type mfma struct {
	warps, tiles []int64 // warps and tiles of a warp along each dimension
	instr        [2]int64
	transposed   bool
	height       int64 // neighbours that a lane holds
}

// readMFMA reads the encoding of the result of an MFMA instruction: a lane holds four neighbours of a
// column, or one if elements have 64 bits; of a row if the result is transposed. Lanes are numbered along the other dimension first. Warps are
// numbered along rows first, and a warp has neighbouring tiles.
func readMFMA(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.amd_mfma", text, "version", "versionMajor", "versionMinor", "warpsPerCTA", "tilesPerWarp", "instrShape", "isTransposed", "elementBitWidth")
	if err != nil {
		return nil, err
	}
	x, err := mfmaOf(f)
	if err != nil {
		return nil, err
	}
	c, err := readCGA(f, len(x.warps))
	if err != nil {
		return nil, err
	}
	var m, n int64
	rank := len(x.warps)
	if m, n = x.instr[0], x.instr[1]; rank >= 2 {
		m, n = m*x.tiles[rank-2], n*x.tiles[rank-1]
	}
	shape, row, column, err := o.matrixShape(x.warps, m, n)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(shape, c.split)
	if err != nil {
		return nil, err
	}
	held, others, lanes := row, column, x.instr[1]
	if x.transposed {
		held, others, lanes = column, row, x.instr[0]
	}
	b.add(register, held, x.height)
	b.add(lane, others, lanes)
	b.add(lane, held, 64/lanes)
	b.add(register, held, x.instr[0]*x.instr[1]/(64*x.height))
	b.add(register, column, x.tiles[column])
	b.add(subgroup, column, x.warps[column])
	b.fill([]int{column})
	b.add(register, row, x.tiles[row])
	b.add(subgroup, row, x.warps[row])
	if rank == 3 {
		b.add(subgroup, 0, x.warps[0])
	}
	b.fill(rowMajor(rank))
	c.blocks(b)
	return b.layout()
}

// mfmaOf returns the parameters of an encoding of MFMA.
func mfmaOf(f fields) (x mfma, err error) {
	for _, name := range []string{"version", "versionMajor"} {
		if version, err := f.number(name, 0); f.has(name) && (err != nil || version > 4) {
			return x, f.mistakeOf(name, "expected a version from 0 to 4 of ttg.amd_mfma")
		}
	}
	if x.warps, err = f.numbers("warpsPerCTA", -1, 1); err != nil {
		return x, err
	}
	instr, err := f.numbers("instrShape", -1, 1)
	if err != nil {
		return x, err
	}
	if x.transposed, err = f.flag("isTransposed"); err != nil {
		return x, err
	}
	if len(instr) >= 2 {
		x.instr = [2]int64{instr[0], instr[1]}
	}
	if !slices.Contains(mfmaTiles, x.instr) {
		return x, f.mistakeOf("instrShape", "expected 32x32, 16x16, 64x4 or 4x64 as 'instrShape' of ttg.amd_mfma")
	}
	if x.instr == [2]int64{64, 4} && !x.transposed {
		return x, f.mistakeOf("instrShape", "the result of 64x4 is transposed")
	}
	x.height = 4
	if f.has("elementBitWidth") {
		width, err := f.number("elementBitWidth", 0)
		if err != nil || width != 32 && width != 64 {
			return x, f.mistakeOf("elementBitWidth", "expected 32 or 64 as 'elementBitWidth' of ttg.amd_mfma")
		}
		if width == 64 {
			x.height = 1
		}
	}
	x.tiles = slices.Repeat([]int64{1}, len(x.warps))
	if f.has("tilesPerWarp") {
		if x.tiles, err = f.numbers("tilesPerWarp", len(x.warps), 1); err != nil {
			return x, err
		}
	}
	return x, nil
}

// writeMFMA tries the shapes, both orders, the shapes of the warps and of their tiles, and both widths of elements.
func writeMFMA(l *Layout, o Options) (string, error) {
	if why := l.noMatrix(64); why != nil {
		return "", why
	}
	rank := len(l.Shape)
	ones := slices.Repeat([]int64{1}, rank)
	var texts []string
	for _, more := range []string{"", ", elementBitWidth = 64"} {
		for _, tiles := range []int64{1, 2, 4, 8, 16} {
			for _, tile := range splits(tiles, rank) {
				with := more
				if !slices.Equal(tile, ones) {
					with = ", tilesPerWarp = " + spellList(tile) + more
				}
				texts = append(texts, mfmaTexts(l, with)...)
			}
		}
	}
	return search(l, o, texts, readMFMA)
}

// mfmaTexts lists encodings of MFMA with given other parameters.
func mfmaTexts(l *Layout, more string) (texts []string) {
	for _, instr := range []string{"[32, 32, 8]", "[16, 16, 16]", "[4, 64, 4]", "[64, 4, 4]"} {
		for _, transposed := range []bool{false, true} {
			for _, warps := range splits(l.Extent(subgroup), len(l.Shape)) {
				texts = append(texts, fmt.Sprintf("#ttg.amd_mfma<{version = 3, warpsPerCTA = %s, instrShape = %s, isTransposed = %t%s}>", spellList(warps), instr, transposed, more))
			}
		}
	}
	return texts
}
