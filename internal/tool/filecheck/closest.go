package filecheck

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"optc/internal/base/textdiff"
)

const (
	// candidateLines is the number of lines, from the start of the search on, among which
	// the closest line is looked for.
	candidateLines = 2000
	// comparedLines is the number of candidates that are compared by characters: the
	// lines that share most words with the pattern.
	comparedLines = 8
	// comparedBytes bounds the length of compared texts.
	comparedBytes = 2000
)

// reportClosest points to the line of input[lo:hi] that is closest to the text that p
// matches, and shows the difference character by character.
func (c *checker) reportClosest(p *pattern, lo, hi int) {
	example := p.example(c.vars)
	if example == "" || len(example) > comparedBytes {
		return
	}
	best, distance := textRange{-1, -1}, 0
	for _, r := range c.candidates(example, lo, hi) {
		d := textdiff.Distance(example, c.input.text[r.start:r.end])
		if best.start < 0 || d < distance {
			best, distance = r, d
		}
	}
	// A closest line with less than a third in common with the pattern is not shown.
	if best.start < 0 || 3*distance > 2*max(utf8.RuneCountInString(example), best.end-best.start) {
		return
	}
	c.annotate(p, possible, best.start, best.start, "")
	c.out.message(c.input.at(best.start), sevNote, 0, "possible intended match here")
	diff := textdiff.Chars(example, c.input.text[best.start:best.end])
	fmt.Fprintf(c.out.w, "  expected [-text-] against found {+text+}:\n  %s\n", diff)
}

// candidates returns the lines of input[lo:hi], trimmed, that share most words
// with example.
func (c *checker) candidates(example string, lo, hi int) []textRange {
	wanted := map[string]bool{}
	for _, w := range splitWords(example) {
		wanted[w] = true
	}
	var best []textRange
	var scores []int
	pos := lo
	for range candidateLines {
		if pos >= hi {
			break
		}
		line := c.input.text[pos:hi]
		next := hi
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line, next = line[:i], pos+i+1
		}
		trimmed := strings.TrimLeft(line, blanks)
		start := pos + len(line) - len(trimmed)
		r := textRange{start, start + len(strings.TrimRight(trimmed, blanks))}
		pos = next
		if r.start == r.end || r.end-r.start > comparedBytes {
			continue
		}
		score := 0
		for _, w := range splitWords(c.input.text[r.start:r.end]) {
			if wanted[w] {
				score++
			}
		}
		at := len(scores)
		for at > 0 && scores[at-1] < score {
			at--
		}
		if at < comparedLines {
			best = insertMax(best, at, r)
			scores = insertMax(scores, at, score)
		}
	}
	return best
}

// insertMax inserts v at index at and cuts the list to comparedLines.
func insertMax[T any](list []T, at int, v T) []T {
	list = append(list, v)
	copy(list[at+1:], list[at:])
	list[at] = v
	return list[:min(len(list), comparedLines)]
}

// splitWords splits a line into names, numbers and single other characters.
func splitWords(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && isNameByte(s[j]) {
			j++
		}
		if j == i {
			j++
		}
		if s[i] != ' ' {
			out = append(out, s[i:j])
		}
		i = j
	}
	return out
}

// example returns a text that is close to the text that p matches: fixed text unchanged,
// known values, and regular expressions as "…".
func (p *pattern) example(vars *variables) string {
	if p.fixed != "" {
		return p.fixed
	}
	if p.end <= p.at.pos {
		return ""
	}
	text := p.at.src.text[p.at.pos:p.end]
	var b strings.Builder
	for text != "" {
		open := len(text)
		for _, o := range []string{"{{", "[["} {
			if i := strings.Index(text, o); i >= 0 {
				open = min(open, i)
			}
		}
		b.WriteString(text[:open])
		text = text[open:]
		if text == "" {
			break
		}
		end := strings.Index(text, map[byte]string{'{': "}}", '[': "]]"}[text[0]])
		if end < 0 {
			break
		}
		b.WriteString(p.exampleOf(text[:end+2], vars))
		text = text[end+2:]
	}
	return b.String()
}

// exampleOf returns the current value of a "[[...]]" block if it has one.
func (p *pattern) exampleOf(block string, vars *variables) string {
	name := strings.TrimPrefix(block[2:len(block)-2], "#")
	for _, s := range p.subst {
		if s.at.String() == name {
			if v, errs := s.value(vars); errs == nil {
				return v
			}
		}
	}
	return "…"
}
