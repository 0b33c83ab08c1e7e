package tune

import (
	"math"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/lower"
	"optc/validate"
)

// Part is the part of a kernel that is executed to measure a candidate.
type Part struct {
	// Executed is the number of workgroups that are executed, Workgroups of the grid.
	Executed   int64 `json:"executed"`
	Workgroups int64 `json:"workgroups"`
	// Iterations is the number of iterations that are executed of the loop at Loop, whose number
	// is Trips. Loop is "" if all loops are executed as they are.
	Iterations int64  `json:"iterations,omitempty"`
	Trips      int64  `json:"trips,omitempty"`
	Loop       string `json:"loop,omitempty"`
}

// isWhole reports whether the part is all of the kernel.
func (p Part) isWhole() bool { return p.Executed == p.Workgroups && p.Loop == "" }

// mostWork is the number of elements that operations of the part of a kernel compute; a simulation
// takes some tenths of a second. It is no time, so that the result does not depend on the machine.
const mostWork = 1 << 20

// leastIterations is the least number of iterations to which a loop is shortened: half of them are
// executed as well, and a loop of one iteration is compiled to other code.
const leastIterations = 4

// choosePart chooses the part of a kernel that is executed: as many workgroups as compute mostWork
// elements together, and of a workgroup that computes more elements fewer iterations of the longest loop.
func (p *Problem) choosePart() {
	p.Part = Part{Executed: 1, Workgroups: 1}
	for _, f := range validate.Functions(p.base) {
		if !kernel.IsSource(f.Op) {
			continue
		}
		p.Part.Workgroups = workgroups(p.base)
		work := workOf(f.Op)
		if p.Part.Executed = p.Part.Workgroups; p.Whole {
			return
		}
		if work > mostWork {
			work -= p.shortenLongest(f.Op, work)
		}
		p.Part.Executed = min(p.Part.Workgroups, max(mostWork/max(work, 1), 1))
		p.work = work * p.Part.Executed
	}
}

// workOf returns the number of elements that the operations of a function or of a loop compute.
func workOf(root *ir.Operation) (n int64) {
	ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if ir.ConstantOf(op) == nil {
			n += iterationsOf(op) * elementsComputed(op)
		}
		return ir.Advance
	})
	return n
}

// elementsComputed returns the number of elements that an operation on vectors computes.
func elementsComputed(op *ir.Operation) int64 {
	if contract := ir.As[vector.ContractOp](op); contract.Ok() {
		return productsOf(contract)
	}
	return kernel.ElementsOf(op)
}

// productsOf returns the number of products of a contraction.
func productsOf(op vector.ContractOp) int64 {
	maps, n := op.IndexingMaps(), int64(1)
	counted := make([]bool, maps[0].NumDims)
	for i, v := range []*ir.Value{op.Lhs(), op.Rhs()} {
		t := v.Type().(*ir.VectorType)
		for r, e := range maps[i].Results {
			if d, ok := e.IsDim(); ok && !counted[d] {
				counted[d] = true
				n *= t.Dims[r]
			}
		}
	}
	return n
}

// iterationsOf is [runs] with one iteration for each loop whose number of iterations is not known.
func iterationsOf(op *ir.Operation) int64 {
	n := int64(1)
	for at := op.Parent(); at != nil && !at.Has(ir.IsolatedFromAbove); at = at.Parent() {
		if trips, ok := tripsOf(at); ok {
			n *= trips
		}
	}
	return n
}

// tripsOf returns the number of iterations of a loop with constant bounds.
func tripsOf(op *ir.Operation) (n int64, ok bool) {
	loop := ir.As[scf.ForOp](op)
	if !loop.Ok() {
		return 0, false
	}
	lower, ok1 := ir.ConstantInt(loop.LowerBound())
	upper, ok2 := ir.ConstantInt(loop.UpperBound())
	step, ok3 := ir.ConstantInt(loop.Step())
	if !ok1 || !ok2 || !ok3 || step.Int64() < 1 {
		return 0, false
	}
	return max((upper.Int64()-lower.Int64()+step.Int64()-1)/step.Int64(), 0), true
}

// shortenLongest chooses the iterations that are executed of the loop that computes the most elements
// and is in no other loop, and returns the number of elements that are left out.
func (p *Problem) shortenLongest(f *ir.Operation, work int64) int64 {
	var longest *ir.Operation
	most, number, longestNumber := int64(0), 0, 0
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if !ir.Is[scf.ForOp](op) {
			return ir.Advance
		}
		number++
		if trips, ok := tripsOf(op); ok && trips > leastIterations && op.Parent() == f {
			if n := workOf(op); n > most {
				most, longest, longestNumber = n, op, number
			}
		}
		return ir.Advance
	})
	if longest == nil {
		return 0
	}
	trips, _ := tripsOf(longest)
	each := most / trips
	n := max((mostWork-(work-most))/max(each, 1), leastIterations)
	if n -= n % 2; n >= trips {
		return 0
	}
	p.Part.Iterations, p.Part.Trips, p.Part.Loop, p.loop = n, trips, place(longest.Loc()), longestNumber
	return most - n*each
}

// shorten gives the loop of the part a number of iterations in a copy of the program.
func (p *Problem) shorten(module *ir.Operation, iterations int64) {
	if p.Part.Loop == "" {
		return
	}
	number := 0
	for _, f := range validate.Functions(module) {
		if !kernel.IsSource(f.Op) {
			continue
		}
		ir.Walk(f.Op, func(op *ir.Operation) ir.WalkResult {
			if !ir.Is[scf.ForOp](op) {
				return ir.Advance
			}
			if number++; number != p.loop {
				return ir.Advance
			}
			loop := ir.Cast[scf.ForOp](op)
			first, _ := ir.ConstantInt(loop.LowerBound())
			step, _ := ir.ConstantInt(loop.Step())
			rw := ir.NewRewriter(ir.ContextOf(op), nil)
			rw.Before(op)
			loop.UpperBoundMutable().Set(arith.ConstantInt(rw, loop.UpperBound().Type(), first.Int64()+iterations*step.Int64()))
			return ir.Interrupt
		})
	}
}

// extend returns the costs of all iterations of the loop, if the iterations that are executed and half of
// them have some costs: each further iteration costs as much as one of the second half.
func (p Part) extend(costs, half []lower.Cost) (list []lower.Cost) {
	more := float64(p.Trips-p.Iterations) / float64(p.Iterations/2)
	before := Measurement{Costs: half}
	for _, c := range costs {
		b := before.cost(c.Name)
		c.Count += int64(math.Round(float64(c.Count-b.Count) * more))
		c.Cycles += (c.Cycles - b.Cycles) * more
		list = append(list, c)
	}
	return list
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
