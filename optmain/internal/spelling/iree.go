package spelling

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/iree/ireegpu"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/parser"
)

// ireeSpellings are the attributes of IREE.
var ireeSpellings = []*Spelling{
	{
		Name: "iree_vector_ext.nested_layout", Title: "subgroups, batches, outers, threads and elements of IREE", prefix: "#iree_vector_ext.nested_layout<", Drawn: true,
		Sample: "#iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [2], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>",
		Source: "IREE VectorExtAttrs.td, NestedLayoutAttr", read: readDistribution, write: writeNested,
	},
	{
		Name: "iree_map.pack_layout", Title: "digits of coordinates as threads and registers of IREE", prefix: "#iree_map.pack_layout<", Drawn: true,
		Sample: "#iree_map.pack_layout<((2, 8), 16) : ((0, 1), 8)>",
		Source: "IREE IREEMapAttrs.td, PackLayoutAttr", read: readDistribution, write: writePackLayout,
	},
	{
		Name: "iree_map.pack_map", Title: "digits of coordinates as cells of IREE", Memory: true, prefix: "#iree_map.pack_map<",
		Sample: "#iree_map.pack_map<((2, 4), 8) : ((16, 1), 4)>",
		Source: "IREE IREEMapAttrs.td, PackMapAttr", read: readPackMap, write: writePackMap,
	},
	{
		Name: "iree_gpu.mma_layout", Title: "an operand, lhs, rhs or acc, of a matrix instruction of IREE", prefix: "#iree_gpu.mma_layout<",
		Sample: "#iree_gpu.mma_layout<MFMA_F32_16x16x16_F16> lhs",
		Source: "IREE IREEGPUAttrs.cpp, getSingleSubgroupLayout", read: readMMA, write: writeMMA("mma_layout"),
	},
	{
		Name: "iree_gpu.virtual_mma_layout", Title: "an operand of a matrix intrinsic of IREE that is made of instructions", prefix: "#iree_gpu.virtual_mma_layout<",
		Sample: "#iree_gpu.virtual_mma_layout<VMFMA_F32_16x16x32_F16> rhs",
		Source: "IREE IREEGPUAttrs.cpp, getSingleSubgroupLayout", read: readMMA, write: writeMMA("virtual_mma_layout"),
	},
}

// parse reads an attribute.
func parse(text string, o Options) (ir.Attribute, error) {
	return parser.ParseAttr(o.Context, text, nil, nil)
}

// readDistribution reads a layout of a vector over the threads of a workgroup. Threads that differ in digits that the layout does not use
// hold copies.
func readDistribution(text string, o Options) (*Layout, error) {
	a, err := parse(text, o)
	if err != nil {
		return nil, err
	}
	d, ok := a.(vectorext.Distribution)
	if !ok {
		return nil, fmt.Errorf("it is no layout of a vector")
	}
	shape := d.UndistributedShape()
	if o.Shape != nil && !slices.Equal(shape, o.Shape) {
		return nil, fmt.Errorf("it describes %s elements, not %s", spellShape(shape), spellShape(o.Shape))
	}
	lanes := o.Lanes
	if n, ok := d.(*vectorext.NestedLayout); ok && lanes == 0 {
		lanes = n.Threads()
	}
	dims, err := d.Dims(max(lanes, 1))
	if err != nil {
		return nil, err
	}
	r, overlap := layout.UnitRadix(dims)
	if overlap != nil {
		return nil, fmt.Errorf("threads cannot tell their parts apart: %s", overlap.Msg)
	}
	nested, _ := d.(*vectorext.NestedLayout)
	if nested != nil && lanes*nested.Subgroups()%r.Span != 0 {
		nested = nil // it repeats within a subgroup, whose number of threads is no multiple
	}
	units := max(r.Span, o.threads)
	if nested != nil {
		units = max(units, lanes*nested.Subgroups())
	}
	if units%r.Span != 0 || units > maxElements {
		return nil, fmt.Errorf("%d threads are no multiple of %d", units, r.Span)
	}
	m, err := layout.Repeated(dims, r, units)
	if err != nil {
		return nil, err
	}
	if _, registers, err := m.Extent(0); err != nil || registers > maxElements/units {
		return nil, fmt.Errorf("expected at most %d places of elements", maxElements)
	}
	inverse, ok := m.Inverse()
	if !ok {
		return nil, fmt.Errorf("some elements are in no thread")
	}
	if nested == nil {
		lanes = units
	}
	inverse, err = inverse.Reshape([]int64{1, units / lanes, lanes, inverse.Shape()[1]})
	return &Layout{Shape: shape, Map: inverse, Undivided: nested == nil}, err
}

