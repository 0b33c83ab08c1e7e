//go:build !linux

package optmain

func adviseLargePages([]byte) {}
