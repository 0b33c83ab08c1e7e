package optmain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/change"
	"optc/optmain/internal/spelling"
)

// memoryWay is a layout of memory for some accesses.
type memoryWay struct {
	kind   string // "swizzle", "padding" or "rows as they are"
	text   string // text in CuTe's spelling
	cells  int64
	each   []change.MemoryAccesses // accesses of each layout of threads
	cycles int64                   // of all
	least  int64                   // without conflicts
	count  int64                   // accesses of a thread
}

// compare orders layouts by cycles, then by accesses, then by memory.
func (w *memoryWay) compare(x memoryWay) int {
	return cmp.Or(cmp.Compare(w.cycles, x.cycles), cmp.Compare(w.count, x.count), cmp.Compare(w.cells, x.cells))
}

// bestMemories compares layouts for a memory that the given layouts of threads access: plain rows, rows with padding, and
// rows whose accesses a swizzle exchanges. It returns the best of each kind, the best one first.
func bestMemories(c *ir.Context, threads []*layout.Map, t change.Traffic, sector int64, order []int) ([]memoryWay, error) {
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
		measure, err := measured(threads, l.Map, t, sector)
		if err != nil {
			return nil, err
		}
		measure.kind, measure.text = w.kind, w.text
		w = measure
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

// sideOf returns what threads do in layout i of n: in the first of two they write, in the last they read.
func sideOf(i, n int) change.Side {
	if i == n-1 {
		return change.After
	}
	return change.Before
}

// measured returns what the accesses of layouts of threads to a memory cost.
func measured(threads []*layout.Map, memory *layout.Map, t change.Traffic, sector int64) (w memoryWay, err error) {
	if _, w.cells, err = memory.Extent(0); err != nil {
		return w, err
	}
	for i, m := range threads {
		a, err := change.AccessMemory(m, memory, t, sideOf(i, len(threads)), sector)
		if err != nil {
			return w, err
		}
		w.each = append(w.each, a)
		w.cycles, w.least, w.count = w.cycles+a.Cycles, w.least+a.Least, w.count+a.Count
	}
	return w, nil
}

// mostCompared bounds the elements of all candidates together.
const mostCompared = 1 << 24

// memoryKinds are the kinds of layouts, the simplest first.
var memoryKinds = []string{"rows as they are", "swizzle", "padding"}

// memoryCandidates lists layouts of memory with the elements of a shape in an order of dimensions, the fastest first.
func memoryCandidates(shape []int64, order []int, t change.Traffic) (list []memoryWay, err error) {
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

// rowsFirst is the order of dimensions of a memory whose last dimension is the fastest.
func rowsFirst(rank int) (order []int) {
	for d := range rank {
		order = append(order, rank-1-d)
	}
	return order
}

// bufferSpellings are the spellings of proposed layouts of memory.
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
func proposeMemory(c *ir.Context, p *draw.Picture, threads, memory *layout.Map, traffic change.Traffic, sector int64) {
	shape := memory.Shape()
	if len(shape) < 2 {
		return
	}
	now, err := change.AccessMemory(threads, memory, traffic, change.After, sector)
	if err != nil || now.Cycles == now.Least {
		return
	}
	ways, err := bestMemories(c, []*layout.Map{threads}, traffic, sector, orderOf(memory))
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

// orderOf returns the order of the dimensions of a memory, the fastest first.
func orderOf(memory *layout.Map) []int {
	shape := memory.Shape()
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
	return order
}

// writeExtents writes a shape as the flag --shape takes it, such as 64x32.
func writeExtents(shape []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", "x"), "[]")
}
