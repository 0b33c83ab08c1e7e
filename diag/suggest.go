package diag

import "strings"

// Suggest returns the candidate closest to name, or "" when none is close enough to be a likely
// misspelling. Close means that the edit distance (insertions, deletions, replacements, swaps of
// neighbours, ignoring case) is at most a third of the length of name, rounded up, and that some
// characters of name are kept; words that differ in three places or more must begin with the same
// letter. If one word is a part of the other, as conv is of conv2d, the distance counts half.
func Suggest(name string, candidates []string) string {
	limit := (len(name)+2)/3 + 1
	best, bestDist := "", 2*limit
	for _, c := range candidates {
		d := editDistance(name, c, limit)
		part := min(len(name), len(c)) >= leastPart && (strings.Contains(name, c) || strings.Contains(c, name))
		if d >= limit || d > 0 && d >= max(len(name), len(c)) || d >= 3 && !part && (c == "" || lower(c[0]) != lower(name[0])) {
			continue
		}
		if !part {
			d *= 2
		}
		if d < bestDist {
			best, bestDist = c, d
		}
	}
	return best
}

// leastPart is the least length at which a word that is a part of another is probably no accident.
const leastPart = 4

// Suggestion is a word that was probably meant instead of the given word, or "" if no word
// is similar.
type Suggestion struct{ Given, Meant string }

// DidYouMean returns the result of Suggest as the end of a message, so that the error
// also holds the correction of the text.
func DidYouMean(name string, candidates []string) Suggestion {
	if s := Suggest(name, candidates); s != name {
		return Suggestion{name, s}
	}
	return Suggestion{}
}

// String is a suffix for a message: "" or "; did you mean 'x'?".
func (s Suggestion) String() string {
	if s.Meant == "" {
		return ""
	}
	return "; did you mean '" + s.Meant + "'?"
}

// SuggestionIn returns the suggestion among the arguments of a message.
func SuggestionIn(args []any) Suggestion {
	for _, a := range args {
		if s, ok := a.(Suggestion); ok {
			return s
		}
	}
	return Suggestion{}
}

// editDistance is the restricted Damerau-Levenshtein distance of a and b,
// without regard to ASCII case; it stops early and returns limit when the
// lengths alone exceed it.
func editDistance(a, b string, limit int) int {
	if diff := len(a) - len(b); diff >= limit || -diff >= limit {
		return limit
	}
	prev2 := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	cur := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if lower(a[i-1]) == lower(b[j-1]) {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && lower(a[i-1]) == lower(b[j-2]) && lower(a[i-2]) == lower(b[j-1]) {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
