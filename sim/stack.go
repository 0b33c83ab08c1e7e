package sim

import "optc/diag"

// Stack counts the bytes that are certainly on the stack of a thread: memory from
// memref.alloca, and callFrame for each active call.
type Stack struct {
	Size int64 // number of reserved bytes
	High int64 // largest number of bytes in use
	used int64
}

// callFrame is the least number of bytes that a call keeps on the stack: its return
// address and the frame pointer of its caller.
const callFrame = 8

// take reserves n bytes, which release frees. The error code is stack-overflow. If there
// is no stack, there is no limit.
func (s *Stack) take(n int64) error {
	if s == nil {
		return nil
	}
	s.used += n
	s.High = max(s.High, s.used)
	if s.used > s.Size {
		return diag.Errorf("stack-overflow", "uses %d bytes of a stack of %d", s.used, s.Size).
			Note("%d bytes more than before; a declared own_stack or total_stack of the function may be too small", n)
	}
	return nil
}

// mark returns the argument by which release later frees all bytes that are taken in the meantime.
func (s *Stack) mark() int64 {
	if s == nil {
		return 0
	}
	return s.used
}

func (s *Stack) release(mark int64) {
	if s != nil {
		s.used = mark
	}
}
