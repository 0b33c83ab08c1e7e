//go:build !linux

package heap

func adviseLargePages([]byte) {}
