package okk

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/nests"
	"optc/ir"
)

// A pool over all rows of a tensor needs the whole tensor. Where that does not fit, the rows are visited once for each
// pool that depends on an earlier one, and once more for the results. Each pass computes its tensors again:
//
//	load %t                          for each batch:
//	pool max %m, %t                    for rows:  load %t; pool max %m, %t
//	sub %t, %t, %m                     for rows:  load %t; sub %t, %t, %m; exp %e, %t; pool avg %s, %e
//	exp %e, %t                   →     for rows:  load %t; sub %t, %t, %m; exp %e, %t; div %e, %e, %s; store %e
//	pool avg %s, %e
//	div %e, %e, %s
//	store %e

// passPlan is a section whose rows are visited several times.
type passPlan struct {
	sizes  []int64 // of the parts along the axes around the passes
	outer  *candidate
	passes []*candidate // a division of each pass; nil if the pass has no operations
	bytes  int64
	cost   int64
	copies int64 // cycles of all copies
}

// String describes the loops around the passes, and the parts of the passes.
func (p *passPlan) String() string {
	var rows []string
	name := ""
	for _, c := range p.passes {
		if len(c.splits) == 0 {
			rows = append(rows, "all")
			continue
		}
		name = c.splits[0].axis.name
		rows = append(rows, fmt.Sprintf("%d of %d", c.splits[0].size, c.splits[0].axis.whole))
	}
	text := fmt.Sprintf("in %d passes along %s in parts of %s", len(p.passes), name, strings.Join(rows, ", "))
	if len(p.passes) == 1 {
		text = fmt.Sprintf("along %s in parts of %s", name, rows[0])
	}
	if len(p.outer.splits) > 0 {
		text = p.outer.String() + ", and " + text
	}
	return text
}

// tilePasses divides a section whose pools need all rows, in the way with the fewest estimated cycles.
func (t *tiler) tilePasses(need int64) error {
	list, err := t.passPlans()
	if err != nil {
		return err
	}
	plan := list[0]
	if t.options.Costs {
		cost := &nests.Cost{Plan: plan.String(), Over: numParts.Count(int(plan.parts())), Compute: plan.cost, Memory: plan.bytes, Exchange: plan.copies}
		if len(list) > 1 {
			cost.Other, cost.More = list[1].String(), list[1].cost-plan.cost
		}
		t.rw.Modify(t.ops[0], func() { t.ops[0].SetAttr(CostName, cost.Attr(t.rw.Context())) })
		return nil
	}
	at, what := t.Op, "tensors "
	if !t.alone {
		at, what = t.ops[0], "and the operations on its tensors "
	}
	remark := at.Remarkf("%sneed %d bytes of every NPU, which has %d: divided %s, in %d bytes; about %d cycles", what, need, t.machine.NPUBytes, plan, plan.bytes, plan.cost)
	if t.options.Explain {
		for _, other := range list[1:min(len(list), 9)] {
			other.list(remark, at)
		}
	}
	t.Report(remark)
	_, err = t.part(t.ops).writePasses(plan.sizes)
	return err
}

// list adds the division to the divisions that a remark lists.
func (p *passPlan) list(remark *ir.Diagnostic, at *ir.Operation) {
	remark.Note(at.Loc(), "%s: %d bytes, about %d cycles", p, p.bytes, p.cost)
}

// mostOuter bounds the sizes of parts along an axis around the passes.
const mostOuter = 4

// passPlans estimates divisions in several passes, and returns them, the cheapest first. They differ in the parts along batches
// and channels. The error is the reason why the smallest parts, which leave most room for rows, cannot be divided.
func (t *tiler) passPlans() (list []*passPlan, err error) {
	choices := [][]int64{nil}
	for _, a := range t.part(t.ops).outerAxes() {
		var next [][]int64
		for _, sizes := range choices {
			for _, size := range a.divisors(mostOuter) {
				next = append(next, append(slices.Clone(sizes), size))
			}
		}
		choices = next
	}
	for i, sizes := range choices {
		plan, failed := t.tryPasses(sizes)
		switch {
		case failed == nil:
			list = append(list, plan)
		case i == 0:
			err = failed
		}
	}
	if len(list) > 0 {
		err = nil
	}
	slices.SortStableFunc(list, func(p, q *passPlan) int { return cmp.Compare(p.cost, q.cost) })
	return list, err
}

