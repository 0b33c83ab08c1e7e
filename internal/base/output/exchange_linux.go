package output

import (
	"runtime"
	"syscall"
	"unsafe"
)

// exchange swaps two paths atomically, with renameat2(2).
func exchange(a, b string) error {
	const renameExchange = 2
	number, ok := map[string]uintptr{"amd64": 316, "arm64": 276, "riscv64": 276, "loong64": 276}[runtime.GOARCH]
	if !ok {
		return syscall.ENOSYS
	}
	from, err := syscall.BytePtrFromString(a)
	if err != nil {
		return err
	}
	to, err := syscall.BytePtrFromString(b)
	if err != nil {
		return err
	}
	// Both paths are absolute, so that the folder to which they are relative is
	// irrelevant.
	if _, _, e := syscall.Syscall6(number, 0, uintptr(unsafe.Pointer(from)), 0, uintptr(unsafe.Pointer(to)), renameExchange, 0); e != 0 {
		return e
	}
	return nil
}
