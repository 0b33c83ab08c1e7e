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
// memory needs no locks. The module, the table and the symbols stay the same in all runs of a
// group, because the code that the first run prepares is kept.
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
	Limits           // limits of the whole group, steps per thread
	AnyZero  bool    // see Machine
	Exact    bool    // see Machine
	Symbols  Symbols // see Machine
	Out      io.Writer
	// Tables finds the symbols of the module; nil if no other group or machine uses it.
	Tables *ir.SymbolTables

	prepared *Machine // machine of the first run
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
	if g.Tables != nil {
		main.Tables = g.Tables
	}
	if first := g.prepared; first != nil {
		main.codes, main.Tables = first.codes, first.Tables
		main.Executed(func(*ir.Operation, int64) {})
	}
	g.prepared = main
	main.Limits, main.AnyZero, main.Exact, main.Symbols, main.Out = g.Limits, g.AnyZero, g.Exact, g.Symbols, g.Out
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

// participant is a thread.
type participant struct {
	team    *Team
	machine *Machine
	run     func(machine *Machine) ([]Value, error) // nil after the begin
	on      *coroutine                              // coroutine on which the thread waits; nil if it waits without one

	waiting *ir.Operation
	whole   bool
	bring   Value
	got     []Value
	results []Value
	done    bool
}

// coroutine runs threads one after the other. It yields when a pinned thread waits, and when the
// next thread waits on another coroutine.
type coroutine struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// Team schedules the threads of a workgroup, which take turns.
type Team struct {
	main     *Machine // the threads' machines are forks of it
	subgroup int64
	threads  []*participant
	passed   []Value             // between the threads, by thread
	shared   map[*ir.Value]Value // the buffers of the workgroup
	races    *races              // nil finds none

	coroutines []*coroutine // all that were made
	idle       []*coroutine // coroutines on which no thread waits
	on         *coroutine   // the running coroutine
	upcoming   *participant // runs next; nil when the run ends
	turn       int          // number of the thread after upcoming
	progress   bool         // a thread ran in this round of turns
	err        error        // ends the run
}

// NewTeam returns a workgroup without threads. subgroup is the number of threads of its
// subgroups, 0 for 64.
func (m *Machine) NewTeam(subgroup int64) *Team {
	if subgroup <= 0 {
		subgroup = DefaultSubgroup
	}
	return &Team{main: m, subgroup: subgroup, shared: map[*ir.Value]Value{}, races: newRaces()}
}

// Add adds a thread with its own machine; run executes the thread.
func (m *Team) Add(t Thread, run func(machine *Machine) ([]Value, error)) {
	t.SubgroupSize = m.subgroup
	p := &participant{team: m, machine: m.main.Fork(t), run: run}
	p.machine.shared, p.machine.races, p.machine.Exchange = m.shared, m.races, p
	m.threads, m.passed = append(m.threads, p), append(m.passed, Value{})
}

// coroutine returns a coroutine on which no thread waits.
func (m *Team) coroutine() *coroutine {
	if last := len(m.idle) - 1; last >= 0 {
		c := m.idle[last]
		m.idle = m.idle[:last]
		return c
	}
	c := &coroutine{}
	c.next, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		for {
			for m.upcoming != nil && m.upcoming.on == nil {
				m.execute(m.upcoming)
				m.upcoming = m.next()
			}
			m.idle = append(m.idle, c)
			if !yield(struct{}{}) {
				return
			}
		}
	})
	m.coroutines = append(m.coroutines, c)
	return c
}

// execute runs a thread until it waits or ends.
func (m *Team) execute(p *participant) {
	var err error
	if run := p.run; run != nil {
		p.run = nil
		p.results, err = run(p.machine)
	} else {
		p.results, err = p.machine.proceed()
	}
	p.done = !waits(err)
	if p.done && err != nil && m.err == nil {
		m.err = fmt.Errorf("thread %d: %w", p.machine.Thread.Linear(), err)
	}
}

