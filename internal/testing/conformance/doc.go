// Package conformance compares this implementation of MLIR with LLVM's on many inputs: the
// project's own tests, arbitrary folders of .mlir files, random modules, and random damage to valid
// modules. It needs mlir-opt-22; its tests are skipped if mlir-opt-22 is not installed.
//
//	go test ./internal/testing/conformance -v                                own tests, some random modules
//	go test ./internal/testing/conformance -v -mlir.files=DIR                any folder
//	go test ./internal/testing/conformance -v -mlir.modules=10000 -mlir.mutants=10000
//
// Both programs get the same flags and the same text, in lanes: see Lanes. A run ends
// with a table of the counts of every lane; docs/conformance.md explains the remaining
// differences.
package conformance
