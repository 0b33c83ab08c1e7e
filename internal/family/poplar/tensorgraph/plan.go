package tensorgraph

import (
	"slices"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/internal/family/nests"
	"optc/internal/family/poplar/run"
	"optc/ir"
	"optc/num"
)

// cost is the cost of a plan of a nest.
type cost struct {
	compute  int64 // cycles of the tile with the largest block
	exchange int64 // cycles until the operands are on the tiles
	bytes    int64 // bytes of operands and results of a tile
	tiles    int64
}

func (c cost) cycles() int64 { return c.compute + c.exchange }

func (c cost) isBetter(than cost) bool {
	return c.cycles() < than.cycles() || c.cycles() == than.cycles() && c.tiles < than.tiles
}

// planner chooses how nests are divided.
type planner struct {
	target target.Target
}

// costOf estimates a plan. The operands that are on the tiles already are not moved.
func (p *planner) costOf(n *nests.Nest, operands []*value, parts []int64) cost {
	grains := grainsOf(n)
	size := make([]int64, len(n.Loops))
	zero := make([]int64, len(n.Loops))
	c := cost{tiles: 1}
	for l, loop := range n.Loops {
		size[l] = largest(loop.Extent, parts[l], grains[l])
		c.tiles *= parts[l]
	}
	c.compute = p.blockCycles(n, operands, size)
	moved, pieces := int64(0), int64(0)
	for i := range n.Operands {
		o := &n.Operands[i]
		if o.IsScalar() || i < n.Inputs && (!o.Read || operands[i].splat != nil) {
			continue
		}
		bytes, sizes := int64(ir.ElementBytes(o.Elem)), make([]int64, len(o.Shape))
		for r := range sizes {
			lower, upper := o.Range(r, zero, size)
			sizes[r] = upper - lower
			bytes *= sizes[r]
		}
		c.bytes += bytes
		if i >= n.Inputs {
			if !o.Read || operands[i].splat != nil {
				continue
			}
			c.bytes += bytes
		}
		if !p.isLocal(o, n, operands[i], parts) {
			moved, pieces = moved+bytes, pieces+p.pieces(o, n, operands[i], parts, sizes)
		}
	}
	if moved > 0 {
		c.exchange = run.SyncCycles + num.CeilDiv(moved, run.ExchangeBytes) + pieces*pieceCycles
	}
	p.addCombining(n, parts, &c)
	return c
}

// pieceCycles is the cost of each place from which a tile receives elements: each place has its own instruction in the code of the exchange.
const pieceCycles = 1

// pieces estimates the number of places from which a tile receives a part of an operand: the tiles that have it, where these are known, or
// the runs of neighbours in the tensor.
func (p *planner) pieces(o *nests.Operand, n *nests.Nest, v *value, parts, sizes []int64) int64 {
	count := int64(1)
	if v.isFree() {
		if _, covers := divided(o, n, parts, grainsOf(n)); covers == shared {
			return parts[sharingLoop(o, parts)]
		}
	}
	if v.division != nil {
		for r, k := range v.division.parts {
			count *= met(sizes[r], largest(o.Shape[r], k, v.division.grains[r]), k)
		}
		return count
	}
	whole := true // whether the dimensions after r are used as a whole
	for r := len(sizes) - 1; r >= 0; r-- {
		if !whole {
			count *= sizes[r]
		}
		whole = whole && sizes[r] == o.Shape[r]
	}
	return count
}

// met returns the number of parts of a tensor that a range of indices meets. The range is one of many of this size that follow each other.
func met(size, part, parts int64) int64 {
	switch {
	case part%size == 0:
		return 1
	case size%part == 0:
		return min(size/part, parts)
	}
	return min(num.CeilDiv(size, part)+1, parts)
}

// addCombining adds the cost of combining the results of the parts of reductions.
func (p *planner) addCombining(n *nests.Nest, parts []int64, c *cost) {
	results, count := int64(1), int64(1)
	for l, k := range parts {
		if n.Loops[l].Reduction {
			count *= k
		} else {
			results *= n.Loops[l].Extent
		}
	}
	if count == 1 {
		return
	}
	const instructions = 3 // load, combine and loop, for each part
	workers := int64(p.target.Workers)
	each := num.CeilDiv(results, int64(p.target.NumTiles()))
	elem := int64(0)
	for _, o := range n.Outputs() {
		elem += int64(ir.ElementBytes(o.Elem))
	}
	c.exchange += run.SyncCycles + num.CeilDiv(each*count*elem, run.ExchangeBytes)
	c.compute += workers * num.CeilDiv(each, workers) * count * instructions * int64(len(n.Outputs()))
}

