package parser

import "optc/ir"

// blockScope holds the blocks of one region, in the order of their first reference.
type blockScope struct {
	defs  []blockDef
	index map[string]int // of defs, by name; nil while they are few
}

type blockDef struct {
	name    string
	block   *ir.Block // nil for a name that is new
	pos     int       // of the first reference
	defined bool
}

// fewBlocks is the number of blocks that are searched one by one.
const fewBlocks = 16

// named returns the definition of a name, which may be new. It holds until the
// next call.
func (s *blockScope) named(name string) *blockDef {
	if s.index != nil {
		if i, ok := s.index[name]; ok {
			return &s.defs[i]
		}
	} else {
		for i := range s.defs {
			if s.defs[i].name == name {
				return &s.defs[i]
			}
		}
	}
	s.defs = append(s.defs, blockDef{name: name})
	switch n := len(s.defs); {
	case s.index != nil:
		s.index[name] = n - 1
	case n > fewBlocks:
		s.index = make(map[string]int, 2*n)
		for i := range s.defs {
			s.index[s.defs[i].name] = i
		}
	}
	return &s.defs[len(s.defs)-1]
}

// pushBlocks begins the scope of a region.
func (p *parser) pushBlocks() {
	n := len(p.blocks)
	if n == cap(p.blocks) {
		p.blocks = append(p.blocks, blockScope{})
		return
	}
	p.blocks = p.blocks[:n+1]
	p.blocks[n] = blockScope{defs: p.blocks[n].defs[:0]}
}

// newRegion returns an empty region. Operations take the blocks out of it, after
// which it is used again.
func (p *parser) newRegion() *ir.Region {
	if n := len(p.regions); n > 0 {
		r := p.regions[n-1]
		p.regions = p.regions[:n-1]
		return r
	}
	return &ir.Region{}
}

// parseRegion parses { … }. The arguments become those of the entry block. An
// isolated region does not see the names outside.
func (p *parser) parseRegion(args []ir.Argument, isolated bool) *ir.Region {
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

func (p *parser) regionBody(r *ir.Region, args []ir.Argument, isolated bool) {
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

func (p *parser) entryArguments(entry *ir.Block, args []ir.Argument) {
	if p.tok.kind == tokBlock {
		p.error("invalid block name in region with named arguments")
		return
	}
	for i := range args {
		a := &args[i]
		if p.failed || a.Type == nil {
			return
		}
		if a.Name == "" { // left out in the text
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

func (p *parser) defineArgument(u ir.Unresolved, v *ir.Value) {
	v.SetNameHint(nameHint(u.Name))
	p.define(u.Name, u.Number, u.Pos, v)
}

// nameHint returns a name that says something: numbers do not.
func nameHint(name string) string {
	if class[name[0]]&isDigit != 0 {
		return ""
	}
	return name
}

const (
	undefinedBlock = "reference to an undefined block"
	noRegion       = "expected '{' to begin a region"
)

// undefined returns where a block that is not defined was first referred to, or -1.
func (s *blockScope) undefined() int {
	for i := range s.defs {
		if !s.defs[i].defined {
			return s.defs[i].pos
		}
	}
	return -1
}

// blockNamed returns the block that a name stands for in the current region,
// creating it at the first reference.
func (p *parser) blockNamed(name string, pos int) *ir.Block {
	if len(p.blocks) == 0 {
		p.pushBlocks()
	}
	d := p.blocks[len(p.blocks)-1].named(name)
	if d.block == nil {
		d.block, d.pos = p.arena.NewBlock(), pos
	}
	p.cfg.names.add(Name{Lo: pos, Hi: pos + len(name), Block: d.block})
	return d.block
}

// parseBlock parses a block. The first block of a region is given, and needs no
// name. The result is nil when no block could be made out.
func (p *parser) parseBlock(first *ir.Block) *ir.Block {
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
func (p *parser) blockHeader(first *ir.Block) *ir.Block {
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

func (p *parser) blockArguments(b *ir.Block) {
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
func (p *parser) blockBody(b *ir.Block) {
	for p.tok.kind != tokBlock && p.tok.kind != tokRBrace {
		start := p.tok.lo
		if from, i := p.itemAt(start); from != nil {
			p.take(from, i, b)
			p.pass(passedBytes)
		} else {
			p.parseOp(b)
		}
		if p.failed && !p.resync(start) {
			return
		}
	}
}
