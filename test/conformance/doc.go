// Package conformance compares this implementation of MLIR with LLVM's on many
// inputs: the project's own tests, folders of anybody's .mlir files, and random
// modules. It needs mlir-opt-22; its tests are skipped where that is missing.
//
//	go test ./test/conformance                                       own tests, some random modules
//	go test ./test/conformance -run TestMLIR -mlir.files=DIR         any folder
//	go test ./test/conformance -run TestGenerated -mlir.modules=10000
//
// What is compared, for every part of a file between lines of `// -----` that
// mlir-opt accepts with unregistered dialects allowed:
//
//   - the generic form that mlir-opt prints, read and printed again;
//   - the pretty form, where all operations belong to the dialects of this project;
//   - the result of --canonicalize --cse of the same parts.
//
// For random modules also: execution before and after canonicalization.
package conformance
