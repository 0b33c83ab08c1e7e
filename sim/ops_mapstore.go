package sim

import (
	"optc/diag"
	"optc/dialect/iree/ireelinalgext"
	"optc/num"
)

// mapStoreOps are the stores whose region says where every element goes.
func mapStoreOps(t Table) {
	t[ireelinalgext.MapScatter.Kind] = mapStore
	t[ireelinalgext.MapStore.Kind] = mapStore
	t[ireelinalgext.Yield.Kind] = Leave
}

// mapStore runs the region for every element, on its indices.
func mapStore(f *Frame, in *Instr) error {
	k := ireelinalgext.MapStore
	v := f.vector(in, k.Input(in.Op))
	to, e := asTarget(f.Value(in, k.Output(in.Op)))
	if e != nil {
		return e
	}
	args, at := make([]Value, len(v.Shape)), make([]int64, len(to.extents()))
	err := f.lanes(v.Shape, func(lane int, index []int64) error {
		for d, i := range index {
			args[d] = Int(uint64(i))
		}
		yielded, err := f.Region(in, 0, args)
		if err != nil {
			return err
		}
		stored := yielded[len(at)]
		if stored.IsPoison() {
			return ErrPoison
		}
		if stored.Bits == 0 {
			return nil
		}
		for d := range at {
			if yielded[d].IsPoison() {
				return ErrPoison
			}
			at[d] = int64(yielded[d].Bits)
		}
		if m, ok := to.(*Vector); ok && !inside(m.Shape, at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(m.Shape))
		}
		return asError(to.store(at, v.At(lane)))
	})
	f.SetAll(in, []Value{{Ref: to}})
	return err
}
