package sim

import "optc/diag"

// Stack counts what certainly lies on the stack of a thread: what memref.alloca
// allocated, and callFrame for each call that is under way.
type Stack struct {
	Size int64 // bytes that are reserved
	High int64 // most bytes that were in use
	used int64
}

// callFrame is what a call keeps on the stack at least: the address that it returns
// to and the frame of its caller, in bytes.
const callFrame = 8

// take reserves n bytes, which release gives back. Error stack-overflow. There is no
// limit without a stack.
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

// mark returns what release needs to give back what is taken from now on.
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
