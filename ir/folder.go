package ir

// Folder keeps one operation per constant, at the start of the nearest enclosing
// region that is isolated from above, as upstream's OperationFolder does
// (FoldUtils.cpp).
type Folder struct {
	rw     *Rewriter
	scopes map[*Region]constants
	owned  map[*Operation]struct{} // the constants of the folder
	spare  constants               // an empty one to use again
	moved  bool                    // a constant went elsewhere, or was replaced by an equal one
}

type constants map[constantKey]*Operation

type constantKey struct {
	dialect *Dialect
	value   Attribute
	typ     Type
}

// NewFolder returns a folder that changes the IR through rw.
func NewFolder(rw *Rewriter) *Folder {
	return &Folder{rw: rw, scopes: map[*Region]constants{}, owned: map[*Operation]struct{}{}}
}

// reset forgets all constants. Emptying a map takes as long as it once was large, so
// that only small ones are used again.
func (f *Folder) reset() {
	const small = 64
	for _, s := range f.scopes {
		if len(s) <= small {
			clear(s)
			f.spare = s
		}
	}
	clear(f.scopes)
	if len(f.owned) <= small {
		clear(f.owned)
	} else {
		f.owned = map[*Operation]struct{}{}
	}
}

func (f *Folder) owns(op *Operation) bool {
	_, ok := f.owned[op]
	return ok
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

// insertionRegion returns the region whose first block holds the constants for
// operations in b.
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

// rehoist moves a constant of the folder to the front of its block when other
// operations came before it.
func (f *Folder) rehoist(op *Operation) {
	if op.prev != nil && !f.owns(op.prev) {
		op.MoveBefore(op.block.first)
		op.loc = Location{}
		f.moved = true
	}
}

// InsertConstant makes a constant operation known to the folder and moves it to
// where constants belong. When the folder has an equal one already, op is
// replaced by that and erased, and the result is false.
func (f *Folder) InsertConstant(op *Operation, value Attribute) bool {
	if f.owns(op) {
		f.rehoist(op)
		return true
	}
	region := insertionRegion(op.block)
	scope := f.scope(region)
	key := constantKey{op.def.dialect, value, op.results[0].typ}
	if known := scope[key]; known != nil {
		f.rw.Replace(op, &known.results[0])
		known.loc = Location{}
		f.moved = true
		return false
	}
	front := region.first
	if op.block != front {
		f.moved = true
		if front.first != nil {
			op.MoveBefore(front.first)
		} else {
			op.MoveToEnd(front)
		}
		op.loc = Location{}
	} else if op.prev != nil && !f.owns(op.prev) {
		f.moved = true
		op.MoveBefore(front.first)
	}
	scope[key] = op
	f.owned[op] = struct{}{}
	return true
}

// constant returns the folder's constant of that value, building it if needed.
func (f *Folder) constant(scope constants, d *Dialect, value Attribute, t Type) *Operation {
	key := constantKey{d, value, t}
	if c := scope[key]; c != nil {
		c.loc = Location{}
		return c
	}
	c := materializeConstant(f.rw.Builder, d, value, t, Location{})
	if c == nil {
		return nil
	}
	if c.def.dialect == d {
		scope[key] = c
		f.owned[c] = struct{}{}
		return c
	}
	// The operation belongs to another dialect, which may have the same constant.
	own := constantKey{c.def.dialect, value, t}
	if known := scope[own]; known != nil {
		f.rw.Erase(c)
		scope[key] = known
		return known
	}
	f.owned[c] = struct{}{}
	scope[key], scope[own] = c, c
	return c
}

func materializeConstant(b *Builder, d *Dialect, value Attribute, t Type, loc Location) *Operation {
	if d == nil || d.Materialize == nil {
		return nil
	}
	return d.Materialize(b, value, t, loc)
}

// ConstantAt returns the constant of that value for operations in a block,
// building it through the dialect if needed; nil when the dialect cannot.
func (f *Folder) ConstantAt(b *Block, d *Dialect, value Attribute, t Type) *Value {
	region := insertionRegion(b)
	saved := f.rw.Save()
	defer f.rw.Restore(saved)
	f.rw.AtStart(region.first)
	if c := f.constant(f.scope(region), d, value, t); c != nil {
		return &c.results[0]
	}
	return nil
}
