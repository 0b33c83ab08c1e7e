package ir

import "iter"

// Region is a list of blocks inside an operation. The first block is the entry.
type Region struct {
	op          *Operation
	first, last *Block
}

// Parent returns the operation that owns the region, or nil for a region without owner.
func (r *Region) Parent() *Operation { return r.op }

// ParentRegion returns the region around the owning operation, or nil.
func (r *Region) ParentRegion() *Region {
	if r.op == nil {
		return nil
	}
	return r.op.ParentRegion()
}

// Empty reports whether the region has no block.
func (r *Region) Empty() bool { return r.first == nil }

// Front returns the entry block, or nil.
func (r *Region) Front() *Block { return r.first }

// Back returns the last block, or nil.
func (r *Region) Back() *Block { return r.last }

// HasOneBlock reports whether the region has exactly one block.
func (r *Region) HasOneBlock() bool { return r.first != nil && r.first == r.last }

// Index returns the number of the region in its operation.
func (r *Region) Index() int {
	i := 0
	for &r.op.tail.regions()[i] != r {
		i++
	}
	return i
}

// Blocks yields the blocks in order. The yielded block may be removed.
func (r *Region) Blocks() iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for b := r.first; b != nil; {
			next := b.next
			if !yield(b) {
				return
			}
			b = next
		}
	}
}

// IsAncestorOf reports whether other is r or is nested in it.
func (r *Region) IsAncestorOf(other *Region) bool {
	for ; other != nil; other = other.ParentRegion() {
		if other == r {
			return true
		}
	}
	return false
}

// Append puts a block at the end of the region.
func (r *Region) Append(b *Block) { r.insert(b, nil) }

// InsertBefore inserts a block before another block of the region.
func (r *Region) InsertBefore(b, before *Block) { r.insert(b, before) }

func (r *Region) insert(b, before *Block) {
	b.region = r
	prev := r.last
	if before != nil {
		prev = before.prev
	}
	b.prev, b.next = prev, before
	if prev != nil {
		prev.next = b
	} else {
		r.first = b
	}
	if before != nil {
		before.prev = b
	} else {
		r.last = b
	}
}

// TakeBody moves all blocks of another region to the end of r.
func (r *Region) TakeBody(from *Region) {
	for b := range from.Blocks() {
		b.Remove()
		r.Append(b)
	}
}

// Block is a list of operations with arguments.
type Block struct {
	region      *Region
	prev, next  *Block
	first, last *Operation
	args        []*Value
	argLocs     []Location
	uses        *BlockOperand
	num         uint32 // number in the region during a printing or a traversal
	ordered     bool   // the order fields of the operations are valid
}

// NewBlock returns a loose block with arguments of the given types.
func NewBlock(types []Type, locs []Location) *Block {
	b := &Block{}
	for i, t := range types {
		var l Location
		if i < len(locs) {
			l = locs[i]
		}
		b.AddArg(t, l)
	}
	return b
}

// Region returns the region that contains the block, or nil.
func (b *Block) Region() *Region { return b.region }

// ParentOp returns the operation whose region contains the block, or nil.
func (b *Block) ParentOp() *Operation {
	if b.region == nil {
		return nil
	}
	return b.region.op
}

// IsEntry reports whether the block is the first of its region.
func (b *Block) IsEntry() bool { return b.region != nil && b.region.first == b }

// Next and Prev return the neighbours in the region, or nil.
func (b *Block) Next() *Block { return b.next }
func (b *Block) Prev() *Block { return b.prev }

// Empty reports whether the block has no operation.
func (b *Block) Empty() bool { return b.first == nil }

// Front and Back return the first and the last operation, or nil.
func (b *Block) Front() *Operation { return b.first }
func (b *Block) Back() *Operation  { return b.last }

// Terminator returns the last operation if it may be a terminator, or nil. An
// unregistered operation may be a terminator.
func (b *Block) Terminator() *Operation {
	if b.last != nil && (b.last.Has(Terminator) || !b.last.def.Registered()) {
		return b.last
	}
	return nil
}

// Ops yields the operations in order. The yielded operation may be removed or moved.
func (b *Block) Ops() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for op := b.first; op != nil; {
			next := op.next
			if !yield(op) {
				return
			}
			op = next
		}
	}
}

// NumArgs returns the number of arguments.
func (b *Block) NumArgs() int { return len(b.args) }

// Arg returns argument i.
func (b *Block) Arg(i int) *Value { return b.args[i] }

// Args returns the arguments; the slice must not be changed.
func (b *Block) Args() []*Value { return b.args }

// ArgTypes returns the types of the arguments.
func (b *Block) ArgTypes() []Type {
	ts := make([]Type, len(b.args))
	for i, a := range b.args {
		ts[i] = a.typ
	}
	return ts
}

// AddArg appends an argument.
func (b *Block) AddArg(t Type, l Location) *Value { return b.InsertArg(len(b.args), t, l) }

