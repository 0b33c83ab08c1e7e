package kernel

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/amdgpu"
	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/math"
	"optc/dialect/nvgpu"
	"optc/dialect/vector"
	"optc/draw"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// Profile is the cost of a run of a kernel.
type Profile struct {
	Threads   int64 `json:"threads"`
	Subgroups int64 `json:"subgroups"`
	// Accesses are the accesses to memory, by memory, direction and width.
	Accesses []AccessCost `json:"accesses"`
	// Shuffles and Barriers are numbers of executions, by all threads together.
	Shuffles int64 `json:"shuffles"`
	Barriers int64 `json:"barriers"`
	// Arithmetic counts executions by name: scalar operations, matrix instructions, and exchanges
	// between lanes other than shuffles.
	Arithmetic map[string]int64 `json:"arithmetic"`
	// Registers is the largest number of 32-bit registers that the values of a thread take at any
	// point of the kernel, before upstream reuses registers.
	Registers int64 `json:"registers"`
	// Parts are the parts of the estimated cycles; see Costs.
	Parts []lower.Cost `json:"costs"`
	// Lines are the costs of the lines of the source; see ByLine.
	Lines []lower.LineCost `json:"lines"`

	lines             *lower.Lines
	work              map[*lower.LineCost]*lineWork
	numbers, products int64 // see countCosts
	// workgroups is the number of workgroups of the grid, some of which were executed; both are 0 if
	// the profile is about a function without a grid.
	workgroups, executed int64

	function *ir.Operation
	machine  *Machine
}

// NewProfile returns an empty profile of a function, on the GPU that its module names or else on
// the first known GPU.
func NewProfile(f *ir.Operation) (*Profile, error) {
	m, err := MachineOf(f)
	if err != nil {
		return nil, err
	}
	if m == nil {
		m = machines[0]
	}
	return newProfile(f, m), nil
}

func newProfile(f *ir.Operation, m *Machine) *Profile {
	return &Profile{Arithmetic: map[string]int64{}, Registers: Registers(f), Lines: []lower.LineCost{}, lines: lower.NewLines(), work: map[*lower.LineCost]*lineWork{}, function: f, machine: m}
}

// Run calls the function in the threads of a group, as sim.Group.Run does, and adds the cost to
// the profile.
func (p *Profile) Run(ctx context.Context, g *sim.Group, args []sim.Value) ([][]sim.Value, error) {
	r := newRecorder(g.SubgroupSize)
	g.Table = r.table(g.Module)
	g.Executed = func(op *ir.Operation, n int64) { r.counts[op] += n }
	results, err := g.Run(ctx, ir.SymbolName(p.function), func(sim.Thread) []sim.Value { return args })
	threads := g.BlockDim[0] * g.BlockDim[1] * g.BlockDim[2]
	p.Threads += threads
	p.Subgroups += (threads + g.SubgroupSize - 1) / g.SubgroupSize
	p.collect(r)
	p.countCosts(r.counts, g.SubgroupSize)
	p.listLines()
	p.Parts = p.Costs()
	return results, err
}

// AccessCost is the cost of the accesses of one kind.
type AccessCost struct {
	Memory    string `json:"memory"` // global or workgroup
	Direction string `json:"direction"`
	Bytes     int64  `json:"bytes"` // of a thread
	Threads   int64  `json:"threads"`
	Subgroups int64  `json:"subgroups"`
	// Parts is the number of sectors of global memory, or of phases of the banks of workgroup memory;
	// Least is what their number would be if the bytes were contiguous.
	Parts int64 `json:"parts"`
	Least int64 `json:"least"`
}

// Report implements lower.Profiler.
func (m *machine) Report() lower.Report {
	switch len(m.profiles) {
	case 0:
		return nil
	case 1:
		return m.profiles[0]
	}
	return newProgramProfile(m.program, m.profiles)
}

// exchanges names the exchanges between lanes that are no shuffles.
var exchanges = map[string]bool{
	gpu.SubgroupReduceOp{}.Kind().String(): true, gpu.BallotOp{}.Kind().String(): true, gpu.RotateOp{}.Kind().String(): true,
	gpu.SubgroupBroadcastOp{}.Kind().String(): true, ireegpu.SubgroupScanOp{}.Kind().String(): true,
}

