package optmain

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// temporaries are the files and folders to remove when the process is
// interrupted. The nil value keeps no record.
type temporaries struct {
	once  sync.Once // starts listening with the first file
	mu    sync.Mutex
	paths map[string]bool
}

// removeOnInterrupt returns a record whose files go away when the process is
// interrupted, which then ends with the exit code that shells give.
func removeOnInterrupt() *temporaries { return &temporaries{paths: map[string]bool{}} }

// listen waits for the signals.
func (t *temporaries) listen() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		t.mu.Lock() // for good: nothing new appears
		for path := range t.paths {
			os.RemoveAll(path)
		}
		code := 128
		if n, ok := s.(syscall.Signal); ok {
			code += int(n)
		}
		os.Exit(code)
	}()
}

// add records a path that exists, or is about to.
func (t *temporaries) add(path string) {
	if t != nil {
		t.once.Do(t.listen)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.paths[path] = true
	}
}

// done forgets a path that is there no more.
func (t *temporaries) done(path string) {
	if t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.paths, path)
	}
}
