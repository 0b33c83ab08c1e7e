package parser

import (
	"runtime"
	"sync/atomic"

	"optc/internal/parallel"
	"optc/ir"
)

// item is an isolated operation that is parsed on its own, because nothing but
// aliases connects it with the rest of the source. Items are parsed at the same
// time and put into the module in source order.
type item struct {
	start int
	done  chan struct{} // closed when the fields below are set

	op      *ir.Operation // nil after an error
	end     token         // the token behind the operation, or where it failed
	failed  bool
	diags   []*ir.Diagnostic
	errs    int
	forward []*ir.Diagnostic // uses of what is not defined
}

// parseItem parses one item with a parser that may have parsed others before.
func (p *parser) parseItem(it *item) {
	p.failed, p.lost, p.errs, p.diags = false, false, 0, nil
	p.values.reset()
	into := &ir.Block{}
	p.start(it.start)
	if op := p.parseOp(into); op != nil {
		op.Remove()
		it.op = op
	}
	it.end, it.failed = p.tok, p.failed
	it.errs = p.errs
	it.diags = p.diags
	it.forward = p.unresolved()
}

// take puts an item into its block and goes on behind it.
func (p *parser) take(it *item, into *ir.Block) {
	if it.done == nil {
		if p.worker == nil {
			p.worker = p.newParser()
		}
		p.worker.parseItem(it)
	} else {
		<-it.done
	}
	if p.ended() {
		p.stop()
		return
	}
	p.diags = append(p.diags, it.diags...)
	p.errs += it.errs // more than one parser counts, so the limit may be passed
	p.forward = append(p.forward, it.forward...)
	if it.op != nil {
		into.Append(it.op)
	}
	p.tok, p.failed = it.end, it.failed
	if p.failed {
		p.tok.kind = tokError
	}
	p.prevEnd = p.tok.lo
}

// startItems begins to parse the items of a source. With one thread they are parsed
// when their turn comes.
func (p *parser) startItems(starts []int) {
	if len(starts) < 2 {
		return
	}
	items := make([]*item, len(starts))
	p.preparsed = make(map[int]*item, len(starts))
	for i, at := range starts {
		items[i] = &item{start: at, end: token{kind: tokError}, failed: true}
		p.preparsed[at] = items[i]
	}
	workers := p.cfg.threads
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if workers = min(workers, len(items)); workers < 2 {
		return
	}
	p.unordered = true
	for _, it := range items {
		it.done = make(chan struct{})
	}
	var next atomic.Int64
	p.workers = &parallel.Group{}
	for range workers {
		p.workers.Go(func() {
			w := p.newParser()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(items) {
					return
				}
				p.workers.Try(func() {
					defer close(items[i].done)
					if !p.ended() {
						w.parseItem(items[i])
					}
				})
			}
		})
	}
}
