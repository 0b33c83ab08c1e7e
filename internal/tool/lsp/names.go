package lsp

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"optc/ir"
	"optc/parser"
)

// The classes of parser.Tokens.
const (
	classWord = iota
	classInteger
	classFloat
	classString
	classValue
	classBlock
	classAttribute
	classType
	classSymbol
	classPunctuation
)

// token is a token of a document.
type token struct{ class, lo, hi int }

// tokens yields the tokens of a part of a text. The beginning of a token that has no end is
// skipped up to the fault, and after an unknown escape in a string the rest of the line.
func tokens(text string, lo, hi int) iter.Seq[token] {
	return func(yield func(token) bool) {
		for lo < hi {
			next := hi
			for t, err := range parser.Tokens.Tokens(text[lo:hi]) {
				if err != nil {
					fault := lo + t.Lo // hi where the text ends inside a token
					next = max(fault, lo+1)
					if fault < hi && text[fault] == '\\' {
						next = hi
						if nl := strings.IndexByte(text[fault:hi], '\n'); nl >= 0 {
							next = fault + nl
						}
					}
					break
				}
				if !yield(token{t.Class, lo + t.Lo, lo + t.Hi}) {
					return
				}
			}
			lo = next
		}
	}
}

// tokenAt returns the token that holds an offset, or ends there. For #1 in %x#1 it is %x.
func (d *document) tokenAt(at int) (token, bool) {
	lo, hi := d.lineStart(at), d.lineEnd(at)
	var before token
	for t := range tokens(d.text, lo, hi) {
		if t.lo <= at && at < t.hi || at == t.hi && t.class != classPunctuation {
			if t.class == classAttribute && before.class == classValue && before.hi == t.lo {
				return before, true
			}
			return t, true
		}
		before = t
	}
	return token{}, false
}

// mention is a place that names a value or block.
type mention struct {
	lo, hi     int
	definition bool
}

// mentions returns all places in the piece around an offset that mention the same name as the text
// there. word is that name, with its sigil.
func (d *document) mentions(at int) (list []mention, word string) {
	t, ok := d.tokenAt(at)
	if !ok {
		return nil, ""
	}
	word = d.text[t.lo:t.hi]
	switch p := d.pieceAt(t.lo); t.class {
	case classValue, classBlock:
		if a := d.at(t.lo); a != nil {
			list = a.mentions(t.lo, word)
		}
	case classSymbol:
		list = d.symbolMentions(p, t.lo, word)
	case classAttribute, classType:
		if strings.Contains(word, ".") {
			return nil, word
		}
		for u := range tokens(d.text, p.lo, p.hi) {
			if u.class == t.class && d.text[u.lo:u.hi] == word {
				defines := u.lo == d.lineStart(u.lo) && strings.HasPrefix(strings.TrimLeft(d.text[u.hi:p.hi], " \t"), "=")
				list = append(list, mention{u.lo, u.hi, defines})
			}
		}
	}
	return list, word
}

// mentions returns the places that name a value or block. Names in operations that could
// not be parsed have no value, so that they are compared by their spelling.
func (a *analysis) mentions(at int, word string) (list []mention) {
	here := a.nameAt(at)
	if here == nil {
		return nil
	}
	for _, n := range a.names.List() {
		if n.Block == here.Block && sameValue(n.Value, here.Value) && a.src.Text[n.Lo:n.Hi] == word && n.Lo >= a.prefix {
			list = append(list, mention{a.doc(n.Lo), a.doc(n.Hi), n.Definition})
		}
	}
	return list
}

// nameAt returns the name at an offset of the document.
func (a *analysis) nameAt(at int) *parser.Name {
	at = a.source(at)
	list := a.names.List()
	for i := range list {
		if list[i].Lo <= at && at < list[i].Hi {
			return &list[i]
		}
	}
	return nil
}

// sameValue reports whether values are the same, or results of the same operation,
// because %x#0 and %x#1 have the same name.
func sameValue(x, y *ir.Value) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x == y || x.DefiningOp() != nil && x.DefiningOp() == y.DefiningOp()
}

// path returns the operations around an offset of the document, outermost first.
func (a *analysis) path(at int) (list []*ir.Operation) {
	if a == nil || a.module == nil {
		return nil
	}
	at = a.source(at)
	op := a.module
	for op != nil {
		list = append(list, op)
		op = a.childAt(op, at)
	}
	return list
}

