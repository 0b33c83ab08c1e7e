package parser

import "optc/ir"

// regionParser parses regions and blocks, and continues after errors in them.
type regionParser struct{ itemParser }

func (p *regionParser) Region(args []ir.Argument, isolated bool) *ir.Region {
	return p.parseRegion(args, isolated)
}

func (p *regionParser) OptionalRegion(args []ir.Argument, isolated bool) *ir.Region {
	if p.tok.kind != tokLBrace {
		return nil
	}
	return p.parseRegion(args, isolated)
}

const noRegion = "expected '{' to begin a region"

// newRegion returns an empty region. Operations take its blocks, after which the region is reused.
func (p *regionParser) newRegion() *ir.Region {
	if n := len(p.emptied); n > 0 {
		r := p.emptied[n-1]
		p.emptied = p.emptied[:n-1]
		return r
	}
	return &ir.Region{}
}

// parseRegion parses { … }. The entry block gets the given arguments. In an isolated
// region the names outside are not visible.
func (p *regionParser) parseRegion(args []ir.Argument, isolated bool) *ir.Region {
	r := p.newRegion()
	if !p.expect(tokLBrace, noRegion) {
		return r
	}
	if !p.enter() {
		p.leave()
		return r
	}
	if len(args) > 0 || p.tok.kind != tokRBrace {
		p.regionBody(r, args, isolated)
	}
	p.leave()
	p.accept(tokRBrace)
	return r
}

func (p *regionParser) regionBody(r *ir.Region, args []ir.Argument, isolated bool) {
	p.pushBlocks()
	if isolated {
		defer p.restore(p.isolate())
	}
	mark := p.values.mark()

	entry := p.arena.NewBlock()
	if len(args) > 0 && args[0].Name != "" {
		p.entryArguments(entry, args)
	}
	r.Append(p.parseBlock(entry))
	if len(args) > 0 && entry.NumArgs() > len(args) {
		p.error("entry block arguments were already defined")
	}
	for p.tok.kind != tokRBrace && !p.failed {
		if b := p.parseBlock(nil); b != nil {
			r.Append(b)
		}
	}

	if pos := p.blocks[len(p.blocks)-1].undefined(); pos >= 0 {
		p.suggestBlock(p.errorAt(pos, undefinedBlock), pos, &p.blocks[len(p.blocks)-1])
	}
	p.blocks = p.blocks[:len(p.blocks)-1]
	p.values.forget(mark)
}

func (p *regionParser) entryArguments(entry *ir.Block, args []ir.Argument) {
	if p.tok.kind == tokBlock {
		p.error("invalid block name in region with named arguments")
		return
	}
	for i := range args {
		a := &args[i]
		if p.failed || a.Type == nil {
			return
		}
		if a.Name == "" { // omitted in the text
			p.arena.AddArg(entry, a.Type, ir.At(p.src, a.Pos))
			continue
		}
		if old := p.values.slot(a.Name, a.Number); old.value != nil {
			d := p.errorAt(a.Pos, "region entry argument '%"+a.Name+"' is already in use")
			p.note(d, int(old.pos), "previously referenced here")
			return
		}
		loc := a.Loc
		if loc == (ir.Location{}) {
			loc = ir.At(p.src, a.Pos)
		}
		p.defineArgument(a.Unresolved, p.arena.AddArg(entry, a.Type, loc))
	}
}

// parseBlock parses a block. The first block of a region is given, and needs no name. The
// result is nil when no block could be recognized.
func (p *regionParser) parseBlock(first *ir.Block) *ir.Block {
	if first != nil && p.tok.kind != tokBlock {
		p.blockBody(first)
		return first
	}
	start := p.tok.lo
	block := p.blockHeader(first)
	if p.failed && !p.resync(start) {
		return first
	}
	if block == nil {
		block = first
	}
	if block == nil {
		block = p.arena.NewBlock()
	}
	p.blockBody(block)
	return block
}

// blockHeader parses ^name(%a: T, …): and returns the block of that name.
func (p *regionParser) blockHeader(first *ir.Block) *ir.Block {
	pos, name := p.tok.lo, p.spelling()
	if !p.expect(tokBlock, "expected block name") {
		return nil
	}
	d := p.blocks[len(p.blocks)-1].named(name)
	switch {
	case d.defined:
		p.errorAt(pos, "redefinition of block '"+name+"'")
		return nil
	case d.block == nil && first != nil:
		d.block = first
	case d.block == nil:
		d.block = p.arena.NewBlock()
	}
	d.defined, d.pos = true, pos
	block := d.block
	p.cfg.names.add(Name{Lo: pos, Hi: pos + len(name), Block: block, Definition: true})

	if p.tok.kind == tokLParen {
		p.blockArguments(block)
	}
	p.expect(tokColon, "expected ':' after block name")
	return block
}

func (p *regionParser) blockArguments(b *ir.Block) {
	existing := b.NumArgs() > 0
	n := 0
	p.list(tokLParen, tokRParen, "", func() {
		u := p.valueUse(true)
		p.expect(tokColon, "expected ':' and type for SSA operand")
		t := p.parseType()
		if p.failed {
			return
		}
		var arg *ir.Value
		switch {
		case !existing:
			arg = p.arena.AddArg(b, t, ir.At(p.src, u.Pos))
		case n >= b.NumArgs():
			p.error("too many arguments specified in argument list")
			return
		case b.Arg(n).Type() != t:
			p.error("argument and block argument type mismatch")
			return
		default:
			arg = b.Arg(n)
		}
		if l, ok := p.trailingLoc(); ok {
			b.SetArgLoc(arg.Index(), l)
		}
		n++
		if !p.failed {
			p.defineArgument(u, arg)
		}
	})
}

// blockBody parses operations to the end of a block.
func (p *regionParser) blockBody(b *ir.Block) {
	for p.tok.kind != tokBlock && p.tok.kind != tokRBrace {
		start := p.tok.lo
		if from, i := p.itemAt(start); from != nil {
			p.takeItem(from, i, b)
			p.reportPassed(passedBytes)
		} else {
			p.parseOp(b)
		}
		if p.failed && !p.resync(start) {
			return
		}
	}
}
