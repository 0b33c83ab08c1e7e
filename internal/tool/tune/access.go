package tune

import (
	"cmp"
	"fmt"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/layout/flow"
	"optc/num"
)

// access returns the least cost of an access whose vector has a known layout: threads make the
// widest possible accesses. Where the place of the memory in a sector is not known, the place with
// the fewest sectors counts. Index vectors whose elements are all the same move the access to an
// unknown place.
func (b *bounder) access(a ir.Access, l *vectorext.NestedLayout) int64 {
	memory := a.MemRef()
	if l == nil || memory == nil || a.Body != nil || a.Packed || !a.TouchesAll() || gpu.SpaceOf(memory) == gpu.Workgroup || !isNumber(memory.Elem) {
		return 0
	}
	strides, _, ok := memory.StridesAndOffset()
	if !ok || a.VectorType() == nil || l.Rank() != a.Map.NumDims || slices.Contains(strides, ir.Dynamic) || len(a.Chosen) == 0 && !a.IsSpread() {
		return 0
	}
	bytes := int64(ir.ElementBytes(memory.Elem))
	steps := make([]int64, l.Rank()) // bytes between neighbours along a dimension of the vector
	base, grain := int64(0), b.machine.Sector
	for d, e := range a.Map.Results {
		if r, ok := e.IsDim(); ok {
			steps[r] += strides[d] * bytes
		} else if k, ok := e.IsSymbol(); ok {
			if !isUniform(a.Chosen[k].Operand) {
				return 0
			}
			grain = num.GCD(grain, strides[d]*bytes)
		}
	}
	for d, index := range a.Indices {
		at, every := multipleOf(index)
		base += at * strides[d] * bytes
		grain = num.GCD(grain, every*strides[d]*bytes)
	}
	return b.accesses(l, steps, bytes, base, grain, a.Kind == ir.Write)
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
	return b.costs.accesses.get(key, func() int64 { return b.countAccesses(l, steps, element, base, grain, write) })
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

// countAccesses counts what accesses returns. The accesses of a thread are the accesses of thread 0,
// moved by the place of the thread's first element, so that accesses of a subgroup which begin at
// the same place of a sector touch the same number of sectors.
func (b *bounder) countAccesses(l *vectorext.NestedLayout, steps []int64, element, base, grain int64, write bool) int64 {
	dims, err := l.Dims(b.group.Subgroup)
	if err != nil {
		return 0
	}
	shape, sector := l.UndistributedShape(), b.machine.Sector
	addressOf := func(at int64) (address int64) {
		for d := len(shape) - 1; d >= 0; d-- {
			address += at % shape[d] * steps[d]
			at /= shape[d]
		}
		return address
	}
	places := b.accessesOfThread(dims, steps, element, addressOf)
	var requests int64 // of a subgroup
	for _, times := range places {
		requests += times
	}
	subgroups := int64(0)
	sectors := make([]int64, max(sector/grain, 1)) // by place in a sector
	written := map[int64]bool{}
	var lanes []int64
	for thread := range b.group.Threads {
		if first := layout.First(dims, thread); !write || !written[first] {
			lanes = append(lanes, base+addressOf(first))
			written[first] = true
		}
		if len(lanes) > 0 && (thread+1 == b.group.Threads || (thread+1)%b.group.Subgroup == 0) {
			subgroups++
			for place, times := range places {
				for i := range sectors {
					sectors[i] += times * touched(lanes, access{place.at + int64(i)*grain, place.bytes}, sector)
				}
			}
			lanes = lanes[:0]
		}
	}
	return b.machine.GlobalCost(requests*subgroups, slices.Min(sectors))
}

// access is an access of a lane.
type access struct{ at, bytes int64 }

// accessesOfThread counts the accesses of thread 0 by their places in a sector. Each digit of the
// thread's part repeats the accesses of the faster digits, moved by its step:
//
//	digit of 4, step 4 B    0..15                        one access of 16 bytes
//	digit of 3, step 64 B   0..15, 64..79, 128..143      three accesses
func (b *bounder) accessesOfThread(dims []layout.Dim, steps []int64, element int64, addressOf func(int64) int64) map[access]int64 {
	var inside []digit // the fastest first
	for d, dim := range dims {
		below := steps[d]
		for _, g := range dim.Digits {
			if g.Size > 1 && g.Unit == 0 && g.Offset > 0 {
				inside = append(inside, digit{offset: g.Offset, size: g.Size, step: below})
			}
			below *= g.Size
		}
	}
	slices.SortFunc(inside, func(x, y digit) int { return cmp.Compare(x.offset, y.offset) })
	run := element
	for len(inside) > 0 && inside[0].step == run {
		run *= inside[0].size
		inside = inside[1:]
	}
	widest := min(max(gpu.WidestAccess/element, 1)*element, run)
	last := access{run - run%widest, run % widest}
	places := map[access]int64{}
	for at, times := range b.repeated(0, widest, run/widest) {
		places[access{at, widest}] += times
	}
	if last.bytes > 0 {
		places[access{last.at % b.machine.Sector, last.bytes}]++
	} else {
		last = access{run - widest, widest}
	}
	for _, g := range inside {
		if g.step == last.at+last.bytes && last.bytes+element <= gpu.WidestAccess {
			return b.enumerated(layout.Held(dims, 0), element, addressOf) // accesses of different parts join
		}
		more := map[access]int64{}
		for a, n := range places {
			for at, times := range b.repeated(a.at, g.step, g.size) {
				more[access{at, a.bytes}] += n * times
			}
		}
		places = more
		last.at += (g.size - 1) * g.step
	}
	return places
}

// digit is a digit of a thread's part with the bytes between neighbouring values.
type digit struct{ offset, size, step int64 }

// repeated counts the places in a sector of n accesses, the first of them at a place and each of the
// others a step further.
func (b *bounder) repeated(at, step, n int64) map[int64]int64 {
	sector, places := b.machine.Sector, map[int64]int64{}
	period := sector / num.GCD(step, sector)
	for i := range min(n, period) {
		places[(at+i*step)%sector] += (n - i + period - 1) / period
	}
	return places
}

// enumerated counts accesses by their places in a sector one by one.
func (b *bounder) enumerated(held []int64, element int64, addressOf func(int64) int64) map[access]int64 {
	places := map[access]int64{}
	for _, a := range accessesOf(held, element, addressOf) {
		places[access{a.at % b.machine.Sector, a.bytes}]++
	}
	return places
}

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

// touched returns the number of sectors that an access touches together with the same access of
// other lanes, which is moved by the places of the lanes.
func touched(lanes []int64, a access, sector int64) int64 {
	numbers := make([]int64, 0, len(lanes))
	for _, at := range lanes {
		for s := (at + a.at) / sector; s <= (at+a.at+a.bytes-1)/sector; s++ {
			numbers = append(numbers, s)
		}
	}
	slices.Sort(numbers)
	return int64(len(slices.Compact(numbers)))
}
