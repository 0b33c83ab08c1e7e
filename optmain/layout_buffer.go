package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/dialect/gpu"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/optmain/internal/spelling"
)

// memoryWay is a layout of memory for some accesses.
type memoryWay struct {
	kind   string // "swizzle", "padding" or "rows as they are"
	text   string // as CuTe spells it
	cells  int64
	each   []layout.MemoryAccesses // of each layout of threads
	cycles int64                   // of all
	least  int64                   // without conflicts
	count  int64                   // accesses of a thread
}

// compare orders layouts by cycles, then by accesses, then by memory.
func (w *memoryWay) compare(x memoryWay) int {
	return cmp.Or(cmp.Compare(w.cycles, x.cycles), cmp.Compare(w.count, x.count), cmp.Compare(w.cells, x.cells))
}

// bestMemories compares layouts of a memory of a shape that the given layouts of threads access: rows as they are, rows with
// padding, and rows whose accesses a swizzle exchanges. It returns the best of each kind, the best one first.
func bestMemories(c *ir.Context, threads []*layout.Map, t layout.Traffic, sector int64, order []int) ([]memoryWay, error) {
	shape := threads[0].Shape()
	candidates, err := memoryCandidates(shape, order, t)
	if err != nil {
		return nil, err
	}
	for _, m := range threads {
		if work := m.Count() * int64(len(candidates)); work > mostCompared {
			return nil, fmt.Errorf("comparing %d layouts of memory for %s elements takes too long; give the tile of one step with '--shape'", len(candidates), writeExtents(shape))
		}
	}
	best := map[string]memoryWay{}
	for _, w := range candidates {
		l, err := spelling.Read(w.text, spelling.Options{Context: c})
		if err != nil {
			return nil, err
		}
		if _, w.cells, err = l.Map.Extent(0); err != nil {
			return nil, err
		}
		for _, m := range threads {
			a, err := layout.AccessMemory(m, l.Map, t, sector)
			if err != nil {
				return nil, err
			}
			w.each = append(w.each, a)
			w.cycles, w.least, w.count = w.cycles+a.Cycles, w.least+a.Least, w.count+a.Count
		}
		if b, ok := best[w.kind]; !ok || w.compare(b) < 0 {
			best[w.kind] = w
		}
	}
	var ways []memoryWay
	for _, kind := range memoryKinds {
		if w, ok := best[kind]; ok {
			ways = append(ways, w)
		}
	}
	// At the same cycles, the simpler kind wins if it takes no more memory.
	slices.SortStableFunc(ways, func(a, b memoryWay) int {
		return cmp.Or(cmp.Compare(a.cycles, b.cycles), cmp.Compare(a.cells, b.cells))
	})
	return ways, nil
}

// mostCompared bounds the elements of all candidates together.
const mostCompared = 1 << 24

// memoryKinds are the kinds of layouts, the simplest first.
var memoryKinds = []string{"rows as they are", "swizzle", "padding"}

// memoryCandidates lists layouts of memory with the elements of a shape in an order of dimensions, the fastest first.
func memoryCandidates(shape []int64, order []int, t layout.Traffic) (list []memoryWay, err error) {
	if len(shape) < 2 {
		return nil, fmt.Errorf("a swizzle or padding is for a memory of rows, but the threads hold %d dimension; give the shape with '--shape', such as 64x32", len(shape))
	}
	columns, elements := shape[order[0]], int64(1)
	for _, n := range shape {
		elements *= n
	}
	rows := func(pitch int64) string {
		strides, step := make([]string, len(shape)), int64(1)
		extents := make([]string, len(shape))
		for i, d := range order {
			strides[d], extents[d] = fmt.Sprint(step), fmt.Sprint(shape[d])
			if step *= shape[d]; i == 0 {
				step = pitch
			}
		}
		return "(" + strings.Join(extents, ",") + "):(" + strings.Join(strides, ",") + ")"
	}
	list = append(list, memoryWay{kind: memoryKinds[0], text: rows(columns)})
	widest := max(t.Widest, t.Element)
	for bytes := t.Element; bytes <= t.Banks.Count*t.Banks.Word/2; {
		list = append(list, memoryWay{kind: memoryKinds[2], text: rows(columns + bytes/t.Element)})
		if bytes < widest {
			bytes += t.Element
		} else { // accesses stay aligned
			bytes += widest
		}
	}
	if columns&(columns-1) != 0 {
		return list, nil
	}
	log := func(n int64) (bits int64) {
		for ; n > 1; n = (n + 1) / 2 {
			bits++
		}
		return bits
	}
	all, row := log(elements), log(columns)
	for bits := int64(1); bits <= row; bits++ {
		for base := row - bits; base >= 0; base-- {
			for shift := max(bits, row-base); base+bits+shift <= all; shift++ {
				s := layout.Swizzle{Bits: bits, Base: base, Shift: shift}
				list = append(list, memoryWay{kind: memoryKinds[1], text: s.String() + " o 0 o " + rows(columns)})
			}
		}
	}
	return list, nil
}

