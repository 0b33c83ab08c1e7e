package lsp

import (
	"strings"

	"optc/parser"
)

// tokenTypes are the semantic tokens, whose numbers are their indices here.
var tokenTypes = []string{"comment", "function", "keyword", "number", "string", "variable", "parameter", "label", "macro", "type", "class"}

const (
	semanticComment = iota
	semanticFunction
	semanticKeyword
	semanticNumber
	semanticString
	semanticVariable
	semanticParameter
	semanticLabel
	semanticMacro
	semanticType
	semanticClass
)

// semanticOf maps classes of tokens to types; the type of a word depends on its position.
var semanticOf = map[int]int{
	classInteger: semanticNumber, classFloat: semanticNumber, classString: semanticString, classValue: semanticVariable,
	classBlock: semanticLabel, classAttribute: semanticMacro, classType: semanticType, classSymbol: semanticClass,
}

func (s *server) semanticTokensFull(p *documentParams) any {
	d := s.documents[p.TextDocument.URI]
	if d == nil || len(d.text) > WholeLimit { // a client requests the visible range
		return semanticTokens{Data: []uint32{}}
	}
	return d.semantic(0, len(d.text))
}

func (s *server) semanticTokensRange(p *rangeParams) any {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return semanticTokens{Data: []uint32{}}
	}
	return d.semantic(d.lineStart(d.offset(p.Range.Start)), d.lineEnd(d.offset(p.Range.End)))
}

// semantic returns the tokens that begin in a range. Each token is encoded by its
// distance from the previous token in lines and characters, its length and its type.
func (d *document) semantic(lo, hi int) semanticTokens {
	parameters := map[int]bool{}
	if a := d.at(lo); a != nil {
		for _, n := range a.names.List() {
			if n.Value != nil && n.Value.OwnerBlock() != nil {
				parameters[a.doc(n.Lo)] = true
			}
		}
	}
	out := semanticTokens{Data: []uint32{}}
	var last position
	emit := func(lo, hi, kind int) {
		at := d.position(lo)
		character := at.Character
		if at.Line == last.Line {
			character -= last.Character
		}
		out.Data = append(out.Data, uint32(at.Line-last.Line), uint32(character), uint32(d.width(d.text[lo:hi])), uint32(kind), 0)
		last = at
	}
	comments := func(lo, hi int) {
		for lo < hi {
			i := strings.Index(d.text[lo:hi], "//")
			if i < 0 {
				return
			}
			end := min(d.lineEnd(lo+i), hi)
			emit(lo+i, len(strings.TrimRight(d.text[:end], "\r")), semanticComment)
			lo = end
		}
	}
	behind := lo
	for t := range tokens(d.text, lo, hi) {
		comments(behind, t.lo)
		behind = t.hi
		kind, ok := semanticOf[t.class]
		switch {
		case t.class == classWord:
			kind, ok = d.semanticWord(t), true
		case t.class == classValue && parameters[t.lo]:
			kind = semanticParameter
		case t.class == classString && strings.Contains(d.text[t.lo:t.hi], "\n"):
			ok = false
		}
		if ok {
			emit(t.lo, t.hi, kind)
		}
	}
	comments(behind, hi)
	return out
}

// semanticWord distinguishes operations, types and keywords.
func (d *document) semanticWord(t token) int {
	before := strings.TrimRight(d.text[d.lineStart(t.lo):t.lo], " \t")
	if before == "" || strings.HasSuffix(before, "=") && strings.HasPrefix(strings.TrimLeft(before, " \t"), "%") {
		return semanticFunction
	}
	word := d.text[t.lo:t.hi]
	switch bare := strings.TrimLeft(word, "su"); {
	case word == "index", word == "vector", word == "memref", word == "tensor", word == "tuple", word == "complex", word == "none",
		len(bare) > 1 && (bare[0] == 'i' || bare[0] == 'f') && bare[1] >= '0' && bare[1] <= '9', word == "bf16":
		return semanticType
	}
	return semanticKeyword
}

// inlayHints are the types of results, shown at their names.
func (s *server) inlayHints(p *rangeParams) any {
	hints := []inlayHint{}
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return hints
	}
	from, to := d.offset(p.Range.Start), d.offset(p.Range.End)
	done := map[*analysis]bool{}
	for at := from; at <= to; at = d.lineEnd(at) + 1 {
		a := d.at(at)
		if a == nil || done[a] {
			continue
		}
		done[a] = true
		for _, n := range a.names.List() {
			if lo := a.doc(n.Lo); n.Value != nil && n.Definition && n.Value.DefiningOp() != nil && n.Lo >= a.prefix && lo >= from && lo <= to {
				hints = append(hints, inlayHint{Position: d.position(a.doc(n.Hi)), Label: ": " + resultTypes(&n), Kind: inlayType})
			}
		}
	}
	return append(hints, d.costHints(from, to)...)
}

// resultTypes are the types of all results that share a name.
func resultTypes(n *parser.Name) string {
	op := n.Value.DefiningOp()
	if op.NumResults() == 1 || n.Value.Index() > 0 {
		return n.Value.Type().String()
	}
	var list []string
	for i := range op.NumResults() {
		list = append(list, op.Result(i).Type().String())
	}
	return strings.Join(list, ", ")
}

