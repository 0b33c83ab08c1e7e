package ir

import (
	"slices"
	"strings"
)

// foreignDialects are the dialects of mlir-opt (LLVM 22, --show-dialects) that are
// not known here, sorted.
var foreignDialects = [...]string{
	"acc", "amdgpu", "amx", "arm_neon", "arm_sme", "arm_sve", "async", "bufferization", "complex", "dlti", "emitc",
	"index", "irdl", "linalg", "llvm", "ml_program", "mpi", "nvgpu", "nvvm", "omp", "pdl", "pdl_interp", "ptr",
	"quant", "rocdl", "shape", "shard", "smt", "sparse_tensor", "spirv", "test", "test_dyn", "test_irdl_to_cpp",
	"tosa", "transform", "wasmssa", "x86vector", "xegpu", "xevm",
}

// IsForeign tells whether upstream knows the dialect of that name and this project
// does not. What such a dialect declares is kept as text and taken for what it is
// used as; what no side knows is refused where upstream refuses it.
func IsForeign(dialect string) bool {
	_, ok := slices.BinarySearch(foreignDialects[:], dialect)
	return ok
}

// IsForeign tells whether the operation is of a dialect that only upstream knows:
// it may have any trait.
func (op *Operation) IsForeign() bool {
	dialect, _, _ := strings.Cut(op.Name(), ".")
	return IsForeign(dialect)
}
