package spelling

import (
	"fmt"
	"slices"

	"optc/layout"
)

// tritonOperandSpellings are the encodings of Triton that are derived from another encoding, the parent, and the
// results of WMMA (LinearLayoutConversions.cpp, DotOperandEncodingAttr, SliceEncodingAttr and
// AMDWmmaEncodingAttr::toLinearLayout).
var tritonOperandSpellings = []*Spelling{
	{
		Name: "ttg.amd_wmma", Title: "results of matrix instructions of AMD RDNA in Triton", prefix: "#ttg.amd_wmma<",
		Sample: "#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [2, 2]}>",
		Source: "Triton LinearLayoutConversions.cpp, AMDWmmaEncodingAttr::toLinearLayout", read: readWMMA, write: writeWMMA,
	},
	{
		Name: "ttg.dot_op", Title: "operands of matrix instructions in Triton, by the layout of the result", prefix: "#ttg.dot_op<",
		Sample: "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>",
		Source: "Triton LinearLayoutConversions.cpp, DotOperandEncodingAttr::toLinearLayout", read: readDotOperand, write: writeDotOperand,
	},
	{
		Name: "ttg.slice", Title: "a layout of Triton without one of its dimensions; it is read only", prefix: "#ttg.slice<",
		Sample: "#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>",
		Source: "Triton LinearLayoutConversions.cpp, SliceEncodingAttr::toLinearLayout", read: readSlice,
	},
}

// wmma has the parameters of an encoding of WMMA.
type wmma struct {
	version    int64
	warps      []int64   // tiles along each dimension
	bits       []tileBit // bits of ctaLayout; nil if warpsPerCTA gives the warps
	instr      [3]int64  // rows, columns, and elements of a sum
	transposed bool
}

// tileBit is a bit of the number of a register or of a warp, with the number of tiles that it moves a result along a dimension; 0
// makes a copy.
type tileBit struct {
	axis, dim int
	tiles     int64
}

// readTiles reads ctaLayout: for each bit of the warps, and of the registers beyond an instruction, the tiles by which it moves a
// result (AMDWmmaEncodingAttr in TritonGPUAttrDefs.td).
func (x *wmma) readTiles(f fields) error {
	given := f.by["ctaLayout"]
	x.bits, x.warps = []tileBit{}, []int64{1, 1}
	for i, name := range []string{"register", "warp"} {
		for _, entry := range given.members[name].list {
			at, ok := entry.numbers()
			if !ok || len(at) != 2 && len(at) != 3 || len(x.bits) > 0 && len(at) != len(x.warps) {
				return &mistake{at: entry.at, msg: fmt.Sprintf("expected lists of 2 or 3 numbers as '%s' of the ctaLayout of %s", name, f.of)}
			}
			if len(x.bits) == 0 {
				x.warps = slices.Repeat([]int64{1}, len(at))
			}
			bit := tileBit{axis: [...]int{register, subgroup}[i]}
			for d, n := range at {
				switch {
				case n == 0:
				case bit.tiles > 0 || !isPower(n):
					return &mistake{at: entry.at, msg: fmt.Sprintf("expected one power of two, and zeros, in an entry of the ctaLayout of %s, but got %s", f.of, spellList(at))}
				default:
					bit.dim, bit.tiles = d, n
					x.warps[d] = max(x.warps[d], 2*n)
				}
			}
			x.bits = append(x.bits, bit)
		}
	}
	if given.members == nil {
		return f.mistakeOf("ctaLayout", "expected {register = […], warp = […]} as 'ctaLayout' of %s", f.of)
	}
	return nil
}

// addBits adds the digits of ctaLayout to a layout of tiles of 16x16; bits along the dimension sums are copies for warps, and no
// registers.
func (x *wmma) addBits(b *builder, sums int) {
	for _, bit := range x.bits {
		switch {
		case bit.tiles > 0 && bit.dim != sums:
			b.addAt(bit.axis, bit.dim, 2, bit.tiles*b.reach[bit.dim])
		case bit.axis == subgroup || sums < 0:
			b.copies(bit.axis, 2)
		}
	}
	for d, n := range x.warps {
		if d != sums {
			b.reach[d] *= n
		}
	}
}

