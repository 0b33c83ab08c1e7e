package okk

import (
	"maps"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/ir"
	"optc/num"
)

// A sum outlives the parts that are added up, so that its tensor is outside of their loop. Where parts overlap, a
// complete sum is copied, and the copy is stored in pieces beside the parts of the next sum:
//
//	scf.for %p = 0 to 176 {                      11 parts along M, of 16 parts along K
//	  if m > 0: store rows 7·k to 7·k + 7 of %out       of the previous part along M
//	  okk.matmul %sum, …
//	  if k = 15: okk.eltwise copy %out, %sum
//	}
//	store %out

// stored returns the tensor that an operation stores.
func stored(op *ir.Operation) *ir.Value { return ir.Cast[okk.StoreOp](op).Source() }

// storesSum reports whether an operation stores a sum in the loop of the parts, beside computations.
func (t *tiler) storesSum(d *division, op *ir.Operation) bool {
	k := d.sum()
	if !ir.Is[okk.StoreOp](op) || k == nil || d.mode >= loadsAlone || d.isOuter(k) {
		return false
	}
	v := stored(op)
	return t.keepsSum(d, v) && slices.ContainsFunc(t.axes.axesOf(v), func(a *axis) bool { return d.isSplit(a) && !d.isOuter(a) })
}

// pieces returns in how many pieces an operation stores a sum; 0 if it stores none, or stores it at once.
func (t *tiler) pieces(d *division, op *ir.Operation) int64 {
	if !t.storesSum(d, op) {
		return 0
	}
	shape, _, ok := t.partShape(d, stored(op))
	if !ok {
		return 0
	}
	return d.piecesOf(shape)
}

// piecesOf returns in how many pieces a sum of a shape is stored.
func (d *division) piecesOf(shape []int64) int64 {
	k := d.sum()
	return min(split{k, d.sizeAlong(k)}.count()-1, shape[cutOf(shape)])
}

// most returns the largest extent of a piece of a sum of a shape.
func (d *division) most(shape []int64) int64 {
	return num.CeilDiv(shape[cutOf(shape)], d.piecesOf(shape))
}

// storesAside reports whether the sum that an operation stores can be stored beside the parts of the next sum: the parts
// follow each other along one axis.
func (t *tiler) storesAside(d *division, op *ir.Operation) bool {
	return d.mode == together && len(d.splits)-d.outer == 2 && t.mayWait(op)
}

// cutOf returns the dimension along which a tensor is stored in pieces.
func cutOf(shape []int64) int {
	if len(shape) == 4 && shape[2] > shape[0] {
		return 2
	}
	return 0
}

// mayWait reports whether an operation may store a part after others are loaded and stored: no other operation uses its
// buffer.
func (t *tiler) mayWait(op *ir.Operation) bool {
	to := ir.Cast[okk.StoreOp](op).Destination()
	for _, other := range t.ops {
		for _, v := range other.Operands() {
			if ir.IsType[*okk.SystemType](v.Type()) && other != op && mayBeOneBuffer(v, to) {
				return false
			}
		}
	}
	return true
}

// mayBeOneBuffer reports whether two parts of buffers may be parts of one.
func mayBeOneBuffer(v, w *ir.Value) bool {
	v, w = okk.Base(v), okk.Base(w)
	return v == w || !distinctBuffers(v, w)
}

// copied estimates a copy of the tensor that an operation stores.
func (t *tiler) copied(op *ir.Operation, sizes map[*axis]int64) int64 {
	v := stored(op)
	g, err := t.geometry(v, v.Type().(*okk.LocalType).Parted(t.sized(v, sizes), 0))
	if err != nil {
		return 0
	}
	return g.ComputeCycles(t.machine, 1)
}

// inPieces reports whether an operation stores a copy of a sum in pieces.
func (w *partWriter) inPieces(op *ir.Operation) bool {
	return w.options.Overlap && w.pieces(&w.division, op) > 0
}

