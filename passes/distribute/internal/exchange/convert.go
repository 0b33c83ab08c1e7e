package exchange

import (
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/layout/change"
	"optc/passes/distribute/internal/barriers"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/sectors"
)

// ToLayout changes the layout of a vector. If both layouts are the same, nothing is done; a thread's registers are reordered
// if each thread holds the same elements in both or all elements are equal; otherwise it takes the cheaper of two ways:
// shuffles between the lanes of subgroups, or workgroup memory.
func ToLayout(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	from, to := sig.Operands[0], sig.Results[0]
	toLayout := ir.Cast[vectorext.ToLayoutOp](op)
	switch {
	case from == nil:
		d.TakeFromOtherKind(op, to)
		return
	case from == to:
		d.RW.Replace(op, toLayout.Input())
		return
	case from.SameThreads(to, d.Subgroup):
		d.Explain(op, "reorders what every thread holds; no element changes its thread")
		d.ReplaceByParts(op, reorder(d, d.PartOf(toLayout.Input(), from), from, to))
		return
	}
	if element := equalElements(d.PartOf(toLayout.Input(), from)); element != nil {
		d.Explain(op, "exchanges nothing; all elements are equal")
		d.ReplaceByParts(op, arith.NewConstant(d.RW, d.RW.Context().Dense(core.PartType(toLayout.Output(), to), element)).Result())
		return
	}
	if !d.Spreads(op, from) || !d.Spreads(op, to) || !d.TellsThreads(op, from) || !d.Exchanges(op) {
		return
	}
	if c, ok := changeOf(d, toLayout.Input().Type().(*ir.VectorType).Elem, from, to); ok {
		d.ReplaceByParts(op, changeLayout(d, op, d.PartOf(toLayout.Input(), from), c))
		return
	}
	convertInMemory(d, op, from, to)
}

// equalElements returns the bytes of an element of a constant part whose elements are all equal; nil for other parts.
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

// conversion is a change of layout of a vector.
type conversion struct {
	from, to vectorext.Distribution
	elem     ir.Type
	ways     *change.Ways
	apart    bool         // whether earlier reads of the memory of the buffer may not have ended, even if code is executed once
	copies   layout.Radix // radix by which a thread finds whether it is the first with its elements
}

// maxPeriod bounds the number of threads after which both layouts of a change repeat.
const maxPeriod = 1 << 20

// changeOf plans a change of layout; ok is false if the layouts are too large, and if threads cannot number their elements.
func changeOf(d *core.Nested, elem ir.Type, from, to vectorext.Distribution) (c *conversion, ok bool) {
	before, after, ok := vectorext.Together(from, to, d.Subgroup, d.Subgroup, maxPeriod)
	if !ok || max(core.PartSize(from), core.PartSize(to)) > core.MaxHeld {
		return nil, false
	}
	c = &conversion{from: from, to: to, elem: elem}
	dims, _ := from.Dims(d.Subgroup)
	c.copies, _ = layout.UnitRadix(dims)
	c.ways, ok = change.FindWays(before, after, trafficOf(d, elem))
	return c, ok
}

// changeLayout changes the layout of a thread's part in the way that takes the fewest cycles, and
// returns the new part.
func changeLayout(d *core.Nested, op *ir.Operation, part *ir.Value, c *conversion) *ir.Value {
	w := c.ways
	if IsRepeated(d, op) && !barriers.MayTakeTurns(d, op, w.Buffer.Cells*w.Element) {
		w.Barriers = 2
	}
	if why := noExchange(d, c.elem); why != "" {
		w.NoRounds = why
	}
	byRounds := w.ByRounds()
	explainWay(d, op, c, w, byRounds)
	if byRounds {
		return exchangeInLanes(d, part, c, &w.Rounds)
	}
	return exchangeInMemory(d, op, part, c)
}

// NoShuffles returns the reason why elements of any layout that repeats every span threads cannot
// be shuffled, or "".
func NoShuffles(d *core.Nested, elem ir.Type, span int64) string {
	if why := noExchange(d, elem); why != "" {
		return why
	}
	if threads := d.WorkgroupThreads(); len(d.Workgroup) > 0 && threads%span != 0 {
		return fmt.Sprintf("the layout repeats every %d threads, which do not divide the workgroup of %d", span, threads)
	}
	return ""
}

// trafficOf describes how the subgroups of the workgroup access elements in workgroup memory.
func trafficOf(d *core.Nested, elem ir.Type) change.Traffic {
	t := d.Chip.TrafficOf(elem, d.Chip.Lanes(d.Subgroup))
	t.Matrices = d.Chip.ReadsMatrices() && d.Subgroup == t.Subgroup
	if len(d.Workgroup) > 0 {
		t.Threads = d.WorkgroupThreads()
	}
	return t
}

// noExchange returns the reason why lanes cannot exchange elements of a type, or "".
func noExchange(d *core.Nested, elem ir.Type) string {
	if _, isIndex := elem.(*ir.IndexType); !isIndex && !d.Chip.Exchanges(elem) {
		return fmt.Sprintf("lanes cannot exchange elements of type %s", elem)
	}
	return ""
}

