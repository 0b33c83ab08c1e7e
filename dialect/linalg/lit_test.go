package linalg_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "linalg/*.mlir", "tensors/elementwise*.mlir", "tensors/fuse.mlir", "tensors/generalize.mlir", "tensors/loops.mlir", "tensors/products.mlir", "tensors/scalars.mlir", "tensors/split.mlir", "tensors/windows.mlir")
}
