// Package irdiff compares two texts of the same IR, line by line, up to the names of its values,
// blocks and aliases: a pass that removes an operation renumbers the operations after it, and a
// reader does not want to see that change.
//
//	%16 = arith.addi %3, %4 : i32    and    %11 = arith.addi %1, %2 : i32
//
// are the same line if the lines that define %3 and %1, and %4 and %2, are the same. On the
// other hand
//
//	%1 = arith.addi %0, %0 : i32     and    %1 = arith.addi %0, %0 : i32
//
// differ if %0 is another value now. The pages, the printing between passes and the service use
// this package, so that all of them show the same changes.
//
// It works on text, and decides by its position whether a name is a definition; see names.go.
package irdiff

import (
	"slices"
	"strings"

	"optc/internal/base/textdiff"
)

// Kind is the kind of a row.
type Kind byte

// The kinds.
const (
	Same    Kind = iota // both lines, which differ at most in names and indentation
	Changed             // a line before, and the line that it became
	Removed             // a line before
	Added               // a line after
)

// Row is a row of a comparison side by side.
type Row struct {
	Kind        Kind
	Left, Right int // indices of the lines before and after; -1 for none
	// Of a Changed row: the words that differ.
	LeftWords, RightWords []Range
}

// Range is a part of a line, in bytes, half-open.
type Range struct{ From, To int }

// Lines compares two texts. Each line of before and of after is in exactly one row, in order.
func Lines(before, after []string) []Row {
	p := newPairing(before, after)
	p.anchor()
	p.fill()
	p.pairMoved()
	return p.rows()
}

// Unified returns the changes in the format of diff -u, with three lines of context and the
// given names in the header, or "" if the texts are the same up to names. Lines that are the
// same up to names are context, in the form that they have after.
func Unified(oldName, newName, before, after string) string {
	if before == after {
		return ""
	}
	left, right := textdiff.Split(before), textdiff.Split(after)
	var lines, added []textdiff.Line
	changed := false
	flush := func() { lines, added = append(lines, added...), nil }
	for _, r := range Lines(left, right) {
		changed = changed || r.Kind != Same
		if r.Kind == Same {
			flush()
			lines = append(lines, textdiff.Line{Kind: textdiff.Keep, Text: right[r.Right]})
			continue
		}
		if r.Left >= 0 {
			lines = append(lines, textdiff.Line{Kind: textdiff.Delete, Text: left[r.Left]})
		}
		if r.Right >= 0 {
			added = append(added, textdiff.Line{Kind: textdiff.Insert, Text: right[r.Right]})
		}
	}
	flush()
	if !changed {
		return ""
	}
	return textdiff.Format(oldName, newName, lines)
}

// rows lists the pairs and the lines between them, in order.
func (p *pairing) rows() (list []Row) {
	i, k := 0, 0
	for i < len(p.left) || k < len(p.right) {
		switch {
		case i < len(p.left) && p.partner[i] == k:
			r := Row{Kind: Same, Left: i, Right: k}
			if left, right := p.words(i, k); left != nil || right != nil {
				r.Kind, r.LeftWords, r.RightWords = Changed, left, right
			}
			list = append(list, r)
			i, k = i+1, k+1
		case i < len(p.left) && p.partner[i] < 0:
			list = append(list, Row{Kind: Removed, Left: i, Right: -1})
			i++
		default:
			list = append(list, Row{Kind: Added, Left: -1, Right: k})
			k++
		}
	}
	return list
}

// words returns the words of a line before and of its partner that differ. Words that only
// spaces separate are one range.
func (p *pairing) words(i, k int) (left, right []Range) {
	a, b := p.left[i].tokens, p.right[k].tokens
	same := 0
	for same < min(len(a), len(b)) && p.sameToken(&a[same], &b[same]) {
		same++
	}
	if same == len(a) && same == len(b) {
		return nil, nil
	}
	keepA, keepB := p.common(a, b)
	return marked(p.left[i].text, a, keepA), marked(p.right[k].text, b, keepB)
}

// mostCompared bounds the pairs of words of two lines that are compared.
const mostCompared = 1 << 16

// common reports which words of two lines belong to a longest common sequence of words.
func (p *pairing) common(a, b []token) (inA, inB []bool) {
	inA, inB = make([]bool, len(a)), make([]bool, len(b))
	head := 0
	for head < min(len(a), len(b)) && p.sameToken(&a[head], &b[head]) {
		inA[head], inB[head] = true, true
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && p.sameToken(&a[len(a)-1-tail], &b[len(b)-1-tail]) {
		inA[len(a)-1-tail], inB[len(b)-1-tail] = true, true
		tail++
	}
	ma, mb := a[head:len(a)-tail], b[head:len(b)-tail]
	if len(ma)*len(mb) > mostCompared {
		return inA, inB
	}
	for _, m := range longest(len(ma), len(mb), func(i, k int) int {
		if p.sameToken(&ma[i], &mb[k]) {
			return 1
		}
		return 0
	}) {
		inA[head+m[0]], inB[head+m[1]] = true, true
	}
	return inA, inB
}

// marked returns the ranges of the words that are not kept.
func marked(text string, tokens []token, keep []bool) (list []Range) {
	for i, t := range tokens {
		if keep[i] {
			continue
		}
		if n := len(list); n > 0 && strings.TrimSpace(text[list[n-1].To:t.lo]) == "" {
			list[n-1].To = t.hi
		} else {
			list = append(list, Range{t.lo, t.hi})
		}
	}
	return list
}

// longest returns the pairs of elements of two sequences of lengths n and m, in order, that have
// the greatest sum of weights; weight is 0 if two elements do not pair.
func longest(n, m int, weight func(i, k int) int) (pairs [][2]int) {
	best := make([][]int, n+1) // best sum of the sequences from i and k
	for i := range best {
		best[i] = make([]int, m+1)
	}
	weights := make([]int, n*m)
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1])
			if w := weight(i, k); w > 0 {
				weights[i*m+k] = w
				best[i][k] = max(best[i][k], w+best[i+1][k+1])
			}
		}
	}
	for i, k := 0, 0; i < n && k < m; {
		w := weights[i*m+k]
		switch {
		case w > 0 && best[i][k] == w+best[i+1][k+1]:
			pairs = append(pairs, [2]int{i, k})
			i, k = i+1, k+1
		case best[i][k] == best[i+1][k]:
			i++
		default:
			k++
		}
	}
	return pairs
}

// increasing returns the longest run of pairs in which both numbers increase; the first numbers of
// pairs increase already.
func increasing(pairs [][2]int) (out [][2]int) {
	var ends []int // index of the pair that ends the best run of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(ends, p[1], func(e, second int) int { return pairs[e][1] - second })
		before[i] = -1
		if at > 0 {
			before[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		out = append(out, pairs[i])
	}
	slices.Reverse(out)
	return out
}