// divisors lists the smallest sizes of parts that divide an axis: multiples of its step, and the whole axis at last.
func (a *axis) divisors(most int) (list []int64) {
	for size := a.step; size < a.whole && len(list) < most; size += a.step {
		if a.whole%size == 0 {
			list = append(list, size)
		}
	}
	return append(list, a.whole)
}

// tryPasses divides a copy of the section, in parts of certain sizes along the axes around the passes.
func (t *tiler) tryPasses(sizes []int64) (*passPlan, error) {
	copied := ir.Clone(t.Op, t.rw.Arena(), nil)
	list := slices.Collect(copied.Body().Ops())
	trial := t.part(nil)
	trial.kernel, trial.rw, trial.tries = copied, ir.NewRewriter(t.rw.Context(), nil), true
	i := 0
	for op := range t.Op.Body().Ops() {
		if slices.Contains(t.ops, op) {
			trial.ops = append(trial.ops, list[i])
		}
		i++
	}
	return trial.writePasses(sizes)
}

// parts returns the number of parts of all passes.
func (p *passPlan) parts() (sum int64) {
	for _, c := range p.passes {
		sum += p.outer.parts * c.parts
	}
	return sum
}

// part returns a tiler for some operations, which reports nothing.
func (t *tiler) part(ops []*ir.Operation) *tiler {
	return &tiler{
		Context: t.Context, options: t.options, machine: t.machine, rw: t.rw, kernel: t.kernel, tries: t.tries, ops: ops,
		sizes: map[reservedKey]int64{}, layouts: map[reservedKey]okk.Geometry{}, reduces: true,
	}
}

// writePasses writes the loops around the passes, and then the passes.
func (t *tiler) writePasses(sizes []int64) (*passPlan, error) {
	plan := &passPlan{sizes: sizes, outer: t.outerParts(sizes)}
	for _, op := range slices.Collect(t.kernel.Body().Ops()) {
		if ir.Is[okk.DeallocOp](op) {
			t.rw.Erase(op) // lives end with the last uses, at other places now
		}
	}
	if err := t.checkRepeats(); err != nil {
		return nil, err
	}
	inner := t
	if len(plan.outer.splits) > 0 {
		inner = t.part(t.writeOuter(plan.outer))
	}
	inner.axes = findAxes(t.machine, inner.ops, true)
	k := inner.axes.reduced()
	if k == nil {
		return nil, fmt.Errorf("no pool reduces all rows of a tensor")
	}
	p := &passMaker{tiler: inner, k: k, passOf: map[*ir.Value]int{}, kept: map[*ir.Value]*version{}}
	if err := p.assign(); err != nil {
		return nil, err
	}
	count := int64(1)
	for _, s := range plan.outer.splits {
		count *= s.count()
	}
	for _, s := range p.steps {
		if s.between {
			plan.cost += inner.cycles(s.op, nil) * count
			if row := okk.RowOf(s.op); row.Engine == okk.CopyEngine {
				plan.copies += inner.cycles(s.op, nil) * count
			}
		}
	}
	list := p.write()
	for n, ops := range list {
		if len(ops) == 0 {
			continue
		}
		pass := t.part(ops)
		pass.axes = findAxes(t.machine, ops, true)
		pass.held = p.heldIn(n, ops)
		best := pass.chooseRows()
		plan.copies += pass.copies() * count
		if best == nil {
			return nil, fmt.Errorf("parts of one row do not fit in pass %d of %d", n+1, len(list))
		}
		if len(best.splits) > 0 {
			if err := pass.write(best); err != nil {
				return nil, err
			}
		}
		plan.passes = append(plan.passes, best)
		plan.bytes = max(plan.bytes, best.bytes)
		plan.cost += best.cost * count
	}
	return plan, nil
}