func wmmaOf(f fields) (x wmma, err error) {
	if x.version, err = f.number("version", 1); err != nil || x.version > 3 {
		return x, f.mistakeOf("version", "expected a version from 1 to 3 of ttg.amd_wmma")
	}
	if f.has("ctaLayout") {
		err = x.readTiles(f)
	} else {
		x.warps, err = f.numbers("warpsPerCTA", -1, 1)
	}
	if err != nil {
		return x, err
	}
	for _, name := range []string{"isTranspose", "isTransposed"} {
		if f.has(name) {
			if x.transposed, err = f.flag(name); err != nil {
				return x, err
			}
		}
	}
	x.instr = [3]int64{16, 16, 16}
	if f.has("instrShape") {
		list, err := f.numbers("instrShape", 3, 1)
		if err != nil {
			return x, err
		}
		x.instr = [3]int64(list)
	}
	if x.instr[0] != 16 || x.instr[1] != 16 {
		return x, f.mistakeOf("instrShape", "expected 16 rows and 16 columns as 'instrShape' of ttg.amd_wmma")
	}
	return x, nil
}

var wmmaNames = []string{"version", "warpsPerCTA", "ctaLayout", "instrShape", "isTranspose", "isTransposed"}

// readWMMA reads the encoding of the result of a WMMA instruction: 16 lanes hold the columns of 8 rows, which are every
// second row in version 1, and eight neighbours in later versions. A transposed result has rows and columns exchanged.
func readWMMA(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.amd_wmma", text, wmmaNames...)
	if err != nil {
		return nil, err
	}
	x, err := wmmaOf(f)
	if err != nil {
		return nil, err
	}
	c, err := readCGA(f, len(x.warps))
	if err != nil {
		return nil, err
	}
	shape, row, column, err := o.matrixShape(x.warps, x.instr[0], x.instr[1])
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(shape, c.split)
	if err != nil {
		return nil, err
	}
	held, others := row, column
	if x.transposed {
		held, others = column, row
	}
	heldStep, laneStep := int64(1), int64(8)
	if x.version == 1 {
		heldStep, laneStep = 2, 1
	}
	b.addAt(register, held, 8, heldStep)
	b.addAt(lane, others, 16, 1)
	b.addAt(lane, held, 2, laneStep)
	b.reach[held], b.reach[others] = 16, 16
	if x.bits != nil {
		x.addBits(b, -1)
	} else {
		for _, d := range rowMajor(len(x.warps)) {
			b.add(subgroup, d, x.warps[d])
		}
	}
	b.fill(rowMajor(len(x.warps)))
	c.blocks(b)
	return b.layout()
}

// writeWMMA tries the versions, both orders and the shapes of the warps.
func writeWMMA(l *Layout, o Options) (string, error) {
	if why := l.noMatrix(32); why != nil {
		return "", why
	}
	var texts []string
	for _, version := range []int{2, 1} {
		for _, transposed := range []bool{false, true} {
			for _, warps := range splits(l.Extent(subgroup), len(l.Shape)) {
				texts = append(texts, fmt.Sprintf("#ttg.amd_wmma<{version = %d, isTranspose = %t, warpsPerCTA = %s}>", version, transposed, spellList(warps)))
			}
		}
	}
	return search(l, o, texts, readWMMA)
}

// operand is an operand of a matrix product: its dimension of sums, the other one, and the layout being made.
type operand struct {
	*builder
	sums, others int
	held         int64   // neighbours along the sums that a lane holds
	warps        []int64 // warps of the result
}

