// Package scf is the structured control flow dialect: loops and conditionals with
// regions instead of branches.
//
// The textual forms leave out yields without operands; For, If and Yield are the names
// that other packages build and match. Counted loops (scf.for, scf.parallel, scf.forall)
// run their bodies for every induction value; scf.while alternates between its two
// regions until the condition in the first is false.
package scf
