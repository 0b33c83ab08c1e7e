package ir

import (
	"encoding/binary"
	"iter"
	"slices"
)

// Operation is the only structure for operations, of every dialect. The meaning of the
// operation is in its definition (OpDef); dialects offer typed access through small views
// that own nothing.
type Operation struct {
	def        *OpDef
	block      *Block
	prev, next *Operation
	locFrom    *origin   // together with locPos the location
	attrs      *DictAttr // discardable attributes; nil when there are none
	tail       *opTail   // nil for operations without regions and successors

	// Each list is stored as its first element and its length; see packed.
	firstOperand                      *OpOperand
	firstResult                       *Value
	firstProp                         *Attribute
	numOperands, numResults, numProps uint32

	locPos  int32
	order   int32   // position in the block while the block's order is valid
	scratch scratch // for the algorithm that is currently rewriting the operation
}

// opTail holds the parts that few operations have.
type opTail struct {
	firstRegion               *Region
	firstSuccessor            *BlockOperand
	numRegions, numSuccessors uint32
}

// OpState is everything needed to create an operation.
type OpState struct {
	Loc         Location
	Def         *OpDef
	Operands    []*Value
	ResultTypes []Type
	Props       []Attribute // by index in Def.AttrNames; may be shorter or nil
	Attrs       []NamedAttr // discardable attributes
	Dict        *DictAttr   // discardable attributes if Attrs is empty
	Regions     []*Region   // contents are moved into the operation
	NumRegions  int         // used when Regions is nil
	Successors  []*Block
}

// SetProp sets the named inherent attribute. It panics when the definition has no such
// attribute, which is a mistake in the calling code.
func (st *OpState) SetProp(name string, a Attribute) {
	i := st.Def.AttrIndex(name)
	if i < 0 {
		panic("ir: " + st.Def.name + " has no inherent attribute " + name)
	}
	st.SetPropAt(i, a)
}

// Prop returns the inherent attribute of that name, or nil.
func (st *OpState) Prop(name string) Attribute {
	if i := st.Def.AttrIndex(name); i >= 0 && i < len(st.Props) {
		return st.Props[i]
	}
	return nil
}

// SetAttr sets an attribute, inherent if the definition has that name and discardable
// otherwise.
func (st *OpState) SetAttr(name string, a Attribute) {
	if st.Def.AttrIndex(name) >= 0 {
		st.SetProp(name, a)
		return
	}
	for i := range st.Attrs {
		if st.Attrs[i].Name == name {
			st.Attrs[i].Value = a
			return
		}
	}
	st.Attrs = append(st.Attrs, NamedAttr{name, a})
}

// SetSegments records how the operands divide into the groups of the definition.
func (st *OpState) SetSegments(c *Context, sizes ...int) {
	st.SetProp(operandSegmentSizes, SegmentAttr(c, sizes))
}

// SetResultSegments records how the results divide into the groups of the definition.
func (st *OpState) SetResultSegments(c *Context, sizes ...int) {
	st.SetProp(resultSegmentSizes, SegmentAttr(c, sizes))
}

// SegmentAttr returns the attribute of segment sizes; attributes for up to seven groups
// of fewer than 256 values, which is nearly all, are cached.
func SegmentAttr(c *Context, sizes []int) Attribute {
	key, small := uint64(len(sizes))<<56, len(sizes) < 8
	for i, n := range sizes {
		if small = small && n < 256; small {
			key |= uint64(n) << (8 * i)
		}
	}
	if !small {
		return newSegmentAttr(c, sizes)
	}
	c.segments.RLock()
	a := c.segments.m[key]
	c.segments.RUnlock()
	if a == nil {
		a = newSegmentAttr(c, sizes)
		c.segments.Lock()
		c.segments.m[key] = a
		c.segments.Unlock()
	}
	return a
}

func newSegmentAttr(c *Context, sizes []int) Attribute {
	s := make([]int32, len(sizes))
	for i, n := range sizes {
		s[i] = int32(n)
	}
	return c.DenseI32Array(s)
}

// Def returns the definition of the operation.
func (op *Operation) Def() *OpDef { return op.def }

// Name returns the full name, "dialect.op".
func (op *Operation) Name() string { return op.def.name }

// Kind returns the kind of the operation, for switches and as a key of maps; to test for
// a single kind use arith.AddI.Is(op).
func (op *Operation) Kind() Kind { return Kind(op.def.name) }