// drawBuffer answers which swizzle or padding serves the accesses of one or two layouts of threads to a memory of their shape.
func (t *tool) drawBuffer(texts []string, o layoutOptions) (*draw.Picture, error) {
	if o.family != nil {
		return nil, fmt.Errorf("flag '--buffer' is for the workgroup memory of GPUs, which %s does not have", o.target)
	}
	c := t.newContext()
	elem, err := o.elementType(c, t.stderr)
	if err != nil {
		return nil, err
	}
	sides := make([]changedLayout, len(texts))
	for i, text := range texts {
		sides[i].text = text
		if sides[i].threads, _, err = o.read(c, text); err != nil {
			return nil, err
		}
		if sides[i].isMemory() {
			return nil, fmt.Errorf("'%s' is a layout of memory, but flag '--buffer' takes layouts of threads", text)
		}
		if !slices.Equal(sides[i].threads.Shape, sides[0].threads.Shape) {
			return nil, fmt.Errorf("the layouts have the shapes %s and %s; give one with '--shape'", writeExtents(sides[0].threads.Shape), writeExtents(sides[i].threads.Shape))
		}
	}
	subgroup, sector := usualSubgroup, usualSector
	if o.gpu != nil {
		subgroup, sector = o.gpu.Subgroups[0], o.gpu.Sector
	}
	maps, err := holdersOf(subgroup, sides...)
	if err != nil {
		return nil, err
	}
	traffic := gpu.TrafficOf(elem, subgroup)
	ways, err := bestMemories(c, maps, traffic, sector, rowsFirst(len(sides[0].threads.Shape)))
	if err != nil {
		return nil, err
	}
	p := &draw.Picture{Title: fmt.Sprintf("a memory of %sx%s that %s access in subgroups of %d", writeExtents(maps[0].Shape()), elem, layout.AxisThread.Count(int64(maps[0].Units())), subgroup)}
	p.Panels = []*draw.Panel{waysPanel(ways, len(texts))}
	for i, w := range ways {
		p.Notes = append(append(p.Notes, w.note(i, maps[0].Count(), traffic.Element)), w.spellings(c)...)
		p.Figures = append(p.Figures, draw.Figure{Name: w.kind, Value: w.cycles, Unit: "cycles"})
	}
	p.Figures = append(p.Figures, draw.Figure{Name: "without conflicts", Value: ways[0].least, Unit: "cycles"})
	return p, nil
}

// rowsFirst is the order of dimensions of a memory whose last dimension is the fastest.
func rowsFirst(rank int) (order []int) {
	for d := range rank {
		order = append(order, rank-1-d)
	}
	return order
}

// waysPanel has a row for each kind of layout and a column for the cycles of each layout of threads.
func waysPanel(ways []memoryWay, sides int) *draw.Panel {
	names := []string{"first", "second"}[:sides]
	if sides == 1 {
		names = []string{"access"}
	}
	p := &draw.Panel{Title: "cycles of a subgroup", Axis: draw.Axis{To: int64(sides) + 2, Label: func(n int64) string {
		return append(slices.Clone(names), "all", "least")[n]
	}}}
	for row, w := range ways {
		p.Rows = append(p.Rows, draw.Row{Label: w.kind})
		numbers := []int64{}
		for _, a := range w.each {
			numbers = append(numbers, a.Cycles)
		}
		for i, n := range append(numbers, w.cycles, w.least) {
			p.Add(draw.Cell{Row: row, From: int64(i), To: int64(i) + 1, Colour: draw.Shade(n, max(2, 2*w.least)), Text: fmt.Sprint(n)})
		}
	}
	return p
}

// note describes a way in a sentence. Its spellings follow.
func (w *memoryWay) note(place int, elements, bytes int64) string {
	text := fmt.Sprintf("%s, %s, takes %d cycles", []string{"The best", "The runner-up", "The last"}[place], w.kind, w.cycles)
	if w.cells > elements {
		text += fmt.Sprintf(" and %d bytes of memory more", (w.cells-elements)*bytes)
	}
	if w.cycles == w.least {
		text += ", without conflicts"
	}
	return text + ":"
}

// bufferSpellings are the spellings in which a layout of memory is proposed.
var bufferSpellings = []string{"ttg.swizzled_shared", "ttg.nvmma_shared", "ttg.padded_shared", "iree_codegen.xor_shuffle"}

// spellings writes the layout in CuTe's spelling, and in each other spelling that describes it.
func (w *memoryWay) spellings(c *ir.Context) []string {
	list := []string{w.text}
	if w.kind == memoryKinds[0] {
		return list
	}
	so := spelling.Options{Context: c}
	l, err := spelling.Read(w.text, so)
	if err != nil {
		return list
	}
	for _, name := range bufferSpellings {
		to, err := spelling.Lookup(name)
		if err != nil {
			continue
		}
		if text, err := to.Write(l, so); err == nil {
			list = append(list, text)
		}
	}
	return list
}

// proposeMemory adds to the picture of accesses with conflicts the swizzle or padding of the same memory that has fewer.
func proposeMemory(c *ir.Context, p *draw.Picture, threads, memory *layout.Map, traffic layout.Traffic, sector int64) {
	shape := memory.Shape()
	if len(shape) < 2 {
		return
	}
	now, err := layout.AccessMemory(threads, memory, traffic, sector)
	if err != nil || now.Cycles == now.Least {
		return
	}
	order := rowsFirst(len(shape))
	step := make([]int64, len(shape))
	for d := range step {
		coord := make([]int64, len(shape))
		if shape[d] > 1 {
			coord[d] = 1
		}
		at, _ := memory.Locate(coord)
		step[d] = at.Offset
	}
	if first := order[0]; shape[first] > 1 && step[first] != 1 { // the dimension with the smallest step is the fastest
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(step[a], step[b]) })
	}
	ways, err := bestMemories(c, []*layout.Map{threads}, traffic, sector, order)
	if err != nil || ways[0].cycles >= now.Cycles {
		return
	}
	for _, w := range ways {
		if w.cycles < now.Cycles && w.kind != memoryKinds[0] {
			p.Notes = append(append(p.Notes, fmt.Sprintf("In a memory of these elements alone, with a %s, the accesses take %d cycles:", w.kind, w.cycles)), w.spellings(c)...)
			p.Figures = append(p.Figures, draw.Figure{Name: "with a " + w.kind, Value: w.cycles, Unit: "cycles"})
		}
	}
}