// elementDigits returns the digits of each dimension of the elements, the lowest first, without digits of one value. A digit
// moves an element between registers, lanes or subgroups of some size, not between two of them.
func (l *Layout) elementDigits(lanes int64) (dims [][]layout.Digit, err error) {
	m, err := l.Holders()
	if err != nil {
		return nil, err
	}
	spec, ok := m.Digits()
	if !ok {
		return nil, fmt.Errorf("places are exchanged by exclusive or or rotation")
	}
	for _, dim := range spec.Dims {
		var digits []layout.Digit
		for _, g := range dim.Digits {
			if g.Unit > 0 && g.Unit < lanes && g.Size > lanes/g.Unit {
				low := lanes / g.Unit
				if lanes%g.Unit != 0 || g.Size%low != 0 {
					return nil, fmt.Errorf("a dimension is divided in numbers that do not divide the lanes")
				}
				digits = append(digits, layout.Digit{Size: low, Unit: g.Unit}, layout.Digit{Size: g.Size / low, Unit: lanes})
				continue
			}
			if n := len(digits); n > 0 && digits[n-1].Unit*digits[n-1].Size == g.Unit && digits[n-1].Offset*digits[n-1].Size == g.Offset && g.Unit != lanes {
				digits[n-1].Size *= g.Size
			} else if g.Size > 1 {
				digits = append(digits, g)
			}
		}
		dims = append(dims, digits)
	}
	return dims, nil
}

// nestedDigits are the lists of a nested layout for one dimension.
type nestedDigits struct{ subgroup, batch, outer, thread, element, subgroupStride, threadStride int64 }

// nestedOptions lists the ways to write the digits of a dimension: at most one digit for each part, beginning with the element.
func nestedOptions(digits []layout.Digit, lanes int64) (list []nestedDigits) {
	// The parts in their order; a digit of registers may be any of three.
	var place func(rest []layout.Digit, next int, d nestedDigits)
	place = func(rest []layout.Digit, next int, d nestedDigits) {
		if len(rest) == 0 {
			list = append(list, d)
			return
		}
		g := rest[0]
		for part := next; part < layout.NestedDigits; part++ {
			with := d
			switch {
			case part == layout.NestedElement && g.Unit == 0:
				with.element = g.Size
			case part == layout.NestedThread && g.Unit > 0 && g.Unit < lanes:
				with.thread, with.threadStride = g.Size, g.Unit
			case part == layout.NestedOuter && g.Unit == 0:
				with.outer = g.Size
			case part == layout.NestedBatch && g.Unit == 0:
				with.batch = g.Size
			case part == layout.NestedSubgroup && g.Unit >= lanes:
				with.subgroup, with.subgroupStride = g.Size, g.Unit/lanes
			default:
				continue
			}
			place(rest[1:], part+1, with)
		}
	}
	place(digits, 0, nestedDigits{subgroup: 1, batch: 1, outer: 1, thread: 1, element: 1})
	return list
}

