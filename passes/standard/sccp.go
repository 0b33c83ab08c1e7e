package standard

import (
	"slices"

	"optc/ir"
	"optc/passes"
)

// SCCP propagates constants along the paths that control can take.
//
//	  cf.br ^bb1(%c0 : i32)            ^bb1(%x: i32):
//	^bb1(%x: i32):                 →     %c5 = arith.constant 5 : i32
//	  %y = arith.addi %x, %c5            (uses of %y become uses of %c5)
var SCCP = &passes.Pass{
	Name:  "sccp",
	Title: "Sparse Conditional Constant Propagation",
	Class: "SCCP",
	Doc: `Assumes that every value is constant and no block is executable until the opposite
is shown (Wegman and Zadeck, "Constant Propagation with Conditional Branches",
1991), replaces the values that stay constant and erases operations that become
dead. Arguments and results of functions are included if all calls of the function
are known.`,
	Run: runSCCP,
}

func runSCCP(c *passes.Context) (bool, error) {
	s := &solver{c: c, blocks: map[*ir.Block]*blockState{},
		edges: map[edge]bool{}, tables: ir.NewSymbolTables(),
		foldedTo:   map[*ir.Value][]*ir.Operation{},
		onlyCalled: map[*ir.Operation]bool{}, callSites: map[*ir.Operation][]*ir.Operation{}}
	defer s.numbers.Clear()
	ir.WalkSymbolTables(c.Op, c.Op.Parent() == nil, s.findCallables)
	for r := range c.Op.Regions() {
		s.enter(r)
	}
	s.solve()
	if len(s.made) > 0 {
		s.first = s.values.clone()
		for _, op := range s.made {
			s.markOverdefined(op.ResultList()...)
		}
		s.solve()
	}
	if err := c.Err(); err != nil {
		return false, err // some values may still become overdefined
	}
	return s.rewrite(), nil
}

// latticeValue is an element of the lattice unknown < constant < overdefined. The
// zero value is unknown.
type latticeValue struct {
	state   latticeState
	value   ir.Attribute
	dialect *ir.Dialect // dialect that can materialize value
}

type latticeState uint8

const (
	unknown latticeState = iota
	constant
	overdefined
)

// join returns the least lattice value above both.
func (a latticeValue) join(b latticeValue) latticeValue {
	switch {
	case a.state == unknown:
		return b
	case b.state == unknown, a.state == b.state && a.value == b.value:
		return a
	}
	return latticeValue{state: overdefined}
}

// edge is a branch from a terminator to one of its successors.
type edge struct {
	from *ir.Operation
	to   int
}

// solver computes the lattice values of all values. They only rise, so that the work list becomes
// empty.
type solver struct {
	c       *passes.Context
	numbers ir.OpNumbers
	ops     pages[opState] // by number
	blocks  map[*ir.Block]*blockState
	last    *ir.Block           // the block of the last query
	lastOne *blockState         // of it
	values  pages[latticeValue] // values of results and arguments; the values of an operation or a block are consecutive
	edges   map[edge]bool
	work    []*ir.Operation // in order
	later   []*ir.Operation // operations to be visited after all of these
	tables  *ir.SymbolTables
	room    []ir.Attribute // memory for the results of constants
	// foldedTo lists the operations that a fold replaced by a value that is not one of their operands,
	// so that they are visited again when the value changes.
	foldedTo map[*ir.Value][]*ir.Operation
	// onlyCalled holds the callables whose only references are calls, so that all their
	// arguments are known.
	onlyCalled map[*ir.Operation]bool
	// made lists the operations that folds in place have built. Their results are unknown
	// at first, as upstream, and operations that depend on them are not visited; first
	// holds the values known at that time. At the end the results are made overdefined,
	// so that values joined with them are not mistaken for constants.
	made  []*ir.Operation
	first *pages[latticeValue]
	// callSites lists the executable calls of a callable.
	callSites map[*ir.Operation][]*ir.Operation
}

type opState struct {
	results int32 // index of the first result in the values
	inWork  bool
	called  bool // a call that is in the list of its callable
}

type blockState struct {
	args       int32 // index of the first argument in the values
	executable bool
}

func (s *solver) op(op *ir.Operation) *opState {
	i := s.numbers.Of(op)
	if i == s.ops.n {
		s.ops.grow(1)
		s.ops.at(i).results = s.values.grow(op.NumResults())
	}
	return s.ops.at(i)
}

func (s *solver) block(b *ir.Block) *blockState {
	if b == s.last {
		return s.lastOne
	}
	state := s.blocks[b]
	if state == nil {
		state = &blockState{args: s.values.grow(len(b.Args()))}
		s.blocks[b] = state
	}
	s.last, s.lastOne = b, state
	return state
}

// pages is a list that grows without moving.
type pages[T any] struct {
	list []*[pageLen]T
	n    int
}

const pageLen = 512

