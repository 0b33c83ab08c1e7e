package heap

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// The memory that a collection found in use does not include garbage that was made before and after
// it.
func TestLive(t *testing.T) {
	kept := make([]byte, 8<<20)
	garbage := func() {
		for range 64 {
			runtime.KeepAlive(make([]byte, 1<<20))
		}
	}
	garbage()
	runtime.GC()
	garbage()
	if n := live(); n < 8<<20 || n > 24<<20 {
		t.Errorf("%d bytes are live", n)
	}
	runtime.KeepAlive(kept)
}

// The growth reaches the goal from any memory in use, also from memory that is so small that the
// runtime calculates with floor instead.
func TestGrowth(t *testing.T) {
	for _, live := range []int64{0, 1 << 20, floor - 1, floor, floor + 1, 50 << 20, LeastOfRun, MostOfRun} {
		goal := max(LeastOfRun, 2*live)
		percent := int64(growth(live, goal))
		got := max(live+live*percent/100, floor*percent/100)
		if low, high := goal*97/100, goal*101/100; got < low || got > high {
			t.Errorf("with %d bytes in use, the collector runs at %d bytes, not at %d", live, got, goal)
		}
	}
}

// A process that Relax prepared collects at the larger one of the memory that Expect announces and
// the double of the memory in use.
func TestExpect(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	before := debug.SetGCPercent(100)
	defer func() {
		least.Store(0)
		debug.SetGCPercent(before)
	}()
	Relax(LeastOfService)
	Expect(2 * LeastOfRun)
	if got := least.Load(); got != 2*LeastOfRun {
		t.Errorf("the collector runs at %d bytes", got)
	}
	runs := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumGC
	}
	first := runs()
	for range 2 * LeastOfRun / 2 >> 20 { // half of the announced memory
		runtime.KeepAlive(make([]byte, 1<<20))
	}
	if n := runs() - first; n != 0 {
		t.Errorf("the collector ran %d times below the announced memory", n)
	}
}
