package cpp_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "gpu/blocks.mlir", "gpu/cpp*.mlir", "gpu/tensors.mlir", "gpu/requested_memory.mlir")
}
