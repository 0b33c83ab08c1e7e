package examples_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/internal/base/npy"
	"optc/internal/testing/cudacase"
)

// biasCase is the example with extents that are arguments, for a matrix of some extents.
func biasCase(t *testing.T, edit *strings.Replacer, language string, rows, columns int64) map[string][]byte {
	t.Helper()
	text, err := os.ReadFile("gpu/dynamic/add_bias.mlir")
	if err != nil {
		t.Fatal(err)
	}
	matrix := []int64{rows, columns}
	c := cudacase.Case{
		Module: compiled(t, edit.Replace(string(text)), "sm_80", "gpu"), Language: language,
		Shapes: map[string][]int64{"x": matrix, "bias": {columns}, "y": matrix},
	}
	files, err := c.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// floatsIn returns the elements of a file of a case.
func floatsIn(t *testing.T, files map[string][]byte, name string) (list []float32) {
	t.Helper()
	arrays, err := npy.FormatOf(name).Read(files[name], math.MaxInt64)
	if err != nil || len(arrays) != 1 {
		t.Fatal(name, err)
	}
	for _, a := range arrays {
		for at := 0; at < len(a.Data); at += 4 {
			list = append(list, math.Float32frombits(binary.LittleEndian.Uint32(a.Data[at:])))
		}
	}
	return list
}

// asIs changes nothing, and divisible promises that rows have a multiple of four elements.
var (
	asIs      = strings.NewReplacer()
	divisible = strings.NewReplacer(
		"memref<?x?xf32> {llvm.noalias}", "memref<?x?xf32> {llvm.noalias, gpu.multiples = array<i64: 1, 4>}",
		"memref<?xf32> {llvm.noalias}", "memref<?xf32> {llvm.noalias, gpu.multiples = array<i64: 4>}")
)

// TestOpenExtents runs a kernel whose extents are arguments in the simulator and in PTX, for matrices that fill their tiles and others.
// Accesses of the matrices are wide if the kernel knows that rows begin at multiples of 16 bytes.
func TestOpenExtents(t *testing.T) {
	t.Parallel()
	for i, x := range []struct {
		edit          *strings.Replacer
		rows, columns int64
		wide          string
	}{
		{edit: asIs, rows: 37, columns: 101, wide: "1 wide loads, 0 wide stores"}, {edit: asIs, rows: 1, columns: 3, wide: "1 wide loads, 0 wide stores"},
		{edit: asIs, rows: 0, columns: 5, wide: "1 wide loads, 0 wide stores"}, {edit: divisible, rows: 19, columns: 68, wide: "2 wide loads, 1 wide stores"},
	} {
		t.Run(fmt.Sprintf("%dx%d", x.rows, x.columns), func(t *testing.T) {
			t.Parallel()
			files := biasCase(t, x.edit, "ptx", x.rows, x.columns)
			if err := cudacase.Judge(files, i%2 == 0); err != nil {
				t.Error(err)
			}
			in, bias, out := floatsIn(t, files, "in_x.npy"), floatsIn(t, files, "in_bias.npy"), floatsIn(t, files, "want_y.npy")
			for k, got := range out {
				if want := in[k] + bias[k%int(x.columns)]; got != want {
					t.Fatalf("element %d is %v, want %v", k, got, want)
				}
			}
			text := string(files["kernel.ptx"])
			if got := fmt.Sprintf("%d wide loads, %d wide stores", strings.Count(text, "nc.v4")+strings.Count(text, "ld.global.v4"), strings.Count(text, "st.global.v4")); got != x.wide {
				t.Errorf("%s, want %s", got, x.wide)
			}
		})
	}
}

// TestShapesOfRun gives extents by --shape.
func TestShapesOfRun(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "add_bias.mlir")
	text, err := os.ReadFile("gpu/dynamic/add_bias.mlir")
	if err == nil {
		err = os.WriteFile(file, []byte(divisible.Replace(string(text))), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ words, want string }{
		{"--shape x=2x8 --shape y=2x8 --shape bias=8 --input x=random --input bias=random", ""},
		{"--input x=random", "--input x=random needs the extents of 'x', ?x?xf32: --shape x=… gives them"},
		{"--shape x=2x8 --shape bias=8 --input x=random --input bias=random", "the extents of 'y', ?x?xf32, are not known"},
		{"--shape x=2x6", "extent 1 of variable 'x' must be a multiple of 4, but is 6"},
		{"--shape x=2x4294967296", "extent 1 of variable 'x' must be at most 2147483647"},
		{"--shape x=1000000x1000000", "--max-memory allows more"},
		{"--shape x=2", "variable 'x' is ?x?xf32, of 2 dimensions, but got 1"},
		{"--shape x=2x8 --shape x=2x4", "variable 'x' is 2x8xf32, but got the extents 2, 4"},
		{"--shape x=2y8", "--shape expects a name and extents such as name=4x8"},
	} {
		code, stderr := optc(t, slices.Concat([]string{"run", "--target", "sm_80", file}, strings.Fields(x.words))...)
		if (code == 0) != (x.want == "") || !strings.Contains(stderr, x.want) {
			t.Errorf("%s: exit code %d, %q, want %q", x.words, code, stderr, x.want)
		}
	}
}

// TestOpenExtentsInHosts passes extents from the host programs: that in C++ executes the kernel, the other has the device of tests.
func TestOpenExtentsInHosts(t *testing.T) {
	t.Parallel()
	needTools(t, "c++")
	headers, err := filepath.Abs(filepath.Join("testdata", "driver"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(files map[string][]byte) (dir string) {
		dir = t.TempDir()
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	run := func(dir string, words ...string) string {
		c := exec.CommandContext(t.Context(), "./run", words...)
		c.Dir = dir
		out, _ := c.CombinedOutput()
		return string(out)
	}
	files := biasCase(t, divisible, "c++", 19, 68)
	dir := write(files)
	execIn(t, dir, "c++", "-std=c++17", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-o", "run", "main.cpp")
	if out := run(dir, "--input", "x=in_x.npy", "--input", "bias=in_bias.npy", "--shape", "y=19x68", "--output", "y=out.npy"); out != "" {
		t.Error(out)
	}
	got, err := os.ReadFile(filepath.Join(dir, "out.npy"))
	if err != nil || string(got[len(got)-4*19*68:]) != string(files["want_y.npy"][len(files["want_y.npy"])-4*19*68:]) {
		t.Errorf("%v, the result in C++ differs", err)
	}
	files = biasCase(t, divisible, "ptx", 19, 68)
	files["kernel.ptx"] = []byte("code")
	dir = write(files)
	execIn(t, dir, "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", headers, "-o", "run", "main.cpp")
	for _, x := range []struct{ words, want string }{
		{"--input x=in_x.npy --input bias=in_bias.npy --shape y=19x68", "add_bias on 3 1 1 of 64 1 1"},
		{"--input x=in_x.npy --input bias=in_bias.npy", "the shape (?, ?) of argument y is not known"},
		{"--shape y=19x67", "extent 1 of argument y must be a multiple of 4"},
		{"--shape y=19", "argument y has the shape (?, ?), but got (19,)"},
		{"--shape y=19x68 --input y=in_bias.npy", "argument y has the shape (19, 68), but got (68,)"},
		{"--shape y=4xa", "expected extents such as 4x8"},
	} {
		if out := run(dir, strings.Fields(x.words)...); !strings.Contains(out, x.want) {
			t.Errorf("%s: %q, want %q", x.words, out, x.want)
		}
	}
}
