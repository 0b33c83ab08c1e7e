package ere

// maxSteps bounds the work of one Match with back references or word
// boundaries, in instructions.
const maxSteps = 2_000_000

// matchVerified finds the first candidate of the Go expression that is a match.
// Candidates are tried in the order of LLVM: leftmost first, at one place the
// longest first.
func (re *Regexp) matchVerified(text string, groups bool) ([]int, error) {
	sim := newSimulation(re.prog)
	bt := backtracker{prog: re.prog, text: text, budget: maxSteps}
	for from := 0; from <= len(text); {
		at := re.candidate(text, from)
		if at < 0 {
			return nil, nil
		}
		var ends []int
		sim.ends(text, at, len(text), func(end int) { ends = append(ends, end) })
		bt.budget -= len(text) - at
		if n := len(ends); n > 0 && !re.backrefs {
			loc := []int{at, ends[n-1]}
			if groups {
				loc = groupBoundaries(re.parts, text, loc, re.groups)
			}
			return loc, nil
		}
		for i := len(ends) - 1; i >= 0; i-- {
			slots, err := bt.run(at, ends[i], re.groups)
			if slots != nil || err != nil {
				return slots, err
			}
		}
		if bt.budget < 0 {
			return nil, ErrBudget
		}
		from = at + 1
	}
	return nil, nil
}

// candidate returns where a match at or after from may start, or -1. A cut text
// can gain line starts and word boundaries but not lose them, so no start is
// missed.
func (re *Regexp) candidate(text string, from int) int {
	loc := find(re.search, text[from:], false)
	if loc == nil {
		return -1
	}
	return from + loc[0]
}

// backtracker tries alternatives one after the other, in the order of LLVM's
// matcher for expressions with back references.
type backtracker struct {
	prog   *program
	text   string
	budget int

	slots []int
	last  []int // where the current pass of each x+ began, by nesting level
	stack []choice
}

// choice is a way to continue when the current alternative fails: restore a slot (slot >= 0), or
// continue at pc and pos.
type choice struct{ slot, value, pc, pos int }

// run returns the group boundaries of a match of exactly text[start:stop], or
// nil if there is none.
func (b *backtracker) run(start, stop, groups int) ([]int, error) {
	b.slots = make([]int, 2*(groups+1))
	for i := range b.slots {
		b.slots[i] = -1
	}
	b.last = make([]int, b.prog.levels+1)
	b.stack = b.stack[:0]
	pc, pos := 0, start
	for {
		if b.budget--; b.budget < 0 {
			return nil, ErrBudget
		}
		next, ok := b.step(&pos, pc, stop)
		if !ok {
			if next, pos, ok = b.retry(); !ok {
				return nil, nil
			}
		} else if next < 0 {
			b.slots[0], b.slots[1] = start, stop
			return b.slots, nil
		}
		pc = next
	}
}

// retry undoes the changes since the last open alternative.
func (b *backtracker) retry() (pc, pos int, ok bool) {
	for len(b.stack) > 0 {
		c := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if c.slot < 0 {
			return c.pc, c.pos, true
		}
		b.slots[c.slot] = c.value
	}
	return 0, 0, false
}

// step executes one instruction. It returns the next program counter, -1 after
// a complete match, or false if the instruction fails.
func (b *backtracker) step(pos *int, pc, stop int) (next int, ok bool) {
	switch in := b.prog.insts[pc]; in.op {
	case iSet:
		if *pos == stop || !in.set.has(b.text[*pos]) {
			return 0, false
		}
		*pos++
	case iSplit:
		b.stack = append(b.stack, choice{slot: -1, pc: in.y, pos: *pos})
		return in.x, true
	case iJump:
		return in.x, true
	case iAssert:
		if !assertionHolds(in.kind, b.text, *pos) {
			return 0, false
		}
	case iSave:
		b.stack = append(b.stack, choice{slot: in.x, value: b.slots[in.x]})
		b.slots[in.x] = *pos
	case iEnter:
		b.last[in.x] = *pos
	case iAgain:
		if b.last[in.x] == *pos { // the last pass matched nothing
			break
		}
		b.last[in.x] = *pos
		b.stack = append(b.stack, choice{slot: -1, pc: pc + 1, pos: *pos})
		return in.y, true
	case iBack:
		from, to := b.slots[2*in.x], b.slots[2*in.x+1]
		if from < 0 || to < from || stop-*pos < to-from || b.text[*pos:*pos+to-from] != b.text[from:to] {
			return 0, false
		}
		b.budget -= to - from
		*pos += to - from
		return in.y, true
	case iMatch:
		if *pos != stop {
			return 0, false
		}
		return -1, true
	}
	return pc + 1, true
}
