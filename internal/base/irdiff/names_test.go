package irdiff

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

// TestNames: the names of printed modules belong to the same definitions as the parser finds:
// two names are one value for the parser exactly if they have one number.
func TestNames(t *testing.T) {
	t.Parallel()
	total, wrong := 0, 0
	for _, file := range texts(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range strings.Split(string(text), "\n// -----") {
			module, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: file, Text: piece}, nil)
			if err != nil {
				continue // the file has mistakes on purpose
			}
			printed := string(ir.Print(module, ir.PrintOptions{KeepNames: true}))
			var names parser.Names
			if _, err := parser.Parse(t.Context(), all.Context(), &ir.Source{Name: file, Text: printed}, nil, parser.RecordNames(&names)); err != nil {
				continue
			}
			n, w := compareNames(t, file, printed, names.List())
			total, wrong = total+n, wrong+w
		}
	}
	if total < 1000 {
		t.Errorf("only %d names", total)
	}
	t.Logf("%d names, %d wrong", total, wrong)
	if wrong > 0 {
		t.Errorf("%d of %d names belong to other definitions", wrong, total)
	}
}

// texts lists files with modules.
func texts(t *testing.T) (files []string) {
	for _, root := range []string{"../../../examples", "../../../test/lit"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".mlir") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// compareNames counts the names of values in a text, and the names whose number belongs to
// another value.
func compareNames(t *testing.T, file, text string, list []parser.Name) (total, wrong int) {
	numbers := map[int]int{} // number of the name that begins at an offset
	at := 0
	lines, _ := readLines(strings.Split(text, "\n"))
	for _, l := range lines {
		for _, tok := range l.tokens {
			if tok.sigil == '%' {
				numbers[at+tok.lo] = tok.name
			}
		}
		at += len(l.text) + 1
	}
	numberOf, valueOf := map[*ir.Value]int{}, map[int]*ir.Value{}
	for _, n := range list {
		if n.Value == nil || strings.HasPrefix(text[n.Hi:], "#") { // a block, or "%0#1"
			continue
		}
		total++
		number, ok := numbers[n.Lo]
		former, seen := numberOf[n.Value]
		value, used := valueOf[number]
		if !ok || seen && former != number || used && value != n.Value {
			if wrong++; wrong <= 3 {
				t.Logf("%s: %s in %q", file, text[n.Lo:n.Hi], strings.TrimSpace(text[strings.LastIndexByte(text[:n.Lo], '\n')+1:n.Hi]))
			}
		}
		numberOf[n.Value], valueOf[number] = number, n.Value
	}
	return total, wrong
}
