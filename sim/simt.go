package sim

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"optc/diag"
	"optc/ir"
)

// DefaultSubgroup is the number of threads of a subgroup if it is not specified.
const DefaultSubgroup = 64

// MaxThreads bounds the threads of a workgroup and of a launch.
const MaxThreads = 1 << 20

// Group runs the threads of a workgroup over the same function. Threads take turns: a
// thread runs until it ends or waits for the others. Therefore a run is reproducible, and
// memory needs no locks.
type Group struct {
	Module       *ir.Operation
	Table        Table    // see New
	BlockDim     [3]int64 // threads in x, y, z; 0 counts as 1
	BlockID      [3]int64 // the workgroup's place in the grid
	GridDim      [3]int64 // workgroups in x, y, z; 0 counts as 1
	SubgroupSize int64    // 0 counts as 64
	Workers      int64
	// Executed, if set, gets the number of executions of each operation after the run, by all
	// threads together.
	Executed func(op *ir.Operation, n int64)
	Limits           // of the whole, steps per thread
	AnyZero  bool    // see Machine
	Symbols  Symbols // see Machine
	Out      io.Writer
}

// Run calls a function in every thread, until all threads return or ctx ends, and returns
// the results by flat thread id (x fastest). args returns the arguments for a thread;
// memrefs may be shared.
func (g *Group) Run(ctx context.Context, name string, args func(t Thread) []Value) ([][]Value, error) {
	for d := range g.BlockDim {
		g.BlockDim[d], g.GridDim[d] = max(g.BlockDim[d], 1), max(g.GridDim[d], 1)
	}
	if g.SubgroupSize <= 0 {
		g.SubgroupSize = DefaultSubgroup
	}
	main := New(g.Module, g.Table)
	main.Limits, main.AnyZero, main.Symbols, main.Out = g.Limits, g.AnyZero, g.Symbols, g.Out
	n := int64(1)
	for _, d := range g.BlockDim {
		if d > MaxThreads/n {
			return nil, diag.Errorf("threads", "expected at most %d threads in a workgroup, but got %d x %d x %d", MaxThreads, g.BlockDim[0], g.BlockDim[1], g.BlockDim[2])
		}
		n *= d
	}
	m := main.NewTeam(g.SubgroupSize)
	fn, err := main.Function(name)
	if err != nil {
		return nil, err
	}
	var types []ir.Type
	if fn.NumRegions() > 0 && !fn.Region(0).Empty() {
		types = fn.Body().ArgTypes()
	}
	for i := range n {
		t := Thread{
			ID:           [3]int64{i % g.BlockDim[0], i / g.BlockDim[0] % g.BlockDim[1], i / (g.BlockDim[0] * g.BlockDim[1])},
			BlockDim:     g.BlockDim,
			BlockID:      g.BlockID,
			GridDim:      g.GridDim,
			SubgroupSize: g.SubgroupSize,
			Workers:      g.Workers,
		}
		mine := args(t)
		for i, t := range types[:min(len(types), len(mine))] {
			r := mine[i].MemRef()
			if t, ok := t.(*ir.MemRefType); ok && r != nil {
				m.races.watch(r.Mem, t)
				defer r.Mem.unwatch()
			}
		}
		m.Add(t, func(fork *Machine) ([]Value, error) { return fork.Call(ctx, name, mine...) })
	}
	if g.Executed != nil {
		defer main.Executed(g.Executed)
	}
	return m.Run()
}

// participant is a thread, which runs on a coroutine from its begin to its end.
type participant struct {
	machine *Machine
	run     func(machine *Machine) ([]Value, error)
	on      *coroutine // nil before the begin

	waiting *ir.Operation
	whole   bool
	bring   Value
	got     []Value
	results []Value
	err     error
	done    bool
}

// coroutine runs threads one after the other. It yields whenever a thread waits or has ended.
type coroutine struct {
	thread *participant
	next   func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
}

func newCoroutine() *coroutine {
	c := &coroutine{}
	c.next, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		for {
			p := c.thread
			p.results, p.err = p.run(p.machine)
			p.done = true
			if !yield(struct{}{}) {
				return
			}
		}
	})
	return c
}

// Team schedules the threads of a workgroup, which take turns.
type Team struct {
	main     *Machine // the threads' machines are forks of it
	subgroup int64
	threads  []*participant
	running  []*coroutine        // all that were made
	idle     []*coroutine        // those whose thread has ended
	shared   map[*ir.Value]Value // the buffers of the workgroup
	races    *races              // nil finds none
}

// NewTeam returns a workgroup without threads. subgroup is the number of threads of its
// subgroups, 0 for 64.
func (m *Machine) NewTeam(subgroup int64) *Team {
	if subgroup <= 0 {
		subgroup = DefaultSubgroup
	}
	return &Team{main: m, subgroup: subgroup, shared: map[*ir.Value]Value{}, races: newRaces()}
}

