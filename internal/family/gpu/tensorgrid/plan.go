package tensorgrid

import (
	"slices"
	"strings"

	"optc/dialect/gpu"
	"optc/ir"
	"optc/num"
)

// PlanName is the attribute of an operation with the plan of its kernel.
const PlanName = "gpu.plan"

// The entries of a plan: for kernels in which each thread computes some elements, and for products by matrix instructions.
const (
	threadsEntry     = "threads"
	vectorEntry      = "vector"
	rowsEntry        = "rows"
	instructionEntry = "instruction"
	tileEntry        = "tile"
	subgroupsEntry   = "subgroups"
	partsEntry       = "parts"   // parts of the sum, which gpu-split-tensors divides
	dividedEntry     = "divided" // parts of the sum that the operation computes
)

var (
	pointEntries  = []string{threadsEntry, vectorEntry, rowsEntry}
	matrixEntries = []string{instructionEntry, tileEntry, subgroupsEntry}
	splitEntries  = []string{partsEntry, dividedEntry} // of kernels of both kinds
)

// kernelForm is a way to compute the steps of a kernel.
type kernelForm interface {
	// write writes the kernel.
	write(g *grid)
	// plan returns the entries of the plan.
	plan(c *ir.Context) []ir.NamedAttr
	// launchSizes returns the number of workgroups, and the number of threads of each.
	launchSizes() (workgroups, threads int64)
	// loaded returns the bytes that all threads load and store.
	loaded() (loads, stores int64)
	// stepsOf returns the steps of the kernel.
	stepsOf() []*step
}

// pinned is a plan in the text.
type pinned struct {
	op   *ir.Operation
	dict *ir.DictAttr
}

// fail is an error about the plan.
func (p *pinned) fail(format string, args ...any) *ir.Diagnostic {
	return p.op.Errorf("has plan "+format, args...).WithCode("gpu.tensor-plan").HintNote(p.op.Loc(), "remove the entry from '%s', and it is chosen", PlanName)
}

// number returns the number in a plan's entry, or the chosen number if the plan has no such entry.
func (p *pinned) number(name string, chosen int64) (int64, *ir.Diagnostic) {
	a := p.dict.Get(name)
	if a == nil {
		return chosen, nil
	}
	i, ok := a.(*ir.IntegerAttr)
	if !ok {
		return 0, p.fail("'%s = %s', but expected a number", name, a)
	}
	return i.Value.Int64(), nil
}

// numbers returns the list of numbers in a plan's entry, or the chosen numbers if the plan has no such entry.
func (p *pinned) numbers(name string, chosen []int64) ([]int64, *ir.Diagnostic) {
	a := p.dict.Get(name)
	if a == nil {
		return chosen, nil
	}
	list := ir.ReadInts(a)
	if len(list) != len(chosen) || slices.ContainsFunc(list, func(n int64) bool { return n < 1 }) {
		return nil, p.fail("'%s = %s', but expected %d positive numbers in array<i64: …>", name, a, len(chosen))
	}
	return list, nil
}

// hasEntry reports whether a plan has one of the named entries.
func (p *pinned) hasEntry(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return p.dict.Get(name) != nil })
}

// pinnedOf returns the plan of a step. If the step has no plan, it has no entries.
func pinnedOf(s *step) (*pinned, *ir.Diagnostic) {
	if s.nest == nil || s.nest.Op.Attr(PlanName) == nil {
		return &pinned{}, nil
	}
	p := &pinned{op: s.nest.Op}
	var ok bool
	if p.dict, ok = p.op.Attr(PlanName).(*ir.DictAttr); !ok {
		return nil, p.op.Errorf("expected '%s' to be a dictionary, but got %s", PlanName, p.op.Attr(PlanName)).WithCode("gpu.tensor-plan").
			HintNote(p.op.Loc(), "entries are %s, or %s", strings.Join(pointEntries, ", "), strings.Join(matrixEntries, ", "))
	}
	for _, e := range p.dict.Entries {
		if !slices.Contains(splitEntries, e.Name) && !slices.Contains(pointEntries, e.Name) && !slices.Contains(matrixEntries, e.Name) {
			return nil, p.op.Errorf("has plan entry '%s', but entries are %s, or %s; and %s", e.Name, strings.Join(pointEntries, ", "), strings.Join(matrixEntries, ", "), strings.Join(splitEntries, ", ")).WithCode("gpu.tensor-plan")
		}
	}
	if p.hasEntry(pointEntries) && p.hasEntry(matrixEntries) {
		return nil, p.op.Errorf("has a plan with entries of two kinds of kernels: expected %s, or %s", strings.Join(pointEntries, ", "), strings.Join(matrixEntries, ", ")).WithCode("gpu.tensor-plan")
	}
	return p, nil
}

