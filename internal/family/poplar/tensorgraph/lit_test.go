package tensorgraph_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "tensors/tiles*.mlir", "tensors/argmax.mlir", "tensors/extract.mlir", "tensors/names.mlir", "tensors/plan.mlir", "tensors/softmax.mlir", "tensors/sums.mlir", "tensors/windows.mlir")
}
