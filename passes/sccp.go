package passes

import (
	"slices"

	"optc/ir"
)

// SCCP propagates constants along the paths that control can take.
//
//	  cf.br ^bb1(%c0 : i32)            ^bb1(%x: i32):
//	^bb1(%x: i32):                 →     %c5 = arith.constant 5 : i32
//	  %y = arith.addi %x, %c5            (uses of %y become uses of %c5)
var SCCP = &Pass{
	Name:  "sccp",
	Title: "Sparse Conditional Constant Propagation",
	Class: "SCCP",
	Doc: `Assumes that every value is constant and no block is reached until the opposite is shown
(Wegman and Zadeck, "Constant Propagation with Conditional Branches", 1991), replaces the values
that stay constant and erases operations that become dead. Arguments and results of functions
all of whose calls are known take part.`,
	Run: runSCCP,
}

func runSCCP(c *Context) bool {
	s := &propagator{c: c, values: map[*ir.Value]knowledge{}, reached: map[*ir.Block]bool{},
		edges: map[edge]bool{}, inWork: map[*ir.Operation]bool{}, tables: ir.NewSymbolTables(),
		onlyCalled: map[*ir.Operation]bool{}, callSites: map[*ir.Operation][]*ir.Operation{}, called: map[*ir.Operation]bool{}}
	ir.WalkSymbolTables(c.Op, c.Op.Parent() == nil, s.findCallables)
	for r := range c.Op.Regions() {
		s.enter(r)
	}
	s.solve()
	return s.rewrite()
}

// knowledge is what is known about a value: nothing yet (the zero value), that
// it is a constant, or that it is none.
type knowledge struct {
	state   uint8
	value   ir.Attribute
	dialect *ir.Dialect // that can materialize value
}

const (
	undefined uint8 = iota
	constant
	varying
)

// join is what is known about a value that may be either.
func join(a, b knowledge) knowledge {
	switch {
	case a.state == undefined:
		return b
	case b.state == undefined, a.state == constant && b.state == constant && a.value == b.value:
		return a
	}
	return knowledge{state: varying}
}

// edge is a branch from a terminator to one of its successors.
type edge struct {
	from *ir.Operation
	to   int
}

// propagator computes the knowledge about all values. Knowledge only goes from
// undefined over constant to varying, so that it ends.
type propagator struct {
	c       *Context
	values  map[*ir.Value]knowledge
	reached map[*ir.Block]bool
	edges   map[edge]bool
	work    []*ir.Operation
	inWork  map[*ir.Operation]bool
	tables  *ir.SymbolTables
	// onlyCalled holds the callables whose calls are the only references to them, so
	// that what they are called with is known.
	onlyCalled map[*ir.Operation]bool
	// callSites lists the calls of a callable that have been reached; called holds
	// them all.
	callSites map[*ir.Operation][]*ir.Operation
	called    map[*ir.Operation]bool
}

// findCallables finds the callables of a symbol table to which only calls refer;
// visible says that all references to its symbols can be seen.
func (s *propagator) findCallables(table *ir.Operation, visible bool) {
	for b := range table.Region(0).Blocks() {
		for op := range b.Ops() {
			v := ir.SymbolVisibility(op)
			if op.Def().Interfaces.Callable != nil && ir.IsSymbol(op) && (v == ir.PrivateSymbol || visible && v == ir.NestedSymbol) {
				s.onlyCalled[op] = true
			}
		}
	}
	for b := range table.Region(0).Blocks() {
		for op := range b.Ops() {
			all := ir.SymbolUses(op, func(user *ir.Operation, ref *ir.SymbolRefAttr) {
				call := user.Def().Interfaces.Call
				if call == nil || call.Callee(user) != ref {
					delete(s.onlyCalled, s.tables.LookupFrom(user, ref))
				}
			})
			if !all {
				clear(s.onlyCalled)
				return
			}
		}
	}
}

func (s *propagator) push(op *ir.Operation) {
	if op != nil && !s.inWork[op] {
		s.inWork[op] = true
		s.work = append(s.work, op)
	}
}

func (s *propagator) solve() {
	for len(s.work) > 0 {
		op := s.work[0]
		s.work = s.work[1:]
		s.inWork[op] = false
		if s.reached[op.Block()] {
			s.visit(op)
		}
	}
}

