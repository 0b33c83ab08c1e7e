package parser

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"optc/diag"
	"optc/ir"
)

// definitions holds the definitions of aliases, resources by key, and distinct attributes by
// number. All parsers of a source share the definitions.
type definitions struct {
	attrAliases map[string]alias[ir.Attribute]
	typeAliases map[string]alias[ir.Type]

	mu        sync.Mutex // guards distinct and resources
	distinct  map[uint64]*ir.DistinctAttr
	resources map[string]*ir.Resource // resources by their key in the source

	// unordered is set while items are parsed concurrently. Then it is not known which of two mentions
	// of a distinct attribute comes first in the source. Therefore an error about them is only
	// recorded as a conflict, and the whole source is then parsed again in order.
	unordered bool
	conflict  atomic.Bool

	// late holds the offsets of alias definitions that the outline missed. If there is an undefined
	// location, the whole source is parsed again with these definitions known.
	late              []int
	undefinedLocation atomic.Bool
}

// incomplete reports whether the source must be parsed again: in order, or with the
// definitions in late known.
func (d *definitions) incomplete() bool {
	return d.conflict.Load() || len(d.late) > 0 && d.undefinedLocation.Load()
}

// alias is the node that #name or !name is defined as. It is visible after its definition; location
// aliases are visible everywhere.
type alias[N ir.Node] struct {
	node N
	pos  int
}

// fittingAlias returns n, the node of an alias at pos, or reports that it is nested too
// deep.
func fittingAlias[N ir.Node](p *tokenStream, pos int, n N) (_ N) {
	if !p.fits(n) {
		p.errorAt(pos, fmt.Sprintf("nesting is deeper than the limit of %d", MaxDepth))
		return
	}
	return n
}

const brokenDefinition = "the definition has a mistake"

func undefinedAlias[N ir.Node](p *symbolParser, pos int, name string, known map[string]alias[N]) {
	d := p.wrongToken("undefined symbol alias id '" + name + "'")
	if a, ok := known[name]; ok {
		p.note(d, a.pos, "defined here, after its use")
		return
	}
	if p.undefined++; p.undefined > p.cfg.maxErrors {
		return // the message is not shown
	}
	if at, ok := definitionOf(p.ctx, p.text, p.text[pos:pos+1]+name); ok {
		p.hint(d, at, brokenDefinition)
		return
	}
	if s := diag.Suggest(name, slices.Sorted(maps.Keys(known))); s != "" {
		p.hint(d, known[s].pos, "did you mean '"+p.text[pos:pos+1]+s+"'?")
		d.Fix(ir.At(p.src, pos), name, s)
	}
	p.hintAlias(d, pos, p.text[pos:pos+1]+name)
}

// hintAlias adds a hint with the definition of an alias, given with its sigil, from
// another file.
func (p *symbolParser) hintAlias(d *ir.Diagnostic, pos int, alias string) {
	file, definition := p.cfg.aliasElsewhere(p.ctx, alias)
	if definition == "" {
		p.hint(d, pos, "an alias is defined outside of operations, before its use: "+alias+" = …")
		return
	}
	short := strings.Join(strings.Fields(definition), " ")
	if runes := []rune(short); len(runes) > maxShown {
		short = string(runes[:maxShown]) + "…"
	}
	p.hint(d, pos, "'"+alias+"' is defined in "+file+": "+short)
	d.Fixes = append(d.Fixes, ir.Fix{Loc: ir.At(p.src, pos), New: definition, Place: ir.BeforeItem})
}

// maxShown is the number of characters of a definition that a message shows.
const maxShown = 100
