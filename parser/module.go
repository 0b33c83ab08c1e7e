package parser

import (
	"cmp"
	"slices"
	"strings"

	"optc/ir"
)

// parser parses a whole source: operations, alias definitions and file metadata. It
// implements ir.OpParser for dialects.
type parser struct {
	regionParser
	external []externalEntry // for config.external
}

var _ ir.OpParser = (*parser)(nil)

// parse reads the whole source: first the alias definitions, because they are few and location
// aliases may be used before their definition, then the rest in order.
func (p *parser) parse() (*ir.Operation, []*ir.Diagnostic) {
	out := scanItems(p.ctx, lexer{text: p.src.Text, passed: p.cfg.passed}, p.ended)
	defs := p.parseAliases(append(out.aliases, p.late...))
	p.startItems(out.items)

	line, col := p.src.Start()
	module := p.arena.NewOperation(&ir.OpState{Def: p.ctx.MustOpDef(ir.ModuleOp{}), NumRegions: 1, Loc: ir.LocationOf(p.ctx.FileLoc(p.src.Name, line, col))})
	body := &ir.Block{}
	module.Region(0).Append(body)
	p.start(0)
	if p.failed && strings.HasPrefix(p.text, byteOrderMark) {
		p.hint(p.diags[len(p.diags)-1], 0, "the file begins with a byte order mark, which MLIR does not have")
		p.restart(len(byteOrderMark))
	}
	for p.tok.kind != tokEOF && !p.ended() {
		start := p.tok.lo
		p.topLevel(body, defs)
		p.reportPassed(passedBytes)
		if p.failed && !p.resync(start) {
			break
		}
	}
	if p.workers != nil {
		p.workers.Wait()
	}
	if p.incomplete() {
		return nil, nil
	}
	p.reportPassed(1)
	p.forward = append(p.forward, p.unresolved()...)
	p.finish()
	only := body.Front()
	switch single := only != nil && only == body.Back(); {
	case single && (p.cfg.bare || ir.Is[ir.ModuleOp](only)):
		only.Remove()
		module = only
	case p.cfg.bare && p.errs == 0:
		n := 0
		for range body.Ops() {
			n++
		}
		p.diags = append(p.diags, ir.Errorf(module.Loc(), "source must contain a single top-level operation, found: %d", n))
	}
	return module, p.diags
}

// finish passes on external resources and limits the number of diagnostics. Uses of
// undefined names are reported only if there is no other error.
func (p *parser) finish() {
	for _, e := range p.external {
		p.cfg.external(e.section, e.entry)
	}
	if p.errs == 0 {
		p.forward = explain(&p.reporter, p.forward)
		p.errs = min(len(p.forward), p.cfg.maxErrors)
		p.diags = append(p.diags, p.forward[:p.errs]...)
	} else {
		p.forward = nil
		p.diags = explain(&p.reporter, p.diags)
	}
	// The errors of items that were parsed concurrently were counted per item.
	errs := 0
	for i, d := range p.diags {
		if d.Severity == ir.Error {
			errs++
		}
		if errs > p.cfg.maxErrors {
			p.diags = p.diags[:i]
			break
		}
	}
}

// topLevel parses an operation, alias definition or metadata dictionary.
func (p *parser) topLevel(body *ir.Block, defs []aliasDef) {
	switch p.tok.kind {
	case tokHash, tokBang:
		if i, ok := slices.BinarySearchFunc(defs, p.tok.lo, aliasDef.compare); ok {
			d := &defs[i]
			if f := d.faults; f != nil {
				p.diags = append(p.diags, f.diags...)
				p.errs += f.errs
			}
			p.tok, p.failed = d.end, d.faults != nil && d.faults.failed
			return
		}
		// The outline missed the definition, and the rest of the source may depend on it.
		p.late = append(p.late, p.tok.lo)
		if p.workers != nil {
			p.workers.Wait()
		}
		p.batches = nil
		p.aliasDefinition()
	case tokMetaBegin:
		p.metadata()
	default:
		if from, i := p.itemAt(p.tok.lo); from != nil {
			p.takeItem(from, i, body)
		} else {
			p.parseOp(body)
		}
	}
}

// aliasDef is an alias definition that was parsed ahead.
type aliasDef struct {
	at     int // its offset
	end    token
	faults *aliasFaults // nil: none
}

type aliasFaults struct {
	diags  []*ir.Diagnostic
	errs   int
	failed bool
}

func (d aliasDef) compare(at int) int { return cmp.Compare(d.at, at) }

// parseAliases parses the definitions at some offsets, and returns them in the order of the
// source.
func (p *parser) parseAliases(starts []int) []aliasDef {
	defs := make([]aliasDef, 0, len(starts))
	p.attrAliases = make(map[string]alias[ir.Attribute], len(starts))
	for _, at := range starts {
		p.start(at)
		if p.tok.kind == tokHash || p.tok.kind == tokBang {
			p.aliasDefinition()
		}
		d := aliasDef{at: at, end: p.tok}
		if p.diags != nil || p.errs > 0 || p.failed {
			d.faults = &aliasFaults{diags: p.diags, errs: p.errs, failed: p.failed}
		}
		defs = append(defs, d)
		p.diags, p.errs, p.failed = nil, 0, false
	}
	slices.SortFunc(defs, func(x, y aliasDef) int { return cmp.Compare(x.at, y.at) })
	return defs
}

// aliasDefinition parses #name = attribute or !name = type.
func (p *parser) aliasDefinition() {
	pos, name := p.tok.lo, p.spelling()[1:]
	isType := p.tok.kind == tokBang
	what, known := "attribute", false
	if isType {
		what = "type"
		_, known = p.typeAliases[name]
	} else {
		_, known = p.attrAliases[name]
	}
	switch {
	case known:
		p.error("redefinition of %s alias id '%s'", what, name)
		return
	case strings.IndexByte(name, '.') >= 0:
		p.error("%s names with a '.' are reserved for dialect-defined names", what)
		return
	}
	p.next()
	p.expect(tokEqual, "expected '=' in "+what+" alias definition")
	if isType {
		if t := p.parseType(); t != nil && !p.failed {
			p.typeAliases[name] = alias[ir.Type]{t, pos}
		}
		return
	}
	if a := p.parseAttr(nil); a != nil {
		p.attrAliases[name] = alias[ir.Attribute]{a, pos}
	}
}
