package ptx_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"optc/internal/testing/cudacase"
)

// TestFlow executes loops, branches, exchanges, and views and vectors of narrow numbers.
func TestFlow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, operands, result, code string }{
		{name: "loop that swaps", operands: "f32", result: "f32", code: `%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %k = %c0 to %i step %c1 iter_args(%p = %x, %q = %w, %s = %c0) -> (f32, f32, index) {
    %n = arith.addi %s, %k : index
    scf.yield %q, %p, %n : f32, f32, index
  }
  %n = arith.index_cast %r#2 : index to i32
  %f = arith.sitofp %n : i32 to f32
  %g = arith.addf %r#0, %f : f32
  %y = arith.mulf %g, %r#1 : f32`},
		{name: "zero added to a sum of sums", operands: "f32", result: "f32", code: "%s0 = arith.mulf %x, %w : f32\n" + doublings(40) + `  %zero = arith.constant 0.0 : f32
  %y = arith.addf %s40, %zero : f32`},
		{name: "code of a loop that does not run", operands: "f32", result: "f32", code: `%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %k = %c0 to %i step %c1 iter_args(%s = %zero) -> (f32) {
    %p = arith.mulf %x, %w : f32
    %n = arith.addf %s, %p : f32
    scf.yield %n : f32
  }
  %p = arith.mulf %x, %w : f32
  %y = arith.subf %r, %p : f32`},
		{name: "loop of 64 bits", operands: "i64", result: "i64", code: `%lo = arith.index_cast %x : i64 to index
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  %hi = arith.addi %lo, %c20 : index
  %y = scf.for %k = %lo to %hi step %c3 iter_args(%s = %w) -> (i64) {
    %n = arith.index_cast %k : index to i64
    %m = arith.muli %s, %n : i64
    scf.yield %m : i64
  }`},
		{name: "loop of i32", operands: "i32", result: "i32", code: `%c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c15 = arith.constant 15 : i32
  %n = arith.andi %x, %c15 : i32
  %y = scf.for %k = %c0 to %n step %c1 iter_args(%s = %w) -> (i32) : i32 {
    %m = arith.addi %s, %k : i32
    scf.yield %m : i32
  }`},
		{name: "while", operands: "i32", result: "i32", code: `%c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %n = arith.andi %x, %c100 : i32
  %r:2 = scf.while (%p = %n, %q = %w) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %p, %c100 : i32
    scf.condition(%c) %q, %p : i32, i32
  } do {
  ^bb0(%q: i32, %p: i32):
    %u = arith.addi %p, %c1 : i32
    %v = arith.xori %q, %u : i32
    scf.yield %u, %v : i32, i32
  }
  %y = arith.addi %r#0, %r#1 : i32`},
		{name: "branches with results", operands: "f32", result: "f32", code: `%zero = arith.constant 0.0 : f32
  %p = arith.cmpf ogt, %x, %zero : f32
  %q = arith.cmpf ogt, %w, %zero : f32
  %v = scf.if %p -> (f32) {
    %u = scf.if %q -> (f32) {
      %l = memref.load %b[%i] : memref<64xf32>
      memref.store %l, %a[%i] : memref<64xf32>
      scf.yield %l : f32
    } else {
      scf.yield %x : f32
    }
    scf.yield %u : f32
  } else {
    memref.store %x, %b[%i] : memref<64xf32>
    %d = arith.divf %w, %x : f32
    scf.yield %d : f32
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.if %q -> (f32) {
    %s = scf.for %k = %c0 to %i step %c1 iter_args(%s = %v) -> (f32) {
      %n = arith.addf %s, %x : f32
      scf.yield %n : f32
    }
    scf.yield %s : f32
  } else {
    scf.yield %v : f32
  }`},
		{name: "predicates that are carried", operands: "i32", result: "i1", code: `%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %y = scf.for %k = %c0 to %i step %c1 iter_args(%p = %true) -> (i1) {
    %n = arith.index_cast %k : index to i32
    %c = arith.cmpi sle, %n, %x : i32
    %d = arith.xori %p, %c : i1
    scf.yield %d : i1
  }`},
		{name: "exchanges", operands: "f32", result: "f32", code: `%c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %c32 = arith.constant 32 : i32
  %u, %up = gpu.shuffle up %x, %c3, %c32 : f32
  %d, %dp = gpu.shuffle down %x, %c1, %c32 : f32
  %k, %kp = gpu.shuffle idx %w, %c3, %c32 : f32
  %u1 = arith.select %up, %u, %x : f32
  %d1 = arith.select %dp, %d, %w : f32
  %s = arith.addf %u1, %d1 : f32
  %y = arith.addf %s, %k : f32`},
		{name: "vectors of f16", operands: "f16", result: "f16", code: `%c8 = arith.constant 8 : index
  %c7 = arith.constant 7 : index
  %m = arith.andi %i, %c7 : index
  %at = arith.muli %m, %c8 : index
  %v = vector.load %a[%at] {alignment = 16 : i64} : memref<64xf16>, vector<8xf16>
  %u = vector.load %b[%at] {alignment = 4 : i64} : memref<64xf16>, vector<8xf16>
  %s = arith.addf %v, %u : vector<8xf16>
  %r = vector.shuffle %s, %v [7, 6, 5, 4, 8, 9, 10, 11] : vector<8xf16>, vector<8xf16>
  gpu.barrier
  vector.store %r, %a[%at] {alignment = 8 : i64} : memref<64xf16>, vector<8xf16>
  %y = vector.reduction <add>, %r : vector<8xf16> into f16`},
		{name: "vectors of bytes", operands: "i8", result: "i32", code: `%c8 = arith.constant 8 : index
  %c7 = arith.constant 7 : index
  %m = arith.andi %i, %c7 : index
  %at = arith.muli %m, %c8 : index
  %v = vector.load %a[%at] {alignment = 8 : i64} : memref<64xi8>, vector<8xi8>
  %u = vector.load %b[%at] {alignment = 2 : i64} : memref<64xi8>, vector<8xi8>
  %s = arith.muli %v, %u : vector<8xi8>
  gpu.barrier
  vector.store %s, %a[%at] {alignment = 4 : i64} : memref<64xi8>, vector<8xi8>
  vector.store %s, %b[%at] {alignment = 2 : i64} : memref<64xi8>, vector<8xi8>
  %e = arith.extsi %s : vector<8xi8> to vector<8xi32>
  %y = vector.reduction <minsi>, %e : vector<8xi32> into i32`},
		{name: "bits of vectors", operands: "f32", result: "i32", code: `%v = vector.from_elements %x, %w : vector<2xf32>
  %h = vector.bitcast %v : vector<2xf32> to vector<4xf16>
  %g = vector.bitcast %h : vector<4xf16> to vector<8xi8>
  %s = vector.shuffle %g, %g [3, 2, 1, 0, 4, 5, 6, 7] : vector<8xi8>, vector<8xi8>
  %q = vector.bitcast %s : vector<8xi8> to vector<2xi32>
  %y = vector.reduction <xor>, %q : vector<2xi32> into i32`},
		{name: "memory of a thread", operands: "f32", result: "f32", code: `%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloca() : memref<4xf32>
  %k = arith.andi %i, %c3 : index
  scf.for %n = %c0 to %c3 step %c1 {
    memref.store %w, %m[%n] : memref<4xf32>
  }
  memref.store %w, %m[%c3] : memref<4xf32>
  memref.store %x, %m[%k] : memref<4xf32>
  %p = memref.load %m[%c1] : memref<4xf32>
  %q = memref.load %m[%k] : memref<4xf32>
  %y = arith.subf %p, %q : f32`},
		{name: "indices", operands: "i64", result: "index", code: `%n = arith.index_cast %x : i64 to index
  %m = affine.apply affine_map<(d0)[s0] -> (d0 mod 7 + s0 floordiv 3 + (d0 ceildiv 5) * 2)>(%n)[%i]
  %p:3 = affine.delinearize_index %n into (4, 5, 6) : index, index, index
  %q = affine.linearize_index [%p#2, %p#1, %i] by (6, 5, 64) : index
  %r = affine.min affine_map<(d0, d1) -> (d0, d1 + 3)>(%q, %m)
  %c5 = arith.constant 5 : index
  %s = arith.remsi %n, %c5 : index
  %u = arith.divsi %n, %c5 : index
  %v = arith.shrsi %n, %c5 : index
  %t1 = arith.addi %r, %s : index
  %t2 = arith.addi %t1, %u : index
  %t3 = arith.maxsi %t2, %v : index
  %y = arith.addi %t3, %p#0 : index`},
	} {
		name, from, to, body := c.name, c.operands, c.result, c.code
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(3, 4))
			judged(t, kernel(from, to, body), [][]byte{numbers(rng, from, from[0] == 'f'), numbers(rng, from, from[0] == 'f'), make([]byte, elements*bytesOf[to])})
		})
	}
}

