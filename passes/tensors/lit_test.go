package tensors_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "tensors/vectorize*.mlir", "tensors/hoist_*.mlir", "tensors/configure_*.mlir", "tensors/tile*.mlir")
}
