package report

import (
	"strings"
	"unicode"

	"optc/ir"
	"optc/parser"
)

const (
	bold  = "\x1b[1m"
	red   = "\x1b[1;31m"
	pink  = "\x1b[1;35m"
	blue  = "\x1b[1;34m"
	grey  = "\x1b[1;30m"
	green = "\x1b[1;32m"
	reset = "\x1b[0m"
)

var severityColors = [...]string{ir.Error: red, ir.Warning: pink, ir.Remark: blue, ir.Note: grey}

// colorful renders a diagnostic with a coloured severity, a bold message and a
// green caret, as mlir-opt does on a terminal, and underlines the word at the place.
func colorful(b *strings.Builder, d *ir.Diagnostic) {
	var plain strings.Builder
	alone := *d
	alone.Notes = nil
	alone.Render(&plain)
	head, rest, _ := strings.Cut(plain.String(), "\n")
	place, text, ok := strings.Cut(head, d.Severity.String()+": ")
	if !ok {
		place, text = "", head
	}
	b.WriteString(bold + place + reset + severityColors[d.Severity] + d.Severity.String() + ": " + reset + bold + text + reset + "\n")
	if line, caret, ok := strings.Cut(strings.TrimSuffix(rest, "\n"), "\n"); ok {
		at, underlined := len(caret)-1, 1
		if r, ok := parser.RangeOf(d); ok && r.End.Line == r.Begin.Line {
			end := min(at+r.End.Col-r.Begin.Col, len(line))
			underlined = max(1, len(blank(line[min(at, end):end])))
		}
		b.WriteString(line + "\n" + green + blank(line[:min(at, len(line))]) + "^" + strings.Repeat("~", underlined-1) + reset + "\n")
	} else {
		b.WriteString(rest)
	}
	for _, n := range d.Notes {
		colorful(b, n)
	}
}

// blank is white space as wide as the text is on a terminal.
func blank(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	return b.String()
}

// cells is the number of columns of a terminal that a character takes: two for pictures and
// the characters of East Asia (Unicode Standard Annex 11), none for combining marks.
func cells(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, fullWidth):
		return 2
	}
	return 1
}

// fullWidth holds the wide characters that belong to no script of East Asia.
var fullWidth = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x3000, Hi: 0x303e, Stride: 1}, {Lo: 0xff01, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1}},
}
