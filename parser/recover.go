package parser

// resync restarts the parser after an error in a construct that begins at start: at the next
// operation, block or closing brace at the same nesting level. Only places at the start of a line
// are considered, so that the rest of a faulty operation is not mistaken for other operations. It
// returns false when there is no such place or the limit of errors is reached.
func (p *regionParser) resync(start int) bool {
	for p.errs < p.cfg.maxErrors && !p.lost {
		at, ok := p.nextConstruct(start, p.tok.lo)
		if !ok {
			// The constructs around do not end either.
			p.lost = true
			return false
		}
		if p.restart(at) {
			return true
		}
		start = p.tok.lo
	}
	return false
}

// nextConstruct finds where to continue: the first construct after start that begins at
// or after offset from. Only braces are counted for the nesting, because in faulty text
// other brackets are often missing.
func (p *regionParser) nextConstruct(start, from int) (at int, ok bool) {
	depth := 0
	for i := start; ; {
		t := p.lex(i)
		switch t.kind {
		case tokEOF:
			return 0, false
		case tokError:
			if i, ok = p.behindError(t); !ok {
				return 0, false
			}
			continue
		case tokRBrace:
			if depth == 0 && t.lo > start {
				return t.lo, true
			}
			depth = max(0, depth-1)
		case tokLBrace:
			depth++
		default:
			if depth == 0 && t.lo >= from && t.lo > start && p.firstOnLine(t.lo) && p.beginsConstruct(t) {
				return t.lo, true
			}
		}
		i = t.hi
	}
}

// beginsConstruct reports whether an operation, a block or an alias definition probably
// begins with t, the first token of a line.
func (p *regionParser) beginsConstruct(t token) bool {
	word := p.text[t.lo:t.hi]
	after := p.lex(t.hi)
	switch t.kind {
	case tokBlock:
		return after.kind == tokColon || after.kind == tokLParen
	case tokValue:
		return p.isResultList(t)
	case tokString:
		return after.kind == tokLParen
	case tokHash, tokBang:
		return after.kind == tokEqual
	case tokWord:
		pl, _ := p.lookupCustom(word)
		return pl != nil || isDialectName(word)
	case tokMetaBegin:
		return true
	}
	return false
}
