// Package tensor is the dialect of tensors as values: extraction and insertion of
// elements and slices, reshapes, padding, and construction.
//
// A tensor has no address: insertions return a new tensor. Offsets, sizes and strides are lists
// that mix constants and values, as in package memref.
package tensor
