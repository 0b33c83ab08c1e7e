package okk

import (
	"fmt"

	"optc/diag"
	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// okkMachine returns the machine for which a kernel is written. It reports a missing one.
func okkMachine(c *passes.Context) *okk.Machine {
	m := okk.MachineFor(c.Op)
	if m == nil {
		c.Report(okk.MachineMissing(c.Op))
	}
	return m
}

// onKernel runs the body of a pass on a kernel with a known machine, and reports whether
// it changed the kernel. A missing machine is reported.
func onKernel(run func(c *passes.Context, m *okk.Machine) (changed bool)) func(*passes.Context) (bool, error) {
	return func(c *passes.Context) (changed bool, err error) {
		if m := okkMachine(c); m != nil {
			changed = run(c, m)
		}
		return changed, nil
	}
}

// onLaidOutKernel is onKernel for kernels whose layouts are chosen; they may have loops.
func onLaidOutKernel(pass string, run func(c *passes.Context, m *okk.Machine) (changed bool)) func(*passes.Context) (bool, error) {
	return onKernel(func(c *passes.Context, m *okk.Machine) bool { return okkLaidOut(c, m, pass) && run(c, m) })
}

// okkLaidOut reports tensors whose layouts must have been chosen before the running pass; it
// returns false if there are any.
func okkLaidOut(c *passes.Context, m *okk.Machine, pass string) bool {
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.ComputeOp](op) {
			return ir.Skip
		}
		for _, v := range op.Results() {
			switch {
			case okk.IsAuto(v):
				c.Report(op.Errorf("the layout of '%s' must be resolved before %s", v.Type(), pass).WithCode(okk.Codes + "unresolved"))
			case ir.IsType[*okk.LocalType](v.Type()) && okk.IsSettled(v):
				if _, _, err := okk.Placed(m, v); err != nil {
					okkFail(c, op, err)
				}
			}
		}
		return ir.Advance
	})
	return !c.Failed()
}

// onFlatKernel is onKernel for kernels that okkFlat lets through.
func onFlatKernel(pass string, addresses bool, run func(c *passes.Context, m *okk.Machine) (changed bool)) func(*passes.Context) (bool, error) {
	return onKernel(func(c *passes.Context, m *okk.Machine) bool { return okkFlat(c, m, pass, addresses) && run(c, m) })
}

// okkFlat reports operations of a kernel that must have been removed, and layouts that
// must have been chosen, before the running pass; it returns false if there are any. If
// addresses is set, addresses must be known too. It also reports tensors that are not at
// the places that their types specify, which the verifier finds unless it is turned off.
func okkFlat(c *passes.Context, m *okk.Machine, pass string, addresses bool) bool {
	unresolved := func(op *ir.Operation, format string, args ...any) {
		c.Report(op.Errorf("%s before %s", fmt.Sprintf(format, args...), pass).WithCode(okk.Codes + "unresolved"))
	}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.ComputeOp](op) {
			return ir.Skip
		}
		if op.Def().Owner() != okk.Dialect {
			unresolved(op, "must be gone")
			return ir.Skip
		}
		for _, v := range op.Results() {
			_, known := okk.AddressOf(v)
			switch {
			case okk.IsAuto(v):
				unresolved(op, "the layout of '%s' must be resolved", v.Type())
			case !okk.IsSettled(v):
				unresolved(op, "the sizes of '%s' must be known", v.Type())
			case addresses && !known:
				unresolved(op, "the address must be resolved")
			case ir.IsType[*okk.LocalType](v.Type()):
				if _, _, err := okk.Placed(m, v); err != nil {
					okkFail(c, op, err)
				}
			}
		}
		return ir.Advance
	})
	return !c.Failed()
}

// okkTensor is a tensor of a kernel that okkFlat has let through.
func okkTensor(m *okk.Machine, v *ir.Value) *okk.Tensor {
	x, _, err := okk.Placed(m, v)
	return diag.Must(x, err)
}

// okkFail reports an error about an operation with the codes of the dialect.
func okkFail(c *passes.Context, op *ir.Operation, err error) { c.Report(okk.Diagnose(op, err)) }
