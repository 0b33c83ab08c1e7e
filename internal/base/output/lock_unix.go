//go:build unix

package output

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the lock of an open file or folder, which ends with the process or when the
// file is closed. wait: until another process releases it; otherwise taken is false if
// another process has it.
func lock(f *os.File, wait bool) (taken bool) {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			// A file system without locks has no lock that another process could have; then
			// nothing is known to be abandoned.
			return err == nil
		}
	}
}
