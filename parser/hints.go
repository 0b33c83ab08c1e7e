package parser

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
)

// suggestOp says which operations of any dialect an unknown name may stand for.
func (p *parser) suggestOp(d *ir.Diagnostic, pos int, name string) {
	const most = 3
	var names []string
	same := p.operationsNamed(name)
	full := map[string]string{} // by mnemonic
	for _, dialect := range p.ctx.Dialects() {
		for _, o := range dialect.Definitions().Ops {
			_, mnemonic, _ := strings.Cut(o.Name(), ".")
			if full[mnemonic] == "" {
				full[mnemonic] = o.Name()
				names = append(names, mnemonic)
			}
		}
	}
	switch s := diag.Suggest(name, names); {
	case p.suggestTried(d, token{tokWord, pos, pos + len(name)}):
	case p.lex(pos+len(name)).kind == tokEqual:
		p.lacksPercent(d, pos, name)
	case same != nil:
		p.meant(d, pos, name, same[:min(len(same), most)]...)
	case s != "":
		p.meant(d, pos, name, full[s])
	}
}

// operationsNamed returns the operations of any dialect that have a name behind its own.
func (p *parser) operationsNamed(mnemonic string) (names []string) {
	for _, dialect := range p.ctx.Dialects() {
		for _, o := range dialect.Definitions().Ops {
			if o.Name() == dialect.Name+"."+mnemonic {
				names = append(names, o.Name())
			}
		}
	}
	return names
}

// suggestBlock says which block of the region may have been meant.
func (p *parser) suggestBlock(d *ir.Diagnostic, pos int, s *blockScope) {
	var known []string
	word := ""
	for i := range s.defs {
		switch b := &s.defs[i]; {
		case b.defined:
			known = append(known, b.name)
		case b.pos == pos:
			word = b.name
		}
	}
	p.suggest(d, pos, word, known)
}

// scopes is what the braces and names of values in a source say about its regions.
// It is made to explain errors, from text that is wrong, so that it goes by
// how operations are usually written.
type scopes struct {
	p      *parser
	list   []scope // in the order of their beginnings; the first is the whole text
	values []namedValue

	unclosed int // the scope that has no closing brace, or 0
	early    int // the closing brace that was probably not meant for it; -1 if it is missing at the end
	extra    int // the closing brace that is one too many, or -1
	extraOf  int // the scope that it closes, or 0
	before   int // the end of the token before it
}

// scope is what stands between braces.
type scope struct {
	lo, hi int // of the braces; hi is the end of the text if there is none
	parent int // index of the scope around, -1 for none
	indent int // of the line with the opening brace
}

// namedValue is where a name is given to a value that can be used in a scope.
type namedValue struct {
	name  string
	pos   int
	scope int
}

// newScopes reads the source once.
func (p *parser) newScopes() *scopes {
	o := &scopes{p: p, list: []scope{{lo: 0, hi: len(p.text), parent: -1, indent: -1}}, early: -1, extra: -1}
	at, parens, opened, closed := 0, 0, 0, 0
	var pending []int // values of the region that begins next
	var before token
	successor := false // the parentheses hold operands for a block
	line, indent := -1, 0
	for t := p.lex(0); t.kind != tokEOF; before, t = t, p.lex(t.hi) {
		// Tokens end on the line that they begin on.
		if nl := strings.LastIndexByte(p.text[before.hi:t.lo], '\n'); nl >= 0 || line < 0 {
			line = before.hi + nl + 1
			indent = p.indentation(line)
		}
		switch t.kind {
		case tokError:
			end, ok := p.behindError(t)
			if !ok {
				return o
			}
			t = token{tokWord, t.lo, end}
		case tokLParen:
			parens++
			successor = before.kind == tokBlock && !p.firstOnLine(before.lo)
		case tokRParen:
			parens = max(0, parens-1)
		case tokLBrace:
			opened++
			o.list = append(o.list, scope{t.lo, len(p.text), at, indent})
			at = len(o.list) - 1
			if parens == 0 && !p.beginsDictionary(t, before) {
				for _, v := range pending {
					o.values[v].scope = at
				}
				pending = nil
			}
		case tokRBrace:
			closed++
			if at > 0 && o.unclosed == 0 && p.firstOnLine(t.lo) && indent < o.list[at].indent {
				o.unclosed, o.early = at, t.lo
			}
			if o.extra < 0 && indent > o.list[at].indent {
				o.extra, o.extraOf, o.before = t.lo, at, before.hi
			}
			if at > 0 {
				o.list[at].hi = t.lo
				at = o.list[at].parent
			}
			parens = 0
		case tokValue:
			first := p.firstOnLine(t.lo)
			switch {
			case parens > 0 && !successor && p.lex(t.hi).kind == tokColon, p.isResultList(t) && !first && before.kind != tokComma:
				pending = append(pending, len(o.values))
				o.values = append(o.values, namedValue{p.text[t.lo:t.hi], t.lo, at})
			case p.isResultList(t):
				o.values = append(o.values, namedValue{p.text[t.lo:t.hi], t.lo, at})
			}
		}
	}
	if opened <= closed {
		o.unclosed = 0
	} else if o.unclosed == 0 {
		o.unclosed = at
	}
	if opened >= closed {
		o.extra = -1
	}
	return o
}

