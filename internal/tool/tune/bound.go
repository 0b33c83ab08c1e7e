package tune

import (
	"context"
	"math/bits"
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/layout/change"
	"optc/passes"
	"optc/passes/standard"
)

// bound computes a number of cycles below which the cost of a completed candidate cannot be, or finds
// that the graph cannot be evaluated with its choice.
func (s *search) bound(ctx context.Context, w *wish) error {
	if w.invalid != "" {
		return nil
	}
	return s.unlessInvalid(ctx, w, s.layoutBound(ctx, w))
}

// layoutBound counts the sectors of transfers, the cheapest ways of changes of layout, and
// operations on numbers, each exactly from the layouts.
func (s *search) layoutBound(ctx context.Context, w *wish) error {
	module := s.lean.with(w.choice)
	machine, err := kernel.MachineOf(module)
	if err != nil {
		return err
	}
	if machine == nil {
		w.parts, err = s.tileBound(ctx, w.choice)
		w.bound = w.parts.sum()
		return err
	}
	known, err := s.layouts(ctx, module, passes.Use(standard.CSE)) // equal layouts may make operations equal
	if err != nil {
		return err
	}
	b := &bounder{machine: machine, known: known, group: s.anchors[0].Group, chip: gpu.ChipOf(module), counted: map[counted]bool{}, reads: readings{}, needs: needs{}, costs: &s.costs, quarters: map[string]int64{}}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if n := runs(op); n > 0 {
			b.quarters[boundKind(op)] += b.reads.unrepeated(op, n*b.cost(op))
		}
		return ir.Advance
	})
	groups := workgroups(module)
	w.spilled = func(registers int64) float64 {
		return float64(machine.SpillCost(registers, groups*b.group.Threads, groups*b.subgroups())) / 4
	}
	for _, name := range boundKinds {
		w.parts = append(w.parts, BoundPart{Name: name, Cycles: float64(b.quarters[name]) / 4 * float64(groups)})
	}
	w.unspilled = w.parts
	w.parts = w.withRegisters(b.registers)
	w.bound = w.parts.sum()
	return nil
}

// bounder adds up the bound of a program, in quarters of a cycle of a workgroup by [boundKind].
type bounder struct {
	machine  *kernel.Machine
	known    map[*ir.Value]*vectorext.NestedLayout
	group    Group
	chip     gpu.Chip
	counted  map[counted]bool
	reads    readings
	needs    needs
	costs    *costs
	quarters map[string]int64
	// registers is the most registers of the operands and results of an operation on numbers.
	registers int64
}

// mostThreads bounds the threads after which both layouts of a change repeat.
const mostThreads = 1 << 12

// counted is a change of the layout of a value that is counted already.
type counted struct {
	v  *ir.Value
	to *vectorext.NestedLayout
}

// subgroups returns the number of subgroups of the workgroup.
func (b *bounder) subgroups() int64 {
	return (b.group.Threads + b.group.Subgroup - 1) / b.group.Subgroup
}

// cost returns the least cost of an execution of op by a workgroup. An operation of whose results only a
// part is needed has no cost.
func (b *bounder) cost(op *ir.Operation) int64 {
	if op.NumResults() == 1 && !b.needs.every(op.Result(0)) {
		return 0
	}
	if a, ok := ir.MoveOf(op); ok {
		return b.access(a, b.known[a.Moved])
	}
	if cost := leastCosts[op.Kind()]; cost != nil {
		return cost(b, op)
	}
	if each, ok := kernel.NumberCost(op); ok && op.NumResults() == 1 && isFloat(op.Result(0).Type()) {
		if l := b.known[op.Result(0)]; l != nil {
			b.countRegisters(op)
			return kernel.LeastQuarters(l.HeldElements()*b.group.Threads, each)
		}
	}
	return 0
}

// leastCosts are the costs of operations that are neither accesses to memory nor arithmetic on floats.
var leastCosts = map[ir.Kind]func(b *bounder, op *ir.Operation) int64{
	vectorext.ToLayoutOp{}.Kind():    func(b *bounder, op *ir.Operation) int64 { return b.change(ir.Cast[vectorext.ToLayoutOp](op)) },
	vector.ContractOp{}.Kind():       func(b *bounder, op *ir.Operation) int64 { return b.contraction(ir.Cast[vector.ContractOp](op)) },
	vector.MultiReductionOp{}.Kind(): func(b *bounder, op *ir.Operation) int64 { return b.reduction(ir.Cast[vector.MultiReductionOp](op)) },
	arith.MulIOp{}.Kind():            func(b *bounder, op *ir.Operation) int64 { return b.place(ir.Cast[arith.MulIOp](op)) },
}

// countRegisters counts the registers of the operands of an operation, which live until it has its
// result, and of the result.
func (b *bounder) countRegisters(op *ir.Operation) {
	n := int64(0)
	values := append(op.OperandList(), op.Result(0))
	for i, v := range values {
		values[i] = b.computed(v)
	}
	for i, v := range values {
		if l := b.known[v]; l != nil && !slices.Contains(values[:i], v) && ir.ConstantOf(v.DefiningOp()) == nil {
			n += (l.HeldElements()*int64(ir.ElementBytes(ir.ElementOrSelf(v.Type()))) + 3) / 4
		}
	}
	b.registers = max(b.registers, n)
}

// computed returns the value whose elements a thread has as v: operations that move no element are
// left out.
func (b *bounder) computed(v *ir.Value) *ir.Value {
	for from := moved(v); from != nil; from = moved(v) {
		held, holds := b.known[from], b.known[v]
		if held == nil || holds == nil || held.HeldElements() != holds.HeldElements() {
			break
		}
		v = from
	}
	return v
}

