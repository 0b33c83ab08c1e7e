package distribute

import (
	"fmt"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
)

// distributeToLayout changes the layout of a vector: by nothing where both layouts are
// the same, by reordering a thread's registers where each thread holds the same elements
// in both or all elements are equal, and otherwise in the cheaper of two ways: by shuffles between the lanes of subgroups, or
// through workgroup memory.
func distributeToLayout(d *distributor, op *ir.Operation, sig signature) {
	from, to := sig.operands[0], sig.results[0]
	toLayout := ir.Cast[vectorext.ToLayoutOp](op)
	switch {
	case from == nil:
		d.takeFromOtherKind(op, to)
		return
	case from == to:
		d.rw.Replace(op, toLayout.Input())
		return
	case from.SameThreads(to, d.subgroup):
		d.explain(op, "reorders what every thread holds; no element changes its thread")
		d.replaceByParts(op, d.reorder(d.partOf(toLayout.Input(), from), from, to))
		return
	}
	if element := equalElements(d.partOf(toLayout.Input(), from)); element != nil {
		d.explain(op, "exchanges nothing; all elements are equal")
		d.replaceByParts(op, arith.NewConstant(d.rw, d.rw.Context().Dense(partType(toLayout.Output(), to), element)).Result())
		return
	}
	if !d.spreads(op, from) || !d.spreads(op, to) || !d.tellsThreads(op, from) || !d.exchanges(op) {
		return
	}
	if c, ok := d.changeOf(toLayout.Input().Type().(*ir.VectorType).Elem, from, to); ok {
		d.replaceByParts(op, d.exchange(op, d.partOf(toLayout.Input(), from), c))
		return
	}
	d.convertInMemory(op, from, to)
}

// equalElements returns the bytes of an element of a constant part whose elements are equal; nil for other parts.
func equalElements(part *ir.Value) []byte {
	if cast := ir.DefiningOp[vector.ShapeCastOp](part); cast.Ok() {
		return equalElements(cast.Source())
	}
	if turn := ir.DefiningOp[vector.TransposeOp](part); turn.Ok() {
		return equalElements(turn.Vector())
	}
	if c, ok := ir.ConstantValue(part).(*ir.DenseAttr); ok && c.Splat {
		return c.Raw
	}
	return nil
}

// change is a change of layout of a vector.
type change struct {
	from, to vectorext.Distribution
	elem     ir.Type
	ways     *layout.Ways
	copies   layout.Radix // in which a thread finds whether it is the first with its elements
}

const (
	// maxPeriod bounds the threads after which both layouts of a change repeat.
	maxPeriod = 1 << 20
	// maxHeld bounds the elements that a thread accesses one by one.
	maxHeld = 1 << 10
)

// changeOf plans a change of layout; ok is false if the layouts are too large, and if threads cannot number their elements.
func (d *distributor) changeOf(elem ir.Type, from, to vectorext.Distribution) (c *change, ok bool) {
	before, after, ok := vectorext.Together(from, to, d.subgroup, d.subgroup, maxPeriod)
	if !ok || max(partSize(from), partSize(to)) > maxHeld {
		return nil, false
	}
	c = &change{from: from, to: to, elem: elem}
	dims, _ := from.Dims(d.subgroup)
	c.copies, _ = layout.UnitRadix(dims)
	c.ways, ok = layout.FindWays(before, after, d.trafficOf(elem))
	return c, ok
}

// partSize returns the number of elements that a thread holds.
func partSize(l vectorext.Distribution) int64 {
	n, _ := ir.NumElements(l.DistributedShape())
	return n
}

// exchange changes the layout of a thread's part in the way that takes the fewest cycles, and
// returns the new part.
func (d *distributor) exchange(op *ir.Operation, part *ir.Value, c *change) *ir.Value {
	w := c.ways
	if d.isRepeated(op) && !d.mayTakeTurns(op, w.Buffer.Cells*w.Element) {
		w.Barriers = 2
	}
	if why := d.noExchange(c.elem); why != "" {
		w.NoRounds = why
	}
	byRounds := w.ByRounds()
	d.explainWay(op, c, w, byRounds)
	if byRounds {
		return d.exchangeInLanes(part, c, &w.Rounds)
	}
	return d.exchangeInMemory(op, part, c)
}

