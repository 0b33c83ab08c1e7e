package exchange

import (
	"fmt"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/vector"
	"optc/ir"
	"optc/layout"
	"optc/layout/change"
	"optc/passes/distribute/internal/core"
)

// exchangeInLanes changes a layout by shuffles.
//
//	%y = iree_vector_ext.to_layout %x to layout(#b)     // #a: thread 8 of 2 elements, #b: batch 2, thread 8
//	→ %p = arith.select %odd, %x1, %x0                  // the values that the lane sends in round 0, and in round 1
//	  %q = arith.select %odd, %x0, %x1
//	  %r, %_ = gpu.shuffle idx %p, %lane, 64
//	  %s, %_ = gpu.shuffle idx %q, %other, 64           // %other = %lane xor 4
//	  %y0 = arith.select %upper, %s, %r
//	  %y1 = arith.select %upper, %r, %s
func exchangeInLanes(d *core.Nested, part *ir.Value, c *conversion, x *change.Rounds) *ir.Value {
	held, _ := ir.NumElements(c.from.DistributedShape())
	flat := d.ShapeCast(part, []int64{held})
	shape := c.to.DistributedShape()
	after, _ := ir.NumElements(shape)
	elements := make([]*ir.Value, after)
	e := &exchanged{Nested: d, Rounds: x, conditions: map[change.ThreadBit]*ir.Value{}, steps: map[change.LaneTurn]*ir.Value{}}
	e.findLanes()
	for _, s := range x.Choice.Selects {
		e.condition(s.Bit)
	}
	for _, g := range x.Groups {
		values := e.receive(flat, g.From)
		for _, k := range x.Choice.Kept {
			elements[g.To+k.Register] = e.value(values, k.Value)
		}
	}
	return d.VectorOf(elements, shape)
}

// exchanged is a change of layout by shuffles.
type exchanged struct {
	*core.Nested
	*change.Rounds
	lanes      []*ir.Value // lane that each round reads from; nil: the own lane
	conditions map[change.ThreadBit]*ir.Value
	steps      map[change.LaneTurn]*ir.Value
}

// receive returns the values of a selection whose first element is in register from; selects are built where they are
// needed.
func (e *exchanged) receive(flat *ir.Value, from int64) []*ir.Value {
	c := &e.Choice
	values := make([]*ir.Value, c.Received(e.Number())+len(c.Selects))
	for k, r := range c.Registers {
		values[k] = vector.NewExtract(e.RW, flat, from+r).Result()
	}
	for _, k := range c.Sent {
		if k >= 0 {
			e.value(values, k)
		}
	}
	for j, lane := range e.lanes {
		if lane != nil {
			values[c.Received(j)] = ShuffleAmong(e.Nested, e.Chip.Lanes(e.Subgroup), gpu.ShuffleIdx, e.value(values, c.Sent[j]), lane)
		}
	}
	return values
}

// value returns a value of a selection.
func (e *exchanged) value(values []*ir.Value, k int) *ir.Value {
	if values[k] == nil {
		s := e.Choice.Selects[k-e.Choice.Received(e.Number())]
		clear, set := e.value(values, s.Clear), e.value(values, s.Set)
		values[k] = arith.NewSelect(e.RW, e.condition(s.Bit), set, clear).Result()
	}
	return values[k]
}

// condition returns the condition under which the thread id has a bit of a digit.
func (e *exchanged) condition(b change.ThreadBit) *ir.Value {
	cond := e.conditions[b]
	if cond == nil {
		digit := e.digitOf(b)
		if b.Size > 2 {
			digit = arith.NewAndI(e.RW, digit, e.Index(1<<b.Bit)).Result()
		}
		cond = arith.NewCmpI(e.RW, arith.NE, digit, e.Index(0)).Result()
		e.conditions[b] = cond
	}
	return cond
}

// digitOf returns the digit of the thread id, or of the lane, that has a bit.
func (e *exchanged) digitOf(b change.ThreadBit) *ir.Value {
	if b.Lanes == 0 {
		return e.ThreadSum([]layout.Digit{{Size: b.Size, Unit: b.Unit, Offset: 1}}, false)
	}
	lane := e.ThreadSum([]layout.Digit{{Size: b.Lanes, Unit: 1, Offset: 1}}, false)
	return arith.NewDivUI(e.RW, lane, e.Index(b.Unit)).Result()
}

// findLanes finds the lane that each round reads from.
func (e *exchanged) findLanes() {
	e.lanes = make([]*ir.Value, e.Number())
	if e.Shuffles == 0 {
		return
	}
	if e.Reads != nil {
		e.findListedLanes()
		return
	}
	c := e.RW.Context()
	i32 := c.I32()
	constant := func(n int64) *ir.Value { return e.Constant(c.Int(i32, n)) }
	first := arith.NewIndexCast(e.RW, i32, e.ThreadSum(e.Lanes(), false)).Out()
	var start *ir.Value // start of the layout in its subgroup
	if e.Wraps {
		start = e.beginOf(e.Block)
	}
	for j := range e.lanes {
		if !e.Moves(j) {
			continue
		}
		lane := first
		mask, turns := e.Turned(j)
		if mask != 0 {
			lane = arith.NewXOrI(e.RW, lane, constant(mask)).Result()
		}
		for _, t := range turns {
			lane = arith.NewAddI(e.RW, lane, e.step(t)).Result()
		}
		if start != nil {
			lane = e.wrapped(lane, start, e.Block)
		}
		e.lanes[j] = lane
	}
}

