package run

import (
	"fmt"
	"math/bits"

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
	size   int64
	atomic int64 // smallest number of bytes that is stored at once
	// blocks holds the accesses to each blockBytes bytes, up to the highest that were
	// accessed so far. Runs are numbered from 1; runs below first belong to other compute sets
	// and tiles.
	blocks     []block
	stamps     [][blockBytes]stamp // of the blocks that are split, in this compute set
	first, now uint32
	runs       []runner // from first on
	phased     bool     // some of the runs are ordered
}

// blockBytes is the number of bytes of a block, and the largest number of bytes of an access
// to a number.
const blockBytes = 8

// allBytes are the bytes of a block, one bit for each.
const allBytes = 1<<blockBytes - 1

// block holds the accesses to neighbouring bytes as long as all of its bytes that were
// written have the same writer, and all bytes with a first or a second reader have the same
// first or second reader. Otherwise it is split, and its bytes have a stamp each.
type block struct {
	writer  uint32
	readers [2]uint32
	writes  uint8    // the bytes that writer wrote, one bit for each
	reads   [2]uint8 // the bytes that readers read
	split   bool     // the stamps are accesses.stamps[writer], if readers[0] belongs to this compute set
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
	return &accesses{
		base: int64(t.MemBase), size: int64(t.BytesPerTile), atomic: int64(t.AtomicStore), first: 1,
	}
}

// block returns the block of a byte.
func (a *accesses) block(at uint64) *block {
	if i := at / blockBytes; i < uint64(len(a.blocks)) {
		return &a.blocks[i]
	}
	return a.furtherBlock(at)
}

// furtherBlock makes the blocks up to the block of a byte.
func (a *accesses) furtherBlock(at uint64) *block {
	n := int(at/blockBytes) + 1
	a.blocks = append(a.blocks, make([]block, n-len(a.blocks))...)
	return &a.blocks[n-1]
}

// begin forgets earlier accesses, because another compute set or tile follows.
func (a *accesses) begin() {
	if a.now > 1<<31 {
		clear(a.blocks)
		a.now = 0
	}
	a.first, a.runs, a.stamps, a.phased = a.now+1, a.runs[:0], a.stamps[:0], false
}

