package irdiff

import (
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/textdiff"
)

// pairing finds the lines after that lines before became. Pairs never cross.
//
// It begins with lines that occur once on both sides, and continues from each pair to its
// neighbours. A pair of lines pairs the names that they define; paired names make more lines
// unique, so that a definition leads to the uses of its name. The rest is paired by a shortest
// difference, and then by likeness.
type pairing struct {
	left, right []line
	partner     []int // partner of each line before; -1 for none
	taken       []bool
	names       [2][]int // partners of names: of the left, of the right; -1 for none
	paired      int      // names
}

func newPairing(before, after []string) *pairing {
	left, named := readLines(before)
	right, renamed := readLines(after)
	return &pairing{left: left, right: right, partner: without(len(left)), taken: make([]bool, len(right)), names: [2][]int{without(named), without(renamed)}}
}

// without returns n numbers that mean no partner.
func without(n int) []int { return slices.Repeat([]int{-1}, n) }

// pair makes a pair of two lines.
func (p *pairing) pair(i, k int) {
	p.partner[i], p.taken[k] = k, true
	p.pairNames(&p.left[i], &p.right[k])
}

// pairNames pairs the names that two lines define, in order: the results, and the other names if
// their tokens are alike.
func (p *pairing) pairNames(a, b *line) {
	if a.masked == b.masked {
		for n := range a.tokens {
			p.pairName(&a.tokens[n], &b.tokens[n])
		}
		return
	}
	ra, rb := resultsOf(a.tokens), resultsOf(b.tokens)
	if ra == rb {
		for n := range ra {
			p.pairName(&a.tokens[n], &b.tokens[n])
		}
	}
	// Arguments of blocks have the same spelling, or the same number of them.
	da, db := begun(a.tokens[ra:]), begun(b.tokens[rb:])
	for n, x := range da {
		if len(da) == len(db) {
			p.pairName(x, db[n])
			continue
		}
		for _, y := range db {
			if x.text == y.text {
				p.pairName(x, y)
			}
		}
	}
}

// begun lists the names that begin in tokens.
func begun(tokens []token) (list []*token) {
	for i := range tokens {
		if tokens[i].begins {
			list = append(list, &tokens[i])
		}
	}
	return list
}

func (p *pairing) pairName(a, b *token) {
	if !a.begins || !b.begins || a.sigil != b.sigil {
		return
	}
	if p.names[0][a.name] >= 0 || p.names[1][b.name] >= 0 {
		return
	}
	p.names[0][a.name], p.names[1][b.name] = b.name, a.name
	p.paired++
}

// nameOf returns the identity of a name, which partners share; -1 for a name without a partner.
func (p *pairing) nameOf(t *token, side int) int {
	other := p.names[side][t.name]
	if other < 0 || t.begins {
		return -1
	}
	if side == 0 {
		return t.name
	}
	return other
}

