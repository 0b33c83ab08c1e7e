// Package extent computes with the sizes of kernels that are known only when a kernel runs:
// extents of tensors, offsets and bounds of loops that depend on parameters. It exists
// because every statement about such a kernel must hold for all sizes in the bounds of its
// parameters, and because C needs the sizes as expressions.
//
// A [Size] is a sum of numbers and atoms with integer factors. An atom is a parameter, the
// index of a loop, or the smallest, largest, quotient or product of sizes:
//
//	%n = okk.param "n" range [1, 100]
//	scf.for %i = %c0 to %n step %c8 {
//	  %left = arith.subi %n, %i          n - i
//	  %m = arith.minui %left, %c8        min(n - i, 8)
//
// Two sizes are the same value: they are equal for all parameters. [Sizes.AtLeast] proves lower
// bounds. It replaces one atom after the other, the innermost first, by a bound of the atom:
// to show that the part fits, n - i - min(n - i, 8) ≥ 0, min is replaced by n - i.
package extent
