package layout

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"optc/diag"
	"optc/layout/axes"
)

// Run is a sequence of Len elements with consecutive flat indices, the first of which is Index, at
// consecutive places, the first of which is Place.
type Run struct {
	Index int64
	Len   int64 // elements
	Place
}

// Table is the table form of a unit map: any set of runs. Elements that no run
// covers are stored nowhere; elements of several runs are stored several
// times.
type Table struct {
	Units    int
	Axes     axes.Pair // axes of the places
	Width    int64     // cells per element, at least 1
	Shape    []int64
	Runs     []Run // unordered
	Capacity int64 // cells per unit; 0 if not bounded
	Base     int64 // first reserved offset
	Reserved int64 // cells reserved in every unit, beginning with Base; 0 if not known
}

// NewTable builds a map in table form. It uses the arguments Shape and Runs without
// keeping them. Errors: bad-shape, index-range, unit-range, too-large, does-not-fit.
func NewTable(t Table) (*Map, error) {
	m := &Map{units: t.Units, axes: t.Axes.Named(), width: t.Width, capacity: t.Capacity, base: t.Base, reserved: t.Reserved}
	if err := m.setShape(t.Shape); err != nil {
		return nil, err
	}
	if t.Units < 1 || t.Width < 1 || t.Capacity < 0 || t.Base < 0 || t.Reserved < 0 {
		return nil, diag.Errorf("bad-table", "expected at least 1 unit of non-negative capacity and elements of at least 1 cell, but got %d units, width %d, capacity %d, reserved [%d, +%d)",
			t.Units, t.Width, t.Capacity, t.Base, t.Reserved)
	}
	for _, r := range t.Runs {
		if r.Unit < 0 || r.Unit >= t.Units {
			return nil, diag.Errorf("unit-range", "expected %ss in [0, %d), but a run lies in %s", m.axes.Unit, t.Units, m.axes.Unit.At(int64(r.Unit)))
		}
		if r.Index < 0 || r.Len < 1 || r.Len > m.count || r.Index > m.count-r.Len {
			return nil, diag.Errorf("index-range", "expected runs of at least 1 element in [0, %d), but got [%d, +%d)", m.count, r.Index, r.Len)
		}
		if cells, ok := Mul(r.Len, t.Width); !ok || r.Offset < 0 || r.Offset > Limit-cells {
			return nil, diag.Errorf("too-large", "expected non-negative offsets below 2^62, but a run of %d elements of %d cells starts at %d", r.Len, t.Width, r.Offset)
		}
	}
	m.table = tabulate(t.Runs, t.Width)
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, nil
}

// tooManyRuns is the error of a table that is not made.
func tooManyRuns(name string) error {
	return diag.Errorf("too-large", "the %s is a table of more than %d runs", name, maxSteps)
}

// collect returns the runs of at least the first n stored elements of the map, joined if a run
// continues the previous one.
func (m *Map) collect(n int64) []Run {
	var runs []Run
	for c := m.cursor(0); c.len > 0 && n > 0; c.next() {
		n -= c.len
		for k := range c.copies() {
			r := Run{c.index, c.len, c.copy(k)}
			if n := len(runs); n > 0 && c.copies() == 1 && runs[n-1].continuedBy(r, m.width) {
				runs[n-1].Len += r.Len
				continue
			}
			runs = append(runs, r)
		}
	}
	return runs
}

// continuedBy reports whether s continues r both in index and in place.
func (r Run) continuedBy(s Run, width int64) bool {
	return r.Unit == s.Unit && r.Index+r.Len == s.Index && r.Offset+r.Len*width == s.Offset
}

// tableForm is the table by index and by unit.
type tableForm struct {
	// segs are disjoint ranges of indices in ascending order; the copies of
	// segment s start at places[s.lo:s.hi], in ascending order of units.
	segs   []segment
	places []Place

	once sync.Once
	unit *unitIndex // made on first use
}

// unitIndex is the table by unit. The runs of unit u are runs[first[u]:first[u+1]],
// by offset; ends[i] is the largest end offset of the runs of the unit up to the
// i-th.
type unitIndex struct {
	runs  []Run
	ends  []int64
	first []int
}

type segment struct {
	index, len int64
	lo, hi     int
}

// tabulate builds the table by index.
func tabulate(runs []Run, width int64) *tableForm {
	t := &tableForm{segs: make([]segment, 0, len(runs)), places: make([]Place, 0, len(runs))}
	if !ascending(runs) {
		runs = slices.Clone(runs)
		sortBy(runs, Run.compareIndex)
		t.cut(runs, width)
		return t
	}
	for i, r := range runs {
		if i > 0 && runs[i-1].continuedBy(r, width) {
			t.segs[len(t.segs)-1].len += r.Len
			continue
		}
		t.segs = append(t.segs, segment{index: r.Index, len: r.Len, lo: len(t.places), hi: len(t.places) + 1})
		t.places = append(t.places, r.Place)
	}
	return t
}

