// Package folds holds the test that every fold and every canonicalization pattern has
// an input beside it that is executed before and after: a function in a file of
// test/lit that applies it. Whoever adds one writes a function to
// test/lit/DIALECT/folds.mlir, or anywhere below test/lit; the test finds it, and
// names what is missing. The files are also compared with mlir-opt, by the lanes of
// test/conformance.
package folds
