package cpp

import (
	"strings"
	"unicode/utf8"

	"optc/diag"
)

// SymbolPrefix opens the symbol of every vertex (Poplar and PopLibs User Guide,
// Vertex name mangling).
const SymbolPrefix = "__runCodelet_"

// UnderscoreRule is the option single-underscore: the replacement of a lone underscore in
// a name. The User Guide does not define it; in the symbols of poplibs it is tripled.
type UnderscoreRule uint8

const (
	KeepUnderscore   UnderscoreRule = iota // "_" stays
	TripleUnderscore                       // "_" becomes "___"
)

// String is the value of the option single-underscore.
func (r UnderscoreRule) String() string { return [...]string{"keep", "triple"}[r] }

// ParseUnderscoreRule reads a value of the option single-underscore. The error code is
// option-value.
func ParseUnderscoreRule(name string) (UnderscoreRule, error) {
	for _, r := range []UnderscoreRule{KeepUnderscore, TripleUnderscore} {
		if r.String() == name {
			return r, nil
		}
	}
	return 0, diag.Errorf("option-value", "expected single-underscore keep or triple, but got '%s'%s",
		name, diag.DidYouMean(name, []string{"keep", "triple"}))
}

// Mangle returns the symbol of the vertex with a canonical name (Poplar and PopLibs User
// Guide, Vertex name mangling). The error code is mangle-char for a character that has no
// rule.
func Mangle(name string, rule UnderscoreRule) (string, error) {
	b, err := AppendSymbol(make([]byte, 0, len(SymbolPrefix)+2*len(name)), name, rule)
	if err != nil {
		return "", err
	}
	return string(b), nil
}

// AppendSymbol appends the symbol of name to dst: one scan over the name, so that
// underscores that a rule produces are never read again. Errors: see [Mangle]; if there
// is an error, dst is returned unchanged.
func AppendSymbol(dst []byte, name string, rule UnderscoreRule) ([]byte, error) {
	start := len(dst)
	dst = append(dst, SymbolPrefix...)
	for i := 0; i < len(name); {
		c := name[i]
		switch {
		case c == '_':
			run := 1
			for i+run < len(name) && name[i+run] == '_' {
				run++
			}
			for range run / 2 {
				dst = append(dst, "_Z"...)
			}
			if run%2 == 1 {
				if rule == TripleUnderscore {
					dst = append(dst, "__"...)
				}
				dst = append(dst, '_')
			}
			i += run
		case isIdent(c):
			dst = append(dst, c)
			i++
		case c == ':' && strings.HasPrefix(name[i:], "::"):
			dst = append(dst, "__"...)
			i += 2
		case c == '<':
			dst = append(dst, "___"...)
			i++
		case c == ',':
			dst = append(dst, '_')
			i++
		case c == '>':
			i++
		case c == ' ':
			run := 1
			for i+run < len(name) && name[i+run] == ' ' {
				run++
			}
			// The space inside a type of two words; other spaces are ignored.
			if i > 0 && i+run < len(name) && isIdent(name[i-1]) && isIdent(name[i+run]) {
				dst = append(dst, '_')
			}
			i += run
		default:
			r, _ := utf8.DecodeRuneInString(name[i:])
			return dst[:start], diag.Errorf("mangle-char", "character '%c' in '%s' cannot be mangled", r, name).
				Note("at byte %d", i)
		}
	}
	return dst, nil
}

// isIdent reports whether c may be part of an identifier.
func isIdent(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// HasLoneUnderscore reports whether the symbol of name depends on the
// [UnderscoreRule]: a run of underscores in it has odd length.
func HasLoneUnderscore(name string) bool {
	run := 0
	for i := range len(name) {
		if name[i] == '_' {
			run++
			continue
		}
		if run%2 == 1 {
			return true
		}
		run = 0
	}
	return run%2 == 1
}

// SymbolTable holds the vertices of a module by symbol. Symbols cannot be inverted in
// general, so that a demangler searches this table. The zero value is an empty table with
// the rule keep.
type SymbolTable struct {
	Rule  UnderscoreRule
	names map[string]string // symbol → canonical name
}

// Add enters a vertex by its canonical name and returns its symbol. The error codes are
// mangle-char, and symbol-collision if another vertex has the symbol; the table keeps the
// first vertex.
func (t *SymbolTable) Add(name string) (symbol string, err error) {
	symbol, err = Mangle(name, t.Rule)
	if err != nil {
		return "", err
	}
	if other, taken := t.names[symbol]; taken && other != name {
		return symbol, diag.Errorf("symbol-collision", "'%s' and '%s' both mangle to %s", other, name, symbol)
	}
	if t.names == nil {
		t.names = map[string]string{}
	}
	t.names[symbol] = name
	return symbol, nil
}

// Name returns the canonical name of the vertex that has a symbol.
func (t *SymbolTable) Name(symbol string) (name string, ok bool) {
	name, ok = t.names[symbol]
	return name, ok
}
