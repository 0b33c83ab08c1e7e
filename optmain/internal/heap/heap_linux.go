package heap

import (
	"runtime"
	"syscall"
	"unsafe"
)

// reserve takes n bytes from the system, with large pages, and leaves them to the heap.
func reserve(n int64) {
	adviseLargePages(make([]byte, n))
	runtime.GC()
}

// adviseLargePages requests pages of 2 MB, which the kernel uses for whole aligned ranges
// of that size in the memory.
func adviseLargePages(memory []byte) {
	const large = 2 << 20
	start := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	lo := -start & (large - 1)
	hi := (start+uintptr(len(memory)))&^(large-1) - start
	syscall.Madvise(memory[lo:hi], syscall.MADV_HUGEPAGE)
}
