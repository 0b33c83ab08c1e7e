package run

import (
	"fmt"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/program"
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

// accesses records who wrote and read which byte of a tile in the compute set that runs on it. The
// vertices of a compute set and the workers of a MultiVertex run in no defined order. A store of
// fewer bytes than an atom also reads and writes the neighbouring bytes, so that two such stores
// can lose each other's writes (Poplar and PopLibs User Guide, Thread safety).
type accesses struct {
	base   int64
	size   int64
	atomic int64 // smallest number of bytes that is stored at once
	blocks blocks
	runs   []runner // runs of this compute set and tile
	now    uint32   // number of the current run, counted from 1
}

// The kinds of accesses, positions in kind.done.
const (
	loading = iota
	storing
)

// stamp holds the runs that accessed a byte: the last writer, and two readers; 0 is none. Two
// readers are enough, because only readers of the same vertex are ordered with each other, and the
// readers of the current phase are all ordered in the same way: any other run is unordered with at
// least one of two different readers that are unordered with each other.
type stamp struct {
	writer  uint32
	readers [2]uint32
}

func newAccesses(t *target.Target) *accesses {
	return &accesses{base: int64(t.MemBase), size: int64(t.BytesPerTile), atomic: int64(t.AtomicStore)}
}

// begin forgets earlier accesses, because another compute set or tile follows.
func (a *accesses) begin() {
	a.blocks.forget()
	a.runs, a.now = a.runs[:0], 0
}

// next begins the run of another worker.
func (a *accesses) next(r runner) {
	a.runs = append(a.runs, r)
	a.now++
	a.blocks.begin()
}

// unordered returns the run of a stamp if it is not ordered before the current run.
func (a *accesses) unordered(stamp uint32) (r runner, found bool) {
	if stamp == 0 || stamp == a.now {
		return runner{}, false
	}
	r = a.runs[stamp-1]
	return r, !r.before(a.runs[a.now-1])
}

// stores records stores of n neighbouring numbers by the running worker. The error codes are
// worker-race and atomic-hazard.
func (a *accesses) stores(addr int64, size, n int) *diag.Error {
	return a.each(storing, addr, size, n, a.store)
}

// loads records loads of n neighbouring numbers by the running worker. The error code is
// worker-race.
func (a *accesses) loads(addr int64, size, n int) *diag.Error {
	return a.each(loading, addr, size, n, a.load)
}

// each records accesses to n consecutive numbers, block by block if they are aligned.
func (a *accesses) each(access int, addr int64, size, n int, one func(addr int64, size int) *diag.Error) *diag.Error {
	for n > 0 {
		if whole := blockBytes / size; whole*size == blockBytes && n >= whole && (addr-a.base)%blockBytes == 0 && a.atomic <= blockBytes {
			done := a.repeat(access, uint64(addr-a.base)/blockBytes, n/whole)
			if done == 0 && one(addr, blockBytes) == nil {
				done = 1
			}
			if done > 0 {
				addr, n = addr+int64(done*blockBytes), n-done*whole
				continue
			}
		}
		if err := one(addr, size); err != nil {
			return err
		}
		addr, n = addr+int64(size), n-1
	}
	return nil
}

// repeat records accesses to all bytes of count blocks, up to a block for which an access is
// not known to be valid, and returns the number of recorded blocks.
func (a *accesses) repeat(access int, block uint64, count int) int {
	a.blocks.reserve(block + uint64(count))
	done := 0
	for done < count {
		from := a.blocks.number(block + uint64(done))
		to, known := a.blocks.after(from, a.now, access, allBytes)
		if !known {
			break
		}
		done += a.blocks.repeat(block+uint64(done), count-done, from, to)
	}
	return done
}

// known records an access to some bytes of a block if it is known to be valid.
func (a *accesses) known(access int, i uint64, bytes uint8) bool {
	to, known := a.blocks.after(a.blocks.numberOf(i), a.now, access, bytes)
	if known {
		a.blocks.set(i, to)
	}
	return known
}

// store records a store of a number by the running worker. The error codes are worker-race
// and atomic-hazard.
func (a *accesses) store(addr int64, size int) *diag.Error {
	at := uint64(addr - a.base)
	i, shift := at/blockBytes, at%blockBytes
	if shift+uint64(size) > blockBytes || a.atomic > blockBytes {
		return a.storeBytes(addr, size)
	}
	bytes := uint8((1<<size - 1) << shift)
	if a.blocks.repeated(i, a.now, storing, bytes) || a.blocks.follow(i, a.now, storing, bytes) || a.known(storing, i, bytes) {
		return nil
	}
	return a.storeBlock(addr, size, i, bytes)
}

// storeBlock is store in block i.
func (a *accesses) storeBlock(addr int64, size int, i uint64, bytes uint8) *diag.Error {
	from, lo := a.blocks.number(i), int(addr-a.base)%blockBytes
	if !a.storable(&a.blocks.kinds[from].stamps, lo, lo+size) {
		return a.storeBytes(addr, size)
	}
	number, to := a.blocks.add(from, a.now, storing, bytes)
	for k := lo; k < lo+size; k++ {
		to[k].writer = a.now
	}
	a.blocks.set(i, number)
	return nil
}

// storable reports whether no other run accessed the bytes of a block from lo up to hi, without
// hi, or wrote the bytes that are stored with them.
func (a *accesses) storable(b *stamps, lo, hi int) bool {
	unit := int(a.atomic) - 1
	for k := lo &^ unit; k < min((hi+unit)&^unit, blockBytes); k++ {
		if w := b[k].writer; w != 0 && w != a.now {
			return false
		}
	}
	for _, s := range b[lo:hi] {
		if s.readers[0] != 0 && s.readers[0] != a.now || s.readers[1] != 0 && s.readers[1] != a.now {
			return false
		}
	}
	return true
}

// storeBytes is store for any accesses before.
func (a *accesses) storeBytes(addr int64, size int) *diag.Error {
	lo, hi := addr-a.base, addr-a.base+int64(size)
	unit := lo &^ (a.atomic - 1)
	end := min((hi+a.atomic-1)&^(a.atomic-1), a.size)
	for i := lo; i < hi; i++ {
		s := a.blocks.stamp(i)
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
		if by, found := a.unordered(a.blocks.stamp(i).writer); found {
			return diag.Errorf("atomic-hazard", "stores %d bytes at %#x, a part of the %d-byte word at %#x of which %s writes another part in the same compute set", size, addr, a.atomic, a.base+i&^(a.atomic-1), by).
				Note("a store of less than %d bytes reads the word and writes it back, so that one of the writes can be lost; %s runs here", a.atomic, a.runs[a.now-1])
		}
	}
	for lo < hi {
		i, first := uint64(lo)/blockBytes, lo%blockBytes
		end := min(hi-lo+first, blockBytes)
		if bytes := uint8((1<<end - 1) &^ (1<<first - 1)); !a.known(storing, i, bytes) {
			number, to := a.blocks.add(a.blocks.number(i), a.now, storing, bytes)
			for k := first; k < end; k++ {
				to[k].writer = a.now
			}
			a.blocks.set(i, number)
		}
		lo += end - first
	}
	return nil
}

// load records a load of a number by the running worker. The error code is worker-race.
func (a *accesses) load(addr int64, size int) *diag.Error {
	at := uint64(addr - a.base)
	i, shift := at/blockBytes, at%blockBytes
	if shift+uint64(size) > blockBytes {
		return a.loadBytes(addr, size)
	}
	bytes := uint8((1<<size - 1) << shift)
	if a.blocks.repeated(i, a.now, loading, bytes) || a.blocks.follow(i, a.now, loading, bytes) || a.known(loading, i, bytes) {
		return nil
	}
	return a.loadBlock(addr, size, i, bytes)
}

// loadBlock is load in block i.
func (a *accesses) loadBlock(addr int64, size int, i uint64, bytes uint8) *diag.Error {
	from, lo, changes := a.blocks.number(i), int(addr-a.base)%blockBytes, false
	for k := lo; k < lo+size; k++ {
		s := a.blocks.kinds[from].stamps[k]
		if by, found := a.unordered(s.writer); found {
			return a.race("loads from", int64(i*blockBytes)+int64(k), "writes", by)
		}
		changes = a.addReader(&s) || changes
	}
	if !changes {
		a.blocks.keep(from, a.now, loading, bytes)
		return nil
	}
	number, to := a.blocks.add(from, a.now, loading, bytes)
	for k := lo; k < lo+size; k++ {
		a.addReader(&to[k])
	}
	a.blocks.set(i, number)
	return nil
}

// loadBytes is load across two blocks.
func (a *accesses) loadBytes(addr int64, size int) *diag.Error {
	for lo, hi := addr-a.base, addr-a.base+int64(size); lo < hi; {
		end := min(hi, (lo/blockBytes+1)*blockBytes)
		if err := a.load(a.base+lo, int(end-lo)); err != nil {
			return err
		}
		lo = end
	}
	return nil
}

// addReader records the running worker as a reader, unless two readers that are not ordered
// before it are recorded already. It reports whether it changes the stamp.
func (a *accesses) addReader(s *stamp) bool {
	for k, reader := range s.readers {
		if reader == a.now {
			return false
		}
		if _, found := a.unordered(reader); !found {
			s.readers[k] = a.now
			return true
		}
	}
	return false
}

// race is the error for an access to byte i that is not ordered with an access of another
// run.
func (a *accesses) race(does string, i int64, did string, by runner) *diag.Error {
	return diag.Errorf("worker-race", "%s %#x, which %s %s in the same compute set", does, a.base+i, by, did).
		Note("nothing orders them; %s runs here", a.runs[a.now-1])
}
