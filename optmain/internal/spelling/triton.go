package spelling

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"optc/layout"
)

// tritonSpellings are the encodings of Triton for registers. Digits follow each other in the order of Triton's own
// conversion to linear layouts (lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp, toLinearLayout); its test,
// LinearLayoutConversionsTest.cpp, has printed values.
var tritonSpellings = []*Spelling{
	{
		Name: "ttg.blocked", Title: "tiles of registers, lanes and subgroups of Triton", prefix: "#ttg.blocked<",
		Sample: "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>",
		Source: "Triton TritonGPUAttrDefs.td, BlockedEncodingAttr", read: readBlocked, write: writeBlocked,
	},
	{
		Name: "ttg.linear", Title: "an element for each bit of register, lane, warp and block of Triton", prefix: "#ttg.linear<",
		Sample: "#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0]], block = []}>",
		Source: "Triton TritonGPUAttrDefs.td, LinearEncodingAttr", read: readLinear, write: writeLinear,
	},
	{
		Name: "ttg.nvidia_mma", Title: "results of matrix instructions of NVIDIA in Triton", prefix: "#ttg.nvidia_mma<",
		Sample: "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>",
		Source: "Triton LinearLayoutConversions.cpp, NvidiaMmaEncodingAttr::toLinearLayout", read: readNvidiaMMA, write: writeNvidiaMMA,
	},
	{
		Name: "ttg.amd_mfma", Title: "results of matrix instructions of AMD CDNA in Triton", prefix: "#ttg.amd_mfma<",
		Sample: "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>",
		Source: "Triton LinearLayoutConversions.cpp, AMDMfmaEncodingAttr::toLinearLayout", read: readMFMA, write: writeMFMA,
	},
}

// cgaNames are the parameters that divide a tensor among workgroups: as counts, and as the elements of bits
// (TritonGPUAttrDefs.td, CGAEncodingAttr; CTALayoutAttr before).
var cgaNames = []string{"CTAsPerCGA", "CTASplitNum", "CTAOrder", "CGALayout"}

// cga describes how workgroups divide a tensor.
type cga struct {
	ctas, split []int64
	order       []int
}

// readCGA reads how workgroups divide a tensor. Without a parameter there is one workgroup.
func readCGA(f fields, rank int) (c cga, err error) {
	ones := slices.Repeat([]int64{1}, rank)
	c = cga{ctas: ones, split: ones}
	for d := range rank {
		c.order = append(c.order, rank-1-d)
	}
	if f.has("CGALayout") {
		if v := f.by["CGALayout"]; !v.isList || len(v.list) > 0 {
			return c, fmt.Errorf("'CGALayout' of %s is supported for one workgroup only; write CTAsPerCGA, CTASplitNum and CTAOrder", f.of)
		}
		return c, nil
	}
	if !f.has("CTAsPerCGA") {
		return c, nil
	}
	if c.ctas, err = f.numbers("CTAsPerCGA", rank, 1); err != nil {
		return c, err
	}
	if c.split, err = f.numbers("CTASplitNum", rank, 1); err != nil {
		return c, err
	}
	for d, n := range c.ctas {
		if n%c.split[d] != 0 {
			return c, fmt.Errorf("%d workgroups cannot divide dimension %d in %d parts", n, d, c.split[d])
		}
	}
	c.order, err = f.order("CTAOrder", rank)
	return c, err
}

// blocks appends the digits of workgroups.
func (c cga) blocks(b *builder) {
	for _, d := range c.order {
		b.block(d, c.split[d], b.limit[d])
		b.copies(workgroup, c.ctas[d]/c.split[d])
	}
}

// shapeOf returns the shape of the tensor: the shape in the options, which must have the rank of otherwise, or else otherwise.
func (o Options) shapeOf(otherwise []int64) ([]int64, error) {
	if o.Shape == nil {
		return otherwise, nil
	}
	if len(o.Shape) != len(otherwise) {
		return nil, fmt.Errorf("the shape %s has %d dimensions, the layout has %d", spellShape(o.Shape), len(o.Shape), len(otherwise))
	}
	return o.Shape, nil
}

// tritonFields reads '<{name = value, …}>'.
func tritonFields(of, text string, names ...string) (f fields, err error) {
	r, err := newReader(text)
	if err != nil {
		return f, err
	}
	if !r.take("{") {
		return f, r.expected("'{'")
	}
	if f, err = r.fields(of, "}", append(slices.Clip(names), cgaNames...)...); err != nil {
		return f, err
	}
	return f, r.end()
}

// tritonFieldsOf is tritonFields for a text that may be of another encoding; then the result has no name.
func tritonFieldsOf(of, text string, names ...string) (f fields, err error) {
	if !strings.HasPrefix(text, "#"+of+"<") {
		return f, nil
	}
	return tritonFields(of, text, names...)
}

