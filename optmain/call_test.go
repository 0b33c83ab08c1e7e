package optmain

import (
	"os"
	"path/filepath"
	"testing"
)

// A function of a file is called with numbers and arrays.
func TestCall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = `func.func @scale(%m: memref<2xi32>, %by: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %m[%c0] : memref<2xi32>
  %p = arith.muli %v, %by : i32
  memref.store %p, %m[%c1] : memref<2xi32>
  return %p : i32
}
func.func @sum(%v: vector<3xf32>) -> f32 {
  %s = vector.reduction <add>, %v : vector<3xf32> into f32
  return %s : f32
}
func.func @rows(%m: memref<?x2xi32>, %t: tensor<?xf32>) -> (index, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x2xi32>
  %d = arith.addf %t, %t : tensor<?xf32>
  return %n, %d : index, tensor<?xf32>
}
func.func @count(%n: i128, %m: memref<1xi100>) -> (i128, vector<2xi128>) {
  %from = arith.constant 170141183460469231731687303715884105720 : i128
  %by = arith.constant 3 : i128
  %to = arith.addi %from, %n : i128
  %zero = arith.constant 0 : i128
  %one = arith.constant 1 : i128
  %times = scf.for %i = %from to %to step %by iter_args(%s = %zero) -> i128 : i128 {
    %t = arith.addi %s, %one : i128
    scf.yield %t : i128
  }
  %last = vector.broadcast %to : i128 to vector<2xi128>
  return %times, %last : i128, vector<2xi128>
}
func.func @large(%m: memref<65536x65536xi32>, %t: tensor<65536x65536xi32>) {
  return
}
gpu.module @k {
}`
	if err := os.WriteFile(filepath.Join(dir, "f.mlir"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args      []string
		code      int
		out, errs string
	}{
		{args: []string{"--call", "sum", "--arg", "dense<[1.0, 2.5, 3.0]>"}, code: 0, out: "result 0 = 6.500000e+00\n"},
		{args: []string{"--call", "scale", "--arg", "dense<[3, 0]>", "--arg", "4"}, code: 0,
			out: "result 0 = 12\nargument 0 = [3, 12]\n"},
		{args: []string{"--call", "rows", "--arg", "dense<[[1, 2], [3, 4], [5, 6]]>", "--arg", "dense<0.5> : tensor<2xf32>"}, code: 0,
			out: "result 0 = 3\nresult 1 = [1.000000e+00, 1.000000e+00]\nargument 0 = [[1, 2], [3, 4], [5, 6]]\n", errs: ""},
		{args: []string{"--call", "rows", "--arg", "dense<[[1], [3]]>", "--arg", "dense<0.5>"}, code: 1,
			errs: "optc: error: argument 0: expected a shape of 'memref<?x2xi32>', but got [2, 1]\n"},
		{args: []string{"--call", "rows", "--arg", "dense<1> : tensor<1x2xi32>", "--arg", "dense<0.5>"}, code: 1, out: "",
			errs: "dense<0.5>:1:10: error: expected ':' and the type of the literal, whose shape is not known\ndense<0.5>\n         ^\n" +
				"optc: error: argument 1: expected a file.npy, dense<…> or random for 'tensor<?xf32>', but got 'dense<0.5>'\n"},
		{args: []string{"--call", "rows", "--arg", "dense<1> : tensor<1x2xi64>", "--arg", "dense<0.5>"}, code: 1, out: "",
			errs: "optc: error: argument 0: expected elements of type i32 for 'memref<?x2xi32>', but got 'dense<1> : tensor<1x2xi64>'\n"},
		{args: []string{"--call", "count", "--arg", "7", "--arg", "dense<-5>"}, code: 0,
			out: "result 0 = 3\nresult 1 = [170141183460469231731687303715884105727, 170141183460469231731687303715884105727]\nargument 1 = [-5]\n"},
		{args: []string{"--call", "count", "--arg", "0", "--arg", "random", "--output", "m=m.npy"}, code: 1,
			errs: "optc: error: 'm' has elements of type i100, of 13 bytes, which NumPy does not have; --print shows them\n"},
		{args: []string{"--call", "large", "--arg", "random", "--arg", "random"}, code: 1,
			errs: "optc: error: argument 0: needs [65536, 65536] x 4 bytes for 'memref<65536x65536xi32>', more than the 2147483648 that are left [sim.memory]; --max-memory allows more\n"},
		{args: []string{"--call", "large", "--arg", "dense<1>", "--arg", "dense<1>", "--max-memory", "100000"}, code: 1,
			errs: "optc: error: argument 1: cannot execute with values of type tensor<65536x65536xi32>: expected a known number of elements of at most 67108864 [unsupported]\n"},
		{args: []string{"--call", "sum"}, code: 1, errs: "optc: error: function 'sum' takes 1 argument, but got 0 --arg; 'v' of type 'vector<3xf32>' is missing, --arg random fills it\n"},
		{args: []string{"--call", "k"}, code: 1, errs: "optc: error: 'k' is a 'gpu.module', which cannot be called\n"},
		{args: []string{"--call", "none"}, code: 1, errs: "optc: error: there is no function @none [no-function]\n"},
		{args: []string{"--call", "sun"}, code: 1,
			errs: "optc: error: there is no function @sun; did you mean 'sum'? [no-function]\n"},
	} {
		code, out, errs := in(dir, append([]string{"run", "f.mlir"}, c.args...)...)
		if code != c.code || out != c.out || errs != c.errs {
			t.Errorf("%q: got %d\n%s\n%s", c.args, code, out, errs)
		}
	}
}
