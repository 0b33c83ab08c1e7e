package vectorext

// Digit positions of one dimension, inner to outer.
const (
	digitElement = iota
	digitThread
	digitOuter
	digitBatch
	digitSubgroup
	numDigits
)

// reshapeDim is a dimension seen as five digits with the two strides.
type reshapeDim struct {
	digits                       [numDigits]int64
	threadStride, subgroupStride int64
}

// Reshape returns the layout of the vector after vector.shape_cast to newShape,
// or nil when no nested layout describes it (IREE VectorExtAttrs.cpp, reshape).
//
// Dimensions are consumed from the innermost outwards. The digit-wise procedure
// of the reference merges digits out of order when several old dimensions fall
// into one new one and then assigns elements to other threads (register entry
// 7.2); such a result is refused here, because a shape cast moves nothing.
func (l *NestedLayout) Reshape(newShape []int64) *NestedLayout {
	total := int64(1)
	for _, n := range newShape {
		total *= n
	}
	for _, n := range l.UndistributedShape() {
		if n == 0 || total%n != 0 {
			return nil
		}
		total /= n
	}
	if total != 1 {
		return nil
	}
	src := digitSource{layout: l, next: l.Rank() - 1}
	out := make([]reshapeDim, len(newShape))
	for d := len(newShape) - 1; d >= 0; d-- {
		dim, ok := src.take(newShape[d])
		if !ok {
			return nil
		}
		out[d] = dim
	}
	var lists LayoutLists
	for _, list := range lists.lists() {
		*list = make([]int64, len(out))
	}
	for d, o := range out {
		lists.SubgroupTile[d], lists.SubgroupStrides[d] = o.digits[digitSubgroup], o.subgroupStride
		lists.BatchTile[d], lists.OuterTile[d] = o.digits[digitBatch], o.digits[digitOuter]
		lists.ThreadTile[d], lists.ThreadStrides[d] = o.digits[digitThread], o.threadStride
		lists.ElementTile[d] = o.digits[digitElement]
	}
	return l.with(lists)
}

// digitSource hands out the digits of a layout from the innermost outwards.
type digitSource struct {
	layout *NestedLayout
	next   int  // old dimension to load next
	loaded bool // cur is a dimension that is not used up
	cur    reshapeDim
	level  int
}

func (s *digitSource) load() bool {
	if s.next < 0 {
		return false
	}
	l, d := s.layout, s.next
	p := l.PackedShape(d)
	s.cur = reshapeDim{
		digits:         [numDigits]int64{p[4], p[3], p[2], p[1], p[0]},
		threadStride:   l.ThreadStrides[d],
		subgroupStride: l.SubgroupStrides[d],
	}
	s.next--
	s.loaded, s.level = true, 0
	return true
}

// take builds a new dimension of n elements.
func (s *digitSource) take(n int64) (out reshapeDim, ok bool) {
	for i := range out.digits {
		out.digits[i] = 1
	}
	top := digitElement // outermost digit of the new dimension so far
	for n > 1 {
		if !s.loaded && !s.load() {
			return out, false
		}
		if s.level == numDigits {
			s.loaded = false
			continue
		}
		rem := &s.cur.digits[s.level]
		if *rem == 1 {
			s.level++
			continue
		}
		c := min(n, *rem)
		// A digit is split evenly or not at all, and digits of one dimension
		// must come in order: an inner digit above an outer one would move
		// elements between holders.
		if n%c != 0 || *rem%c != 0 || s.level < top {
			return out, false
		}
		switch s.level {
		case digitThread:
			if !mergeStride(&out.threadStride, out.digits[digitThread], &s.cur.threadStride, c) {
				return out, false
			}
		case digitSubgroup:
			if !mergeStride(&out.subgroupStride, out.digits[digitSubgroup], &s.cur.subgroupStride, c) {
				return out, false
			}
		}
		out.digits[s.level] *= c
		top = s.level
		n /= c
		*rem /= c
	}
	if s.loaded && s.usedUp() {
		s.loaded = false
	}
	return out, true
}

func (s *digitSource) usedUp() bool {
	for _, d := range s.cur.digits {
		if d != 1 {
			return false
		}
	}
	return true
}

// mergeStride appends c steps of an old stride to a new digit that has have
// steps already, and advances the old stride past them.
func mergeStride(stride *int64, have int64, old *int64, c int64) bool {
	if *stride == 0 {
		*stride = *old
	} else if *stride*have != *old {
		return false
	}
	*old *= c
	return true
}
