package parser

import (
	"slices"
	"sync/atomic"

	"optc/internal/base/parallel"
	"optc/ir"
)

// itemParser uses the results for isolated operations, and pieces of large operations,
// that other parsers have parsed concurrently.
type itemParser struct {
	opParser
	*itemPool
	spawn func() *itemParser // returns another parser of the same source

	reported  int         // offset up to which the text was reported, see Passed
	batches   []itemBatch // batches of the items that may come next
	nextItem  int         // index in the first of them
	itemBlock *ir.Block   // an empty block into which items are parsed
	worker    *itemParser // parses the items when there is one thread
	workers   *parallel.Group
	forward   []*ir.Diagnostic // uses of names that are not defined in the items
}

// itemPool holds the data that the parsers of a source's items share.
type itemPool struct {
	freeItems chan []parsedItem // memory of batches that have been used
	freeNames chan *pieceNames
	refused   atomic.Int32 // number of pieces that were not taken
}

// parsedItem is an isolated operation that can be parsed separately, because only aliases
// connect it with the rest of the source. Items are parsed concurrently and inserted into
// the module in source order.
type parsedItem struct {
	op      *ir.Operation // nil after an error
	end     token         // the token after the operation, or the token of the error
	failed  bool
	trouble *itemTrouble // nil if there is nothing to report
}

// itemTrouble holds the errors of an item.
type itemTrouble struct {
	diags   []*ir.Diagnostic
	errs    int
	forward []*ir.Diagnostic // uses of undefined names
}

// itemBatch holds consecutive items, which one goroutine parses.
type itemBatch struct {
	starts []int         // offsets of the items
	items  []parsedItem  // the parsed items, for the goroutine that uses them
	done   chan struct{} // closed when the items are parsed; nil if they are parsed on demand
	piece  *piece        // if not nil, used instead of items
	pieces []itemBatch   // pieces of the only item, which is large
}

// batchBytes is the least distance between the first items of two batches, because
// passing an item to another goroutine takes as long as parsing a small function.
const batchBytes = 16 << 10

// batchItems cuts the list of the offsets of items.
func batchItems(starts []int) (list []itemBatch) {
	from := 0
	for i := range starts {
		if i+1 == len(starts) || starts[i+1]-starts[from] >= batchBytes {
			list = append(list, itemBatch{starts: starts[from : i+1]})
			from = i + 1
		}
	}
	return list
}

// itemAt returns the batch of the item that begins at an offset, and its index, or nil.
// Offsets must ascend from call to call.
func (p *itemParser) itemAt(start int) (*itemBatch, int) {
	for len(p.batches) > 0 {
		b := &p.batches[0]
		for ; p.nextItem < len(b.starts); p.nextItem++ {
			if at := b.starts[p.nextItem]; at >= start {
				if at > start {
					return nil, 0
				}
				return b, p.nextItem
			}
		}
		p.batches, p.nextItem = p.batches[1:], 0
	}
	return nil, 0
}

// parseItem parses the item that begins at an offset; the parser may have parsed other items
// before.
func (p *itemParser) parseItem(start int) (it parsedItem) {
	p.failed, p.lost, p.errs, p.diags = false, false, 0, nil
	p.values.reset()
	if p.itemBlock == nil {
		p.itemBlock = &ir.Block{}
	}
	p.start(start)
	if op := p.parseOp(p.itemBlock); op != nil {
		op.Remove()
		it.op = op
	}
	if !p.itemBlock.Empty() {
		p.itemBlock = nil // the block contains the operations before an error
	}
	it.end, it.failed = p.tok, p.failed
	if forward := p.unresolved(); len(p.diags) > 0 || p.errs > 0 || len(forward) > 0 {
		it.trouble = &itemTrouble{p.diags, p.errs, forward}
	}
	return it
}

