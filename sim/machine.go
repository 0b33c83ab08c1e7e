package sim

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
)

// Func is the meaning of an operation: it reads operands from the frame and sets results.
// Control flow operations call back into the machine.
type Func func(f *Frame, in *Instr) error

// Machine runs functions of a module. One goroutine uses it at a time.
type Machine struct {
	table  Table
	module *ir.Operation
	codes  map[*ir.Region]*Code // code of isolated regions

	// Tables finds the symbols of the module. Machines for the same module may share it.
	Tables *ir.SymbolTables

	Limits
	steps int64
	held  *int64 // bytes, shared by forks
	autos int64  // bytes among them that memref.alloca allocated
	// AnyZero replaces the result of an operation with the flag nsz by poison if the
	// result is a zero or depends on the sign of a zero, so that any result may replace
	// it.
	AnyZero bool
	// Exact executes every operation by its exact meaning, without quick forms, and uses no
	// vector again.
	Exact bool
	depth int
	pauses

	// Symbols, if set, computes with numbers that are not known.
	Symbols Symbols

	// Out receives the text of operations that print; nil drops it.
	Out io.Writer

	// Stack, if set, bounds the bytes on the stack of the thread.
	Stack *Stack

	// Thread holds the results of gpu.thread_id and similar operations.
	Thread Thread
	// Exchange, if set, makes operations wait for the other threads of a group.
	Exchange Exchange

	run  context.Context // context of Call and Run
	poll int64           // number of operations or elements until the next check whether it has ended

	allocs int
	shared map[*ir.Value]Value // buffers of the workgroup, shared by forks
	races  *races              // races of the threads of a group, nil for a single thread
	states map[any]any         // states of the meanings of dialects by type, shared by forks
}

// Thread identifies one thread of a simulated workgroup.
type Thread struct {
	ID           [3]int64 // gpu.thread_id
	BlockDim     [3]int64
	BlockID      [3]int64
	GridDim      [3]int64
	SubgroupSize int64
	Workers      int64 // poplar.num_workers
}

// Linear returns the flat thread id, x fastest.
func (t Thread) Linear() int64 {
	return t.ID[0] + t.BlockDim[0]*(t.ID[1]+t.BlockDim[1]*t.ID[2])
}

// Exchange connects the threads of a group that run the same code.
type Exchange interface {
	// Meet waits until every live thread of the group has arrived at the same operation, and returns
	// the values that the threads pass, by thread number, which are valid until the thread meets
	// others again. whole selects the workgroup instead of the subgroup. The operation returns an
	// error of Meet, and has had no effect before, because it may be executed again from its begin to
	// get the values.
	Meet(op *ir.Operation, whole bool, bring Value) ([]Value, error)
	// Met reports whether the operation is executed again, with values that Meet returns at once.
	Met() bool
}

// New returns a machine for a module. The meanings of operations come from the table,
// which may be nil, and otherwise from their dialects.
func New(module *ir.Operation, table Table) *Machine {
	return &Machine{
		table: table, module: module, Tables: ir.NewSymbolTables(), codes: map[*ir.Region]*Code{},
		shared: map[*ir.Value]Value{}, states: map[any]any{}, held: new(int64),
	}
}

// Fork returns a machine for another thread of the same module; compiled code is shared,
// so that forks must not run at the same time.
func (m *Machine) Fork(t Thread) *Machine {
	n := new(Machine)
	m.ForkInto(n, t)
	return n
}

// ForkInto is Fork with the memory of a machine that has ended.
func (m *Machine) ForkInto(n *Machine, t Thread) {
	*n = *m
	n.Thread, n.steps, n.depth, n.autos, n.pauses = t, 0, 0, 0, pauses{}
}

// Origin identifies the machines that were forked from one another, which share memory.
// Machines of another origin may run the same code at another time.
func (m *Machine) Origin() any { return m.held }

// RuntimeError is an error at an operation of the simulated program.
type RuntimeError struct {
	Op  *ir.Operation
	Err error
}

func (e *RuntimeError) Error() string {
	return fmt.Sprintf("%s: '%s' op %v", location(e.Op), e.Op.Name(), e.Err)
}

func (e *RuntimeError) Unwrap() error { return e.Err }

// Diagnostic renders the error as a located diagnostic.
func (e *RuntimeError) Diagnostic() *ir.Diagnostic { return e.Op.OpError("sim.", e.Err) }

func location(op *ir.Operation) string {
	if file, line, col, ok := op.Loc().FileLineCol(); ok {
		return fmt.Sprintf("%s:%d:%d", file, line, col)
	}
	return "<unknown>"
}

// Call runs a function by name until it returns or ctx ends; kernels::sum is the
// function sum of the nested module kernels.
func (m *Machine) Call(ctx context.Context, name string, args ...Value) ([]Value, error) {
	m.run, m.poll = ctx, 0
	fn, err := m.Function(name)
	if err != nil {
		return nil, err
	}
	if fn.NumRegions() > 0 && !fn.Region(0).Empty() {
		types := fn.Body().ArgTypes()
		for i, t := range types[:min(len(types), len(args))] {
			if err := checkArgument(i, t, args[i]); err != nil {
				return nil, &RuntimeError{fn, err}
			}
		}
	}
	return m.CallOp(fn, args)
}

// Function finds a function by its name, as Call does. The error code is no-function.
func (m *Machine) Function(name string) (*ir.Operation, error) {
	if fn := m.Tables.Lookup(m.module, name); fn != nil {
		return fn, nil // C++ names have "::" in them
	}
	fn := m.module
	for _, part := range strings.Split(name, "::") {
		if fn != nil {
			fn = m.Tables.Lookup(fn, part)
		}
	}
	if fn == nil {
		known := slices.Sorted(maps.Keys(m.Tables.Table(m.module)))
		return nil, diag.Errorf("no-function", "there is no function @%s%s", name, diag.DidYouMean(name, known))
	}
	return fn, nil
}