// warpsIn adds the warps in an order; those along the sums hold copies.
func (p *operand) warpsIn(order []int) {
	p.tilesIn(subgroup, order, p.warps)
}

// tilesIn adds places along an axis in an order of dimensions; those along the sums hold copies.
func (p *operand) tilesIn(axis int, order []int, tile []int64) {
	for _, d := range order {
		if d == p.sums {
			p.copies(axis, tile[d])
		} else {
			p.add(axis, d, tile[d])
		}
	}
}

// parents are the layouts of results whose operands are known: tile returns the extents of the operand of one instruction of
// each warp along the sums and along the other dimension, and add adds its digits.
var parents = []struct {
	of   string
	read func(f fields, left bool, held int64) (parent, error)
	in   []string // names of the parameters
}{
	{"ttg.nvidia_mma", nvidiaParent, []string{"versionMajor", "versionMinor", "warpsPerCTA", "instrShape"}},
	{"ttg.amd_mfma", mfmaParent, []string{"version", "versionMajor", "versionMinor", "warpsPerCTA", "tilesPerWarp", "instrShape", "isTransposed", "elementBitWidth"}},
	{"ttg.amd_wmma", wmmaParent, wmmaNames},
	{"ttg.blocked", blockedParent, []string{"sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"}},
}

// parent is the meaning of the layout of a result for an operand.
type parent struct {
	warps        []int64
	sums, others int64 // extents of the smallest operand of a warp
	add          func(p *operand)
}

// readDotOperand reads the encoding of operand 0 or 1 of a product.
func readDotOperand(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.dot_op", text, "opIdx", "parent", "kWidth")
	if err != nil {
		return nil, err
	}
	index, err := f.number("opIdx", 0)
	if err != nil {
		return nil, err
	}
	if index > 1 {
		return nil, f.mistakeOf("opIdx", "expected 0 or 1 as 'opIdx' of ttg.dot_op, but got %d", index)
	}
	held := int64(0)
	if f.has("kWidth") {
		if held, err = f.number("kWidth", 0); err != nil {
			return nil, err
		}
	}
	inner, err := f.attribute("parent")
	if err != nil {
		return nil, err
	}
	for _, kind := range parents {
		pf, err := tritonFieldsOf(kind.of, inner, kind.in...)
		if err != nil {
			return nil, err
		}
		if pf.of == "" {
			continue
		}
		made, err := kind.read(pf, index == 0, held)
		if err != nil {
			return nil, err
		}
		c, err := readCGA(pf, len(made.warps))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(c.ctas, func(n int64) bool { return n > 1 }) {
			return nil, fmt.Errorf("operands of several workgroups are not supported")
		}
		return made.layout(index == 0, held, o)
	}
	return nil, f.mistakeOf("parent", "expected the layout of a result as 'parent' of ttg.dot_op, one of ttg.nvidia_mma, ttg.amd_mfma, ttg.amd_wmma and ttg.blocked")
}

// layout returns the layout of an operand, left or right.
func (made parent) layout(left bool, held int64, o Options) (*Layout, error) {
	rank := len(made.warps)
	if rank != 2 && rank != 3 {
		return nil, fmt.Errorf("expected 2 or 3 dimensions of warps, but got %d", rank)
	}
	p := operand{sums: rank - 1, others: rank - 2, held: held, warps: made.warps}
	if !left {
		p.sums, p.others = p.others, p.sums
	}
	whole := slices.Clone(made.warps)
	whole[p.sums] = made.sums
	whole[p.others] *= made.others
	shape, err := o.shapeOf(whole)
	if err != nil {
		return nil, err
	}
	if p.builder, err = newBuilder(shape, nil); err != nil {
		return nil, err
	}
	made.add(&p)
	p.fill([]int{p.sums, p.others})
	p.fill(rowMajor(rank))
	return p.builder.layout()
}

// width returns the number of neighbours that a lane holds, which must be a power of two.
func width(held int64) error {
	if !isPower(held) {
		return fmt.Errorf("expected a power of two as 'kWidth' of ttg.dot_op, but got %d", held)
	}
	return nil
}

