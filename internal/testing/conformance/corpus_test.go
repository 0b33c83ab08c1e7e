package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Part is an input: a part of a file, or a random module. Its text ends with a newline.
type Part struct {
	Name    string // file:line of the first line, or the seed
	Text    string
	Generic string // as mlir-opt prints it; "" when that rejects the part
	notes   []note
}

// Folder returns the parts of all .mlir files below a folder, in the order of their
// paths, the parts of a file as --split-input-file divides it. A text that occurs several
// times is returned once.
func Folder(dir string) ([]*Part, error) {
	var parts []*Part
	seen := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".mlir" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		for _, p := range split(name, string(data)) {
			if p.notes, err = notesOf(p.Text); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
			if !seen[p.Text] {
				seen[p.Text] = true
				parts = append(parts, p)
			}
		}
		return err
	})
	return parts, err
}

// split divides a text at lines that begin with `// -----`.
func split(name, text string) []*Part {
	var parts []*Part
	var b strings.Builder
	line, first := 0, 1
	flush := func() {
		if text := b.String(); strings.TrimSpace(text) != "" {
			if !strings.HasSuffix(text, "\n") {
				text += "\n"
			}
			parts = append(parts, &Part{Name: name + ":" + itoa(first), Text: text})
		}
		b.Reset()
	}
	for l := range strings.Lines(text) {
		line++
		if strings.HasPrefix(l, "// -----") {
			flush()
			first = line + 1
			continue
		}
		b.WriteString(l)
	}
	flush()
	return parts
}

// Names in the generic form: operations, and types and attributes of dialects.
var (
	opName   = regexp.MustCompile(`"([a-zA-Z_][\w$]*)\.[\w$.]*"\(`)
	nodeName = regexp.MustCompile(`[#!]([a-z_]\w*)[.<]`)
)

// Within reports whether the part uses only the given dialects. It examines only the text, so that
// it does not depend on this project's own parser.
func (p *Part) Within(dialects map[string]bool) bool {
	for _, re := range []*regexp.Regexp{opName, nodeName} {
		for _, m := range re.FindAllStringSubmatch(p.Generic, -1) {
			if !dialects[m[1]] {
				return false
			}
		}
	}
	return true
}

var (
	lineComment = regexp.MustCompile(`//.*`)
	dialectWord = regexp.MustCompile(`(?:^|[^\w$.%@^])[#!]?([a-z_]\w*)\.[a-zA-Z_]`)
)

// Mentions reports whether a text, which need not be valid, mentions one of the given dialects.
func Mentions(text string, dialects map[string]bool) bool {
	for _, m := range dialectWord.FindAllStringSubmatch(lineComment.ReplaceAllString(text, ""), -1) {
		if dialects[m[1]] {
			return true
		}
	}
	return false
}
