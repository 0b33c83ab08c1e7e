package ir

import (
	"bytes"
	"io"
	"runtime"
	"slices"
	"sync"

	"optc/internal/base/parallel"
)

// PrintOptions specifies how operations are printed. The zero value gives the text that
// mlir-opt prints without options. The comments name the option of mlir-opt.
type PrintOptions struct {
	Generic         bool // --mlir-print-op-generic: only the generic form
	DebugInfo       bool // --mlir-print-debuginfo: locations
	PrettyDebugInfo bool // --mlir-pretty-debuginfo: with DebugInfo, locations for people
	LocalScope      bool // --mlir-print-local-scope: no aliases, numbers begin at the operation
	UniqueIDs       bool // --mlir-print-unique-ssa-ids: no number or name twice in the file
	NameLocAsPrefix bool // --mlir-use-nameloc-as-prefix: values are named after their location
	ValueUsers      bool // --mlir-print-value-users: comments that list the users of values
	SkipRegions     bool // --mlir-print-skip-regions: {...} for every region
	// AssumeVerified (--mlir-print-assume-verified) prints the pretty form without
	// verifying first. Otherwise an operation that does not verify is printed in the
	// generic form, because pretty forms rely on valid operations.
	AssumeVerified bool
	// KeepNames (--keep-names, not in mlir-opt) prefers the names of values in the source
	// to numbers.
	KeepNames bool

	// ElideElements (--mlir-elide-elementsattrs-if-larger) replaces constants with more
	// elements, splats excepted, by dense_resource<__elided__>. nil prints all elements.
	ElideElements *int
	// ElideResources (--mlir-elide-resource-strings-if-larger) omits entries of the
	// resource section whose text has more bytes. nil prints all entries.
	ElideResources *int
	// HexElements (--mlir-print-elementsattrs-with-hex-if-larger) prints constants with
	// more elements as a hexadecimal string; -1 never does. nil means 100, as
	// upstream.
	HexElements *int

	// External is the content of the external_resources section.
	External []ResourceSection
	// Threads bounds the number of goroutines; 0 means the number of processors. The
	// output does not depend on it.
	Threads int
}

// unique reports whether the numbering continues from one nested region to the next; it
// always does in the generic form.
func (o *PrintOptions) unique() bool { return o.UniqueIDs || o.Generic }

// String prints the operation with the default options. An invalid operation prints in
// the generic form.
func (op *Operation) String() string { return string(Print(op, PrintOptions{})) }

// Print returns the text of an operation. For an operation without a parent the text is a file,
// with aliases and resources and a final newline; for any other operation it is only the operation,
// with the names that it has in its file.
func Print(op *Operation, opts PrintOptions) []byte {
	p := newPrinter(op, opts)
	p.top(op)
	if p.out.done == nil {
		return p.buf
	}
	return slices.Concat(append(p.out.done, p.buf)...)
}

// Begin is the place where the text of an operation begins.
type Begin struct {
	Op   *Operation
	Line int // from 0
}

// PrintLines is Print, and also returns the line of the text in which each operation begins, in the
// order of the text. Operations that begin inside of another operation's line, as in some custom
// forms, are omitted.
func PrintLines(op *Operation, opts PrintOptions) (text []byte, begins []Begin) {
	opts.Threads = 1
	p := newPrinter(op, opts)
	p.begins = &begins
	p.top(op)
	text = slices.Concat(append(p.out.done, p.buf)...)
	at, line := 0, 0
	for i := range begins {
		b := &begins[i]
		line += bytes.Count(text[at:b.Line], []byte("\n"))
		at, b.Line = b.Line, line
	}
	return text, begins
}

// Fprint writes the text that Print returns, piece by piece, until the writer reports an
// error.
func Fprint(w io.Writer, op *Operation, opts PrintOptions) error {
	p := newPrinter(op, opts)
	p.out.w = w
	p.top(op)
	p.out.write(p.buf)
	return p.out.err
}

// output receives the text in pieces, so that a large text is never moved: they are
// passed to a writer, or are kept until the whole is joined.
type output struct {
	w    io.Writer
	done [][]byte
	size int // bytes in done
	err  error
}

// pieceBytes is the size at which a piece of text is written out.
const pieceBytes = 256 << 10

func (o *output) write(piece []byte) {
	switch {
	case o.w == nil:
		o.done = append(o.done, piece)
		o.size += len(piece)
	case o.err == nil:
		_, o.err = o.w.Write(piece)
	}
}

// flush passes the text on when it is long enough for a piece.
func (p *Printer) flush() {
	if len(p.buf) >= pieceBytes && p.out != nil {
		p.handOn()
	}
}

