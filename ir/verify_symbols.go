package ir

import (
	"slices"

	"optc/internal/base/parallel"
)

// verifySymbolTable checks that the names in a symbol table are unique, and then the
// users of symbols in it, with the given number of goroutines if there are many. It
// reports the first violation.
func verifySymbolTable(op *Operation, users []*Operation, threads int) *Diagnostic {
	if op.NumRegions() != 1 {
		return op.Errorf("Operations with a 'SymbolTable' must have exactly one region")
	}
	if !op.Region(0).HasOneBlock() {
		return op.Errorf("Operations with a 'SymbolTable' must have exactly one block")
	}
	n := 0
	for range op.Region(0).first.Ops() {
		n++
	}
	first := make(map[string]*Operation, n)
	for o := op.Region(0).first.first; o != nil; o = o.next {
		name, ok := o.Attr(symName).(*StringAttr)
		if !ok {
			continue
		}
		if other := first[name.Value]; other != nil {
			return o.PlainErrorf("redefinition of symbol named '%s'", name.Value).
				Note(other.Loc(), "see existing symbol definition here")
		}
		first[name.Value] = o
	}
	parts := slices.Collect(slices.Chunk(users, usersPerPart))
	found := make([]*Diagnostic, len(parts))
	parallel.Do(threads, len(parts), func(_, i int) {
		tables := NewSymbolTables()
		tables.tables[op] = first
		for _, user := range parts[i] {
			if found[i] = user.def.Interfaces.SymbolUser(user, tables); found[i] != nil {
				return
			}
		}
	})
	for _, d := range found {
		if d != nil {
			return d
		}
	}
	return nil
}

// usersPerPart is the number of users of symbols that a goroutine checks at a time.
const usersPerPart = 4096
