package ir

import "slices"

// node writes a type or attribute: its alias, or its spelling with aliases in place of
// nested nodes. If bare is set, the type of a typed attribute is omitted.
func (p *Printer) node(n Node, bare bool) *Printer {
	if n == nil {
		return p.Str("<<NULL ATTRIBUTE>>")
	}
	st := n.storage()
	if st.plain && st.refs == nil {
		if bare {
			return p.Str(st.text[:st.bare])
		}
		return p.Str(st.text)
	}
	return p.stored(st, bare)
}

func (p *Printer) stored(st *storage, bare bool) *Printer {
	switch {
	case p.collect != nil:
		if !st.plain {
			p.collect.add(aliasVisit{node: st, elideType: bare})
		}
		return p
	case st.plain:
		return p.span(st, 0, bare)
	case p.writeAlias(st):
		return p
	}
	return p.body(st, bare)
}

// writeAlias writes the alias of n, if it has one.
func (p *Printer) writeAlias(st *storage) bool {
	if p.aliases == nil {
		return false
	}
	e := p.aliases.byNode[st]
	if e == nil || e.text == "" {
		return false
	}
	p.Str(e.text)
	return true
}

// body writes a node that is not plain, without using its own alias.
func (p *Printer) body(st *storage, bare bool) *Printer {
	switch n := st.node.(type) {
	case *DenseAttr:
		return p.dense(n, bare)
	case *SparseAttr:
		return p.sparse(n, bare)
	case *ResourceAttr:
		p.resources.add(n.Key)
	case *DistinctAttr:
		return p.distinctAttr(n)
	case LocationAttr:
		return p.locationSpec(n, false)
	}
	return p.span(st, 0, bare)
}

// span writes the part of a node's spelling that begins at offset from of its text, with
// nested nodes in their printed form.
func (p *Printer) span(st *storage, from int, bare bool) *Printer {
	end := len(st.text)
	if bare {
		end = int(st.bare)
	}
	for _, r := range st.nested() {
		at := int(r.at)
		if at > end {
			break
		}
		if at < from || r.form == hiddenForm {
			continue
		}
		p.Str(st.text[from:at])
		if r.form != strippedForm {
			p.stored(r.node, false)
		} else if !p.writeAlias(r.node) {
			lo, _ := r.ends()
			p.span(r.node, lo, false)
		}
		from = at
		if p.flush(); p.stopped() {
			return p
		}
	}
	return p.Str(st.text[from:end])
}

// typeOf writes " : type" of a typed attribute unless bare is set.
func (p *Printer) typeOf(t Type, bare bool) *Printer {
	if bare {
		return p
	}
	return p.Str(" : ").Type(t)
}

// defaultHexElements is upstream's default of HexElements (AsmPrinter.cpp).
const defaultHexElements = 100

// hexLimit returns the number of elements above which constants print in hexadecimal, or
// -1.
func (o *PrintOptions) hexLimit() int {
	if o.HexElements == nil {
		return defaultHexElements
	}
	return *o.HexElements
}

func (p *Printer) elides(a *DenseAttr) bool {
	return p.opts.ElideElements != nil && !a.Splat && a.NumElements() > *p.opts.ElideElements
}

const elidedElements = "dense_resource<__elided__>"

func (p *Printer) dense(a *DenseAttr, bare bool) *Printer {
	if p.elides(a) {
		return p.Str(elidedElements).typeOf(a.typ, bare)
	}
	p.Str("dense<")
	limit := p.opts.hexLimit()
	if n := a.pieces(limit); n < 2*sharedPieces || p.opts.Threads < 2 || p.out == nil || p.forked {
		for at := 0; at >= 0; p.flush() {
			p.buf, at = a.appendPiece(p.buf, limit, at)
		}
	} else {
		p.inParallel(p.opts.Threads, (n+sharedPieces-1)/sharedPieces, func(w *Printer, i int) {
			w.buf = slices.Grow(w.buf, pieceBytes+pieceBytes/8)
			for at := i * sharedPieces; at < min((i+1)*sharedPieces, n); at++ {
				w.buf, _ = a.appendPiece(w.buf, limit, at*densePiece)
			}
		})
	}
	return p.Str(">").typeOf(a.typ, bare)
}

