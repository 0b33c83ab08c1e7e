package ir

// WalkResult tells a walk how to continue.
type WalkResult uint8

const (
	Advance   WalkResult = iota // go on
	Skip                        // pre-order only: do not descend into this operation
	Interrupt                   // end the walk
)

// Walk calls visit for op and everything inside it, an operation before its contents. It
// returns false when visit interrupted the walk.
//
// Only the visited operation may be erased, and then visit must return Skip.
func Walk(op *Operation, visit func(*Operation) WalkResult) bool {
	switch visit(op) {
	case Interrupt:
		return false
	case Skip:
		return true
	}
	if op.tail == nil {
		return true
	}
	for i := range op.tail.regions() {
		if !WalkRegion(&op.tail.regions()[i], visit) {
			return false
		}
	}
	return true
}

// WalkRegion is Walk for the operations inside a region.
func WalkRegion(r *Region, visit func(*Operation) WalkResult) bool {
	for b := r.first; b != nil; {
		nextBlock := b.next
		for op := b.first; op != nil; {
			next := op.next
			if !Walk(op, visit) {
				return false
			}
			op = next
		}
		b = nextBlock
	}
	return true
}

// WalkPost is Walk with an operation after its contents. The visited operation may be
// erased.
func WalkPost(op *Operation, visit func(*Operation) WalkResult) bool {
	if op.tail != nil {
		for i := range op.tail.regions() {
			for b := op.tail.regions()[i].first; b != nil; {
				nextBlock := b.next
				for o := b.first; o != nil; {
					next := o.next
					if !WalkPost(o, visit) {
						return false
					}
					o = next
				}
				b = nextBlock
			}
		}
	}
	return visit(op) != Interrupt
}

// ContextOf finds the context of an operation through any type or attribute in it. An operation
// that mentions no type or attribute, such as an empty module, belongs to every context; for such
// an operation a new context is returned.
func ContextOf(op *Operation) *Context {
	found := mentionedWithin(op)
	for p := op.Parent(); found == nil && p != nil; p = p.Parent() {
		found = p.mentionedContext()
	}
	if found == nil {
		return NewContext()
	}
	return found
}

// mentionedWithin returns the context that op or an operation in it mentions, or nil.
func mentionedWithin(op *Operation) (found *Context) {
	Walk(op, func(o *Operation) WalkResult {
		if found = o.mentionedContext(); found != nil {
			return Interrupt
		}
		return Advance
	})
	return found
}

func (op *Operation) mentionedContext() *Context {
	if op.def.unregistered != nil {
		return op.def.unregistered
	}
	if len(op.results()) > 0 {
		return op.results()[0].typ.Context()
	}
	for i := range op.operands() {
		if v := op.operands()[i].value; v != nil {
			return v.typ.Context()
		}
	}
	for _, a := range op.props() {
		if a != nil {
			return a.Context()
		}
	}
	if op.attrs != nil {
		return op.attrs.Context()
	}
	if a := op.Loc().explicit(); a != nil {
		return a.Context()
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			if len(b.args) > 0 {
				return b.args[0].typ.Context()
			}
		}
	}
	return nil
}
