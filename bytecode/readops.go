package bytecode

import (
	"slices"

	"optc/internal/base/parallel"
	"optc/ir"
	"optc/parser"
)

// isolated are the regions of an operation that use no value from outside, so that
// they are read on their own, in parallel with others.
type isolated struct {
	op    *ir.Operation
	body  cursor
	depth int
}

// readIR reads the operations: those at the top first, then the regions that were
// put off, and so on inwards.
func (r *reader) readIR(c *cursor) (*ir.Operation, *Error) {
	workers := make([]*worker, max(1, r.threads()))
	for i := range workers {
		workers[i] = r.newWorker()
	}
	top := ir.NewBlock(nil, nil)
	first := workers[0]
	first.block(c, top)
	if c.err == nil && c.left() > 0 {
		c.fail("%d bytes behind the end of the operations", c.left())
	}
	first.orderUses(c)
	if c.err != nil {
		return nil, c.err
	}
	for todo := first.takePending(); len(todo) > 0; {
		parallel.Do(len(workers), len(todo), func(worker, i int) {
			workers[worker].isolated(&todo[i])
		})
		var next []isolated
		var err *Error
		for i := range todo {
			if e := todo[i].body.err; e != nil && (err == nil || e.Offset < err.Offset) {
				err = e
			}
		}
		if err != nil {
			return nil, err
		}
		for _, w := range workers {
			next = append(next, w.takePending()...)
		}
		todo = next
	}
	return r.module(c, top)
}

// module returns the only operation of a block if that may represent the file, and
// otherwise a module around all of them.
func (r *reader) module(c *cursor, top *ir.Block) (*ir.Operation, *Error) {
	only := top.Front()
	switch single := only != nil && only == top.Back(); {
	case single && (r.opts.NoImplicitModule || ir.Is[ir.ModuleOp](only)):
		only.Remove()
		return only, nil
	case r.opts.NoImplicitModule:
		c.fail("expected a single top-level operation")
		return nil, c.err
	}
	module := (&ir.Arena{}).NewOperation(&ir.OpState{Def: r.ctx.MustOpDef(ir.ModuleOp{}), NumRegions: 1, Loc: ir.LocationOf(r.ctx.FileLoc(r.name, 0, 0))})
	module.Region(0).Append(top)
	return module, nil
}

// pollEvery is the number of operations after which a worker checks whether the run has ended.
const pollEvery = 1024

// worker holds the buffers of a goroutine that reads operations.
type worker struct {
	*reader
	arena *ir.Arena
	st    ir.OpState
	depth int
	polls int // operations since the start

	// values are the values of the enclosing regions, outermost first; the values of the innermost
	// isolated region begin at scope. next and end delimit the values of the innermost region that are
	// not defined yet: they are nil, or placeholders if they were used.
	values           []*ir.Value
	scope, next, end int
	blocks           []*ir.Block // blocks of the enclosing regions
	regionBlocks     int         // begin of the blocks of the innermost region

	locs        map[int]ir.Location // see reader.location
	props       []propertyList      // by number
	dicts       map[dictUse]*splitDict
	orders      []useOrder
	pending     []isolated
	placeholder *ir.OpDef
	own         ir.OpState // memory for properties
}

func (r *reader) newWorker() *worker {
	return &worker{
		reader:      r,
		arena:       &ir.Arena{},
		locs:        map[int]ir.Location{},
		props:       make([]propertyList, len(r.properties)),
		dicts:       map[dictUse]*splitDict{},
		placeholder: &ir.OpDef{Kind: "forward.reference"},
	}
}

// takePending returns the regions that were put off since the last call.
func (w *worker) takePending() []isolated {
	p := w.pending
	w.pending = nil
	return p
}

// isolated reads regions that were put off.
func (w *worker) isolated(it *isolated) {
	w.depth = it.depth
	w.values, w.scope, w.next, w.end = w.values[:0], 0, 0, 0
	w.blocks, w.regionBlocks = w.blocks[:0], 0
	for region := range it.op.Regions() {
		w.region(&it.body, region)
	}
	if it.body.err == nil && it.body.left() > 0 {
		it.body.fail("%d bytes behind the end of the regions", it.body.left())
	}
	w.orderUses(&it.body)
}

