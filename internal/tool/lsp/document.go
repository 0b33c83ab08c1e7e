package lsp

import (
	"context"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"optc/internal/tool/rpc"
	"optc/ir"
	"optc/lower"
	"optc/parser"
)

// WholeLimit is the size in bytes up to which a file, or a part of a split file, is analysed
// completely at every change.
const WholeLimit = 1 << 20

// idle is the pause in typing after which a large file is analysed completely.
const idle = 300 * time.Millisecond

// document is a file that is open in the editor.
type document struct {
	server  *server
	uri     string
	folder  fs.FS // folder that contains the file; nil if there is none
	version *int
	text    string
	lines   []int // offsets of their beginnings
	pieces  []*piece
	changes int              // how often the text was set
	found   []found          // diagnostics in the large pieces
	costs   []lower.LineCost // costs of the last run
	stop    func()           // ends the work in the background
}

// piece is a part of a file with --split-input-file, or all of it.
type piece struct {
	lo, hi int // range in the document
	whole  *analysis
	// A large piece is not analysed as a whole, but function by function.
	aliases, items []int     // offsets in the piece, see parser.Outline
	local          *analysis // analysis of the function of the last request
	localEnd       int       // end in the document; it begins at the base of local
}

func (p *piece) large() bool { return p.hi-p.lo > WholeLimit }

// found is a diagnostic with the number of lines by which its places have moved since it was found.
type found struct {
	a     *analysis
	d     *ir.Diagnostic
	moved int
}

// folderOf returns the folder of a file, or nil.
func folderOf(uri string) fs.FS {
	file := pathOf(uri)
	if file == "" {
		return nil
	}
	return os.DirFS(path.Dir(file))
}

// pathOf returns the path of a file, "" if it is none.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	return u.Path
}

// setText replaces the text. Knowledge about unchanged parts is kept.
func (d *document) setText(text string) {
	if d.stop != nil {
		d.stop()
	}
	d.stop = func() {}
	d.changes++
	known := map[string]*analysis{}
	for _, p := range d.pieces {
		if p.whole != nil {
			known[d.text[p.lo:p.hi]] = p.whole
		}
	}
	d.text, d.lines, d.pieces = text, lineStarts(text, d.lines[:0]), nil
	lo := 0
	for i, at := range d.lines {
		if i > 0 && strings.HasPrefix(text[at:], "// -----") {
			d.pieces = append(d.pieces, &piece{lo: lo, hi: at})
			lo = at
		}
	}
	d.pieces = append(d.pieces, &piece{lo: lo, hi: len(text)})
	for _, p := range d.pieces {
		if a := known[text[p.lo:p.hi]]; a != nil {
			p.whole = a.at(p.lo)
		}
	}
}

func lineStarts(text string, lines []int) []int {
	lines = append(lines, 0)
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return lines
		}
		i += n + 1
		lines = append(lines, i)
	}
}

// shift moves the findings after bytes [lo, hi), which n other bytes replace.
func (d *document) shift(lo, hi, n int) {
	for i := range d.found {
		f := &d.found[i]
		if at, _ := f.place(); at >= hi {
			f.moved += n - (hi - lo)
		}
	}
}

// update analyses the changes and publishes diagnostics. at is the position of the last
// change.
func (d *document) update(at int) {
	large := false
	for _, p := range d.pieces {
		switch {
		case !p.large():
			d.analyse(p)
		case p.lo <= at && at <= p.hi:
			large = true
			if a := d.function(p, at); a != nil {
				d.found = slices.DeleteFunc(d.found, func(f found) bool {
					at, _ := f.place()
					return a.base <= at && at < p.localEnd
				})
				d.found = append(d.found, a.findings()...)
			}
		default:
			large = true
		}
	}
	if !large {
		d.found = nil
	}
	d.publish()
	if large {
		d.inBackground()
	}
}

// inBackground analyses the large pieces as a whole when there have been no changes for a
// while.
func (d *document) inBackground() {
	ctx, cancel := context.WithCancel(context.Background())
	d.stop = cancel
	text, changes, s, gone := d.text, d.changes, d.server, d.server.conn.DisconnectNotify()
	var large []piece
	for _, p := range d.pieces {
		if p.large() {
			large = append(large, *p)
		}
	}
	s.background.Add(1)
	go func() {
		defer s.background.Done()
		select {
		case <-ctx.Done():
			return
		case <-gone:
			return
		case <-time.After(idle):
		}
		var all []found
		_, err := rpc.Guard("analysis of a large file", func() (any, error) {
			for _, p := range large {
				all = append(all, d.analysis(ctx, "", text[p.lo:p.hi], p.lo, false).findings()...)
			}
			return nil, nil
		})
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case err != nil:
			s.show(err)
		case ctx.Err() == nil && d.changes == changes:
			d.found = all
			d.publish()
		}
	}()
}

// analysis is the result of parsing and verifying a text.
type analysis struct {
	base   int // offset of the text in the document
	prefix int // bytes before the text in src
	ctx    *ir.Context
	src    *ir.Source
	module *ir.Operation // the operations that could be parsed
	ranges *parser.OpRanges
	names  *parser.Names
	list   []*ir.Diagnostic
}

// at is the analysis of the same text at another offset.
func (a *analysis) at(base int) *analysis {
	moved := *a
	moved.base = base
	return &moved
}