// learn joins knowledge about a value to what is known and revisits its users.
func (s *propagator) learn(v *ir.Value, k knowledge) {
	old := s.values[v]
	now := join(old, k)
	if now == old {
		return
	}
	s.values[v] = now
	for u := v.FirstUse(); u != nil; u = u.Next() {
		s.push(u.Owner())
	}
}

func (s *propagator) varying(vs ...*ir.Value) {
	for _, v := range vs {
		s.learn(v, knowledge{state: varying})
	}
}

// reach marks a block as executable and visits its operations.
func (s *propagator) reach(b *ir.Block) {
	if s.reached[b] {
		return
	}
	s.reached[b] = true
	for op := range b.Ops() {
		s.push(op)
	}
}

// enter marks the entry of a region as executable with arguments that may be
// anything.
func (s *propagator) enter(r *ir.Region) {
	if !r.Empty() {
		s.varying(r.Front().Args()...)
		s.reach(r.Front())
	}
}

func (s *propagator) visit(op *ir.Operation) {
	i := &op.Def().Interfaces
	switch {
	case op.IsTerminator():
		s.terminator(op)
		for r := range op.Regions() {
			s.enter(r)
		}
		s.varying(op.Results()...)
	case i.RegionBranch != nil:
		constants, ok := s.constants(op)
		if !ok {
			return
		}
		next := i.RegionBranch.Successors(op, nil)
		if i.RegionBranch.Entered != nil {
			next = i.RegionBranch.Entered(op, constants)
		}
		for _, to := range next {
			lo, hi := i.RegionBranch.EntryOperands(op, to)
			s.flow(op, to, op.Operands()[lo:hi])
		}
	case i.Callable != nil:
		if !s.onlyCalled[op] { // otherwise the calls enter it
			for r := range op.Regions() {
				s.enter(r)
			}
		}
		s.varying(op.Results()...)
	case i.Call != nil:
		s.call(op, i.Call)
	case op.NumRegions() > 0:
		for r := range op.Regions() {
			s.enter(r)
		}
		s.varying(op.Results()...)
	default:
		s.fold(op)
	}
}

// constants returns the constant values of the operands, nil where they vary; ok
// is false while something is not known yet.
func (s *propagator) constants(op *ir.Operation) (values []ir.Attribute, ok bool) {
	values = make([]ir.Attribute, op.NumOperands())
	for i := range values {
		k := s.values[op.Operand(i)]
		if k.state == undefined {
			return nil, false
		}
		values[i] = k.value
	}
	return values, true
}

// fold computes the results of an operation from what is known of its operands.
func (s *propagator) fold(op *ir.Operation) {
	if op.NumResults() == 0 {
		return
	}
	constants, ok := s.constants(op)
	if !ok {
		return
	}
	f := ir.SimulateFold(op, constants)
	if f.Results == nil {
		s.varying(op.Results()...)
		return
	}
	for i, r := range f.Results {
		if r.Value != nil {
			s.learn(op.Result(i), s.values[r.Value])
		} else {
			s.learn(op.Result(i), knowledge{constant, r.Attr, s.c.IR.Dialect(op.Def().Dialect())})
		}
	}
}

func (s *propagator) terminator(op *ir.Operation) {
	if op.NumSuccessors() > 0 {
		s.branch(op)
		return
	}
	parent := op.Parent()
	if parent == nil {
		return
	}
	i := &parent.Def().Interfaces
	switch {
	case !op.Has(ir.ReturnLike):
	case i.RegionBranch != nil:
		constants, ok := s.constants(op)
		if !ok {
			return
		}
		next := i.RegionBranch.Successors(parent, op.ParentRegion())
		if i.RegionBranch.Left != nil {
			next = i.RegionBranch.Left(op, constants)
		}
		for _, to := range next {
			lo, hi := 0, op.NumOperands()
			if i.RegionBranch.ExitOperands != nil {
				lo, hi = i.RegionBranch.ExitOperands(op, to)
			}
			s.flow(parent, to, op.Operands()[lo:hi])
		}
	case i.Callable != nil:
		for _, call := range s.callSites[parent] {
			s.returned(call, op)
		}
	}
}

