package change

import (
	"cmp"
	"fmt"
	"slices"

	"optc/layout"
)

// LaneTable holds the lanes that threads read from in each round, if no turn of digits computes them. The numbers of its values begin
// with the constants; the results of selects follow. A thread that gets nothing in a round reads from any lane, or from none.
type LaneTable struct {
	Constants []int64
	Selects   []Select
	Rounds    []LaneRead
	Begin     Wrap             // wrap of the positions that threads read from; they are lanes if the layout begins all subgroups
	Sources   [][]layout.Place // lanes, and registers or received values that they send, by round and thread; the unit is -1 where a thread gets nothing
}

// LaneRead is a position in the layout before the change: the sum of a value of a [LaneTable] and of digits of the thread id.
type LaneRead struct {
	Value int
	Base  []layout.Digit
}

// tableOf returns the lanes of each round, and the number of operations that find them.
func (l *listedChange) tableOf(r *listedRounds, orders [][]ThreadBit) (t *LaneTable, sums int) {
	t = &LaneTable{}
	read := r.read
	tables := make([][]int, len(read)) // constants, by round and thread
	bases := map[string]bool{}
	for j, lanes := range read {
		base := l.baseOf(lanes, r.begin)
		for thread, lane := range lanes {
			k := -1
			if lane >= 0 {
				n := int64(lane)
				for _, g := range base {
					n -= g.Value(int64(thread)) * g.Offset
				}
				if k = slices.Index(t.Constants, n); k < 0 {
					k = len(t.Constants)
					t.Constants = append(t.Constants, n)
				}
			}
			tables[j] = append(tables[j], k)
		}
		if len(base) > 0 {
			sums++
		}
		if key := fmt.Sprint(base); !bases[key] {
			bases[key] = true
			sums += len(base)
		}
		if r.begin.Repeat > 0 {
			sums += 3
		}
		t.Rounds = append(t.Rounds, LaneRead{Base: base})
	}
	c := &chooser{number: map[Select]int{}}
	for j, k := range c.chooseByTables(tables, orders, len(t.Constants)) {
		t.Rounds[j].Value = k
	}
	t.Selects = c.Selects
	return t, sums + len(t.Selects)
}

// baseOf returns the digits of a reader's lane that always move the lane it reads from by the same number.
func (l *listedChange) baseOf(lanes []int, begin Wrap) (base []layout.Digit) {
	for _, g := range laneDigits(cmp.Or(begin.Repeat, l.lanes)) {
		weight, known, same := 0, false, true
		for thread, lane := range lanes {
			v := int(g.Value(int64(thread)))
			if v == 0 || lane < 0 {
				continue
			}
			low := lanes[thread-v*int(g.Unit)]
			switch {
			case low < 0:
			case !known && (lane-low)%v == 0:
				weight, known = (lane-low)/v, true
			case lane-low != weight*v:
				same = false
			}
		}
		if same && weight != 0 {
			base = append(base, layout.Digit{Size: g.Size, Unit: g.Unit, Offset: int64(weight)})
		}
	}
	return base
}

// laneDigits returns the digits of prime size of the number of a lane.
func laneDigits(lanes int64) (digits []layout.Digit) {
	unit := int64(1)
	for _, p := range primes(lanes) {
		digits = append(digits, layout.Digit{Size: p, Unit: unit, Offset: 1})
		unit *= p
	}
	return digits
}

