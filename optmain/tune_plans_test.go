package optmain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/internal/tool/tune"
)

// TestTunePlans: the best program costs no more than the default by its estimate and when it is executed, is the same for any number
// of threads and from a cache, and keeps its plans when it is planned again.
func TestTunePlans(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const layers = `func.func @layers(%x: tensor<32x32xf32>, %w: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<32x32xf32>, tensor<32x32xf32>) outs(%zero : tensor<32x32xf32>) -> tensor<32x32xf32>
  %e = math.tanh %p : tensor<32x32xf32>
  %q = linalg.matmul ins(%e, %w : tensor<32x32xf32>, tensor<32x32xf32>) outs(%zero : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %q : tensor<32x32xf32>
}
`
	const copied = `okk.kernel @relu tiled {
  %x = okk.sys_buffer "x" : !okk.sys<16x4x20x200xf32, continuous>
  %t = okk.alloc : !okk.local<16x4x20x200xf32, auto>
  okk.load %x to %t : !okk.sys<16x4x20x200xf32, continuous> to !okk.local<16x4x20x200xf32, auto>
  okk.eltwise relu %t, %t : !okk.local<16x4x20x200xf32, auto>, !okk.local<16x4x20x200xf32, auto>
  okk.store %t to %x : !okk.local<16x4x20x200xf32, auto> to !okk.sys<16x4x20x200xf32, continuous>
}
`
	for _, c := range []struct {
		target, text string
		faster       bool // than the default
	}{
		{target: "ipu2", text: strings.NewReplacer("32x32x", "12x12x").Replace(layers), faster: true},
		{target: "sm_80", text: strings.NewReplacer("32x32x", "8x8x").Replace(layers), faster: true},
		{target: "bm1684", text: layers},
		{target: "toy4k", text: copied},
	} {
		if err := os.WriteFile(filepath.Join(dir, "in.mlir"), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var first string
		for _, flags := range [][]string{{"--threads=1", "--cache=measured"}, {"--threads=2"}, {"--cache=measured"}} {
			args := append([]string{"tune", "--target=" + c.target, "--budget=3", "--format=json", "-o", "out.mlir"}, flags...)
			code, stdout, stderr := in(dir, append(args, "in.mlir")...)
			var r tune.PlanResult
			if err := json.Unmarshal([]byte(stdout), &r); code != 0 || err != nil {
				t.Fatal(c.target, code, err, stderr)
			}
			if r.Best.Cycles > r.Default.Cycles || c.faster != (r.Best.Cycles < r.Default.Cycles) || r.Best.Cycles == 0 || r.Executed > 3 {
				t.Errorf("%s: got %g cycles, and %g by default, after %d programs", c.target, r.Best.Cycles, r.Default.Cycles, r.Executed)
			}
			if first == "" {
				first = stdout
			}
			if stdout != first {
				t.Errorf("%s: with %q:\n%s\nbefore:\n%s", c.target, flags, stdout, first)
			}
			code, planned, stderr := in(dir, "plan", "--target="+c.target, "--format=json", "out.mlir")
			var steps []planStep
			if err := json.Unmarshal([]byte(planned), &steps); code != 0 || err != nil {
				t.Fatal(c.target, code, err, stderr)
			}
			var got, want []string
			for _, s := range steps {
				got = append(got, s.Plan)
			}
			for _, s := range r.Best.Steps {
				want = append(want, s.Plan)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: planned again, the plans are %q, not %q", c.target, got, want)
			}
		}
		if code, stdout, _ := in(dir, "tune", "--target="+c.target, "--budget=1", "in.mlir"); code != 0 || !strings.Contains(stdout, "executed cycles") {
			t.Errorf("%s: %d, %s", c.target, code, stdout)
		}
	}
	wrong := strings.Replace(layers, "linalg.matmul ins", "linalg.matmul {poplar.parts = array<i64: 99, 1, 1>} ins", 1)
	if err := os.WriteFile(filepath.Join(dir, "wrong.mlir"), []byte(wrong), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := in(dir, "tune", "--target=ipu2", "wrong.mlir"); code == 0 || !strings.Contains(stderr, "wrong.mlir:3:8: error: 'linalg.matmul' op divides loop d0 of 32 iterations in 99 parts") {
		t.Errorf("%d, %s", code, stderr)
	}
	for want, args := range map[string][]string{
		"write the program with its plans to another file with '-o'": {"--write"},
		"a function on tensors is always executed as a whole":        {"--whole"},
	} {
		if code, _, stderr := in(dir, append([]string{"tune", "--target=bm1684", "in.mlir"}, args...)...); code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("expected '%s', but got %s", want, stderr)
		}
	}
}
