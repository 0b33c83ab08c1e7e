package parser

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
)

// explainer finds the causes of errors that can only be found by examining the whole
// source.
type explainer struct {
	*reporter
	braces *braces
}

// explain adds hints to the diagnostics that can only be explained by text elsewhere, and returns
// the diagnostics without those that are consequences of others.
func explain(p *reporter, ds []*ir.Diagnostic) []*ir.Diagnostic {
	if len(ds) == 0 {
		return nil
	}
	x := &explainer{reporter: p}
	ds = slices.DeleteFunc(ds, followsDefinition)
	ds = slices.DeleteFunc(ds, func(d *ir.Diagnostic) bool { return x.followsName(d, ds) || x.followsType(d, ds) })
	o := x.readBraces()
	x.braces = o
	for _, d := range ds {
		if d.Msg == undeclaredValue {
			x.undeclared(d)
		}
	}
	switch {
	case o.unclosed > 0:
		s := &o.list[o.unclosed]
		msg := "this '{' has no '}'"
		if o.early >= 0 {
			line, col := x.src.Position(o.early)
			msg += fmt.Sprintf("; the one at %d:%d stands further left", line, col)
		}
		first := firstErrorFrom(ds, s.lo)
		if first == nil {
			break
		}
		at := x.endByIndentation(s)
		x.hint(first, s.lo, msg).Fix(ir.At(x.src, at), "", strings.Repeat(" ", s.indent)+"}\n")
		ds = slices.DeleteFunc(ds, func(d *ir.Diagnostic) bool { return d != first && x.followsUnclosed(d, s) })
	case o.extra >= 0:
		return x.explainExtra(ds)
	}
	return ds
}

// followsDefinition reports whether d is about an alias whose earlier definition has an
// error itself.
func followsDefinition(d *ir.Diagnostic) bool {
	_, pos, _ := d.Loc.Source()
	return slices.ContainsFunc(d.Notes, func(n *ir.Diagnostic) bool {
		_, at, _ := n.Loc.Source()
		return n.Msg == brokenDefinition && at < pos
	})
}

// followsName reports whether d is about a block whose definition lacks the sigil before
// the name, and adds a hint there.
func (x *explainer) followsName(d *ir.Diagnostic, ds []*ir.Diagnostic) bool {
	if d.Msg != undefinedBlock {
		return false
	}
	_, pos, _ := d.Loc.Source()
	t := x.lex(pos)
	word := x.text[t.lo+1 : t.hi]
	for _, e := range ds {
		_, at, ok := e.Loc.Source()
		if ok && x.firstOnLine(at) && strings.HasPrefix(e.Msg, "custom op '"+word+"' is unknown") {
			e.Notes, e.Fixes = nil, nil
			x.hint(e, at, "names of blocks begin with '^': did you mean '^"+word+"'?").Fix(ir.At(x.src, at), "", "^")
			return true
		}
	}
	return false
}

// followsType reports whether an error is about the type of a value whose definition is
// on a line with another error, or repeats the error of an earlier use.
func (x *explainer) followsType(d *ir.Diagnostic, ds []*ir.Diagnostic) bool {
	if len(d.Notes) == 0 || d.Notes[0].Msg != priorUse {
		return false
	}
	_, pos, _ := d.Loc.Source()
	_, defined, _ := d.Notes[0].Loc.Source()
	return slices.ContainsFunc(ds, func(e *ir.Diagnostic) bool {
		_, at, ok := e.Loc.Source()
		return ok && at < pos && (e.Msg == d.Msg || defined <= at && strings.IndexByte(x.text[defined:at], '\n') < 0)
	})
}

// followsUnclosed reports whether d is only a consequence of the missing end of a scope: the text
// ends too early, or, after the place where the scope should have ended, a name is defined again or
// an operation has its short name.
func (x *explainer) followsUnclosed(d *ir.Diagnostic, s *braceScope) bool {
	o := x.braces
	_, pos, ok := d.Loc.Source()
	if !ok || pos < s.lo {
		return false
	}
	again := len(d.Notes) > 0 && d.Notes[0].Msg == previousDefinition
	if again {
		_, at, _ := d.Notes[0].Loc.Source()
		again = at > s.lo
	}
	t := x.lex(pos)
	name := x.text[t.lo:t.hi]
	return again || t.kind == tokEOF || pos == o.early+1 || pos > x.endByIndentation(s) && strings.HasSuffix(d.Msg, "."+name+"' as well)") && x.operationsNamed(name) != nil
}

