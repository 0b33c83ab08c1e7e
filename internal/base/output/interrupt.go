package output

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// unfinished holds the temporary files and folders of the process. Code that renames an unfinished
// file, or creates a file in an unfinished folder, holds the lock for reading, so that an interrupt
// is handled before or after that.
var unfinished struct {
	sync.RWMutex
	paths map[string]bool         // nil unless interrupts are watched
	end   context.CancelCauseFunc // ends the work at the next interrupt; nil: the interrupt ends the process
	work  int                     // number of the last work that an interrupt ends
	late  chan int                // gets the number of work that an interrupt should have ended by now
	last  func()                  // called before an interrupt ends the process, or nil
	code  int                     // exit code of the signal that ended work; 0 if none did
}

// ErrInterrupted is the cause why a context of Interruptible ended.
var ErrInterrupted = errors.New("interrupted")

// Interruptible returns a context that the first interrupt or SIGTERM ends with the cause
// ErrInterrupted, so that a command can write the results that it has by then. A second interrupt
// ends the process; so does the first one after a call of stop, and so does the first one if stop
// is not called within patience, unless patience is zero. Without RemoveOnInterrupt signals are not
// handled.
func Interruptible(parent context.Context, patience time.Duration) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	unfinished.Lock()
	defer unfinished.Unlock()
	unfinished.work++
	work, late := unfinished.work, unfinished.late
	unfinished.end = func(cause error) {
		cancel(cause)
		if patience > 0 {
			time.AfterFunc(patience, func() { late <- work })
		}
	}
	return ctx, func() {
		unfinished.Lock()
		defer unfinished.Unlock()
		unfinished.end = nil
		unfinished.work++
		cancel(nil)
	}
}

// AtInterrupt sets a function that is called before an interrupt ends the process.
func AtInterrupt(last func()) {
	unfinished.Lock()
	defer unfinished.Unlock()
	unfinished.last = last
}

// ExitCode is the exit code of a process that fails: code, or, after an interrupt ended its
// work, the exit code that shells use for the signal.
func ExitCode(code int) int {
	unfinished.RLock()
	defer unfinished.RUnlock()
	if code != 0 && unfinished.code != 0 {
		return unfinished.code
	}
	return code
}

// RemoveOnInterrupt makes an interrupt or SIGTERM remove the temporary files and folders
// of this package and end the process with the exit code that shells use for the signal.
// It is for commands; a library must not handle signals.
func RemoveOnInterrupt() {
	unfinished.Lock()
	unfinished.paths, unfinished.late = map[string]bool{}, make(chan int)
	unfinished.Unlock()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		var s os.Signal
		for ended := false; !ended; { // ends with the lock: nothing new appears
			work := 0
			select {
			case s = <-signals:
			case work = <-unfinished.late:
			}
			unfinished.Lock()
			switch {
			case work != 0:
				ended = work == unfinished.work
			case unfinished.end == nil:
				ended = true
			default:
				unfinished.end(ErrInterrupted)
				unfinished.end, unfinished.code = nil, codeOf(s)
			}
			if !ended {
				unfinished.Unlock()
			}
		}
		for path := range unfinished.paths {
			os.RemoveAll(path)
		}
		if unfinished.last != nil {
			unfinished.last()
		}
		os.Exit(codeOf(s))
	}()
}

// codeOf is the exit code that shells use for a signal.
func codeOf(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 128
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

// commit performs a step without being interrupted: making results appear, or creating a file in a
// folder that an interrupt would remove.
func commit(step func() error) error {
	unfinished.RLock()
	defer unfinished.RUnlock()
	return step()
}