// keep makes the tensor of a sum, outside of the loop of the parts, for the largest part.
func (w *partWriter) keep(v *ir.Value) *ir.Value {
	shape, open, _ := w.partShape(&w.division, v)
	var extents []*ir.Value
	for i, a := range w.axes.axesOf(v) {
		if open.Has(i) && w.isOuter(a) {
			extents = append(extents, w.bounds[a].rows)
		} else if open.Has(i) {
			open &^= 1 << i
			w.kept[v] = v
		}
	}
	typ := v.Type().(*okk.LocalType).Parted(shape, open)
	make := func() *ir.Value {
		made := okk.NewAlloc(w.rw, typ, extents).Result()
		made.SetNameHint(v.NameHint())
		return made
	}
	sum := make()
	if w.kept[v] != nil {
		w.kept[v] = sum
	}
	for _, op := range w.ops {
		if w.inPieces(op) && stored(op) == v {
			w.outs[op] = make()
			w.outs[op].SetNameHint(v.NameHint() + "_out")
		}
	}
	return sum
}

// smaller returns the part of the tensor of a sum, or of a copy of it, that a part uses.
func (w *partWriter) smaller(v, made *ir.Value) *ir.Value {
	if w.kept[v] == nil {
		return made
	}
	return w.local(v, made, nil, nil)
}

// local returns a part of the tensor of a sum: of the rows of a part, or of some of them.
func (w *partWriter) local(v, made *ir.Value, from, rows *ir.Value) *ir.Value {
	shape, open, _ := w.partShape(&w.division, v)
	cut := cutOf(shape)
	at := make([]ir.Mixed, len(shape))
	if rows != nil {
		at[cut].Value, open, shape[cut] = from, open|1<<cut, w.most(shape)
	}
	part := okk.NewSlice(w.rw, made, at, w.extents(v, open, cut, rows), okk.AutoOf(v.Type().(*okk.LocalType).Parted(shape, open))).Result()
	part.SetNameHint(made.NameHint() + "_part")
	return part
}

// extents lists the open extents of a part; rows are those along the dimension cut, if they are given.
func (w *partWriter) extents(v *ir.Value, open okk.Axes, cut int, rows *ir.Value) (list []*ir.Value) {
	for i, a := range w.axes.axesOf(v) {
		switch {
		case !open.Has(i):
		case i == cut && rows != nil:
			list = append(list, rows)
		default:
			list = append(list, w.bounds[a].rows)
		}
	}
	return list
}

// storePieces stores, in the part with a number, a piece of each sum that was complete before the part.
func (w *partWriter) storePieces(number *ir.Value) {
	for _, op := range w.ops {
		if !w.inPieces(op) {
			continue
		}
		w.rw.Loc = op.Loc()
		v, k := stored(op), w.sum()
		shape, _, _ := w.partShape(&w.division, v)
		cut := cutOf(shape)
		most := w.most(shape)
		before := w.splits[w.outer] // along which the sums follow each other
		if before.axis == k {
			before = w.splits[w.outer+1]
		}
		lo := w.bounds[before.axis].lo
		w.beside = append(w.beside, w.when(w.compare(arith.SGE, lo, before.size), func() {
			last := *w
			last.bounds = maps.Clone(w.bounds)
			last.bounds[before.axis] = bound{lo: w.plus(lo, -before.size), rows: arith.ConstantIndex(w.rw, before.size)}
			whole := arith.ConstantIndex(w.rw, shape[cut])
			if a := w.axes.axis(v, cut); w.isSplit(a) && w.bounds[a].rows != nil {
				whole = last.bounds[a].rows
			}
			count := split{k, w.sizeAlong(k)}.count()
			from := w.times(arith.NewRemUI(w.rw, number, arith.ConstantIndex(w.rw, count)).Result(), most)
			w.when(arith.NewCmpI(w.rw, arith.SLT, from, whole).Result(), func() {
				left := arith.NewSubI(w.rw, whole, from).Result()
				last.store(op, from, arith.NewMinUI(w.rw, left, arith.ConstantIndex(w.rw, most)).Result())
			})
		}))
	}
}

