// Package affine is the dialect of affine index arithmetic: maps applied to
// values, loops and conditionals whose bounds are affine, accesses through maps,
// and the conversion between linear and multi-dimensional indices.
//
// Operands of a map are its dimensions, then its symbols. Which values may be dimensions
// or symbols depends on where they are defined; IsValidDim and IsValidSymbol implement
// the rules.
package affine
