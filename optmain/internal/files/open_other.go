//go:build !unix

package files

// nonBlocking is no flag where named pipes are no files.
const nonBlocking = 0
