package vectorext_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "vectorext/*canonicalize*.mlir", "vectorext/folds.mlir", "vectorext/invalid*.mlir", "vectorext/roundtrip.mlir", "vectorext/compat.mlir")
}
