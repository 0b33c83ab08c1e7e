package gpu

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// launchMeanings holds the meanings of launches, and of the host's operations on device memory.
// Asynchronous operations run at once; their tokens hold nothing.
func launchMeanings() sim.Table {
	ignored := func(*sim.Frame, *sim.Instr) error { return nil }
	return sim.Table{
		LaunchOp{}.Kind():     launchRegion,
		LaunchFuncOp{}.Kind(): launchKernel,
		WaitOp{}.Kind():       ignored,
		AllocOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			alloc := ir.Cast[AllocOp](in.Op)
			r, err := f.Alloc(alloc.Memref().Type().(*ir.MemRefType), f.Values(in, alloc.DynamicSizes()))
			if err == nil {
				f.Set(in, 0, r)
			}
			return err
		},
		DeallocOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error { return f.Dealloc(in, ir.Cast[DeallocOp](in.Op).Memref()) },
		MemcpyOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			memcpy := ir.Cast[MemcpyOp](in.Op)
			return f.CopyElements(in, memcpy.Src(), memcpy.Dst())
		},
		MemsetOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			memset := ir.Cast[MemsetOp](in.Op)
			dst, err := f.MemRef(in, memset.Dst())
			if err != nil {
				return err
			}
			v := f.Value(in, memset.Value())
			return f.Lanes(dst.Sizes, func(_ int, index []int64) error { return sim.AsError(dst.Store(index, v)) })
		},
		HostRegisterOp{}.Kind():   ignored,
		HostUnregisterOp{}.Kind(): ignored,
	}
}

// launchSizes reads the sizes of grid and blocks.
func launchSizes(f *sim.Frame, in *sim.Instr) (grid, block [3]int64, err error) {
	threads := int64(1)
	if HasClusters(in.Op) {
		return grid, block, diag.Errorf("unsupported", "cannot simulate clusters of blocks")
	}
	for i, size := range slices.Concat(GridSize(in.Op), BlockSize(in.Op)) {
		v := f.Value(in, size)
		if v.IsPoison() {
			return grid, block, sim.ErrPoison
		}
		n := sim.Signed(size.Type(), v.Bits)
		if n < 0 || n > sim.MaxThreads || threads > sim.MaxThreads/max(n, 1) {
			return grid, block, diag.Errorf("launch-size", "sizes of a launch must be at least 0 and give at most %d threads", int64(sim.MaxThreads))
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

// runBlocks runs all blocks of a grid one after the other; run executes a thread.
func runBlocks(f *sim.Frame, in *sim.Instr, run func(m *sim.Machine) ([]sim.Value, error)) error {
	grid, block, err := launchSizes(f, in)
	if err != nil {
		return err
	}
	return f.Lanes([]int64{grid[2], grid[1], grid[0]}, func(_ int, b []int64) error {
		team := f.NewTeam(f.Thread.SubgroupSize)
		err := f.Lanes([]int64{block[2], block[1], block[0]}, func(_ int, t []int64) error {
			team.Add(sim.Thread{
				ID: [3]int64{t[2], t[1], t[0]}, BlockID: [3]int64{b[2], b[1], b[0]},
				BlockDim: block, GridDim: grid,
			}, run)
			return nil
		})
		if err != nil {
			return err
		}
		_, err = team.Run()
		return err
	})
}

func launchRegion(f *sim.Frame, in *sim.Instr) error {
	return runBlocks(f, in, func(m *sim.Machine) ([]sim.Value, error) {
		var args []sim.Value
		for _, ids := range [...][3]int64{m.Thread.BlockID, m.Thread.ID, m.Thread.GridDim, m.Thread.BlockDim} {
			args = append(args, sim.Int(uint64(ids[0])), sim.Int(uint64(ids[1])), sim.Int(uint64(ids[2])))
		}
		buffers, err := allocAttributions(m, in.Op)
		if err != nil {
			return nil, err
		}
		return f.On(m).Region(in, ir.Cast[LaunchOp](in.Op).Body().Index(), append(args, buffers...))
	})
}

func launchKernel(f *sim.Frame, in *sim.Instr) error {
	launchFunc := ir.Cast[LaunchFuncOp](in.Op)
	ref := launchFunc.Kernel()
	kernel := f.Lookup(in.Op, ref)
	if kernel == nil {
		return diag.Errorf("no-function", "there is no kernel %s", ref)
	}
	args := f.Values(in, launchFunc.KernelOperands())
	return runBlocks(f, in, func(m *sim.Machine) ([]sim.Value, error) { return m.CallOp(kernel, args) })
}

// allocAttributions returns the buffers of a gpu.func or gpu.launch for a thread. The first thread
// of a block that accesses them allocates the block's buffers in workgroup memory.
func allocAttributions(m *sim.Machine, op *ir.Operation) ([]sim.Value, error) {
	workgroup, private := Attributions(op)
	var buffers []sim.Value
	for _, b := range workgroup {
		v, err := m.AllocShared(b, nil)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, v)
	}
	for _, b := range private {
		v, err := m.Alloc(b.Type().(*ir.MemRefType), nil)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, v)
	}
	return buffers, nil
}
