package ir

import "slices"

// SymbolName returns the name that an operation defines, or "".
func SymbolName(op *Operation) string {
	a, ok := op.Attr(symName).(*StringAttr)
	if d, isDict := op.Properties().(*DictAttr); !ok && isDict && op.IsForeign() {
		a, ok = d.Get(symName).(*StringAttr)
	}
	if !ok {
		return ""
	}
	return a.Value
}

// SymbolTables looks symbols up, building the table of each symbol-table operation on
// first use. Renaming or inserting symbols invalidates it, unless Changing is set.
type SymbolTables struct {
	tables map[*Operation]map[string]*Operation
	// Changing is set if symbols are renamed, inserted and erased between look-ups. The
	// results of Lookup and LookupFrom are checked, and a table that is out of date is built
	// again.
	Changing bool
	// copied lists an operation and the operations around it, with their copies; see ForCopy.
	copied []copiedOp
}

// copiedOp is an operation and its copy.
type copiedOp struct{ op, copy *Operation }

// ForCopy returns tables for a copy of op that CloneWithin made. References inside the copy resolve
// as if the copy replaced op: they find the symbols around op, and find the copy instead of op. The
// tables share the memory of s.
func (s *SymbolTables) ForCopy(op, copy *Operation) *SymbolTables {
	t := &SymbolTables{tables: s.tables, Changing: s.Changing}
	for ; op != nil && copy != nil; op, copy = op.Parent(), copy.Parent() {
		t.copied = append(t.copied, copiedOp{op, copy})
	}
	return t
}

// WalkSymbolTables visits op and the symbol tables in it, inner tables first. allVisible
// promises that nothing outside of op refers to its symbols; fn receives the same promise
// about the table, which is true inside a private table.
func WalkSymbolTables(op *Operation, allVisible bool, fn func(table *Operation, allVisible bool)) {
	isTable := op.Has(SymbolTable)
	allVisible = allVisible || !isTable || !IsSymbol(op) || SymbolVisibility(op) == PrivateSymbol
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				if o.NumRegions() > 0 {
					WalkSymbolTables(o, allVisible, fn)
				}
			}
		}
	}
	if isTable {
		fn(op, allVisible)
	}
}

// NewSymbolTables returns an empty cache.
func NewSymbolTables() *SymbolTables {
	return &SymbolTables{tables: map[*Operation]map[string]*Operation{}}
}

// LookupSymbol resolves a reference without nested names in the nearest symbol table
// around op. It is for folds, which have no SymbolTables. The context caches the names of
// one table and checks the result in that table, so that it need not be informed when
// symbols are inserted, erased or renamed.
func (c *Context) LookupSymbol(op *Operation, name string) *Operation {
	for op != nil && !op.Has(SymbolTable) {
		op = op.Parent()
	}
	if op == nil {
		return nil
	}
	if known := c.symbols.Load(); known != nil && known.table == op {
		if s := known.names[name]; s != nil && s.Parent() == op && SymbolName(s) == name {
			return s
		}
	}
	names := NewSymbolTables().Table(op)
	c.symbols.Store(&knownSymbols{op, names})
	return names[name]
}

// knownSymbols holds the symbols of a table when it was last read.
type knownSymbols struct {
	table *Operation
	names map[string]*Operation
}

// Table returns the symbols directly inside a symbol-table operation.
func (s *SymbolTables) Table(op *Operation) map[string]*Operation {
	if t, ok := s.tables[op]; ok {
		return t
	}
	t := map[string]*Operation{}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				if n := SymbolName(o); n != "" && t[n] == nil {
					t[n] = o
				}
			}
		}
	}
	s.tables[op] = t
	return t
}

// Lookup returns the operation with a name directly inside a symbol-table operation, or nil.
func (s *SymbolTables) Lookup(table *Operation, name string) *Operation {
	if s.copied == nil {
		return s.lookup(table, name)
	}
	for _, around := range s.copied[1:] {
		if table == around.copy {
			table = around.op
		}
	}
	found := s.lookup(table, name)
	for _, c := range s.copied {
		if found == c.op {
			return c.copy
		}
	}
	return found
}

func (s *SymbolTables) lookup(table *Operation, name string) *Operation {
	found := s.Table(table)[name]
	if s.Changing && (found == nil || found.Parent() != table || SymbolName(found) != name) {
		delete(s.tables, table)
		found = s.Table(table)[name]
	}
	return found
}

// LookupFrom resolves a reference from inside op, beginning at the nearest enclosing
// symbol table (op itself included); nil when it does not resolve. An unknown operation
// with one region may be a symbol table, so that nothing in it resolves; an operation
// that only upstream has is searched.
func (s *SymbolTables) LookupFrom(op *Operation, ref *SymbolRefAttr) *Operation {
	for ; op != nil; op = op.Parent() {
		switch {
		case op.Has(SymbolTable):
			return s.lookupIn(op, ref)
		case op.def.Registered() || op.NumRegions() != 1:
		case op.IsForeign():
			if found := s.lookupIn(op, ref); found != nil {
				return found
			}
		default:
			return nil
		}
	}
	return nil
}

// Visible returns the names, in alphabetical order, of the symbols of a kind in the
// nearest symbol table around op.
func (s *SymbolTables) Visible(op *Operation, kind OpKind) (names []string) {
	for op != nil && !op.Has(SymbolTable) {
		op = op.Parent()
	}
	if op == nil {
		return nil
	}
	for name, symbol := range s.Table(op) {
		if kind.Kind().Is(symbol) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (s *SymbolTables) lookupIn(table *Operation, ref *SymbolRefAttr) *Operation {
	op := s.Lookup(table, ref.Root)
	for _, n := range ref.Nested {
		if op == nil || !op.Has(SymbolTable) {
			return nil
		}
		op = s.Lookup(op, n)
	}
	return op
}
