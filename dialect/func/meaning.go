package fn

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of func.
func meaning() ir.Meaning {
	return sim.Table{
		Return.Kind(): sim.Leave,
		Call.Kind():   runCall,
		Constant.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Value{Ref: Constant.Value(in.Op)})
			return nil
		},
		CallIndirect.Kind(): runCallIndirect,
	}
}

func runCall(f *sim.Frame, in *sim.Instr) error {
	return callSymbol(f, in, Call.Callee(in.Op), f.Args(in))
}

func runCallIndirect(f *sim.Frame, in *sim.Instr) error {
	ref, ok := f.Value(in, CallIndirect.Callee(in.Op)).Ref.(*ir.SymbolRefAttr)
	if !ok {
		return diag.Errorf("callee", "the callee is not a function")
	}
	return callSymbol(f, in, ref, f.Values(in, CallIndirect.CalleeOperands(in.Op)))
}

func callSymbol(f *sim.Frame, in *sim.Instr, ref *ir.SymbolRefAttr, args []sim.Value) error {
	fn, _ := in.Data.(*ir.Operation)
	if fn == nil || ir.SymbolName(fn) != ref.Leaf() {
		if fn = f.Lookup(in.Op, ref); fn == nil {
			return diag.Errorf("no-function", "there is no function %s", ref)
		}
		in.Data = fn
	}
	results, err := f.CallOp(fn, args)
	if err != nil {
		return err
	}
	f.SetAll(in, results)
	return nil
}
