package okk

import (
	"fmt"
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
)

// split is an axis with the size of a part.
type split struct {
	axis *axis
	size int64
}

func (s split) count() int64 { return num.CeilDiv(s.axis.whole, s.size) }

// last returns the size of the last part.
func (s split) last() int64 { return s.axis.whole - (s.count()-1)*s.size }

// division is a way to divide a kernel: the axes of the loops, outer ones first.
//
//	for the outer axes:
//	  operations that the inner axes do not concern
//	  for the parts along the other axes: load, compute, store
type division struct {
	splits []split
	outer  int // axes that have loops of their own around the loop of the parts
	mode   overlapMode
}

// overlapMode is the way in which the copies of a part overlap with the computations of others.
type overlapMode int

const (
	together    overlapMode = iota // all computations of a part with the store of the last part and the load of the next
	firstLast                      // the first computation with the store, the last one with the load
	loadsAlone                     // computations with the load of the next part; stores follow
	oneAfterOne                    // nothing overlaps
)

func (m overlapMode) String() string {
	return [...]string{"loads and stores beside computations", "loads and stores beside the first and the last computation", "loads beside computations", "one operation after the other"}[m]
}

// sizeAlong returns the size of a part along an axis that does not follow from another one.
func (d *division) sizeAlong(a *axis) int64 {
	for _, s := range d.splits {
		if s.axis == a {
			return s.size
		}
	}
	return a.whole
}

func (d *division) isSplit(a *axis) bool { return a != nil && d.sizeAlong(a.root()) < a.root().whole }

// isOuter reports whether an axis has its own loop.
func (d *division) isOuter(a *axis) bool {
	return slices.ContainsFunc(d.splits[:d.outer], func(s split) bool { return s.axis == a.root() })
}

// inner returns the number of parts of the inner loop.
func (d *division) inner() int64 {
	count := int64(1)
	for _, s := range d.splits[d.outer:] {
		count *= s.count()
	}
	return count
}

// sum returns the axis whose parts are added up; nil if there is none.
func (d *division) sum() *axis {
	for _, s := range d.splits {
		if len(s.axis.sums) > 0 {
			return s.axis
		}
	}
	return nil
}

// rows are the numbers of the rows of a part, and the rows of padding that its window reaches.
type rows struct{ lo, hi, top, bottom int64 }

// rowsOf returns part i along an axis, in parts of the axis from which it follows.
func (d *division) rowsOf(a *axis, i int64) rows {
	if a.from == nil {
		size := d.sizeAlong(a)
		return rows{lo: i * size, hi: min(a.whole, (i+1)*size)}
	}
	from := d.rowsOf(a.from, i)
	start := a.window.Stride[0]*from.lo - a.window.Top
	end := a.window.Stride[0]*(from.hi-1) - a.window.Top + a.window.Reach(0)
	r := rows{lo: max(start, 0), hi: min(end, a.whole)}
	r.top, r.bottom = r.lo-start, end-r.hi
	return r
}

// partRows describes the parts along an axis: the most rows, and whether all parts have as many rows, or rows of
// padding.
type partRows struct {
	most             int64
	even, evenlyLaid bool
	first            rows
}

func (d *division) partRows(a *axis) partRows {
	size := d.sizeAlong(a.root())
	if p, known := a.parts[size]; known {
		return p
	}
	count := split{a.root(), size}.count()
	p := partRows{even: true, evenlyLaid: true, first: d.rowsOf(a, 0)}
	defer func() { a.parts[size] = p }()
	for i := range count {
		r := d.rowsOf(a, i)
		p.most = max(p.most, r.hi-r.lo)
		p.even = p.even && r.hi-r.lo == p.first.hi-p.first.lo
		p.evenlyLaid = p.evenlyLaid && r.top == p.first.top && r.bottom == p.first.bottom
		if r.hi <= r.lo {
			p.most = -1 // a part that reaches padding only
			return p
		}
	}
	if !p.even && a.from != nil { // as many rows as a part has that reaches no padding, which is proven for all parts
		p.most = min(a.whole, a.window.Stride[0]*(d.partRows(a.from).most-1)+a.window.Reach(0))
	}
	return p
}

// concerns lists the divided axes, by their roots, that tensors of an operation have.
func (t *tiler) concerns(d *division, op *ir.Operation) (list []*axis) {
	values := op.OperandList()
	if okk.IsView(op) {
		values = append(values, op.Result(0))
	}
	for _, v := range values {
		if !isTensor(v) {
			continue
		}
		for _, a := range t.axes.axesOf(v) {
			if d.isSplit(a) && !slices.Contains(list, a.root()) {
				list = append(list, a.root())
			}
		}
	}
	return list
}

