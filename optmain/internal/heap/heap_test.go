package heap

import (
	"runtime"
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
