package optmain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/tool/tune"
)

// TestTune: the report as JSON, with and without a cache, and the source with the layouts, which
// has no open anchor left.
func TestTune(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const open = `func.func @f(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c], %z {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %l = iree_vector_ext.to_layout %v to layout(?) : vector<64xf32> // open
  vector.transfer_write %l, %y[%c] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}
`
	if err := os.WriteFile(filepath.Join(dir, "open.mlir"), []byte(open), 0o666); err != nil {
		t.Fatal(err)
	}
	var first string
	for range 2 {
		code, stdout, stderr := in(dir, "tune", "--target=sm_80", "--format=json", "--cache=measured", "-o", "chosen.mlir", "open.mlir")
		var r tune.Report
		if err := json.Unmarshal([]byte(stdout), &r); code != 0 || err != nil || len(r.Anchors) != 1 || r.Cycles != r.Choices[0].Cycles {
			t.Fatal(code, err, stdout, stderr)
		}
		if first == "" {
			first = stdout
		} else if stdout != first {
			t.Errorf("from the cache:\n%s\nbefore:\n%s", stdout, first)
		}
	}
	chosen, err := os.ReadFile(filepath.Join(dir, "chosen.mlir"))
	if err != nil || !strings.Contains(string(chosen), "to layout(#l) : vector<64xf32> // open\n") {
		t.Errorf("%v\n%s", err, chosen)
	}
	if code, _, stderr := in(dir, "build", "--target=sm_80", "-o", "built", "chosen.mlir"); code != 0 {
		t.Error(stderr)
	}
	windows := strings.ReplaceAll(open, "\n", "\r\n")
	generic := strings.NewReplacer("iree_vector_ext.to_layout %v to layout(?) : vector<64xf32>", `"iree_vector_ext.to_layout"(%v) : (vector<64xf32>) -> vector<64xf32>`).Replace(open)
	for name, text := range map[string]string{"windows.mlir": windows, "generic.mlir": generic} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := in(dir, "tune", "--target=sm_80", "--write", "windows.mlir"); code != 0 {
		t.Error(stderr)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "windows.mlir")); err != nil || strings.Count(string(text), "\n") != strings.Count(string(text), "\r\n") {
		t.Errorf("ends of lines differ: %v\n%q", err, text)
	}
	for _, wrong := range [][]string{
		{"tune", "--target=sm_80", "--write", "generic.mlir"},
		{"tune", "--target=sm_80", "chosen.mlir"},
		{"tune", "open.mlir"},
		{"tune", "--target=sm_80", "--write", "-o", "x", "open.mlir"},
		{"tune", "--target=sm_80"},
	} {
		if code, stdout, stderr := in(dir, wrong...); code == 0 || stdout != "" || stderr == "" {
			t.Errorf("%v: exit code %d\n%s%s", wrong, code, stdout, stderr)
		}
	}
}