// formOf chooses how a kernel computes its steps, as far as its plan leaves it open.
func (m *maker) formOf(b *body) (kernelForm, *ir.Diagnostic) {
	pins, d := pinnedOf(b.steps[0])
	if d != nil {
		return nil, d
	}
	return m.formWith(b, pins)
}

// formWith chooses how a kernel computes its steps, as far as pins leave it open.
func (m *maker) formWith(b *body, pins *pinned) (kernelForm, *ir.Diagnostic) {
	if k := m.matricesOf(b); k != nil && !pins.hasEntry(pointEntries) {
		return k, k.pin(pins, m)
	}
	if pins.hasEntry(matrixEntries) {
		return nil, pins.op.Errorf("has a plan for matrix instructions, but its kernel is no product of matrices that they compute").WithCode("gpu.tensor-plan").
			HintNote(pins.op.Loc(), "remove the entry from '%s', and it is chosen", PlanName)
	}
	p := &points{body: b}
	return p, p.choose(pins, m)
}

// pin applies the entries of a plan that the user wrote.
func (k *matrices) pin(pins *pinned, m *maker) *ir.Diagnostic {
	if a := pins.dict.Get(instructionEntry); a != nil && !isString(a, k.mma.Name) {
		return pins.fail("'%s = %s', but the instruction of %s for elements of type '%s' is \"%s\"", instructionEntry, a, m.machine.Chip, k.accesses[k.factors[0]].view.Elem, k.mma.Name)
	}
	tile, d := pins.numbers(tileEntry, k.tile[:])
	if d != nil {
		return d
	}
	k.tile = [3]int64(tile)
	k.chooseSubgroups()
	subgroups, d := pins.numbers(subgroupsEntry, k.subgroups[:])
	if d != nil {
		return d
	}
	k.subgroups = [2]int64(subgroups)
	units := []int64{k.mma.M * k.subgroups[0], k.mma.N * k.subgroups[1], k.mma.K}
	for i, n := range k.tile {
		if n%units[i] != 0 {
			return pins.fail("'%s = [%s]', but tiles of %d x %d subgroups are multiples of [%s]", tileEntry, num.JoinInts(tile), k.subgroups[0], k.subgroups[1], num.JoinInts(units))
		}
	}
	_, threads := k.launchSizes()
	if threads > m.machine.MaxThreads {
		return pins.fail("'%s = [%s]', which are %d threads, but a workgroup has at most %d", subgroupsEntry, num.JoinInts(subgroups), threads, m.machine.MaxThreads)
	}
	if sums := k.tile[0] * k.tile[1] / threads; sums > mostSums {
		return pins.fail("'%s = [%s]', so that a thread has %d sums, but at most %d fit into registers", tileEntry, num.JoinInts(tile), sums, mostSums)
	}
	bytes := (k.tile[0] + k.tile[1]) * k.tile[2] * int64(ir.ElementBytes(k.accesses[k.factors[0]].view.Elem))
	if bytes > m.machine.WorkgroupBytes {
		return pins.fail("'%s = [%s]', whose factors have %d bytes, but workgroup memory has %d", tileEntry, num.JoinInts(tile), bytes, m.machine.WorkgroupBytes)
	}
	return nil
}

// isString reports whether an attribute is a text.
func isString(a ir.Attribute, text string) bool {
	s, ok := a.(*ir.StringAttr)
	return ok && s.Value == text
}

// mostSums bounds the sums of a thread.
const mostSums = 128

// plan is kernelForm.
func (k *matrices) plan(c *ir.Context) []ir.NamedAttr {
	return []ir.NamedAttr{
		{Name: instructionEntry, Value: c.Str(k.mma.Name)},
		{Name: subgroupsEntry, Value: c.DenseI64Array(k.subgroups[:])},
		{Name: tileEntry, Value: c.DenseI64Array(k.tile[:])},
	}
}

