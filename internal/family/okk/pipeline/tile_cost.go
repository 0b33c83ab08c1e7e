package okk

import (
	"cmp"
	"fmt"
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
)

// work is the estimated work of a part: the cycles of its stages, and of its first and its last computation.
type work struct{ load, compute, first, last, store int64 }

func (w *work) add(at stage, cycles int64) {
	switch at {
	case loading:
		w.load += cycles
	case storing:
		w.store += cycles
	default:
		if w.compute == 0 {
			w.first = cycles
		}
		w.compute += cycles
		w.last = cycles
	}
}

// cycles estimates the computations of a part with the load of the next part and the store of the last one.
func (w work) cycles(m overlapMode, load, store int64) int64 {
	switch m {
	case together:
		return max(w.compute, load+store)
	case firstLast: // of two computations at least
		return max(w.first, store) + (w.compute - w.first - w.last) + max(w.last, load)
	case loadsAlone:
		return max(w.compute, load) + w.store
	}
	return w.load + w.compute + w.store
}

// ends estimates what the first and the last part of a loop take beside the cycles of other parts: the first load
// and the last store run alone, and the computations beside which they would run have less to wait for.
func (w work) ends(m overlapMode) int64 {
	inside := w.cycles(m, w.load, w.store)
	switch m {
	case oneAfterOne:
		return 0
	case loadsAlone:
		return w.load + w.cycles(m, 0, 0) - inside
	}
	return w.load + w.cycles(m, w.load, 0) + w.cycles(m, 0, w.store) + w.store - 2*inside
}

// variant is a kind of parts: along each axis the last part, or another one.
type variant struct {
	sizes map[*axis]int64
	last  map[*axis]bool
	times int64
}

// variants lists the kinds of parts of a division with their numbers.
func (d *division) variants() []variant {
	list := []variant{{sizes: map[*axis]int64{}, last: map[*axis]bool{}, times: 1}}
	for _, s := range d.splits {
		var next []variant
		for _, v := range list {
			for _, last := range []bool{false, true} {
				times, size := s.count()-1, s.size
				if last {
					times, size = 1, s.last()
				}
				if s.last() == s.size && len(s.axis.sums) == 0 { // all parts are alike
					if last {
						continue
					}
					times = s.count()
				}
				w := variant{sizes: map[*axis]int64{s.axis: size}, last: map[*axis]bool{s.axis: last}, times: v.times * times}
				for a, n := range v.sizes {
					w.sizes[a], w.last[a] = n, v.last[a]
				}
				next = append(next, w)
			}
		}
		list = next
	}
	return list
}

// cost estimates the cycles of a division.
func (t *tiler) cost(d *division, levels []level, clashing map[*ir.Operation]bool) int64 {
	cyclesOf := func(op *ir.Operation, sizes map[*axis]int64) int64 {
		cycles := t.cycles(op, sizes)
		if clashing[op] {
			cycles += cycles - okk.StartCycles
		}
		return cycles
	}
	total := int64(0)
	var whole work
	for i, op := range t.ops {
		if levels[i] == beforeLoops || levels[i] == afterLoops {
			whole.add(computing, cyclesOf(op, nil))
		}
	}
	total += whole.compute
	outer := int64(1)
	for _, s := range d.splits[:d.outer] {
		outer *= s.count()
	}
	k := d.sum()
	for n, v := range d.variants() {
		var part, around work
		for i, op := range t.ops {
			at, err := stageOf(op)
			if err != nil || at == stages {
				continue
			}
			cycles := func() int64 { return cyclesOf(op, v.sizes) }
			switch levels[i] {
			case inParts:
				part.add(at, cycles())
			case inLastParts:
				switch pieces := t.pieces(d, op); {
				case pieces > 0 && v.last[k]:
					part.add(computing, t.copied(op, v.sizes))
				case pieces > 0:
					part.add(storing, okk.StartCycles+(cycles()-okk.StartCycles)/pieces)
					if n == 0 {
						around.add(computing, cycles()) // the last sum
					}
				case v.last[k]:
					part.add(at, cycles())
				}
			case beforeParts, afterParts:
				if n == 0 {
					around.add(computing, cycles())
				}
			}
		}
		total += part.cycles(d.mode, part.load, part.store) * v.times
		if n == 0 {
			total += (around.compute + part.ends(d.mode)) * outer
		}
	}
	return total
}

