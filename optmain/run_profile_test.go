package optmain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProfileOfKernels: the profile of a program of several kernels has the costs of all kernels and lines, and a later run is compared
// with it.
func TestProfileOfKernels(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = `func.func @two(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = linalg.matmul ins(%p, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %q : tensor<64x64xf32>
}
`
	if err := os.WriteFile(filepath.Join(dir, "two.mlir"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	run := []string{"run", "--target=sm_80", "--input=x=random", "--input=w=random", "two.mlir"}
	if code, _, stderr := in(dir, append(run, "--profile-json=before.json")...); code != 0 {
		t.Fatal(stderr)
	}
	data, err := os.ReadFile(filepath.Join(dir, "before.json"))
	if err != nil {
		t.Fatal(err)
	}
	var profile struct {
		Cycles float64
		Costs  []struct {
			Name   string
			Cycles float64
		}
		Lines []struct{ Line int }
	}
	if err := json.Unmarshal(data, &profile); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, c := range profile.Costs {
		sum += c.Cycles
	}
	if len(profile.Costs) != 2 || sum != profile.Cycles || sum == 0 || len(profile.Lines) == 0 {
		t.Errorf("%+v", profile)
	}
	if code, stdout, stderr := in(dir, append(run, "--profile-before=before.json")...); code != 0 || !strings.Contains(stdout, profile.Costs[0].Name) {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