// ascending reports whether runs are in the order of indices and do not overlap.
func ascending(runs []Run) bool {
	for i := 1; i < len(runs); i++ {
		if runs[i-1].Index+runs[i-1].Len > runs[i].Index {
			return false
		}
	}
	return true
}

// byUnit returns the table by unit.
func (m *Map) byUnit() *unitIndex {
	t := m.table
	t.once.Do(func() {
		x := &unitIndex{}
		t.unit = x
		for _, s := range t.segs {
			for _, p := range t.places[s.lo:s.hi] {
				x.runs = append(x.runs, Run{s.index, s.len, p})
			}
		}
		sortBy(x.runs, Run.comparePlace)
		x.ends, x.first = make([]int64, len(x.runs)), make([]int, m.units+1)
		for i, r := range x.runs {
			x.first[r.Unit+1]++
			x.ends[i] = r.Offset + r.Len*m.width
			if i > 0 && x.runs[i-1].Unit == r.Unit {
				x.ends[i] = max(x.ends[i], x.ends[i-1])
			}
		}
		for u := range m.units {
			x.first[u+1] += x.first[u]
		}
	})
	return t.unit
}

// cut fills segs and places from runs sorted by index. Overlapping runs are cut at each
// other's ends.
func (t *tableForm) cut(runs []Run, width int64) {
	var active []Run // runs overlapping the current position, each without its beginning
	emit := func(index, end int64) {
		lo := len(t.places)
		for _, r := range active {
			t.places = append(t.places, r.at(index, width))
		}
		slices.SortFunc(t.places[lo:], Place.compare)
		t.places = append(t.places[:lo], slices.Compact(t.places[lo:])...)
		s := segment{index: index, len: end - index, lo: lo, hi: len(t.places)}
		if n := len(t.segs); n > 0 && t.continues(t.segs[n-1], s, width) {
			t.segs[n-1].len += s.len
			t.places = t.places[:lo]
			return
		}
		t.segs = append(t.segs, s)
	}
	for i := 0; i < len(runs) || len(active) > 0; {
		var pos int64
		if len(active) == 0 {
			pos = runs[i].Index
		} else {
			pos = active[0].Index
		}
		for ; i < len(runs) && runs[i].Index == pos; i++ {
			active = append(active, runs[i])
		}
		end := active[0].Index + active[0].Len
		for _, r := range active {
			end = min(end, r.Index+r.Len)
		}
		if i < len(runs) {
			end = min(end, runs[i].Index)
		}
		emit(pos, end)
		rest := active[:0]
		for _, r := range active {
			if n := r.Index + r.Len - end; n > 0 {
				rest = append(rest, Run{end, n, r.at(end, width)})
			}
		}
		active = rest
	}
	t.segs = slices.Clip(t.segs)
	t.places = slices.Clip(t.places)
}

// at returns the place of the element with the given index, which r covers.
func (r Run) at(index, width int64) Place {
	return Place{r.Unit, r.Offset + (index-r.Index)*width}
}

func (p Place) compare(q Place) int {
	if p.Unit != q.Unit {
		return cmp.Compare(p.Unit, q.Unit)
	}
	return cmp.Compare(p.Offset, q.Offset)
}

func (r Run) compareIndex(s Run) int {
	if r.Index != s.Index {
		return cmp.Compare(r.Index, s.Index)
	}
	return r.Place.compare(s.Place)
}

func (r Run) comparePlace(s Run) int {
	if r.Place != s.Place {
		return r.Place.compare(s.Place)
	}
	return cmp.Compare(r.Index, s.Index)
}

// sortBy sorts runs unless they are sorted already, as they mostly are.
func sortBy(runs []Run, compare func(a, b Run) int) {
	if !slices.IsSortedFunc(runs, compare) {
		slices.SortFunc(runs, compare)
	}
}

func (t *tableForm) continues(a, b segment, width int64) bool {
	if a.index+a.len != b.index || a.hi-a.lo != b.hi-b.lo {
		return false
	}
	for k := range a.hi - a.lo {
		p, q := t.places[a.lo+k], t.places[b.lo+k]
		if p.Unit != q.Unit || p.Offset+a.len*width != q.Offset {
			return false
		}
	}
	return true
}

// find returns the number of the segment that contains an index, or, if there is none,
// the number of the next segment.
func (t *tableForm) find(index int64) (int, bool) {
	i := sort.Search(len(t.segs), func(i int) bool { return t.segs[i].index+t.segs[i].len > index })
	return i, i < len(t.segs) && t.segs[i].index <= index
}

func (x *unitIndex) of(unit int) []Run { return x.runs[x.first[unit]:x.first[unit+1]] }

// at returns a run that covers the cell at an offset of a unit.
func (x *unitIndex) at(unit int, offset, width int64) (Run, bool) {
	runs := x.of(unit)
	ends := x.ends[x.first[unit]:x.first[unit+1]]
	i := sort.Search(len(runs), func(i int) bool { return runs[i].Offset > offset })
	for i--; i >= 0 && ends[i] > offset; i-- {
		if r := runs[i]; offset < r.Offset+r.Len*width {
			return r, true
		}
	}
	return Run{}, false
}
