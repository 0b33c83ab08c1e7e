package graph

import (
	"optc/diag"
	"optc/dialect/poplar/control"
)

// Step is a step of the program of a graph (Poplar C++ API, Program.hpp). A [Region] of one
// element is a predicate.
type Step = control.Step[Action, Region]

// Function is a list of steps that the program may call.
type Function = control.Function[Action, Region]

// Action is a step that contains no others: an [Execute], a [Copy] or a [HostCopy].
type Action interface{ action() }

// Execute runs all vertices of a compute set.
type Execute struct{ Set *ComputeSet }

// Copy moves the elements of Src to the elements of Dst, in flattened order.
type Copy struct{ Src, Dst Tensor }

// HostCopy moves the elements of an array of the host to the elements of a view, or back.
type HostCopy struct {
	Name   string // name of the array, which has the type and shape of the view
	Tensor Tensor
	ToHost bool
}

func (Execute) action()  {}
func (Copy) action()     {}
func (HostCopy) action() {}

// Predicate returns the element in a view of a single element. The error code is
// shape-mismatch.
func Predicate(t Tensor) (Region, error) {
	if n := t.NumElems(); n != 1 {
		return Region{}, diag.Errorf("shape-mismatch", "expected a predicate of one element, but got %d", n)
	}
	return t.elements()[0], nil
}

// NewCopy returns a copy between two tensors of equal type and number of elements that
// have no element in common. The error codes are type-mismatch, graph-mismatch,
// shape-mismatch, connect-const, connect-alias and copy-overlap.
func NewCopy(src, dst Tensor) (Copy, error) {
	if src.home != dst.home {
		return Copy{}, graphMismatch()
	}
	if src.elem != dst.elem {
		return Copy{}, diag.Errorf("type-mismatch", "expected a source of type %s, but got %s", dst.elem, src.elem)
	}
	if n, m := src.NumElems(), dst.NumElems(); n != m {
		return Copy{}, diag.Errorf("shape-mismatch", "expected a source of %d elements, but got %d", m, n).
			Note("source shape %v, destination shape %v", src.shape, dst.shape)
	}
	if err := dst.CheckWritten("the destination"); err != nil {
		return Copy{}, err
	}
	if r, ok := firstShared(src.elements(), dst.elements()); ok {
		return Copy{}, diag.Errorf("copy-overlap", "source and destination share '%s'[%d]", r.Var.name, r.Begin)
	}
	return Copy{src, dst}, nil
}

// Overlap reports whether two tensors have an element in common.
func Overlap(a, b Tensor) bool {
	_, shared := firstShared(a.elements(), b.elements())
	return shared
}

// firstShared returns the first region that two sorted lists of disjoint
// regions have in common.
func firstShared(a, b []Region) (Region, bool) {
	for len(a) > 0 && len(b) > 0 {
		if a[0].Var == b[0].Var {
			if begin, end := max(a[0].Begin, b[0].Begin), min(a[0].End, b[0].End); begin < end {
				return Region{a[0].Var, begin, end}, true
			}
		}
		if endsFirst(a[0], b[0]) {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return Region{}, false
}

func endsFirst(a, b Region) bool {
	if a.Var.number != b.Var.number {
		return a.Var.number < b.Var.number
	}
	return a.End <= b.End
}
