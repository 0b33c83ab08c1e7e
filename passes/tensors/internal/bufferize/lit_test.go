package bufferize_test

import (
	"testing"

	"optc/internal/testing/littest"
)

func TestLit(t *testing.T) {
	littest.Run(t, "bufferization/one_shot*.mlir", "bufferization/eliminate_empty.mlir")
}
