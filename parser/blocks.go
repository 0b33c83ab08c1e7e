package parser

import "optc/ir"

// blockScope holds the blocks of a region, in the order of their first reference.
type blockScope struct {
	defs  []blockDef
	index map[string]int // index of defs by name; nil while there are few
}

type blockDef struct {
	name    string
	block   *ir.Block // nil for a name that is new
	pos     int       // offset of the first reference
	defined bool
}

// fewBlocks is the largest number of blocks that are searched linearly.
const fewBlocks = 16

// named returns the definition of a name, which may be new. The result is valid until the next
// call.
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

const undefinedBlock = "reference to an undefined block"

// undefined returns where an undefined block was first referred to, or -1.
func (s *blockScope) undefined() int {
	for i := range s.defs {
		if !s.defs[i].defined {
			return s.defs[i].pos
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
	p.blocks[n] = blockScope{defs: p.blocks[n].defs[:0]}
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
	for i := range s.defs {
		switch b := &s.defs[i]; {
		case b.defined:
			known = append(known, b.name)
		case b.pos == pos:
			word = b.name
		}
	}
	p.suggest(d, pos, word, known)
}
