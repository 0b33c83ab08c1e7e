// Package standard holds the passes that need no family of hardware: canonicalize, cse, sccp,
// inline, loop-invariant code motion, ranges of integers, symbols, and the lowerings of
// affine and scf.
package standard