// sharedPieces is the number of pieces of a large constant that a goroutine prints at a time.
const sharedPieces = 8

func (p *Printer) sparse(a *SparseAttr, bare bool) *Printer {
	if p.elides(a.Indices) || p.elides(a.Values) {
		return p.Str(elidedElements).typeOf(a.typ, bare)
	}
	p.Str("sparse<")
	p.buf = a.appendBody(p.buf, p.opts.hexLimit())
	return p.Str(">").typeOf(a.typ, bare)
}

// distinctAttr numbers distinct attributes in the order in which they print.
func (p *Printer) distinctAttr(a *DistinctAttr) *Printer {
	n, seen := p.distinct[a]
	if !seen {
		n = len(p.distinct)
		if p.distinct == nil {
			p.distinct = map[*DistinctAttr]int{}
		}
		p.distinct[a] = n
	}
	p.Str("distinct[").Int(int64(n)).Str("]<")
	if _, unit := a.Of.(*UnitAttr); !unit {
		p.Attr(a.Of)
	}
	return p.Str(">")
}

// locationSpec writes loc(…), or only the location in the pretty form.
func (p *Printer) locationSpec(l LocationAttr, alias bool) *Printer {
	if p.opts.PrettyDebugInfo {
		return p.location(l, true)
	}
	p.Str("loc(")
	if !alias || !p.writeAlias(l.storage()) {
		p.location(l, false)
	}
	return p.Str(")")
}

// nestedLocation writes a location inside another location.
func (p *Printer) nestedLocation(l LocationAttr, pretty bool) *Printer {
	if p.writeAlias(l.storage()) || p.stopped() {
		return p
	}
	p.flush()
	return p.location(l, pretty)
}

// location writes the text inside loc(…).
func (p *Printer) location(l LocationAttr, pretty bool) *Printer {
	switch l := l.(type) {
	case *UnknownLoc:
		if pretty {
			return p.Str("[unknown]")
		}
		return p.Str("unknown")
	case *FileLoc:
		if pretty {
			p.Str(l.File)
		} else {
			p.Quoted(l.File)
		}
		return p.filePosition(l)
	case *NameLoc:
		p.Quoted(l.Name)
		if _, unknown := l.Child.(*UnknownLoc); !unknown {
			p.Str("(").nestedLocation(l.Child, pretty).Str(")")
		}
	case *CallSiteLoc:
		p.callSite(l, pretty)
	case *FusedLoc:
		if !pretty {
			p.Str("fused")
		}
		if l.Metadata != nil {
			p.Str("<").Attr(l.Metadata).Str(">")
		}
		p.Str("[")
		for i, inner := range l.Locs {
			p.comma(i).nestedLocation(inner, pretty)
		}
		p.Str("]")
	}
	return p
}

// filePosition writes :line:col, and the end of a range.
func (p *Printer) filePosition(l *FileLoc) *Printer {
	p.buf = appendPosition(p.buf, l.StartLine, l.StartCol, l.EndLine, l.EndCol)
	return p
}

// callSite writes callee and caller. The pretty form writes the caller on a separate
// line, unless it is a name in a file.
func (p *Printer) callSite(l *CallSiteLoc, pretty bool) {
	if !pretty {
		p.Str("callsite(").nestedLocation(l.Callee, false).Str(" at ").nestedLocation(l.Caller, false).Str(")")
		return
	}
	p.nestedLocation(l.Callee, true)
	_, named := l.Callee.(*NameLoc)
	_, file := l.Caller.(*FileLoc)
	if !named || !file {
		p.Str("\n")
	}
	p.Str(" at ").nestedLocation(l.Caller, true)
}

// sortNamed orders entries by name.
func sortNamed(entries []NamedAttr) { slices.SortFunc(entries, compareNamed) }
