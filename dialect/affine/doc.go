// Package affine is the dialect of affine index arithmetic: maps applied to
// values, loops and conditionals whose bounds are affine, accesses through maps,
// and the conversion between linear and multi-dimensional indices.
//
// Operands of a map are its dimensions, then its symbols. What may be a dimension
// and what a symbol depends on where a value is defined; IsValidDim and
// IsValidSymbol know the rules.
package affine
