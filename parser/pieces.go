package parser

import "optc/ir"

// piece is a part of a large item: the operations of some block that begin in a part of the
// source. Pieces are parsed at the same time, by parsers that do not know what stands in
// front of them. A name that the piece does not define stands for a value of the type with
// which it is used, until the parser of the item comes to the place where the piece begins.
// That takes the operations, or parses them itself if anything in the piece was unexpected:
// an error, a name that means something else, a place that is not in a block.
type piece struct {
	end     int    // where the next one begins, or the item ends
	dialect string // the default dialect, unless the block is not that of the item

	ok        bool
	defaulted bool // the block has operations that may be of the default dialect
	body      ir.Block
	next      token
	prevEnd   int
	*pieceNames
}

// pieceNames are the names in a piece. Once they are known in the item, the memory is
// that of another piece.
type pieceNames struct {
	outer []outerName // what the piece does not define
	// defs is what it defines. What is not visible behind the piece, but in regions only, has
	// no value.
	defs []pieceDef
	// labels are the names whose ids hold in the piece only.
	labels []resultKey
}

type outerName struct {
	id    valueID
	value *ir.Value // stands for the value outside
}

type pieceDef struct {
	id  valueID
	def valueDef
}

const (
	// pieceBytes is about the distance from the beginning of a piece to that of the next.
	pieceBytes = 64 << 10
	// pieceDepth is the nesting that the parser of a piece assumes around it. A piece that
	// is nested deeper is not taken.
	pieceDepth = 100
	// maxRefused is the number of pieces that were not taken after which no more are parsed.
	maxRefused = 4
)

// piecesOf divides the text of an item: behind every pieceBytes it takes a line of those
// that begin furthest to the left, as those of the outermost block do.
func (p *itemParser) piecesOf(from, to int) (list []batch) {
	def := opDefAt(&p.lexer, p.ctx, from)
	for at := from; at+2*pieceBytes <= to; {
		at = p.furthestLeft(at+pieceBytes, at+pieceBytes+pieceBytes/4)
		if at < 0 {
			break
		}
		if n := len(list); n > 0 {
			list[n-1].piece.end = at
		}
		list = append(list, batch{starts: []int{at}, piece: &piece{end: to, dialect: def.DefaultDialect}})
	}
	return list
}

// parsePiece parses a piece that begins there. The parser parses pieces only.
func (p *itemParser) parsePiece(pc *piece, start int) {
	if p.refused.Load() >= maxRefused {
		return
	}
	defer func() {
		if r := recover(); r != nil { // whoever parses it in its place meets it again
			p.forgetPiece()
		}
	}()
	select {
	case pc.pieceNames = <-p.freeNames:
	default:
		pc.pieceNames = &pieceNames{}
	}
	p.values.piece = pc
	p.dialects = append(p.dialects[:0], pc.dialect)
	p.depth = pieceDepth
	p.start(start)
	for p.tok.lo < pc.end && p.tok.kind != tokBlock && p.tok.kind != tokRBrace && !p.failed {
		p.parseOp(&pc.body)
	}
	if p.failed || len(p.diags) > 0 || len(p.undefinedLocs) > 0 || len(p.blocks) > 0 || len(p.values.forward) > 0 {
		p.forgetPiece()
		return
	}
	pc.ok, pc.next, pc.prevEnd = true, p.tok, p.prevEnd
	for i := range pc.defs {
		d := p.values.at(pc.defs[i].id)
		pc.defs[i].def, *d = *d, valueDef{}
	}
	for i := range pc.outer {
		*p.values.at(pc.outer[i].id) = valueDef{}
	}
	p.values.noNumbers(true)
	clear(p.values.names)
	clear(p.values.more)
	p.values.named, p.values.defined = p.values.named[:0], p.values.defined[:0]
}

// forgetPiece makes the parser ready for another piece after one that went wrong.
func (p *itemParser) forgetPiece() {
	p.values.reset()
	p.failed, p.lost, p.errs, p.diags, p.undefinedLocs = false, false, 0, nil, nil
	p.level, p.blocks, p.itemBlock = 0, p.blocks[:0], nil
}

// outerValue returns a value that stands for one that a piece does not define.
func (pc *piece) outerValue(p *valueParser, id valueID, t ir.Type, pos int) *ir.Value {
	n := len(pc.outer)
	if n == cap(pc.outer) {
		pc.outer = append(pc.outer, outerName{})
	} else {
		pc.outer = pc.outer[:n+1]
	}
	o := &pc.outer[n]
	o.id = id
	if o.value == nil {
		o.value = p.newPlaceholder(t, pos)
	}
	o.value.SetType(t)
	return o.value
}

// takePiece appends the operations of a piece to a block and goes on behind it, if they
// are what would be parsed here.
func (p *itemParser) takePiece(pc *piece, into *ir.Block) bool {
	if !pc.ok || p.depth > pieceDepth || pc.defaulted && pc.dialect != p.dialects[len(p.dialects)-1] || !p.fitsHere(pc) {
		p.refused.Add(1)
		return false
	}
	for i := range pc.outer {
		o := &pc.outer[i]
		p.values.at(o.id).value.TakeUses(o.value)
	}
	for i := range pc.defs {
		if d := &pc.defs[i]; d.def.value != nil {
			*p.values.at(d.id) = d.def
			p.values.defined = append(p.values.defined, d.id)
		}
	}
	into.TakeOps(&pc.body)
	p.tok, p.prevEnd = pc.next, pc.prevEnd

	names := pc.pieceNames
	*pc = piece{}
	names.outer, names.defs, names.labels = names.outer[:0], names.defs[:0], names.labels[:0]
	select {
	case p.freeNames <- names:
	default:
	}
	return true
}

// fitsHere tells whether the names of a piece mean here what its parser took them
// for, and replaces their ids by those that hold here.
func (p *itemParser) fitsHere(pc *piece) bool {
	for i := range pc.outer {
		o := &pc.outer[i]
		o.id = p.values.idIn(pc, o.id)
		d := p.values.at(o.id)
		if d.value == nil || d.value.Type() != o.value.Type() || p.isPlaceholder(d.value) {
			return false
		}
	}
	for i := range pc.defs {
		d := &pc.defs[i]
		d.id = p.values.idIn(pc, d.id)
		if here := p.values.at(d.id); here.value != nil || here.poisoned {
			return false
		}
	}
	return true
}

// idIn returns the id of what has another id in a piece.
func (v *values) idIn(pc *piece, id valueID) valueID {
	if id < 0 {
		key := pc.labels[^id]
		return v.id(key.name, key.number)
	}
	v.room(int(id))
	return id
}
