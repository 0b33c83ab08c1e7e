package change

import "slices"

// commonSchedule is a schedule that all subgroups share: the elements that a thread sends, and the lanes that it reads from, depend
// on its position in the layouts, not on its subgroup, so that threads need fewer selects. All threads read from the first positions
// of the layout before the change; each subgroup contains these positions, wherever the layout begins in it. Positions are one or
// several repetitions of the layout:
//
//	subgroups of 8 lanes, 3 positions:   0 1 2 0 1 2 0 1 | 2 0 1 2 0 1 2 0 | 1 2 0 …
//	                      6 positions:   0 1 2 3 4 5 0 1 | 2 3 4 5 0 1 2 3 | 1 2 3 …
type commonSchedule struct {
	*schedule // schedule of all threads, as if they were lanes of one subgroup; the first threads send
	lanes     int
	begin     Wrap
}

// Wrap describes where a layout that repeats after some lanes begins in a subgroup: at its first lane whose number in the layout is
// 0. Positions are numbered from the lane at which the layout before the change begins; positions before the subgroup follow the
// others:
//
//	lane = position - begin, plus Positions if this is negative; begin = (first thread of the subgroup) mod Repeat
type Wrap struct{ Repeat, Positions int64 }

// of returns the position at which the subgroup of a thread begins in the layout.
func (w Wrap) of(thread, lanes int64) int64 {
	if w.Repeat == 0 {
		return 0
	}
	return thread / lanes * lanes % w.Repeat
}

// lane returns the lane of a position in the subgroup of a thread.
func (w Wrap) lane(position, thread, lanes int64) int64 {
	if position -= w.of(thread, lanes); position < 0 {
		position += w.Positions
	}
	return position
}

// findCommon returns the schedules that all subgroups may share.
func (l *listedChange) findCommon() (list []*commonSchedule) {
	span, least := int64(1), l.lanes
	for _, g := range l.from {
		span = max(span, g.Unit*g.Size)
	}
	if rest := int64(len(l.before)) % l.lanes; rest > 0 {
		least = rest
	}
	all, ok := newSchedule(l.before, l.after)
	if !ok {
		return nil
	}
	for _, positions := range slices.Compact([]int64{least / span * span, min(span, least/span*span)}) {
		c := &commonSchedule{lanes: int(l.lanes), begin: Wrap{Positions: positions}}
		if l.lanes%span != 0 && len(l.schedules) > 1 {
			c.begin.Repeat = span
		}
		s := *all
		s.holders = make([][]int, len(all.holders))
		for h, lanes := range all.holders {
			s.holders[h] = slices.DeleteFunc(slices.Clone(lanes), func(thread int) bool { return int64(thread) >= positions })
		}
		if positions > 0 {
			s.least = s.countLeast()
			c.schedule = &s
			list = append(list, c)
		}
	}
	return list
}

// fill returns rounds of the common schedule; nil if a try does not find them.
func (c *commonSchedule) fill(k, try int) *listedRounds {
	if c.least > k {
		return nil
	}
	f, ok := c.schedule.fill(k, try)
	if !ok {
		return nil
	}
	r := &listedRounds{sent: make([][]int, k), read: f.read, begin: c.begin}
	for j, sent := range f.sent {
		for thread := range sent {
			position := (int64(thread%c.lanes) + c.begin.of(int64(thread), int64(c.lanes))) % c.begin.Positions
			r.sent[j] = append(r.sent[j], sent[position])
		}
	}
	return r
}
