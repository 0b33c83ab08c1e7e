package lower

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"optc/draw"
)

// Profiler is a machine that records the cost of its run.
type Profiler interface {
	// Report returns the cost of the run so far; nil unless Options asked for it.
	Report() Report
}

// Estimator is a Profiler that finds the cost of a run without the values of its variables.
type Estimator interface {
	Profiler
	// Estimate records the cost of a run and executes nothing.
	Estimate(ctx context.Context) error
}

// Report is the cost of a run. It is written as JSON by its exported fields.
type Report interface {
	// Write writes the report as text.
	Write(w io.Writer) error
	// Draw draws the report.
	Draw() draw.Pictures
}

// Priced is a report that adds up to a number of cycles.
type Priced interface {
	Report
	// Costs returns the parts of the sum, in a fixed order.
	Costs() []Cost
}

// Cost is a part of the cycles of a run.
type Cost struct {
	Name   string  `json:"name"`
	Count  int64   `json:"count"`
	Cycles float64 `json:"cycles"`
}

// Profile is the cost of a run, by pieces of code and by units of memory. Cycles are
// estimates.
type Profile struct {
	Parts []ProfilePart `json:"parts"`
	Steps []ProfileStep `json:"steps"`
	Units []ProfileUnit `json:"units"`
	// Timeline holds when each operation ran, of programs whose steps overlap.
	Timeline []ProfileSpan `json:"timeline,omitempty"`
	// Phases are the parts of the run in the order in which they first ran; no two overlap.
	Phases []ProfilePhase `json:"phases,omitempty"`
	// Lines are the costs of the lines of the source, and CostParts the parts of the cycles.
	Lines     []LineCost `json:"lines"`
	CostParts []Cost     `json:"costs"`
	// Cycles is the sum over all steps of the time of the busiest unit, because the other
	// units wait for it.
	Cycles int64 `json:"cycles"`
	// Exchange is the cost of moving data between units, which is no part of Cycles; nil if
	// nothing moved.
	Exchange *ProfileExchange `json:"exchange,omitempty"`
	// Fit is the use of the unit whose values take the most memory compared with the memory that they need, if the lives of values are known.
	Fit *Fit `json:"fit,omitempty"`
	// Estimate explains how cycles are estimated.
	Estimate string `json:"estimate"`
}

// ProfileExchange is the cost of the phases in which units exchange data while nothing else runs.
type ProfileExchange struct {
	Phases int64 `json:"phases"`
	// Bytes is the sum over all phases of the bytes of the busiest unit, and Cycles their time.
	Bytes  int64 `json:"bytes"`
	Cycles int64 `json:"cycles"`
	// Sync is the time of the synchronisations before the phases.
	Sync int64 `json:"sync"`
}

// ProfileSpan is the time of an execution of a piece of code in a step, in cycles since
// the begin of the run.
type ProfileSpan struct {
	Step string `json:"step"`
	Code string `json:"code"`
	From int64  `json:"from"`
	To   int64  `json:"to"`
}

// ProfilePhase is a part of a run in which all units do the same kind of work; it covers all its
// executions together. Other units wait for the busiest one.
type ProfilePhase struct {
	Step string `json:"step"`
	Kind string `json:"kind"` // Compute, Exchange or Sync
	Runs int64  `json:"runs"`
	// Cycles is the time of the busiest unit.
	Cycles int64 `json:"cycles"`
	// Units are the cycles of the units, neighbours with equal cycles together; units without work are left out.
	Units []PhaseUnits `json:"units"`
}

// The kinds of phases.
const (
	Compute  = "compute"
	Exchange = "exchange"
	Sync     = "sync"
)

// PhaseUnits is the work of the units First to Last, each.
type PhaseUnits struct {
	First  int   `json:"first"`
	Last   int   `json:"last"`
	Cycles int64 `json:"cycles"`
}

// FoldUnits joins neighbouring units with equal cycles. Cycles are by unit.
func FoldUnits(cycles map[int]int64) []PhaseUnits {
	list := []PhaseUnits{}
	for _, number := range slices.Sorted(maps.Keys(cycles)) {
		n := cycles[number]
		if last := len(list) - 1; last >= 0 && list[last].Last == number-1 && list[last].Cycles == n {
			list[last].Last = number
		} else if n > 0 {
			list = append(list, PhaseUnits{number, number, n})
		}
	}
	return list
}

// ByLine implements Lined.
func (p *Profile) ByLine() []LineCost { return p.Lines }

// ProfileStep is the cost of a step of the program on the busiest unit, for all its
// executions together.
type ProfileStep struct {
	Step   string `json:"step"`
	Cycles int64  `json:"cycles"`
	Unit   string `json:"unit"` // "tile"; empty if the step is not of a unit
	Number int    `json:"number"`
}

// ProfilePart is the work of a piece of code in a step of the program, on all units.
type ProfilePart struct {
	Step string `json:"step"` // of the program: a compute set
	Code string `json:"code"` // a class of vertices
	Runs int64  `json:"runs"` // of the code, one for each thread
	// Operations are numbers of executed operations by name.
	Operations map[string]int64 `json:"operations"`
	// Loads and Stores are numbers of accesses by their width in bytes.
	Loads  map[int]int64 `json:"loads"`
	Stores map[int]int64 `json:"stores"`
	// Clashes are stores that directly follow a load by the same thread from the same
	// memory element.
	Clashes int64 `json:"clashes"`
	// Threads holds the numbers of operations that each thread of a unit executed.
	Threads []int64 `json:"threads"`
	// Stack is the largest number of the Reserved bytes that a run certainly used.
	Stack    int64 `json:"stack"`
	Reserved int64 `json:"reserved"`
}

