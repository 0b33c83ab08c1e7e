package standard

import (
	"math"
	"slices"

	"optc/dialect/cf"
	"optc/dialect/ub"
	"optc/ir"
	"optc/passes"
)

// InlineOptions are the options of Inline.
type InlineOptions struct {
	DefaultPipeline   string           `opt:"default-pipeline" help:"passes that simplify a callable before its calls are inlined, if op-pipelines has none for it"`
	OpPipelines       passes.Pipelines `opt:"op-pipelines" help:"pipelines for callables of certain operations, such as func.func(canonicalize,cse)"`
	MaxIterations     uint             `opt:"max-iterations" help:"how often the functions of a cycle of calls are simplified and inlined into"`
	InliningThreshold uint32           `opt:"inlining-threshold" help:"do not inline when the callee has more operations than this percentage of the caller's"`
}

// Inline replaces calls by the body of the callee.
//
//	func.func private @inc(%a: i32) -> i32 {       func.func @f(%x: i32) -> i32 {
//	  %0 = arith.addi %a, %a : i32                   %0 = arith.addi %x, %x : i32
//	  return %0 : i32                          →     return %0 : i32
//	}                                              }
//	func.func @f(%x: i32) -> i32 {
//	  %0 = call @inc(%x) : (i32) -> i32
//	  return %0 : i32
//	}
var Inline = &passes.Pass{
	Name:  "inline",
	Title: "Inline function calls",
	Class: "Inliner",
	Doc: `Goes through the call graph from the callees to the callers, simplifies each callable and
replaces its calls by the bodies of the callees. Recursive functions, functions with the
attribute no_inline and bodies with unregistered operations are not inlined. Private callables
without remaining uses are erased.`,
	Options: InlineOptions{DefaultPipeline: "canonicalize", MaxIterations: 4, InliningThreshold: math.MaxUint32},
	Run:     runInline,
}

func runInline(c *passes.Context) (changed bool, err error) {
	o := passes.OptionsOf[InlineOptions](c)
	n := &inliner{c: c, options: o, tables: ir.NewSymbolTables(), byOp: map[*ir.Operation]*callable{}, pipelines: map[string]*passes.Pipeline{}, builder: ir.NewBuilder(c.IR)}
	if !c.Op.Has(ir.SymbolTable) {
		return false, c.Op.Errorf("was scheduled to run under the inliner, but does not define a symbol table")
	}
	ir.WalkSymbolTables(c.Op, c.Op.Parent() == nil, n.findCallables)
	n.keepReferred()
	for f := range passes.Each(c, n.callables) {
		n.recount(f)
	}
	sccs := n.components()
	if err := n.simplifyAhead(sccs); err != nil {
		return false, err
	}
	for len(sccs) > 0 && err == nil && c.Err() == nil {
		var done int
		if done, err = n.together(sccs); done == 0 && err == nil {
			done, err = 1, n.component(sccs[0])
		}
		sccs = sccs[done:]
	}
	// Callers come before callees here, so that a chain of waiting callables ends in its first callable.
	n.waited = true
	for _, f := range slices.Backward(n.waiting) {
		if !f.dead && err == nil && c.Err() == nil {
			err = n.component([]*callable{f})
		}
	}
	for _, f := range n.callables {
		if f.dead {
			f.op.Erase()
			n.changed, n.inlined = true, true
		}
	}
	if !n.inlined {
		c.ChangedNestedOnly()
	}
	return n.changed, err
}

// callable is a node of the call graph: an operation that can be called and has
// a body.
type callable struct {
	op   *ir.Operation
	body *ir.Region
	// discardable: only the references that are counted keep the symbol alive.
	discardable bool
	uses        int               // references from all callables
	refers      map[*callable]int // its own references
	partial     bool              // an operation hides some of them
	dead        bool
	moves       int         // upper bound of how often the operations in it were moved; see waits
	ahead       *passes.Job // simplified it, but has not reported yet; or nil
	kept        bool        // it is kept, and so are the callables that it refers to, directly or indirectly
	group       int         // number of the last group of callables that contained it; see together

	// For Tarjan's algorithm: the number of the callable in the order of discovery, counted from 1;
	// the smallest index that is reachable; and whether it belongs to no component yet.
	index, low int
	onStack    bool
}