// Has reports whether the operation has all the given traits.
func (op *Operation) Has(t Traits) bool { return op.def.Traits&t == t }

// Loc returns the origin of the operation.
func (op *Operation) Loc() Location { return Location{op.locFrom, op.locPos} }

// SetLoc changes the origin of the operation.
func (op *Operation) SetLoc(l Location) { op.locFrom, op.locPos = l.from, l.pos }

// Block returns the block that contains the operation, or nil.
func (op *Operation) Block() *Block { return op.block }

// ParentRegion returns the region that contains the operation, or nil.
func (op *Operation) ParentRegion() *Region {
	if op.block == nil {
		return nil
	}
	return op.block.region
}

// Parent returns the operation whose region contains this one, or nil.
func (op *Operation) Parent() *Operation {
	if r := op.ParentRegion(); r != nil {
		return r.op
	}
	return nil
}

// Enclosing returns the nearest enclosing operation for which match holds, or nil.
func (op *Operation) Enclosing(match func(*Operation) bool) *Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if match(p) {
			return p
		}
	}
	return nil
}

// IsAncestorOf reports whether other is op or is nested in a region of op.
func (op *Operation) IsAncestorOf(other *Operation) bool {
	for ; other != nil; other = other.Parent() {
		if other == op {
			return true
		}
	}
	return false
}

// Next and Prev return the neighbours in the block, or nil.
func (op *Operation) Next() *Operation { return op.next }
func (op *Operation) Prev() *Operation { return op.prev }

// NumOperands returns the number of operands.
func (op *Operation) NumOperands() int { return int(op.numOperands) }

// Operand returns operand i.
func (op *Operation) Operand(i int) *Value { return op.operands()[i].value }

// OpOperand returns the use that is operand i.
func (op *Operation) OpOperand(i int) *OpOperand { return &op.operands()[i] }

// SetOperand replaces operand i.
func (op *Operation) SetOperand(i int, v *Value) { op.operands()[i].Set(v) }

// Operands yields the operands in order, with their numbers.
func (op *Operation) Operands() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		for i := range op.operands() {
			if !yield(i, op.operands()[i].value) {
				return
			}
		}
	}
}

// OperandList returns a copy of the operand list.
func (op *Operation) OperandList() []*Value {
	vs := make([]*Value, len(op.operands()))
	for i := range op.operands() {
		vs[i] = op.operands()[i].value
	}
	return vs
}

// SetOperands replaces the whole operand list. It does not adjust segment sizes.
func (op *Operation) SetOperands(vs []*Value) {
	for i := range op.operands() {
		op.operands()[i].unlink()
	}
	op.setOperands(make([]OpOperand, len(vs)))
	for i, v := range vs {
		op.operands()[i].owner = op
		op.operands()[i].link(v)
	}
}

// NumResults returns the number of results.
func (op *Operation) NumResults() int { return int(op.numResults) }

// Result returns result i.
func (op *Operation) Result(i int) *Value { return &op.results()[i] }

// Results yields the results in order, with their numbers.
func (op *Operation) Results() iter.Seq2[int, *Value] {
	return func(yield func(int, *Value) bool) {
		for i := range op.results() {
			if !yield(i, &op.results()[i]) {
				return
			}
		}
	}
}

// ResultList returns a new list of the results.
func (op *Operation) ResultList() []*Value {
	vs := make([]*Value, len(op.results()))
	for i := range op.results() {
		vs[i] = &op.results()[i]
	}
	return vs
}

// ResultTypes returns the types of the results.
func (op *Operation) ResultTypes() []Type {
	ts := make([]Type, len(op.results()))
	for i := range op.results() {
		ts[i] = op.results()[i].typ
	}
	return ts
}

// OperandTypes returns the types of the operands.
func (op *Operation) OperandTypes() []Type {
	ts := make([]Type, len(op.operands()))
	for i := range op.operands() {
		ts[i] = op.operands()[i].value.typ
	}
	return ts
}

// Unused reports whether no result has a use.
func (op *Operation) Unused() bool {
	for i := range op.results() {
		if op.results()[i].uses != nil {
			return false
		}
	}
	return true
}

