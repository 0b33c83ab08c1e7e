package parallel

import (
	"runtime/debug"
	"sync"
)

// Group is a number of goroutines that share a piece of work, if the order of [Do] does not suit
// it. The zero value is ready for use.
type Group struct {
	wg sync.WaitGroup

	mu      sync.Mutex
	failure *Panic // panic of the first goroutine that panicked
}

// Go calls f on a goroutine. A page of a mapped file that does not exist any more is
// a panic there, which [Group.Wait] passes on like any other.
func (g *Group) Go(f func()) {
	g.wg.Go(func() {
		debug.SetPanicOnFault(true)
		g.Try(f)
	})
}

// Try calls f on a goroutine of the group, which survives a panic of f.
func (g *Group) Try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.failure == nil {
				g.failure = &Panic{r, debug.Stack()}
			}
		}
	}()
	f()
}

// Wait returns when all goroutines have ended, and panics with a *Panic if one of them
// panicked.
func (g *Group) Wait() {
	g.wg.Wait()
	g.Check()
}

// Check panics with a *Panic if a goroutine did, without waiting.
func (g *Group) Check() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failure != nil {
		panic(g.failure)
	}
}
