// Package heap tunes the memory of a process that runs one command and ends.
package heap

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// Relax postpones garbage collection, because a run allocates little memory that it does
// not keep, and ends soon. The collector runs when the memory of the process reaches the
// given number of bytes, and afterwards each time it has doubled.
func Relax(n int64) {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		least.Store(n)
		setGoal(0)
		afterGC(func() { setGoal(live()) })
	}
}

// least is the memory in bytes below which the collector does not run, 0 before Relax.
var least atomic.Int64

// setGoal sets the memory at which the collector runs next, given the bytes that were in use after
// its last run. Until then the collector has a goal that is too high rather than too low, so that it
// does not run twice in a row.
func setGoal(live int64) {
	debug.SetGCPercent(growth(live, max(least.Load(), 2*live+spare.Load())))
}

// growth returns the growth in percent of the live memory that reaches a goal. The runtime applies it
// to at least floor bytes.
func growth(live, goal int64) int { return int(100 * (goal - live) / max(live, floor)) }

const floor = 4 << 20

// live returns the bytes that the last collection found in use. Garbage that is not swept
// yet is not among them.
func live() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// Spare lets the process use n more bytes of memory before each further collection. It is for a
// command that builds and drops several large forms of its input.
func Spare(n int64) { spare.Store(n) }

var spare atomic.Int64

// afterGC calls f after every garbage collection.
func afterGC(f func()) {
	type marker struct{ self *int } // a type with a pointer, because pointer-free objects share memory
	runtime.AddCleanup(&marker{new(int)}, func(struct{}) {
		f()
		afterGC(f)
	}, struct{}{})
}

// The memory in bytes below which the collector never runs: for a command that ends, and for a
// server that runs for a long time beside other processes.
const (
	LeastOfRun     = 160 << 20
	LeastOfService = 48 << 20
)

// MostOfRun is the memory in bytes above which the collector runs, whatever the size of the input.
const MostOfRun = 384 << 20

// Expect prepares for the run of an input that needs about n bytes of memory. The collector does
// not run below that number, as far as it is at most MostOfRun. The memory is reserved in large
// pages, because the heap of a run grows all the time, and page faults for small pages take a sixth
// of the run. Memory that is never used stays unused.
func Expect(n int64) {
	n = min(max(n, LeastOfRun), MostOfRun)
	if known := least.Load(); known > 0 {
		least.Store(max(known, n))
		setGoal(live())
	}
	reserve(n * 4 / 5) // the runtime keeps it
}

// LeastExpected is the size in bytes of the smallest input for which Expect is worthwhile.
const LeastExpected = 256 << 10
