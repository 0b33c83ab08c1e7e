package okk

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/layout/axes"
	"optc/lower"
)

// build reads a kernel whose tensors have addresses.
func build(_ context.Context, kernel *ir.Operation) (*lower.Program, error) {
	m := okk.MachineFor(kernel)
	if m == nil {
		return nil, okk.MachineMissing(kernel)
	}
	if op := unplaced(kernel); op != nil {
		return nil, placeMissing(op)
	}
	if err := checkLibrary(kernel, m); err != nil {
		return nil, err
	}
	named, err := buffers(kernel)
	if err != nil {
		return nil, err
	}
	b := &builder{kernel: kernel, machine: m, spaces: map[string]*lower.Memory{}, units: map[string]*lower.Unit{}, lives: okk.Lives(kernel)}
	p := &lower.Program{Family: Family(), Op: kernel, Target: m.Name, Called: lower.Noun{One: "operation", Many: "operations"}, Details: &details{ir.SymbolName(kernel)}}
	if err := b.system(); err != nil {
		return nil, err
	}
	npus, steps := b.local()
	p.Memories, p.Steps = append(p.Memories, npus), steps
	for npu := range int(m.NPUs) {
		if len(b.allocs) > 0 {
			p.Units = append(p.Units, &lower.Unit{Memory: npus, Number: npu, Allocs: b.allocs})
		}
	}
	for _, name := range b.order {
		p.Memories = append(p.Memories, b.spaces[name])
		p.Units = append(p.Units, b.units[name])
	}
	needed := readFirst(kernel)
	for _, op := range named {
		v := bufferVariable(op, needed)
		b.places(v, op)
		p.Variables = append(p.Variables, v)
	}
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		if writes, _ := okk.Accesses(op); len(writes) > 0 {
			p.Parts++
		}
		return ir.Advance
	})
	p.Device = func(o lower.Options) (lower.Machine, error) { return newDevice(p, m, npus, b.spaces, b.order, o) }
	return p, nil
}

// details is the part of the manifest about a kernel that does not concern its memories.
type details struct {
	Kernel string `json:"kernel"`
}

// builder collects the contents of the memories of a kernel.
type builder struct {
	kernel  *ir.Operation
	machine *okk.Machine
	spaces  map[string]*lower.Memory // by name in types
	units   map[string]*lower.Unit
	order   []string // names of spaces in use
	allocs  []lower.Alloc
	lives   map[*ir.Value]okk.Life
}

// system describes the buffers in system memory. A memory reaches as far as the kernel
// uses it.
func (b *builder) system() error {
	var list []*ir.Operation
	ir.Walk(b.kernel, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.SysBufferOp](op) {
			list = append(list, op)
		}
		return ir.Advance
	})
	slices.SortStableFunc(list, func(x, y *ir.Operation) int { return cmp.Compare(addressOf(x), addressOf(y)) })
	var last *ir.Operation
	for _, op := range list {
		if last != nil && spaceOf(last) == spaceOf(op) && addressOf(op) < addressOf(last)+okk.BufferBytes(last) {
			return okk.Diagnose(op, diag.Errorf("live-overlap", "buffers share %s", okk.SystemRange(addressOf(op), min(addressOf(last)+okk.BufferBytes(last), addressOf(op)+okk.BufferBytes(op))))).
				Note(last.Loc(), "the other buffer is here")
		}
		if err := b.buffer(op); err != nil {
			return err
		}
		last = op
	}
	for _, name := range b.order {
		b.units[name].Chunks = lower.NewChunks(b.units[name].Chunks)
	}
	return nil
}

func addressOf(op *ir.Operation) int64 {
	at, _ := okk.AddressOf(op.Result(0))
	return at
}

func spaceOf(op *ir.Operation) string { return op.Result(0).Type().(*okk.SystemType).Space }

func (b *builder) buffer(op *ir.Operation) error {
	name := spaceOf(op)
	at, size := addressOf(op), okk.BufferBytes(op)
	if b.spaces[name] == nil {
		space := diag.Must(b.machine.Space(name))
		b.spaces[name] = &lower.Memory{
			Unit: lower.Noun{One: space.Name, Many: space.Name}, Base: uint64(space.Base), Doc: fmt.Sprintf("as far as it is used, of %d bytes", space.Bytes),
			Uses: []lower.Use{{Name: "buffer", Letter: 'B'}}, Apart: true,
		}
		b.units[name] = &lower.Unit{Memory: b.spaces[name]}
		b.order = append(b.order, name)
	}
	memory, unit := b.spaces[name], b.units[name]
	memory.Size = max(memory.Size, uint64(at+size)-memory.Base)
	if memory.Size > maxSystem {
		return okk.Diagnose(op, diag.Errorf("sys-range", "ends %d bytes behind the start of its memory; a kernel can use %d of them here", memory.Size, int64(maxSystem)))
	}
	sysBuffer := ir.Cast[okk.SysBufferOp](op)
	text := sysBuffer.Name()
	if text == "" {
		text = fmt.Sprintf("buffer %d", len(unit.Allocs))
	}
	value := sysBuffer.Value()
	unit.Allocs = append(unit.Allocs, lower.Alloc{Name: text, Kind: "buffer", Addr: uint64(at), Size: uint64(size), Align: 1, Written: value != nil})
	if value == nil {
		return nil
	}
	s, _ := okk.InSystem(op.Result(0))
	places := s.Elements()
	raw, width := value.Expanded(), s.DType.Bytes()
	for r := range places.Runs() {
		unit.Chunks = append(unit.Chunks, lower.Chunk{Addr: uint64(r.Offset), Bytes: raw[r.Index*width : (r.Index+r.Len)*width]})
	}
	return nil
}

