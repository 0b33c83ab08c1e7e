package okk

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/arith"
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
//
// A pool of a part goes to a tensor of its own, and is added to the result of the parts before it:
//
//	if h < 8:   pool avg %s, %e          if h < 8:   pool max %m, %t
//	if h >= 8:  pool avg %q, %e          if h >= 8:  pool max %q, %t
//	            add %s, %s, %q                       max %m, %m, %q
//	after:      mul %s, %s scalar 1/parts

// reducesRows reports whether an operation reduces all rows of a tensor to one row, in a way that allows parts.
func reducesRows(op *ir.Operation) bool {
	pool := ir.As[okk.PoolOp](op)
	if !pool.Ok() {
		return false
	}
	w, in := okk.WindowOf(op), okk.InputOf(op).Type().(*okk.LocalType).Tensor
	return in.Shape[2] > 1 && w.Reach(0) == in.Shape[2] && w.Padding(0) == 0 && len(w.Edges) == 0 && (pool.KindAttr() == okk.Maximum || in.DType == okk.F32)
}

// passPlan is a section whose rows are visited several times.
type passPlan struct {
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

// tilePasses divides a section whose pools need all rows. It tries the division on a copy of the kernel first.
func (t *tiler) tilePasses(need int64) error {
	copied := ir.Clone(t.Op, t.rw.Arena(), nil)
	var places []int
	i := 0
	for op := range t.Op.Body().Ops() {
		if slices.Contains(t.ops, op) {
			places = append(places, i)
		}
		i++
	}
	list := slices.Collect(copied.Body().Ops())
	trial := t.part(nil)
	trial.kernel, trial.rw, trial.tries = copied, ir.NewRewriter(t.rw.Context(), nil), true
	for _, i := range places {
		trial.ops = append(trial.ops, list[i])
	}
	plan, err := trial.writePasses()
	if err != nil {
		return err
	}
	if t.options.Costs {
		cost := &nests.Cost{Plan: plan.String(), Over: numParts.Count(int(plan.parts())), Compute: plan.cost, Memory: plan.bytes, Exchange: plan.copies}
		t.rw.Modify(t.ops[0], func() { t.ops[0].SetAttr(CostName, cost.Attr(t.rw.Context())) })
		return nil
	}
	at, what := t.Op, "tensors "
	if !t.alone {
		at, what = t.ops[0], "and the operations on its tensors "
	}
	t.Report(at.Remarkf("%sneed %d bytes of every NPU, which has %d: divided %s, in %d bytes; about %d cycles", what, need, t.machine.NPUBytes, plan, plan.bytes, plan.cost))
	_, err = t.part(t.ops).writePasses()
	return err
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
func (t *tiler) writePasses() (*passPlan, error) {
	plan := &passPlan{outer: t.outerParts()}
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

// outerParts returns the smallest parts along batches and channels: the parts of the passes then have the most rows.
func (t *tiler) outerParts() *candidate {
	c := &candidate{division: division{mode: oneAfterOne}, placed: make([]level, len(t.ops)), parts: 1}
	for i := range c.placed {
		c.placed[i] = beforeParts
	}
	list, _ := findAxes(t.machine, t.ops, true).divisible()
	t.axes = findAxes(t.machine, t.ops, false)
	plain, _ := t.axes.divisible()
	for _, a := range plain {
		if i := slices.IndexFunc(list, func(b *axis) bool { return b.name == a.name && b.whole == a.whole }); len(a.sums) > 0 || i < 0 || len(list[i].sums) > 0 {
			continue
		}
		size := a.step
		for size < a.whole && a.whole%size != 0 {
			size += a.step
		}
		if size < a.whole {
			c.splits = append(c.splits, split{a, size})
			c.parts *= a.whole / size
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

// version is a tensor without rows between two operations that write it anew.
type version struct {
	v           *ir.Value
	first, last int // passes in which it is kept
	read        bool
}

// passStep is an operation with the pass to which it belongs.
type passStep struct {
	op *ir.Operation
	// between is set if the operation has no rows that are divided: it runs before its pass.
	between bool
	pass    int
	target  bool                   // its result is needed, not only by other operations of its pass
	reads   map[*ir.Value]*version // tensors without rows
	made    *version               // by the operation
}

// passMaker divides a section into passes.
type passMaker struct {
	*tiler
	k      *axis
	steps  []*passStep
	passOf map[*ir.Value]int // of the contents of a tensor with rows
	kept   map[*ir.Value]*version
	all    []*version
	last   int
}

func (p *passMaker) hasRows(v *ir.Value) bool { return slices.Contains(p.axes.axesOf(v), p.k) }

// assign finds the pass of each operation.
func (p *passMaker) assign() error {
	for _, op := range p.ops {
		if okk.IsView(op) {
			continue
		}
		access := p.accessesOf(op)
		s := &passStep{op: op, between: true, reads: map[*ir.Value]*version{}}
		p.steps = append(p.steps, s)
		for _, v := range slices.Concat(access.writes, access.reads) {
			s.between = s.between && !p.hasRows(v)
		}
		for _, v := range access.reads {
			base := okk.Base(v)
			if !ir.IsType[*okk.LocalType](base.Type()) {
				continue
			}
			if p.hasRows(base) {
				s.pass = max(s.pass, p.passOf[base])
			} else if now := p.kept[base]; now != nil {
				s.reads[base] = now
				s.pass = max(s.pass, now.first)
			}
		}
		for _, v := range s.reads {
			if v.read, v.last = true, max(v.last, s.pass); !s.between {
				v.last = len(p.ops) // later passes may compute it again
			}
		}
		reduction := slices.Contains(p.k.sums, op)
		s.target = reduction || ir.Is[okk.StoreOp](op)
		p.last = max(p.last, s.pass)
		for _, v := range access.writes {
			base := okk.Base(v)
			switch {
			case !ir.IsType[*okk.LocalType](base.Type()):
			case p.hasRows(base):
				p.passOf[base] = s.pass
			case !s.between && !reduction:
				return fmt.Errorf("'%s' needs all rows for '%s'", op.Name(), okk.NameOf(base))
			case v != access.writes[0]: // a work buffer
				if p.kept[base] == nil {
					p.renew(base, s.pass)
				}
				s.reads[base] = p.kept[base]
			case okk.RowOf(op).ReadsDestination(op):
				if p.kept[base] == nil || p.kept[base].read || reduction {
					return fmt.Errorf("'%s' adds to '%s', which is used before", op.Name(), okk.NameOf(base))
				}
				s.made = p.kept[base]
			default:
				available := s.pass
				if reduction {
					available++
				}
				s.made = p.renew(base, available)
			}
		}
	}
	if !slices.ContainsFunc(p.steps, func(s *passStep) bool { return s.target && !s.between }) {
		return fmt.Errorf("no operation keeps a result")
	}
	return nil
}

// renew begins a version of a tensor.
func (p *passMaker) renew(base *ir.Value, pass int) *version {
	v := &version{v: base, first: pass, last: pass}
	if p.kept[base] != nil {
		v.v = nil // made when the passes are written
	}
	p.kept[base] = v
	p.all = append(p.all, v)
	return v
}

// write replaces the operations by the operations of the passes, and returns those on rows.
func (p *passMaker) write() (list [][]*ir.Operation) {
	end := p.ops[len(p.ops)-1]
	p.rw.After(end)
	for pass := 0; pass <= p.last+1; pass++ {
		c := &passCopy{passMaker: p, rows: map[*ir.Value]*ir.Value{}, views: map[viewOf]*ir.Value{}}
		for _, s := range p.steps {
			if s.between && s.pass == pass {
				c.clone(s)
			}
		}
		c.ops = nil
		wanted := p.wanted(pass)
		for i, s := range p.steps {
			if wanted[i] {
				c.clone(s)
			}
		}
		list = append(list, c.ops)
	}
	for len(list[len(list)-1]) == 0 { // only operations without rows follow
		list = list[:len(list)-1]
	}
	allocations := p.allocations()
	for _, op := range slices.Backward(p.ops) {
		p.rw.Erase(op)
	}
	for _, op := range allocations {
		if op.Result(0).FirstUse() == nil {
			p.rw.Erase(op)
		}
	}
	return list
}

// wanted finds the operations that a pass needs for its results, from the last one on.
func (p *passMaker) wanted(pass int) map[int]bool {
	wanted, needed := map[int]bool{}, map[*ir.Value]bool{}
	for i, s := range slices.Backward(p.steps) {
		if s.between {
			continue
		}
		access := p.accessesOf(s.op)
		makes := s.target && s.pass == pass || !s.target && slices.ContainsFunc(access.writes, func(v *ir.Value) bool { return needed[okk.Base(v)] })
		if !makes {
			continue
		}
		wanted[i] = true
		for _, v := range access.writes {
			delete(needed, okk.Base(v))
		}
		for _, v := range access.reads {
			if base := okk.Base(v); ir.IsType[*okk.LocalType](base.Type()) && p.hasRows(base) {
				needed[base] = true
			}
		}
	}
	return wanted
}

// heldIn returns the bytes of tensors that outlive a pass which does not use them.
func (p *passMaker) heldIn(pass int, ops []*ir.Operation) (sum int64) {
	for _, v := range p.all {
		used := slices.ContainsFunc(ops, func(op *ir.Operation) bool {
			return slices.ContainsFunc(op.OperandList(), func(w *ir.Value) bool { return okk.Base(w) == v.v })
		})
		if v.v == nil || used || pass < v.first || pass > v.last {
			continue
		}
		if n, err := p.reserved(v.v, v.v.Type().(*okk.LocalType)); err == nil {
			sum += n
		}
	}
	return sum
}

// viewOf is a view of one of the tensors of a pass.
type viewOf struct{ view, source *ir.Value }

// passCopy writes the operations of a pass.
type passCopy struct {
	*passMaker
	rows  map[*ir.Value]*ir.Value
	views map[viewOf]*ir.Value
	ops   []*ir.Operation
}

// clone writes an operation for its pass.
func (c *passCopy) clone(s *passStep) {
	c.rw.Loc = s.op.Loc()
	var mapping ir.Mapping
	for _, v := range s.op.Operands() {
		if ir.IsType[*okk.LocalType](v.Type()) {
			mapping.Map(v, c.tensor(s, v))
		}
	}
	made := ir.Clone(s.op, c.rw.Arena(), &mapping)
	if s.made != nil {
		if s.made.v == nil {
			s.made.v = c.alloc(c.accessesOf(s.op).writes[0])
		}
		made.SetOperand(slices.Index(s.op.OperandList(), c.accessesOf(s.op).writes[0]), s.made.v)
	}
	c.rw.Insert(made)
	c.ops = append(c.ops, made)
}

func (c *passCopy) alloc(v *ir.Value) *ir.Value {
	made := okk.NewAlloc(c.rw, v.Type(), nil).Result()
	made.SetNameHint(v.NameHint())
	return made
}

// tensor returns the tensor of a pass.
func (c *passCopy) tensor(s *passStep, v *ir.Value) *ir.Value {
	if view, isView := okk.ViewOf(v.DefiningOp()); isView {
		source := c.tensor(s, view.Source)
		key := viewOf{v, source}
		if c.views[key] == nil {
			shown := okk.NewBroadcast(c.rw, v.Type(), source, nil).Result()
			shown.SetNameHint(v.NameHint())
			c.views[key] = shown
			c.ops = append(c.ops, shown.DefiningOp())
		}
		return c.views[key]
	}
	if !c.hasRows(v) {
		if now := s.reads[v]; now != nil {
			return now.v
		}
		return v
	}
	if c.rows[v] == nil {
		c.rows[v] = c.alloc(v)
	}
	return c.rows[v]
}

// reduce writes the parts of a pool over rows.
func (w *partWriter) reduce(op *ir.Operation, k *axis) {
	at, size, _ := w.ends(k)
	sum := okk.Destination(op)
	pool := func(to *ir.Value) {
		made := w.clone(op)
		kernel := okk.WindowOf(op).Kernel
		ir.Cast[okk.PoolOp](made).SetKernel([]int64{size, kernel[1]})
		made.SetOperand(slices.Index(op.OperandList(), sum), to)
	}
	part := w.partials[op]
	w.when(w.compare(arith.SLT, at, size), func() { pool(sum) })
	w.when(w.compare(arith.SGE, at, size), func() {
		pool(part)
		okk.NewEltwise(w.rw, sum, []*ir.Value{sum, part}, combinationOf(op))
	})
}

// combinationOf returns the function that joins the results of two parts.
func combinationOf(op *ir.Operation) string {
	if ir.Cast[okk.PoolOp](op).KindAttr() == okk.Maximum {
		return "max"
	}
	return "add"
}

// beginReductions makes the tensors for the pools of parts.
func (w *partWriter) beginReductions() {
	for _, op := range w.reductions() {
		v := okk.Destination(op)
		part := okk.NewAlloc(w.rw, v.Type(), nil).Result()
		part.SetNameHint(v.NameHint() + "_part")
		w.partials[op] = part
	}
}

// endReductions divides the sums of averages by the number of parts.
func (w *partWriter) endReductions() {
	for _, op := range w.reductions() {
		if combinationOf(op) == "add" {
			sum := okk.Destination(op)
			scaled := okk.NewEltwise(w.rw, sum, []*ir.Value{sum}, "mul")
			scaled.SetScalar(w.rw.Context().F32Attr(1 / float64(w.splits[0].count())))
		}
	}
}

// reductions lists the pools whose rows a division splits.
func (d *division) reductions() []*ir.Operation {
	if k := d.sum(); k != nil && reducesRows(k.sums[0]) {
		return k.sums
	}
	return nil
}
