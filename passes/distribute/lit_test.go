package distribute_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "vectorext/distribute*.mlir", "vectorext/order_*.mlir", "vectorext/reassociate.mlir", "ireemap/*.mlir")
}
