package exchange

import (
	"slices"

	"optc/dialect/iree/ireemap"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/num"
	"optc/passes/distribute/internal/core"
)

// Partials are partial results that the holders of a meeting exchange through planned buffers.
type Partials struct {
	meeting
	all    *conversion // every thread reads all partial results that it needs
	shared *sharing    // nil if it would take more cycles
}

// sharing divides the results among all threads of the workgroup: each thread combines its share of the results, and
// then all threads read the results that they need.
type sharing struct {
	share *ireemap.PackLayout // the partial results that a thread combines
	read  *conversion         // from the holders to the shares
	back  *conversion         // from the combined shares to the layout of the result
	// cycles of the workgroup, and the cycles that it would take if every thread combined all results that it needs
	cycles, alone int64
}

// PlanPartials plans the exchange of partial results of a type, over the reduced dimensions dims, by the number of cycles that the banks of the chip take. It
// returns nil if the exchange uses a buffer that holds the partial results row by row: for layouts that are too large to plan, for other
// projects that are followed, and where the planned buffer does not fit into workgroup memory.
func PlanPartials(d *core.Nested, m meeting, elem ir.Type, dims []int64) *Partials {
	if revision.Of(d.RW.Context()) != revision.Release || !slices.Equal(m.Read.UndistributedShape(), m.Shape) {
		return nil
	}
	for _, l := range []*vectorext.NestedLayout{m.Write, m.Read} {
		if _, overlap := l.ThreadRadix(d.Subgroup); overlap != nil {
			return nil
		}
	}
	p := &Partials{meeting: m}
	var ok bool
	if p.all, ok = changeOf(d, elem, m.Write, m.Read); !ok || !fits(d, p.all) {
		return nil
	}
	p.all.apart = true
	if dims != nil {
		p.shared = p.cheapestSharing(d, elem, dims)
	}
	return p
}

// fits reports whether workgroup memory has the bytes of the buffers.
func fits(d *core.Nested, list ...*conversion) bool {
	bytes := int64(0)
	for _, c := range list {
		bytes += c.ways.Buffer.Cells * c.ways.Element
	}
	return bytes <= d.Chip.WorkgroupBytes()
}

// cheapestSharing returns the sharing that takes the fewest cycles, or nil if no sharing takes fewer cycles than threads that
// read all partial results. Lanes that divide the partial results of each sum are not compared.
func (p *Partials) cheapestSharing(d *core.Nested, elem ir.Type, dims []int64) (best *sharing) {
	terms := int64(1)
	for _, dim := range dims {
		terms *= p.Shape[dim]
		if p.Read.ThreadTile[dim] > 1 {
			return nil
		}
	}
	subgroups := int64(1)
	if len(d.Workgroup) > 0 {
		subgroups = (d.WorkgroupThreads() + d.Subgroup - 1) / d.Subgroup
	}
	alone := p.all.cost(subgroups) + core.PartSize(p.Read)/terms*(terms-1)
	least := alone
	for _, neighbours := range []int64{16 / p.all.ways.Element, 1} {
		s := planSharing(d, p.meeting, elem, dims, neighbours)
		if s == nil || !fits(d, s.read, s.back) {
			continue
		}
		if cost := s.read.cost(subgroups) + s.back.cost(subgroups) + core.PartSize(s.share)/terms*(terms-1); cost < least {
			best, least = s, cost
			s.cycles, s.alone = cost, alone
		}
	}
	return best
}

// cost returns the cycles of a change through a buffer, in which the banks serve all subgroups of a workgroup one after the
// other.
func (c *conversion) cost(subgroups int64) int64 {
	w := c.ways
	return (subgroups-1)*(w.Buffer.Write.Cycles+w.Buffer.Read.Cycles) + w.BufferCycles()
}

