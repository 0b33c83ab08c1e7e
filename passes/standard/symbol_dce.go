package standard

import (
	"optc/ir"
	"optc/passes"
)

// SymbolDCE erases symbols that nobody can refer to.
//
//	func.func private @unused() …   →   (gone)
var SymbolDCE = &passes.Pass{
	Name:  "symbol-dce",
	Title: "Eliminate dead symbols",
	Class: "SymbolDCE",
	Doc: `Erases the symbols that are neither visible from outside nor referred to, directly
or through other symbols, by an operation that is kept.`,
	Stats: []passes.Stat{{Name: "num-dce'd", Doc: "Number of symbols DCE'd"}},
	Run:   runSymbolDCE,
}

func runSymbolDCE(c *passes.Context) (bool, error) {
	if !c.Op.Has(ir.SymbolTable) {
		return false, c.Op.Errorf(" was scheduled to run under SymbolDCE, but does not define a symbol table")
	}
	// The symbols of a table that cannot be named from outside are visible only inside
	// it.
	hidden := true
	if c.Op.Parent() != nil && ir.IsSymbol(c.Op) {
		hidden = ir.SymbolVisibility(c.Op) == ir.PrivateSymbol
	}
	l := &symbolLiveness{c: c, tables: ir.NewSymbolTables(), live: map[*ir.Operation]bool{}}
	if !l.table(c.Op, hidden) || c.Err() != nil {
		return false, nil
	}
	changed := false
	c.WalkPost(c.Op, func(table *ir.Operation) ir.WalkResult {
		if !table.Has(ir.SymbolTable) {
			return ir.Advance
		}
		for b := range table.Region(0).Blocks() {
			for op := range b.Ops() {
				if ir.IsSymbol(op) && !l.live[op] {
					op.Erase()
					c.Count("num-dce'd", 1)
					changed = true
				}
			}
		}
		return ir.Advance
	})
	return changed, nil
}

// symbolLiveness is the set of symbols that are known to be needed.
type symbolLiveness struct {
	c      *passes.Context
	tables *ir.SymbolTables
	live   map[*ir.Operation]bool
}

// table finds the live symbols of a symbol table and of the tables in it; hidden promises
// that nothing outside refers to its symbols. It returns false after reporting an error.
func (l *symbolLiveness) table(table *ir.Operation, hidden bool) bool {
	var work []*ir.Operation
	mark := func(op *ir.Operation) {
		if !l.live[op] {
			l.live[op] = true
			work = append(work, op)
		}
	}
	for b := range table.Region(0).Blocks() {
		for op := range b.Ops() {
			v := ir.SymbolVisibility(op)
			switch {
			case !ir.IsSymbol(op):
				work = append(work, op)
			case v == ir.PublicSymbol, !hidden && v != ir.PrivateSymbol:
				mark(op)
			}
		}
	}
	for len(work) > 0 && !l.c.Ended() {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		if op.Has(ir.SymbolTable) {
			inner := hidden || !ir.IsSymbol(op) || ir.SymbolVisibility(op) == ir.PrivateSymbol
			if !l.table(op, inner) {
				return false
			}
		} else {
			for r := range op.Regions() {
				for b := range r.Blocks() {
					for o := range b.Ops() {
						if o.NumRegions() > 0 {
							work = append(work, o)
						}
					}
				}
			}
		}
		parent := op.Parent()
		if !parent.Has(ir.SymbolTable) {
			continue
		}
		known := ir.SymbolUses(op, func(_ *ir.Operation, ref *ir.SymbolRefAttr) {
			for _, symbol := range l.tables.Path(parent, ref) {
				mark(symbol)
			}
		})
		if !known {
			d := ir.Errorf(op.Loc(), "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses")
			d.Op = op
			l.c.Report(d)
			return false
		}
	}
	return true
}
