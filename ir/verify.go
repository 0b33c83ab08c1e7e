package ir

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"optc/internal/base/parallel"
)

// The verifier checks, for every operation, in this order; it reports the first violation
// in each isolated operation (Verifier.cpp upstream):
//
//   - No operand is missing; dialects accept their discardable attributes.
//   - The numbers of regions, results, successors and operands are as declared,
//     and the segment sizes add up.
//   - Regions of SingleBlock operations have at most one block; HasParent.
//   - Inherent attributes are present and satisfy their constraints; then the
//     types of operands and results do; then the declared relations hold; then
//     regions have the declared number of blocks.
//   - The traits hold; branches pass what their successors expect; symbols have
//     names; Verify of the definition agrees.
//   - Graph regions have one block; no block branches to an entry block.
//   - Blocks end with a terminator and have successors nowhere else, all in the
//     same region.
//   - The nested operations are valid.
//   - Isolated operations use no value from outside; regions end with the declared
//     terminator; symbols are unique and symbol uses resolve; VerifyRegions agrees.
//   - Unregistered operations are allowed by the context.
//   - Every operand is defined before it is used, on every path.
type verifier struct {
	ctx  *Context
	run  context.Context
	text sync.Mutex // held to print an operation, which numbers values
}

// Verify checks op and all operations in it. Diagnostics go to sink, which may be nil, in the order
// of the text; the error is of type Errors.
func Verify(op *Operation, sink Sink) error {
	return VerifyContext(context.Background(), op, sink, 0)
}

// VerifyContext is Verify with at most the given number of threads, 0 for one per
// processor, until ctx ends. The diagnostics do not depend on the number of threads.
func VerifyContext(ctx context.Context, op *Operation, sink Sink, threads int) error {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	v := &verifier{ctx: ContextOf(op), run: ctx}
	u := unit{verifier: v, threads: threads}
	ok := u.verify(op)
	if err := ctx.Err(); err != nil && !ok {
		return fmt.Errorf("verification was stopped: %w", err)
	}
	Report(sink, u.diags...)
	return ErrorsOf(u.diags)
}

// unit verifies an isolated operation, except for isolated operations in it.
type unit struct {
	*verifier
	root    *Operation
	threads int // goroutines that may work on the unit
	visited int // operations
	doubts  doubts
	dom     Dominance
	diags   []*Diagnostic
	// users are the operations that refer to symbols, in the order of the text, except
	// those in complete symbol tables.
	users []*Operation
}

// verify checks the operation. When control flow is known to be well formed, it then
// checks that definitions dominate uses.
func (u *unit) verify(op *Operation) bool {
	u.root = op
	return u.operation(op) && (!u.doubts.late || op.NumRegions() == 0 || u.dominance(op))
}

// check reports d, and returns whether d is nil.
func (u *unit) check(d *Diagnostic) bool {
	if d != nil {
		u.diags = append(u.diags, d)
	}
	return d == nil
}

// stopped checks from time to time whether the run has ended.
func (u *unit) stopped() bool {
	return u.visited%pollOps == 0 && u.run.Err() != nil
}

// pollOps is the number of operations after which a run checks whether its context has
// ended.
const pollOps = 1024

func (u *unit) operation(op *Operation) bool {
	if u.visited++; u.stopped() || !u.check(u.enter(op)) {
		return false
	}
	if op.def.Interfaces.SymbolUser != nil {
		u.users = append(u.users, op)
	}
	if op.tail == nil || len(op.tail.regions()) == 0 {
		return u.check(u.leave(op))
	}
	var isolated []isolatedOps
	var ok bool
	users := len(u.users)
	for i := range op.tail.regions() {
		for b := op.tail.regions()[i].first; b != nil; b = b.next {
			b.renumber()
			if b.Empty() && !u.check(u.enterBlock(b)) {
				return false
			}
			if isolated, ok = u.block(b, isolated); !ok {
				return false
			}
			if !u.check(u.leaveBlock(b)) {
				return false
			}
		}
	}
	if !u.isolated(isolated) || !u.check(u.leave(op, u.users[users:]...)) {
		return false
	}
	if op.Has(SymbolTable) {
		u.users = u.users[:users]
	}
	return true
}

