package run

import (
	"iter"
	"maps"
	"slices"

	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/sim"
)

// costs counts the work of the vertices of a class in a compute set.
type costs struct {
	runs, clashes int64
	operations    map[ir.Kind]int64
	loads, stores [maxWidth + 1]int64 // by bytes
	threads       []int64
	stack         int64
	counted       int64 // value of clashes when instructions were last counted
}

// maxWidth is the largest number of bytes of an access to an element.
const maxWidth = 8

// part names costs.
type part struct {
	set   *program.Set
	class *program.Class
}

// traffic is the number of bytes that a tile exchanges with other tiles.
type traffic struct{ in, out int64 }

// exchanges is the part of a profile about data between tiles.
type exchanges struct {
	byTile map[int]traffic
	phases int64
	// busiest is the sum over the phases of the bytes of the busiest tile.
	busiest int64
	known   map[phase]*phaseTraffic
	order   []*phaseTraffic // phases that moved data or ran vertices, in the order of their first execution
}

// phaseTraffic is the number of bytes that a phase moves in an execution, and how often it was executed.
type phaseTraffic struct {
	phase
	runs    int64
	busiest int64
	byTile  map[int]int64 // the larger of received and sent bytes
}

// phase names moves that happen together: the copies of an instruction, or before or after a
// compute set; or the vertices of a compute set.
type phase struct {
	do       *program.Instruction
	set      *program.Set
	after    bool
	vertices bool
}

// work is the work of the threads of a tile in a compute set, in instructions.
type work struct {
	workers    []int64
	supervisor int64
	handed     int // number of vertices for any worker that were assigned so far
}

// cycles is the time that a tile needs for its work: the supervisor begins, then the workers issue
// in turn, so that the busiest worker determines the time.
func (w *work) cycles() int64 {
	return int64(len(w.workers)) * (w.supervisor + slices.Max(w.workers))
}

// place names work.
type place struct {
	set  *program.Set
	tile int
}

// profiled is the part of a profile for the tiles that a core runs.
type profiled struct {
	costs    map[part]*costs // nil without a profile
	work     map[place]*work
	working  *work                   // work of the running vertex
	executed map[*ir.Operation]int64 // instructions by operations of code
	estimate *estimator
}

// StartProfile makes the device record the cost of runs.
func (d *Device) StartProfile() {
	d.exchanged = &exchanges{byTile: map[int]traffic{}, known: map[phase]*phaseTraffic{}}
	for _, c := range d.cores {
		c.profiled = profiled{costs: map[part]*costs{}, work: map[place]*work{}, executed: map[*ir.Operation]int64{}, estimate: newEstimator(&d.program.Target)}
	}
}

// on returns the work of a tile in a compute set.
func (c *core) on(p place) *work {
	if c.work == nil {
		return nil
	}
	w := c.work[p]
	if w == nil {
		w = &work{workers: make([]int64, c.program.Target.Workers)}
		c.work[p] = w
	}
	return w
}

// of returns the costs of a part, which core adds to.
func (c *core) of(p part) *costs {
	if c.costs == nil {
		return nil
	}
	k := c.costs[p]
	if k == nil {
		k = &costs{operations: map[ir.Kind]int64{}, threads: make([]int64, c.program.Target.Workers)}
		c.costs[p] = k
	}
	return k
}

// access counts n loads or stores.
func (k *costs) access(width, n int, write, clash bool) {
	if !write {
		k.loads[width] += int64(n)
		return
	}
	k.stores[width] += int64(n)
	if clash {
		k.clashes++
	}
}

// profile counts a run of code by a thread. A vertex for a single worker may be run by
// any worker; the tile assigns such vertices to its workers in turn.
func (c *core) profile(m *sim.Machine, code *Codelet, worker int64) {
	k := c.now
	var entries []program.BoundField // entries of tables and lists, which a started class does not have
	if code.Vertex == c.at.v.Class.Op {
		entries = c.at.v.Fields
	}
	instructions := unpacking(code.State.Fields, entries) + c.instructions(m)
	k.runs++
	k.stack = max(k.stack, m.Stack.High)
	if worker == supervisor {
		c.working.supervisor += instructions
		return
	}
	if code.Kind == vertex.Worker {
		worker = int64(c.working.handed % len(c.working.workers))
		c.working.handed++
	}
	k.threads[worker] += m.Steps()
	c.working.workers[worker] += instructions
}

// instructions counts the executed operations, and returns the number of instructions for
// them and their clashes.
func (c *core) instructions(m *sim.Machine) int64 {
	k := c.now
	n := k.clashes - k.counted
	k.counted = k.clashes
	m.Executed(func(op *ir.Operation, times int64) {
		k.operations[op.Kind()] += times
		instructions := times * c.estimate.of(op)
		n += instructions
		c.executed[op] += instructions
	})
	return n
}

// count counts the moved bytes of a phase, and how many of them move between tiles.
func (d *Device) count(at phase, moves iter.Seq[program.Move]) {
	for m := range moves {
		d.cores[0].stats.moved += int64(m.Total())
	}
	x := d.exchanged
	if x == nil {
		return
	}
	p := x.execute(at, func(p *phaseTraffic) { p.measure(moves) })
	if p.busiest == 0 {
		return
	}
	x.phases++
	x.busiest += p.busiest
	for m := range moves {
		if m.From.Tile != m.To.Tile {
			from, to := x.byTile[m.From.Tile], x.byTile[m.To.Tile]
			from.out += int64(m.Total())
			to.in += int64(m.Total())
			x.byTile[m.From.Tile], x.byTile[m.To.Tile] = from, to
		}
	}
}

