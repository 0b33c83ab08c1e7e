// Package ere matches the regular expressions of LLVM's FileCheck: POSIX
// extended expressions with back references, on bytes, leftmost and longest,
// where '.' and negated sets never match a newline and '^' and '$' also match at
// line ends.
//
// The search runs on Go's regexp package, so it takes time linear in the text. This package adds
// the features that regexp lacks. It has its own reader of patterns (LLVM's escapes, errors and
// repetition limits differ from Go's), texts are matched byte by byte, back references and word
// boundaries are verified on the candidates that regexp finds, and group boundaries follow Henry
// Spencer's rule (from left to right every piece is as long as the rest allows), which LLVM uses
// and Go does not.
//
// In a few corner cases LLVM's library loses matches that POSIX requires, and this package finds
// them. Go's regexp lets an anchor or word boundary hold at one place only as often as the pattern
// spells it, without the copies that repetitions and back references make, as in ($)\1 or b${2}; a
// word boundary does not hold next to '$' at the end of a line; and an alternative that can be
// empty, in a repetition or before another alternative, can hide the leftmost match, as in (b*|c)b
// on "cb".
//
// No pattern can hang a match: work that is not linear has a budget, and when it
// is used up the match ends with ErrBudget.
package ere

import (
	"errors"
	"regexp"
	"strings"
)

// ErrBudget is returned by Match when a pattern with back references needs more
// steps than a match may take.
var ErrBudget = errors.New("regular expression needs too many steps")

// Regexp is a compiled expression. It is safe for concurrent use.
type Regexp struct {
	root   *node
	groups int // number of parenthesised groups

	lines    bool   // no match contains a newline
	must     string // every match contains this text
	simple   bool   // regexp's group boundaries are Spencer's
	verify   bool   // a match of search is only a candidate
	backrefs bool

	search *regexp.Regexp // leftmost-longest; exact unless verify is set
	prog   *program       // nil unless verify is set
	parts  []part         // top-level pieces for group boundaries, unless simple or backrefs
}

// Compile reads a POSIX extended regular expression. Its errors have the texts
// of LLVM's regex library, e.g. "parentheses not balanced".
func Compile(pattern string, ignoreCase bool) (*Regexp, error) {
	root, groups, err := parse(pattern, ignoreCase)
	if err != nil {
		return nil, err
	}
	re := &Regexp{root: root, groups: groups}
	var facts facts
	facts.collect(root)
	re.lines = !facts.newline
	re.must = facts.longestLiteral()
	re.backrefs = facts.backrefs
	re.verify = facts.backrefs || facts.words
	if re.search, err = translate(root); err != nil {
		return nil, err
	}
	re.simple = facts.simple && !re.verify && re.search.NumSubexp() == groups
	if re.verify {
		re.prog = compileForward(root)
	}
	if !re.simple && !re.backrefs {
		re.parts = split(root)
	}
	return re, nil
}

// IsTooLarge reports whether err means that an expression is valid but exceeds
// the limits of this package on size or nesting.
func IsTooLarge(err error) bool { return errors.Is(err, errSize) }

// Check reports whether pattern is valid and how many groups it has, without
// the cost of compiling it.
func Check(pattern string) (groups int, err error) {
	_, groups, err = parse(pattern, false)
	return groups, err
}

// Escape returns an expression that matches exactly s.
func Escape(s string) string {
	const meta = `()^$|*+?.[]\{}`
	if !strings.ContainsAny(s, meta) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(meta, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Match returns the byte offsets of the leftmost-longest match in text: elements 2i and
// 2i+1 are start and end of group i, group 0 is the whole match, and a group that did not
// participate has -1. Groups above 0 are present if groups is set; without back
// references groups inside a repetition or alternative are -1 too. It returns nil if
// there is no match.
func (re *Regexp) Match(text string, groups bool) ([]int, error) {
	if !re.lines {
		if !strings.Contains(text, re.must) {
			return nil, nil
		}
		return re.matchIn(text, groups)
	}
	// A match is within one line, on a line that contains must.
	for start := 0; start <= len(text); {
		if re.must != "" {
			i := strings.Index(text[start:], re.must)
			if i < 0 {
				return nil, nil
			}
			start += strings.LastIndexByte(text[start:start+i], '\n') + 1
		}
		end := len(text)
		if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i
		}
		loc, err := re.matchIn(text[start:end], groups)
		if err != nil {
			return nil, err
		}
		if loc != nil {
			for i := range loc {
				if loc[i] >= 0 {
					loc[i] += start
				}
			}
			return loc, nil
		}
		start = end + 1
	}
	return nil, nil
}

// matchIn is Match without the split into lines.
func (re *Regexp) matchIn(text string, groups bool) ([]int, error) {
	switch {
	case re.verify:
		return re.matchVerified(text, groups)
	case re.simple && groups:
		return find(re.search, text, true), nil
	}
	loc := find(re.search, text, false)
	if loc == nil || !groups {
		return loc, nil
	}
	return groupBoundaries(re.parts, text, loc, re.groups), nil
}

// find runs a Go expression over the bytes of text.
func find(re *regexp.Regexp, text string, groups bool) []int {
	if !isASCII(text) {
		if groups {
			return re.FindReaderSubmatchIndex(&byteReader{s: text})
		}
		return re.FindReaderIndex(&byteReader{s: text})
	}
	if groups {
		return re.FindStringSubmatchIndex(text)
	}
	return re.FindStringIndex(text)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
