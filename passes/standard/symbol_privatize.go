package standard

import (
	"slices"

	"optc/ir"
	"optc/passes"
)

// SymbolPrivatizeOptions are the options of SymbolPrivatize.
type SymbolPrivatizeOptions struct {
	Exclude []string `opt:"exclude" help:"symbols that stay as they are"`
}

// SymbolPrivatize marks symbols private.
//
//	func.func @f() …   →   func.func private @f() …
var SymbolPrivatize = &passes.Pass{
	Name:    "symbol-privatize",
	Title:   "Mark symbols private",
	Doc:     "Marks the symbols directly inside the operation private, except the excluded ones.",
	Options: SymbolPrivatizeOptions{},
	Run:     runSymbolPrivatize,
}

func runSymbolPrivatize(c *passes.Context) (bool, error) {
	o := passes.OptionsOf[SymbolPrivatizeOptions](c)
	if !c.Op.Has(ir.SymbolTable) {
		return false, nil
	}
	changed := false
	for r := range c.Op.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if ir.IsSymbol(op) && ir.SymbolVisibility(op) != ir.PrivateSymbol &&
					!slices.Contains(o.Exclude, ir.SymbolName(op)) {
					ir.SetSymbolVisibility(c.IR, op, ir.PrivateSymbol)
					changed = true
				}
			}
		}
	}
	return changed, nil
}
