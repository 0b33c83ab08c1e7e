package ir

// Pattern is a rewrite of a canonicalization or conversion. Its doc comment shows the IR
// before and after.
type Pattern struct {
	Name string
	Root OpKind // kind of the matched operation; nil matches every operation
	// Roots selects the operations for a pattern without Root, by interface for example;
	// nil: all.
	Roots func(d *OpDef) bool
	// Benefit orders the patterns of a root, larger first; 0 counts as 1.
	Benefit int
	// Rewrite changes the IR through rw and returns true, or changes nothing and returns
	// false. The operations that it creates are inserted before op with op's location,
	// unless Rewrite changes insertion point or location.
	Rewrite func(op *Operation, rw *Rewriter) bool
}

// Rewriter is the only way for patterns to change the IR: every change is reported to the listener,
// so that counting, tracing and the greedy driver require nothing from the patterns.
type Rewriter struct {
	*Builder
}

// NewRewriter returns a rewriter that reports to l, which may be nil.
func NewRewriter(c *Context, l Listener) *Rewriter {
	b := NewBuilder(c)
	b.Listener = l
	return &Rewriter{b}
}

// Replace replaces the results of op by vs and erases op. A value may be nil if the result has no
// uses.
func (rw *Rewriter) Replace(op *Operation, vs ...*Value) {
	if rw.Listener != nil {
		rw.Listener.Replacing(op, vs)
	}
	for i, v := range vs {
		if v != nil {
			rw.replaceUses(op.Result(i), v)
		}
	}
	rw.Erase(op)
}

// ReplaceUses replaces every use of v by w, which takes over v's name.
func (rw *Rewriter) ReplaceUses(v, w *Value) { rw.replaceUses(v, w) }

func (rw *Rewriter) replaceUses(v, w *Value) {
	if v == w {
		return
	}
	w.TakeName(v)
	for v.uses != nil {
		owner := v.uses.owner
		v.uses.Set(w)
		if rw.Listener != nil {
			rw.Listener.Modified(owner)
		}
	}
}

// Erase deletes op and the operations nested in it; its results must be unused. If there
// is a listener, the operations are erased one by one, users before definitions, so that
// the listener sees consistent IR at every step.
func (rw *Rewriter) Erase(op *Operation) {
	if rw.before == op {
		rw.before = op.next
	}
	if rw.Listener == nil {
		op.Erase()
		return
	}
	rw.eraseTree(op)
}

func (rw *Rewriter) eraseTree(op *Operation) {
	for i := op.NumRegions() - 1; i >= 0; i-- {
		r := op.Region(i)
		for !r.Empty() {
			blocks := PostOrder(r.first)
			for _, b := range blocks {
				for b.last != nil {
					rw.eraseTree(b.last)
				}
			}
			for _, b := range blocks {
				b.dropUses()
				b.Remove()
			}
		}
	}
	rw.Listener.Erasing(op)
	op.Erase()
}

// EraseBlock deletes a block with its operations.
func (rw *Rewriter) EraseBlock(b *Block) {
	for b.last != nil {
		rw.Erase(b.last)
	}
	b.Remove()
}

// Modify changes op in place through f.
func (rw *Rewriter) Modify(op *Operation, f func()) {
	f()
	if rw.Listener != nil {
		rw.Listener.Modified(op)
	}
}

// InlineBlock moves the operations of a block to the place before before (or to the end
// of dest when before is nil), replaces the arguments by args and erases the block.
func (rw *Rewriter) InlineBlock(b *Block, dest *Block, before *Operation, args []*Value) {
	for i, a := range b.args {
		rw.replaceUses(a, args[i])
	}
	for op := range b.Ops() {
		op.Remove()
		dest.insert(op, before)
		if rw.Listener != nil {
			rw.Listener.Inserted(op)
		}
	}
	b.Remove()
}