// region reads a region from c into the empty region into.
func (w *worker) region(c *cursor, into *ir.Region) {
	blocks := c.count("blocks")
	if blocks == 0 {
		return
	}
	at := c.pos
	n := c.count("values")
	base, outerNext, outerEnd := len(w.values), w.next, w.end
	firstBlock, outerBlocks := len(w.blocks), w.regionBlocks
	switch w.depth++; {
	case w.depth > parser.MaxDepth:
		c.fail("nesting is deeper than the limit of %d", parser.MaxDepth)
	case base+n > len(c.data) || firstBlock+blocks > len(c.data): // each takes a byte
		c.failAt(at, "regions around announce more values and blocks than there are bytes")
	}
	if c.err == nil {
		w.values = extended(w.values, n)
		w.blocks = extended(w.blocks, blocks)
	}
	w.next, w.end, w.regionBlocks = base, base+n, firstBlock
	for i := 0; i < blocks && c.err == nil; i++ {
		b := w.blockAt(i)
		into.Append(b)
		w.block(c, b)
	}
	if c.err == nil && w.next != w.end {
		c.failAt(at, "region has %d values, but %d were announced", w.next-base, n)
	}
	w.values, w.next, w.end = w.values[:base], outerNext, outerEnd
	w.blocks, w.regionBlocks = w.blocks[:firstBlock], outerBlocks
	w.depth--
}

// extended returns a list with n more elements that are nil.
func extended[T any](list []*T, n int) []*T {
	list = slices.Grow(list, n)[:len(list)+n]
	clear(list[len(list)-n:])
	return list
}

// blockAt returns a block of the innermost region. The block is made when it is first referred to.
func (w *worker) blockAt(i int) *ir.Block {
	b := &w.blocks[w.regionBlocks+i]
	if *b == nil {
		*b = w.arena.NewBlock()
	}
	return *b
}

// block reads the arguments and operations of a block.
func (w *worker) block(c *cursor, b *ir.Block) {
	at := c.pos
	ops, hasArgs := c.flagged()
	if !c.checkCount(ops, 3, "operations") {
		return
	}
	if hasArgs {
		w.blockArgs(c, at, b)
	}
	for i := uint64(0); i < ops && c.err == nil; i++ {
		if w.polls++; w.polls%pollEvery == 0 && w.run.Err() != nil {
			c.fail("stopped")
			return
		}
		w.op(c, b)
	}
}

func (w *worker) blockArgs(c *cursor, at int, b *ir.Block) {
	n := c.count("arguments")
	for range n {
		var t ir.Type
		hasLoc := true
		if w.version >= elidedArgLocations {
			i := uint64(0)
			if i, hasLoc = c.flagged(); i >= uint64(len(w.types)) {
				c.failAt(at, "reference to type %d, but there are %d", i, len(w.types))
			}
			if c.err != nil {
				return
			}
			t = w.types[i]
		} else {
			t = w.typ(c)
		}
		var loc ir.Location
		if hasLoc {
			loc = w.location(c)
		}
		if c.err != nil {
			return
		}
		w.define(c, at, w.arena.AddArg(b, t, loc))
	}
	if w.version >= useListOrders && c.byte()&hasUseListOrders != 0 {
		first := len(w.orders)
		w.useOrders(c, n)
		for i := range w.orders[first:] {
			o := &w.orders[first+i]
			o.value = b.Arg(o.index)
		}
	}
}

// define makes the next value of the innermost region known.
func (w *worker) define(c *cursor, at int, v *ir.Value) {
	if w.next == w.end {
		c.failAt(at, "region has more values than were announced")
		return
	}
	if used := w.values[w.next]; used != nil {
		used.ReplaceAllUsesWith(v) // reverses the order of the uses
		uses := usesOf(v)
		slices.Reverse(uses)
		v.OrderUses(uses)
	}
	w.values[w.next] = v
	w.next++
}

// operand reads a use of a value.
func (w *worker) operand(c *cursor) *ir.Value {
	i := c.index(len(w.values)-w.scope, "value")
	if c.err != nil {
		return nil
	}
	v := &w.values[w.scope+i]
	if *v == nil {
		*v = w.arena.NewOperation(&ir.OpState{Def: w.placeholder, ResultTypes: []ir.Type{w.ctx.None()}}).Result(0)
	}
	return *v
}

