package parser

import (
	"strings"
	"sync"

	"optc/ir"
)

// RangeOf returns the range of text that a diagnostic refers to: the token at its location, or the
// range in a location attribute. The range is empty where text is missing; ok is false when the
// location names no file.
func RangeOf(d *ir.Diagnostic) (r ir.Range, ok bool) {
	src, begin, ok := d.Loc.Source()
	if !ok {
		return d.Loc.Range()
	}
	if begin >= len(src.Text) {
		return src.Range(begin, begin), true
	}
	l := lexer{text: src.Text}
	t := l.lex(begin)
	switch {
	case t.kind == tokError: // an error token, such as a string without end
		rest, _, _ := strings.Cut(src.Text[begin:], "\n")
		return src.Range(begin, begin+len(strings.TrimRight(rest, "\r"))), true
	case t.lo != begin: // white space or a comment
		return src.Range(begin, begin), true
	}
	return src.Range(begin, t.hi), true
}

// OpRanges holds the ranges of the operations of a source, from the first result name
// to the end of the last region or location. The zero value is ready for use.
type OpRanges struct {
	mu sync.Mutex
	of map[*ir.Operation]sourceSpan
}

type sourceSpan struct {
	src    *ir.Source
	lo, hi int
}

// Of returns the range of an operation that was parsed.
func (r *OpRanges) Of(op *ir.Operation) (_ ir.Range, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s, ok := r.of[op]
	if !ok {
		return ir.Range{}, false
	}
	return s.src.Range(s.lo, s.hi), true
}

func (r *OpRanges) add(op *ir.Operation, s sourceSpan) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[*ir.Operation]sourceSpan{}
	}
	r.of[op] = s
}

// Ranges records in r the range of every operation.
func Ranges(r *OpRanges) Option { return func(c *config) { c.ranges = r } }

// Edit returns the bytes of a source that a fix replaces, and the new text. ok is false
// if the text does not contain, nearby, the word that the fix replaces.
func Edit(f ir.Fix) (src *ir.Source, begin, end int, text string, ok bool) {
	src, at, ok := f.Loc.Source()
	if !ok || at > len(src.Text) {
		return nil, 0, 0, "", false
	}
	switch {
	case f.Place == ir.BlockEnd:
		return endOfBlock(src, at, f.New)
	case f.Place == ir.EmptyBlock:
		return emptyBlock(src, at, f.New)
	case f.Place == ir.BeforeItem:
		at = itemBegin(src.Text, at)
		return src, at, at, f.New + "\n", true
	case f.Old == "":
		return src, at, at, f.New, true
	}
	l := lexer{text: src.Text}
	t := l.lex(at)
	for range fixTokens {
		word := l.text[t.lo:t.hi]
		if i := strings.Index(word, f.Old); i >= 0 && strings.Trim(word, "%^#!@\"") == strings.Trim(f.Old, "%^#!@") {
			return src, t.lo + i, t.lo + i + len(f.Old), f.New, true
		}
		if t.kind == tokEOF || t.kind == tokError {
			break
		}
		t = l.lex(t.hi)
	}
	return nil, 0, 0, "", false
}

// endOfBlock is the Edit that inserts an operation after the operation at an offset,
// which is the last of its block: on a separate line with the same indentation, if the
// block ends at the beginning of a line.
func endOfBlock(src *ir.Source, at int, op string) (_ *ir.Source, begin, end int, text string, ok bool) {
	l := lexer{text: src.Text}
	depth := 0
	for t := l.lex(at); t.kind != tokEOF && t.kind != tokError; t = l.lex(t.hi) {
		switch t.kind {
		case tokLBrace, tokLParen, tokLSquare:
			depth++
		case tokRBrace, tokRParen, tokRSquare:
			depth--
		}
		if depth >= 0 && !(depth == 0 && t.kind == tokBlock) {
			continue
		}
		line := strings.LastIndexByte(src.Text[:t.lo], '\n') + 1
		if line <= at || strings.TrimSpace(src.Text[line:t.lo]) != "" {
			return src, t.lo, t.lo, op + " ", true
		}
		first := src.Text[strings.LastIndexByte(src.Text[:at], '\n')+1:]
		indentation := first[:len(first)-len(strings.TrimLeft(first, " \t"))]
		return src, line, line, indentation + op + "\n", true
	}
	return nil, 0, 0, "", false
}

// emptyBlock is the Edit that inserts an operation into the first block, of the operation at an
// offset, that has a label and no operations: on a separate line if the label has its own line.
func emptyBlock(src *ir.Source, at int, op string) (_ *ir.Source, begin, end int, text string, ok bool) {
	l := lexer{text: src.Text}
	depth := 0 // of regions
	for t := l.lex(at); t.kind != tokEOF && t.kind != tokError; t = l.lex(t.hi) {
		switch t.kind {
		case tokLBrace:
			depth++
		case tokRBrace:
			depth--
		case tokBlock:
			colon, ok := l.endsLabel(t.hi)
			if next := l.lex(colon); depth != 1 || !ok || next.kind != tokBlock && next.kind != tokRBrace {
				continue
			}
			line := src.Text[strings.LastIndexByte(src.Text[:t.lo], '\n')+1:]
			indentation := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			if !strings.HasPrefix(line[len(indentation):], src.Text[t.lo:t.hi]) || !strings.HasPrefix(strings.TrimLeft(src.Text[colon:], " \t"), "\n") {
				return src, colon, colon, " " + op, true
			}
			return src, colon, colon, "\n" + indentation + "  " + op, true
		}
	}
	return nil, 0, 0, "", false
}

// itemBegin returns the beginning of the line on which the top-level operation begins
// that contains an offset: a line without indentation.
func itemBegin(text string, at int) int {
	for at > 0 {
		at = strings.LastIndexByte(text[:at], '\n') + 1
		if c := text[at]; charClass[c]&isLetter != 0 || c == '"' || c == '%' {
			return at
		}
		at = max(0, at-1)
	}
	return 0
}

// fixTokens is the number of tokens after a fix's location among which its word is
// searched for.
const fixTokens = 256
