package parser

import (
	"fmt"
	"strings"

	"optc/ir"
)

// What notes of errors about names say.
const (
	previousDefinition = "previously defined here"
	priorUse           = "prior use here"
)

// report records an error at an offset and stops the parser until it is
// restarted. After an error further ones are ignored, as they are consequences.
func (p *parser) report(pos int, msg string) *ir.Diagnostic {
	d := ir.Errorf(ir.At(p.src, pos), "%s", msg)
	p.reportDiagnostic(d)
	return d
}

func (p *parser) root() *parser {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

func (p *parser) reportDiagnostic(d *ir.Diagnostic) {
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

// pollEvery is the number of operations or list elements after which a parser looks
// whether its run has ended.
const pollEvery = 1024

// poll stops the parser, for good and without a message, if the run has ended.
func (p *parser) poll() {
	if p.polls++; p.polls%pollEvery == 0 && p.ended() {
		p.stop()
	}
}

// fault stops the parser because of a mistake in a definition.
func (p *parser) fault(f *ir.Fault) {
	p.faulty.CompareAndSwap(nil, f)
	p.stop()
}

func (p *parser) stop() {
	for q := p; q != nil; q = q.parent {
		q.failed, q.lost = true, true
		q.tok.kind = tokError
	}
}

// ended tells whether the run has ended.
func (f *file) ended() bool { return f.run != nil && f.run.Err() != nil }

// addError reports a further error about the mistake that was just reported.
func (p *parser) addError(pos int, msg string) {
	root := p.root()
	root.diags = append(root.diags, ir.Errorf(ir.At(p.src, pos), "%s", msg))
}

// errorAt reports an error at an offset.
func (p *parser) errorAt(pos int, msg string) *ir.Diagnostic {
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
func (p *parser) error(format string, args ...any) *ir.Diagnostic {
	pos := p.tok.lo
	if p.tok.kind == tokEOF {
		pos--
	}
	return p.errorAt(pos, fmt.Sprintf(format, args...))
}

// wrongToken reports that the next token is not the expected one. The place is
// where the expected token would have stood: behind the token before.
func (p *parser) wrongToken(msg string) *ir.Diagnostic {
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
func (p *parser) note(d *ir.Diagnostic, pos int, msg string) {
	d.Note(ir.At(p.src, pos), "%s", msg)
}

// warn records a warning at an offset.
func (p *parser) warn(pos int, msg string) *ir.Diagnostic {
	d := &ir.Diagnostic{Severity: ir.Warning, Loc: ir.At(p.src, pos), Msg: msg}
	p.diags = append(p.diags, d)
	return d
}

// restart makes the parser work again from an offset after an error. It returns
// false when there is no token either.
func (p *parser) restart(offset int) bool {
	p.failed = false
	p.start(offset)
	return !p.failed
}
