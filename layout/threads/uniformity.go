package threads

import "optc/ir"

// Uniformity is the interface of operations whose results, or the arguments of whose regions, have
// scopes that do not follow from the operands: thread numbers, reductions, broadcasts.
var Uniformity = ir.NewInterface[*UniformityRule]("uniformity")

// UniformityRule sets scopes, with known.Set. Without Results, a result has the scope in which all
// operands and the memory that the operation reads are the same. A rule may be called several
// times, while the scopes of operands shrink.
type UniformityRule struct {
	// Arguments sets the scopes of arguments of the regions that no value is passed to, and
	// of the control of regions.
	Arguments func(op *ir.Operation, known Scopes)
	// Results sets the scopes of results.
	Results func(op *ir.Operation, known Scopes)
}

// Scopes are the scopes that are known at the moment.
type Scopes interface {
	// Shape describes the threads that run the code.
	Shape() Shape
	// Of returns the scope of a value.
	Of(v *ir.Value) Scope
	// Digit returns the digit of the flat id of the thread that a value is; ok is false if it
	// is none.
	Digit(v *ir.Value) (d Digit, ok bool)
	// Set sets the scope of a value.
	Set(v *ir.Value, s Scope)
	// SetDigit sets the digit that a value is, and with it the scope.
	SetDigit(v *ir.Value, d Digit)
	// SetControl sets the scope in which threads enter a region together.
	SetControl(r *ir.Region, s Scope)
}

// AlwaysIn returns the rule of operations whose results have the same scope for all operands.
func AlwaysIn(s Scope) ir.Implementation {
	return Uniformity.By(&UniformityRule{Results: func(op *ir.Operation, known Scopes) {
		for _, r := range op.Results() {
			known.Set(r, s)
		}
	}})
}

// Meeting is the interface of operations that threads execute together, such as barriers,
// shuffles, reductions over subgroups and matrix instructions. If some of these threads do
// not arrive, the outcome is undefined.
var Meeting = ir.NewInterface[Meets]("operation that threads execute together")

// Meets returns the threads that execute op together; ok is false if op is not such an operation
// with its operands and attributes.
type Meets func(op *ir.Operation) (who Participants, ok bool)

// MeetingOf returns the implementation of operations that some threads always execute together.
func MeetingOf(who Participants) ir.Implementation {
	return Meeting.By(func(*ir.Operation) (Participants, bool) { return who, true })
}

// Participants are the threads that execute an operation together.
type Participants uint8

// The groups of participants.
const (
	OfSubgroup Participants = iota
	OfWorkgroup
)

// String returns the name of the group.
func (p Participants) String() string { return [...]string{"subgroup", "workgroup"}[p] }

// Scope returns the scope in which control must be the same.
func (p Participants) Scope(t Shape) Scope {
	if p == OfSubgroup {
		return t.InSubgroup()
	}
	return Workgroup
}

// Sharing is the interface of memory spaces, which are attributes: it is the scope of the
// threads that share the memory of an allocation in the space. Allocations in other spaces
// belong to a thread each.
var Sharing = ir.NewInterface[func(space ir.Attribute) Scope]("threads that share memory")
