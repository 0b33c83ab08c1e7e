package kernel

import (
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireelinalgext"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/sim"
)

// recorder records the accesses of the threads of a workgroup while they run.
type recorder struct {
	subgroup int64
	requests map[request]*transaction
	times    map[*ir.Operation][]int64 // by thread: how often it executed an operation
	counts   map[*ir.Operation]int64
}

// target is a memory operand of an operation, and the direction of an access.
type target struct {
	op      *ir.Operation
	operand int
	write   bool
}

// request is an access by a subgroup: the k-th of those that an operation's n-th execution
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
	places        []int64
}

func newRecorder(subgroup int64) *recorder {
	return &recorder{subgroup: subgroup, requests: map[request]*transaction{}, times: map[*ir.Operation][]int64{}, counts: map[*ir.Operation]int64{}}
}

// table returns the meanings of the operations whose accesses are recorded.
func (r *recorder) table() sim.Table {
	t := sim.Table{}
	for _, k := range []ir.Kind{vector.LoadOp{}.Kind(), vector.StoreOp{}.Kind()} {
		t[k] = r.recorded(meaningOf(vector.Dialect, k))
	}
	for _, k := range []ir.Kind{memref.LoadOp{}.Kind(), memref.StoreOp{}.Kind()} {
		t[k] = r.recorded(meaningOf(memref.Dialect, k))
	}
	for d, kinds := range map[*ir.Dialect][]ir.OpKind{
		memref.Dialect: {memref.CopyOp{}, memref.AtomicRmwOp{}, memref.GenericAtomicRmwOp{}},
		gpu.Dialect:    {gpu.MemcpyOp{}, gpu.MemsetOp{}},
		vector.Dialect: {vector.TransferReadOp{}, vector.TransferWriteOp{}, vector.MaskedLoadOp{}, vector.MaskedStoreOp{}, vector.GatherOp{}, vector.ScatterOp{},
			vector.ExpandLoadOp{}, vector.CompressStoreOp{}},
		vectorext.Dialect:     {vectorext.TransferGatherOp{}, vectorext.TransferScatterOp{}},
		ireelinalgext.Dialect: {ireelinalgext.MapScatterOp{}, ireelinalgext.MapStoreOp{}},
	} {
		for _, k := range kinds {
			t[k.Kind()] = r.watched(meaningOf(d, k.Kind()))
		}
	}
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
					r.add(request{target: target{in.Op, w.operand, direction == 1}, subgroup: f.Thread.Linear() / r.subgroup, n: n, k: k, bytes: x.bytes}, w.shared, x.at)
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
	runs    [2][]run // loads and stores
}

// run is an access of neighbouring bytes.
type run struct{ at, bytes int64 }

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
			*runs = append(*runs, run{at, int64(size)})
		}
	}
	if w.before != nil {
		return w.before.Watch(addr, size, n, write)
	}
	return nil
}

// meaningOf returns the meaning of an operation in its dialect.
func meaningOf(d *ir.Dialect, k ir.Kind) sim.Func {
	switch m := d.Meaning().(type) {
	case sim.Table:
		return m[k]
	case *sim.Meanings:
		return m.Table[k]
	}
	return nil
}

// recorded returns a meaning that records the place that it accesses, in accesses of at most
// gpu.WidestAccess bytes.
func (r *recorder) recorded(meaning sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		var base, moved *ir.Value
		var indices []*ir.Value
		write := false
		switch op := in.Op.Typed().(type) {
		case vector.LoadOp:
			base, indices, moved = op.Base(), op.Indices(), op.Result()
		case vector.StoreOp:
			base, indices, moved, write = op.Base(), op.Indices(), op.ValueToStore(), true
		case memref.LoadOp:
			base, indices, moved = op.Memref(), op.Indices(), op.Result()
		case memref.StoreOp:
			base, indices, moved, write = op.Memref(), op.Indices(), op.Value(), true
		}
		shared, all := gpu.SpaceOf(base.Type().(*ir.MemRefType)) == gpu.Workgroup, int64(sim.ElementBytes(moved.Type()))
		return in.Become(func(f *sim.Frame, in *sim.Instr) error {
			if at, err := f.Indices(in, indices); err == nil {
				if m, err := f.MemRef(in, base); err == nil {
					if addr, err := m.Addr(at); err == nil {
						thread := f.Thread.Linear()
						n, rest := r.execution(in.Op, thread), all
						for k := 0; rest > 0; k++ {
							bytes := min(rest, gpu.WidestAccess)
							r.add(request{target: target{in.Op, 0, write}, subgroup: thread / r.subgroup, n: n, k: k, bytes: bytes}, shared, addr)
							addr, rest = addr+bytes, rest-bytes
						}
					}
				}
			}
			return meaning(f, in)
		})(f, in)
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

// add records that a lane accesses the memory at addr in a request.
func (r *recorder) add(q request, shared bool, addr int64) {
	t := r.requests[q]
	if t == nil {
		t = &transaction{shared: shared, write: q.write, width: q.bytes}
		r.requests[q] = t
	}
	t.places = append(t.places, addr)
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
