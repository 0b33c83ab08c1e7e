package tensorkernel_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) { littest.Run(t, "tensors/lanes*.mlir") }
