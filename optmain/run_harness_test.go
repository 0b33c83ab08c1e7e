package optmain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// harnessFunction multiplies the elements of x by k into y, and prints k.
const harnessFunction = `func.func @f(%x: memref<4x8xf32>, %k: f32, %y: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %x[%i, %j] : memref<4x8xf32>
      %w = arith.mulf %v, %k : f32
      memref.store %w, %y[%i, %j] : memref<4x8xf32>
    }
  }
  vector.print %k : f32
  %v = memref.load %x[%c0, %c0] : memref<4x8xf32>
  return %v : f32
}
func.func @large(%m: memref<64x64xi32>) {
  return
}
func.func @print(%a: vector<2x2xf32>, %b: vector<2xi1>, %c: i8, %d: index) {
  vector.print %a : vector<2x2xf32>
  vector.print %b : vector<2xi1>
  vector.print %c : i8 punctuation <comma>
  vector.print %d : index punctuation <no_punctuation>
  vector.print str " end\n"
  return
}
`

// TestHarness calls a function with arrays from files and by name, and writes and compares the
// resulting arrays. The steps run one after the other in one folder.
func TestHarness(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.mlir"), []byte(harnessFunction), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args      string
		code      int
		out, errs string // what they contain
	}{
		{args: "--call f --arg random --arg k=3 --arg y=random --seed 7 --output x=x.npy --output y=o.npz,x=o.npz --output result0=o.npz", out: "3\n"},
		{args: "--call f --arg x.npy --arg 3 --arg random --expect y=o.npz --expect result0=o.npz", out: "3\n"},
		{args: "--call f --arg x=o.npz --arg k=3.0 --arg y=random --output argument2=y.safetensors", out: "3\n"},
		{args: "--call f --arg o.npz:x --arg 1.0 --arg y.safetensors:y --expect x=x.npy", out: "1\n"},
		{args: "--call f --arg x=o.npz --arg k=3.00001 --arg y=random --expect y=o.npz", code: 1,
			errs: "'y' differs from what is expected in 32 of 32 elements [expectation]; the most at ["},
		{args: "--call f --arg x=o.npz --arg k=3.00001 --arg y=random --expect y=o.npz --rtol 1e-5"},
		{args: "--call f --arg x=o.npz --arg k=3.00001 --arg y=random --expect y=o.npz --atol 1e-4"},
		{args: "--call f --arg random --arg 1.0 --arg random --seed 1 --expect x=x.npy", code: 1, errs: "'x' differs"},
		{args: "--call f --arg random --arg 1.0 --arg random --print all", out: "y = ["},
		{args: "--call f --arg x=x.npy --arg 1.0", code: 1, errs: "takes 3 arguments, but got 2 --arg; 'y' of type 'memref<4x8xf32>' is missing, --arg random fills it"},
		{args: "--call f --arg xx=x.npy", code: 1, errs: "there is no argument or result 'xx'; did you mean 'x'? [unknown-value]; there are x, k, y"},
		{args: "--call f --arg x=x.npy --arg x=x.npy", code: 1, errs: "argument 'x' is given twice"},
		{args: "--call f --arg x=x.npy --arg 1.0 --arg random --output z=z.npy", code: 1, errs: "there is no argument or result 'z'"},
		{args: "--call f --arg x=x.npy --arg 1.0 --arg random --output y=y.txt", code: 1, errs: "'y.txt' is no file of a known format: .npy, .npz, .safetensors"},
		{args: "--call f --arg x=o.npz:none --arg 1.0 --arg random", code: 1, errs: "'o.npz': it holds no array 'none' [array-missing]; it holds result0, x, y"},
		{args: "--call f --arg x=x.npy --input x=x.npy", code: 1, errs: "flag '--input' is for programs, not for a function that is called; --arg gives an argument"},
		{args: "--call f --stats", code: 1, errs: "flag '--stats' is for programs"},
		{args: "--arg 3", code: 1, errs: "flag '--arg' needs '--call'"},
		{args: "--call f --rtol 1", code: 1, errs: "flags '--rtol' and '--atol' need '--expect'"},
		{args: "--call f --rtol -1", code: 1, errs: "expects a number of at least 0, but got '-1'"},
		{args: "--call f --output y", code: 1, errs: "--output expects name=file, but got 'y'"},
		{args: "", code: 1, errs: "'optc run --call f' runs this function, with --arg for each argument"},
		{args: "--call large --arg random", out: "argument 0 = 64x64xi32 from 0 to 15, ["},
		{args: "--call large --arg random --print m", out: "…"},
		{args: "--call large --arg random --print m --full", out: "m = [["},
	} {
		code, out, errs := in(dir, append([]string{"run", "f.mlir"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) || (errs == "") != (code == 0) {
			t.Errorf("%s: got %d\n%s\n%s", c.args, code, out, errs)
		}
	}
	code, out, errs := in(dir, "run", "f.mlir", "--call", "print", "--arg", "dense<[[1.5, 2.0], [1.0e10, -3.0]]>", "--arg", "dense<[true, false]>", "--arg", "-5", "--arg", "7")
	if want := "( ( 1.5, 2 ), ( 1e+10, -3 ) )\n( 1, 0 )\n-5, 7 end\n"; code != 0 || out != want {
		t.Errorf("got %d\n%s\n%s", code, out, errs)
	}
}
