package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
)

// exchangeInLanes changes a layout by shuffles.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)     // #a: thread 8 of 2 elements, #b: batch 2, thread 8
//	→ %p = arith.select %odd, %x1, %x0                  // what the lane sends in round 0, and in round 1
//	  %q = arith.select %odd, %x0, %x1
//	  %r, %_ = gpu.shuffle idx %p, %lane, 64
//	  %s, %_ = gpu.shuffle idx %q, %other, 64           // %other = %lane xor 4
//	  %y0 = arith.select %upper, %s, %r
//	  %y1 = arith.select %upper, %r, %s
func (d *distributor) exchangeInLanes(part *ir.Value, c *change, x *layout.Rounds) *ir.Value {
	held, _ := ir.NumElements(c.from.DistributedShape())
	flat := d.shapeCast(part, []int64{held})
	shape := c.to.DistributedShape()
	after, _ := ir.NumElements(shape)
	elements := make([]*ir.Value, after)
	lanes := make([]*ir.Value, x.Number()) // from which each round reads; nil: the own lane
	if x.Shuffles > 0 {
		i32 := d.rw.Context().I32()
		first := arith.NewIndexCast(d.rw, i32, d.threadSum(x.Lanes, false)).Out()
		for j := range lanes {
			switch mask, moves := x.Flipped(j); {
			case mask != 0:
				lanes[j] = arith.NewXOrI(d.rw, first, d.constant(d.rw.Context().Int(i32, mask))).Result()
			case moves:
				lanes[j] = first
			}
		}
	}
	sends, receives := d.bits(x.ToRegister), d.bits(x.ToLane)
	for _, g := range x.Groups {
		values := make([]*ir.Value, x.Number())
		for k := range values {
			if sent := k & (1<<len(x.ToLane) - 1); sent < k {
				values[k] = values[sent] // more rounds than registers
				continue
			}
			from := g.From
			for i, r := range x.ToLane {
				from += int64(k>>i&1) * r.Offset
			}
			values[k] = vector.NewExtract(d.rw, flat, from).Result()
		}
		d.exchangePlaces(values, sends)
		for j, lane := range lanes {
			if lane != nil {
				values[j] = d.shuffleAmong(d.chip.Lanes(d.subgroup), gpu.ShuffleIdx, values[j], lane)
			}
		}
		d.exchangePlaces(values, receives)
		for k := range 1 << len(x.ToRegister) {
			to := g.To
			for i, r := range x.ToRegister {
				to += int64(k>>i&1) * r.Offset
			}
			elements[to] = values[k]
		}
	}
	return d.vectorOf(elements, shape)
}

// bits returns the conditions under which the thread id has the bits of digits.
func (d *distributor) bits(digits []layout.RoleChange) []*ir.Value {
	out := make([]*ir.Value, len(digits))
	for i, r := range digits {
		bit := d.threadSum([]layout.Digit{{Size: 2, Unit: r.Unit, Offset: 1}}, false)
		out[i] = arith.NewCmpI(d.rw, arith.NE, bit, d.index(0)).Result()
	}
	return out
}

// exchangePlaces moves value k to place k^n, where bit i of n is set if condition i holds.
func (d *distributor) exchangePlaces(values []*ir.Value, conditions []*ir.Value) {
	for i, cond := range conditions {
		old := slices.Clone(values)
		for k := range values {
			if other := old[k^1<<i]; other != old[k] {
				values[k] = arith.NewSelect(d.rw, cond, other, old[k]).Result()
			}
		}
	}
}

// shuffle exchanges a value among all lanes of a subgroup.
func (d *distributor) shuffle(mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	return d.shuffleAmong(d.subgroup, mode, v, offset)
}

// shuffleAmong exchanges a value among lanes; indices go as 64-bit integers.
func (d *distributor) shuffleAmong(lanes int64, mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	c := d.rw.Context()
	width := d.constant(c.Int(c.I32(), lanes))
	t := v.Type()
	if _, isIndex := t.(*ir.IndexType); !isIndex {
		return gpu.NewShuffle(d.rw, mode, v, offset, width).ShuffleResult()
	}
	bits := d.indexCast(v, c.Integer(64))
	return d.indexCast(gpu.NewShuffle(d.rw, mode, bits, offset, width).ShuffleResult(), t)
}
