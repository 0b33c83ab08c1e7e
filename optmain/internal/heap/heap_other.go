//go:build !linux

package heap

func reserve(int64) {}