// beginsDictionary tells whether attributes and no operations stand behind a brace.
func (p *parser) beginsDictionary(brace, before token) bool {
	first := p.lex(brace.hi)
	return p.text[before.lo:before.hi] == "attributes" || first.kind == tokWord && p.lex(first.hi).kind == tokEqual
}

// scopeOf returns the innermost scope that holds an offset.
func (o *scopes) scopeOf(pos int) int {
	i, _ := slices.BinarySearchFunc(o.list, pos, func(s scope, pos int) int { return cmp.Compare(s.lo, pos) })
	for i = max(0, i-1); o.list[i].hi < pos; {
		i = o.list[i].parent
	}
	return i
}

// within tells whether the scope inner is outer or inside of it.
func (o *scopes) within(inner, outer int) bool {
	for ; inner >= 0; inner = o.list[inner].parent {
		if inner == outer {
			return true
		}
	}
	return false
}

// undeclared explains the use of a value that is not defined.
func (o *scopes) undeclared(d *ir.Diagnostic) {
	p := o.p
	_, pos, _ := d.Loc.Source()
	t := p.lex(pos)
	if p.firstOnLine(pos) && p.isResultList(t) {
		p.hint(d, pos, "an operation begins here: the one before lacks an operand")
		return
	}
	name, here := p.text[t.lo:t.hi], o.scopeOf(pos)
	var visible []string
	for _, v := range o.values {
		switch seen := o.within(here, v.scope); {
		case seen && v.name != name:
			visible = append(visible, v.name[1:])
		case !seen && v.name == name && o.within(v.scope, o.list[here].parent) && o.list[v.scope].hi < pos:
			line, col := p.src.Position(o.list[v.scope].hi)
			p.hint(d, v.pos, fmt.Sprintf("'%s' is defined here, in a region that ends at %d:%d", name, line, col))
			return
		}
	}
	if s := diag.Suggest(name[1:], visible); s != "" {
		p.meant(d, pos, name, "%"+s)
	}
}

// explain adds hints to the diagnostics of the source that ask for a look at more than
// the place of the mistake, and returns them without those that follow from others.
func (p *parser) explain(ds []*ir.Diagnostic) []*ir.Diagnostic {
	if len(ds) == 0 {
		return nil
	}
	ds = slices.DeleteFunc(ds, followsDefinition)
	ds = slices.DeleteFunc(ds, func(d *ir.Diagnostic) bool { return p.followsName(d, ds) || p.followsType(d, ds) })
	o := p.newScopes()
	for _, d := range ds {
		if d.Msg == undeclaredValue {
			o.undeclared(d)
		}
	}
	switch {
	case o.unclosed > 0:
		s := &o.list[o.unclosed]
		msg := "this '{' has no '}'"
		if o.early >= 0 {
			line, col := p.src.Position(o.early)
			msg += fmt.Sprintf("; the one at %d:%d stands further left", line, col)
		}
		first := firstBehind(ds, s.lo)
		if first == nil {
			break
		}
		at := p.endByIndentation(s)
		p.hint(first, s.lo, msg).Fix(ir.At(p.src, at), "", strings.Repeat(" ", s.indent)+"}\n")
		ds = slices.DeleteFunc(ds, func(d *ir.Diagnostic) bool { return d != first && o.followsUnclosed(d, s) })
	case o.extra >= 0:
		return o.explainExtra(ds)
	}
	return ds
}

