package affine

import (
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

// access describes an operation that reads or writes a memref through a map.
//
//	affine.load %m[%i + 1, %j + symbol(%n)] : memref<8x8xf32>
type access struct {
	stores bool // whether the operation writes
	vector bool // the type of the accessed vector follows the memref's type
}

// accessOp is satisfied by the types of the operations with access to a memref through a
// map.
type accessOp interface {
	ir.TypedOp
	Memref() *ir.Value
	Indices() []*ir.Value
}

func accessOf(op *ir.Operation) accessOp { return op.Typed().(accessOp) }

// stored returns the value that a store writes, or nil for other accesses.
func (a access) stored(op *ir.Operation) *ir.Value {
	switch op := op.Typed().(type) {
	case StoreOp:
		return op.Value()
	case VectorStoreOp:
		return op.Value()
	}
	return nil
}

func (a access) memRefType(op *ir.Operation) *ir.MemRefType {
	return accessOf(op).Memref().Type().(*ir.MemRefType)
}

// valueType returns the type of the element or vector.
func (a access) valueType(op *ir.Operation) ir.Type {
	if v := a.stored(op); v != nil {
		return v.Type()
	}
	return op.Result(0).Type()
}

// def completes the declaration.
func (a access) def(d *ir.OpDef) *ir.OpDef {
	value := ir.AnyType
	if a.vector {
		value = vectorOfRank
	}
	if a.stores {
		d.Operands = []ir.ValueDef{{Name: "value", Type: value}, {Name: "memref", Type: ir.AnyMemRef, Effects: ir.Write}, ir.VariadicIndex("indices")}
	} else {
		d.Operands = []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef, Effects: ir.Read}, ir.VariadicIndex("indices")}
		d.Results = []ir.ValueDef{{Name: "result", Type: value}}
	}
	d.Attrs = []ir.PropDef{{Name: mapAttr, Type: ir.AffineMapConstraint}}
	d.Form = a.form()
	d.Parse, d.Print = a.parse, a.print
	return d
}

func (a access) form() string {
	const address = "$memref `[` (expression, …)? `]` attr-dict `:` type($memref)"
	switch {
	case a.stores && a.vector:
		return "$value `,` " + address + " `,` type($value)"
	case a.stores:
		return "$value `,` " + address
	case a.vector:
		return address + " `,` type($result)"
	}
	return address
}

var vectorOfRank = &ir.TypeConstraint{Summary: "vector of any type values", Check: func(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return ok && len(v.Dims) > 0
}}

// parseAddress reads %m[expressions] and sets the attribute of the map.
func parseAddress(p ir.OpParser, st *ir.OpState, attr string) (m ir.Unresolved, operands []ir.Unresolved) {
	m = p.Operand()
	amap, dims, symbols := p.AffineMapOfValues("[]")
	if p.Ok() {
		st.SetAttr(attr, p.Context().AffineMap(amap))
	}
	return m, append(dims, symbols...)
}

func (a access) parse(p ir.OpParser, st *ir.OpState) {
	var value ir.Unresolved
	if a.stores {
		value = p.Operand()
		p.Expect(",")
	}
	m, operands := parseAddress(p, st, mapAttr)
	p.AttrDict(st)
	pos := p.Pos()
	p.Expect(":")
	mt, ok := ir.ParseTypeOf[*ir.MemRefType](p, pos, "builtin.memref")
	if !ok {
		return
	}
	var vt ir.Type = mt.Elem
	if a.vector {
		p.Expect(",")
		vt = p.Type()
	}
	if !p.Ok() {
		return
	}
	if a.stores {
		p.Resolve(st, vt, value)
	} else {
		st.ResultTypes = []ir.Type{vt}
	}
	p.Resolve(st, mt, m)
	p.ResolveEach(st, p.Context().Index(), operands)
}