// readBlocked reads a blocked encoding: each thread holds sizePerThread neighbours, then threads and warps follow in the
// given order, and registers hold the rest of the tensor.
func readBlocked(text string, o Options) (*Layout, error) {
	f, err := tritonFields("ttg.blocked", text, "sizePerThread", "threadsPerWarp", "warpsPerCTA", "order")
	if err != nil {
		return nil, err
	}
	size, err := f.numbers("sizePerThread", -1, 1)
	if err != nil {
		return nil, err
	}
	rank := len(size)
	threads, err := f.numbers("threadsPerWarp", rank, 1)
	if err != nil {
		return nil, err
	}
	warps, err := f.numbers("warpsPerCTA", rank, 1)
	if err != nil {
		return nil, err
	}
	order, err := f.order("order", rank)
	if err != nil {
		return nil, err
	}
	c, err := readCGA(f, rank)
	if err != nil {
		return nil, err
	}
	whole := make([]int64, rank)
	for d := range whole {
		n, ok := count([]int64{size[d], threads[d], warps[d], c.split[d]}, maxElements)
		if !ok {
			return nil, fmt.Errorf("expected at most %d elements, but dimension %d has %d registers of %d lanes in %d subgroups of %d workgroups", maxElements, d, size[d], threads[d], warps[d], c.split[d])
		}
		whole[d] = n
	}
	shape, err := o.shapeOf(whole)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(shape, c.split)
	if err != nil {
		return nil, err
	}
	for _, level := range []struct {
		axis int
		tile []int64
	}{{register, size}, {lane, threads}, {subgroup, warps}} {
		for _, d := range order {
			b.add(level.axis, d, level.tile[d])
		}
	}
	b.fill(order)
	c.blocks(b)
	return b.layout()
}

// writeBlocked derives the parameters from the coordinates that each axis reaches. Copies belong to a tile that is larger
// than the tensor, in any of the dimensions.
func writeBlocked(l *Layout, o Options) (string, error) {
	if l.Extent(workgroup) > 1 {
		return "", fmt.Errorf("it has several workgroups")
	}
	var texts []string
	for _, order := range permutations(len(l.Shape)) {
		for _, size := range l.neighbours() {
			for _, threads := range l.tiles(lane) {
				for _, warps := range l.tiles(subgroup) {
					texts = append(texts, fmt.Sprintf("#ttg.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = %s, order = %s}>",
						spellList(size), spellList(threads), spellList(warps), spellList(order)))
				}
			}
		}
	}
	return search(l, o, texts, readBlocked)
}

