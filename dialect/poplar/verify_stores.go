package poplar

import "optc/ir"

// VerifyStores refuses code that stores to a field which it only reads: an input, or plain data.
// Stores through views of the field, in called functions and by started classes count; if a
// condition decides which memory is stored to, the simulator decides.
func VerifyStores(compute *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	args := ComputeOf(compute).FieldArgs()
	for i, f := range VertexOf(compute.Parent()).FieldOps() {
		t, ok := f.Type()
		if !ok || i >= len(args) || t.IsEdge() && t.Dir.Writes() {
			continue
		}
		s := storeFinder{tables: tables, seen: map[*ir.Value]bool{}}
		if store := s.find(args[i]); store != nil {
			d := store.Errorf("stores to field '%s' of '%s', which its code may only read", f.Name(), ir.SymbolName(compute.Parent())).WithCode(Codes + "input-store")
			for _, call := range s.calls {
				d.Note(call.Loc(), "the field is passed here")
			}
			return d.Note(f.Loc(), "the field has type '%s'; declare it as '!poplar.out' or '!poplar.inout' if its code writes to it", f.IRType())
		}
	}
	return nil
}

// storeFinder finds an operation that stores to the memory of a value.
type storeFinder struct {
	tables *ir.SymbolTables
	seen   map[*ir.Value]bool
	calls  []*ir.Operation // through which the found store is reached, innermost first
}

func (s *storeFinder) find(v *ir.Value) *ir.Operation {
	if !refersToMemory(v) || s.seen[v] {
		return nil
	}
	s.seen[v] = true
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if store := s.findAt(u, v); store != nil {
			return store
		}
	}
	return nil
}

// findAt looks for a store by the operation of a use of v, or through the operation's
// results.
func (s *storeFinder) findAt(u *ir.OpOperand, v *ir.Value) *ir.Operation {
	op := u.Owner()
	if start := ir.As[StartOp](op); start.Ok() {
		class := s.tables.Table(ir.Enclosing[VertexOp](op).Operation().Parent())[start.Vertex()]
		if !ir.Is[VertexOp](class) {
			return nil
		}
		if fields := VertexOf(class).Fields(); u.Index() < len(fields) && fields[u.Index()].Type.IsEdge() && fields[u.Index()].Type.Dir.Writes() {
			return op
		}
		return nil
	}
	if call := op.Def().Interfaces.Call; call != nil {
		return s.findIn(op, call.Callee(op), u.Index())
	}
	writes := false
	known := ir.VisitEffects(op, func(e ir.Effect) bool {
		writes = e.Kind == ir.Write && e.Value == v
		return !writes
	})
	if writes {
		return op
	}
	if !known || op.NumRegions() > 0 {
		return nil
	}
	for _, other := range op.OperandList() {
		if other != v && refersToMemory(other) {
			return nil // a choice between memories
		}
	}
	for _, r := range op.Results() {
		if store := s.find(r); store != nil {
			return store
		}
	}
	return nil
}

// findIn looks for a store in a called function, to argument i.
func (s *storeFinder) findIn(call *ir.Operation, callee *ir.SymbolRefAttr, i int) *ir.Operation {
	if callee == nil {
		return nil
	}
	f := s.tables.LookupFrom(call, callee)
	if f == nil || f.NumRegions() == 0 || f.Region(0).Empty() || i >= f.Body().NumArgs() {
		return nil
	}
	store := s.find(f.Body().Arg(i))
	if store != nil {
		s.calls = append(s.calls, call)
	}
	return store
}

// refersToMemory reports whether a value gives access to the memory of a field: a memref, or rows.
func refersToMemory(v *ir.Value) bool {
	switch v.Type().(type) {
	case *ir.MemRefType, *RowsType:
		return true
	}
	return false
}
