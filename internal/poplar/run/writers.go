package run

import (
	"fmt"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/poplar/program"
)

// runner is a run of the code of a vertex by a worker.
type runner struct {
	v      *program.BoundVertex
	worker int64
	// phase counts the starts and joins of a supervisor so far, which order the accesses
	// of the supervisor and its workers.
	phase int
}

// supervisor is the worker number of a runner that is a supervisor.
const supervisor = -1

func (r runner) String() string {
	text := fmt.Sprintf("vertex %d ('%s')", r.v.ID, r.v.Class.Name)
	switch kind := poplar.VertexOf(r.v.Class.Op).Codelet().Kind; {
	case r.worker == supervisor:
		return "the supervisor of " + text
	case kind != vertex.Worker:
		return fmt.Sprintf("worker %d of %s", r.worker, text)
	}
	return text
}

// before reports whether r ended before s began.
func (r runner) before(s runner) bool { return r.v == s.v && r.phase < s.phase }

// writers records who wrote which byte of a tile in the compute set that runs on it. The
// vertices of a compute set and the workers of a MultiVertex run in no defined order. A
// store of less than atomic bytes reads and writes the neighbouring bytes, so that two
// such stores can lose each other's writes (Poplar and PopLibs User Guide, Thread
// safety).
type writers struct {
	base   int64
	atomic int64 // smallest number of bytes that is stored at once
	// stamps holds, by byte, the run of a worker that wrote it last. Runs are numbered
	// from 1; runs below first belong to other compute sets and tiles.
	stamps     []uint32
	first, now uint32
	runs       []runner // from first on
}

func newWriters(t *target.Target) *writers {
	return &writers{base: int64(t.MemBase), atomic: int64(t.AtomicStore), stamps: make([]uint32, t.BytesPerTile), first: 1}
}

// begin forgets earlier writers, because another compute set or tile follows.
func (w *writers) begin() {
	if w.now > 1<<31 {
		clear(w.stamps)
		w.now = 0
	}
	w.first, w.runs = w.now+1, w.runs[:0]
}

// next begins the run of another worker.
func (w *writers) next(r runner) {
	w.now++
	w.runs = append(w.runs, r)
}

// other returns the run that wrote a byte in this compute set, if it is not ordered
// before the current run.
func (w *writers) other(i int64) (r runner, found bool) {
	s := w.stamps[i]
	if s < w.first || s == w.now {
		return runner{}, false
	}
	r = w.runs[s-w.first]
	return r, !r.before(w.runs[w.now-w.first])
}

// store records a store by the running worker. The error codes are worker-race and
// atomic-hazard.
func (w *writers) store(addr int64, size int) *diag.Error {
	lo, hi := addr-w.base, addr-w.base+int64(size)
	unit := lo &^ (w.atomic - 1)
	end := min((hi+w.atomic-1)&^(w.atomic-1), int64(len(w.stamps)))
	for i := lo; i < hi; i++ {
		if by, found := w.other(i); found {
			return diag.Errorf("worker-race", "stores to %#x, which %s writes in the same compute set", w.base+i, by).
				Note("nothing orders them; %s runs here", w.runs[w.now-w.first])
		}
	}
	for i := unit; i < end; i++ {
		if by, found := w.other(i); found {
			return diag.Errorf("atomic-hazard", "stores %d bytes at %#x, a part of the %d-byte word at %#x of which %s writes another part in the same compute set", size, addr, w.atomic, w.base+i&^(w.atomic-1), by).
				Note("a store of less than %d bytes reads the word and writes it back, so that one of the writes can be lost; %s runs here", w.atomic, w.runs[w.now-w.first])
		}
	}
	for i := lo; i < hi; i++ {
		w.stamps[i] = w.now
	}
	return nil
}

// load tests a load by the running worker. The error code is worker-race.
func (w *writers) load(addr int64, size int) *diag.Error {
	for i := addr - w.base; i < addr-w.base+int64(size); i++ {
		if by, found := w.other(i); found {
			return diag.Errorf("worker-race", "loads from %#x, which %s writes in the same compute set", w.base+i, by).
				Note("nothing orders them; %s runs here", w.runs[w.now-w.first])
		}
	}
	return nil
}
