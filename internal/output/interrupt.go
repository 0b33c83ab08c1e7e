package output

import (
	"context"
	"errors"
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
	paths map[string]bool         // nil unless interrupts are watched
	end   context.CancelCauseFunc // of work that the next interrupt ends; nil: it ends the process
}

// ErrInterrupted is the cause why a context of Interruptible ended.
var ErrInterrupted = errors.New("interrupted")

// Interruptible returns a context that the first interrupt or SIGTERM ends with the cause
// ErrInterrupted, so that a command can write what it has found by then. A second one ends
// the process, and so does the first one after stop. Without RemoveOnInterrupt signals are
// not handled.
func Interruptible(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	unfinished.Lock()
	defer unfinished.Unlock()
	unfinished.end = cancel
	return ctx, func() {
		unfinished.Lock()
		defer unfinished.Unlock()
		unfinished.end = nil
		cancel(nil)
	}
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
		var s os.Signal
		for s = range signals {
			unfinished.Lock()
			if unfinished.end == nil {
				break // with the lock: nothing new appears
			}
			unfinished.end(ErrInterrupted)
			unfinished.end = nil
			unfinished.Unlock()
		}
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
