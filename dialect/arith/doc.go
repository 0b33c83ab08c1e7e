// Package arith is the arith dialect: integer and floating point arithmetic on scalars,
// and element by element on vectors and tensors. Integers are bit patterns without a
// sign; each operation defines whether it reads them as signed.
//
// Folding is exact for every width and float format: constants are computed by num. The helpers of
// fold.go (constants of scalars, splats and dense elements) also serve the folds of dialect math.
package arith