// storeLast stores the sums that are complete after the last part.
func (w *partWriter) storeLast() {
	for _, op := range w.ops {
		if w.inPieces(op) {
			w.rw.Loc = op.Loc()
			w.at(arith.ConstantIndex(w.rw, w.inner()-1)).store(op, nil, nil)
		}
	}
}

// at returns a writer for the part with a number.
func (w *partWriter) at(number *ir.Value) *partWriter {
	other := *w
	other.bounds = map[*axis]bound{}
	for a, b := range w.bounds {
		if w.isOuter(a) {
			other.bounds[a] = b
		}
	}
	other.beginAll(number)
	return &other
}

// store stores the copy of a sum, or some rows of it.
func (w *partWriter) store(op *ir.Operation, from, rows *ir.Value) {
	store := ir.Cast[okk.StoreOp](op)
	v, to := store.Source(), store.Destination()
	shape, open, _ := w.partShape(&w.division, to)
	cut := cutOf(shape)
	at := make([]ir.Mixed, len(shape))
	for i, a := range w.axes.axesOf(to) {
		if w.isSplit(a) {
			at[i].Value = w.bounds[a].lo
		}
	}
	var mapping ir.Mapping
	if rows == nil {
		mapping.Map(v, w.smaller(v, w.outs[op]))
	} else {
		mapping.Map(v, w.local(v, w.outs[op], from, rows))
		if open, shape[cut] = open|1<<cut, w.most(shape); at[cut].Value != nil {
			from = arith.NewAddI(w.rw, at[cut].Value, from).Result()
		}
		at[cut].Value = from
	}
	part := okk.NewSlice(w.rw, to, at, w.extents(to, open, cut, rows), to.Type().(*okk.SystemType).Parted(shape, open)).Result()
	part.SetNameHint(to.NameHint() + "_part")
	mapping.Map(to, part)
	w.rw.Insert(ir.Clone(op, w.rw.Arena(), &mapping))
}

// ends returns where the part along the axis of a sum begins, and where the last part begins.
func (w *partWriter) ends(k *axis) (at *ir.Value, size, last int64) {
	s := split{k, w.sizeAlong(k)}
	return w.bounds[k].lo, s.size, (s.count() - 1) * s.size
}

func (w *partWriter) compare(p arith.CmpIPredicate, v *ir.Value, n int64) *ir.Value {
	return arith.NewCmpI(w.rw, p, v, arith.ConstantIndex(w.rw, n)).Result()
}

// add writes the parts of an operation that adds up: the first part makes the destination, the others are added
// to it, and the last one has the operand that is added once.
func (w *partWriter) add(op *ir.Operation, k *axis) {
	at, size, last := w.ends(k)
	group := slices.IndexFunc(op.Def().Operands, func(d ir.ValueDef) bool { return d.Name == okk.RowOf(op).Last })
	once := group >= 0 && len(op.OperandGroup(group)) > 0
	write := func(adds, complete bool) func() {
		return func() {
			made := w.clone(op)
			if once && !complete {
				made.SetOperandGroup(group, nil)
			}
			if adds {
				okk.SetResultAdd(made)
			}
		}
	}
	w.when(w.compare(arith.SLT, at, size), write(false, false))
	rest := w.compare(arith.SGE, at, size)
	if !once {
		w.when(rest, write(true, true))
		return
	}
	if last > size {
		w.when(arith.NewAndI(w.rw, rest, w.compare(arith.SLT, at, last)).Result(), write(true, false))
	}
	w.when(w.compare(arith.SGE, at, last), write(true, true))
}

// atLast writes an operation that only the last part of a sum has; a sum that is stored in pieces is copied.
func (w *partWriter) atLast(op *ir.Operation, k *axis) {
	at, _, last := w.ends(k)
	complete := w.compare(arith.SGE, at, last)
	if !w.inPieces(op) {
		w.when(complete, func() { w.clone(op) })
		return
	}
	out := w.smaller(stored(op), w.outs[op])
	w.when(complete, func() { okk.NewEltwise(w.rw, out, []*ir.Value{w.mapping.Value(stored(op))}, "copy") })
}
