package parser

import (
	"strings"

	"optc/diag"
	"optc/ir"
)

// symbolParser reads the names of types and attributes of dialects, and of aliases.
type symbolParser struct {
	tokenStream
	*definitions
	undefined int // number of aliases that were not defined
}

// dialectSymbol is a type or attribute of a dialect, or an alias, as written: !name,
// !dialect.name<…> or !dialect<…> (or with #).
type dialectSymbol struct {
	lo      int    // offset of the sigil
	dialect string // or the name of the alias
	pretty  bool   // written with a dot
	body    string // after the dot, or between the angle brackets
	bodyPos int
	end     int  // end of the whole symbol
	alias   bool // no dot and no angle brackets
}

// pos is the place for messages about a symbol as a whole.
func (s *dialectSymbol) pos() int {
	if s.pretty {
		return s.bodyPos
	}
	return s.lo
}

// readSymbol consumes a symbol without parsing its body.
func (p *symbolParser) readSymbol() (s dialectSymbol) {
	name := p.spelling()[1:]
	s.lo, s.end = p.tok.lo, p.tok.hi
	hasBody := p.at(p.tok.hi) == '<'
	s.dialect, s.body, s.pretty = strings.Cut(name, ".")
	s.alias = !hasBody && !s.pretty
	s.bodyPos = s.lo + 1 + len(s.dialect) + 1
	if s.alias || !hasBody {
		p.next()
		return s
	}
	p.next()
	end := p.skipBody()
	if p.failed {
		return s
	}
	s.end = end
	if s.pretty {
		s.body = p.text[s.bodyPos:end]
	} else {
		s.body = p.text[s.bodyPos : end-1]
	}
	p.tok.hi = end
	p.next()
	return s
}

// symbolEnd returns the end of the symbol at the next token, if that is easy to find, and
// 0 otherwise.
func (p *symbolParser) symbolEnd() int {
	if p.at(p.tok.hi) == '<' {
		return p.bodyEnd(p.tok.hi)
	}
	return p.tok.hi
}

func isTypeOf(d *ir.Dialect, mnemonic string) bool { return d.Type(mnemonic) != nil }

func isAttrOf(d *ir.Dialect, mnemonic string) bool { return d.Attr(mnemonic) != nil }

// declaring returns the dialect of a symbol. It is nil if no dialect with that name is registered,
// or if only a part of the dialect is registered, which does not contain the symbol.
func (p *symbolParser) declaring(s dialectSymbol, declares func(d *ir.Dialect, mnemonic string) bool) *ir.Dialect {
	d := p.ctx.Dialect(s.dialect)
	if d == nil || !d.Partial {
		return d
	}
	if !declares(d, s.mnemonic()) {
		return nil
	}
	return d
}

// mnemonic returns the name of the symbol in its dialect.
func (s *dialectSymbol) mnemonic() string {
	if end := strings.IndexAny(s.body, "< "); end >= 0 {
		return s.body[:end]
	}
	return s.body
}

const unregisteredHelp = " created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"

// isNamespace reports whether a dialect may have that name
// (Dialect::isValidNamespace).
func isNamespace(name string) bool {
	for i := range len(name) {
		if c := name[i]; c == '-' || c == '.' || i == 0 && (c == '$' || charClass[c]&isDigit != 0) {
			return false
		}
	}
	return name != ""
}

func (p *symbolParser) badNamespace(s dialectSymbol) {
	p.errorAt(s.pos(), "invalid dialect namespace '\""+s.dialect+"\"'")
}

// noHook reports a symbol of a dialect that declares no symbols of its kind.
func (p *symbolParser) noHook(s dialectSymbol, what string) {
	p.errorAt(s.bodyPos, "dialect '"+s.dialect+"' provides no "+what+" parsing hook")
}

// declared returns what sort of symbol s is, and the mnemonics of this sort in its dialect.
func (p *symbolParser) declared(s *dialectSymbol) (what string, known []string) {
	defs := p.ctx.Dialect(s.dialect).Definitions()
	if p.text[s.lo] == '!' {
		for _, t := range defs.Types {
			known = append(known, t.Mnemonic)
		}
		return "type", known
	}
	for _, a := range defs.Attrs {
		known = append(known, a.Mnemonic)
	}
	return "attribute", known
}

// unknownMnemonic reports a name that the dialect does not have.
func (p *symbolParser) unknownMnemonic(s dialectSymbol, mnemonic string) {
	what, known := p.declared(&s)
	if len(known) == 0 {
		p.noHook(s, what)
		return
	}
	if what == "type" {
		what = " type" // upstream has two spaces here
	}
	d := p.errorAt(s.bodyPos, "unknown "+what+" `"+mnemonic+"` in dialect `"+s.dialect+"`")
	p.suggest(d, s.bodyPos, mnemonic, known)
}

// suggestSymbol adds the types or attributes of any dialect, or the dialect, that a name
// after '!' or '#' may mean.
func (p *symbolParser) suggestSymbol(d *ir.Diagnostic, s *dialectSymbol, declared func(*ir.Dialect, string) bool) {
	if p.ctx.Dialect(s.dialect) != nil {
		_, known := p.declared(s)
		p.suggest(d, s.bodyPos, s.mnemonic(), known)
		return
	}
	sigil := p.text[s.lo : s.lo+1]
	var names, others []string
	for _, dialect := range p.ctx.Dialects() {
		names = append(names, dialect.Name)
		if declared(dialect, s.dialect) {
			others = append(others, sigil+dialect.Name+"."+s.dialect)
		}
	}
	if others != nil && !s.pretty {
		p.meant(d, s.lo, sigil+s.dialect, others...)
	} else if name := diag.Suggest(s.dialect, names); name != "" {
		p.meant(d, s.lo, sigil+s.dialect, sigil+name)
	}
}
