package kernel

import (
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/ir"
	"optc/layout/change"
	"optc/sim"
)

// recorder records the accesses of the threads of a workgroup while they run.
type recorder struct {
	subgroup int64
	requests map[request]*transaction
	times    map[*ir.Operation][]int64 // how often each thread executed an operation
	counts   map[*ir.Operation]int64
}

// target is a memory operand of an operation, or the number of one of its accesses, and the direction of an access.
type target struct {
	op      *ir.Operation
	operand int
	write   bool
}

// request is an access by a subgroup: the k-th access that the n-th execution of an operation
// makes. Lanes that access different numbers of bytes make different requests.
type request struct {
	target
	subgroup, n int64
	k           int
	bytes       int64
}

// transaction holds the places that the lanes of a subgroup access together.
type transaction struct {
	shared, write bool
	width         int64 // bytes of a lane
	lanes, places []int64
}

func newRecorder(subgroup int64) *recorder {
	return &recorder{subgroup: subgroup, requests: map[request]*transaction{}, times: map[*ir.Operation][]int64{}, counts: map[*ir.Operation]int64{}}
}

// table returns the meanings of the operations of a module that access memory, which record their accesses.
func (r *recorder) table(module *ir.Operation) sim.Table {
	t := sim.Table{}
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		if t[op.Kind()] == nil && ir.Accessing.Has(op) {
			if meaning := meaningOf(op); meaning != nil {
				t[op.Kind()] = r.recorded(meaning)
			}
		}
		return ir.Advance
	})
	return t
}

// watched returns the meaning of a transfer that records the accesses of its memories: neighbouring
// elements are one access, of at most gpu.WidestAccess bytes.
func (r *recorder) watched(meaning sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		var watches []*watch
		var err error
		for k, v := range in.Op.Operands() {
			t, ok := v.Type().(*ir.MemRefType)
			if !ok {
				continue
			}
			var m *sim.MemRef
			if m, err = f.MemRef(in, v); err != nil {
				break
			}
			if !slices.ContainsFunc(watches, func(w *watch) bool { return w.memory == m.Mem }) {
				watches = append(watches, newWatch(m.Mem, k, gpu.SpaceOf(t) == gpu.Workgroup))
			}
		}
		if err == nil {
			err = meaning(f, in)
		}
		n := r.execution(in.Op, f.Thread.Linear())
		for _, w := range watches {
			w.memory.Watcher = w.before
			for direction, runs := range w.runs {
				for k, x := range runs {
					r.add(request{target: target{in.Op, w.operand, direction == 1}, subgroup: f.Thread.Linear() / r.subgroup, n: n, k: k, bytes: x.bytes}, w.shared, f.Thread.Linear()%r.subgroup, x.at)
				}
			}
		}
		return err
	}
}

// watch notes the accesses of a memory while an operation executes.
type watch struct {
	memory  *sim.Memory
	operand int
	shared  bool
	before  sim.Watcher
	runs    [2][]stretch // loads and stores
}

// stretch is an access of neighbouring bytes.
type stretch struct{ at, bytes int64 }

func newWatch(m *sim.Memory, operand int, shared bool) *watch {
	w := &watch{memory: m, operand: operand, shared: shared, before: m.Watcher}
	m.Watcher = w
	return w
}

// Watch implements sim.Watcher.
func (w *watch) Watch(addr int64, size, n int, write bool) *diag.Error {
	runs := &w.runs[0]
	if write {
		runs = &w.runs[1]
	}
	for at := addr; at < addr+int64(size*n); at += int64(size) {
		last := len(*runs) - 1
		if last >= 0 && (*runs)[last].at+(*runs)[last].bytes == at && (*runs)[last].bytes+int64(size) <= gpu.WidestAccess {
			(*runs)[last].bytes += int64(size)
		} else {
			*runs = append(*runs, stretch{at, int64(size)})
		}
	}
	if w.before != nil {
		return w.before.Watch(addr, size, n, write)
	}
	return nil
}

// meaningOf returns the meaning of an operation in its dialect.
func meaningOf(op *ir.Operation) sim.Func {
	switch m := op.Def().Owner().Meanings().(type) {
	case sim.Table:
		return m[op.Kind()]
	case *sim.Meanings:
		return m.Table[op.Kind()]
	}
	return nil
}

// recorded returns a meaning that records the accesses of an operation. The place of a run is computed; accesses to
// other places are watched.
func (r *recorder) recorded(meaning sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		if a, ok := ir.MoveOf(in.Op); ok && a.IsRun() {
			a.Bytes = int64(sim.ElementBytes(a.Moved.Type()))
			return in.Become(r.runs(meaning, []ir.Access{a}))(f, in)
		}
		if list := ir.AccessesOf(in.Op); len(list) > 0 && !slices.ContainsFunc(list, func(a ir.Access) bool { return a.Bytes == 0 }) {
			runs := r.runs(meaning, list)
			return in.Become(func(f *sim.Frame, in *sim.Instr) error {
				if f.Met() {
					return meaning(f, in)
				}
				return runs(f, in)
			})(f, in)
		}
		return in.Become(r.watched(meaning))(f, in)
	}
}

// runs returns a meaning that also records the places of runs of bytes, as accesses of at most gpu.WidestAccess bytes.
func (r *recorder) runs(meaning sim.Func, list []ir.Access) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		thread := f.Thread.Linear()
		n := int64(-1)
		for i := range list {
			a := &list[i]
			at, err := f.Indices(in, a.Indices)
			if err != nil {
				break
			}
			m, err := f.MemRef(in, a.Memory)
			if err != nil {
				break
			}
			addr, bad := m.Addr(at)
			if bad != nil {
				break
			}
			if n < 0 {
				n = r.execution(in.Op, thread)
			}
			shared := gpu.SpaceOf(a.MemRef()) == gpu.Workgroup
			for k, rest := 0, a.Bytes; rest > 0; k++ {
				bytes := min(rest, gpu.WidestAccess)
				r.add(request{target: target{in.Op, i, a.Kind == ir.Write}, subgroup: thread / r.subgroup, n: n, k: k, bytes: bytes}, shared, thread%r.subgroup, addr)
				addr, rest = addr+bytes, rest-bytes
			}
		}
		return meaning(f, in)
	}
}

// execution returns how often a thread executed an operation before, and counts one more.
func (r *recorder) execution(op *ir.Operation, thread int64) int64 {
	times := r.times[op]
	if missing := thread + 1 - int64(len(times)); missing > 0 {
		times = append(times, make([]int64, missing)...)
		r.times[op] = times
	}
	times[thread]++
	return times[thread] - 1
}

// add records that a lane of a subgroup accesses the memory at addr in a request.
func (r *recorder) add(q request, shared bool, lane, addr int64) {
	t := r.requests[q]
	if t == nil {
		t = &transaction{shared: shared, write: q.write, width: q.bytes}
		r.requests[q] = t
	}
	t.lanes, t.places = append(t.lanes, lane), append(t.places, addr)
}

// bankRequest is the transaction as a request to workgroup memory.
func (t *transaction) bankRequest() change.Request {
	r := change.Request{Side: change.After, Lanes: t.lanes, Addresses: t.places, Width: t.width}
	if t.write {
		r.Side = change.Before
	}
	return r
}

// sectors returns the number of sectors of global memory that the lanes touch.
func (t *transaction) sectors(size int64) int64 {
	touched := map[int64]bool{}
	for _, at := range t.places {
		for s := at / size; s <= (at+t.width-1)/size; s++ {
			touched[s] = true
		}
	}
	return int64(len(touched))
}
