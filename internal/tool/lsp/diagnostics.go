package lsp

import (
	"cmp"
	"slices"

	"optc/ir"
	"optc/parser"
)

// all returns the diagnostics of a document, in the order of the text.
func (d *document) all() []found {
	list := slices.Clone(d.found)
	for _, p := range d.pieces {
		if p.whole != nil {
			list = append(list, p.whole.findings()...)
		}
	}
	slices.SortStableFunc(list, func(x, y found) int {
		a, _ := x.place()
		b, _ := y.place()
		return cmp.Compare(a, b)
	})
	return list
}

// publish sends the diagnostics to the client.
func (d *document) publish() {
	p := publishParams{URI: d.uri, Version: d.version, Diagnostics: []diagnostic{}}
	for _, f := range d.all() {
		p.Diagnostics = append(p.Diagnostics, d.diagnostic(f))
	}
	d.server.publish(p)
}

// severities are the numbers of the protocol.
var severities = [...]int{ir.Error: 1, ir.Warning: 2, ir.Remark: 3, ir.Note: 4}

func (d *document) diagnostic(f found) diagnostic {
	out := diagnostic{Range: d.span(f.place()), Severity: severities[f.d.Severity], Code: f.d.Code, Source: d.server.Name, Message: f.d.Msg}
	for _, n := range f.d.Notes {
		out.Related = append(out.Related, related{location{d.uri, d.span(f.placeOf(n))}, n.Text()})
	}
	return out
}

// codeActions returns the fixes of the diagnostics in a range.
func (s *server) codeActions(p *rangeParams) any {
	d := s.documents[p.TextDocument.URI]
	actions := []codeAction{}
	if d == nil {
		return actions
	}
	from, to := d.offset(p.Range.Start), d.offset(p.Range.End)
	for _, f := range d.all() {
		lo, hi := f.place()
		if hi < d.lineStart(from) || lo > max(to, d.lineEnd(from)) {
			continue
		}
		for _, fix := range f.d.Fixes {
			_, begin, end, text, ok := parser.Edit(fix)
			if !ok {
				continue
			}
			edit := textEdit{d.span(f.a.doc(begin)+f.moved, f.a.doc(end)+f.moved), text}
			actions = append(actions, codeAction{
				Title: fix.String(), Kind: "quickfix", Diagnostics: []diagnostic{d.diagnostic(f)}, Preferred: len(f.d.Fixes) == 1,
				Edit: workspaceEdit{map[string][]textEdit{d.uri: {edit}}},
			})
		}
	}
	return actions
}

func (d *document) lineStart(at int) int { return d.lines[d.position(at).Line] }

func (d *document) lineEnd(at int) int {
	if next := d.position(at).Line + 1; next < len(d.lines) {
		return d.lines[next] - 1
	}
	return len(d.text)
}
