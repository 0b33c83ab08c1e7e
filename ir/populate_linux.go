package ir

import (
	"syscall"
	"unsafe"
)

// populate requests the pages of memory that is about to be filled all at once, because a
// page fault for each page would cost several times as much. Kernels without this request
// (before Linux 5.14) ignore it.
func populate(start unsafe.Pointer, bytes uintptr) {
	const populate = 23 // MADV_POPULATE_WRITE of asm-generic/mman-common.h
	page := uintptr(syscall.Getpagesize())
	lo := (uintptr(start) + page - 1) &^ (page - 1)
	hi := (uintptr(start) + bytes) &^ (page - 1)
	if lo < hi {
		syscall.Syscall(syscall.SYS_MADVISE, lo, hi-lo, populate)
	}
}
