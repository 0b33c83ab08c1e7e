package layouts_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "vectorext/layout_*.mlir", "vectorext/print_*.mlir", "vectorext/promote_*.mlir", "vectorext/contract_layouts.mlir", "vectorext/open_anchors.mlir", "vectorext/settle.mlir", "vectorext/distribute_disagree.mlir", "ireemap/*.mlir")
}