// Add adds a thread with a machine of its own; run executes the thread.
func (m *Team) Add(t Thread, run func(machine *Machine) ([]Value, error)) {
	t.SubgroupSize = m.subgroup
	machine := m.main.Fork(t)
	machine.shared, machine.races = m.shared, m.races
	p := &participant{machine: machine, run: run}
	machine.Exchange = exchange{m, p}
	m.threads = append(m.threads, p)
}

// resume runs a thread until it waits or ends.
func (m *Team) resume(p *participant) {
	if p.on == nil {
		if len(m.idle) == 0 {
			c := newCoroutine()
			m.running, m.idle = append(m.running, c), append(m.idle, c)
		}
		last := len(m.idle) - 1
		p.on, m.idle = m.idle[last], m.idle[:last]
		p.on.thread = p
	}
	p.on.next()
	if p.done {
		m.idle = append(m.idle, p.on)
	}
}

// errStopped ends a coroutine whose group failed.
var errStopped = diag.Errorf("stopped", "another thread failed")

// exchange is a thread's view of its team.
type exchange struct {
	m *Team
	p *participant
}

// Meet implements Exchange.
func (e exchange) Meet(op *ir.Operation, whole bool, bring Value) ([]Value, error) {
	e.p.waiting, e.p.whole, e.p.bring = op, whole, bring
	if !e.p.on.yield(struct{}{}) {
		return nil, errStopped
	}
	return e.p.got, nil
}

// Run runs the threads until all of them have ended, and returns their results in the
// order in which they were added.
func (m *Team) Run() ([][]Value, error) {
	defer func() {
		for _, c := range m.running {
			c.stop()
		}
	}()
	for {
		running := false
		for i, p := range m.threads {
			if !p.done && p.waiting == nil {
				if m.races != nil {
					m.races.thread = int32(i) + 1
				}
				m.resume(p)
				running = true
				if p.err != nil {
					return nil, fmt.Errorf("thread %d: %w", p.machine.Thread.Linear(), p.err)
				}
			}
		}
		if !running {
			break
		}
		if err := m.release(); err != nil {
			return nil, err
		}
	}
	results := make([][]Value, len(m.threads))
	for i, p := range m.threads {
		results[i] = p.results
	}
	return results, nil
}

// release lets the threads of a group continue if every live thread of the group waits at
// the same operation.
func (m *Team) release() error {
	size := int(m.subgroup)
	for lo := 0; lo < len(m.threads); lo += size {
		sub := m.threads[lo:min(lo+size, len(m.threads))]
		if ready(sub, false) {
			passValues(sub)
		}
	}
	if ready(m.threads, true) {
		if err := m.passBarrier(); err != nil {
			return err
		}
		passValues(m.threads)
	}
	stuck := func(p *participant) bool { return p.done || p.waiting != nil }
	waits := func(p *participant) bool { return p.waiting != nil }
	if i := slices.IndexFunc(m.threads, waits); i >= 0 && !slices.ContainsFunc(m.threads, func(p *participant) bool { return !stuck(p) }) {
		return &RuntimeError{m.threads[i].waiting, diag.Errorf("deadlock", "not all threads of the group arrive here")}
	}
	return nil
}

// passBarrier checks that all threads are present if the live threads wait at a barrier,
// and orders their next accesses after their previous ones.
func (m *Team) passBarrier() error {
	at := slices.IndexFunc(m.threads, func(p *participant) bool { return !p.done })
	op := m.threads[at].waiting
	b, ok := m.threads[at].bring.Ref.(barrier)
	if !ok {
		return nil
	}
	if i := slices.IndexFunc(m.threads, func(p *participant) bool { return p.done }); i >= 0 {
		return &RuntimeError{op, diag.Errorf("deadlock", "thread %d waits here, but thread %d has ended", at, i)}
	}
	if m.races != nil {
		m.races.pass(b)
	}
	return nil
}

// ready reports whether all live threads of a group wait at the same operation of the
// given kind.
func ready(group []*participant, whole bool) bool {
	var at *ir.Operation
	for _, p := range group {
		if p.done {
			continue
		}
		if p.waiting == nil || p.whole != whole || at != nil && p.waiting != at {
			return false
		}
		at = p.waiting
	}
	return at != nil
}

// passValues passes the values of all threads of a group to each of its threads, and lets
// them continue.
func passValues(group []*participant) {
	all := make([]Value, len(group))
	for i, p := range group {
		all[i] = p.bring
		if p.done {
			all[i] = Poison
		}
	}
	for _, p := range group {
		p.got, p.waiting = all, nil
	}
}
