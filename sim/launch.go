package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/ir"
)

// launchOps are launches and what a host does with the memory of a device.
// Asynchronous operations run at once; their tokens carry nothing.
func launchOps(t Table) {
	t[gpu.Launch.Kind] = launchRegion
	t[gpu.LaunchFunc.Kind] = launchKernel
	t[gpu.Wait] = func(f *Frame, in *Instr) error { return nil }
	t[gpu.Alloc.Kind] = func(f *Frame, in *Instr) error {
		r, err := f.alloc(gpu.Alloc.Memref(in.Op).Type().(*ir.MemRefType), f.Values(in, gpu.Alloc.DynamicSizes(in.Op)))
		if err == nil {
			f.Set(in, 0, r)
		}
		return err
	}
	t[gpu.Dealloc.Kind] = func(f *Frame, in *Instr) error { return f.dealloc(in, gpu.Dealloc.Memref(in.Op)) }
	t[gpu.Memcpy.Kind] = func(f *Frame, in *Instr) error {
		return f.copyElements(in, gpu.Memcpy.Src(in.Op), gpu.Memcpy.Dst(in.Op))
	}
	t[gpu.Memset.Kind] = func(f *Frame, in *Instr) error {
		dst, err := f.memref(in, gpu.Memset.Dst(in.Op))
		if err != nil {
			return err
		}
		v := f.Value(in, gpu.Memset.Value(in.Op))
		return f.lanes(dst.Sizes, func(_ int, index []int64) error { return asError(dst.Store(index, v)) })
	}
	registered := func(*Frame, *Instr) error { return nil }
	t[gpu.HostRegister], t[gpu.HostUnregister] = registered, registered
}

// maxThreads bounds a simulated launch.
const maxThreads = 1 << 20

// launchSizes reads the sizes of grid and blocks.
func launchSizes(f *Frame, in *Instr) (grid, block [3]int64, err error) {
	threads := int64(1)
	if gpu.HasClusters(in.Op) {
		return grid, block, diag.Errorf("unsupported", "cannot simulate clusters of blocks")
	}
	for i, size := range slices.Concat(gpu.GridSize(in.Op), gpu.BlockSize(in.Op)) {
		v := f.Value(in, size)
		if v.IsPoison() {
			return grid, block, ErrPoison
		}
		n := signed(size.Type(), v.Bits)
		if n < 0 || n > maxThreads || threads > maxThreads/max(n, 1) {
			return grid, block, diag.Errorf("launch-size", "sizes of a launch must be at least 0 and give at most %d threads", int64(maxThreads))
		}
		threads *= n
		if i < 3 {
			grid[i] = n
		} else {
			block[i-3] = n
		}
	}
	return grid, block, nil
}

// blocks runs all blocks of a grid one after the other. run is what a thread does.
func (f *Frame) blocks(in *Instr, run func(m *Machine) ([]Value, error)) error {
	grid, block, err := launchSizes(f, in)
	if err != nil {
		return err
	}
	size := f.Thread.SubgroupSize
	if size == 0 {
		size = defaultSubgroup
	}
	return f.lanes([]int64{grid[2], grid[1], grid[0]}, func(_ int, b []int64) error {
		m := &meeting{subgroup: size, races: newRaces()}
		shared := map[*ir.Value]Value{}
		err := f.lanes([]int64{block[2], block[1], block[0]}, func(_ int, t []int64) error {
			fork := f.Fork(Thread{
				ID: [3]int64{t[2], t[1], t[0]}, BlockID: [3]int64{b[2], b[1], b[0]},
				BlockDim: block, GridDim: grid, SubgroupSize: size,
			})
			fork.shared, fork.races = shared, m.races
			m.add(fork, func() ([]Value, error) { return run(fork) })
			return nil
		})
		if err != nil {
			return err
		}
		_, err = m.run()
		return err
	})
}

func launchRegion(f *Frame, in *Instr) error {
	return f.blocks(in, func(m *Machine) ([]Value, error) {
		var args []Value
		for _, ids := range [...][3]int64{m.Thread.BlockID, m.Thread.ID, m.Thread.GridDim, m.Thread.BlockDim} {
			args = append(args, Int(uint64(ids[0])), Int(uint64(ids[1])), Int(uint64(ids[2])))
		}
		buffers, err := m.attributions(in.Op)
		if err != nil {
			return nil, err
		}
		return f.fork(m).run(in.regions[gpu.Launch.Body(in.Op).Index()], append(args, buffers...))
	})
}

func launchKernel(f *Frame, in *Instr) error {
	ref := gpu.LaunchFunc.Kernel(in.Op)
	kernel := f.symbols.LookupFrom(in.Op, ref)
	if kernel == nil {
		return diag.Errorf("no-function", "there is no kernel %s", ref)
	}
	args := f.Values(in, gpu.LaunchFunc.KernelOperands(in.Op))
	return f.blocks(in, func(m *Machine) ([]Value, error) { return m.CallOp(kernel, args) })
}

// attributions returns the buffers of a gpu.func or gpu.launch for one thread:
// those of workgroup memory are made by the first thread of the block that asks.
func (m *Machine) attributions(op *ir.Operation) ([]Value, error) {
	workgroup, private := gpu.Attributions(op)
	var buffers []Value
	for _, b := range workgroup {
		v, err := m.allocShared(b, nil)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, v)
	}
	for _, b := range private {
		v, err := m.alloc(b.Type().(*ir.MemRefType), nil)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, v)
	}
	return buffers, nil
}

// allocShared returns the memory that the workgroup has for a value: the same for all
// threads, however often the operation runs that allocates it.
func (m *Machine) allocShared(of *ir.Value, dyn []Value) (Value, error) {
	if v, ok := m.shared[of]; ok {
		return v, nil
	}
	v, err := m.alloc(of.Type().(*ir.MemRefType), dyn)
	if err != nil {
		return v, err
	}
	m.shared[of] = v
	if r := v.MemRef(); m.races != nil {
		r.Mem.Name, r.freed = "workgroup "+r.Mem.Name, nil
		m.races.watch(r.Mem, of.Type().(*ir.MemRefType))
	}
	return v, nil
}
