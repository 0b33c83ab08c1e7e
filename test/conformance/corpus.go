package conformance

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Part is one input: a part of a file, or a random module.
type Part struct {
	Name    string // file:line of the first line, or the seed
	Text    string
	Generic string // as mlir-opt prints it; "" when that rejects the part
}

// Folder returns the parts of all .mlir files below a folder, in the order of
// their paths, the parts of a file as --split-input-file divides it.
func Folder(dir string) ([]*Part, error) {
	var parts []*Part
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".mlir" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		parts = append(parts, split(name, string(data))...)
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
		if strings.TrimSpace(b.String()) != "" {
			parts = append(parts, &Part{Name: name + ":" + itoa(first), Text: b.String()})
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

// Within tells whether everything in the part belongs to some dialects. It looks
// at the text only, so that it does not depend on our own parser.
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