// TestFunctions executes functions that the pipeline expands.
func TestFunctions(t *testing.T) {
	t.Parallel()
	for _, typ := range []string{"f16", "bf16", "f32"} {
		for _, f := range strings.Fields("exp log tanh sin erf rsqrt cbrt atan expm1") {
			t.Run(f+" "+typ, func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(5, 6))
				judged(t, kernel(typ, typ, "%y = math."+f+" %x : "+typ), [][]byte{numbers(rng, typ, false), numbers(rng, typ, false), make([]byte, elements*bytesOf[typ])})
			})
		}
	}
}

// models adds programs on tensors to TestExamples.
var models = flag.Bool("models", false, "execute programs on tensors, too")

// TestExamples executes the kernels of the examples on random numbers.
func TestExamples(t *testing.T) {
	t.Parallel()
	names := strings.Fields("gpu/arg_max gpu/convert_lanes gpu/convert_layout gpu/copy_transpose gpu/layer_norm gpu/matmul gpu/matmul_mma_sync gpu/paged_attention " +
		"gpu/row_sum gpu/scan gpu/scatter gpu/softmax")
	if *models {
		names = append(names, "models/mlp", "models/digits", "models/resnet_block", "models/block")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile("../../../../examples/" + name + ".mlir")
			if err != nil {
				t.Fatal(err)
			}
			judged(t, string(text), nil)
		})
	}
}

