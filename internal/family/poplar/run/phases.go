package run

import (
	"fmt"

	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/num"
)

// name names the step of the program that a phase belongs to; copies are numbered in the order of
// their first execution.
func (p *phaseTraffic) name(copies int) string {
	switch {
	case p.do != nil:
		return fmt.Sprint("copy ", copies)
	case p.set != nil && p.after:
		return "after " + p.set.Name
	}
	return p.set.Name
}

// phases lists the phases of the run in the order of their first execution: the vertices of a compute
// set, and exchanges after a synchronisation.
func (d *Device) phases() (list []lower.ProfilePhase) {
	copies := 0
	for _, p := range d.exchanged.order {
		if p.do != nil && p.busiest > 0 {
			copies++
		}
		name := p.name(copies)
		if p.vertices {
			list = append(list, d.computePhase(name, p.set, p.runs))
			continue
		}
		if p.busiest == 0 {
			continue
		}
		cycles := map[int]int64{}
		for tile, bytes := range p.byTile {
			cycles[tile] = num.CeilDiv(bytes*p.runs, ExchangeBytes)
		}
		list = append(list,
			lower.ProfilePhase{Step: name, Kind: lower.Sync, Runs: p.runs, Cycles: p.runs * SyncCycles, Units: []lower.PhaseUnits{}},
			lower.ProfilePhase{Step: name, Kind: lower.Exchange, Runs: p.runs, Cycles: num.CeilDiv(p.busiest*p.runs, ExchangeBytes), Units: lower.FoldUnits(cycles)})
	}
	return list
}

// computePhase returns the work of the vertices of a compute set.
func (d *Device) computePhase(name string, s *program.Set, runs int64) lower.ProfilePhase {
	p := lower.ProfilePhase{Step: name, Kind: lower.Compute, Runs: runs}
	cycles := map[int]int64{}
	for tile, w := range d.workOf(s) {
		cycles[tile] = w.cycles()
		p.Cycles = max(p.Cycles, cycles[tile])
	}
	p.Units = lower.FoldUnits(cycles)
	return p
}

// lines lists the instructions of the code by source line, and, at the lines of the program's steps,
// the cost of the steps: the cycles of vertices on the busiest tile, and the bytes and cycles of
// exchanges, with their synchronisation. A compute set that several steps run counts at the first.
func (d *Device) lines() []lower.LineCost {
	lines := lower.NewLines()
	for _, c := range d.cores {
		for op, n := range c.executed {
			lines.Of(op).Instructions += n
		}
	}
	copies, sets := map[*program.Instruction]*ir.Operation{}, map[*program.Set]*ir.Operation{}
	d.program.Each(func(s *program.Step) {
		if copies[&s.Do] = s.Op; s.Do.Set != nil && sets[s.Do.Set] == nil {
			sets[s.Do.Set] = s.Op
		}
	})
	for _, p := range d.exchanged.order {
		op := copies[p.do]
		if p.set != nil {
			op = sets[p.set]
		}
		switch line := lines.Of(op); {
		case p.vertices:
			line.Cycles += float64(d.computePhase("", p.set, p.runs).Cycles)
		case p.busiest > 0:
			line.Bytes += p.busiest * p.runs
			line.Cycles += float64(p.runs*SyncCycles + num.CeilDiv(p.busiest*p.runs, ExchangeBytes))
		}
	}
	return lines.List()
}
