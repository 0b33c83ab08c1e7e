package parser

import (
	"strings"

	"optc/diag"
	"optc/ir"
)

// hint adds a note about the writer's probable intention.
func (p *reporter) hint(d *ir.Diagnostic, pos int, msg string) *ir.Diagnostic {
	return d.HintNote(ir.At(p.src, pos), "%s", msg)
}

// suggest adds the word that was probably meant instead of the word at pos, if there is one.
func (p *reporter) suggest(d *ir.Diagnostic, pos int, word string, known []string) {
	if s := diag.Suggest(word, known); s != "" {
		p.meant(d, pos, word, s)
	}
}

// meant adds the words that were probably meant instead of the word at pos.
func (p *reporter) meant(d *ir.Diagnostic, pos int, word string, others ...string) {
	p.hint(d, pos, "did you mean '"+strings.Join(others, "' or '")+"'?")
	for _, other := range others {
		d.Fix(ir.At(p.src, pos), word, other)
	}
}

// lacksPercent adds a hint that the word at pos should have been the name of a value.
func (p *reporter) lacksPercent(d *ir.Diagnostic, pos int, word string) {
	p.hint(d, pos, "names of values begin with '%': did you mean '%"+word+"'?").Fix(ir.At(p.src, pos), "", "%")
}

// tryHere begins the list of words that are accepted instead of the next token, a word.
func (p *reporter) tryHere() {
	if p.triedAt != p.tok.lo {
		p.triedAt, p.tried, p.triedValue = p.tok.lo, p.tried[:0], false
	}
}

// suggestTried adds the accepted word that t may mean, or a hint that t lacks the sigil
// of a value. It reports whether it added anything.
func (p *reporter) suggestTried(d *ir.Diagnostic, t token) bool {
	if p.triedAt != t.lo {
		return false
	}
	word := p.text[t.lo:t.hi]
	if p.triedValue && p.isValue != nil && p.isValue(word) {
		p.lacksPercent(d, t.lo, word)
		return true
	}
	s := diag.Suggest(word, p.tried)
	if s != "" {
		p.meant(d, t.lo, word, s)
	}
	return s != ""
}