func (a *analysis) childAt(op *ir.Operation, at int) *ir.Operation {
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				if lo, hi, ok := a.rangeOf(o); ok && lo <= at && at <= hi {
					return o
				}
			}
		}
	}
	return nil
}

// rangeOf returns the range of an operation in the source.
func (a *analysis) rangeOf(op *ir.Operation) (lo, hi int, ok bool) {
	r, ok := a.ranges.Of(op)
	if !ok {
		return 0, 0, false
	}
	return a.src.Offset(r.Begin), a.src.Offset(r.End), true
}

// Requests.

func (s *server) definition(p *positionParams) any {
	return s.locations(p, func(m mention) bool { return m.definition })
}

func (s *server) references(p *referenceParams) any {
	return s.locations(&p.positionParams, func(m mention) bool { return !m.definition || p.Context.IncludeDeclaration })
}

func (s *server) locations(p *positionParams, wanted func(m mention) bool) any {
	list := []location{}
	if d := s.documents[p.TextDocument.URI]; d != nil {
		mentions, _ := d.mentions(d.offset(p.Position))
		for _, m := range mentions {
			if wanted(m) {
				list = append(list, location{d.uri, d.span(m.lo, m.hi)})
			}
		}
	}
	return list
}

func (s *server) highlight(p *positionParams) any {
	type highlight struct {
		Range span `json:"range"`
		Kind  int  `json:"kind"`
	}
	list := []highlight{}
	if d := s.documents[p.TextDocument.URI]; d != nil {
		mentions, _ := d.mentions(d.offset(p.Position))
		for _, m := range mentions {
			kind := 2 // read
			if m.definition {
				kind = 3
			}
			list = append(list, highlight{d.span(m.lo, m.hi), kind})
		}
	}
	return list
}

func (s *server) prepareRename(_ context.Context, p *positionParams) (any, error) {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	at := d.offset(p.Position)
	list, word := d.mentions(at)
	if len(list) == 0 {
		return nil, fmt.Errorf("nothing here can be renamed")
	}
	t, _ := d.tokenAt(at)
	lo, hi := bareName(t.lo, t.hi, word)
	return map[string]any{"range": d.span(lo, hi), "placeholder": d.text[lo:hi]}, nil
}

// bareName is the place of a name without its sigil and quotes.
func bareName(lo, hi int, word string) (int, int) {
	lo++
	if strings.HasSuffix(word, `"`) {
		lo, hi = lo+1, hi-1
	}
	return lo, hi
}

func (s *server) rename(_ context.Context, p *renameParams) (any, error) {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	list, word := d.mentions(d.offset(p.Position))
	if len(list) == 0 {
		return nil, fmt.Errorf("nothing here can be renamed")
	}
	name := strings.TrimLeft(p.NewName, "%@^#!")
	quoted := strings.HasSuffix(word, `"`)
	if !quoted && !oneToken(word[:1]+name) || name == "" || strings.ContainsAny(name, "\"\n\\") {
		return nil, fmt.Errorf("'%s' cannot be a name", p.NewName)
	}
	edits := []textEdit{}
	renamed, behind := "", 0
	for _, m := range list {
		lo, hi := bareName(m.lo, m.hi, word)
		edits = append(edits, textEdit{d.span(lo, hi), name})
		renamed += d.text[behind:lo] + name
		behind = hi
	}
	if err := d.valid(list[0].lo, renamed+d.text[behind:]); err != nil {
		return nil, fmt.Errorf("'%s' cannot become '%s': %w", word, p.NewName, err)
	}
	return workspaceEdit{map[string][]textEdit{d.uri: edits}}, nil
}

// valid returns the mistakes that replacing the document's text by text would cause in the piece
// around an offset, if the piece has none now: the new name may exist already, or the old name may
// also occur in text that is not a name, such as a constraint between fields. Large pieces are not
// checked.
func (d *document) valid(at int, text string) error {
	p := d.pieceAt(at)
	if p.large() || ir.ErrorsOf(d.analyse(p).list) != nil {
		return nil
	}
	text = text[p.lo : p.hi+len(text)-len(d.text)]
	return ir.ErrorsOf(d.analysis(context.Background(), "", text, p.lo, false).list)
}

// oneToken reports whether a text is a single token.
func oneToken(text string) bool {
	for t := range tokens(text, 0, len(text)) {
		return t.lo == 0 && t.hi == len(text)
	}
	return false
}