// next begins the run of another worker.
func (a *accesses) next(r runner) {
	a.now++
	a.runs = append(a.runs, r)
	a.phased = a.phased || r.phase > 0
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

// free reports whether a stamp is of the current run or of another compute set.
func (a *accesses) free(stamp uint32) bool { return stamp < a.first || stamp == a.now }

// stores records stores of n neighbouring numbers by the running worker. The error codes are
// worker-race and atomic-hazard.
func (a *accesses) stores(addr int64, size, n int) *diag.Error {
	for n > 0 {
		if bytes := a.storeBlocks(a.wholeBlocks(addr, size, n)) * blockBytes; bytes > 0 {
			addr, n = addr+int64(bytes), n-bytes/size
			continue
		}
		if err := a.store(addr, size); err != nil {
			return err
		}
		addr, n = addr+int64(size), n-1
	}
	return nil
}

// storeBlocks records stores to all bytes of the first of some blocks, up to a block for which
// it is not obvious that the store is valid, and returns the number of recorded blocks.
func (a *accesses) storeBlocks(blocks []block) int {
	for i := range blocks {
		b := &blocks[i]
		if again := b.writer == a.now && b.writes == allBytes && !b.split; !again && !a.storeBlock(b, allBytes) {
			return i
		}
	}
	return len(blocks)
}

// loads records loads of n neighbouring numbers by the running worker. The error code is
// worker-race.
func (a *accesses) loads(addr int64, size, n int) *diag.Error {
	for n > 0 {
		if bytes := a.loadBlocks(a.wholeBlocks(addr, size, n)) * blockBytes; bytes > 0 {
			addr, n = addr+int64(bytes), n-bytes/size
			continue
		}
		if err := a.load(addr, size); err != nil {
			return err
		}
		addr, n = addr+int64(size), n-1
	}
	return nil
}

// loadBlocks is storeBlocks for loads.
func (a *accesses) loadBlocks(blocks []block) int {
	for i := range blocks {
		b := &blocks[i]
		if again := b.readers[0] == a.now && b.reads[0] == allBytes && !b.split && a.free(b.writer); !again && !a.loadBlock(b, allBytes) {
			return i
		}
	}
	return len(blocks)
}

// wholeBlocks returns the blocks that consist of the first of n neighbouring numbers.
func (a *accesses) wholeBlocks(addr int64, size, n int) []block {
	at, count := uint64(addr-a.base), uint64(size*n)/blockBytes
	if at%blockBytes != 0 || count == 0 || bits.OnesCount(uint(size)) != 1 || size > blockBytes || a.atomic > blockBytes {
		return nil
	}
	a.block(at + (count-1)*blockBytes) // makes the blocks
	return a.blocks[at/blockBytes:][:count]
}

// store records a store of a number by the running worker. The error codes are worker-race
// and atomic-hazard.
func (a *accesses) store(addr int64, size int) *diag.Error {
	at := uint64(addr - a.base)
	if shift := at % blockBytes; shift+uint64(size) <= blockBytes && a.atomic <= blockBytes {
		b, bytes := a.block(at), uint8((1<<size-1)<<shift)
		if again := b.writer == a.now && b.writes&bytes == bytes && !b.split; again || a.storeBlock(b, bytes) {
			return nil
		}
	}
	return a.storeBytes(addr, size)
}

// storeBlock records a store to some bytes of a block if it is obvious that the store is
// valid.
func (a *accesses) storeBlock(b *block, bytes uint8) (valid bool) {
	if b.split || !a.free(b.writer) || !a.free(b.readers[0]) && b.reads[0]&bytes != 0 || !a.free(b.readers[1]) && b.reads[1]&bytes != 0 {
		return false
	}
	if b.writer != a.now {
		b.writer, b.writes = a.now, 0
	}
	b.writes |= bytes
	return true
}

// storeBytes is store, byte by byte.
func (a *accesses) storeBytes(addr int64, size int) *diag.Error {
	lo, hi := addr-a.base, addr-a.base+int64(size)
	unit := lo &^ (a.atomic - 1)
	end := min((hi+a.atomic-1)&^(a.atomic-1), a.size)
	for i := lo; i < hi; i++ {
		s := a.stamp(i)
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
		if by, found := a.unordered(a.stamp(i).writer); found {
			return diag.Errorf("atomic-hazard", "stores %d bytes at %#x, a part of the %d-byte word at %#x of which %s writes another part in the same compute set", size, addr, a.atomic, a.base+i&^(a.atomic-1), by).
				Note("a store of less than %d bytes reads the word and writes it back, so that one of the writes can be lost; %s runs here", a.atomic, a.runs[a.now-a.first])
		}
	}
	for i := lo; i < hi; i++ {
		a.stamp(i).writer = a.now
	}
	return nil
}

// load records a load of a number by the running worker. The error code is worker-race.
func (a *accesses) load(addr int64, size int) *diag.Error {
	at := uint64(addr - a.base)
	if shift := at % blockBytes; shift+uint64(size) <= blockBytes {
		b, bytes := a.block(at), uint8((1<<size-1)<<shift)
		if again := b.readers[0] == a.now && b.reads[0]&bytes == bytes && !b.split && a.free(b.writer); again || a.loadBlock(b, bytes) {
			return nil
		}
	}
	return a.loadBytes(addr, size)
}

// loadBlock records a load of some bytes of a block if it is obvious that the load is valid,
// and that it does not split the block.
func (a *accesses) loadBlock(b *block, bytes uint8) (valid bool) {
	if b.split || !a.free(b.writer) && b.writes&bytes != 0 {
		return false
	}
	for k := range b.readers {
		if b.readers[k] < a.first {
			b.readers[k], b.reads[k] = a.now, 0
		}
		if b.readers[k] == a.now {
			b.reads[k] |= bytes
			return true
		}
		if a.phased || b.reads[k]&bytes != bytes {
			return false
		}
	}
	return true
}

// loadBytes is load, byte by byte.
func (a *accesses) loadBytes(addr int64, size int) *diag.Error {
	for i := addr - a.base; i < addr-a.base+int64(size); i++ {
		s := a.stamp(i)
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

// stamp returns the stamp of byte i, whose block it splits. The stamp is valid until
// another block is split.
func (a *accesses) stamp(i int64) *stamp {
	b := a.block(uint64(i))
	if !b.split || b.readers[0] < a.first {
		var stamps [blockBytes]stamp
		if !b.split {
			for k := range stamps {
				stamps[k] = b.stamp(k)
			}
		}
		*b = block{writer: uint32(len(a.stamps)), readers: [2]uint32{a.now}, split: true}
		a.stamps = append(a.stamps, stamps)
	}
	return &a.stamps[b.writer][i%blockBytes]
}

// stamp returns the accesses to byte k of a block that is not split.
func (b *block) stamp(k int) (s stamp) {
	if b.writes>>k&1 != 0 {
		s.writer = b.writer
	}
	for r := range b.readers {
		if b.reads[r]>>k&1 != 0 {
			s.readers[r] = b.readers[r]
		}
	}
	return s
}

// race is the error for an access to byte i that is not ordered with an access of another
// run.
func (a *accesses) race(does string, i int64, did string, by runner) *diag.Error {
	return diag.Errorf("worker-race", "%s %#x, which %s %s in the same compute set", does, a.base+i, by, did).
		Note("nothing orders them; %s runs here", a.runs[a.now-a.first])
}