// stopped reports whether the writer accepts no more text.
func (p *Printer) stopped() bool { return p.out != nil && p.out.err != nil }

// handOn hands the text on and makes room for another piece.
func (p *Printer) handOn() {
	p.out.write(p.buf)
	if p.out.w != nil && cap(p.buf) >= pieceBytes {
		p.buf = p.buf[:0]
	} else {
		p.buf = make([]byte, 0, pieceBytes+pieceBytes/8)
	}
}

func newPrinter(op *Operation, opts PrintOptions) *Printer {
	if !opts.Generic && !opts.AssumeVerified && Verify(op, nil) != nil {
		opts.Generic = true
	}
	// As shouldPrintUniqueSSAIDs upstream.
	opts.UniqueIDs = opts.UniqueIDs || opts.Generic
	if opts.Threads == 0 {
		opts.Threads = runtime.GOMAXPROCS(0)
	}
	root := op
	for !(opts.LocalScope && root.Has(IsolatedFromAbove)) && root.Parent() != nil {
		root = root.Parent()
	}
	p := &Printer{opts: &opts, ctx: ContextOf(op), dialects: []string{"builtin"}, out: &output{}}
	isolated := false
	p.workers, isolated = p.wantWorkers(op)
	p.names = numberFor(root, op, &opts, isolated)
	return p
}

func (p *Printer) top(op *Operation) {
	if op.block != nil || p.opts.LocalScope {
		p.line(op)
		return
	}
	p.collectAliases(op)
	p.aliasDefinitions(false)
	p.line(op)
	p.buf = append(p.buf, '\n')
	p.aliasDefinitions(true)
	p.resourceSections()
}

// collectAliases runs the printer once without output, to find the types and attributes that it
// prints, in order.
func (p *Printer) collectAliases(op *Operation) {
	p.collect = newAliasVisits(p.ctx)
	p.operation(op)
	n := len(p.collect.list)
	c := &aliasCollector{ctx: p.ctx, entries: make([]*aliasEntry, 0, n), byNode: make(map[*storage]*aliasEntry, n)}
	for _, v := range p.collect.list {
		c.visit(v.node, v.deferrable, v.elideType)
	}
	if t := c.table(); len(t.byNode) > 0 {
		p.aliases = t
	}
	p.collect = nil
	p.buf = p.buf[:0]
}

// collectInParallel is collectAliases for operations of a block: goroutines process parts
// of the list, and their results are joined in order.
func (p *Printer) collectInParallel(ops []*Operation) {
	size := len(ops)/(8*p.workers) + 1
	parts := slices.Collect(slices.Chunk(ops, size))
	found := make([][]aliasVisit, len(parts))
	workers := make([]*Printer, p.workers)
	parallel.Do(p.workers, len(parts), func(worker, i int) {
		w := workers[worker]
		if w == nil {
			w = p.fork()
			w.collect = newAliasVisits(p.ctx)
			workers[worker] = w
		}
		from := len(w.collect.list)
		for _, op := range parts[i] {
			w.operation(op)
		}
		found[i] = w.collect.list[from:]
	})
	p.collect.list = slices.Concat(append([][]aliasVisit{p.collect.list}, found...)...)
}

func (p *Printer) aliasDefinitions(deferred bool) {
	if p.aliases == nil {
		return
	}
	for _, e := range p.aliases.order {
		if e.deferrable != deferred {
			continue
		}
		p.Str(e.text).Str(" = ")
		p.body(e.node, false)
		p.Str("\n").flush()
	}
}

// parallelOps is the number of operations below which goroutines cost more than they
// save.
const parallelOps = 4096

// wantWorkers returns the number of goroutines for printing: more than one only for a
// file with at least parallelOps operations, and only when no printed number depends on
// text that was printed before. If there are several isolated operations, the goroutines
// share these, and number them themselves; otherwise they share the operations of large
// blocks.
func (p *Printer) wantWorkers(op *Operation) (workers int, isolated bool) {
	o := p.opts
	if o.Threads < 2 || op.block != nil || o.unique() || o.ValueUsers || o.SkipRegions || p.ctx.distinct.Load() > 0 {
		return 1, false
	}
	n, ops := 0, 0
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := range b.Ops() {
				if o.Has(IsolatedFromAbove) && o.NumRegions() > 0 {
					n++
				}
				ops = countOps(o, ops+1)
			}
		}
	}
	switch {
	case ops < parallelOps:
		return 1, false
	case n < 2:
		return o.Threads, false
	}
	return min(o.Threads, n), true
}