// InsertArg inserts an argument at position i.
func (b *Block) InsertArg(i int, t Type, l Location) *Value {
	v := &Value{typ: t, block: b}
	b.args = append(b.args, nil)
	copy(b.args[i+1:], b.args[i:])
	b.args[i] = v
	b.argLocs = append(b.argLocs, Location{})
	copy(b.argLocs[i+1:], b.argLocs[i:])
	b.argLocs[i] = l
	for k := i; k < len(b.args); k++ {
		b.args[k].index = uint32(k)
	}
	return v
}

// SetArgLoc changes the location of argument i.
func (b *Block) SetArgLoc(i int, l Location) { b.argLocs[i] = l }

// EraseArg removes argument i, which must be unused.
func (b *Block) EraseArg(i int) {
	b.args = append(b.args[:i], b.args[i+1:]...)
	b.argLocs = append(b.argLocs[:i], b.argLocs[i+1:]...)
	for k := i; k < len(b.args); k++ {
		b.args[k].index = uint32(k)
	}
}

// eraseArgs deletes the arguments that drop selects by their number.
func (b *Block) eraseArgs(drop func(i int) bool) {
	kept := 0
	for i, a := range b.args {
		if drop(i) {
			continue
		}
		a.index = uint32(kept)
		b.args[kept], b.argLocs[kept] = a, b.argLocs[i]
		kept++
	}
	clear(b.args[kept:])
	b.args, b.argLocs = b.args[:kept], b.argLocs[:kept]
}

// Append puts an operation at the end.
func (b *Block) Append(op *Operation) { b.insert(op, nil) }

// TakeOps moves all operations of another block to the end of b.
func (b *Block) TakeOps(from *Block) {
	if from.first == nil {
		return
	}
	order := int32(-1)
	if b.last != nil {
		order = b.last.order
	}
	for op := from.first; op != nil; op = op.next {
		order++
		op.block, op.order = b, order
	}
	from.first.prev = b.last
	if b.last != nil {
		b.last.next = from.first
	} else {
		b.first, b.ordered = from.first, true
	}
	b.last = from.last
	from.first, from.last = nil, nil
}

// InsertBefore inserts an operation before another operation of the block, or at the end
// when before is nil.
func (b *Block) InsertBefore(op, before *Operation) { b.insert(op, before) }

func (b *Block) insert(op, before *Operation) {
	op.block = b
	if before != nil {
		b.ordered = false
	} else if b.last == nil {
		op.order, b.ordered = 0, true
	} else {
		op.order = b.last.order + 1
	}
	prev := b.last
	if before != nil {
		prev = before.prev
	}
	op.prev, op.next = prev, before
	if prev != nil {
		prev.next = op
	} else {
		b.first = op
	}
	if before != nil {
		before.prev = op
	} else {
		b.last = op
	}
}

// renumber updates the order fields of the operations so that they reflect the order in
// the block.
func (b *Block) renumber() {
	if !b.ordered {
		b.number()
	}
}

// number sets the order fields of the operations to their positions.
func (b *Block) number() {
	i := int32(0)
	for op := b.first; op != nil; op = op.next {
		op.order = i
		i++
	}
	b.ordered = true
}

// Remove takes the block out of its region without deleting it.
func (b *Block) Remove() {
	r := b.region
	if r == nil {
		return
	}
	if b.prev != nil {
		b.prev.next = b.next
	} else {
		r.first = b.next
	}
	if b.next != nil {
		b.next.prev = b.prev
	} else {
		r.last = b.prev
	}
	b.region, b.prev, b.next = nil, nil, nil
}

// HasNoPredecessors reports whether no terminator branches to the block.
func (b *Block) HasNoPredecessors() bool { return b.uses == nil }

// Predecessors yields the blocks that branch to this block, once per branch operand.
func (b *Block) Predecessors() iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for u := b.uses; u != nil; u = u.next {
			if !yield(u.owner.block) {
				return
			}
		}
	}
}

// SinglePredecessor returns the only block that branches to this block, over exactly one
// edge, or nil.
func (b *Block) SinglePredecessor() *Block {
	if b.uses == nil || b.uses.next != nil {
		return nil
	}
	return b.uses.owner.block
}

// Successors returns the blocks that the terminator branches to.
func (b *Block) Successors() []*Block {
	if b.last == nil || b.last.tail == nil {
		return nil
	}
	bs := make([]*Block, len(b.last.tail.successors()))
	for i := range bs {
		bs[i] = b.last.tail.successors()[i].block
	}
	return bs
}

// ReplaceAllUsesWith makes every branch to b a branch to c.
func (b *Block) ReplaceAllUsesWith(c *Block) {
	for b.uses != nil {
		b.uses.Set(c)
	}
}

// SplitBefore moves op and everything after it to a new block after b.
func (b *Block) SplitBefore(op *Operation) *Block {
	n := &Block{}
	b.region.insert(n, b.next)
	for o := op; o != nil; {
		next := o.next
		o.Remove()
		n.insert(o, nil)
		o = next
	}
	return n
}