// takeItem inserts an item into its block and continues after the item.
func (p *itemParser) takeItem(from *itemBatch, index int, into *ir.Block) {
	if from.piece != nil {
		if <-from.done; !p.takePiece(from.piece, into) {
			p.parseOp(into)
		}
		return
	}
	it := p.itemOf(from, index)
	if p.ended() {
		p.stop()
		return
	}
	if t := it.trouble; t != nil {
		p.diags = append(p.diags, t.diags...)
		p.errs += t.errs // several parsers count, so that the limit may be exceeded
		p.forward = append(p.forward, t.forward...)
	}
	if it.op != nil {
		into.Append(it.op)
	}
	p.tok, p.failed = it.end, it.failed
	if p.failed {
		p.tok.kind = tokError
	}
	p.prevEnd = p.tok.lo
}

// itemOf returns an item, and waits until it is parsed. It releases the memory of a batch
// after the batch's last item.
func (p *itemParser) itemOf(b *itemBatch, index int) parsedItem {
	if b.done == nil {
		if p.worker == nil {
			p.worker = p.spawn()
		}
		p.worker.batches, p.worker.nextItem = b.pieces, 0
		p.worker.reported = b.starts[index]
		return p.worker.parseItem(b.starts[index])
	}
	<-b.done
	it := b.items[index]
	if index+1 == len(b.items) {
		select {
		case p.freeItems <- b.items[:0]:
		default:
		}
	}
	return it
}

// parseItems parses the items of a batch, or the piece.
func (p *itemParser) parseItems(b *itemBatch) {
	defer close(b.done)
	if b.piece != nil {
		p.parsePiece(b.piece, b.starts[0])
		return
	}
	var items []parsedItem
	select {
	case items = <-p.freeItems:
	default:
	}
	b.items = slices.Grow(items, len(b.starts))[:len(b.starts)]
	for i := range b.items {
		b.items[i] = parsedItem{end: token{kind: tokError}, failed: true}
	}
	for i, start := range b.starts {
		if p.ended() {
			return
		}
		b.items[i] = p.parseItem(start)
	}
}

// startItems starts to parse the items of a source, and the pieces of large items. With
// one thread they are parsed on demand.
func (p *itemParser) startItems(starts []int) {
	p.batches = batchItems(starts)
	if p.cfg.maxThreads() < 2 {
		return
	}
	shared := make([]*itemBatch, 0, len(p.batches))
	for i := range p.batches {
		b := &p.batches[i]
		if len(b.starts) == 1 {
			end := len(p.text)
			if i+1 < len(p.batches) {
				end = p.batches[i+1].starts[0]
			}
			b.pieces = p.piecesOf(b.starts[0], end)
		}
		if b.pieces == nil {
			shared = append(shared, b)
		}
		for k := range b.pieces {
			shared = append(shared, &b.pieces[k])
		}
	}
	if len(shared) == 0 || len(shared) == 1 && shared[0].piece == nil {
		return // this goroutine has nothing else to do
	}
	workers := min(p.cfg.maxThreads(), len(shared))
	p.unordered = true
	p.freeItems, p.freeNames = make(chan []parsedItem, 4*workers), make(chan *pieceNames, 4*workers)
	for _, b := range shared {
		b.done = make(chan struct{})
	}
	var next atomic.Int64
	p.workers = &parallel.Group{}
	for range workers {
		p.workers.Go(func() {
			var ofItems, ofPieces *itemParser
			for {
				i := int(next.Add(1)) - 1
				if i >= len(shared) {
					return
				}
				w := &ofItems
				if shared[i].piece != nil {
					w = &ofPieces
				}
				if *w == nil {
					*w = p.spawn()
				}
				p.workers.Try(func() { (*w).parseItems(shared[i]) })
			}
		})
	}
}

// passedBytes is the amount of text after which progress is reported.
const passedBytes = 1 << 20

// reportPassed reports the text before the next token as passed, if it has at least
// passedBytes bytes.
func (p *itemParser) reportPassed(least int) {
	if p.cfg.passed != nil && p.tok.lo-p.reported >= least {
		from := p.reported
		p.reported = p.tok.lo
		p.cfg.passed(from, p.reported)
	}
}