// moved returns the vector whose elements v has at other places, or nil.
func moved(v *ir.Value) *ir.Value {
	if r, ok := ir.RearrangementOf(v.DefiningOp()); ok && r.Whole {
		return r.Source
	}
	return nil
}

func isFloat(t ir.Type) bool {
	_, ok := ir.ElementOrSelf(t).(*ir.FloatType)
	return ok
}

// reduction returns the cost of adding the elements of each thread, and then of lanes in rounds.
func (b *bounder) reduction(op vector.MultiReductionOp) int64 {
	l := b.known[op.Source()]
	if l == nil {
		return 0
	}
	drop := make([]bool, l.Rank())
	for _, d := range op.ReductionDims() {
		drop[d] = true
	}
	sums := l.Project(drop).HeldElements()
	return kernel.LeastQuarters((l.HeldElements()-sums)*b.group.Threads, 1) + b.across(l, drop, sums)
}

// across returns the cost of exchanging sums of a thread among the lanes and subgroups that divide
// the reduced dimensions of a layout.
func (b *bounder) across(l *vectorext.NestedLayout, reduced []bool, sums int64) (cost int64) {
	for d, drop := range reduced {
		if drop {
			cost += b.machine.LeastShuffleQuarters(int64(bits.Len64(uint64(l.ThreadTile[d]))-1) * sums * b.group.Threads)
			if l.SubgroupTile[d] > 1 {
				cost += kernel.BarrierQuarters(b.subgroups())
			}
		}
	}
	return cost
}

// contraction returns the cost of the products and the sums of each thread, and of the sums over
// lanes.
func (b *bounder) contraction(op vector.ContractOp) int64 {
	l := iterationOf(op, b.known)
	if l == nil {
		return 0
	}
	reduced := make([]bool, l.Rank())
	for _, d := range reducedDims(op) {
		reduced[d] = true
	}
	sums := l.Project(reduced).HeldElements()
	return kernel.LeastQuarters((2*l.HeldElements()-sums)*b.group.Threads, 1) + b.across(l, reduced, sums)
}

// place returns the cost of the multiple of the number of a workgroup that is an index of a transfer. Every
// thread computes it, because the number differs among workgroups.
func (b *bounder) place(op arith.MulIOp) int64 {
	id := ir.DefiningOp[gpu.BlockIDOp](op.Lhs())
	factor, ok := ir.ConstantInt(op.Rhs())
	f := ir.Enclosing[fn.FuncOp](op.Operation()).Operation()
	if !id.Ok() || !ok || factor.Int64() < 2 || f == nil {
		return 0
	}
	if d := int(id.Dimension()); d >= len(gpu.GridOf(f)) || gpu.GridOf(f)[d] < 2 {
		return 0
	}
	for u := op.Result().FirstUse(); u != nil; u = u.Next() {
		if a, ok := ir.MoveOf(u.Owner()); ok && b.known[a.Moved] != nil && a.IsPlaced() && a.TouchesAll() {
			return kernel.LeastQuarters(b.group.Threads, 1)
		}
	}
	return 0
}

// change returns the cost of the cheapest way of a change of layout. The elements that an operation has read may be read
// again in the other layout, because equal reads in the program have become one here; equal reads of a thread still are one.
// Exchanges of fewer lanes than a group cost less than the ways that are counted, so that they are not counted.
func (b *bounder) change(op vectorext.ToLayoutOp) int64 {
	from, to := b.known[op.Input()], b.known[op.Output()]
	key := counted{op.Input(), to}
	if from == nil || to == nil || from == to || b.counted[key] || !kernel.IsFull(b.group.Threads, b.group.Subgroup) {
		return 0
	}
	b.counted[key] = true
	elem := op.Output().Type().(*ir.VectorType).Elem
	cost := b.costs.changes.get(conversion{from, to, elem}, func() int64 { return b.countChange(from, to, elem) }) * b.subgroups()
	if a, ok := ir.MoveOf(op.Input().DefiningOp()); ok && a.Kind == ir.Read {
		cost = min(cost, max(b.access(a, to)-b.access(a, from), 0))
	}
	return cost
}

// conversion names a change of layout.
type conversion struct {
	from, to *vectorext.NestedLayout
	elem     ir.Type
}

// countChange counts the cost of a change for a subgroup.
func (b *bounder) countChange(from, to *vectorext.NestedLayout, elem ir.Type) int64 {
	m, n, ok := vectorext.Together(from, to, b.group.Subgroup, b.group.Subgroup, mostThreads)
	if !ok {
		return 0
	}
	if local, err := m.SameUnits(n); err != nil || local {
		return 0
	}
	t := b.chip.TrafficOf(elem, b.chip.Lanes(b.group.Subgroup))
	t.Threads = b.group.Threads
	cycles, ok := change.LeastCycles(m, n, t)
	if !ok {
		return 0
	}
	return (cycles - 1) * 4 // cycles are rounded up
}

// runs returns a number of executions of op that is not too large: the product of the trips of
// the loops around it, or 0 where the number is not known.
func runs(op *ir.Operation) int64 {
	n := int64(1)
	for at := op.Parent(); at != nil && !at.Has(ir.IsolatedFromAbove); at = at.Parent() {
		trips, ok := tripsOf(at)
		if !ok {
			return 0
		}
		n *= trips
	}
	return n
}
