// Package nests reads functions on tensors as programs for machines. A program is a list of steps.
// A step is a loop nest over tensors, or a move of elements: a slice, a transposition, a
// concatenation. Every family of hardware makes its own text of the steps; what the steps are
// does not depend on the family.
package nests