func (a access) print(p *ir.Printer, op *ir.Operation) {
	p.Str(" ")
	if v := a.stored(op); v != nil {
		p.Operand(v).Str(", ")
	}
	a.printAddress(p, op)
	p.AttrDict(op, mapAttr).Str(" : ").Type(accessOf(op).Memref().Type())
	if a.vector {
		p.Str(", ").Type(a.valueType(op))
	}
}

func (a access) printAddress(p *ir.Printer, op *ir.Operation) {
	p.Operand(accessOf(op).Memref()).Str("[").AffineMapOfOperands(MapOf(op), accessOf(op).Indices()).Str("]")
}

// verifyIndexing checks the map and its operands.
func (a access) verifyIndexing(op *ir.Operation) *ir.Diagnostic {
	m, operands := MapOf(op), accessOf(op).Indices()
	if len(m.Results) != len(a.memRefType(op).Dims) {
		return op.Errorf("affine map num results must equal memref rank")
	}
	if m.NumInputs() != len(operands) {
		return op.Errorf("expects as many subscripts as affine map inputs")
	}
	return verifyDimsAndSymbols(op, operands, m.NumDims)
}

// verifyDimsAndSymbols checks that the operands may be dimensions and symbols.
func verifyDimsAndSymbols(op *ir.Operation, operands []*ir.Value, numDims int) *ir.Diagnostic {
	scope := ScopeOf(op)
	for i, v := range operands {
		if i < numDims {
			if !isValidDimIn(v, scope) {
				return op.Errorf("operand cannot be used as a dimension id")
			}
		} else if !isValidSymbolIn(v, scope) {
			return op.Errorf("operand cannot be used as a symbol")
		}
	}
	return nil
}

// verifyElement is the check of affine.load and affine.store.
func (a access) verifyElement(message string) func(op *ir.Operation) *ir.Diagnostic {
	return func(op *ir.Operation) *ir.Diagnostic {
		if a.valueType(op) != a.memRefType(op).Elem {
			return op.Errorf("%s", message)
		}
		return a.verifyIndexing(op)
	}
}

// verifyVector is the check of affine.vector_load and affine.vector_store.
func (a access) verifyVector(op *ir.Operation) *ir.Diagnostic {
	if d := a.verifyIndexing(op); d != nil {
		return d
	}
	if a.memRefType(op).Elem != ir.ElementOrSelf(a.valueType(op)) {
		return op.Errorf("requires memref and vector types of the same elemental type")
	}
	return nil
}

var (
	loadAccess        = access{}
	storeAccess       = access{stores: true}
	vectorLoadAccess  = access{vector: true}
	vectorStoreAccess = access{stores: true, vector: true}
	prefetchAccess    = access{}
)

func load() *ir.OpDef {
	return loadAccess.def(&ir.OpDef{
		Kind:        "affine.load",
		Summary:     "read an element at affine indices",
		Description: "The element whose indices are affine expressions of dimensions and, as symbol(%n), symbols.",
		Verify:      loadAccess.verifyElement("result type must match element type of memref"),
		Fold:        foldAccess(loadAccess),
		Patterns:    accessPatterns(LoadOp{}),
		Examples: []string{`func.func @f(%m: memref<8x8xf32>, %n: index) -> f32 {
  %0 = affine.load %m[%n floordiv 2, symbol(%n) + 1] : memref<8x8xf32>
  return %0 : f32
}`},
	})
}

func store() *ir.OpDef {
	return storeAccess.def(&ir.OpDef{
		Kind:        "affine.store",
		Summary:     "write an element at affine indices",
		Description: "Writes the element whose indices are affine expressions.",
		Implements:  []ir.Implementation{sim.Moves("value")},
		Verify:      storeAccess.verifyElement("value to store must have the same type as memref element type"),
		Fold:        foldAccess(storeAccess),
		Patterns:    accessPatterns(StoreOp{}),
		Examples: []string{`func.func @f(%m: memref<8x8xf32>, %n: index, %x: f32) {
  affine.store %x, %m[%n mod 8, symbol(%n) + 1] : memref<8x8xf32>
  return
}`},
	})
}