// noShuffles returns the reason why elements of a layout that repeats every span threads cannot be
// shuffled, whatever the layout is, or "".
func (d *distributor) noShuffles(elem ir.Type, span int64) string {
	if why := d.noExchange(elem); why != "" {
		return why
	}
	if threads := d.workgroupThreads(); len(d.workgroup) > 0 && threads%span != 0 {
		return fmt.Sprintf("the layout repeats every %d threads, which do not divide the workgroup of %d", span, threads)
	}
	return ""
}

// trafficOf describes how the subgroups of the workgroup access elements in workgroup memory.
func (d *distributor) trafficOf(elem ir.Type) layout.Traffic {
	t := gpu.TrafficOf(elem, d.chip.Lanes(d.subgroup))
	if len(d.workgroup) > 0 {
		t.Threads = d.workgroupThreads()
	}
	return t
}

// noExchange returns the reason why lanes cannot exchange elements of a type, or "".
func (d *distributor) noExchange(elem ir.Type) string {
	if _, isIndex := elem.(*ir.IndexType); !isIndex && !d.chip.Exchanges(elem) {
		return fmt.Sprintf("lanes cannot exchange elements of type %s", elem)
	}
	return ""
}

// isRepeated reports whether the code of op may be executed several times, so that a buffer may
// still be read when it is written again.
func (d *distributor) isRepeated(op *ir.Operation) bool {
	for ; op.Parent() != nil && !op.Has(ir.IsolatedFromAbove); op = op.Parent() {
		if !op.Block().IsEntry() {
			return true
		}
		if around := op.Parent(); !ir.Is[scf.IfOp](around) && !around.Has(ir.IsolatedFromAbove) {
			return true
		}
	}
	return false
}

// explainWay reports how a layout is changed, and the way that was not taken.
func (d *distributor) explainWay(op *ir.Operation, c *change, w *layout.Ways, byRounds bool) {
	switch {
	case !d.explains:
	case byRounds && w.Rounds.Shuffles == 0:
		d.explain(op, "selects among what every thread holds, in about %s; workgroup memory would take %s", cycles(w.RoundCycles()), cycles(w.BufferCycles()))
	case byRounds:
		d.explain(op, "takes %s, %s, about %s; workgroup memory would take %s",
			counted(w.Rounds.Shuffles, "shuffle"), w.Rounds.Fewest(), cycles(w.RoundCycles()), cycles(w.BufferCycles()))
	default:
		why := w.NoRounds
		if why == "" {
			why = roundsText(w)
		}
		d.explainMemory(op, c, w, why)
	}
}

// explainMemory reports the costs of a way through memory, and why it is taken.
func (d *distributor) explainMemory(op *ir.Operation, c *change, w *layout.Ways, why string) {
	b := &w.Buffer
	side := func(a layout.Accesses) string {
		text := fmt.Sprintf("%d × %d bytes in %s", a.Count, a.Width*w.Element, cycles(a.Cycles))
		if a.Cycles > a.Least {
			text += fmt.Sprintf(" (%d without conflicts of banks)", a.Least)
		}
		return text
	}
	rows := ""
	n, _ := ir.NumElements(c.from.UndistributedShape())
	switch {
	case b.IsPermuted():
		rows = ", in rows that an exclusive or permutes"
	case len(b.Divided(layout.Before)) > 0:
		rows = ", where a thread that writes divides the numbers of its elements"
	case len(b.Divided(layout.After)) > 0:
		rows = ", where a thread that reads divides the numbers of its elements"
	case b.Cells > n:
		rows = fmt.Sprintf(", with %d bytes of padding", (b.Cells-n)*w.Element)
	}
	why += arrangementOf(b, w.Element)
	d.explain(op, "goes through %d bytes of workgroup memory%s; a thread writes %s and reads %s, with %s: %s",
		b.Cells*w.Element, rows, side(b.Write), side(b.Read), counted(int64(w.Barriers), "barrier"), why)
}

