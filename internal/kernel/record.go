package kernel

import (
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
	times    map[visit]int64 // how often a thread executed an operation
	counts   map[*ir.Operation]int64
}

// request is the n-th execution of an access by a subgroup.
type request struct {
	op       *ir.Operation
	subgroup int64
	n        int64
}

// visit is an operation in a thread.
type visit struct {
	op     *ir.Operation
	thread int64
}

// transaction holds the places that the lanes of a subgroup access together.
type transaction struct {
	shared, write bool
	width         int64 // bytes of a lane
	places        []int64
}

func newRecorder(subgroup int64) *recorder {
	return &recorder{subgroup: subgroup, requests: map[request]*transaction{}, times: map[visit]int64{}, counts: map[*ir.Operation]int64{}}
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
		vector.Dialect: {vector.TransferReadOp{}, vector.TransferWriteOp{}, vector.MaskedLoadOp{}, vector.MaskedStoreOp{}, vector.GatherOp{}, vector.ScatterOp{},
			vector.ExpandLoadOp{}, vector.CompressStoreOp{}},
		vectorext.Dialect:     {vectorext.TransferGatherOp{}, vectorext.TransferScatterOp{}},
		ireelinalgext.Dialect: {ireelinalgext.MapStoreOp{}},
	} {
		for _, k := range kinds {
			t[k.Kind()] = r.watched(meaningOf(d, k.Kind()))
		}
	}
	return t
}

// watched returns the meaning of a transfer that records the accesses of its memory: neighbouring
// elements are one access, of at most gpu.WidestAccess bytes.
func (r *recorder) watched(meaning sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		for _, v := range in.Op.Operands() {
			t, ok := v.Type().(*ir.MemRefType)
			if !ok {
				continue
			}
			m, err := f.MemRef(in, v)
			if err != nil {
				return err
			}
			before := m.Mem.Watch
			var runs []run
			m.Mem.Watch = func(addr int64, size int, write bool) *diag.Error {
				last := len(runs) - 1
				if last >= 0 && runs[last].at+runs[last].bytes == addr && runs[last].write == write && runs[last].bytes+int64(size) <= gpu.WidestAccess {
					runs[last].bytes += int64(size)
				} else {
					runs = append(runs, run{at: addr, bytes: int64(size), write: write})
				}
				if before != nil {
					return before(addr, size, write)
				}
				return nil
			}
			err = meaning(f, in)
			m.Mem.Watch = before
			for _, x := range runs {
				r.add(in.Op, f.Thread.Linear(), x.at, x.bytes, gpu.SpaceOf(t) == gpu.Workgroup, x.write)
			}
			return err
		}
		return meaning(f, in)
	}
}

// run is an access of neighbouring bytes.
type run struct {
	at, bytes int64
	write     bool
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

// recorded returns a meaning that records the place that it accesses.
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
		if at, err := f.Indices(in, indices); err == nil {
			if m, err := f.MemRef(in, base); err == nil {
				if addr, err := m.Addr(at); err == nil {
					r.add(in.Op, f.Thread.Linear(), addr, int64(sim.ElementBytes(moved.Type())), gpu.SpaceOf(base.Type().(*ir.MemRefType)) == gpu.Workgroup, write)
				}
			}
		}
		return meaning(f, in)
	}
}

func (r *recorder) add(op *ir.Operation, thread, addr, width int64, shared, write bool) {
	v := visit{op, thread}
	key := request{op, thread / r.subgroup, r.times[v]}
	r.times[v]++
	t := r.requests[key]
	if t == nil {
		t = &transaction{shared: shared, write: write, width: width}
		r.requests[key] = t
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