// grow appends n zero values and returns the index of the first.
func (p *pages[T]) grow(n int) (first int32) {
	first = int32(p.n)
	for p.n += n; p.n > len(p.list)*pageLen; {
		p.list = append(p.list, new([pageLen]T))
	}
	return first
}

func (p *pages[T]) at(i int) *T { return &p.list[i/pageLen][i%pageLen] }

func (p *pages[T]) clone() *pages[T] {
	c := &pages[T]{n: p.n}
	for _, page := range p.list {
		c.list = append(c.list, new(*page))
	}
	return c
}

// value returns the place of the lattice value of v.
func (s *solver) value(v *ir.Value) *latticeValue { return s.values.at(s.index(v)) }

func (s *solver) index(v *ir.Value) int {
	if op := v.DefiningOp(); op != nil {
		return int(s.op(op).results) + v.Index()
	}
	return int(s.block(v.OwnerBlock()).args) + v.Index()
}

// findCallables finds the callables of a symbol table that only calls refer to; visible is set if
// all references to its symbols are visible.
func (s *solver) findCallables(table *ir.Operation, visible bool) {
	for b := range table.Region(0).Blocks() {
		for op := range b.Ops() {
			v := ir.SymbolVisibility(op)
			if op.Def().Interfaces.Callable != nil && (v == ir.PrivateSymbol || visible && v == ir.NestedSymbol) {
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

func (s *solver) push(op *ir.Operation) {
	if state := s.op(op); !state.inWork {
		state.inWork = true
		s.later = append(s.later, op)
	}
}

func (s *solver) solve() {
	for len(s.later) > 0 {
		s.work, s.later = s.later, s.work[:0]
		for _, op := range s.work {
			if s.c.Ended() {
				return
			}
			s.op(op).inWork = false
			if s.block(op.Block()).executable {
				s.visit(op)
			}
		}
	}
}

// join raises the lattice value of v and revisits the users if it changes.
func (s *solver) join(v *ir.Value, with latticeValue) {
	place := s.value(v)
	now := place.join(with)
	if now == *place {
		return
	}
	*place = now
	for u := v.FirstUse(); u != nil; u = u.Next() {
		s.push(u.Owner())
	}
	for _, op := range s.foldedTo[v] {
		s.push(op)
	}
}

func (s *solver) markOverdefined(vs ...*ir.Value) {
	for _, v := range vs {
		s.join(v, latticeValue{state: overdefined})
	}
}

// markExecutable marks a block as executable and visits its operations.
func (s *solver) markExecutable(b *ir.Block) {
	state := s.block(b)
	if state.executable {
		return
	}
	state.executable = true
	for op := range b.Ops() {
		s.push(op)
	}
}

// enter marks the entry of a region as executable, with unknown arguments.
func (s *solver) enter(r *ir.Region) {
	if !r.Empty() {
		s.markOverdefined(r.Front().Args()...)
		s.markExecutable(r.Front())
	}
}

func (s *solver) visit(op *ir.Operation) {
	i := &op.Def().Interfaces
	switch {
	case op.IsTerminator() || op.NumSuccessors() > 0:
		s.terminator(op)
		for r := range op.Regions() {
			s.enter(r)
		}
		s.markOverdefined(op.ResultList()...)
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
			s.flow(op, to, op.OperandList()[lo:hi])
		}
	case i.Callable != nil:
		if !s.onlyCalled[op] { // otherwise the calls enter it
			for r := range op.Regions() {
				s.enter(r)
			}
		}
		s.markOverdefined(op.ResultList()...)
	case i.Call != nil:
		s.call(op, i.Call)
	case op.NumRegions() > 0:
		for r := range op.Regions() {
			s.enter(r)
		}
		s.markOverdefined(op.ResultList()...)
	default:
		s.fold(op)
	}
}

// constants returns the constant values of the operands, nil for overdefined ones, in a list that
// is valid while the operation is visited; ok is false while an operand is unknown.
func (s *solver) constants(op *ir.Operation) (values []ir.Attribute, ok bool) {
	values = s.room[:0]
	for _, operand := range op.Operands() {
		v := s.value(operand)
		if v.state == unknown {
			return nil, false
		}
		values = append(values, v.value)
	}
	s.room = values
	return values, true
}

// fold computes the results of an operation from the lattice values of its operands.
func (s *solver) fold(op *ir.Operation) {
	if op.NumResults() == 0 {
		return
	}
	constants, ok := s.constants(op)
	if !ok {
		return
	}
	before := op.Prev()
	f := ir.SimulateFold(op, constants)
	for made := op.Prev(); made != before; made = made.Prev() { // made by a fold in place, which replaces results
		s.made = append(s.made, made)
	}
	if f.Results == nil {
		s.markOverdefined(op.ResultList()...)
		return
	}
	for i, r := range f.Results {
		if r.Value != nil {
			known := *s.value(r.Value)
			if known.state != overdefined && !slices.Contains(op.OperandList(), r.Value) {
				s.foldedTo[r.Value] = append(s.foldedTo[r.Value], op)
			}
			s.join(op.Result(i), known)
		} else {
			s.join(op.Result(i), latticeValue{constant, r.Attr, s.c.IR.Dialect(op.Def().Dialect())})
		}
	}
}

func (s *solver) terminator(op *ir.Operation) {
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
			s.flow(parent, to, op.OperandList()[lo:hi])
		}
	case i.Callable != nil:
		for _, call := range s.callSites[parent] {
			s.returned(call, op)
		}
	}
}

// branch follows a branch to the successors that it may take.
func (s *solver) branch(op *ir.Operation) {
	br := op.Def().Interfaces.Branch
	var only *ir.Block
	if br != nil {
		constants, ok := s.constants(op)
		if !ok {
			return
		}
		if br.Taken != nil {
			only = br.Taken(op, constants)
		}
	}
	for i := range op.NumSuccessors() {
		if only == nil || op.Successor(i) == only {
			s.edges[edge{op, i}] = true
		}
	}
	for i := range op.NumSuccessors() {
		if !s.edges[edge{op, i}] {
			continue
		}
		to := op.Successor(i)
		for a, arg := range to.Args() {
			if br == nil {
				s.markOverdefined(arg)
			} else {
				s.join(arg, *s.value(ir.Passed(op, i, a)))
			}
		}
		s.markExecutable(to)
	}
}

// flow joins the lattice values of vs into the inputs of a region of an operation, or into its
// results.
func (s *solver) flow(op *ir.Operation, to ir.RegionSuccessor, vs []*ir.Value) {
	for i, in := range to.Inputs {
		if len(vs) == len(to.Inputs) {
			s.join(in, *s.value(vs[i]))
		} else {
			s.markOverdefined(in)
		}
	}
	targets := op.ResultList()
	if to.Region != nil {
		if to.Region.Empty() {
			return
		}
		targets = to.Region.Front().Args()
		s.markExecutable(to.Region.Front())
	}
	for _, v := range targets { // induction variables and the like
		if !slices.Contains(to.Inputs, v) {
			s.markOverdefined(v)
		}
	}
}

// call joins the lattice values of the arguments into the entry block's arguments of a
// callable that is only called, and the values of its returns into the results of the
// call.
func (s *solver) call(op *ir.Operation, i *ir.Call) {
	var to *ir.Operation
	if ref := i.Callee(op); ref != nil {
		to = s.tables.LookupFrom(op, ref)
	}
	if to == nil || to.Def().Interfaces.Callable == nil || !s.c.Op.IsAncestorOf(to) {
		s.markOverdefined(op.ResultList()...) // code outside of the pass's operation is not visited
		return
	}
	body := to.Def().Interfaces.Callable.Region(to)
	if body == nil || body.Empty() {
		s.markOverdefined(op.ResultList()...)
		return
	}
	if state := s.op(op); !state.called {
		state.called = true
		s.callSites[to] = append(s.callSites[to], op)
	}
	if s.onlyCalled[to] {
		args := i.Args(op)
		for k, a := range body.Front().Args() {
			if k < len(args) {
				s.join(a, *s.value(args[k]))
			}
		}
		s.markExecutable(body.Front())
	}
	for b := range body.Blocks() {
		if last := b.Back(); s.block(b).executable && last != nil && last.Has(ir.ReturnLike) {
			s.returned(op, last)
		}
	}
}

// returned joins the lattice values of the operands of a return to the results of a
// call.
func (s *solver) returned(call, ret *ir.Operation) {
	for i, r := range call.Results() {
		if i < ret.NumOperands() {
			s.join(r, *s.value(ret.Operand(i)))
		}
	}
}

// rewrite replaces constant values and erases operations that become dead.
func (s *solver) rewrite() bool {
	changed := false
	rw, steps := s.c.Rewriter(nil), ir.StepsOf(s.c)
	folder := ir.NewFolder(rw)
	replace := func(v *ir.Value, b *ir.Block, at *ir.Operation) bool {
		known := *s.value(v)
		if i := s.index(v); known.state != constant || s.first != nil && (i >= s.first.n || s.first.at(i).state != constant) {
			return false
		}
		c := folder.ConstantAt(b, known.dialect, known.value, v.Type())
		if c == nil {
			return false
		}
		if c != v && !v.Unused() && steps.Did(steps.Try(ir.StepPropagate, at)) {
			changed = true
			v.ReplaceAllUsesWith(c)
			c.TakeName(v)
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
			if s.c.Ended() {
				return changed
			}
			all := op.NumResults() > 0
			for _, r := range op.Results() {
				all = replace(r, b, op) && all
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
			replace(a, b, b.ParentOp())
		}
	}
	return changed
}