// cycles estimates an operation on tensors of the sizes of a part; nil means whole tensors.
func (t *tiler) cycles(op *ir.Operation, sizes map[*axis]int64) int64 {
	row := okk.RowOf(op)
	if row == nil {
		return 0
	}
	operands := okk.Tensors(op)
	shapes := make([][]int64, len(operands))
	for i, v := range operands {
		shapes[i] = t.sized(v, sizes)
	}
	writes, _ := okk.Accesses(op)
	made := slices.Index(operands, writes[0])
	if row.Engine == okk.CopyEngine {
		n, _ := ir.NumElements(shapes[made])
		return okk.CopyCycles(n * okk.ElementBytes(writes[0].Type()))
	}
	typ := writes[0].Type().(*okk.LocalType).Parted(shapes[made], 0)
	g, err := t.geometry(writes[0], typ)
	if err != nil {
		return 0
	}
	all := g.ComputeCycles(t.machine, row.Of(op).Products(shapes))
	if !t.reduces || !reducesRows(op) {
		return all
	}
	a := t.axes.axis(okk.InputOf(op), 2)
	if n, split := sizes[a]; split { // the rows of a part, whose result is added to the sum
		return okk.StartCycles + (all-okk.StartCycles)*n/a.whole + g.ComputeCycles(t.machine, 1)
	}
	return all
}

// sized returns the extents of a tensor in a part.
func (t *tiler) sized(v *ir.Value, sizes map[*axis]int64) []int64 {
	whole, _ := okk.Extents(v.Type())
	shape := slices.Clone(whole)
	for i, a := range t.axes.axesOf(v) {
		if a == nil {
			continue
		}
		n, split := sizes[a.root()]
		if !split {
			continue
		}
		var reach func(a *axis) int64
		reach = func(a *axis) int64 {
			if a.from == nil {
				return n
			}
			return min(a.whole, a.window.Stride[0]*(reach(a.from)-1)+a.window.Reach(0))
		}
		shape[i] = reach(a)
	}
	return shape
}

// geometry returns the layout of a tensor that will be chosen for it.
func (t *tiler) geometry(v *ir.Value, typ *okk.LocalType) (okk.Geometry, error) {
	key := reservedKey{v, typ}
	if g, known := t.layouts[key]; known {
		return g, nil
	}
	g, err := chosenGeometry(t.machine, v, typ)
	if err == nil {
		t.layouts[key] = g
	}
	return g, err
}

// candidate is a division with its estimate.
type candidate struct {
	division
	placed      []level // by the number of the operation
	bytes, cost int64
	parts       int64
	clashing    map[*ir.Operation]bool // computations whose operands share a bank
}

// mostCandidates bounds the divisions that are estimated.
const mostCandidates = 20000

// choose estimates divisions and returns the best one, with the best ones of other kinds.
func (t *tiler) choose(list []*axis) (best *candidate, others []*candidate) {
	kinds := map[string]*candidate{}
	for some := range 1 << len(list) {
		var axes []*axis
		for i, a := range list {
			if some>>i&1 != 0 {
				axes = append(axes, a)
			}
		}
		t.estimateAll(axes, mostCandidates>>len(list), kinds)
	}
	for _, c := range kinds {
		others = append(others, c)
	}
	slices.SortFunc(others, (*candidate).compare)
	if len(others) == 0 {
		return nil, nil
	}
	return others[0], others[1:]
}

// estimateAll estimates divisions along all of some axes, and keeps the best one of each kind. It tries many sizes of
// parts, but not many more than most.
func (t *tiler) estimateAll(axes []*axis, most int, kinds map[string]*candidate) {
	sizes := make([][]int64, len(axes))
	for fine := int64(16); fine > 0; fine /= 2 {
		count := 1
		for i, a := range axes {
			sizes[i] = a.candidates(fine)
			count *= len(sizes[i])
		}
		if count <= most {
			break
		}
	}
	d := division{}
	var visit func(i int)
	visit = func(i int) {
		if i < len(axes) {
			for _, size := range sizes[i] {
				d.splits = append(d.splits, split{axes[i], size})
				visit(i + 1)
				d.splits = d.splits[:len(d.splits)-1]
			}
			return
		}
		for _, c := range t.estimates(d) {
			old := kinds[c.kind()]
			if old != nil && c.compare(old) >= 0 {
				continue
			}
			if c.clashing = t.clashing(&c.division, c.placed); len(c.clashing) > 0 {
				c.cost = t.cost(&c.division, c.placed, c.clashing)
			}
			if old == nil || c.compare(old) < 0 {
				kinds[c.kind()] = c
			}
		}
	}
	visit(0)
}