// key is the text of a line with the identities of its names.
func (p *pairing) key(l *line, side int) string {
	var b strings.Builder
	for i := range l.tokens {
		t := &l.tokens[i]
		b.WriteByte(' ')
		if t.sigil == 0 {
			b.WriteString(t.text)
			continue
		}
		n := p.nameOf(t, side) + 1
		b.Write([]byte{t.sigil, byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	}
	return b.String()
}

// alike reports whether two lines have the same key.
func (p *pairing) alike(i, k int) bool {
	a, b := &p.left[i], &p.right[k]
	if a.masked != b.masked {
		return false
	}
	for n := range a.tokens {
		if a.tokens[n].sigil != 0 && p.nameOf(&a.tokens[n], 0) != p.nameOf(&b.tokens[n], 1) {
			return false
		}
	}
	return true
}

// gap is a part of both texts without pairs.
type gap struct{ lo, hi, from, to int }

// gaps lists the ranges between pairs in which both sides have lines.
func (p *pairing) gaps() (list []gap) {
	g := gap{}
	for i, k := range p.partner {
		if k >= 0 {
			g.hi, g.to = i, k
			if g.lo < g.hi && g.from < g.to {
				list = append(list, g)
			}
			g = gap{lo: i + 1, from: k + 1}
		}
	}
	g.hi, g.to = len(p.left), len(p.right)
	if g.lo < g.hi && g.from < g.to {
		list = append(list, g)
	}
	return list
}

// mostRounds bounds the rounds of anchor; each round finds the uses of names that the previous
// round paired.
const mostRounds = 32

// anchor pairs the lines that occur once on both sides of a gap, and their neighbours.
func (p *pairing) anchor() {
	for range mostRounds {
		found := false
		for _, g := range p.gaps() {
			found = p.extend(&g) || found
			for _, m := range p.unique(g) {
				p.pair(m[0], m[1])
				found = true
			}
		}
		if !found {
			return
		}
	}
}

// extend pairs the lines at both ends of a gap as long as they are alike, and removes them from the
// gap.
func (p *pairing) extend(g *gap) (found bool) {
	for g.lo < g.hi && g.from < g.to && p.alike(g.lo, g.from) {
		p.pair(g.lo, g.from)
		g.lo, g.from, found = g.lo+1, g.from+1, true
	}
	for g.lo < g.hi && g.from < g.to && p.alike(g.hi-1, g.to-1) {
		p.pair(g.hi-1, g.to-1)
		g.hi, g.to, found = g.hi-1, g.to-1, true
	}
	return found
}

// unique returns pairs of lines whose keys occur once on both sides of a gap.
func (p *pairing) unique(g gap) [][2]int {
	count := map[string][2]int{}
	last := map[string]int{} // line after with the key
	keys := make([]string, g.hi-g.lo)
	for i := g.lo; i < g.hi; i++ {
		key := p.key(&p.left[i], 0)
		keys[i-g.lo] = key
		c := count[key]
		c[0]++
		count[key] = c
	}
	for k := g.from; k < g.to; k++ {
		key := p.key(&p.right[k], 1)
		c, ok := count[key]
		if !ok {
			continue
		}
		c[1]++
		count[key], last[key] = c, k
	}
	var pairs [][2]int
	for i := g.lo; i < g.hi; i++ {
		// Lines without words, such as braces, belong to their neighbours.
		if count[keys[i-g.lo]] == [2]int{1, 1} && p.left[i].weight() > 0 {
			pairs = append(pairs, [2]int{i, last[keys[i-g.lo]]})
		}
	}
	return increasing(pairs)
}

// mostLines bounds the lines of a gap in which a shortest difference is looked for, and
// mostPairs the pairs of lines whose likeness is computed. The search takes time in proportion
// to the square of the lines.
const (
	mostLines = 1 << 15
	mostPairs = 1 << 14
)

// fill pairs lines in the remaining gaps: by equal keys, by equal words without names, and by
// likeness.
func (p *pairing) fill() {
	masked := func(l *line, _ int) string { return l.masked }
	for _, of := range []func(*line, int) string{p.key, masked} {
		for _, g := range p.gaps() {
			p.shortest(g, of)
		}
		p.anchor()
	}
	for _, g := range p.gaps() {
		if (g.hi-g.lo)*(g.to-g.from) > mostPairs {
			continue
		}
		numbers := map[string]int{}
		left, right := bagsOf(p.left[g.lo:g.hi], numbers), bagsOf(p.right[g.from:g.to], numbers)
		for _, m := range longest(len(left), len(right), func(i, k int) int { return likeness(left[i], right[k]) }) {
			p.pair(g.lo+m[0], g.from+m[1])
		}
	}
}

// shortest pairs the lines of a gap that a shortest difference of their keys keeps.
func (p *pairing) shortest(g gap, keyOf func(*line, int) string) {
	if g.hi-g.lo+g.to-g.from > mostLines {
		return
	}
	numbers := map[string]string{} // text of each key: its number, as a line
	text := func(lines []line, side int) string {
		var b strings.Builder
		for i := range lines {
			key := keyOf(&lines[i], side)
			if numbers[key] == "" {
				numbers[key] = strconv.Itoa(len(numbers)) + "\n"
			}
			b.WriteString(numbers[key])
		}
		return b.String()
	}
	a, b := text(p.left[g.lo:g.hi], 0), text(p.right[g.from:g.to], 1)
	i, k := g.lo, g.from
	for _, l := range textdiff.Lines(a, b) {
		switch l.Kind {
		case textdiff.Keep:
			p.pair(i, k)
			i, k = i+1, k+1
		case textdiff.Delete:
			i++
		case textdiff.Insert:
			k++
		}
	}
}

// weighted is the number of a word of a line, with the sum of the weights of its tokens.
type weighted struct{ word, weight int }

// bagsOf lists the words of each line in the order of their numbers, and numbers new words.
func bagsOf(lines []line, numbers map[string]int) [][]weighted {
	bags := make([][]weighted, len(lines))
	for i := range lines {
		weights := map[int]int{}
		for k := range lines[i].tokens {
			t := &lines[i].tokens[k]
			w := t.weight()
			if w == 0 {
				continue
			}
			n, known := numbers[t.word()]
			if !known {
				n = len(numbers)
				numbers[t.word()] = n
			}
			weights[n] += w
		}
		for n, w := range weights {
			bags[i] = append(bags[i], weighted{n, w})
		}
		slices.SortFunc(bags[i], func(x, y weighted) int { return x.word - y.word })
	}
	return bags
}

// likeness is 0 for lines that have at most two fifths of their words in common, and grows
// with the words in common.
func likeness(a, b []weighted) int {
	all, common := 0, 0
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].word < b[0].word:
			all, a = all+a[0].weight, a[1:]
		case len(a) == 0 || b[0].word < a[0].word:
			all, b = all+b[0].weight, b[1:]
		default:
			all, common = all+a[0].weight+b[0].weight, common+min(a[0].weight, b[0].weight)
			a, b = a[1:], b[1:]
		}
	}
	if 5*common <= all {
		return 0
	}
	return common
}

