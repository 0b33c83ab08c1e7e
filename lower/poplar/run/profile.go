package run

import (
	"slices"

	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/lower"
	"optc/lower/poplar/program"
	"optc/sim"
)

// costs is what the vertices of a class did in a compute set.
type costs struct {
	runs, clashes int64
	operations    map[ir.Kind]int64
	loads, stores [maxWidth + 1]int64 // by bytes
	threads       []int64
	stack         int64
}

// maxWidth is the most bytes that one access to an element has.
const maxWidth = 8

// part names costs.
type part struct {
	set   *program.Set
	class *program.Class
}

// traffic is what a tile exchanges with others, in bytes.
type traffic struct{ in, out int64 }

// StartProfile makes the device count what runs cost.
func (d *Device) StartProfile() {
	d.exchanged = map[int]traffic{}
	for _, c := range d.cores {
		c.costs = map[part]*costs{}
	}
}

// of returns the costs of a part, which a core adds to.
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

// access counts a load or store.
func (k *costs) access(width int, write, clash bool) {
	if !write {
		k.loads[width]++
		return
	}
	k.stores[width]++
	if clash {
		k.clashes++
	}
}

// run counts a run of the code of a vertex. A vertex that one worker runs may be run by
// any of them; the tile hands them out in turn.
func (k *costs) run(m *sim.Machine, worker int64, v *program.Vertex) {
	if poplar.VertexOf(v.Class.Op).Codelet().Kind == vertex.Worker {
		worker = k.runs % int64(len(k.threads))
	}
	k.runs++
	if worker != supervisor {
		k.threads[worker] += m.Steps()
	}
	k.stack = max(k.stack, m.Stack.High)
	m.Executed(k.operations)
}

// count counts what moves, and what of it moves between tiles.
func (d *Device) count(moves []program.Move) {
	for i := range moves {
		m := &moves[i]
		d.cores[0].stats.moved += int64(m.Total())
		if d.exchanged == nil || m.From.Tile == m.To.Tile {
			continue
		}
		from, to := d.exchanged[m.From.Tile], d.exchanged[m.To.Tile]
		from.out += int64(m.Total())
		to.in += int64(m.Total())
		d.exchanged[m.From.Tile], d.exchanged[m.To.Tile] = from, to
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

// Profile tells what the run so far cost, in the order of the compute sets and the
// classes of their vertices; nil unless asked for before.
func (d *Device) Profile() *lower.Profile {
	if d.exchanged == nil {
		return nil
	}
	out := &lower.Profile{}
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
	for _, u := range d.Program.Units {
		t := d.exchanged[u.Number]
		out.Units = append(out.Units, lower.ProfileUnit{
			Unit: u.Memory.Unit.One, Number: u.Number, In: t.in, Out: t.out, Used: u.Memory.Size - u.Unused(), Size: u.Memory.Size,
		})
	}
	return out
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
