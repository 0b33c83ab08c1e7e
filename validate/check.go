// Package validate checks by execution whether a transformation kept the meaning of a program
// (translation validation). It executes functions on random arguments, in all threads of a
// workgroup if their code is distributed, and programs with all their variables, and compares
// results and memory. --verify-exec and the tests of transformations use it, so that all of them
// agree on what counts as a difference.
//
// A function whose behaviour was undefined before may behave arbitrarily afterwards: if it reads
// memory that was never written, leaves the bounds of a memref or depends on poison, it has no
// observation. A remark names functions that cannot be executed, so that silence means that a
// function was compared.
package validate

import (
	"errors"
	"slices"
	"time"

	"optc/diag"
	fn "optc/dialect/func"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/threads"
	"optc/lower"
	"optc/passes"
	"optc/passes/distribute"
	"optc/sim"
)

const (
	runs = 3 // executions per function or program and pass
	// defaultThreads is the number of threads for code that uses its thread id if no pass has set the
	// number.
	defaultThreads = 64
	// maxThreads is the largest number of threads that execute a function together; a
	// workgroup of a GPU has at most 1024.
	maxThreads = 1 << 14
)

// New returns a check of functions and of programs of the given families, for one run of a
// pipeline. Executions beyond the limits, by default 2^20 steps and 2^30 bytes, are not
// compared; a remark reports that.
func New(l sim.Limits, families ...*lower.Family) passes.ExecCheck {
	return newChecker(l, families).check
}

func newChecker(l sim.Limits, families []*lower.Family) *checker {
	return &checker{limits: limitsOf(l), families: families, groups: map[string]group{}, told: map[string]bool{}}
}

type checker struct {
	limits   sim.Limits
	families []*lower.Family
	groups   map[string]group // workgroups of functions that were distributed
	told     map[string]bool  // the functions that remarks have named already
	checks   int              // passes that were checked
	known    *knownProgram    // the program as the previous pass left it
	proved   func(Proof)      // receives the proofs; nil: only random inputs are compared
	// proofTime bounds the proof of a function.
	proofTime time.Duration
	around    *surroundings // surroundings of the last pass
}

// group is the workgroup that runs a function.
type group struct {
	block    [3]int64
	subgroup int64 // threads of a subgroup
}

func (c *checker) check(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
	c.checks++
	c.surround(e)
	if _, ok := passes.InstanceOptions[distribute.OrderSumsOptions](e.Instance); ok && c.proved == nil {
		return nil // rounds sums differently, on purpose
	}
	for _, p := range c.functions(e, before) {
		if d := c.function(e, p.before, p.after); d != nil {
			return d
		}
	}
	return c.programs(e, before)
}

// calledOnly returns the functions that cannot be called from outside of a module, but are used
// inside of it.
func calledOnly(module *ir.Operation) map[*ir.Operation]bool {
	called := map[*ir.Operation]bool{}
	tables := ir.NewSymbolTables()
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if call := op.Def().Interfaces.Call; call != nil {
			if ref := call.Callee(op); ref != nil {
				if f := tables.LookupFrom(op, ref); f != nil && ir.SymbolVisibility(f) != ir.PublicSymbol {
					called[f] = true
				}
			}
		}
		return ir.Advance
	})
	return called
}

// function compares a function before and after a pass.
func (c *checker) function(e *passes.Event, before, after Function) *ir.Diagnostic {
	o, distribution := passes.InstanceOptions[distribute.DistributeOptions](e.Instance)
	if distribution {
		o = o.In(before.Op)
		c.groups[after.Path] = distributedGroup(o, before.Op)
	}
	whole := before
	if distribution {
		before = c.ordered(e, before, o)
	}
	one := c.groupOf(before, !distribution)
	resized := false
	if t := ireecodegen.TranslationOf(after.Op); t != nil && t != ireecodegen.TranslationOf(before.Op) && one != (group{}) {
		// The pass writes the code for subgroups of another size.
		c.groups[after.Path], resized = group{one.block, t.SubgroupSize}, true
	}
	before.runIn(one)
	before.Limits, after.Limits = c.limits, c.limits
	if distribution || one == (group{}) || resized {
		one = c.groupOf(after, true)
	}
	after.runIn(one)
	if c.proved != nil {
		whole.Block, whole.Subgroup, whole.Limits = before.Block, before.Subgroup, before.Limits
		return c.prove(e, whole, after)
	}
	return c.execute(e, before, after, runs)
}