// OperandGroup returns a new list of the operands in group g of the definition (one value for a
// plain operand, any number for a variadic operand), or nil if there are none.
func (op *Operation) OperandGroup(g int) []*Value {
	lo, hi := op.OperandRange(g)
	if lo == hi {
		return nil
	}
	vs := make([]*Value, hi-lo)
	for i := range vs {
		vs[i] = op.operands()[lo+i].value
	}
	return vs
}

// OperandRange returns the half-open range of operand numbers of group g.
func (op *Operation) OperandRange(g int) (lo, hi int) {
	d := op.def
	d.prepare()
	return op.valueRange(d.Operands, d.singleOperands, g, len(op.operands()), AttrSizedOperandSegments, operandSegmentSizes)
}

// OptionalOperand returns the value of an optional operand group, or nil.
func (op *Operation) OptionalOperand(g int) *Value {
	if lo, hi := op.OperandRange(g); lo < hi {
		return op.operands()[lo].value
	}
	return nil
}

// ResultGroup returns a new list of the results in group g of the definition.
func (op *Operation) ResultGroup(g int) []*Value {
	lo, hi := op.resultRange(g)
	vs := make([]*Value, hi-lo)
	for i := range vs {
		vs[i] = &op.results()[lo+i]
	}
	return vs
}

// resultRange returns the half-open range of result numbers of group g.
func (op *Operation) resultRange(g int) (lo, hi int) {
	d := op.def
	d.prepare()
	return op.valueRange(d.Results, d.singleResults, g, len(op.results()), AttrSizedResultSegments, resultSegmentSizes)
}

// valueRange finds group g among the n operands or results. single is the number of
// groups that are single values.
func (op *Operation) valueRange(groups []ValueDef, single, g, n int, sized Traits, name string) (lo, hi int) {
	if op.def.fixed {
		return min(g, n), min(g+1, n)
	}
	if op.def.Traits&sized == 0 {
		return groupRange(groups, single, g, n)
	}
	sizes, ok := op.Prop(op.def.segmentIndex(name)).(*DenseArrayAttr)
	if !ok || sizes.Len != len(groups) || len(sizes.Raw) != 4*sizes.Len {
		return groupRange(groups, single, g, n)
	}
	size := func(i int) int { return max(0, int(int32(binary.LittleEndian.Uint32(sizes.Raw[4*i:])))) }
	for i := range g {
		lo += size(i)
	}
	return min(lo, n), min(lo+size(g), n)
}

// groupRange finds group g among n values whose segment sizes are not recorded: either there is at
// most one variadic group, which gets the values that the other groups leave, or all variadic
// groups have the same size (SameVariadicOperandSize upstream).
func groupRange(groups []ValueDef, single, g, n int) (lo, hi int) {
	each := 0
	if variadic := len(groups) - single; variadic > 0 {
		each = max(0, (n-single)/variadic)
	}
	lo = g
	for i := range g {
		if groups[i].Kind != Single {
			lo += each - 1
		}
	}
	hi = lo + 1
	if groups[g].Kind != Single {
		hi = lo + each
	}
	return min(lo, n), min(hi, n)
}

// Attr returns the inherent or discardable attribute of that name, or nil.
func (op *Operation) Attr(name string) Attribute {
	if i := op.def.AttrIndex(name); i >= 0 {
		return op.Prop(i)
	}
	return op.attrs.Get(name)
}

// Prop returns inherent attribute number i of the definition, or nil.
func (op *Operation) Prop(i int) Attribute {
	if i < len(op.props()) {
		return op.props()[i]
	}
	return nil
}

// Properties returns the attribute that an unregistered operation has between < and > in
// its generic form, or nil.
func (op *Operation) Properties() Attribute {
	if op.def.Registered() {
		return nil
	}
	return op.Prop(0)
}

// SetAttr sets the named inherent or discardable attribute; nil removes it.
func (op *Operation) SetAttr(name string, a Attribute) {
	if i := op.def.AttrIndex(name); i >= 0 {
		props := slices.Clone(op.props())
		for len(props) <= i {
			props = append(props, nil)
		}
		props[i] = a
		op.setProps(props)
		return
	}
	entries := make([]NamedAttr, 0, op.attrs.Len()+1)
	if op.attrs != nil {
		entries = append(entries, op.attrs.Entries...)
	}
	entries = slices.DeleteFunc(entries, func(e NamedAttr) bool { return e.Name == name })
	if a != nil {
		entries = append(entries, NamedAttr{name, a})
	}
	op.setDiscardable(entries, a)
}