// orders returns orders in which selects test bits of the thread id: digits of the layouts before and after, windows, and
// digits of the lane; together they distinguish all threads. Windows are numbers of blocks of lanes that do not divide the
// subgroup.
func (l *listedChange) orders() (orders [][]ThreadBit) {
	digits := laneDigits(l.lanes)
	if n := int64(len(l.schedules)); n > 1 {
		digits = append(digits, layout.Digit{Size: n, Unit: l.lanes, Offset: 1})
	}
	lane, from, to := bitsOf(digits), bitsOf(l.from), bitsOf(l.to)
	var windows []ThreadBit
	for _, digits := range [][]layout.Digit{l.from, l.to} {
		span := int64(1)
		for _, g := range digits {
			span = max(span, g.Unit*g.Size)
		}
		if span < l.lanes && l.lanes%span != 0 {
			for _, b := range bitsOf([]layout.Digit{{Size: (l.lanes + span - 1) / span, Unit: span, Offset: 1}}) {
				b.Lanes = l.lanes
				windows = append(windows, b)
			}
		}
	}
	for _, parts := range [][][]ThreadBit{{from, windows, to, lane}, {to, windows, from, lane}, {windows, from, to, lane}, {lane, windows}} {
		orders = append(orders, slices.Concat(parts...))
		for i := range parts {
			parts[i] = slices.Clone(parts[i])
			slices.Reverse(parts[i])
		}
		orders = append(orders, slices.Concat(parts...))
	}
	return orders
}

// bitsOf returns the bits of digits.
func bitsOf(digits []layout.Digit) (bits []ThreadBit) {
	for _, g := range digits {
		for bit := 0; 1<<bit < g.Size; bit++ {
			bits = append(bits, ThreadBit{Unit: g.Unit, Size: g.Size, Bit: bit})
		}
	}
	return bits
}

// chooseByTables builds selects for tables, and returns the number of a value for each table: in each thread, it has the value whose
// number the table lists for the thread; -1 in a table means any value. The order of the bits of the thread id is the order with the
// fewest selects for the first and the last table.
func (c *chooser) chooseByTables(tables [][]int, orders [][]ThreadBit, first int) (numbers []int) {
	if len(tables) == 0 {
		return nil
	}
	best, least := orders[0], -1
	for _, order := range orders {
		more := map[Select]int{}
		count := func(s Select) (k int, ok bool) {
			if k, ok = more[s]; !ok {
				k = first + len(c.Selects) + len(more)
				more[s] = k
			}
			return k, least < 0 || len(more) < least
		}
		for _, table := range [][]int{tables[0], tables[len(tables)-1]} {
			decide(table, givenThreads(table), order, count)
		}
		if least < 0 || len(more) < least {
			best, least = order, len(more)
		}
	}
	for _, table := range tables {
		k, _ := decide(table, givenThreads(table), best, func(s Select) (k int, ok bool) {
			return c.choose(s.Bit, s.Set, s.Clear, first), true
		})
		numbers = append(numbers, max(k, 0))
	}
	return numbers
}

// givenThreads returns the threads for which a table has a value.
func givenThreads(values []int) (threads []int64) {
	for thread, v := range values {
		if v >= 0 {
			threads = append(threads, int64(thread))
		}
	}
	return threads
}

// decide divides threads by bits of their ids until all threads of a part have the same value, and returns the number of the select
// that combines the parts; it stops if choose, which returns the number of a select, returns false.
func decide(values []int, threads []int64, order []ThreadBit, choose func(s Select) (k int, ok bool)) (k int, ok bool) {
	if len(threads) == 0 {
		return -1, true
	}
	v := values[threads[0]]
	if !slices.ContainsFunc(threads, func(thread int64) bool { return values[thread] != v }) {
		return v, true
	}
	for i, b := range order {
		n := 0 // threads without the bit
		for k, thread := range threads {
			if !b.of(thread) {
				threads[n], threads[k] = thread, threads[n]
				n++
			}
		}
		if n == 0 || n == len(threads) {
			continue
		}
		set, ok := decide(values, threads[n:], order[i+1:], choose)
		if !ok {
			return set, false
		}
		clear, ok := decide(values, threads[:n], order[i+1:], choose)
		if !ok || set == clear {
			return clear, ok
		}
		return choose(Select{b, set, clear})
	}
	panic("threads have the same bits and different values")
}
