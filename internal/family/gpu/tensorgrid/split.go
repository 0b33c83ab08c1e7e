package tensorgrid

import (
	"slices"

	"optc/internal/family/nests"
	"optc/ir"
	"optc/num"
	"optc/passes"
)

// SplitOptions are the options of Split.
type SplitOptions struct {
	Parts   int64 `opt:"parts" help:"parts of the sums of products: 0 chooses a number by the estimate, 1 divides no sum"`
	Explain bool  `opt:"explain" help:"report in a remark how many parts a sum has, with the workgroups and the estimated cycles"`
}

// Split is gpu-split-tensors.
var Split = &passes.Pass{
	Name:  "gpu-split-tensors",
	Title: "Divide the sums of products whose grids are too small for a GPU",
	Doc: `A product with few tiles and a long sum leaves multiprocessors idle. Its sum is divided into parts if that is estimated to take at most half of the cycles.
One kernel computes the sums of all parts, each in workgroups of its own. A second kernel adds the parts in their order, so that results are
the same in every run.

    %0 = linalg.matmul ins(%x, %y : tensor<64x8192xf16>, tensor<8192x64xf16>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
    →
    %p = linalg.generic {gpu.plan = {divided = 32}, …, iterator_types = ["parallel", "parallel", "parallel", "reduction"]} … -> tensor<32x64x64xf32>
    %0 = linalg.generic {…, iterator_types = ["reduction", "parallel", "parallel"]} … -> tensor<64x64xf32>

The estimate compares the rounds in which the multiprocessors of the chip compute all workgroups, with the cost of the partial sums in global memory and
of the second launch. The operation that computes the parts keeps their number as the entry 'divided' of its plan.
The entry 'parts' of gpu.plan gives an operation a number of parts, and parts = 1 keeps its sum whole. Only
sums of numbers with at least 32 bits are divided without such an entry, because partial sums are rounded to the type of the result.
Sums of floats are combined in another order than without parts.`,
	Options:  SplitOptions{},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"arith", "linalg", "tensor"},
	Stats:    []passes.Stat{{Name: "split", Doc: "sums that were divided"}},
	Run: func(c *passes.Context) (changed bool, err error) {
		o := passes.OptionsOf[SplitOptions](c)
		if o.Parts < 0 {
			return false, c.Op.Errorf("expected parts of at least 0, but got %d", o.Parts)
		}
		var list []division
		_, err = onPrograms(c, func(_ *ir.Operation, m *maker) *ir.Diagnostic {
			found, d := m.divisions(o, c.Report)
			list = append(list, found...)
			return d
		})
		if err != nil || c.Failed() {
			return false, err
		}
		for _, x := range list {
			if d := x.divide(c.Rewriter(nil)); d != nil {
				c.Report(d)
				return true, nil
			}
			c.Count("split", 1)
		}
		return len(list) > 0, nil
	},
}

// division is a nest whose reduction is divided into parts.
type division struct {
	nest  *nests.Nest
	loop  int
	parts int64
	plan  *ir.DictAttr // the plan of the undivided operation, nil if it has none
}

// divide replaces the operation by the operation that computes the parts, which keeps the plan, and the operation that combines them. Its
// operands may have been replaced since the nest was read.
func (x *division) divide(rw *ir.Rewriter) *ir.Diagnostic {
	n, d := nests.Read(x.nest.Op)
	if d != nil {
		return d
	}
	parts := slices.Repeat([]int64{1}, len(n.Loops))
	parts[x.loop] = x.parts
	entries := []ir.NamedAttr{{Name: dividedEntry, Value: rw.Context().I64Attr(x.parts)}}
	if x.plan != nil {
		for _, e := range x.plan.Entries {
			if e.Name != partsEntry {
				entries = append(entries, e)
			}
		}
	}
	partial, _ := n.Split(rw, parts)
	rw.Modify(partial, func() { partial.SetAttr(PlanName, rw.Context().Dict(entries)) })
	return nil
}

// divisions chooses the parts of the sums of all kernels.
func (m *maker) divisions(o *SplitOptions, report func(*ir.Diagnostic)) (list []division, d *ir.Diagnostic) {
	forms, d := m.forms()
	if d != nil {
		return nil, d
	}
	seen := map[*ir.Operation]bool{} // a function that is called several times has its operations in several kernels
	for _, form := range forms {
		s := form.stepsOf()[0]
		if s.nest == nil || seen[s.nest.Op] {
			continue
		}
		seen[s.nest.Op] = true
		pins, d := pinnedOf(s)
		if d != nil {
			return nil, d
		}
		parts, d := pins.number(partsEntry, o.Parts)
		if d != nil {
			return nil, d
		}
		x := division{nest: s.nest, loop: longestSum(s.nest), parts: parts, plan: pins.dict}
		switch {
		case pins.dict.Get(dividedEntry) != nil:
			continue
		case pins.dict.Get(partsEntry) != nil:
			if d := x.check(pins); d != nil {
				return nil, d
			}
		case !x.isWide():
			continue
		case parts == 0:
			var e estimate
			x.parts, e = m.chosenParts(form, &x)
			if o.Explain && e.isShort(m) && e.most > 1 {
				report(m.explainedParts(&x, e))
			}
		case x.nest.Loops[x.loop].Extent%parts != 0:
			continue
		}
		if x.parts > 1 {
			list = append(list, x)
		}
	}
	return list, nil
}

