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

// accesses records who wrote and read which byte of a tile in the compute set that runs on
// it. The vertices of a compute set and the workers of a MultiVertex run in no defined
// order. A store of less than atomic bytes reads and writes the neighbouring bytes, so
// that two such stores can lose each other's writes (Poplar and PopLibs User Guide, Thread
// safety).
type accesses struct {
	base   int64
	atomic int64 // smallest number of bytes that is stored at once
	// stamps holds the accesses to each byte. Runs are numbered from 1; runs below first
	// belong to other compute sets and tiles.
	stamps     []stamp
	first, now uint32
	runs       []runner // from first on
}

// stamp holds the runs that accessed a byte: the last writer, and two readers. Two readers
// are enough, because only the readers of a vertex are ordered with it, and those of its
// current phase are all ordered in the same way: any other run is not ordered with at least
// one of two different readers that are not ordered with each other.
type stamp struct {
	writer  uint32
	readers [2]uint32
}

func newAccesses(t *target.Target) *accesses {
	return &accesses{base: int64(t.MemBase), atomic: int64(t.AtomicStore), stamps: make([]stamp, t.BytesPerTile), first: 1}
}

// begin forgets earlier accesses, because another compute set or tile follows.
func (a *accesses) begin() {
	if a.now > 1<<31 {
		clear(a.stamps)
		a.now = 0
	}
	a.first, a.runs = a.now+1, a.runs[:0]
}

// next begins the run of another worker.
func (a *accesses) next(r runner) {
	a.now++
	a.runs = append(a.runs, r)
}

// unordered returns the run of a stamp if it belongs to this compute set and is not
// ordered before the current run.
func (a *accesses) unordered(stamp uint32) (r runner, found bool) {
	if stamp < a.first || stamp == a.now {
		return runner{}, false
	}
	r = a.runs[stamp-a.first]
	return r, !r.before(a.runs[a.now-a.first])
}

// store records a store by the running worker. The error codes are worker-race and
// atomic-hazard.
func (a *accesses) store(addr int64, size int) *diag.Error {
	lo, hi := addr-a.base, addr-a.base+int64(size)
	unit := lo &^ (a.atomic - 1)
	end := min((hi+a.atomic-1)&^(a.atomic-1), int64(len(a.stamps)))
	for i := lo; i < hi; i++ {
		s := &a.stamps[i]
		if by, found := a.unordered(s.writer); found {
			return a.race("stores to", i, "writes", by)
		}
		for _, reader := range s.readers {
			if by, found := a.unordered(reader); found {
				return a.race("stores to", i, "reads", by)
			}
		}
	}
	for i := unit; i < end; i++ {
		if by, found := a.unordered(a.stamps[i].writer); found {
			return diag.Errorf("atomic-hazard", "stores %d bytes at %#x, a part of the %d-byte word at %#x of which %s writes another part in the same compute set", size, addr, a.atomic, a.base+i&^(a.atomic-1), by).
				Note("a store of less than %d bytes reads the word and writes it back, so that one of the writes can be lost; %s runs here", a.atomic, a.runs[a.now-a.first])
		}
	}
	for i := lo; i < hi; i++ {
		a.stamps[i].writer = a.now
	}
	return nil
}

// load records a load by the running worker. The error code is worker-race.
func (a *accesses) load(addr int64, size int) *diag.Error {
	for i := addr - a.base; i < addr-a.base+int64(size); i++ {
		s := &a.stamps[i]
		if by, found := a.unordered(s.writer); found {
			return a.race("loads from", i, "writes", by)
		}
		if s.readers[0] != a.now {
			a.addReader(s)
		}
	}
	return nil
}

// addReader records the running worker as a reader, unless two readers that are not ordered
// before it are recorded already.
func (a *accesses) addReader(s *stamp) {
	for k, reader := range s.readers {
		if reader == a.now {
			return
		}
		if _, found := a.unordered(reader); !found {
			s.readers[k] = a.now
			return
		}
	}
}

// race is the error for an access to byte i that is not ordered with an access of another
// run.
func (a *accesses) race(does string, i int64, did string, by runner) *diag.Error {
	return diag.Errorf("worker-race", "%s %#x, which %s %s in the same compute set", does, a.base+i, by, did).
		Note("nothing orders them; %s runs here", a.runs[a.now-a.first])
}