// planSharing gives the registers of results to the threads that hold copies of them, the outermost registers first, and leaves
// neighbours in a thread as long as possible. It returns nil if no thread holds copies, or if the change cannot be planned.
//
//	32 results of 8 threads x 4 registers, in 4 subgroups: a thread of each subgroup combines one of the 4 results
func planSharing(d *core.Nested, m meeting, elem ir.Type, dims []int64, neighbours int64) *sharing {
	digits, err := m.Read.Dims(d.Subgroup)
	if err != nil {
		return nil
	}
	copies, ok := copiesOf(d, digits)
	if !ok {
		return nil
	}
	modes := make([]ireemap.Mode, len(digits))
	for dim, g := range digits {
		for _, x := range g.Digits {
			modes[dim] = append(modes[dim], ireemap.Leaf{Size: x.Size, Stride: x.Unit})
		}
		slices.Reverse(modes[dim]) // the digits of a mode begin with the most significant one
	}
	given := false
	held := core.PartSize(m.Read)
	for _, dim := range dims {
		held /= m.Shape[dim]
	}
	for dim, mode := range modes {
		if slices.Contains(dims, int64(dim)) {
			continue
		}
		for i := 0; i < len(mode); i++ {
			for len(copies) > 0 && mode[i].Stride == 0 && mode[i].Size > 1 && held > neighbours {
				c := &copies[len(copies)-1]
				n := num.GCD(num.GCD(mode[i].Size, c.Size), held/neighbours)
				if n == 1 {
					break
				}
				c.Size /= n
				leaf := ireemap.Leaf{Size: n, Stride: c.Unit * c.Size}
				held /= n
				mode = slices.Insert(mode, i, leaf)
				i++
				mode[i].Size /= n
				given = true
				if c.Size == 1 {
					copies = copies[:len(copies)-1]
				}
			}
		}
		modes[dim] = mode
	}
	if !given {
		return nil
	}
	share, bad := ireemap.NewPackLayout(d.RW.Context(), modes)
	if bad != nil {
		return nil
	}
	s := &sharing{share: share}
	drop := make([]bool, len(modes))
	for _, dim := range dims {
		drop[dim] = true
	}
	if s.read, ok = changeOf(d, elem, m.Write, share); !ok {
		return nil
	}
	if s.back, ok = changeOf(d, elem, share.Project(drop), m.Read.Project(drop)); !ok {
		return nil
	}
	s.read.apart, s.back.apart = true, true
	return s
}

// copiesOf returns the digits of the thread's number by which threads of a workgroup hold the same elements of a layout, the highest
// last; ok is false if the number of threads is not known or no multiple of the threads of the layout.
func copiesOf(d *core.Nested, dims []layout.Dim) (copies []layout.Digit, ok bool) {
	r, overlap := layout.UnitRadix(dims)
	if overlap != nil || len(d.Workgroup) == 0 || d.WorkgroupThreads()%r.Span != 0 {
		return nil, false
	}
	r.Sizes = append(slices.Clone(r.Sizes), d.WorkgroupThreads()/r.Span)
	return r.Filler(1), true
}

// ReadAll exchanges the partial results of which the thread holds a part, and returns the whole vector whose parts are the partial
// results that the threads read, in the layout of the meeting.
func (p *Partials) ReadAll(d *core.Nested, op *ir.Operation, part *ir.Value) *ir.Value {
	t := ir.Vector(p.Shape, ir.ElementOrSelf(part.Type()))
	return vectorext.NewToSIMD(d.RW, t, changeLayout(d, op, part, p.all), p.meeting.Read).Output()
}

// Combine exchanges the partial results of which the thread holds a part, and combines them. It returns the thread's part of the result, or
// nil if each thread should combine all the partial results that it needs.
//
//	%p = vector<4x8xf32> of each of 4 subgroups                 // 32 results that every subgroup needs
//	→ the thread writes 8 partial results, reads 4 x 2, adds 4 to each of 2 results, writes 2 results, and reads 8
func (p *Partials) Combine(d *core.Nested, op *ir.Operation, kind vector.Kind, part *ir.Value, dims []int64) *ir.Value {
	s := p.shared
	if s == nil {
		return nil
	}
	d.Explain(op, "shares its results: a thread combines %d of the %d results that it needs, in about %s of the workgroup; to combine all of them would take %s",
		core.PartSize(s.back.from), core.PartSize(s.back.to), core.Cycles(s.cycles), core.Cycles(s.alone))
	elem := ir.ElementOrSelf(part.Type())
	shape, rest := make([]int64, s.share.Rank()), []int64{}
	for dim := range shape {
		if shape[dim], _ = ir.NumElements(s.share.Mode(dim).Values()); !slices.Contains(dims, int64(dim)) {
			rest = append(rest, shape[dim])
		}
	}
	own := d.ShapeCast(changeLayout(d, op, part, s.read), shape)
	sum := vector.NewMultiReduction(d.RW, kind, own, d.Constant(kind.Identity(ir.Vector(rest, elem))), dims).Dest()
	return changeLayout(d, op, d.ShapeCast(sum, s.back.from.DistributedShape()), s.back)
}
