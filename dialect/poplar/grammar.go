package poplar

import (
	"errors"
	"strings"

	"github.com/alecthomas/participle/v2"

	"optc/diag"
	"optc/dialect/poplar/grammar"
	"optc/ir"
)

// The sub-languages of types, attributes and predicates have a participle
// grammar each, in the files irgrammar_*.go. The parser of the IR hands over the
// text of a body and where it begins; what comes back is remembered by the
// parser under the spelling of the whole type or attribute.

// parseSub reads the text of a sub-language that stands at offset pos. It
// returns nil after reporting an error at the place of the mistake.
func parseSub[G any](p ir.AsmParser, g *participle.Parser[G], l grammar.Language, text string, pos int) *G {
	if !p.Ok() {
		return nil
	}
	if nesting(text) > maxSubDepth {
		p.ErrorAt(pos, "%s nests more than %d levels", l.What, maxSubDepth)
		return nil
	}
	parsed, err := g.ParseString("", text)
	if err == nil {
		return parsed
	}
	var at participle.Error
	offset := 0
	if errors.As(err, &at) {
		offset = min(at.Position().Offset, len(text))
	}
	reportSub(p, pos+offset, l.Explain(text, err))
	return nil
}

// maxSubDepth bounds the nesting of brackets, and of negations in a row.
const maxSubDepth = 64

func nesting(text string) int {
	depth, bangs, most := 0, 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '!':
			bangs++
		case c != ' ':
			bangs = 0
			if strings.IndexByte("<([{", c) >= 0 {
				depth++
			} else if strings.IndexByte(">)]}", c) >= 0 {
				depth--
			}
		}
		most = max(most, depth+bangs)
	}
	return most
}

// reportSub reports the error of a pure function at an offset, with its code.
func reportSub(p ir.AsmParser, pos int, err error) {
	var e *diag.Error
	if !errors.As(err, &e) {
		p.ErrorAt(pos, "%v", err)
		return
	}
	p.ErrorAt(pos, "%s [poplar.%s]", e.Msg, e.Code)
}