// next returns the thread whose turn it is, or nil if all threads have ended or an error
// ends the run.
func (m *Team) next() *participant {
	for m.err == nil {
		for m.turn < len(m.threads) {
			p := m.threads[m.turn]
			m.turn++
			if !p.done && p.waiting == nil {
				if m.progress = true; m.races != nil {
					m.races.thread = int32(m.turn)
				}
				return p
			}
		}
		if !m.progress {
			return nil
		}
		m.turn, m.progress = 0, false
		m.err = m.release()
	}
	return nil
}

// errStopped ends a coroutine whose group failed.
var errStopped = diag.Errorf("stopped", "another thread failed")

// Meet implements Exchange.
func (p *participant) Meet(op *ir.Operation, whole bool, bring Value) ([]Value, error) {
	if got := p.got; got != nil { // the operation is executed again
		p.got = nil
		return got, nil
	}
	p.waiting, p.whole, p.bring = op, whole, bring
	if p.machine.pinned == 0 {
		return nil, errWaits
	}
	p.on, p.team.upcoming = p.team.on, p.team.next()
	if !p.on.yield(struct{}{}) {
		return nil, errStopped
	}
	got := p.got
	p.on, p.got = nil, nil
	return got, nil
}

// Met implements Exchange.
func (p *participant) Met() bool { return p.got != nil }

// Run runs the threads until all of them have ended, and returns their results in the
// order in which they were added.
func (m *Team) Run() ([][]Value, error) {
	defer func() {
		for _, c := range m.coroutines {
			c.stop()
		}
	}()
	for m.upcoming = m.next(); m.upcoming != nil; {
		if m.on = m.upcoming.on; m.on == nil {
			m.on = m.coroutine()
		}
		m.on.next()
	}
	if m.err != nil {
		return nil, m.err
	}
	results := make([][]Value, len(m.threads))
	for i, p := range m.threads {
		results[i] = p.results
	}
	return results, nil
}

// release lets the threads of a group continue if every live thread of the group waits at the same
// operation.
func (m *Team) release() error {
	size := int(m.subgroup)
	for lo := 0; lo < len(m.threads); lo += size {
		sub := m.threads[lo:min(lo+size, len(m.threads))]
		if ready(sub, false) {
			passValues(sub, m.passed[lo:][:len(sub)])
		}
	}
	if ready(m.threads, true) {
		if err := m.passTogether(); err != nil {
			return err
		}
	}
	stuck := func(p *participant) bool { return p.done || p.waiting != nil }
	waiting := func(p *participant) bool { return p.waiting != nil }
	if i := slices.IndexFunc(m.threads, waiting); i >= 0 && !slices.ContainsFunc(m.threads, func(p *participant) bool { return !stuck(p) }) {
		return &RuntimeError{m.threads[i].waiting, diag.Errorf("deadlock", "not all threads of the group arrive here")}
	}
	return nil
}

// passTogether lets the live threads of the workgroup continue. If they wait at a barrier, it
// checks that all threads are present, and orders their next accesses after their previous ones.
func (m *Team) passTogether() error {
	at := slices.IndexFunc(m.threads, func(p *participant) bool { return !p.done })
	op := m.threads[at].waiting
	b, ok := m.threads[at].bring.Ref.(barrier)
	if !ok {
		passValues(m.threads, m.passed)
		return nil
	}
	if i := slices.IndexFunc(m.threads, func(p *participant) bool { return p.done }); i >= 0 {
		return &RuntimeError{op, diag.Errorf("deadlock", "thread %d waits here, but thread %d has ended", at, i)}
	}
	if m.races != nil {
		m.races.pass(b)
	}
	letContinue(m.threads, []Value{})
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

// passValues passes the values of all threads of a group to each of its threads, and lets them
// continue. all provides the space for the values. No thread needs the values that it got earlier,
// because all of them wait again.
func passValues(group []*participant, all []Value) {
	for i, p := range group {
		all[i] = p.bring
		if p.done {
			all[i] = Poison
		}
	}
	letContinue(group, all)
}

// letContinue lets the threads of a group continue with values that are not nil.
func letContinue(group []*participant, got []Value) {
	for _, p := range group {
		p.got, p.waiting = got, nil
	}
}
