package affine

import "slices"

// ReplaceDimsAndSymbols replaces dimensions and symbols in the results, as
// Expr.ReplaceDimsAndSymbols does, and sets the numbers of inputs.
func (m Map) ReplaceDimsAndSymbols(dims, symbols []Expr, numDims, numSymbols int) Map {
	return NewMap(numDims, numSymbols, m.apply(func(e Expr) Expr { return e.ReplaceDimsAndSymbols(dims, symbols) })...)
}

// ReplaceSymbols replaces symbol i by symbols[i]; the new map has numSymbols symbols.
func (m Map) ReplaceSymbols(symbols []Expr, numSymbols int) Map {
	return m.ReplaceDimsAndSymbols(nil, symbols, m.NumDims, numSymbols)
}

// ReplaceDims replaces dimension i by dims[i]; the new map has numDims dimensions.
func (m Map) ReplaceDims(dims []Expr, numDims int) Map {
	return m.ReplaceDimsAndSymbols(dims, nil, numDims, m.NumSymbols)
}

// Replace replaces every occurrence of the tree old in the results.
func (m Map) Replace(old, by Expr, numDims, numSymbols int) Map {
	return NewMap(numDims, numSymbols, m.apply(func(e Expr) Expr { return e.Replace(old, by) })...)
}

func (m Map) apply(f func(Expr) Expr) []Expr {
	results := make([]Expr, len(m.Results))
	for i, e := range m.Results {
		results[i] = f(e)
	}
	return results
}

// ShiftDims adds shift to the positions of dimension offset and later dimensions; the map gets
// shift more dimensions.
func (m Map) ShiftDims(shift, offset int) Map {
	return m.ReplaceDims(append(Dims(offset), sequence(KindDim, offset+shift, m.NumDims-offset)...), m.NumDims+shift)
}

// ShiftSymbols adds shift to the positions of symbol offset and later symbols; the map gets shift
// more symbols.
func (m Map) ShiftSymbols(shift, offset int) Map {
	return m.ReplaceSymbols(append(Symbols(offset), sequence(KindSymbol, offset+shift, m.NumSymbols-offset)...), m.NumSymbols+shift)
}

// Compose returns the map that applies inner and then m; inner has a result for each
// dimension of m. The symbols of m precede the symbols of inner.
//
//	(d0, d1)[s0] -> (d0 + s0)  ∘  (d0)[s0] -> (d0 * s0, d0)  =  (d0)[s0, s1] -> (d0 * s1 + s0)
func (m Map) Compose(inner Map) Map {
	inner = inner.ShiftSymbols(m.NumSymbols, 0)
	return NewMap(inner.NumDims, inner.NumSymbols, m.apply(func(e Expr) Expr { return e.Compose(inner) })...)
}

// Simplify flattens and rebuilds each result; see Simplify.
func (m Map) Simplify() Map {
	return m.WithResults(m.apply(func(e Expr) Expr { return Simplify(e, m.NumDims, m.NumSymbols) }))
}

// PartialConstantFold replaces each result by a constant if it can be computed from the
// operands (dimensions, then symbols) that operand reports to be known. values holds the
// results if all of them are constants, else nil. The error is that a result has no
// value, for example because of a division by zero.
func (m Map) PartialConstantFold(operand func(i int) (v int64, known bool)) (folded Map, values []int64, err error) {
	known := make([]Expr, m.NumInputs())
	for i := range known {
		if v, ok := operand(i); ok {
			known[i] = Const(v)
		}
	}
	folded = m.WithResults(slices.Clone(m.Results))
	values = []int64{}
	for i, e := range m.Results {
		v, ok, err := e.fold(known[:m.NumDims], known[m.NumDims:])
		if err != nil {
			return Map{}, nil, err
		}
		if !ok {
			values = nil
			continue
		}
		folded.Results[i] = Const(v)
		if values != nil {
			values = append(values, v)
		}
	}
	return folded, values, nil
}

