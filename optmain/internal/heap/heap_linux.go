package heap

import (
	"syscall"
	"unsafe"
)

// adviseLargePages asks for pages of 2 MB, which whole ones in the memory get.
func adviseLargePages(memory []byte) {
	const large = 2 << 20
	start := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	lo := -start & (large - 1)
	hi := (start+uintptr(len(memory)))&^(large-1) - start
	syscall.Madvise(memory[lo:hi], syscall.MADV_HUGEPAGE)
}