func (op *Operation) setDiscardable(entries []NamedAttr, any Attribute) {
	if len(entries) == 0 {
		op.attrs = nil
		return
	}
	op.attrs = entries[0].Value.Context().Dict(entries)
}

// Discardable returns the discardable attributes, or nil when there are none.
func (op *Operation) Discardable() *DictAttr { return op.attrs }

// SetDiscardable replaces all discardable attributes.
func (op *Operation) SetDiscardable(d *DictAttr) {
	if d.Len() == 0 {
		d = nil
	}
	op.attrs = d
}

// AllAttrs returns all inherent and discardable attributes that are set, by name.
func (op *Operation) AllAttrs() []NamedAttr {
	all := op.inherentAttrs()
	if op.attrs != nil {
		all = append(all, op.attrs.Entries...)
	}
	slices.SortFunc(all, compareNamed)
	return all
}

// Get returns the named attribute if it has type A, and the zero A otherwise.
func Get[A Attribute](op *Operation, name string) A {
	a, _ := op.Attr(name).(A)
	return a
}

// NumRegions returns the number of regions.
func (op *Operation) NumRegions() int {
	if op.tail == nil {
		return 0
	}
	return int(op.tail.numRegions)
}

// Region returns region i.
func (op *Operation) Region(i int) *Region { return &op.tail.regions()[i] }

// Regions yields the regions in order.
func (op *Operation) Regions() iter.Seq[*Region] {
	return func(yield func(*Region) bool) {
		for i := range op.NumRegions() {
			if !yield(&op.tail.regions()[i]) {
				return
			}
		}
	}
}

// NumSuccessors returns the number of successor blocks.
func (op *Operation) NumSuccessors() int {
	if op.tail == nil {
		return 0
	}
	return int(op.tail.numSuccessors)
}

// Successor returns successor block i.
func (op *Operation) Successor(i int) *Block { return op.tail.successors()[i].block }

// SetSuccessor replaces successor i.
func (op *Operation) SetSuccessor(i int, b *Block) { op.tail.successors()[i].Set(b) }

// Body returns the first block of region 0, or nil.
func (op *Operation) Body() *Block {
	if op.NumRegions() == 0 {
		return nil
	}
	return op.Region(0).first
}

// IsTerminator reports whether the operation is known to end its block.
func (op *Operation) IsTerminator() bool { return op.Has(Terminator) }

// IsBefore reports whether op comes before other in the block that holds both.
func (op *Operation) IsBefore(other *Operation) bool {
	op.block.renumber()
	return op.order < other.order
}

// Remove takes the operation out of its block without deleting it.
func (op *Operation) Remove() {
	b := op.block
	if b == nil {
		return
	}
	if op.prev != nil {
		op.prev.next = op.next
	} else {
		b.first = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	} else {
		b.last = op.prev
	}
	op.block, op.prev, op.next = nil, nil, nil
}

// MoveBefore moves the operation before other.
func (op *Operation) MoveBefore(other *Operation) {
	op.Remove()
	other.block.insert(op, other)
}

// MoveAfter moves the operation after other.
func (op *Operation) MoveAfter(other *Operation) {
	op.Remove()
	other.block.insert(op, other.next)
}

// MoveToEnd moves the operation to the end of a block.
func (op *Operation) MoveToEnd(b *Block) {
	op.Remove()
	b.insert(op, nil)
}

// Erase deletes the operation together with its regions. Its results must be unused.
func (op *Operation) Erase() {
	op.DropReferences()
	op.Remove()
}

// DropReferences removes every use of values and blocks by the operation and by all
// operations nested in it.
func (op *Operation) DropReferences() {
	for i := range op.operands() {
		op.operands()[i].unlink()
	}
	if op.tail == nil {
		return
	}
	for i := range op.tail.successors() {
		op.tail.successors()[i].unlink()
	}
	for i := range op.tail.regions() {
		for b := op.tail.regions()[i].first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				o.DropReferences()
			}
		}
	}
}

// ReplaceAllUsesWith replaces the uses of each result by the corresponding value.
func (op *Operation) ReplaceAllUsesWith(vs []*Value) {
	for i := range op.results() {
		op.results()[i].ReplaceAllUsesWith(vs[i])
	}
}
