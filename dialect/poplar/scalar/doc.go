// Package scalar defines the types of one element of tensor data or of a plain
// vertex field: their names in C++ and in the IR, and their sizes on a tile.
//
// It is a separate package because targets, C++ names, vertex state and tensors all need
// the types of elements but have nothing else in common.
package scalar
