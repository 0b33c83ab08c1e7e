package optmain_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/optmain"
)

const bytecodeInput = `func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
`

// TestBytecode: the command reads the bytecode that it writes like text.
func TestBytecode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, flags := range []string{"", "--cse", "--split-input-file", "--verify-roundtrip", "--no-implicit-module --pass-pipeline=func.func(cse)", "--threads=1", "--emit-bytecode-version=3"} {
		args := strings.Fields(flags)
		_, want, _ := run(dir, bytecodeInput, append(args, "--mlir-print-debuginfo")...)
		if code, out, stderr := run(dir, bytecodeInput, append(args, "--emit-bytecode", "-o", "f.mlirbc")...); code != 0 || out != "" {
			t.Fatalf("%s: exit code %d\n%s%s", flags, code, out, stderr)
		}
		code, got, stderr := run(dir, "", append(args, "f.mlirbc", "--mlir-print-debuginfo")...)
		if code != 0 || got != want {
			t.Errorf("%s: exit code %d\n%s%swant\n%s", flags, code, got, stderr, want)
		}
	}
}

// TestDamagedBytecode: an error has a place, and leaves the output unchanged.
func TestDamagedBytecode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, data, _ := run(dir, bytecodeInput, "--emit-bytecode")
	if err := os.WriteFile(filepath.Join(dir, "half.mlirbc"), []byte(data[:len(data)-9]), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := run(dir, "", "half.mlirbc", "--emit-bytecode", "-o", "out.mlirbc")
	if code != 1 || out != "" || !strings.HasPrefix(stderr, "optc: error: half.mlirbc: byte 0x") {
		t.Errorf("exit code %d\n%s%s", code, out, stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "out.mlirbc")); err == nil {
		t.Error("there is an output")
	}
}

// TestBytecodeToTerminal: bytes are not shown. /dev/zero is a device like a terminal.
func TestBytecodeToTerminal(t *testing.T) {
	t.Parallel()
	device, err := os.OpenFile("/dev/zero", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("skipped: there is no /dev/zero")
	}
	defer device.Close()
	var stderr bytes.Buffer
	code := optmain.Run(context.Background(), optmain.DefaultConfig(), []string{"--emit-bytecode"}, strings.NewReader(bytecodeInput), device, &stderr)
	if want := "optc: error: bytecode is not written to a terminal; use '-o file'\n"; code != 1 || stderr.String() != want {
		t.Errorf("exit code %d, %swant %s", code, stderr.String(), want)
	}
}

// TestBuildFromBytecode: the images of a program are the same from text and bytecode.
func TestBuildFromBytecode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text, err := filepath.Abs("../examples/add_two_vectors.mlir")
	if err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := run(dir, "", text, "--emit-bytecode", "-o", "p.mlirbc"); code != 0 {
		t.Fatal(stderr)
	}
	for name, input := range map[string]string{"a": text, "b": "p.mlirbc"} {
		if code, _, stderr := run(dir, "", "build", "--target", "ipu2", "--keep-names=false", "-o", name, input); code != 0 {
			t.Fatal(stderr)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "a", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("nothing was built")
	}
	for _, f := range files {
		want, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "b", filepath.Base(f)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs", filepath.Base(f))
		}
	}
}