// block verifies the operations of a block, on several goroutines if there are many, and
// appends the isolated operations, which are verified later, to a list.
func (u *unit) block(b *Block, isolated []isolatedOps) (_ []isolatedOps, ok bool) {
	starts := u.partsOf(b)
	if len(starts) == 0 {
		return u.part(b, b.first, nil, isolated)
	}
	parts := make([]struct {
		unit
		isolated []isolatedOps
		ok       bool
	}, len(starts))
	parallel.Do(u.threads, len(parts), func(_, i int) {
		var end *Operation
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		p := &parts[i]
		p.unit = unit{verifier: u.verifier, root: u.root, threads: 1}
		if u.run.Err() == nil {
			p.isolated, p.ok = p.part(b, starts[i], end, nil)
		}
	})
	for i := range parts {
		p := &parts[i]
		for _, ops := range p.isolated {
			ops.at += len(u.users)
			isolated = append(isolated, ops)
		}
		u.users, u.diags = append(u.users, p.users...), append(u.diags, p.diags...)
		u.doubts.outside, u.doubts.late = u.doubts.outside || p.doubts.outside, u.doubts.late || p.doubts.late
		if !p.ok {
			return isolated, false
		}
	}
	return isolated, true
}

// partsOf returns the first operations of the parts of a block that goroutines share. It returns
// nil if the block is small or contains isolated operations, which goroutines share later.
func (u *unit) partsOf(b *Block) (starts []*Operation) {
	if u.threads < 2 || b.Empty() || b.first.Has(IsolatedFromAbove) {
		return nil
	}
	n := 0
	for op := b.first; op != nil; op = op.next {
		if n%partOps == 0 && n > 0 {
			if starts == nil {
				starts = append(starts, b.first)
			}
			starts = append(starts, op)
		}
		n++
	}
	return starts
}

// partOps is the number of operations of a block that a goroutine takes at a time.
const partOps = 512

// part verifies the operations of a block from the given one up to another.
func (u *unit) part(b *Block, from, end *Operation, isolated []isolatedOps) (_ []isolatedOps, ok bool) {
	before := len(u.diags)
	for o := from; o != end; o = o.next {
		switch {
		case o != b.last && o.NumSuccessors() != 0:
			return isolated, u.check(u.enterBlock(b))
		case isIsolated(o):
			u.operands(o)
			isolated = appendIsolated(isolated, o, len(u.users))
		case !u.operation(o):
			if d := u.enterBlock(b); d != nil { // comes first
				u.diags = append(u.diags[:before], d)
			}
			return isolated, false
		}
	}
	return isolated, true
}

// isolatedOps holds isolated operations of a block with no user of a symbol between them.
// A goroutine verifies them together.
type isolatedOps struct {
	first *Operation
	n     int
	at    int // number of users before them
	users []*Operation
	diags []*Diagnostic
}

func isIsolated(op *Operation) bool { return op.NumRegions() > 0 && op.Has(IsolatedFromAbove) }

// appendIsolated adds an operation that comes after the given number of users. The longer
// the list is, the more operations are grouped, so that a few large operations are
// distributed and a list of very many small operations stays short.
func appendIsolated(list []isolatedOps, op *Operation, users int) []isolatedOps {
	if n := len(list); n > 0 {
		if last := &list[n-1]; last.n <= n/32 && last.at == users && last.first.block == op.block {
			last.n++
			return list
		}
	}
	return append(list, isolatedOps{first: op, n: 1, at: users})
}

// all iterates over the operations.
func (ops *isolatedOps) all(yield func(*Operation) bool) {
	for op, left := ops.first, ops.n; left > 0; op = op.next {
		if isIsolated(op) {
			if left--; !yield(op) {
				return
			}
		}
	}
}

