package vertex

import (
	"strings"

	"optc/diag"
	"optc/dialect/poplar/target"
)

// ConstraintKind is the kind of memory that two pieces of data must not share.
type ConstraintKind uint8

const (
	// DifferentElements: no memory element may hold bytes of both. An interleaved group
	// counts as a single element.
	DifferentElements ConstraintKind = iota + 1
	// DifferentRegions: one piece of data is wholly in region 0, the other wholly in
	// region 1.
	DifferentRegions
)

// String is the word of the constraint language: "elem" or "region".
func (k ConstraintKind) String() string { return [...]string{"", "elem", "region"}[k] }

// Term is one side of a constraint: a field after a number of stars.
type Term struct {
	Stars int // at least 1
	Field string
}

// String renders the term without its kind, such as "**in".
func (t Term) String() string { return strings.Repeat("*", t.Stars) + t.Field }

// Constraint is a memory constraint of a vertex, always an inequality (Poplar and
// PopLibs User Guide, Specifying memory constraints).
type Constraint struct {
	Kind        ConstraintKind
	Left, Right Term
}

// String is the canonical spelling: "elem(**rows) != elem(*out)".
func (c Constraint) String() string {
	return c.Kind.String() + "(" + c.Left.String() + ") != " + c.Kind.String() + "(" + c.Right.String() + ")"
}

// ParseConstraint reads a constraint string. The caller joins adjacent C++ string
// literals before. The error codes are constraint-parse, constraint-op (not "!="),
// constraint-kind (unknown kind, or two kinds), constraint-self (equal terms).
func ParseConstraint(text string) (Constraint, error) {
	p, err := constraintGrammar.Parse(text)
	if err != nil {
		return Constraint{}, err
	}
	if p.Op != "!=" {
		return Constraint{}, diag.Errorf("constraint-op", "expected '!=' in constraint, found '%s'", p.Op).Note("in '%s'", text)
	}
	kind, err := constraintKind(p.Left.Kind)
	if err != nil {
		return Constraint{}, err
	}
	if other, err := constraintKind(p.Right.Kind); err != nil {
		return Constraint{}, err
	} else if other != kind {
		return Constraint{}, diag.Errorf("constraint-kind", "expected %s on both sides of constraint, found %s and %s", kind, kind, other)
	}
	c := Constraint{kind, Term{len(p.Left.Stars), p.Left.Field}, Term{len(p.Right.Stars), p.Right.Field}}
	if c.Left == c.Right {
		return Constraint{}, diag.Errorf("constraint-self", "expected two different terms in constraint, found %s twice", c.Left)
	}
	return c, nil
}

func constraintKind(word string) (ConstraintKind, error) {
	for _, k := range []ConstraintKind{DifferentElements, DifferentRegions} {
		if k.String() == word {
			return k, nil
		}
	}
	return 0, diag.Errorf("constraint-kind", "expected elem or region in constraint, found '%s'%s",
		word, diag.DidYouMean(word, []string{"elem", "region"}))
}

// Check tests a constraint against the fields of its vertex. The error codes are
// constraint-field (no such field, with a suggestion) and constraint-depth (more stars
// than the field has pointers).
func (c Constraint) Check(fields []Field) error {
	for _, t := range []Term{c.Left, c.Right} {
		if _, err := t.Subject(fields); err != nil {
			return err
		}
	}
	return nil
}

// Subject is the data that a term of a constraint denotes.
type Subject struct {
	Field int // index of the field
	// Indirect reports whether the term refers to the table of inner representations or
	// the delta array, rather than to the data of the edges.
	Indirect bool
}

// Subject finds the data that the term refers to (Poplar and PopLibs User Guide, Specifying memory
// constraints). The error codes are constraint-field and constraint-depth.
func (t Term) Subject(fields []Field) (Subject, error) {
	names := make([]string, len(fields))
	for i, f := range fields {
		if f.Name != t.Field {
			names[i] = f.Name
			continue
		}
		if depth := f.Type.Depth(); t.Stars > depth {
			return Subject{}, diag.Errorf("constraint-depth", "expected at most %d '*' before '%s' in constraint, found %d", depth, t.Field, t.Stars).
				Note("%s is a %s: %s", t.Field, f.Type.Kind, f.Type)
		}
		return Subject{Field: i, Indirect: f.Type.Depth() == 2 && t.Stars == 1}, nil
	}
	return Subject{}, diag.Errorf("constraint-field", "constraint names '%s', which is no field%s", t.Field, diag.DidYouMean(t.Field, names))
}

// ByteRange is the half-open range [Lo, Hi) of tile addresses.
type ByteRange struct{ Lo, Hi uint64 }

// Bytes returns the addresses that the data occupies if an element has elemSize bytes.
func (x Extent) Bytes(elemSize int) ByteRange { return ByteRange{x.Addr, x.end(elemSize)} }

// Holds reports whether data at the ranges a and b obeys the constraint. Empty
// ranges obey every constraint.
func (k ConstraintKind) Holds(t *target.Target, a, b []ByteRange) bool {
	if k == DifferentElements {
		return !shareElement(t, a, b)
	}
	inA, inB := regions(t, a), regions(t, b)
	const both = 1<<0 | 1<<1
	return inA != both && inB != both && inA&inB == 0
}

// shareElement reports whether a memory element holds bytes of both.
func shareElement(t *target.Target, a, b []ByteRange) bool {
	used := make([]bool, t.NumElements())
	each := func(ranges []ByteRange, visit func(element int) bool) bool {
		for _, r := range ranges {
			lo, hi := max(r.Lo, t.MemBase), min(r.Hi, t.MemEnd())
			if lo >= hi {
				continue
			}
			for e, last := t.ElementOf(lo), t.ElementOf(hi-1); e <= last; e++ {
				if visit(e) {
					return true
				}
			}
		}
		return false
	}
	each(a, func(e int) bool { used[e] = true; return false })
	return each(b, func(e int) bool { return used[e] })
}

// regions returns the set of regions that the ranges touch, as bits.
func regions(t *target.Target, ranges []ByteRange) (set int) {
	for _, r := range ranges {
		if r.Lo >= r.Hi {
			continue
		}
		if r.Lo < t.Region1Base {
			set |= 1 << 0
		}
		if r.Hi > t.Region1Base {
			set |= 1 << 1
		}
	}
	return set
}
