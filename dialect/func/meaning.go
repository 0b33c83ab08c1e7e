package fn

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of func.
func meaning() ir.Meaning {
	return sim.Table{
		ReturnOp{}.Kind(): sim.Leave,
		CallOp{}.Kind():   runCall,
		ConstantOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Value{Ref: ir.Cast[ConstantOp](in.Op).Value()})
			return nil
		},
		CallIndirectOp{}.Kind(): runCallIndirect,
	}
}

func runCall(f *sim.Frame, in *sim.Instr) error {
	return callSymbol(f, in, ir.Cast[CallOp](in.Op).Callee(), f.Args(in))
}

func runCallIndirect(f *sim.Frame, in *sim.Instr) error {
	callIndirect := ir.Cast[CallIndirectOp](in.Op)
	ref, ok := f.Value(in, callIndirect.Callee()).Ref.(*ir.SymbolRefAttr)
	if !ok {
		return diag.Errorf("callee", "the callee is not a function")
	}
	return callSymbol(f, in, ref, f.Values(in, callIndirect.CalleeOperands()))
}

func callSymbol(f *sim.Frame, in *sim.Instr, ref *ir.SymbolRefAttr, args []sim.Value) error {
	fn, _ := in.Data.(*ir.Operation)
	if fn == nil || ir.SymbolName(fn) != ref.Leaf() {
		if fn = f.Lookup(in.Op, ref); fn == nil {
			return diag.Errorf("no-function", "there is no function %s", ref)
		}
		in.Data = fn
	}
	var results []sim.Value
	var err error
	if provided := runtimeOf(fn); provided != nil {
		results, err = provided.call(f.Machine, fn, args)
	} else {
		results, err = f.CallOp(fn, args)
	}
	if err != nil {
		return err
	}
	f.SetAll(in, results)
	return nil
}