// followsDefinition tells whether an error is about an alias whose definition, further up,
// has an error of its own.
func followsDefinition(d *ir.Diagnostic) bool {
	_, pos, _ := d.Loc.Source()
	return slices.ContainsFunc(d.Notes, func(n *ir.Diagnostic) bool {
		_, at, _ := n.Loc.Source()
		return n.Msg == brokenDefinition && at < pos
	})
}

// followsName tells whether an error is about a block whose name lacks its sign where it is
// defined, and says so there.
func (p *parser) followsName(d *ir.Diagnostic, ds []*ir.Diagnostic) bool {
	if d.Msg != undefinedBlock {
		return false
	}
	_, pos, _ := d.Loc.Source()
	t := p.lex(pos)
	word := p.text[t.lo+1 : t.hi]
	for _, e := range ds {
		_, at, ok := e.Loc.Source()
		if ok && p.firstOnLine(at) && strings.HasPrefix(e.Msg, "custom op '"+word+"' is unknown") {
			e.Notes, e.Fixes = nil, nil
			p.hint(e, at, "names of blocks begin with '^': did you mean '^"+word+"'?").Fix(ir.At(p.src, at), "", "^")
			return true
		}
	}
	return false
}

// followsType tells whether an error is about the type of a value whose definition is on
// a line with an error of its own, or says of another use what was said of one before.
func (p *parser) followsType(d *ir.Diagnostic, ds []*ir.Diagnostic) bool {
	if len(d.Notes) == 0 || d.Notes[0].Msg != priorUse {
		return false
	}
	_, pos, _ := d.Loc.Source()
	_, defined, _ := d.Notes[0].Loc.Source()
	return slices.ContainsFunc(ds, func(e *ir.Diagnostic) bool {
		_, at, ok := e.Loc.Source()
		return ok && at < pos && (e.Msg == d.Msg || defined <= at && strings.IndexByte(p.text[defined:at], '\n') < 0)
	})
}

// followsUnclosed tells whether an error says no more than that a scope has no end: the
// text ends too early, a name is given again behind the scope, or an operation has its
// short name there.
func (o *scopes) followsUnclosed(d *ir.Diagnostic, s *scope) bool {
	p := o.p
	_, pos, ok := d.Loc.Source()
	if !ok || pos < s.lo {
		return false
	}
	again := len(d.Notes) > 0 && d.Notes[0].Msg == previousDefinition
	if again {
		_, at, _ := d.Notes[0].Loc.Source()
		again = at > s.lo
	}
	t := p.lex(pos)
	name := p.text[t.lo:t.hi]
	return again || t.kind == tokEOF || pos == o.early+1 || pos > p.endByIndentation(s) && strings.HasSuffix(d.Msg, "."+name+"' as well)") && p.operationsNamed(name) != nil
}

// explainExtra says where the brace is missing that a closing brace is one too many for,
// and leaves out the errors that follow from it alone.
func (o *scopes) explainExtra(ds []*ir.Diagnostic) []*ir.Diagnostic {
	p, missing := o.p, -1
	for _, d := range ds {
		if _, pos, ok := d.Loc.Source(); ok && pos < o.extra && (d.Msg == noRegion || p.lostItsRegion(d, pos)) {
			if at := p.unmatchedBrace(pos); at >= 0 {
				o.extra, o.extraOf, o.before = at, 0, pos
			}
			if d.Msg == noRegion || !p.firstOnLine(p.lex(pos).lo) {
				missing = len(strings.TrimRight(p.text[:pos], " \t"))
			}
			break
		}
	}
	if missing < 0 {
		missing = p.lineWithoutBrace(o.extra)
	}
	begin := o.before
	if missing >= 0 {
		begin = min(begin, missing)
	}
	first := firstBehind(ds, begin)
	if first == nil {
		return ds
	}
	_, from, _ := first.Loc.Source()
	if p.lostItsDialect(first, from) { // inside of the braces the name is right
		first.Notes, first.Fixes = nil, nil
	}
	if missing >= 0 {
		line, col := p.src.Position(o.extra)
		p.hint(first, missing, fmt.Sprintf("this line has no '{' for the '}' at %d:%d", line, col)).Fix(ir.At(p.src, missing), "", " {")
	} else {
		msg := "this '}' has no '{'"
		if o.extraOf > 0 {
			line, col := p.src.Position(o.list[o.extraOf].lo)
			msg += fmt.Sprintf("; the one at %d:%d stands further left", line, col)
		}
		p.hint(first, o.extra, msg).Fix(ir.At(p.src, o.extra), "}", "")
	}
	return slices.DeleteFunc(ds, func(d *ir.Diagnostic) bool {
		_, pos, ok := d.Loc.Source()
		return ok && pos > from && (pos == o.extra+1 || p.closesTooMuch(d, pos) || p.lostItsRegion(d, pos))
	})
}

