package vectors_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "vector/*.mlir", "vectorext/lower_*.mlir", "vectorext/simplify_*.mlir", "vectorext/fold_*.mlir", "vectorext/cast_to_fit_mma.mlir")
}
