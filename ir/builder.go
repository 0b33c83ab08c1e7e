package ir

// Builder creates operations at an insertion point.
type Builder struct {
	ctx   *Context
	arena *Arena
	// Listener, if set, is called for every operation that the builder inserts.
	Listener Listener
	block    *Block
	before   *Operation // nil: insert at the end of block
	Loc      Location   // used by Create when the state has none
}

// NewBuilder returns a builder without insertion point.
func NewBuilder(c *Context) *Builder { return &Builder{ctx: c, arena: &Arena{}} }

// Context returns the context in which the builder creates operations, types and attributes.
func (b *Builder) Context() *Context { return b.ctx }

// Arena returns the storage of the created operations.
func (b *Builder) Arena() *Arena { return b.arena }

// AtEnd moves the insertion point to the end of a block and returns b.
func (b *Builder) AtEnd(block *Block) *Builder {
	b.block, b.before = block, nil
	return b
}

// AtStart moves the insertion point to the start of a block and returns b.
func (b *Builder) AtStart(block *Block) *Builder {
	b.block, b.before = block, block.first
	return b
}

// Before moves the insertion point before an operation and returns b.
func (b *Builder) Before(op *Operation) *Builder {
	b.block, b.before = op.block, op
	return b
}

// After moves the insertion point after an operation and returns b.
func (b *Builder) After(op *Operation) *Builder {
	b.block, b.before = op.block, op.next
	return b
}

// InsertPoint is a place to which a builder can return.
type InsertPoint struct {
	block  *Block
	before *Operation
}

// Save returns the insertion point; Restore returns to it.
func (b *Builder) Save() InsertPoint      { return InsertPoint{b.block, b.before} }
func (b *Builder) Restore(at InsertPoint) { b.block, b.before = at.block, at.before }

// Block returns the block of the insertion point, or nil.
func (b *Builder) Block() *Block { return b.block }

// Create builds an operation and inserts it. Result types are inferred when
// st.ResultTypes is nil and the definition can infer them; a failure to infer
// is an error of the calling code and panics.
func (b *Builder) Create(st *OpState) *Operation {
	if st.Loc == (Location{}) {
		st.Loc = b.Loc
	}
	if st.ResultTypes == nil && len(st.Def.Results) > 0 {
		types, d := InferTypes(b.ctx, st)
		if d != nil {
			panic("ir: cannot infer the result types of " + st.Def.name + ": " + d.Msg)
		}
		st.ResultTypes = types
	}
	FillDefaults(b.ctx, st)
	op := b.arena.NewOperation(st)
	b.Insert(op)
	return op
}

// Insert puts a loose operation at the insertion point.
func (b *Builder) Insert(op *Operation) {
	if b.block == nil {
		return
	}
	b.block.insert(op, b.before)
	if b.Listener != nil {
		b.Listener.Inserted(op)
	}
}

// Op builds an operation from its kind, operands, and result types (nil to infer
// them).
func (b *Builder) Op(k OpKind, operands []*Value, results []Type, attrs ...NamedAttr) *Operation {
	d := b.ctx.MustOpDef(k)
	st := &OpState{Def: d, Operands: operands, ResultTypes: results, NumRegions: len(d.Regions)}
	for _, a := range attrs {
		st.SetAttr(a.Name, a.Value)
	}
	return b.Create(st)
}

// Value builds a one-result operation and returns its result.
func (b *Builder) Value(k OpKind, operands []*Value, results []Type, attrs ...NamedAttr) *Value {
	return b.Op(k, operands, results, attrs...).Result(0)
}

// NewBlock creates a block at the end of a region and moves the insertion point there.
func (b *Builder) NewBlock(r *Region, types []Type, loc Location) *Block {
	block := &Block{}
	for _, t := range types {
		block.AddArg(t, loc)
	}
	r.Append(block)
	b.AtEnd(block)
	return block
}

// FillDefaults sets absent inherent attributes to their default values.
func FillDefaults(c *Context, st *OpState) {
	for i := range st.Def.Attrs {
		a := &st.Def.Attrs[i]
		if a.Default == nil || a.Optional || i < len(st.Props) && st.Props[i] != nil {
			continue
		}
		for len(st.Props) <= i {
			st.Props = append(st.Props, nil)
		}
		st.Props[i] = a.Default(c)
	}
}

// Listener receives changes of the IR as they happen.
type Listener interface {
	// Inserted: op was inserted into a block. Erasing: op is about to be deleted.
	Inserted(op *Operation)
	Erasing(op *Operation)
	// Modified: attributes, operands or regions of op changed in place.
	Modified(op *Operation)
	// Replacing: the uses of op's results are about to be replaced by vs.
	Replacing(op *Operation, vs []*Value)
}

// EnsureTerminator ends the last block of a region with an operation of the given kind
// without operands, unless the block has a terminator; an empty region gets a block
// first. Textual forms omit such terminators.
func EnsureTerminator(b *Builder, r *Region, k OpKind, loc Location) {
	if r.Empty() {
		r.Append(&Block{})
	}
	if last := r.Back().last; last != nil && last.Has(Terminator) {
		return
	}
	at := b.Save()
	defer b.Restore(at)
	// A terminator that may be omitted has no operands, attributes and results.
	b.AtEnd(r.Back()).Insert(b.arena.NewOperation(&OpState{Def: b.ctx.MustOpDef(k), Loc: loc}))
}