// writeNested tries which registers are batches, outers and elements.
func writeNested(l *Layout, o Options) (string, error) {
	dims, err := l.elementDigits(l.Extent(lane))
	if err != nil {
		return "", err
	}
	all := [][]nestedDigits{nil}
	for d, digits := range dims {
		ways := nestedOptions(digits, l.Extent(lane))
		if len(ways) == 0 {
			return "", fmt.Errorf("the digits of dimension %d are not one subgroup, batch, outer, thread and element each, in this order", d)
		}
		var longer [][]nestedDigits
		for _, list := range all {
			for _, way := range ways {
				longer = append(longer, append(slices.Clone(list), way))
			}
		}
		all = longer
	}
	var texts []string
	for _, list := range all {
		field := func(get func(d nestedDigits) int64) string {
			numbers := make([]int64, len(list))
			for i, d := range list {
				numbers[i] = get(d)
			}
			return spellList(numbers)
		}
		texts = append(texts, fmt.Sprintf("#iree_vector_ext.nested_layout<subgroup_tile = %s, batch_tile = %s, outer_tile = %s, thread_tile = %s, element_tile = %s, subgroup_strides = %s, thread_strides = %s>",
			field(func(d nestedDigits) int64 { return d.subgroup }), field(func(d nestedDigits) int64 { return d.batch }),
			field(func(d nestedDigits) int64 { return d.outer }), field(func(d nestedDigits) int64 { return d.thread }),
			field(func(d nestedDigits) int64 { return d.element }), field(func(d nestedDigits) int64 { return d.subgroupStride }),
			field(func(d nestedDigits) int64 { return d.threadStride })))
	}
	return search(l, o, texts, readDistribution)
}

// writePackLayout writes the digits, the highest of each dimension first; digits of registers have stride 0.
func writePackLayout(l *Layout, _ Options) (string, error) {
	dims, err := l.elementDigits(l.Threads())
	if err != nil {
		return "", err
	}
	var shapes, strides []string
	for _, digits := range dims {
		shape, stride := packMode(digits, func(g layout.Digit) int64 { return g.Unit })
		shapes, strides = append(shapes, shape), append(strides, stride)
	}
	return "#iree_map.pack_layout<(" + strings.Join(shapes, ", ") + ") : (" + strings.Join(strides, ", ") + ")>", nil
}

// packMode writes the sizes and the strides of digits, the highest first.
func packMode(digits []layout.Digit, step func(g layout.Digit) int64) (shape, stride string) {
	var sizes, steps []string
	for _, g := range slices.Backward(digits) {
		sizes, steps = append(sizes, fmt.Sprint(g.Size)), append(steps, fmt.Sprint(step(g)))
	}
	switch len(sizes) {
	case 0:
		return "1", "0"
	case 1:
		return sizes[0], steps[0]
	}
	return "(" + strings.Join(sizes, ", ") + ")", "(" + strings.Join(steps, ", ") + ")"
}

