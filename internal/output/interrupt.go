package output

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// unfinished holds the temporary files and folders of the process. Code that renames one
// of them, or creates a file in one, holds the lock for reading, so that an interrupt is
// handled before or after that.
var unfinished struct {
	sync.RWMutex
	paths map[string]bool // nil unless interrupts are watched
}

// RemoveOnInterrupt makes an interrupt or SIGTERM remove the temporary files and folders
// of this package and end the process with the exit code that shells use for the signal.
// It is for commands; a library must not handle signals.
func RemoveOnInterrupt() {
	unfinished.Lock()
	unfinished.paths = map[string]bool{}
	unfinished.Unlock()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s := <-signals
		unfinished.Lock() // for good: nothing new appears
		for path := range unfinished.paths {
			os.RemoveAll(path)
		}
		code := 128
		if n, ok := s.(syscall.Signal); ok {
			code += int(n)
		}
		os.Exit(code)
	}()
}

// createTemporary makes a temporary file or folder by calling create, which returns its
// path.
func createTemporary(create func() (string, error)) error {
	unfinished.Lock()
	defer unfinished.Unlock()
	path, err := create()
	if err == nil && unfinished.paths != nil {
		unfinished.paths[path] = true
	}
	return err
}

// end removes the remains of a temporary file or folder.
func end(path string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	os.RemoveAll(path)
	delete(unfinished.paths, path)
}

// commit does a step that an interrupt does not disturb: making results appear, or
// creating a file in a folder that an interrupt removes.
func commit(step func() error) error {
	unfinished.RLock()
	defer unfinished.RUnlock()
	return step()
}