// arrangementOf returns why a buffer has its arrangement.
func arrangementOf(b *layout.Buffer, element int64) (why string) {
	o := b.Other
	switch {
	case o == nil:
	case b.IsPermuted() && o.Cells > b.Cells:
		why = fmt.Sprintf("; padding would take %s more", counted((o.Cells-b.Cells)*element, "byte"))
	case o.IsPermuted() && o.Cells < b.Cells:
		why = fmt.Sprintf("; an exclusive or in place of padding would take %s more", counted(o.Write.Turns+o.Read.Turns, "operation"))
	}
	if !b.IsLeast() {
		return why + fmt.Sprintf("; every buffer takes at least %s", cycles(b.Bound))
	}
	return why + "; no buffer takes fewer cycles"
}

// cycles writes a number of cycles.
func cycles(n int64) string { return counted(n, "cycle") }

// explainRows reports that a change which is too large to plan goes through memory that holds the vector row by row.
func (d *distributor) explainRows(op *ir.Operation, from, to vectorext.Distribution, elem ir.Type) {
	if !d.explains {
		return
	}
	barriers := int64(1)
	if d.isRepeated(op) {
		barriers = 2
	}
	elements, _ := ir.NumElements(from.UndistributedShape())
	d.explain(op, "goes through %s of workgroup memory, row by row; a thread writes %s and reads %s, with %s: the layouts are too large to plan an exchange",
		counted(elements*int64(ir.ElementBytes(elem)), "byte"), d.rowAccesses(from, elem, true), d.rowAccesses(to, elem, false), counted(barriers, "barrier"))
}

// roundsText reports the costs of the way by shuffles.
func roundsText(w *layout.Ways) string {
	return fmt.Sprintf("%s, %s, would take %s", counted(w.Rounds.Shuffles, "shuffle"), w.Rounds.Fewest(), cycles(w.RoundCycles()))
}

// explain reports how a layout is changed, if the option explain is set.
func (d *distributor) explain(op *ir.Operation, format string, args ...any) {
	if d.explains {
		d.c.Report(op.Remarkf(format, args...))
	}
}

// counted writes a number with a noun.
func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// reorder brings the part of a thread into the order of another layout, in which the thread
// holds the same elements.
func (d *distributor) reorder(part *ir.Value, from, to *vectorext.NestedLayout) *ir.Value {
	// Make the parts of a dimension in a thread adjacent: d, R+d → 2d, 2d+1 for batch and
	// outer, and 2R+d → 3d+2 for elements unless they stay.
	rank := from.Rank()
	levels := [][]int64{to.BatchTile, to.OuterTile, to.ElementTile}
	together := 3
	if slices.Equal(from.ElementTile, to.ElementTile) {
		together = 2
	}
	var perm, shape []int64
	for i := range rank {
		for level, tile := range levels[:together] {
			perm, shape = append(perm, int64(level*rank+i)), append(shape, tile[i])
		}
	}
	for level := together; level < len(levels); level++ {
		for i, n := range levels[level] {
			perm, shape = append(perm, int64(level*rank+i)), append(shape, n)
		}
	}
	inverse := make([]int64, len(perm))
	for i, p := range perm {
		inverse[p] = int64(i)
	}
	v := vector.NewTranspose(d.rw, part, perm).Result()
	return vector.NewTranspose(d.rw, d.shapeCast(v, shape), inverse).Result()
}

// convertInMemory writes a vector to workgroup memory in one layout and reads it in
// another, row by row, where the layouts are too large to plan a change.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)
//	→ %alloc = memref.alloc() : memref<16x64xf32, #gpu.address_space<workgroup>>
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  vector.transfer_write %x, %alloc        // in the layout of %x
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  %y = vector.transfer_read %alloc        // in #b
func (d *distributor) convertInMemory(op *ir.Operation, from, to *vectorext.NestedLayout) {
	shape := from.UndistributedShape()
	elem := ir.ElementOrSelf(op.Result(0).Type())
	d.explainRows(op, from, to, elem)
	part := d.partOf(ir.Cast[vectorext.ToLayoutOp](op).Input(), from)
	buffer := d.workgroupMemory(shape, elem)
	d.barrier(beforeWrites)
	d.writeAll(part, buffer, from)
	d.barrier(afterWrites)
	d.rw.Replace(op, d.readAll(buffer, meeting{shape, from, to}, d.poison(elem)))
}