// fold evaluates e if all operands that occur in it are constants; a zero Expr is an
// unknown operand.
func (e Expr) fold(dims, symbols []Expr) (v int64, known bool, err error) {
	switch e.n.kind {
	case KindConst:
		return e.n.value, true, nil
	case KindDim:
		v, known = dims[e.n.value].IsConst()
		return v, known, nil
	case KindSymbol:
		v, known = symbols[e.n.value].IsConst()
		return v, known, nil
	}
	l, known, err := e.n.lhs.fold(dims, symbols)
	if !known || err != nil {
		return 0, false, err
	}
	r, known, err := e.n.rhs.fold(dims, symbols)
	if !known || err != nil {
		return 0, false, err
	}
	v, err = apply(e.n.kind, l, r)
	return v, err == nil, err
}

// DropResult returns the map without result i.
func (m Map) DropResult(i int) Map {
	return m.keepResults(func(j int) bool { return j != i })
}

func (m Map) keepResults(keep func(i int) bool) Map {
	results := make([]Expr, 0, len(m.Results))
	for i, e := range m.Results {
		if keep(i) {
			results = append(results, e)
		}
	}
	return m.WithResults(results)
}

// RemoveDuplicateResults drops each result that equals the one before it.
func RemoveDuplicateResults(m Map) Map {
	return m.keepResults(func(i int) bool { return i == 0 || !m.Results[i].Equal(m.Results[i-1]) })
}

// ProjectDims replaces the dimensions for which drop is true by 0; compress also removes
// them from the inputs.
func ProjectDims(m Map, drop []bool, compress bool) Map {
	by, n := projection(KindDim, drop, compress)
	return m.ReplaceDims(by, n)
}

// projection returns the replacements of len(drop) inputs, and the number of inputs
// afterwards.
func projection(k ExprKind, drop []bool, compress bool) (by []Expr, n int) {
	by = make([]Expr, len(drop))
	for i := range by {
		switch {
		case drop[i]:
			by[i] = Const(0)
		case compress:
			by[i] = leafExpr(k, int64(n))
			n++
		default:
			by[i] = leafExpr(k, int64(i))
		}
	}
	if !compress {
		n = len(drop)
	}
	return by, n
}

// DropDims removes the dimensions for which drop is true, and replaces their uses by 0.
func DropDims(m Map, drop []bool) Map { return ProjectDims(m, drop, true) }

// UnusedDims reports for each dimension of the maps, which have equal numbers of
// dimensions, whether no result uses it.
func UnusedDims(maps ...Map) []bool { return unused(KindDim, maps[0].NumDims, maps) }

// UnusedSymbols reports for each symbol of the maps, which have equal numbers of symbols,
// whether no result uses it.
func UnusedSymbols(maps ...Map) []bool { return unused(KindSymbol, maps[0].NumSymbols, maps) }

func unused(k ExprKind, n int, maps []Map) []bool {
	free := make([]bool, n)
	for i := range free {
		free[i] = true
	}
	for _, m := range maps {
		for _, e := range m.Results {
			e.Walk(func(e Expr) {
				if p, ok := e.position(k); ok {
					free[p] = false
				}
			})
		}
	}
	return free
}

// CompressUnusedDims removes the dimensions that no result uses.
func CompressUnusedDims(m Map) Map { return DropDims(m, UnusedDims(m)) }

// InversePermutation returns the map from the results of m, which has no symbols,
// back to its dimensions, using the first result for a dimension that is selected
// more than once. ok is false when a dimension is not a result.
//
//	(d0, d1, d2) -> (d1, d0 + d2, d2, d0)  has the inverse  (d0, d1, d2, d3) -> (d3, d0, d2)
func InversePermutation(m Map) (inverse Map, ok bool) {
	if m.NumSymbols > 0 {
		return Map{}, false
	}
	results := make([]Expr, m.NumDims)
	missing := m.NumDims
	for i, e := range m.Results {
		if d, isDim := e.IsDim(); isDim && results[d].IsZero() {
			results[d] = Dim(i)
			missing--
		}
	}
	if missing > 0 {
		return Map{}, false
	}
	return NewMap(len(m.Results), 0, results...), true
}

// Size returns the number of nodes of m's results as trees, and the number of them that
// are leaf.
func (m Map) Size(leaf Expr) (nodes, leaves int) {
	var count func(e Expr)
	count = func(e Expr) {
		nodes++
		switch {
		case e.n.kind.IsBinary():
			count(e.n.lhs)
			count(e.n.rhs)
		case e.Equal(leaf):
			leaves++
		}
	}
	for _, e := range m.Results {
		count(e)
	}
	return nodes, leaves
}
