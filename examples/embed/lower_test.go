package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// toyKernel is a kernel of 64 threads, each of which computes a number by two operations of toy.
const toyKernel = `func.func @f(%to: memref<64xi32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %c40 = arith.constant 40 : i32
  %x = arith.subi %n, %c40 : i32
  %y = toy.clamp %x : i32 to #toy.range<-8, 20>
  OPERATION
  memref.store %z, %to[%t] : memref<64xi32>
  return
}
`

const (
	withoutAverage = "%z = arith.addi %x, %y : i32"
	withAverage    = "%z = toy.average %x, %y : i32"
	// withVectors also has an average of vectors, whose first element is the average of %x and %y.
	withVectors = `%v = vector.from_elements %x, %y, %n, %n : vector<4xi32>
  %u = vector.from_elements %y, %x, %x, %y : vector<4xi32>
  %a = toy.average %v, %u : vector<4xi32>
  %z = vector.extract %a[0] : i32 from vector<4xi32>`
)

// export writes a kernel with an operation for the A100.
func export(t *testing.T, operation string, args ...string) (dir string, code int, errs string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "out")
	args = append([]string{"export", "--target=sm_80", "-o", dir}, args...)
	code, _, errs = command(config(), strings.Replace(toyKernel, "OPERATION", operation, 1), append(args, "-")...)
	return dir, code, errs
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// toy.clamp leaves as operations of arith, by the rewrite of its definition.
func TestClampLeavesForGPU(t *testing.T) {
	t.Parallel()
	dir, code, errs := export(t, withoutAverage, "--language=mlir")
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, errs)
	}
	if text := readFile(t, filepath.Join(dir, "kernel.mlir")); !strings.Contains(text, "arith.maxsi") || !strings.Contains(text, "arith.minsi") || strings.Contains(text, "toy.") {
		t.Errorf("got\n%s", text)
	}
}

// toy.average has a text in C++ and no other way: the error names the language.
func TestAverageHasNoOtherLanguage(t *testing.T) {
	t.Parallel()
	_, code, errs := export(t, withAverage)
	for _, want := range []string{"'toy.average' op has no lowering for sm_80", "--language c++", "<stdin>:7:"} {
		if code == 0 || !strings.Contains(errs, want) {
			t.Errorf("exit %d\n%s\nwant it to contain %s", code, errs, want)
		}
	}
}

// The kernel in C++ computes the same as the simulator.
func TestAverageLeavesAsText(t *testing.T) {
	t.Parallel()
	for _, operation := range []string{withAverage, withVectors} {
		dir, code, errs := export(t, operation, "--language=c++")
		if code != 0 {
			t.Fatalf("exit %d\n%s", code, errs)
		}
		if text := readFile(t, filepath.Join(dir, "f.cpp")); !strings.Contains(text, " & ") || !strings.Contains(text, ">> 1") {
			t.Errorf("got\n%s", text)
		}
		compiler := ""
		for _, name := range []string{"c++", "clang++-22"} {
			if _, err := exec.LookPath(name); err == nil {
				compiler = name
				break
			}
		}
		if compiler == "" {
			t.Skip("neither c++ nor clang++-22 is installed")
		}
		compile := exec.CommandContext(t.Context(), compiler, "-std=c++17", "-O1", "-ffp-contract=off", "-o", "f", "main.cpp")
		run := exec.CommandContext(t.Context(), "./f", "--output", "to=to.npy")
		for _, c := range []*exec.Cmd{compile, run} {
			c.Dir = dir
			if text, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", c.Args, err, text)
			}
		}
		data := []byte(readFile(t, filepath.Join(dir, "to.npy")))
		numbers := make([]int32, 64)
		if err := binary.Read(bytes.NewReader(data[len(data)-256:]), binary.LittleEndian, numbers); err != nil {
			t.Fatal(err)
		}
		for i, got := range numbers {
			x := int32(i) - 40
			if want := (x + min(max(x, -8), 20)) >> 1; got != want {
				t.Errorf("thread %d stores %d, want %d", i, got, want)
			}
		}
	}
}