// collect adds the recorded accesses of a workgroup's threads to the profile.
func (p *Profile) collect(r *recorder) {
	for q, t := range r.requests {
		memory, direction := "global", "load"
		parts, unit := t.sectors(p.machine.Sector), p.machine.Sector
		if t.shared {
			memory, parts, unit = "workgroup", p.machine.Banks.Cycles(t.bankRequest()), p.machine.Banks.Row()
		}
		if t.write {
			direction = "store"
		}
		at := slices.IndexFunc(p.Accesses, func(a AccessCost) bool { return a.Memory == memory && a.Direction == direction && a.Bytes == t.width })
		if at < 0 {
			at = len(p.Accesses)
			p.Accesses = append(p.Accesses, AccessCost{Memory: memory, Direction: direction, Bytes: t.width})
		}
		distinct := slices.Compact(slices.Sorted(slices.Values(t.places)))
		a := &p.Accesses[at]
		a.Threads += int64(len(t.places))
		a.Subgroups++
		least := (int64(len(distinct))*t.width + unit - 1) / unit
		a.Parts += parts
		a.Least += least
		p.addAccess(q.op, t, parts, least)
	}
	slices.SortFunc(p.Accesses, func(a, b AccessCost) int {
		return cmp.Or(cmp.Compare(a.Memory, b.Memory), cmp.Compare(a.Direction, b.Direction), cmp.Compare(b.Bytes, a.Bytes))
	})
	for op, n := range r.counts {
		p.addExecutions(op, n, r.subgroup)
		switch {
		case ir.Is[gpu.ShuffleOp](op):
			p.Shuffles += n
		case ir.Is[gpu.BarrierOp](op):
			p.Barriers += n
		case exchanges[op.Name()], ir.IsAny(op, nvgpu.MmaSyncOp{}, amdgpu.MFMAOp{}, amdgpu.WMMAOp{}):
			p.Arithmetic[op.Name()] += n
		case op.Def().Owner() == arith.Dialect && !ir.Is[arith.ConstantOp](op), op.Def().Owner() == math.Dialect, ir.Is[vector.ReductionOp](op):
			p.Arithmetic[op.Name()] += n
		}
	}
}

// Registers returns the largest number of 32-bit registers that the values of a kernel take at
// any of its operations. A value that is used in a loop around which it is defined lives in the
// whole loop.
func Registers(f *ir.Operation) (most int64) {
	number, end := map[*ir.Operation]int{}, map[*ir.Operation]int{}
	count := 0
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		count++
		number[op] = count
		for at := op; at != nil && at != f; at = at.Parent() {
			end[at] = count
		}
		return ir.Advance
	})
	change := make([]int64, count+2)
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Results() {
			last := number[op]
			for use := v.FirstUse(); use != nil; use = use.Next() {
				at := use.Owner()
				for at.Block() != op.Block() && at.Parent() != nil {
					at = at.Parent()
				}
				last = max(last, end[at])
			}
			if !ir.Is[arith.ConstantOp](op) {
				change[number[op]] += registersOf(v.Type())
				change[last+1] -= registersOf(v.Type())
			}
		}
		return ir.Advance
	})
	alive := int64(0)
	for _, c := range change {
		alive += c
		most = max(most, alive)
	}
	return most
}

// registersOf returns the number of 32-bit registers of a value.
func registersOf(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.VectorType:
		n, _ := ir.NumElements(t.Dims)
		return (n*int64(ir.ElementBytes(t.Elem)) + 3) / 4
	case *ir.MemRefType:
		return 2
	}
	return (int64(ir.ElementBytes(t)) + 3) / 4
}

// Write writes the profile as text.
func (p *Profile) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d threads in %d subgroups, at most %d registers alive\n", p.Threads, p.Subgroups, p.Registers)
	fmt.Fprintf(&b, "  %-10s %-6s %6s %9s %10s  parts (least)\n", "memory", "", "bytes", "threads", "subgroups")
	for _, a := range p.Accesses {
		part := "sector"
		if a.Memory == "workgroup" {
			part = "phase"
		}
		fmt.Fprintf(&b, "  %-10s %-6s %6d %9d %10d  %s (%d)\n", a.Memory, a.Direction, a.Bytes, a.Threads, a.Subgroups, diag.Counted(a.Parts, part), a.Least)
	}
	fmt.Fprintf(&b, "  %-24s %d\n  %-24s %d\n", "shuffles", p.Shuffles, "barriers", p.Barriers)
	for _, name := range slices.Sorted(maps.Keys(p.Arithmetic)) {
		fmt.Fprintf(&b, "  %-24s %d\n", name, p.Arithmetic[name])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Draw draws the parts of memory that the accesses of subgroups touch, beside the least possible number.
func (p *Profile) Draw() draw.Pictures {
	panel := &draw.Panel{Axis: draw.Axis{Name: "sectors or phases", To: 1, Scaled: true}}
	for _, a := range p.Accesses {
		for i, n := range []int64{a.Parts, a.Least} {
			label := []string{"touched", "least"}[i]
			panel.Add(draw.Cell{Row: len(panel.Rows), To: n, Colour: draw.Series(i), Mark: '#', Hover: fmt.Sprintf("%s: %d", label, n)})
			panel.Rows = append(panel.Rows, draw.Row{Label: label, Group: fmt.Sprintf("%s %s of %d bytes", a.Memory, a.Direction, a.Bytes), Note: fmt.Sprint(n)})
			panel.Axis.To = max(panel.Axis.To, n)
		}
	}
	return draw.Pictures{{Title: fmt.Sprintf("accesses of %d subgroups", p.Subgroups), Panels: []*draw.Panel{panel}}}
}
