// Package folds contains the tests that every fold and every canonicalization pattern is executed:
// for each there is a function in a file of test/lit that applies it, and random modules that
// consist of these functions apply it in other places, on other operands. When you add a fold or
// pattern, add a function to test/lit/DIALECT/folds.mlir, or anywhere below test/lit; The lanes of
// test/conformance also compare the files with mlir-opt.
//
//	go test ./dialect/all/folds -v                       how many random modules apply each
//	go test ./dialect/all/folds -folds.modules=50        more of them
package folds