// maxSystem bounds the system memory, in bytes, that is simulated.
const maxSystem = 1 << 32

// local describes the memory of the NPUs, in which all of them set aside the same ranges.
// Tensors that are not in use together may share bytes.
func (b *builder) local() (npus *lower.Memory, steps []string) {
	m := b.machine
	lives := map[string]okk.Life{}
	tensors := map[string]*okk.Tensor{}
	printed := ir.ValueNames(b.kernel)
	ir.Walk(b.kernel, func(op *ir.Operation) ir.WalkResult {
		if !ir.Is[okk.AllocOp](op) {
			return ir.Advance
		}
		x := okk.TensorOf(m, op.Result(0))
		name := fmt.Sprintf("%s: %s", printed(op.Result(0)), op.Result(0).Type())
		lives[name], tensors[name] = b.lives[op.Result(0)], x
		b.allocs = append(b.allocs, lower.Alloc{Name: name, Label: printed(op.Result(0)), Kind: "tensor", Addr: uint64(x.Offset), Size: uint64(x.Reserved), Align: uint64(x.Type.Alignment(m))})
		return ir.Advance
	})
	slices.SortStableFunc(b.allocs, func(x, y lower.Alloc) int { return cmp.Compare(x.Addr, y.Addr) })
	memory := &lower.Memory{
		Unit: lower.NounOf(axes.NPU), Size: uint64(m.NPUBytes), Doc: fmt.Sprintf("banks of %d bytes", m.BankBytes()),
		Uses: []lower.Use{{Name: "tensor", Letter: 'T'}}, Apart: true,
		Columns: []lower.Column{
			{Name: "NPUs", Of: func(a *lower.Alloc) any { return usedNPUs(tensors[a.Name]) }},
			{Name: "banks", Of: func(a *lower.Alloc) any { return usedBanks(tensors[a.Name]) }},
			{Name: "operations", Of: func(a *lower.Alloc) any { return []int{int(lives[a.Name].First), int(lives[a.Name].Last)} }},
			{Name: "payload", Of: func(a *lower.Alloc) any { return int(tensors[a.Name].Type.PayloadBytes()) }},
			{Name: "used %", Of: func(a *lower.Alloc) any { return int(useRatio(tensors[a.Name])) }},
		},
	}
	for bank := range m.Banks {
		memory.Regions = append(memory.Regions, lower.Region{Name: fmt.Sprint("bank ", bank), From: uint64(bank * m.BankBytes()), To: uint64((bank + 1) * m.BankBytes())})
	}
	return memory, b.steps(lives)
}

// mostSteps bounds the rows of the picture of the memory.
const mostSteps = 64

// steps divides a kernel at the operations where the life of a tensor begins or ends, and
// records the steps during which each tensor lives. A kernel with too many steps is not
// divided.
func (b *builder) steps(lives map[string]okk.Life) (names []string) {
	var cuts []int64
	for _, l := range lives {
		cuts = append(cuts, l.First, l.Last+1)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	if len(cuts) > mostSteps+1 {
		return nil
	}
	for i := range len(cuts) - 1 {
		name := fmt.Sprint("operation ", cuts[i])
		if last := cuts[i+1] - 1; last > cuts[i] {
			name = fmt.Sprintf("operations %d to %d", cuts[i], last)
		}
		names = append(names, name)
	}
	for i := range b.allocs {
		a := &b.allocs[i]
		from, _ := slices.BinarySearch(cuts, lives[a.Name].First)
		to, _ := slices.BinarySearch(cuts, lives[a.Name].Last+1)
		a.Life = lower.Life{From: from, To: to}
	}
	return names
}

// usedNPUs returns the first and the last NPU that hold a channel; the last may be below
// the first, because NPU 0 follows the last NPU of the machine.
func usedNPUs(x *okk.Tensor) []int {
	n := x.NPUsUsed()
	switch {
	case n == 1:
		return []int{int(x.Start)}
	case n == x.Machine.NPUs:
		return []int{0, int(n - 1)}
	}
	return []int{int(x.Start), int((x.Start + n - 1) % x.Machine.NPUs)}
}

// usedBanks is the first and the last bank of the reserved range.
func usedBanks(x *okk.Tensor) []int {
	first, last := x.Machine.BanksOf(x.Offset, x.Offset+x.Reserved)
	if first == last {
		return []int{int(first)}
	}
	return []int{int(first), int(last)}
}

// useRatio is the share of the bytes reserved in all NPUs that hold elements, in percent.
func useRatio(x *okk.Tensor) int64 {
	return 100 * x.Type.PayloadBytes() / (x.Machine.NPUs * x.Reserved)
}

// places records the places of the elements of a variable.
func (b *builder) places(v *lower.HostVariable, op *ir.Operation) {
	s, _ := okk.InSystem(op.Result(0))
	memory := b.spaces[spaceOf(op)]
	for r := range s.Elements().Runs() {
		v.Runs = append(v.Runs, lower.AddressRun{Begin: r.Index, End: r.Index + r.Len, Memory: memory, Addr: uint64(r.Offset)})
	}
}
