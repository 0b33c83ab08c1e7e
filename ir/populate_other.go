//go:build !linux

package ir

import "unsafe"

func populate(unsafe.Pointer, uintptr) {}
