package spelling

import (
	"fmt"
	"slices"
	"strings"

	"optc/layout"
	"optc/layout/axes"
)

// tritonSharedSpellings are the encodings of Triton for shared memory (LinearLayoutConversions.cpp,
// swizzledSharedToLinearLayout; TritonGPUAttrDefs.td, PaddedSharedEncodingAttr).
var tritonSharedSpellings = []*Spelling{
	{
		Name: "ttg.swizzled_shared", Title: "shared memory of Triton, with columns exchanged by exclusive or", Memory: true, prefix: "#ttg.swizzled_shared<",
		Sample: "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>",
		Source: "Triton LinearLayoutConversions.cpp, swizzledSharedToLinearLayout", read: readSwizzledShared, write: writeSwizzledShared,
	},
	{
		Name: "ttg.padded_shared", Title: "shared memory of Triton, with padding after intervals", Memory: true, prefix: "#ttg.padded_shared<",
		Sample: "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>",
		Source: "Triton TritonGPUAttrDefs.td, PaddedSharedEncodingAttr", read: readPaddedShared, write: writePaddedShared,
	},
	{
		Name: "ttg.nvmma_shared", Title: "shared memory of Triton for wgmma and TMA", Memory: true, prefix: "#ttg.nvmma_shared<",
		Sample: "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>",
		Source: "Triton LinearLayoutConversions.cpp, nvmmaSharedToLinearLayout", read: readNVMMAShared, write: writeNVMMAShared,
	},
	{
		Name: "ttg.shared_linear", Title: "shared memory of Triton, with an element for each bit of the offset", Memory: true, prefix: "#ttg.shared_linear<",
		Sample: "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 2]]}, alignment = 16>",
		Source: "Triton TritonGPUAttrDefs.td, SharedLinearEncodingAttr", read: readSharedLinear, write: writeSharedLinear,
	},
}

// memory makes the layout of a memory from the digits of its dimensions.
func memory(shape []int64, spec layout.Digits) (*Layout, error) {
	if _, ok := count(shape, maxElements); !ok {
		return nil, fmt.Errorf("expected at most %d elements, but the shape is %s", maxElements, spellShape(shape))
	}
	spec.Units, spec.Width = 1, 1
	m, err := layout.New(spec)
	if err != nil {
		return nil, err
	}
	return &Layout{Shape: shape, Memory: true, Map: m}, nil
}

// isPower reports whether n is a power of two.
func isPower(n int64) bool { return n > 0 && n&(n-1) == 0 }

// bitDigits appends a digit of size 2 for each bit of n values, whose steps are powers of two of step.
func bitDigits(digits []layout.Digit, n, step int64) []layout.Digit {
	for bit := int64(1); bit < n; bit *= 2 {
		digits = append(digits, layout.Digit{Size: 2, Offset: bit * step})
	}
	return digits
}

// readSwizzledShared reads a swizzled encoding: column c of row r is stored in column c xor vec·(r/perPhase mod maxPhase).
// Earlier versions of Triton print hasLeadingOffset = false too.
// Order names the dimension of the columns, then of the rows.
func readSwizzledShared(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.swizzled_shared", text, "vec", "perPhase", "maxPhase", "order", "hasLeadingOffset")
	if err != nil {
		return nil, err
	}
	if leading, err := f.flag("hasLeadingOffset"); err != nil {
		return nil, err
	} else if leading {
		return nil, f.mistakeOf("hasLeadingOffset", "a layout with a leading offset is for wgmma; write it as #ttg.nvmma_shared")
	}
	var p [3]int64
	for i, name := range []string{"vec", "perPhase", "maxPhase"} {
		if p[i], err = f.number(name, 1); err != nil {
			return nil, err
		}
		if !isPower(p[i]) {
			return nil, f.mistakeOf(name, "expected a power of two as '%s' of ttg.swizzled_shared, but got %d", name, p[i])
		}
	}
	vec, perPhase, maxPhase := p[0], p[1], p[2]
	list, err := f.numbers("order", -1, 0)
	if err != nil {
		return nil, err
	}
	rank := len(list)
	order, err := f.order("order", rank)
	if err != nil {
		return nil, err
	}
	whole := slices.Repeat([]int64{1}, rank)
	if rank > 0 {
		whole[order[0]] = vec * maxPhase
	}
	if rank > 1 {
		whole[order[1]] = perPhase * maxPhase
	}
	shape, err := o.shapeOf(whole)
	if err != nil {
		return nil, err
	}
	for d, n := range shape {
		if !isPower(n) {
			return nil, fmt.Errorf("extent %d of dimension %d is no power of two", n, d)
		}
	}
	spec := layout.Digits{Dims: make([]layout.Dim, rank)}
	step := int64(1)
	for _, d := range order {
		spec.Dims[d] = layout.Dim{Size: shape[d], Digits: bitDigits(nil, shape[d], step)}
		step *= shape[d]
	}
	if rank > 1 {
		columns, rows := shape[order[0]], shape[order[1]]
		for phase := int64(1); phase < maxPhase; phase *= 2 {
			if phase*perPhase < rows && phase*vec < columns {
				spec.Turns = append(spec.Turns, layout.Turn{
					At: layout.DigitRef{Dim: order[0], Digit: log2(phase * vec)}, By: layout.DigitRef{Dim: order[1], Digit: log2(phase * perPhase)}, Factor: 1,
				})
			}
		}
	}
	return memory(shape, spec)
}

