package ir

// Visibility says who may refer to a symbol.
type Visibility uint8

const (
	PublicSymbol  Visibility = iota // anybody; the default
	PrivateSymbol                   // only operations in the same symbol table
	NestedSymbol                    // also operations that see the symbol table
)

// IsSymbol tells whether the operation defines a symbol; a module without a name
// does not.
func IsSymbol(op *Operation) bool { return op.Has(Symbol) && op.Attr("sym_name") != nil }

// SymbolVisibility returns the visibility that a symbol declares.
func SymbolVisibility(op *Operation) Visibility {
	if a, ok := op.Attr(symVisibility).(*StringAttr); ok {
		switch a.Value {
		case "private":
			return PrivateSymbol
		case "nested":
			return NestedSymbol
		}
	}
	return PublicSymbol
}

// SetSymbolVisibility changes the visibility that a symbol declares.
func SetSymbolVisibility(c *Context, op *Operation, v Visibility) {
	switch v {
	case PublicSymbol:
		op.SetAttr(symVisibility, nil)
	case PrivateSymbol:
		op.SetAttr(symVisibility, c.Str("private"))
	case NestedSymbol:
		op.SetAttr(symVisibility, c.Str("nested"))
	}
}

// SymbolUses calls visit for every symbol reference in the attributes of op and
// of what is nested in it, without looking into nested symbol tables, whose
// references have another scope. ok is false when an unregistered operation with
// a region may be a symbol table, so that nothing certain can be said.
func SymbolUses(op *Operation, visit func(user *Operation, ref *SymbolRefAttr)) (ok bool) {
	if !op.def.Registered() && op.NumRegions() == 1 {
		return false
	}
	var refs func(n Node)
	refs = func(n Node) {
		if ref, ok := n.(*SymbolRefAttr); ok {
			visit(op, ref)
			return
		}
		Nested(n, refs)
	}
	for _, a := range op.props {
		if a != nil {
			refs(a)
		}
	}
	if op.attrs != nil {
		refs(op.attrs)
	}
	if op.Has(SymbolTable) {
		return true
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := b.first; o != nil; o = o.next {
				if !SymbolUses(o, visit) {
					return false
				}
			}
		}
	}
	return true
}

// Path resolves a reference from directly inside a symbol table and returns the
// symbol of every name in it, or nil when it does not resolve.
func (s *SymbolTables) Path(table *Operation, ref *SymbolRefAttr) []*Operation {
	op := s.Table(table)[ref.Root]
	if op == nil {
		return nil
	}
	path := []*Operation{op}
	for _, n := range ref.Nested {
		if !op.Has(SymbolTable) {
			return nil
		}
		if op = s.Table(op)[n]; op == nil {
			return nil
		}
		path = append(path, op)
	}
	return path
}
