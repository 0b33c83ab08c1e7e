package ir

// Mapping maps values and blocks to their replacements in a copy. The zero value is empty
// and ready for use.
type Mapping struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
}

// Map sets the replacement of from.
func (m *Mapping) Map(from, to *Value) {
	if m.values == nil {
		m.values = map[*Value]*Value{}
	}
	m.values[from] = to
}

// MapBlock sets the replacement of from as a successor.
func (m *Mapping) MapBlock(from, to *Block) {
	if m.blocks == nil {
		m.blocks = map[*Block]*Block{}
	}
	m.blocks[from] = to
}

// Value returns the replacement of v, or v itself if there is none.
func (m *Mapping) Value(v *Value) *Value {
	if to := m.values[v]; to != nil {
		return to
	}
	return v
}

// Block returns the replacement of b, or b itself if there is none.
func (m *Mapping) Block(b *Block) *Block {
	if to := m.blocks[b]; to != nil {
		return to
	}
	return b
}

// Clone copies an operation with everything nested in it. Operands and successors are
// replaced according to the mapping, and the results, blocks and arguments of the copy
// are added to it. m may be nil. The copy belongs to no block.
func Clone(op *Operation, a *Arena, m *Mapping) *Operation {
	if m == nil {
		m = &Mapping{}
	}
	c := cloneShell(op, a, m)
	c.fill(op, a, m)
	return c
}

// CloneWithin copies an operation inside root together with the operations around it, but
// without their other contents, and returns the copy of op:
//
//	module {                          module {
//	  func.func @f() { … }       →      func.func @f() { … }   // is returned
//	  func.func @g() { … }            }
//	}
//
// Operands of these operations are replaced by arguments of a block
// that belongs to no region. For the symbols that the copy refers to see
// [SymbolTables.ForCopy].
func CloneWithin(op, root *Operation, a *Arena) *Operation {
	m := &Mapping{}
	outside := &Block{}
	for o := op; o != root; o = o.Parent() {
		for i := range o.NumOperands() {
			v := o.Operand(i)
			m.Map(v, outside.AddArg(v.Type(), v.Location()))
		}
	}
	c := Clone(op, a, m)
	inner := c
	for o := op; o != root; o = o.Parent() {
		around := cloneShell(o.Parent(), a, m)
		around.fillOperands(o.Parent(), a, m)
		b := &Block{}
		b.Append(inner)
		around.Region(o.ParentRegion().Index()).Append(b)
		inner = around
	}
	return c
}

// cloneShell copies an operation without operands and without the contents of its
// regions.
func cloneShell(op *Operation, a *Arena, m *Mapping) *Operation {
	st := &OpState{Def: op.def, Loc: op.Loc(), Props: op.props(), NumRegions: op.NumRegions(), ResultTypes: op.ResultTypes()}
	for i := range op.NumSuccessors() {
		st.Successors = append(st.Successors, m.Block(op.Successor(i)))
	}
	c := a.NewOperation(st)
	c.attrs = op.attrs
	for i := range op.results() {
		c.results()[i].name = op.results()[i].name
		m.Map(&op.results()[i], &c.results()[i])
	}
	return c
}

// fill completes the copy of op.
func (c *Operation) fill(op *Operation, a *Arena, m *Mapping) {
	c.fillOperands(op, a, m)
	for i := range op.NumRegions() {
		CloneRegion(op.Region(i), c.Region(i), a, m)
	}
}

func (c *Operation) fillOperands(op *Operation, a *Arena, m *Mapping) {
	c.setOperands(takeFromChunk(&a.operands, len(op.operands())))
	for i := range op.operands() {
		c.operands()[i].owner = c
		c.operands()[i].link(m.Value(op.operands()[i].value))
	}
}

// CloneRegion appends copies of the blocks of a region to another region. All blocks,
// arguments and results are mapped before any operand is copied, because a use may come
// before its definition.
func CloneRegion(from, to *Region, a *Arena, m *Mapping) {
	for b := range from.Blocks() {
		c := &Block{}
		m.MapBlock(b, c)
		for i, v := range b.args {
			arg := c.AddArg(v.typ, b.argLocs[i])
			arg.name = v.name
			m.Map(v, arg)
		}
		to.Append(c)
	}
	for b := range from.Blocks() {
		c := m.Block(b)
		for op := b.first; op != nil; op = op.next {
			c.Append(cloneShell(op, a, m))
		}
	}
	for b := range from.Blocks() {
		c := m.Block(b).first
		for op := b.first; op != nil; op = op.next {
			c.fill(op, a, m)
			c = c.next
		}
	}
}

// Like builds an operation with the definition, location and attributes of op,
// other operands and results (nil to infer them), and regions that are still empty.
func (b *Builder) Like(op *Operation, operands []*Value, results []Type) *Operation {
	st := &OpState{Def: op.def, Loc: op.Loc(), Operands: operands, ResultTypes: results, NumRegions: op.NumRegions()}
	for i := range op.def.AttrNames() {
		st.Props = append(st.Props, op.Prop(i))
	}
	if d := op.Discardable(); d != nil {
		st.Attrs = d.Entries
	}
	return b.Create(st)
}

// Clone copies an operation to the insertion point; see the function Clone.
func (b *Builder) Clone(op *Operation, m *Mapping) *Operation {
	c := Clone(op, b.arena, m)
	b.Insert(c)
	if b.Listener != nil {
		for r := range c.Regions() {
			for blk := range r.Blocks() {
				notifyCloned(b.Listener, blk)
			}
		}
	}
	return c
}

func notifyCloned(l Listener, b *Block) {
	for op := b.first; op != nil; op = op.next {
		l.Inserted(op)
		for r := range op.Regions() {
			for inner := range r.Blocks() {
				notifyCloned(l, inner)
			}
		}
	}
}