// analysis parses a text that begins at an offset of the document. prefix is parsed
// before it: the aliases that a function uses. Names and places are recorded if they will
// be needed.
func (d *document) analysis(ctx context.Context, prefix, text string, base int, record bool) *analysis {
	c := d.server.Context()
	c.AllowUnregistered = strings.Contains(text, "allow-unregistered-dialect")
	a := &analysis{ctx: c, base: base, prefix: len(prefix), src: &ir.Source{Name: "this file", Text: prefix + text}, ranges: &parser.OpRanges{}, names: &parser.Names{}}
	opts := []parser.Option{parser.AliasesIn(d.folder), parser.MaxErrors(maxFound), parser.ExternalResources(func(string, parser.ResourceEntry) {})}
	if file := pathOf(d.uri); file != "" && d.server.Included != nil {
		opts = append(opts, parser.Including(d.server.Included, file))
	}
	if record {
		opts = append(opts, parser.Ranges(a.ranges), parser.RecordNames(a.names))
	}
	var sink ir.Diagnostics
	var err error
	if a.module, err = parser.Parse(ctx, c, a.src, &sink, opts...); err == nil {
		if root := a.module.Body().Front(); prefix != "" && root != nil && root.Next() == nil {
			// The symbols that a function refers to are not here.
			ir.VerifyContext(ctx, root, &sink, 0)
		} else if prefix == "" {
			ir.VerifyContext(ctx, a.module, &sink, 0)
		}
	}
	a.list = sink.List()
	return a
}

// maxFound bounds the diagnostics of a file.
const maxFound = 200

// doc returns the offset in the document of an offset in the source.
func (a *analysis) doc(at int) int { return max(at-a.prefix, 0) + a.base }

// source returns the offset in the source of an offset in the document.
func (a *analysis) source(at int) int { return at - a.base + a.prefix }

func (a *analysis) findings() (list []found) {
	for _, d := range a.list {
		list = append(list, found{a: a, d: d})
	}
	return list
}

// place returns the part of the document that a diagnostic is about.
func (f found) place() (lo, hi int) { return f.placeOf(f.d) }

func (f found) placeOf(d *ir.Diagnostic) (lo, hi int) {
	src, begin, ok := d.Loc.Source()
	if !ok || src != f.a.src { // the place is in a file that this file includes
		return f.a.base + f.moved, f.a.base + f.moved
	}
	end := begin
	if r, ok := parser.RangeOf(d); ok {
		end = f.a.src.Offset(r.End)
	}
	return f.a.doc(begin) + f.moved, f.a.doc(end) + f.moved
}

// analyse makes sure that a piece is analysed, and returns the result.
func (d *document) analyse(p *piece) *analysis {
	if p.whole == nil {
		p.whole = d.analysis(context.Background(), "", d.text[p.lo:p.hi], p.lo, true)
	}
	return p.whole
}

// pieceAt returns the piece that holds an offset.
func (d *document) pieceAt(at int) *piece {
	i := slices.IndexFunc(d.pieces, func(p *piece) bool { return at < p.hi })
	if i < 0 {
		i = len(d.pieces) - 1
	}
	return d.pieces[i]
}

// at returns the analysis around an offset: of its piece, or of its function if the piece
// is large; nil if the offset is in no function then.
func (d *document) at(at int) *analysis {
	p := d.pieceAt(at)
	if p.large() {
		return d.function(p, at)
	}
	return d.analyse(p)
}

// outline finds the functions of a large piece.
func (d *document) outline(p *piece) {
	if p.items == nil {
		p.aliases, p.items = parser.Outline(d.server.Context(), d.text[p.lo:p.hi])
	}
}

// function analyses the function of a large piece around an offset; nil if there is none.
func (d *document) function(p *piece, at int) *analysis {
	if p.local != nil && p.local.base <= at && at < p.localEnd {
		return p.local
	}
	d.outline(p)
	text := d.text[p.lo:p.hi]
	i, exact := slices.BinarySearch(p.items, at-p.lo)
	if !exact {
		i--
	}
	if i < 0 {
		return nil
	}
	lo := p.items[i]
	hi := parser.ScopeEnd(text, lo)
	if line := strings.IndexByte(text[hi:], '\n'); line >= 0 {
		hi += line
	}
	// A function without a closing brace ends where the next function begins.
	if i+1 < len(p.items) {
		hi = min(hi, p.items[i+1])
	}
	if at >= p.lo+hi {
		return nil
	}
	prefix := "\n" + d.aliasDefinitions(p)
	p.local, p.localEnd = d.analysis(context.Background(), prefix, text[lo:hi], p.lo+lo, true), p.lo+hi
	return p.local
}

// aliasDefinitions are the definitions of aliases in a piece whose outline is known.
func (d *document) aliasDefinitions(p *piece) string {
	text := ""
	for _, alias := range p.aliases {
		text += parser.AliasText(d.text[p.lo+alias:p.hi]) + "\n"
	}
	return text
}

// Positions.

// position converts an offset.
func (d *document) position(at int) position {
	at = min(max(at, 0), len(d.text))
	i, exact := slices.BinarySearch(d.lines, at)
	if !exact {
		i--
	}
	return position{i, d.width(d.text[d.lines[i]:at])}
}

// width is the number of characters of a text, as the client counts them.
func (d *document) width(s string) int {
	if d.server.utf8 {
		return len(s)
	}
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// offset converts a position; a position beyond the end of its line is the end.
func (d *document) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(d.lines) {
		return len(d.text)
	}
	at := d.lines[p.Line]
	line, _, _ := strings.Cut(d.text[at:], "\n")
	if d.server.utf8 {
		return at + min(max(p.Character, 0), len(line))
	}
	n := 0
	for i := 0; i < len(line); {
		if n >= p.Character {
			return at + i
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		n += max(1, utf16.RuneLen(r))
		i += size
	}
	return at + len(line)
}

func (d *document) span(lo, hi int) span { return span{d.position(lo), d.position(hi)} }
