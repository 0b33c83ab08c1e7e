// Package linalg is the dialect of loop nests over tensors and buffers: matrix products,
// convolutions, pools, functions of elements, reductions and movement.
//
// A structured operation has a map from loops to indices for each operand, and a region that
// computes the elements of the outputs (Structured). The named operations are rows of a table
// (rows.go), from which text, verifier, region, documentation and meaning follow.
package linalg
