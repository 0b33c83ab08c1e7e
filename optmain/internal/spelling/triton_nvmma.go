package spelling

import (
	"fmt"
	"slices"
	"strings"

	"optc/layout"
)

// readNVMMAShared reads the encoding of a memory that wgmma and TMA use: blocks of 8 rows, as many bytes wide as the
// swizzle; accesses of 16 bytes are exchanged by exclusive or with the row; blocks follow each other along the rows, then
// along the columns.
func readNVMMAShared(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.nvmma_shared", text, "swizzlingByteWidth", "transposed", "elementBitWidth", "fp4Padded", "rank")
	if err != nil {
		return nil, err
	}
	bytes, err := f.number("swizzlingByteWidth", 0)
	if err != nil {
		return nil, err
	}
	if !slices.Contains([]int64{0, 32, 64, 128}, bytes) {
		return nil, f.mistakeOf("swizzlingByteWidth", "expected 0, 32, 64 or 128 as 'swizzlingByteWidth' of ttg.nvmma_shared, but got %d", bytes)
	}
	bits, err := f.number("elementBitWidth", 8)
	if err != nil {
		return nil, err
	}
	if !slices.Contains([]int64{8, 16, 32}, bits) {
		return nil, f.mistakeOf("elementBitWidth", "expected 8, 16 or 32 as 'elementBitWidth' of ttg.nvmma_shared, but got %d", bits)
	}
	transposed, err := f.flag("transposed")
	if err != nil {
		return nil, err
	}
	if padded, err := f.flag("fp4Padded"); err != nil || padded {
		return nil, f.mistakeOf("fp4Padded", "padding of four-bit elements is not supported")
	}
	if _, err := readCGA(f, 2); err != nil {
		return nil, err
	}
	rows, columns := 0, 1
	if transposed {
		rows, columns = 1, 0
	}
	tile := 8 * max(16, bytes) / bits
	least := []int64{0, 0}
	least[rows], least[columns] = 8, tile
	shape, err := o.shapeOf(least)
	if err != nil {
		return nil, err
	}
	for d, n := range shape {
		if !isPower(n) || bytes > 0 && n < least[d] {
			return nil, fmt.Errorf("expected powers of two of at least %s elements, but the shape is %s", spellShape(least), spellShape(shape))
		}
	}
	spec := layout.Digits{Dims: make([]layout.Dim, 2)}
	step, reach := int64(1), []int64{1, 1}
	upTo := func(d int, n int64) {
		for ; reach[d] < min(n, shape[d]); reach[d] *= 2 {
			spec.Dims[d].Digits = append(spec.Dims[d].Digits, layout.Digit{Size: 2, Offset: step})
			step *= 2
		}
	}
	const most = 256 // elements of a dimension that TMA copies at once
	if bytes == 0 {
		upTo(1, most)
		upTo(0, most)
	} else {
		upTo(columns, tile)
		upTo(rows, most)
		vec, phases := 128/bits, bytes/16
		for phase := int64(1); phase < phases; phase *= 2 {
			spec.Turns = append(spec.Turns, layout.Turn{
				At: layout.DigitRef{Dim: columns, Digit: log2(vec * phase)}, By: layout.DigitRef{Dim: rows, Digit: log2(8 / phases * phase)}, Factor: 1,
			})
		}
	}
	upTo(0, shape[0])
	upTo(1, shape[1])
	for d := range spec.Dims {
		spec.Dims[d].Size = shape[d]
	}
	return memory(shape, spec)
}

// writeNVMMAShared tries the widths of swizzles and elements.
func writeNVMMAShared(l *Layout, o Options) (string, error) {
	if len(l.Shape) != 2 {
		return "", fmt.Errorf("it describes %d dimensions, not 2", len(l.Shape))
	}
	var texts []string
	for _, bits := range []int{16, 8, 32} {
		for _, bytes := range []int{32, 64, 128, 0} {
			for _, transposed := range []bool{false, true} {
				texts = append(texts, fmt.Sprintf("#ttg.nvmma_shared<{swizzlingByteWidth = %d, transposed = %t, elementBitWidth = %d}>", bytes, transposed, bits))
			}
		}
	}
	return search(l, o, texts, readNVMMAShared)
}

// readSharedLinear reads a memory in which the element at an offset is the exclusive or of the elements of its bits.
func readSharedLinear(text string, o Options) (*Layout, error) {
	r, err := newReader(text)
	if err != nil {
		return nil, err
	}
	if !r.take("{") {
		return nil, r.expected("'{'")
	}
	f, err := r.fields("ttg.shared_linear", "}", "offset", "block")
	if err != nil {
		return nil, err
	}
	if r.take(",") {
		if !r.take("alignment") || !r.take("=") {
			return nil, r.expected("'alignment = '")
		}
		if _, err := r.number(); err != nil {
			return nil, err
		}
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return offsetBits(f, o)
}

// writeSharedLinear writes the element at each bit of the offset.
func writeSharedLinear(l *Layout, _ Options) (string, error) {
	cells, ok := count(l.Shape, maxElements)
	if !ok || !isPower(cells) {
		return "", fmt.Errorf("%s elements are no power of two", spellShape(l.Shape))
	}
	if _, end, err := l.Map.Extent(0); err != nil || end != cells {
		return "", fmt.Errorf("its elements are not in the cells [0, %d)", cells)
	}
	var bits []string
	for bit := int64(1); bit < cells; bit *= 2 {
		hit := l.Map.Invert(0, bit)
		if hit.Class != layout.Element {
			return "", fmt.Errorf("no element is in cell %d", bit)
		}
		bits = append(bits, spellList(l.coord(hit.Index)))
	}
	return "#ttg.shared_linear<{offset = [" + strings.Join(bits, ", ") + "]}, alignment = 16>", nil
}
