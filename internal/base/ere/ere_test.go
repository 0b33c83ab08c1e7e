package ere_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"optc/internal/base/ere"
)

func Example() {
	re, err := ere.Compile(`%([a-z]+) = (.*) %\1$`, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	const text = "%a = copy %b\n%c = copy %c\n"
	loc, err := re.Match(text, true)
	fmt.Printf("%q %q %v\n", text[loc[0]:loc[1]], text[loc[2]:loc[3]], err)
	// Output: "%c = copy %c" "c" <nil>
}

// show writes a match as the texts of its groups.
func show(text string, loc []int) string {
	if loc == nil {
		return "no match"
	}
	var out []string
	for i := 0; i < len(loc); i += 2 {
		if loc[i] < 0 {
			out = append(out, "-")
		} else {
			out = append(out, text[loc[i]:loc[i+1]])
		}
	}
	return strings.Join(out, "|")
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ pattern, text, want string }{
		// Leftmost, then longest; groups from left to right as long as possible.
		{`a|ab|abc`, "xabcd", "abc"},
		{`(a|ab)(c|bcd)(d*)`, "abcd", "abcd|ab|c|d"},
		{`(a*)(ab)*(b*)`, "abb", "abb|a|-|bb"},
		{`(.*)(b+)`, "abbb", "abbb|abb|b"},
		{`(x|xy)(y?z?)`, "xyz", "xyz|xy|z"},
		{`(a{1,2})(a{2})`, "aaa", "aaa|a|aa"},
		{`([1-9][0-9]*)?[0-9]{2}`, "x1234", "1234|-"},
		{`()`, "a", "|"},
		// Lines: '.' and negated sets stop at a newline, sets do not.
		{`a.*`, "ab\ncd", "ab"},
		{`[^b]+`, "b\nac\n", "ac"},
		{`a[[:space:]]*b`, "a \n b", "a \n b"},
		{`^b$`, "a\nb\nc", "b"},
		{`^$`, "a\n", ""},
		{`^c`, "a\nb", "no match"},
		// Escapes are literal for every character.
		{`\d\.\b`, "x d.b", "d.b"},
		{`a{b}`, "a{b}", "a{b}"},
		{`]}`, "]}", "]}"},
		{`[]a-]+`, "x-a]", "-a]"},
		{`[[.hyphen.][=x=][.a.]]+`, "ba-x", "a-x"},
		{`[[:upper:]_[:digit:]]+`, "aB_1c", "B_1"},
		// Word boundaries.
		{`[[:<:]]ab[[:>:]]`, "cab abc ab", "ab"},
		{`([[:<:]]a|b)([a-z]*)`, "xa ab", "ab|a|b"},
		// Back references.
		{`(a+)b\1`, "aaba", "aba|a"},
		{`(a|ab)(c|bcd)\1`, "abcab", "abcab|ab|c"},
		{`(.)(.)\2\1`, "xabbay", "abba|a|b"},
		{`^(.*),\1$`, "a,b\nab,ab", "ab,ab|ab"},
		// Matches that LLVM's library loses.
		{`(a)($)\2`, "ba", "a|a|"},
		{`b${2}`, "ab", "b"},
		{`[[:<:]]b[[:>:]]$`, "a b", "b"},
		{`(b|((b)*|c))(ab?|b)`, "cb ac", "cb|c|-|-|b"},
		{`(((()|.)|([a-])+){2,})b`, "a.b", "a.b"},
		// Bytes, not characters.
		{`^.$`, "é", "no match"},
		{`^..$`, "é", "é"},
		{`[é]+`, "aéb", "é"},
		{"\xff+", "a\xff\xff", "\xff\xff"},
		// Repetitions of zero vanish.
		{`ab{0}c`, "ac", "ac"},
		{`(a){0}(b)\2`, "bb", "bb|-|b"},
	} {
		re, err := ere.Compile(c.pattern, false)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		loc, err := re.Match(c.text, strings.Contains(c.want, "|"))
		if got := show(c.text, loc); got != c.want || err != nil {
			t.Errorf("%q in %q = %q, %v, want %q", c.pattern, c.text, got, err, c.want)
		}
	}
}