// isParted reports whether a tensor is divided.
func (t *tiler) isParted(d *division, v *ir.Value) bool {
	return slices.ContainsFunc(t.axes.axesOf(v), d.isSplit)
}

// partShape returns the shape of a part of a tensor, and the dimensions in which parts differ. It returns false
// if a part has no rows.
func (t *tiler) partShape(d *division, v *ir.Value) (shape []int64, open okk.Axes, ok bool) {
	whole, _ := okk.Extents(v.Type())
	shape = slices.Clone(whole)
	for i, a := range t.axes.axesOf(v) {
		if !d.isSplit(a) {
			continue
		}
		p := d.partRows(a)
		if p.most < 0 {
			return nil, 0, false
		}
		if shape[i] = p.most; !p.even {
			open |= 1 << i
		}
	}
	return shape, open, true
}

func (t *tiler) partType(d *division, v *ir.Value) (*okk.LocalType, bool) {
	shape, open, ok := t.partShape(d, v)
	if !ok {
		return nil, false
	}
	return v.Type().(*okk.LocalType).Parted(shape, open), true
}

// level is the place of an operation around or in the loop of the parts.
type level int

const (
	beforeLoops level = iota
	afterLoops
	beforeParts // in the loops of the outer axes
	afterParts
	inParts
	inLastParts // those that complete a sum
)

// levels finds the places of operations. It returns false if the order of the operations would change in a way
// that matters.
func (t *tiler) levels(d *division) (levels []level, ok bool) {
	levels = make([]level, len(t.ops))
	summed := map[*ir.Value]bool{} // depends on a sum that is complete after the last part
	made := map[*ir.Value]bool{}   // made by parts
	k := d.sum()
	for i, op := range t.ops {
		list := t.concerns(d, op)
		writes, reads := okk.Accesses(op)
		if view, isView := okk.ViewOf(op); isView {
			writes, reads = []*ir.Value{op.Result(0)}, []*ir.Value{view.Source}
		}
		after := slices.ContainsFunc(reads, func(v *ir.Value) bool { return made[v] })
		complete := slices.ContainsFunc(reads, func(v *ir.Value) bool { return summed[v] })
		inner := slices.ContainsFunc(list, func(a *axis) bool { return !d.isOuter(a) })
		switch {
		case len(list) == 0 && after:
			levels[i] = afterLoops
		case len(list) == 0:
			levels[i] = beforeLoops
		case !inner && after:
			levels[i] = afterParts
		case !inner:
			levels[i] = beforeParts
		case k != nil && complete:
			if slices.Contains(list, k) {
				return nil, false // needs the sum in each of its parts
			}
			levels[i] = inLastParts
		default:
			levels[i] = inParts
		}
		for _, v := range writes {
			if k != nil && slices.Contains(k.sums, op) {
				if made[v] {
					return nil, false
				}
				summed[v] = true
			}
			summed[v] = summed[v] || complete
			made[v] = made[v] || levels[i] >= inParts
		}
	}
	return levels, t.keepsOrder(levels)
}

// keepsOrder reports whether operations that move before or after the loops pass none that uses what they change.
func (t *tiler) keepsOrder(levels []level) bool {
	for i, op := range t.ops {
		for j, earlier := range t.ops[:i] {
			moves := levels[i] == beforeLoops && levels[j] != beforeLoops ||
				levels[i] == beforeParts && levels[j] >= afterParts || levels[j] == afterLoops && levels[i] != afterLoops ||
				levels[j] == afterParts && levels[i] >= inParts
			if moves && depends(t.accessesOf(earlier), t.accessesOf(op)) {
				return false
			}
		}
	}
	return true
}

// accessesOf returns an operation with the tensors that it uses; a view makes its result from its source.
func (t *tiler) accessesOf(op *ir.Operation) step {
	if view, isView := okk.ViewOf(op); isView {
		return step{op, []*ir.Value{op.Result(0)}, []*ir.Value{view.Source}}
	}
	writes, reads := okk.Accesses(op)
	return step{op, writes, reads}
}