// execute compares a function before and after a pass on the inputs of at least atLeast trials.
func (c *checker) execute(e *passes.Event, before, after Function, atLeast uint64) *ir.Diagnostic {
	_, distribution := passes.InstanceOptions[distribute.DistributeOptions](e.Instance)
	alone := max(before.Block[0], before.Block[1], before.Block[2], after.Block[0], after.Block[1], after.Block[2]) <= 1
	// Distribution takes different arguments for different memory.
	t := newTrials(alone && !distribution && mayShare(before) != nil, before, after)
	before.AnyZero = true
	var count tally
	work := int64(0)
	for trial := uint64(0); trial < atLeast || alone && trial < mostTrials && work < enoughWork; trial++ {
		count.tried++
		want, steps, err := t.call(e.Run.Context, before, trial)
		if err != nil && !alone && !isLimit(err) {
			// There are few trials: take other numbers.
			t.plain |= 1 << trial
			want, steps, err = t.call(e.Run.Context, before, trial)
		}
		work += steps
		if err != nil {
			count.notCompared(err)
			continue
		}
		got, steps, err := t.call(e.Run.Context, after, trial)
		work += steps
		switch {
		case e.Run.Context.Err() != nil:
			return nil
		case notExecuted(err) || diag.CodeOf(err) == "steps" && want.steps > c.limits.MaxSteps/stepsOfLowering:
			count.notCompared(err)
			continue
		}
		if difference(after, want, got, err) == nil {
			count.compared++
			continue
		}
		if d, confirmed := t.confirm(e, before, after, trial); confirmed {
			return d
		}
		count.notCompared(errUnconfirmed)
	}
	c.tell(e, after.Op, before.Path, &count)
	return nil
}

// stepsOfLowering is the factor by which a pass may increase the steps of a function: beyond it,
// exceeding the limit is a difference.
const stepsOfLowering = 64

// difference reports the difference of an execution after a pass, which gave got or err.
func difference(after Function, want, got *Observation, err error) *ir.Diagnostic {
	if err != nil {
		return after.Op.Errorf("can be executed before the pass, but afterwards %v", err)
	}
	if d := got.Differs(want); d != "" {
		return after.Op.Errorf("%s", d)
	}
	return nil
}

// confirm executes a trial again, without quick forms and without the reuse of vectors, and returns
// the difference. A difference that only the first execution has is a mistake of the simulator.
func (t *trials) confirm(e *passes.Event, before, after Function, trial uint64) (d *ir.Diagnostic, confirmed bool) {
	before.Exact, after.Exact = true, true
	want, _, err := t.call(e.Run.Context, before, trial)
	if err != nil {
		return nil, false
	}
	got, _, err := t.call(e.Run.Context, after, trial)
	if notExecuted(err) {
		return nil, false
	}
	d = difference(after, want, got, err)
	return d, d != nil
}

var errUnconfirmed = errors.New("two ways to execute it differ, which is a mistake of the simulator: please report it")

