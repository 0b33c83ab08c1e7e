package okk

import (
	"cmp"
	"fmt"
	"slices"

	"optc/diag"
	"optc/num"
)

// Policy is an allocation policy.
type Policy uint8

const (
	Linear Policy = iota // one after the other in program order, without reuse
	Reuse                // largest first, each at the lowest offset that is free during its life
	Bank                 // as Reuse, but in other banks than conflicting tensors if possible
)

// Request asks for local memory at the same offset of every NPU.
type Request struct {
	Name  string
	Size  int64 // bytes per NPU, at least 1
	Align int64 // bytes, at least 1

	// FirstUse and LastUse are the closed interval of the tensor's life.
	FirstUse, LastUse int64

	Fixed  bool  // the tensor must be at Offset
	Offset int64 // only if Fixed

	// Start and NPUs specify the NPUs of the tensor: NPUs from Start on, wrapping around
	// at the end; 0 means all. They are only used if ExactNPUs is set.
	Start, NPUs int64
}

// Allocator places requests in the local memory of a machine.
type Allocator struct {
	Machine *Machine
	Policy  Policy

	// Conflicts holds pairs of requests that should not share a bank. It is only used by Bank.
	Conflicts []Conflict

	// ExactNPUs lets tensors share offsets if they have no NPU in common. The NPUs work
	// in lockstep and may destroy such data (OKKernel manual, Scatter Features to
	// Different NPUs), so it is off by default.
	ExactNPUs bool
}

// Conflict is a pair of requests, by index, that should not share a bank: operands of the same operation, or of a copy
// and an operation that may run at the same time.
type Conflict struct {
	A, B int
	// Cycles that a common bank costs, as far as they are known.
	Cycles int64
}

// Allocation is the result of an allocator.
type Allocation struct {
	Offsets []int64 // per request
	Peak    int64   // end of the highest byte in use, per NPU
}

// AllocError is an error that names the request that failed. It unwraps to a
// *[diag.Error].
type AllocError struct {
	Request int
	err     *diag.Error
}

func (e *AllocError) Error() string { return e.err.Error() }
func (e *AllocError) Unwrap() error { return e.err }

// Allocate places the requests: fixed ones first, the others in the order of the policy. Errors, as *[AllocError]: bad-alloc
// for an invalid request; does-not-fit.
func (a Allocator) Allocate(requests []Request) (Allocation, error) {
	if a.Policy == Bank {
		return a.allocateApart(requests)
	}
	return newAllocation(a, requests).allocate()
}

func newAllocation(a Allocator, requests []Request) *allocation {
	n := len(requests)
	lives := make([]Life, n)
	for i := range requests {
		lives[i] = requests[i].life()
	}
	s := &allocation{Allocator: a, requests: requests, offsets: make([]int64, n), done: make([]bool, n), conflicts: make([][]int, n), placed: NewLifeIndex(lives)}
	for _, c := range a.Conflicts {
		s.conflicts[c.A] = append(s.conflicts[c.A], c.B)
		s.conflicts[c.B] = append(s.conflicts[c.B], c.A)
	}
	return s
}

func (s *allocation) allocate() (Allocation, error) {
	requests := s.requests
	for i, r := range requests {
		if r.Size < 1 || r.Align < 1 || r.FirstUse > r.LastUse || r.Fixed && (r.Offset < 0 || r.Offset%r.Align != 0) {
			return Allocation{}, s.fail(i, "bad-alloc", "'%s' asks for %d bytes aligned to %d from use %d to %d", r.Name, r.Size, r.Align, r.FirstUse, r.LastUse)
		}
		if r.Fixed {
			if !s.fits(i, r.Offset) {
				return Allocation{}, s.noRoom(i)
			}
			s.place(i, r.Offset)
		}
	}
	var order []int
	for i, r := range requests {
		if !r.Fixed {
			order = append(order, i)
		}
	}
	if s.Policy != Linear {
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(s.classOf(i), s.classOf(j)), s.compare(i, j)) })
	}
	end, fixed := int64(0), s.fixed() // end of the last tensor, for Linear
	for _, i := range order {
		var offset int64
		switch s.Policy {
		case Linear:
			for len(fixed) > 0 && fixed[0].hi <= end {
				fixed = fixed[1:]
			}
			offset = s.lowest(i, end, fixed)
			end = add(offset, requests[i].Size)
		case Bank:
			if offset = s.lowest(i, 0, sortSpans(append(s.conflictingBanks(i), s.taken(i)...))); s.strict || s.fits(i, offset) {
				break
			}
			fallthrough
		default:
			offset = s.lowest(i, 0, s.taken(i))
		}
		if !s.fits(i, offset) {
			return Allocation{}, s.noRoom(i)
		}
		s.place(i, offset)
	}
	out := Allocation{Offsets: s.offsets}
	for i, r := range requests {
		out.Peak = max(out.Peak, s.offsets[i]+r.Size)
	}
	return out, nil
}

