package kernel

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"optc/dialect/memref"
	"optc/ir"
	"optc/layout/axes"
	"optc/lower"
)

// launch is the part of the manifest about the launch of a kernel.
type launch struct {
	Kernel         string  `json:"kernel"`
	Target         string  `json:"target,omitempty"`
	Block          []int64 `json:"block"`
	Grid           []int64 `json:"grid"`
	Subgroup       int64   `json:"subgroup"`
	WorkgroupBytes int64   `json:"workgroup_bytes"`
}

// launches is the part of the manifest about the launches of a program with several kernels, in order.
type launches struct {
	Target       string    `json:"target"`
	Launches     []*launch `json:"launches"`
	ScratchBytes int64     `json:"scratch_bytes"`
}

// build describes a gpu.module as a program.
func build(_ context.Context, module *ir.Operation) (*lower.Program, error) {
	g, err := read(module)
	if err != nil {
		return nil, err
	}
	p := &lower.Program{
		Family: Family(), Op: module, Target: g.machine.Chip.String(), Variables: g.variables, Parts: len(g.kernels), Called: lower.Noun{One: "kernel", Many: "kernels"},
	}
	memory := &lower.Memory{
		Unit: lower.NounOf(axes.Workgroup), Size: uint64(g.machine.WorkgroupBytes), Apart: true,
		Doc: "every workgroup has its own", Uses: []lower.Use{{Name: "buffer", Letter: 'B'}},
	}
	if len(g.kernels) == 1 && g.scratch() == nil {
		k := g.kernels[0]
		header := k.launch()
		header.Target = p.Target
		p.Header, p.Memories = header, []*lower.Memory{memory}
		if allocs := viewsOf(k.op, k.arena); len(allocs) > 0 {
			p.Units = []*lower.Unit{{Memory: memory, Allocs: allocs}}
		}
	} else {
		g.describe(p, memory)
	}
	p.Device = func(o lower.Options) (lower.Machine, error) { return newMachine(g, o) }
	return p, nil
}

// describe describes the launches of several kernels, their workgroup memory, one unit for each kernel, and the
// arena of global memory.
func (g *program) describe(p *lower.Program, workgroup *lower.Memory) {
	header := &launches{Target: p.Target}
	workgroup.Unit = lower.Noun{One: "workgroup memory", Many: "workgroup memories"}
	workgroup.Doc = "every workgroup of a kernel has its own"
	arena := &lower.Memory{Unit: lower.Noun{One: "arena", Many: "arenas"}, Apart: true, Doc: "global memory that all kernels share", Uses: []lower.Use{{Name: "tensor", Letter: 'T'}}}
	unit := &lower.Unit{Memory: arena}
	places := map[string]int{} // number of views in unit.Allocs, by name and place
	for i, k := range g.kernels {
		header.Launches = append(header.Launches, k.launch())
		p.Steps = append(p.Steps, ir.SymbolName(k.op))
		if allocs := viewsOf(k.op, k.arena); len(allocs) > 0 {
			for j := range allocs {
				allocs[j].Life = lower.Life{From: i, To: i}
			}
			p.Units = append(p.Units, &lower.Unit{Memory: workgroup, Number: i, Allocs: allocs})
		}
		if g.scratch() == nil {
			continue
		}
		for _, a := range viewsOf(k.op, k.op.Body().Arg(len(g.arguments)-1)) {
			key := fmt.Sprintf("%d %s", a.Addr, a.Name)
			at, known := places[key]
			if !known {
				at, a.Kind, a.Align, a.Life = len(unit.Allocs), "tensor", ArenaAlign, lower.Life{From: i, To: i}
				places[key] = at
				unit.Allocs = append(unit.Allocs, a)
			}
			unit.Allocs[at].Life.To = i
		}
	}
	if v := g.scratch(); v != nil {
		slices.SortStableFunc(unit.Allocs, func(a, b lower.Alloc) int { return cmp.Compare(a.Addr, b.Addr) })
		header.ScratchBytes = v.Len() * int64(v.Bytes)
		arena.Size = uint64(header.ScratchBytes)
		p.Units = append(p.Units, unit)
	}
	p.Header, p.Memories = header, []*lower.Memory{workgroup, arena}
}

// ArenaAlign is the alignment in bytes of the tensors of the arena, the largest sector of a chip.
const ArenaAlign = 64

// scratch returns the arena of global memory, or nil. It is the last argument.
func (g *program) scratch() *lower.HostVariable {
	if last := len(g.arguments) - 1; last >= 0 && g.arguments[last].scratch {
		return g.arguments[last].variable
	}
	return nil
}

// launch describes the launch of a kernel.
func (k *kernel) launch() *launch {
	return &launch{Kernel: ir.SymbolName(k.op), Block: k.block[:], Grid: k.grid[:], Subgroup: k.subgroup, WorkgroupBytes: k.bytes()}
}

// viewsOf lists the views of an arena in a kernel, by address.
func viewsOf(kernel *ir.Operation, arena *ir.Value) (list []lower.Alloc) {
	if arena == nil {
		return nil
	}
	printed := ir.ValueNames(kernel)
	for use := arena.FirstUse(); use != nil; use = use.Next() {
		view := ir.As[memref.ViewOp](use.Owner())
		if !view.Ok() {
			continue
		}
		at, known := ir.ConstantInt(view.ByteShift())
		v := view.Operation().Result(0)
		t := v.Type().(*ir.MemRefType)
		n, static := ir.NumElements(t.Dims)
		if !known || !static {
			continue
		}
		list = append(list, lower.Alloc{
			Name: fmt.Sprintf("%s: %s", printed(v), t), Label: printed(v), Kind: "buffer", Addr: uint64(at.Int64()), Size: uint64(n) * uint64(ir.ElementBytes(t.Elem)), Align: 16,
		})
	}
	slices.SortStableFunc(list, func(a, b lower.Alloc) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}

// bytes returns the bytes of workgroup memory.
func (k *kernel) bytes() int64 {
	if k.arena == nil {
		return 0
	}
	t := k.arena.Type().(*ir.MemRefType)
	n, _ := ir.NumElements(t.Dims)
	return n * int64(ir.ElementBytes(t.Elem))
}