// longestSum returns the longest reduction of a nest whose parts can be combined, or -1.
func longestSum(n *nests.Nest) int {
	longest := -1
	for l := range n.Loops {
		if n.CanSplit(l) && (longest < 0 || n.Loops[l].Extent > n.Loops[longest].Extent) {
			longest = l
		}
	}
	return longest
}

// isWide reports whether a nest is a sum of products that are not rounded to fewer than 32 bits between the parts.
func (x *division) isWide() bool {
	return x.loop >= 0 && x.nest.IsSumOfProducts() && ir.ElementBytes(x.nest.Outputs()[0].Elem) >= 4
}

// check requires a number of parts in a plan to divide a sum.
func (x *division) check(pins *pinned) *ir.Diagnostic {
	switch {
	case x.parts < 1:
		return pins.fail("'%s = %d', but expected at least 1", partsEntry, x.parts)
	case x.parts == 1:
		return nil
	case x.loop < 0:
		return pins.fail("'%s = %d', but the operation has no sum whose parts can be combined", partsEntry, x.parts)
	case x.nest.Loops[x.loop].Extent%x.parts != 0:
		return pins.fail("'%s = %d', which does not divide the sum of %d numbers", partsEntry, x.parts, x.nest.Loops[x.loop].Extent)
	}
	return nil
}

// estimate has the estimated cycles of a product with a sum of several parts and without.
type estimate struct {
	workgroups    int64 // of the undivided product
	most          int64 // the largest number of parts
	whole, parted int64 // cycles
}

// isShort reports whether the undivided product leaves multiprocessors of the chip without a workgroup.
func (e *estimate) isShort(m *maker) bool { return e.workgroups < m.machine.Multiprocessors }

// launchCycles is the number of cycles between the end of a kernel and the start of the next kernel: an assumption of about 2 microseconds.
const launchCycles = 4096

// leastPart is the least number of products of a part of a sum.
const leastPart = 32

// leastGain is the least ratio of the cycles without parts to the cycles with parts. Estimates ignore caches, which help workgroups that
// load the same factors.
const leastGain = 2

// chosenParts returns the number of parts of a sum that takes the fewest cycles. It returns 1 if the grid without parts has a workgroup for
// every multiprocessor, and if parts gain too little. Each multiprocessor computes a workgroup at a time.
func (m *maker) chosenParts(form kernelForm, x *division) (best int64, e estimate) {
	workgroups, _ := form.launchSizes()
	compute, exchange := m.costOf(form)
	extent, step := x.nest.Loops[x.loop].Extent, int64(leastPart)
	if k, ok := form.(*matrices); ok {
		step = k.tile[2]
	}
	out := &x.nest.Outputs()[0]
	elements, _ := ir.NumElements(out.Shape)
	// cyclesOf returns the cycles in which multiprocessors transfer bytes.
	cyclesOf := func(bytes int64) int64 {
		return num.CeilDiv(num.CeilDiv(bytes, m.machine.Sector)*m.machine.Costs.Sector, 4)
	}
	time := func(parts int64) int64 {
		all, cycles := workgroups*parts, compute+exchange
		if parts > 1 {
			cycles += cyclesOf((parts - 1) * elements * int64(ir.ElementBytes(out.Elem)))
		}
		cycles = num.CeilDiv(all, m.machine.Multiprocessors) * num.CeilDiv(cycles, all)
		if parts > 1 {
			const each = 1024 // results of a workgroup of the second kernel
			cycles += launchCycles + num.CeilDiv(cyclesOf((parts+1)*elements*int64(ir.ElementBytes(out.Elem))), min(num.CeilDiv(elements, each), m.machine.Multiprocessors))
		}
		return cycles
	}
	e = estimate{workgroups: workgroups, most: extent / step, whole: time(1), parted: time(1)}
	best = 1
	if !e.isShort(m) {
		return best, e
	}
	for parts := int64(2); parts <= e.most && workgroups*parts <= 2*m.machine.Multiprocessors; parts++ {
		if extent%parts != 0 || extent/parts%step != 0 {
			continue
		}
		if t := time(parts); t < e.parted {
			best, e.parted = parts, t
		}
	}
	if e.parted*leastGain > e.whole {
		best = 1
	}
	return best, e
}

// explainedParts describes the choice of the parts in a remark.
func (m *maker) explainedParts(x *division, e estimate) *ir.Diagnostic {
	grid := numWorkgroups.Count(int(e.workgroups))
	if x.parts == 1 {
		return x.nest.Op.Remarkf("keeps its sum of %d products whole: %s on %d multiprocessors take about %d cycles, and parts at least %d",
			x.nest.Loops[x.loop].Extent, grid, m.machine.Multiprocessors, e.whole, e.parted)
	}
	return x.nest.Op.Remarkf("divides its sum of %d products into %d parts: %s on %d multiprocessors would take about %d cycles; %d workgroups, and a kernel that adds the parts in their order, take about %d",
		x.nest.Loops[x.loop].Extent, x.parts, grid, m.machine.Multiprocessors, e.whole, e.workgroups*x.parts, e.parted)
}
