// Package threadcode builds the code of one thread: constants, casts, and the digits of its number in the
// group of threads that share the vectors of a function.
//
//	32 threads, of which rows of 8 hold a line
//	→ %d:2 = affine.delinearize_index %thread into (4, 8)    // the line, and the place in it
//
// A layout specifies which digits of a thread's number give which coordinates of an element; package
// core knows layouts.
package threadcode
