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
func Relax(least int64) {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(least)
		afterGC(func() { debug.SetMemoryLimit(max(least, 2*live()+spare.Load())) })
	}
}

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
	LeastOfService = 64 << 20
)

// Reserve reserves memory for the heap in large pages, because the heap of a run grows
// all the time, and page faults for small pages take a sixth of the run. Memory that is
// never used stays unused.
func Reserve() {
	adviseLargePages(make([]byte, reserved))
	runtime.GC()
}

// LeastReserved is the size in bytes of the smallest input for which Reserve is worthwhile.
const LeastReserved = 256 << 10

// reserved is the memory in bytes that is reserved, and that the collector leaves alone.
const reserved = LeastOfRun * 4 / 5
