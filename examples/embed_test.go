package examples_test

import (
	"os"
	"os/exec"
	"testing"

	"optc/internal/raced"
)

// The module in the folder embed uses optc as any other module would: it sees no
// internal package, and what it may not do fails to compile.
func TestEmbed(t *testing.T) {
	t.Parallel()
	test := []string{"test", "./..."}
	if raced.Enabled() {
		test = []string{"test", "-race", "./..."}
	}
	for _, args := range [][]string{{"vet", "./..."}, test} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = "embed"
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=-mod=readonly")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %v: %v\n%s", args, err, out)
		}
	}
}