// reached returns the coordinates of a dimension that the places along an axis reach, ascending.
func (l *Layout) reached(axis, dim int) (list []int64) {
	place := make([]int64, len(Axes))
	for i := range l.Extent(axis) {
		place[axis] = i
		at, _ := l.Map.Locate(place)
		list = append(list, l.coord(at.Offset)[dim])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// tiles lists the tiles that the places along an axis may form: a count for each dimension. If there are more places
// than elements, one dimension counts the copies.
func (l *Layout) tiles(axis int) [][]int64 {
	tile, product := make([]int64, len(l.Shape)), int64(1)
	for d := range tile {
		tile[d] = int64(len(l.reached(axis, d)))
		product *= tile[d]
	}
	copies := l.Extent(axis) / product
	if copies <= 1 || len(tile) == 0 {
		return [][]int64{tile}
	}
	var list [][]int64
	for d := range tile {
		with := slices.Clone(tile)
		with[d] *= copies
		list = append(list, with)
	}
	return list
}

// neighbours lists the blocks of neighbouring elements that the first registers of a thread may be.
func (l *Layout) neighbours() (list [][]int64) {
	list = [][]int64{nil}
	for d := range l.Shape {
		near := int64(0)
		for near < l.Shape[d] && slices.Contains(l.reached(register, d), near) {
			near++
		}
		var longer [][]int64
		for n := near; n >= 1; n-- {
			if near%n == 0 {
				for _, block := range list {
					longer = append(longer, append(slices.Clone(block), n))
				}
			}
		}
		list = longer
	}
	return list
}

// permutations lists all orders of n dimensions, or only the usual one if there are more than 4.
func permutations(n int) (list [][]int) {
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == n {
			list = append(list, slices.Clone(order))
			return
		}
		for d := range n {
			if !slices.Contains(order, n-1-d) {
				extend(append(order, n-1-d))
			}
		}
	}
	if n > 4 {
		order := make([]int, n)
		for i := range order {
			order[i] = n - 1 - i
		}
		return [][]int{order}
	}
	extend(nil)
	return list
}

// linearAxes are the parameters of a linear encoding, in the order in which Triton writes them.
var linearAxes = []struct {
	name string
	axis int
}{{"register", register}, {"lane", lane}, {"warp", subgroup}, {"block", workgroup}}

// readLinear reads a linear encoding: the element of a place is the exclusive or of the elements of its bits.
func readLinear(text string, o Options) (*Layout, error) {
	r, err := newReader(text)
	if err != nil {
		return nil, err
	}
	if !r.take("{") {
		return nil, r.expected("'{'")
	}
	var names []string
	for _, a := range linearAxes {
		names = append(names, a.name)
	}
	f, err := r.fields("ttg.linear", "}", names...)
	if err != nil {
		return nil, err
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	bases := make([][][]int64, len(Axes))
	for _, a := range linearAxes {
		v, ok := f.by[a.name]
		if !ok || !v.isList {
			return nil, fmt.Errorf("expected a list of elements as '%s' of ttg.linear", a.name)
		}
		for _, entry := range v.list {
			at, ok := entry.numbers()
			if !ok {
				return nil, fmt.Errorf("expected lists of numbers in '%s' of ttg.linear", a.name)
			}
			bases[a.axis] = append(bases[a.axis], at)
		}
	}
	return linearLayout(bases, o)
}

// linearLayout returns the layout with the elements of the bits of each axis.
func linearLayout(bases [][][]int64, o Options) (*Layout, error) {
	var reached []int64 // the exclusive or of coordinates stays below the powers of two above them
	for _, list := range bases {
		for _, at := range list {
			if reached == nil {
				reached = make([]int64, len(at))
			}
			if len(at) != len(reached) {
				return nil, fmt.Errorf("expected elements of %d dimensions, but got %s", len(reached), spellList(at))
			}
			for d, x := range at {
				reached[d] = max(reached[d], 1<<bits.Len64(uint64(x)))
			}
		}
	}
	for d, n := range reached {
		reached[d] = max(n, 1)
	}
	shape := reached
	if o.Shape != nil {
		if shape = o.Shape; reached != nil && !slices.Equal(shape, reached) {
			return nil, fmt.Errorf("the layout describes %s elements, not %s", spellShape(reached), spellShape(shape))
		}
	}
	if _, ok := count(shape, maxElements); !ok {
		return nil, fmt.Errorf("expected at most %d elements, but the shape is %s", maxElements, spellShape(shape))
	}
	images := make([][]int64, len(bases))
	places := 0
	for axis, list := range bases {
		places += len(list)
		for _, at := range list {
			index := int64(0)
			for d, x := range at {
				index = index*shape[d] + x
			}
			images[axis] = append(images[axis], index)
		}
	}
	if places > bits.Len(maxElements) {
		return nil, fmt.Errorf("expected at most %d places of elements", maxElements)
	}
	elements, _ := count(shape, maxElements)
	l := &Layout{Shape: shape}
	if left := leftOut(slices.Concat(images...), elements); left < elements {
		return nil, fmt.Errorf("element (%s) of %s elements is in no register", join(l.coord(left)), spellShape(shape))
	}
	var err error
	l.Map, err = layout.Linear(images)
	return l, err
}

// leftOut returns the first number that is no exclusive or of some of the images; at least elements, a power of two, if there is
// none below.
func leftOut(images []int64, elements int64) int64 {
	var basis []int64 // no two have the same highest bit
	for _, n := range images {
		for _, b := range basis {
			n = min(n, n^b)
		}
		if n > 0 {
			basis = append(basis, n)
			slices.SortFunc(basis, func(a, b int64) int { return int(b - a) })
		}
	}
	left := int64(1)
	for left < elements && slices.ContainsFunc(basis, func(b int64) bool { return b >= left && b < 2*left }) {
		left *= 2
	}
	return left
}

// writeLinear writes the element of each bit of a place.
func writeLinear(l *Layout, _ Options) (string, error) {
	var parts []string
	for _, a := range linearAxes {
		n := l.Extent(a.axis)
		if n&(n-1) != 0 {
			return "", fmt.Errorf("the number of %ss, %d, is no power of two", Axes[a.axis], n)
		}
		var list []string
		for bit := int64(1); bit < n; bit *= 2 {
			coord := make([]int64, len(Axes))
			coord[a.axis] = bit
			at, _ := l.Map.Locate(coord)
			list = append(list, spellList(l.coord(at.Offset)))
		}
		parts = append(parts, a.name+" = ["+strings.Join(list, ", ")+"]")
	}
	for d, n := range l.Shape {
		if n&(n-1) != 0 {
			return "", fmt.Errorf("extent %d of dimension %d is no power of two", n, d)
		}
	}
	return "#ttg.linear<{" + strings.Join(parts, ", ") + "}>", nil
}