// explainExtra adds a hint where an opening brace is missing, if there is a surplus
// closing brace, and omits the errors that only follow from it.
func (x *explainer) explainExtra(ds []*ir.Diagnostic) []*ir.Diagnostic {
	o, missing := x.braces, -1
	for _, d := range ds {
		if _, pos, ok := d.Loc.Source(); ok && pos < o.extra && (d.Msg == noRegion || x.lostItsRegion(d, pos)) {
			if at := x.unmatchedBrace(pos); at >= 0 {
				o.extra, o.extraOf, o.before = at, 0, pos
			}
			if d.Msg == noRegion || !x.firstOnLine(x.lex(pos).lo) {
				missing = len(strings.TrimRight(x.text[:pos], " \t"))
			}
			break
		}
	}
	if missing < 0 {
		missing = x.lineWithoutBrace(o.extra)
	}
	begin := o.before
	if missing >= 0 {
		begin = min(begin, missing)
	}
	first := firstErrorFrom(ds, begin)
	if first == nil {
		return ds
	}
	_, from, _ := first.Loc.Source()
	if x.lostItsDialect(first, from) { // inside of the braces the name is right
		first.Notes, first.Fixes = nil, nil
	}
	if missing >= 0 {
		line, col := x.src.Position(o.extra)
		x.hint(first, missing, fmt.Sprintf("this line has no '{' for the '}' at %d:%d", line, col)).Fix(ir.At(x.src, missing), "", " {")
	} else {
		msg := "this '}' has no '{'"
		if o.extraOf > 0 {
			line, col := x.src.Position(o.list[o.extraOf].lo)
			msg += fmt.Sprintf("; the one at %d:%d stands further left", line, col)
		}
		x.hint(first, o.extra, msg).Fix(ir.At(x.src, o.extra), "}", "")
	}
	return slices.DeleteFunc(ds, func(d *ir.Diagnostic) bool {
		_, pos, ok := d.Loc.Source()
		return ok && pos > from && (pos == o.extra+1 || x.closesTooMuch(d, pos) || x.lostItsRegion(d, pos))
	})
}

// undeclared explains the use of a value that is not defined.
func (x *explainer) undeclared(d *ir.Diagnostic) {
	o := x.braces
	_, pos, _ := d.Loc.Source()
	t := x.lex(pos)
	if x.firstOnLine(pos) && x.isResultList(t) {
		x.hint(d, pos, "an operation begins here: the one before lacks an operand")
		return
	}
	name, here := x.text[t.lo:t.hi], o.scopeOf(pos)
	var visible []string
	for _, v := range o.values {
		switch seen := o.within(here, v.scope); {
		case seen && v.name != name:
			visible = append(visible, v.name[1:])
		case !seen && v.name == name && o.within(v.scope, o.list[here].parent) && o.list[v.scope].hi < pos:
			line, col := x.src.Position(o.list[v.scope].hi)
			x.hint(d, v.pos, fmt.Sprintf("'%s' is defined here, in a region that ends at %d:%d", name, line, col))
			return
		}
	}
	if s := diag.Suggest(name[1:], visible); s != "" {
		x.meant(d, pos, name, "%"+s)
	}
}

// endByIndentation returns the beginning of the first line after the first line of a
// scope that is not indented further.
func (x *explainer) endByIndentation(s *braceScope) int {
	at := s.lo
	for {
		nl := strings.IndexByte(x.text[at:], '\n')
		if nl < 0 {
			return len(x.text)
		}
		at += nl + 1
		line, _, _ := strings.Cut(x.text[at:], "\n")
		if text := strings.TrimLeft(line, " \t"); text != "" && len(line)-len(text) <= s.indent {
			return at
		}
	}
}

// closesTooMuch reports whether an error is about a closing brace where an operation is expected.
func (x *explainer) closesTooMuch(d *ir.Diagnostic, pos int) bool {
	return d.Msg == noOperation && x.lex(pos).kind == tokRBrace
}

// lostItsRegion reports whether d is about a block or a short name, which are only
// allowed inside of an operation.
func (x *explainer) lostItsRegion(d *ir.Diagnostic, pos int) bool {
	return x.lostItsDialect(d, pos) || d.Msg == noOperation && x.lex(pos).kind == tokBlock
}

// lostItsDialect reports whether an error is about an operation whose short name is only allowed
// inside of another operation, and that other operation begins too late or ends too early.
func (x *explainer) lostItsDialect(d *ir.Diagnostic, pos int) bool {
	t := x.lex(pos)
	name := x.text[t.lo:t.hi]
	return strings.HasSuffix(d.Msg, "(tried 'builtin."+name+"' as well)") && x.operationsNamed(name) != nil
}

// firstErrorFrom returns the first error at or after an offset, or nil.
func firstErrorFrom(ds []*ir.Diagnostic, at int) *ir.Diagnostic {
	for _, d := range ds {
		if _, pos, ok := d.Loc.Source(); ok && d.Severity == ir.Error && pos >= at {
			return d
		}
	}
	return nil
}
