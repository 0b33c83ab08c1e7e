package all_test

import (
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/ir/opgen"
)

// TestGenerated compares the types of operations with the definitions.
func TestGenerated(t *testing.T) {
	t.Parallel()
	if err := opgen.Check("go generate ./dialect/all", append(all.Dialects(), ir.Builtin)...); err != nil {
		t.Error(err)
	}
}
