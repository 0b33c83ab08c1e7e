package tune

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/internal/kernel"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/layout/flow"
	"optc/num"
	"optc/validate"
)

// bound computes a number of cycles below which the cost of a candidate cannot be: the sectors of
// its transfers, the cheapest ways of its changes of layout, and its operations on numbers, each
// counted exactly from the layouts.
func (s *search) bound(ctx context.Context, w *wish) error {
	module := s.with(w.choice)
	machine, err := kernel.MachineOf(module)
	if err != nil {
		return err
	}
	if machine == nil {
		w.bound, err = s.tileBound(ctx, w.choice)
		return err
	}
	known, err := s.layouts(ctx, module)
	if err != nil {
		return err
	}
	b := &bounder{machine: machine, known: known, group: s.anchors[0].Group, chip: gpu.ChipOf(module), changes: map[change]bool{}, accessed: map[accessing]int64{}}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if n := runs(op); n > 0 {
			b.quarters += n * b.cost(op)
		}
		return ir.Advance
	})
	groups := workgroups(module)
	w.spilled = func(registers int64) float64 {
		return float64(machine.SpillCost(registers, groups*b.group.Threads, groups*b.subgroups())) / 4
	}
	w.unspilled = float64(b.quarters) / 4 * float64(groups)
	w.bound = w.unspilled + w.spilled(b.registers)
	return nil
}

// bounder adds up the bound of a program, in quarters of a cycle of a workgroup.
type bounder struct {
	machine  *kernel.Machine
	known    map[*ir.Value]*vectorext.NestedLayout
	group    Group
	chip     gpu.Chip
	changes  map[change]bool // that are counted already
	accessed map[accessing]int64
	quarters int64
	// registers is the most registers of the operands and results of an operation on numbers.
	registers int64
}

// mostThreads bounds the threads after which both layouts of a change repeat.
const mostThreads = 1 << 12

// change is a change of the layout of a value.
type change struct {
	v  *ir.Value
	to *vectorext.NestedLayout
}

// subgroups returns the number of subgroups of the workgroup.
func (b *bounder) subgroups() int64 {
	return (b.group.Threads + b.group.Subgroup - 1) / b.group.Subgroup
}

// cost returns the least cost of an execution of op by a workgroup.
func (b *bounder) cost(op *ir.Operation) int64 {
	if ir.Is[vectorext.TransferGatherOp](op) {
		return b.gather(op, op.Result(0))
	}
	switch x := op.Typed().(type) {
	case vector.TransferReadOp:
		return b.transfer(op, x.Vector(), false)
	case vector.TransferWriteOp:
		return b.transfer(op, x.ValueToStore(), true)
	case vectorext.ToLayoutOp:
		return b.change(x)
	case vector.ContractOp:
		if ireegpu.IntrinsicOf(op) == nil {
			return b.contraction(x)
		}
		return 0
	case vector.MultiReductionOp:
		return b.reduction(x)
	}
	if each, ok := kernel.NumberCost(op); ok && op.NumResults() == 1 && isFloat(op.Result(0).Type()) {
		if l := b.known[op.Result(0)]; l != nil {
			b.countRegisters(op)
			return kernel.Quarters(l.HeldElements()*b.group.Threads, each)
		}
	}
	return 0
}

// countRegisters counts the registers of the operands of an operation, which live until it has its
// result, and of the result.
func (b *bounder) countRegisters(op *ir.Operation) {
	n := int64(0)
	values := append(op.OperandList(), op.Result(0))
	for i, v := range values {
		if l := b.known[v]; l != nil && !slices.Contains(values[:i], v) && ir.ConstantOf(v.DefiningOp()) == nil {
			n += (l.HeldElements()*int64(ir.ElementBytes(ir.ElementOrSelf(v.Type()))) + 3) / 4
		}
	}
	b.registers = max(b.registers, n)
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
	return kernel.Quarters((l.HeldElements()-sums)*b.group.Threads, 1) + b.across(l, drop, sums)
}

