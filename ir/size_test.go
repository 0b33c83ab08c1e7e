package ir

import (
	"testing"
	"unsafe"
)

// TestSizes pins the sizes of structures that exist in large numbers. A change must be intended:
// every byte is needed a million times.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, s := range []struct {
		name      string
		got, want uintptr
	}{
		{"Operation", unsafe.Sizeof(Operation{}), 104},
		{"Value", unsafe.Sizeof(Value{}), 64},
		{"OpOperand", unsafe.Sizeof(OpOperand{}), 32},
		{"Block", unsafe.Sizeof(Block{}), 104},
		{"Region", unsafe.Sizeof(Region{}), 24},
		{"Location", unsafe.Sizeof(Location{}), 16},
	} {
		if s.got != s.want {
			t.Errorf("%s has %d bytes, want %d", s.name, s.got, s.want)
		}
	}
}
