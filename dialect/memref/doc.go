// Package memref is the dialect of memory references: allocation, access by
// indices, and views of the same memory with other offsets, sizes and strides.
//
// Offsets, sizes and strides are lists that mix constants and values. The attributes
// static_offsets, static_sizes and static_strides hold the constants, with ir.Dynamic in place of
// each value; the values are operands (ir.MixedList merges both). Numbers count elements, not
// bytes.
package memref