type inliner struct {
	c         *passes.Context
	options   *InlineOptions
	tables    *ir.SymbolTables
	builder   *ir.Builder
	callables []*callable
	waiting   []*callable     // simplified, and their calls are inlined in their only caller; see waits
	waited    bool            // callers are done, so that a callable that was not inlined waits no longer
	live      []*ir.Operation // operations of symbol tables without a body to inline: their references always count
	byOp      map[*ir.Operation]*callable
	pipelines map[string]*passes.Pipeline // default-pipeline by the operation it runs on
	hidden    bool                        // an unregistered operation hides references, so that every symbol is kept
	ordered   bool                        // the callables must be simplified one after the other; see simplifyAhead
	groups    int                         // number of groups of callables that were processed together
	changed   bool
	inlined   bool // whether an operation was inlined or erased, so that not only the nested passes changed the module
}

// references is the number of references to callables in f.
func (f *callable) references() (sum int) {
	for _, k := range f.refers {
		sum += k
	}
	return sum
}

// discards reports whether a callable is removed when some of its uses are inlined.
func (n *inliner) discards(f *callable, uses int) bool {
	return f.discardable && !n.hidden && f.uses == uses
}

// findCallables collects the callables of a symbol table; visible is set if all
// references to its symbols are visible.
func (n *inliner) findCallables(table *ir.Operation, visible bool) {
	for op := table; op != n.c.Op && !n.ordered; op = op.Parent() {
		n.ordered = op.Def().Interfaces.Callable != nil
	}
	for b := range table.Region(0).Blocks() {
		for op := range b.Ops() {
			if f := op.Def().Interfaces.Callable; f != nil {
				if body := f.Region(op); body != nil && !body.Empty() {
					v := ir.SymbolVisibility(op)
					n.add(&callable{op: op, body: body,
						discardable: ir.IsSymbol(op) && v != ir.PublicSymbol && (visible || v == ir.PrivateSymbol)})
					continue
				}
			}
			n.live = append(n.live, op)
		}
	}
}

// keepReferred finds the callables that must be kept even if all their calls are inlined. It is
// used when all callables are known.
func (n *inliner) keepReferred() {
	for op := range passes.Each(n.c, n.live) {
		all := ir.SymbolUses(op, func(user *ir.Operation, ref *ir.SymbolRefAttr) {
			if f := n.byOp[n.tables.LookupFrom(user, ref)]; f != nil {
				f.discardable = false
			}
		})
		n.hidden = n.hidden || !all
	}
}

func (n *inliner) add(f *callable) {
	n.callables = append(n.callables, f)
	n.byOp[f.op] = f
}

// recount counts the references of f to callables again.
func (n *inliner) recount(f *callable) {
	for to, k := range f.refers {
		to.uses -= k
	}
	clear(f.refers)
	f.partial = !n.count(f, f.op, nil, 1)
	n.hidden = n.hidden || f.partial
}

// count adds by to the references of f for each symbol reference in op. A reference is
// looked up from its user, or from from if that is not nil.
func (n *inliner) count(f *callable, op, from *ir.Operation, by int) (ok bool) {
	return ir.SymbolUses(op, func(user *ir.Operation, ref *ir.SymbolRefAttr) {
		if from != nil {
			user = from
		}
		if to := n.byOp[n.tables.LookupFrom(user, ref)]; to != nil {
			if f.refers == nil {
				f.refers = map[*callable]int{}
			}
			f.refers[to] += by
			to.uses += by
		}
	})
}

// countInlined changes the references of the caller as inlining a copy of the callee's body in
// place of the call does. It returns false if the caller must be counted again.
func (n *inliner) countInlined(k *call, body *ir.Region) bool {
	for op := k.op; op != k.source.op; op = op.Parent() {
		if op.Has(ir.SymbolTable) {
			return false
		}
	}
	if k.source.partial || !n.count(k.source, k.op, nil, -1) {
		return false
	}
	for b := range body.Blocks() {
		for op := range b.Ops() {
			if !n.count(k.source, op, k.op, 1) {
				return false
			}
		}
	}
	return true
}

