//go:build unix

package output

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the lock of an open file or folder, which ends with the process or when the file is
// closed. With wait, it waits until another process releases the lock; otherwise taken is false if
// another process has it.
func lock(f *os.File, wait bool) (taken bool) {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			// On a file system without locks no other process can hold a lock; then no file is known to be
			// abandoned.
			return err == nil
		}
	}
}
