package gpu

import (
	"slices"

	"optc/ir"
	"optc/sim"
)

// meaning defines what the operations of gpu do. Matrix fragments and the sparse library
// cannot be executed.
func meaning() ir.Meaning {
	return &sim.Meanings{
		Table: sim.Join(threadMeanings(), launchMeanings()),
		Reads: func(op *ir.Operation) bool {
			// Other threads get the operand of a broadcast when they continue.
			return op.Has(ir.Elementwise) && !SubgroupBroadcast.Is(op)
		},
		Arguments: func(m *sim.Machine, fn *ir.Operation) ([]sim.Value, error) {
			if !Func.Is(fn) {
				return nil, nil
			}
			return allocAttributions(m, fn)
		},
	}
}

// threadMeanings holds the meanings of the operations that a thread runs.
func threadMeanings() sim.Table {
	t := sim.Table{
		Barrier.Kind(): passBarrier,
		Shuffle.Kind(): shuffleLanes,
		Rotate.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			offset, width := Rotate.Offset(in.Op), Rotate.Width(in.Op)
			lane := f.Thread.Lane()
			return takeFrom(f, in, Rotate.Value(in.Op), lane, (lane+offset)%width, width)
		},
		SubgroupBroadcast.Kind(): broadcastLane,
		SubgroupReduce.Kind():    reduceSubgroup,
		AllReduce.Kind():         reduceBlock,
		Return:                   sim.Leave,
		Yield.Kind():             sim.Leave,
		Terminator:               sim.Leave,
		Ballot.Kind():            runBallot,
	}
	positionMeanings(t)
	return t
}

// positionMeanings holds the meanings of the operations that return the position of a
// thread.
func positionMeanings(t sim.Table) {
	for kind, of := range map[ir.Kind]func(sim.Thread) [3]int64{
		ThreadID.Kind():         func(t sim.Thread) [3]int64 { return t.ID },
		BlockID.Kind():          func(t sim.Thread) [3]int64 { return t.BlockID },
		BlockDim.Kind():         func(t sim.Thread) [3]int64 { return t.BlockDim },
		GridDim.Kind():          func(t sim.Thread) [3]int64 { return t.GridDim },
		ClusterID.Kind():        func(t sim.Thread) [3]int64 { return t.BlockID }, // a cluster consists of one block
		ClusterDim.Kind():       func(t sim.Thread) [3]int64 { return t.GridDim },
		ClusterBlockID.Kind():   func(sim.Thread) [3]int64 { return [3]int64{} },
		ClusterDimBlocks.Kind(): func(sim.Thread) [3]int64 { return [3]int64{1, 1, 1} },
		GlobalID.Kind(): func(t sim.Thread) (g [3]int64) {
			for d := range g {
				g[d] = t.BlockID[d]*t.BlockDim[d] + t.ID[d]
			}
			return g
		},
	} {
		t[kind] = func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Int(uint64(of(f.Thread)[ThreadID.Dimension(in.Op)])))
			return nil
		}
	}
	for kind, of := range map[ir.Kind]func(sim.Thread) int64{
		LaneID:       sim.Thread.Lane,
		SubgroupID:   func(t sim.Thread) int64 { return t.Linear() / t.Lanes() },
		SubgroupSize: func(t sim.Thread) int64 { return t.SubgroupSize },
		NumSubgroups: func(t sim.Thread) int64 {
			size := t.Lanes()
			return (t.BlockDim[0]*t.BlockDim[1]*t.BlockDim[2] + size - 1) / size
		},
	} {
		t[kind] = func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Int(uint64(of(f.Thread))))
			return nil
		}
	}
}

// passBarrier waits for the other threads. It orders accesses to the memories that the
// operation names, or to all memories.
func passBarrier(f *sim.Frame, in *sim.Instr) error {
	orders, known := in.Data.(func(space ir.Attribute) bool)
	if !known {
		if spaces := Barrier.AddressSpaces(in.Op); spaces != nil {
			orders = func(space ir.Attribute) bool { return slices.Contains(spaces, SpaceOfAttr(space)) }
		}
		in.Data = orders
	}
	return f.Barrier(in, orders)
}
