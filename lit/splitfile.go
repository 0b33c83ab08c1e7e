package lit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// splitFile is the tool split-file of LLVM: it cuts a file at lines like "//--- name" and
// writes the parts into a directory. --leading-lines keeps line numbers by empty lines
// before each part; --no-leading-lines is accepted.
func splitFile(inv *Invocation) int {
	leading := false
	var files []string
	for _, a := range inv.Args {
		switch a {
		case "--leading-lines", "-leading-lines":
			leading = true
		case "--no-leading-lines", "-no-leading-lines":
			leading = false
		default:
			if strings.HasPrefix(a, "-") && a != "-" {
				return inv.Errorf("unknown option '%s'", a)
			}
			files = append(files, a)
		}
	}
	if len(files) != 2 {
		return inv.Errorf("expected a file and a directory, but got %d arguments", len(files))
	}
	text, err := inv.read(files[0])
	if err != nil {
		return inv.Errorf("%v", err)
	}
	parts, err := splitParts(text, leading)
	if err != nil {
		return inv.Errorf("%s: %v", files[0], err)
	}
	dir, err := inv.Output(files[1])
	if err != nil {
		return inv.Errorf("%v", err)
	}
	if info, err := os.Stat(dir); err == nil && info.Mode().IsRegular() {
		if err := os.Remove(dir); err != nil {
			return inv.Errorf("%v", err)
		}
	}
	for _, p := range parts {
		file := filepath.Join(dir, filepath.FromSlash(p.name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return inv.Errorf("%v", err)
		}
		if err := os.WriteFile(file, []byte(p.text), 0o644); err != nil {
			return inv.Errorf("%v", err)
		}
	}
	return 0
}

type filePart struct{ name, text string }

// splitParts divides a text at its separators. The text before the first separator
// belongs to no part.
func splitParts(text string, leading bool) ([]filePart, error) {
	var parts []filePart
	seen := map[string]bool{}
	line := 0
	for content := range strings.Lines(text) {
		line++
		m, name := separator(content)
		if m == "" {
			if len(parts) > 0 {
				parts[len(parts)-1].text += content
			}
			continue
		}
		switch {
		case name == "" || name != strings.TrimSpace(name):
			return nil, fmt.Errorf("line %d: separator without a name, or with space around it", line)
		case !filepath.IsLocal(filepath.FromSlash(name)):
			return nil, fmt.Errorf("line %d: '%s' is outside of the directory", line, name)
		case seen[name]:
			return nil, fmt.Errorf("line %d: '%s' is defined twice", line, name)
		}
		seen[name] = true
		p := filePart{name: name}
		if leading {
			p.text = strings.Repeat("\n", line)
		}
		parts = append(parts, p)
	}
	if parts == nil {
		return nil, errors.New("no part separator was found")
	}
	return parts, nil
}

// separator recognises "//--- name" and, with any single character before it, "#---
// name".
func separator(line string) (marker, name string) {
	line = strings.TrimRight(line, "\r\n")
	n := 1
	if strings.HasPrefix(line, "//") {
		n = 2
	}
	if len(line) < n || !strings.HasPrefix(line[n:], "--- ") {
		return "", ""
	}
	return line[:n+3], line[n+4:]
}