func nvidiaParent(f fields, left bool, held int64) (made parent, err error) {
	version, err := f.number("versionMajor", 0)
	switch {
	case err != nil:
		return made, err
	case version != 2 && version != 3:
		return made, f.mistakeOf("versionMajor", "version %d is not supported; versions 2 (mma.sync) and 3 (wgmma) are", version)
	case version == 3 && !left:
		return made, fmt.Errorf("the right operand of wgmma is in shared memory")
	}
	if made.warps, err = f.numbers("warpsPerCTA", -1, 1); err != nil {
		return made, err
	}
	made.sums, made.others = 8*held, 8
	if left {
		made.others = 16
	}
	made.add = func(p *operand) {
		p.add(register, p.sums, p.held)
		p.add(lane, p.sums, 4)
		p.add(lane, p.others, 8)
		p.add(register, p.others, made.others/8)
		p.add(register, p.sums, 2)
		order := rowMajor(len(p.warps))
		if version == 3 {
			order[0], order[1] = order[1], order[0]
		}
		p.warpsIn(order)
	}
	return made, width(held)
}

func mfmaParent(f fields, left bool, held int64) (made parent, err error) {
	x, err := mfmaOf(f)
	if err != nil {
		return made, err
	}
	lanes, tiles := x.instr[0], x.tiles[max(len(x.tiles)-2, 0)]
	if !left {
		lanes, tiles = x.instr[1], x.tiles[len(x.tiles)-1]
	}
	repeats := int64(1)
	if lanes == 64 {
		repeats = 16
	}
	made.warps, made.sums, made.others = x.warps, held*64/lanes*repeats, lanes*tiles
	made.add = func(p *operand) {
		p.add(register, p.sums, p.held)
		p.add(lane, p.others, lanes)
		p.add(lane, p.sums, 64/lanes)
		p.add(register, p.sums, repeats)
		p.fill([]int{p.sums})
		p.add(register, p.others, tiles)
		p.warpsIn(rowMajor(len(p.warps)))
	}
	return made, width(held)
}

func wmmaParent(f fields, _ bool, held int64) (made parent, err error) {
	x, err := wmmaOf(f)
	if err != nil {
		return made, err
	}
	made.warps, made.sums, made.others = x.warps, x.instr[2], 16
	made.add = func(p *operand) {
		p.add(register, p.sums, p.held)
		p.add(lane, p.others, 16)
		if x.version == 1 {
			p.copies(lane, 2)
		} else {
			p.add(lane, p.sums, 2)
		}
		p.add(register, p.sums, max(x.instr[2]/(2*p.held), 1))
		if x.bits != nil {
			x.addBits(p.builder, p.sums)
		} else {
			p.warpsIn(rowMajor(len(p.warps)))
		}
	}
	return made, width(held)
}

func blockedParent(f fields, left bool, _ int64) (made parent, err error) {
	size, err := f.numbers("sizePerThread", -1, 1)
	if err != nil {
		return made, err
	}
	rank := len(size)
	threads, err := f.numbers("threadsPerWarp", rank, 1)
	if err != nil {
		return made, err
	}
	if made.warps, err = f.numbers("warpsPerCTA", rank, 1); err != nil {
		return made, err
	}
	order, err := f.order("order", rank)
	if err != nil || rank < 2 {
		return made, err
	}
	sums, others := rank-1, rank-2
	if !left {
		sums, others = others, sums
	}
	made.sums, made.others = size[sums], size[others]*threads[others]
	made.add = func(p *operand) {
		whole := slices.Clone(size)
		whole[p.sums] = p.limit[p.sums]
		for _, d := range order {
			p.add(register, d, whole[d])
		}
		p.tilesIn(lane, order, threads)
		p.warpsIn(order)
	}
	return made, nil
}