// candidates lists sizes of parts: for few parts all of them, then fewer and fewer.
func (a *axis) candidates(fine int64) (list []int64) {
	add := func(size int64) {
		if (!a.exact || a.whole%size == 0) && !slices.Contains(list, size) {
			list = append(list, size)
		}
	}
	for parts := int64(2); ; parts += max(1, parts/fine) {
		size := num.CeilDiv(num.CeilDiv(a.whole, parts), a.step) * a.step
		if size >= a.whole {
			if size <= a.step || parts > a.whole {
				return list
			}
			continue
		}
		add(size)
		for even := size; even >= max(a.step, size/2); even -= a.step {
			if a.whole%even == 0 {
				add(even)
				break
			}
		}
		if size == a.step || parts > a.whole {
			return list
		}
	}
}

// estimates estimates the ways in which loops along the axes of a division can be nested and overlapped.
func (t *tiler) estimates(d division) (list []*candidate) {
	count := int64(1)
	sums := 0
	for _, s := range d.splits {
		count *= s.count()
		sums += len(s.axis.sums)
	}
	if len(d.splits) > 0 && d.sum() != nil && sums > len(d.sum().sums) {
		return nil // two sums
	}
	for outer := range max(len(d.splits), 1) {
		for mode := together; mode <= oneAfterOne; mode++ {
			c := &candidate{division: division{splits: slices.Clone(d.splits), outer: outer, mode: mode}, parts: count}
			var ok bool
			if c.placed, ok = t.levels(&c.division); !ok {
				continue
			}
			if c.bytes, ok = t.need(&c.division, c.placed); !ok || c.bytes > t.machine.NPUBytes || t.overLimit(&c.division) != "" || !t.isWritable(c) {
				continue
			}
			c.cost = t.cost(&c.division, c.placed, nil)
			list = append(list, c)
		}
	}
	return list
}

// isWritable reports whether the loops of a division can be written.
func (t *tiler) isWritable(c *candidate) bool {
	inner, computes := c.inner(), 0
	for i, op := range t.ops {
		if at, err := stageOf(op); c.placed[i] >= inParts && at == computing {
			if err != nil {
				return false
			}
			computes++
		}
	}
	if c.mode != oneAfterOne && (inner < 2 || computes == 0 || !t.canTakeTurns(c)) || c.mode == firstLast && computes < 2 {
		return false
	}
	k := c.sum()
	if k == nil || c.isOuter(k) || len(c.splits)-c.outer == 1 {
		return k == nil || !c.isOuter(k)
	}
	// The tensor of a sum outlives parts. Smaller parts use a part of it.
	for _, op := range k.sums {
		v := okk.Destination(op)
		shape, open, _ := t.partShape(&c.division, v)
		if turnsDiffer(t.machine, v, v.Type().(*okk.LocalType).Parted(shape, open), open, t.ops) != nil {
			return false
		}
	}
	for _, op := range t.ops {
		if t.storesSum(&c.division, op) && !t.storesAside(&c.division, op) {
			return false
		}
	}
	return true
}

// canTakeTurns reports whether the tensors for which parts take turns with buffers can be parts of buffers of
// the largest size.
func (t *tiler) canTakeTurns(c *candidate) bool {
	for v, u := range t.stagesOf(c.placed) {
		typ, local := v.Type().(*okk.LocalType)
		if !local || u.buffers(c.mode) == 1 && u.first == computing && u.last == computing {
			continue
		}
		shape, open, _ := t.partShape(&c.division, v)
		if turnsDiffer(t.machine, v, typ.Parted(shape, open), open, t.ops) != nil {
			return false
		}
	}
	return true
}

// kind names the axes of a candidate and the way in which its parts overlap.
func (c *candidate) kind() string {
	text := fmt.Sprint(c.mode, c.outer)
	for _, s := range c.splits {
		text += " " + s.axis.name
	}
	return text
}

func (c *candidate) compare(o *candidate) int {
	return cmp.Or(cmp.Compare(c.cost, o.cost), cmp.Compare(c.parts, o.parts), cmp.Compare(c.outer, o.outer), cmp.Compare(c.mode, o.mode), cmp.Compare(c.kind(), o.kind()))
}

// String describes a candidate: "along H in parts of 28 of 224".
func (c *candidate) String() string {
	var text []string
	for _, s := range c.splits {
		text = append(text, fmt.Sprintf("along %s in parts of %d of %d", s.axis.name, s.size, s.axis.whole))
	}
	if text == nil {
		return "not divided"
	}
	out := text[0]
	for i, s := range text[1:] {
		if i == len(text)-2 {
			out += " and " + s
		} else {
			out += ", " + s
		}
	}
	return out
}
