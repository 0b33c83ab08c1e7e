package threads

import (
	"fmt"

	"optc/ir"
	"optc/num"
)

// Scope specifies the threads among which a value or the control is the same: all threads of the
// grid, the threads of each workgroup, or the threads of groups of neighbours within a workgroup.
// Flat ids number the threads of a workgroup; a group of n threads begins at a multiple of n.
type Scope struct {
	group int64 // threads of a group; 0: the workgroup is one group
	grid  bool
}

// Scopes without groups.
var (
	Grid      = Scope{grid: true}
	Workgroup = Scope{}
)

// Thread is the scope of values that may differ between any two threads.
var Thread = Groups(1)

// Groups is the scope of values that are the same in each group of n neighbouring threads.
func Groups(n int64) Scope { return Scope{group: max(n, 1)} }

// Covers reports whether a value with scope s is the same among all threads of each group of scope
// need.
func (s Scope) Covers(need Scope) bool {
	switch {
	case s.grid:
		return true
	case need.grid:
		return false
	case s.group == 0:
		return true
	}
	return need.group != 0 && s.group%need.group == 0
}

// Meet returns the scope of a combination of two values with the scopes s and t.
func (s Scope) Meet(t Scope) Scope {
	switch {
	case s.grid:
		return t
	case t.grid:
		return s
	}
	return Scope{group: num.GCD(s.group, t.group)}
}

// String describes the scope: "the grid", "the workgroup", "groups of 8 threads", "no other
// thread".
func (s Scope) String() string {
	switch {
	case s.grid:
		return "the grid"
	case s.group == 0:
		return "the workgroup"
	case s.group == 1:
		return "no other thread"
	}
	return fmt.Sprintf("groups of %d threads", s.group)
}

// Shape describes the threads that run the code.
type Shape struct {
	Subgroup int64 // number of threads of a subgroup, at least 1
	// Workgroup has the extents of a workgroup in x, y and z; it may be shorter. If it is empty, the
	// extents are unknown, and the id in x is the flat id.
	Workgroup []int64
}

// InSubgroup is the scope of values that are the same in each subgroup.
func (t Shape) InSubgroup() Scope { return Groups(t.Subgroup) }

// total returns the number of threads of a workgroup, 0 if it is not known.
func (t Shape) total() int64 {
	if len(t.Workgroup) == 0 {
		return 0
	}
	n := int64(1)
	for _, extent := range t.Workgroup {
		n *= extent
	}
	return n
}

// Digit is a digit of the flat id of a thread: id / Divisor, or, if Modulus is not 0, (id mod
// Modulus) / Divisor; Modulus is a multiple of Divisor.
type Digit struct{ Divisor, Modulus int64 }

// Of returns the digit that numbers threads along dimension dim of the workgroup.
func (t Shape) Of(dim int) Digit {
	d := Digit{Divisor: 1}
	for k, extent := range t.Workgroup {
		if k < dim {
			d.Divisor *= extent
		} else if k == dim && k+1 < len(t.Workgroup) {
			d.Modulus = d.Divisor * extent
		}
	}
	if dim > 0 && dim >= len(t.Workgroup) {
		d.Modulus = d.Divisor // there is one thread along the dimension
	}
	return d
}

// Integer is the knowledge about an integer: its scope, and the digit of the flat id that it is.
type Integer struct {
	Scope Scope
	Digit Digit // Divisor 0: the number is not a digit
}

// IntegerOf returns the known facts about an integer value.
func IntegerOf(known Scopes, v *ir.Value) Integer {
	d, _ := known.Digit(v)
	return Integer{known.Of(v), d}
}

// Assign sets the scope and the digit of a value.
func (x Integer) Assign(known Scopes, v *ir.Value) {
	if x.Digit.Divisor != 0 {
		known.SetDigit(v, x.Digit)
	} else {
		known.Set(v, x.Scope)
	}
}

// Div returns the quotient by a constant n, rounded down.
func (x Integer) Div(n int64) Integer {
	d := x.Digit
	if d.Divisor == 0 || n < 1 || d.Divisor > maxDivisor/n {
		return Integer{Scope: x.Scope}
	}
	d.Divisor *= n
	if d.Modulus%d.Divisor != 0 {
		return Integer{Scope: Groups(num.GCD(d.Modulus, d.Divisor))}
	}
	return Integer{Groups(d.Divisor), d}
}

// Rem returns the remainder by a constant n.
func (x Integer) Rem(n int64) Integer {
	d := x.Digit
	if d.Divisor == 0 || n < 1 || d.Divisor > maxDivisor/n {
		return Integer{Scope: x.Scope}
	}
	if modulus := d.Divisor * n; d.Modulus == 0 || modulus < d.Modulus {
		if d.Modulus%modulus != 0 {
			return Integer{Scope: x.Scope}
		}
		d.Modulus = modulus
	}
	return Integer{Groups(d.Divisor), d}
}

// maxDivisor bounds divisors, so that products of two digits do not overflow.
const maxDivisor = 1 << 40
