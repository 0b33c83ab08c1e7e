package reductions_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "vectorext/distribute_*reduc*.mlir", "vectorext/distribute_scan*.mlir", "vectorext/order_*.mlir", "gpu/reduce_wider_than_lanes.mlir")
}
