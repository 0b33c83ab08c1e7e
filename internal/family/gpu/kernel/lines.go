package kernel

import (
	"optc/dialect/gpu"
	"optc/ir"
	"optc/lower"
)

// lineWork is the work of a line, in whole numbers, so that the order of additions is no matter.
type lineWork struct {
	quarters int64 // quarters of a cycle
	lanes    int64 // quarters of a cycle of 32 lanes, times lanes
	waits    int64 // how often single threads waited at barriers
	products int64 // matrix instructions
}

// ByLine implements lower.Lined. The cycles of all lines add up to the costs of the profile, except
// for spilled registers, which belong to no line, and for the rounding of the parts.
func (p *Profile) ByLine() []lower.LineCost { return p.Lines }

// workOf returns the line of an operation, and its work.
func (p *Profile) workOf(op *ir.Operation) (*lower.LineCost, *lineWork) {
	c := p.lines.Of(op)
	w := p.work[c]
	if w == nil {
		w = &lineWork{}
		p.work[c] = w
	}
	return c, w
}

// addAccess adds an access of a subgroup to the line of its operation.
func (p *Profile) addAccess(op *ir.Operation, t *transaction, parts, least int64) {
	c, w := p.workOf(op)
	c.Bytes += int64(len(t.places)) * t.width
	if t.shared {
		w.quarters += accessCost + parts*phaseCost
		c.BankCycles += parts
		c.LeastBankCycles += least
		return
	}
	w.quarters += p.machine.GlobalCost(1, parts)
	c.Sectors += parts
	c.LeastSectors += least
}

// addExecutions adds executions of an operation, by single threads, to its line.
func (p *Profile) addExecutions(op *ir.Operation, n, subgroup int64) {
	if op.Has(ir.ConstantLike) || op.Has(ir.Terminator) {
		return
	}
	c, w := p.workOf(op)
	c.Instructions += n
	switch {
	case ir.Is[gpu.ShuffleOp](op):
		c.Shuffles += n
		w.lanes += n * p.machine.shuffleCost()
	case ir.Is[gpu.BarrierOp](op):
		c.Barriers += n
		w.waits += n
	case exchanges[op.Name()]:
		w.lanes += n * p.machine.shuffleCost()
	}
	if cost, ok := NumberCost(op); ok {
		w.lanes += n * ElementsOf(op) * cost
	}
	w.products += n / subgroup * products(op)
}

// listLines computes the cycles of the lines, of the whole grid, and lists them.
func (p *Profile) listLines() {
	for c, w := range p.work {
		quarters := float64(w.quarters) + float64(w.lanes)/laneGroup + float64(w.waits*BarrierQuarters(p.Subgroups))/float64(p.Threads) +
			float64(w.products)/float64(p.machine.Costs.Products)
		c.Cycles = p.scaledToGrid(quarters) / 4
	}
	p.Lines = p.lines.List()
}

// scaledToGrid scales a cost of the executed workgroups to the whole grid.
func (p *Profile) scaledToGrid(cost float64) float64 {
	return cost * float64(max(p.workgroups, 1)) / float64(max(p.executed, 1))
}