// plan is kernelForm.
func (p *points) plan(c *ir.Context) []ir.NamedAttr {
	list := []ir.NamedAttr{{Name: threadsEntry, Value: c.I64Attr(p.threads)}, {Name: vectorEntry, Value: c.I64Attr(p.lanes)}}
	if len(p.reduced) > 0 {
		list = slices.Insert(list, 0, ir.NamedAttr{Name: rowsEntry, Value: c.I64Attr(p.rows())})
	}
	return list
}

// planOf returns the entries of a kernel's plan, with the parts of its sum if the text gives them.
func (m *maker) planOf(form kernelForm) []ir.NamedAttr {
	entries := form.plan(m.Context())
	if first := form.stepsOf()[0]; first.nest != nil {
		given, _ := first.nest.Op.Attr(PlanName).(*ir.DictAttr)
		for _, name := range splitEntries {
			if a := given.Get(name); a != nil {
				entries = append(entries, ir.NamedAttr{Name: name, Value: a})
			}
		}
	}
	return entries
}

// loaded is kernelForm.
func (p *points) loaded() (loads, stores int64) {
	parallel, all := int64(1), int64(1)
	for _, a := range p.parallel {
		parallel *= a.Extent
	}
	for _, a := range p.reduced {
		all *= a.Extent
	}
	for i, a := range p.accesses {
		bytes := parallel * int64(ir.ElementBytes(a.view.Elem))
		if a.write {
			stores += bytes
			continue
		}
		if slices.ContainsFunc(p.reduced, func(a axis) bool { return a.Steps[i] != 0 }) || a.extracted {
			bytes *= all
		}
		if p.lane >= 0 && p.distance(i, p.lane, 1) == 0 {
			bytes /= p.lanes
		}
		if p.row >= 0 && p.distance(i, p.row, 1) == 0 {
			bytes /= p.rows()
		}
		loads += bytes
	}
	return loads, stores
}

// loaded is kernelForm.
func (k *matrices) loaded() (loads, stores int64) {
	columns, rows, batches := k.tiles()
	workgroups := [2]int64{columns, rows} // number of workgroups that load the same part of the left matrix, and of the right one
	for i, a := range k.accesses {
		bytes := batches * int64(ir.ElementBytes(a.view.Elem))
		switch f := slices.Index(k.factors[:], i); {
		case f >= 0:
			loads += bytes * k.sides(f)[0].Extent * k.sides(f)[1].Extent * workgroups[f]
		case a.write:
			stores += bytes * k.Rows.Extent * k.Cols.Extent
		default:
			loads += bytes * k.Rows.Extent * k.Cols.Extent
		}
	}
	return loads, stores
}

func (p *points) stepsOf() []*step   { return p.body.steps }
func (k *matrices) stepsOf() []*step { return k.body.steps }

// planned writes the plans of kernels into the text. An operation that is part of several kernels, as the function
// is called several times, gets its plan if it is the same.
func (m *maker) planned(rw *ir.Rewriter, explain func(*ir.Diagnostic), o *PlanOptions) *ir.Diagnostic {
	plans := map[*ir.Operation]*ir.DictAttr{} // nil: not the same
	forms, d := m.forms()
	if d != nil {
		return d
	}
	for number, form := range forms {
		for i, s := range form.stepsOf() {
			if s.nest == nil {
				continue
			}
			var plan *ir.DictAttr
			if i == 0 {
				plan = rw.Context().Dict(m.planOf(form))
			}
			if old, seen := plans[s.nest.Op]; seen && old != plan {
				plan = nil
			}
			plans[s.nest.Op] = plan
		}
		if explain != nil && form.stepsOf()[0].nest != nil {
			explain(m.explained(form, number))
		}
		first := form.stepsOf()[0]
		if first.nest == nil {
			continue
		}
		if o.Costs {
			cost := m.described(form).Attr(rw.Context())
			rw.Modify(first.nest.Op, func() { first.nest.Op.SetAttr(CostName, cost) })
		}
		if o.Others > 0 {
			others := rw.Context().Array(m.others(m.groups[number], form, o.Others))
			rw.Modify(first.nest.Op, func() { first.nest.Op.SetAttr(OthersName, others) })
		}
	}
	for _, s := range m.steps {
		if s.nest != nil && plans[s.nest.Op] != nil {
			rw.Modify(s.nest.Op, func() { s.nest.Op.SetAttr(PlanName, plans[s.nest.Op]) })
		}
	}
	return nil
}

// widestVector is the largest number of bytes of the neighbours that a thread computes.
const widestVector = 4 * gpu.WidestAccess