// IsRepeated reports whether the code of op may be executed several times, so that a buffer may
// still be read when it is written again.
func IsRepeated(d *core.Nested, op *ir.Operation) bool {
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
func explainWay(d *core.Nested, op *ir.Operation, c *conversion, w *change.Ways, byRounds bool) {
	switch {
	case !d.Explains:
	case byRounds && w.Rounds.Shuffles == 0:
		d.Explain(op, "selects among what every thread holds, in about %s; workgroup memory would take %s", core.Cycles(w.RoundCycles()), core.Cycles(w.BufferCycles()))
	case byRounds:
		d.Explain(op, "takes %s, %s, about %s; workgroup memory would take %s",
			diag.Counted(w.Rounds.Shuffles, "shuffle"), w.Rounds.Fewest(), core.Cycles(w.RoundCycles()), core.Cycles(w.BufferCycles()))
	default:
		why := w.NoRounds
		if why == "" {
			why = roundsText(w)
		}
		explainMemory(d, op, c, w, why)
	}
}

// explainMemory reports the costs of a way through memory, and why it is taken.
func explainMemory(d *core.Nested, op *ir.Operation, c *conversion, w *change.Ways, why string) {
	b := &w.Buffer
	side := func(a change.Accesses) string {
		text := fmt.Sprintf("%d × %d bytes in %s", a.Count, a.Width*w.Element, core.Cycles(a.Cycles))
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
	case b.Cells > n:
		rows = fmt.Sprintf(", with %d bytes of padding", (b.Cells-n)*w.Element)
	}
	if b.Matrices != change.NoMatrices {
		rows += ", which is read in matrices (nvgpu.ldmatrix)"
	}
	why += arrangementOf(b, w.Element)
	d.Explain(op, "goes through %d bytes of workgroup memory%s; a thread writes %s and reads %s, with %s: %s",
		b.Cells*w.Element, rows, side(b.Write), side(b.Read), diag.Counted(int64(w.Barriers), "barrier"), why)
}

// arrangementOf returns the reason why a buffer is arranged as it is.
func arrangementOf(b *change.Buffer, element int64) (why string) {
	o := b.Other
	switch {
	case o == nil:
	case b.IsPermuted() && o.Cells > b.Cells:
		why = fmt.Sprintf("; padding would take %s more", diag.Counted((o.Cells-b.Cells)*element, "byte"))
	case o.IsPermuted() && o.Cells < b.Cells:
		why = fmt.Sprintf("; an exclusive or in place of padding would take %s more", diag.Counted(o.Write.Turns+o.Read.Turns, "operation"))
	}
	if !b.IsLeast() {
		return why + fmt.Sprintf("; every buffer takes at least %s", core.Cycles(b.Bound))
	}
	return why + "; no buffer takes fewer cycles"
}

// explainRows reports that a change that is too large to plan uses memory that holds the vector row by row.
func explainRows(d *core.Nested, op *ir.Operation, from, to vectorext.Distribution, elem ir.Type) {
	if !d.Explains {
		return
	}
	barriers := int64(1)
	if IsRepeated(d, op) {
		barriers = 2
	}
	elements, _ := ir.NumElements(from.UndistributedShape())
	d.Explain(op, "goes through %s of workgroup memory, row by row; a thread writes %s and reads %s, with %s: the layouts are too large to plan an exchange",
		diag.Counted(elements*int64(ir.ElementBytes(elem)), "byte"), sectors.RowAccesses(d, from, elem, true), sectors.RowAccesses(d, to, elem, false), diag.Counted(barriers, "barrier"))
}

// roundsText reports the costs of the way by shuffles.
func roundsText(w *change.Ways) string {
	return fmt.Sprintf("%s, %s, would take %s", diag.Counted(w.Rounds.Shuffles, "shuffle"), w.Rounds.Fewest(), core.Cycles(w.RoundCycles()))
}

// reorder brings the part of a thread into the order of another layout, in which the thread
// holds the same elements.
func reorder(d *core.Nested, part *ir.Value, from, to *vectorext.NestedLayout) *ir.Value {
	// Make the parts of a dimension adjacent in a thread: d, R+d → 2d, 2d+1 for batch and outer, and
	// 2R+d → 3d+2 for elements unless they keep their place.
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
	v := vector.NewTranspose(d.RW, part, perm).Result()
	return vector.NewTranspose(d.RW, d.ShapeCast(v, shape), inverse).Result()
}

// convertInMemory writes a vector to workgroup memory in one layout and reads it in another, row by
// row; it serves layouts that are too large to plan a change.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)
//	→ %alloc = memref.alloc() : memref<16x64xf32, #gpu.address_space<workgroup>>
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  vector.transfer_write %x, %alloc        // written in the layout of %x
//	  gpu.barrier memfence [#gpu.address_space<workgroup>]
//	  %y = vector.transfer_read %alloc        // in #b
func convertInMemory(d *core.Nested, op *ir.Operation, from, to *vectorext.NestedLayout) {
	shape := from.UndistributedShape()
	elem := ir.ElementOrSelf(op.Result(0).Type())
	explainRows(d, op, from, to, elem)
	part := d.PartOf(ir.Cast[vectorext.ToLayoutOp](op).Input(), from)
	buffer := d.WorkgroupMemory(shape, elem)
	d.Barrier(core.BeforeWrites)
	WriteAll(d, part, buffer, from)
	d.Barrier(core.AfterWrites)
	d.RW.Replace(op, ReadAll(d, buffer, meeting{shape, from, to}, d.Poison(elem)))
}

// PackedToLayout drops an operation that changes nothing. For another layout it makes a cast of a
// cast, which a joint resolves.
func PackedToLayout(d *core.Packed, op *ir.Operation, sig core.PackedSignature) {
	if sig.Operands[0] == sig.Results[0] {
		d.RW.Replace(op, ir.Cast[vectorext.ToLayoutOp](op).Input())
	} else {
		d.TakeFromOtherKind(op, sig.Results[0])
	}
}