// Lookup returns the operation whose symbol ref refers to, or nil.
func (m *Machine) Lookup(from *ir.Operation, ref *ir.SymbolRefAttr) *ir.Operation {
	return m.Tables.LookupFrom(from, ref)
}

// CallOp runs a function operation.
func (m *Machine) CallOp(fn *ir.Operation, args []Value) ([]Value, error) {
	if fn.NumRegions() == 0 || fn.Region(0).Empty() {
		return nil, diag.Errorf("no-body", "function @%s has no body", ir.SymbolName(fn))
	}
	if m.depth >= maxCallDepth {
		return nil, diag.Errorf("call-depth", "calls nest more than %d deep", maxCallDepth)
	}
	if arguments := meaningsOf(fn).Arguments; arguments != nil {
		more, err := arguments(m, fn)
		if err != nil {
			return nil, err
		}
		args = slices.Concat(args, more)
	}
	mark := m.Stack.mark()
	if err := m.Stack.take(callFrame); err != nil {
		return nil, err
	}
	if m.depth++; m.depth > 1 {
		m.pinned++
	}
	results, err := m.isolated(fn.Region(0), args)
	return m.endCall(mark, results, err)
}

// endCall ends a call that began when the stack had a mark, or interrupts it.
func (m *Machine) endCall(mark int64, results []Value, err error) ([]Value, error) {
	if waits(err) {
		m.pause(mark)
		return nil, err
	}
	if m.depth--; m.depth > 0 {
		m.pinned--
	} else {
		results = slices.Clone(results)
	}
	m.Stack.release(mark)
	return results, err
}

// maxCallDepth bounds recursion of the simulated program.
const maxCallDepth = 1000

// Run runs an isolated region with arguments for its entry block, until it ends or
// ctx does, and returns the operands of the terminator that left it.
func (m *Machine) Run(ctx context.Context, r *ir.Region, args []Value) ([]Value, error) {
	m.run, m.poll = ctx, 0
	results, err := m.isolated(r, args)
	return slices.Clone(results), err
}

// isolated runs an isolated region in a new frame. The results are valid until the region
// runs again.
func (m *Machine) isolated(r *ir.Region, args []Value) ([]Value, error) {
	c := m.compile(r)
	f := c.frame(m)
	results, err := f.run(c.whole, args)
	return m.endFrame(f, results, err)
}

// endFrame makes a frame available for other runs, unless the run is interrupted.
func (m *Machine) endFrame(f *Frame, results []Value, err error) ([]Value, error) {
	if waits(err) {
		m.interrupted = f
		return nil, err
	}
	f.release(results)
	f.code.idle = append(f.code.idle, f)
	return results, err
}

// PollSteps is the largest number of operations or elements after which a run checks whether
// its context has ended.
const PollSteps = 1024

// Worked counts n operations or elements and returns, from time to time, an error if
// the context of the run has ended. The error code is steps if there were too many operations.
func (m *Machine) Worked(n int64) error {
	if m.poll -= n; m.poll > 0 {
		return nil
	}
	return m.look()
}

// look is the part of Worked that runs from time to time, and not later than the first
// operation that is not allowed any more.
func (m *Machine) look() error {
	left := m.Limits.steps() - m.steps
	if left < 0 {
		return diag.Errorf("steps", "is still reached after %d operations, the most that are allowed", m.Limits.steps()).
			Note("probably it does not end; --max-steps allows more")
	}
	m.poll = min(PollSteps, left+1)
	if m.run == nil || m.run.Err() == nil {
		return nil
	}
	return fmt.Errorf("the run was stopped: %w", context.Cause(m.run))
}

// Executed returns which operations were executed since its last call, and how often.
// Machines that were forked from one another are counted together.
func (m *Machine) Executed(visit func(op *ir.Operation, n int64)) {
	for _, c := range m.codes {
		for _, body := range c.bodies {
			for _, b := range body.blocks {
				if b.runs == 0 {
					continue
				}
				for i := range b.instrs {
					visit(b.instrs[i].Op, b.runs)
				}
				b.runs = 0
			}
		}
	}
}

// Steps returns the number of operations executed so far.
func (m *Machine) Steps() int64 { return m.steps }

// Lane returns the number of the thread in its subgroup.
func (t Thread) Lane() int64 { return t.Linear() % t.Lanes() }

// Lanes returns the number of threads of a subgroup.
func (t Thread) Lanes() int64 { return max(t.SubgroupSize, 1) }

// Meet waits for the other threads of the subgroup or block at an operation and returns the values
// that all threads pass. A thread outside of any group is a whole group.
func (f *Frame) Meet(in *Instr, whole bool, bring Value) ([]Value, error) {
	if f.Exchange == nil {
		return []Value{bring}, nil
	}
	return f.Exchange.Meet(in.Op, whole, bring)
}

// Met reports whether the threads have met at the operation, which is executed again to get their values.
func (f *Frame) Met() bool { return f.Exchange != nil && f.Exchange.Met() }

// barrier is the value that the threads of a group pass at a barrier.
type barrier struct{ orders func(space ir.Attribute) bool }

// fullBarrier orders the accesses to all memory.
var fullBarrier = Value{Ref: barrier{}}

// Barrier waits for all threads of the workgroup. It orders the accesses before it and the accesses
// after it to memory in the spaces that orders accepts; nil: to all memory.
func (f *Frame) Barrier(in *Instr, orders func(space ir.Attribute) bool) error {
	bring := fullBarrier
	if orders != nil {
		bring = Value{Ref: barrier{orders}}
	}
	_, err := f.Meet(in, true, bring)
	return err
}
