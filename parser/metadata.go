package parser

import (
	"encoding/binary"

	"optc/ir"
)

type externalEntry struct {
	section string
	entry   ResourceEntry
}

// metadata parses {-# … #-}.
func (p *parser) metadata() {
	p.next()
	p.listUntil(tokMetaEnd, true, func() {
		pos, key := p.tok.lo, p.spelling()
		if !p.expectKey("expected identifier key in file metadata dictionary") {
			return
		}
		p.expect(tokColon, "expected ':'")
		switch key {
		case "dialect_resources":
			p.resourceSections(p.dialectResources)
		case "external_resources":
			p.resourceSections(p.externalResources)
		default:
			p.errorAt(pos, "unknown key '"+key+"' in file metadata dictionary")
		}
	})
}

func (p *parser) expectKey(msg string) bool {
	if p.tok.kind != tokWord {
		p.error("%s", msg)
		return false
	}
	p.next()
	return true
}

// resourceSections parses { name: { entries }, … }.
func (p *parser) resourceSections(entries func(name string, pos int)) {
	p.expect(tokLBrace, "expected '{'")
	p.listUntil(tokRBrace, true, func() {
		pos, name := p.tok.lo, p.spelling()
		if p.expectKey("expected identifier key for 'resource' entry") {
			p.expect(tokColon, "expected ':'")
			p.expect(tokLBrace, "expected '{'")
			entries(name, pos)
		}
	})
}

func (p *parser) dialectResources(dialect string, pos int) {
	switch {
	case p.failed, dialect == "builtin":
	case dialect == foreignResources:
		p.listUntil(tokRBrace, true, func() { p.dialectResource(&ir.Resource{Key: p.spelling()}) })
		if !p.failed {
			p.errorAt(pos, "resources of dialect '"+dialect+"' are not supported")
		}
		return
	case dialect == "ml_program": // its resources have no keys
		p.error("unknown 'resource' key '%s' for dialect '%s'", p.spelling(), dialect)
	case p.ctx.Dialect(dialect) != nil || ir.IsForeign(dialect):
		p.error("unexpected 'resource' section for dialect '%s'", dialect)
	default:
		p.errorAt(pos, "dialect '"+dialect+"' is unknown")
	}
	p.listUntil(tokRBrace, true, func() { p.dialectResource(nil) })
}

// foreignResources is the dialect with resources that only upstream has.
const foreignResources = "test"

// dialectResource parses an entry of the resources of a dialect into r, or into the
// resource with its key.
func (p *parser) dialectResource(r *ir.Resource) {
	if r != nil {
		p.expectKey("expected identifier key for 'resource' entry")
	} else {
		r = p.resourceKey()
	}
	p.expect(tokColon, "expected ':'")
	if p.failed {
		return
	}
	tok := p.tok
	p.next()
	if blob, ok := p.resourceBlob(r.Key, tok); ok {
		r.Align = binary.LittleEndian.Uint32(blob)
		r.Data = blob[4:]
	}
}

func (p *parser) externalResources(section string, pos int) {
	if p.cfg.external == nil && !p.failed {
		p.warn(pos, "ignoring unknown external resources for '"+section+"'")
	}
	p.listUntil(tokRBrace, true, func() {
		key, ok := p.OptionalKeywordOrString()
		if !ok {
			p.error("expected identifier key for 'external_resources' entry")
		}
		p.expect(tokColon, "expected ':'")
		tok := p.tok
		p.next()
		if !p.failed && p.cfg.external != nil {
			p.external = append(p.external, externalEntry{section, p.resourceEntry(key, tok)})
		}
	})
}
