package ir

import "slices"

// Worklist is a last-in-first-out list of operations without repetition, from which any
// operation can be removed in constant time. An operation is in at most one worklist at a
// time.
type Worklist struct {
	list []*Operation // nil where an operation was removed
}

// Push adds an operation on top unless it is already in the list.
func (w *Worklist) Push(op *Operation) {
	if op.scratch.isPlaced() {
		return
	}
	op.scratch.place(len(w.list))
	w.list = append(w.list, op)
}

// Pop removes and returns the operation on top, or nil when there is none.
func (w *Worklist) Pop() *Operation {
	for len(w.list) > 0 {
		op := w.list[len(w.list)-1]
		w.list = w.list[:len(w.list)-1]
		if op != nil {
			op.scratch.unplace()
			return op
		}
	}
	return nil
}

// Remove removes an operation from the list if it is there.
func (w *Worklist) Remove(op *Operation) {
	if op.scratch.isPlaced() {
		w.list[op.scratch.position()] = nil
		op.scratch.unplace()
	}
}

// Reverse turns the list upside down.
func (w *Worklist) Reverse() {
	slices.Reverse(w.list)
	for i, op := range w.list {
		if op != nil {
			op.scratch.place(i)
		}
	}
}

// Clear empties the list.
func (w *Worklist) Clear() {
	for _, op := range w.list {
		if op != nil {
			op.scratch.unplace()
		}
	}
	w.list = w.list[:0]
}

// OpNumbers numbers operations, beginning with 0, without hashing. While an operation has a number
// it is in no worklist and in no other numbering.
type OpNumbers struct {
	list []*Operation
}

// Of returns the number of an operation, which is the next number if it has none yet.
func (n *OpNumbers) Of(op *Operation) int {
	if !op.scratch.isPlaced() {
		op.scratch.place(len(n.list))
		n.list = append(n.list, op)
	}
	return op.scratch.position()
}

// Clear removes all numbers.
func (n *OpNumbers) Clear() {
	for _, op := range n.list {
		op.scratch.unplace()
	}
	n.list = nil
}