func TestMatchIgnoresCase(t *testing.T) {
	t.Parallel()
	re, err := ere.Compile(`ab[c-e]\.[^x]`, true)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"xAbD.y":     "AbD.y",
		"ABC.X":      "no match",
		"abc.\u212a": "abc.\xe2", // the Kelvin sign folds to k as a character, not as bytes
	} {
		loc, err := re.Match(text, false)
		if got := show(text, loc); got != want || err != nil {
			t.Errorf("in %q = %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		"":                       "empty (sub)expression",
		"a||b":                   "empty (sub)expression",
		"(|a)":                   "empty (sub)expression",
		"a{0}":                   "empty (sub)expression",
		"(a":                     "parentheses not balanced",
		"a)":                     "parentheses not balanced",
		"[a":                     "brackets ([ ]) not balanced",
		"a{1":                    "braces not balanced",
		"a{1,x}":                 "invalid repetition count(s)",
		"a{2,1}":                 "invalid repetition count(s)",
		"a{256}":                 "invalid repetition count(s)",
		"[b-a]":                  "invalid character range",
		"[a--]":                  "invalid character range",
		"*a":                     "repetition-operator operand invalid",
		"a**":                    "repetition-operator operand invalid",
		"^*":                     "repetition-operator operand invalid",
		"{1}":                    "repetition-operator operand invalid",
		`a\`:                     `trailing backslash (\)`,
		`(a)\2`:                  "invalid backreference number",
		`(a\1)`:                  "invalid backreference number",
		"[[:foo:]]":              "invalid character class",
		"[[.foo.]]":              "invalid collating element",
		"(((a{99}){99}){99})":    "regular expression too large",
		strings.Repeat("(", 1e5): "regular expression too large",
	} {
		if _, err := ere.Compile(pattern, false); err == nil || err.Error() != want {
			t.Errorf("%.20q: error %v, want %q", pattern, err, want)
		}
	}
}

func TestEscape(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for c := range 256 {
		all.WriteByte(byte(c))
	}
	re, err := ere.Compile(ere.Escape(all.String()), false)
	if err != nil {
		t.Fatal(err)
	}
	if loc, err := re.Match(all.String(), false); err != nil || len(loc) != 2 || loc[1] != 256 {
		t.Errorf("match %v, %v, want all 256 bytes", loc, err)
	}
}

// TestNoHang runs patterns that take exponential time in a naive matcher, which would
// not end.
func TestNoHang(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 3000)
	text := long + "b" + long + "c" + strings.Repeat("a", 40) + "d" + strings.Repeat("a", 39) + "e"
	for _, c := range []struct {
		pattern string
		want    error
	}{
		{`(a*)*x`, nil},
		{`(a|a)*[xy]`, nil},
		{`((a*)*)*[xy]`, nil},
		{`(a|aa)+[xy]$`, nil},
		{`(a*)(a*)(a*)(a*)(a*)[xy]`, nil},
		{`((a|aa)+)d\1e`, ere.ErrBudget},
		{`(a*)(a*)(a*)(a*)c\1\2\3\4[bd]`, ere.ErrBudget},
	} {
		re, err := ere.Compile(c.pattern, false)
		if err != nil {
			t.Fatal(err)
		}
		loc, err := re.Match(text, true)
		if loc != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.pattern, loc, err, c.want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	for _, s := range []string{`(a|b)*\1`, `[[:<:]]a{1,3}[^b]`, `(()|.)+x`, `^[é]*$`, `(a*)*\1`} {
		f.Add(s, "abéa\nbbaa")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(text) > 200 {
			return
		}
		re, err := ere.Compile(pattern, false)
		if err != nil {
			return
		}
		with, err := re.Match(text, true)
		if err != nil {
			return
		}
		without, err := re.Match(text, false)
		if err != nil {
			return
		}
		if (with == nil) != (without == nil) || with != nil && (with[0] != without[0] || with[1] != without[1]) {
			t.Errorf("with groups %v, without %v", with, without)
		}
		for i := 0; i+1 < len(with); i += 2 {
			if with[i] >= 0 && with[i+1] >= 0 && (with[i] > len(text) || with[i+1] > len(text)) {
				t.Errorf("group %d ends outside of the text: %v", i/2, with)
			}
		}
	})
}