// branch follows a branch to the successors that it may take.
func (s *propagator) branch(op *ir.Operation) {
	br := op.Def().Interfaces.Branch
	only := -1
	if br != nil {
		constants, ok := s.constants(op)
		if !ok {
			return
		}
		if br.Taken != nil {
			if b := br.Taken(op, constants); b != nil {
				for i := range op.NumSuccessors() {
					if op.Successor(i) == b {
						only = i
						break
					}
				}
			}
		}
	}
	for i := range op.NumSuccessors() {
		if only >= 0 && op.Successor(i) != op.Successor(only) {
			continue
		}
		s.edges[edge{op, i}] = true
	}
	for i := range op.NumSuccessors() {
		if !s.edges[edge{op, i}] {
			continue
		}
		to := op.Successor(i)
		for a, arg := range to.Args() {
			var v *ir.Value
			if br != nil {
				v = ir.Passed(op, i, a)
			}
			if v == nil {
				s.varying(arg)
			} else {
				s.learn(arg, s.values[v])
			}
		}
		s.reach(to)
	}
}

// flow passes values to a region of an operation or to its results.
func (s *propagator) flow(op *ir.Operation, to ir.RegionSuccessor, vs []*ir.Value) {
	for i, in := range to.Inputs {
		if i < len(vs) && len(vs) == len(to.Inputs) {
			s.learn(in, s.values[vs[i]])
		} else {
			s.varying(in)
		}
	}
	targets := op.Results()
	if to.Region != nil {
		if to.Region.Empty() {
			return
		}
		targets = to.Region.Front().Args()
		s.reach(to.Region.Front())
	}
	for _, v := range targets { // induction variables and the like
		if !slices.Contains(to.Inputs, v) {
			s.varying(v)
		}
	}
}

// call passes what is known of the arguments to a callable that is only called, and
// what its returns hand back to the results of the call.
func (s *propagator) call(op *ir.Operation, i *ir.Call) {
	var to *ir.Operation
	if ref := i.Callee(op); ref != nil {
		to = s.tables.LookupFrom(op, ref)
	}
	if to == nil || to.Def().Interfaces.Callable == nil {
		s.varying(op.Results()...)
		return
	}
	body := to.Def().Interfaces.Callable.Region(to)
	if body == nil || body.Empty() {
		s.varying(op.Results()...)
		return
	}
	if !s.called[op] {
		s.called[op] = true
		s.callSites[to] = append(s.callSites[to], op)
	}
	if s.onlyCalled[to] {
		args := i.Args(op)
		for k, a := range body.Front().Args() {
			if k < len(args) {
				s.learn(a, s.values[args[k]])
			}
		}
		s.reach(body.Front())
	}
	for b := range body.Blocks() {
		if last := b.Back(); s.reached[b] && last != nil && last.Has(ir.ReturnLike) {
			s.returned(op, last)
		}
	}
}

// returned joins what a return hands back to the results of a call.
func (s *propagator) returned(call, ret *ir.Operation) {
	for i, r := range call.Results() {
		if i < ret.NumOperands() {
			s.learn(r, s.values[ret.Operand(i)])
		}
	}
}

// rewrite replaces constant values and erases operations that become dead.
func (s *propagator) rewrite() bool {
	changed := false
	rw := s.c.Rewriter(nil)
	folder := ir.NewFolder(rw)
	replace := func(v *ir.Value, b *ir.Block) bool {
		k := s.values[v]
		if k.state != constant {
			return false
		}
		c := folder.ConstantAt(b, k.dialect, k.value, v.Type())
		if c == nil {
			return false
		}
		if c != v {
			changed = changed || !v.Unused()
			v.ReplaceAllUsesWith(c)
		}
		return true
	}
	var work []*ir.Block
	push := func(r *ir.Region) {
		for b := r.Back(); b != nil; b = b.Prev() {
			work = append(work, b)
		}
	}
	for r := range s.c.Op.Regions() {
		push(r)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for op := range b.Ops() {
			all := op.NumResults() > 0
			for _, r := range op.Results() {
				all = replace(r, b) && all
			}
			if all && op.Unused() && ir.WouldBeTriviallyDead(op) {
				op.Erase()
				changed = true
				continue
			}
			for r := range op.Regions() {
				push(r)
			}
		}
		for _, a := range b.Args() {
			replace(a, b)
		}
	}
	return changed
}
