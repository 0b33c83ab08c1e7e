package ir

import (
	"slices"
	"unsafe"
)

// Arena allocates operations, values and uses in chunks, so that a function of a hundred
// thousand operations costs a few thousand allocations. An arena is used by one goroutine
// at a time; everything allocated from it stays valid after the arena is gone.
type Arena struct {
	ops      []Operation
	values   []Value
	operands []OpOperand
	props    []Attribute

	lastProps map[*OpDef][]Attribute
	blocks    []Block
	args      []*Value
	argLocs   []Location

	tails      []opTail
	regions    []Region
	successors []BlockOperand
}

// The first chunk is small, later chunks grow.
const (
	minChunk = 16        // objects
	maxChunk = 128 << 10 // bytes
)

// takeFromChunk cuts n objects off the chunk, and allocates a new chunk when it is used
// up.
func takeFromChunk[T any](chunk *[]T, n int) []T {
	if n == 0 {
		return nil
	}
	if n > cap(*chunk)-len(*chunk) {
		var one T
		size := int(unsafe.Sizeof(one))
		*chunk = make([]T, 0, max(n, minChunk, min(2*cap(*chunk), maxChunk/size)))
		if bytes := cap(*chunk) * size; bytes >= maxChunk/2 {
			populate(unsafe.Pointer(unsafe.SliceData(*chunk)), uintptr(bytes))
		}
	}
	lo := len(*chunk)
	*chunk = (*chunk)[:lo+n]
	return (*chunk)[lo : lo+n : lo+n]
}

// NewBlock creates a block without arguments that belongs to no region.
func (a *Arena) NewBlock() *Block { return &takeFromChunk(&a.blocks, 1)[0] }

// AddArg appends an argument to a block.
func (a *Arena) AddArg(b *Block, t Type, l Location) *Value {
	v := &takeFromChunk(&a.values, 1)[0]
	v.typ, v.block, v.index = t, b, uint32(len(b.args))
	if b.args == nil { // enough for most blocks, which have one or two arguments
		b.args, b.argLocs = takeFromChunk(&a.args, 2)[:0], takeFromChunk(&a.argLocs, 2)[:0]
	}
	b.args = append(b.args, v)
	b.argLocs = append(b.argLocs, l)
	return v
}

// sharedProps returns a copy of inherent attributes. If the last operation of the same
// kind has equal attributes, the copy is that operation's list. Lists of attributes are
// never changed in place.
func (a *Arena) sharedProps(def *OpDef, props []Attribute) []Attribute {
	if last := a.lastProps[def]; slices.Equal(last, props) {
		return last
	}
	own := takeFromChunk(&a.props, len(props))
	copy(own, props)
	if a.lastProps == nil {
		a.lastProps = map[*OpDef][]Attribute{}
	}
	a.lastProps[def] = own
	return own
}

// NewOperation creates an operation from st. The operation belongs to no block. The
// slices of st are not kept, so that a state can be reused.
func (a *Arena) NewOperation(st *OpState) *Operation {
	op := &takeFromChunk(&a.ops, 1)[0]
	op.def = st.Def
	op.SetLoc(st.Loc)
	op.setOperands(takeFromChunk(&a.operands, len(st.Operands)))
	for i, v := range st.Operands {
		op.operands()[i].owner = op
		op.operands()[i].link(v)
	}
	op.setResults(takeFromChunk(&a.values, len(st.ResultTypes)))
	for i, t := range st.ResultTypes {
		r := &op.results()[i]
		r.typ, r.def, r.index = t, op, uint32(i)
	}
	if len(st.Props) > 0 {
		op.setProps(a.sharedProps(st.Def, st.Props))
	}
	op.attrs = st.Dict
	if len(st.Attrs) > 0 {
		op.attrs = st.Attrs[0].Value.Context().Dict(st.Attrs)
	}
	regions := max(len(st.Regions), st.NumRegions)
	if regions > 0 || len(st.Successors) > 0 {
		op.tail = &takeFromChunk(&a.tails, 1)[0]
		op.tail.firstRegion, op.tail.numRegions = packed(takeFromChunk(&a.regions, regions))
		op.tail.firstSuccessor, op.tail.numSuccessors = packed(takeFromChunk(&a.successors, len(st.Successors)))
		for i := range op.tail.regions() {
			op.tail.regions()[i].op = op
		}
		for i, r := range st.Regions {
			if r != nil {
				op.tail.regions()[i].TakeBody(r)
			}
		}
		for i, b := range st.Successors {
			op.tail.successors()[i].owner = op
			op.tail.successors()[i].Set(b)
		}
	}
	return op
}
