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
	points := int64(1)
	for l, loop := range n.Loops {
		size[l] = largest(loop.Extent, parts[l], grains[l])
		points *= size[l]
		c.tiles *= parts[l]
	}
	c.compute = p.blockCycles(n, size, points)
	moved, pieces := int64(0), int64(0)
	for i := range n.Operands {
		o := &n.Operands[i]
		if o.IsScalar() || i < n.Inputs && (!o.Read || operands[i].splat != nil) {
			continue
		}
		bytes, apart := int64(ir.ElementBytes(o.Elem)), int64(1)
		whole := true // whether the dimensions after r are used as a whole
		for r := len(o.Shape) - 1; r >= 0; r-- {
			lower, upper := o.Range(r, zero, size)
			if bytes *= upper - lower; !whole {
				apart *= upper - lower
			}
			whole = whole && upper-lower == o.Shape[r]
		}
		c.bytes += bytes
		if i >= n.Inputs {
			if !o.Read || operands[i].splat != nil {
				continue
			}
			c.bytes += bytes
		}
		if !p.isLocal(o, n, operands[i], parts) {
			moved, pieces = moved+bytes, pieces+apart
		}
	}
	if moved > 0 {
		c.exchange = run.SyncCycles + num.CeilDiv(moved, run.ExchangeBytes) + pieces*pieceCycles
	}
	p.addCombining(n, parts, &c)
	return c
}

// pieceCycles is the cost of each run of neighbours, if the elements that a tile receives are not contiguous in the
// tensor: each run has its own instruction in the code of the exchange.
const pieceCycles = 1

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
	elem := int64(ir.ElementBytes(n.Outputs()[0].Elem))
	c.exchange += run.SyncCycles + num.CeilDiv(each*count*elem, run.ExchangeBytes)
	c.compute += workers * num.CeilDiv(each, workers) * count * instructions
}

// isLocal reports whether a tensor is on the tiles where a plan uses it, or can be put there.
func (p *planner) isLocal(o *nests.Operand, n *nests.Nest, v *value, parts []int64) bool {
	d, exact := divided(o, n, parts, grainsOf(n))
	if !exact {
		return false
	}
	return v.free || v.division != nil && v.division.equal(d)
}

// blockCycles estimates the cycles of a block: workers issue in turn, and the loop that divides best
// is divided among them.
func (p *planner) blockCycles(n *nests.Nest, size []int64, points int64) int64 {
	instructions := int64(0)
	for op := range n.Op.Body().Ops() {
		if !op.Has(ir.ConstantLike) {
			instructions++
		}
	}
	for i := range n.Operands {
		if o := &n.Operands[i]; o.Read && !o.IsScalar() && i < n.Inputs {
			instructions++
		}
	}
	if !n.Reduces() {
		instructions += int64(len(n.Outputs()))
	}
	workers := int64(p.target.Workers)
	busiest := points
	for l, loop := range n.Loops {
		if !loop.Reduction && size[l] > 0 {
			busiest = min(busiest, points/size[l]*num.CeilDiv(size[l], workers))
		}
	}
	return workers * busiest * instructions
}

// share is the part of the memory of a tile that the operands and results of a nest may take, in
// percent; the rest is for other tensors, code and stacks.
const share = 75

// choose returns the cheapest plan of a nest, other than but, which may be nil, and its cost. If several plans are equally
// fast, the plan with fewer tiles is better. The plan is nil if no block fits.
func (p *planner) choose(n *nests.Nest, operands []*value, but []int64) (best []int64, least cost) {
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
		c := p.costOf(n, operands, parts)
		if c.bytes > most || slices.Equal(parts, but) {
			return
		}
		if best == nil || c.cycles() < least.cycles() || c.cycles() == least.cycles() && c.tiles < least.tiles {
			best, least = slices.Clone(parts), c
		}
	}
	try(0, 1)
	return best, least
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
				list[l] = divisors(loop.Extent, int64(p.target.NumTiles()))
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
