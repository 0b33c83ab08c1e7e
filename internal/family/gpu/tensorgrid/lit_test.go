package tensorgrid_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "gpu/tensors.mlir", "tensors/gpu_plan*.mlir", "tensors/plan.mlir")
}