// overLimit names the first operand of a computation that has more rows or channels in a part than the chip computes on; "" if
// there is none.
func (t *tiler) overLimit(d *division) string {
	limits := []int64{t.machine.BatchMax, t.machine.ChanMax, t.machine.DimMax, t.machine.DimMax}
	for _, op := range t.ops {
		if row := okk.RowOf(op); row == nil || row.Engine != okk.ComputeEngine {
			continue
		}
		for _, v := range okk.Tensors(op) {
			shape, _, ok := t.partShape(d, v)
			if !ok || len(shape) != len(limits) || v.Type().(*okk.LocalType).Tensor.Mode != okk.N1 {
				continue
			}
			for i, n := range shape {
				if n > limits[i] {
					return fmt.Sprintf("'%s' has %s = %d, but '%s' computes on at most %d", okk.NameOf(v), nameOfDim(shape, i), n, op.Name(), limits[i])
				}
			}
		}
	}
	return ""
}

// need is the memory of an NPU for a division. It returns false if the division is impossible.
func (t *tiler) need(d *division, levels []level) (sum int64, ok bool) {
	uses := t.stagesOf(levels)
	for _, op := range t.allocations() {
		v := op.Result(0)
		typ, ok := t.partType(d, v)
		if !ok {
			return 0, false
		}
		size, err := t.reserved(v, typ)
		if err != nil {
			return 0, false
		}
		sum += size * t.buffers(d, v, uses)
	}
	for _, op := range d.reductions() { // the result of a part
		v := okk.Destination(op)
		size, err := t.reserved(v, v.Type().(*okk.LocalType))
		if err != nil {
			return 0, false
		}
		sum += size
	}
	return sum + t.held, true
}

// buffers returns the number of buffers of a tensor.
func (t *tiler) buffers(d *division, v *ir.Value, uses map[*ir.Value]*span) int64 {
	u := uses[v]
	switch {
	case u == nil:
		return 1
	case !t.keepsSum(d, v) || u.last != storing || d.mode >= loadsAlone:
		return u.buffers(d.mode)
	}
	buffers := int64(1) // which is copied before it is stored
	for _, op := range t.ops {
		if t.pieces(d, op) > 0 && stored(op) == v {
			buffers++
		}
	}
	return buffers
}

// reserved is reservedBytes, which remembers what it found.
func (t *tiler) reserved(v *ir.Value, typ *okk.LocalType) (int64, error) {
	key := reservedKey{v, typ}
	if n, known := t.sizes[key]; known {
		return n, nil
	}
	n, err := reservedBytes(t.machine, v, typ)
	if err == nil {
		t.sizes[key] = n
	}
	return n, err
}

type reservedKey struct {
	v   *ir.Value
	typ *okk.LocalType
}

// keepsSum reports whether a tensor holds a sum from one part to the next.
func (t *tiler) keepsSum(d *division, v *ir.Value) bool {
	k := d.sum()
	return k != nil && !d.isOuter(k) && slices.ContainsFunc(k.sums, func(op *ir.Operation) bool { return okk.Destination(op) == v })
}

// span is the first and the last stage of a part that use a tensor.
type span struct {
	first, last stage
	computes    int // computations of a part
}

// buffers returns the number of buffers with which parts take turns.
func (s *span) buffers(m overlapMode) int64 {
	switch {
	case m == oneAfterOne || s.first == s.last && s.first == computing:
		return 1
	case m == loadsAlone:
		if s.first == loading {
			return 2
		}
		return 1
	case s.first == loading && s.last == storing && (m == together || s.computes == 1):
		return 3
	}
	return 2
}

// stagesOf returns the stages of the tensors that only operations on parts use.
func (t *tiler) stagesOf(levels []level) map[*ir.Value]*span {
	uses := map[*ir.Value]*span{}
	outside := map[*ir.Value]bool{}
	computes := 0
	for i, op := range t.ops {
		at, err := stageOf(op)
		if err == nil && at == computing && levels[i] >= inParts {
			computes++
		}
	}
	for i, op := range t.ops {
		at, err := stageOf(op)
		if err != nil || at == stages {
			at = computing
		}
		for _, v := range op.OperandList() {
			if !isTensor(v) {
				continue
			}
			v = okk.Base(v)
			switch u := uses[v]; {
			case levels[i] < inParts:
				outside[v] = true
			case u == nil:
				uses[v] = &span{at, at, computes}
			default:
				u.first, u.last = min(u.first, at), max(u.last, at)
			}
		}
	}
	for v := range outside {
		delete(uses, v)
	}
	return uses
}
