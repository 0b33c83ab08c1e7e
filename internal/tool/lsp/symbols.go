package lsp

import (
	"strings"

	"optc/ir"
)

// symbol is an operation that defines a symbol.
type symbol struct {
	name       string
	op         string // full name
	lo, hi     int    // range of the operation in the document
	nameLo     int    // position of its symbol name
	nameHi     int
	children   []symbol
	isFunction bool
}

// symbols returns the symbols of a piece, nested as their operations are. For a large piece they
// are the functions, at the lines where they begin.
func (d *document) symbols(p *piece) []symbol {
	if !p.large() {
		a := d.analyse(p)
		if a.module == nil {
			return nil
		}
		return d.symbolsIn(a, a.module)
	}
	d.outline(p)
	var list []symbol
	for i, item := range p.items {
		lo, hi := p.lo+item, p.hi
		if i+1 < len(p.items) {
			hi = p.lo + p.items[i+1]
		}
		s := symbol{lo: lo, hi: hi, isFunction: true}
		for t := range tokens(d.text, lo, d.lineEnd(lo)) {
			if t.class == classWord && s.op == "" {
				s.op = d.text[t.lo:t.hi]
			}
			if t.class == classSymbol {
				s.name, s.nameLo, s.nameHi = symbolName(d.text[t.lo:t.hi]), t.lo, t.hi
				break
			}
		}
		if s.name != "" {
			list = append(list, s)
		}
	}
	return list
}

func (d *document) symbolsIn(a *analysis, op *ir.Operation) (list []symbol) {
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				children := d.symbolsIn(a, o)
				s, ok := d.symbolOf(a, o)
				if !ok {
					list = append(list, children...)
					continue
				}
				s.children = children
				list = append(list, s)
			}
		}
	}
	return list
}

func (d *document) symbolOf(a *analysis, op *ir.Operation) (s symbol, ok bool) {
	name := ir.SymbolName(op)
	lo, hi, known := a.rangeOf(op)
	if name == "" || !known || lo < a.prefix {
		return s, false
	}
	s = symbol{name: name, op: op.Name(), lo: a.doc(lo), hi: a.doc(hi), isFunction: op.Has(ir.IsolatedFromAbove)}
	for t := range tokens(d.text, s.lo, s.hi) {
		if t.class == classSymbol && symbolName(d.text[t.lo:t.hi]) == name {
			s.nameLo, s.nameHi = t.lo, t.hi
			return s, true
		}
	}
	return s, false
}

// symbolName is the name that a token @name or @"name" holds.
func symbolName(word string) string { return strings.Trim(strings.TrimPrefix(word, "@"), `"`) }

// flat lists symbols including nested symbols.
func flat(list []symbol) (all []symbol) {
	for _, s := range list {
		all = append(all, s)
		all = append(all, flat(s.children)...)
	}
	return all
}

// symbolMentions returns the places in a piece that name a symbol. If several operations
// define the name, a mention refers to the definition whose enclosing operation is the
// nearest around both.
func (d *document) symbolMentions(p *piece, at int, word string) (list []mention) {
	var defined []symbol
	for _, s := range flat(d.symbols(p)) {
		if s.name == symbolName(word) {
			defined = append(defined, s)
		}
	}
	around := flat(d.symbols(p))
	target := nearest(defined, around, at)
	for t := range tokens(d.text, p.lo, p.hi) {
		if t.class != classSymbol || symbolName(d.text[t.lo:t.hi]) != symbolName(word) || nearest(defined, around, t.lo) != target {
			continue
		}
		list = append(list, mention{t.lo, t.hi, target >= 0 && defined[target].nameLo == t.lo})
	}
	return list
}

// nearest returns the index of the definition that a mention at an offset is of; -1 if
// there is none.
func nearest(defined, around []symbol, at int) int {
	best, size := -1, 0
	for i, s := range defined {
		if s.nameLo <= at && at < s.nameHi {
			return i
		}
		shared := -1 // size of the smallest operation around both
		for _, o := range around {
			if o.lo <= at && at < o.hi && o.lo < s.lo && s.hi <= o.hi && (shared < 0 || o.hi-o.lo < shared) {
				shared = o.hi - o.lo
			}
		}
		if best < 0 || shared >= 0 && (size < 0 || shared < size) {
			best, size = i, shared
		}
	}
	return best
}

func (s *server) documentSymbols(p *documentParams) any {
	list := []documentSymbol{}
	if d := s.documents[p.TextDocument.URI]; d != nil {
		for _, p := range d.pieces {
			list = append(list, d.documentSymbols(d.symbols(p))...)
		}
	}
	return list
}

func (d *document) documentSymbols(list []symbol) (out []documentSymbol) {
	for _, s := range list {
		kind := symbolVariable
		switch {
		case len(s.children) > 0:
			kind = symbolClass
		case s.isFunction:
			kind = symbolFunction
		}
		out = append(out, documentSymbol{
			Name: s.name, Detail: s.op, Kind: kind, Range: d.span(s.lo, s.hi), SelectionRange: d.span(s.nameLo, s.nameHi),
			Children: d.documentSymbols(s.children),
		})
	}
	return out
}
