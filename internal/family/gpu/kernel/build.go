package kernel

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"optc/dialect/memref"
	"optc/ir"
	"optc/layout"
	"optc/lower"
)

// launch is the part of the manifest about the launch of a kernel.
type launch struct {
	Kernel         string  `json:"kernel"`
	Target         string  `json:"target"`
	Block          []int64 `json:"block"`
	Grid           []int64 `json:"grid"`
	Subgroup       int64   `json:"subgroup"`
	WorkgroupBytes int64   `json:"workgroup_bytes"`
}

// build describes a kernel as a program.
func build(_ context.Context, module *ir.Operation) (*lower.Program, error) {
	k, err := read(module)
	if err != nil {
		return nil, err
	}
	p := &lower.Program{
		Family: Family(), Op: module, Target: string(k.machine.Chip), Variables: k.variables, Parts: 1, Called: lower.Noun{One: "kernel", Many: "kernels"},
		Header: &launch{
			Kernel: ir.SymbolName(k.op), Target: string(k.machine.Chip), Block: k.block[:], Grid: k.grid[:], Subgroup: k.subgroup, WorkgroupBytes: k.bytes(),
		},
	}
	memory := &lower.Memory{
		Unit: lower.NounOf(layout.AxisWorkgroup), Size: uint64(k.machine.WorkgroupBytes), Apart: true,
		Doc: "every workgroup has its own", Uses: []lower.Use{{Name: "buffer", Letter: 'B'}},
	}
	p.Memories = []*lower.Memory{memory}
	if allocs := k.buffers(); len(allocs) > 0 {
		p.Units = []*lower.Unit{{Memory: memory, Allocs: allocs}}
	}
	p.Device = func(o lower.Options) (lower.Machine, error) { return newMachine(k, o), nil }
	return p, nil
}

// buffers lists the views of the arena, by address.
func (k *kernel) buffers() (list []lower.Alloc) {
	if k.arena == nil {
		return nil
	}
	printed := ir.ValueNames(k.op)
	for use := k.arena.FirstUse(); use != nil; use = use.Next() {
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
