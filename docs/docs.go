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

// Find returns the terms of a question and the sections that answer it, the best first. A section must contain all words of the
// question, or all words that the pages use for a term of the field. Words that every question may have, such as "how", do not count.
// If no section has all words, the sections with at least half of them are returned.
func Find(question string) (terms []Term, sections []Section) {
	question = strings.ToLower(strings.TrimSpace(question))
	if question == "" {
		return nil, nil
	}
	about := strings.Join(subjects(question), " ")
	for _, t := range Terms() {
		if slices.ContainsFunc(t.Words, func(w string) bool {
			w = strings.ToLower(w)
			words := subjects(w)
			return contains(question, w) || len(words) > 1 && contains(about, strings.Join(words, " "))
		}) {
			terms = append(terms, t)
		}
	}
	hits := hitsOf(question, terms, 1)
	if words := subjects(question); len(hits) == 0 && len(words) > 1 {
		hits = hitsOf(question, terms, 0.5)
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	for _, h := range hits {
		sections = append(sections, h.Section)
	}
	return terms, sections
}

// hit is a section with its score.
type hit struct {
	Section
	score int
}

// hitsOf returns the sections that have a share of the words of a question.
func hitsOf(question string, terms []Term, share float64) (hits []hit) {
	for _, s := range Sections() {
		if s.Page == glossary {
			continue
		}
		score := s.score(question, share)
		for _, t := range terms {
			for _, w := range append([]string{t.Here}, t.Words...) {
				if n := s.score(strings.ToLower(w), 1); n >= together {
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
	return hits
}

// Common are words of questions about anything.
var Common = strings.Fields("a an and any are as at be by can do does for from get has have how i in is it its many may me my of on or so that the there this to use using want what when where which who why will with without you your")

// subjects returns the words of a question that say what it is about, without an ending of the plural; all words if it has only common ones.
func subjects(question string) (words []string) {
	all := strings.FieldsFunc(question, func(c rune) bool { return c <= ' ' || strings.ContainsRune("?!,;:'\"()", c) })
	for _, w := range all {
		if !slices.Contains(Common, w) {
			if len(w) > 3 && !strings.HasSuffix(w, "ss") {
				w = strings.TrimSuffix(w, "s")
			}
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return all
	}
	return words
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

// score rates a section for a phrase: 0 if the section has less than share of the phrase's words, more if the words are adjacent, are
// in the heading, or occur often.
func (s *Section) score(phrase string, share float64) int {
	score, heading := 0, strings.ToLower(s.Heading)
	if strings.Contains(heading, phrase) {
		score += 200
	}
	if n := strings.Count(s.search, phrase); n > 0 {
		return score + together + min(n, 20)
	}
	words, found := subjects(phrase), 0
	for _, w := range words {
		if begins(s.search, w) {
			found++
		}
	}
	if found == 0 || float64(found) < share*float64(len(words)) {
		return score
	}
	for _, w := range words {
		if begins(heading, w) {
			score += 5
		}
	}
	return score + found
}

// begins reports whether a word of a text begins with the given letters.
func begins(text, letters string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], letters)
		if i < 0 {
			return false
		}
		if i += from; i == 0 || !isLetter(text[i-1]) {
			return true
		}
		from = i + 1
	}
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
