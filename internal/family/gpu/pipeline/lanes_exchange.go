package gpu

import (
	"math/bits"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/ir"
)

// shuffle exchanges a number of 32 bits among all lanes of the chip's subgroup.
func (e *lanes) shuffle(mode gpu.ShuffleMode, v, offset *ir.Value) *ir.Value {
	return gpu.NewShuffle(e.rw, mode, v, offset, e.i32(e.width)).ShuffleResult()
}

// exchange passes a number of any type to move as numbers of 32 bits, and joins the results.
//
//	i64 → two i32     i8, f16 → the low bits of an i32     f64 → i64     index → i64
func (e *lanes) exchange(v *ir.Value, move func(part *ir.Value) *ir.Value) *ir.Value {
	c, t := e.c.IR, v.Type()
	switch t := t.(type) {
	case *ir.IndexType:
		wide := arith.NewIndexCast(e.rw, c.Integer(64), v).Out()
		return arith.NewIndexCast(e.rw, t, e.exchange(wide, move)).Out()
	case *ir.FloatType:
		if t == c.F32() {
			return move(v)
		}
		raw := arith.NewBitcast(e.rw, c.Integer(t.Kind.Bits), v).Out()
		return arith.NewBitcast(e.rw, t, e.exchange(raw, move)).Out()
	}
	i32 := c.I32()
	switch width := ir.IntWidth(t); {
	case width == 32:
		return move(v)
	case width < 32:
		return arith.NewTruncI(e.rw, t, move(arith.NewExtUI(e.rw, i32, v).Out())).Out()
	}
	half := arith.ConstantInt(e.rw, t, 32)
	low := arith.NewTruncI(e.rw, i32, v).Out()
	high := arith.NewTruncI(e.rw, i32, arith.NewShRUI(e.rw, v, half).Result()).Out()
	low, high = move(low), move(high)
	up := arith.NewShLI(e.rw, arith.NewExtUI(e.rw, t, high).Out(), half).Result()
	return arith.NewOrI(e.rw, up, arith.NewExtUI(e.rw, t, low).Out()).Result()
}

// scan combines the values of the lanes before each lane of a cluster. Integers are combined
// in steps of doubling distance. Floats are combined lane by lane, because the order of a sum
// decides how it is rounded.
func (e *lanes) scan(op ireegpu.SubgroupScanOp) *ir.Diagnostic {
	n, stride, d := e.cluster(op.Operation(), op.ClusterSize(), op.ClusterStride())
	if d != nil {
		return d
	}
	s := &laneScan{lanes: e, op: op, n: n, stride: stride, lane: e.lane()}
	s.digit = arith.NewAndI(e.rw, arith.NewShRUI(e.rw, s.lane, e.i32(log2(stride))).Result(), e.i32(n-1)).Result()
	results := s.byDoubling
	if ir.AnyFloat.Check(op.Value().Type()) {
		results = s.laneByLane
	}
	e.rw.Replace(op.Operation(), results()...)
	return nil
}

// laneScan is a scan over a cluster of lanes.
type laneScan struct {
	*lanes
	op          ireegpu.SubgroupScanOp
	n, stride   int64
	lane, digit *ir.Value // number of the lane in the subgroup and in the cluster
}

// combine builds the scan's combination of two values.
func (s *laneScan) combine(x, y *ir.Value) *ir.Value {
	body := s.op.Combiner().Front()
	m := &ir.Mapping{}
	m.Map(body.Arg(0), x)
	m.Map(body.Arg(1), y)
	for op := range body.Ops() {
		if op == body.Back() {
			return m.Value(ir.Cast[ireegpu.YieldOp](op).Values()[0])
		}
		s.rw.Clone(op, m)
	}
	return nil
}

// fromLane returns the value that another lane has.
func (s *laneScan) fromLane(v, lane *ir.Value) *ir.Value {
	return s.exchange(v, func(part *ir.Value) *ir.Value { return s.shuffle(gpu.ShuffleIdx, part, lane) })
}

// isAtLeast reports whether the lane is at least the n-th of its cluster.
func (s *laneScan) isAtLeast(n int64) *ir.Value {
	return arith.NewCmpI(s.rw, arith.UGE, s.digit, s.i32(n)).Result()
}

// before returns the lane n steps before this one in the cluster, or the lane itself if the cluster
// has none there.
func (s *laneScan) before(n int64) *ir.Value {
	there := arith.NewSubI(s.rw, s.lane, s.i32(n*s.stride)).Result()
	return arith.NewSelect(s.rw, s.isAtLeast(n), there, s.lane).Result()
}

// byDoubling combines with the lanes 1, 2, 4, … before, so that after each step a lane has
// the combination of twice as many values.
func (s *laneScan) byDoubling() []*ir.Value {
	v := s.op.Value()
	for by := int64(1); by < s.n; by *= 2 {
		more := s.combine(s.fromLane(v, s.before(by)), v)
		v = arith.NewSelect(s.rw, s.isAtLeast(by), more, v).Result()
	}
	last := arith.NewOrI(s.rw, s.lane, s.i32((s.n-1)*s.stride)).Result()
	total, id := s.fromLane(v, last), s.op.Identity()
	if !s.op.Inclusive() {
		v = arith.NewSelect(s.rw, s.isAtLeast(1), s.combine(id, s.fromLane(v, s.before(1))), id).Result()
	} else if id != nil {
		v = s.combine(id, v)
	}
	if id != nil {
		total = s.combine(id, total)
	}
	return []*ir.Value{v, total}
}

// laneByLane combines the values of all lanes of the cluster in their order, in every lane.
func (s *laneScan) laneByLane() []*ir.Value {
	first := arith.NewAndI(s.rw, s.lane, s.i32(^((s.n - 1) * s.stride))).Result()
	sum, result := s.op.Identity(), s.op.Identity()
	for i := range s.n {
		lane := arith.NewOrI(s.rw, first, s.i32(i*s.stride)).Result()
		next := s.fromLane(s.op.Value(), lane)
		if sum != nil {
			next = s.combine(sum, next)
		}
		reached := s.isAtLeast(i)
		if !s.op.Inclusive() {
			result = arith.NewSelect(s.rw, reached, sum, result).Result()
		} else if result == nil {
			result = next
		} else {
			result = arith.NewSelect(s.rw, reached, next, result).Result()
		}
		sum = next
	}
	return []*ir.Value{result, sum}
}

// log2 returns the logarithm of a power of two.
func log2(n int64) int64 { return int64(bits.TrailingZeros64(uint64(n))) }