// word is the text of a token; all used names have the same text.
func (t *token) word() string {
	if t.sigil != 0 && !t.begins {
		return string(t.sigil)
	}
	return t.text
}

// weight is the weight of a token in the likeness of lines: names of operations count most,
// marks nothing.
func (t *token) weight() int {
	switch {
	case t.begins && t.numbered():
		return 0
	case t.sigil != 0 && !t.begins:
		return 1
	case t.sigil == 0 && !isWordByte(t.text[0]) && t.text[0] != '"':
		return 0
	case strings.Contains(t.text, "."):
		return 3
	}
	return 2
}

func (l *line) weight() (sum int) {
	for i := range l.tokens {
		sum += l.tokens[i].weight()
	}
	return sum
}

// pairMoved pairs the names of lines that were moved: they have the same key, and occur once
// on both sides. The lines stay apart.
func (p *pairing) pairMoved() {
	for range mostRounds {
		moved := map[string][]int{}
		for i, k := range p.partner {
			if k < 0 && begun(p.left[i].tokens) != nil {
				key := p.key(&p.left[i], 0)
				moved[key] = append(moved[key], i)
			}
		}
		to := map[string][]int{}
		for k, taken := range p.taken {
			if !taken && begun(p.right[k].tokens) != nil {
				key := p.key(&p.right[k], 1)
				to[key] = append(to[key], k)
			}
		}
		before := p.paired
		for i, k := range p.partner {
			if k >= 0 || begun(p.left[i].tokens) == nil {
				continue
			}
			key := p.key(&p.left[i], 0)
			if len(moved[key]) == 1 && len(to[key]) == 1 {
				p.pairNames(&p.left[i], &p.right[to[key][0]])
			}
		}
		if p.paired == before {
			return
		}
	}
}

// sameToken reports whether two tokens are the same: other tokens by their text, names by their
// definitions. Names without partners are the same if they are words, because passes keep a word
// for the value that replaces another; numbers only count values.
func (p *pairing) sameToken(a, b *token) bool {
	if a.sigil == 0 || b.sigil == 0 || a.sigil != b.sigil {
		return a.text == b.text
	}
	if other := p.names[0][a.name]; other >= 0 {
		return other == b.name
	}
	return p.names[1][b.name] < 0 && a.text == b.text && !a.numbered()
}

// numbered reports whether a name is a number.
func (t *token) numbered() bool { return t.text[1] >= '0' && t.text[1] <= '9' }