// isolated verifies operations that are independent of each other, on several goroutines
// if they are large, and reports in their order. The users in them are inserted before
// the users that follow them.
func (u *unit) isolated(list []isolatedOps) bool {
	if len(list) == 0 {
		return true
	}
	workers := u.threads
	if size := 0; workers > 1 {
		for i := range list {
			for op := range list[i].all {
				size = countOps(op, size)
			}
		}
		if size < parallelOps {
			workers = 1
		}
	}
	workers = max(1, min(workers, len(list)))
	units, share := make([]unit, workers), max(1, u.threads/workers)
	parallel.Do(workers, len(list), func(worker, i int) {
		w, ops := &units[worker], &list[i]
		for op := range ops.all {
			if u.run.Err() != nil {
				return
			}
			*w = unit{verifier: u.verifier, threads: share, users: w.users, diags: w.diags}
			w.verify(op)
		}
		ops.users, ops.diags = slices.Clone(w.users), slices.Clone(w.diags)
		w.users, w.diags = w.users[:0], w.diags[:0]
	})
	if u.run.Err() != nil {
		return false
	}
	reported, n := len(u.diags), len(u.users)
	for i := range list {
		u.diags = append(u.diags, list[i].diags...)
		n += len(list[i].users)
	}
	if n > len(u.users) {
		all, from := make([]*Operation, 0, n), 0
		for i := range list {
			all = append(append(all, u.users[from:list[i].at]...), list[i].users...)
			from = list[i].at
		}
		u.users = append(all, u.users[from:]...)
	}
	return len(u.diags) == reported
}

// enter checks the operation without the operations nested in it.
func (u *unit) enter(op *Operation) *Diagnostic {
	for i := range op.operands() {
		if op.operands()[i].value == nil {
			return op.PlainErrorf("null operand found")
		}
	}
	if op != u.root {
		u.operands(op)
	}
	if op.attrs != nil {
		if d := u.discardable(op); d != nil {
			return d
		}
	}
	if op.def.Registered() {
		if d := verifyDeclaration(op); d != nil {
			return d
		}
	}
	for i := range op.NumRegions() {
		r := op.Region(i)
		if op.Has(GraphRegion) && !r.Empty() && !r.HasOneBlock() {
			return op.Errorf("expects graph region #%d to have 0 or 1 blocks", i)
		}
		if !r.Empty() && !r.first.HasNoPredecessors() {
			return op.PlainErrorf("entry block of region may not have predecessors")
		}
	}
	return nil
}

func (u *unit) discardable(op *Operation) *Diagnostic {
	for _, e := range op.attrs.Entries {
		if d := u.ctx.Dialect(dialectOf(e.Name)); d != nil && d.VerifyAttr != nil {
			if diag := d.VerifyAttr(op, e); diag != nil {
				return diag
			}
		}
	}
	return nil
}

// The only block of an operation that needs no terminator, or that is not registered, may
// lack a terminator.
func (b *Block) mayLackTerminator() bool {
	r := b.region
	return r.HasOneBlock() && (r.op.Has(NoTerminator) || !r.op.def.Registered())
}

func (u *unit) enterBlock(b *Block) *Diagnostic {
	if b.Empty() {
		if b.mayLackTerminator() {
			return nil
		}
		op := b.region.op
		d := Errorf(op.Loc(), "empty block: expect at least a terminator")
		u.fixTerminator(d, op, op.Loc(), EmptyBlock)
		u.hintTerminator(d, op)
		if b.uses != nil {
			d.HintNote(b.uses.owner.Loc(), "the empty block is a successor of '%s'", b.uses.owner.Name())
		}
		return d
	}
	for op := b.first; op != b.last; op = op.next {
		if op.NumSuccessors() != 0 {
			return op.PlainErrorf("operation with block successors must terminate its parent block")
		}
	}
	return nil
}