// beginOf returns the number of a subgroup's first thread modulo a number of lanes; nil if there is only one subgroup.
func (e *exchanged) beginOf(repeat int64) *ir.Value {
	lanes := e.Chip.Lanes(e.Subgroup)
	if len(e.Workgroup) > 0 && e.WorkgroupThreads() <= lanes {
		return nil
	}
	subgroup := arith.NewDivUI(e.RW, e.ThreadID, e.Index(lanes)).Result()
	begin := arith.NewRemUI(e.RW, arith.NewMulI(e.RW, subgroup, e.Index(lanes%repeat)).Result(), e.Index(repeat)).Result()
	return arith.NewIndexCast(e.RW, e.RW.Context().I32(), begin).Out()
}

// wrapped returns the lane at a position of the layout, for a layout that begins before the subgroup.
//
//	%d = arith.subi %position, %begin
//	%lane = arith.select (%d < 0), %d + 12, %d
func (e *exchanged) wrapped(position, begin *ir.Value, positions int64) *ir.Value {
	c := e.RW.Context()
	lane := arith.NewSubI(e.RW, position, begin).Result()
	before := arith.NewCmpI(e.RW, arith.SLT, lane, e.Constant(c.Int(c.I32(), 0))).Result()
	return arith.NewSelect(e.RW, before, arith.NewAddI(e.RW, lane, e.Constant(c.Int(c.I32(), positions))).Result(), lane).Result()
}

// findListedLanes finds the lane that each round reads from, if a table lists the lanes.
//
//	%d = arith.select %odd, %c7_i32, %c-3_i32
//	%lane = arith.addi %own, %d     // a position, if subgroups begin elsewhere than the layout
func (e *exchanged) findListedLanes() {
	c := e.RW.Context()
	i32 := c.I32()
	t := e.Reads
	values := make([]*ir.Value, len(t.Constants)+len(t.Selects))
	var value func(k int) *ir.Value
	value = func(k int) *ir.Value {
		if values[k] == nil {
			if k < len(t.Constants) {
				values[k] = e.Constant(c.Int(i32, t.Constants[k]))
			} else {
				s := t.Selects[k-len(t.Constants)]
				clear, set := value(s.Clear), value(s.Set)
				values[k] = arith.NewSelect(e.RW, e.condition(s.Bit), set, clear).Result()
			}
		}
		return values[k]
	}
	bases := map[string]*ir.Value{}
	var begin *ir.Value
	if t.Begin.Repeat > 0 {
		begin = e.beginOf(t.Begin.Repeat)
	}
	for j, r := range t.Rounds {
		lane := value(r.Value)
		if len(r.Base) > 0 {
			key := fmt.Sprint(r.Base)
			if bases[key] == nil {
				bases[key] = arith.NewIndexCast(e.RW, i32, e.ThreadSum(r.Base, false)).Out()
			}
			lane = arith.NewAddI(e.RW, bases[key], lane).Result()
		}
		if begin != nil {
			lane = e.wrapped(lane, begin, t.Begin.Positions)
		}
		e.lanes[j] = lane
	}
}

// step returns the distance by which a digit of the lane turns.
//
//	turn by 1 of the digit 16·(0, 1, 2):  16 for 0 and 1, -32 for 2
func (e *exchanged) step(t change.LaneTurn) *ir.Value {
	v := e.steps[t]
	if v == nil {
		c := e.RW.Context()
		v = e.Constant(c.Int(c.I32(), t.Ahead))
		if t.Unit > 0 {
			digit := e.ThreadSum([]layout.Digit{t.Digit}, false)
			wraps := arith.NewCmpI(e.RW, arith.UGE, digit, e.Index(t.Wrap)).Result()
			v = arith.NewSelect(e.RW, wraps, e.Constant(c.Int(c.I32(), -t.Back)), v).Result()
		}
		e.steps[t] = v
	}
	return v
}

// Shuffle exchanges a value among all lanes of a subgroup.
func Shuffle(d *core.Nested, mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	return ShuffleAmong(d, d.Subgroup, mode, v, offset)
}

// ShuffleAmong exchanges a value among lanes; indices go as 64-bit integers.
func ShuffleAmong(d *core.Nested, lanes int64, mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	c := d.RW.Context()
	width := d.Constant(c.Int(c.I32(), lanes))
	t := v.Type()
	if _, isIndex := t.(*ir.IndexType); !isIndex {
		return gpu.NewShuffle(d.RW, mode, v, offset, width).ShuffleResult()
	}
	bits := d.IndexCast(v, c.Integer(64))
	return d.IndexCast(gpu.NewShuffle(d.RW, mode, bits, offset, width).ShuffleResult(), t)
}
