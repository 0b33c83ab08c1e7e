package parser

import (
	"fmt"

	"optc/diag"
	"optc/ir"
)

func (p *reporter) Context() *ir.Context { return p.ctx }

func (p *reporter) Ok() bool { return !p.failed }

func (p *reporter) Pos() int { return p.tok.lo }

func (p *reporter) LocAt(pos int) ir.Location { return ir.At(p.src, pos) }

func (p *reporter) AtEnd() bool { return p.tok.kind == tokEOF }

func (p *reporter) ErrorAt(pos int, format string, args ...any) { p.customError(pos, format, args...) }

func (p *reporter) Errorf(format string, args ...any) {
	if p.tok.kind == tokEOF {
		p.customError(p.tok.lo-1, format, args...)
		return
	}
	p.customError(p.tok.lo, format, args...)
}

func (p *reporter) AlsoErrorAt(pos int, format string, args ...any) {
	if p.failed {
		p.addError(pos, p.custom(fmt.Sprintf(format, args...)))
	}
}

func (p *reporter) HintAt(pos int, format string, args ...any) {
	if d := p.last(); d != nil {
		p.hint(d, pos, fmt.Sprintf(format, args...))
	}
}

func (p *reporter) WarnAt(pos int, format string, args ...any) *ir.Diagnostic {
	return p.warn(pos, fmt.Sprintf(format, args...))
}

func (p *reporter) FixAt(pos int, from, to string) {
	if d := p.last(); d != nil {
		d.Fix(ir.At(p.src, pos), from, to)
	}
}

func (p *reporter) SuggestAt(pos int, word string, known []string) {
	if d := p.last(); d != nil {
		p.suggest(d, pos, word, known)
	}
}

// last returns the mistake that was just reported, or nil.
func (p *reporter) last() *ir.Diagnostic {
	if root := p.root(); p.failed && len(root.diags) > 0 {
		return root.diags[len(root.diags)-1]
	}
	return nil
}

func (p *reporter) ErrorOf(pos int, codes string, err *diag.Error) {
	d := p.customError(pos, "%s", err.Msg).WithCode(codes + err.Code)
	if err.Meant.Meant != "" {
		d.Fix(d.Loc, err.Meant.Given, err.Meant.Meant)
	}
	for _, n := range err.Notes {
		p.hint(d, pos, n)
	}
}
