package kernel

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"optc/dialect/arith"
	mathops "optc/dialect/math"
	"optc/dialect/vector"
	"optc/ir"
	"optc/lower"
)

// Costs is the cost model of a GPU: the cost, in quarters of a cycle of a multiprocessor, of each
// execution that a profile counts. The constants below are the rest of the model, the same for all
// GPUs and the same as in change.Ways: a multiprocessor serves 32 lanes of workgroup memory in a
// cycle, and 128 lanes of arithmetic. The price of shuffles is in the chip's row. Latencies are not part of the model.
type Costs struct {
	// Sector is the time that a multiprocessor needs for its share of a sector of global memory: the
	// bytes of a sector, divided by the bandwidth of the memory per cycle and multiprocessor.
	Sector int64
	// Products is the number of products of a matrix instruction per quarter of a cycle, for
	// elements of 16 bits.
	Products int64
}

const (
	accessCost  = 4  // cost of an access by a subgroup to any memory, besides its parts
	phaseCost   = 4  // cost of a phase of the banks of workgroup memory
	numberCost  = 1  // cost of a scalar operation in 32 lanes
	barrierCost = 64 // cost of a barrier, for each subgroup
	aloneCost   = 4  // cost of a barrier of the only subgroup of a workgroup, which has nobody to wait for
	// specialFactor is how many times longer divisions, roots and functions such as exp take than
	// other scalar operations.
	specialFactor = 4
	laneGroup     = 32 // the lanes of the costs
	// mostRegisters is the number of registers of a thread on all chips. A value that has no
	// register is stored and loaded once.
	mostRegisters = 255
)

// special are the operations of arith that take longer; all of math do.
var special = []ir.OpKind{
	arith.DivFOp{}, arith.RemFOp{}, arith.DivSIOp{}, arith.DivUIOp{}, arith.RemSIOp{}, arith.RemUIOp{}, arith.CeilDivSIOp{}, arith.CeilDivUIOp{}, arith.FloorDivSIOp{},
}

// NumberCost returns the cost, in quarters of a cycle and for 32 lanes, of a scalar operation that
// each lane executes for one element; ok is false for other operations.
func NumberCost(op *ir.Operation) (cost int64, ok bool) {
	switch owner := op.Def().Owner(); {
	case owner == mathops.Dialect, ir.IsAny(op, special...):
		return specialFactor * numberCost, true
	case owner == arith.Dialect && !ir.Is[arith.ConstantOp](op), ir.Is[vector.ReductionOp](op):
		return numberCost, true
	}
	return 0, false
}

// roundedQuarters converts a number of executions by lanes to quarters of a cycle, rounded.
func roundedQuarters(executions, cost int64) int64 {
	return (executions*cost + laneGroup - 1) / laneGroup
}

// LeastQuarters converts a number of executions by lanes to quarters of a cycle, rounded down: a profile
// adds the executions of all operations before it rounds their cost up.
func LeastQuarters(executions, cost int64) int64 { return executions * cost / laneGroup }

// IsFull reports whether threads fill subgroups, and subgroups the groups of lanes of the costs.
func IsFull(threads, subgroup int64) bool { return threads%subgroup == 0 && subgroup%laneGroup == 0 }

// LeastShuffleQuarters is LeastQuarters for shuffles.
func (m *Machine) LeastShuffleQuarters(executions int64) int64 {
	return LeastQuarters(executions, m.shuffleCost())
}

// shuffleCost returns the cost of a shuffle of 32 lanes.
func (m *Machine) shuffleCost() int64 { return m.Banks.Exchange }

// BarrierQuarters returns the cost of a barrier of the subgroups of a workgroup.
func BarrierQuarters(subgroups int64) int64 {
	if subgroups <= 1 {
		return aloneCost
	}
	return subgroups * barrierCost
}

// GlobalCost returns the cost of accesses of subgroups to global memory, in quarters of a cycle.
func (m *Machine) GlobalCost(subgroups, sectors int64) int64 {
	return subgroups*accessCost + sectors*m.Costs.Sector
}

// SpillCost returns the cost, in quarters of a cycle, of values that do not fit the registers of
// the threads.
func (m *Machine) SpillCost(registers, threads, subgroups int64) int64 {
	excess := registers - mostRegisters
	if excess <= 0 {
		return 0
	}
	sectors := (excess*threads*4 + m.Sector - 1) / m.Sector
	return 2 * m.GlobalCost(excess*subgroups, sectors)
}

// products returns the number of products of a matrix instruction, or 0.
func products(op *ir.Operation) int64 {
	if m, ok := op.Typed().(interface{ Products() int64 }); ok {
		return m.Products()
	}
	return 0
}

// ElementsOf returns the number of elements that an operation computes: of the largest vector that it takes or returns, or 1.
func ElementsOf(op *ir.Operation) int64 {
	n := int64(1)
	for _, values := range [][]*ir.Value{op.OperandList(), op.ResultList()} {
		for _, v := range values {
			if t, ok := v.Type().(*ir.VectorType); ok {
				held, _ := ir.NumElements(t.Dims)
				n = max(n, held)
			}
		}
	}
	return n
}

// countCosts adds the executions of operations to the costs of a profile.
func (p *Profile) countCosts(counts map[*ir.Operation]int64, subgroup int64) {
	for op, n := range counts {
		if cost, ok := NumberCost(op); ok {
			p.numbers += n * ElementsOf(op) * cost
		}
		if k := products(op); k > 0 {
			p.products += n / subgroup * k
		}
	}
}

// Costs implements lower.Priced. If not all workgroups of the grid were executed, the costs are
// scaled to the whole grid.
func (p *Profile) Costs() (list []lower.Cost) {
	m := p.machine
	whole := func(n int64) float64 { return p.scaledToGrid(float64(n)) }
	addOnce := func(name string, count, cost int64) {
		if count > 0 {
			list = append(list, lower.Cost{Name: name, Count: count, Cycles: whole(cost) / 4})
		}
	}
	add := func(name string, count, cost int64) { addOnce(name, int64(math.Round(whole(count))), cost) }
	var phases, accesses int64
	for _, a := range p.Accesses {
		if a.Memory == "workgroup" {
			phases, accesses = phases+a.Parts, accesses+a.Subgroups
		} else {
			add(fmt.Sprintf("%ss of %d bytes", a.Direction, a.Bytes), a.Parts, m.GlobalCost(a.Subgroups, a.Parts))
		}
	}
	add("workgroup memory", phases, accesses*accessCost+phases*phaseCost)
	add("shuffles", p.Shuffles, roundedQuarters(p.Shuffles, m.shuffleCost()))
	add("barriers", p.Barriers, p.Barriers*BarrierQuarters(p.Subgroups)/max(p.Threads, 1))
	exchanged := int64(0)
	for _, name := range slices.Sorted(maps.Keys(p.Arithmetic)) {
		if exchanges[name] {
			exchanged += p.Arithmetic[name]
		}
	}
	add("other exchanges", exchanged, roundedQuarters(exchanged, m.shuffleCost()))
	addOnce("spilled registers", p.Registers-mostRegisters, m.SpillCost(p.Registers, p.Threads, p.Subgroups))
	add("numbers", p.numbers, roundedQuarters(p.numbers, 1))
	add("matrix products", p.products, (p.products+m.Costs.Products-1)/m.Costs.Products)
	return list
}
