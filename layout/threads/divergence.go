package threads

import "optc/ir"

// Divergence has the scopes of values and of control. Scopes begin as large as possible and
// shrink until they agree with each other, so that loops are exact.
type Divergence struct {
	threads Shape
	root    *ir.Operation
	facts   map[*ir.Value]fact      // facts about values that are not the same in the grid
	control map[any]Scope           // scopes of regions and blocks that not all threads enter together
	parting map[any]*ir.Operation   // for such regions and blocks, the operation at which threads diverge
	memory  map[*ir.Value]*contents // contents of allocations that each thread has for itself
	after   map[*ir.Region]blockMap // blocks where paths meet again, in regions with several blocks
	queue   []*ir.Operation         // operations to visit
	queued  map[*ir.Operation]bool  // the operations in queue
}

// fact is the knowledge about a value.
type fact struct {
	scope Scope
	digit Digit // Divisor 0: none
}

// FindDivergence finds the scopes in root, whose operations must verify. Arguments of functions
// are taken to be the same in the grid, results of calls to differ in every thread. It returns
// early if ended is not nil and returns true; then the scopes may be too large.
func FindDivergence(root *ir.Operation, t Shape, ended func() bool) *Divergence {
	a := &Divergence{
		threads: t, root: root, facts: map[*ir.Value]fact{}, control: map[any]Scope{}, parting: map[any]*ir.Operation{},
		memory: map[*ir.Value]*contents{}, after: map[*ir.Region]blockMap{}, queued: map[*ir.Operation]bool{},
	}
	ir.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if ended != nil && ended() {
			return ir.Interrupt
		}
		a.visit(op)
		return ir.Advance
	})
	for len(a.queue) > 0 && (ended == nil || !ended()) {
		op := a.queue[0]
		a.queue = a.queue[1:]
		a.queued[op] = false
		a.visit(op)
	}
	return a
}

// Shape implements Scopes.
func (a *Divergence) Shape() Shape { return a.threads }

// Of implements Scopes.
func (a *Divergence) Of(v *ir.Value) Scope {
	if f, ok := a.facts[v]; ok {
		return f.scope
	}
	return Grid
}

// Digit implements Scopes.
func (a *Divergence) Digit(v *ir.Value) (d Digit, ok bool) {
	d = a.facts[v].digit
	return d, d.Divisor != 0
}

// Set implements Scopes.
func (a *Divergence) Set(v *ir.Value, s Scope) {
	old := a.Of(v)
	s = s.Meet(old)
	if s == old {
		return
	}
	f := a.facts[v]
	f.scope = s
	a.facts[v] = f
	for u := v.FirstUse(); u != nil; u = u.Next() {
		a.enqueue(u.Owner())
	}
}

// SetDigit implements Scopes.
func (a *Divergence) SetDigit(v *ir.Value, d Digit) {
	if n := a.threads.total(); d.Modulus == d.Divisor || n > 0 && d.Divisor >= n {
		return // always 0
	}
	a.Set(v, Groups(d.Divisor))
	f := a.facts[v]
	f.digit = d
	a.facts[v] = f
}

// SetControl implements Scopes.
func (a *Divergence) SetControl(r *ir.Region, s Scope) { a.part(r, s, r.Parent()) }

// part shrinks the scope in which threads enter a region or a block together, because they diverge
// at op.
func (a *Divergence) part(place any, s Scope, op *ir.Operation) {
	old, ok := a.control[place]
	if !ok {
		old = Grid
	}
	s = s.Meet(old)
	if s == old {
		return
	}
	a.control[place], a.parting[place] = s, op
	enqueue := func(op *ir.Operation) ir.WalkResult {
		a.enqueue(op)
		return ir.Advance
	}
	switch place := place.(type) {
	case *ir.Region:
		for b := range place.Blocks() {
			for op := range b.Ops() {
				ir.Walk(op, enqueue)
			}
		}
	case *ir.Block:
		for op := range place.Ops() {
			ir.Walk(op, enqueue)
		}
	}
}

func (a *Divergence) enqueue(op *ir.Operation) {
	if !a.queued[op] {
		a.queued[op] = true
		a.queue = append(a.queue, op)
	}
}

// Control returns the scope in which threads arrive at an operation together.
func (a *Divergence) Control(op *ir.Operation) Scope {
	s := Grid
	for place := range a.places(op) {
		if c, ok := a.control[place]; ok {
			s = s.Meet(c)
		}
	}
	return s
}

// Enters returns the scope in which threads enter a region together, apart from the control of
// the operation around it.
func (a *Divergence) Enters(r *ir.Region) Scope {
	if s, ok := a.control[r]; ok {
		return s
	}
	return Grid
}

// places iterates over the blocks and regions around an operation, from the inside, up to the
// function.
func (a *Divergence) places(op *ir.Operation) func(yield func(any) bool) {
	return func(yield func(any) bool) {
		for op != nil && op != a.root && op.Def().Interfaces.Callable == nil {
			b := op.Block()
			if b == nil || !yield(b) || b.Region() == nil || !yield(b.Region()) {
				return
			}
			op = b.ParentOp()
		}
	}
}

// visit computes the effects of an operation on scopes.
func (a *Divergence) visit(op *ir.Operation) {
	rule, ok := Uniformity.Of(op)
	if ok && rule.Arguments != nil {
		rule.Arguments(op, a)
	}
	if op.NumRegions() > 0 {
		a.visitRegions(op)
	}
	if op.IsTerminator() {
		a.visitTerminator(op)
	}
	a.visitWrites(op)
	switch {
	case op.NumResults() == 0:
	case ok && rule.Results != nil:
		rule.Results(op, a)
	case op.Def().Interfaces.RegionBranch == nil:
		s := a.made(op)
		for _, r := range op.Results() {
			a.Set(r, s)
		}
	}
}

// made returns the scope in which the results of an operation without a rule are the same.
func (a *Divergence) made(op *ir.Operation) Scope {
	s := a.meetOf(op.OperandList())
	known := ir.VisitEffects(op, func(e ir.Effect) bool {
		switch {
		case e.Kind == ir.Write && ir.IsMemory(e.Value):
			s = Thread // a thread may read what another thread wrote just before
		case e.Kind == ir.Read && e.Value == nil:
			s = Thread
		case e.Kind == ir.Read && ir.IsMemory(e.Value):
			for _, root := range ir.MemoryRoots(e.Value) {
				s = s.Meet(a.read(op, root))
			}
		}
		return true
	})
	if !known && !op.Has(ir.RecursiveMemoryEffects) {
		return Thread
	}
	for r := range op.Regions() {
		for b := range r.Blocks() {
			if t := b.Terminator(); t != nil {
				s = s.Meet(a.meetOf(t.OperandList()))
			}
		}
	}
	return s
}

// meetOf returns the scope in which all values are the same.
func (a *Divergence) meetOf(vs []*ir.Value) Scope {
	s := Grid
	for _, v := range vs {
		s = s.Meet(a.Of(v))
	}
	return s
}
