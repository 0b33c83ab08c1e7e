// Package parallel runs independent pieces of work on several goroutines, so that the
// result does not depend on the number of goroutines.
package parallel

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Panic is the value with which Do panics if f panicked on another goroutine.
type Panic struct {
	Value any
	Stack []byte // stack of the goroutine that panicked
}

// IsFault reports whether a recovered value is an access to memory that does not exist:
// to a page of a mapped file that was shortened.
func IsFault(value any) bool {
	if p, ok := value.(*Panic); ok {
		value = p.Value
	}
	_, ok := value.(interface{ Addr() uintptr })
	return ok
}

// Do calls f(worker, i) for every i from 0 to n-1 and returns when all calls have
// returned. The calls come from at most the given number of goroutines, which are
// numbered from 0 and take the numbers i in ascending order; with one worker they come
// from the calling goroutine. If calls panic, Do panics with a *Panic for the smallest i
// whose call panicked, and calls for larger i may be omitted.
func Do(workers, n int, f func(worker, i int)) {
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			f(0, i)
		}
		return
	}
	d := do{f: f}
	d.end.Store(int64(n))
	var wg sync.WaitGroup
	for worker := range workers {
		wg.Go(func() {
			debug.SetPanicOnFault(true)
			d.work(worker)
		})
	}
	wg.Wait()
	if d.failure != nil {
		panic(d.failure)
	}
}

type do struct {
	f    func(worker, i int)
	next atomic.Int64
	end  atomic.Int64 // smallest i that panicked, n if none did

	mu      sync.Mutex
	failure *Panic // of end
}

func (d *do) work(worker int) {
	for {
		i := int(d.next.Add(1)) - 1
		if i >= int(d.end.Load()) {
			return
		}
		d.call(worker, i)
	}
}

func (d *do) call(worker, i int) {
	defer func() {
		if r := recover(); r != nil {
			d.mu.Lock()
			defer d.mu.Unlock()
			if i < int(d.end.Load()) {
				d.end.Store(int64(i))
				d.failure = &Panic{r, debug.Stack()}
			}
		}
	}()
	d.f(worker, i)
}