// components returns the strongly connected components of the call graph,
// callees before callers (Tarjan's algorithm).
func (n *inliner) components() [][]*callable {
	var (
		found  int
		stack  []*callable
		result [][]*callable
		visit  func(f *callable)
	)
	visit = func(f *callable) {
		found++
		f.index, f.low = found, found
		stack = append(stack, f)
		f.onStack = true
		calls := n.calls(f, f.body, f.op)
		n.ordered = n.ordered || f.references() != len(calls)
		for call := range passes.Each(n.c, calls) {
			to := call.target
			if to.index == 0 {
				visit(to)
				f.low = min(f.low, to.low)
			} else if to.onStack {
				f.low = min(f.low, to.index)
			}
		}
		if f.low != f.index {
			return
		}
		at := len(stack) - 1
		for stack[at] != f {
			at--
		}
		scc := slices.Clone(stack[at:])
		for _, g := range scc {
			g.onStack = false
		}
		stack = stack[:at]
		result = append(result, scc)
	}
	for _, f := range n.callables {
		if f.index == 0 {
			visit(f)
		}
	}
	return result
}

// call is a call that is considered.
type call struct {
	op      *ir.Operation
	source  *callable // callable that contains it
	target  *callable
	history *inlined // through which it came into source
}

// inlined remembers which callee's body was inlined, so that calls in the body do
// not inline it again without end.
type inlined struct {
	callee *callable
	from   *inlined
}

func (h *inlined) includes(f *callable) bool {
	for ; h != nil; h = h.from {
		if h.callee == f {
			return true
		}
	}
	return false
}

// calls collects the calls in a region of f that name a callable with a body; the names
// are those visible from an operation.
func (n *inliner) calls(f *callable, r *ir.Region, from *ir.Operation) []*call {
	var list []*call
	blocks := slices.Collect(r.Blocks())
	for len(blocks) > 0 {
		b := blocks[len(blocks)-1]
		blocks = blocks[:len(blocks)-1]
		for op := range b.Ops() {
			if n.c.Ended() {
				return list
			}
			if i := op.Def().Interfaces.Call; i != nil {
				if to := n.callee(op, i, from); to != nil {
					list = append(list, &call{op: op, source: f, target: to})
				}
				continue
			}
			if n.byOp[op] != nil {
				continue
			}
			for r := range op.Regions() {
				blocks = slices.AppendSeq(blocks, r.Blocks())
			}
		}
	}
	return list
}

func (n *inliner) callee(op *ir.Operation, i *ir.Call, from *ir.Operation) *callable {
	ref := i.Callee(op)
	if ref == nil || len(ref.Nested) > 0 {
		return nil
	}
	return n.byOp[n.tables.LookupFrom(from, ref)]
}

// component simplifies the callables of a component and inlines into them until
// nothing changes.
func (n *inliner) component(scc []*callable) error {
	for iteration := uint(0); ; iteration++ {
		for _, f := range scc {
			if f.dead {
				continue
			}
			if err := n.simplify(f); err != nil {
				return err
			}
			n.recount(f)
		}
		if len(scc) == 1 && n.waits(scc[0]) {
			return nil
		}
		if !n.inlineInto(scc) || iteration+1 >= n.options.MaxIterations {
			return nil
		}
	}
}

// maxMoves is the number of times that an operation may be moved from callee to caller, and
// be simplified in each.
const maxMoves = 32

// waits reports whether nothing is inlined into f itself, because its only caller takes its body
// and then inlines into that. Otherwise each operation of a chain of callables with one use would
// be moved and simplified as many times as there are callables above it. This applies to callables
// that are followed by more than maxMoves others in a chain: in shorter chains, constants have the
// order that simplifying each callable gives them.
func (n *inliner) waits(f *callable) bool {
	if n.waited {
		return false
	}
	for to := range f.refers {
		if to != f && n.discards(to, 1) {
			f.moves = max(f.moves, to.moves+1)
		}
	}
	if f.moves <= maxMoves || !n.discards(f, 1) || n.options.InliningThreshold != math.MaxUint32 {
		return false
	}
	n.waiting = append(n.waiting, f)
	return true
}

