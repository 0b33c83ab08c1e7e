// Package vectors holds the passes that lower or simplify operations on vectors and need no
// layout: gathers and transfers, masks, contractions, reductions, transposes, unrolling.
package vectors
