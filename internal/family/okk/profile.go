package okk

import (
	"context"
	"fmt"
	"slices"

	"optc/dialect/okk"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// engines lists the engines in the order of a profile.
var engines = []okk.Engine{okk.CopyEngine, okk.ComputeEngine}

// timedMachine is the machine for which the figures of the estimate are of the right order.
const timedMachine = "bm1684"

const estimate = "an operation starts in 32 cycles, the copy engine moves 64 bytes per cycle, and the compute engine handles one alignment unit of " +
	"each NPU per cycle and product, half as many if operands share a bank; engines overlap in okk.parallel only"

// profiler records the cost of the operations of a kernel as they run.
type profiler struct {
	machine *okk.Machine
	profile lower.Profile
	busy    [2]int64 // cycles of each engine
	free    [2]int64 // when each engine is free
	inside  bool     // in okk.parallel
	in, out []int64  // bytes that NPUs exchanged with system memory or other NPUs
	lines   *lower.Lines
}

func newProfiler(m *okk.Machine) *profiler {
	return &profiler{machine: m, lines: lower.NewLines(), in: make([]int64, m.NPUs), out: make([]int64, m.NPUs), profile: lower.Profile{Estimate: estimate}}
}

// recorded returns the meanings of operations with a record of each execution.
func (p *profiler) recorded(t sim.Table) sim.Table {
	for kind, execute := range t {
		t[kind] = func(f *sim.Frame, in *sim.Instr) error {
			if ir.Is[okk.ParallelOp](in.Op) {
				p.meet()
				p.inside = true
				defer func() { p.inside = false; p.meet() }()
			} else if writes, _ := okk.Accesses(in.Op); len(writes) > 0 {
				p.add(in.Op)
			}
			return execute(f, in)
		}
	}
	return t
}

// estimate records the cost of a kernel whose operations are in the order of their execution, without executing
// them: the cost of an operation depends on shapes and places alone.
func (p *profiler) estimate(ctx context.Context, body *ir.Block) error {
	for op := range body.Ops() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if ir.Is[okk.ParallelOp](op) {
			p.meet()
			p.inside = true
			if err := p.estimate(ctx, op.Body()); err != nil {
				return err
			}
			p.inside = false
			p.meet()
		} else if writes, _ := okk.Accesses(op); len(writes) > 0 {
			p.add(op)
		}
	}
	return nil
}

// meet makes both engines wait for each other.
func (p *profiler) meet() {
	last := max(p.free[okk.CopyEngine], p.free[okk.ComputeEngine])
	p.free = [2]int64{last, last}
}

// add records an execution of an operation.
func (p *profiler) add(op *ir.Operation) {
	row := okk.RowOf(op)
	engine, cycles, clashes := row.Engine, int64(0), int64(0)
	writes, reads := okk.Accesses(op)
	bytes := tensorBytes(writes[0])
	if engine == okk.CopyEngine {
		cycles = okk.CopyCycles(bytes)
		p.exchange(writes, p.in)
		p.exchange(reads, p.out)
	} else {
		made := okk.TensorOf(p.machine, writes[0]).Geometry
		products := row.Products(op)
		if p.sharesBank(writes, reads) {
			clashes = 1
			products *= 2
		}
		cycles = made.ComputeCycles(p.machine, products)
	}
	from := p.free[engine]
	p.free[engine] += cycles
	p.busy[engine] += cycles
	if !p.inside {
		p.meet()
	}
	p.profile.Timeline = append(p.profile.Timeline, lower.ProfileSpan{Step: engine.String(), Code: nameOfCode(op), From: from, To: from + cycles})
	line := p.lines.Of(op)
	line.Instructions++
	line.Cycles += float64(cycles)
	if engine == okk.CopyEngine {
		line.Bytes += bytes
	}
	part := p.part(engine.String(), nameOfCode(op))
	part.Runs++
	part.Operations["elements"] += bytes / okk.ElementBytes(writes[0].Type())
	part.Clashes += clashes
	for _, v := range reads {
		part.Loads[int(okk.ElementBytes(v.Type()))] += tensorBytes(v) / okk.ElementBytes(v.Type())
	}
	for _, v := range writes {
		part.Stores[int(okk.ElementBytes(v.Type()))] += tensorBytes(v) / okk.ElementBytes(v.Type())
	}
}

// part returns the entry of a kind of operation.
func (p *profiler) part(step, code string) *lower.ProfilePart {
	i := slices.IndexFunc(p.profile.Parts, func(x lower.ProfilePart) bool { return x.Step == step && x.Code == code })
	if i < 0 {
		i = len(p.profile.Parts)
		p.profile.Parts = append(p.profile.Parts, lower.ProfilePart{Step: step, Code: code, Operations: map[string]int64{}, Loads: map[int]int64{}, Stores: map[int]int64{}})
	}
	return &p.profile.Parts[i]
}

// nameOfCode is the name of an operation with its kind, if it has one.
func nameOfCode(op *ir.Operation) string {
	if o, ok := op.Typed().(interface{ KindAttr() string }); ok {
		return fmt.Sprintf("%s %s", op.Name(), o.KindAttr())
	}
	return op.Name()
}

func tensorBytes(v *ir.Value) int64 {
	_, shape := described(v.Type())
	return countElements(shape) * okk.ElementBytes(v.Type())
}

// exchange adds the bytes that each NPU holds of tensors in local memory.
func (p *profiler) exchange(tensors []*ir.Value, to []int64) {
	for _, v := range tensors {
		if _, ok := v.Type().(*okk.LocalType); !ok {
			continue
		}
		elements := okk.TensorOf(p.machine, v).Elements()
		for r := range elements.Runs() {
			to[r.Unit] += r.Len * elements.Width()
		}
	}
}

// sharesBank reports whether two operands of a computing operation, other than an operand
// in place, touch a common bank.
func (p *profiler) sharesBank(writes, reads []*ir.Value) bool {
	type banks struct{ address, first, last int64 }
	var list []banks
	for _, v := range slices.Concat(writes, reads) {
		x := okk.TensorOf(p.machine, v)
		first, last := p.machine.BanksOf(x.Reserves())
		for _, b := range list {
			if b.address != x.Address && first <= b.last && b.first <= last {
				return true
			}
		}
		list = append(list, banks{x.Address, first, last})
	}
	return false
}

// result returns the cost of the run so far.
func (p *profiler) result(program *lower.Program) *lower.Profile {
	out := p.profile
	out.Cycles = max(p.free[okk.CopyEngine], p.free[okk.ComputeEngine])
	for _, engine := range engines {
		out.Steps = append(out.Steps, lower.ProfileStep{Step: engine.String(), Cycles: p.busy[engine]})
	}
	for _, u := range program.Units {
		if u.Memory == program.Memories[0] {
			out.Units = append(out.Units, lower.ProfileUnit{Unit: u.Memory.Unit.One, Number: u.Number, In: p.in[u.Number], Out: p.out[u.Number],
				Used: u.Memory.Size - u.Unused(), Size: u.Memory.Size, Cycles: p.busy[okk.ComputeEngine]})
		}
	}
	out.Lines, out.CostParts = p.lines.List(), out.Costs()
	return &out
}