// readPackMap reads a map from coordinates to cells: the digits of a coordinate, the highest first, times their strides.
func readPackMap(text string, o Options) (*Layout, error) {
	r, err := newReader(text)
	if err != nil {
		return nil, err
	}
	shape, err := r.value(round)
	if err != nil {
		return nil, err
	}
	if !r.take(":") {
		return nil, r.expected("':'")
	}
	stride, err := r.value(round)
	if err != nil {
		return nil, err
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	if !shape.isList || len(shape.list) != len(stride.list) {
		return nil, fmt.Errorf("expected lists of extents and of strides with the same structure")
	}
	spec := layout.Digits{}
	extents := []int64{}
	for i, mode := range shape.list {
		dim := layout.Dim{Size: 1}
		if err := addPackMode(&dim, mode, stride.list[i]); err != nil {
			return nil, err
		}
		spec.Dims = append(spec.Dims, dim)
		extents = append(extents, dim.Size)
	}
	if o.Shape != nil && !slices.Equal(extents, o.Shape) {
		return nil, fmt.Errorf("it describes %s elements, not %s", spellShape(extents), spellShape(o.Shape))
	}
	return memory(extents, spec)
}

// addPackMode adds the digits of a mode; the last digit is the lowest.
func addPackMode(dim *layout.Dim, shape, stride value) error {
	if shape.isList != stride.isList || len(shape.list) != len(stride.list) || shape.word != "" || stride.word != "" {
		return fmt.Errorf("expected lists of extents and of strides with the same structure")
	}
	if shape.isList {
		for i := len(shape.list) - 1; i >= 0; i-- {
			if err := addPackMode(dim, shape.list[i], stride.list[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if shape.number < 1 || shape.number > maxElements/dim.Size {
		return fmt.Errorf("expected extents of at least 1 whose product is at most %d", maxElements)
	}
	dim.Size *= shape.number
	dim.Digits = append(dim.Digits, layout.Digit{Size: shape.number, Offset: stride.number})
	return nil
}

// writePackMap writes the digits of a memory.
func writePackMap(l *Layout, _ Options) (string, error) {
	spec, ok := l.Map.Digits()
	switch {
	case !ok:
		return "", fmt.Errorf("its cells are exchanged")
	case spec.Base != layout.Place{}:
		return "", fmt.Errorf("the first element is in cell %d, not 0", spec.Base.Offset)
	}
	var shapes, strides []string
	for _, dim := range spec.Dims {
		shape, stride := packMode(joined(dim.Digits), func(g layout.Digit) int64 { return g.Offset })
		shapes, strides = append(shapes, shape), append(strides, stride)
	}
	return "#iree_map.pack_map<(" + strings.Join(shapes, ", ") + ") : (" + strings.Join(strides, ", ") + ")>", nil
}

// joined leaves out digits of one value, and joins digits that continue each other.
func joined(digits []layout.Digit) (out []layout.Digit) {
	for _, g := range digits {
		if n := len(out); n > 0 && out[n-1].Offset*out[n-1].Size == g.Offset {
			out[n-1].Size *= g.Size
		} else if g.Size > 1 {
			out = append(out, g)
		}
	}
	return out
}

// operands are the operands of a matrix instruction, by their words.
var operands = []string{ireegpu.LHS: "lhs", ireegpu.RHS: "rhs", ireegpu.Acc: "acc"}

// readMMA reads a matrix instruction and the word of an operand after it, by default acc.
func readMMA(text string, o Options) (*Layout, error) {
	operand := ireegpu.Acc
	for i, word := range operands {
		if head, ok := strings.CutSuffix(text, " "+word); ok {
			text, operand = head, i
		}
	}
	a, err := parse(text, o)
	if err != nil {
		return nil, err
	}
	m, ok := a.(*ireegpu.MMA)
	if !ok {
		return nil, fmt.Errorf("it is no matrix instruction")
	}
	p, ok := m.Part(operand)
	if !ok {
		return nil, fmt.Errorf("the places of operands of %s are not known", m.Name)
	}
	rows, columns := m.Tile(operand)
	shape := []int64{rows, columns}
	if o.Shape != nil && !slices.Equal(shape, o.Shape) {
		return nil, fmt.Errorf("it describes %s elements, not %s", spellShape(shape), spellShape(o.Shape))
	}
	dims, err := layout.NestedLayout{
		Subgroup: []int64{1, 1}, Batch: []int64{1, 1}, Outer: p.Outer[:], Thread: p.Thread[:], Element: p.Element[:],
		SubgroupStrides: []int64{0, 0}, ThreadStrides: p.ThreadStrides[:],
	}.Dims(m.Lanes)
	if err != nil {
		return nil, err
	}
	r, overlap := layout.UnitRadix(dims)
	if overlap != nil {
		return nil, overlap
	}
	held, err := layout.Repeated(dims, r, m.Lanes)
	if err != nil {
		return nil, err
	}
	inverse, ok := held.Inverse()
	if !ok {
		return nil, fmt.Errorf("some elements are in no lane")
	}
	inverse, err = inverse.Reshape([]int64{1, 1, m.Lanes, inverse.Shape()[1]})
	return &Layout{Shape: shape, Map: inverse}, err
}

// writeMMA tries all intrinsics and operands.
func writeMMA(mnemonic string) func(l *Layout, o Options) (string, error) {
	return func(l *Layout, o Options) (string, error) {
		var texts []string
		for _, name := range ireegpu.IntrinsicNames() {
			for _, operand := range operands {
				texts = append(texts, fmt.Sprintf("#iree_gpu.%s<%s> %s", mnemonic, name, operand))
			}
		}
		text, err := search(l, o, texts, readMMA)
		if err != nil {
			err = fmt.Errorf("no operand of a matrix instruction has it")
		}
		return text, err
	}
}