// across returns the cost of exchanging sums of a thread among the lanes and subgroups that divide
// the reduced dimensions of a layout.
func (b *bounder) across(l *vectorext.NestedLayout, reduced []bool, sums int64) (cost int64) {
	for d, drop := range reduced {
		if drop {
			cost += kernel.ShuffleQuarters(int64(bits.Len64(uint64(l.ThreadTile[d]))-1) * sums * b.group.Threads)
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
	lhs, rhs := b.known[op.Lhs()], b.known[op.Rhs()]
	if lhs == nil || rhs == nil {
		return 0
	}
	maps := op.IndexingMaps()
	l := lhs.Recombine([]*vectorext.NestedLayout{lhs, rhs}, maps[:2], affine.Identity(maps[0].NumDims))
	if l == nil {
		return 0
	}
	reduced := make([]bool, l.Rank())
	for d, t := range op.IteratorTypes() {
		reduced[d] = t == vector.Reduced
	}
	sums := l.Project(reduced).HeldElements()
	return kernel.Quarters((2*l.HeldElements()-sums)*b.group.Threads, 1) + b.across(l, reduced, sums)
}

// change returns the cost of the cheapest way of a change of layout.
func (b *bounder) change(op vectorext.ToLayoutOp) int64 {
	from, to := b.known[op.Input()], b.known[op.Output()]
	key := change{op.Input(), to}
	if from == nil || to == nil || from == to || b.changes[key] {
		return 0
	}
	b.changes[key] = true
	m, n, ok := vectorext.Together(from, to, b.group.Subgroup, b.group.Subgroup, mostThreads)
	if !ok || m.SameUnits(n) {
		return 0
	}
	steps, ok := layout.Steps(m, n)
	if !ok {
		return 0
	}
	ways := layout.FindWays(steps, gpu.TrafficOf(op.Output().Type().(*ir.VectorType).Elem, b.chip.Lanes(b.group.Subgroup)))
	cycles := ways.BufferCycles()
	if ways.NoRounds == "" {
		cycles = min(cycles, ways.RoundCycles())
	}
	return (cycles - 1) * 4 * b.subgroups() // cycles are rounded up
}

// transfer returns the least cost of a transfer whose vector has a known layout: threads make the
// widest possible accesses. Where the place of the memory in a sector is not known, the place with
// the fewest sectors counts.
func (b *bounder) transfer(op *ir.Operation, v *ir.Value, write bool) int64 {
	l := b.known[v]
	t, ok := vector.AsTransfer(op)
	if l == nil || !ok || t.Mask() != nil || t.MayLeaveBounds() {
		return 0
	}
	memory, ok := t.BaseType().(*ir.MemRefType)
	if !ok || gpu.SpaceOf(memory) == gpu.Workgroup || !isNumber(memory.Elem) {
		return 0
	}
	strides, _, ok := memory.StridesAndOffset()
	if !ok {
		return 0
	}
	bytes := int64(ir.ElementBytes(memory.Elem))
	steps := make([]int64, l.Rank()) // bytes between neighbours along a dimension of the vector
	base, grain := int64(0), b.machine.Sector
	for r, e := range t.Map().Results {
		d, isDim := e.IsDim()
		if !isDim || strides[d] == ir.Dynamic {
			return 0
		}
		steps[r] = strides[d] * bytes
	}
	for d, index := range t.Indices() {
		at, every := multipleOf(index)
		if strides[d] == ir.Dynamic {
			return 0
		}
		base += at * strides[d] * bytes
		grain = num.GCD(grain, every*strides[d]*bytes)
	}
	return b.accesses(l, steps, bytes, base, grain, write)
}

// gather is transfer for a gather whose index vectors are the same in all their elements: it
// reads a part of memory at an unknown place.
func (b *bounder) gather(op *ir.Operation, v *ir.Value) int64 {
	l := b.known[v]
	t, ok := vectorext.AsTransfer(op)
	if l == nil || !ok || t.Mask() != nil {
		return 0
	}
	memory, ok := t.Base().Type().(*ir.MemRefType)
	if !ok || gpu.SpaceOf(memory) == gpu.Workgroup || !isNumber(memory.Elem) {
		return 0
	}
	strides, _, ok := memory.StridesAndOffset()
	if !ok || slices.Contains(strides, ir.Dynamic) {
		return 0
	}
	bytes := int64(ir.ElementBytes(memory.Elem))
	steps, grain := make([]int64, l.Rank()), b.machine.Sector
	for d, e := range t.BaseMap().Results {
		if r, ok := e.IsDim(); ok {
			steps[r] += strides[d] * bytes
			continue
		}
		k, ok := e.IsSymbol()
		if !ok || !isUniform(t.IndexVecs()[k]) {
			return 0
		}
		grain = num.GCD(grain, strides[d]*bytes)
	}
	base := int64(0)
	for d, index := range t.Offsets() {
		at, every := multipleOf(index)
		base += at * strides[d] * bytes
		grain = num.GCD(grain, every*strides[d]*bytes)
	}
	return b.accesses(l, steps, bytes, base, grain, false)
}

// isUniform reports whether all elements of a vector are one number.
func isUniform(v *ir.Value) bool {
	if _, ok := v.Type().(*ir.VectorType); !ok {
		return true
	}
	broadcast := ir.DefiningOp[vector.BroadcastOp](v)
	if !broadcast.Ok() {
		return false
	}
	_, isVector := broadcast.Source().Type().(*ir.VectorType)
	return !isVector
}

// isNumber reports whether elements of a type are whole bytes in memory.
func isNumber(t ir.Type) bool { return ir.AnyOf(ir.AnySignlessInteger, ir.AnyFloat).Check(t) }

// multipleOf returns two numbers such that a value is the first plus a multiple of the second.
func multipleOf(v *ir.Value) (at, every int64) {
	if c, ok := ir.ConstantInt(v); ok {
		return c.Int64(), 0
	}
	if loop := ir.As[scf.ForOp](flow.OwnerOf(v)); loop.Ok() && v == loop.Region().Front().Arg(0) {
		lower, ok1 := ir.ConstantInt(loop.LowerBound())
		step, ok2 := ir.ConstantInt(loop.Step())
		if ok1 && ok2 {
			return lower.Int64(), step.Int64()
		}
	}
	if mul := ir.DefiningOp[arith.MulIOp](v); mul.Ok() {
		if c, ok := ir.ConstantInt(mul.Rhs()); ok {
			return 0, c.Int64()
		}
	}
	return 0, 1
}

// accesses returns the cost of the accesses of all subgroups, the least of the places in a sector
// that memory may have: base plus a multiple of grain. steps are the bytes between neighbours
// along each dimension of the vector, and element is the size of an element.
func (b *bounder) accesses(l *vectorext.NestedLayout, steps []int64, element, base, grain int64, write bool) int64 {
	// Only threads that hold the same elements make a write differ from a read.
	key := accessing{layout: l, steps: fmt.Sprint(steps), element: element, base: base, grain: grain, write: write && l.HeldElements()*b.group.Threads != elements(l)}
	cost, known := b.accessed[key]
	if !known {
		cost = b.countAccesses(l, steps, element, base, grain, write)
		b.accessed[key] = cost
	}
	return cost
}

// accessing names the accesses of a transfer.
type accessing struct {
	layout               *vectorext.NestedLayout
	steps                string
	element, base, grain int64
	write                bool
}

// elements returns the number of elements of a vector with a layout.
func elements(l *vectorext.NestedLayout) int64 {
	n, _ := ir.NumElements(l.UndistributedShape())
	return n
}

// countAccesses counts what accesses returns.
func (b *bounder) countAccesses(l *vectorext.NestedLayout, steps []int64, element, base, grain int64, write bool) int64 {
	shape := l.UndistributedShape()
	addressOf := func(at int64) (address int64) {
		for d := len(shape) - 1; d >= 0; d-- {
			address += at % shape[d] * steps[d]
			at /= shape[d]
		}
		return base + address
	}
	var requests int64
	sectors := make([]int64, max(b.machine.Sector/grain, 1)) // by place in a sector
	var together [][]access                                  // of a subgroup, by number
	written := map[int64]bool{}
	for thread := range b.group.Threads {
		held, err := l.Held(thread, b.group.Subgroup)
		if err != nil {
			return 0
		}
		if !write || !written[held[0]] {
			for i, a := range accessesOf(held, element, addressOf) {
				if i == len(together) {
					together = append(together, nil)
				}
				together[i] = append(together[i], a)
			}
			written[held[0]] = true
		}
		if thread+1 == b.group.Threads || (thread+1)%b.group.Subgroup == 0 {
			requests += int64(len(together))
			for _, list := range together {
				for i := range sectors {
					sectors[i] += touched(list, int64(i)*grain, b.machine.Sector)
				}
			}
			together = together[:0]
		}
	}
	return b.machine.GlobalCost(requests, slices.Min(sectors))
}

// access is an access of a lane.
type access struct{ at, bytes int64 }

// accessesOf joins elements that are neighbours in memory to accesses that are as wide as possible.
func accessesOf(held []int64, element int64, addressOf func(int64) int64) (list []access) {
	for _, h := range held {
		at := addressOf(h)
		if last := len(list) - 1; last >= 0 && list[last].at+list[last].bytes == at && list[last].bytes+element <= gpu.WidestAccess {
			list[last].bytes += element
		} else {
			list = append(list, access{at, element})
		}
	}
	return list
}

// touched returns the number of sectors that accesses touch in memory that is shifted.
func touched(list []access, shift, sector int64) (n int64) {
	numbers := make([]int64, 0, len(list))
	for _, a := range list {
		for s := (a.at + shift) / sector; s <= (a.at+shift+a.bytes-1)/sector; s++ {
			numbers = append(numbers, s)
		}
	}
	slices.Sort(numbers)
	return int64(len(slices.Compact(numbers)))
}

// runs returns a number of executions of op that is not too large: the product of the trips of
// the loops around it, or 0 where the number is not known.
func runs(op *ir.Operation) int64 {
	n := int64(1)
	for at := op.Parent(); at != nil && !at.Has(ir.IsolatedFromAbove); at = at.Parent() {
		loop := ir.As[scf.ForOp](at)
		if !loop.Ok() {
			return 0
		}
		lower, ok1 := ir.ConstantInt(loop.LowerBound())
		upper, ok2 := ir.ConstantInt(loop.UpperBound())
		step, ok3 := ir.ConstantInt(loop.Step())
		if !ok1 || !ok2 || !ok3 || step.Int64() < 1 {
			return 0
		}
		n *= max((upper.Int64()-lower.Int64()+step.Int64()-1)/step.Int64(), 0)
	}
	return n
}

// workgroups returns the number of workgroups of the grid.
func workgroups(module *ir.Operation) int64 {
	n := int64(1)
	for _, f := range validate.Functions(module) {
		if kernel.IsSource(f.Op) {
			if sizes, ok := ir.NumElements(gpu.GridOf(f.Op)); ok {
				n = max(sizes, 1)
			}
		}
	}
	return n
}