// TestMatrices executes a product whose factors are staged in workgroup memory, and read in matrices by rows and by columns.
func TestMatrices(t *testing.T) {
	t.Parallel()
	text := `func.func @main(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}`
	c := cudacase.Case{Module: compiled(t, text), Language: "ptx"}
	files, err := c.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"ldmatrix.sync.aligned.m8n8.x4.shared.b16", "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"} {
		if !strings.Contains(string(files["kernel.ptx"]), word) {
			t.Errorf("there is no %s in\n%s", word, files["kernel.ptx"])
		}
	}
	judged(t, text, nil)
}

// TestDividedSum executes a product whose sum a kernel computes in parts, which a second kernel adds.
func TestDividedSum(t *testing.T) {
	t.Parallel()
	text := `func.func @main(%a: tensor<32x256xf16>, %b: tensor<256x32xf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = linalg.matmul {gpu.plan = {parts = 4 : i64}} ins(%a, %b : tensor<32x256xf16>, tensor<256x32xf16>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}`
	c := cudacase.Case{Module: compiled(t, text), Language: "ptx"}
	files, err := c.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(files["kernel.ptx"]), ".entry"); n != 2 {
		t.Errorf("there are %d kernels, want 2", n)
	}
	judged(t, text, nil)
}

// TestRefused checks that an operation without a form is an error at its place.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, message string }{
		{"%f = arith.constant 2.0 : f32\n %y = arith.remf %x, %f : f32", "arith.remf"},
		{`%m = memref.alloc() : memref<64x8xf32, #gpu.address_space<workgroup>>
  %q = nvgpu.ldmatrix %m[%i, %i] {numTiles = 3 : i32, transpose = false} : memref<64x8xf32, #gpu.address_space<workgroup>> -> vector<3x1xf32>
  %y = vector.extract %q[0, 0] : f32 from vector<3x1xf32>`, "an instruction reads 1, 2 or 4 matrices"},
	} {
		module := compiled(t, kernel("f32", "f32", c.body))
		_, problems := written(module)
		if !strings.Contains(problems, c.message) {
			t.Errorf("got %s, expected %q", problems, c.message)
		}
	}
}

// doublings doubles %s0 a number of times.
func doublings(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  %%s%d = arith.addf %%s%d, %%s%d : f32\n", i+1, i, i)
	}
	return b.String()
}
