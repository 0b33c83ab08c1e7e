package validate

import (
	"strings"

	"optc/ir"
)

// reached holds the operations that the meaning of a program depends on: the program, and the
// symbols that it refers to, directly or through others. An operation that has been reached stays
// in the list.
type reached struct {
	tables  *ir.SymbolTables
	symbols map[*ir.Operation]bool
	around  map[*ir.Operation]bool // operations that contain one of the symbols
	missing map[string]bool        // names of symbols that do not exist
	all     bool                   // references are not known
}

func reachedFrom(program *ir.Operation, tables *ir.SymbolTables) *reached {
	r := &reached{tables: tables, symbols: map[*ir.Operation]bool{}, around: map[*ir.Operation]bool{}, missing: map[string]bool{}}
	r.add(program)
	return r
}

// add adds an operation, and all symbols that it refers to.
func (r *reached) add(op *ir.Operation) {
	if r.symbols[op] {
		return
	}
	r.symbols[op] = true
	for o := op.Parent(); o != nil; o = o.Parent() {
		r.around[o] = true
	}
	r.follow(op)
}

// follow adds the symbols that an operation refers to.
func (r *reached) follow(op *ir.Operation) {
	found := func(user *ir.Operation, ref *ir.SymbolRefAttr) {
		if symbol := r.tables.LookupFrom(user, ref); symbol != nil {
			r.add(symbol)
		} else if !r.missing[ref.Root] {
			r.missing[ref.Root] = true
			r.addTemplates(user, ref.Root)
		}
	}
	uses := func(op *ir.Operation) { r.all = !ir.SymbolUses(op, found) || r.all }
	uses(op)
	ir.Walk(op, func(table *ir.Operation) ir.WalkResult {
		if table.Has(ir.SymbolTable) {
			for region := range table.Regions() {
				for b := range region.Blocks() {
					for o := range b.Ops() {
						uses(o)
					}
				}
			}
		}
		return ir.Advance
	})
}

// addTemplates adds the symbols that a missing symbol may become an instance of: the name of an
// instance begins with the name of its template.
func (r *reached) addTemplates(user *ir.Operation, name string) {
	for o := user.Parent(); o != nil; o = o.Parent() {
		if !o.Has(ir.SymbolTable) {
			continue
		}
		for template, op := range r.tables.Table(o) {
			if strings.HasPrefix(name, template) {
				r.add(op)
			}
		}
	}
}

// has reports whether a change inside an operation may change the meaning of the program.
func (r *reached) has(op *ir.Operation) bool {
	if r.all || r.around[op] {
		return true
	}
	for o := op; o != nil; o = o.Parent() {
		if r.symbols[o] {
			return true
		}
	}
	return false
}