// log2 returns the number of the highest bit of n.
func log2(n int64) (bit int) {
	for ; n > 1; n /= 2 {
		bit++
	}
	return bit
}

// powers lists the powers of two up to most.
func powers(most int64) (list []int64) {
	for n := int64(1); n <= most; n *= 2 {
		list = append(list, n)
	}
	return list
}

// writeSwizzledShared tries each order, without a swizzle and with the swizzle that the first columns of the rows have.
func writeSwizzledShared(l *Layout, o Options) (string, error) {
	var texts []string
	for _, order := range permutations(len(l.Shape)) {
		for _, p := range [][3]int64{{1, 1, 1}, swizzleOf(l, order)} {
			text := fmt.Sprintf("#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = %s}>", p[0], p[1], p[2], spellList(order))
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return search(l, o, texts, readSwizzledShared)
}

// swizzleOf returns vec, perPhase and maxPhase of a swizzled encoding. Rows 1, 2, 4, … differ from row 0 in one bit of the phase or in none:
// column 0 of row perPhase·2^i is stored in column vec·2^i, for every 2^i below maxPhase.
func swizzleOf(l *Layout, order []int) [3]int64 {
	vec, perPhase, maxPhase := int64(1), int64(1), int64(1)
	if len(order) < 2 || !l.Memory {
		return [3]int64{vec, perPhase, maxPhase}
	}
	columns, rows := l.Shape[order[0]], l.Shape[order[1]]
	at := make([]int64, len(order))
	for row := int64(1); row < rows; row *= 2 {
		at[order[1]] = row
		p, ok := l.Map.Locate(at)
		column := p.Offset % columns
		switch {
		case !ok || column < 0:
			return [3]int64{1, 1, 1}
		case column > 0 && maxPhase == 1:
			vec, perPhase, maxPhase = column, row, 2
		case column > 0:
			maxPhase *= 2
		}
	}
	return [3]int64{vec, perPhase, maxPhase}
}

// padding is cells that follow every interval of elements.
type padding struct{ interval, cells int64 }

// readPaddedShared reads a padded encoding: element i, counted in the given order, is stored in cell i + the sum of
// padding · (i div interval).
func readPaddedShared(text string, o Options) (*Layout, error) {
	r, err := newReader(text)
	if err != nil {
		return nil, err
	}
	if !r.take("[") {
		return nil, r.expected("'['")
	}
	var pads []padding
	for {
		var p padding
		r.skipSpace()
		at := r.at
		if p.interval, err = r.number(); err != nil {
			return nil, err
		}
		if !r.take(":+") {
			return nil, r.expected("':+'")
		}
		if p.cells, err = r.number(); err != nil {
			return nil, err
		}
		if !isPower(p.interval) || !isPower(p.cells) {
			return nil, r.mistakeAt(at, "expected powers of two as intervals and paddings of ttg.padded_shared, but got %d:+%d", p.interval, p.cells)
		}
		if slices.ContainsFunc(pads, func(q padding) bool { return q.interval == p.interval }) {
			return nil, r.mistakeAt(at, "the interval %d has a padding already", p.interval)
		}
		pads = append(pads, p)
		if r.take("]") {
			break
		}
		if !r.take(",") {
			return nil, r.expected("',' or ']'")
		}
	}
	if !r.take("{") {
		return nil, r.expected("'{'")
	}
	f, err := r.fields("ttg.padded_shared", "}", append([]string{"order", "shape", "offset", "block"}, cgaNames...)...)
	if err != nil {
		return nil, err
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	l, err := paddedOrder(f, o)
	if err != nil {
		return nil, err
	}
	spec, _ := l.Map.Turned()
	for d := range spec.Dims {
		for k := range spec.Dims[d].Digits {
			g := &spec.Dims[d].Digits[k]
			plain := g.Offset
			for _, p := range pads {
				if plain >= p.interval {
					g.Offset += p.cells * (plain / p.interval)
				}
			}
		}
	}
	return memory(l.Shape, spec)
}

// paddedOrder returns the layout without padding: in an order of dimensions, or with the elements of the bits of the offset.
func paddedOrder(f fields, o Options) (*Layout, error) {
	if f.has("offset") {
		return offsetBits(f, o)
	}
	list, err := f.numbers("order", -1, 0)
	if err != nil {
		return nil, err
	}
	order, err := f.order("order", len(list))
	if err != nil {
		return nil, err
	}
	var shape []int64
	if f.has("shape") {
		if shape, err = f.numbers("shape", len(list), 1); err != nil {
			return nil, err
		}
	} else if o.Shape == nil {
		return nil, fmt.Errorf("the shape of the tensor is not given")
	}
	if o.Shape != nil {
		if shape != nil && !slices.Equal(shape, o.Shape) {
			return nil, fmt.Errorf("the layout describes %s elements, not %s", spellShape(shape), spellShape(o.Shape))
		}
		shape = o.Shape
	}
	spec := layout.Digits{Dims: make([]layout.Dim, len(order))}
	if len(shape) != len(order) {
		return nil, fmt.Errorf("the shape %s has %d dimensions, the layout has %d", spellShape(shape), len(shape), len(order))
	}
	step := int64(1)
	for _, d := range order {
		if !isPower(shape[d]) {
			return nil, fmt.Errorf("extent %d of dimension %d is no power of two", shape[d], d)
		}
		spec.Dims[d] = layout.Dim{Size: shape[d], Digits: bitDigits(nil, shape[d], step)}
		step *= shape[d]
	}
	return memory(shape, spec)
}

// offsetBits returns the layout in which the element at an offset is the exclusive or of the elements of its bits.
func offsetBits(f fields, o Options) (*Layout, error) {
	if v := f.by["block"]; f.has("block") && len(v.list) > 0 {
		return nil, fmt.Errorf("'block' of %s is supported for one workgroup only", f.of)
	}
	bases := make([][][]int64, 1)
	for _, entry := range f.by["offset"].list {
		at, ok := entry.numbers()
		if !ok {
			return nil, fmt.Errorf("expected lists of numbers as 'offset' of %s", f.of)
		}
		bases[0] = append(bases[0], at)
	}
	places, err := linearLayout(bases, o)
	if err != nil {
		return nil, err
	}
	cells, err := places.Map.Reshape([]int64{1, places.Map.Count()})
	if err != nil {
		return nil, err
	}
	if cells, err = cells.Placed(axes.Pair{}); err != nil {
		return nil, err
	}
	if cells, err = cells.Reshape(places.Shape); err != nil {
		return nil, err
	}
	return &Layout{Shape: places.Shape, Memory: true, Map: cells}, nil
}

// writePaddedShared finds the intervals after which cells are left out.
func writePaddedShared(l *Layout, o Options) (string, error) {
	var first error
	for _, order := range permutations(len(l.Shape)) {
		var pads []string
		var sum []padding
		step := int64(1)
		for _, d := range order {
			for bit := int64(1); bit < l.Shape[d]; bit *= 2 {
				coord := make([]int64, len(l.Shape))
				coord[d] = bit
				at, _ := l.Map.Locate(coord)
				expected := step
				for _, p := range sum {
					expected += p.cells * (step / p.interval)
				}
				if more := at.Offset - expected; more > 0 && isPower(more) {
					sum = append(sum, padding{step, more})
					pads = append(pads, fmt.Sprintf("%d:+%d", step, more))
				}
				step *= 2
			}
		}
		if pads == nil {
			continue
		}
		text := fmt.Sprintf("#ttg.padded_shared<[%s] {order = %s, shape = %s}>", strings.Join(pads, ", "), spellList(order), spellList(l.Shape))
		if text, err := search(l, o, []string{text}, readPaddedShared); err == nil {
			return text, nil
		} else if first == nil {
			first = err
		}
	}
	if first == nil {
		first = fmt.Errorf("it has no padding")
	}
	return "", first
}
