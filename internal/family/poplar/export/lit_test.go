package export_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) { littest.Run(t, "poplar/export*.mlir") }
