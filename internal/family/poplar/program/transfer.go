package program

import (
	"iter"
	"slices"
	"sort"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/ir"
)

// Transfer copies elements between two variables in the order of two views. A few numbers
// describe the transfer where a list of moves would need a move per element, because
// neighbours go to different tiles. All elements are read before any is written.
type Transfer struct{ From, To StorageView }

// StorageView is a sequence of elements of a variable: loops from slow to fast, whose indices
// times their steps are added to the first element.
type StorageView struct {
	Variable *Storage
	First    int64
	Loops    []tilemap.Loop
}

// NumElems is the number of elements that the view shows.
func (v *StorageView) NumElems() int64 {
	n := int64(1)
	for _, l := range v.Loops {
		n *= l.Count
	}
	return n
}

// Check tests that the view contains elements of its variable that are on tiles, and, if
// it is written, each element once. The error codes are element-range, unmapped and
// element-twice.
func (v *StorageView) Check(written bool) error {
	n, _ := ir.NumElements(v.Variable.Shape)
	lo, hi := v.First, v.First
	for _, l := range v.Loops {
		if l.Count < 1 || l.Count > n || l.Step > n || l.Step < -n {
			return diag.Errorf("element-range", "%d elements at a distance of %d leave the %d elements of '%s'", l.Count, l.Step, n, v.Variable.Name)
		}
		lo, hi = lo+min(0, (l.Count-1)*l.Step), hi+max(0, (l.Count-1)*l.Step)
	}
	if lo < 0 || hi >= n {
		return diag.Errorf("element-range", "elements %d to %d are not among the %d of '%s'", lo, hi, n, v.Variable.Name)
	}
	at := int64(0)
	for _, r := range v.Variable.Runs {
		if r.Begin != at {
			break
		}
		at = r.End
	}
	if at != n {
		return diag.Errorf("unmapped", "element %d of '%s' lies nowhere", at, v.Variable.Name)
	}
	if !written {
		return nil
	}
	sorted := slices.Clone(v.Loops)
	slices.SortFunc(sorted, func(a, b tilemap.Loop) int { return int(max(a.Step, -a.Step) - max(b.Step, -b.Step)) })
	reach := int64(0) // extent of the loops with smaller steps
	for _, l := range sorted {
		if step := max(l.Step, -l.Step); l.Count > 1 {
			if step <= reach {
				return diag.Errorf("element-twice", "steps of %d elements may come to an element of '%s' again", step, v.Variable.Name)
			}
			reach += (l.Count - 1) * step
		}
	}
	return nil
}

// Moves yields the moves of the transfer; neighbours stay in one move.
func (c *Transfer) Moves(t *target.Target) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		bytes := c.From.Variable.ElementBytes(t)
		from, to := newCursor(&c.From), newCursor(&c.To)
		for left := c.From.NumElems(); left > 0; {
			n := min(from.together(), to.together(), left)
			if !yield(Move{From: from.ref(bytes), To: to.ref(bytes), Bytes: uint64(n * bytes), Count: 1}) {
				return
			}
			from.advance(n)
			to.advance(n)
			left -= n
		}
	}
}

// cursor walks through a view.
type cursor struct {
	*StorageView
	index []int64
	at    int64     // element
	run   *AllocRun // run that contains it
}

func newCursor(v *StorageView) *cursor {
	c := &cursor{StorageView: v, index: make([]int64, len(v.Loops)), at: v.First}
	c.locate()
	return c
}

func (c *cursor) locate() {
	if c.run == nil || c.at < c.run.Begin || c.at >= c.run.End {
		runs := c.Variable.Runs
		c.run = &runs[sort.Search(len(runs), func(i int) bool { return runs[i].End > c.at })]
	}
}

// together is the number of elements, beginning with the current one, that are contiguous in
// memory.
func (c *cursor) together() int64 {
	last := len(c.Loops) - 1
	if last < 0 || c.Loops[last].Step != 1 {
		return 1
	}
	return min(c.Loops[last].Count-c.index[last], c.run.End-c.at)
}

func (c *cursor) ref(bytes int64) Ref {
	r := c.run.Ref
	r.Offset += uint64((c.at - c.run.Begin) * bytes)
	return r
}

// advance skips n elements of the last loop.
func (c *cursor) advance(n int64) {
	for d := len(c.Loops) - 1; d >= 0; d, n = d-1, 1 {
		l := c.Loops[d]
		c.index[d] += n
		c.at += n * l.Step
		if c.index[d] < l.Count {
			c.locate()
			return
		}
		c.at -= l.Count * l.Step
		c.index[d] = 0
	}
}

// Moves yields the moves of an instruction between tiles.
func (p *Program) Moves(a *Instruction) iter.Seq[Move] {
	if a.Transfer != nil {
		return a.Transfer.Moves(&p.Target)
	}
	return slices.Values(a.Moves)
}
