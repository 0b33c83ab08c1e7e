package parser

import "optc/ir"

// blockScope holds the blocks of a region, in the order of their first reference.
type blockScope struct{ names nameTable[blockDef] }

type blockDef struct {
	block   *ir.Block // nil for a name that is new
	pos     int       // offset of the first reference
	defined bool
}

// named returns the definition of a name, which may be new.
func (s *blockScope) named(name string) *blockDef {
	i, _ := s.names.number(name)
	return &s.names.at(i).def
}

const undefinedBlock = "reference to an undefined block"

// undefined returns where an undefined block was first referred to, or -1.
func (s *blockScope) undefined() int {
	for i := range s.names.n {
		if d := &s.names.at(i).def; !d.defined {
			return d.pos
		}
	}
	return -1
}

// pushBlocks begins the scope of a region.
func (p *valueParser) pushBlocks() {
	n := len(p.blocks)
	if n == cap(p.blocks) {
		p.blocks = append(p.blocks, blockScope{})
		return
	}
	p.blocks = p.blocks[:n+1]
	p.blocks[n].names.reset()
}

// blockNamed returns the block of a name in the current region,
// creating it at the first reference.
func (p *valueParser) blockNamed(name string, pos int) *ir.Block {
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

// successor parses ^name.
func (p *valueParser) successor() *ir.Block {
	if p.tok.kind != tokBlock {
		p.wrongToken("expected block name")
		return nil
	}
	b := p.blockNamed(p.spelling(), p.tok.lo)
	p.next()
	return b
}

func (p *valueParser) Successor() *ir.Block { return p.successor() }

func (p *valueParser) OptionalSuccessor() *ir.Block {
	if p.tok.kind != tokBlock {
		return nil
	}
	return p.successor()
}

// suggestBlock adds the block of the region that was probably meant.
func (p *valueParser) suggestBlock(d *ir.Diagnostic, pos int, s *blockScope) {
	var known []string
	word := ""
	for i := range s.names.n {
		switch b := s.names.at(i); {
		case b.def.defined:
			known = append(known, b.name)
		case b.def.pos == pos:
			word = b.name
		}
	}
	p.suggest(d, pos, word, known)
}