// writeDotOperand tries the instructions, the shapes of the warps and the widths.
func writeDotOperand(l *Layout, o Options) (string, error) {
	if l.Extent(workgroup) > 1 {
		return "", fmt.Errorf("it has several workgroups")
	}
	if rank := len(l.Shape); rank != 2 && rank != 3 {
		return "", fmt.Errorf("it describes %d dimensions, not 2 or 3", rank)
	}
	var results []string
	for _, warps := range splits(l.Extent(subgroup), len(l.Shape)) {
		switch l.Extent(lane) {
		case 32:
			ones := slices.Repeat([]int64{1}, len(l.Shape)-2)
			results = append(results, fmt.Sprintf("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = %s, instrShape = %s}>", spellList(warps), spellList(append(ones, 16, 8))))
			for _, version := range []int{2, 1} {
				results = append(results, fmt.Sprintf("#ttg.amd_wmma<{version = %d, isTranspose = false, warpsPerCTA = %s}>", version, spellList(warps)))
			}
		case 64:
			for _, instr := range []string{"[32, 32, 8]", "[16, 16, 16]"} {
				results = append(results, fmt.Sprintf("#ttg.amd_mfma<{version = 3, warpsPerCTA = %s, instrShape = %s, isTransposed = false}>", spellList(warps), instr))
			}
		}
	}
	var texts []string
	for _, result := range results {
		for _, index := range []int{0, 1} {
			for _, held := range powers(min(l.Extent(register), 16)) {
				texts = append(texts, fmt.Sprintf("#ttg.dot_op<{opIdx = %d, parent = %s, kWidth = %d}>", index, result, held))
			}
		}
	}
	return search(l, o, texts, readDotOperand)
}

// readSlice reads the layout of its parent without one of the dimensions. Registers that differ only along that
// dimension are merged.
func readSlice(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.slice", text, "dim", "parent")
	if err != nil {
		return nil, err
	}
	dim, err := f.number("dim", 0)
	if err != nil {
		return nil, err
	}
	inner, err := f.attribute("parent")
	if err != nil {
		return nil, err
	}
	s := Of(inner)
	if s == nil || s.Memory {
		return nil, f.mistakeOf("parent", "expected a layout of threads as 'parent' of ttg.slice, but got '%s'", inner)
	}
	if o.depth++; o.depth > maxDepth {
		return nil, f.mistakeOf("parent", "layouts are nested more than %d deep", maxDepth)
	}
	shape := o.Shape
	if shape == nil {
		whole, err := s.read(inner, Options{Context: o.Context, depth: o.depth})
		if err != nil {
			return nil, err
		}
		if dim >= int64(len(whole.Shape)) {
			return nil, f.mistakeOf("dim", "expected a dimension below %d, but got %d", len(whole.Shape), dim)
		}
		shape = slices.Delete(slices.Clone(whole.Shape), int(dim), int(dim)+1)
	}
	if dim > int64(len(shape)) {
		return nil, f.mistakeOf("dim", "expected a dimension of at most %d, but got %d", len(shape), dim)
	}
	o.Shape = slices.Insert(slices.Clone(shape), int(dim), 1)
	l, err := s.read(inner, o)
	if err != nil {
		return nil, err
	}
	digits, ok := l.Map.Digits()
	if !ok {
		return nil, fmt.Errorf("a slice of a layout whose elements are exchanged is not supported")
	}
	registers := &digits.Dims[register]
	registers.Digits = slices.DeleteFunc(registers.Digits, func(g layout.Digit) bool { return g.Offset == 0 })
	registers.Size = 1
	for _, g := range registers.Digits {
		registers.Size *= g.Size
	}
	m, err := layout.New(digits)
	if err != nil {
		return nil, err
	}
	return &Layout{Shape: shape, Map: m, Undivided: l.Undivided}, nil
}

// maxDepth is the depth of layouts in layouts.
const maxDepth = 8