// isLocal reports whether a tensor is on the tiles where a plan uses it, or can be put there.
func (p *planner) isLocal(o *nests.Operand, n *nests.Nest, v *value, parts []int64) bool {
	d, covers := divided(o, n, parts, grainsOf(n))
	if covers != exact {
		return false
	}
	return v.isFree() || v.division != nil && v.division.equal(d)
}

// blockCycles estimates the cycles of a block: workers issue in turn, and the busiest worker has the most points.
func (p *planner) blockCycles(n *nests.Nest, operands []*value, size []int64) int64 {
	k := &coder{nest: n, operands: operands, target: &p.target, fields: fieldsOf(n, operands), size: size, starts: n.Indices()}
	k.findLoops()
	k.chooseSpread()
	k.chooseUnrolled()
	return int64(p.target.Workers) * k.instructions()
}

// instructions estimates the instructions of the busiest worker.
func (k *coder) instructions() int64 {
	each := int64(-1) // instructions of a point without the yield, which is counted once for all points that are computed together
	for op := range k.nest.Op.Body().Ops() {
		if !op.Has(ir.ConstantLike) {
			each++
		}
	}
	if !k.nest.Reduces() {
		each += int64(len(k.nest.Outputs()))
	}
	points, extent, lanes, l := k.busiest, int64(1), int64(1), loop{steps: make([]int64, len(k.fields))}
	if k.unrolled >= 0 {
		l = k.parallel[k.unrolled]
		extent, lanes = l.extent, mostLanes
	}
	own, common := k.loadsOf(l)
	for _, r := range k.reduced {
		points *= r.extent
	}
	return points*(each+int64(own)) + points/extent*num.CeilDiv(extent, lanes)*int64(common+1)
}

// share is the part of the memory of a tile that the operands and results of a nest may take, in
// percent; the rest is for other tensors, code and stacks.
const share = 75

// rated is a plan with its cost.
type rated struct {
	parts []int64
	cost  cost
}

// choose returns the cheapest plan of a nest, other than but, which may be nil, and its cost. The plan is nil if no block fits.
func (p *planner) choose(n *nests.Nest, operands []*value, but []int64) ([]int64, cost) {
	for _, best := range p.cheapest(n, operands, but, 1) {
		return best.parts, best.cost
	}
	return nil, cost{}
}

// cheapest returns the cheapest plans of a nest, other than but, at most count. If several plans are equally fast, the plan with fewer
// tiles is better.
func (p *planner) cheapest(n *nests.Nest, operands []*value, but []int64, count int) (list []rated) {
	candidates := p.candidates(n)
	tiles := int64(p.target.NumTiles())
	most := int64(p.target.BytesPerTile) * share / 100
	parts := make([]int64, len(n.Loops))
	var try func(l int, used int64)
	try = func(l int, used int64) {
		if l < len(parts) {
			for _, k := range candidates[l] {
				if used*k > tiles {
					break
				}
				parts[l] = k
				try(l+1, used*k)
			}
			return
		}
		if slices.Equal(parts, but) || p.isFine(n, parts) {
			return
		}
		c := p.costOf(n, operands, parts)
		if c.bytes > most {
			return
		}
		at := len(list)
		for at > 0 && c.isBetter(list[at-1].cost) {
			at--
		}
		if at < count {
			list = slices.Insert(list[:min(len(list), count-1)], at, rated{slices.Clone(parts), c})
		}
	}
	try(0, 1)
	return list
}

// leastBytes is the size of a part of a result below which a map is not divided: each part is copied alone to every tile that uses it. It is
// the least that poputil's linear mapping puts on a tile.
const leastBytes = 128

// fewTiles is the number of tiles up to which the size of the parts does not matter.
const fewTiles = 256

// isFine reports whether a plan divides a result of a map in more and smaller parts than is good for its users.
func (p *planner) isFine(n *nests.Nest, parts []int64) bool {
	tiles := int64(1)
	for _, k := range parts {
		tiles *= k
	}
	if n.Reduces() || tiles <= fewTiles {
		return false
	}
	grains := grainsOf(n)
	for _, o := range n.Outputs() {
		bytes, divided := int64(ir.ElementBytes(o.Elem)), false
		for l, loop := range n.Loops {
			if o.Uses(l) {
				bytes *= largest(loop.Extent, parts[l], grains[l])
				divided = divided || parts[l] > 1
			}
		}
		if divided && bytes < leastBytes {
			return true
		}
	}
	return false
}

// mostPlans bounds the plans that are compared for a nest.
const mostPlans = 1 << 14

