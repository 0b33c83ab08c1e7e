package okk

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
)

// bound is the place where a part along an axis begins and ends, as values. Rows and padding are nil if they are alike for
// all parts.
type bound struct{ lo, hi, rows, top, bottom *ir.Value }

// partWriter writes the loops of a division.
type partWriter struct {
	*tiler
	*candidate
	bounds  map[*axis]bound
	mapping ir.Mapping
	made    map[*ir.Value]bool
	kept    map[*ir.Value]*ir.Value     // tensors of sums
	outs    map[*ir.Operation]*ir.Value // copies of sums, by the operations that store them
	beside  []*ir.Operation             // stores of such copies
	// partials are the results of pools over the rows of a part.
	partials map[*ir.Operation]*ir.Value
}

func (t *tiler) writer(c *candidate) *partWriter {
	return &partWriter{
		tiler: t, candidate: c, bounds: map[*axis]bound{}, made: map[*ir.Value]bool{}, kept: map[*ir.Value]*ir.Value{},
		outs: map[*ir.Operation]*ir.Value{}, partials: map[*ir.Operation]*ir.Value{},
	}
}

// write puts the operations on parts into loops.
func (t *tiler) write(c *candidate) error {
	w := t.writer(c)
	for _, op := range slices.Collect(t.kernel.Body().Ops()) {
		if ir.Is[okk.DeallocOp](op) {
			t.rw.Erase(op) // lives end with the last uses, at other places now
		}
	}
	last := t.ops[len(t.ops)-1]
	next := last.Next()
	t.rw.After(last).Loc = last.Loc()
	var inner scf.ForOp
	w.beginReductions()
	w.loops(c.splits[:c.outer], func() {
		w.allocate(false)
		w.emit(beforeParts)
		inner = w.partLoop()
		w.storeLast()
		w.emit(afterParts)
	})
	w.endReductions()
	for i, op := range t.ops {
		if c.placed[i] == afterLoops {
			if next == nil {
				op.MoveToEnd(last.Block())
			} else {
				op.MoveBefore(next)
			}
		}
	}
	w.erase()
	if !t.options.Overlap || c.mode == oneAfterOne || t.tries {
		return nil
	}
	p := &loopPipeliner{Context: t.Context, machine: t.machine, rw: t.rw, sizes: extent.New(), loop: inner, mode: c.mode, beside: w.beside, buffers: map[*ir.Value]*turns{}}
	if err := p.plan(); err != nil {
		t.Report(inner.Operation().Remarkf("is not pipelined: %v", err).WithCode(okk.Codes + "not-pipelined"))
		return nil
	}
	p.write()
	return nil
}

// loops writes loops along axes, one in the other, around some code.
func (w *partWriter) loops(list []split, code func()) {
	if len(list) == 0 {
		code()
		return
	}
	s := list[0]
	w.loop(s.axis.whole, s.size, func(i *ir.Value) {
		w.begin(s, i)
		w.loops(list[1:], code)
	})
}

// loop writes a loop from 0.
func (w *partWriter) loop(high, step int64, code func(i *ir.Value)) scf.ForOp {
	zero := arith.ConstantIndex(w.rw, 0)
	by := arith.ConstantIndex(w.rw, step)
	loop := scf.NewFor(w.rw, zero, arith.ConstantIndex(w.rw, high), by, nil)
	body := w.rw.NewBlock(loop.Region(), []ir.Type{zero.Type()}, w.rw.Loc)
	w.rw.AtEnd(body)
	w.rw.Before(scf.NewYield(w.rw).Operation())
	code(body.Args()[0])
	w.rw.After(loop.Operation())
	return loop
}

// partLoop writes the loop of the parts: along one axis with the rows as its index, or with the number of the part.
//
//	scf.for %p = 0 to 64 {         8 batches of 8 parts of 28 rows
//	  %n = %p / 8
//	  %h = %p mod 8 · 28
func (w *partWriter) partLoop() scf.ForOp {
	list := w.splits[w.outer:]
	body := func(i *ir.Value) {
		w.allocate(true)
		w.storePieces(i)
		for i, op := range w.ops {
			if w.placed[i] >= inParts {
				w.part(op, w.placed[i])
			}
		}
	}
	if len(list) == 1 {
		return w.loop(list[0].axis.whole, list[0].size, func(i *ir.Value) {
			w.begin(list[0], i)
			body(i)
		})
	}
	return w.loop(w.inner(), 1, func(i *ir.Value) {
		w.beginAll(i)
		body(i)
	})
}