// sharedOps returns the operations of a block before end if several goroutines are to
// print them.
func (p *Printer) sharedOps(b *Block, end *Operation) []*Operation {
	if p.workers < 2 {
		return nil
	}
	if n := 0; !p.names.lazy {
		for op := b.first; op != end && n < sharedBlock; op = op.next {
			n++
		}
		if n < sharedBlock {
			return nil
		}
	}
	return b.opsUntil(end)
}

// sharedBlock is the least number of operations of a block that goroutines share.
const sharedBlock = 256

// countOps adds the operations inside op to n and stops at parallelOps.
func countOps(op *Operation, n int) int {
	for r := range op.Regions() {
		for b := range r.Blocks() {
			for o := b.first; o != nil && n < parallelOps; o = o.next {
				n = countOps(o, n+1)
			}
		}
	}
	return n
}

// linesInParallel prints operations of a block, each on a line.
func (p *Printer) linesInParallel(ops []*Operation) {
	p.inParallel(p.workers, len(ops), func(w *Printer, i int) { w.printShared(ops[i], p.names) })
}

// inParallel calls print for the numbers below n. A worker takes consecutive numbers and prints at
// most printAhead texts ahead of the text that is appended next.
func (p *Printer) inParallel(threads, n int, print func(w *Printer, i int)) {
	type slot struct {
		ready     chan struct{}
		things    int
		text      []byte
		before    [][]byte // long pieces of the text before
		resources resourceKeys
	}
	slots := make([]slot, min(n, printAhead*threads))
	// A worker needs a token to take numbers. There are as many tokens as slots, and a token is
	// returned when a text is taken over, so that a slot never holds two texts.
	tokens := make(chan struct{}, len(slots))
	for i := range slots {
		slots[i].ready = make(chan struct{}, 1)
		tokens <- struct{}{}
	}
	var mu sync.Mutex
	next, taken, size := 0, 0, 1 // next number; how often workers took numbers, and how many a worker takes
	var workers parallel.Group
	for range threads {
		w := p.fork()
		workers.Go(func() {
			for {
				<-tokens
				mu.Lock()
				from, to := next, min(next+size, n)
				s := &slots[taken%len(slots)]
				next = to
				taken++
				mu.Unlock()
				if from == to {
					return
				}
				workers.Try(func() {
					s.things = to - from
					defer func() { s.ready <- struct{}{} }()
					w.buf, w.out, w.resources = s.text[:0], &output{}, resourceKeys{}
					for i := from; i < to; i++ {
						print(w, i)
					}
					s.text, s.before, s.resources = w.buf, w.out.done, w.resources
				})
				// The slot may be in use again.
				length, long := len(w.buf), len(w.out.done) > 0
				mu.Lock()
				switch {
				case length < partBytes/2 && !long:
					size = 2 * (to - from)
				case length > partBytes || long:
					size = max(1, (to-from)/2)
				}
				mu.Unlock()
			}
		})
	}
	for done, i := 0, 0; done < n; i++ {
		s := &slots[i%len(slots)]
		<-s.ready
		workers.Check()
		whole := len(s.text) >= pieceBytes && p.out.w != nil // not worth copying
		if len(p.buf) > 0 && (whole || len(s.before) > 0 || len(p.buf)+len(s.text) > cap(p.buf)) {
			p.handOn()
		}
		for _, piece := range s.before {
			p.out.write(piece)
		}
		s.before = nil
		if whole {
			p.out.write(s.text)
		} else {
			p.buf = append(p.buf, s.text...)
		}
		p.resources.merge(s.resources)
		done += s.things
		tokens <- struct{}{}
	}
}

// partBytes is the length of text that a worker prints before it takes more numbers, because
// passing on the text of a small function takes as long as printing it.
const partBytes = 32 << 10

// printAhead is the number of texts that a worker may print before they are taken over.
const printAhead = 8

// fork returns a printer for another goroutine that shares the read-only state.
func (p *Printer) fork() *Printer {
	w := *p
	if p.names.lazy {
		w.names = p.names.fork()
	}
	w.forked, w.workers, w.buf, w.out, w.resources = true, 1, nil, nil, resourceKeys{}
	w.dialects = slices.Clone(p.dialects)
	return &w
}

// printShared prints one of the operations that goroutines share; their printers were forked from a
// printer with these names.
func (p *Printer) printShared(op *Operation, names *ssaNames) {
	known := len(p.names.names)
	if names.lazy && op.Has(IsolatedFromAbove) && op.NumRegions() > 0 {
		p.names.isolated(op, names.lazyFrom)
	}
	p.line(op)
	p.buf = append(p.buf, '\n')
	if names.lazy {
		p.names.names = p.names.names[:known]
	}
}
