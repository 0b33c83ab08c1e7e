package change

import (
	"slices"

	"optc/layout"
)

// Costs are counted in quarters of a cycle of a subgroup: a step of the banks of workgroup memory
// takes a cycle, and a shuffle of as many lanes as there are banks takes one too, unless the banks have another price; a scalar operation takes a
// quarter, because a GPU has four times as many units for it. A barrier costs the time for which
// threads wait for each other and for memory. A workgroup of one subgroup has nobody to wait for, and
// AMD's chips skip its barrier (AMD Instinct MI300 ISA, S_BARRIER).
const (
	phaseCost      = 4
	arithmeticCost = 1
	barrierCost    = 16 * phaseCost
	aloneCost      = phaseCost // of a barrier in a workgroup of one subgroup
)

// Ways are the ways in which the threads of a workgroup can change a layout.
type Ways struct {
	Traffic
	Steps    []Step // nil if the layouts have no common digits
	Rounds   Rounds
	NoRounds string // why there is no way by shuffles
	Buffer   Buffer
	Barriers int // barriers of the way through the buffer
}

// FindWays plans a change of layout. One barrier separates the writes to the buffer from the reads; code that is
// executed several times may need another barrier before the writes, which the caller counts. ok is false if threads or
// registers are not sums of digits in one of the layouts.
func FindWays(from, to *layout.Map, t Traffic) (w *Ways, ok bool) {
	blocks, ok := Blocks(from, to)
	if !ok {
		return nil, false
	}
	w = &Ways{Traffic: t, Buffer: FindBuffer(blocks, t), Barriers: 1}
	if b := findMatrices(blocks, t); b != nil && b.compare(w.Buffer) < 0 {
		w.Buffer = *b
	}
	if w.Steps, ok = Steps(from, to); ok {
		w.Rounds, w.NoRounds = PlanRounds(w.Steps, t.Subgroup, t.Threads)
	} else {
		w.Rounds, w.NoRounds = PlanListed(from, to, t.Subgroup, t.Threads)
	}
	return w, true
}

// LeastCycles returns a lower bound on the cycles of any way: the cycles of the cheaper way if the layouts have common digits, and
// otherwise the least that buffers and shuffles take, without a search for them. ok is as for [FindWays].
func LeastCycles(from, to *layout.Map, t Traffic) (cycles int64, ok bool) {
	blocks, ok := Blocks(from, to)
	if !ok {
		return 0, false
	}
	var w *Ways
	if !slices.ContainsFunc(blocks, Block.isMixed) {
		w, _ = FindWays(from, to, t)
	} else {
		least := leastCycles(blocks, t)
		if b := findMatrices(blocks, t); b != nil {
			least = min(least, b.cycles())
		}
		w = &Ways{Traffic: t, Buffer: Buffer{Write: Accesses{Cycles: least}}, Barriers: 1}
		l, why := listMaps(from, to, t.Subgroup, t.Threads)
		if why == "" {
			why = l.findLeast()
		}
		if w.NoRounds = why; why == "" {
			w.Rounds.Shuffles = int64(l.least)
		}
	}
	if cycles = w.BufferCycles(); w.NoRounds == "" {
		cycles = min(cycles, w.RoundCycles())
	}
	return cycles, true
}

// RoundCycles returns the cycles of the way by shuffles.
func (w *Ways) RoundCycles() int64 {
	words := max(w.Element/w.Banks.Word, 1)
	return wholeCycles(w.Rounds.cost(words, w.Banks.exchangeCost()) * max(w.Subgroup/w.Banks.Count, 1))
}

// BufferCycles returns the cycles of the way through the buffer.
func (w *Ways) BufferCycles() int64 {
	b := &w.Buffer
	return wholeCycles((b.Write.Cycles+b.Read.Cycles)*phaseCost + b.turns()*arithmeticCost + int64(w.Barriers)*w.barrierCost())
}

// barrierCost returns the cost of a barrier.
func (t *Traffic) barrierCost() int64 {
	if t.Threads > 0 && t.Threads <= t.Subgroup {
		return aloneCost
	}
	return barrierCost
}

func wholeCycles(cost int64) int64 { return (cost + phaseCost - 1) / phaseCost }

// ByRounds reports whether shuffles take fewer cycles than the buffer.
func (w *Ways) ByRounds() bool { return w.NoRounds == "" && w.RoundCycles() <= w.BufferCycles() }
