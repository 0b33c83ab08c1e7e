package tensorgrid

import (
	"fmt"
	"strings"

	"optc/internal/family/nests"
	"optc/ir"
	"optc/lower"
	"optc/num"
)

// CostName is the attribute, on an operation that begins a kernel, with the cost of its plan.
const CostName = "gpu.cost"

var (
	numWorkgroups = lower.Noun{One: "workgroup", Many: "workgroups"}
	numThreads    = lower.Noun{One: "thread", Many: "threads"}
)

// planText is a plan in one line.
func (m *maker) planText(form kernelForm) string {
	var entries []string
	for _, e := range m.planOf(form) {
		text := ir.ReadString(e.Value)
		switch a := e.Value.(type) {
		case *ir.IntegerAttr:
			text = a.Value.String()
		case *ir.DenseArrayAttr:
			text = "[" + num.JoinInts(ir.ReadInts(a)) + "]"
		}
		entries = append(entries, e.Name+" = "+text)
	}
	return strings.Join(entries, ", ")
}

// without returns the form that a kernel would have without matrix instructions, or nil if the kernel uses none.
func (m *maker) without(form kernelForm) kernelForm {
	k, ok := form.(*matrices)
	if !ok {
		return nil
	}
	p := &points{body: newBody(k.group, m.isStored)}
	if p.choose(&pinned{}, m) != nil {
		return nil
	}
	return p
}

// costOf estimates the cycles of a kernel from the costs of the chip, as if one multiprocessor computed all of it:
// compute for its operations, and exchange for the accesses of its threads to global memory.
func (m *maker) costOf(form kernelForm) (compute, exchange int64) {
	const quarters, lanes = 4, 32 // costs are given in quarters of cycles, for operations of 32 lanes
	loads, stores := form.loaded()
	for i, s := range form.stepsOf() {
		switch {
		case s.nest == nil:
		case i == 0 && isMatrices(form):
			compute += num.CeilDiv(s.nest.Points(), m.machine.Costs.Products)
		default:
			compute += num.CeilDiv(s.nest.Points()*operationsOf(s.nest), lanes)
		}
	}
	return num.CeilDiv(compute, quarters), num.CeilDiv(num.CeilDiv(loads+stores, m.machine.Sector)*m.machine.Costs.Sector, quarters)
}

// operationsOf returns the number of operations of a point.
func operationsOf(n *nests.Nest) (count int64) {
	for op := range n.Op.Body().Ops() {
		if op != n.Op.Body().Back() && !op.Has(ir.ConstantLike) {
			count++
		}
	}
	return count
}

// described describes the plan of a kernel, its cost, and the best plan that was not taken. Memory is the bytes of the results.
func (m *maker) described(form kernelForm) *nests.Cost {
	steps := form.stepsOf()
	workgroups, threads := form.launchSizes()
	_, stores := form.loaded()
	c := &nests.Cost{Plan: m.planText(form), Over: numWorkgroups.Count(int(workgroups)) + " of " + numThreads.Count(int(threads)), Memory: stores}
	if given, _ := steps[0].nest.Op.Attr(PlanName).(*ir.DictAttr); given.Get(dividedEntry) != nil {
		c.Over += fmt.Sprintf(" on %d multiprocessors", m.machine.Multiprocessors)
	}
	c.Compute, c.Exchange = m.costOf(form)
	for i, o := range steps[0].nest.Operands[:steps[0].nest.Inputs] {
		switch {
		case o.IsScalar() || !o.Read || steps[0].operands[i].Splat != nil:
		case isMatrices(form):
			c.Operands = append(c.Operands, fmt.Sprintf("#%d comes through workgroup memory", i))
		default:
			c.Operands = append(c.Operands, fmt.Sprintf("#%d comes from global memory", i))
		}
	}
	if other := m.without(form); other != nil {
		compute, exchange := m.costOf(other)
		c.Other, c.More = m.planText(other), compute+exchange-c.Compute-c.Exchange
	}
	return c
}

func isMatrices(form kernelForm) bool {
	_, ok := form.(*matrices)
	return ok
}

// explained describes the plan of a kernel in a remark.
func (m *maker) explained(form kernelForm, number int) *ir.Diagnostic {
	steps := form.stepsOf()
	op := steps[0].nest.Op
	workgroups, threads := form.launchSizes()
	loads, stores := form.loaded()
	d := op.Remarkf("is kernel '%s': %s of %s, which load %d bytes and store %d; plan: %s", m.kernelName(steps[0], number), numWorkgroups.Count(int(workgroups)),
		numThreads.Count(int(threads)), loads, stores, m.planText(form))
	for _, s := range steps[1:] {
		if s.nest != nil {
			d.Note(s.loc, "'%s' is part of the kernel", s.nest.Op.Name())
		} else {
			d.Note(s.loc, "the copy of the result is part of the kernel")
		}
	}
	if other := m.without(form); other != nil {
		bytes, _ := other.loaded()
		d.Note(op.Loc(), "without matrix instructions, threads would load %d bytes", bytes)
	} else if steps[0].nest.Inputs == 2 && steps[0].nest.IsSumOfProducts() && m.intrinsicFor(steps[0].nest) == nil {
		d.Note(op.Loc(), "%s has no matrix instruction for elements of type '%s'", m.machine.Chip, steps[0].nest.Operands[0].Elem)
	}
	return d
}
