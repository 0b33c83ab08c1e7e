package lsp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"optc/draw"
	"optc/ir"
	"optc/ir/ranges"
	"optc/layout/picture"
	"optc/parser"
)

// hover explains the text at a position.
func (s *server) hover(p *positionParams) any {
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	at := d.offset(p.Position)
	t, ok := d.tokenAt(at)
	if !ok {
		t, ok = d.wordInComment(at)
	}
	if !ok {
		return nil
	}
	word := d.text[t.lo:t.hi]
	var parts []string
	switch t.class {
	case classValue, classBlock:
		if a := d.at(t.lo); a != nil {
			parts = append(parts, a.describe(t.lo, word))
		}
	case classSymbol:
		list, _ := d.mentions(t.lo)
		for _, m := range list {
			if m.definition {
				parts = append(parts, code("mlir", d.text[d.lineStart(m.lo):d.lineEnd(m.lo)]))
			}
		}
	case classAttribute, classType:
		list, _ := d.mentions(t.lo)
		for _, m := range list {
			if m.definition {
				parts = append(parts, code("mlir", parser.AliasText(d.text[m.lo:d.pieceAt(m.lo).hi])))
			}
		}
		parts = append(parts, d.picture(t), s.help(word))
	case classWord, classString:
		if a := d.at(t.lo); a != nil && len(a.list) == 0 {
			if op := a.opNamedAt(t.lo); op != nil {
				parts = append(parts, s.help(op.Name()), code("text", a.more(op)), pictureOf(picture.DrawOp, op))
				break
			}
		}
		parts = append(parts, s.help(strings.Trim(word, `"`)))
	}
	text := strings.TrimSpace(strings.Join(parts, "\n"))
	if text == "" {
		return nil
	}
	return hover{markup{"markdown", text}, d.span(t.lo, t.hi)}
}

