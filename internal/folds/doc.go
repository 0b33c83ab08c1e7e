// Package folds holds the tests that every fold and every canonicalization pattern is
// executed: beside it stands a function in a file of test/lit that applies it, and
// random modules that are made of these functions apply it in other places, on other
// operands. Whoever adds one writes a function to test/lit/DIALECT/folds.mlir, or anywhere
// below test/lit; the tests find it, and name what is missing. The files are also compared
// with mlir-opt, by the lanes of test/conformance.
//
//	go test ./dialect/all/folds -v                       how many random modules apply each
//	go test ./dialect/all/folds -folds.modules=50        more of them
package folds