// pipeline returns the pipeline that simplifies a callable, or nil.
func (n *inliner) pipeline(f *callable) (*passes.Pipeline, error) {
	if !f.op.Has(ir.IsolatedFromAbove) {
		return nil, nil
	}
	if p := n.options.OpPipelines.Find(f.op.Name()); p != nil {
		return p, nil
	}
	if p := n.pipelines[f.op.Name()]; p != nil || n.options.DefaultPipeline == "" {
		return p, nil
	}
	registry := n.c.Registry()
	if registry == nil {
		registry = &passes.Registry{Passes: []*passes.Pass{Canonicalize, CSE}}
	}
	steps, err := registry.ParseSteps(n.options.DefaultPipeline)
	if err != nil {
		return nil, ir.Errorf(n.c.Op.Loc(), "default-pipeline: %v", err)
	}
	p := passes.On(f.op.Kind())
	p.Add(steps...)
	n.pipelines[f.op.Name()] = p
	return p, nil
}

// inlineInto inlines calls in the callables and reports whether there was any.
func (n *inliner) inlineInto(scc []*callable) bool {
	var list []*call
	for _, f := range scc {
		switch {
		case f.dead:
		case n.discards(f, 0):
			n.kill(f)
		default:
			list = append(list, n.calls(f, f.body, f.op)...)
		}
	}
	any, steps := false, ir.StepsOf(n.c)
	for i := 0; i < len(list) && n.c.Err() == nil; i++ {
		k := list[i]
		if k.source.dead || k.history.includes(k.target) || !n.shouldInline(k) {
			continue
		}
		last := n.discards(k.target, 1)
		if !steps.Try(ir.StepInlineCall, k.op) {
			continue
		}
		inner, ok := n.inline(k, last)
		if !steps.Did(ok) {
			continue
		}
		any, n.changed, n.inlined = true, true, true
		history := k.history
		if last {
			n.kill(k.target) // and if no call of it is left
		} else {
			history = &inlined{k.target, history}
		}
		for _, c := range inner {
			c.history = history
			list = append(list, c)
		}
	}
	return any
}

// kill marks a callable for deletion and drops its references.
func (n *inliner) kill(f *callable) {
	f.dead = true
	for to, k := range f.refers {
		to.uses -= k
	}
}

// noInline is the attribute that prevents the inlining of calls and callables of every
// dialect.
const noInline = "no_inline"

func (n *inliner) shouldInline(k *call) bool {
	switch {
	case k.op.IsTerminator(),
		k.target.refers[k.target] > 0, k.target.refers[k.source] > 0, // recursion
		k.target.body.IsAncestorOf(k.op.ParentRegion()),
		k.op.Attr(noInline) != nil, k.target.op.Attr(noInline) != nil:
		return false
	}
	parent := k.op.Parent()
	if !k.target.body.HasOneBlock() && parent.Def() != k.target.op.Def() &&
		(!parent.Def().Registered() || parent.Has(ir.SingleBlock)) {
		return false
	}
	return n.legal(k) && n.profitable(k)
}