// ProfileUnit holds the numbers of bytes that a unit of memory exchanged with others, and
// that it uses.
type ProfileUnit struct {
	Unit   string `json:"unit"` // "tile"
	Number int    `json:"number"`
	In     int64  `json:"in"`
	Out    int64  `json:"out"`
	Used   uint64 `json:"used"`
	Size   uint64 `json:"size"`
	// Threads holds the numbers of instructions that each thread issues, and Cycles the
	// time of the unit for them, both estimated.
	Threads []int64 `json:"threads"`
	Cycles  int64   `json:"cycles"`
}

// Costs implements Priced: the cycles of the steps, or of the run where steps overlap, and of
// the exchange.
func (p *Profile) Costs() (list []Cost) {
	if len(p.Timeline) > 0 {
		return []Cost{{Name: "run", Count: 1, Cycles: float64(p.Cycles)}}
	}
	for _, s := range p.Steps {
		list = append(list, Cost{Name: s.Step, Count: 1, Cycles: float64(s.Cycles)})
	}
	if x := p.Exchange; x != nil {
		list = append(list, Cost{Name: "exchanged bytes", Count: x.Bytes, Cycles: float64(x.Cycles)}, Cost{Name: "synchronisations", Count: x.Phases, Cycles: float64(x.Sync)})
	}
	return list
}

// String names the unit: "tile 7".
func (u *ProfileUnit) String() string { return fmt.Sprintf("%s %d", u.Unit, u.Number) }

// Imbalance is the largest number of operations of a thread divided by the average over all
// threads; 1 if the work is divided evenly.
func (p *ProfilePart) Imbalance() float64 {
	total := int64(0)
	for _, n := range p.Threads {
		total += n
	}
	if total == 0 {
		return 1
	}
	return float64(slices.Max(p.Threads)) * float64(len(p.Threads)) / float64(total)
}

// Write writes the profile as text.
func (p *Profile) Write(w io.Writer) error {
	var b strings.Builder
	for i := range p.Parts {
		part := &p.Parts[i]
		total := int64(0)
		for _, n := range part.Operations {
			total += n
		}
		fmt.Fprintf(&b, "%s, %s\n", part.Step, part.Code)
		fmt.Fprintf(&b, "  %-12s %d\n  %-12s %d\n", "runs", part.Runs, "operations", total)
		names := slices.SortedFunc(maps.Keys(part.Operations), func(x, y string) int {
			return cmp.Or(cmp.Compare(part.Operations[y], part.Operations[x]), cmp.Compare(x, y))
		})
		for _, name := range names {
			fmt.Fprintf(&b, "    %-28s %d\n", name, part.Operations[name])
		}
		accesses(&b, "loads", part.Loads)
		accesses(&b, "stores", part.Stores)
		fmt.Fprintf(&b, "  %-12s %d\n", "clashes", part.Clashes)
		if len(part.Threads) > 0 {
			fmt.Fprintf(&b, "  %-12s %v, the busiest with %.2f of the average\n", "threads", part.Threads, part.Imbalance())
			fmt.Fprintf(&b, "  %-12s at least %d of %d bytes\n", "stack", part.Stack, part.Reserved)
		}
	}
	for i := 0; i < len(p.Units); i++ {
		u := &p.Units[i]
		label := u.String()
		if same := p.alike(i); same >= foldedUnits {
			i += same - 1
			label += fmt.Sprintf(" to %d, each", p.Units[i].Number)
		}
		fmt.Fprintf(&b, "%s: %d bytes in, %d bytes out, %d of %d bytes used, about %d cycles\n", label, u.In, u.Out, u.Used, u.Size, u.Cycles)
	}
	fmt.Fprintf(&b, "about %d cycles\n", p.Cycles)
	for _, s := range p.Steps {
		if fmt.Fprintf(&b, "  %-28s %d", s.Step, s.Cycles); s.Unit != "" {
			fmt.Fprintf(&b, " on %s %d", s.Unit, s.Number)
		}
		b.WriteByte('\n')
	}
	if x := p.Exchange; x != nil {
		fmt.Fprintf(&b, "exchange: %d phases, %d bytes of the busiest %s in about %d cycles, %d cycles of synchronisation\n", x.Phases, x.Bytes, p.Units[0].Unit, x.Cycles, x.Sync)
	}
	if p.Fit != nil {
		fmt.Fprintf(&b, "memory: %s\n", p.Fit)
	}
	fmt.Fprintf(&b, "Cycles are estimated: %s.\n", p.Estimate)
	_, err := io.WriteString(w, b.String())
	return err
}

// foldedUnits is the number of units with equal costs that share a line.
const foldedUnits = 4

// alike returns the number of consecutive units, starting with unit i, whose costs are equal.
func (p *Profile) alike(i int) int {
	n := 1
	for ; i+n < len(p.Units); n++ {
		u, v := p.Units[i], p.Units[i+n]
		if u.Unit != v.Unit || u.In != v.In || u.Out != v.Out || u.Used != v.Used || u.Cycles != v.Cycles || !slices.Equal(u.Threads, v.Threads) {
			break
		}
	}
	return n
}

// accesses writes a line about loads or stores: their bytes, then their numbers by width.
func accesses(b *strings.Builder, what string, byWidth map[int]int64) {
	var parts []string
	bytes := int64(0)
	for _, width := range slices.Sorted(maps.Keys(byWidth)) {
		bytes += int64(width) * byWidth[width]
		parts = append(parts, fmt.Sprintf("%d of %d bytes", byWidth[width], width))
	}
	fmt.Fprintf(b, "  %-12s %d bytes", what, bytes)
	if len(parts) > 0 {
		b.WriteString(": " + strings.Join(parts, ", "))
	}
	b.WriteByte('\n')
}
