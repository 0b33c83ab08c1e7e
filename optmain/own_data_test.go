package optmain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOwnData: a function that reads the number of its thread runs in the workgroup of its translation_info, results are expected in
// their order, and lost names are explained.
func TestOwnData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = `func.func @twice(%x: memref<8xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [8, 1, 1] subgroup_size = 8>} {
  %t = gpu.thread_id x
  %v = memref.load %x[%t] : memref<8xf32>
  %w = arith.addf %v, %v : f32
  memref.store %w, %x[%t] : memref<8xf32>
  return
}
func.func @both(%x: f32, %y: f32) -> (f32, f32) {
  %s = arith.addf %x, %y : f32
  %d = arith.subf %x, %y : f32
  return %s, %d : f32, f32
}
`
	if err := os.WriteFile(filepath.Join(dir, "a.mlir"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"run a.mlir --call twice --arg dense<1.5>", 0, "argument 0 = [" + strings.Repeat("3.000000e+00, ", 7) + "3.000000e+00]"},
		{"run a.mlir --call both --arg 3.0 --arg 1.0 --output result0=s.npy --output result1=d.npy", 0, ""},
		{"run a.mlir --call both --arg 3.0 --arg 1.0 --expect s.npy --expect d.npy", 0, ""},
		{"run a.mlir --call both --arg 3.0 --arg 1.0 --expect d.npy", 1, "'result0' differs from what is expected in 1 of 1 elements"},
		{"run a.mlir --call both --arg 3.0 --arg 1.0 --expect s.npy --expect d.npy --expect s.npy", 1, "there is no argument or result 'result2'"},
		{"a.mlir -o b.mlir", 0, ""},
		{"run b.mlir --call both --arg x=3.0 --arg y=1.0", 1, "a file that was printed without --keep-names has no names of arguments"},
		{"a.mlir -o c.mlir --keep-names", 0, ""},
		{"run c.mlir --call both --arg x=3.0 --arg y=1.0", 0, "result 0 = 4.000000e+00"},
	} {
		code, stdout, stderr := in(dir, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit code %d, no %q in\n%s%s", c.args, code, c.want, stdout, stderr)
		}
	}
}

// TestRandomInputs: variables of a program are filled with random numbers, and a page about a program whose inputs are missing is written.
func TestRandomInputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program, err := filepath.Abs("../examples/okk/bias_relu.mlir")
	if err != nil {
		t.Fatal(err)
	}
	code, _, stderr := in(dir, "explore", program, "--target", "bm1684", "--run", "-o", "page.html")
	if _, err := os.Stat(filepath.Join(dir, "page.html")); code != 1 || err != nil || !strings.Contains(stderr, "=random random ones") {
		t.Errorf("exit code %d, %v\n%s", code, err, stderr)
	}
	code, stdout, stderr := in(dir, "run", "--target", "bm1684", program)
	var args []string
	for line := range strings.Lines(stderr) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "optc: error: '"), "' is read"); ok {
			args = append(args, "--input", name+"=random")
		}
	}
	if code != 1 || len(args) == 0 {
		t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
	}
	texts := map[string]string{}
	for _, seed := range []string{"1", "1", "2"} {
		code, stdout, stderr = in(dir, append([]string{"run", "--target", "bm1684", program, "--print", "all", "--seed", seed}, args...)...)
		if code != 0 {
			t.Fatalf("exit code %d\n%s", code, stderr)
		}
		if texts[seed] != "" && texts[seed] != stdout {
			t.Error("a seed has different numbers")
		}
		texts[seed] = stdout
	}
	if texts["1"] == texts["2"] {
		t.Error("two seeds have the same numbers")
	}
	if code, _, stderr := in(dir, "run", "--target", "bm1684", program, "--seed", "3"); code != 1 || !strings.Contains(stderr, "needs a random value") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}
