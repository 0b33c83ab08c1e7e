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
			return op.Has(ir.Elementwise) && !ir.Is[SubgroupBroadcastOp](op)
		},
		Arguments: func(m *sim.Machine, fn *ir.Operation) ([]sim.Value, error) {
			if !ir.Is[FuncOp](fn) {
				return nil, nil
			}
			return allocAttributions(m, fn)
		},
	}
}

// threadMeanings holds the meanings of the operations that a thread runs.
func threadMeanings() sim.Table {
	t := sim.Table{
		BarrierOp{}.Kind(): passBarrier,
		ShuffleOp{}.Kind(): shuffleLanes,
		RotateOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			rotate := ir.Cast[RotateOp](in.Op)
			offset, width := rotate.Offset(), rotate.Width()
			lane := f.Thread.Lane()
			return takeFrom(f, in, in.Slot(rotate.Value()), lane, (lane+offset)%width, width)
		},
		SubgroupBroadcastOp{}.Kind(): broadcastLane,
		SubgroupReduceOp{}.Kind():    reduceSubgroup,
		AllReduceOp{}.Kind():         reduceBlock,
		ReturnOp{}.Kind():            sim.Leave,
		YieldOp{}.Kind():             sim.Leave,
		TerminatorOp{}.Kind():        sim.Leave,
		BallotOp{}.Kind():            runBallot,
	}
	positionMeanings(t)
	return t
}

// positionMeanings holds the meanings of the operations that return the position of a
// thread.
func positionMeanings(t sim.Table) {
	for kind, of := range map[ir.Kind]func(sim.Thread) [3]int64{
		ThreadIDOp{}.Kind():         func(t sim.Thread) [3]int64 { return t.ID },
		BlockIDOp{}.Kind():          func(t sim.Thread) [3]int64 { return t.BlockID },
		BlockDimOp{}.Kind():         func(t sim.Thread) [3]int64 { return t.BlockDim },
		GridDimOp{}.Kind():          func(t sim.Thread) [3]int64 { return t.GridDim },
		ClusterIDOp{}.Kind():        func(t sim.Thread) [3]int64 { return t.BlockID }, // a cluster consists of one block
		ClusterDimOp{}.Kind():       func(t sim.Thread) [3]int64 { return t.GridDim },
		ClusterBlockIDOp{}.Kind():   func(sim.Thread) [3]int64 { return [3]int64{} },
		ClusterDimBlocksOp{}.Kind(): func(sim.Thread) [3]int64 { return [3]int64{1, 1, 1} },
		GlobalIDOp{}.Kind(): func(t sim.Thread) (g [3]int64) {
			for d := range g {
				g[d] = t.BlockID[d]*t.BlockDim[d] + t.ID[d]
			}
			return g
		},
	} {
		t[kind] = func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Int(uint64(of(f.Thread)[in.Op.Typed().(Position).Dimension()])))
			return nil
		}
	}
	for kind, of := range map[ir.Kind]func(sim.Thread) int64{
		LaneIDOp{}.Kind():       sim.Thread.Lane,
		SubgroupIDOp{}.Kind():   func(t sim.Thread) int64 { return t.Linear() / t.Lanes() },
		SubgroupSizeOp{}.Kind(): func(t sim.Thread) int64 { return t.SubgroupSize },
		NumSubgroupsOp{}.Kind(): func(t sim.Thread) int64 {
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

// passBarrier waits for the other threads. It orders accesses to the memories that the operation
// names, or to all memories if it names none.
func passBarrier(f *sim.Frame, in *sim.Instr) error {
	orders, known := in.Data.(func(space ir.Attribute) bool)
	if !known {
		if spaces := ir.Cast[BarrierOp](in.Op).AddressSpaces(); spaces != nil {
			orders = func(space ir.Attribute) bool { return slices.Contains(spaces, SpaceOfAttr(space)) }
		}
		in.Data = orders
	}
	return f.Barrier(in, orders)
}