// execute counts an execution of a phase, and measures the phase at its first execution.
func (x *exchanges) execute(at phase, measure func(*phaseTraffic)) *phaseTraffic {
	p := x.known[at]
	if p == nil {
		p = &phaseTraffic{phase: at}
		measure(p)
		x.known[at] = p
		x.order = append(x.order, p)
	}
	p.runs++
	return p
}

// measure finds the bytes that each tile receives or sends; several tiles can receive a byte that is
// sent once.
func (p *phaseTraffic) measure(moves iter.Seq[program.Move]) {
	out := map[int][]program.Extent{}
	p.byTile = map[int]int64{}
	for m := range moves {
		if m.From.Tile != m.To.Tile {
			p.byTile[m.To.Tile] += int64(m.Total())
			out[m.From.Tile] = append(out[m.From.Tile], m.Sources()...)
		}
	}
	for tile, sent := range out {
		p.byTile[tile] = max(p.byTile[tile], program.Covered(sent))
	}
	for _, bytes := range p.byTile {
		p.busiest = max(p.busiest, bytes)
	}
}

func (k *costs) add(other *costs) {
	k.runs += other.runs
	k.clashes += other.clashes
	k.stack = max(k.stack, other.stack)
	for name, n := range other.operations {
		k.operations[name] += n
	}
	for w := range k.loads {
		k.loads[w] += other.loads[w]
		k.stores[w] += other.stores[w]
	}
	for w := range k.threads {
		k.threads[w] += other.threads[w]
	}
}

// Report implements lower.Profiler.
func (d *Device) Report() lower.Report {
	if p := d.Profile(); p != nil {
		return p
	}
	return nil
}

// Profile returns the cost of the run so far, in the order of the compute sets and the
// classes of their vertices; nil unless a profile was requested before the run.
func (d *Device) Profile() *lower.Profile {
	if d.exchanged == nil {
		return nil
	}
	out := &lower.Profile{Estimate: Estimate, Fit: d.Program.Fit}
	units := map[int]*work{} // work by tile, for all compute sets
	for _, s := range d.program.Sets {
		var classes []*program.Class
		for _, v := range s.Vertices {
			if !slices.Contains(classes, v.Class) {
				classes = append(classes, v.Class)
			}
		}
		for _, class := range classes {
			total := &costs{operations: map[ir.Kind]int64{}, threads: make([]int64, d.program.Target.Workers)}
			for _, c := range d.cores {
				if k := c.costs[part{s, class}]; k != nil {
					total.add(k)
				}
			}
			if total.runs > 0 {
				out.Parts = append(out.Parts, total.part(s.Name, class.Name, d.codelets[class.Op].Stack))
			}
		}
	}
	cycles := map[int]int64{}
	for _, s := range d.program.Sets {
		step := lower.ProfileStep{Step: s.Name}
		all := d.workOf(s)
		for _, tile := range slices.Sorted(maps.Keys(all)) {
			w, unit := all[tile], units[tile]
			if unit == nil {
				unit = &work{workers: make([]int64, len(w.workers))}
				units[tile] = unit
			}
			unit.add(w)
			n := w.cycles()
			cycles[tile] += n
			if n > step.Cycles {
				step.Cycles, step.Number = n, tile
			}
		}
		step.Unit = d.memory.Unit.One
		out.Steps = append(out.Steps, step)
		out.Cycles += step.Cycles
	}
	for _, u := range d.Program.Units {
		t := d.exchanged.byTile[u.Number]
		p := lower.ProfileUnit{
			Unit: u.Memory.Unit.One, Number: u.Number, In: t.in, Out: t.out, Used: u.Memory.Size - u.Unused(), Size: u.Memory.Size,
			Threads: make([]int64, d.program.Target.Workers), Cycles: cycles[u.Number],
		}
		if w := units[u.Number]; w != nil {
			p.Threads = w.workers
		}
		out.Units = append(out.Units, p)
	}
	if x := d.exchanged; x.phases > 0 {
		out.Exchange = &lower.ProfileExchange{Phases: x.phases, Bytes: x.busiest, Cycles: num.CeilDiv(x.busiest, ExchangeBytes), Sync: x.phases * SyncCycles}
	}
	out.Phases, out.Lines, out.CostParts = d.phases(), d.lines(), out.Costs()
	return out
}

// workOf returns the work of the tiles in a compute set, collected from all cores,
// because any core may run a tile.
func (d *Device) workOf(s *program.Set) map[int]*work {
	all := map[int]*work{}
	for _, c := range d.cores {
		for p, w := range c.work {
			if p.set != s {
				continue
			}
			if all[p.tile] == nil {
				all[p.tile] = &work{workers: make([]int64, len(w.workers))}
			}
			all[p.tile].add(w)
		}
	}
	return all
}

func (w *work) add(other *work) {
	w.supervisor += other.supervisor
	for i, n := range other.workers {
		w.workers[i] += n
	}
}

func (k *costs) part(set, class string, reserved int64) lower.ProfilePart {
	p := lower.ProfilePart{
		Step: set, Code: class, Runs: k.runs, Operations: map[string]int64{}, Loads: map[int]int64{}, Stores: map[int]int64{},
		Clashes: k.clashes, Threads: k.threads, Stack: k.stack, Reserved: reserved,
	}
	for name, n := range k.operations {
		p.Operations[name.String()] += n
	}
	for w := range k.loads {
		if k.loads[w] > 0 {
			p.Loads[w] = k.loads[w]
		}
		if k.stores[w] > 0 {
			p.Stores[w] = k.stores[w]
		}
	}
	return p
}
