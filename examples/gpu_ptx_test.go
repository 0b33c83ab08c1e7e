package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/ptxtest"
)

// readPTX reads a kernel in PTX and checks every instruction.
func readPTX(t *testing.T, file string) *ptxtest.Module {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ptxtest.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range ptxtest.Check(m) {
		t.Error(problem)
	}
	return m
}

func instructionCount(m *ptxtest.Module) (n int) {
	for _, e := range m.Entries {
		n += len(e.Code)
	}
	return n
}

// TestKernelsInPTX writes every kernel, and the programs on tensors, in PTX, and checks each
// instruction. With -chips it does so for every chip, and compares the number of instructions with
// those that LLVM needs.
func TestKernelsInPTX(t *testing.T) {
	t.Parallel()
	kernels, err := filepath.Glob("gpu/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	models, err := filepath.Glob("models/*.mlir")
	if err != nil || len(kernels) < 12 || len(models) < 4 {
		t.Fatal(kernels, models, err)
	}
	for _, file := range slices.Concat(kernels, models) {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		for _, chip := range []string{"sm_80", "sm_90"} {
			if chip != "sm_80" && !*everyChip || otherInstruction[name] != nil && !slices.Contains(otherInstruction[name], chip) {
				continue
			}
			t.Run(name+"/"+chip, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if code, stderr := optc(t, "export", "--language", "ptx", "--target", chip, "-o", dir, file); code != 0 || stderr != "" {
					t.Fatalf("exit code %d\n%s", code, stderr)
				}
				own := instructionCount(readPTX(t, filepath.Join(dir, "kernel.ptx")))
				if !*everyChip {
					return
				}
				needTools(t, upstreamTools...)
				dir = t.TempDir()
				if code, stderr := optc(t, "export", "--language", "mlir", "--target", chip, "-o", dir, file); code != 0 {
					t.Fatal(stderr)
				}
				if out, err := exec.CommandContext(t.Context(), "sh", filepath.Join(dir, "build.sh")).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				other := instructionCount(readPTX(t, filepath.Join(dir, "kernel.ptx")))
				t.Logf("%d instructions, and %d by LLVM: %.2f", own, other, float64(own)/float64(other))
				if 10*own > 11*other {
					t.Errorf("%d instructions, but %d by LLVM", own, other)
				}
			})
		}
	}
}
