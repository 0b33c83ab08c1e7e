package core_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) { littest.Run(t, "vectorext/distribute_[a-lo-qs-z]*.mlir") }