// wordInComment returns the word at an offset of a line with RUN:, which contains the
// names of passes.
func (d *document) wordInComment(at int) (token, bool) {
	lo, hi := d.lineStart(at), d.lineEnd(at)
	if !strings.Contains(d.text[lo:hi], "RUN:") {
		return token{}, false
	}
	isPart := func(c byte) bool {
		return c == '-' || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	from, to := at, at
	for from > lo && isPart(d.text[from-1]) {
		from--
	}
	for to < hi && isPart(d.text[to]) {
		to++
	}
	return token{classWord, from, to}, from < to
}

// opNamedAt returns the operation whose name is at an offset of the document.
func (a *analysis) opNamedAt(at int) *ir.Operation {
	path := a.path(at)
	if len(path) == 0 {
		return nil
	}
	op := path[len(path)-1]
	if _, lo, ok := op.Loc().Source(); ok && lo == a.source(at) {
		return op
	}
	return nil
}

// more is the description of an operation by its dialect.
func (a *analysis) more(op *ir.Operation) string {
	if d := a.ctx.Dialect(op.Def().Dialect()); d != nil && d.Describe != nil {
		return d.Describe(op)
	}
	return ""
}

func (s *server) help(name string) string {
	text := s.Help(name)
	if text == "" {
		return ""
	}
	return code("text", text)
}

// code is a text that is shown as it is.
func code(language, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return "```" + language + "\n" + strings.TrimRight(text, "\n") + "\n```"
}

// describe describes a value or a block.
func (a *analysis) describe(at int, word string) string {
	n := a.nameAt(at)
	if n == nil {
		return ""
	}
	if n.Block != nil {
		uses := 0
		for _, m := range a.names.List() {
			if m.Block == n.Block && !m.Definition {
				uses++
			}
		}
		return code("mlir", fmt.Sprintf("%s // block of %d operations, %s", word, countOps(n.Block), times(uses)))
	}
	v := n.Value
	what := ""
	switch op := v.DefiningOp(); {
	case op != nil && op.Def().Registered():
		what = fmt.Sprintf("result %d of '%s'", v.Index(), op.Name())
		if c := ir.ConstantValue(v); c != nil {
			what += fmt.Sprintf(", which is %s", c)
		}
	case op == nil && v.OwnerBlock() != nil && v.OwnerBlock().ParentOp() != nil:
		what = fmt.Sprintf("argument %d of a block of '%s'", v.Index(), v.OwnerBlock().ParentOp().Name())
	default:
		what = "not defined"
	}
	users := map[string]int{}
	var order []string
	for u := v.FirstUse(); u != nil; u = u.Next() {
		name := u.Owner().Name()
		if users[name]++; users[name] == 1 {
			order = append(order, name)
		}
	}
	slices.Reverse(order) // the last use is the first of the list
	text := fmt.Sprintf("%s : %s // %s, %s", word, v.Type(), what, times(v.NumUses()))
	for _, name := range order {
		text += fmt.Sprintf("\n// used by '%s'", name)
		if users[name] > 1 {
			text += fmt.Sprintf(", %d times", users[name])
		}
	}
	if len(a.list) == 0 {
		text += rangeText(v)
	}
	return code("mlir", text)
}

// rangeText describes the bounds of a value, if they are known and the value is not a
// constant.
func rangeText(v *ir.Value) string {
	if ir.ConstantValue(v) != nil {
		return ""
	}
	root := v.DefiningOp()
	if root == nil {
		root = v.OwnerBlock().ParentOp()
	}
	for root != nil && !root.Has(ir.IsolatedFromAbove) {
		root = root.Parent()
	}
	if root == nil {
		return ""
	}
	r, ok := ranges.Analyze(root, nil).Known(v)
	switch {
	case !ok:
		return ""
	case r.IsSingle():
		return fmt.Sprintf("\n// always %d", r.Lo)
	case r.Hi == math.MaxInt64:
		return fmt.Sprintf("\n// at least %d", r.Lo)
	case r.Lo == math.MinInt64:
		return fmt.Sprintf("\n// at most %d", r.Hi)
	}
	return fmt.Sprintf("\n// between %d and %d", r.Lo, r.Hi)
}

// hovered is the attribute of a module that holds the definition whose picture is drawn.
const hovered = "hovered"

// picture draws the type or attribute whose name is a token, as text; "" if it has no
// picture.
func (d *document) picture(t token) string {
	p := d.pieceAt(t.lo)
	d.outline(p)
	c := d.server.Context()
	c.AllowUnregistered = true
	// Only this text is parsed, with the aliases that it may mention.
	src := d.aliasDefinitions(p) + "module attributes {" + hovered + " = " + nodeText(d.text, t, p.hi) + "} {}\n"
	module, err := parser.Parse(context.Background(), c, &ir.Source{Text: src}, nil)
	if err != nil {
		return ""
	}
	var n ir.Node = module.Attr(hovered)
	if ty, ok := n.(*ir.TypeAttr); ok {
		n = ty.Value
	}
	return pictureOf(picture.Draw, n)
}

// nodeText is the type or attribute that begins with a token: its name, and the following
// text in angle brackets.
func nodeText(text string, t token, hi int) string {
	depth := 0
	for u := range tokens(text, t.hi, hi) {
		switch word := text[u.lo:u.hi]; {
		case word == "<":
			depth++
		case depth == 0:
			return text[t.lo:t.hi]
		case word == ">":
			if depth--; depth == 0 {
				return text[t.lo:u.hi]
			}
		}
	}
	return text[t.lo:t.hi]
}

// mostPicture is the number of lines of a picture that are shown on hovering.
const mostPicture = 60

// pictureOf returns the picture of a value as text; "" if it has no picture.
func pictureOf[T any](f func(T, picture.View) (*draw.Picture, error), of T) string {
	p, err := f(of, picture.View{})
	if err != nil {
		return ""
	}
	lines := strings.SplitAfter(p.Text(), "\n")
	if len(lines) > mostPicture {
		lines = append(lines[:mostPicture], "…\n")
	}
	return code("text", strings.Join(lines, ""))
}

func times(n int) string {
	switch n {
	case 0:
		return "not used"
	case 1:
		return "used once"
	}
	return fmt.Sprintf("used %d times", n)
}

func countOps(b *ir.Block) (n int) {
	for range b.Ops() {
		n++
	}
	return n
}