// outerAxes lists the axes along which loops around the passes may divide.
func (t *tiler) outerAxes() (axes []*axis) {
	list, _ := findAxes(t.machine, t.ops, true).divisible()
	t.axes = findAxes(t.machine, t.ops, false)
	plain, _ := t.axes.divisible()
	for _, a := range plain {
		i := slices.IndexFunc(list, func(b *axis) bool { return b.name == a.name && b.whole == a.whole })
		if i >= 0 && len(a.sums) == 0 && len(list[i].sums) == 0 {
			axes = append(axes, a)
		}
	}
	return axes
}

// outerParts returns the loops around the passes, with parts of certain sizes along each of the axes.
func (t *tiler) outerParts(sizes []int64) *candidate {
	c := &candidate{division: division{mode: oneAfterOne}, placed: make([]level, len(t.ops)), parts: 1}
	for i := range c.placed {
		c.placed[i] = beforeParts
	}
	for i, a := range t.outerAxes() {
		if sizes[i] < a.whole {
			c.splits = append(c.splits, split{a, sizes[i]})
			c.parts *= a.whole / sizes[i]
		}
	}
	c.outer = len(c.splits)
	return c
}

// checkRepeats reports buffers that may not be loaded again, because the kernel changes them.
func (t *tiler) checkRepeats() error {
	for _, op := range t.ops {
		store := ir.As[okk.StoreOp](op)
		if !store.Ok() {
			continue
		}
		for _, other := range t.ops {
			for _, v := range other.Operands() {
				if ir.IsType[*okk.SystemType](v.Type()) && other != op && mayBeOneBuffer(v, store.Destination()) {
					return fmt.Errorf("'%s' is stored and used by another operation, but would be loaded again for each pass", okk.NameOf(store.Destination()))
				}
			}
		}
	}
	return nil
}

// writeOuter writes the loops around the passes, and returns the operations in them.
func (t *tiler) writeOuter(c *candidate) (ops []*ir.Operation) {
	w := t.writer(c)
	last := t.ops[len(t.ops)-1]
	t.rw.After(last).Loc = last.Loc()
	w.loops(c.splits, func() {
		w.allocate(false)
		w.emit(beforeParts)
	})
	body := ir.Cast[scf.ForOp](definingOp(w.bounds[c.splits[len(c.splits)-1].axis].lo)).Region().Front()
	w.erase()
	for op := range body.Ops() {
		if view, isView := okk.ViewOf(op); okk.RowOf(op) != nil || isView && view.Repeats {
			ops = append(ops, op)
		}
	}
	return ops
}

// reduced returns the axis whose rows pools reduce; nil if there is none that can be divided.
func (x *axes) reduced() *axis {
	list, _ := x.divisible()
	for _, a := range list {
		if slices.ContainsFunc(a.sums, reducesRows) && !slices.ContainsFunc(a.sums, func(op *ir.Operation) bool { return !reducesRows(op) }) {
			return a
		}
	}
	return nil
}

// chooseRows chooses the parts of a pass along the rows; it returns nil if none fit.
func (t *tiler) chooseRows() *candidate {
	whole := &candidate{division: division{mode: oneAfterOne}, placed: make([]level, len(t.ops)), parts: 1}
	need, known := t.need(&whole.division, whole.placed)
	if known && need <= t.machine.NPUBytes && !t.options.Overlap {
		whole.bytes, whole.cost = need, t.cost(&whole.division, whole.placed, nil)
		return whole
	}
	k := t.axes.reduced()
	if k == nil { // the last pass
		list, _ := t.axes.divisible()
		if i := slices.IndexFunc(list, func(a *axis) bool { return a.name == nameOfDim(make([]int64, 4), 2) }); i >= 0 {
			k = list[i]
			k.exact = true
		}
	}
	var best *candidate
	if k != nil {
		kinds := map[string]*candidate{}
		t.estimateAll([]*axis{k}, mostCandidates, kinds)
		for _, c := range kinds {
			if best == nil || c.compare(best) < 0 {
				best = c
			}
		}
	}
	if known && need <= t.machine.NPUBytes {
		whole.bytes, whole.cost = need, t.cost(&whole.division, whole.placed, nil)
		if best == nil || whole.cost <= best.cost {
			return whole
		}
	}
	return best
}