func (u *unit) leaveBlock(b *Block) *Diagnostic {
	if b.last != nil && b.last.tail != nil {
		for i := range b.last.tail.successors() {
			if s := b.last.tail.successors()[i].block; s == nil || s.region != b.region {
				return b.last.Errorf("branching to block of a different region")
			}
		}
	}
	if b.mayLackTerminator() || b.Terminator() != nil {
		return nil
	}
	u.text.Lock()
	defer u.text.Unlock()
	d := b.last.PlainErrorf("block with no terminator, has %s", b.last.forMessage(Error, PrintOptions{}))
	op := b.region.op
	u.fixTerminator(d, op, b.last.Loc(), BlockEnd)
	return u.hintTerminator(d, op)
}

// fixTerminator adds a fix to a block of op that lacks its terminator, if there is a
// terminator that needs no operands.
func (u *unit) fixTerminator(d *Diagnostic, op *Operation, at Location, place FixPlace) {
	if names := u.ctx.terminators(op.def); len(names) == 1 && handsOnNothing(op) {
		d.Fixes = append(d.Fixes, Fix{Loc: at, New: names[0], Place: place})
	}
}

// handsOnNothing reports whether the terminators of an operation need no operands.
func handsOnNothing(op *Operation) bool {
	f := op.def.Interfaces.Callable
	return op.NumResults() == 0 && (f == nil || f.Type == nil || len(f.Type(op).Results) == 0)
}

// hintTerminator adds a hint with the operations that may end a block of op.
func (u *unit) hintTerminator(d *Diagnostic, op *Operation) *Diagnostic {
	if s := u.ctx.endsWith(op.def); s != "" {
		d.HintNote(op.Loc(), "%s", s)
	}
	return d
}

// HintTerminator adds a hint to the mistake that was just reported, with the operations
// that may end a block of an operation, and, if no values are passed on, a fix for the
// empty body that begins at pos.
func HintTerminator(p AsmParser, pos int, def *OpDef, handsOn bool) {
	c := p.Context()
	if s := c.endsWith(def); s != "" {
		p.HintAt(pos, "%s", s)
	}
	if names := c.terminators(def); len(names) == 1 && !handsOn {
		p.FixAt(pos, "{", "{ "+names[0])
	}
}

// endsWith describes the operations that may end a block of an operation; it is "" if
// that is not declared.
func (c *Context) endsWith(def *OpDef) string {
	names := c.terminators(def)
	if names == nil {
		return ""
	}
	return "a block of '" + def.Name() + "' ends with '" + strings.Join(names, "' or '") + "'"
}

// terminators returns the names of the terminators that are declared to be allowed only in such an
// operation.
func (c *Context) terminators(def *OpDef) (names []string) {
	dialect := c.Dialect(def.Dialect())
	if dialect == nil {
		return nil
	}
	for _, t := range dialect.Definitions().Ops {
		if t.Traits&Terminator == 0 {
			continue
		}
		for _, k := range t.Constraints {
			if parents, ok := k.(HasParent); ok && slices.Contains(KindNames(parents), def.Name()) {
				names = append(names, t.Name())
			}
		}
	}
	return names
}

// leave runs the checks that rely on valid nested operations. users are the operations
// inside that refer to symbols of op or from around it.
func (u *unit) leave(op *Operation, users ...*Operation) *Diagnostic {
	if op.def.Registered() {
		if u.doubts.outside && op.def.Traits&IsolatedFromAbove != 0 {
			if d := verifyIsolated(op); d != nil {
				return d
			}
		}
		return verifyRegions(op, users, u.threads)
	}
	name := dialectOf(op.Name())
	if d := u.ctx.Dialect(name); d == nil || d.Partial {
		if u.ctx.AllowUnregistered {
			return nil
		}
		return op.Errorf("created with unregistered dialect. If this is intended, please call " +
			"allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used")
	}
	return op.PlainErrorf("unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations", op.Name(), name)
}

// PlainErrorf is Errorf without the name of the operation before the message.
func (op *Operation) PlainErrorf(format string, args ...any) *Diagnostic {
	d := Errorf(op.Loc(), format, args...)
	d.Op = op
	return d
}
