package tensorgrid

import (
	"cmp"
	"slices"

	"optc/ir"
)

// OthersName is the attribute, on an operation that begins a kernel, with other plans of the kernel.
const OthersName = "gpu.others"

// others returns plans that a kernel may have in place of the plan of its form, at most count, the cheapest first.
func (m *maker) others(g *group, form kernelForm, count int) []ir.Attribute {
	c, op := m.Context(), form.stepsOf()[0].nest.Op
	type other struct {
		plan   *ir.DictAttr
		cycles int64
	}
	var list []other
	seen := map[*ir.DictAttr]bool{c.Dict(form.plan(c)): true}
	add := func(entries ...ir.NamedAttr) {
		f, d := m.formWith(newBody(g, m.isStored), &pinned{op: op, dict: c.Dict(entries)})
		if d != nil {
			return
		}
		plan := c.Dict(f.plan(c))
		if seen[plan] {
			return
		}
		seen[plan] = true
		compute, exchange := m.costOf(f)
		list = append(list, other{plan, compute + exchange})
	}
	if k, ok := form.(*matrices); ok {
		for _, rows := range around(k.tile[0]) {
			for _, columns := range around(k.tile[1]) {
				for _, inner := range around(k.tile[2]) {
					add(ir.NamedAttr{Name: tileEntry, Value: c.DenseI64Array([]int64{rows, columns, inner})})
				}
			}
		}
	}
	p := &points{body: newBody(g, m.isStored)}
	if p.choose(&pinned{op: op}, m) == nil {
		rows := []int64{1}
		if len(p.reduced) > 0 {
			rows = around(p.rows())
		}
		for _, r := range rows {
			for _, vector := range around(p.lanes) {
				for _, threads := range around(p.threads) {
					entries := []ir.NamedAttr{{Name: threadsEntry, Value: c.I64Attr(threads)}, {Name: vectorEntry, Value: c.I64Attr(vector)}}
					if len(p.reduced) > 0 {
						entries = append(entries, ir.NamedAttr{Name: rowsEntry, Value: c.I64Attr(r)})
					}
					add(entries...)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b other) int { return cmp.Compare(a.cycles, b.cycles) })
	var plans []ir.Attribute
	for _, o := range list[:min(count, len(list))] {
		plans = append(plans, o.plan)
	}
	return plans
}

// around returns a number, its half and its double.
func around(n int64) []int64 {
	if n == 1 {
		return []int64{1, 2}
	}
	return []int64{n, n / 2, n * 2}
}
