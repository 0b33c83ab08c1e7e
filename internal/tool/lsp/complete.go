package lsp

import (
	"slices"
	"strings"

	"optc/ir"
)

// completer collects the possible completions at a position.
type completer struct {
	d     *document
	lo    int // beginning of the word that is being typed
	at    int
	word  string
	seen  map[string]bool
	items []completionItem
}

func (c *completer) add(label string, kind int, detail string) {
	if c.seen[label] || !strings.HasPrefix(label, c.word) {
		return
	}
	c.seen[label] = true
	c.items = append(c.items, completionItem{Label: label, Kind: kind, Detail: detail,
		TextEdit: textEdit{c.d.span(c.lo, c.at), label}})
}

// completion lists the possible completions at a position: they depend on the sigil, or
// on the place of the word before it.
func (s *server) completion(p *positionParams) any {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return completionList{Items: []completionItem{}}
	}
	at := d.offset(p.Position)
	start := d.lineStart(at)
	line := d.text[start:at]
	inRun := strings.Contains(line, "RUN:")
	lo := at
	for lo > start && isWordByte(d.text[lo-1], inRun) {
		lo--
	}
	if lo > start && strings.IndexByte("%@^#!", d.text[lo-1]) >= 0 && !inRun {
		lo--
	}
	c := &completer{d: d, lo: lo, at: at, word: d.text[lo:at], seen: map[string]bool{}, items: []completionItem{}}
	before := strings.TrimSpace(d.text[start:lo])
	switch {
	case inRun:
		s.completePasses(c)
	case strings.Contains(before, "//"):
	case strings.HasPrefix(c.word, "%"):
		c.values()
	case strings.HasPrefix(c.word, "@"):
		for _, sym := range flat(d.symbols(d.pieceAt(at))) {
			c.add(d.text[sym.nameLo:sym.nameHi], completeFunction, sym.op)
		}
	case strings.HasPrefix(c.word, "^"):
		if a := d.at(at); a != nil {
			for _, n := range a.names.List() {
				if n.Block != nil && n.Definition {
					c.add(a.src.Text[n.Lo:n.Hi], completeConstant, "block")
				}
			}
		}
	case strings.HasPrefix(c.word, "#"), strings.HasPrefix(c.word, "!"):
		s.completeNodes(c)
	case before == "" || strings.HasSuffix(before, "=") && strings.HasPrefix(before, "%") || strings.HasSuffix(before, "{") || strings.HasSuffix(before, "}"):
		s.completeOps(c)
	default:
		for _, t := range []string{"i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64", "none", "vector<", "memref<", "tensor<", "tuple<", "complex<"} {
			c.add(t, completeClass, "builtin type")
		}
		for _, dialect := range s.Context().Dialects() {
			for _, term := range dialect.Definitions().Terms {
				c.add(term.Name, completeKeyword, term.Summary)
			}
		}
	}
	return completionList{Items: c.items}
}

func isWordByte(b byte, dashes bool) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '.' || b == '$' || b == '-' && dashes
}

// completePasses: passes as flags, or in the text of a pipeline.
func (s *server) completePasses(c *completer) {
	dashes := c.word[:len(c.word)-len(strings.TrimLeft(c.word, "-"))]
	for _, p := range s.Passes.Passes {
		c.add(dashes+p.Name, completeFunction, p.Title)
	}
	for _, p := range s.Passes.Pipelines {
		c.add(dashes+p.Name, completeFunction, "pipeline: "+p.Title)
	}
}

// completeNodes: aliases, and types or attributes of dialects.
func (s *server) completeNodes(c *completer) {
	sigil := c.word[:1]
	p := c.d.pieceAt(c.at)
	for line := range strings.Lines(c.d.text[p.lo:p.hi]) {
		if name, rest, ok := strings.Cut(line, " "); ok && strings.HasPrefix(name, sigil) && strings.HasPrefix(strings.TrimLeft(rest, " "), "=") {
			c.add(name, completeConstant, strings.TrimSpace(strings.TrimLeft(rest, " =")))
		}
	}
	for _, d := range s.Context().Dialects() {
		defs := d.Definitions()
		if sigil == "!" {
			for _, t := range defs.Types {
				c.add("!"+d.Name+"."+t.Mnemonic, completeClass, t.Summary)
			}
		} else {
			for _, a := range defs.Attrs {
				c.add("#"+d.Name+"."+a.Mnemonic, completeClass, a.Summary)
			}
		}
	}
}

// completeOps adds the operations of all dialects, and of the default dialect also
// without its prefix.
func (s *server) completeOps(c *completer) {
	defaults := "builtin"
	path := c.d.at(c.at).path(c.at)
	for _, op := range slices.Backward(path) {
		if def := op.Def(); def.DefaultDialect != "" && op.NumRegions() > 0 {
			defaults = def.DefaultDialect
			break
		}
	}
	for _, d := range s.Context().Dialects() {
		for _, o := range d.Definitions().Ops {
			if mnemonic, ok := strings.CutPrefix(o.Name(), defaults+"."); ok {
				c.add(mnemonic, completeFunction, o.Summary)
			}
			c.add(o.Name(), completeFunction, o.Summary)
		}
	}
}

// values that are defined before the place, in an operation around the place
func (c *completer) values() {
	a := c.d.at(c.at)
	if a == nil {
		return
	}
	visible := map[*ir.Operation]bool{}
	for _, op := range slices.Backward(a.path(c.at)) {
		visible[op] = true
		if op.Has(ir.IsolatedFromAbove) {
			break
		}
	}
	for _, n := range a.names.List() {
		if n.Value == nil || !n.Definition || a.doc(n.Lo) >= c.lo {
			continue
		}
		if b := n.Value.ParentBlock(); b != nil && visible[b.ParentOp()] {
			c.add(a.src.Text[n.Lo:n.Hi], completeVariable, n.Value.Type().String())
		}
	}
}
