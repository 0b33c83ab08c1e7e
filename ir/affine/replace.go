package affine

// ReplaceDimsAndSymbols returns e with dimension i replaced by dims[i] and symbol i by
// symbols[i]. Positions beyond the lists are kept.
func (e Expr) ReplaceDimsAndSymbols(dims, symbols []Expr) Expr {
	switch e.n.kind {
	case KindConst:
		return e
	case KindDim, KindSymbol:
		by := dims
		if e.n.kind == KindSymbol {
			by = symbols
		}
		if e.n.value < int64(len(by)) {
			return by[e.n.value]
		}
		return e
	}
	l := e.n.lhs.ReplaceDimsAndSymbols(dims, symbols)
	r := e.n.rhs.ReplaceDimsAndSymbols(dims, symbols)
	return e.withOperands(l, r)
}

func (e Expr) withOperands(l, r Expr) Expr {
	if l.Equal(e.n.lhs) && r.Equal(e.n.rhs) {
		return e
	}
	return Binary(e.n.kind, l, r)
}

// ReplaceDims returns e with dimension i replaced by dims[i].
func (e Expr) ReplaceDims(dims []Expr) Expr { return e.ReplaceDimsAndSymbols(dims, nil) }

// ReplaceSymbols returns e with symbol i replaced by symbols[i].
func (e Expr) ReplaceSymbols(symbols []Expr) Expr { return e.ReplaceDimsAndSymbols(nil, symbols) }

// Replace returns e with every occurrence of the tree old replaced.
func (e Expr) Replace(old, by Expr) Expr {
	if e.Equal(old) {
		return by
	}
	if !e.n.kind.IsBinary() {
		return e
	}
	return e.withOperands(e.n.lhs.Replace(old, by), e.n.rhs.Replace(old, by))
}

// Compose returns e with its dimensions replaced by the results of m.
func (e Expr) Compose(m Map) Expr { return e.ReplaceDims(m.Results) }
