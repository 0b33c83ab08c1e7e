package examples_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/base/npy"
)

// TestHostProgramRequestsMemory runs a kernel that uses more workgroup memory than it may declare.
func TestHostProgramRequestsMemory(t *testing.T) {
	t.Parallel()
	needTools(t, "c++")
	headers, err := filepath.Abs(filepath.Join("testdata", "driver"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if code, stderr := optc(t, "export", "--target", "sm_80", "-o", dir, filepath.Join("testdata", "cpp", "transpose_128.mlir")); code != 0 {
		t.Fatal(stderr)
	}
	execIn(t, dir, "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", headers, "-o", "run", "main.cpp")
	if err := os.WriteFile(filepath.Join(dir, "kernel.ptx"), []byte("code"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "./run")
	c.Dir = dir
	out, err := c.CombinedOutput()
	if want := "72704 of 72704 bytes requested for transpose on 1 1 1 of 128 1 1\n"; err != nil || string(out) != want {
		t.Errorf("%v, got %q, expected %q", err, out, want)
	}
}

// TestHostProgramLoadsKernels compiles the host program of an exported kernel with headers of a device for
// tests, which inverts the bits of the last array.
func TestHostProgramLoadsKernels(t *testing.T) {
	t.Parallel()
	needTools(t, "c++")
	headers, err := filepath.Abs(filepath.Join("testdata", "driver"))
	if err != nil {
		t.Fatal(err)
	}
	for chip, options := range map[string][]string{"sm_80": nil, "gfx942": {"-DHIP"}} {
		t.Run(chip, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if code, stderr := optc(t, "export", "--target", chip, "-o", dir, filepath.Join("gpu", "row_sum.mlir")); code != 0 {
				t.Fatal(stderr)
			}
			command := append([]string{"c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", headers, "-o", "run", "main.cpp"}, options...)
			execIn(t, dir, command...)
			sums := &npy.Array{Type: "f4", Shape: []int64{8}, Data: bytes.Repeat([]byte{1, 2, 3, 4}, 8)}
			if err := os.WriteFile(filepath.Join(dir, "in.npy"), sums.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			run := func() (string, error) {
				c := exec.CommandContext(t.Context(), "./run", "--input", "sum=in.npy", "--output", "sum=out.npy")
				c.Dir = dir
				out, err := c.CombinedOutput()
				return string(out), err
			}
			compiled := map[string]string{"sm_80": "kernel.ptx", "gfx942": "kernel.hsaco"}[chip]
			if err := os.RemoveAll(filepath.Join(dir, compiled)); err != nil {
				t.Fatal(err)
			}
			if out, err := run(); err == nil || !strings.Contains(out, compiled+": cannot be opened; it belongs beside this program") {
				t.Errorf("without a kernel: %v, %s", err, out)
			}
			if err := os.WriteFile(filepath.Join(dir, compiled), []byte("none"), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := run(); err == nil || !strings.Contains(out, map[string]string{"sm_80": "cuModuleLoadDataEx: an error", "gfx942": "hipModuleLoadData: an error"}[chip]) {
				t.Errorf("with a wrong kernel: %v, %s", err, out)
			}
			if err := os.WriteFile(filepath.Join(dir, compiled), []byte("ptx error"), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := run(); err == nil || chip == "sm_80" && !strings.Contains(out, "kernel.ptx: line 1: an error of PTX") {
				t.Errorf("with PTX that the driver refuses: %v, %s", err, out)
			}
			if err := os.WriteFile(filepath.Join(dir, compiled), []byte("code"), 0o666); err != nil {
				t.Fatal(err)
			}
			out, err := run()
			if want := "row_sum on 1 1 1 of 128 1 1\n"; err != nil || out != want {
				t.Errorf("%v, got %q, expected %q", err, out, want)
			}
			text, err := os.ReadFile(filepath.Join(dir, "out.npy"))
			if want := bytes.Repeat([]byte{0xfe, 0xfd, 0xfc, 0xfb}, 8); err != nil || !bytes.HasSuffix(text, want) {
				t.Errorf("%v, got % x", err, text)
			}
		})
	}
}