// beginAll computes the bounds of the part with a number.
func (w *partWriter) beginAll(number *ir.Value) {
	left := w.inner()
	for n, s := range w.splits[w.outer:] {
		left /= s.count()
		at := number
		if left > 1 {
			at = arith.NewDivUI(w.rw, at, arith.ConstantIndex(w.rw, left)).Result()
		}
		if n > 0 {
			at = arith.NewRemUI(w.rw, at, arith.ConstantIndex(w.rw, s.count())).Result()
		}
		if s.size > 1 {
			at = arith.NewMulI(w.rw, at, arith.ConstantIndex(w.rw, s.size)).Result()
		}
		w.begin(s, at)
	}
}

// begin computes the bounds of the parts of an axis, and of the axes that follow from it.
func (w *partWriter) begin(s split, lo *ir.Value) {
	b := bound{lo: lo}
	if s.last() != s.size {
		whole := arith.ConstantIndex(w.rw, s.axis.whole)
		left := arith.NewSubI(w.rw, whole, lo).Result()
		b.rows = arith.NewMinUI(w.rw, left, arith.ConstantIndex(w.rw, s.size)).Result()
	}
	w.bounds[s.axis] = b
	for again := true; again; {
		again = false
		for _, a := range w.axes.list {
			if _, known := w.bounds[a]; known || a.root() != s.axis {
				continue
			}
			if from, known := w.bounds[a.from]; known {
				w.bounds[a] = w.reached(a, from)
				again = true
			}
		}
	}
}

// end returns where a part along an axis ends.
func (w *partWriter) end(a *axis, b bound) *ir.Value {
	switch {
	case b.hi != nil:
		return b.hi
	case b.rows != nil:
		return arith.NewAddI(w.rw, b.lo, b.rows).Result()
	}
	return w.plus(b.lo, w.partRows(a).most)
}

func (w *partWriter) plus(v *ir.Value, n int64) *ir.Value {
	switch {
	case n > 0:
		return arith.NewAddI(w.rw, v, arith.ConstantIndex(w.rw, n)).Result()
	case n < 0:
		return arith.NewSubI(w.rw, v, arith.ConstantIndex(w.rw, -n)).Result()
	}
	return v
}

func (w *partWriter) times(v *ir.Value, n int64) *ir.Value {
	if n == 1 {
		return v
	}
	return arith.NewMulI(w.rw, v, arith.ConstantIndex(w.rw, n)).Result()
}

// reached computes the rows that the windows of a part reach, and the rows of padding before and after them.
//
//	%start = %h - 1               %lo = max(%start, 0)      %top = %lo - %start
//	%end = %h + 28 + 1            %hi = min(%end, 224)      %bottom = %end - %hi
func (w *partWriter) reached(a *axis, from bound) (b bound) {
	p, stride := w.partRows(a), a.window.Stride[0]
	start := w.plus(w.times(from.lo, stride), -a.window.Top)
	end := w.plus(w.times(w.end(a.from, from), stride), a.window.Reach(0)-a.window.Top-stride)
	b.lo, b.hi = start, end
	if !p.evenlyLaid || p.first.top > 0 {
		b.lo = arith.NewMaxSI(w.rw, start, arith.ConstantIndex(w.rw, 0)).Result()
	}
	if !p.evenlyLaid || p.first.bottom > 0 {
		b.hi = arith.NewMinSI(w.rw, end, arith.ConstantIndex(w.rw, a.whole)).Result()
	}
	if !p.even {
		b.rows = arith.NewSubI(w.rw, b.hi, b.lo).Result()
	}
	if !p.evenlyLaid {
		b.top = arith.NewSubI(w.rw, b.lo, start).Result()
		b.bottom = arith.NewSubI(w.rw, end, b.hi).Result()
	}
	return b
}

// allocate makes the parts of tensors that live in the loops of the outer axes, or in the loop of the parts.
func (w *partWriter) allocate(inner bool) {
	for _, op := range w.ops {
		for _, v := range op.OperandList() {
			if made := w.kept[v]; inner && made != nil && w.mapping.Value(v) == made {
				w.mapping.Map(v, w.smaller(v, made))
			}
			if view, isView := okk.ViewOf(v.DefiningOp()); !isTensor(v) || isView && view.Repeats || w.made[v] || !w.isParted(&w.division, v) {
				continue
			}
			outside := !slices.ContainsFunc(w.axes.axesOf(v), func(a *axis) bool { return w.isSplit(a) && !w.isOuter(a) }) || w.keepsSum(&w.division, v)
			if outside != inner {
				w.made[v] = true
				w.rw.Loc = op.Loc()
				w.mapping.Map(v, w.partOf(v))
			}
		}
	}
}