// candidates lists the numbers of parts that are tried for each loop, ascending: one number for each
// size of the largest part, or fewer if there would be too many plans.
func (p *planner) candidates(n *nests.Nest) [][]int64 {
	list := make([][]int64, len(n.Loops))
	grains := grainsOf(n)
	for l, loop := range n.Loops {
		list[l] = []int64{1}
		if loop.Reduction {
			if n.CanSplit(l) {
				// Parts of a single iteration would leave as much to combine as there was to reduce.
				list[l] = divisors(loop.Extent, min(max(loop.Extent/2, 1), int64(p.target.NumTiles())))
			}
			continue
		}
		units := num.CeilDiv(loop.Extent, grains[l])
		for k := int64(2); k <= min(units, int64(p.target.NumTiles())); {
			list[l] = append(list[l], k)
			size := num.CeilDiv(units, k)
			if size == 1 {
				break
			}
			k = max(num.CeilDiv(units, size-1), k+1) // the largest part is at least one smaller
		}
	}
	for plans(list) > mostPlans {
		longest := 0
		for l := range list {
			if len(list[l]) > len(list[longest]) {
				longest = l
			}
		}
		list[longest] = everySecond(list[longest])
	}
	return list
}

// grainsOf returns, for each loop, the number whose multiples the sizes of parts must be, so that no
// two tiles have parts of the same word.
func grainsOf(n *nests.Nest) []int64 {
	grains := make([]int64, len(n.Loops))
	for l := range grains {
		grains[l] = 1
	}
	for _, o := range n.Outputs() {
		if len(o.Factors) == 0 {
			continue
		}
		for l, k := range o.Factors[len(o.Factors)-1] {
			if k != 0 {
				grains[l] = max(grains[l], word/int64(ir.ElementBytes(o.Elem)))
			}
		}
	}
	return grains
}

// word is the number of bytes that a tile stores at once at least.
const word = 4

// divisors returns the divisors of n up to most, ascending.
func divisors(n, most int64) (list []int64) {
	for k := int64(1); k <= min(n, most); k++ {
		if n%k == 0 {
			list = append(list, k)
		}
	}
	return list
}

func plans(list [][]int64) int64 {
	count := int64(1)
	for _, c := range list {
		count *= int64(len(c))
	}
	return count
}

// everySecond thins out a list and keeps its first and last entry.
func everySecond(list []int64) (kept []int64) {
	for i, k := range list {
		if i%2 == 0 || i == len(list)-1 {
			kept = append(kept, k)
		}
	}
	return kept
}

// checkPlan checks a plan that is written in the text.
func (p *planner) checkPlan(n *nests.Nest, parts []int64) *ir.Diagnostic {
	fail := func(format string, args ...any) *ir.Diagnostic {
		return n.Op.Errorf(format, args...).WithCode(poplar.Codes+"tensor-plan").
			HintNote(n.Op.Loc(), "remove '%s', and a plan is chosen", PartsName)
	}
	if len(parts) != len(n.Loops) {
		return fail("has %d loops, but '%s' has %d numbers", len(n.Loops), PartsName, len(parts))
	}
	tiles, grains := int64(1), grainsOf(n)
	for l, k := range parts {
		switch loop := n.Loops[l]; {
		case k < 1 || k > num.CeilDiv(loop.Extent, grains[l]):
			return fail("divides loop d%d of %d iterations in %d parts of at least %d", l, loop.Extent, k, grains[l])
		case k > 1 && loop.Reduction && !n.CanSplit(l):
			return fail("divides loop d%d, whose results cannot be combined", l)
		case loop.Reduction && loop.Extent%k != 0:
			return fail("divides reduction d%d of %d iterations in %d parts, which are not equal", l, loop.Extent, k)
		}
		if tiles *= k; tiles > int64(p.target.NumTiles()) {
			return fail("is divided in more than the %d blocks for which the target has tiles", p.target.NumTiles())
		}
	}
	return nil
}

// PartsName is the attribute of an operation with the number of parts of each loop.
const PartsName = "poplar.parts"

// tooLarge is the error about a nest if none of its blocks fits a tile.
func (p *planner) tooLarge(n *nests.Nest, operands []*value) *ir.Diagnostic {
	parts := make([]int64, len(n.Loops))
	tiles := int64(p.target.NumTiles())
	for l, loop := range n.Loops {
		parts[l] = 1
		if !loop.Reduction {
			parts[l] = min(loop.Extent, tiles)
			tiles /= parts[l]
		}
	}
	c := p.costOf(n, operands, parts)
	return n.Op.Errorf("needs blocks that do not fit: even on %d tiles a block has %d bytes, and %d of the %d bytes of a tile are for it", c.tiles, c.bytes,
		int64(p.target.BytesPerTile)*share/100, p.target.BytesPerTile).WithCode(poplar.Codes + "tensor-fit")
}
