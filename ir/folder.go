package ir

// Folder keeps a single operation per constant, at the start of the nearest enclosing
// region that is isolated from above, as upstream's OperationFolder does (FoldUtils.cpp).
type Folder struct {
	rw     *Rewriter
	scopes map[*Region]constants
	spare  constants // an empty map for reuse
	moved  bool      // whether a constant was moved, or replaced by an equal one
}

type constants map[constantKey]*Operation

type constantKey struct {
	dialect *Dialect
	value   Attribute
	typ     Type
}

// NewFolder returns a folder that changes the IR through rw.
func NewFolder(rw *Rewriter) *Folder {
	return &Folder{rw: rw, scopes: map[*Region]constants{}}
}

// reset forgets all constants. Emptying a map takes time proportional to its largest past
// size; therefore only small maps are reused.
func (f *Folder) reset() {
	const small = 64
	for _, s := range f.scopes {
		if len(s) <= small {
			clear(s)
			f.spare = s
		}
	}
	clear(f.scopes)
}

// owns reports whether an operation is the constant for its value.
func (c constants) owns(op *Operation) bool {
	value := ConstantOf(op)
	return value != nil && c[constantKey{op.def.dialect, value, op.results()[0].typ}] == op
}

func (f *Folder) scope(r *Region) constants {
	s := f.scopes[r]
	if s == nil {
		if s, f.spare = f.spare, nil; s == nil {
			s = constants{}
		}
		f.scopes[r] = s
	}
	return s
}

// insertionRegion returns the region whose first block holds the constants for operations
// in b.
func insertionRegion(b *Block) *Region {
	for {
		r := b.region
		parent := r.op
		if parent == nil || !parent.def.Registered() || parent.Has(IsolatedFromAbove) || parent.block == nil {
			return r
		}
		b = parent.block
	}
}

// InsertConstant makes a constant operation known to the folder and moves it to the place
// of constants. When the folder already has an equal constant, op is replaced by it and
// erased, and the result is false.
func (f *Folder) InsertConstant(op *Operation, value Attribute) bool {
	region := insertionRegion(op.block)
	scope := f.scope(region)
	key := constantKey{op.def.dialect, value, op.results()[0].typ}
	if known := scope[key]; known != nil {
		f.rw.Replace(op, &known.results()[0])
		known.SetLoc(Location{})
		f.moved = true
		return false
	}
	front := region.first
	if op.block != front {
		op.SetLoc(Location{})
	}
	if op.block != front || op.prev != nil && !scope.owns(op.prev) {
		op.MoveBefore(front.first)
		f.moved = true
	}
	scope[key] = op
	return true
}

// constant returns the folder's constant with the given value, and builds it if needed.
// The constant may belong to another dialect that has an equal constant.
func (f *Folder) constant(scope constants, d *Dialect, value Attribute, t Type) *Operation {
	key := constantKey{d, value, t}
	if c := scope[key]; c != nil {
		return c
	}
	c := materializeConstant(f.rw.Builder, d, value, t, Location{})
	if c == nil {
		return nil
	}
	own := constantKey{c.def.dialect, value, t}
	if known := scope[own]; known != nil {
		f.rw.Erase(c)
		c = known
	}
	scope[key], scope[own] = c, c
	return c
}

func materializeConstant(b *Builder, d *Dialect, value Attribute, t Type, loc Location) *Operation {
	if d.Materialize == nil {
		return nil
	}
	return d.Materialize(b, value, t, loc)
}

// ConstantAt returns the constant with the given value for operations in a block. If
// needed, it is built by the dialect; nil when the dialect cannot build it.
func (f *Folder) ConstantAt(b *Block, d *Dialect, value Attribute, t Type) *Value {
	region := insertionRegion(b)
	saved := f.rw.Save()
	defer f.rw.Restore(saved)
	f.rw.AtStart(region.first)
	if c := f.constant(f.scope(region), d, value, t); c != nil {
		return &c.results()[0]
	}
	return nil
}
