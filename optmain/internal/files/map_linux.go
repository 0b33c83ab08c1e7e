package files

import (
	"os"
	"syscall"
)

// mapFile maps a file for reading. The memory is never unmapped.
func mapFile(f *os.File, size int64) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_PRIVATE)
}

// dropPages gives whole pages of a mapped file back.
func dropPages(pages []byte) { syscall.Madvise(pages, syscall.MADV_DONTNEED) }
