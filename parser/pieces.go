package parser

import (
	"strconv"

	"optc/ir"
)

// piece is a part of a large item: the operations of a block that begin in a part of the source.
// Pieces are parsed concurrently, by parsers that do not know the text before them. A name that the
// piece does not define becomes a placeholder with the type of its use, until the parser of the
// item reaches the beginning of the piece. That parser then takes the operations. If the piece
// contained anything unexpected (an error, a name with another meaning, a position that is not in a
// block), it parses the text itself instead.
type piece struct {
	end     int    // where the next piece begins, or the item ends
	dialect string // the default dialect, if the block is the item's own

	ok        bool
	defaulted bool // the block has operations that may be of the default dialect
	body      ir.Block
	next      token
	prevEnd   int
	*pieceNames
}

// pieceNames holds the names in a piece. Once the item has taken them, another piece
// reuses the memory.
type pieceNames struct {
	outer []outerName // names that the piece does not define
	// defs are the names that the piece defines. Names that are visible only in its
	// regions have no value.
	defs []pieceDef
	// labels are the names whose ids are valid only in the piece.
	labels []resultKey
}

type outerName struct {
	id      valueID
	value   *ir.Value // placeholder of the value outside
	outside *ir.Value // found by fitsHere
}

type pieceDef struct {
	id  valueID
	def valueDef
}

const (
	// pieceBytes is about the distance between the beginnings of two pieces.
	pieceBytes = 64 << 10
	// pieceDepth is the nesting depth that the parser of a piece assumes around it. If
	// the real depth is larger, the piece is not taken.
	pieceDepth = 100
	// maxRefused is the number of unused pieces after which no more pieces are parsed.
	maxRefused = 4
)

// piecesOf divides the text of an item: after every pieceBytes it chooses a line that
// begins furthest to the left, as lines of the outermost block do.
func (p *itemParser) piecesOf(from, to int) (list []itemBatch) {
	def := opDefAt(&p.lexer, p.ctx, from)
	for at := from; at+2*pieceBytes <= to; {
		at = p.furthestLeft(at+pieceBytes, at+pieceBytes+pieceBytes/4)
		if at < 0 {
			break
		}
		if n := len(list); n > 0 {
			list[n-1].piece.end = at
		}
		list = append(list, itemBatch{starts: []int{at}, piece: &piece{end: to, dialect: def.DefaultDialect}})
	}
	return list
}

// parsePiece parses a piece that begins at an offset. The parser parses only pieces.
func (p *itemParser) parsePiece(pc *piece, start int) {
	if p.refused.Load() >= maxRefused {
		return
	}
	defer func() {
		if r := recover(); r != nil { // the parser of the item will panic again at the same place
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
		d := p.values.entry(pc.defs[i].id)
		pc.defs[i].def, *d = *d, valueDef{}
	}
	for i := range pc.outer {
		*p.values.entry(pc.outer[i].id) = valueDef{}
	}
	p.values.forgetNumbers(true)
	p.values.names.reset()
	clear(p.values.more)
	p.values.defined = p.values.defined[:0]
}

// forgetPiece prepares the parser for another piece after a piece that failed.
func (p *itemParser) forgetPiece() {
	p.values.reset()
	p.failed, p.lost, p.errs, p.diags, p.undefinedLocs = false, false, 0, nil, nil
	p.level, p.blocks, p.itemBlock = 0, p.blocks[:0], nil
}

// outerValue returns a placeholder of a value that a piece does not define.
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

// takePiece appends the operations of a piece to a block and continues after the piece,
// if parsing the text here would give the same operations.
func (p *itemParser) takePiece(pc *piece, into *ir.Block) bool {
	if !pc.ok || p.depth > pieceDepth || pc.defaulted && pc.dialect != p.dialects[len(p.dialects)-1] || !p.fitsHere(pc) {
		p.refused.Add(1)
		return false
	}
	for i := range pc.outer {
		o := &pc.outer[i]
		o.outside.TakeUses(o.value)
		o.outside = nil
	}
	for i := range pc.defs {
		if d := &pc.defs[i]; d.def.value != nil {
			*p.values.entry(d.id) = d.def
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

// fitsHere reports whether the names of a piece have the meaning here that its parser
// assumed, and replaces their ids by the ids of this parser.
func (p *itemParser) fitsHere(pc *piece) bool {
	for i := range pc.outer {
		o := &pc.outer[i]
		d := p.values.fromPiece(pc, o.id)
		if d.value == nil || d.value.Type() != o.value.Type() || p.isPlaceholder(d.value) {
			return false
		}
		o.outside = d.value
	}
	for i := range pc.defs {
		d := &pc.defs[i]
		name := d.id
		d.id = p.values.idFromPiece(pc, name)
		if here := p.values.entry(d.id); here.value != nil || here.count == poisoned {
			return false
		}
		for k := 1; k < int(d.def.count) && len(p.values.more) > 0; k++ {
			if i, ok := p.values.more[resultKey{pc.name(name), k}]; ok && p.values.entry(^valueID(i)).value != nil {
				return false
			}
		}
	}
	return true
}

// name returns the name with an id in the piece.
func (pc *piece) name(id valueID) string {
	if id < 0 {
		return pc.labels[^id].name
	}
	return strconv.Itoa(int(id))
}

// fromPiece returns this parser's definition of the name with an id in a piece.
func (v *valueNames) fromPiece(pc *piece, id valueID) valueDef {
	if id < 0 {
		if key := pc.labels[^id]; key.number > 0 {
			if first := v.slot(key.name, 0); first.count > 0 {
				return valueDef{value: first.result(key.number), pos: first.pos}
			}
		}
	}
	return *v.entry(v.idFromPiece(pc, id))
}

// idFromPiece returns this parser's id for the name with an id in a piece.
func (v *valueNames) idFromPiece(pc *piece, id valueID) valueID {
	if id < 0 {
		key := pc.labels[^id]
		return v.id(key.name, key.number)
	}
	v.makeRoom(int(id))
	return id
}