// partOf makes the part of a tensor: a smaller tensor, or a slice of a buffer.
func (w *partWriter) partOf(v *ir.Value) *ir.Value {
	if w.keepsSum(&w.division, v) {
		return w.keep(v)
	}
	shape, open, _ := w.partShape(&w.division, v)
	list := w.axes.axesOf(v)
	var extents []*ir.Value
	at := make([]ir.Mixed, len(shape))
	for i, a := range list {
		if !w.isSplit(a) {
			continue
		}
		if open.Has(i) {
			extents = append(extents, w.bounds[a].rows)
		}
		at[i].Value = w.bounds[a].lo
	}
	var part *ir.Value
	if x, ok := v.Type().(*okk.LocalType); ok {
		typ := x.Parted(shape, open)
		if view, isView := okk.ViewOf(v.DefiningOp()); isView {
			part = okk.NewBroadcast(w.rw, typ, w.mapping.Value(view.Source), extents).Result()
		} else {
			part = okk.NewAlloc(w.rw, typ, extents).Result()
		}
		part.SetNameHint(v.NameHint())
		return part
	}
	part = okk.NewSlice(w.rw, v, at, extents, v.Type().(*okk.SystemType).Parted(shape, open)).Result()
	part.SetNameHint(v.NameHint() + "_part")
	return part
}

// emit writes the operations of a level.
func (w *partWriter) emit(at level) {
	for i, op := range w.ops {
		if w.placed[i] == at {
			w.part(op, at)
		}
	}
}

// part writes an operation on the parts of its tensors.
func (w *partWriter) part(op *ir.Operation, at level) {
	w.rw.Loc = op.Loc()
	if okk.IsView(op) {
		if w.isParted(&w.division, op.Result(0)) {
			w.mapping.Map(op.Result(0), w.partOf(op.Result(0)))
		}
		return
	}
	k := w.sum()
	switch {
	case k != nil && slices.Contains(k.sums, op) && reducesRows(op):
		w.reduce(op, k)
	case k != nil && slices.Contains(k.sums, op):
		w.add(op, k)
	case at == inLastParts:
		w.atLast(op, k)
	default:
		w.clone(op)
	}
}

// clone writes an operation, with the padding of its part.
func (w *partWriter) clone(op *ir.Operation) *ir.Operation {
	made := ir.Clone(op, w.rw.Arena(), &w.mapping)
	w.rw.Insert(made)
	row := okk.RowOf(op)
	if !row.Sliding() {
		return made
	}
	reached := w.axes.axis(okk.InputOf(op), 2)
	if !w.isSplit(reached) || reached.from == nil {
		return made
	}
	window, p := okk.WindowOf(op), w.partRows(reached)
	var edges []*ir.Value
	if b := w.bounds[reached]; p.evenlyLaid {
		window.Top, window.Bottom = p.first.top, p.first.bottom
	} else {
		window.Top, window.Bottom = 0, 0
		edges = []*ir.Value{b.top, b.bottom}
	}
	okk.SetPadding(made, window, edges)
	return made
}

// when writes code that runs if a condition holds.
func (w *partWriter) when(condition *ir.Value, code func()) *ir.Operation {
	decision := scf.NewIf(w.rw, condition)
	w.rw.AtEnd(w.rw.NewBlock(decision.ThenRegion(), nil, w.rw.Loc))
	w.rw.Before(scf.NewYield(w.rw).Operation())
	code()
	w.rw.After(decision.Operation())
	return decision.Operation()
}

// erase removes the operations and tensors of which there are parts now.
func (w *partWriter) erase() {
	for i, op := range slices.Backward(w.ops) {
		if at := w.placed[i]; at != beforeLoops && at != afterLoops {
			w.rw.Erase(op)
		}
	}
	for v := range w.made {
		if alloc := v.DefiningOp(); ir.Is[okk.AllocOp](alloc) {
			w.rw.Erase(alloc)
		}
	}
}
