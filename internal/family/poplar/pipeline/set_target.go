package poplar

import (
	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/passes"
)

// PoplarSetTargetOptions are the options of PoplarSetTarget.
type SetTargetOptions struct {
	Arch string `opt:"arch" help:"architecture: ipu1, ipu2, ipu21, bow or cpu"`
}

// PoplarSetTarget is poplar-set-target.
var SetTarget = &passes.Pass{
	Name:  "poplar-set-target",
	Title: "Set the target of a module",
	Doc: `Sets the attribute poplar.target of the module, as the flag --target of build and run
does. It replaces the target that the text names; fields that the text overrides stay for
the same architecture and are refused for another one.

    module
    →
    module attributes {poplar.target = #poplar.target<ipu2>}`,
	Options:  SetTargetOptions{},
	Anchor:   []ir.OpKind{ir.ModuleOp{}},
	Dialects: []string{"poplar"},
	Run: func(c *passes.Context) (bool, error) {
		t, err := target.Lookup(passes.OptionsOf[SetTargetOptions](c).Arch)
		if err != nil {
			d := ir.Errorf(c.Op.Loc(), "option 'arch' of 'poplar-set-target': %s", err.(*diag.Error).Msg)
			d.Code = poplar.Codes + diag.CodeOf(err)
			return false, d
		}
		if t, err = poplar.Retarget(c.Op, t); err != nil {
			return false, poplar.Diagnose(c.Op, err)
		}
		poplar.SetTarget(c.Rewriter(nil), c.Op, t)
		return true, nil
	},
}
