package report

import (
	"os"
	"syscall"
	"unsafe"
)

// windowColumns returns the width of the window of a terminal, or 0.
func windowColumns(f *os.File) int {
	var size struct{ rows, columns, x, y uint16 }
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size))); err != 0 {
		return 0
	}
	return int(size.columns)
}
