// Package docs holds the pages of this folder, for programs that show or search them: the help of the command, and agents.
package docs

import (
	"cmp"
	"embed"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed *.md
var files embed.FS

// Section is a part of a page below a heading, or the part above the first heading of a page.
type Section struct {
	Page    string // name of the file, such as layouts.md
	Heading string // of the section, or the title of the page
	Text    string // Markdown, without the heading
	search  string // Heading and Text in lower case
}

// Term is a word of the field with the words for it in these pages.
type Term struct {
	Words []string // words that people use, such as "LDS"
	Here  string   // words of these pages, such as "workgroup memory"
	Where string   // the page and heading that explain it, such as "layouts_changes.md#accesses-to-a-memory"
}

// Pages returns the names of the pages, sorted.
func Pages() []string {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		return nil // the pattern is correct
	}
	return names
}

// Page returns the text of a page; ok is false if there is none of that name.
func Page(name string) (text string, ok bool) {
	data, err := files.ReadFile(name)
	return string(data), err == nil
}

// Sections returns the sections of all pages, in their order.
var Sections = sync.OnceValue(func() (list []Section) {
	for _, name := range Pages() {
		text, _ := Page(name)
		list = append(list, SectionsOf(name, text)...)
	}
	return list
})

// SectionsOf returns the sections of a text in Markdown, which is the page of a name.
func SectionsOf(name, text string) (list []Section) {
	heading, code := "", false
	var body strings.Builder
	end := func() {
		if heading != "" {
			list = append(list, Section{Page: name, Heading: heading, Text: body.String(), search: strings.ToLower(heading + "\n" + body.String())})
		}
		body.Reset()
	}
	for line := range strings.Lines(text) {
		code = code != strings.HasPrefix(line, "```")
		if title := strings.TrimLeft(line, "#"); !code && title != line && strings.HasPrefix(title, " ") {
			end()
			heading = strings.TrimSpace(title)
			continue
		}
		body.WriteString(line)
	}
	end()
	return list
}

// glossary is the page whose table has the terms.
const glossary = "glossary.md"

// Terms returns the rows of the glossary.
var Terms = sync.OnceValue(func() (list []Term) {
	text, _ := Page(glossary)
	for line := range strings.Lines(text) {
		column := strings.Split(strings.TrimSpace(line), "|")
		if len(column) != 5 || strings.HasPrefix(column[1], "---") || strings.TrimSpace(column[1]) == "in the field" {
			continue
		}
		var words []string
		for word := range strings.SplitSeq(column[1], ",") {
			words = append(words, strings.TrimSpace(word))
		}
		_, where, _ := strings.Cut(column[3], "](")
		where, _, _ = strings.Cut(where, ")")
		list = append(list, Term{Words: words, Here: strings.TrimSpace(column[2]), Where: where})
	}
	return list
})

// Find returns the terms of a question and the sections that answer it, the best first. A section must have all words of
// the question, or all words that the pages have in the place of a term of the field.
func Find(question string) (terms []Term, sections []Section) {
	question = strings.ToLower(strings.TrimSpace(question))
	if question == "" {
		return nil, nil
	}
	for _, t := range Terms() {
		if slices.ContainsFunc(t.Words, func(w string) bool { return contains(question, strings.ToLower(w)) }) {
			terms = append(terms, t)
		}
	}
	type hit struct {
		Section
		score int
	}
	var hits []hit
	for _, s := range Sections() {
		if s.Page == glossary {
			continue
		}
		score := s.score(question)
		for _, t := range terms {
			for _, w := range append([]string{t.Here}, t.Words...) {
				if n := s.score(strings.ToLower(w)); n >= together {
					score = max(score, n)
				}
			}
			if anchor := "#" + Anchor(s.Heading); t.Where == s.Page+anchor || t.Where == s.Page {
				score += 1000
			}
		}
		if score > 0 {
			hits = append(hits, hit{s, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	for _, h := range hits {
		sections = append(sections, h.Section)
	}
	return terms, sections
}

// contains reports whether a text has a word or phrase, not only as a part of other words.
func contains(text, phrase string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(phrase)
		if (i == 0 || !isLetter(text[i-1])) && (end == len(text) || !isLetter(text[end]) || strings.HasPrefix(text[end:], "s")) {
			return true
		}
		from = i + 1
	}
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// together is the score of a section that has the words of a phrase next to each other.
const together = 50

// score rates a section by a phrase: 0 if a word is missing, more if the phrase stands together, is in the heading, or occurs often.
func (s *Section) score(phrase string) int {
	score := 0
	if strings.Contains(strings.ToLower(s.Heading), phrase) {
		score += 200
	}
	if n := strings.Count(s.search, phrase); n > 0 {
		return score + together + min(n, 20)
	}
	words := strings.Fields(phrase)
	for _, w := range words {
		if !strings.Contains(s.search, w) {
			return score
		}
	}
	return score + len(words)
}

// Anchor is the name of a heading in a link.
func Anchor(heading string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(heading) {
		switch {
		case c == ' ':
			b.WriteByte('-')
		case c == '-' || c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		}
	}
	return b.String()
}

// Excerpt returns the first sentence of a section with one of the phrases, or its first sentence, without code.
func (s *Section) Excerpt(phrases ...string) string {
	text, code := "", false
	for line := range strings.Lines(s.Text) {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code, strings.HasPrefix(line, "|"), strings.HasPrefix(line, "    "):
		default:
			text += strings.TrimSpace(line) + " "
		}
	}
	sentences := strings.SplitAfter(text, ". ")
	for _, p := range phrases {
		for _, one := range sentences {
			if strings.Contains(strings.ToLower(one), strings.ToLower(p)) {
				return strings.TrimSpace(one)
			}
		}
	}
	return strings.TrimSpace(sentences[0])
}