// compare orders requests: the largest first, then the one that is used first.
func (s *allocation) compare(i, j int) int {
	x, y := s.requests[i], s.requests[j]
	return cmp.Or(cmp.Compare(y.Size, x.Size), cmp.Compare(x.FirstUse, y.FirstUse))
}

// allocation is an allocation on the way.
type allocation struct {
	Allocator
	requests  []Request
	offsets   []int64
	placed    *LifeIndex
	done      []bool
	conflicts [][]int // by request
	strict    bool    // requests that conflict must not share a bank
	classes   []int   // by request: those that are placed first have the smallest number; nil if all are alike
}

func (s *allocation) place(i int, offset int64) {
	s.offsets[i], s.done[i] = offset, true
	s.placed.Add(i)
}

func (s *allocation) fits(i int, offset int64) bool {
	return add(offset, s.requests[i].Size) <= s.Machine.NPUBytes
}

func (s *allocation) span(i int) span {
	return span{lo: s.offsets[i], hi: s.offsets[i] + s.requests[i].Size}
}

// together reports whether two requests must not share bytes.
func (s *allocation) together(i, j int) bool {
	r, q := &s.requests[i], &s.requests[j]
	return r.life().Meets(q.life()) && !(s.ExactNPUs && s.Machine.disjoint(*r, *q))
}

func (r *Request) life() Life { return Life{r.FirstUse, r.LastUse} }

// conflictingBanks returns the banks of the placed requests that conflict with i: a range
// of offsets overlaps them exactly when it shares a bank.
func (s *allocation) conflictingBanks(i int) []span {
	var out []span
	bank := s.Machine.BankBytes()
	for _, other := range s.conflicts[i] {
		if s.done[other] {
			t := s.span(other)
			out = append(out, span{lo: t.lo / bank * bank, hi: roundUp(t.hi, bank)})
		}
	}
	return out
}

// fixed returns the places of fixed requests, by offset.
func (s *allocation) fixed() (list []span) {
	for i, r := range s.requests {
		if r.Fixed {
			list = append(list, s.span(i))
		}
	}
	return sortSpans(list)
}

// taken returns the places with which request i must not share memory, by offset.
func (s *allocation) taken(i int) []span {
	var list []span
	for _, j := range s.placed.Meeting(s.requests[i].life()) {
		if s.together(i, j) {
			list = append(list, s.span(j))
		}
	}
	return sortSpans(list)
}

func sortSpans(list []span) []span {
	slices.SortFunc(list, func(a, b span) int { return cmp.Compare(a.lo, b.lo) })
	return list
}

// lowest returns the lowest aligned offset, not below from, where request i overlaps none
// of the spans, which are sorted.
func (s *allocation) lowest(i int, from int64, taken []span) int64 {
	r := s.requests[i]
	offset := roundUp(from, r.Align)
	for _, t := range taken {
		if add(offset, r.Size) <= t.lo {
			break
		}
		if t.hi > offset {
			offset = roundUp(t.hi, r.Align)
		}
	}
	return offset
}

// disjoint reports whether two requests use no common NPU.
func (m *Machine) disjoint(a, b Request) bool {
	if a.NPUs == 0 || b.NPUs == 0 {
		return false
	}
	return num.Mod(b.Start-a.Start, m.NPUs) >= a.NPUs && num.Mod(a.Start-b.Start, m.NPUs) >= b.NPUs
}

func (s *allocation) fail(i int, code, format string, args ...any) *AllocError {
	return &AllocError{i, diag.Errorf(code, format, args...)}
}

func (s *allocation) noRoom(i int) error {
	r := s.requests[i]
	e := s.fail(i, "does-not-fit", "'%s' needs %d bytes aligned to %d, but an NPU has %d bytes", r.Name, r.Size, r.Align, s.Machine.NPUBytes)
	others := s.placed.Meeting(r.life())
	slices.SortFunc(others, func(j, k int) int { return cmp.Or(cmp.Compare(s.offsets[j], s.offsets[k]), cmp.Compare(j, k)) })
	for _, j := range others {
		q := s.requests[j]
		e.err.Notes = append(e.err.Notes, fmt.Sprintf("'%s' takes [%d, %d)", q.Name, s.offsets[j], s.offsets[j]+q.Size))
	}
	return e
}

// BanksOf returns the first and the last bank that the offsets [lo, hi) of an
// NPU touch.
func (m *Machine) BanksOf(lo, hi int64) (first, last int64) {
	return lo / m.BankBytes(), (hi - 1) / m.BankBytes()
}
