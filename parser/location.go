package parser

import (
	"fmt"

	"optc/ir"
)

// locationParser parses locations.
type locationParser struct {
	constantParser
	undefinedLocs []*ir.Diagnostic // uses of aliases that are not defined
}

// trailingLoc parses an optional loc(…) after an operation or argument. An alias may be
// defined anywhere in the source.
func (p *locationParser) trailingLoc() (l ir.Location, ok bool) {
	if p.tok.kind != tokWord || p.spelling() != "loc" {
		return l, false
	}
	p.next()
	if !p.expect(tokLParen, "expected '(' in location") {
		return l, false
	}
	var a ir.LocationAttr
	if p.tok.kind == tokHash && !isDialectName(p.spelling()) {
		a = p.locationAlias()
	} else {
		a = p.location()
	}
	p.expect(tokRParen, "expected ')' in location")
	if p.failed {
		return l, false
	}
	return ir.LocationOf(a), true
}

func (p *locationParser) OptionalLoc() (l ir.Location, ok bool) { return p.trailingLoc() }

// isDialectName reports whether a word contains a dot, as names in dialects do, unlike
// aliases and names of the default dialect.
func isDialectName(word string) bool {
	for i := 0; i < len(word); i++ {
		if word[i] == '.' {
			return true
		}
	}
	return false
}

func (p *locationParser) locationAlias() ir.LocationAttr {
	pos, name := p.tok.lo, p.spelling()[1:]
	p.next()
	a, ok := p.attrAliases[name]
	if !ok && !p.failed {
		p.undefinedLocation.Store(true)
		p.undefinedLocs = append(p.undefinedLocs, ir.Errorf(ir.At(p.src, pos), "operation location alias was never defined"))
	}
	if !ok {
		return p.ctx.UnknownLoc()
	}
	l, ok := a.node.(ir.LocationAttr)
	if !ok {
		p.errorAt(pos, fmt.Sprintf("expected location, but found '%s'", a.node))
		return nil
	}
	return fittingAlias(&p.tokenStream, pos, l)
}

// location parses the inside of loc(…).
func (p *locationParser) location() ir.LocationAttr {
	defer p.leave()
	if !p.enter() {
		return nil
	}
	switch p.tok.kind {
	case tokString:
		return p.nameOrFileLocation()
	case tokHash:
		a := p.attributes.extendedAttr(nil)
		if p.failed {
			return nil
		}
		l, ok := a.(ir.LocationAttr)
		if !ok {
			p.error("expected location attribute, but got%s", a)
		}
		return l
	case tokWord:
		switch p.spelling() {
		case "callsite":
			return p.callSiteLocation()
		case "fused":
			return p.fusedLocation()
		case "unknown":
			p.next()
			return p.ctx.UnknownLoc()
		}
	}
	p.wrongToken("expected location instance")
	return nil
}

func (p *locationParser) callSiteLocation() ir.LocationAttr {
	p.next()
	p.expect(tokLParen, "expected '(' in callsite location")
	callee := p.location()
	if !p.acceptWord("at") {
		p.wrongToken("expected 'at' in callsite location")
	}
	caller := p.location()
	p.expect(tokRParen, "expected ')' in callsite location")
	if p.failed {
		return nil
	}
	return p.ctx.CallSiteLoc(callee, caller)
}

func (p *locationParser) fusedLocation() ir.LocationAttr {
	p.next()
	var metadata ir.Attribute
	if p.accept(tokLess) {
		metadata = p.attributes.Attr(nil)
		p.expect(tokGreater, "expected '>' after fused location metadata")
	}
	var locs []ir.LocationAttr
	p.list(tokLSquare, tokRSquare, " in fused location", func() { locs = append(locs, p.location()) })
	if p.failed {
		return nil
	}
	return p.ctx.FusedLoc(locs, metadata)
}

func (p *locationParser) nameOrFileLocation() ir.LocationAttr {
	name := unquote(p.spelling())
	p.next()
	if !p.accept(tokColon) {
		return p.nameLocation(name)
	}
	line := p.locationNumber("expected integer line number in FileLineColRange")
	if !p.accept(tokColon) && !p.failed {
		return p.ctx.FileRangeLoc(name, line, 0, line, 0)
	}
	col := p.locationNumber("expected integer column number in FileLineColRange")
	endLine, endCol := line, col
	if p.acceptWord("to") {
		if p.tok.kind == tokInt {
			endLine = p.locationNumber("expected integer line number in FileLineColRange")
		}
		p.expect(tokColon, "expected either integer or `:` post `to` in FileLineColRange")
		endCol = p.locationNumber("expected integer column number in FileLineColRange")
	}
	if p.failed {
		return nil
	}
	return p.ctx.FileRangeLoc(name, line, col, endLine, endCol)
}

func (p *locationParser) nameLocation(name string) ir.LocationAttr {
	var child ir.LocationAttr
	if p.accept(tokLParen) {
		child = p.location()
		p.expect(tokRParen, "expected ')' after child location of NameLoc")
	}
	if p.failed {
		return nil
	}
	return p.ctx.NameLoc(name, child)
}

// locationNumber parses a line or column, an unsigned number of 32 bits.
func (p *locationParser) locationNumber(msg string) int {
	if p.tok.kind != tokInt {
		p.wrongToken(msg)
		return 0
	}
	v, err := parseUint(p.spelling(), 32)
	if err != nil {
		p.error("%s", msg)
		return 0
	}
	p.next()
	return int(v)
}