// op reads an operation and appends it to a block.
func (w *worker) op(c *cursor, into *ir.Block) {
	at := c.pos
	name := c.index(len(w.ops), "name of an operation")
	mask := c.byte()
	loc := w.location(c)
	if c.err != nil {
		return
	}
	o := &w.ops[name]
	if o.err != "" {
		c.failAt(at, "%s", o.err)
		return
	}
	st := &w.st
	st.Loc, st.Def = loc, o.def
	w.attributes(c, o, mask)
	st.ResultTypes = st.ResultTypes[:0]
	if mask&hasResults != 0 {
		for range c.count("results") {
			st.ResultTypes = append(st.ResultTypes, w.typ(c))
		}
	}
	st.Operands = st.Operands[:0]
	if mask&hasOperands != 0 {
		for range c.count("operands") {
			st.Operands = append(st.Operands, w.operand(c))
		}
	}
	st.Successors = st.Successors[:0]
	if mask&hasSuccessors != 0 {
		w.successors(c, at)
	}
	orders := len(w.orders)
	if mask&hasUseListOrders != 0 {
		w.useOrders(c, len(st.ResultTypes))
	}
	st.NumRegions = 0
	regionsIsolated := false
	if mask&hasRegions != 0 {
		n := uint64(0)
		if n, regionsIsolated = c.flagged(); !c.checkCount(n, 1, "regions") {
			return
		}
		st.NumRegions = int(n)
	}
	if c.err != nil {
		return
	}
	op := w.arena.NewOperation(st)
	into.Append(op)
	for i := range op.NumResults() {
		w.define(c, at, op.Result(i))
	}
	for i := range w.orders[orders:] {
		o := &w.orders[orders+i]
		o.value = op.Result(o.index)
	}
	if mask&hasRegions != 0 {
		w.regions(c, op, regionsIsolated)
	}
}

func (w *worker) successors(c *cursor, at int) {
	st := &w.st
	if st.Def.Registered() && st.Def.Traits&ir.Terminator == 0 {
		c.failAt(at, "'%s' op has successors, but is no terminator", st.Def.Name())
		return
	}
	for range c.count("successors") {
		i := c.index(len(w.blocks)-w.regionBlocks, "block")
		if c.err != nil {
			return
		}
		st.Successors = append(st.Successors, w.blockAt(i))
	}
}

// regions reads the regions of an operation or, if they are a section, puts that off.
func (w *worker) regions(c *cursor, op *ir.Operation, isIsolated bool) {
	if isIsolated && w.version >= lazyRegions {
		at := c.pos
		number, body := c.section()
		if c.err == nil && number != irSection {
			c.failAt(at, "expected a section of operations, but got section %d", number)
		}
		if c.err == nil && !haveNoBlocks(&body, op.NumRegions()) {
			w.pending = append(roomFor(w.pending, 1), isolated{op, body, w.depth})
		}
		return
	}
	scope := w.scope
	if isIsolated {
		w.scope = len(w.values)
	}
	for region := range op.Regions() {
		w.region(c, region)
	}
	w.scope = scope
}

// haveNoBlocks reports whether n regions are without blocks, as the regions of declarations are, so
// that there is nothing to read.
func haveNoBlocks(c *cursor, n int) bool {
	for _, b := range c.data[c.pos:] {
		if b != 1 { // the encoding of 0
			return false
		}
	}
	return c.left() == n
}

// location reads the location of an operation or block argument.
func (w *worker) location(c *cursor) ir.Location {
	at := c.pos
	i := c.index(len(w.attrs), "attribute")
	if c.err != nil {
		return ir.Location{}
	}
	if l := w.reader.locs[i]; l != (ir.Location{}) {
		return l
	}
	if l, ok := w.locs[i]; ok {
		return l
	}
	loc, ok := w.attrs[i].(ir.LocationAttr)
	if !ok {
		c.failAt(at, "expected a location, but got attribute %d", i)
		return ir.Location{}
	}
	var l ir.Location
	if loc != w.ctx.UnknownLoc() {
		l = ir.LocationOf(loc)
	}
	w.locs[i] = l
	return l
}
