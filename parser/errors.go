package parser

import (
	"fmt"
	"strings"

	"optc/ir"
)

// reporter is a place in a source, with the errors that were found before it.
type reporter struct {
	lexer
	*source
	tok     token // the next token
	prevEnd int   // end of the previous token

	// failed is set when an error was reported and not recovered from: tokens then match
	// nothing and no further error is reported.
	failed bool
	lost   bool // no place was found to continue after the last error
	errs   int
	diags  []*ir.Diagnostic
	parent *reporter // the enclosing parser, which fails together with this one

	triedAt    int      // offset of the token that tried and triedValue are about
	tried      []string // words that would have been accepted at the token
	triedValue bool     // the name of a value would have been accepted at the token
	// isValue reports whether a value with the given name exists; nil where values are
	// not allowed.
	isValue func(name string) bool

	opName string // the operation whose custom form is parsed; messages name it
	polls  int    // calls of poll
}

// report records an error at an offset and stops the parser until it is restarted.
// Further errors are ignored then, because they are consequences.
func (p *reporter) report(pos int, msg string) *ir.Diagnostic {
	d := ir.Errorf(ir.At(p.src, pos), "%s", msg)
	p.reportDiagnostic(d)
	return d
}

func (p *reporter) root() *reporter {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

func (p *reporter) reportDiagnostic(d *ir.Diagnostic) {
	root := p.root()
	if !root.failed {
		root.diags = append(root.diags, d)
		root.errs++
	}
	for q := p; q != nil; q = q.parent {
		q.failed = true
		q.tok.kind = tokError
	}
}

// poll stops the parser, permanently and without a message, if the run has ended.
func (p *reporter) poll() {
	if p.polls++; p.polls%pollEvery == 0 && p.ended() {
		p.stop()
	}
}

// fault stops the parser because of a mistake in a definition.
func (p *reporter) fault(f *ir.Fault) {
	p.faulty.CompareAndSwap(nil, f)
	p.stop()
}

func (p *reporter) stop() {
	for q := p; q != nil; q = q.parent {
		q.failed, q.lost = true, true
		q.tok.kind = tokError
	}
}

// addError reports a further error about the mistake that was just reported.
func (p *reporter) addError(pos int, msg string) {
	root := p.root()
	root.diags = append(root.diags, ir.Errorf(ir.At(p.src, pos), "%s", msg))
}

// errorAt reports an error at an offset.
func (p *reporter) errorAt(pos int, msg string) *ir.Diagnostic {
	if p.failed {
		return &ir.Diagnostic{}
	}
	found := p.tok
	d := p.report(min(max(pos, 0), len(p.text)), msg)
	if found.kind == tokWord && pos <= found.lo {
		p.suggestTried(d, found)
	}
	return d
}

// error reports an error at the next token, or at the last character of the
// source when there is none.
func (p *reporter) error(format string, args ...any) *ir.Diagnostic {
	pos := p.tok.lo
	if p.tok.kind == tokEOF {
		pos--
	}
	return p.errorAt(pos, fmt.Sprintf(format, args...))
}

// wrongToken reports that the next token is not the expected one. It is reported at the end of the
// previous token, because the expected token is missing there.
func (p *reporter) wrongToken(msg string) *ir.Diagnostic {
	if p.failed {
		return &ir.Diagnostic{}
	}
	pos := p.tok.lo
	if p.tok.kind == tokEOF {
		pos = max(0, pos-1)
	}
	for s := p.text[:pos]; ; {
		s = strings.TrimRight(s, " \t")
		if s == "" {
			return p.errorAt(pos, msg)
		}
		if c := s[len(s)-1]; c != '\n' && c != '\r' {
			return p.errorAt(len(s), msg)
		}
		s = s[:len(s)-1]
		lo := strings.LastIndexAny(s, "\n\r") + 1
		if i := strings.Index(s[lo:], "//"); i >= 0 {
			s = s[:lo+i]
		}
	}
}

// note attaches a note about an offset.
func (p *reporter) note(d *ir.Diagnostic, pos int, msg string) {
	d.Note(ir.At(p.src, pos), "%s", msg)
}

// warn records a warning at an offset.
func (p *reporter) warn(pos int, msg string) *ir.Diagnostic {
	d := &ir.Diagnostic{Severity: ir.Warning, Loc: ir.At(p.src, pos), Msg: msg}
	p.diags = append(p.diags, d)
	return d
}

// custom prefixes a message with the operation whose custom form is parsed.
func (p *reporter) custom(msg string) string {
	if p.opName == "" {
		return msg
	}
	return "custom op '" + p.opName + "' " + msg
}

func (p *reporter) customError(pos int, format string, args ...any) *ir.Diagnostic {
	return p.errorAt(pos, p.custom(fmt.Sprintf(format, args...)))
}

// The texts of notes about names.
const (
	previousDefinition = "previously defined here"
	priorUse           = "prior use here"
)
