package ireelinalgext

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning is the meaning of the operations of iree_linalg_ext.
func meaning() ir.Meaning {
	return sim.Table{
		ArgCompareOp{}.Kind(): runArgCompare,
		GatherOp{}.Kind():     runGather,
		MapScatterOp{}.Kind(): runMapStore,
		MapStoreOp{}.Kind():   runMapStore,
		YieldOp{}.Kind():      sim.Leave,
	}
}

// runMapStore runs the region for every element, on its indices.
func runMapStore(f *sim.Frame, in *sim.Instr) error {
	mapStore := in.Op.Typed().(MapStoring)
	v := f.Vector(in, mapStore.Input())
	to, e := sim.AsTarget(f.Value(in, mapStore.Output()))
	if e != nil {
		return e
	}
	args, at := make([]sim.Value, len(v.Shape)), make([]int64, len(to.Extents()))
	err := f.Lanes(v.Shape, func(lane int, index []int64) error {
		for d, i := range index {
			args[d] = sim.Int(uint64(i))
		}
		yielded, err := f.Region(in, 0, args)
		if err != nil {
			return err
		}
		stored := yielded[len(at)]
		if stored.IsPoison() {
			return sim.ErrPoison
		}
		if stored.Bits == 0 {
			return nil
		}
		for d := range at {
			if yielded[d].IsPoison() {
				return sim.ErrPoison
			}
			at[d] = int64(yielded[d].Bits)
		}
		if m, ok := to.(*sim.Vector); ok && !sim.Inside(m.Shape, at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(m.Shape))
		}
		return sim.AsError(to.Store(at, v.At(lane)))
	})
	f.SetAll(in, []sim.Value{{Ref: to}})
	return err
}
