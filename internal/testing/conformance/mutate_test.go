package conformance

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

// token is a unit that Mutate changes: strings, names, numbers, punctuation.
var token = regexp.MustCompile(`//.*|"(?:[^"\\\n]|\\.)*"|->|::|[%^#!@]?[\w$.#:-]*\w|[^\s\w]`)

// Mutate returns the text with one or two random mistakes: a token is removed, duplicated, swapped
// with the next token, or replaced by another token of the text. A seed always gives the same
// result.
func Mutate(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 23))
	for range 1 + r.IntN(2) {
		text = mutate(text, r)
	}
	return text
}

func mutate(text string, r *rand.Rand) string {
	var at [][]int
	for _, m := range token.FindAllStringIndex(text, -1) {
		if !strings.HasPrefix(text[m[0]:], "//") {
			at = append(at, m)
		}
	}
	if len(at) < 2 {
		return text
	}
	i := r.IntN(len(at) - 1)
	lo, hi := at[i][0], at[i][1]
	this, next := text[lo:hi], at[i+1]
	switch r.IntN(4) {
	case 0:
		return text[:lo] + text[hi:]
	case 1:
		return text[:hi] + " " + this + text[hi:]
	case 2:
		return text[:lo] + text[next[0]:next[1]] + text[hi:next[0]] + this + text[next[1]:]
	}
	other := at[r.IntN(len(at))]
	return text[:lo] + text[other[0]:other[1]] + text[hi:]
}

// Mutants returns n random mutations of valid parts.
func (o *Oracle) Mutants(parts []*Part, n int, seed uint64) (mutants []*Part) {
	var valid []*Part
	for i, a := range o.Run(texts(parts), "--mlir-print-op-generic") {
		p := *parts[i]
		p.Generic = a.Out
		if p.Generic != "" && p.Within(Upstream) && len(p.Text) < 1<<14 {
			valid = append(valid, &p)
		}
	}
	for i := range uint64(n) {
		if len(valid) == 0 {
			break
		}
		p := valid[rand.New(rand.NewPCG(seed+i, 1)).IntN(len(valid))]
		if text := Mutate(p.Text, seed+i); !Mentions(text, o.Foreign) {
			mutants = append(mutants, &Part{Name: p.Name + ", mutant " + itoa(int(seed+i)), Text: text})
		}
	}
	return mutants
}

// CompareVerdicts runs the lanes of Verdicts over parts.
func (o *Oracle) CompareVerdicts(what string, parts []*Part, workers int) []*Outcome {
	return parallel(parts, workers, func(parts []*Part) []*Outcome { return o.verdicts(what, parts) })
}