// ordered returns a copy of a function that reduces in the order of the threads of its
// distribution, because sums of floats depend on the order.
func (c *checker) ordered(e *passes.Event, f Function, o *distribute.DistributeOptions) Function {
	module := ir.Clone(f.Module, &ir.Arena{}, nil)
	k := slices.IndexFunc(Functions(module), func(g Function) bool { return g.Path == f.Path })
	p := &passes.Pipeline{Anchor: module.Name()}
	p.Add(passes.Use(distribute.OrderSums, distribute.OrderSumsOptions{SubgroupSize: o.SubgroupSize, Chip: o.Chip}))
	if err := passes.NewManager(fn.TypeOf(f.Op).Context()).Run(e.Run.Context, p, module); err != nil {
		return f
	}
	g := Functions(module)[k]
	if e.Op != e.Run.Op {
		g.tables = c.around.tables.ForCopy(e.Op, g.Op)
	}
	return g
}

// notExecuted reports whether err is a limit of the simulator rather than a fault of the
// program.
func notExecuted(err error) bool {
	switch diag.CodeOf(err) {
	case "sim.unsupported", "sim.no-meaning", "unsupported", "no-meaning", "memory", "threads":
		return true
	}
	return false
}

func (f *Function) runIn(g group) { f.Block, f.Subgroup = g.block, g.subgroup }

// groupOf returns the threads that run a function together.
func (c *checker) groupOf(f Function, distributed bool) group {
	if g, ok := c.groups[f.Path]; distributed && ok {
		return g
	}
	g := group{block: [3]int64{defaultThreads, 1, 1}}
	alone := true
	ir.Walk(f.Op, func(op *ir.Operation) ir.WalkResult {
		if extent, ok := threads.Number.Of(op); ok {
			alone = false
			if dim, n := extent(op); n > 0 {
				g.block[dim] = n
			}
		}
		return ir.Advance
	})
	if alone {
		return group{}
	}
	if t := ireecodegen.TranslationOf(f.Op); distributed && t != nil {
		copy(g.block[:], t.WorkgroupSize)
		g.subgroup = t.SubgroupSize
	}
	return g
}

// distributedGroup returns the workgroup that shares the vectors of a function: the given
// workgroup, or otherwise as many whole subgroups as its layouts need.
func distributedGroup(o *distribute.DistributeOptions, f *ir.Operation) group {
	g := group{subgroup: o.SubgroupSize}
	if g.subgroup == 0 {
		g.subgroup = defaultThreads
	}
	if len(o.WorkgroupSize) > 0 {
		copy(g.block[:], o.WorkgroupSize)
		return g
	}
	threads := g.subgroup
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[vectorext.ToLayoutOp](op) && !vectorext.IsOpen(op) {
			threads = max(threads, vectorext.LayoutOf(op).WorkgroupThreads(g.subgroup))
		}
		return ir.Advance
	})
	if rest := threads % g.subgroup; rest > 0 && threads <= maxThreads {
		threads += g.subgroup - rest
	}
	g.block[0] = threads
	return g
}

// checkThreads returns an error if too many threads execute a function together.
func checkThreads(f Function) error {
	b := f.Block
	for d := range b {
		b[d] = max(b[d], 1)
	}
	if n, ok := ir.NumElements(b[:]); !ok || n > maxThreads {
		return diag.Errorf("threads", "%d x %d x %d threads are more than the %d that are executed together", b[0], b[1], b[2], maxThreads)
	}
	return nil
}

// tell reports, once per function, in how many trials it was compared, and why it was not compared
// in the others. Undefined behaviour before the pass is no matter if some trials have none.
func (c *checker) tell(e *passes.Event, op *ir.Operation, name string, count *tally) {
	if count.limited == 0 && count.compared >= min(count.tried, runs) || c.told[name] {
		return
	}
	c.told[name] = true
	d := ir.Errorf(op.Loc(), "'%s' op @%s is compared in %d of %s by execution%s", op.Name(), ir.SymbolName(op), count.compared, diag.Counted(count.tried, "trial"), count.reasons())
	d.Severity = ir.Remark
	var at *sim.RuntimeError
	if errors.As(count.why, &at) {
		d.Note(at.Op.Loc(), "'%s' op %v", at.Op.Name(), at.Err)
	} else {
		d.Note(op.Loc(), "%v", count.why)
	}
	e.Sink.Report(d)
}