// folding returns the regions and dictionaries of more than one line, and blocks of
// comments.
func (s *server) folding(p *documentParams) any {
	ranges := []foldingRange{}
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return ranges
	}
	if len(d.text) > WholeLimit {
		for _, p := range d.pieces {
			for _, sym := range d.symbols(p) {
				if first, last := d.position(sym.lo).Line, d.position(sym.hi).Line-1; last > first {
					ranges = append(ranges, foldingRange{StartLine: first, EndLine: last})
				}
			}
		}
		return ranges
	}
	var open []int // lines
	for t := range tokens(d.text, 0, len(d.text)) {
		switch d.text[t.lo:t.hi] {
		case "{":
			open = append(open, d.position(t.lo).Line)
		case "}":
			if len(open) == 0 {
				continue
			}
			first, last := open[len(open)-1], d.position(t.lo).Line-1
			if open = open[:len(open)-1]; last > first {
				ranges = append(ranges, foldingRange{StartLine: first, EndLine: last})
			}
		}
	}
	first := -1
	for i := range len(d.lines) + 1 {
		comment := i < len(d.lines) && strings.HasPrefix(strings.TrimLeft(d.text[d.lines[i]:], " \t"), "//")
		switch {
		case comment && first < 0:
			first = i
		case !comment && first >= 0:
			if i-1 > first {
				ranges = append(ranges, foldingRange{first, i - 1, "comment"})
			}
			first = -1
		}
	}
	return ranges
}

// Format indents every line of a text by two spaces per open bracket that ends an earlier line, and by two more if it begins with the
// colon or the arrow that continues the line before, and removes spaces at the ends of lines. Comments and names are unchanged.
func Format(text string) string {
	d := &document{server: &server{utf8: true}}
	d.setText(text)
	var b strings.Builder
	b.Grow(len(text))
	for i, want := range d.indentations() {
		lo, end, next := d.lines[i], d.lineEnd(d.lines[i]), len(text)
		if i+1 < len(d.lines) {
			next = d.lines[i+1]
		}
		indent, body := formatted(text[lo:end], want)
		b.WriteString(indent + text[lo+body[0]:lo+body[1]])
		if strings.HasSuffix(text[lo:end], "\r") {
			b.WriteByte('\r')
		}
		b.WriteString(text[end:next])
	}
	return b.String()
}

// formatted returns the spaces that a line should begin with, and the range of the rest of the
// line, without spaces at the end. want is -1 for a line that begins inside of a string.
func formatted(line string, want int) (indent string, body [2]int) {
	body[1] = len(strings.TrimRight(line, " \t\r"))
	if want < 0 {
		return "", body
	}
	body[0] = min(len(line)-len(strings.TrimLeft(line, " \t")), body[1])
	if body[0] == body[1] {
		return "", body // an empty line
	}
	return strings.Repeat(" ", want), body
}

// formatting is Format for an editor.
func (s *server) formatting(p *documentParams) any {
	edits := []textEdit{}
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return edits
	}
	for i, want := range d.indentations() {
		lo := d.lines[i]
		line := strings.TrimSuffix(d.text[lo:d.lineEnd(lo)], "\r")
		indent, body := formatted(line, want)
		if body[1] < len(line) {
			edits = append(edits, textEdit{d.span(lo+body[1], lo+len(line)), ""})
		}
		if line[:body[0]] != indent {
			edits = append(edits, textEdit{d.span(lo, lo+body[0]), indent})
		}
	}
	return edits
}

// indentations returns the spaces with which each line should begin; -1 for lines that begin inside
// of a string. Each part of a split file begins without indentation.
func (d *document) indentations() []int {
	want := make([]int, len(d.lines))
	line, depth := -1, 0
	var open []bool // whether each open bracket indents
	opened := 0     // brackets that this line has opened
	begin := func(to int, first token) {
		for line < to {
			line++
			// Of the brackets that a line leaves open, the last indents the following
			// lines.
			if opened > 0 {
				open[len(open)-1] = true
				depth++
			}
			opened = 0
			want[line] = 2 * depth
			if line < to {
				continue
			}
			switch first.class {
			case classPunctuation:
				if strings.IndexByte(":-=,", d.text[first.lo]) >= 0 { // continues the previous line
					want[line] += 2
				}
				rest := d.text[first.lo:]
				rest = rest[:min(len(open), len(rest))]
				closing := len(rest) - len(strings.TrimLeft(rest, "})]>"))
				for k := 1; k <= closing; k++ {
					if open[len(open)-k] {
						want[line] -= 2
					}
				}
			case classBlock:
				want[line] = max(0, want[line]-2)
			}
		}
	}
	for _, p := range d.pieces {
		open, depth, opened = nil, 0, 0
		for t := range tokens(d.text, p.lo, p.hi) {
			if at := d.position(t.lo).Line; at > line {
				begin(at, t)
			}
			if t.class == classString {
				for to := d.position(t.hi).Line; line < to; {
					line++
					want[line] = -1
				}
			}
			if t.class != classPunctuation || isComparison(d.text[t.lo:]) {
				continue
			}
			switch d.text[t.lo:t.hi] {
			case "{", "(", "[", "<":
				open = append(open, false)
				opened++
			case "}", ")", "]", ">":
				if len(open) == 0 {
					continue
				}
				if open[len(open)-1] {
					depth--
				}
				open = open[:len(open)-1]
				opened = max(0, opened-1)
			}
		}
	}
	begin(len(d.lines)-1, token{})
	return want
}

// isComparison reports whether a text begins with a comparison, whose first character is no
// bracket.
func isComparison(text string) bool {
	return strings.HasPrefix(text, "<=") || strings.HasPrefix(text, ">=")
}
