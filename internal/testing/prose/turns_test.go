// Package prose finds turns of phrase that make a reader stop, in comments and strings
// of Go files, in Markdown pages and in explanations of errors.
//
// It exists because such turns come back: a pronoun in the place of a noun is clear to
// the author, and costs every reader a second reading. A turn is listed if a shorter and
// more concrete one can nearly always replace it.
package prose

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// turn is a turn of phrase with the advice for those who write it.
type turn struct {
	words   []string // every occurrence contains one of them, so that texts without them are skipped quickly
	pattern *regexp.Regexp
	Better  string
}

// turns lists the turns that find looks for.
var turns = []turn{
	{[]string{"whether"}, regexp.MustCompile(`\btells? whether\b`), "write: reports whether"},
	{[]string{"hat of", "hose of"}, regexp.MustCompile(`(?:^|[.:;,(] |\b(?:is|are|as|than) )(?:[Tt]hat|[Tt]hose) of\b`), "repeat the noun"},
	{[]string{"account"}, regexp.MustCompile(`\bon (?:its|their) own account\b`), "write: of its own, or name the rule"},
	{[]string{"say", "tell"}, regexp.MustCompile(`\b[Ww]hat (?:[^\s.:;,]+ ){1,3}(?:says?|tells?)\b`), "name the thing: its contents, options, fields"},
	{[]string{"say"}, regexp.MustCompile(`\bsays? (?:of|nothing)\b`), "write: specifies, holds, gives"},
	{[]string{"hat "}, regexp.MustCompile(`\b[Ww]hat (?:stands?|lies?|goes)\b`), "name the thing, and write: is, follows, precedes"},
	{[]string{"behind", "front"}, regexp.MustCompile(`\b(?:comes?|goes|stands?|lies?) (?:behind|in front of)\b`), "write: follows, precedes, after, before"},
	{[]string{"next to"}, regexp.MustCompile(`\bnext to (?:it|them|nothing|theirs)\b`), "write: beside, almost nothing"},
}

// place is an occurrence of a turn.
type place struct {
	File string
	Line int
	Text string
	turn *turn
}

func (p place) String() string {
	return fmt.Sprintf("%s:%d: %q; %s", p.File, p.Line, p.Text, p.turn.Better)
}

// find returns the places in a .go or .md file or in an errors.txt.
func find(name string) ([]place, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := &finder{file: name}
	switch {
	case filepath.Ext(name) != ".go":
		f.page(string(text))
	case !bytes.HasPrefix(text, []byte("// Code generated ")):
		f.goFile(text)
	}
	f.flush()
	return f.places, nil
}

// finder collects the lines of a paragraph and looks for turns in them, so that a turn
// is found across the end of a line.
type finder struct {
	file   string
	places []place
	text   strings.Builder
	first  int   // number of the first line
	ends   []int // length of text after each line
}

func (f *finder) line(n int, text string) {
	if f.text.Len() > 0 && n != f.first+len(f.ends) {
		f.flush()
	}
	if f.text.Len() == 0 {
		f.first = n
	} else {
		f.text.WriteByte(' ')
	}
	f.text.WriteString(text)
	f.ends = append(f.ends, f.text.Len())
}

// flush ends the paragraph.
func (f *finder) flush() {
	text := f.text.String()
	for i := range turns {
		t := &turns[i]
		if !slices.ContainsFunc(t.words, func(w string) bool { return strings.Contains(text, w) }) {
			continue
		}
		for _, at := range t.pattern.FindAllStringIndex(text, -1) {
			if strings.HasPrefix(text[at[1]:], " course") {
				continue
			}
			line := f.first
			for _, end := range f.ends {
				if end < at[1] {
					line++
				}
			}
			f.places = append(f.places, place{File: f.file, Line: line, Text: text[at[0]:at[1]], turn: t})
		}
	}
	f.text.Reset()
	f.ends = f.ends[:0]
}

// goFile reads comments, without their indented lines, and outside of tests strings.
func (f *finder) goFile(text []byte) {
	set := token.NewFileSet()
	file := set.AddFile(f.file, -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, scanner.ScanComments)
	isTest := strings.HasSuffix(f.file, "_test.go")
	for {
		pos, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return
		case token.COMMENT:
			comment, ok := strings.CutPrefix(lit, "// ")
			if ok && !strings.HasPrefix(comment, "  ") {
				f.line(file.Line(pos), comment)
			} else {
				f.flush()
			}
		case token.STRING:
			if value, err := strconv.Unquote(lit); err == nil && !isTest {
				f.flush()
				f.line(file.Line(pos), value)
				f.flush()
			}
		}
	}
}

// page reads paragraphs and tables, without code.
func (f *finder) page(text string) {
	n, code := 0, false
	for line := range strings.Lines(text) {
		n++
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		code = code != fence
		if line = strings.TrimRight(line, "\n"); code || fence || line == "" || strings.HasPrefix(line, "    ") {
			f.flush()
		} else {
			f.line(n, strings.TrimLeft(line, " |*-"))
		}
	}
}

// files returns the names of the files that find reads below a folder: no test data and
// no generated files.
func files(root string) (names []string, err error) {
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch base := filepath.Base(path); {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(base, ".") || base == "testdata" || base == "dialects"):
			return filepath.SkipDir
		case !d.IsDir() && (filepath.Ext(path) == ".go" || filepath.Ext(path) == ".md" || base == "errors.txt"):
			names = append(names, path)
		}
		return nil
	})
	return names, err
}
