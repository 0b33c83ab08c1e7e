package ir

// Visibility specifies which operations may refer to a symbol.
type Visibility uint8

const (
	PublicSymbol  Visibility = iota // anybody; the default
	PrivateSymbol                   // only operations in the same symbol table
	NestedSymbol                    // also for operations that see the symbol table
)

// IsSymbol reports whether the operation defines a symbol; a module without a name
// does not.
func IsSymbol(op *Operation) bool { return op.Has(Symbol) && op.Attr(symName) != nil }

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

// SymbolUses calls visit for every symbol reference in the attributes of op and of the
// operations nested in it, without descending into nested symbol tables, whose references
// have another scope. A list that occurs several times in an attribute is visited once.
// ok is false when an unregistered operation with a region may be a symbol table, so that
// the result is not certain.
func SymbolUses(op *Operation, visit func(user *Operation, ref *SymbolRefAttr)) (ok bool) {
	if !op.def.Registered() && op.NumRegions() == 1 {
		return false
	}
	for _, a := range op.props() {
		if a != nil {
			symbolUsesIn(a, op, visit)
		}
	}
	if op.attrs != nil {
		symbolUsesIn(op.attrs, op, visit)
	}
	if op.Has(SymbolTable) {
		return true
	}
	for i := range op.NumRegions() {
		for b := op.Region(i).first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				if !SymbolUses(o, visit) {
					return false
				}
			}
		}
	}
	return true
}

// symbolUsesIn calls visit for the symbol references in an attribute of op.
func symbolUsesIn(a Attribute, op *Operation, visit func(user *Operation, ref *SymbolRefAttr)) {
	if ref, ok := a.(*SymbolRefAttr); ok {
		visit(op, ref)
	} else if n := a.storage(); n.symbols {
		symbolRefs(n, nil, func(ref *SymbolRefAttr) { visit(op, ref) })
	}
}

// SymbolRefs calls found for the symbol references in an attribute.
func SymbolRefs(a Attribute, found func(*SymbolRefAttr)) { symbolRefs(a.storage(), nil, found) }

// symbolRefs calls found for the symbol references in a node that are not in a node of
// seen, and returns seen together with the visited nodes. nil is an empty seen.
func symbolRefs(n *storage, seen map[*storage]bool, found func(*SymbolRefAttr)) map[*storage]bool {
	if !n.symbols || seen[n] {
		return seen
	}
	if ref, ok := n.node.(*SymbolRefAttr); ok {
		found(ref)
		return seen
	}
	if seen == nil {
		seen = map[*storage]bool{}
	}
	seen[n] = true
	for _, r := range n.nested() {
		seen = symbolRefs(r.node, seen, found)
	}
	return seen
}

// Path resolves a reference from directly inside a symbol table and returns the symbols
// of all names in it, or nil when it does not resolve.
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
