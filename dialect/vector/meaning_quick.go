package vector

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// quickForms holds the quick forms of the most frequent reads and writes of vectors, of
// reductions and of fused multiplications.
func quickForms() map[ir.Kind]sim.QuickForm {
	return map[ir.Kind]sim.QuickForm{
		FMAOp{}.Kind():       arith.QuickFMA,
		ReductionOp{}.Kind(): quickReduction,
		LoadOp{}.Kind(): sim.QuickRead(func(in *sim.Instr) *sim.Rows {
			load := ir.Cast[LoadOp](in.Op)
			v, _ := load.Result().Type().(*ir.VectorType)
			return rowsOf(in, load.Base(), load.Indices(), v).Aligned(load.Alignment())
		}),
		StoreOp{}.Kind(): sim.QuickWrite(func(in *sim.Instr) (*sim.Rows, *ir.Value) {
			store := ir.Cast[StoreOp](in.Op)
			v := store.ValueToStore()
			return rowsOf(in, store.Base(), store.Indices(), v.Type().(*ir.VectorType)).Aligned(store.Alignment()), v
		}),
		TransferReadOp{}.Kind(): sim.QuickRead(func(in *sim.Instr) *sim.Rows {
			transfer, _ := AsTransfer(in.Op)
			return transferRows(in, transfer)
		}),
		TransferWriteOp{}.Kind(): sim.QuickWrite(func(in *sim.Instr) (*sim.Rows, *ir.Value) {
			transfer, _ := AsTransfer(in.Op)
			return transferRows(in, transfer), transfer.Vector()
		}),
	}
}

// rowsOf describes an access; it returns nil for an access that has no quick form.
func rowsOf(in *sim.Instr, base *ir.Value, indices []*ir.Value, t *ir.VectorType) *sim.Rows {
	if ir.Is[MaskOp](in.Op.Parent()) {
		return nil
	}
	return sim.NewRows(in, base, indices, t)
}

// transferRows describes a transfer; it returns nil for a transfer that has no quick
// form.
func transferRows(in *sim.Instr, t Transfer) *sim.Rows {
	if t.Mask() != nil || !t.Map().IsMinorIdentity() {
		return nil
	}
	return rowsOf(in, t.Base(), t.Indices(), t.VectorType())
}