func vectorLoad() *ir.OpDef {
	return vectorLoadAccess.def(&ir.OpDef{
		Kind:        "affine.vector_load",
		Summary:     "read a vector at affine indices",
		Description: "The vector of neighbours that begins at the element with affine indices.",
		Verify:      vectorLoadAccess.verifyVector,
		Patterns:    accessPatterns(VectorLoadOp{}),
		Examples: []string{`func.func @f(%m: memref<64xf32>, %i: index) {
  %0 = affine.vector_load %m[%i * 8] : memref<64xf32>, vector<8xf32>
  affine.vector_store %0, %m[%i + 7] : memref<64xf32>, vector<8xf32>
  return
}`},
	})
}

func vectorStore() *ir.OpDef {
	return vectorStoreAccess.def(&ir.OpDef{
		Kind:        "affine.vector_store",
		Summary:     "write a vector at affine indices",
		Description: "Writes the vector of neighbours that begins at the element with affine indices.",
		Implements:  []ir.Implementation{sim.Moves("value")},
		Verify:      vectorStoreAccess.verifyVector,
		Patterns:    accessPatterns(VectorStoreOp{}),
		Examples: []string{`func.func @f(%m: memref<64xf32>, %i: index, %v: vector<8xf32>) {
  affine.vector_store %v, %m[%i * 8] : memref<64xf32>, vector<8xf32>
  return
}`},
	})
}

func prefetch() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "affine.prefetch",
		Summary:     "hint that an element at affine indices is used soon",
		Description: "localityHint is from 0, no locality, to 3, keep in the cache.",
		Operands:    []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef}, ir.VariadicIndex("indices")},
		Attrs: []ir.PropDef{
			{Name: "isWrite", Type: ir.BoolAttr},
			{Name: "localityHint", Type: view.LocalityAttr},
			{Name: "isDataCache", Type: ir.BoolAttr},
			{Name: mapAttr, Type: ir.AffineMapConstraint},
		},
		Form: "$memref `[` indices `]` `,` (`read` | `write`) `,` `locality` `<` $localityHint `>` `,` (`data` | `instr`) attr-dict `:` type($memref)\n" +
			"indices ::= (expression, …)?",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			m, operands := parseAddress(p, st, mapAttr)
			p.Expect(",")
			view.ParsePrefetch(p, st)
			p.AttrDict(st)
			p.Expect(":")
			p.Resolve(st, p.Type(), m)
			p.ResolveEach(st, p.Context().Index(), operands)
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.Str(" ")
			prefetchAccess.printAddress(p, op)
			view.PrintPrefetch(p, op)
			p.AttrDict(op, "isWrite", "localityHint", "isDataCache", mapAttr).Str(" : ").Type(ir.Cast[PrefetchOp](op).Memref().Type())
		},
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			prefetch := ir.Cast[PrefetchOp](op)
			m, operands := prefetch.Map(), prefetch.Indices()
			if len(m.Results) != len(prefetchAccess.memRefType(op).Dims) {
				return op.Errorf("affine.prefetch affine map num results must equal memref rank")
			}
			if m.NumInputs() != len(operands) {
				return op.Errorf("too few operands")
			}
			scope := ScopeOf(op)
			for _, v := range operands {
				if !isValidDimIn(v, scope) && !isValidSymbolIn(v, scope) {
					return op.Errorf("index must be a valid dimension or symbol identifier")
				}
			}
			return nil
		},
		Fold:     foldAccess(prefetchAccess),
		Patterns: accessPatterns(PrefetchOp{}),
		Examples: []string{`func.func @f(%m: memref<8xf32>, %i: index) {
  affine.prefetch %m[%i + 4], write, locality<0>, instr : memref<8xf32>
  return
}`},
	}
}

// AccessMap returns the map of an affine access and its operands; ok is false for
// other operations.
func AccessMap(op *ir.Operation) (m affine.Map, operands []*ir.Value, ok bool) {
	a, ok := op.Typed().(accessOp)
	if !ok {
		return affine.Map{}, nil, false
	}
	return MapOf(op), a.Indices(), true
}
