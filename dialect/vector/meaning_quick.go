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
		FMA.Kind():       arith.QuickFMA,
		Reduction.Kind(): quickReduction,
		Load.Kind(): sim.QuickRead(func(in *sim.Instr) *sim.Rows {
			k := Load
			v, _ := k.Result(in.Op).Type().(*ir.VectorType)
			return rowsOf(in, k.Base(in.Op), k.Indices(in.Op), v)
		}),
		Store.Kind(): sim.QuickWrite(func(in *sim.Instr) (*sim.Rows, *ir.Value) {
			k := Store
			v := k.ValueToStore(in.Op)
			return rowsOf(in, k.Base(in.Op), k.Indices(in.Op), v.Type().(*ir.VectorType)), v
		}),
		TransferRead.Kind(): sim.QuickRead(func(in *sim.Instr) *sim.Rows {
			transfer, _ := AsTransfer(in.Op)
			return transferRows(in, transfer)
		}),
		TransferWrite.Kind(): sim.QuickWrite(func(in *sim.Instr) (*sim.Rows, *ir.Value) {
			transfer, _ := AsTransfer(in.Op)
			return transferRows(in, transfer), transfer.Vector()
		}),
	}
}

// rowsOf describes an access; it returns nil for an access that has no quick form.
func rowsOf(in *sim.Instr, base *ir.Value, indices []*ir.Value, t *ir.VectorType) *sim.Rows {
	if Mask.Is(in.Op.Parent()) {
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