// lineWithoutBrace returns the end of the operation that a closing brace probably ends, if
// it stands on lines of its own and has no brace: it is the last one before the brace
// that is not indented further. Otherwise the result is -1.
func (p *parser) lineWithoutBrace(closing int) int {
	if !p.firstOnLine(closing) {
		return -1
	}
	begin := strings.LastIndexByte(p.text[:closing], '\n') + 1
	indent, inside := p.indentation(begin), false
	for begin > 0 {
		begin = strings.LastIndexByte(p.text[:begin-1], '\n') + 1
		first := p.lex(begin)
		switch here := p.indentation(begin); {
		case strings.IndexByte(p.text[begin:first.lo], '\n') >= 0, first.kind == tokBlock: // a comment, or inside
		case here > indent:
			inside = true
		case here < indent || !inside:
			return -1
		default:
			return p.endWithoutBrace(first)
		}
	}
	return -1
}

// endWithoutBrace returns the end of the last token before the end of the line on which all
// brackets of an operation are closed, or -1 if there is none, or a brace stands there.
func (p *parser) endWithoutBrace(first token) int {
	depth := 0
	for t := first; t.kind != tokEOF && t.kind != tokError; {
		switch t.kind {
		case tokLParen, tokLSquare, tokLess:
			depth++
		case tokRParen, tokRSquare, tokGreater:
			depth--
		}
		next := p.lex(t.hi)
		if depth == 0 && strings.IndexByte(p.text[t.hi:max(t.hi, next.lo)], '\n') >= 0 {
			if t.kind == tokLBrace || t.kind == tokRBrace && t == first {
				return -1
			}
			return t.hi
		}
		t = next
	}
	return -1
}

// closesTooMuch tells whether an error is about a closing brace in place of an operation.
func (p *parser) closesTooMuch(d *ir.Diagnostic, pos int) bool {
	return d.Msg == noOperation && p.lex(pos).kind == tokRBrace
}

// lostItsRegion tells whether an error is about what stands only inside of an operation,
// a block or a short name.
func (p *parser) lostItsRegion(d *ir.Diagnostic, pos int) bool {
	return p.lostItsDialect(d, pos) || d.Msg == noOperation && p.lex(pos).kind == tokBlock
}

// lostItsDialect tells whether an error is about an operation that has its short name only
// inside of another one, which begins too late or ends too early.
func (p *parser) lostItsDialect(d *ir.Diagnostic, pos int) bool {
	t := p.lex(pos)
	name := p.text[t.lo:t.hi]
	return strings.HasSuffix(d.Msg, "(tried 'builtin."+name+"' as well)") && p.operationsNamed(name) != nil
}

// unmatchedBrace returns the first closing brace behind an offset that has no opening one
// there, or -1.
func (p *parser) unmatchedBrace(at int) int {
	for depth := 0; ; {
		t := p.lex(at)
		switch t.kind {
		case tokLBrace:
			depth++
		case tokRBrace:
			if depth == 0 {
				return t.lo
			}
			depth--
		case tokEOF:
			return -1
		}
		at = max(at+1, t.hi)
	}
}

// firstBehind returns the first error at or behind an offset, or nil.
func firstBehind(ds []*ir.Diagnostic, at int) *ir.Diagnostic {
	for _, d := range ds {
		if _, pos, ok := d.Loc.Source(); ok && d.Severity == ir.Error && pos >= at {
			return d
		}
	}
	return nil
}

// endByIndentation is the beginning of the first line behind a scope's own that is
// not indented further.
func (p *parser) endByIndentation(s *scope) int {
	at := s.lo
	for {
		nl := strings.IndexByte(p.text[at:], '\n')
		if nl < 0 {
			return len(p.text)
		}
		at += nl + 1
		line, _, _ := strings.Cut(p.text[at:], "\n")
		if text := strings.TrimLeft(line, " \t"); text != "" && len(line)-len(text) <= s.indent {
			return at
		}
	}
}
