package filecheck

import (
	"sort"
	"strings"

	"optc/diag"
)

// Strictness: LLVM's tool ignores lines that look like directives but are not, so that a
// test with a typing mistake passes whatever the output is. With Options.Strict the
// following lines of a check file are errors. Only lines are examined whose first word,
// after a comment marker, is the suspicious word.
//
//	CHECK-NXT: x     suffix that is close to a known one
//	CHEK: x          word that is close to a prefix
//	CHECK : x        space in front of the colon
//	CHECK-NEXT x     no colon
//	CHECK %0 = ...   no colon, in front of what looks like IR
//	check-next: x    wrong case

// suffixes are the endings of directive names.
var suffixes = []string{"-NEXT", "-SAME", "-NOT", "-DAG", "-LABEL", "-EMPTY", "-COUNT-1"}

// reserved are words before a colon that belong to the test runner or to people.
var reserved = map[string]bool{
	"RUN": true, "XFAIL": true, "REQUIRES": true, "UNSUPPORTED": true, "END": true, "DEFINE": true, "REDEFINE": true,
	"ALLOW_RETRIES": true, "COM": true, "NOTE": true, "TODO": true, "FIXME": true, "XXX": true,
}

// lint returns the suspicious lines of a check file.
func lint(checks *source, o Options) []error {
	prefixes := o.CheckPrefixes
	if len(prefixes) == 0 {
		prefixes = []string{"CHECK"}
	}
	l := linter{prefixes: prefixes, known: map[string]bool{}}
	for _, list := range [][]string{prefixes, o.KnownPrefixes, o.CommentPrefixes, defaultCommentPrefixes} {
		for _, p := range list {
			l.known[p] = true
		}
	}
	var problems []error
	pos := 0
	for line := range strings.Lines(checks.text) {
		word, rest, offset := firstWord(line)
		if word != "" {
			if msg := l.suspect(word, rest); msg != "" {
				p := patternParser{src: checks}
				problems = append(problems, p.plainErrorAt(pos+offset, "%s", msg))
			}
		}
		pos += len(line)
	}
	return problems
}

type linter struct {
	prefixes []string
	known    map[string]bool
}

// firstWord returns the first word of a line after a comment marker, the text after the
// word, and where the word starts.
func firstWord(line string) (word, rest string, offset int) {
	const space = " \t"
	s := strings.TrimLeft(line, space)
	for _, marker := range []string{"//", "#", ";", "/*", "<!--"} {
		if strings.HasPrefix(s, marker) {
			s = strings.TrimLeft(s, marker[:1]+space)
			break
		}
	}
	offset = len(line) - len(s)
	end := 0
	for end < len(s) && isWordByte(s[end]) {
		end++
	}
	return s[:end], strings.TrimRight(s[end:], "\r\n"), offset
}

// suspect returns the fault of a line that starts with word, or "".
func (l linter) suspect(word, rest string) string {
	if reserved[word] {
		return ""
	}
	prefix, suffix := l.split(word)
	afterSpace := strings.TrimLeft(rest, blanks)
	switch {
	case prefix == "" && strings.HasPrefix(rest, ":"):
		return l.suspectPrefix(word)
	case prefix == "":
		return ""
	case strings.HasPrefix(rest, ":"), strings.HasPrefix(rest, "{"):
		if validSuffix(suffix) {
			return ""
		}
		if near := diag.Suggest(strings.ReplaceAll(suffix, "_", "-"), suffixes); near != "" {
			return "misspelt directive '" + word + ":'; did you mean '" + prefix + near + ":'?"
		}
	case !validSuffix(suffix):
	case strings.HasPrefix(afterSpace, ":") && afterSpace != rest:
		return "space in front of the colon of '" + word + "'; did you mean '" + word + ":'?"
	case suffix != "" && (rest == "" || afterSpace != rest), suffix == "" && looksLikeIR(afterSpace):
		return "directive '" + word + "' without a colon; did you mean '" + word + ":'?"
	}
	return ""
}

// split divides a word into the longest prefix in use and the remaining text. The prefix
// is "" if the word starts with no prefix, or if it belongs to another known prefix.
func (l linter) split(word string) (prefix, suffix string) {
	for p := range l.known {
		if len(p) > len(prefix) && (word == p || strings.HasPrefix(word, p+"-") || strings.HasPrefix(word, p+"_")) {
			prefix = p
		}
	}
	for _, p := range l.prefixes {
		if p == prefix {
			return prefix, word[len(prefix):]
		}
	}
	return "", ""
}

func validSuffix(suffix string) bool {
	if n, ok := strings.CutPrefix(suffix, "-COUNT-"); ok {
		return n != "" && strings.Trim(n, "0123456789") == ""
	}
	if suffix == "" {
		return true
	}
	for _, s := range suffixes[:len(suffixes)-1] {
		if s == suffix {
			return true
		}
	}
	return false
}

// suspectPrefix judges a word before a colon that is not a directive.
func (l linter) suspectPrefix(word string) string {
	base, suffix := word, ""
	for _, s := range suffixes[:len(suffixes)-1] {
		if n := len(word) - len(s); n > 0 && strings.EqualFold(word[n:], s) {
			base, suffix = word[:n], s
		}
	}
	if l.known[base] && suffix != "" && word == base+suffix || l.known[word] {
		return "" // a directive of another check
	}
	// "Check:" alone is a word of a sentence.
	if suffix == "" && word != strings.ToUpper(word) {
		return ""
	}
	for _, p := range l.prefixes {
		// CHECK2 is most likely another prefix.
		if strings.HasPrefix(base, p) && base != p {
			return ""
		}
	}
	if near := diag.Suggest(base, l.prefixes); near != "" {
		return "misspelt directive '" + word + ":'; did you mean '" + near + suffix + ":'?"
	}
	return ""
}

// looksLikeIR reports whether text starts like IR or a pattern, rather than like a sentence.
func looksLikeIR(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return word != "" && (strings.ContainsAny(word[:1], `%@#!"^[{`) || strings.Contains(strings.TrimRight(word, "."), "."))
}

// suggestPrefix returns a second line for the error about prefixes that no directive
// uses: similar words in the check file.
func suggestPrefix(text string, unused map[string]bool) string {
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		word, rest, _ := firstWord(line)
		if !strings.HasPrefix(rest, ":") || reserved[word] {
			continue
		}
		for _, s := range suffixes[:len(suffixes)-1] {
			word = strings.TrimSuffix(word, s)
		}
		seen[word] = true
	}
	var candidates, notes []string
	for w := range seen {
		candidates = append(candidates, w)
	}
	sort.Strings(candidates)
	for p := range unused {
		if near := diag.Suggest(p, candidates); near != "" {
			notes = append(notes, "note: the check file has '"+near+":', which is close to '"+p+":'")
		}
	}
	sort.Strings(notes)
	if notes == nil {
		return ""
	}
	return "\n" + strings.Join(notes, "\n")
}