// legal asks the dialects of the surrounding operation and of all operations of the body
// whether inlining is legal.
func (n *inliner) legal(k *call) bool {
	dest := k.op.ParentRegion()
	into := n.c.IR.Dialect(dest.Parent().Def().Dialect())
	if into == nil || into.InlineInto == nil ||
		!into.InlineInto(dest, k.target.body, k.op.Def().Interfaces.Call.Args(k.op)) {
		return false
	}
	return ir.WalkRegion(k.target.body, func(op *ir.Operation) ir.WalkResult {
		if !op.Def().Registered() {
			return ir.Interrupt
		}
		if d := n.c.IR.Dialect(op.Def().Dialect()); d.InlineOp != nil && !d.InlineOp(op, dest) {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

func (n *inliner) profitable(k *call) bool {
	switch n.options.InliningThreshold {
	case 0:
		return false
	case math.MaxUint32:
		return true
	}
	return CountOps(k.target.body)*100/CountOps(k.source.body) <= int(n.options.InliningThreshold)
}

func CountOps(r *ir.Region) int {
	n := 0
	ir.WalkRegion(r, func(*ir.Operation) ir.WalkResult {
		n++
		return ir.Advance
	})
	return n
}

// inline replaces a call by a copy of the callee's body, or by the body itself if this is
// the last use of a callee that is removed, and returns the calls in it.
func (n *inliner) inline(k *call, last bool) (inner []*call, ok bool) {
	args := k.op.Def().Interfaces.Call.Args(k.op)
	sameType := func(v, w *ir.Value) bool { return v.Type() == w.Type() }
	if !slices.EqualFunc(args, k.target.body.Front().Args(), sameType) ||
		!returnsTypes(k.target.body, k.op.ResultTypes(), !k.op.Unused()) ||
		!k.target.body.HasOneBlock() && n.c.IR.Dialect("cf") == nil {
		return nil, false
	}

	var copied ir.Region
	if last {
		copied.TakeBody(k.target.body)
	} else {
		var m ir.Mapping
		ir.CloneRegion(k.target.body, &copied, n.builder.Arena(), &m)
	}
	for i, a := range args {
		copied.Front().Arg(i).ReplaceAllUsesWith(a)
	}
	if k.op.Loc().IsKnown() {
		relocate(&copied, ir.InlinedAt(n.c.IR, k.op.Loc()))
	}
	inner = n.calls(k.source, &copied, k.op)
	counted := n.countInlined(k, &copied)
	if copied.HasOneBlock() {
		b := copied.Front()
		ret := b.Back()
		if !k.op.Unused() {
			k.op.ReplaceAllUsesWith(ret.OperandList())
			for i, v := range ret.Operands() {
				v.TakeName(k.op.Result(i))
			}
		}
		ret.Erase()
		for op := range b.Ops() {
			op.MoveBefore(k.op)
		}
	} else {
		n.spliceBlocks(&copied, k.op)
	}
	k.op.Erase()
	if !counted {
		n.recount(k.source)
	}
	return inner, true
}

// spliceBlocks moves the blocks of a copied body to the place of a call: the entry
// continues the block of the call, and the exits branch to the operations after it, which
// receive the results as arguments.
func (n *inliner) spliceBlocks(copied *ir.Region, call *ir.Operation) {
	before := call.Block()
	after := before.SplitBefore(call)
	for _, r := range call.Results() {
		arg := after.AddArg(r.Type(), r.Location())
		arg.TakeName(r)
		r.ReplaceAllUsesWith(arg)
	}
	entry := copied.Front()
	for b := range copied.Blocks() {
		if ret := b.Back(); ret.Has(ir.ReturnLike) {
			n.builder.Before(ret).Loc = ret.Loc()
			cf.NewBranch(n.builder, cf.Target{Block: after, Args: ret.OperandList()})
			ret.Erase()
		}
		b.Remove()
		if b != entry {
			before.Region().InsertBefore(b, after)
			continue
		}
		for op := range b.Ops() {
			op.MoveToEnd(before)
		}
	}
}

// returnsTypes reports whether every exit of a body returns values of these types. A body
// with a single block must have an exit if the values are used.
func returnsTypes(body *ir.Region, types []ir.Type, used bool) bool {
	exits := func(last *ir.Operation) bool {
		switch {
		case last.Has(ir.ReturnLike):
			return slices.Equal(last.OperandTypes(), types)
		case last.NumSuccessors() == 0:
			return ir.Is[ub.UnreachableOp](last) && !(used && body.HasOneBlock())
		}
		return true
	}
	for b := range body.Blocks() {
		if !exits(b.Back()) {
			return false
		}
	}
	return true
}

// relocate records, in the locations of copied operations, where they were called.
func relocate(r *ir.Region, at *ir.Inlining) {
	for b := range r.Blocks() {
		for i, a := range b.Args() {
			b.SetArgLoc(i, at.Of(a.Location()))
		}
		for op := range b.Ops() {
			op.SetLoc(at.Of(op.Loc()))
			for inner := range op.Regions() {
				relocate(inner, at)
			}
		}
	}
}
