package parser

import (
	"io/fs"
	"path"
	"strings"

	"optc/ir"
)

// Limits for the files of a folder that are searched for the definition of an alias.
const (
	maxNeighbours     = 256
	maxNeighbourBytes = 1 << 20
)

// AliasesIn adds to messages about undefined aliases the definition in another .mlir file
// of a folder, as a fix.
func AliasesIn(folder fs.FS) Option { return func(c *config) { c.folder = folder } }

// aliasElsewhere finds the definition of an alias, given with its sigil, in the files of
// the folder.
func (c *config) aliasElsewhere(ctx *ir.Context, alias string) (file, definition string) {
	if c.folder == nil {
		return "", ""
	}
	entries, _ := fs.ReadDir(c.folder, ".") // without entries, no definition is found
	for _, e := range entries[:min(maxNeighbours, len(entries))] {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxNeighbourBytes || path.Ext(e.Name()) != ".mlir" {
			continue
		}
		text, err := fs.ReadFile(c.folder, e.Name())
		if err != nil || !strings.Contains(string(text), alias) {
			continue
		}
		if at, ok := definitionOf(ctx, string(text), alias); ok {
			return e.Name(), strings.TrimSpace(AliasText(string(text[at:])))
		}
	}
	return "", ""
}

// definitionOf returns the offset at which a text defines an alias.
func definitionOf(ctx *ir.Context, text, alias string) (at int, ok bool) {
	aliases, _ := Outline(ctx, text)
	l := lexer{text: text}
	for _, at := range aliases {
		if t := l.lex(at); text[t.lo:t.hi] == alias {
			return at, true
		}
	}
	return 0, false
}

// AliasText returns the definition at the beginning of a text: it ends with a line that
// leaves no bracket open.
func AliasText(text string) string {
	depth, end := 0, 0
	for line := range strings.Lines(text) {
		for i := range len(line) {
			switch line[i] {
			case '(', '[', '{', '<':
				depth++
			case '>':
				if i > 0 && line[i-1] == '-' {
					continue
				}
				depth--
			case ')', ']', '}':
				depth--
			}
		}
		if end += len(line); depth <= 0 {
			break
		}
	}
	return text[:end]
}
