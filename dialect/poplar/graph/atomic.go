package graph

import (
	"cmp"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/poplar/vertex"
	"optc/num"
)

// A store whose address or size is not a multiple of the target's AtomicStore reads the whole atom,
// merges and writes it back. Two threads that write different bytes of one atom can then lose one
// write (Poplar and PopLibs User Guide, Thread safety). The functions of this file find such
// hazards.

// AtomicGrain is the least number of elements of type e whose multiples always begin at an atom: s
// / num.GCD(s, size).
func AtomicGrain(t *target.Target, e scalar.Type) int {
	s, size := t.AtomicStore, uint64(t.TypeSize(e))
	return int(s / num.GCD(s, size))
}

// WorkerPart returns the elements of an output of n elements of type e that a worker
// writes, numbered from 0, if the output begins at an atom: parts are multiples of the
// grain and of atoms. The error code is split-bad.
func WorkerPart(t *target.Target, e scalar.Type, grain, n, worker int64) (tilemap.Interval, error) {
	if n < 0 || worker < 0 {
		return tilemap.Interval{}, tilemap.SplitBad("expected elements and a worker from 0 on, but got %d elements and worker %d", n, worker)
	}
	atom := int64(AtomicGrain(t, e))
	p, err := tilemap.NewPartition(n, tilemap.SplitOptions{Grain: grain / num.GCD(grain, atom) * atom, MaxParts: int64(t.Workers)})
	if err != nil {
		return tilemap.Interval{}, err
	}
	return p.Part(worker), nil
}

// WorkerSplit specifies how the workers of a MultiVertex divide an output.
type WorkerSplit struct {
	Strided bool // element i goes to worker i mod workers
	Grain   int  // otherwise: parts are multiples of this many elements
}

// CheckSplit tests whether two workers can write to the same atom if they write parts of
// the same output of element type e, which begins at an atom. The error codes are
// split-bad and atomic-hazard.
func CheckSplit(t *target.Target, e scalar.Type, split WorkerSplit) error {
	size := t.TypeSize(e)
	part := 1 // elements of the shortest part that is not the last
	if !split.Strided {
		if part = split.Grain; part < 1 {
			return diag.Errorf("split-bad", "cannot split: grain %d is not positive", part)
		}
	}
	s := int(t.AtomicStore)
	bytes := part * size
	if t.Workers < 2 || bytes%s == 0 {
		return nil
	}
	err := diag.Errorf("atomic-hazard", "worker 0 and worker 1 write parts of the same %d-byte word at byte %d", s, bytes/s*s)
	if split.Strided {
		return err.Note("elements of %d bytes go to the workers in turn; element 1 starts at byte %d, %d mod %d = %d", size, size, size, s, size%s)
	}
	return err.Note("parts of %d elements of %d bytes: the second part starts at byte %d, %d mod %d = %d; a grain that is a multiple of %d is safe, and so is code that asks for its part with poplar.part",
		part, size, bytes, bytes, s, bytes%s, AtomicGrain(t, e))
}

// Write is a range of bytes that one thread writes.
type Write struct {
	Writer int // number of the thread: a vertex, or a worker of a vertex
	vertex.ByteRange
}

// AtomClash is an atom that two threads write parts of.
type AtomClash struct {
	First, Second int    // writers, the writer with the lower range first
	Addr          uint64 // address of the atom
}

// AtomClashes returns the atoms in which ranges of different writers overlap, at most one per pair
// of neighbouring ranges, by address. It sorts the writes by address. Ranges that overlap are
// reported too.
func AtomClashes(t *target.Target, writes []Write) []AtomClash {
	slices.SortFunc(writes, func(a, b Write) int {
		return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Writer, b.Writer))
	})
	var clashes []AtomClash
	// The two ranges, of different writers, that have extended farthest so far.
	var last, other *Write
	for i := range writes {
		w := &writes[i]
		if w.Lo >= w.Hi {
			continue
		}
		rival := last
		if last != nil && last.Writer == w.Writer {
			rival = other
		}
		if atom := w.Lo / t.AtomicStore; rival != nil && (rival.Hi-1)/t.AtomicStore >= atom {
			clashes = append(clashes, AtomClash{rival.Writer, w.Writer, atom * t.AtomicStore})
		}
		switch {
		case last == nil:
			last = w
		case w.Writer == last.Writer:
			if w.Hi > last.Hi {
				last = w
			}
		case w.Hi >= last.Hi:
			last, other = w, last
		case other == nil || w.Hi > other.Hi:
			other = w
		}
	}
	return clashes
}

// Error returns the clash as a diagnostic atomic-hazard; name returns the names of
// writers.
func (c AtomClash) Error(t *target.Target, name func(writer int) string) error {
	return diag.Errorf("atomic-hazard", "%s and %s write parts of the same %d-byte word at %s",
		name(c.First), name(c.Second), t.AtomicStore, target.Hex(c.Addr))
}
